//! Notices over a real server and PostgreSQL: on the page and by mail, in the player's language, once, and none lost by a kill.

use crate::support::{FILE, Folder, House, PATIENCE, Player, Process, free_port, page, players};
use ids::{Amount, CommandId, MatchId};
use protocol::{
    ClientMsg, DevPlayer, GamePage, HttpError, LevelRule, MailSettings, MatchAct, NoticeBody, NoticePage,
    NoticeView, ServerMsg, StakeMode,
};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const ADDRESS: &str = "beto@example.org";

/// An hour from now, in Unix milliseconds.
fn in_an_hour() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    i64::try_from(now.as_millis()).unwrap() + 3_600_000
}

fn challenge(page: &GamePage, opponent: &str) -> ClientMsg {
    ClientMsg::MatchPropose {
        id: Player::id(),
        opponent: Some(opponent.to_owned()),
        variant: page.variant.clone(),
        rules: page.rule_sets[0].clone(),
        clock: page.clocks[0],
        games: 2,
        stake_mode: StakeMode::PerMatch,
        stake: Amount(1_000),
        start: Some(in_an_hour()),
        level: LevelRule::Drawn,
        watchable: false,
        terms: page.terms.clone(),
    }
}

/// The letters in the folder whose name begins so, without the soft line breaks of their encoding.
fn letters(data: &Folder, begin: &str) -> Vec<String> {
    let Ok(files) = std::fs::read_dir(data.0.join("mail")) else { return Vec::new() };
    let paths = files.map(|file| file.unwrap().path()).filter(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.starts_with(begin) && name.ends_with(".eml")
    });
    paths.map(|path| std::fs::read_to_string(path).unwrap().replace("=\r\n", "")).collect()
}

async fn letters_come(data: &Folder, begin: &str) -> Vec<String> {
    let began = Instant::now();
    loop {
        let found = letters(data, begin);
        if !found.is_empty() {
            return found;
        }
        assert!(began.elapsed() < PATIENCE, "no letter {begin}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn set_address(url: &str, player: &DevPlayer, address: &str) -> reqwest::Response {
    reqwest::Client::new()
        .put(format!("{url}/api/mail"))
        .bearer_auth(&player.token)
        .json(&serde_json::json!({"address": address, "language": "es"}))
        .send()
        .await
        .unwrap()
}

async fn verify(url: &str, code: &str) -> reqwest::Response {
    let body = serde_json::json!({ "code": code });
    reqwest::Client::new().post(format!("{url}/api/mail/verify")).json(&body).send().await.unwrap()
}

/// Gives the player an address that is verified by its letter's link, in Spanish.
async fn with_address(url: &str, data: &Folder, player: &DevPlayer) {
    let settings: MailSettings = set_address(url, player, ADDRESS).await.json().await.unwrap();
    assert_eq!((settings.address.as_deref(), settings.verified), (Some(ADDRESS), false));
    let letter = letters_come(data, "verify-").await.remove(0);
    assert!(letter.contains(&format!("To: {ADDRESS}")), "{letter}");
    let code = letter.split("/mail#").nth(1).expect("a link").split_whitespace().next().unwrap();
    assert_eq!(verify(url, code).await.status(), 204);
    let again: HttpError = verify(url, code).await.json().await.unwrap();
    assert_eq!(again.code, protocol::Code::LinkOver, "a link is used once");
}

async fn told(player: &mut Player) -> NoticeView {
    player
        .until(|message| match message {
            ServerMsg::Notice(notice) => Some((**notice).clone()),
            ServerMsg::Rejected(refused) => panic!("refused: {refused:?}"),
            _ => None,
        })
        .await
}

async fn shown(player: &mut Player) -> NoticePage {
    let id: CommandId = Player::id();
    player.send(&ClientMsg::NoticesShow { id, before: None }).await;
    player
        .until(|message| match message {
            ServerMsg::Notices(page) if page.id == Some(id) => Some(page.clone()),
            _ => None,
        })
        .await
}

async fn calendar(url: &str, of: MatchId, token: Option<&str>) -> reqwest::Response {
    let mut call = reqwest::Client::new().get(format!("{url}/api/matches/{of}/calendar.ics"));
    if let Some(token) = token {
        call = call.bearer_auth(token);
    }
    call.send().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_told_on_the_page_and_by_a_letter_in_spanish() {
    let house = House::open("notices").await;
    let (page, made) = (page(&house.url).await, players(&house.url, 3, 100_000).await);
    let mut ana = Player::connect(&house.url, Some(&made[0].token)).await;
    let mut beto = Player::connect(&house.url, Some(&made[1].token)).await;
    let mut carla = Player::connect(&house.url, Some(&made[2].token)).await;

    let refused: HttpError = set_address(&house.url, &made[1], "beto").await.json().await.unwrap();
    assert_eq!(refused.code, protocol::Code::BadAddress);
    set_address(&house.url, &made[1], "other@example.org").await;
    carla.send(&challenge(&page, &made[1].name)).await;
    let first = told(&mut beto).await;
    std::fs::remove_dir_all(house.data.0.join("mail")).unwrap();
    with_address(&house.url, &house.data, &made[1]).await;

    ana.send(&challenge(&page, &made[1].name)).await;
    let notice = told(&mut beto).await;
    assert_eq!((notice.other.as_deref(), notice.read), (Some(made[0].name.as_str()), false));
    let NoticeBody::Challenged(offer) = notice.body else { panic!("{notice:?}") };
    assert_eq!((offer.games, offer.stake), (2, Amount(1_000)));
    assert!(notice.id > first.id);

    let letter = letters_come(&house.data, "notice-").await.remove(0);
    assert!(letter.contains(&format!("To: {ADDRESS}")), "{letter}");
    assert!(letter.contains(&format!("Message-ID: <notice-{}@localhost>", notice.id)), "{letter}");
    assert!(letter.contains("te desaf=C3=ADa a un duelo") && letter.contains("10,00 BRL"), "{letter}");
    let of = notice.of_match.unwrap();
    assert!(letter.contains(&format!("{}/m/{of}", house.url)), "{letter}");
    assert_eq!(letters(&house.data, "notice-").len(), 1, "none went to an address that was not verified");

    let page = shown(&mut beto).await;
    assert_eq!((page.unread, page.more), (2, false));
    assert_eq!(page.notices, [notice.clone(), first]);
    beto.send(&ClientMsg::NoticesRead { id: Player::id(), up_to: notice.id }).await;
    let unread = |message: &ServerMsg| match message {
        ServerMsg::NoticesUnread { unread } => Some(*unread),
        _ => None,
    };
    assert_eq!(beto.until(unread).await, 0);

    let status = calendar(&house.url, of, Some(&made[1].token)).await.status();
    assert_eq!(status, 404, "it is not agreed yet");
    let terms = |message: &ServerMsg| match message {
        ServerMsg::Match(view) if view.of == of => Some(view.terms.hash.clone()),
        _ => None,
    };
    beto.send(&ClientMsg::MatchFind { id: Player::id(), of }).await;
    let terms = beto.until(terms).await;
    beto.send(&ClientMsg::MatchAct { id: Player::id(), of, act: MatchAct::Accept { terms } }).await;
    let agreed = told(&mut ana).await;
    assert!(matches!(agreed.body, NoticeBody::Scheduled { hold: Amount(1_000), .. }), "{agreed:?}");
    let file = calendar(&house.url, of, Some(&made[0].token)).await.text().await.unwrap();
    assert!(file.contains(&format!("UID:{of}@")) && file.contains("STATUS:CONFIRMED"), "{file}");
    for token in [None, Some(made[2].token.as_str())] {
        assert_eq!(calendar(&house.url, of, token).await.status(), 404, "it is between the two");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_between_the_commit_and_the_letter_loses_neither_the_notice_nor_the_letter() {
    let (data, port) = (Folder::new("notices-kill"), free_port());
    std::fs::create_dir_all(&data.0).unwrap();
    let slow = FILE.replace("look_every_ms = 1_000", "look_every_ms = 3_600_000");
    assert_ne!(slow, FILE);
    let file = data.0.join("slow.toml");
    std::fs::write(&file, slow).unwrap();
    let more = ["--config".to_owned(), file.to_string_lossy().into_owned()];
    let mut process = Process::try_start(&data, port, &more).await.expect("it starts");
    let (page, made) = (page(&process.url).await, players(&process.url, 2, 100_000).await);
    with_address(&process.url, &data, &made[1]).await;
    let mut ana = Player::connect(&process.url, Some(&made[0].token)).await;
    let mut beto = Player::connect(&process.url, Some(&made[1].token)).await;
    ana.send(&challenge(&page, &made[1].name)).await;
    let notice = told(&mut beto).await;
    assert_eq!(letters(&data, "notice-").len(), 0, "nobody has looked for letters yet");
    process.kill();

    let process = Process::start(&data, port).await;
    let found = letters_come(&data, "notice-").await;
    assert!(found[0].contains(&format!("Message-ID: <notice-{}@localhost>", notice.id)));
    let mut beto = Player::connect(&process.url, Some(&made[1].token)).await;
    assert_eq!(shown(&mut beto).await.notices, [notice]);
    assert_eq!(letters(&data, "notice-").len(), 1);
}
