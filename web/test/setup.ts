// What jsdom lacks.
Object.defineProperty(window, 'matchMedia', { value: () => ({ matches: true }) });
