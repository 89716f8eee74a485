//! The tables at hand, of every variant. Grows while others read it. Knows no search and no way to make a table.

use super::MOST_PIECES;
use super::file::TableError;
use super::material::Material;
use super::placement::Placement;
use super::table::Table;
use super::value::Outcome;
use draughts::{Position, Variant};
use std::path::Path;
use std::sync::OnceLock;

/// Endgame tables that are complete. Shared by threads; a table that is built or loaded later is seen by all at once, and
/// none ever goes away.
pub struct Tables {
    slots: Vec<OnceLock<Box<Table>>>,
}

/// One table in figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Men and kings of the side to move, then of the opponent: `2m1k-0m3k`.
    pub material: String,
    /// How many pieces that are.
    pub pieces: u32,
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// The longest distance, in plies, also where [`Tables::distance`] tells less.
    pub longest: u16,
    /// The size of the file.
    pub bytes: u64,
}

impl Tables {
    /// No tables.
    #[must_use]
    pub fn none() -> Self {
        let slots = Variant::ALL.len() * Material::SLOTS;
        Self { slots: (0..slots).map(|_| OnceLock::new()).collect() }
    }

    /// The tables of some variants that are complete in a folder, and what was wrong with the files of others.
    #[must_use]
    pub fn open(folder: &Path, variants: &[Variant]) -> (Self, Vec<TableError>) {
        let tables = Self::none();
        let broken = variants.iter().flat_map(|variant| tables.load(folder, *variant)).collect();
        (tables, broken)
    }

    /// Adds the tables of a variant that are complete in a folder and not here yet. Each file is read through once, as its
    /// checksum wants. Answers what is wrong with files that were not taken; building writes those anew.
    pub fn load(&self, folder: &Path, variant: Variant) -> Vec<TableError> {
        let all = (2..=MOST_PIECES).flat_map(Material::all_of);
        all.filter_map(|material| self.load_one(folder, variant, material).err()).collect()
    }

    /// Adds one table, if its file is there.
    pub(crate) fn load_one(
        &self,
        folder: &Path,
        variant: Variant,
        material: Material,
    ) -> Result<(), TableError> {
        let slot = self.slot(variant, material);
        if slot.get().is_none()
            && let Some(table) = Table::open(folder, variant, material)?
        {
            // Another thread may have been faster: its table is the same.
            let _ = slot.set(Box::new(table));
        }
        Ok(())
    }

    #[inline(always)]
    fn slot(&self, variant: Variant, material: Material) -> &OnceLock<Box<Table>> {
        &self.slots[variant as usize * Material::SLOTS + material.slot()]
    }

    pub(crate) fn table(&self, variant: Variant, material: Material) -> Option<&Table> {
        self.slot(variant, material).get().map(|table| &**table)
    }

    /// The most pieces for which every table of the variant is here: a position with no more of them has its outcome here.
    /// 0 when there is none.
    #[must_use]
    pub fn pieces(&self, variant: Variant) -> u32 {
        let complete = |pieces: &u32| Material::all_of(*pieces).all(|m| self.table(variant, m).is_some());
        (2..=MOST_PIECES).take_while(complete).last().unwrap_or(0)
    }

    /// What the side to move gets under best play, without regard to counters of draws; `None` where no table tells. A side
    /// without pieces has lost; a board on which only the opponent of the side to move has none is in no table.
    ///
    /// Takes well under a microsecond once the pages of the table are in memory.
    #[must_use]
    #[inline]
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let placement = Placement::of(position);
        match Material::of(placement) {
            Some(material) => self.outcome_of(position.variant(), material, placement),
            None => (placement.own_men | placement.own_kings == 0).then_some(Outcome::Loss),
        }
    }

    #[inline(always)]
    pub(crate) fn outcome_of(
        &self,
        variant: Variant,
        material: Material,
        placement: Placement,
    ) -> Option<Outcome> {
        self.table(variant, material)?.outcome(placement)
    }

    /// Outcome and distance: how many plies it takes, with best play, until the next irreversible ply has been played or
    /// the game has ended. Irreversible are a man's move and a capture, whoever plays them: they set a quiet run to 0.
    ///
    /// The side that wins makes the distance as short, the side that loses as long as it can, among the moves that keep the
    /// outcome. So it is 0 where the side to move has lost already, having no move; 1 where the best ply is itself
    /// irreversible or leaves the opponent without a move; and one more than that of the best position that a quiet king
    /// move leads to otherwise. A win at distance d is reached within a limit of n quiet plies, of which q have been played,
    /// if q + d <= n. Drawn positions have none: 0. 255 stands for that or more.
    ///
    /// Takes tens of microseconds.
    #[must_use]
    pub fn distance(&self, position: &Position) -> Option<(Outcome, u16)> {
        let placement = Placement::of(position);
        match Material::of(placement) {
            Some(material) => self.table(position.variant(), material)?.value(placement),
            None => (placement.own_men | placement.own_kings == 0).then_some((Outcome::Loss, 0)),
        }
    }

    /// The tables of a variant in figures, by pieces and material.
    #[must_use]
    pub fn summary(&self, variant: Variant) -> Vec<Summary> {
        let mut all: Vec<Material> = (2..=MOST_PIECES).flat_map(Material::all_of).collect();
        all.sort_by_key(|material| (material.pieces(), *material));
        let figures = |material: Material| {
            let header = self.table(variant, material)?.header();
            Some(Summary {
                material: material.to_string(),
                pieces: material.pieces(),
                wins: header.wins,
                draws: header.draws,
                losses: header.losses,
                longest: header.longest,
                bytes: header.file_len(),
            })
        };
        all.into_iter().filter_map(figures).collect()
    }
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let here = self.slots.iter().filter(|slot| slot.get().is_some()).count();
        f.debug_struct("Tables").field("here", &here).finish_non_exhaustive()
    }
}
