// English, of the position editor and the puzzles.

import type { TrainerTable } from './kinds';

export const enTrainer: TrainerTable = {};
