//! Events as people see them. Knows no wire.

use crate::ports::Player;
use competition::tournament::EntryStatus;
use competition::{Match, PerSeat, Standing, Tournament, standings};
use ids::{AccountId, Amount, EntryId};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// A match at a version, with its players' names.
#[derive(Clone, Debug)]
pub struct MatchView {
    /// The match.
    pub state: Match,
    /// Who plays, by seat; the second may be open.
    pub players: PerSeat<Option<Player>>,
}

/// A tournament at a version, with the names of those who have entered. All who look share one, and what is computed of it.
#[derive(Debug)]
pub struct TournamentView {
    /// The tournament.
    pub state: Arc<Tournament>,
    /// The names.
    pub names: Arc<HashMap<AccountId, String>>,
    table: OnceLock<Table>,
}

/// What is computed of a tournament once.
#[derive(Debug)]
struct Table {
    standings: Vec<Standing>,
    prizes: Vec<Amount>,
    /// Each player's place in the seeding, from 1, by his number.
    seeds: Vec<u32>,
    /// The entries that hold a seat before the start, the best seed first.
    entrants: Vec<EntryId>,
}

impl TournamentView {
    /// How it stands.
    #[must_use]
    pub const fn new(state: Arc<Tournament>, names: Arc<HashMap<AccountId, String>>) -> Self {
        Self { state, names, table: OnceLock::new() }
    }

    /// Its standings.
    #[must_use]
    pub fn standings(&self) -> &[Standing] {
        &self.table().standings
    }

    /// The prize of each row of the standings, if it ends with them.
    #[must_use]
    pub fn prizes(&self) -> &[Amount] {
        &self.table().prizes
    }

    /// A player's place in the seeding, from 1; 0 for a number that nobody has.
    #[must_use]
    pub fn seed(&self, player: usize) -> u32 {
        self.table().seeds.get(player).copied().unwrap_or(0)
    }

    /// The entries that hold a seat and do not play yet, the best seed first.
    #[must_use]
    pub fn entrants(&self) -> &[EntryId] {
        &self.table().entrants
    }

    /// The name of an account that has entered.
    #[must_use]
    pub fn name(&self, account: AccountId) -> &str {
        self.names.get(&account).map_or("", String::as_str)
    }

    fn table(&self) -> &Table {
        self.table.get_or_init(|| Table::of(&self.state))
    }
}

impl Table {
    fn of(state: &Tournament) -> Self {
        let standings = standings(state);
        let mut seeds = vec![0; state.players().len()];
        for (seed, player) in (1..).zip(state.seeds()) {
            seeds[*player] = seed;
        }
        let seated = state
            .entries()
            .iter()
            .filter(|(_, entry)| matches!(entry.status, EntryStatus::Registered | EntryStatus::CheckedIn));
        let mut entrants: Vec<_> = seated.collect();
        // F5: by rating, then earlier registration, then account
        entrants
            .sort_by_key(|(_, entry)| (std::cmp::Reverse(entry.rating), entry.registered_at, entry.account));
        Self {
            prizes: state.prizes_of(&standings),
            entrants: entrants.into_iter().map(|(entry, _)| *entry).collect(),
            standings,
            seeds,
        }
    }
}
