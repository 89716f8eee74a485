//! A tournament at a point of its life: the fold of its events. Knows no command.

use super::command::{CaseId, SuspendedBy};
use super::entrant::{Entry, EntryStatus, Player};
use super::event::EventGame;
use super::phase::Phase;
use super::table::{Round, Table};
use super::terms::{Format, TournamentTerms};
use ids::{AccountId, Amount, EntryId, GameId, TournamentId, WallTime};
use std::collections::BTreeMap;

/// A tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    pub(super) id: TournamentId,
    pub(super) terms: TournamentTerms,
    pub(super) phase: Phase,
    pub(super) version: u32,
    /// When the phase began; moved on by a suspension.
    pub(super) since: WallTime,
    /// When the phase began that a suspension interrupted.
    pub(super) paused_since: Option<WallTime>,
    /// Who suspended it, while it is.
    pub(super) suspended_by: Option<SuspendedBy>,
    /// When the last event was.
    pub(super) last_at: WallTime,
    pub(super) entries: BTreeMap<EntryId, Entry>,
    pub(super) by_account: BTreeMap<AccountId, EntryId>,
    pub(super) players: Vec<Player>,
    /// The players' numbers, best seed first.
    pub(super) seeds: Vec<usize>,
    pub(super) rounds: Vec<Round>,
    /// Where each game that was made is played: round and table.
    pub(super) games: BTreeMap<GameId, (u16, u16)>,
    /// When the arena's pairing ends.
    pub(super) arena_ends: Option<WallTime>,
    /// When the arena was paired last.
    pub(super) wave_at: WallTime,
    /// What the operator added to the contributions.
    pub(super) overlay: Amount,
    /// All cases that ever were, with the deadlines of those still open.
    pub(super) cases: BTreeMap<CaseId, Option<WallTime>>,
    /// How many rounds are complete.
    pub(super) complete: u16,
}

impl Tournament {
    /// A draft on these terms.
    #[must_use]
    pub const fn new(id: TournamentId, terms: TournamentTerms) -> Self {
        Self {
            id,
            terms,
            phase: Phase::Draft,
            version: 0,
            since: WallTime(i64::MIN),
            paused_since: None,
            suspended_by: None,
            last_at: WallTime(i64::MIN),
            entries: BTreeMap::new(),
            by_account: BTreeMap::new(),
            players: Vec::new(),
            seeds: Vec::new(),
            rounds: Vec::new(),
            games: BTreeMap::new(),
            arena_ends: None,
            wave_at: WallTime(i64::MIN),
            overlay: Amount::ZERO,
            cases: BTreeMap::new(),
            complete: 0,
        }
    }

    /// Its key.
    #[must_use]
    pub const fn id(&self) -> TournamentId {
        self.id
    }

    /// Its terms.
    #[must_use]
    pub const fn terms(&self) -> &TournamentTerms {
        &self.terms
    }

    /// Where it stands.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// How many events it has.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// All entries that ever were.
    #[must_use]
    pub const fn entries(&self) -> &BTreeMap<EntryId, Entry> {
        &self.entries
    }

    /// Who plays or played, by number.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The players' numbers, best seed first: by rating, then earlier registration, then account. F5.
    #[must_use]
    pub fn seeds(&self) -> &[usize] {
        &self.seeds
    }

    /// The rounds that were paired.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Who suspended it; `None` unless it is suspended.
    #[must_use]
    pub const fn suspended_by(&self) -> Option<SuspendedBy> {
        match self.phase {
            Phase::Suspended { .. } => self.suspended_by,
            _ => None,
        }
    }

    /// The open cases and their deadlines.
    pub fn open_cases(&self) -> impl Iterator<Item = (CaseId, WallTime)> {
        self.cases.iter().filter_map(|(case, until)| until.map(|until| (*case, until)))
    }

    /// How many rounds are complete.
    #[must_use]
    pub const fn rounds_complete(&self) -> u16 {
        self.complete
    }

    /// The entry of an account that has not been released.
    #[must_use]
    pub fn entry_of(&self, account: AccountId) -> Option<EntryId> {
        self.by_account.get(&account).copied()
    }

    /// Whose an entry is.
    #[must_use]
    pub fn account_of(&self, entry: EntryId) -> Option<AccountId> {
        self.entries.get(&entry).map(|entry| entry.account)
    }

    /// Whether it keeps an account from other games: from its check-in until the event ends or it is out.
    #[must_use]
    pub fn keeps(&self, account: AccountId) -> bool {
        let status =
            self.entry_of(account).and_then(|entry| self.entries.get(&entry)).map(|entry| entry.status);
        match status {
            Some(EntryStatus::CheckedIn) => true,
            Some(EntryStatus::Player(number)) => self.phase.is_running() && self.players[number].is_active(),
            Some(EntryStatus::Registered | EntryStatus::Released) | None => false,
        }
    }

    /// When it starts, for whoever has entered and must be free then; `None` once it has, or will not.
    #[must_use]
    pub const fn starts(&self) -> Option<WallTime> {
        match self.phase {
            Phase::Announced | Phase::RegOpen => Some(self.terms.starts_at),
            Phase::CheckIn { start, .. } => Some(start),
            _ => None,
        }
    }

    /// How many hold a seat.
    #[must_use]
    pub fn seats_taken(&self) -> u32 {
        u32::try_from(self.by_account.len()).unwrap_or(u32::MAX)
    }

    /// The games that are on.
    pub fn live_games(&self) -> impl Iterator<Item = &EventGame> {
        self.tables().filter_map(|table| table.live.as_ref()).map(|live| &live.game)
    }

    /// How many rounds there are at most; `None` for an arena, which is over when its time is.
    #[must_use]
    pub fn rounds_planned(&self) -> Option<u16> {
        match self.terms.format {
            Format::Swiss { rounds } => Some(rounds),
            Format::RoundRobin { double } => {
                let players = self.players.len() + self.players.len() % 2;
                let once = players.saturating_sub(1);
                u16::try_from(if double { 2 * once } else { once }).ok()
            }
            Format::Knockout { .. } => u16::try_from(self.players.len().next_power_of_two().ilog2()).ok(),
            Format::Arena { .. } => None,
        }
    }

    /// The pool: what the players contributed and what the operator added.
    #[must_use]
    pub fn pool(&self) -> Amount {
        Amount(self.contributions().0 + self.overlay.0)
    }

    /// What the players contributed.
    #[must_use]
    pub fn contributions(&self) -> Amount {
        let players = i64::try_from(self.players.len()).expect("there are at most some thousand players");
        Amount(self.terms.contribution.0 * players)
    }

    /// What the operator added to it.
    #[must_use]
    pub const fn overlay(&self) -> Amount {
        self.overlay
    }

    /// What the escrow of an entry holds now.
    #[must_use]
    pub fn held_of_entry(&self, entry: EntryId) -> Amount {
        match self.entries.get(&entry).map(|entry| entry.status) {
            Some(EntryStatus::Registered | EntryStatus::CheckedIn) => self.terms.buy_in(),
            Some(EntryStatus::Player(_)) if !self.phase.is_over() => self.terms.fee,
            _ => Amount::ZERO,
        }
    }

    /// What the escrow of the event holds now.
    #[must_use]
    pub fn held_of_event(&self) -> Amount {
        match self.phase {
            Phase::Draft => Amount::ZERO,
            Phase::Announced | Phase::RegOpen | Phase::CheckIn { .. } => self.terms.guarantee,
            phase if phase.is_over() => Amount::ZERO,
            _ => self.pool(),
        }
    }

    pub(super) fn tables(&self) -> impl Iterator<Item = &Table> {
        // tables of complete rounds have neither games nor anything to come; an arena's rounds overlap
        let from = match self.terms.format {
            Format::Arena { .. } => 0,
            _ => self.rounds.len().saturating_sub(1),
        };
        self.rounds[from..].iter().flat_map(|round| &round.tables)
    }

    pub(super) fn round(&self, number: u16) -> Option<&Round> {
        self.rounds.get(usize::from(number).checked_sub(1)?)
    }

    pub(super) fn active(&self) -> usize {
        self.players.iter().filter(|player| player.is_active()).count()
    }

    pub(super) fn number_of(&self, entry: EntryId) -> Option<usize> {
        match self.entries.get(&entry)?.status {
            EntryStatus::Player(number) => Some(number),
            _ => None,
        }
    }
}
