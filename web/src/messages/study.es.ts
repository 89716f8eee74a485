// Spanish, of what stands beside a game that is over.

import type { Entry } from './kinds';

export const esStudy = {
  study_title: 'Análisis',
} satisfies Record<string, Entry>;
