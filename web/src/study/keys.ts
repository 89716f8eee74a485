// The keys that go through a game. Pure.

/** The ply that a key leads to; null for another key. */
export function keyed(key: string, shown: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft': return Math.max(0, shown - 1);
    case 'ArrowRight': return Math.min(last, shown + 1);
    case 'Home': return 0;
    case 'End': return last;
    default: return null;
  }
}

/** Whether what has the focus needs these keys itself. A board that was reached by a pointer (`pointed`) does not. */
export function needsKeys(focused: Element | null, pointed: boolean): boolean {
  if (focused === null) return false;
  if (focused.closest('input, select, textarea, [role=slider], [role=tablist], dialog, [contenteditable=true]') !== null) return true;
  return !pointed && focused.closest('[role=grid]') !== null;
}
