//! Between the house's words and the wire's: sides, squares, clocks, terms. No decision is made here.

use crate::config::Config;
use compact_str::ToCompactString as _;
use draughts::{Position, RuleSet, SquareSet, Variant};
use game::{EndReason, Outcome, TimeControl};
use ids::Amount;
use ledger::{Pot, Subject};
use protocol::{
    Breakdown, ClockSetting, Clocks, DrawState, EventRef, LegalMoves, SquareText, StandingOffer, Terms,
};
use rooms::{
    ClockFrame, DrawFrame, EventGame, EventId, GameInfo, Kind, LegalMove, Presence, Seat, StakedTerms,
};
use std::fmt::Write as _;

/// A side, said on the wire.
pub(crate) const fn side(side: draughts::Side) -> protocol::Side {
    match side {
        draughts::Side::White => protocol::Side::White,
        draughts::Side::Black => protocol::Side::Black,
    }
}

/// A side, as it came from the wire.
pub(crate) const fn own_side(side: protocol::Side) -> draughts::Side {
    match side {
        protocol::Side::White => draughts::Side::White,
        protocol::Side::Black => draughts::Side::Black,
    }
}

/// A bot's level, said on the wire.
pub(crate) const fn level(level: rooms::Level) -> protocol::Level {
    match level {
        rooms::Level::Easy => protocol::Level::Easy,
        rooms::Level::Medium => protocol::Level::Medium,
        rooms::Level::Hard => protocol::Level::Hard,
    }
}

/// A bot's level, as it came from the wire.
pub(crate) const fn own_level(level: protocol::Level) -> rooms::Level {
    match level {
        protocol::Level::Easy => rooms::Level::Easy,
        protocol::Level::Medium => rooms::Level::Medium,
        protocol::Level::Hard => rooms::Level::Hard,
    }
}

/// A clock, said on the wire.
pub(crate) const fn clock_setting(control: TimeControl) -> ClockSetting {
    ClockSetting { initial_ms: control.initial, increment_ms: control.increment }
}

/// A clock, as it came from the wire.
pub(crate) const fn time_control(clock: ClockSetting) -> TimeControl {
    TimeControl { initial: clock.initial_ms, increment: clock.increment_ms }
}

/// The names of squares, in the board's order.
pub(crate) fn squares(squares: SquareSet, variant: Variant) -> Vec<SquareText> {
    squares.iter().map(|square| square.name(variant).to_compact_string()).collect()
}

/// The name of the variant in an event's profile.
pub(crate) fn variant_of_profile(profile: &str) -> &str {
    profile.split_once(' ').map_or(profile, |(variant, _)| variant)
}

/// A position as FEN. The longest that play reaches, 40 pieces on 10x10, fits.
pub(crate) fn fen(position: &Position) -> String {
    let mut text = String::with_capacity(if position.variant().is_algebraic() { 96 } else { 144 });
    write!(text, "{}", position.fen()).expect("a string takes every text");
    text
}

/// Legal moves with all their paths.
pub(crate) fn legal(moves: &[LegalMove], variant: Variant) -> LegalMoves {
    moves
        .iter()
        .map(|legal| protocol::LegalMove {
            from: legal.mv.from().name(variant).to_compact_string(),
            to: legal.mv.to().name(variant).to_compact_string(),
            captured: squares(legal.mv.captured(), variant),
            paths: legal.paths.iter().map(|path| path.text(variant).to_compact_string()).collect(),
        })
        .collect()
}

/// The way that a piece goes.
pub(crate) fn path(path: &draughts::Path, variant: Variant) -> SquareText {
    path.text(variant).to_compact_string()
}

/// Both clocks.
pub(crate) fn clocks(frame: &ClockFrame) -> Clocks {
    Clocks {
        white_ms: frame.left.white,
        black_ms: frame.left.black,
        running: frame.running.map(side),
        server_ms: server_ms(frame.at),
        first_move_ms: frame.first_move_left,
    }
}

/// The server's monotonic time in milliseconds, as every message says it.
pub(crate) const fn server_ms(at: ids::Moment) -> u64 {
    at.0 / 1000
}

/// The counters towards a draw, and the offers; who watches hears nothing of offers.
pub(crate) fn draw(frame: &DrawFrame, seat: Option<draughts::Side>) -> DrawState {
    let plays = seat.is_some();
    DrawState {
        quiet: frame.quiet,
        quiet_limit: frame.quiet_limit,
        repetition: frame.repetition,
        repetition_limit: frame.repetition_limit,
        draw_in: frame.draw_in,
        white_offers_left: plays.then_some(frame.offers_left.white),
        black_offers_left: plays.then_some(frame.offers_left.black),
        offer: frame.offer.filter(|_| plays).map(|(offer, by)| StandingOffer { offer, by: side(by) }),
    }
}

/// Whether somebody is here, and since when he is not.
pub(crate) fn presence(presence: Presence) -> (bool, Option<u64>) {
    match presence {
        Presence::Here => (true, None),
        Presence::Away(since) => (false, since.map(server_ms)),
    }
}

/// How a game ended, said on the wire.
pub(crate) const fn outcome(outcome: Outcome) -> protocol::Outcome {
    match outcome {
        Outcome::Won(draughts::Side::White) => protocol::Outcome::White,
        Outcome::Won(draughts::Side::Black) => protocol::Outcome::Black,
        Outcome::Draw => protocol::Outcome::Draw,
        Outcome::Void => protocol::Outcome::Void,
    }
}

/// Why a game ended, said on the wire.
pub(crate) const fn end_reason(reason: EndReason) -> protocol::EndReason {
    match reason {
        EndReason::NoPieces => protocol::EndReason::NoPieces,
        EndReason::Blocked => protocol::EndReason::Blocked,
        EndReason::Resignation => protocol::EndReason::Resignation,
        EndReason::Flag => protocol::EndReason::Flag,
        EndReason::Agreement => protocol::EndReason::Agreement,
        EndReason::Repetition => protocol::EndReason::Repetition,
        EndReason::QuietPlies => protocol::EndReason::QuietPlies,
        EndReason::Balance => protocol::EndReason::Balance,
        EndReason::Aborted => protocol::EndReason::Aborted,
        EndReason::Forfeit => protocol::EndReason::Forfeit,
        EndReason::Voided => protocol::EndReason::Voided,
    }
}

fn event_ref(game: EventGame) -> EventRef {
    match game.event {
        EventId::Match(id) => EventRef::Match { id, game: game.round },
        EventId::Tournament(id) => EventRef::Tournament { id, round: game.round, table: game.table },
    }
}

/// A round trip, said on the wire.
pub(crate) const fn latency(latency: rooms::Latency) -> protocol::Latency {
    match latency {
        rooms::Latency::Within(ms) => protocol::Latency::Within { ms },
        rooms::Latency::Slower => protocol::Latency::Slower,
        rooms::Latency::Unknown => protocol::Latency::Unknown,
    }
}

/// The terms of a staked game.
pub(crate) fn staked_terms(terms: &StakedTerms) -> Terms {
    Terms {
        variant: terms.variant.to_string(),
        rules: terms.rule_set.to_string(),
        clock: clock_setting(terms.time_control),
        stake: terms.stake,
        fee_basis_points: terms.fee,
        first_move_ms: terms.first_move_window.map_or(0, |window| window.0),
        offers_from_ply: terms.game_terms().offers_from_ply,
        event: terms.event.map(event_ref),
        hash: terms.config_hash.clone(),
    }
}

/// The terms of any game; practice has no stake, no fee and perhaps no clock.
pub(crate) fn terms(info: &GameInfo) -> Terms {
    if let Some(staked) = info.staked() {
        return staked_terms(staked);
    }
    let no_clock = TimeControl { initial: ids::Millis::ZERO, increment: ids::Millis::ZERO };
    Terms {
        variant: info.terms.variant.to_string(),
        rules: info.terms.rule_set.to_string(),
        clock: clock_setting(info.terms.time_control.unwrap_or(no_clock)),
        stake: Amount::ZERO,
        fee_basis_points: ids::BasisPoints(0),
        first_move_ms: info.terms.first_move_window.map_or(0, |window| window.0),
        offers_from_ply: info.terms.offers_from_ply,
        event: None,
        hash: String::new(),
    }
}

/// What a staked game's end gives; `None` in practice.
pub(crate) fn breakdown(info: &GameInfo, outcome: Outcome) -> Option<Breakdown> {
    let terms = info.staked()?;
    let (Seat::Player { account: white, .. }, Seat::Player { account: black, .. }) =
        (&info.seats.white, &info.seats.black)
    else {
        return None;
    };
    let subject = Subject { kind: "game", id: info.game.0 };
    let pot = Pot::new(subject, *white, *black, terms.stake, terms.fee).ok()?;
    Some(figures(terms.stake, pot.total(), if won(outcome) { pot.fee() } else { Amount::ZERO }, outcome))
}

/// The figures of an end: a prize only where somebody won.
pub(crate) fn figures(stake: Amount, pot: Amount, fee: Amount, outcome: Outcome) -> Breakdown {
    let prize = if won(outcome) { Amount(pot.0 - fee.0) } else { Amount::ZERO };
    Breakdown { stake, pot, fee, prize }
}

const fn won(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Won(_))
}

/// A kind of draughts by its name; the error says which there are.
pub(crate) fn variant(name: &str) -> Result<Variant, String> {
    name.parse().map_err(|_unknown| {
        let known = Variant::ALL.map(|variant| variant.to_string()).join(", ");
        format!("\"{name}\" is no kind of draughts; there are {known}")
    })
}

/// A position as it is written.
///
/// # Errors
/// What is wrong with it, in English.
pub(crate) fn position(variant: Variant, fen: &str) -> Result<Position, String> {
    let fen = draughts::Fen::parse(variant, fen).map_err(|error| error.to_string())?;
    Position::from_setup(fen.setup()).map_err(|error| error.to_string())
}

/// A rule set by its name; the error says which there are.
pub(crate) fn rule_set(config: &Config, name: &str) -> Result<RuleSet, String> {
    config
        .rule_set(name)
        .ok_or_else(|| format!("\"{name}\" is no rule set; there are {}", config.rule_set_names().join(", ")))
}

/// The variant and the draw rules of an event's game, as they were when it was announced.
pub(crate) fn profile(profile: &str) -> (String, String) {
    let (variant, rules) = profile.split_once(' ').unwrap_or((profile, ""));
    let rules = RuleSet::from_definition(rules).map_or_else(|_| rules.to_owned(), |set| set.to_string());
    (variant.to_owned(), rules)
}

/// What kind of game it is.
pub(crate) const fn kind(kind: &Kind) -> protocol::GameKind {
    match kind {
        Kind::Staked { .. } => protocol::GameKind::Staked,
        Kind::Bot { .. } => protocol::GameKind::PracticeBot,
        Kind::Link => protocol::GameKind::PracticeLink,
    }
}
