//! The rematch of an ended game, pure: who has asked, until when, and what it became.

use draughts::Side;
use ids::{GameId, Millis, Moment};

/// How the rematch stands, as viewers see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RematchView {
    /// The game has not ended, or the time for it is over, or somebody said no.
    Closed,
    /// It can be asked for.
    Open {
        /// How long.
        left: Millis,
    },
    /// One side has asked and confirmed.
    Asked {
        /// Who.
        by: Side,
        /// How long it stands.
        left: Millis,
    },
    /// It has been made.
    Made {
        /// The new game.
        game: GameId,
    },
}

/// What asking for a rematch leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// The other side has to agree.
    Waits,
    /// Both have agreed: make the game.
    Agreed,
    /// Not possible.
    No,
}

/// The rematch of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rematch {
    until: Moment,
    by: Option<Side>,
    closed: bool,
    making: bool,
    made: Option<GameId>,
}

impl Rematch {
    /// The rematch of a game that ended at `now`; `window` is how long it can be agreed.
    pub(crate) const fn open(now: Moment, window: Millis) -> Self {
        Self { until: now.plus(window), by: None, closed: false, making: false, made: None }
    }

    /// One that can't be agreed any more, or that was made already.
    pub(crate) const fn over(made: Option<GameId>) -> Self {
        Self { until: Moment(0), by: None, closed: true, making: false, made }
    }

    pub(crate) fn view(&self, now: Moment) -> RematchView {
        if let Some(game) = self.made {
            return RematchView::Made { game };
        }
        if self.closed || now >= self.until {
            return RematchView::Closed;
        }
        let left = self.until.since(now);
        match self.by {
            Some(by) => RematchView::Asked { by, left },
            None => RematchView::Open { left },
        }
    }

    /// `side` asks, or agrees when the other has asked.
    pub(crate) fn ask(&mut self, side: Side, now: Moment) -> Asked {
        if self.closed || self.making || self.made.is_some() || now >= self.until {
            return Asked::No;
        }
        match self.by {
            Some(by) if by != side => {
                self.making = true;
                Asked::Agreed
            }
            _ => {
                self.by = Some(side);
                Asked::Waits
            }
        }
    }

    /// Somebody says no.
    pub(crate) const fn decline(&mut self) -> bool {
        let possible = !self.closed && !self.making && self.made.is_none();
        self.closed |= possible;
        possible
    }

    /// The new game was made, or could not be.
    pub(crate) const fn finish(&mut self, made: Option<GameId>) {
        self.making = false;
        self.by = None;
        self.made = made;
        self.closed = made.is_none();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Moment = Moment(1_000_000);
    const WINDOW: Millis = Millis(60_000);

    #[test]
    fn a_rematch_needs_both_and_is_made_once() {
        let mut rematch = Rematch::open(AT, WINDOW);
        assert_eq!(rematch.ask(Side::White, AT), Asked::Waits);
        assert_eq!(rematch.ask(Side::White, AT), Asked::Waits, "asking twice is asking once");
        assert_eq!(rematch.ask(Side::Black, AT), Asked::Agreed);
        assert_eq!(rematch.ask(Side::White, AT), Asked::No, "it is being made");
    }

    #[test]
    fn a_rematch_ends_with_its_window_or_a_no() {
        let mut late = Rematch::open(AT, WINDOW);
        assert_eq!(late.ask(Side::White, AT.plus(WINDOW)), Asked::No);
        let mut declined = Rematch::open(AT, WINDOW);
        assert_eq!(declined.ask(Side::White, AT), Asked::Waits);
        assert!(declined.decline());
        assert_eq!(declined.ask(Side::Black, AT), Asked::No);
    }
}
