// What the kinds of draughts are called here. Knows no rules: what may be played comes from the server.

import { t } from './settings.svelte';

const VARIANTS = ['brazilian', 'american', 'international', 'russian'] as const;
type Variant = (typeof VARIANTS)[number];

function known(name: string): Variant | null {
  return VARIANTS.find((one) => one === name) ?? null;
}

/** `Damas rusas`; what this page has no word for stays as the server calls it. */
export function variantName(name: string): string {
  const variant = known(name);
  return variant === null ? name : t(`variant_${variant}`);
}

/** `Rusas`, where it is clear that draughts are meant. */
export function variantShort(name: string): string {
  const variant = known(name);
  return variant === null ? name : t(`short_${variant}`);
}

/** What it is like, in a sentence or two. */
export function variantAbout(name: string): string {
  const variant = known(name);
  return variant === null ? '' : t(`about_${variant}`);
}
