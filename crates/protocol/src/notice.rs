//! Notices of events, and where they go by mail. Knows no words: those are the client's and the mail's.

use crate::rivals::StakeMode;
use ids::{Amount, CommandId, GameId, MatchId, NoticeId, TournamentId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Terms that somebody offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NoticeOffer {
    /// How many games.
    pub games: u8,
    /// What a stake is put up for.
    pub stake_mode: StakeMode,
    /// One player's stake for that.
    pub stake: Amount,
    /// When the match would start, in Unix milliseconds; null: as soon as it is accepted.
    #[ts(type = "number | null")]
    pub starts_at: Option<i64>,
    /// When the offer expires.
    #[ts(type = "number")]
    pub expires_at: i64,
}

/// Who called an event off, for the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// He won.
    Won,
    /// He lost.
    Lost,
    /// It is level.
    Drawn,
}

/// What is told, to the reader. Instants are Unix milliseconds, amounts minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum NoticeBody {
    /// The other player challenges him.
    Challenged(NoticeOffer),
    /// The other player offers other terms.
    Countered(NoticeOffer),
    /// The other player said no.
    Declined,
    /// His offer found no answer in time.
    Expired,
    /// The other player took his offer back.
    Withdrawn,
    /// An acceptance failed because his wallet did not cover the hold.
    NotCovered {
        /// What was needed.
        hold: Amount,
    },
    /// The match is agreed.
    Scheduled {
        /// When it starts.
        #[ts(type = "number")]
        starts_at: i64,
        /// When check-in opens.
        #[ts(type = "number")]
        opens_at: i64,
        /// What is held of him.
        hold: Amount,
    },
    /// The other player would cancel.
    CancelOffered,
    /// It was called off before it began.
    Cancelled {
        /// By whom.
        by: CalledOffBy,
        /// What came back.
        refund: Amount,
    },
    /// Check-in is open: it starts soon.
    CheckInOpen {
        /// When it starts.
        #[ts(type = "number")]
        starts_at: i64,
        /// The last instant of check-in.
        #[ts(type = "number")]
        closes_at: i64,
    },
    /// The start was put off.
    StartMoved {
        /// Until then at the latest.
        #[ts(type = "number")]
        until: i64,
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
        /// What he got out of the pot; null where each game was paid by itself.
        received: Option<Amount>,
    },
    /// What is not needed any more of what was held came back.
    Refund {
        /// How much.
        amount: Amount,
    },
    /// The match does not count.
    Voided {
        /// What came back.
        refund: Amount,
    },
    /// The result is looked at before it is paid.
    InReview {
        /// When it stands, if nobody rules before.
        #[ts(type = "number")]
        deadline: i64,
    },
    /// The other player offers a rematch.
    RematchOffered {
        /// Until then.
        #[ts(type = "number")]
        until: i64,
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
    /// The tournament began without him.
    LeftOut {
        /// What came back.
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
    /// He is paired no more: too often he did not come.
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

/// A notice, to its reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NoticeView {
    /// Its key; a later one is greater.
    pub id: NoticeId,
    /// When it happened, in Unix milliseconds.
    #[ts(type = "number")]
    pub at: i64,
    /// Whether it was read.
    pub read: bool,
    /// The match that it is about.
    #[serde(rename = "match")]
    pub of_match: Option<MatchId>,
    /// The tournament that it is about.
    pub tournament: Option<TournamentId>,
    /// The tournament's name.
    pub title: Option<String>,
    /// The other player's name.
    pub other: Option<String>,
    /// What is told.
    pub body: NoticeBody,
}

/// Notices, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NoticePage {
    /// The command that asked; null over HTTP.
    pub id: Option<CommandId>,
    /// The notices.
    pub notices: Vec<NoticeView>,
    /// Whether there are older ones: ask again with `before` the last one's key.
    pub more: bool,
    /// How many of all are unread.
    pub unread: u32,
}

/// The body of `POST /api/notices/read`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadNotices {
    /// The newest that was read: it and all older ones are.
    pub up_to: NoticeId,
}

/// A language that mail is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// Spanish.
    Es,
    /// Portuguese.
    Pt,
    /// English.
    En,
}

/// What notices belong to: each can be switched off for mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum NoticeTopic {
    /// Challenges and what becomes of them.
    Challenges,
    /// Starts, rounds and what delays them.
    Starts,
    /// Results and money.
    Results,
}

/// The answer to `GET /api/mail`: where one's notices go by mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MailSettings {
    /// Whether mail is sent here at all.
    pub available: bool,
    /// The address; null when there is none.
    pub address: Option<String>,
    /// Whether its owner has shown that it is his: before, nothing goes there but the letter that asks him.
    pub verified: bool,
    /// The language of the letters.
    pub language: Language,
    /// What is not sent.
    pub off: Vec<NoticeTopic>,
}

/// The body of `PUT /api/mail`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct MailChange {
    /// The address. Another one than before has to be verified: a letter with a link goes there.
    pub address: String,
    /// The language of the letters.
    pub language: Language,
    /// What is not to be sent.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<NoticeTopic>>")]
    pub off: Vec<NoticeTopic>,
}

/// The body of `POST /api/mail/verify`: what stands behind the `#` of the letter's link.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct VerifyMail {
    /// The link's code.
    pub code: String,
}
