//! Odd cycles shrunk to one item: made, turned to another base, taken apart. Knows no search.

use super::{Matcher, NONE, Weight};

/// An odd cycle of items that counts as one.
#[derive(Clone, Debug)]
pub(super) struct Blossom<W> {
    /// The cycle, from the item with the base on; every second link from the second on is matched.
    pub children: Vec<usize>,
    /// The edge from each child to the next: the vertex in this one, the vertex in that one.
    pub links: Vec<(usize, usize)>,
    /// The vertex that is matched outside, or free.
    pub base: usize,
    /// The dual value of the set, never negative.
    pub dual: W,
    /// All vertices inside.
    pub leaves: Vec<usize>,
    /// For each vertex outside, the vertex inside with the least slack to it. All inside move alike, so it stays true
    /// while the blossom is an item. Empty: to be computed.
    pub row: Vec<usize>,
}

impl<W: Weight> Matcher<W> {
    pub(super) fn blossom(&self, item: usize) -> &Blossom<W> {
        self.blossoms[item - self.size].as_ref().expect("an item past the vertices is a blossom that lives")
    }

    pub(super) fn blossom_mut(&mut self, item: usize) -> &mut Blossom<W> {
        self.blossoms[item - self.size].as_mut().expect("an item past the vertices is a blossom that lives")
    }

    pub(super) fn base(&self, item: usize) -> usize {
        if item < self.size { item } else { self.blossom(item).base }
    }

    /// Shrinks a cycle to one item, which is returned.
    pub(super) fn shrink(&mut self, children: Vec<usize>, links: Vec<(usize, usize)>) -> usize {
        let item = self.size
            + self.vacant.pop().unwrap_or_else(|| {
                self.blossoms.push(None);
                self.blossoms.len() - 1
            });
        let base = self.base(children[0]);
        let mut leaves = Vec::new();
        for &child in &children {
            self.outer[child] = item;
            if child < self.size {
                leaves.push(child);
            } else {
                leaves.extend_from_slice(&self.blossom(child).leaves);
            }
        }
        for &leaf in &leaves {
            self.top[leaf] = item;
        }
        let row = self.merged_row(&children, item);
        for &child in &children {
            if child >= self.size {
                self.blossom_mut(child).row = Vec::new();
            }
        }
        self.outer[item] = NONE;
        self.blossoms[item - self.size] =
            Some(Box::new(Blossom { children, links, base, dual: W::ZERO, leaves, row }));
        item
    }

    fn merged_row(&self, children: &[usize], item: usize) -> Vec<usize> {
        let mut row = vec![NONE; self.size];
        let mut least = vec![W::ZERO; self.size];
        for &child in children {
            let nearer: &[usize] = if child < self.size { &[] } else { &self.blossom(child).row };
            for &other in &self.alive {
                if self.top[other] == item {
                    continue;
                }
                // a child's own row may be missing: then all its leaves are asked
                if child < self.size || !nearer.is_empty() {
                    let leaf = if child < self.size { child } else { nearer[other] };
                    self.offer(&mut row, &mut least, leaf, other);
                } else {
                    for &leaf in &self.blossom(child).leaves {
                        self.offer(&mut row, &mut least, leaf, other);
                    }
                }
            }
        }
        row
    }

    fn offer(&self, row: &mut [usize], least: &mut [W], leaf: usize, other: usize) {
        if leaf == NONE || !self.open.has(leaf, other) {
            return;
        }
        let slack = self.slack(leaf, other);
        if row[other] == NONE || slack < least[other] {
            (row[other], least[other]) = (leaf, slack);
        }
    }

    /// The vertex of an item with the least slack to a vertex outside, or [`NONE`].
    pub(super) fn nearest(&self, item: usize, other: usize) -> usize {
        if item >= self.size {
            self.blossom(item).row[other]
        } else if self.open.has(item, other) {
            item
        } else {
            NONE
        }
    }

    /// Sees to it that an item's row is there.
    pub(super) fn ensure_row(&mut self, item: usize) {
        if item >= self.size && self.blossom(item).row.is_empty() {
            let leaves = self.blossom(item).leaves.clone();
            self.blossom_mut(item).row = self.merged_row(&leaves, item);
        }
    }

    /// Rematches inside an item so that `vertex` is its base.
    pub(super) fn turn(&mut self, item: usize, vertex: usize) {
        if self.base(item) == vertex {
            return;
        }
        let mut child = vertex;
        while self.outer[child] != item {
            child = self.outer[child];
        }
        let blossom = self.blossom_mut(item);
        let count = blossom.children.len();
        let at = blossom.children.iter().position(|&one| one == child).expect("a child of its outer blossom");
        blossom.children.rotate_left(at);
        blossom.links.rotate_left(at);
        blossom.base = vertex;
        for link in (1..count).step_by(2) {
            let blossom = self.blossom(item);
            let (here, there) = (blossom.children[link], blossom.children[(link + 1) % count]);
            let (a, b) = blossom.links[link];
            self.turn(here, a);
            self.turn(there, b);
            (self.mate[a], self.mate[b]) = (b, a);
        }
        self.turn(child, vertex);
    }

    /// Takes an item apart. Its dual goes over to its vertices, which leaves the slacks inside as they are; then the
    /// edge that leaves the base has slack and is unmatched.
    pub(super) fn burst(&mut self, item: usize) {
        let blossom = self.blossoms[item - self.size].take().expect("a blossom that lives");
        self.vacant.push(item - self.size);
        for &child in &blossom.children {
            self.outer[child] = NONE;
            if child < self.size {
                self.top[child] = child;
            } else {
                for at in 0..self.blossom(child).leaves.len() {
                    let leaf = self.blossom(child).leaves[at];
                    self.top[leaf] = child;
                }
            }
        }
        if blossom.dual != W::ZERO {
            let share = blossom.dual.half();
            for &leaf in &blossom.leaves {
                self.dual[leaf] = self.dual[leaf] + share;
            }
            self.unmatch(blossom.base);
        }
    }

    /// Takes items without a dual value apart, as deep as it goes.
    pub(super) fn burst_empty(&mut self) {
        loop {
            let empty = (0..self.blossoms.len()).map(|slot| slot + self.size).find(|&item| {
                self.blossoms[item - self.size].as_ref().is_some_and(|blossom| blossom.dual == W::ZERO)
                    && self.outer[item] == NONE
            });
            match empty {
                Some(item) => self.burst(item),
                None => return,
            }
        }
    }

    /// Makes a vertex an item of its own.
    pub(super) fn bare(&mut self, vertex: usize) {
        while self.top[vertex] != vertex {
            self.burst(self.top[vertex]);
        }
    }

    pub(super) fn unmatch(&mut self, vertex: usize) {
        let mate = std::mem::replace(&mut self.mate[vertex], NONE);
        if mate != NONE {
            self.mate[mate] = NONE;
        }
    }
}
