//! Play that the house arranges: ratings, matchmaking, Rivals matches, tournaments. Pure: time, chance and ids are
//! arguments. Knows no board, no socket and no row.

mod clock;
mod game_over;
mod ladder;
mod matchmaking;
mod mini_game;
mod mini_match;
mod money;
mod notice;
mod order;
mod outage;
mod pair_limit;
mod pairing;
mod prize;
mod rating;
mod review;
mod rivals;
mod schedule;
mod seat;
mod standings;
mod tie_break;
pub mod tournament;

pub use clock::Clock;
pub use game_over::{Finish, GameOver, GameResult, PerColour};
pub use ladder::{
    Ladder, LadderChallenge, LadderCommand, LadderError, LadderEvent, LadderLimits, LadderReplayError,
    LadderState, LadderTerms, LadderTermsError, Lapse,
};
pub use matchmaking::{
    GameProfile, JoinError, Pool, PoolEvent, PoolPair, PoolTerms, PoolTermsError, Seeker, StakeRange, Waiting,
};
pub use mini_game::{MiniGame, MiniKey, MiniLimits, MiniStep, Stage};
pub use mini_match::{MiniError, MiniMatch};
pub use money::{Holder, MoneyLeg, MoneyMove, MoneyOf};
pub use notice::{ByMail, CalledOffBy, EventNotice, NoticeBody, NoticeOf, NoticeTopic, OfferNotice, Verdict};
pub use order::Order;
pub use outage::{OutageCause, OutageTerms, OutageWatch, Vitals};
pub use pair_limit::{PairFlow, PairGame, PairLeft, PairLimitError, PairLimits, PairUse};
pub use pairing::{berger, bracket, swiss};
pub use prize::{MAX_PAID_PLACES, PrizePlan, PrizePlanError, apportion, roll_forward, split};
pub use rating::{
    BoardRow, ClockClass, ClockClasses, FinishedGame, Held, HistoryPoint, PairGain, PlayedAs, Points, Rating,
    RatingBook, RatingCause, RatingChange, RatingClass, RatingTerms, RatingTermsError, Unrated, VoidError,
    expected_score, leaderboard, pair_gain, rate_game, rating_history, void_change,
};
pub use review::{LostBy, LostGame, ReviewHold, ReviewReason, ReviewTerms, WonPot};
pub use rivals::{
    CancelCause, ChallengeError, ChallengeFacts, CounterTerms, DecidedBy, FinishedMatch, GameMoney, GameSlot,
    GameStart, GamesByColour, LevelRule, Match, MatchCommand, MatchError, MatchEvent, MatchGame,
    MatchOutcome, MatchReplayError, MatchState, MatchTerms, NoShowMoney, PairColours, PairRecord, Proposal,
    ReviewCause, RivalsLimits, RivalsLimitsError, Ruling, Run, StakeMode, StartAt, StopCause, Tally,
    TermsError, TermsHash, TickFacts, rematch_id,
};
pub use schedule::{
    AheadError, Cron, CronError, CronField, LocalDateTime, LocalDateTimeError, Occurrence, Planned, Schedule,
    ScheduleError, ScheduleTerms, instant_of, is_time_zone, utc_text,
};
pub use seat::{PerSeat, Seat};
pub use standings::{Standing, standings};
pub use tie_break::{Crosstable, Ranked, RoundOf, ScoreOf, TieBreak, TieBreakEdition, rank};
pub use tournament::{
    Tournament, TournamentCommand, TournamentError, TournamentEvent, TournamentLimits, TournamentReplayError,
    TournamentTerms,
};
