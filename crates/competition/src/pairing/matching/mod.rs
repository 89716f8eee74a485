//! The heaviest perfect matching of a graph whose edges weigh what the kinds of their ends say, kept while edges are
//! closed, pairs fixed and weights nudged: a primal-dual blossom method that starts warm. Knows no players.

mod blossom;
mod duals;
mod edits;
mod search;
mod weight;

use blossom::Blossom;
use search::Search;
pub(in crate::pairing) use weight::{Weight, Wide};

/// No vertex, no item.
pub(in crate::pairing) const NONE: usize = usize::MAX;

/// A square of bits: which edges there are.
#[derive(Clone, Debug)]
pub(in crate::pairing) struct Bits {
    words: usize,
    bits: Vec<u64>,
}

impl Bits {
    /// A square of `size` without any.
    pub(in crate::pairing) fn new(size: usize) -> Self {
        let words = size.div_ceil(64);
        Self { words, bits: vec![0; words * size] }
    }
    /// Whether there is the edge.
    pub(in crate::pairing) fn has(&self, a: usize, b: usize) -> bool {
        self.bits[a * self.words + b / 64] >> (b % 64) & 1 == 1
    }
    /// Opens or closes an edge, both ways.
    pub(in crate::pairing) fn set(&mut self, a: usize, b: usize, open: bool) {
        for (row, column) in [(a, b), (b, a)] {
            let word = &mut self.bits[row * self.words + column / 64];
            *word = *word & !(1 << (column % 64)) | u64::from(open) << (column % 64);
        }
    }
}

/// What a matching is asked about.
#[derive(Clone, Debug)]
pub(in crate::pairing) struct Graph<W> {
    /// The kind of each vertex.
    pub kind: Vec<usize>,
    /// What an edge between two kinds weighs: a symmetric square, row by row. The sums of a matching must leave the
    /// lowest two bits alone: nudges live there.
    pub table: Vec<W>,
    /// A part of the weights that belongs to one end alone, by kind: the nearer, the less work at the start.
    pub own: Vec<W>,
    /// Which edges there are.
    pub open: Bits,
    /// From this vertex on, vertices stand for staying unmatched: their edges to each other weigh nothing.
    pub blanks: usize,
    /// What an edge gains by its first end, when both ends are in `ranked`; empty: nothing.
    pub upper: Vec<W>,
    /// The vertices that `upper` is about.
    pub ranked: std::ops::Range<usize>,
    /// Edges that cost something more, and how much.
    pub dear: Option<(Bits, W)>,
    /// How far from a vertex its mate is first looked for.
    pub stride: usize,
}

/// A matching in the making: its mates, and the dual values that prove it the heaviest.
///
/// Weights are doubled inside, so that half a slack is a whole number. An *item* is a vertex or a blossom that lies in no
/// other; `slack = dual(a) + dual(b) - weight(a, b)` is never negative between items, and zero on matched edges.
#[derive(Clone, Debug)]
pub(in crate::pairing) struct Matcher<W> {
    size: usize,
    kinds: usize,
    kind: Vec<usize>,
    table: Vec<W>,
    upper: Vec<W>,
    ranked: std::ops::Range<usize>,
    open: Bits,
    dear: Option<(Bits, W)>,
    /// The vertex whose edges to a range of others are nudged up by one.
    lift: Option<(usize, std::ops::Range<usize>)>,
    alive: Vec<usize>,
    dual: Vec<W>,
    mate: Vec<usize>,
    top: Vec<usize>,
    outer: Vec<usize>,
    blossoms: Vec<Option<Box<Blossom<W>>>>,
    vacant: Vec<usize>,
    search: Search<W>,
}

impl<W: Weight> Matcher<W> {
    /// Starts with the duals of the best that each vertex could hope for, and with what is tight matched in order.
    pub(in crate::pairing) fn new(graph: Graph<W>) -> Self {
        let size = graph.kind.len();
        let kinds = graph.own.len();
        let double =
            |weights: Vec<W>| -> Vec<W> { weights.into_iter().map(|weight| weight + weight).collect() };
        let (table, own, upper) = (double(graph.table), double(graph.own), double(graph.upper));
        let mut matcher = Self {
            size,
            kinds,
            table,
            upper,
            ranked: graph.ranked,
            open: graph.open,
            dear: graph.dear.map(|(edges, cost)| (edges, cost + cost)),
            lift: None,
            alive: (0..size).collect(),
            dual: vec![W::ZERO; size],
            mate: vec![NONE; size],
            top: (0..size).collect(),
            outer: vec![NONE; size + size / 2 + 1],
            blossoms: Vec::new(),
            vacant: Vec::new(),
            search: Search::new(size + size / 2 + 1),
            kind: graph.kind,
        };
        matcher.start(&own, graph.blanks);
        matcher.greet(graph.stride);
        matcher
    }

    fn start(&mut self, own: &[W], blanks: usize) {
        let mut used = vec![false; self.kinds];
        for &kind in &self.kind[..blanks] {
            used[kind] = true;
        }
        let used: Vec<usize> = (0..self.kinds).filter(|&kind| used[kind]).collect();
        let most = self.upper.iter().copied().fold(W::ZERO, W::max);
        let pairs = used.iter().flat_map(|&a| used.iter().map(move |&b| (a, b)));
        let best = pairs.map(|(a, b)| self.table[a * self.kinds + b] + most - own[a] - own[b]).max();
        let each = best.unwrap_or(W::ZERO).half();
        // an odd half would leave one unit uncovered
        let each = if each.is_odd() { each + W::scaled(1, 0) } else { each };
        for vertex in 0..blanks {
            self.dual[vertex] = own[self.kind[vertex]] + each;
        }
        for blank in blanks..self.size {
            let needed = (0..blanks).filter(|&vertex| self.open.has(blank, vertex));
            let needed = needed.map(|vertex| self.weight(blank, vertex) - self.dual[vertex]).max();
            let needed = needed.unwrap_or(W::ZERO);
            let among = (blanks..self.size).any(|other| self.open.has(blank, other));
            self.dual[blank] = if among { needed.max(W::ZERO) } else { needed };
        }
    }

    /// Matches what is tight, each vertex with the first free one from `stride` on.
    fn greet(&mut self, stride: usize) {
        for vertex in 0..self.size {
            if self.mate[vertex] != NONE {
                continue;
            }
            let tight = (vertex + stride.max(1)..self.size).chain(vertex + 1..self.size).find(|&other| {
                self.mate[other] == NONE
                    && self.open.has(vertex, other)
                    && self.slack(vertex, other) == W::ZERO
            });
            if let Some(other) = tight {
                (self.mate[vertex], self.mate[other]) = (other, vertex);
            }
        }
    }

    fn weight(&self, a: usize, b: usize) -> W {
        let mut weight = self.table[self.kind[a] * self.kinds + self.kind[b]];
        if !self.upper.is_empty() && self.ranked.contains(&a) && self.ranked.contains(&b) {
            weight = weight + self.upper[a.min(b)];
        }
        if let Some((edges, cost)) = &self.dear
            && edges.has(a, b)
        {
            weight = weight - *cost;
        }
        if let Some((from, to)) = &self.lift
            && (*from == a && to.contains(&b) || *from == b && to.contains(&a))
        {
            weight = weight + W::scaled(2, 0);
        }
        weight
    }

    fn slack(&self, a: usize, b: usize) -> W {
        self.dual[a] + self.dual[b] - self.weight(a, b)
    }

    /// Whether the edge is there and may be in a heaviest matching for all that is known yet.
    pub(in crate::pairing) fn is_tight(&self, a: usize, b: usize) -> bool {
        // inside blossoms their duals count too
        let mut slack = self.slack(a, b);
        let mut around = self.outer[a];
        while around != NONE {
            let blossom = self.blossom(around);
            if blossom.leaves.contains(&b) {
                slack = slack + blossom.dual;
            }
            around = self.outer[around];
        }
        self.open.has(a, b) && slack == W::ZERO
    }

    /// Whether there is the edge.
    pub(in crate::pairing) fn is_open(&self, a: usize, b: usize) -> bool {
        self.open.has(a, b)
    }

    /// Whether a vertex is in no fixed pair.
    pub(in crate::pairing) fn is_alive(&self, vertex: usize) -> bool {
        self.alive.binary_search(&vertex).is_ok()
    }

    /// Whom a vertex is matched with; [`NONE`] before the matching is perfect.
    pub(in crate::pairing) fn mate(&self, vertex: usize) -> usize {
        self.mate[vertex]
    }

    /// Vertices not in a fixed pair.
    pub(in crate::pairing) fn alive(&self) -> &[usize] {
        &self.alive
    }

    /// What the pairs that are not fixed weigh together.
    pub(in crate::pairing) fn total(&self) -> W {
        let pairs = self.alive.iter().filter(|&&vertex| vertex < self.mate[vertex]);
        pairs.fold(W::ZERO, |sum, &vertex| sum + self.weight(vertex, self.mate[vertex]))
    }
}

#[cfg(test)]
mod tests {
    use super::{Bits, Graph, Matcher};
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    fn random(random: &mut StdRng, size: usize) -> Graph<i128> {
        let kinds = random.random_range(1..5);
        let mut table = vec![0; kinds * kinds];
        for a in 0..kinds {
            for b in 0..=a {
                let most = random.random_range(1..8);
                let weight = 4 * random.random_range(0..most);
                (table[a * kinds + b], table[b * kinds + a]) = (weight, weight);
            }
        }
        let mut open = Bits::new(size);
        let most = random.random_range(0.3..1.0);
        for a in 0..size {
            (0..a).for_each(|b| open.set(a, b, random.random_bool(most)));
        }
        Graph {
            kind: (0..size).map(|_| random.random_range(0..kinds)).collect(),
            table,
            own: vec![0; kinds],
            open,
            blanks: size,
            upper: Vec::new(),
            ranked: 0..0,
            dear: None,
            stride: size / 2,
        }
    }

    /// The heaviest perfect matching of `left` by trying all.
    fn heaviest(graph: &Graph<i128>, left: &[usize], must: &[(usize, usize)]) -> Option<i128> {
        let (&first, rest) = match left.split_first() {
            None => return Some(0),
            Some(split) => split,
        };
        let forced = must.iter().find(|pair| pair.0 == first || pair.1 == first);
        let mut best = None;
        for &other in rest {
            let fits = match forced {
                Some(pair) => pair.0 == other || pair.1 == other,
                None => !must.iter().any(|pair| pair.0 == other || pair.1 == other),
            };
            if !graph.open.has(first, other) || !fits {
                continue;
            }
            let others: Vec<usize> = rest.iter().copied().filter(|&vertex| vertex != other).collect();
            if let Some(sum) = heaviest(graph, &others, must) {
                let weight = graph.table[graph.kind[first] * graph.own.len() + graph.kind[other]];
                best = best.max(Some(sum + weight));
            }
        }
        best
    }

    #[test]
    fn the_heaviest_matching_and_the_first_choices_in_it_are_those_of_trying_all() {
        for seed in 0..3000 {
            println!("seed {seed}");
            let mut chance = StdRng::seed_from_u64(seed);
            let size = 2 * chance.random_range(1..6);
            let graph = random(&mut chance, size);
            let all: Vec<usize> = (0..size).collect();
            let best = heaviest(&graph, &all, &[]);
            let mut matcher = Matcher::new(graph.clone());
            assert_eq!(matcher.solve(), best.is_some());
            let Some(best) = best else { continue };
            assert_eq!(matcher.total(), 2 * best);
            let mut fixed = Vec::new();
            for vertex in 0..size {
                if !matcher.is_alive(vertex) {
                    continue;
                }
                let wanted = (vertex + 1..size).find(|&other| {
                    let pair = [(vertex, other)];
                    heaviest(&graph, &all, &[&fixed[..], &pair[..]].concat()) == Some(best)
                });
                let found = (vertex + 1..size).find(|&other| {
                    matcher.is_alive(other)
                        && matcher.is_tight(vertex, other)
                        && (matcher.mate(vertex) == other || matcher.prefer(vertex, other..other + 1))
                });
                assert_eq!(found, wanted, "of vertex {vertex}");
                matcher.fix(vertex, wanted.unwrap());
                fixed.push((vertex, wanted.unwrap()));
            }
        }
    }
}
