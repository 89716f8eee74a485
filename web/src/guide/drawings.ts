// The drawings of the guide, as the rules engine wrote them. Knows no rules and no words.

import type { DrawRules, LegalMove, Side } from '../protocol';
import written from './drawings.json';

export type Variant = 'brazilian' | 'american' | 'international' | 'russian';
export const VARIANTS: readonly Variant[] = ['brazilian', 'american', 'international', 'russian'];
export const RULES = ['board', 'men', 'capture', 'majority', 'removal', 'kings', 'crown', 'end', 'draws', 'money', 'notation'] as const;
export type Rule = (typeof RULES)[number];

/** Why a move is not legal. */
export type Why = { readonly path: string; readonly is: 'must_capture' | 'must_take_more' | 'no_such_move'; readonly most?: number };
/** A position's legal moves, and the position after each of them. */
export type Node = { readonly turn: Side; readonly legal: readonly LegalMove[]; readonly after: readonly string[] };
export type Drawing = {
  readonly name: string;
  readonly rule: Rule;
  readonly variant: Variant;
  readonly fen: string;
  readonly rows: readonly [number, number];
  /** The moves shown, one after the other. */
  readonly shown: readonly string[];
  readonly forbidden: readonly Why[];
  readonly positions: Readonly<Record<string, Node>>;
};

type Written = { readonly drawings: readonly Drawing[]; readonly rule_sets: readonly DrawRules[] };
const guide = written as unknown as Written;
export const DRAWINGS = guide.drawings;
/** The program's own sets of draw rules. */
export const RULE_SETS = guide.rule_sets;

export function drawingsOf(variant: Variant, rule: Rule): Drawing[] {
  return DRAWINGS.filter((one) => one.variant === variant && one.rule === rule);
}

/** The move of a path in a position, with the position after it. */
export function played(drawing: Drawing, fen: string, path: string): { move: LegalMove; after: string } | null {
  const node = drawing.positions[fen];
  const at = node?.legal.findIndex((move) => move.paths.includes(path)) ?? -1;
  const move = node?.legal[at];
  const after = node?.after[at];
  return move === undefined || after === undefined ? null : { move, after };
}

/** The rule that an address names behind its `#`; the first one when it names none. */
export function ruleOf(hash: string): Rule {
  return RULES.find((one) => `#${one}` === hash) ?? 'board';
}
