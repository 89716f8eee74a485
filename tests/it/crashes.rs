//! The server is killed at every named point, at any moment, with its PostgreSQL and without, again and again, while people
//! play. After each: every move that a client has seen is there, none twice or otherwise, no clock was charged, and in the
//! end every game was settled once and the books are right.
//!
//! `TEST_KILLS=1000 cargo test -p tests --test it crashes -- --nocapture` makes it a long run.

use crate::support::{Folder, Player, Process, free_port, ledger_is_clean, page, players};
use ids::{CommandId, GameId};
use protocol::{ClientMsg, Clocks, Code, DevPlayer, GameSnapshot, LegalMoves, ServerMsg, Side};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use std::collections::BTreeMap;
use std::time::Duration;
use store::CrashPoint;
use tokio::task::JoinSet;

/// Pairs that play at once.
const PAIRS: usize = 4;
/// How long a life of the server may last.
const LIFE: Duration = Duration::from_secs(12);

/// How a life of the server ends.
#[derive(Clone, Copy, Debug)]
enum Death {
    /// At the n-th passing of a point.
    Point(CrashPoint, u32),
    /// kill -9 after a while, and of its PostgreSQL too.
    Kill { after: Duration, postgres: bool },
    /// Only its PostgreSQL is killed; the server lives on, and is killed later.
    Postgres { after: Duration },
}

/// What is to be killed in a run: every point several times, then the other ways.
fn deaths(kills: usize, chance: &mut SmallRng) -> Vec<Death> {
    (0..kills)
        .map(|number| {
            let while_ = |chance: &mut SmallRng| Duration::from_millis(chance.random_range(50..700));
            match number % 10 {
                7 => Death::Kill { after: while_(chance), postgres: false },
                8 => Death::Kill { after: while_(chance), postgres: true },
                9 => Death::Postgres { after: while_(chance) },
                point => {
                    let point = CrashPoint::ALL[point];
                    let most = match point {
                        CrashPoint::BeforeAppend | CrashPoint::InCommit | CrashPoint::AfterCommit => 30,
                        _ => 3,
                    };
                    Death::Point(point, chance.random_range(1..=most))
                }
            }
        })
        .collect()
}

/// What one pair has seen of the game that it plays.
#[derive(Default)]
struct Seen {
    game: Option<GameId>,
    moves: BTreeMap<u16, String>,
    /// How many moves either had seen when this life began.
    before: usize,
    /// How many moves each has read in this life, from his own socket.
    read: [usize; 2],
    /// The clocks after the newest move seen.
    clocks: Option<(u16, Clocks)>,
    /// A move that was sent and not acknowledged.
    pending: Option<(CommandId, u16, protocol::SquareText)>,
    games: u32,
    ended: u32,
}

struct Pair {
    players: [DevPlayer; 2],
    seen: Seen,
    chance: SmallRng,
    /// In the last life the game is brought to its end.
    last: bool,
}

/// The server has gone.
struct Gone;

impl Seen {
    fn begin(&mut self, game: GameId) {
        if self.game != Some(game) {
            *self = Self { game: Some(game), games: self.games + 1, ended: self.ended, ..Self::default() };
        }
    }

    fn moved(&mut self, number: usize, ply: u16, path: &str, clocks: Option<Clocks>) {
        self.read[number] = self.read[number].max(usize::from(ply) + 1);
        let known = self.moves.entry(ply).or_insert_with(|| path.to_owned());
        assert_eq!(known, path, "ply {ply} of {:?} was shown otherwise before", self.game);
        if let Some(clocks) = clocks {
            self.clocks = Some((ply, clocks));
        }
        if self.pending.as_ref().is_some_and(|(_, pending, _)| *pending <= ply) {
            self.pending = None;
        }
    }

    /// A new life begins: what either has seen stands from now on.
    fn reborn(&mut self) {
        (self.before, self.read) = (self.moves.len(), [0; 2]);
    }

    /// What stands after a restart has every move that was seen, and nobody has less time than he had. Within a life a
    /// player may read a snapshot that was sent to him before the other one read the newest move: his own moves count.
    fn check(&self, number: usize, snapshot: &GameSnapshot) {
        let due = self.before.max(self.read[number]);
        for (ply, path) in &self.moves {
            let stands = snapshot.moves.get(usize::from(*ply)).map(|played| played.path.as_str());
            assert!(
                stands == Some(path.as_str()) || stands.is_none() && usize::from(*ply) >= due,
                "ply {ply} ({path}) of {} was shown and is gone: {stands:?} of {} moves stands there; {} were seen \
                 before this life, and in it {:?} by the two",
                snapshot.game,
                snapshot.moves.len(),
                self.before,
                self.read
            );
        }
        let newest = snapshot.moves.len().checked_sub(1).and_then(|last| u16::try_from(last).ok());
        if let (Some((ply, before)), Some(after), None) =
            (&self.clocks, &snapshot.state.clocks, &snapshot.ended)
            && newest == Some(*ply)
        {
            // the mover's clock may have run since the game went on
            let ran = |side| if snapshot.state.turn == side { 3_000 } else { 0 };
            for (side, before, after) in [
                (Side::White, before.white_ms, after.white_ms),
                (Side::Black, before.black_ms, after.black_ms),
            ] {
                let (before, after) = (before.0, after.0);
                assert!(
                    after <= before && after + ran(side) >= before,
                    "{side:?}: {before} ms, then {after} ms"
                );
            }
        }
    }
}

impl Pair {
    /// Plays until the server has gone.
    async fn play(mut self, url: String) -> Self {
        let Err(Gone) = self.life(&url).await else { return self };
        self
    }

    async fn life(&mut self, url: &str) -> Result<(), Gone> {
        self.seen.reborn();
        let page =
            tokio::time::timeout(Duration::from_secs(5), try_page(url)).await.ok().flatten().ok_or(Gone)?;
        let mut ana = Player::try_connect(url, &self.players[0].token).await.ok_or(Gone)?;
        let mut beto = Player::try_connect(url, &self.players[1].token).await.ok_or(Gone)?;
        loop {
            let running = ana.games.first().copied().or(self.seen.game);
            let game = match running {
                Some(game) => game,
                None => match self.start(&page, &mut ana, &mut beto).await? {
                    Some(game) => game,
                    None => continue,
                },
            };
            self.seen.begin(game);
            self.game(game, &mut ana, &mut beto).await?;
            self.seen.ended += 1;
            self.seen.game = None;
            ana.games.clear();
            if self.last {
                return Ok(());
            }
        }
    }

    /// Makes a game; `None` when one that was made before has to be looked at first.
    async fn start(
        &mut self,
        page: &protocol::GamePage,
        ana: &mut Player,
        beto: &mut Player,
    ) -> Result<Option<GameId>, Gone> {
        let id = Player::id();
        ana.send(&ClientMsg::Seek {
            id,
            variant: "brazilian".to_owned(),
            rules: "dream".to_owned(),
            stake: page.stake_min,
            clock: page.clocks[0],
            terms: page.terms.clone(),
        })
        .await;
        let seek = loop {
            match ana.next().await.ok_or(Gone)? {
                ServerMsg::SeekOpened { id: of, seek } if of == id => break seek,
                // a match was committed whose answer was lost: its game is found within seconds
                ServerMsg::Rejected(refused) if refused.code == Code::GameLimit => continue,
                ServerMsg::GameStarted { game, .. } => return Ok(Some(game)),
                ServerMsg::Rejected(refused) => {
                    assert_eq!(refused.code, Code::Unavailable, "{refused:?}");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    return Ok(None);
                }
                _ => {}
            }
        };
        beto.send(&ClientMsg::Join { id: Player::id(), seek, terms: page.terms.clone() }).await;
        loop {
            match beto.next().await.ok_or(Gone)? {
                ServerMsg::GameStarted { game, .. } => return Ok(Some(game)),
                ServerMsg::Rejected(refused) => {
                    assert_eq!(refused.code, Code::Unavailable, "{refused:?}");
                    ana.send(&ClientMsg::CancelSeek { id: Player::id(), seek }).await;
                    return Ok(None);
                }
                _ => {}
            }
        }
    }

    /// Plays a game to its end, from wherever it stands.
    async fn game(&mut self, game: GameId, ana: &mut Player, beto: &mut Player) -> Result<(), Gone> {
        let mut sides = [Side::White; 2];
        let mut state: Option<(u16, Side, LegalMoves)> = None;
        for (number, player) in [&mut *ana, &mut *beto].into_iter().enumerate() {
            player.send(&ClientMsg::Watch { game }).await;
            let snapshot = loop {
                match player.next().await.ok_or(Gone)? {
                    ServerMsg::Snapshot(snapshot) if snapshot.game == game => break snapshot,
                    ServerMsg::Rejected(refused) if refused.game == Some(game) => {
                        assert_eq!(refused.code, Code::Unavailable, "{refused:?}");
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        player.send(&ClientMsg::Watch { game }).await;
                    }
                    _ => {}
                }
            };
            self.seen.check(number, &snapshot);
            for (ply, played) in (0..).zip(&snapshot.moves) {
                self.seen.moved(number, ply, &played.path, None);
            }
            if snapshot.ended.is_some() {
                return Ok(());
            }
            sides[number] = match snapshot.you {
                protocol::Viewer::White => Side::White,
                protocol::Viewer::Black => Side::Black,
                protocol::Viewer::Spectator => panic!("a player is no spectator"),
            };
            if snapshot.state.turn == sides[number] {
                state = Some((snapshot.state.ply, snapshot.state.turn, snapshot.state.legal.clone()));
            }
        }
        let (mut ply, mut turn, mut legal) = state.expect("one of the two is to move");
        loop {
            let mover = usize::from(sides[1] == turn);
            let (own, other) = if mover == 0 { (&mut *ana, &mut *beto) } else { (&mut *beto, &mut *ana) };
            // resigning before one's first move would be an abort, and three of those bar a player
            if ply >= 2 && self.chance.random_bool(if self.last { 1.0 } else { 0.06 }) {
                own.send(&ClientMsg::Resign { game, id: Player::id() }).await;
            } else {
                // what was sent before and not acknowledged is sent again, as a page does
                let again = self.seen.pending.clone().filter(|(_, pending, _)| *pending == ply);
                let (id, path) = again.map_or_else(
                    || {
                        let mv = legal.choose(&mut self.chance).expect("the game goes on");
                        (Player::id(), mv.paths[0].clone())
                    },
                    |(id, _, path)| (id, path),
                );
                self.seen.pending = Some((id, ply, path.clone()));
                own.send(&ClientMsg::Move { game, id, ply, path }).await;
            }
            let next = match self.hear(game, ply, mover, own).await? {
                Heard::Ended => return Ok(()),
                Heard::Again => {
                    // the game was paused and goes on: from its snapshot
                    return Box::pin(self.game(game, ana, beto)).await;
                }
                Heard::Moved(_) => self.hear(game, ply, 1 - mover, other).await?,
            };
            match next {
                Heard::Ended => return Ok(()),
                Heard::Again => return Box::pin(self.game(game, ana, beto)).await,
                Heard::Moved(next) => {
                    legal = next;
                    ply += 1;
                    turn = if turn == Side::White { Side::Black } else { Side::White };
                    if legal.is_empty() {
                        self.hear(game, ply, 1 - mover, other).await?;
                        return Ok(());
                    }
                }
            }
        }
    }

    /// What a player hears of his game after a command.
    async fn hear(
        &mut self,
        game: GameId,
        ply: u16,
        number: usize,
        player: &mut Player,
    ) -> Result<Heard, Gone> {
        loop {
            match player.next().await.ok_or(Gone)? {
                ServerMsg::Moved(moved) if moved.game == game => {
                    self.seen.moved(number, moved.ply, &moved.path, moved.clocks);
                    if moved.ply == ply {
                        return Ok(Heard::Moved(moved.legal));
                    }
                }
                ServerMsg::Ended(ended) if ended.game == game => return Ok(Heard::Ended),
                ServerMsg::Rejected(refused) if refused.game == Some(game) => match refused.code {
                    Code::GameOver => return Ok(Heard::Ended),
                    Code::Paused | Code::StalePly | Code::NoSuchGame => {
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        return Ok(Heard::Again);
                    }
                    _ => panic!("{refused:?}"),
                },
                // the move was recorded before, or the game was loaded anew
                ServerMsg::Done { .. } => return Ok(Heard::Again),
                ServerMsg::Snapshot(snapshot) if snapshot.game == game => {
                    self.seen.check(number, &snapshot);
                    if snapshot.ended.is_some() {
                        return Ok(Heard::Ended);
                    }
                    if usize::from(ply) < snapshot.moves.len() {
                        return Ok(Heard::Again);
                    }
                }
                _ => {}
            }
        }
    }
}

enum Heard {
    Moved(LegalMoves),
    Ended,
    Again,
}

async fn try_page(url: &str) -> Option<protocol::GamePage> {
    reqwest::get(format!("{url}/api/games/brazilian")).await.ok()?.json().await.ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn a1_nothing_that_was_shown_is_lost_however_the_server_dies() {
    let kills = std::env::var("TEST_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(22);
    let seed: u64 = std::env::var("TEST_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(7);
    println!("{kills} kills, TEST_SEED={seed}");
    let mut chance = SmallRng::seed_from_u64(seed);
    let (data, port) = (Folder::new("crashes"), free_port());
    let mut pairs = {
        let process = Process::start(&data, port).await;
        let made = players(&process.url, 2 * PAIRS as u32, 10_000_000).await;
        let _terms = page(&process.url).await;
        let pair = |(number, pair): (u64, &[DevPlayer])| Pair {
            players: [pair[0].clone(), pair[1].clone()],
            seen: Seen::default(),
            chance: SmallRng::seed_from_u64(seed * 1_000 + number),
            last: false,
        };
        (0..).zip(made.chunks_exact(2)).map(pair).collect::<Vec<_>>()
    };
    let mut died = BTreeMap::new();
    for (number, death) in deaths(kills, &mut chance).into_iter().enumerate() {
        pairs = life(&data, port, pairs, death).await;
        let name = match death {
            Death::Point(point, _) => point.word(),
            Death::Kill { postgres: false, .. } => "kill -9",
            Death::Kill { postgres: true, .. } => "kill -9 with PostgreSQL",
            Death::Postgres { .. } => "PostgreSQL alone",
        };
        *died.entry(name).or_insert(0) += 1;
        if (number + 1) % 50 == 0 {
            println!("{} kills", number + 1);
        }
    }
    // one life more, in which every game comes to its end
    let mut process = Process::start(&data, port).await;
    let mut tasks = JoinSet::new();
    for mut pair in pairs {
        pair.last = true;
        tasks.spawn(pair.play(process.url.clone()));
    }
    let pairs = tasks.join_all().await;
    let games: u32 = pairs.iter().map(|pair| pair.seen.games).sum();
    let ended: u32 = pairs.iter().map(|pair| pair.seen.ended).sum();
    println!("{died:?}; {games} games, {ended} seen to their end");
    assert!(died.len() == 10 && games >= 4, "every way of dying was tried");
    process.stop();
    let said = ledger_is_clean(&data);
    let escrow =
        said.lines().find(|line| line.trim_start().starts_with("escrow")).expect("the sums are told");
    assert!(escrow.trim_end().ends_with(" 0"), "something is held by no game: {said}");
}

/// One life of the server, and its end.
async fn life(data: &Folder, port: u16, pairs: Vec<Pair>, death: Death) -> Vec<Pair> {
    let crash = match death {
        Death::Point(point, passing) => vec!["--crash-at".to_owned(), format!("{}:{passing}", point.word())],
        _ => Vec::new(),
    };
    let Some(mut process) = Process::try_start(data, port, &crash).await else {
        // it died while it started: an unfinished game went on, or an ended one was paid
        return pairs;
    };
    let mut tasks = JoinSet::new();
    for pair in pairs {
        tasks.spawn(pair.play(process.url.clone()));
    }
    match death {
        Death::Point(..) => {
            let _died = tokio::time::timeout(LIFE, process.died()).await;
        }
        Death::Kill { after, postgres } => {
            tokio::time::sleep(after).await;
            process.kill();
            if postgres {
                crate::restart::kill_postmaster(data);
            }
        }
        Death::Postgres { after } => {
            tokio::time::sleep(after).await;
            crate::restart::kill_postmaster(data);
            tokio::time::sleep(Duration::from_millis(1_500)).await;
        }
    }
    process.kill();
    tasks.join_all().await
}
