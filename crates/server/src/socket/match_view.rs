//! A Rivals match as one viewer may see it: whose turn to answer is, until when, and the money of players alone. Decides nothing.

use competition::{
    CancelCause, GameResult, GameSlot, LevelRule, Match, MatchGame, Seat, Stage, StakeMode, StartAt,
    StopCause,
};
use draughts::RuleSet;
use ids::{AccountId, Amount, WallTime};
use protocol::{Code, MatchGameSlot, MatchPlayer, MatchSeat, Rejected, ServerMsg};
use rooms::{MatchView, Player};

/// The match as `viewer` may see it, as of `now`. One that is not watchable is shown to its players alone, and while its second
/// seat is open to all.
pub(super) fn match_message(view: &MatchView, viewer: Option<AccountId>, now: WallTime) -> Option<ServerMsg> {
    let state = &view.state;
    let you = viewer.and_then(|viewer| state.seat_of(viewer));
    let is_open = state.player(Seat::Second).is_none();
    if you.is_none() && !state.terms().watchable && !is_open {
        return Some(ServerMsg::Rejected(Rejected {
            game: None,
            of_match: Some(state.id()),
            tournament: None,
            id: None,
            ply: None,
            code: Code::NoSuchMatch,
            message: rooms::Refusal::NoSuchMatch.to_string(),
            paths: Vec::new(),
        }));
    }
    // whoever challenges is a player with a name
    let first = player(state, Seat::First, view.players.first.as_ref()?);
    Some(ServerMsg::Match(Box::new(protocol::MatchView {
        of: state.id(),
        v: state.version(),
        state: state_of(state),
        you: you.map(seat),
        first,
        second: view.players.second.as_ref().map(|second| player(state, Seat::Second, second)),
        terms: terms(state),
        offered_by: state.offered_by().map(seat),
        expires_at: state.expires_at().map(WallTime::unix_millis),
        unfunded: you.is_some_and(|you| state.is_unfunded(you)),
        starts_at: state.starts_at().map(WallTime::unix_millis),
        check_in_opens_at: state.check_in_opens_at().map(WallTime::unix_millis),
        check_in_closes_at: state.check_in_closes_at().map(WallTime::unix_millis),
        games: state.games().iter().map(game).collect(),
        running: state.running_game().map(|(which, game, white)| protocol::RunningGame {
            game,
            slot: slot(which),
            white: seat(white),
        }),
        next: state
            .next_game()
            .map(|(which, at)| protocol::NextGame { slot: slot(which), at: at.unix_millis() }),
        outcome: state.outcome().map(|outcome| protocol::MatchOutcome {
            winner: outcome.winner.map(seat),
            by: decided_by(outcome.by),
            money: you.and_then(|_player| breakdown(state, outcome.winner)),
        }),
        cancelled: state.cancelled().map(cancelled),
        walkover: state.walkover().map(seat),
        settles_at: state.settles_at().map(WallTime::unix_millis),
        review_until: state.review_until().map(WallTime::unix_millis),
        held: you.map(|_player| state.held_of_each()),
        rematch_until: state.rematch_until().map(WallTime::unix_millis),
        rematch_offered_by: state.rematch_offered_by().map(seat),
        rematch: state.child(),
        server_at: now.unix_millis(),
    })))
}

const fn seat(seat: Seat) -> MatchSeat {
    match seat {
        Seat::First => MatchSeat::First,
        Seat::Second => MatchSeat::Second,
    }
}

fn player(state: &Match, of: Seat, player: &Player) -> MatchPlayer {
    MatchPlayer {
        account: player.account,
        name: player.name.clone(),
        points: state.points()[of],
        checked_in: state.has_checked_in(of),
        reconfirmed: state.has_reconfirmed(of),
        ready: state.is_ready(of),
        would_cancel: state.would_cancel(of),
        would_stop: state.would_stop(of),
        would_play_on: state.would_play_on(of),
        counters_left: state.counters_left(of),
        extensions_left: state.extensions_left(of),
    }
}

fn terms(state: &Match) -> protocol::MatchTerms {
    let terms = state.terms();
    // the profile is the variant's name and the definition of the rule set, as it was when the match was proposed
    let (variant, rules) = terms.profile.split_once(' ').unwrap_or((&terms.profile, ""));
    let rules = RuleSet::from_definition(rules).map_or_else(|_| rules.to_owned(), |set| set.to_string());
    protocol::MatchTerms {
        variant: variant.to_owned(),
        rules,
        clock: protocol::ClockSetting {
            initial_ms: terms.clock.initial,
            increment_ms: terms.clock.increment,
        },
        games: terms.games,
        stake_mode: match terms.stake_mode {
            StakeMode::PerMatch => protocol::StakeMode::PerMatch,
            StakeMode::PerGame => protocol::StakeMode::PerGame,
        },
        stake: terms.stake,
        hold: terms.hold(),
        fee_basis_points: terms.fee,
        start: match terms.start {
            StartAt::Now => None,
            StartAt::At(start) => Some(start.unix_millis()),
        },
        level: match terms.level {
            LevelRule::Drawn => protocol::LevelRule::Drawn,
            LevelRule::MiniMatch => protocol::LevelRule::MiniMatch,
        },
        watchable: terms.watchable,
        hash: terms.hash().0.to_string(),
    }
}

const fn slot(slot: GameSlot) -> MatchGameSlot {
    match slot {
        GameSlot::Regular { number, replay } => MatchGameSlot::Regular { number, replay },
        GameSlot::Mini(key) => MatchGameSlot::Mini {
            stage: match key.stage {
                Stage::Full => protocol::MiniStage::Full,
                Stage::Half => protocol::MiniStage::Half,
                Stage::Blitz => protocol::MiniStage::Blitz,
                Stage::SuddenDeath => protocol::MiniStage::SuddenDeath,
            },
            leg: key.leg,
            replay: key.replay,
        },
    }
}

fn game(game: &MatchGame) -> protocol::MatchGame {
    use protocol::MatchGameResult;
    let result = match (game.over.result, game.winner()) {
        (GameResult::Void, _) => MatchGameResult::Void,
        (GameResult::Neither, _) => MatchGameResult::Neither,
        (GameResult::White | GameResult::Black | GameResult::Draw, winner) => match winner {
            Some(Seat::First) => MatchGameResult::First,
            Some(Seat::Second) => MatchGameResult::Second,
            None => MatchGameResult::Draw,
        },
    };
    protocol::MatchGame {
        game: game.game,
        slot: slot(game.slot),
        white: seat(game.white),
        result,
        forfeit: game.over.finish == competition::Finish::Forfeit,
        plies: game.over.plies,
        at: game.over.at.unix_millis(),
    }
}

/// What the end of a match with one stake gives.
fn breakdown(state: &Match, winner: Option<Seat>) -> Option<protocol::Breakdown> {
    let terms = state.terms();
    if terms.stake_mode == StakeMode::PerGame {
        return None;
    }
    let fee = if winner.is_some() { terms.pot_fee() } else { Amount::ZERO };
    let prize = if winner.is_some() { Amount(terms.pot().0 - fee.0) } else { Amount::ZERO };
    Some(protocol::Breakdown { stake: terms.stake, pot: terms.pot(), fee, prize })
}

const fn cancelled(cause: CancelCause) -> protocol::MatchCancelled {
    use protocol::MatchCancelled;
    match cause {
        CancelCause::Consent => MatchCancelled::Consent,
        CancelCause::Alone(by) => MatchCancelled::Alone { by: seat(by), late: false },
        CancelCause::AloneLate(by) => MatchCancelled::Alone { by: seat(by), late: true },
        CancelCause::Operator => MatchCancelled::Operator,
        CancelCause::Regulator => MatchCancelled::Regulator,
        CancelCause::Limit(_) => MatchCancelled::Limit,
    }
}

const fn decided_by(by: competition::DecidedBy) -> protocol::DecidedBy {
    use competition::DecidedBy;
    match by {
        DecidedBy::Score => protocol::DecidedBy::Score,
        DecidedBy::Lead => protocol::DecidedBy::Lead,
        DecidedBy::Absence => protocol::DecidedBy::Absence,
        DecidedBy::BothAbsent => protocol::DecidedBy::BothAbsent,
        DecidedBy::MiniMatch => protocol::DecidedBy::MiniMatch,
        DecidedBy::Stop(StopCause::Consent) => protocol::DecidedBy::StoppedByConsent,
        DecidedBy::Stop(StopCause::Operator) => protocol::DecidedBy::StoppedByOperator,
        DecidedBy::Stop(StopCause::Regulator) => protocol::DecidedBy::StoppedByRegulator,
        DecidedBy::Stop(StopCause::Limit(_)) => protocol::DecidedBy::StoppedByLimit,
        DecidedBy::Review => protocol::DecidedBy::Review,
    }
}

fn state_of(state: &Match) -> protocol::MatchState {
    use competition::MatchState;
    match state.state() {
        MatchState::Proposed => protocol::MatchState::Proposed,
        MatchState::Countered => protocol::MatchState::Countered,
        MatchState::Scheduled => protocol::MatchState::Scheduled,
        MatchState::CheckIn => protocol::MatchState::CheckIn,
        MatchState::Playing => protocol::MatchState::Playing,
        MatchState::Break => protocol::MatchState::Break,
        MatchState::MiniMatch => protocol::MatchState::MiniMatch,
        MatchState::Decided => protocol::MatchState::Decided,
        MatchState::Review => protocol::MatchState::Review,
        MatchState::Settled => protocol::MatchState::Settled,
        MatchState::Closed => protocol::MatchState::Closed,
        MatchState::Declined => protocol::MatchState::Declined,
        MatchState::Expired => protocol::MatchState::Expired,
        MatchState::Withdrawn => protocol::MatchState::Withdrawn,
        MatchState::Cancelled => protocol::MatchState::Cancelled,
        MatchState::NoShowOne => protocol::MatchState::NoShowOne,
        MatchState::NoShowBoth => protocol::MatchState::NoShowBoth,
        MatchState::Voided => protocol::MatchState::Voided,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use competition::{
        Clock, Finish, GameOver, MatchCommand, MatchTerms, PairColours, PerColour, PerSeat, Proposal,
        RivalsLimits, TickFacts,
    };
    use ids::{BasisPoints, MatchId, Millis};
    use uuid::Uuid;

    const ANA: AccountId = AccountId(Uuid::from_u128(1));
    const BETO: AccountId = AccountId(Uuid::from_u128(2));
    const CARLA: AccountId = AccountId(Uuid::from_u128(3));
    const NOW: WallTime = WallTime(1_796_083_200_000_000);

    fn proposed(challenged: Option<AccountId>, watchable: bool) -> Match {
        let terms = MatchTerms {
            profile: format!("brazilian {}", RuleSet::Dream.definition()),
            clock: Clock { initial: Millis(300_000), increment: Millis(3_000) },
            games: 8,
            stake_mode: StakeMode::PerMatch,
            stake: Amount(5_000),
            fee: BasisPoints(1_000),
            start: StartAt::Now,
            level: LevelRule::MiniMatch,
            watchable,
            config_version: 0,
            config_hash: "9f2c".repeat(16),
        };
        let limits = RivalsLimits::default();
        let proposal = Proposal { challenger: ANA, challenged, terms, first_white: None };
        let events = Match::propose(&limits, proposal, NOW).unwrap();
        Match::replay(MatchId(Uuid::from_u128(9)), limits, events).unwrap()
    }

    fn said_to(state: &Match, viewer: Option<AccountId>) -> ServerMsg {
        let player = |account| Player { account, name: "a name of twenty let".to_owned() };
        let players = PerSeat {
            first: state.player(Seat::First).map(player),
            second: state.player(Seat::Second).map(player),
        };
        match_message(&MatchView { state: state.clone(), players }, viewer, NOW).unwrap()
    }

    fn asked(state: &Match, command: &MatchCommand, at: WallTime) -> Match {
        let events = state.decide(command, at).unwrap();
        state.after(&events).unwrap().0
    }

    #[test]
    fn money_is_told_to_players_alone_and_a_match_between_two_to_nobody_else() {
        for (challenged, watchable, viewer, you, shown) in [
            (Some(BETO), false, Some(ANA), Some(MatchSeat::First), true),
            (Some(BETO), false, Some(BETO), Some(MatchSeat::Second), true),
            (Some(BETO), false, Some(CARLA), None, false),
            (Some(BETO), true, Some(CARLA), None, true),
            (None, false, Some(CARLA), None, true),
            (None, false, None, None, true),
        ] {
            let state = proposed(challenged, watchable);
            match said_to(&state, viewer) {
                ServerMsg::Match(view) => {
                    assert!(shown, "{viewer:?}");
                    assert_eq!((view.you, view.held.is_some()), (you, you.is_some()), "{viewer:?}");
                    assert_eq!(
                        (view.terms.variant.as_str(), view.terms.rules.as_str()),
                        ("brazilian", "dream")
                    );
                    assert_eq!(view.expires_at.unwrap() - view.server_at, 120_000);
                }
                ServerMsg::Rejected(refused) => {
                    assert_eq!((shown, refused.code), (false, Code::NoSuchMatch), "{viewer:?}");
                }
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn a_match_that_goes_on_as_long_as_one_can_fits_its_frame_all_the_way() {
        let state = proposed(Some(BETO), false);
        let accept =
            MatchCommand::Accept { by: BETO, terms: state.terms().hash(), history: PairColours::default() };
        let mut state = asked(&state, &accept, NOW);
        for by in [ANA, BETO] {
            state = asked(&state, &MatchCommand::CheckIn { by }, NOW);
        }
        let (mut at, mut largest) = (NOW, 0);
        for _ in 0..1_000 {
            at = at.plus(Millis(60_000));
            let said = said_to(&state, Some(ANA));
            largest = largest.max(serde_json::to_string(&said).unwrap().len());
            if state.state().is_terminal() {
                assert!(state.games().len() > 30, "{} games", state.games().len());
                assert!(largest < protocol::MAX_FRAME, "{largest} bytes");
                return;
            }
            let command = match state.running_game() {
                Some((slot, game, _)) => {
                    // each game is void as often as it may be, then drawn
                    let again = match slot {
                        GameSlot::Regular { replay, .. } => replay,
                        GameSlot::Mini(key) => key.replay,
                    };
                    let over = GameOver {
                        result: if again == 0 { GameResult::Void } else { GameResult::Draw },
                        finish: Finish::Played,
                        plies: 200,
                        thinking: PerColour { white: Millis(10_000), black: Millis(10_000) },
                        left: PerColour { white: Millis(60_000), black: Millis(60_000) },
                        at,
                    };
                    MatchCommand::GameOver { game, over, late: PerSeat::default() }
                }
                None => MatchCommand::Tick(TickFacts {
                    present: PerSeat { first: true, second: true },
                    ..TickFacts::default()
                }),
            };
            at = at.max(state.due().filter(|_| state.running().is_none()).unwrap_or(at));
            state = asked(&state, &command, at);
        }
        panic!("the match does not end: {:?}", state.state());
    }
}
