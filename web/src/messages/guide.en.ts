// English, of the guide to the rules.

import type { GuideTable } from './kinds';

export const enGuide: GuideTable = {};
