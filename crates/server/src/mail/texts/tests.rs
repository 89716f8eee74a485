//! Every kind of notice has its words in every language.

use super::*;
use competition::{CalledOffBy, NoticeBody, OfferNotice, StakeMode, Verdict};
use ids::{AccountId, GameId, MatchId, NoticeId, TournamentId};
use std::collections::BTreeSet;
use uuid::Uuid;

const AT: WallTime = WallTime(1_796_169_600_000_000);

fn every_body() -> Vec<NoticeBody> {
    let amount = Amount(12_305);
    let offer = OfferNotice {
        games: 4,
        stake_mode: StakeMode::PerGame,
        stake: amount,
        starts_at: Some(AT),
        expires_at: AT,
    };
    let game = GameId(Uuid::from_u128(5));
    let mut all = vec![
        NoticeBody::Challenged(offer),
        NoticeBody::Countered(OfferNotice { starts_at: None, stake_mode: StakeMode::PerMatch, ..offer }),
        NoticeBody::Declined,
        NoticeBody::Expired,
        NoticeBody::Withdrawn,
        NoticeBody::NotCovered { hold: amount },
        NoticeBody::Scheduled { starts_at: AT, opens_at: AT, hold: amount },
        NoticeBody::CancelOffered,
        NoticeBody::CheckInOpen { starts_at: AT, closes_at: AT },
        NoticeBody::StartMoved { until: AT },
        NoticeBody::NoShow { came: true, received: amount },
        NoticeBody::NoShow { came: false, received: amount },
        NoticeBody::Refund { amount },
        NoticeBody::Voided { refund: amount },
        NoticeBody::InReview { deadline: AT },
        NoticeBody::RematchOffered { until: AT },
        NoticeBody::YourRound { round: 2, table: 7, game },
        NoticeBody::Bye { round: 2 },
        NoticeBody::Walkover { round: 2, table: 7 },
        NoticeBody::LeftOut { refund: amount },
        NoticeBody::Suspended,
        NoticeBody::Resumed,
        NoticeBody::Aborted { refund: amount },
        NoticeBody::Absent,
        NoticeBody::Removed,
        NoticeBody::Placed { place: 3, players: 16, prize: amount },
    ];
    for by in [
        CalledOffBy::Consent,
        CalledOffBy::You,
        CalledOffBy::Other,
        CalledOffBy::OwnLimit,
        CalledOffBy::TooFew,
        CalledOffBy::House,
    ] {
        all.push(NoticeBody::Cancelled { by, refund: amount });
    }
    for verdict in [Verdict::Won, Verdict::Lost, Verdict::Drawn] {
        all.push(NoticeBody::Result { verdict, points: 3, other_points: 1, received: Some(amount) });
    }
    all.push(NoticeBody::Result { verdict: Verdict::Won, points: 3, other_points: 1, received: None });
    all
}

fn notice(of: NoticeOf, body: NoticeBody) -> PlayerNotice {
    PlayerNotice {
        id: NoticeId(Uuid::from_u128(1)),
        account: AccountId(Uuid::from_u128(2)),
        at: AT,
        of,
        title: Some("Copa".to_owned()),
        other: Some("beto".to_owned()),
        body,
        read: false,
    }
}

#[test]
fn every_kind_of_notice_has_a_short_letter_of_its_own_in_every_language() {
    let bodies = every_body();
    let kinds: BTreeSet<&str> = bodies.iter().map(NoticeBody::kind).collect();
    assert_eq!(kinds.len(), 27, "each kind is in the list: {kinds:?}");
    let subjects = [
        NoticeOf::Match(MatchId(Uuid::from_u128(3))),
        NoticeOf::Tournament(TournamentId(Uuid::from_u128(4))),
    ];
    for (of, path) in subjects.into_iter().zip(["/m/", "/t/"]) {
        for body in &bodies {
            let notice = notice(of, *body);
            let facts =
                Facts { notice: &notice, currency: "BRL", exponent: 2, site: "https://damas.example" };
            let letters: Vec<(String, String)> =
                Language::ALL.into_iter().map(|language| notice_text(language, &facts)).collect();
            for (subject, text) in &letters {
                assert!((5..=78).contains(&subject.chars().count()), "{subject}");
                assert!(!subject.contains('\n') && text.lines().count() <= 10, "{text}");
                assert!(text.contains(&format!("https://damas.example{path}")), "{text}");
                assert!(!text.contains('?'), "something is missing: {text}");
            }
            let texts: BTreeSet<&String> = letters.iter().map(|(_, text)| text).collect();
            assert_eq!(texts.len(), 3, "three languages, three texts: {letters:?}");
            if body.money() > Amount::ZERO {
                assert!(
                    letters[0].1.contains("123,05 BRL") && letters[2].1.contains("123.05 BRL"),
                    "{letters:?}"
                );
            }
        }
    }
}

#[test]
fn an_instant_is_told_in_utc_and_money_in_the_currency_s_decimals() {
    assert_eq!(instant(AT), "2026-12-02 00:00 UTC");
    let notice = notice(NoticeOf::Match(MatchId(Uuid::from_u128(3))), NoticeBody::Declined);
    let facts = |exponent| Facts { notice: &notice, currency: "CLP", exponent, site: "" };
    assert_eq!(facts(0).money(Amount(1_500), ','), "1500 CLP");
    assert_eq!(facts(2).money(Amount(5), ','), "0,05 CLP");
    assert_eq!(facts(3).money(Amount(12_345), '.'), "12.345 CLP");
}

#[test]
fn the_letter_that_verifies_has_its_link_in_every_language() {
    for language in Language::ALL {
        let (subject, text) = verification(language, "ana", "https://damas.example/mail#CODE");
        assert!(
            !subject.is_empty() && text.contains("https://damas.example/mail#CODE") && text.contains("ana")
        );
        assert_eq!(Language::of(language.word()), language);
    }
}
