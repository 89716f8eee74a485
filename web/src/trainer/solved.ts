// Which puzzles were solved in this browser. Kept in the browser only.

/** Solved by oneself, or with the solution shown. */
export type Done = 'solved' | 'shown';
const KEY = 'damas.puzzles';

export function readDone(): Record<string, Done> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof found !== 'object' || found === null) return {};
    return Object.fromEntries(Object.entries(found).filter((one): one is [string, Done] => one[1] === 'solved' || one[1] === 'shown'));
  } catch {
    return {};
  }
}

/** Keeps what was reached; what was solved stays solved. */
export function keepDone(id: string, how: Done): void {
  const all = readDone();
  if (all[id] === 'solved') return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all, [id]: how }));
  } catch {
    // a browser that keeps nothing still solves
  }
}
