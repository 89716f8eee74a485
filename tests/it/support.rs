//! A server of a test's own, in this process or as the binary, and players over real sockets.

use competition::TournamentTerms;
use futures_util::{SinkExt as _, StreamExt as _};
use ids::{AccountId, Amount, CommandId, GameId, SeekId, TournamentId};
use protocol::{
    ClientMsg, ClockSetting, DevPlayer, GamePage, GameSnapshot, LegalMoves, PROTOCOL, ServerMsg, Side,
};
use server::{Config, Running, ServeOptions};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// How long anything may take that a test waits for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) const FILE: &str = include_str!("../../config/damas.toml");

/// A folder that goes with its test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(what: &str) -> Self {
        Self(std::env::temp_dir().join(format!("damas-{what}-{}", uuid::Uuid::from_u128(rand::random()))))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

/// A server in this process.
pub(crate) struct House {
    running: Running,
    pub(crate) data: Folder,
    pub(crate) url: String,
}

impl House {
    pub(crate) async fn open(what: &str) -> Self {
        Self::open_with(what, &[]).await
    }

    pub(crate) async fn open_with(what: &str, pairs: &[(&str, &str)]) -> Self {
        Self::open_file(what, FILE, pairs).await
    }

    /// The same with a configuration of the test's own.
    pub(crate) async fn open_file(what: &str, file: &str, pairs: &[(&str, &str)]) -> Self {
        // a test's own tournaments are the only ones
        const QUICK: [(&str, &str); 3] =
            [("server__listen", "127.0.0.1:0"), ("log__filter", "warn"), ("tournaments__schedules", "[]")];
        let config = Config::from_toml_with(file, &[&QUICK[..], pairs].concat()).unwrap();
        let data = Folder::new(what);
        let options = ServeOptions::new(config, data.0.clone());
        let running = server::start(options).await.unwrap();
        let url = format!("http://{}", running.addr);
        Self { running, data, url }
    }

    /// Announces a tournament.
    pub(crate) async fn announce(&self, terms: TournamentTerms) -> TournamentId {
        self.running.announce(terms).await.unwrap()
    }

    /// Stops the server and keeps its folder.
    pub(crate) async fn leave(self) -> Folder {
        self.running.stop().await;
        self.data
    }

    pub(crate) async fn close(self) {
        self.running.stop().await;
    }
}

/// The binary `damas`, built beside this test.
pub(crate) fn binary() -> PathBuf {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    path.push("damas");
    assert!(
        path.exists(),
        "{} is missing: run `cargo build --bin damas` first (./test does)",
        path.display()
    );
    path
}

/// A server as a process of its own, to be killed.
pub(crate) struct Process {
    child: Child,
    pub(crate) url: String,
}

impl Process {
    pub(crate) async fn start(data: &Folder, port: u16) -> Self {
        let process = Self::spawn(data, port, &[]);
        process.ready().await;
        process
    }

    /// Starts one with a configuration of the test's own.
    pub(crate) async fn start_with(data: &Folder, port: u16, file: &std::path::Path) -> Self {
        let process = Self::spawn(data, port, &["--config".to_owned(), file.display().to_string()]);
        process.ready().await;
        process
    }

    /// Starts one that may die while it starts: then there is none.
    pub(crate) async fn try_start(data: &Folder, port: u16, more: &[String]) -> Option<Self> {
        let mut process = Self::spawn(data, port, more);
        let client = reqwest::Client::new();
        let began = Instant::now();
        loop {
            if process.child.try_wait().unwrap().is_some() {
                return None;
            }
            let answer = client.get(format!("{}/readyz", process.url)).send().await;
            if answer.is_ok_and(|answer| answer.status().is_success()) {
                return Some(process);
            }
            assert!(began.elapsed() < PATIENCE, "the server is not ready after {PATIENCE:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Completes when the process has ended by itself.
    pub(crate) async fn died(&mut self) {
        while self.child.try_wait().unwrap().is_none() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Starts one on a database that somebody else runs.
    pub(crate) async fn start_on(database_url: &str, data: &Folder, port: u16) -> Self {
        let process = Self::spawn_with(data, port, &[], Some(database_url));
        process.ready().await;
        process
    }

    /// Sends it a signal by name.
    pub(crate) fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &pid]).status().unwrap().success());
    }

    fn spawn(data: &Folder, port: u16, more: &[String]) -> Self {
        Self::spawn_with(data, port, more, None)
    }

    fn spawn_with(data: &Folder, port: u16, more: &[String], database_url: Option<&str>) -> Self {
        let own_file = !more.iter().any(|argument| argument == "--config");
        let child = Command::new(binary())
            .args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--data"])
            .arg(&data.0)
            .args(more)
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
            .env("DAMAS_LOG__FILTER", "warn")
            // making tables takes both cores from what is tried here
            .env("DAMAS_PRACTICE__BOT_TABLE_PIECES", "0")
            // two who play for as long as a server is killed again and again meet what a pair may stake; that is tried by the store
            .env("DAMAS_PAIRS__GAMES", "1000000")
            .env("DAMAS_PAIRS__STAKES", "1000000")
            .env("DAMAS_REVIEWS__FLOW_STAKES", "1000000")
            // a test's own tournaments are the only ones
            .envs(own_file.then_some(("DAMAS_TOURNAMENTS__SCHEDULES", "[]")))
            .env_remove("DATABASE_URL")
            .envs(database_url.map(|url| ("DATABASE_URL", url)))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        Self { child, url: format!("http://127.0.0.1:{port}") }
    }

    /// Waits until the server says that it is ready.
    pub(crate) async fn ready(&self) {
        let began = Instant::now();
        let client = reqwest::Client::new();
        loop {
            let answer = client.get(format!("{}/readyz", self.url)).send().await;
            if answer.is_ok_and(|answer| answer.status().is_success()) {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "the server is not ready after {PATIENCE:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// The memory that it holds, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("Linux tells it");
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
    }

    /// kill -9.
    pub(crate) fn kill(&mut self) {
        let _dead_already = self.child.kill();
        self.child.wait().unwrap();
    }

    /// SIGTERM, and waits for the end.
    pub(crate) fn stop(&mut self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.child.try_wait().is_ok_and(|ended| ended.is_none()) {
            self.stop();
        }
    }
}

/// A port that is free now.
pub(crate) fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Proves the books with the binary, as an operator would while the server runs.
pub(crate) fn ledger_is_clean(data: &Folder) -> String {
    let output = Command::new(binary())
        .args(["ledger", "check", "--data"])
        .arg(&data.0)
        .env_remove("DATABASE_URL")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "the books are wrong: {said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    said
}

pub(crate) async fn page(url: &str) -> GamePage {
    page_of(url, "brazilian").await
}

pub(crate) async fn page_of(url: &str, variant: &str) -> GamePage {
    reqwest::get(format!("{url}/api/games/{variant}")).await.unwrap().json().await.unwrap()
}

/// Players with that balance each, paid in through the ledger.
pub(crate) async fn players(url: &str, count: u32, balance: i64) -> Vec<DevPlayer> {
    let answer = reqwest::Client::new()
        .post(format!("{url}/api/dev/players"))
        .json(&serde_json::json!({"count": count, "balance": balance}))
        .send()
        .await
        .unwrap();
    assert!(answer.status().is_success(), "{}", answer.text().await.unwrap());
    answer.json().await.unwrap()
}

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A player's socket, greeted.
pub(crate) struct Player {
    stream: Stream,
    pub(crate) account: Option<AccountId>,
    pub(crate) balance: Option<Amount>,
    pub(crate) games: Vec<GameId>,
    pub(crate) frames: u64,
}

impl Player {
    pub(crate) async fn connect(url: &str, token: Option<&str>) -> Self {
        let mut request = format!("{}/ws", url.replacen("http", "ws", 1)).into_client_request().unwrap();
        if let Some(token) = token {
            request.headers_mut().insert("Authorization", format!("Bearer {token}").parse().unwrap());
        }
        let (stream, _) = tokio::time::timeout(PATIENCE, connect_async(request)).await.unwrap().unwrap();
        let mut player = Self { stream, account: None, balance: None, games: Vec::new(), frames: 0 };
        player.send(&ClientMsg::Hello { protocol: PROTOCOL }).await;
        let (account, wallet, games) = player
            .until(|message| match message {
                ServerMsg::Welcome { account, wallet, games, .. } => Some((*account, *wallet, games.clone())),
                _ => None,
            })
            .await;
        player.account = account;
        player.balance = wallet.map(|wallet| wallet.balance);
        player.games = games;
        player
    }

    /// The same, where the server may have gone or may go: then there is no socket.
    pub(crate) async fn try_connect(url: &str, token: &str) -> Option<Self> {
        let mut request = format!("{}/ws", url.replacen("http", "ws", 1)).into_client_request().unwrap();
        request.headers_mut().insert("Authorization", format!("Bearer {token}").parse().unwrap());
        let (stream, _) = tokio::time::timeout(PATIENCE, connect_async(request)).await.ok()?.ok()?;
        let mut player = Self { stream, account: None, balance: None, games: Vec::new(), frames: 0 };
        player.send(&ClientMsg::Hello { protocol: PROTOCOL }).await;
        loop {
            if let ServerMsg::Welcome { account, wallet, games, .. } = player.next().await? {
                (player.account, player.balance) = (account, wallet.map(|wallet| wallet.balance));
                player.games = games;
                return Some(player);
            }
        }
    }

    pub(crate) fn id() -> CommandId {
        CommandId(rand::random::<u64>() >> 11)
    }

    pub(crate) async fn send(&mut self, message: &ClientMsg) {
        let text = serde_json::to_string(message).unwrap();
        // that the server has gone is heard of when its next frame does not come
        let _sent = self.stream.send(Message::Text(text.into())).await;
    }

    /// The next frame; `None` when the server has closed the socket.
    pub(crate) async fn next(&mut self) -> Option<ServerMsg> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.stream.next()).await.expect("a frame in time");
            match frame {
                Some(Ok(Message::Text(text))) => {
                    self.frames += 1;
                    let message: ServerMsg = serde_json::from_str(&text).unwrap();
                    if let ServerMsg::Wallet(wallet) = &message {
                        self.balance = Some(wallet.balance);
                    }
                    return Some(message);
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }

    /// The first frame for which `pick` gives something; others are dropped.
    pub(crate) async fn until<T>(&mut self, pick: impl Fn(&ServerMsg) -> Option<T>) -> T {
        loop {
            let message = self.next().await.expect("the socket is open");
            if let Some(found) = pick(&message) {
                return found;
            }
        }
    }

    pub(crate) async fn seek(&mut self, page: &GamePage, stake: i64, clock: ClockSetting) -> SeekId {
        let id = Self::id();
        self.send(&ClientMsg::Seek {
            id,
            variant: page.variant.clone(),
            rules: page.rule_sets[0].clone(),
            stake: Amount(stake),
            clock,
            terms: page.terms.clone(),
        })
        .await;
        self.until(|message| match message {
            ServerMsg::SeekOpened { id: of, seek } if *of == id => Some(*seek),
            ServerMsg::Rejected(rejected) => panic!("the seek was refused: {rejected:?}"),
            _ => None,
        })
        .await
    }

    pub(crate) async fn join(&mut self, page: &GamePage, seek: SeekId) -> CommandId {
        let id = Self::id();
        self.send(&ClientMsg::Join { id, seek, terms: page.terms.clone() }).await;
        id
    }

    pub(crate) async fn started(&mut self) -> (GameId, Side) {
        self.until(|message| match message {
            ServerMsg::GameStarted { game, side, .. } => Some((*game, *side)),
            _ => None,
        })
        .await
    }

    pub(crate) async fn watch(&mut self, game: GameId) -> GameSnapshot {
        self.send(&ClientMsg::Watch { game }).await;
        self.snapshot().await
    }

    pub(crate) async fn snapshot(&mut self) -> GameSnapshot {
        self.until(|message| match message {
            ServerMsg::Snapshot(snapshot) => Some((**snapshot).clone()),
            _ => None,
        })
        .await
    }

    pub(crate) async fn play(&mut self, game: GameId, ply: u16, path: &str) -> CommandId {
        let id = Self::id();
        self.send(&ClientMsg::Move { game, id, ply, path: path.into() }).await;
        id
    }

    /// Waits for the move of that ply; gives the legal moves that came with it.
    pub(crate) async fn moved(&mut self, ply: u16) -> LegalMoves {
        self.until(|message| match message {
            ServerMsg::Moved(moved) if moved.ply == ply => Some(moved.legal.clone()),
            ServerMsg::Rejected(rejected) => panic!("refused: {rejected:?}"),
            _ => None,
        })
        .await
    }

    pub(crate) async fn ended(&mut self) -> protocol::Ended {
        self.until(|message| match message {
            ServerMsg::Ended(ended) => Some(ended.clone()),
            _ => None,
        })
        .await
    }

    pub(crate) async fn settled(&mut self) -> protocol::Settled {
        self.until(|message| match message {
            ServerMsg::Settled(settled) => Some(settled.clone()),
            _ => None,
        })
        .await
    }
}

/// Two players at a new staked game of Brazilian draughts, White first; both watch it.
pub(crate) async fn game(url: &str, stake: i64) -> (GameId, Player, Player, [DevPlayer; 2]) {
    game_of(url, "brazilian", stake).await
}

/// The same of any variant.
pub(crate) async fn game_of(
    url: &str,
    variant: &str,
    stake: i64,
) -> (GameId, Player, Player, [DevPlayer; 2]) {
    let page = page_of(url, variant).await;
    let made: [DevPlayer; 2] = players(url, 2, 100_000).await.try_into().unwrap_or_else(|_| panic!("two"));
    let mut ana = Player::connect(url, Some(&made[0].token)).await;
    let mut beto = Player::connect(url, Some(&made[1].token)).await;
    let seek = ana.seek(&page, stake, page.clocks[0]).await;
    beto.join(&page, seek).await;
    let (game, side) = beto.started().await;
    ana.started().await;
    ana.watch(game).await;
    beto.watch(game).await;
    let [a, b] = made;
    match side {
        Side::White => (game, beto, ana, [b, a]),
        Side::Black => (game, ana, beto, [a, b]),
    }
}

/// Moves that both play at the start of a test: legal, without a capture.
pub(crate) const OPENING: [&str; 4] = ["c3-d4", "b6-a5", "b2-c3", "f6-g5"];

pub(crate) async fn open(game: GameId, white: &mut Player, black: &mut Player, plies: u16) {
    for ply in 0..plies {
        let path = OPENING[usize::from(ply)];
        if ply % 2 == 0 {
            white.play(game, ply, path).await;
        } else {
            black.play(game, ply, path).await;
        }
        white.moved(ply).await;
        black.moved(ply).await;
    }
}
