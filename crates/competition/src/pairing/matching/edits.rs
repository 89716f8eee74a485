//! What may change about a matching that is the heaviest, after which it is made the heaviest again.

use super::{Matcher, NONE, Weight};
use std::ops::Range;

impl<W: Weight> Matcher<W> {
    /// Whether a vertex can be matched within `range` in a heaviest matching. If so it is; if not, the duals now tell:
    /// no edge to the range is tight.
    pub(in crate::pairing) fn prefer(&mut self, vertex: usize, range: Range<usize>) -> bool {
        self.bare(vertex);
        self.lift = Some((vertex, range.clone()));
        self.cover(vertex);
        assert!(self.solve(), "a nudge closes no edge");
        let got = range.contains(&self.mate[vertex]);
        self.lift = None;
        if got && range.len() > 1 {
            // the whole nudge is taken back from the vertex; edges out of the range are then the caller's to close
            self.dual[vertex] = self.dual[vertex] - W::scaled(2, 0);
        }
        if !got {
            self.bare(vertex);
            self.refresh(vertex);
            assert!(self.solve(), "a nudge closes no edge");
        }
        got
    }

    /// Fixes a matched pair: its vertices leave the graph.
    pub(in crate::pairing) fn fix(&mut self, a: usize, b: usize) {
        self.bare(a);
        self.bare(b);
        // neither has another mate: a blossom that came apart only lets go of its base
        for vertex in [a, b] {
            if self.mate[vertex] != NONE && self.mate[vertex] != a && self.mate[vertex] != b {
                self.unmatch(vertex);
            }
        }
        (self.mate[a], self.mate[b]) = (b, a);
        self.alive.retain(|&vertex| vertex != a && vertex != b);
        assert!(self.solve(), "the rest was matched");
    }

    /// Closes edges of a vertex; false when that leaves no perfect matching.
    pub(in crate::pairing) fn close(&mut self, vertex: usize, closed: impl Fn(usize) -> bool) -> bool {
        self.bare(vertex);
        for at in 0..self.alive.len() {
            let other = self.alive[at];
            if other != vertex && closed(other) && self.open.has(vertex, other) {
                self.open.set(vertex, other, false);
                if self.mate[vertex] == other {
                    self.unmatch(vertex);
                }
            }
        }
        self.cover(vertex);
        self.solve()
    }

    /// Closes many edges at once; false when that leaves no perfect matching.
    pub(in crate::pairing) fn close_all(&mut self, closed: impl Fn(usize, usize) -> bool) -> bool {
        for at in 0..self.alive.len() {
            self.bare(self.alive[at]);
        }
        for at in 0..self.alive.len() {
            for after in at + 1..self.alive.len() {
                let (a, b) = (self.alive[at], self.alive[after]);
                if self.open.has(a, b) && closed(a, b) {
                    self.open.set(a, b, false);
                    if self.mate[a] == b {
                        self.unmatch(a);
                    }
                }
            }
        }
        self.solve()
    }

    /// Adds `by` to what edges gain by `vertex` as their first end.
    pub(in crate::pairing) fn nudge_upper(&mut self, vertex: usize, by: i64) {
        self.bare(vertex);
        self.upper[vertex] = self.upper[vertex] + W::scaled(2 * by, 0);
        self.cover(vertex);
        assert!(self.solve(), "a nudge closes no edge");
    }

    /// Makes the duals good again after the edges of a bare vertex have changed: no slack below zero, and none on its
    /// matched edge.
    fn cover(&mut self, vertex: usize) {
        let others = self.alive.iter().filter(|&&other| other != vertex && self.open.has(vertex, other));
        let least = others.map(|&other| self.slack(vertex, other)).min();
        if let Some(least) = least.filter(|&least| least < W::ZERO) {
            self.dual[vertex] = self.dual[vertex] - least;
        }
        let mate = self.mate[vertex];
        if mate != NONE && self.slack(vertex, mate) != W::ZERO {
            self.unmatch(vertex);
        }
        self.refresh(vertex);
    }

    /// Asks the blossoms anew which of their vertices is nearest to this one.
    fn refresh(&mut self, vertex: usize) {
        for slot in 0..self.blossoms.len() {
            let Some(blossom) = &self.blossoms[slot] else { continue };
            if blossom.row.is_empty() || self.top[vertex] == slot + self.size {
                continue;
            }
            let leaves = blossom.leaves.iter().copied().filter(|&leaf| self.open.has(leaf, vertex));
            let nearest = leaves.min_by_key(|&leaf| self.slack(leaf, vertex)).unwrap_or(NONE);
            self.blossom_mut(slot + self.size).row[vertex] = nearest;
        }
    }
}
