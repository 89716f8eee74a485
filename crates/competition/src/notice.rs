//! Notices: what a player is told because of what happened to an event of his. Knows no words, no names and no mail.

use crate::{MoneyMove, StakeMode};
use ids::{AccountId, Amount, GameId, MatchId, TournamentId, WallTime};
use serde::{Deserialize, Serialize};

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum NoticeOf {
    /// A Rivals match.
    Match(MatchId),
    /// A tournament.
    Tournament(TournamentId),
}

/// Whether a notice goes by mail too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ByMail {
    /// It is for who is here.
    Never,
    /// Until that instant; later it helps nobody.
    Until(WallTime),
    /// Whenever the mail gets through.
    Always,
}

/// One notice to one player. A subject, a kind and an account have one at most: `of` and `part` are the subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventNotice {
    /// What it is about.
    pub of: NoticeOf,
    /// Which part of it: the round of what happens once a round, the version of what may happen again, else 0.
    pub part: u32,
    /// Who is told.
    pub account: AccountId,
    /// The other player, where there is one.
    pub other: Option<AccountId>,
    /// The name of the tournament.
    pub title: Option<String>,
    /// Whether it goes by mail.
    pub by_mail: ByMail,
    /// What is told.
    pub body: NoticeBody,
}

/// The terms of an offer, as a notice tells them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OfferNotice {
    /// How many games.
    pub games: u8,
    /// What a stake is put up for.
    pub stake_mode: StakeMode,
    /// One player's stake for that.
    pub stake: Amount,
    /// When the match would start; `None`: as soon as it is accepted.
    pub starts_at: Option<WallTime>,
    /// When the offer expires.
    pub expires_at: WallTime,
}

/// Who called an event off, as the reader is told: why another player may not play is his own affair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CalledOffBy {
    /// Both wanted it.
    Consent,
    /// The reader.
    You,
    /// The other player.
    Other,
    /// A limit or exclusion of the reader's own.
    OwnLimit,
    /// Too few were there.
    TooFew,
    /// The house.
    House,
}

/// How a match ended for the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// He won.
    Won,
    /// He lost.
    Lost,
    /// It is level.
    Drawn,
}

/// What is told. Amounts are in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum NoticeBody {
    /// The other player challenges him.
    Challenged(OfferNotice),
    /// The other player offers other terms.
    Countered(OfferNotice),
    /// The other player said no.
    Declined,
    /// His offer found no answer in time.
    Expired,
    /// The other player took his offer back.
    Withdrawn,
    /// An acceptance failed because his wallet did not cover the hold; the offer stands on.
    NotCovered {
        /// What was needed.
        hold: Amount,
    },
    /// The match is agreed.
    Scheduled {
        /// When it starts.
        starts_at: WallTime,
        /// When check-in opens.
        opens_at: WallTime,
        /// What is held of him.
        hold: Amount,
    },
    /// The other player would cancel.
    CancelOffered,
    /// The event was called off before it began.
    Cancelled {
        /// By whom.
        by: CalledOffBy,
        /// What he got back.
        refund: Amount,
    },
    /// Check-in is open: it starts soon.
    CheckInOpen {
        /// When it starts.
        starts_at: WallTime,
        /// The last instant of check-in.
        closes_at: WallTime,
    },
    /// The start was put off.
    StartMoved {
        /// Until then at the latest.
        until: WallTime,
    },
    /// Not both came to the match.
    NoShow {
        /// Whether he did.
        came: bool,
        /// What he got, his own stake included.
        received: Amount,
    },
    /// The match is paid.
    Result {
        /// How it ended for him.
        verdict: Verdict,
        /// His score: 2 a win, 1 a draw.
        points: u16,
        /// The other's.
        other_points: u16,
        /// What he got out of the pot; `None` where each game was paid by itself.
        received: Option<Amount>,
    },
    /// What is not needed any more of what was held came back.
    Refund {
        /// How much.
        amount: Amount,
    },
    /// The match does not count.
    Voided {
        /// What he got back.
        refund: Amount,
    },
    /// The result is looked at before it is paid.
    InReview {
        /// When it stands, if nobody rules before.
        deadline: WallTime,
    },
    /// The other player offers a rematch.
    RematchOffered {
        /// Until then.
        until: WallTime,
    },
    /// A round of the tournament begins, and he plays.
    YourRound {
        /// The round.
        round: u16,
        /// The table.
        table: u16,
        /// The game.
        game: GameId,
    },
    /// A round begins, and he is free: it counts as a win.
    Bye {
        /// The round.
        round: u16,
    },
    /// His table is his without a game.
    Walkover {
        /// The round.
        round: u16,
        /// The table.
        table: u16,
    },
    /// The tournament began without him: he had not checked in, or may not play.
    LeftOut {
        /// What he got back.
        refund: Amount,
    },
    /// The tournament stands still.
    Suspended,
    /// It goes on.
    Resumed,
    /// It was ended without an end.
    Aborted {
        /// What he got.
        refund: Amount,
    },
    /// He is paired no more: he did not come too often.
    Absent,
    /// He was removed.
    Removed,
    /// The tournament is over and paid.
    Placed {
        /// The first of the places that he shares, from 1.
        place: u32,
        /// Among how many.
        players: u32,
        /// What he won.
        prize: Amount,
    },
}

/// What a player may switch on and off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoticeTopic {
    /// Challenges and what becomes of them.
    Challenges,
    /// Starts, rounds and what delays them.
    Starts,
    /// Results and money.
    Results,
}

impl NoticeTopic {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Challenges, Self::Starts, Self::Results];

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Challenges => "challenges",
            Self::Starts => "starts",
            Self::Results => "results",
        }
    }
}

impl NoticeBody {
    /// Its word, which never changes: rows are unique by it.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Challenged(_) => "challenged",
            Self::Countered(_) => "countered",
            Self::Declined => "declined",
            Self::Expired => "expired",
            Self::Withdrawn => "withdrawn",
            Self::NotCovered { .. } => "not_covered",
            Self::Scheduled { .. } => "scheduled",
            Self::CancelOffered => "cancel_offered",
            Self::Cancelled { .. } => "cancelled",
            Self::CheckInOpen { .. } => "check_in_open",
            Self::StartMoved { .. } => "start_moved",
            Self::NoShow { .. } => "no_show",
            Self::Result { .. } => "result",
            Self::Refund { .. } => "refund",
            Self::Voided { .. } => "voided",
            Self::InReview { .. } => "in_review",
            Self::RematchOffered { .. } => "rematch_offered",
            Self::YourRound { .. } => "your_round",
            Self::Bye { .. } => "bye",
            Self::Walkover { .. } => "walkover",
            Self::LeftOut { .. } => "left_out",
            Self::Suspended => "suspended",
            Self::Resumed => "resumed",
            Self::Aborted { .. } => "aborted",
            Self::Absent => "absent",
            Self::Removed => "removed",
            Self::Placed { .. } => "placed",
        }
    }

    /// What it belongs to.
    #[must_use]
    pub const fn topic(&self) -> NoticeTopic {
        match self {
            Self::Challenged(_)
            | Self::Countered(_)
            | Self::Declined
            | Self::Expired
            | Self::Withdrawn
            | Self::NotCovered { .. }
            | Self::Scheduled { .. }
            | Self::CancelOffered
            | Self::RematchOffered { .. } => NoticeTopic::Challenges,
            Self::Cancelled { .. }
            | Self::CheckInOpen { .. }
            | Self::StartMoved { .. }
            | Self::YourRound { .. }
            | Self::Bye { .. }
            | Self::Walkover { .. }
            | Self::Suspended
            | Self::Resumed => NoticeTopic::Starts,
            Self::NoShow { .. }
            | Self::Result { .. }
            | Self::Refund { .. }
            | Self::Voided { .. }
            | Self::InReview { .. }
            | Self::LeftOut { .. }
            | Self::Aborted { .. }
            | Self::Absent
            | Self::Removed
            | Self::Placed { .. } => NoticeTopic::Results,
        }
    }

    /// What came into the reader's wallet by what is told.
    #[must_use]
    pub fn money(&self) -> Amount {
        match self {
            Self::Cancelled { refund: amount, .. }
            | Self::NoShow { received: amount, .. }
            | Self::Refund { amount }
            | Self::Voided { refund: amount }
            | Self::LeftOut { refund: amount }
            | Self::Aborted { refund: amount }
            | Self::Placed { prize: amount, .. } => *amount,
            Self::Result { received, .. } => received.unwrap_or(Amount::ZERO),
            Self::Challenged(_)
            | Self::Countered(_)
            | Self::Declined
            | Self::Expired
            | Self::Withdrawn
            | Self::NotCovered { .. }
            | Self::Scheduled { .. }
            | Self::CancelOffered
            | Self::CheckInOpen { .. }
            | Self::StartMoved { .. }
            | Self::InReview { .. }
            | Self::RematchOffered { .. }
            | Self::YourRound { .. }
            | Self::Bye { .. }
            | Self::Walkover { .. }
            | Self::Suspended
            | Self::Resumed
            | Self::Absent
            | Self::Removed => Amount::ZERO,
        }
    }
}

/// What these movements bring into the wallet of an account.
pub(crate) fn received(moves: &[MoneyMove], account: AccountId) -> Amount {
    let own = moves.iter().filter(|each| each.to == crate::Holder::Wallet(account));
    Amount(own.map(|each| each.amount.0).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_written_under_its_own_word_and_read_back() {
        let at = WallTime(5);
        let offer = OfferNotice {
            games: 2,
            stake_mode: StakeMode::PerMatch,
            stake: Amount(100),
            starts_at: None,
            expires_at: at,
        };
        let bodies = [
            NoticeBody::Challenged(offer),
            NoticeBody::Declined,
            NoticeBody::Cancelled { by: CalledOffBy::OwnLimit, refund: Amount(5) },
            NoticeBody::Placed { place: 1, players: 8, prize: Amount(400) },
        ];
        for body in bodies {
            let text = serde_json::to_string(&body).unwrap();
            assert!(text.starts_with(&format!("{{\"kind\":\"{}\"", body.kind())), "{text}");
            assert_eq!(serde_json::from_str::<NoticeBody>(&text).unwrap(), body);
        }
    }
}
