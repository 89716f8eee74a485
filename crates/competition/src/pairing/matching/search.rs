//! One stage of the search: trees grow from free vertices along tight edges until a path to another free vertex is found.
//! Knows not how duals move.

use super::{Matcher, NONE, Weight};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    None,
    /// At an even distance from its root.
    Even,
    /// At an odd one.
    Odd,
}

/// What a tight edge led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Grown,
    Shrunk,
    Augmented,
}

/// How a stage ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Augmented,
    /// A blossom was taken apart: the trees grow again.
    Again,
    /// There is no perfect matching.
    Stuck,
}

/// The trees of one stage, by item.
#[derive(Clone, Debug)]
pub(super) struct Search<W> {
    pub label: Vec<Label>,
    /// The edge by which an item was reached: the vertex before, the vertex in it.
    via: Vec<(usize, usize)>,
    /// The edge of least slack from an even item, and that slack.
    pub near: Vec<(usize, usize)>,
    pub slack: Vec<W>,
    queue: Vec<usize>,
    mark: Vec<bool>,
}

impl<W: Weight> Search<W> {
    pub(super) fn new(items: usize) -> Self {
        Self {
            label: vec![Label::None; items],
            via: vec![(NONE, NONE); items],
            near: vec![(NONE, NONE); items],
            slack: vec![W::ZERO; items],
            queue: Vec::new(),
            mark: vec![false; items],
        }
    }

    fn clear(&mut self) {
        self.label.fill(Label::None);
        self.near.fill((NONE, NONE));
        self.queue.clear();
    }

    fn root(&mut self, item: usize) {
        self.label[item] = Label::Even;
        self.via[item] = (NONE, NONE);
        self.queue.push(item);
    }
}

impl<W: Weight> Matcher<W> {
    /// Makes the matching perfect and the heaviest such; false when there is no perfect one.
    pub(in crate::pairing) fn solve(&mut self) -> bool {
        loop {
            let free: Vec<usize> =
                self.alive.iter().copied().filter(|&vertex| self.mate[vertex] == NONE).collect();
            if free.is_empty() {
                return true;
            }
            let stage = self.stage(&free);
            self.burst_empty();
            if stage == Stage::Stuck {
                return false;
            }
        }
    }

    fn stage(&mut self, free: &[usize]) -> Stage {
        self.search.clear();
        // duals of all even vertices must agree in parity, or half a slack would not be whole
        let odd = self.dual[free[0]].is_odd();
        let (roots, targets): (Vec<usize>, Vec<usize>) =
            free.iter().copied().partition(|&vertex| self.dual[vertex].is_odd() == odd);
        for &root in &roots {
            self.search.root(self.top[root]);
        }
        let mut next = 0;
        loop {
            while next < self.search.queue.len() {
                let item = self.search.queue[next];
                next += 1;
                if self.outer[item] == NONE && self.scan(item, &targets) {
                    return Stage::Augmented;
                }
            }
            let Some(opened) = self.move_duals() else { return Stage::Stuck };
            if opened {
                return Stage::Again;
            }
            if self.follow_new() {
                return Stage::Augmented;
            }
        }
    }

    /// Looks along all edges of an even item; true when the matching has grown.
    fn scan(&mut self, item: usize, targets: &[usize]) -> bool {
        self.ensure_row(item);
        if targets.len() <= 4 {
            for &target in targets {
                let from = self.nearest(item, target);
                if from != NONE && self.slack(from, target) == W::ZERO {
                    return self.follow(from, target) == Step::Augmented;
                }
            }
        }
        for at in 0..self.alive.len() {
            let other = self.alive[at];
            let reached = self.top[other];
            if reached == item || self.search.label[reached] == Label::Odd {
                continue;
            }
            let from = self.nearest(item, other);
            if from == NONE {
                continue;
            }
            let slack = self.slack(from, other);
            if slack == W::ZERO {
                match self.follow(from, other) {
                    Step::Augmented => return true,
                    // the item is no more: the blossom that has it is in the queue
                    Step::Shrunk => return false,
                    Step::Grown => {}
                }
            } else if self.search.near[reached].0 == NONE || slack < self.search.slack[reached] {
                self.search.near[reached] = (from, other);
                self.search.slack[reached] = slack;
            }
        }
        false
    }

    /// Uses a tight edge from an even item.
    pub(super) fn follow(&mut self, from: usize, other: usize) -> Step {
        let (item, reached) = (self.top[from], self.top[other]);
        let base = self.base(reached);
        if self.search.label[reached] == Label::Even {
            if let Some(meeting) = self.meeting(item, reached) {
                self.close_cycle(from, other, meeting);
                return Step::Shrunk;
            }
            self.climb(from, other);
            self.climb(other, from);
            return Step::Augmented;
        }
        if self.mate[base] == NONE {
            self.climb(from, other);
            self.turn(reached, other);
            self.mate[other] = from;
            return Step::Augmented;
        }
        let beyond = self.mate[base];
        let search = &mut self.search;
        search.label[reached] = Label::Odd;
        search.via[reached] = (from, other);
        search.near[reached] = (NONE, NONE);
        let even = self.top[beyond];
        search.label[even] = Label::Even;
        search.via[even] = (base, beyond);
        search.queue.push(even);
        Step::Grown
    }

    /// The even item before an even one.
    fn before(&self, item: usize) -> Option<usize> {
        let (back, _) = self.search.via[item];
        (back != NONE).then(|| self.top[self.search.via[self.top[back]].0])
    }

    /// Where the ways of two even items to their root meet.
    fn meeting(&mut self, a: usize, b: usize) -> Option<usize> {
        let mut seen = Vec::new();
        let mut ways = [Some(a), Some(b)];
        let mut found = None;
        while found.is_none() && ways.iter().any(Option::is_some) {
            for way in &mut ways {
                let Some(item) = *way else { continue };
                if self.search.mark[item] {
                    found = Some(item);
                    break;
                }
                self.search.mark[item] = true;
                seen.push(item);
                *way = self.before(item);
            }
        }
        for item in seen {
            self.search.mark[item] = false;
        }
        found
    }

    fn close_cycle(&mut self, from: usize, other: usize, meeting: usize) {
        let way = |matcher: &Self, start: usize| {
            let mut items = Vec::new();
            let mut item = start;
            while item != meeting {
                items.push(item);
                item = matcher.top[matcher.search.via[item].0];
            }
            items
        };
        let down = way(self, self.top[from]);
        let up = way(self, self.top[other]);
        let mut children = vec![meeting];
        let mut links = Vec::with_capacity(down.len() + up.len() + 1);
        for &item in down.iter().rev() {
            children.push(item);
            links.push(self.search.via[item]);
        }
        links.push((from, other));
        for &item in &up {
            children.push(item);
            let (back, here) = self.search.via[item];
            links.push((here, back));
        }
        let item = self.shrink(children, links);
        let search = &mut self.search;
        search.label[item] = Label::Even;
        search.via[item] = search.via[meeting];
        search.near[item] = (NONE, NONE);
        search.queue.push(item);
    }

    /// Gives `vertex`, in an even item, the mate `with`, and rematches back to the root.
    fn climb(&mut self, mut vertex: usize, mut with: usize) {
        loop {
            let item = self.top[vertex];
            let (back, _) = self.search.via[item];
            self.turn(item, vertex);
            self.mate[vertex] = with;
            if back == NONE {
                return;
            }
            let odd = self.top[back];
            let (earlier, entry) = self.search.via[odd];
            self.turn(odd, entry);
            self.mate[entry] = earlier;
            (vertex, with) = (earlier, entry);
        }
    }
}
