//! The bot as other programs meet it: the Hub protocol through the binary's own pipes, and the referee between two of them.

use crate::support::binary;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

struct Conversation {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Conversation {
    fn begin(arguments: &[&str]) -> Self {
        let mut child = Command::new(binary())
            .arg("hub")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The lines up to one that begins so, that one included.
    fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the end before {beginning}: {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(beginning) {
                return lines;
            }
        }
    }

    fn end(mut self) {
        self.say("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn the_bot_answers_an_interface_that_speaks_hub() {
    let mut hub = Conversation::begin(&["--hash", "1", "--no-book"]);
    hub.say("hub");
    let hello = hub.until("wait");
    assert!(hello[0].starts_with("id name=Damas version="), "{hello:?}");
    assert!(
        hello.iter().any(|line| line.starts_with("param name=variant value=international ")),
        "{hello:?}"
    );
    hub.say("set-param name=variant value=normal");
    hub.say("init");
    hub.until("ready");
    let start = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    hub.say(&format!("pos pos={start} moves=\"32-28 19-23\""));
    hub.say("level depth=5");
    hub.say("go think");
    let thought = hub.until("done ");
    assert_eq!(thought.last().unwrap().split(' ').nth(1), Some("move=28x19x23"), "{thought:?}");
    assert!(thought[0].starts_with("info depth=1 score="), "{thought:?}");
    hub.say("pos pos=Wxyz");
    assert!(hub.until("error")[0].contains("51 letters, not 4"));
    hub.say("unheard-of thing=1");
    hub.end();
}

#[test]
fn a_search_without_end_hears_ping_and_stop() {
    let mut hub = Conversation::begin(&["--variant", "russian", "--hash", "1"]);
    hub.say("go analyze");
    hub.until("info depth=2 ");
    hub.say("ping");
    hub.until("pong");
    hub.say("stop");
    assert!(hub.until("done ").last().unwrap().starts_with("done move="));
    hub.end();
}

fn referee(arguments: &[&str]) -> Output {
    Command::new(binary()).arg("match").args(arguments).output().unwrap()
}

#[test]
fn the_referee_plays_every_variant_and_counts_the_games() {
    let hub = format!("{} hub --hash 1 --no-book --seed 1", binary().display());
    for variant in ["brazilian", "american", "international", "russian"] {
        let output =
            referee(&["--a", &hub, "--b", &hub, "--variant", variant, "--games", "2", "--nodes", "300"]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{variant}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(text.lines().count(), 3, "{text}");
        assert!(!text.contains("error of"), "{text}");
        // Each opening is played twice by the same program with the same thoughts: what one wins it loses, too.
        assert!(text.lines().last().unwrap().contains(": 50.0 %"), "{text}");
    }
}

#[test]
fn a_program_that_does_not_speak_hub_is_named() {
    let hub = format!("{} hub", binary().display());
    let output = referee(&["--a", &hub, "--b", "false", "--games", "2"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && error.contains("false does not begin as the protocol says"),
        "{error}"
    );
}

#[test]
fn a_stop_right_before_the_next_go_ends_the_search_that_it_was_meant_for() {
    let mut hub = Conversation::begin(&["--variant", "brazilian", "--hash", "1", "--no-book"]);
    for _ in 0..20 {
        hub.say("go analyze");
        hub.until("info depth=2 ");
        hub.say("stop\nlevel depth=3\ngo think");
        hub.until("done ");
        hub.until("done ");
    }
    hub.end();
}

#[test]
fn what_the_engine_does_not_understand_it_does_not_think_about() {
    let mut hub = Conversation::begin(&["--variant", "brazilian", "--hash", "1", "--no-book"]);
    for level in [
        "level depth=abc",
        "level depth=-1",
        "level move-time=nan",
        "level move-time=-1",
        "level",
        "level foo=1",
    ] {
        hub.say(level);
        assert!(hub.until("error").last().unwrap().contains("move-time"), "{level}");
    }
    hub.say("level depth=3");
    hub.say("pos moves=\"22-10\"");
    hub.until("error");
    hub.say("go think");
    assert!(hub.until("error").last().unwrap().contains("the last position was refused"));
    hub.say("pos moves=\"22-18\"");
    hub.say("go think");
    hub.until("done ");
    hub.end();
}

#[test]
fn a_match_in_which_a_program_fails_says_so_and_fails_itself() {
    let hub = format!("{} hub --hash 1 --no-book --seed 1", binary().display());
    // it begins as it should, and ends when it is to think
    let dies = "printf 'id name=Dies version=1\\nwait\\nready\\n'; sleep 1";
    let dies = format!("sh -c \"{dies}\"");
    let output = referee(&["--a", &hub, "--b", &dies, "--games", "2", "--nodes", "300"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!output.status.success(), "{text}");
    assert!(text.contains("of these games a program lost by failing"), "{text}");
}
