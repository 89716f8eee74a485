//! Two materials that differ in the side to move, as they are solved: values in memory. Knows no file.

use super::index::Index;
use super::kings::KingSets;
use super::material::Material;
use super::placement::Placement;
use super::store::Tables;
use super::value::{Outcome, Value};
use draughts::{Position, Variant};
use std::sync::atomic::{AtomicU16, Ordering};

/// One material being solved.
pub(crate) struct Half {
    pub(crate) index: Index,
    pub(crate) kings: KingSets,
    values: Vec<AtomicU16>,
}

impl Half {
    fn new(variant: Variant, material: Material) -> Self {
        let index = Index::new(variant, material);
        let kings = KingSets::new(index.squares, material);
        let mut values = Vec::new();
        values.resize_with(index.positions() as usize, || AtomicU16::new(Value::UNKNOWN.bits()));
        Self { index, kings, values }
    }

    pub(crate) fn value(&self, number: u64) -> Value {
        Value::from_bits(self.values[number as usize].load(Ordering::Relaxed))
    }

    pub(crate) fn set(&self, number: u64, value: Value) {
        self.values[number as usize].store(value.bits(), Ordering::Relaxed);
    }
}

/// A material and the same with the opponent to move; only one where the two are equal.
///
/// Threads write the values of different cells of one level and read those of earlier levels: no two touch the same value,
/// and what a level wrote is seen by the next because its threads have been joined.
pub(crate) struct Pair<'a> {
    pub(crate) variant: Variant,
    pub(crate) halves: Vec<Half>,
    done_before: &'a Tables,
}

impl<'a> Pair<'a> {
    /// Nothing is known yet; `done_before` holds what its irreversible plies lead to.
    pub(crate) fn new(variant: Variant, material: Material, done_before: &'a Tables) -> Self {
        let mut halves = vec![Half::new(variant, material)];
        if material != material.turned() {
            halves.push(Half::new(variant, material.turned()));
        }
        Self { variant, halves, done_before }
    }

    /// Which half has the opponent to move.
    pub(crate) const fn opposite(&self, half: usize) -> usize {
        if self.halves.len() == 1 { 0 } else { 1 - half }
    }

    pub(crate) fn squares(&self) -> u32 {
        self.halves[0].index.squares
    }

    /// What a position after an irreversible ply is worth to its side to move.
    pub(crate) fn after_irreversible(&self, position: &Position) -> Outcome {
        let placement = Placement::of(position);
        if placement.own_men | placement.own_kings == 0 {
            return Outcome::Loss;
        }
        let material = Material::of(placement).expect("a ply adds no piece, and its mover has one left");
        match self.halves.iter().find(|half| half.index.material == material) {
            Some(half) => half.value(half.index.number(placement)).outcome(),
            None => self.done_before.outcome_of(self.variant, material, placement),
        }
        .expect("irreversible plies lead to what has been solved before")
    }
}
