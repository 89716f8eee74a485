//! What men can do on several boards side by side, without a branch. Says the same as `crate::jumps` and `crate::count`;
//! knows no king of the mover.

use super::vector::{Instructions, Vector, shift};
use crate::jumps::by_men;
use crate::layout::{Mover, Rules, far_row};
use crate::variant::Crowning;

/// One value for each direction, written out.
macro_rules! by_direction {
    ($T:ident => $value:expr) => {
        [
            {
                const $T: usize = 0;
                $value
            },
            {
                const $T: usize = 1;
                $value
            },
            {
                const $T: usize = 2;
                $value
            },
            {
                const $T: usize = 3;
                $value
            },
        ]
    };
}
pub(super) use by_direction;

#[inline(always)]
pub(super) fn all_of<V: Vector>([a, b, c, d]: [V; 4]) -> V {
    (a | b) | (c | d)
}

#[inline(always)]
pub(super) fn sum<V: Vector>([a, b, c, d]: [V; 4]) -> V {
    (a + b) + (c + d)
}

/// The squares of the sets and all that they reach through `empty` by steps of one direction (see [`crate::layout::fill`]).
#[inline(always)]
pub(super) fn fill<R: Rules, V: Vector>(from: V, step: i32, empty: V) -> V {
    let (mut reached, mut open) = (from, empty);
    reached = reached | open & shift(reached, step);
    open = open & shift(open, step);
    reached = reached | open & shift(reached, 2 * step);
    open = open & shift(open, 2 * step);
    reached = reached | open & shift(reached, 4 * step);
    if R::WIDTH > 8 {
        open = open & shift(open, 4 * step);
        reached = reached | open & shift(reached, 8 * step);
    }
    reached
}

/// The squares from which a jump in each direction takes something.
#[inline(always)]
pub(super) fn starts<R: Rules, V: Vector>(other: V, empty: V) -> [V; 4] {
    by_direction!(T => shift(other, -R::STEP[T]) & shift(empty, -2 * R::STEP[T]))
}

/// The men on several boards and their first jumps.
pub(super) struct Lane<I: Instructions> {
    set: I,
    men: I::Vector,
    pub(super) other: I::Vector,
    pub(super) empty: I::Vector,
    /// The squares from which a man jumps, by direction; none for directions in which men do not capture.
    pub(super) starts: [I::Vector; 4],
    pub(super) any: I::Vector,
    pub(super) landed: [I::Vector; 4],
}

/// Who can say what the men's captures are.
pub(super) struct Verdict<V> {
    /// Not zero where captures of one more piece have to be looked at.
    pub(super) deeper: V,
    /// Not zero where a crowned man goes on, which only the search can follow (Russian).
    pub(super) crowned: V,
}

impl<I: Instructions> Lane<I> {
    #[inline(always)]
    pub(super) fn of<R: Rules, S: Mover>(set: I, men: I::Vector, own: I::Vector, other: I::Vector) -> Self {
        let empty = set.each(R::BOARD).without(own | other);
        let starts = by_men_only::<R, S, I>(set, starts::<R, _>(other, empty));
        let landed = by_direction!(T => shift(men & starts[T], 2 * R::STEP[T]));
        Self { set, men, other, empty, starts, any: all_of(starts), landed }
    }

    #[inline(always)]
    fn none(&self) -> I::Vector {
        self.set.each(0)
    }

    /// The squares from which a man that came by a jump in direction `t` can jump on.
    #[inline(always)]
    pub(super) fn going_on(&self, t: usize) -> I::Vector {
        all_of(by_direction!(U => if U == 3 - t { self.none() } else { self.starts[U] }))
    }

    /// The men that can step forward, by direction.
    #[inline(always)]
    pub(super) fn quiet<R: Rules, S: Mover>(&self) -> [I::Vector; 2] {
        let [f0, f1] = S::FORWARD;
        [self.men & shift(self.empty, -R::STEP[f0]), self.men & shift(self.empty, -R::STEP[f1])]
    }

    /// The pieces that men, crowned on the far row where forward direction `t` brought them, can take next as kings.
    #[inline(always)]
    fn crowned_going_on<R: Rules, S: Mover>(&self, landed: [I::Vector; 4], empty: I::Vector) -> I::Vector {
        if !matches!(R::ROW.crowning, Crowning::AtOnce) {
            return self.none();
        }
        let [f0, f1] = S::FORWARD;
        let far_row = self.set.each(far_row::<R, S>());
        crowned_by::<R, I>(landed[f0] & far_row, -R::STEP[f1], self.other, empty)
            | crowned_by::<R, I>(landed[f1] & far_row, -R::STEP[f0], self.other, empty)
    }

    /// The squares of four sets counted together, each of squares from which something goes in that direction (see
    /// [`crate::jumps::count_starts`]).
    #[inline(always)]
    fn count_starts<R: Rules>([a, b, c, d]: [I::Vector; 4]) -> I::Vector {
        if R::WIDTH == 8 {
            (c | a.left(28)).ones() + (d | b.left(28)).ones()
        } else {
            (a.ones() + b.ones()) + (c.ones() + d.ones())
        }
    }

    /// Whether one jump is all.
    #[inline(always)]
    pub(super) fn first<R: Rules, S: Mover>(&self) -> Verdict<I::Vector> {
        let crowned = self.crowned_going_on::<R, S>(self.landed, self.empty);
        let deeper = all_of(self.landed) & self.any;
        Verdict { deeper: deeper.where_zero(crowned), crowned }
    }

    /// Moves where one jump is all.
    #[inline(always)]
    pub(super) fn count_first<R: Rules, S: Mover>(&self) -> I::Vector {
        // Either there are jumps or quiet moves count.
        let capturing = self.men & self.any;
        let mut moving = by_direction!(T => self.men & self.starts[T]);
        for (t, quiet) in S::FORWARD.into_iter().zip(self.quiet::<R, S>()) {
            moving[t] = moving[t] | quiet.where_zero(capturing);
        }
        Self::count_starts::<R>(moving)
    }

    /// Where men land after jumps in directions `s` and `t`.
    #[inline(always)]
    pub(super) fn twice<R: Rules>(&self, s: usize, t: usize) -> I::Vector {
        if s == 3 - t { self.none() } else { shift(self.landed[s] & self.starts[t], 2 * R::STEP[t]) }
    }

    #[inline(always)]
    fn landed_twice<R: Rules>(&self) -> [I::Vector; 4] {
        by_direction!(T => all_of(by_direction!(S => self.twice::<R>(S, T))))
    }

    /// Not zero where two jumps are not all, of boards on which one was not.
    #[inline(always)]
    pub(super) fn second<R: Rules, S: Mover>(&self) -> I::Vector {
        let twice = self.landed_twice::<R>();
        let deeper = all_of(by_direction!(T => twice[T] & self.going_on(T)));
        deeper | self.crowned_going_on::<R, S>(twice, self.empty)
    }

    /// Moves where two jumps are all.
    #[inline(always)]
    pub(super) fn count_second<R: Rules>(&self) -> I::Vector {
        let doubles = sum(by_direction!(S => Self::count_starts::<R>(by_direction!(T =>
            if S == 3 - T { self.none() } else { self.landed[S] & self.starts[T] }))));
        if R::ROW.majority { doubles } else { doubles + self.ended_once::<R>() }
    }

    /// Moves of one jump after which there is no other.
    #[inline(always)]
    fn ended_once<R: Rules>(&self) -> I::Vector {
        Self::count_starts::<R>(by_direction!(T => self.landed[3 - T].without(self.any)))
    }

    /// Not zero where three jumps are not all, of boards on which two were not.
    #[inline(always)]
    pub(super) fn third<R: Rules, S: Mover>(&self) -> I::Vector {
        // A fourth jump may land on the start square, so the men's squares are taken for empty.
        let empty = self.empty | self.men;
        let fourth = by_men_only::<R, S, I>(self.set, starts::<R, _>(self.other, empty));
        let twice = self.landed_twice::<R>();
        let thrice = by_direction!(U => shift(
            all_of(by_direction!(T => if T == 3 - U { self.none() } else { twice[T] & self.starts[U] })),
            2 * R::STEP[U]
        ));
        let search = all_of(by_direction!(U => thrice[U]
            & all_of(by_direction!(V => if V == 3 - U { self.none() } else { fourth[V] }))));
        if matches!(R::ROW.crowning, Crowning::AtOnce) {
            let crowned = all_of(thrice) & self.set.each(far_row::<R, S>());
            return search | crowned | self.crowned_going_on::<R, S>(twice, empty);
        }
        search
    }

    /// Moves where three jumps are all.
    #[inline(always)]
    pub(super) fn count_third<R: Rules>(&self) -> I::Vector {
        let triples = sum(by_direction!(S => sum(by_direction!(T => {
            let twice = self.twice::<R>(S, T);
            Self::count_starts::<R>(by_direction!(U =>
                if U == 3 - T { self.none() } else { twice & self.starts[U] }))
        }))));
        if R::ROW.majority {
            return triples;
        }
        let ended_twice = sum(by_direction!(S => Self::count_starts::<R>(by_direction!(T =>
            self.twice::<R>(S, 3 - T).without(self.going_on(3 - T))))));
        triples + ended_twice + self.ended_once::<R>()
    }
}

/// What kings can take next from squares to which they came across that step.
#[inline(always)]
fn crowned_by<R: Rules, I: Instructions>(
    from: I::Vector,
    step: i32,
    other: I::Vector,
    empty: I::Vector,
) -> I::Vector {
    shift(fill::<R, _>(from, step, empty), step) & other & shift(empty, -step)
}

#[inline(always)]
fn by_men_only<R: Rules, S: Mover, I: Instructions>(set: I, starts: [I::Vector; 4]) -> [I::Vector; 4] {
    by_direction!(T => if by_men::<R, S>(T) { starts[T] } else { set.each(0) })
}
