//! Whom a match tells what. That money never comes without a word is checked after every step of every test here.

use crate::scene::{End, FIRST, SECOND, limits, now, per_game, play, playing, scheduled};
use crate::world::{ANA, BEA, EVA, World, all_here, minute, player, terms};
use competition::{ByMail, CalledOffBy, CancelCause, MatchCommand, NoticeBody, Proposal, StopCause, Verdict};
use ids::{AccountId, Amount};

/// What was told, as `ana: kind`, in order.
fn told(world: &World) -> Vec<String> {
    let name = |account: AccountId| match account {
        ANA => "ana",
        BEA => "bea",
        _ => "eva",
    };
    world.told.iter().map(|notice| format!("{}: {}", name(notice.account), notice.body.kind())).collect()
}

fn body_for(world: &World, account: AccountId, kind: &str) -> NoticeBody {
    let own = world.told.iter().find(|notice| notice.account == account && notice.body.kind() == kind);
    own.unwrap_or_else(|| panic!("no {kind} in {:?}", told(world))).body
}

#[test]
fn a_challenge_is_told_to_the_challenged_and_by_mail_while_it_stands() {
    let mut world = World::of(terms(), &limits());
    assert_eq!(told(&world), ["bea: challenged"]);
    let notice = &world.told[0];
    let NoticeBody::Challenged(offer) = notice.body else { panic!("{notice:?}") };
    assert_eq!((offer.games, offer.stake, offer.starts_at), (4, Amount(100), Some(minute(600))));
    assert_eq!((notice.other, notice.by_mail), (Some(ANA), ByMail::Until(offer.expires_at)));
    world.granted(&MatchCommand::Decline { by: BEA }, minute(1));
    assert_eq!(told(&world)[1..], ["ana: declined"]);
}

#[test]
fn an_open_seat_is_nobody_s_until_it_is_taken() {
    let proposal = Proposal { challenger: ANA, challenged: None, terms: now(), first_white: None };
    let mut world = World::propose(5, &limits(), proposal, minute(0)).unwrap();
    assert_eq!(world.told, []);
    let terms = world.played.terms().hash();
    let accept = MatchCommand::Accept { by: EVA, terms, history: Default::default() };
    world.granted(&accept, minute(1));
    let expected = ["ana: scheduled", "eva: scheduled", "ana: check_in_open", "eva: check_in_open"];
    assert_eq!(told(&world), expected, "who plays now checks in at once");
    assert_eq!(world.told[0].by_mail, ByMail::Never);
}

#[test]
fn an_answer_that_does_not_come_is_told_to_who_waited_for_it() {
    let mut world = World::of(terms(), &limits());
    world.tick(all_here());
    assert_eq!(told(&world), ["bea: challenged", "ana: expired"]);
}

#[test]
fn a_match_tells_of_its_start_and_of_its_result_with_the_money() {
    let mut world = playing(terms());
    assert_eq!(
        told(&world),
        ["bea: challenged", "ana: scheduled", "bea: scheduled", "ana: check_in_open", "bea: check_in_open"]
    );
    let wins = [End::Won(FIRST), End::Won(FIRST), End::Won(FIRST)];
    play(&mut world, &wins);
    world.tick(all_here());
    let won =
        NoticeBody::Result { verdict: Verdict::Won, points: 6, other_points: 0, received: Some(Amount(185)) };
    assert_eq!(body_for(&world, ANA, "result"), won, "200 less 7.5 %");
    let NoticeBody::Result { verdict, received, .. } = body_for(&world, BEA, "result") else { panic!() };
    assert_eq!((verdict, received), (Verdict::Lost, Some(Amount(0))));
}

#[test]
fn what_is_unplayed_of_a_match_with_a_stake_for_each_game_is_told_as_it_comes_back() {
    let mut world = playing(per_game());
    play(&mut world, &[End::Won(SECOND), End::Won(SECOND), End::Won(SECOND)]);
    assert_eq!(body_for(&world, ANA, "refund"), NoticeBody::Refund { amount: Amount(100) });
    world.tick(all_here());
    let NoticeBody::Result { received, .. } = body_for(&world, BEA, "result") else { panic!() };
    assert_eq!(received, None, "each game was paid by itself");
}

#[test]
fn a_cancellation_says_who_and_what_came_back_but_never_the_other_s_limits() {
    let causes = [
        (CancelCause::Operator, CalledOffBy::House, CalledOffBy::House),
        (CancelCause::Limit(FIRST), CalledOffBy::OwnLimit, CalledOffBy::House),
    ];
    for (cause, to_ana, to_bea) in causes {
        let mut world = scheduled(terms(), &limits());
        world.granted(&MatchCommand::CancelByPlatform { cause }, minute(2));
        for (account, by) in [(ANA, to_ana), (BEA, to_bea)] {
            let expected = NoticeBody::Cancelled { by, refund: Amount(100) };
            assert_eq!(body_for(&world, account, "cancelled"), expected);
        }
    }
    let mut world = scheduled(terms(), &limits());
    world.granted(&MatchCommand::OfferCancel { by: player(FIRST) }, minute(2));
    assert_eq!(told(&world)[3..], ["bea: cancel_offered"]);
    world.granted(&MatchCommand::OfferCancel { by: player(SECOND) }, minute(3));
    assert_eq!(told(&world)[4..], ["ana: cancelled", "bea: cancelled"]);
}

#[test]
fn who_came_alone_and_who_did_not_are_both_told() {
    let mut world = scheduled(terms(), &limits());
    world.tick(all_here());
    world.granted(&MatchCommand::CheckIn { by: ANA }, minute(590));
    let mut facts = all_here();
    facts.present.second = false;
    while !world.state().is_terminal() {
        world.tick(facts.clone());
    }
    assert_eq!(body_for(&world, ANA, "no_show"), NoticeBody::NoShow { came: true, received: Amount(100) });
    assert_eq!(body_for(&world, BEA, "no_show"), NoticeBody::NoShow { came: false, received: Amount(100) });
}

#[test]
fn a_match_that_is_stopped_level_tells_what_came_back() {
    let mut world = playing(terms());
    world.granted(&MatchCommand::Stop { cause: StopCause::Operator }, minute(601));
    crate::scene::end(&mut world, End::Draw, minute(602));
    while !world.state().is_terminal() {
        world.tick(all_here());
    }
    let kinds = told(&world);
    let money: i64 =
        world.told.iter().filter(|notice| notice.account == ANA).map(|notice| notice.body.money().0).sum();
    assert_eq!(money, 100, "{kinds:?}");
}
