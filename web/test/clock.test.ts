import { describe, expect, it } from 'vitest';
import { leftAt } from '../src/clock/clock-ctrl';
import { clockText, stretch } from '../src/clock/clock-view';
import { clocks } from './fixture';

describe('the clock', () => {
  it('c5_it_never_reads_zero_before_the_flag_was_said_to_have_fallen', () => {
    for (const ms of [0, 1, 49, 99, 100]) expect(clockText(ms, false, ',')).toBe('0:00,1');
    expect(clockText(0, true, ',')).toBe('0:00');
  });

  it('c5_it_rounds_up_and_shows_tenths_under_half_a_minute', () => {
    expect(clockText(30_000, false, ',')).toBe('0:30');
    expect(clockText(29_999, false, ',')).toBe('0:30,0');
    expect(clockText(12_301, false, '.')).toBe('0:12.4');
    expect(stretch(61_001)).toBe('1:02');
  });

  it('c3_what_is_left_is_what_the_server_said_less_the_time_since', () => {
    expect(leftAt(clocks, 'white', 1_000, 5_000)).toBe(55_000);
    expect(leftAt(clocks, 'black', 1_000, 5_000)).toBe(60_000);
    expect(leftAt(clocks, 'white', 1_000, 500_000)).toBe(0);
  });
});
