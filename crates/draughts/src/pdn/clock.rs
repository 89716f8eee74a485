//! Clock times in comments: `[%clk 1:55:21]`, `[%clock w0:00:10 B0:00:03]`. Knows milliseconds as numbers, no clock.

use crate::Side;
use crate::move_text::cut;

/// What a move's comments say of the time. All in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// What White has left.
    pub white_ms: Option<u64>,
    /// What Black has left.
    pub black_ms: Option<u64>,
    /// Whose clock runs.
    pub running: Option<Side>,
    /// How long the move took (`emt`).
    pub move_ms: Option<u64>,
    /// How long the mover has used in the whole game (`egt`, `mct`).
    pub used_ms: Option<u64>,
}

impl Clocks {
    /// Adds what a comment behind a move of `mover` says. Commands that have nothing to do with time are passed.
    ///
    /// # Errors
    /// The first clock command, without its brackets, whose time is not readable; the others are taken.
    pub fn add(&mut self, comment: &str, mover: Side) -> Result<(), String> {
        let mut wrong = Ok(());
        for part in comment.split("[%").skip(1) {
            let Some((command, _)) = part.split_once(']') else { continue };
            let (name, value) =
                command.split_once(|next: char| next.is_whitespace()).unwrap_or((command, ""));
            let taken = match name {
                "clk" | "clock" => self.add_left(value, mover),
                "emt" => time(value.trim()).map(|ms| self.move_ms = Some(ms)),
                "egt" | "mct" => time(value.trim()).map(|ms| self.used_ms = Some(ms)),
                _ => Some(()),
            };
            if taken.is_none() && wrong.is_ok() {
                wrong = Err(cut(command));
            }
        }
        wrong
    }

    /// One time, the mover's, or one or two with `w` or `b` before them; a capital is the clock that runs.
    fn add_left(&mut self, value: &str, mover: Side) -> Option<()> {
        let times: Vec<&str> = value.split_whitespace().collect();
        if !(1..=2).contains(&times.len()) {
            return None;
        }
        let mut read = *self;
        for text in times {
            let (side, runs) = match text.as_bytes()[0] {
                b'w' => (Side::White, false),
                b'W' => (Side::White, true),
                b'b' => (Side::Black, false),
                b'B' => (Side::Black, true),
                _ => (mover, false),
            };
            let ms = time(text.trim_start_matches(['w', 'W', 'b', 'B']))?;
            match side {
                Side::White => read.white_ms = Some(ms),
                Side::Black => read.black_ms = Some(ms),
            }
            if runs {
                read.running = Some(side);
            }
        }
        *self = read;
        Some(())
    }
}

/// `1:55:21`, with a fraction of a second where there is one; or seconds, `123s`.
fn time(text: &str) -> Option<u64> {
    if let Some(seconds) = text.strip_suffix('s') {
        return seconds_ms(seconds, 9);
    }
    let (hours, rest) = text.split_once(':')?;
    let (minutes, seconds) = rest.split_once(':')?;
    let (hours, minutes) = (whole(hours, 4)?, whole(minutes, 2)?);
    let ms = seconds_ms(seconds, 2)?;
    (minutes < 60 && ms < 60_000).then_some((hours * 60 + minutes) * 60_000 + ms)
}

fn whole(text: &str, digits: usize) -> Option<u64> {
    let fits = (1..=digits).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    fits.then(|| text.parse().ok())?
}

/// Seconds with a fraction as milliseconds; what is smaller is dropped.
fn seconds_ms(text: &str, digits: usize) -> Option<u64> {
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let fraction = fraction.get(..3.min(fraction.len())).filter(|_| whole(fraction, 9).is_some())?;
    let thousandths = whole(fraction, 3)? * 10_u64.pow(3 - fraction.len() as u32);
    Some(whole(seconds, digits)? * 1000 + thousandths)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(comment: &str, mover: Side) -> Clocks {
        let mut clocks = Clocks::default();
        clocks.add(comment, mover).unwrap();
        clocks
    }

    #[test]
    fn one_time_without_a_letter_is_the_movers() {
        let white = Clocks { white_ms: Some(6_921_000), ..Clocks::default() };
        assert_eq!(read("[%clk 1:55:21]", Side::White), white);
        let black = Clocks { black_ms: Some(2_951_500), ..Clocks::default() };
        assert_eq!(read("well [%clock 0:49:11.5] played", Side::Black), black);
    }

    #[test]
    fn two_times_are_the_sides_and_the_capital_one_runs() {
        let both = Clocks {
            white_ms: Some(10_000),
            black_ms: Some(3_000),
            running: Some(Side::Black),
            ..Clocks::default()
        };
        for name in ["clk", "clock"] {
            assert_eq!(read(&format!("[%{name} w0:00:10 B0:00:03]"), Side::White), both);
            assert_eq!(read(&format!("[%{name} B3s  w10s]"), Side::Black), both);
        }
    }

    #[test]
    fn elapsed_times_and_other_commands_are_told_apart() {
        let clocks = read("[%emt 0:00:04][%egt 0:12:30][%eval 0.3][%csl Ra3]", Side::White);
        let expected = Clocks { move_ms: Some(4_000), used_ms: Some(750_000), ..Clocks::default() };
        assert_eq!(clocks, expected);
        assert_eq!(read("no command, [%clk is not closed", Side::White), Clocks::default());
    }

    #[test]
    fn a_time_that_is_none_is_told_and_takes_nothing_from_the_others() {
        for wrong in [
            "clk",
            "clk 5:03",
            "clk 0:60:00",
            "clk 0:00:61",
            "clk w1s b2s w3s",
            "clock w B",
            "emt soon",
            "clk é",
        ] {
            let mut clocks = Clocks::default();
            assert_eq!(clocks.add(&format!("[%{wrong}][%egt 1s]"), Side::White), Err(wrong.to_owned()));
            assert_eq!(clocks, Clocks { used_ms: Some(1_000), ..Clocks::default() });
        }
    }
}
