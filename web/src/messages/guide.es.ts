// Spanish, of the guide to the rules.

import type { Entry } from './kinds';

export const esGuide = {} satisfies Record<string, Entry>;
