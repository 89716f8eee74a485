// Portuguese, of what stands beside a game that is over.

import type { StudyTable } from './kinds';

export const ptStudy: StudyTable = {
  study_title: 'Análise',
};
