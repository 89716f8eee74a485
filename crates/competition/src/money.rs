//! What an event's change of state does to money, in the words of events. Knows no ledger: the store writes a transfer for
//! each of these in the transaction that records the state change.

use ids::{AccountId, Amount, EntryId, GameId, LadderId, MatchId, TournamentId};
use serde::{Deserialize, Serialize};

/// Who has the money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Holder {
    /// A player's wallet.
    Wallet(AccountId),
    /// The escrow of a Rivals match.
    Match(MatchId),
    /// The escrow of a game.
    Game(GameId),
    /// The escrow of an entry to a tournament.
    Entry(EntryId),
    /// The escrow of a tournament.
    Tournament(TournamentId),
    /// The pool of a ladder season.
    Ladder(LadderId),
    /// The operator's fees.
    House,
    /// The operator's purse for guarantees and pools, never below zero.
    Promo,
}

/// What a movement belongs to: with its leg it names the movement, so that a second try is the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MoneyOf {
    /// A Rivals match.
    Match(MatchId),
    /// A game.
    Game(GameId),
    /// An entry.
    Entry(EntryId),
    /// A tournament.
    Tournament(TournamentId),
    /// A ladder season.
    Ladder(LadderId),
    /// A place in the final order of a ladder season, from 1.
    LadderPlace(LadderId, u16),
}

/// Which part of what it belongs to; each happens at most once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum MoneyLeg {
    /// Of a match: the challenger's stake is held.
    StakeFirst,
    /// Of a match: the challenged player's stake is held.
    StakeSecond,
    /// Of a match: what is left of the challenger's goes back.
    RefundFirst,
    /// Of a match: what is left of the challenged player's goes back.
    RefundSecond,
    /// Of a game: White's stake comes from the match's escrow.
    StakeWhite,
    /// Of a game: Black's stake comes from the match's escrow.
    StakeBlack,
    /// Of a game that did not count: White's stake goes back where it came from.
    RefundWhite,
    /// Of a game that did not count: Black's.
    RefundBlack,
    /// Of a match or a game: the winner gets the pot less the fee.
    Payout,
    /// Of a match, a game or an entry: the house gets its fee.
    Fee,
    /// Of an entry: the buy-in, contribution and fee, is held.
    Hold,
    /// Of an entry: the whole hold goes back.
    Release,
    /// Of an entry: the contribution joins the tournament's pool.
    Capture,
    /// Of an entry: contribution or share of the pool given back after the start.
    Refund,
    /// Of an entry: the fee given back after the start.
    FeeRefund,
    /// Of an entry, or of a place in a ladder: what it won.
    Prize,
    /// Of a tournament or a ladder: the guarantee, or the pool, from the operator's purse.
    Guarantee,
    /// Of a tournament: the part of the guarantee that was not needed, at the start.
    GuaranteeBack,
    /// Of a tournament or a ladder: what the operator had added and nobody gets.
    OverlayBack,
}

/// One movement of money: more than nothing, from one holder to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MoneyMove {
    /// What it belongs to.
    pub of: MoneyOf,
    /// Which part of it.
    pub leg: MoneyLeg,
    /// Who gives.
    pub from: Holder,
    /// Who gets.
    pub to: Holder,
    /// How much, in minor units.
    pub amount: Amount,
}
