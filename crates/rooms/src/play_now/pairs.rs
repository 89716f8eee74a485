//! What is known of pairs who wait: asked of the rows when two would fit, and kept while both wait. The start asks once more, under
//! the locks of both wallets.

use super::PlayNow;
use super::handle::Message;
use super::pool_time;
use crate::house::House;
use crate::pair_book::PairStanding;
use crate::ports::BankError;
use competition::PairUse;
use ids::AccountId;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use tokio::sync::mpsc;

/// So many pairs are asked about at once; those who are left are asked about when they are looked at next.
const AT_ONCE: usize = 256;

/// A pair, the smaller id first.
pub(super) type Pair = [AccountId; 2];

#[derive(Clone, Copy)]
enum Between {
    /// It is being asked.
    Asked,
    Known(PairStanding),
    /// They don't meet while both wait.
    Apart,
}

/// What is known of pairs.
#[derive(Default)]
pub(super) struct Known(HashMap<Pair, Between>);

fn pair_of([one, other]: [AccountId; 2]) -> Pair {
    if one < other { [one, other] } else { [other, one] }
}

impl Known {
    /// Whether the two may meet; where it is not known it is wanted, and they don't yet.
    pub(super) fn may_meet(
        &self,
        pair: [AccountId; 2],
        wanted: &mut BTreeSet<Pair>,
        within: impl FnOnce(&PairUse) -> bool,
    ) -> bool {
        let pair = pair_of(pair);
        match self.0.get(&pair) {
            Some(Between::Known(standing)) => !standing.blocked && within(&standing.used),
            Some(Between::Asked | Between::Apart) => false,
            None => {
                if wanted.len() < AT_ONCE {
                    wanted.insert(pair);
                }
                false
            }
        }
    }

    pub(super) fn asked(&mut self, wanted: &BTreeSet<Pair>) {
        self.0.extend(wanted.iter().map(|pair| (*pair, Between::Asked)));
    }

    /// The two don't meet as long as both wait, or are asked about anew.
    pub(super) fn set_apart(&mut self, pair: [AccountId; 2], apart: bool) {
        let pair = pair_of(pair);
        if apart {
            self.0.insert(pair, Between::Apart);
        } else {
            self.0.remove(&pair);
        }
    }

    pub(super) fn forget(&mut self, account: AccountId) {
        self.0.retain(|pair, _| !pair.contains(&account));
    }

    /// The answer about a pair, unless it was forgotten, or put apart, meanwhile.
    fn answered(&mut self, pair: Pair, standing: Option<PairStanding>) {
        if let Some(Between::Asked) = self.0.get(&pair) {
            match standing {
                Some(standing) => drop(self.0.insert(pair, Between::Known(standing))),
                None => drop(self.0.remove(&pair)),
            }
        }
    }
}

/// Asks about pairs beside the owner.
pub(super) fn ask(house: &Arc<House>, own: mpsc::Sender<Message>, pairs: Vec<Pair>) {
    let (book, at) = (Arc::clone(&house.pair_book), house.clock().wall());
    tokio::spawn(async move {
        let result = book.standings(&pairs, at).await;
        let _stopped = own.send(Message::Standings { pairs, result }).await;
    });
}

impl PlayNow {
    pub(super) fn standings(
        &mut self,
        house: &Arc<House>,
        pairs: &[Pair],
        result: Result<Vec<PairStanding>, BankError>,
    ) {
        match result {
            Ok(standings) => {
                let at = pool_time(house.now());
                for (pair, standing) in pairs.iter().zip(standings) {
                    self.known.answered(*pair, Some(standing));
                    for account in pair {
                        self.pool.look_again(*account, at);
                    }
                }
                self.look(house);
            }
            Err(refused) => {
                // they are asked about anew when their windows widen
                tracing::warn!("what stands between {} pairs was not read: {refused}", pairs.len());
                pairs.iter().for_each(|pair| self.known.answered(*pair, None));
            }
        }
    }
}
