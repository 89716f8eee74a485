//! How each refusal meets its client: one `match` an enum, never with `_`, so that a new variant can't be forgotten.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use competition::{ChallengeError, JoinError, LadderError, MatchError, TermsError, TournamentError};
use draughts::MoveError;
use game::GameError;
use ids::Millis;
use protocol::{Code, HttpError};
use rooms::Refusal;

/// Why an HTTP call was refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// The body, a parameter or a header is not what it should be.
    #[error("{0}")]
    BadRequest(String),
    /// The body is larger than allowed.
    #[error("the body is larger than is taken here")]
    BodyTooLarge,
    /// This needs somebody signed in.
    #[error("sign in first: a session cookie, or `Authorization: Bearer` with a token in force")]
    NotSignedIn,
    /// The request does not come from this site's pages.
    #[error("the request's Origin is not on this server's list")]
    BadOrigin,
    /// Too many requests.
    #[error("too many requests; try again in {} ms", wait.0)]
    RateLimited {
        /// When to try again.
        wait: Millis,
    },
    /// Too many sockets.
    #[error(transparent)]
    TooManySockets(#[from] crate::live::TooManySockets),
    /// The name does not have the form that names have.
    #[error("{0}")]
    BadName(String),
    /// The password is too short, too long or too common.
    #[error("{0}")]
    BadPassword(String),
    /// The text is no mail address.
    #[error("{0}")]
    BadAddress(String),
    /// The link is unknown, was used, or has run out.
    #[error("the link is unknown, was used, or has run out: ask for another")]
    LinkOver,
    /// The name is taken.
    #[error("that name is taken")]
    NameTaken,
    /// Name and password do not go together.
    #[error("name and password do not go together")]
    WrongCredentials,
    /// Not available in this environment.
    #[error("{0}")]
    NotHere(String),
    /// No such thing, or not for this account.
    #[error("there is no such thing here")]
    NotFound,
    /// The operator offers no such game.
    #[error("\"{asked}\" is not offered here; offered: {offered}")]
    NotOffered {
        /// What was asked for.
        asked: String,
        /// What is offered.
        offered: String,
    },
    /// An owner refused it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// As many players as may be are blocked.
    #[error("as many players as may be are blocked: {allowed}")]
    BlockLimit {
        /// How many.
        allowed: u32,
    },
    /// The payment gateway or the gate refused a payment.
    #[error("the payment was refused: {0}")]
    PaymentRefused(String),
    /// The wallet does not cover it.
    #[error("the wallet holds {balance} minor units of {currency}, less than that")]
    NotCovered {
        /// What it holds.
        balance: ids::Amount,
        /// The currency.
        currency: String,
    },
    /// The server is busy, or its database is away.
    #[error("not possible just now; try again in a moment")]
    Unavailable,
    /// A mistake of ours; what it was stands in the log.
    #[error("something went wrong here; it has been noted")]
    Internal,
}

impl ApiError {
    /// A failure of the database: the client may try again, the log has the chain.
    pub(crate) fn of_store(error: impl std::error::Error) -> Self {
        let mut chain = error.to_string();
        let mut source = error.source();
        while let Some(cause) = source {
            chain.push_str(": ");
            chain.push_str(&cause.to_string());
            source = cause.source();
        }
        tracing::error!(error = chain, "the database did not answer a call");
        Self::Unavailable
    }

    /// The status and the code that the client gets.
    pub(crate) fn status_and_code(&self) -> (StatusCode, Code) {
        match self {
            Self::BadRequest(_) => (StatusCode::BAD_REQUEST, Code::BadRequest),
            Self::BodyTooLarge => (StatusCode::PAYLOAD_TOO_LARGE, Code::BadRequest),
            Self::NotSignedIn => (StatusCode::UNAUTHORIZED, Code::NotSignedIn),
            Self::BadOrigin => (StatusCode::FORBIDDEN, Code::BadOrigin),
            Self::RateLimited { .. } | Self::TooManySockets(_) => {
                (StatusCode::TOO_MANY_REQUESTS, Code::RateLimited)
            }
            Self::BadName(_) => (StatusCode::UNPROCESSABLE_ENTITY, Code::BadName),
            Self::BadPassword(_) => (StatusCode::UNPROCESSABLE_ENTITY, Code::BadPassword),
            Self::BadAddress(_) => (StatusCode::UNPROCESSABLE_ENTITY, Code::BadAddress),
            Self::LinkOver => (StatusCode::GONE, Code::LinkOver),
            Self::NameTaken => (StatusCode::CONFLICT, Code::NameTaken),
            Self::WrongCredentials => (StatusCode::UNAUTHORIZED, Code::WrongCredentials),
            Self::NotHere(_) => (StatusCode::FORBIDDEN, Code::NotHere),
            Self::NotFound | Self::NotOffered { .. } => (StatusCode::NOT_FOUND, Code::NotFound),
            Self::Refused(refusal) => (StatusCode::CONFLICT, refusal_code(refusal)),
            Self::BlockLimit { .. } => (StatusCode::CONFLICT, Code::BlockLimit),
            Self::NotCovered { .. } => (StatusCode::CONFLICT, Code::InsufficientFunds),
            Self::PaymentRefused(_) => (StatusCode::FORBIDDEN, Code::StakesRefused),
            Self::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, Code::Unavailable),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, Code::Unavailable),
        }
    }
}

impl From<crate::accounts::HashError> for ApiError {
    fn from(error: crate::accounts::HashError) -> Self {
        match error {
            crate::accounts::HashError::Busy => Self::Unavailable,
            crate::accounts::HashError::Broken(reason) => {
                tracing::error!(reason, "a password hash could not be computed");
                Self::Internal
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = self.status_and_code();
        let mut response = (status, Json(HttpError { code, message: self.to_string() })).into_response();
        if let Self::RateLimited { wait } = self {
            let seconds = HeaderValue::from(wait.0.div_ceil(1000).max(1));
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        metrics::counter!("damas_http_refused_total", "code" => code_name(code)).increment(1);
        response
    }
}

/// The code of an owner's refusal.
pub(crate) fn refusal_code(refusal: &Refusal) -> Code {
    match refusal {
        Refusal::Game(error) => game_code(error),
        Refusal::OneAtATime => Code::OneAtATime,
        Refusal::Paused => Code::Paused,
        Refusal::Unavailable => Code::Unavailable,
        Refusal::NoSuchGame => Code::NoSuchGame,
        Refusal::NotYourGame => Code::NotYourGame,
        Refusal::BotDeclines => Code::BotDeclines,
        Refusal::NotAgainstTheBot => Code::NotAgainstTheBot,
        Refusal::NothingToTakeBack => Code::NothingToTakeBack,
        Refusal::BadPosition { .. } => Code::BadPosition,
        Refusal::TooManySpectators => Code::TooManySpectators,
        Refusal::SeekGone | Refusal::NotYourSeek | Refusal::OpponentBusy => Code::SeekGone,
        Refusal::OwnSeek => Code::OwnSeek,
        Refusal::GameLimit => Code::GameLimit,
        Refusal::SeekLimit { .. } => Code::SeekLimit,
        Refusal::Barred { .. } => Code::Barred,
        Refusal::TermsChanged { .. } => Code::TermsChanged,
        Refusal::InsufficientFunds { .. } => Code::InsufficientFunds,
        Refusal::OpponentInsufficientFunds => Code::OpponentInsufficientFunds,
        Refusal::StakesRefused { .. } => Code::StakesRefused,
        Refusal::OutOfRange { .. } => Code::OutOfRange,
        Refusal::NoRematch => Code::NoRematch,
        Refusal::NoSuchLink => Code::NoSuchLink,
        Refusal::Taken => Code::Taken,
        Refusal::PracticeLimit { .. } => Code::PracticeLimit,
        Refusal::PositionInPlay => Code::PositionInPlay,
        Refusal::Match(error) => match_code(error),
        Refusal::Challenge(error) => challenge_code(*error),
        Refusal::NoSuchMatch => Code::NoSuchMatch,
        Refusal::InEvent => Code::InEvent,
        Refusal::StartsSoon => Code::StartsSoon,
        Refusal::PairLimit => Code::PairLimit,
        Refusal::PlayNow(error) => join_code(*error),
        Refusal::NotWaiting => Code::NotWaiting,
        Refusal::Tournament(error) => tournament_code(error),
        Refusal::NoSuchTournament => Code::NoSuchTournament,
        Refusal::NotEntered => Code::NotEntered,
        Refusal::Ladder(error) => ladder_code(error),
        Refusal::LadderTerms(_) => Code::OutOfRange,
        Refusal::NoSuchLadder => Code::NoSuchLadder,
    }
}

/// The code of a refusal to wait for an opponent.
const fn join_code(error: JoinError) -> Code {
    match error {
        JoinError::Waiting => Code::AlreadyWaiting,
        JoinError::Full(_) | JoinError::Origins { .. } => Code::Unavailable,
        JoinError::Stakes { .. } | JoinError::LatencyLimit(_) | JoinError::OwnLatency { .. } => {
            Code::OutOfRange
        }
    }
}

/// The code of a refusal by a tournament's own rules.
const fn tournament_code(error: &TournamentError) -> Code {
    match error {
        TournamentError::Full { .. } => Code::Full,
        TournamentError::AlreadyEntered | TournamentError::EntryUsed { .. } => Code::AlreadyEntered,
        TournamentError::NoSuchEntry { .. } => Code::NotEntered,
        TournamentError::RatingOutside { .. } => Code::RatingOutside,
        TournamentError::TooLateToEnter { .. } => Code::TimeOver,
        TournamentError::Terms(_) => Code::OutOfRange,
        TournamentError::PurseShort { .. }
        | TournamentError::TermsFrozen
        | TournamentError::GuaranteeHeld { .. }
        | TournamentError::NotNow { .. }
        | TournamentError::NoSuchGame { .. }
        | TournamentError::SuspendedTooLong { .. }
        | TournamentError::NoSuchCase { .. }
        | TournamentError::TooManyCases { .. }
        | TournamentError::Pairing(_)
        | TournamentError::ResultUnchangeable { .. } => Code::NotNow,
    }
}

/// The code of a refusal by a ladder's own rules.
const fn ladder_code(error: &LadderError) -> Code {
    match error {
        LadderError::NotOpen | LadderError::NoSuchChallenge(_) | LadderError::NoLeaveLeft => Code::NotNow,
        LadderError::NotOnLadder(_) => Code::NotOnLadder,
        LadderError::Full { .. } => Code::Full,
        LadderError::OutOfReach { .. } => Code::OutOfReach,
        LadderError::Busy(_) | LadderError::OnLeave(_) | LadderError::Pause { .. } => {
            Code::NotChallengeableNow
        }
        LadderError::PairDone { .. } => Code::PairDone,
        LadderError::TooLate { .. } => Code::TimeOver,
    }
}

/// The code of a refusal by a match's own rules.
const fn match_code(error: &MatchError) -> Code {
    match error {
        MatchError::NotNow { .. } | MatchError::OtherGame { .. } => Code::NotNow,
        MatchError::Stranger(_) => Code::NotYourMatch,
        MatchError::NotYours(_) => Code::NotYours,
        MatchError::OwnChallenge(_) => Code::OwnChallenge,
        MatchError::OpenSeat => Code::OpenSeat,
        MatchError::Terms(error) => match error {
            TermsError::Lead { .. } => Code::StartOutOfRange,
            TermsError::Games { .. }
            | TermsError::Stake { .. }
            | TermsError::Clock { .. }
            | TermsError::MiniMatchPerGame
            | TermsError::Fee(_) => Code::OutOfRange,
        },
        MatchError::SameTerms => Code::SameTerms,
        MatchError::NoCounterLeft { .. } => Code::NoCounterLeft,
        MatchError::OtherTerms { .. } => Code::TermsChanged,
        MatchError::TooLate { .. } => Code::TimeOver,
        MatchError::TooEarly { .. } => Code::NotYet,
        MatchError::NoExtensionLeft { .. } => Code::NoExtensionLeft,
        MatchError::OneStake => Code::OneStake,
        MatchError::NoRematchOffer => Code::NoRematch,
    }
}

/// The code of a challenge that is not possible.
const fn challenge_code(error: ChallengeError) -> Code {
    match error {
        ChallengeError::Unavailable => Code::NotChallengeable,
        ChallengeError::OpenAlready => Code::ChallengeOpen,
        ChallengeError::TooMany { .. } => Code::ChallengeLimit,
        ChallengeError::Barred { .. } => Code::BarredFromMatches,
        ChallengeError::InEvent => Code::InEvent,
        ChallengeError::StartsSoon => Code::StartsSoon,
    }
}

/// The code of a refusal by the game's own rules.
fn game_code(error: &GameError) -> Code {
    match error {
        GameError::StalePly { .. } => Code::StalePly,
        GameError::NotYourTurn => Code::NotYourTurn,
        GameError::Move(MoveError::Illegal { .. }) => Code::IllegalMove,
        GameError::Move(MoveError::Ambiguous { .. }) => Code::Ambiguous,
        GameError::GameOver => Code::GameOver,
        GameError::TooLate { .. } => Code::TooLate,
        GameError::Paused => Code::Paused,
        GameError::NoSuchOffer { .. } => Code::NoSuchOffer,
        GameError::AlreadyOffered => Code::AlreadyOffered,
        GameError::NoOffersLeft { .. } => Code::NoOffersLeft,
        GameError::TooEarly { .. } => Code::TooEarly,
        GameError::NotNow => Code::Unavailable,
    }
}

/// The paths that fit, where a move was ambiguous.
pub(crate) fn fitting_paths(refusal: &Refusal) -> Vec<String> {
    match refusal {
        Refusal::Game(GameError::Move(MoveError::Ambiguous { paths })) => paths.clone(),
        _other => Vec::new(),
    }
}

/// A code as the wire writes it, for metrics.
pub(crate) fn code_name(code: Code) -> String {
    serde_json::to_value(code).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
