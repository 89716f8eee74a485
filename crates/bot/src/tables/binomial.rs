//! Binomial coefficients and the order of sets that they number. Knows no board.

use super::MOST_PIECES;

/// More squares than any board has.
const SQUARES: usize = 50;

/// `BINOMIAL[n][k]`: how many sets of k there are among n.
pub(crate) static BINOMIAL: [[u64; MOST_PIECES as usize + 1]; SQUARES + 1] = {
    let mut table = [[0; MOST_PIECES as usize + 1]; SQUARES + 1];
    let mut n = 0;
    while n <= SQUARES {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MOST_PIECES as usize {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of a set among those of its size, in the order of the sets as numbers (colexicographic). `rank` says where
/// among the places a square is.
#[inline(always)]
pub(crate) fn number_of(mut set: u64, rank: impl Fn(u32) -> usize) -> u64 {
    let (mut number, mut size) = (0, 0);
    while set != 0 {
        size += 1;
        number += BINOMIAL[rank(set.trailing_zeros())][size];
        set &= set - 1;
    }
    number
}

/// The set of that size and number, among places 0, 1, 2…
pub(crate) fn set_of(mut number: u64, size: usize) -> u64 {
    let mut set = 0;
    for size in (1..=size).rev() {
        let place = BINOMIAL
            .iter()
            .rposition(|row| row[size] <= number)
            .expect("row 0 holds 0 for every size above 0");
        number -= BINOMIAL[place][size];
        set |= 1 << place;
    }
    set
}

/// All sets of that size among `places` places, by their numbers.
pub(crate) fn sets_of(places: usize, size: usize) -> impl Iterator<Item = u64> {
    let last = BINOMIAL[places][size];
    let mut set: u64 = (1 << size) - 1;
    (0..last).map(move |_| {
        let this = set;
        if this != 0 {
            // The next higher number with as many bits.
            let lowest = this & this.wrapping_neg();
            let carried = this + lowest;
            set = carried | (((this ^ carried) >> 2) / lowest);
        }
        this
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_without_a_gap_and_found_again_by_number() {
        for (places, size) in [(5, 0), (5, 5), (32, 1), (28, 3), (50, 2)] {
            let mut count = 0;
            for (number, set) in sets_of(places, size).enumerate() {
                assert_eq!(number_of(set, |square| square as usize), number as u64);
                assert_eq!(set_of(number as u64, size), set, "{number} of {size} in {places}");
                count += 1;
            }
            assert_eq!(count, BINOMIAL[places][size]);
        }
    }
}
