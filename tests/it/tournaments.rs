//! Tournaments over real sockets: from the announcement to the prizes, with a bye, a withdrawal, and the server killed in a round.

use crate::support::{FILE, Folder, House, OPENING, Player, Process, free_port, ledger_is_clean, players};
use competition::tournament::Format;
use competition::{Clock, PrizePlan, TieBreak, TieBreakEdition, TournamentLimits, TournamentTerms};
use draughts::RuleSet;
use ids::{AccountId, Amount, Millis, TournamentId, WallTime};
use protocol::{
    ClientMsg, Code, DevPlayer, EntryState, EventRef, GamePage, GameSnapshot, MatchSeat, ServerMsg, Side,
    TableOutcome, TournamentAct, TournamentList, TournamentPage, TournamentPhase, TournamentStanding,
    TournamentView, WonBy,
};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const MONEY: i64 = 100_000;
const CONTRIBUTION: i64 = 1_000;
const FEE: i64 = 100;

fn now() -> WallTime {
    WallTime(i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_micros()).unwrap())
}

/// Registration is open now, for some seconds; then there are some for check-in. `hash`: of the configuration in force.
fn terms(format: Format, hash: &str) -> TournamentTerms {
    let second = Millis(1_000);
    TournamentTerms {
        name: "Copa".to_owned(),
        format,
        clock: Clock { initial: Millis(60_000), increment: Millis::ZERO },
        profile: format!("brazilian {}", RuleSet::Dream.definition()),
        contribution: Amount(CONTRIBUTION),
        fee: Amount(FEE),
        guarantee: Amount::ZERO,
        prizes: PrizePlan::new(vec![2, 1]).unwrap(),
        min_players: 4,
        max_players: 5,
        registration_at: now(),
        check_in_at: now().plus(Millis(5_000)),
        starts_at: now().plus(Millis(9_000)),
        late_entry: false,
        tie_breaks: match format {
            Format::Swiss { .. } => TieBreak::SWISS.to_vec(),
            _ => Vec::new(),
        },
        edition: TieBreakEdition::default(),
        grace: Millis(60_000),
        cancellation: Default::default(),
        rating: Default::default(),
        countries: Vec::new(),
        protest: Millis::ZERO,
        spectators_delay: Millis::ZERO,
        config_hash: hash.to_owned(),
        limits: TournamentLimits { round_break: second, leg_break: second, ..TournamentLimits::default() },
    }
}

async fn page(url: &str, of: TournamentId, token: Option<&str>) -> TournamentPage {
    let mut call = reqwest::Client::new().get(format!("{url}/api/tournaments/{}", of.0));
    if let Some(token) = token {
        call = call.bearer_auth(token);
    }
    call.send().await.unwrap().json().await.unwrap()
}

async fn list(url: &str, query: &str) -> TournamentList {
    reqwest::get(format!("{url}/api/tournaments?{query}")).await.unwrap().json().await.unwrap()
}

/// Waits for a phase by asking: nobody need follow the tournament for it.
async fn comes_to(url: &str, of: TournamentId, phase: TournamentPhase) -> TournamentPage {
    let began = Instant::now();
    loop {
        let page = page(url, of, None).await;
        if page.head.phase == phase {
            return page;
        }
        assert!(began.elapsed() < Duration::from_secs(150), "{phase:?} does not come: {:?}", page.head);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

impl Player {
    async fn asks_tournament(&mut self, of: TournamentId, act: TournamentAct) -> Result<(), Code> {
        let id = Self::id();
        self.send(&ClientMsg::TournamentAct { id, of, act }).await;
        self.until(|message| match message {
            ServerMsg::Done { id: done } if *done == id => Some(Ok(())),
            ServerMsg::Rejected(refused) if refused.id == Some(id) => {
                assert_eq!((refused.tournament, refused.of_match), (Some(of), None));
                Some(Err(refused.code))
            }
            _ => None,
        })
        .await
    }

    /// Follows a tournament; gives its head.
    async fn follows(&mut self, of: TournamentId) -> TournamentView {
        let id = Self::id();
        self.send(&ClientMsg::TournamentWatch { id, of }).await;
        let head = self
            .until(|message| match message {
                ServerMsg::Tournament(head) if head.of == of => Some((**head).clone()),
                ServerMsg::Rejected(refused) => panic!("no tournament: {refused:?}"),
                _ => None,
            })
            .await;
        self.until(|message| matches!(message, ServerMsg::Done { id: done } if *done == id).then_some(()))
            .await;
        head
    }

    async fn enters(&mut self, of: TournamentId, hash: &str) {
        let register = TournamentAct::Register { terms: hash.to_owned() };
        assert_eq!(self.asks_tournament(of, register).await, Ok(()));
    }
}

/// All enter, in order, so that the first is the first seed: nobody has a rating yet.
async fn all_enter(url: &str, of: TournamentId, made: &[DevPlayer]) -> Vec<Player> {
    let hash = page(url, of, None).await.head.terms.hash;
    let mut all = Vec::new();
    for player in made {
        let mut player = Player::connect(url, Some(&player.token)).await;
        player.enters(of, &hash).await;
        all.push(player);
    }
    all
}

/// How somebody takes part: who enters before him is stronger, and beats him.
struct Part {
    of: TournamentId,
    strength: Arc<HashMap<AccountId, usize>>,
    /// He leaves once this round is over.
    leaves_after: Option<u16>,
}

impl Part {
    fn all(of: TournamentId, made: &[DevPlayer]) -> Vec<Self> {
        let strength = made.iter().enumerate().map(|(at, player)| (player.account, at)).collect();
        let strength = Arc::new(strength);
        made.iter().map(|_| Self { of, strength: Arc::clone(&strength), leaves_after: None }).collect()
    }

    /// Plays each game that starts: two plies, then the weaker resigns. Until the prizes are paid; gives the last head.
    async fn play(mut self, mut player: Player) -> TournamentView {
        player.send(&ClientMsg::TournamentWatch { id: Player::id(), of: self.of }).await;
        for game in std::mem::take(&mut player.games) {
            player.send(&ClientMsg::Watch { game }).await;
        }
        loop {
            match player.next().await.expect("the socket is open") {
                ServerMsg::GameStarted { game, .. } => player.send(&ClientMsg::Watch { game }).await,
                ServerMsg::Snapshot(snapshot) if snapshot.ended.is_none() => {
                    self.act(&mut player, &snapshot, snapshot.state.ply, snapshot.state.turn).await;
                }
                ServerMsg::Moved(moved) => {
                    let snapshot = player.watch(moved.game).await;
                    if snapshot.ended.is_none() {
                        self.act(&mut player, &snapshot, snapshot.state.ply, snapshot.state.turn).await;
                    }
                }
                ServerMsg::Tournament(head) if head.phase == TournamentPhase::Paid => return *head,
                ServerMsg::Tournament(head) => {
                    let decided = head
                        .you
                        .as_ref()
                        .and_then(|you| you.table.as_ref())
                        .is_some_and(|own| own.outcome.is_some());
                    if decided && self.leaves_after.is_some_and(|round| head.round >= round) {
                        self.leaves_after = None;
                        let (id, of) = (Player::id(), self.of);
                        player.send(&ClientMsg::TournamentAct { id, of, act: TournamentAct::Withdraw }).await;
                    }
                }
                _ => {}
            }
        }
    }

    async fn act(&self, player: &mut Player, snapshot: &GameSnapshot, ply: u16, turn: Side) {
        let own = if snapshot.white.account == player.account { Side::White } else { Side::Black };
        if ply < 2 && turn == own {
            player.play(snapshot.game, ply, OPENING[usize::from(ply)]).await;
        } else if ply >= 2 {
            let strength = |account: Option<AccountId>| self.strength[&account.unwrap()];
            let (white, black) = (strength(snapshot.white.account), strength(snapshot.black.account));
            let loses = if white > black { Side::White } else { Side::Black };
            if loses == own {
                player.send(&ClientMsg::Resign { game: snapshot.game, id: Player::id() }).await;
            }
        }
    }
}

/// All play to the end; their last heads, in the order of entering.
async fn all_play(parts: Vec<Part>, players: Vec<Player>) -> Vec<TournamentView> {
    let playing: Vec<_> =
        parts.into_iter().zip(players).map(|(part, player)| tokio::spawn(part.play(player))).collect();
    let mut heads = Vec::new();
    for one in playing {
        heads.push(tokio::time::timeout(Duration::from_secs(240), one).await.expect("in time").unwrap());
    }
    heads
}

/// Everybody has what he had but the buy-in, and his prize.
async fn is_paid(url: &str, made: &[DevPlayer], rows: &[TournamentStanding]) {
    for player in made {
        let row = rows.iter().find(|row| row.player.account == player.account).unwrap();
        let again = Player::connect(url, Some(&player.token)).await;
        let expected = MONEY - CONTRIBUTION - FEE + row.prize.unwrap().0;
        assert_eq!(again.balance, Some(Amount(expected)), "{}", player.name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_knockout_of_four_is_played_from_the_announcement_to_the_prizes() {
    let house = House::open("knockout").await;
    let made = players(&house.url, 4, MONEY).await;
    let game: GamePage = crate::support::page(&house.url).await;
    let of = house.announce(terms(Format::Knockout { third_place: false }, &game.terms)).await;
    let open = list(&house.url, "variant=brazilian").await;
    assert_eq!((open.tournaments.len(), open.tournaments[0].tournament, open.next), (1, of, None));
    let game: GamePage = crate::support::page(&house.url).await;
    assert_eq!((game.tournaments[0].tournament, game.rivals.unwrap().games[0]), (of, 1));
    let players = all_enter(&house.url, of, &made).await;
    let mut guest = Player::connect(&house.url, None).await;
    let seen = guest.follows(of).await;
    assert_eq!((seen.entered, seen.you, seen.pool.0), (4, None, 4_000));

    comes_to(&house.url, of, TournamentPhase::CheckIn).await;
    let mut here = Vec::new();
    for mut player in players {
        assert_eq!(player.asks_tournament(of, TournamentAct::CheckIn).await, Ok(()));
        here.push(player);
    }
    let heads = all_play(Part::all(of, &made), here).await;
    let (winner, last) = (heads[0].you.as_ref().unwrap(), heads[3].you.as_ref().unwrap());
    assert_eq!((winner.state, winner.round, winner.held.0), (EntryState::Playing, Some(2), 0));
    assert_eq!((last.state, last.round), (EntryState::Out, Some(1)));

    let page = page(&house.url, of, Some(&made[0].token)).await;
    let rows = &page.standings.rows;
    let places: Vec<(u32, i64)> = rows.iter().map(|row| (row.place, row.prize.unwrap().0)).collect();
    assert_eq!(places, [(1, 2_667), (2, 1_333), (3, 0), (3, 0)]);
    let title = &page.round.as_ref().unwrap().tables[0];
    assert_eq!(title.games.len(), 2, "a tie is a game with each colour");
    assert_eq!(title.outcome, Some(TableOutcome::Won { seat: MatchSeat::First, by: WonBy::Play }));
    is_paid(&house.url, &made, rows).await;
    let end = guest
        .until(|message| match message {
            ServerMsg::Tournament(head) if head.phase == TournamentPhase::Paid => Some(head.v),
            _ => None,
        })
        .await;
    assert_eq!(end, page.head.v, "who only watches sees the same end");
    guest.send(&ClientMsg::TournamentRound { id: Player::id(), of, round: 1, from: 1 }).await;
    let round = guest
        .until(|message| match message {
            ServerMsg::TournamentRound(page) if page.id.is_some() => Some((**page).clone()),
            _ => None,
        })
        .await;
    assert_eq!((round.count, round.tables[1].games.len()), (2, 2), "what is over can be asked for still");
    assert!(list(&house.url, "").await.tournaments.is_empty());
    let over = list(&house.url, "over=true").await.tournaments;
    assert_eq!((over[0].tournament, over[0].phase, over[0].entered), (of, TournamentPhase::Paid, 4));
    ledger_is_clean(&house.data);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_swiss_of_five_has_a_bye_goes_on_when_one_leaves_and_refuses_with_a_reason() {
    let house = House::open("swiss").await;
    let made = players(&house.url, 6, MONEY).await;
    let game: GamePage = crate::support::page(&house.url).await;
    let of = house.announce(terms(Format::Swiss { rounds: 3 }, &game.terms)).await;
    let mut late = Player::connect(&house.url, Some(&made[5].token)).await;
    let hash = late.follows(of).await.terms.hash;
    let register = |terms: &str| TournamentAct::Register { terms: terms.to_owned() };
    let unknown = TournamentId(uuid::Uuid::nil());
    assert_eq!(late.asks_tournament(of, register("x")).await, Err(Code::TermsChanged));
    assert_eq!(late.asks_tournament(of, TournamentAct::CheckIn).await, Err(Code::NotEntered));
    assert_eq!(late.asks_tournament(unknown, register(&hash)).await, Err(Code::NoSuchTournament));
    let mut guest = Player::connect(&house.url, None).await;
    assert_eq!(guest.asks_tournament(of, register(&hash)).await, Err(Code::NotSignedIn));
    late.enters(of, &hash).await;
    assert_eq!(late.asks_tournament(of, register(&hash)).await, Err(Code::AlreadyEntered));
    assert_eq!(late.asks_tournament(of, TournamentAct::Unregister).await, Ok(()));
    let made5 = &made[..5];
    let mut players = all_enter(&house.url, of, made5).await;
    assert_eq!(late.asks_tournament(of, register(&hash)).await, Err(Code::Full));
    assert_eq!(players[0].asks_tournament(of, TournamentAct::CheckIn).await, Err(Code::NotNow));

    comes_to(&house.url, of, TournamentPhase::CheckIn).await;
    for player in &mut players {
        assert_eq!(player.asks_tournament(of, TournamentAct::CheckIn).await, Ok(()));
    }
    let mut parts = Part::all(of, made5);
    parts[3].leaves_after = Some(1);
    let heads = all_play(parts, players).await;
    assert_eq!(heads[3].you.as_ref().unwrap().state, EntryState::Withdrawn);
    let page = page(&house.url, of, None).await;
    let rows = &page.standings.rows;
    assert_eq!((rows.len(), rows[0].player.account, rows[0].half_points), (5, made[0].account, 6));
    assert_eq!(rows.iter().map(|row| row.prize.unwrap().0).sum::<i64>(), 5 * CONTRIBUTION);
    late.send(&ClientMsg::TournamentRound { id: Player::id(), of, round: 1, from: 1 }).await;
    let bye = late
        .until(|message| match message {
            ServerMsg::TournamentRound(page) if page.id.is_some() => Some(page.bye.clone()),
            _ => None,
        })
        .await;
    assert_eq!(bye.unwrap().account, made[4].account, "the last seed");
    is_paid(&house.url, made5, rows).await;
    assert_eq!(Player::connect(&house.url, Some(&made[5].token)).await.balance, Some(Amount(MONEY)));
    ledger_is_clean(&house.data);
    house.close().await;
}

/// The configuration of the repository, with one schedule: a knockout at the first full minute from which there is time to enter.
fn file_with_a_start(data: &Folder) -> std::path::PathBuf {
    let minutes = (now().unix_millis() + 35_000) / 60_000 + 1;
    let (hour, minute) = (minutes / 60 % 24, minutes % 60);
    let (before, after) = FILE.split_once("[[tournaments.schedules]]").unwrap();
    let (_, after) = after.split_once("\n[recovery]").unwrap();
    let before =
        before.replacen("round_break_s = 60\nleg_break_s = 60", "round_break_s = 1\nleg_break_s = 1", 1);
    let text = format!(
        r#"{before}[[tournaments.schedules]]
name = "once"
cron = "{minute} {hour} * * *"
zone = "UTC"
announce_ahead_s = 3600
registration_ahead_s = 3600
check_in_ahead_s = 20

[tournaments.schedules.terms]
name = "Copa"
variant = "brazilian"
rule_set = "dream"
format = "knockout"
clock = {{ initial_ms = 60_000 }}
contribution = {CONTRIBUTION}
fee = {FEE}
prize_weights = [2, 1]
min_players = 4
max_players = 4
grace_s = 60

[recovery]{after}"#
    );
    std::fs::create_dir_all(&data.0).unwrap();
    let path = data.0.with_extension("toml");
    std::fs::write(&path, text).unwrap();
    path
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scheduled_knockout_goes_on_when_the_server_is_killed_in_a_round_and_is_announced_once() {
    let (data, port) = (Folder::new("scheduled"), free_port());
    let file = file_with_a_start(&data);
    let mut process = Process::start_with(&data, port, &file).await;
    let made = players(&process.url, 4, MONEY).await;
    let began = Instant::now();
    let of = loop {
        if let Some(open) = list(&process.url, "variant=brazilian").await.tournaments.first() {
            break open.tournament;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "the schedule announces nothing");
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    drop(all_enter(&process.url, of, &made).await);
    process.kill();
    process = Process::start_with(&data, port, &file).await;
    comes_to(&process.url, of, TournamentPhase::CheckIn).await;
    for player in &made {
        let mut player = Player::connect(&process.url, Some(&player.token)).await;
        assert_eq!(player.asks_tournament(of, TournamentAct::CheckIn).await, Ok(()));
    }
    let page = comes_to(&process.url, of, TournamentPhase::Playing).await;
    let tables = page.round.unwrap().tables;
    let on: Vec<_> = tables.iter().map(|table| table.running.unwrap().game).collect();
    let mut white = Player::connect(&process.url, Some(&made[0].token)).await;
    assert_eq!(white.games, on[..1], "the first seed is at the first table");
    let snapshot = white.watch(on[0]).await;
    assert_eq!(snapshot.terms.event, Some(EventRef::Tournament { id: of, round: 1, table: 1 }));
    assert_eq!((snapshot.terms.stake, snapshot.white.account), (Amount::ZERO, Some(made[0].account)));
    white.play(on[0], 0, OPENING[0]).await;
    white.moved(0).await;

    process.kill();
    process = Process::start_with(&data, port, &file).await;
    let mut back = Vec::new();
    for player in &made {
        back.push(Player::connect(&process.url, Some(&player.token)).await);
    }
    assert_eq!((&back[0].games[..], &back[1].games[..]), (&on[..1], &on[1..]), "the games go on");
    let heads = all_play(Part::all(of, &made), back).await;
    assert_eq!(heads[0].you.as_ref().unwrap().standing.as_ref().unwrap().place, 1);
    let page = comes_to(&process.url, of, TournamentPhase::Paid).await;
    is_paid(&process.url, &made, &page.standings.rows).await;
    let all = list(&process.url, "over=true").await.tournaments.len()
        + list(&process.url, "").await.tournaments.len();
    assert_eq!(all, 1, "three starts of the server have announced one tournament");
    ledger_is_clean(&data);
    let _gone = std::fs::remove_file(file);
}
