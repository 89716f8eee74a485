import { flushSync, mount, unmount } from 'svelte';
import { describe, expect, it } from 'vitest';
import { DRAWINGS, drawingsOf, RULE_SETS, RULES, ruleOf, VARIANTS, type Drawing } from '../src/guide/drawings';
import Drawn from '../src/guide/Drawn.svelte';
import { steps } from '../src/guide/steps';
import { textOf, titleOf } from '../src/guide/texts';
import { described, said, wrong } from '../src/guide/words';
import { enGuide } from '../src/messages/guide.en';
import { esGuide } from '../src/messages/guide.es';
import { ptGuide } from '../src/messages/guide.pt';

const tables: Record<string, Record<string, unknown>> = { es: esGuide, pt: ptGuide, en: enGuide };

function drawing(name: string, variant: Drawing['variant'] = 'brazilian'): Drawing {
  const found = DRAWINGS.find((one) => one.name === name && one.variant === variant);
  if (found === undefined) throw new Error(name);
  return found;
}

describe('the guide', () => {
  it('has words for each drawing, and for each move that the piece does not make, in three languages', () => {
    for (const one of DRAWINGS) {
      for (const [lang, table] of Object.entries(tables)) {
        expect(table[`guide_draw_${one.name}`], `${lang}: ${one.name}`).toBeTruthy();
        for (const why of one.forbidden.filter((each) => each.is === 'no_such_move')) {
          expect(table[`guide_no_${one.name}`], `${lang}: ${one.name} ${why.path}`).toBeTruthy();
        }
      }
    }
  });

  it('has a name and sentences for each rule of each game, and none is left over', () => {
    const used = new Set<string>();
    for (const variant of VARIANTS) {
      for (const rule of RULES) {
        const { lead, points } = textOf(rule, variant);
        for (const key of [titleOf(rule, variant), lead, ...points]) {
          used.add(key);
          for (const [lang, table] of Object.entries(tables)) expect(table[key], `${lang}: ${key}`).toBeTruthy();
        }
        if (rule !== 'money') expect(drawingsOf(variant, rule), `${variant} ${rule}`).not.toEqual([]);
      }
    }
    const names = new Set(DRAWINGS.map((one) => `guide_draw_${one.name}`));
    for (const key of Object.keys(esGuide)) {
      if (key.startsWith('guide_title_')) expect(used).toContain(key);
      if (key.startsWith('guide_draw_')) expect(names).toContain(key);
    }
  });

  it('shows the whole of each drawing: a step before, one at each stop, one behind', () => {
    for (const one of DRAWINGS) {
      const stops = one.shown.reduce((sum, path) => sum + path.split(/[-x]/).length - 1, 0);
      expect(steps(one).length, `${one.variant} ${one.name}`).toBe(one.shown.length === 0 ? 1 : stops + 1);
    }
  });

  it('says pieces and squares to those who do not see a drawing', () => {
    const one = drawing('most');
    const all = steps(one);
    const first = all[0];
    const middle = all[1];
    const last = all[2];
    if (first === undefined || middle === undefined || last === undefined) throw new Error('three steps');
    expect(described(one, first)).toBe('Dibujo de las filas 1 a 5. Blancas: peones e1 y f2. Negras: peones b4, d2 y g3. e1 lleva aro de trazos: debe capturar.');
    expect(described(one, middle)).toContain('Blancas: peones c3 y f2.');
    expect(described(one, middle)).toContain('La pieza de d2 está capturada y tachada.');
    expect(last.says.map(said).join(' ')).toBe('La jugada termina en a5. Salen juntas del tablero las piezas de b4 y d2.');
    expect(one.forbidden.map((why) => wrong(one, why))).toEqual(['No: hay que capturar 2 piezas.']);
  });

  it('crowns a man that passes the far row as its game does', () => {
    const words = (name: string, variant: Drawing['variant']) => steps(drawing(name, variant)).flatMap((step) => step.says.map((one) => one.is));
    expect(words('passes', 'brazilian')).toEqual(['must', 'jump', 'stays_man', 'takes']);
    expect(words('passes', 'international')).toEqual(['must', 'jump', 'stays_man', 'takes']);
    expect(words('goes_on_as_king', 'russian')).toEqual(['must', 'jump', 'crowned', 'takes']);
    expect(words('stops', 'american')).toEqual(['must', 'takes', 'crowned']);
  });

  it('names squares by number on the large board', () => {
    const one = drawing('most', 'international');
    const first = steps(one)[0];
    if (first === undefined) throw new Error('a step');
    expect(described(one, first)).toContain('Dibujo de las casillas 26 a 50. Blancas: peones 43 y 48.');
  });

  it('opens at the rule that the address names', () => {
    expect(ruleOf('#capture')).toBe('capture');
    expect(ruleOf('')).toBe('board');
    expect(ruleOf('#nothing')).toBe('board');
  });

  it('has the figures of every set of draw rules', () => {
    const quiet = Object.fromEntries(RULE_SETS.map((set) => [set.name, set.rules.flatMap((rule) => (rule.is === 'quiet' ? [rule.plies] : []))[0]]));
    expect(quiet).toEqual({ dream: 50, evolution: 40, online: 20, cbd: 40, fmjd64: 30, international: 50, american: 80 });
  });
});

describe('a drawing on the page', () => {
  function shown(name: string): { root: HTMLElement; done: () => void } {
    const root = document.createElement('div');
    document.body.append(root);
    const made = mount(Drawn, { target: root, props: { drawing: drawing(name), title: name } });
    flushSync();
    return { root, done: () => { void unmount(made); root.remove(); } };
  }
  const button = (root: HTMLElement, text: string): HTMLButtonElement => {
    const found = [...root.querySelectorAll('button')].find((one) => one.textContent?.trim() === text || one.getAttribute('aria-label') === text);
    if (found === undefined) throw new Error(text);
    return found;
  };
  const tap = (root: HTMLElement, square: string): void => {
    root.querySelector<HTMLButtonElement>(`[data-square="${square}"]`)?.click();
    flushSync();
  };

  it('is stepped by buttons and by keys, and stops at its ends', () => {
    const { root, done } = shown('most');
    const at = () => root.querySelector('[data-testid=step]')?.textContent;
    expect(at()).toBe('1 de 3');
    button(root, 'Paso siguiente').click();
    flushSync();
    expect(at()).toBe('2 de 3');
    const group = root.querySelector('[role=group]');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) group?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    flushSync();
    expect(at()).toBe('3 de 3');
    group?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
    flushSync();
    expect(at()).toBe('1 de 3');
    done();
  });

  it('is tried: a wrong move is told why, a legal one is made, and it begins again', () => {
    const { root, done } = shown('most');
    button(root, 'Probar esta posición').click();
    flushSync();
    const told = () => root.querySelector('[data-testid=told]')?.textContent;
    expect(told()).toBe('Juegan blancas. Mueve una pieza.');
    tap(root, 'f2');
    expect(told()).toBe('f2xh4 No: hay que capturar 2 piezas. Debes capturar con e1.');
    tap(root, 'e1');
    tap(root, 'f4');
    expect(told()).toBe('La pieza de e1 no puede ir a f4: debe capturar. Los puntos marcan dónde puede parar.');
    tap(root, 'e1');
    tap(root, 'a5');
    expect(told()).toBe('La jugada termina en a5. Salen juntas del tablero las piezas de b4 y d2. Juegan negras.');
    button(root, 'Otra vez').click();
    flushSync();
    expect(told()).toBe('Juegan blancas. Mueve una pieza.');
    done();
  });
});
