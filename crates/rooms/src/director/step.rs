//! How a decision becomes a step: the events with their money and their games, recorded before anybody is told.

use super::{Director, MatchView, OpenMatch};
use crate::event_book::{MatchHead, MatchStep, NotedGame, StepError, StoredMatch};
use crate::event_game::{EventGame, EventId, Funding};
use crate::house::House;
use crate::notice::Notice;
use crate::player_notice::named;
use crate::ports::{NewGame, OFFERS_FROM_PLY, Player, StakedTerms};
use competition::{GameMoney, GameSlot, GameStart, Match, MatchEvent, PerSeat, RivalsLimits, Seat};
use draughts::{RuleSet, Variant};
use game::{PerSide, TimeControl};
use ids::{AccountId, Amount, MatchId, Millis, Version, WallTime};
use std::sync::Arc;
use tracing::error;

/// What a kind of draughts with its draw rules is called in a match's terms.
pub(crate) fn profile(variant: Variant, rule_set: RuleSet) -> String {
    format!("{variant} {}", rule_set.definition())
}

/// The reverse of [`profile`].
pub(crate) fn of_profile(profile: &str) -> Option<(Variant, RuleSet)> {
    let (variant, rule_set) = profile.split_once(' ')?;
    Some((variant.parse().ok()?, RuleSet::from_definition(rule_set).ok()?))
}

/// A match from its rows; one whose events make none is said, and stays as it is.
pub(super) fn open(stored: StoredMatch) -> Option<(MatchId, OpenMatch)> {
    let StoredMatch { of, players, limits, events } = stored;
    match Match::replay(of, limits, events) {
        Ok(state) => Some((of, OpenMatch { state, players })),
        Err(broken) => {
            error!("the rows of match {of} make no match: {broken}");
            metrics::counter!("damas_matches_lost_total").increment(1);
            None
        }
    }
}

/// A step that is ready to be recorded, and the match after it.
pub(super) struct Prepared {
    pub(super) step: MatchStep,
    pub(super) after: OpenMatch,
}

/// The first step of a match.
pub(super) fn first_step(
    of: MatchId,
    limits: &RivalsLimits,
    events: Vec<MatchEvent>,
    players: PerSeat<Option<Player>>,
    at: WallTime,
) -> Option<Prepared> {
    let state = Match::replay(of, limits.clone(), events.clone()).ok()?;
    let head = head_of(&state);
    let step = MatchStep {
        of,
        after: Version(0),
        events,
        head,
        money: Vec::new(),
        games: Vec::new(),
        noted: Vec::new(),
        notices: named(state.proposal_notices(), at, |account| name_of(&players, account)),
        order: None,
        at,
    };
    Some(Prepared { step, after: OpenMatch { state, players } })
}

/// A further step.
pub(super) fn next_step(
    open: &OpenMatch,
    events: Vec<MatchEvent>,
    player_of_second: Option<Player>,
    at: WallTime,
) -> Prepared {
    let mut players = open.players.clone();
    let after = open.state.version();
    let (state, money) =
        open.state.after(&events).expect("a match takes the events that it has just decided");
    if players.second.is_none() {
        players.second = player_of_second;
    }
    let (mut games, mut noted) = (Vec::new(), Vec::new());
    for event in &events {
        match event {
            MatchEvent::GameStarted(start) => games.extend(new_game(&state, &players, start, at)),
            MatchEvent::GameEnded { game, money, .. } => {
                noted.push(NotedGame { game: *game, settle: *money == GameMoney::Settle });
            }
            _ => {}
        }
    }
    let notices = named(open.state.notices_of(&events), at, |account| name_of(&players, account));
    let head = head_of(&state);
    let step =
        MatchStep { of: state.id(), after, events, head, money, games, noted, notices, order: None, at };
    Prepared { step, after: OpenMatch { state, players } }
}

fn name_of(players: &PerSeat<Option<Player>>, account: AccountId) -> Option<String> {
    let players = [&players.first, &players.second];
    players.into_iter().flatten().find(|player| player.account == account).map(|player| player.name.clone())
}

fn head_of(state: &Match) -> MatchHead {
    let second = state.player(Seat::Second);
    MatchHead {
        first: state.player(Seat::First).expect("whoever challenges has the first seat"),
        second,
        state: format!("{:?}", state.state()),
        over: state.state().is_terminal(),
        starts_at: state.starts_at(),
        stake_mode: state.terms().stake_mode,
        stake: state.terms().stake,
        exposure: state.exposure(),
        limits: state.limits().clone(),
    }
}

/// The game that the event asks for; `None`, which is said, where its terms make none.
fn new_game(
    state: &Match,
    players: &PerSeat<Option<Player>>,
    start: &GameStart,
    at: WallTime,
) -> Option<NewGame> {
    let terms = state.terms();
    let watchable = terms.watchable;
    let Some((variant, rule_set)) = of_profile(&terms.profile) else {
        error!("match {} has the unknown profile {:?}", state.id(), terms.profile);
        return None;
    };
    let player = |seat: Seat| players[seat].clone();
    let players = PerSide { white: player(start.white)?, black: player(start.white.other())? };
    let clocks = PerSide { white: start.clocks.white, black: start.clocks.black };
    let number = match start.slot {
        GameSlot::Regular { number, .. } => u16::from(number),
        GameSlot::Mini(key) => u16::from(terms.games) + u16::from(key.leg),
    };
    let event = EventGame {
        event: EventId::Match(state.id()),
        round: number,
        table: 0,
        rated: start.rated,
        offers_from_ply: OFFERS_FROM_PLY,
        carried: (clocks.white != clocks.black).then_some(clocks),
        spectators_delay: Millis::ZERO,
        absent_at: start.absent_at.map(|until| PerSide { white: until.white, black: until.black }),
    };
    let terms = StakedTerms {
        variant,
        rule_set,
        time_control: TimeControl { initial: clocks.white, increment: start.increment },
        first_move_window: start.first_move_window,
        max_draw_offers: MAX_DRAW_OFFERS,
        stake: start.stake.unwrap_or(Amount::ZERO),
        funding: if start.stake.is_some() { Funding::Match } else { Funding::None },
        event: Some(event),
        fee: terms.fee,
        config_hash: terms.config_hash.clone(),
    };
    Some(NewGame {
        game: start.game,
        terms,
        players,
        rematch_of: None,
        at,
        game_limit: u32::MAX,
        highest_stake: Amount::MAX,
        watchable,
        play_now: false,
    })
}

/// Draw offers that each player has in a game of an event.
pub(super) const MAX_DRAW_OFFERS: u8 = 3;

impl Director {
    /// Records what was decided of a match, with the ends of games that it takes note of; then the rooms of its games are opened and
    /// both players told.
    pub(super) async fn record(
        &mut self,
        house: &House,
        of: MatchId,
        events: Vec<MatchEvent>,
        second: Option<Player>,
    ) -> Result<(), StepError> {
        let Some(open) = self.matches.get(&of) else { return Err(StepError::Stale) };
        let prepared = next_step(open, events, second, house.clock().wall());
        self.commit(house, vec![prepared]).await
    }

    /// Records steps, all or none, and tells of them.
    pub(super) async fn commit(&mut self, house: &House, prepared: Vec<Prepared>) -> Result<(), StepError> {
        let (steps, after): (Vec<MatchStep>, Vec<OpenMatch>) =
            prepared.into_iter().map(|one| (one.step, one.after)).unzip();
        let wallets = self.book.step_matches(&steps).await?;
        for wallet in wallets {
            house.people().tell(wallet.account, &Notice::Wallet(wallet));
        }
        for (step, after) in steps.into_iter().zip(after) {
            let over = after.state.state().is_terminal();
            let view = after.view();
            if over {
                self.matches.remove(&step.of);
            } else {
                self.matches.insert(step.of, after);
            }
            for game in step.games {
                house.open_event_game(game);
            }
            crate::player_notice::tell(house, &step.notices);
            if step.noted.iter().any(|noted| noted.settle) {
                house.services.settle.notify_one();
            }
            tell(house, &view);
        }
        Ok(())
    }
}

/// Tells both players how their match stands.
pub(super) fn tell(house: &House, view: &MatchView) {
    let view = Arc::new(view.clone());
    for seat in Seat::BOTH {
        if let Some(player) = view.state.player(seat) {
            house.people().tell(player, &Notice::Match(Arc::clone(&view)));
        }
    }
}
