//! One bracket as a graph: who is in it, how far it looks ahead, and its pairing by the criteria, the moved-down players
//! first (C.04.3 art. 3). Knows no other bracket.

use super::criteria::Criteria;
use super::event::SwissError;
use super::field::{Facts, Field};
use super::remainder;
use crate::pairing::matching::{Bits, Graph, Matcher, Weight, Wide};
use std::ops::Range;

/// Where a vertex of the graph belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// A moved-down player.
    Moved,
    /// A resident.
    Here,
    /// Of the next scoregroup.
    Next,
    /// Of a lower one.
    Lower,
    /// Nobody: to be matched with it is to stay over.
    Blank,
}

/// How far the pairing of a bracket looks. Nearer is quicker, and right when what lies beyond turns out as well as it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// At nobody else: so many stay over.
    Here { over: usize },
    /// At the next scoregroup: so many at most stay over in both.
    Next { over: usize },
    /// At everyone: complete, with the bye if the number is odd.
    All,
}

/// A bracket to be paired. Vertices: the moved-down players, the residents, the next scoregroup, the lower ones, the blanks.
#[derive(Clone, Debug)]
pub(super) struct Bracket<'a> {
    pub field: &'a Field,
    /// The place in the field of each player's vertex.
    pub vertices: Vec<usize>,
    pub here: Range<usize>,
    pub next: Range<usize>,
    pub scope: Scope,
    /// The bracket has no downfloater but who gets the bye: C9 counts.
    pub has_bye: bool,
    groups: Vec<usize>,
    blanks: usize,
    /// Who may have the bye, by place in the field.
    bye: &'a [bool],
}

/// A bracket's pairs, by place in the field, and who is over of all it looked at.
#[derive(Clone, Debug, Default)]
pub(super) struct Paired {
    pub pairs: Vec<(usize, usize)>,
    /// Those of the bracket and, when it looked there, of the next who are in no pair.
    pub over: Vec<usize>,
}

impl<'a> Bracket<'a> {
    /// `moved` are places in the field, `here` and `next` its ranges.
    pub(super) fn new(
        field: &'a Field,
        moved: &[usize],
        here: Range<usize>,
        next: Range<usize>,
        scope: Scope,
        bye: &'a [bool],
    ) -> Self {
        let last = match scope {
            Scope::Here { .. } => here.end,
            Scope::Next { .. } => next.end,
            Scope::All => field.players.len(),
        };
        let vertices: Vec<usize> = moved.iter().copied().chain(here.start..last).collect();
        let end = moved.len() + here.len();
        let next_end = match scope {
            Scope::Here { .. } => end,
            _ => end + next.len(),
        };
        let blanks = match scope {
            Scope::Here { over } | Scope::Next { over } => over,
            Scope::All => vertices.len() % 2,
        };
        let mut groups = Vec::with_capacity(end);
        for at in 0..end {
            let score = |at: usize| field.players[vertices[at]].score;
            let before = groups.last().copied().unwrap_or(0);
            groups.push(if at > 0 && score(at) < score(at - 1) { before + 1 } else { before });
        }
        Self {
            field,
            vertices,
            here: moved.len()..end,
            next: end..next_end,
            scope,
            has_bye: false,
            groups,
            blanks,
            bye,
        }
    }

    pub(super) fn size(&self) -> usize {
        self.vertices.len() + self.blanks
    }

    pub(super) fn facts(&self, vertex: usize) -> &Facts {
        &self.field.players[self.vertices[vertex]]
    }

    /// The scoregroup of a player of the bracket, counted from the highest.
    pub(super) fn group(&self, vertex: usize) -> usize {
        self.groups[vertex]
    }

    /// How many scoregroups the moved-down players come from.
    pub(super) fn moved_groups(&self) -> usize {
        if self.here.start == 0 { 0 } else { self.groups[self.here.start - 1] + 1 }
    }

    pub(super) fn looks_ahead(&self) -> bool {
        !matches!(self.scope, Scope::Here { .. })
    }

    pub(super) fn place(&self, vertex: usize) -> Place {
        match vertex {
            _ if vertex < self.here.start => Place::Moved,
            _ if vertex < self.here.end => Place::Here,
            _ if vertex < self.next.end => Place::Next,
            _ if vertex < self.vertices.len() => Place::Lower,
            _ => Place::Blank,
        }
    }

    /// Which edges there are. Moved-down players do not meet each other: they would have been paired before.
    fn open(&self) -> Bits {
        let mut open = Bits::new(self.size());
        let real = self.vertices.len();
        for a in 0..real {
            for b in (a + 1).max(self.here.start)..real {
                if self.field.open.has(self.vertices[a], self.vertices[b]) {
                    open.set(a, b, true);
                }
            }
        }
        for blank in real..self.size() {
            for vertex in 0..real {
                if self.scope != Scope::All || self.bye[self.vertices[vertex]] {
                    open.set(blank, vertex, true);
                }
            }
            if matches!(self.scope, Scope::Next { .. }) {
                (blank + 1..self.size()).for_each(|other| open.set(blank, other, true));
            }
        }
        open
    }

    /// Edges that a relaxation alone allows, to be as few as can be.
    fn dear(&self) -> Option<Bits> {
        let forgiven = self.field.forgiven.as_ref()?;
        let mut dear = Bits::new(self.size());
        for a in 0..self.vertices.len() {
            for b in a + 1..self.vertices.len() {
                if forgiven.has(self.vertices[a], self.vertices[b]) {
                    dear.set(a, b, true);
                }
            }
        }
        Some(dear)
    }

    /// The graph of the bracket, with `low` bits of its weights free.
    pub(super) fn graph<W: Weight>(&self, low: usize) -> Graph<W> {
        let criteria = Criteria::of(self, low);
        let (kind, table, own) = criteria.weights(self);
        let cost = W::scaled(1, criteria.top);
        Graph {
            kind,
            table,
            own,
            open: self.open(),
            blanks: self.vertices.len(),
            upper: Vec::new(),
            ranked: 0..0,
            dear: self.dear().map(|edges| (edges, cost)),
            stride: if self.here.start > 0 { self.here.start } else { self.here.len() / 2 },
        }
    }

    /// The pairs of the bracket by the criteria.
    ///
    /// # Errors
    /// [`SwissError::TooWide`].
    pub(super) fn pair(&self) -> Result<Option<Paired>, SwissError> {
        let bits = Criteria::of(self, NUDGE_BITS).bits;
        Ok(match bits {
            _ if bits <= i128::WIDTH => self.pair_with::<i128>()?,
            _ if bits <= Wide::<8>::WIDTH => self.pair_with::<Wide<8>>()?,
            _ if bits <= Wide::<64>::WIDTH => self.pair_with::<Wide<64>>()?,
            _ => return Err(SwissError::TooWide { bits, most: Wide::<64>::WIDTH }),
        })
    }

    fn pair_with<W: Weight>(&self) -> Result<Option<Paired>, SwissError> {
        let mut matcher = Matcher::new(self.graph::<W>(NUDGE_BITS));
        if !matcher.solve() {
            return Ok(None);
        }
        let mut pairs = Vec::new();
        let chosen = self.choose_moved(&mut matcher);
        for vertex in chosen {
            let mate = first_mate(&mut matcher, vertex, self.here.clone());
            pairs.push((vertex, mate));
        }
        let over = remainder::pair(self, matcher, &mut pairs)?;
        let place = |vertex: usize| self.vertices[vertex];
        Ok(Some(Paired {
            pairs: pairs.into_iter().map(|(a, b)| (place(a), place(b))).collect(),
            over: over.into_iter().map(place).collect(),
        }))
    }

    /// Which moved-down players are paired: of each score as many as can be, the highest ranked first (art. 4.4).
    fn choose_moved<W: Weight>(&self, matcher: &mut Matcher<W>) -> Vec<usize> {
        let mut chosen = Vec::new();
        let (mut left, mut paired) = (0, 0);
        for vertex in 0..self.here.start {
            if vertex == 0 || self.group(vertex) != self.group(vertex - 1) {
                let group = (vertex..self.here.start).filter(|&at| self.group(at) == self.group(vertex));
                left = group.clone().count();
                paired = group.filter(|&at| self.here.contains(&matcher.mate(at))).count();
            }
            let all = left <= paired;
            left -= 1;
            let stays = paired > 0
                && (all
                    || self.here.contains(&matcher.mate(vertex))
                    || matcher.prefer(vertex, self.here.clone()));
            let kept = matcher.close(vertex, |other| self.here.contains(&other) != stays);
            assert!(kept, "the matching that decided it is left");
            if stays {
                paired -= 1;
                chosen.push(vertex);
            }
        }
        chosen
    }
}

/// The bits at the low end of weights that nudges need.
pub(super) const NUDGE_BITS: usize = 2;

/// Pairs a vertex with the first of `range` that leaves the pairing as good as it is, and fixes the pair.
pub(super) fn first_mate<W: Weight>(matcher: &mut Matcher<W>, vertex: usize, range: Range<usize>) -> usize {
    for other in range {
        if !matcher.is_alive(other) || !matcher.is_tight(vertex, other) {
            continue;
        }
        if matcher.mate(vertex) == other || matcher.prefer(vertex, other..other + 1) {
            matcher.fix(vertex, other);
            return other;
        }
    }
    unreachable!("a vertex has a tight edge in every heaviest matching")
}
