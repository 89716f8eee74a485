//! What each feature is worth. Knows no board.
//!
//! The figures are learned from the bot's own games (`damas bot learn`) and are part of the program.

use crate::evaluate::features::Layout;
use crate::evaluate::view::Shape;
use draughts::Variant;
use std::sync::LazyLock;

/// A weight's unit is this part of a hundredth of a man.
pub(crate) const PART: i32 = 8;

/// A feature's worth with all pieces on the board and with none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Weight {
    pub(crate) full: i16,
    pub(crate) empty: i16,
}

/// The weights of one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(Vec<Weight>);

/// The bytes are not the weights of that variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the weights of {variant} take {expected} bytes, not {found}")]
pub struct WeightsError {
    variant: Variant,
    expected: usize,
    found: usize,
}

static LEARNED: [LazyLock<Weights>; 4] = [
    LazyLock::new(|| Weights::included(Variant::Brazilian, include_bytes!("../../weights/brazilian.bin"))),
    LazyLock::new(|| Weights::included(Variant::American, include_bytes!("../../weights/american.bin"))),
    LazyLock::new(|| {
        Weights::included(Variant::International, include_bytes!("../../weights/international.bin"))
    }),
    LazyLock::new(|| Weights::included(Variant::Russian, include_bytes!("../../weights/russian.bin"))),
];

impl Weights {
    /// The variant's weights that are part of the program.
    #[must_use]
    pub fn learned(variant: Variant) -> &'static Self {
        &LEARNED[variant as usize]
    }

    /// Weights that count men and kings alone: what learning begins with.
    #[must_use]
    pub fn plain(variant: Variant) -> Self {
        // A flying king is worth about three men, a short one less than one and a half.
        let king = if variant == Variant::American { 140 } else { 300 };
        let layout = Layout::of(Shape::of(variant));
        let mut weights = vec![Weight::default(); layout.len];
        for (feature, worth) in layout.material(king) {
            let worth = (worth * PART) as i16;
            weights[feature] = Weight { full: worth, empty: worth };
        }
        Self(weights)
    }

    fn included(variant: Variant, bytes: &[u8]) -> Self {
        Self::read(variant, bytes).expect("a test reads the weights that are part of the program")
    }

    /// Weights from bytes: two little-endian numbers of 16 bits a feature, first for the full board, then for the empty one.
    ///
    /// # Errors
    /// When there are too many bytes or too few.
    pub fn read(variant: Variant, bytes: &[u8]) -> Result<Self, WeightsError> {
        let expected = 4 * Layout::of(Shape::of(variant)).len;
        if bytes.len() != expected {
            return Err(WeightsError { variant, expected, found: bytes.len() });
        }
        let weight = |chunk: &[u8]| Weight {
            full: i16::from_le_bytes([chunk[0], chunk[1]]),
            empty: i16::from_le_bytes([chunk[2], chunk[3]]),
        };
        Ok(Self(bytes.chunks_exact(4).map(weight).collect()))
    }

    /// The bytes that [`Weights::read`] reads.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        self.0
            .iter()
            .flat_map(|weight| [weight.full.to_le_bytes(), weight.empty.to_le_bytes()].concat())
            .collect()
    }

    pub(crate) const fn from_values(weights: Vec<Weight>) -> Self {
        Self(weights)
    }

    #[inline(always)]
    pub(crate) fn get(&self, feature: usize) -> Weight {
        self.0[feature]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_has_weights_of_every_variant() {
        for variant in Variant::ALL {
            let learned = Weights::learned(variant);
            assert_eq!(Weights::read(variant, &learned.bytes()).as_ref(), Ok(learned), "{variant}");
        }
        assert!(Weights::read(Variant::Russian, &[0; 3]).is_err());
    }
}
