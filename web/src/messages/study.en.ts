// English, of what stands beside a game that is over.

import type { StudyTable } from './kinds';

export const enStudy: StudyTable = {
  study_title: 'Analysis',
};
