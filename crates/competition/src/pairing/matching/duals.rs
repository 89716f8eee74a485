//! What happens when no tight edge is left to follow: the duals move until one is. Knows not what trees are for.

use super::search::{Label, Step};
use super::{Matcher, NONE, Weight};

impl<W: Weight> Matcher<W> {
    /// Moves the duals until an edge becomes tight, or a blossom at an odd place has none left and is taken apart
    /// (true). Nothing when neither can be.
    pub(super) fn move_duals(&mut self) -> Option<bool> {
        let mut by: Option<W> = None;
        let mut opens = false;
        for &vertex in &self.alive {
            let item = self.top[vertex];
            if self.base(item) != vertex {
                continue;
            }
            let seen = self.search.near[item].0 != NONE;
            let (step, opening) = match self.search.label[item] {
                Label::None if seen => (self.search.slack[item], false),
                Label::Even if seen => (self.search.slack[item].half(), false),
                Label::Odd if item >= self.size => (self.blossom(item).dual.half(), true),
                _ => continue,
            };
            if by.is_none_or(|least| step < least) {
                (by, opens) = (Some(step), opening);
            }
        }
        let by = by?;
        let twice = by + by;
        for at in 0..self.alive.len() {
            let vertex = self.alive[at];
            let item = self.top[vertex];
            let once = self.base(item) == vertex;
            match self.search.label[item] {
                Label::Even => {
                    self.dual[vertex] = self.dual[vertex] - by;
                    if once {
                        self.search.slack[item] = self.search.slack[item] - twice;
                    }
                }
                Label::Odd => self.dual[vertex] = self.dual[vertex] + by,
                Label::None if once => self.search.slack[item] = self.search.slack[item] - by,
                Label::None => {}
            }
            if once && item >= self.size {
                let label = self.search.label[item];
                let blossom = self.blossom_mut(item);
                match label {
                    Label::Even => blossom.dual = blossom.dual + twice,
                    Label::Odd => blossom.dual = blossom.dual - twice,
                    Label::None => {}
                }
            }
        }
        Some(opens)
    }

    /// Uses the edges that have just become tight; true when the matching has grown.
    pub(super) fn follow_new(&mut self) -> bool {
        let mut tight = Vec::new();
        for &vertex in &self.alive {
            let item = self.top[vertex];
            let search = &self.search;
            if self.base(item) == vertex
                && search.label[item] != Label::Odd
                && search.near[item].0 != NONE
                && search.slack[item] == W::ZERO
            {
                tight.push(search.near[item]);
            }
        }
        for (from, other) in tight {
            let (item, reached) = (self.top[from], self.top[other]);
            if item != reached
                && self.search.label[reached] != Label::Odd
                && self.follow(from, other) == Step::Augmented
            {
                return true;
            }
        }
        false
    }
}
