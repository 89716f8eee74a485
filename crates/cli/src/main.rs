//! The binary `damas`: the command line over the whole house. Each command is a file; this is their table of contents.

mod announce;
mod bot;
mod database;
mod event;
mod health;
mod house;
mod hub;
mod json_lines;
mod judge;
mod ledger;
mod load;
mod migrate;
mod moves;
mod operator;
mod order;
mod pair;
mod pdn;
mod perft;
mod puzzles;
mod replay;
mod season;
mod serve;
mod tables;
mod void;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Draughts for real money, and practice for free: server and tools.
#[derive(Debug, Parser)]
#[command(name = "damas", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Args,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs the server (the default)
    Serve(serve::Args),
    /// Brings the database's schema up to date
    Migrate(database::Args),
    /// The books
    Ledger {
        #[command(subcommand)]
        command: ledger::Command,
    },
    /// The operator's own money
    House {
        #[command(subcommand)]
        command: house::Command,
    },
    /// Tournaments: announces them, and ends them
    Tournament {
        #[command(subcommand)]
        command: announce::TournamentCommand,
    },
    /// Ladder seasons: announces them, and ends them
    Ladder {
        #[command(subcommand)]
        command: announce::LadderCommand,
    },
    /// Rivals matches
    Rivals {
        #[command(subcommand)]
        command: event::RivalsCommand,
    },
    /// What is looked at before it is paid
    Review {
        #[command(subcommand)]
        command: event::ReviewCommand,
    },
    /// Voids a game that is not settled: both stakes go back whole
    Void(void::VoidArgs),
    /// Counts the sequences of moves of a length
    Perft(perft::Args),
    /// The endgame tables: builds, proves and asks them
    Tables {
        #[command(subcommand)]
        command: tables::Command,
    },
    Moves(moves::Args),
    Judge(judge::Args),
    /// Pairs the rounds of Swiss tournaments and compares them with a file's; exit code 1 when any differs
    Pair(pair::Args),
    /// Files of games in portable draughts notation
    Pdn {
        #[command(subcommand)]
        command: pdn::Command,
    },
    /// Puzzles: positions in which one move alone keeps the result
    Puzzles {
        #[command(subcommand)]
        command: puzzles::Command,
    },
    /// Plays a PDN file's games through a running server
    Replay(replay::Args),
    /// Plays many staked games at once through a running server and measures it; the last line is JSON
    Load(load::LoadArgs),
    Season(season::Args),
    /// The bot as an engine for other draughts programs, by the Hub protocol
    Hub(hub::Args),
    /// Games between two Hub programs, with score and Elo
    Match(hub::MatchArgs),
    /// How the bot learns, and how strong it is
    Bot {
        #[command(subcommand)]
        command: bot::Command,
    },
    /// Asks a running server whether it is ready; exit code 1 when it is not
    Health(health::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command.unwrap_or(Command::Serve(cli.serve)) {
        Command::Serve(args) => serve::run(args),
        Command::Migrate(args) => migrate::run(&args),
        Command::Ledger { command } => ledger::run(&command),
        Command::House { command } => house::run(&command),
        Command::Tournament { command } => announce::run_tournament(&command),
        Command::Ladder { command } => announce::run_ladder(&command),
        Command::Rivals { command } => event::run_rivals(&command),
        Command::Review { command } => event::run_review(&command),
        Command::Void(args) => void::run(&args),
        Command::Perft(args) => perft::run(&args).map(|()| true),
        Command::Tables { command } => tables::run(&command),
        Command::Moves(args) => moves::run(&args).map(|()| true),
        Command::Judge(args) => judge::run(&args).map(|()| true),
        Command::Pair(args) => pair::run(&args),
        Command::Pdn { command } => pdn::run(&command),
        Command::Puzzles { command } => puzzles::run(&command),
        Command::Replay(args) => replay::run(&args),
        Command::Load(args) => load::run(&args),
        Command::Season(args) => season::run(&args),
        Command::Hub(args) => hub::run(&args).map(|()| true),
        Command::Match(args) => hub::run_match(&args),
        Command::Bot { command } => bot::run(&command).map(|()| true),
        Command::Health(args) => health::run(&args),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("damas: {error:#}");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn every_command_can_be_read() {
        super::Cli::command().debug_assert();
    }
}
