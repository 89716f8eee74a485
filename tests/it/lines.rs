//! Lines that break, idle and starve: what a player sees is what the server has, whoever comes and goes.

use crate::line::{Fault, Line};
use crate::support::{Folder, House, Player, Process, free_port, game, ledger_is_clean, open, players};
use protocol::{ClientMsg, Code, ServerMsg, Side};
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

#[tokio::test(flavor = "multi_thread")]
async fn s3_a_screen_that_reconnects_after_every_frame_shows_what_the_server_has() {
    let house = House::open("s3").await;
    let (id, mut white, mut black, made) = game(&house.url, 1_000).await;
    let mut tab = Player::connect(&house.url, Some(&made[1].token)).await;
    let mut known = tab.watch(id).await.state;
    for ply in 0..4 {
        let path = crate::support::OPENING[usize::from(ply)];
        let mover = if ply % 2 == 0 { &mut white } else { &mut black };
        mover.play(id, ply, path).await;
        mover.moved(ply).await;
        // each frame is read by a line that breaks after it
        while known.ply <= ply {
            drop(tab);
            tab = Player::connect(&house.url, Some(&made[1].token)).await;
            tab.send(&ClientMsg::Resume { game: id, version: known.v }).await;
            loop {
                match tab.next().await.expect("the socket is open") {
                    ServerMsg::Moved(moved) if moved.v == known.v.plus(1) => {
                        (known.v, known.ply, known.fen) = (moved.v, moved.ply + 1, moved.fen.clone());
                        known.legal = moved.legal;
                        break;
                    }
                    ServerMsg::Snapshot(snapshot) => {
                        known = snapshot.state;
                        break;
                    }
                    _ => {}
                }
            }
        }
    }
    let server = black.watch(id).await.state;
    assert_eq!(
        (known.v, known.ply, known.fen, known.legal),
        (server.v, server.ply, server.fen, server.legal)
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s6_a_move_for_another_ply_is_refused_and_changes_nothing() {
    let house = House::open("s6").await;
    let (id, mut white, mut black, _) = game(&house.url, 1_000).await;
    open(id, &mut white, &mut black, 2).await;
    let before = white.watch(id).await;
    for (ply, path) in [(0, "c3-d4"), (4, "b2-c3"), (1, "b6-a5"), (3, "f6-g5")] {
        let own = white.play(id, ply, path).await;
        let answer = white
            .until(|message| match message {
                ServerMsg::Rejected(refused) if refused.id == Some(own) => Some(Err(refused.code)),
                ServerMsg::Done { id: of } if *of == own => Some(Ok(())),
                _ => None,
            })
            .await;
        // what White himself has played there is that move again; everything else is another ply
        assert_eq!(answer, if ply == 0 { Ok(()) } else { Err(Code::StalePly) }, "ply {ply}");
    }
    let after = white.watch(id).await;
    assert_eq!((before.moves, before.state.fen), (after.moves, after.state.fen));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a4_a_player_is_here_while_any_of_his_sockets_is() {
    let house = House::open("a4").await;
    let (id, white, mut black, made) = game(&house.url, 1_000).await;
    let mut second = Player::connect(&house.url, Some(&made[0].token)).await;
    second.watch(id).await;
    drop(white);
    // the second one still watches: only when it has gone too is he away
    second.send(&ClientMsg::Unwatch { game: id }).await;
    let presence = |here: bool| {
        move |message: &ServerMsg| match message {
            ServerMsg::Presence { side: Side::White, connected, .. } => (*connected == here).then_some(()),
            _ => None,
        }
    };
    black.until(presence(false)).await;
    second.watch(id).await;
    black.until(presence(true)).await;
    let third = Player::connect(&house.url, Some(&made[0].token)).await;
    drop(third);
    assert!(black.watch(id).await.white.connected, "another one that came and went changes nothing");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a5_a_short_drop_locks_nobody_out() {
    let house = House::open("a5").await;
    let (id, white, mut black, made) = game(&house.url, 1_000).await;
    drop(white);
    for _ in 0..20 {
        let again = Player::connect(&house.url, Some(&made[0].token)).await;
        assert_eq!(again.games, vec![id], "the token says who it is, the server which game is his");
    }
    let mut white = Player::connect(&house.url, Some(&made[0].token)).await;
    white.watch(id).await;
    open(id, &mut white, &mut black, 2).await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn w6_a_proxy_that_cuts_idle_lines_cuts_none_that_is_pinged() {
    let house = House::open_with("w6", &[("server__sockets__ping_every_ms", "100")]).await;
    let through =
        idle_proxy(house.url.trim_start_matches("http://").to_owned(), Duration::from_millis(600)).await;
    let made = players(&house.url, 1, 0).await;
    let mut player = Player::connect(&through, Some(&made[0].token)).await;
    let silent = tokio::time::timeout(Duration::from_secs(3), player.next()).await;
    assert!(silent.is_err(), "nothing is said, and the line lives: {silent:?}");
    player.send(&ClientMsg::Ping { n: 4 }).await;
    player.until(|message| matches!(message, ServerMsg::Pong { n: 4 }).then_some(())).await;
    house.close().await;
}

/// A way to the server that cuts a line when nothing has come from the server for so long.
async fn idle_proxy(to: String, idle: Duration) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let to = to.clone();
            tokio::spawn(async move {
                let server = TcpStream::connect(to).await.unwrap();
                let (mut from_client, mut to_client) = client.into_split();
                let (mut from_server, mut to_server) = server.into_split();
                tokio::spawn(async move { tokio::io::copy(&mut from_client, &mut to_server).await });
                let mut buffer = [0; 4096];
                while let Ok(Ok(read @ 1..)) = tokio::time::timeout(idle, from_server.read(&mut buffer)).await
                {
                    if to_client.write_all(&buffer[..read]).await.is_err() {
                        return;
                    }
                }
            });
        }
    });
    url
}

/// A player whose line may be cut at any moment: he comes again, resumes, and sends again what was not acknowledged.
struct Stubborn {
    url: String,
    token: String,
    player: Player,
    known: protocol::GameState,
    /// All moves that he was shown.
    shown: Vec<(u16, protocol::SquareText)>,
}

impl Stubborn {
    async fn sit_down(url: &str, token: &str, game: ids::GameId) -> Self {
        let mut player = Player::connect(url, Some(token)).await;
        let known = player.watch(game).await.state;
        Self { url: url.to_owned(), token: token.to_owned(), player, known, shown: Vec::new() }
    }

    /// Hears until the game stands at `ply`; what he wants to play there he sends again on each new line.
    async fn reach(&mut self, game: ids::GameId, ply: u16, own: Option<&ClientMsg>) {
        if let Some(own) = own {
            self.send(own).await;
        }
        while self.known.ply < ply {
            match self.player.next().await {
                Some(ServerMsg::Moved(moved)) => self.moved(*moved),
                Some(ServerMsg::Snapshot(snapshot)) => {
                    let new = snapshot.moves.iter().enumerate().skip(usize::from(self.known.ply));
                    self.shown.extend(new.map(|(at, played)| (at as u16, played.path.clone())));
                    self.known = snapshot.state;
                }
                Some(_) => {}
                None => {
                    self.come_again(game).await;
                    if let Some(own) = own {
                        self.send(own).await;
                    }
                }
            }
        }
    }

    fn moved(&mut self, moved: protocol::Moved) {
        assert_eq!(moved.v, self.known.v.plus(1), "an event is missing or comes twice");
        self.shown.push((moved.ply, moved.path));
        (self.known.v, self.known.ply) = (moved.v, moved.ply + 1);
        (self.known.fen, self.known.legal) = (moved.fen, moved.legal);
    }

    /// Says it twice, between two questions whether the line lives: an impatient hand on a bad line.
    async fn send(&mut self, message: &ClientMsg) {
        for message in [&ClientMsg::Ping { n: 1 }, message, message, &ClientMsg::Ping { n: 2 }] {
            self.player.send(message).await;
        }
    }

    async fn come_again(&mut self, game: ids::GameId) {
        loop {
            if let Some(player) = Player::try_connect(&self.url, &self.token).await {
                self.player = player;
                break;
            }
        }
        self.player.send(&ClientMsg::Resume { game, version: self.known.v }).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn s5_over_lines_that_halve_delay_reorder_and_break_each_move_is_played_once_and_seen_by_both() {
    let seed = rand::random::<u64>();
    println!("seed {seed}");
    let mut chance = SmallRng::seed_from_u64(seed);
    let house = House::open("bad-lines").await;
    let (id, white, black, made) = game(&house.url, 1_000).await;
    drop((white, black));
    let lines = [Line::to(&house.url, seed).await, Line::to(&house.url, seed + 1).await];
    let mut players = [
        Stubborn::sit_down(&lines[0].url, &made[0].token, id).await,
        Stubborn::sit_down(&lines[1].url, &made[1].token, id).await,
    ];
    for ply in 0..24_u16 {
        for line in &lines {
            let faults = [Fault::None, Fault::Halve, Fault::Delay, Fault::Reorder];
            line.set(*faults.choose(&mut chance).unwrap());
        }
        let [white, black] = &mut players;
        let (mover, other) = if ply % 2 == 0 { (white, black) } else { (black, white) };
        let path = mover.known.legal.choose(&mut chance).unwrap().paths[0].clone();
        let own = ClientMsg::Move { game: id, id: Player::id(), ply, path };
        let cuts = async {
            if ply % 4 == 3 {
                lines[usize::from(ply / 4 % 2)].cut();
            }
        };
        tokio::join!(mover.reach(id, ply + 1, Some(&own)), other.reach(id, ply + 1, None), cuts);
    }
    let mut fresh = Player::connect(&house.url, Some(&made[0].token)).await;
    let rows = fresh.watch(id).await;
    let rows: Vec<_> =
        rows.moves.iter().enumerate().map(|(at, played)| (at as u16, played.path.clone())).collect();
    for player in &players {
        assert_eq!(player.shown, rows, "what was shown is what there is, each move once");
    }
    fresh.send(&ClientMsg::Resign { game: id, id: Player::id() }).await;
    fresh.settled().await;
    ledger_is_clean(&house.data);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn w1_a_line_that_goes_silent_is_noticed_and_its_player_comes_back() {
    let house = House::open_with("w1", &[("server__sockets__ping_every_ms", "200")]).await;
    let (id, white, mut black, made) = game(&house.url, 1_000).await;
    let line = Line::to(&house.url, 1).await;
    let mut far = Player::connect(&line.url, Some(&made[0].token)).await;
    far.watch(id).await;
    drop(white);
    assert!(black.watch(id).await.white.connected);
    line.fall_silent();
    // neither end is told anything: only the pings that nobody answers show it
    black
        .until(|message| match message {
            ServerMsg::Presence { side: Side::White, connected: false, .. } => Some(()),
            _ => None,
        })
        .await;
    let mut again = Player::connect(&line.url, Some(&made[0].token)).await;
    again.watch(id).await;
    open(id, &mut again, &mut black, 2).await;
    line.cut();
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn w3_an_idle_spectators_socket_keeps_no_large_buffer() {
    const SOCKETS: u64 = 800;
    let data = Folder::new("w3");
    let config = ["--config".to_owned(), "config/load.toml".to_owned()];
    let mut server = Process::try_start(&data, free_port(), &config).await.expect("it starts");
    let mut idle = Vec::new();
    // the first ones warm up what is needed once
    for _ in 0..50 {
        idle.push(Player::connect(&server.url, None).await);
    }
    let before = server.memory();
    for _ in 0..SOCKETS {
        idle.push(Player::connect(&server.url, None).await);
    }
    let each = server.memory().saturating_sub(before) / SOCKETS;
    // 9 KiB as it is shipped; the library's own read buffer would make it 128 KiB and more
    assert!(each < 48 * 1024, "an idle socket costs {each} bytes");
    drop(idle);
    server.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn w11_a_starved_pool_is_answered_in_time_and_moves_go_on() {
    let house = House::open_with(
        "w11",
        &[
            ("database__connections", "2"),
            ("database__acquire_timeout_ms", "300"),
            ("database__lock_timeout_ms", "20000"),
            ("database__statement_timeout_ms", "30000"),
        ],
    )
    .await;
    let (id, mut white, mut black, made) = game(&house.url, 1_000).await;
    let options =
        store::embedded::EmbeddedOptions::new(house.data.0.join("pg"), std::env::var_os("PATH"), [7; 32]);
    let address = store::embedded::running(&options).unwrap().expect("the server runs it");
    let mut held = sqlx::ConnectOptions::connect(address.options()).await.unwrap();
    sqlx::raw_sql("begin; select * from wallet for update").execute(&mut held).await.unwrap();

    // both connections wait for a wallet that somebody holds
    let client = reqwest::Client::new();
    let deposit = |key: String| {
        let body = serde_json::json!({"amount": 100, "key": key});
        client.post(format!("{}/api/deposit", house.url)).bearer_auth(&made[0].token).json(&body).send()
    };
    let waiting: Vec<_> = (0..2).map(|number| tokio::spawn(deposit(format!("w{number}")))).collect();
    let began = std::time::Instant::now();
    loop {
        let answer = client
            .get(format!("{}/api/statement", house.url))
            .bearer_auth(&made[1].token)
            .send()
            .await
            .unwrap();
        if answer.status() == 503 {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(10), "the pool is not starved");
    }
    // a storm of calls whose callers do not wait
    for number in 0..100 {
        let _cancelled = tokio::time::timeout(Duration::from_millis(5), deposit(format!("c{number}"))).await;
    }
    open(id, &mut white, &mut black, 4).await;
    sqlx::raw_sql("rollback").execute(&mut held).await.unwrap();
    for call in waiting {
        assert!(call.await.unwrap().unwrap().status().is_success(), "they were only waiting");
    }
    let began = std::time::Instant::now();
    while !deposit("after".to_owned()).await.unwrap().status().is_success() {
        assert!(began.elapsed() < Duration::from_secs(20), "the pool does not come back");
    }
    ledger_is_clean(&house.data);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn w4_ten_thousand_connects_and_disconnects_leave_nothing_behind() {
    let rates =
        [("server__limits__requests_per_second", "100000.0"), ("server__limits__requests_burst", "100000")];
    let house = House::open_with("w4", &rates).await;
    let doors = Arc::new(Semaphore::new(64));
    let mut tasks = JoinSet::new();
    for number in 0..10_000 {
        let (url, doors) = (house.url.clone(), Arc::clone(&doors));
        tasks.spawn(async move {
            let _door = doors.acquire().await.unwrap();
            let stream = TcpStream::connect(url.trim_start_matches("http://")).await.unwrap();
            let request = format!("{}/ws", url.replacen("http", "ws", 1));
            let (mut socket, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
            if number % 2 == 0 {
                let hello =
                    serde_json::to_string(&ClientMsg::Hello { protocol: protocol::PROTOCOL }).unwrap();
                let _sent = futures_util::SinkExt::send(&mut socket, hello.into()).await;
            }
        });
    }
    while let Some(done) = tasks.join_next().await {
        done.unwrap();
    }
    let began = std::time::Instant::now();
    loop {
        let metrics = reqwest::get(format!("{}/metrics", house.url)).await.unwrap().text().await.unwrap();
        let open = metrics.lines().find(|line| line.starts_with("damas_sockets_open ")).expect("it is told");
        if open == "damas_sockets_open 0" {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{open}");
        tokio::task::yield_now().await;
    }
    // a stop waits for the tasks of all sockets: there is none that does not end
    house.close().await;
}
