//! English.

use super::{Facts, instant};
use competition::{CalledOffBy, NoticeBody, OfferNotice, StakeMode, Verdict};
use ids::Amount;

pub(super) const FOOTER: &str =
    "You get this mail because you asked for it. Change it or switch it off in your account:";

fn money(facts: &Facts<'_>, amount: Amount) -> String {
    facts.money(amount, '.')
}

fn offer(facts: &Facts<'_>, offer: &OfferNotice) -> String {
    let stake = money(facts, offer.stake);
    let each = match offer.stake_mode {
        StakeMode::PerMatch => "for the match",
        StakeMode::PerGame => "a game",
    };
    let start = offer.starts_at.map_or_else(|| "right now".to_owned(), instant);
    let until = instant(offer.expires_at);
    format!("Games: {}. Stake: {stake} {each}. Start: {start}.\nYou can answer until {until}.", offer.games)
}

pub(super) fn subject(facts: &Facts<'_>) -> String {
    let (other, title) = (facts.other(), facts.title());
    let what = if facts.is_match() { format!("Match with {other}") } else { title.to_owned() };
    match &facts.notice.body {
        NoticeBody::Challenged(_) => format!("{other} challenges you to a match"),
        NoticeBody::Countered(_) => format!("{other} proposes other terms"),
        NoticeBody::Declined => format!("{other} does not accept your challenge"),
        NoticeBody::Expired => "Your challenge found no answer".to_owned(),
        NoticeBody::Withdrawn => format!("{other} took the challenge back"),
        NoticeBody::NotCovered { .. } => format!("{what}: your balance is too low"),
        NoticeBody::Scheduled { .. } => format!("{what}: agreed"),
        NoticeBody::CancelOffered => format!("{other} would like to cancel the match"),
        NoticeBody::Cancelled { .. } => format!("{what}: cancelled"),
        NoticeBody::CheckInOpen { .. } => format!("{what}: starts soon"),
        NoticeBody::StartMoved { .. } => format!("{what}: the start is put off"),
        NoticeBody::NoShow { .. } => format!("{what}: not played"),
        NoticeBody::Result { verdict, .. } => match verdict {
            Verdict::Won => format!("{what}: you won"),
            Verdict::Lost => format!("{what}: you lost"),
            Verdict::Drawn => format!("{what}: drawn"),
        },
        NoticeBody::Refund { .. } => format!("{what}: money returned"),
        NoticeBody::Voided { .. } => format!("{what}: void"),
        NoticeBody::InReview { .. } => format!("{what}: result under review"),
        NoticeBody::RematchOffered { .. } => format!("{other} offers a rematch"),
        NoticeBody::YourRound { round, table, .. } => format!("{what}: round {round}, table {table}"),
        NoticeBody::Bye { round } => format!("{what}: a bye in round {round}"),
        NoticeBody::Walkover { round, .. } => format!("{what}: round {round} won without play"),
        NoticeBody::LeftOut { .. } => format!("{what}: started without you"),
        NoticeBody::Suspended => format!("{what}: suspended"),
        NoticeBody::Resumed => format!("{what}: goes on"),
        NoticeBody::Aborted { .. } => format!("{what}: ended early"),
        NoticeBody::Absent => format!("{what}: withdrawn for absence"),
        NoticeBody::Removed => format!("{what}: removed"),
        NoticeBody::Placed { place, .. } => format!("{what}: place {place}"),
    }
}

pub(super) fn sentence(facts: &Facts<'_>) -> String {
    let (other, title) = (facts.other(), facts.title());
    let back = |amount| format!("{} came back to you.", money(facts, amount));
    match &facts.notice.body {
        NoticeBody::Challenged(terms) => {
            format!("{other} challenges you to a match.\n{}", offer(facts, terms))
        }
        NoticeBody::Countered(terms) => format!("{other} proposes other terms.\n{}", offer(facts, terms)),
        NoticeBody::Declined => format!("{other} does not accept your challenge. Nothing was held."),
        NoticeBody::Expired => "Nobody answered your challenge in time. Nothing was held.".to_owned(),
        NoticeBody::Withdrawn => format!("{other} took the challenge back."),
        NoticeBody::NotCovered { hold } => {
            format!(
                "{} were needed, and your balance did not cover them. The offer stands.",
                money(facts, *hold)
            )
        }
        NoticeBody::Scheduled { starts_at, opens_at, hold } => format!(
            "The match with {other} starts {}. Check in from {}. {} are held.",
            instant(*starts_at),
            instant(*opens_at),
            money(facts, *hold)
        ),
        NoticeBody::CancelOffered => {
            format!("{other} would like to cancel the match. It is cancelled if you agree.")
        }
        NoticeBody::Cancelled { by, refund } => format!("{} {}", called_off(*by, other), back(*refund)),
        NoticeBody::CheckInOpen { starts_at, closes_at } => format!(
            "It starts {}. Check in until {}; who does not check in does not play.",
            instant(*starts_at),
            instant(*closes_at)
        ),
        NoticeBody::StartMoved { until } => {
            format!("The start is put off, until {} at the latest.", instant(*until))
        }
        NoticeBody::NoShow { came: true, received } => {
            format!("{other} did not come. You received {}.", money(facts, *received))
        }
        NoticeBody::NoShow { came: false, received } => {
            format!("You did not come to the match. {}", back(*received))
        }
        NoticeBody::Result { points, other_points, received, .. } => {
            let money = received.map_or_else(
                || "Each game was paid by itself.".to_owned(),
                |got| format!("You received {}.", money(facts, got)),
            );
            format!("Result with {other}: {points} to {other_points}. {money}")
        }
        NoticeBody::Refund { amount } => {
            format!("The games that were left are not played. {}", back(*amount))
        }
        NoticeBody::Voided { refund } => format!("The match does not count. {}", back(*refund)),
        NoticeBody::InReview { deadline } => {
            format!("The result is looked at before it is paid, until {} at the latest.", instant(*deadline))
        }
        NoticeBody::RematchOffered { until } => {
            format!("{other} offers a rematch until {}.", instant(*until))
        }
        NoticeBody::YourRound { round, table, .. } => {
            format!("{title}: round {round} begins. You play {other} at table {table}. Sit down now.")
        }
        NoticeBody::Bye { round } => format!("{title}: you have a bye in round {round}, it counts as a win."),
        NoticeBody::Walkover { round, table } => {
            format!("{title}: table {table} of round {round} is yours without play.")
        }
        NoticeBody::LeftOut { refund } => {
            format!("{title} started without you: you had not checked in. {}", back(*refund))
        }
        NoticeBody::Suspended => format!("{title} is suspended. The clocks stand still."),
        NoticeBody::Resumed => format!("{title} goes on. The clocks run."),
        NoticeBody::Aborted { refund } => {
            format!("{title} was ended early. You received {}.", money(facts, *refund))
        }
        NoticeBody::Absent => format!("{title}: you did not come too often, and are paired no more."),
        NoticeBody::Removed => format!("{title}: you were removed from the tournament."),
        NoticeBody::Placed { place, players, prize } => {
            format!("{title} is over. Place {place} of {players}. Prize: {}.", money(facts, *prize))
        }
    }
}

fn called_off(by: CalledOffBy, other: &str) -> String {
    match by {
        CalledOffBy::Consent => "Cancelled by agreement.".to_owned(),
        CalledOffBy::You => "You cancelled the match.".to_owned(),
        CalledOffBy::Other => format!("{other} cancelled the match."),
        CalledOffBy::OwnLimit => "Cancelled because of a limit or exclusion of yours.".to_owned(),
        CalledOffBy::TooFew => "Cancelled: too few players were there.".to_owned(),
        CalledOffBy::House => "Cancelled by the house.".to_owned(),
    }
}

pub(super) fn verification(name: &str, link: &str) -> (String, String) {
    let text = format!(
        "The Damas account {name} wants its notices sent to this address. If it is yours, open this link within 24 hours:\n\n\
        {link}\n\nIf it is not, do nothing: we will not write again.\n"
    );
    ("Confirm your mail address".to_owned(), text)
}
