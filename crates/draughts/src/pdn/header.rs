//! What a game's tags say: which games it may be, how squares are named, who plays. Knows no move's legality.

use super::fault::{PdnError, PdnFault, Place};
use super::game_type::{GameType, seen_by_first};
use super::note::{PdnNote, PdnRemark};
use super::raw::{Item, RawGame, RawTag};
use super::{PdnResult, ReadOptions, bounds};
use crate::numbering::Numbering;
use crate::square::SquareText;
use crate::{Side, Variant};

/// A game that the text may be of.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) numbering: Numbering,
    /// What is to be told if it is this one.
    pub(super) note: Option<PdnNote>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Header {
    /// At least one; more only where no tag and no caller says which.
    pub(super) candidates: Vec<Candidate>,
    pub(super) fen: Option<(String, Place)>,
    pub(super) result: Option<(PdnResult, Place)>,
    /// Whether results count the first mover first, and that is Black.
    pub(super) exchanged: bool,
    /// All other tags.
    pub(super) tags: Vec<(String, String)>,
    pub(super) notes: Vec<PdnNote>,
}

impl Header {
    pub(super) fn read(game: &RawGame, options: ReadOptions) -> Result<Self, PdnError> {
        let mut header = Self::default();
        let find = |name: &str| game.tags.iter().find(|tag| tag.name == name);
        let by_order = find("P1").or_else(|| find("P2"));
        if let Some(tag) = by_order.filter(|_| !options.tolerant) {
            return Err(PdnFault::PlayerTag { name: tag.name.clone() }.at(tag.place));
        }
        header.fen = find("FEN").map(|tag| (tag.value.clone(), tag.place));
        header.find_candidates(game, options, by_order.is_some())?;
        let first = header.candidates[0].numbering.variant.row().first;
        if let Some(tag) = by_order {
            header.exchanged = first == Side::Black;
            header.notes.push(PdnRemark::PlayerTags { first, second: first.other() }.at(tag.place));
        }
        for tag in &game.tags {
            let (mut name, mut value) = (tag.name.clone(), tag.value.clone());
            if by_order.is_some() {
                name = by_colour(&tag.name, first);
                if let Some(right) = in_seconds(tag) {
                    let text = std::mem::replace(&mut value, right.clone());
                    header.notes.push(PdnRemark::Minutes { text, right }.at(tag.place));
                }
            }
            if name == tag.name || find(&name).is_none() {
                header.tags.push((name, value));
            }
        }
        if let Some(tag) = find("Result") {
            header.read_result(tag, find("ResultFormat").is_some());
        }
        Ok(header)
    }

    fn find_candidates(
        &mut self,
        game: &RawGame,
        options: ReadOptions,
        by_order: bool,
    ) -> Result<(), PdnError> {
        let find = |name: &str| game.tags.iter().find(|tag| tag.name == name);
        let numbering =
            |variant| if by_order { seen_by_first(variant) } else { Numbering::standard(variant) };
        if let Some(tag) = find("GameType") {
            let read = GameType::read(&tag.value).map_err(|fault| fault.at(tag.place))?;
            if read.other_starter.is_some() {
                let variant = read.numbering.variant;
                if !options.tolerant {
                    return Err(PdnFault::Starter { variant }.at(tag.place));
                }
                self.notes.push(PdnRemark::Starter { variant }.at(tag.place));
            }
            self.candidates.push(Candidate { numbering: read.numbering, note: None });
        } else if let Some(variant) = options.variant {
            self.candidates.push(Candidate { numbering: numbering(variant), note: None });
        } else if let Some(tag) = find("Variant") {
            let variant = variant_of(tag).filter(|_| options.tolerant);
            let variant =
                variant.ok_or_else(|| PdnFault::VariantTag { value: tag.value.clone() }.at(tag.place))?;
            let note = Some(PdnRemark::VariantTag { variant }.at(tag.place));
            self.candidates.push(Candidate { numbering: numbering(variant), note });
        } else {
            let place = written_by_letters(game, self.fen.as_ref())?;
            // the games that are written by letters, each with White's a1; this house's own first
            for variant in [Variant::Brazilian, Variant::Russian] {
                let note = Some(PdnRemark::Inferred { variant, also: None }.at(place));
                self.candidates.push(Candidate { numbering: numbering(variant), note });
            }
        }
        Ok(())
    }

    fn read_result(&mut self, tag: &RawTag, has_format: bool) {
        match PdnResult::read(tag.value.trim()) {
            Some(result) => self.result = Some((result, tag.place)),
            None if ["", "?"].contains(&tag.value.trim()) => {}
            // a format of its own is not counted, but it is no mistake
            None if has_format => {}
            None => self.notes.push(PdnRemark::ResultTag { value: tag.value.clone() }.at(tag.place)),
        }
    }
}

/// Where a game that is written by letters begins; an error for one written with numbers, which mean other squares in other
/// games.
fn written_by_letters(game: &RawGame, fen: Option<&(String, Place)>) -> Result<Place, PdnError> {
    let mut begins = None;
    if let Some((fen, place)) = fen {
        if !has_letters(fen) {
            return Err(PdnFault::NoGameType.at(*place));
        }
        begins = Some(*place);
    }
    for (item, place) in &game.items {
        let by_letters = match item {
            Item::Move(mv) => mv.squares.iter().all(|square| matches!(square, SquareText::ColumnRow(..))),
            Item::Setup(text) => has_letters(text),
            Item::Comment(_) | Item::Nag(_) | Item::Open | Item::Close => continue,
        };
        if !by_letters {
            return Err(PdnFault::NoGameType.at(*place));
        }
        begins.get_or_insert(*place);
    }
    begins.map(|_| game.place).ok_or_else(|| PdnFault::NoGameTypeNoMove.at(game.place))
}

fn has_letters(fen: &str) -> bool {
    fen.contains(|next: char| ('a'..='j').contains(&next))
}

/// The variant by the name that a web site gives it.
fn variant_of(tag: &RawTag) -> Option<Variant> {
    match tag.value.as_str() {
        "American/English" | "American" | "English" => Some(Variant::American),
        "Brazilian" => Some(Variant::Brazilian),
        "Russian" => Some(Variant::Russian),
        "International" => Some(Variant::International),
        _ => None,
    }
}

/// `P1Elo` as `BlackElo` where Black moves first.
fn by_colour(name: &str, first: Side) -> String {
    for (prefix, side) in [("P1", first), ("P2", first.other())] {
        if let Some(rest) = name.strip_prefix(prefix)
            && !rest.starts_with(|next: char| next.is_ascii_digit() || next.is_ascii_lowercase())
        {
            let renamed = format!("{side}{rest}");
            // a longer name could not be read again
            return if renamed.len() <= bounds::TAG_NAME { renamed } else { name.to_owned() };
        }
    }
    name.to_owned()
}

/// A TimeControl of minutes and seconds, as the site that writes P1 and P2 has it, in PDN's seconds. It has none longer than
/// three hours.
fn in_seconds(tag: &RawTag) -> Option<String> {
    let (minutes, increment) = tag.value.split_once('+').filter(|_| tag.name == "TimeControl")?;
    let digits = |text: &str| (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let minutes: u32 = minutes.parse().ok().filter(|_| digits(minutes) && digits(increment))?;
    (minutes <= 180).then(|| format!("{}+{increment}", minutes * 60))
}
