//! How the house has its engine look at a line of play: a finished game, a practice game, an editor's position. Keeps nothing.

use super::House;
use crate::bot_pool::Job;
use crate::refusal::Refusal;
use bot::{Answer, Engine, Level};
use draughts::{DrawCounters, Move, Path, Position, RuleSet, Side};
use ids::AccountId;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::oneshot;

/// How many lines the engine shows at most.
pub const ANALYSED_LINES: usize = 5;

/// The position after a line of play, to be looked at.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// Where the line begins.
    pub start: Position,
    /// What was played, each legal where it stands.
    pub moves: Vec<Move>,
    /// By which rules a draw counts.
    pub rule_set: RuleSet,
    /// How many of the best lines are wanted, up to [`ANALYSED_LINES`].
    pub lines: usize,
    /// Where the asker comes from: one question at a time.
    pub address: IpAddr,
}

/// What the engine thinks of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The last depth that was searched whole, in plies.
    pub depth: u32,
    /// The best lines, the best first; none where the side to move has no move.
    pub lines: Vec<AnalysedLine>,
}

/// A line of play that the engine expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysedLine {
    /// What it is worth to White, in hundredths of a man.
    pub score: i32,
    /// Who wins by force, where that is proven.
    pub won_by: Option<Side>,
    /// In how many plies, where that is known.
    pub plies: Option<u32>,
    /// The moves.
    pub moves: Vec<Path>,
}

/// Ends a search that nobody waits for any more.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl House {
    /// What the engine thinks of the position after a line, within the time that the configuration gives it.
    ///
    /// # Errors
    /// [`Refusal::PositionInPlay`] where a position of the line stands on a staked board, or `account` plays for a stake;
    /// [`Refusal::OneAtATime`] while another question from that address is open; [`Refusal::Unavailable`] where the engine has
    /// too much to do.
    pub async fn analyse(
        &self,
        request: AnalysisRequest,
        account: Option<AccountId>,
    ) -> Result<Analysis, Refusal> {
        if self.stopping.load(Ordering::Acquire) {
            return Err(Refusal::Unavailable);
        }
        let _turn = self.practice.analyse(request.address)?;
        if self.services.plays_for_a_stake(account) {
            return Err(Refusal::PositionInPlay);
        }
        let mut position = request.start;
        let mut counters = DrawCounters::new(request.rule_set, &position);
        for mv in &request.moves {
            if self.services.in_play.holds(&position) {
                return Err(Refusal::PositionInPlay);
            }
            let after = position.play(mv);
            counters.after(&position, mv, &after);
            position = after;
        }
        if self.services.in_play.holds(&position) {
            return Err(Refusal::PositionInPlay);
        }
        let lines = request.lines.clamp(1, ANALYSED_LINES);
        let stop = StopOnDrop(Arc::new(AtomicBool::new(false)));
        let (done, answer) = oneshot::channel();
        let queued = self.services.bots.ask(Job {
            position,
            counters,
            level: Level::Hard,
            seed: 0,
            most: Some(self.limits.practice.analysis_think),
            book: false,
            // with one line wanted a forced reply would get no score
            lines: lines.max(2),
            asked: self.now(),
            stop: Arc::clone(&stop.0),
            done: Box::new(move |answer| {
                let _gone = done.send(answer);
            }),
        });
        if !queued {
            return Err(Refusal::Unavailable);
        }
        let answer = answer.await.ok().flatten().ok_or(Refusal::Unavailable)?;
        let mut analysis = analysis_of(&position, &answer);
        analysis.lines.truncate(lines);
        Ok(analysis)
    }
}

fn analysis_of(position: &Position, answer: &Answer) -> Analysis {
    let side = position.side_to_move();
    let lines = answer.variations.iter().map(|variation| {
        let winner = if variation.score > 0 { side } else { side.other() };
        let proven = variation.score.abs() >= Engine::PROVEN;
        AnalysedLine {
            score: if side == Side::White { variation.score } else { -variation.score },
            won_by: proven.then_some(winner),
            plies: Engine::plies_to_win(variation.score),
            moves: paths_of(*position, &variation.moves),
        }
    });
    Analysis { depth: answer.depth, lines: lines.collect() }
}

/// The way that each move of a line goes.
fn paths_of(mut position: Position, moves: &[Move]) -> Vec<Path> {
    let mut paths = Vec::with_capacity(moves.len());
    for mv in moves {
        let Some(path) = position.paths(mv).into_iter().next() else { break };
        paths.push(path);
        position = position.play(mv);
    }
    paths
}
