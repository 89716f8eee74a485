//! How a decision about a tournament becomes a step: the events with their money, their entries and their games.

use super::TournamentView;
use super::step::{MAX_DRAW_OFFERS, of_profile};
use crate::event_book::{EntryHead, NotedGame, StoredTournament, TournamentHead, TournamentStep};
use crate::event_game::{EventGame, EventId, Funding};
use crate::player_notice::named;
use crate::ports::{NewGame, Player, StakedTerms};
use competition::tournament::{self, Change};
use competition::{Tournament, TournamentEvent};
use draughts::Side;
use game::{PerSide, TimeControl};
use ids::{AccountId, Amount, BasisPoints, EntryId, GameId, TournamentId, Version, WallTime};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tracing::error;

/// A tournament that is not over, with the names of those who have entered.
#[derive(Clone)]
pub(crate) struct OpenTournament {
    pub(crate) state: Arc<Tournament>,
    pub(crate) names: Arc<HashMap<AccountId, String>>,
}

impl OpenTournament {
    /// It as people see it.
    pub(crate) fn view(&self) -> TournamentView {
        TournamentView::new(Arc::clone(&self.state), Arc::clone(&self.names))
    }
}

/// A tournament from its rows; one whose events make none is said, and stays as it is.
pub(crate) fn open_tournament(stored: StoredTournament) -> Option<(TournamentId, OpenTournament)> {
    let StoredTournament { of, terms, events, players } = stored;
    match Tournament::replay(of, terms, &events) {
        Ok(state) => {
            let names = players.into_iter().map(|player| (player.account, player.name)).collect();
            Some((of, OpenTournament { state: Arc::new(state), names: Arc::new(names) }))
        }
        Err(broken) => {
            error!("the rows of tournament {of} make no tournament: {broken}");
            metrics::counter!("damas_tournaments_lost_total").increment(1);
            None
        }
    }
}

/// What a game's room is told after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// That player has left: he has resigned.
    Resigned(GameId, Side),
    /// The event does not wait for its end any more: it does not count.
    Dropped(GameId),
}

impl Told {
    const fn game(&self) -> GameId {
        match self {
            Self::Resigned(game, _) | Self::Dropped(game) => *game,
        }
    }
}

/// A step that is ready to be recorded, what comes after it, and whose games it ends.
pub(super) struct PreparedTournament {
    pub(super) step: TournamentStep,
    pub(super) after: OpenTournament,
    pub(super) told: Vec<Told>,
}

/// The step of these events, which `entrant`'s asking led to.
pub(super) fn tournament_step(
    open: &OpenTournament,
    events: Vec<TournamentEvent>,
    entrant: Option<Player>,
    at: WallTime,
) -> PreparedTournament {
    let mut names = Arc::clone(&open.names);
    if let Some(player) = entrant.filter(|player| !names.contains_key(&player.account)) {
        Arc::make_mut(&mut names).insert(player.account, player.name);
    }
    let mut state = (*open.state).clone();
    let (mut money, mut games, mut noted, mut told) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut notices = Vec::new();
    for event in &events {
        money.extend(state.money(&event.change));
        notices.extend(state.notices(&event.change));
        match &event.change {
            Change::RoundPaired(round) => {
                let made = round.tables.iter().filter_map(|table| table.game.as_ref());
                games.extend(made.filter_map(|game| new_game(&state, &names, game, at)));
            }
            Change::GameMade(game) => games.extend(new_game(&state, &names, game, at)),
            Change::GameDecided { game, .. } => noted.push(NotedGame { game: *game, settle: false }),
            Change::Withdrawn { entry, .. } => told.extend(resigned(&state, *entry)),
            _ => {}
        }
        let applied = state.apply(event);
        assert!(applied.is_ok(), "tournament {} does not take its own event: {applied:?}", state.id());
    }
    let resigned: HashSet<GameId> = told.iter().map(|told| told.game()).collect();
    let on: HashSet<GameId> = state.live_games().map(|game| game.id).collect();
    let dropped = open.state.live_games().map(|game| game.id);
    told.extend(dropped.filter(|game| !on.contains(game) && !resigned.contains(game)).map(Told::Dropped));
    let after = Version(open.state.version());
    let step = TournamentStep {
        of: state.id(),
        after,
        terms: (after.0 == 0).then(|| open.state.terms().clone()),
        events,
        head: TournamentHead {
            phase: state.phase().name(),
            over: state.phase().is_over(),
            starts_at: state.starts(),
            held: state.held_of_event(),
        },
        entries: changed_entries(&open.state, &state),
        money,
        games,
        noted,
        notices: named(notices, at, |account| names.get(&account).cloned()),
        order: None,
        start: None,
        at,
    };
    PreparedTournament { step, after: OpenTournament { state: Arc::new(state), names }, told }
}

/// The entries that are new, or whose escrow holds something else.
fn changed_entries(before: &Tournament, after: &Tournament) -> Vec<EntryHead> {
    let heads = after.entries().iter().map(|(entry, own)| EntryHead {
        entry: *entry,
        account: own.account,
        held: after.held_of_entry(*entry),
    });
    heads
        .filter(|head| {
            !before.entries().contains_key(&head.entry) || before.held_of_entry(head.entry) != head.held
        })
        .collect()
}

/// The game that a player leaves behind.
fn resigned(state: &Tournament, entry: EntryId) -> Option<Told> {
    let game = state.live_games().find(|game| game.white == entry || game.black == entry)?;
    Some(Told::Resigned(game.id, if game.white == entry { Side::White } else { Side::Black }))
}

/// The game that an event asks for; `None`, which is said, where its terms make none.
fn new_game(
    state: &Tournament,
    names: &HashMap<AccountId, String>,
    game: &tournament::EventGame,
    at: WallTime,
) -> Option<NewGame> {
    let terms = state.terms();
    let Some((variant, rule_set)) = of_profile(&terms.profile) else {
        error!("tournament {} has the unknown profile {:?}", state.id(), terms.profile);
        return None;
    };
    let player = |entry: EntryId| {
        let account = state.account_of(entry)?;
        Some(Player { account, name: names.get(&account).cloned().unwrap_or_default() })
    };
    let clocks = PerSide { white: game.clocks.white, black: game.clocks.black };
    let event = EventGame {
        event: EventId::Tournament(state.id()),
        round: game.round,
        table: game.table,
        rated: game.rated,
        offers_from_ply: terms.limits.draw_offers_from_ply,
        carried: (clocks.white != clocks.black).then_some(clocks),
        spectators_delay: terms.spectators_delay,
        absent_at: game.grace_until.map(|until| PerSide { white: until, black: until }),
    };
    let terms = StakedTerms {
        variant,
        rule_set,
        time_control: TimeControl { initial: clocks.white, increment: game.increment },
        first_move_window: game.first_move_window,
        max_draw_offers: MAX_DRAW_OFFERS,
        stake: Amount::ZERO,
        funding: Funding::None,
        event: Some(event),
        fee: BasisPoints(0),
        config_hash: terms.config_hash.clone(),
    };
    Some(NewGame {
        game: game.id,
        terms,
        players: PerSide { white: player(game.white)?, black: player(game.black)? },
        rematch_of: None,
        at,
        game_limit: u32::MAX,
        highest_stake: Amount::MAX,
        watchable: true,
        play_now: false,
    })
}
