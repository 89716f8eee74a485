// Shows a board in the state and theme that the address names. Knows states by name only; hands on it are the test's.

import '../../src/styles/tokens.css';
import '../../src/styles/ui.css';
import '../../src/styles/board.css';
import '../../src/styles/page.css';
import { mount, type ComponentProps } from 'svelte';
import Board from '../../src/board/Board.svelte';
import { readFen, widthOfFen } from '../../src/board/geometry';
import Pieces from '../../src/board/Pieces.svelte';
import { choose, speak, BOARDS } from '../../src/settings.svelte';
import type { LegalMove } from '../../src/protocol';

type Shown = Partial<ComponentProps<typeof Board>> & { fen: string };
const quiet = (from: string, ...to: string[]): LegalMove[] => to.map((square) => ({ from, to: square, captured: [], paths: [`${from}-${square}`] }));
const mixed = 'W:Wa1,c1,e1,b2,h2,c3,Kg1:Bb8,Kd8,h8,a7,e7,d6,f6,b4';
const taking: LegalMove[] = [
  { from: 'c3', to: 'g3', captured: ['d4', 'f4'], paths: ['c3xe5xg3'] },
  { from: 'c3', to: 'g7', captured: ['d4', 'f6'], paths: ['c3xe5xg7'] },
  { from: 'c3', to: 'a5', captured: ['d4', 'd6', 'b6'], paths: ['c3xe5xc7xa5'] },
];
const STATES: Record<string, Shown> = {
  can_move: { fen: mixed, legal: [...quiet('c3', 'd4'), ...quiet('h2', 'g3'), ...quiet('g1', 'f2')] },
  chosen: { fen: 'W:WKa1,c1,h2:Ba7,h8,b8', legal: quiet('a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7') },
  must_capture: { fen: 'W:Wc3,h2,a1,Kg1:Bd4,f4,d6,f6,b6', legal: taking },
  capturing: { fen: 'W:Wc3,h2,a1,Kg1:Bd4,f4,d6,f6,b6', legal: taking },
  last_move: { fen: 'W:Wa1,e1,b2,h2:Bb8,h8,f4', last: ['e5', 'f4'], legal: [] },
  last_capture: { fen: 'W:Wa1,e1,h2:Bb8,h8,g3', last: ['c7', 'e5', 'g3'], legal: [] },
  waiting: { fen: 'B:Wa1,e1,d4,h2:Bb8,h8,f6', turn: 'black', last: ['c3', 'd4'], legal: [], waiting: true },
  premove: { fen: 'B:Wa1,c3,h2:Bb8,f6,h8', turn: 'black', legal: [], premovable: true, premove: { from: 'c3', to: 'e5' } },
  hint: { fen: 'W:WKe1,b2,h2:Bb8,f6', legal: quiet('e1', 'd2', 'c3', 'b4', 'f2', 'g3', 'h4'), hint: ['e1', 'b4'] },
  king: { fen: 'W:WKa1,c1,Ke5,Kh2:BKb8,d8,Kd4,Kh8', legal: [] },
  focus: { fen: 'W:Wa1,c3,h2:Bb8,Kd4,f6', legal: quiet('c3', 'b4') },
  inside: { fen: mixed, last: ['e5', 'f6'], legal: [] },
  numeric: { fen: mixed, last: ['e5', 'f6'], legal: [] },
  ten: { fen: 'W:W31,32,33,38,41,46,K50:B1,2,13,19,K5,22', last: ['17', '22'], legal: [] },
};

async function begin(): Promise<void> {
  const asked = new URLSearchParams(location.search);
  const shown = STATES[asked.get('state') ?? ''];
  const target = document.getElementById('stand');
  if (shown === undefined || target === null) return;
  await speak('es');
  const board = BOARDS.find((one) => one === asked.get('board')) ?? 'tinta';
  await choose({
    lang: 'es', theme: 'light', board, contrast: asked.get('board') === 'contrast' ? 'more' : 'system', arcs: true,
    inside: asked.get('state') === 'inside', notation: asked.get('state') === 'numeric' ? 'numeric' : 'algebraic',
  });
  const { fen, ...rest } = shown;
  const { position, turn } = readFen(fen);
  mount(Pieces, { target: document.body });
  mount(Board, { target, props: { width: widthOfFen(fen), position, turn, below: 'white', last: [], legal: [], ply: '0', ...rest } });
  await document.fonts.load('600 18px "Instrument Sans"');
  await document.fonts.load('700 30px "Instrument Sans"');
  document.body.dataset['ready'] = 'yes';
}

void begin();
