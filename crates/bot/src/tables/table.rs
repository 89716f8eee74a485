//! One table: outcome and distance of every position of one material. Knows no other table.

use super::distances::{self, BLOCK};
use super::file::{self, Contents, Header, TableError};
use super::index::Index;
use super::material::Material;
use super::outcomes;
use super::pair::{Half, Pair};
use super::placement::Placement;
use super::value::Outcome;
use draughts::Variant;
use std::io;
use std::path::Path;

/// An open table.
pub(crate) struct Table {
    index: Index,
    contents: Contents,
}

impl Table {
    /// Opens the table of a material; `None` when the folder has none.
    pub(crate) fn open(
        folder: &Path,
        variant: Variant,
        material: Material,
    ) -> Result<Option<Self>, TableError> {
        let path = file::path_of(folder, variant, material);
        if !path.try_exists().map_err(|source| TableError::Io { path, source })? {
            return Ok(None);
        }
        let index = Index::new(variant, material);
        let contents = Contents::open(folder, variant, material, index.positions())?;
        Ok(contents.map(|contents| Self { index, contents }))
    }

    pub(crate) const fn header(&self) -> &Header {
        &self.contents.header
    }

    pub(crate) const fn index(&self) -> &Index {
        &self.index
    }

    #[inline(always)]
    pub(crate) fn outcome(&self, placement: Placement) -> Option<Outcome> {
        let (directory, payload) = (self.contents.section::<0>(), self.contents.section::<1>());
        outcomes::read(directory, payload, self.index.number(placement))
    }

    /// Outcome and distance.
    pub(crate) fn value(&self, placement: Placement) -> Option<(Outcome, u16)> {
        let outcome = self.outcome(placement)?;
        if outcome == Outcome::Draw {
            return Some((outcome, 0));
        }
        let mut block = [0; BLOCK];
        let at = self.unpack(self.index.number(placement), &mut block)?;
        Some((outcome, u16::from(block[at])))
    }

    /// Unpacks the distances around a number; answers where in the block its own is.
    pub(crate) fn unpack(&self, number: u64, block: &mut [u8; BLOCK]) -> Option<usize> {
        distances::unpack(self.contents.section::<2>(), self.contents.section::<3>(), number, block)
    }
}

/// Writes the table of a half that has been solved.
pub(crate) fn write(folder: &Path, pair: &Pair, half: &Half, threads: usize) -> io::Result<()> {
    let positions = half.index.positions();
    let outcome = |number| half.value(number).outcome().expect("every cell has been solved");
    let mut counts = [0; 3];
    let mut longest = 0;
    for number in 0..positions {
        counts[outcome(number) as usize] += 1;
        longest = longest.max(half.value(number).distance());
    }
    let outcomes = outcomes::encode(positions, threads, outcome);
    let distances = distances::encode(positions, threads, |number| {
        (outcome(number) != Outcome::Draw).then(|| half.value(number).distance())
    });
    let sections = [&*outcomes.directory, &*outcomes.payload, &*distances.directory, &*distances.payload];
    debug_assert_eq!(sections[0].len() as u64, outcomes::directory_len(positions));
    debug_assert_eq!(sections[2].len() as u64, distances::directory_len(positions));
    let [losses, draws, wins] = counts;
    let header = Header {
        variant: pair.variant,
        material: half.index.material,
        wins,
        draws,
        losses,
        longest,
        sections: sections.map(|section| section.len() as u64),
    };
    file::write(folder, &header, sections)
}
