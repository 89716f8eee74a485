// Spanish, of the position editor and the puzzles.

import type { Entry } from './kinds';

export const esTrainer = {} satisfies Record<string, Entry>;
