// A low clock is told at 60, 30 and 10 seconds, once each.
import { describe, expect, it } from 'vitest';
import { begun, kept, passed } from '../src/clock/marks';

/** What is told of a clock that is seen at these instants. */
function told(...seconds: number[]): number[] {
  const first = (seconds[0] ?? 0) * 1000;
  let last = begun(first);
  return seconds.flatMap((one) => {
    last = kept(last, one * 1000);
    const mark = passed(last, one * 1000);
    if (mark === null) return [];
    last = mark;
    return [mark];
  });
}

describe('a low clock', () => {
  it('is told at each mark, also when the page looks a little late', () => {
    expect(told(300, 61, 59.9, 40, 28, 12, 9.95, 5)).toEqual([60, 30, 10]);
    expect(told(70, 55, 25)).toEqual([60, 30]);
    expect(told(70, 8)).toEqual([10]);
  });

  it('is not told what it had passed before the page was opened', () => {
    expect(told(45, 44, 31, 29)).toEqual([30]);
    expect(told(5, 4)).toEqual([]);
  });

  it('is not told again while increments let it swing around a mark, but is once it has risen well above', () => {
    expect(told(65, 59, 62, 58, 63, 57)).toEqual([60]);
    expect(told(65, 59, 300, 59)).toEqual([60, 60]);
    expect(told(35, 9, 12, 9, 45, 29, 9)).toEqual([10, 30, 10]);
  });
});
