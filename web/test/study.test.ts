// What is said of a game that is over: its worths and verdicts, its clocks, its text, its graph.
import { describe, expect, it } from 'vitest';
import type { AnalysedLine, PositionAnalysis, Side } from '../src/protocol';
import { evidence, tenths } from '../src/study/evidence';
import { height, lineOf, plyUnder, pointsOf, runs, surfaceOf } from '../src/study/graph';
import { verdict, worthOf, type Worth } from '../src/study/judge';
import { keyed, needsKeys } from '../src/study/keys';
import { editorPath, lastWorth, lineText, moverOf, pastHere, questionsOf, type Past } from '../src/study/past';
import { pdnOf } from '../src/study/pdn';
import { escaped, framed } from '../src/study/picture';
import { read } from '../src/study/reading';
import { worthText, verdictText, signed } from '../src/study/words';
import { route } from '../src/route';

const START = 'W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8';

function past(change: Partial<Past> = {}): Past {
  return {
    game: null, kept: false, variant: 'brazilian', rules: 'dream', first: 'white', startFen: START,
    moves: [
      { path: 'c3-d4', fen: 'B:Wd4:Bb6', leftAfterMs: null }, { path: 'b6-a5', fen: 'W:Wd4:Ba5', leftAfterMs: null },
      { path: 'd4xf6xh8', fen: 'B:Wh8:Ba5', leftAfterMs: null },
    ],
    outcome: 'white', reason: 'resignation', names: { white: 'ana', black: 'be"to' }, clock: null, firstFree: false, leftAtEnd: null,
    filed: false, me: 'white', level: null, ...change,
  };
}

const line = (score: number, moves: string[] = ['c3-b4'], wonBy: Side | null = null): AnalysedLine => ({ score, won_by: wonBy, plies: wonBy === null ? null : 5, moves });
const found = (score: number, moves?: string[], wonBy?: Side | null): PositionAnalysis => ({ turn: 'white', depth: 12, lines: [line(score, moves, wonBy), line(score - 20)] });
const worth = (score: number, wonBy: Side | null = null): Worth => ({ score, wonBy, plies: null });

describe('a verdict on a move', () => {
  const mark = (before: PositionAnalysis, after: Worth, mover: Side = 'white') => verdict(mover, 'c3-d4', before, after).mark;

  it('goes by what the mover lost, from the threshold on', () => {
    expect(mark(found(10), worth(-29))).toBe(null);
    expect(mark(found(10), worth(-30))).toBe('inaccuracy');
    expect(mark(found(10), worth(-69))).toBe('inaccuracy');
    expect(mark(found(10), worth(-70))).toBe('mistake');
    expect(mark(found(10), worth(-140))).toBe('blunder');
  });

  it('sees Black’s loss where White gains', () => {
    expect(mark(found(0), worth(90), 'black')).toBe('mistake');
    expect(mark(found(0), worth(-90), 'black')).toBe(null);
  });

  it('says nothing of the engine’s own choice, nor of a move without another one', () => {
    expect(mark(found(10, ['c3-d4']), worth(-300))).toBe(null);
    expect(mark({ ...found(10), lines: [line(10)] }, worth(-300))).toBe(null);
  });

  it('takes no notice of how much more a side has that has won anyway', () => {
    expect(mark(found(900), worth(320))).toBe(null);
    expect(mark(found(-400), worth(-900))).toBe(null);
    expect(mark(found(-500), worth(-900, 'black'))).toBe(null);
  });

  it('calls a certain win that is let go a blunder, and not one that the engine no longer sees to its end', () => {
    expect(verdict('white', 'c3-d4', found(20_000, undefined, 'white'), worth(0))).toEqual({ mark: 'blunder', loss: 300, turned: 'win_gone' });
    expect(verdict('black', 'c3-d4', found(-20_000, undefined, 'black'), worth(20_000, 'white')).turned).toBe('win_gone');
    expect(verdict('white', 'c3-d4', found(20_000, undefined, 'white'), worth(250))).toEqual({ mark: 'inaccuracy', loss: 50, turned: 'less_clear' });
    expect(mark(found(20_000, undefined, 'white'), worth(500))).toBe(null);
  });

  it('calls a blunder what makes a lost game of one that was not', () => {
    expect(verdict('white', 'c3-d4', found(-50), worth(-20_000, 'black'))).toMatchObject({ mark: 'blunder', turned: 'now_lost' });
    expect(mark(found(-200), worth(-20_000, 'black'))).toBe('mistake');
  });

  it('knows that who has nothing to play has lost', () => {
    expect(worthOf({ turn: 'black', depth: 0, lines: [] })).toMatchObject({ wonBy: 'white', plies: 0 });
  });
});

describe('a game read ply by ply', () => {
  it('says what is there, and nothing where a neighbour is missing', () => {
    const reading = read(past(), [found(0), found(100), null, found(400)]);
    expect(reading.worths.map((one) => one?.score ?? null)).toEqual([0, 100, null, 400]);
    expect(reading.verdicts.map((one) => one?.mark)).toEqual([undefined, null, undefined, undefined]);
  });

  it('takes a draw by rule for what it is, so that a win drawn by repetition is a win let go', () => {
    const drawn = past({ outcome: 'draw', reason: 'repetition' });
    expect(questionsOf(drawn)).toHaveLength(3);
    const reading = read(drawn, [found(0), found(0), found(20_000, undefined, 'white')]);
    expect(reading.verdicts[3]).toMatchObject({ mark: 'blunder', turned: 'win_gone' });
  });

  it('asks about the last position where time or a player ended it, and not where the board did', () => {
    expect(questionsOf(past())).toHaveLength(4);
    expect(questionsOf(past())[2]).toEqual({ variant: 'brazilian', fen: START, moves: ['c3-d4', 'b6-a5'], rules: 'dream', lines: 2 });
    expect(lastWorth(past({ reason: 'blocked' }))).toMatchObject({ wonBy: 'white' });
    expect(lastWorth(past({ reason: 'agreement', outcome: 'draw' }))).toBe(null);
    expect(lastWorth(past({ reason: null, outcome: 'draw' }))).toMatchObject({ score: 0 });
  });

  it('is told in words', () => {
    expect(worthText(worth(3))).toBe('Igualada');
    expect(worthText(worth(-130))).toBe('Negras mejor por 1,3 peones');
    expect(worthText({ score: 9, wonBy: 'black', plies: 9 })).toBe('Ganan negras en 5 jugadas');
    expect(verdictText({ mark: 'mistake', loss: 92, turned: null })).toBe('Error: cuesta 0,9 peones');
    expect(verdictText({ mark: 'blunder', loss: 300, turned: 'win_gone' })).toBe('Error grave: deja ir la victoria');
    expect([signed(worth(70)), signed(worth(-70)), signed(worth(2)), signed(worth(1, 'black'))]).toEqual(['+0,7', '−0,7', '0', '−∞']);
  });

  it('numbers a line from where it begins', () => {
    expect(lineText(['a', 'b', 'c'], 2)).toBe('2. a b 3. c');
    expect(lineText(['a', 'b', 'c'], 3)).toBe('2… a 3. b c');
    expect([1, 2, 3].map((ply) => moverOf(past({ first: 'black' }), ply))).toEqual(['black', 'white', 'black']);
  });
});

describe('a game of two on one device', () => {
  it('is read like any other, its end by the board or by the two of them', () => {
    const here = pastHere('american', 'B:Wd4:Bb6', ['b6-a5', 'd4-e5'], ['W:Wd4:Ba5', 'B:We5:Ba5'], 'white', true);
    expect(here).toMatchObject({ first: 'black', kept: false, moves: [{ path: 'b6-a5', fen: 'W:Wd4:Ba5' }, { path: 'd4-e5', fen: 'B:We5:Ba5' }] });
    expect(questionsOf(here)).toHaveLength(2);
    expect(questionsOf({ ...here, reason: pastHere('american', 'B:Wd4:Bb6', [], [], 'white', false).reason })).toHaveLength(3);
  });
});

describe('the evidence of the clocks', () => {
  const moves = [60_000, 63_000, 52_000, 61_500].map((left, i) => ({ path: 'a1-b2', fen: String(i), leftAfterMs: left }));

  it('is what each move took, its increment given back', () => {
    const got = evidence(past({ moves, clock: { initial_ms: 60_000, increment_ms: 3_000 }, leftAtEnd: { white: 40_000, black: 61_500 } }));
    expect(got?.taken.map((one) => one.used)).toEqual([3_000, 0, 11_000, 4_500]);
    expect(got?.last).toEqual({ ply: 5, side: 'white', used: 12_000, left: 40_000 });
    expect(got?.total).toEqual({ white: 26_000, black: 4_500 });
  });

  it('leaves out first moves that no clock counted', () => {
    const got = evidence(past({ moves, firstFree: true, clock: { initial_ms: 60_000, increment_ms: 3_000 } }));
    expect(got?.taken.map((one) => one.used)).toEqual([null, null, 11_000, 4_500]);
    expect(got?.last).toBe(null);
  });

  it('is nothing without clocks', () => {
    expect(evidence(past())).toBe(null);
    expect([tenths(4_240, ','), tenths(125_000, ','), tenths(59_990, '.')]).toEqual(['0:04,2', '2:05,0', '1:00.0']);
  });
});

describe('a game as PDN', () => {
  it('has the standard’s tags, its moves and an end', () => {
    expect(pdnOf(past({ clock: { initial_ms: 300_000, increment_ms: 500 } }), START, '2026.12.01')).toBe([
      '[Event "Damas"]', '[Site "?"]', '[Date "2026.12.01"]', '[Round "-"]', '[White "ana"]', '[Black "be\\"to"]', '[Result "1-0"]',
      '[TimeControl "300+0.5"]', '[Termination "Normal"]', '[PlyCount "3"]', '[GameType "26,W,8,8,A0,0"]', '',
      '1. c3-d4 b6-a5 2. d4xf6xh8 *', '',
    ].join('\n'));
  });

  it('names a position of one’s own, and counts from who moves first by rule', () => {
    const own = pdnOf(past({ startFen: 'B:Wd4:Bb6', first: 'black', outcome: 'draw', reason: null }), START, null);
    expect(own).toContain('[FEN "B:Wd4:Bb6"]\n');
    expect(own).toContain('[Result "1/2-1/2"]');
    expect(own).toContain('1... c3-d4 2. b6-a5 d4xf6xh8 *');
    expect(own).not.toContain('Termination');
  });

  it('writes numbers and separators as each game’s readers want them', () => {
    const american = pdnOf(past({ variant: 'american', first: 'black', startFen: 'B:Wa1:Bb8,Kh8' }), START, null);
    expect(american).toContain('[GameType "21,B,8,8,N1,0"]');
    expect(american).toContain('[FEN "B:W29:B1,K4"]');
    expect(american).toContain('1. 22-18 9-13 2. 18x11x4 *');
    expect(pdnOf(past({ variant: 'russian' }), START, null)).toContain('2. d4:f6:h8 *');
    const international = past({ variant: 'international', moves: [{ path: '32-28', fen: '', leftAfterMs: null }, { path: '19x37x46', fen: '', leftAfterMs: null }] });
    expect(pdnOf(international, START, null)).toContain('[Result "2-0"]');
    expect(pdnOf(international, START, null)).toContain('1. 32-28 19x37x46 *');
  });
});

describe('the keys through a game', () => {
  it('go one on, one back, to the start and to the end', () => {
    expect([keyed('ArrowLeft', 3, 9), keyed('ArrowRight', 9, 9), keyed('Home', 3, 9), keyed('End', 3, 9), keyed('a', 3, 9)]).toEqual([2, 9, 0, 9, null]);
  });

  it('leave a field and a slider theirs, and the board to who came to it by keyboard', () => {
    document.body.innerHTML = '<input id="a"><div role="slider" id="b"></div><button id="c"></button><div role="grid"><button id="d"></button></div>';
    const needs = (pointed: boolean) => ['a', 'b', 'c', 'd'].map((id) => needsKeys(document.getElementById(id), pointed));
    expect(needs(true)).toEqual([true, true, false, false]);
    expect(needs(false)).toEqual([true, true, false, true]);
  });
});

describe('the graph', () => {
  it('puts White’s advantage above the middle, and a won game at the edge', () => {
    expect([height(worth(0)), height(worth(200)), height(worth(-200)), height(worth(1, 'black'))]).toEqual([0, 0.5, -0.5, -1]);
    expect(pointsOf([worth(0), null, worth(1, 'white')], 110, 100, 5)).toEqual([{ ply: 0, x: 5, y: 50 }, { ply: 2, x: 105, y: 5 }]);
  });

  it('draws no line over what is not known', () => {
    const points = pointsOf([worth(0), worth(0), null, worth(0)], 110, 100, 5);
    expect(runs(points).map((run) => run.map((point) => point.ply))).toEqual([[0, 1], [3]]);
    expect(lineOf(runs(points)[0] ?? [])).toBe('M5 50L38.3 50');
    expect(surfaceOf([{ ply: 0, x: 1, y: 2 }, { ply: 1, x: 3, y: 4 }], 50)).toBe('M1 2L3 4L3 50L1 50Z');
  });

  it('finds the ply under a finger, at its edges too', () => {
    expect([plyUnder(0, 110, 5, 10), plyUnder(56, 110, 5, 10), plyUnder(400, 110, 5, 10)]).toEqual([0, 5, 10]);
  });
});

describe('what leaves the page', () => {
  it('opens in the editor as the position that it was', () => {
    const path = editorPath('brazilian', 'W:WKa1,c3:Bb8');
    expect(route('/editor', path.slice('/editor'.length))).toEqual({ page: 'editor', fen: 'brazilian:W:WKa1,c3:Bb8' });
  });

  it('is a picture whose words are only words', () => {
    const colours = { ground: '#fff', ink: '#000', ink2: '#111', edge: '#222' };
    const { svg, width, height: tall } = framed({ inside: '<g/>', defs: '', size: 800, ranks: ['8', '7'], files: ['a', 'b'], title: '<b>&', text: '"', place: 'x', colours, type: '' });
    expect(svg).toContain(escaped('<b>&'));
    expect(svg).not.toContain('<b>');
    expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')).toBe(null);
    expect([width, tall]).toEqual([1116, 1208]);
  });
});
