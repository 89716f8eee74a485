//! Notices in the wire's words, a page of them, and how old ones are forgotten. Knows no mail.

use crate::app::App;
use crate::clock;
use competition::{NoticeBody, NoticeOf, OfferNotice, StakeMode};
use ids::{AccountId, CommandId, Millis, NoticeId, WallTime};
use protocol::{NoticeOffer, NoticePage, NoticeView};
use rooms::{Notice, PlayerNotice};
use std::sync::Arc;
use std::time::Duration;
use store::StoreError;
use tracing::{info, warn};

/// Notices of one answer.
const PAGE: u32 = 50;
/// How often it is looked for notices to be forgotten, and how many at once.
const SWEEP_EVERY: Duration = Duration::from_secs(600);
const SWEEP: u32 = 1_000;

/// The notices of an account before one of them, or the newest, as an answer to `id`.
///
/// # Errors
/// [`StoreError`].
pub(crate) async fn page(
    app: &App,
    account: AccountId,
    before: Option<NoticeId>,
    id: Option<CommandId>,
) -> Result<NoticePage, StoreError> {
    let mut found = app.database.notices(account, before, PAGE + 1).await?;
    let unread = app.database.unread_notices(account).await?;
    let more = found.len() > PAGE as usize;
    found.truncate(PAGE as usize);
    Ok(NoticePage { id, notices: found.iter().map(view).collect(), more, unread })
}

/// That notice and all older ones of the account are read; all its sockets hear how many are not.
///
/// # Errors
/// [`StoreError`].
pub(crate) async fn read(app: &App, account: AccountId, up_to: NoticeId) -> Result<(), StoreError> {
    let unread = app.database.read_notices(account, up_to, clock::wall()).await?;
    app.house.people().tell(account, &Notice::Unread(unread));
    Ok(())
}

/// Forgets old notices, for as long as the server runs.
pub(crate) async fn sweep(app: Arc<App>) {
    let mut rounds = tokio::time::interval(SWEEP_EVERY);
    let ago = |seconds: u64| clock::wall().minus(Millis(seconds.saturating_mul(1_000)));
    loop {
        rounds.tick().await;
        let kept = &app.config.notices;
        match app.database.forget_notices(ago(kept.read_kept_s), ago(kept.kept_s), SWEEP).await {
            Ok(0) => {}
            Ok(count) => info!("{count} old notices are forgotten"),
            Err(refused) => warn!("old notices were not forgotten: {refused}"),
        }
    }
}

/// A notice, to its player.
pub(crate) fn view(notice: &PlayerNotice) -> NoticeView {
    NoticeView {
        id: notice.id,
        at: notice.at.unix_millis(),
        read: notice.read,
        of_match: match notice.of {
            NoticeOf::Match(of) => Some(of),
            NoticeOf::Tournament(_) => None,
        },
        tournament: match notice.of {
            NoticeOf::Match(_) => None,
            NoticeOf::Tournament(of) => Some(of),
        },
        title: notice.title.clone(),
        other: notice.other.clone(),
        body: body(notice.body),
    }
}

const fn offer(offer: OfferNotice) -> NoticeOffer {
    NoticeOffer {
        games: offer.games,
        stake_mode: match offer.stake_mode {
            StakeMode::PerMatch => protocol::StakeMode::PerMatch,
            StakeMode::PerGame => protocol::StakeMode::PerGame,
        },
        stake: offer.stake,
        starts_at: match offer.starts_at {
            Some(at) => Some(at.unix_millis()),
            None => None,
        },
        expires_at: offer.expires_at.unix_millis(),
    }
}

fn body(body: NoticeBody) -> protocol::NoticeBody {
    use protocol::NoticeBody as Told;
    let ms = WallTime::unix_millis;
    match body {
        NoticeBody::Challenged(terms) => Told::Challenged(offer(terms)),
        NoticeBody::Countered(terms) => Told::Countered(offer(terms)),
        NoticeBody::Declined => Told::Declined,
        NoticeBody::Expired => Told::Expired,
        NoticeBody::Withdrawn => Told::Withdrawn,
        NoticeBody::NotCovered { hold } => Told::NotCovered { hold },
        NoticeBody::Scheduled { starts_at, opens_at, hold } => {
            Told::Scheduled { starts_at: ms(starts_at), opens_at: ms(opens_at), hold }
        }
        NoticeBody::CancelOffered => Told::CancelOffered,
        NoticeBody::Cancelled { by, refund } => Told::Cancelled { by: called_off_by(by), refund },
        NoticeBody::CheckInOpen { starts_at, closes_at } => {
            Told::CheckInOpen { starts_at: ms(starts_at), closes_at: ms(closes_at) }
        }
        NoticeBody::StartMoved { until } => Told::StartMoved { until: ms(until) },
        NoticeBody::NoShow { came, received } => Told::NoShow { came, received },
        NoticeBody::Result { verdict, points, other_points, received } => {
            Told::Result { verdict: own_verdict(verdict), points, other_points, received }
        }
        NoticeBody::Refund { amount } => Told::Refund { amount },
        NoticeBody::Voided { refund } => Told::Voided { refund },
        NoticeBody::InReview { deadline } => Told::InReview { deadline: ms(deadline) },
        NoticeBody::RematchOffered { until } => Told::RematchOffered { until: ms(until) },
        NoticeBody::YourRound { round, table, game } => Told::YourRound { round, table, game },
        NoticeBody::Bye { round } => Told::Bye { round },
        NoticeBody::Walkover { round, table } => Told::Walkover { round, table },
        NoticeBody::LeftOut { refund } => Told::LeftOut { refund },
        NoticeBody::Suspended => Told::Suspended,
        NoticeBody::Resumed => Told::Resumed,
        NoticeBody::Aborted { refund } => Told::Aborted { refund },
        NoticeBody::Absent => Told::Absent,
        NoticeBody::Removed => Told::Removed,
        NoticeBody::Placed { place, players, prize } => Told::Placed { place, players, prize },
    }
}

const fn called_off_by(by: competition::CalledOffBy) -> protocol::CalledOffBy {
    match by {
        competition::CalledOffBy::Consent => protocol::CalledOffBy::Consent,
        competition::CalledOffBy::You => protocol::CalledOffBy::You,
        competition::CalledOffBy::Other => protocol::CalledOffBy::Other,
        competition::CalledOffBy::OwnLimit => protocol::CalledOffBy::OwnLimit,
        competition::CalledOffBy::TooFew => protocol::CalledOffBy::TooFew,
        competition::CalledOffBy::House => protocol::CalledOffBy::House,
    }
}

const fn own_verdict(verdict: competition::Verdict) -> protocol::Verdict {
    match verdict {
        competition::Verdict::Won => protocol::Verdict::Won,
        competition::Verdict::Lost => protocol::Verdict::Lost,
        competition::Verdict::Drawn => protocol::Verdict::Drawn,
    }
}
