//! Whether terms can be kept, and why not. Knows no player.

use super::terms::{
    Format, MAX_NAME, MAX_PLAYERS, MAX_PROTEST, MAX_ROUND_ROBIN, MAX_ROUNDS, TournamentTerms,
};
use crate::TieBreak;
use ids::{Amount, Millis};

/// Terms that can't be announced.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TermsError {
    /// Money can't be negative, nor too large.
    #[error("{what} is {amount}, it must be from 0 to {most}")]
    Amount {
        /// Which.
        what: &'static str,
        /// The amount given.
        amount: Amount,
        /// The most.
        most: Amount,
    },
    /// An arena is played for nothing.
    #[error("an arena is without money: contribution, fee and guarantee must be 0 and the prize plan empty")]
    ArenaMoney,
    /// A pool needs a plan, and a plan a pool.
    #[error("a pool needs prize weights, and prize weights need a contribution or a guarantee")]
    PlanWithoutPool,
    /// The guarantee is out of proportion.
    #[error(
        "a guarantee of {guarantee} is more than {most}, {times} times the contributions of {min_players} players"
    )]
    Guarantee {
        /// What was given.
        guarantee: Amount,
        /// The most it may be.
        most: Amount,
        /// How many times.
        times: u32,
        /// The minimum of players.
        min_players: u32,
    },
    /// Nobody could read it.
    #[error("a name has 1 to {most} characters, {chars} were given")]
    Name {
        /// How many it has.
        chars: usize,
        /// The most.
        most: usize,
    },
    /// A name that does not show what it is: it holds control characters, or turns the direction of writing.
    #[error("a name has no control characters and none that turn the direction of writing; it holds {0:?}")]
    Unseen(char),
    /// That is no country.
    #[error("{0:?} is no country: two capital letters as ISO 3166 says, each once")]
    Country(String),
    /// The numbers of players make no sense.
    #[error(
        "{min} to {max} players: there must be at least {least}, at most {most}, and no more least than most"
    )]
    Players {
        /// The minimum given.
        min: u32,
        /// The maximum given.
        max: u32,
        /// The fewest of that format.
        least: u32,
        /// The most of that format.
        most: u32,
    },
    /// The smallest field could not be paired so often.
    #[error("{rounds} rounds: a Swiss of at least {min_players} players has 1 to {most}")]
    Rounds {
        /// What was given.
        rounds: u16,
        /// The minimum of players.
        min_players: u32,
        /// The most rounds.
        most: u32,
    },
    /// Times in the wrong order.
    #[error("registration, check-in and start must follow one another")]
    Times,
    /// A time that would stop the event or never pass.
    #[error("{what} is {} ms, it must be from {} to {} ms", given.0, least.0, most.0)]
    Duration {
        /// Which.
        what: &'static str,
        /// What was given.
        given: Millis,
        /// The shortest.
        least: Millis,
        /// The longest.
        most: Millis,
    },
    /// Late entry is for a Swiss and an arena.
    #[error("late entry is possible in a Swiss and in an arena only")]
    LateEntry,
    /// A tie-break that the format has no use for.
    #[error("{0:?} is no tie-break of this format, or stands twice in the list")]
    TieBreak(TieBreak),
    /// No rating could enter.
    #[error("no rating is at least {at_least} and at most {at_most}")]
    Rating {
        /// The lowest.
        at_least: i32,
        /// The highest.
        at_most: i32,
    },
}

/// Whether a character is not seen itself, but changes how others are: controls, and the marks of the Unicode bidirectional algorithm
/// (UAX #9).
fn is_unseen(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{061c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

impl TournamentTerms {
    /// Whether these terms can be kept.
    ///
    /// # Errors
    /// [`TermsError`], the first of them.
    pub fn validate(&self) -> Result<(), TermsError> {
        let chars = self.name.chars().count();
        if chars == 0 || chars > MAX_NAME {
            return Err(TermsError::Name { chars, most: MAX_NAME });
        }
        if let Some(unseen) = self.name.chars().find(|char| is_unseen(*char)) {
            return Err(TermsError::Unseen(unseen));
        }
        for (at, country) in self.countries.iter().enumerate() {
            let letters = country.len() == 2 && country.bytes().all(|byte| byte.is_ascii_uppercase());
            if !letters || self.countries[..at].contains(country) {
                return Err(TermsError::Country(country.clone()));
            }
        }
        self.validate_players()?;
        self.validate_money()?;
        self.validate_times()?;
        if self.late_entry && !matches!(self.format, Format::Swiss { .. } | Format::Arena { .. }) {
            return Err(TermsError::LateEntry);
        }
        for (at, tie_break) in self.tie_breaks.iter().enumerate() {
            let fits = match self.format {
                Format::Swiss { .. } => true,
                // C.07 art. 8: Buchholz is not for round robins
                Format::RoundRobin { .. } => {
                    !matches!(tie_break, TieBreak::Buchholz | TieBreak::BuchholzCut1)
                }
                Format::Knockout { .. } | Format::Arena { .. } => false,
            };
            if !fits || self.tie_breaks[..at].contains(tie_break) {
                return Err(TermsError::TieBreak(*tie_break));
            }
        }
        match (self.rating.at_least, self.rating.at_most) {
            (Some(at_least), Some(at_most)) if at_least > at_most => {
                Err(TermsError::Rating { at_least, at_most })
            }
            _ => Ok(()),
        }
    }

    fn validate_players(&self) -> Result<(), TermsError> {
        let (least, most) = match self.format {
            Format::RoundRobin { .. } => (3, MAX_ROUND_ROBIN),
            Format::Knockout { third_place: true } => (4, MAX_PLAYERS),
            _ => (2, MAX_PLAYERS),
        };
        let (min, max) = (self.min_players, self.max_players);
        if min < least || max > most || min > max {
            return Err(TermsError::Players { min, max, least, most });
        }
        if let Format::Swiss { rounds } = self.format {
            let most = (min - 1).min(u32::from(MAX_ROUNDS));
            if rounds == 0 || u32::from(rounds) > most {
                return Err(TermsError::Rounds { rounds, min_players: min, most });
            }
        }
        Ok(())
    }

    fn validate_money(&self) -> Result<(), TermsError> {
        // so that the pool of any field and any guarantee stays far below 64 bits
        let most = Amount(Amount::MAX.0 / i64::from(MAX_PLAYERS) / 4);
        for (what, amount) in [("the contribution", self.contribution), ("the fee", self.fee)] {
            if amount < Amount::ZERO || amount > most {
                return Err(TermsError::Amount { what, amount, most });
            }
        }
        let planned = !self.prizes.weights().is_empty();
        let free = self.contribution == Amount::ZERO && self.guarantee == Amount::ZERO;
        if matches!(self.format, Format::Arena { .. }) && (!free || planned || self.fee != Amount::ZERO) {
            return Err(TermsError::ArenaMoney);
        }
        if free == planned {
            return Err(TermsError::PlanWithoutPool);
        }
        let times = self.limits.guarantee_times;
        let most = Amount(
            self.contribution.0.saturating_mul(i64::from(self.min_players)).saturating_mul(i64::from(times)),
        );
        if self.guarantee < Amount::ZERO || self.guarantee > most {
            let (guarantee, min_players) = (self.guarantee, self.min_players);
            return Err(TermsError::Guarantee { guarantee, most, times, min_players });
        }
        Ok(())
    }

    fn validate_times(&self) -> Result<(), TermsError> {
        if self.registration_at > self.check_in_at || self.check_in_at >= self.starts_at {
            return Err(TermsError::Times);
        }
        let minutes = |minutes: u64| Millis(minutes * 60_000);
        let mut spans = vec![
            ("the grace", self.grace, minutes(1), minutes(60)),
            ("the protest window", self.protest, Millis::ZERO, MAX_PROTEST),
            ("the clock", self.clock.initial, Millis(1_000), minutes(6 * 60)),
            ("the increment", self.clock.increment, Millis::ZERO, minutes(5)),
            ("the spectators' delay", self.spectators_delay, Millis::ZERO, minutes(60)),
        ];
        if let Format::Arena { length, wave } = self.format {
            spans.push(("the arena's length", length, minutes(1), minutes(24 * 60)));
            spans.push(("the arena's wave", wave, Millis(5_000), minutes(10)));
        }
        for (what, given, least, most) in spans {
            if given < least || given > most {
                return Err(TermsError::Duration { what, given, least, most });
            }
        }
        Ok(())
    }
}
