// Moves a drawn piece along a path, one step after the other. Knows no game.

import type { Side } from '../protocol';
import { corner, type Square } from './geometry';

/** A step's time: the look's `--m-step`. */
const STEP = 140;

/** Animates the piece that is drawn at the end of the path along it; done when it has arrived. */
export async function glideAlong(paint: SVGSVGElement, path: readonly Square[], below: Side): Promise<void> {
  const end = path[path.length - 1];
  const piece = paint.querySelector<SVGGElement>(`[data-piece="${end}"]`);
  if (end === undefined || path.length < 2 || !piece?.animate) return;
  const to = corner(end, below);
  const frames = path.map((square) => {
    const at = corner(square, below);
    return { transform: `translate(${at.x - to.x}px, ${at.y - to.y}px)` };
  });
  await piece.animate(frames, { duration: STEP * (path.length - 1), easing: 'linear' }).finished.catch(() => undefined);
}
