//! The endgame tables against a plain iteration over positions, known endings, broken files and builders at once. Knows only
//! what the crate shows.

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

use bot::tables::{
    BuildError, BuildOptions, Built, CheckError, CheckOptions, CheckReport, TableError, build, check,
};
use bot::{Outcome, Tables};
use draughts::{Fen, Piece, Position, Role, Setup, Side, Square, Variant};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// A folder of one test, gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("bot-tables-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn build(&self, variant: Variant, pieces: u32, threads: usize) -> (Tables, Built) {
        let tables = Tables::none();
        let built = self.build_into(&tables, variant, pieces, threads).unwrap();
        (tables, built)
    }

    fn build_into(
        &self,
        tables: &Tables,
        variant: Variant,
        pieces: u32,
        threads: usize,
    ) -> Result<Built, BuildError> {
        let options = BuildOptions { variant, pieces, threads };
        build(tables, &self.0, options, &AtomicBool::new(false), &mut |_| {})
    }

    /// The tables' files by name, with their bytes.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let mut files: Vec<_> = fs::read_dir(&self.0)
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
            .collect();
        files.sort();
        files
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn position(variant: Variant, fen: &str) -> Position {
    Position::from_setup(Fen::parse(variant, fen).unwrap().setup()).unwrap()
}

/// Every position of so many pieces with either side to move, square by square.
fn all_positions(variant: Variant, pieces: usize) -> Vec<Position> {
    fn add(setup: &mut Setup, from: u8, left: usize, found: &mut Vec<Position>) {
        if left == 0 {
            found.extend(Position::from_setup(setup));
            return;
        }
        for number in from..=setup.variant.squares() {
            let square = Square::from_number(setup.variant, number).unwrap();
            for side in Side::BOTH {
                for role in [Role::Man, Role::King] {
                    setup.pieces.push((square, Piece { side, role }));
                    add(setup, number + 1, left - 1, found);
                    setup.pieces.pop();
                }
            }
        }
    }
    let mut found = Vec::new();
    for side_to_move in Side::BOTH {
        let mut setup = Setup { variant, side_to_move, pieces: Vec::new() };
        add(&mut setup, 1, pieces, &mut found);
    }
    found.retain(|position| Side::BOTH.iter().all(|side| !position.squares_of(*side).is_empty()));
    found
}

/// What every position of up to so many pieces is worth, found by going over all of them again and again: no cells, no order of
/// materials, no way back over moves.
fn by_iteration(variant: Variant, pieces: usize) -> Vec<(Position, (Outcome, u16))> {
    let positions: Vec<Position> = (2..=pieces).flat_map(|pieces| all_positions(variant, pieces)).collect();
    let numbers: HashMap<Position, usize> = positions.iter().enumerate().map(|(n, p)| (*p, n)).collect();
    // Where each move leads, and whether it is irreversible; a side without pieces has lost: no number.
    let moves: Vec<Vec<(Option<usize>, bool)>> = positions
        .iter()
        .map(|position| {
            let legal = position.legal_moves();
            let to = |mv| numbers.get(&position.play(mv)).copied();
            legal.iter().map(|mv| (to(mv), mv.is_capture() || mv.is_man_move())).collect()
        })
        .collect();
    let mut outcomes = vec![Outcome::Draw; positions.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for n in 0..positions.len() {
            if outcomes[n] != Outcome::Draw {
                continue;
            }
            let after = |to: &(Option<usize>, bool)| to.0.map_or(Outcome::Loss, |to| outcomes[to]);
            let best = moves[n].iter().map(|to| after(to).reversed()).max().unwrap_or(Outcome::Loss);
            changed |= best != Outcome::Draw;
            outcomes[n] = best;
        }
    }
    let mut distances: Vec<Option<u16>> = vec![None; positions.len()];
    let mut left: Vec<usize> = (0..positions.len()).filter(|n| outcomes[*n] != Outcome::Draw).collect();
    for distance in 0.. {
        let costs = |n: usize| {
            let (distances, outcomes, won) = (&distances, &outcomes, outcomes[n] == Outcome::Win);
            let leads = move |to: &Option<usize>| !won || to.is_none_or(|to| outcomes[to] == Outcome::Loss);
            let cost = move |(to, irreversible): (Option<usize>, bool)| {
                if irreversible { Some(1) } else { distances[to.unwrap()].map(|distance| distance + 1) }
            };
            moves[n].iter().copied().filter(move |(to, _)| leads(to)).map(cost)
        };
        let decided = |n: &usize| match outcomes[*n] {
            Outcome::Win => costs(*n).any(|cost| cost == Some(distance)),
            _ => costs(*n).try_fold(0, |most, cost| Some(most.max(cost?))) == Some(distance),
        };
        let (now, later): (Vec<usize>, Vec<usize>) = left.iter().partition(|n| decided(n));
        now.iter().for_each(|n| distances[*n] = Some(distance));
        left = later;
        if left.is_empty() {
            break;
        }
    }
    let value = |n: usize| (outcomes[n], distances[n].unwrap_or(0));
    positions.iter().enumerate().map(|(n, position)| (*position, value(n))).collect()
}

fn check_against_iteration(variant: Variant, pieces: u32) {
    let folder = Folder::new();
    let (tables, _) = folder.build(variant, pieces, 2);
    let plain = by_iteration(variant, pieces as usize);
    let summary = tables.summary(variant);
    let positions: u64 = summary.iter().map(|table| table.wins + table.draws + table.losses).sum();
    assert_eq!(plain.len() as u64, 2 * positions, "{variant}: each position with either side to move");
    for (position, value) in plain {
        assert_eq!(tables.distance(&position), Some(value), "{variant} {}", position.fen());
        assert_eq!(tables.outcome(&position), Some(value.0), "{variant} {}", position.fen());
    }
}

#[test]
fn every_position_of_three_pieces_on_8x8_is_worth_what_a_plain_iteration_finds() {
    for variant in [Variant::Brazilian, Variant::American, Variant::Russian] {
        check_against_iteration(variant, 3);
    }
}

#[test]
fn every_position_of_two_pieces_on_10x10_is_worth_what_a_plain_iteration_finds() {
    check_against_iteration(Variant::International, 2);
}

#[test]
#[ignore = "half a minute and a gigabyte"]
fn every_position_of_three_pieces_on_10x10_is_worth_what_a_plain_iteration_finds() {
    check_against_iteration(Variant::International, 3);
}

#[test]
fn four_pieces_are_worth_what_their_moves_are_and_what_a_search_proves() {
    let folder = Folder::new();
    let (tables, _) = folder.build(Variant::Brazilian, 4, 2);
    assert_eq!(tables.pieces(Variant::Brazilian), 4);
    let report = checked(&tables, Variant::Brazilian, Some(200));
    assert_eq!((report.tables, report.positions), (41, 8200));
    assert!(report.proven > 500, "{report:?}");
    known_endings(&tables);
}

fn checked(tables: &Tables, variant: Variant, samples: Option<u64>) -> CheckReport {
    let seed = 20_260_301;
    let options = CheckOptions { variant, samples, seed, threads: 2 };
    check(tables, options, &AtomicBool::new(false), &|_, _| {})
        .unwrap_or_else(|error| panic!("{variant}, seed {seed}: {error}"))
}

#[test]
fn all_positions_of_three_pieces_on_10x10_are_worth_what_their_moves_are() {
    let folder = Folder::new();
    let (tables, _) = folder.build(Variant::International, 3, 1);
    assert_eq!(checked(&tables, Variant::International, None).positions, 8_845 + 806_300);
}

fn known_endings(tables: &Tables) {
    let value = |fen: &str| tables.distance(&position(Variant::Brazilian, fen)).unwrap();
    // Three kings do not beat one that holds the main road, and beat one that does not.
    assert_eq!(value("W:WKb8,Kd8,Kf8:BKa1"), (Outcome::Draw, 0));
    assert_eq!(value("B:WKb8,Kd8,Kf8:BKa1"), (Outcome::Draw, 0));
    assert_eq!(value("B:WKb8,Kd8,Kf8:BKh2"), (Outcome::Loss, 17));
    assert_eq!(value("B:WKb8,Kd8:BKh2"), (Outcome::Draw, 0));
    // Counted by hand: a man that is blocked has lost; a man's move is irreversible; a king waits, and the man must move.
    assert_eq!(value("W:Wa3:Bb4,c5"), (Outcome::Loss, 0));
    assert_eq!(value("W:Wa7:Bh8"), (Outcome::Win, 1));
    assert_eq!(value("W:WKa1,Kh2:Bh4"), (Outcome::Win, 2));
    assert_eq!(value("W:WKa1:BKc1"), (Outcome::Draw, 0));
}

#[test]
fn a_side_without_pieces_has_lost_and_what_is_in_no_table_has_no_value() {
    let folder = Folder::new();
    let (tables, _) = folder.build(Variant::Brazilian, 2, 1);
    let of = |fen: &str| tables.distance(&position(Variant::Brazilian, fen));
    assert_eq!(of("W:W:BKa1"), Some((Outcome::Loss, 0)));
    assert_eq!(of("W:WKa1:B"), None);
    assert_eq!(of("W:WKa1,Kc1:BKh8"), None);
    assert_eq!(tables.outcome(&Position::initial(Variant::Brazilian)), None);
    assert_eq!(Tables::none().outcome(&position(Variant::Brazilian, "W:WKa1:BKh8")), None);
    assert_eq!((tables.pieces(Variant::Brazilian), tables.pieces(Variant::Russian)), (2, 0));
}

#[test]
fn the_same_bytes_come_out_however_many_threads_build() {
    let (one, three) = (Folder::new(), Folder::new());
    one.build(Variant::Russian, 3, 1);
    three.build(Variant::Russian, 3, 3);
    assert_eq!(one.files(), three.files());
    assert_eq!(one.files().len(), 16 + 1);
}

#[test]
fn building_that_was_stopped_goes_on_where_it_was() {
    let folder = Folder::new();
    let tables = Tables::none();
    let stop = AtomicBool::new(false);
    let options = BuildOptions { variant: Variant::American, pieces: 3, threads: 2 };
    let stopped = build(&tables, &folder.0, options, &stop, &mut |progress| {
        stop.store(progress.done > progress.total / 2, Ordering::Relaxed);
    });
    assert!(matches!(stopped, Err(BuildError::Stopped)), "{stopped:?}");
    assert_eq!(tables.pieces(Variant::American), 2, "what is complete is there at once");
    let before = tables.summary(Variant::American).len() as u32;
    let built = folder.build_into(&tables, Variant::American, 3, 2).unwrap();
    assert_eq!((before + built.tables, tables.pieces(Variant::American)), (16, 3));
    assert!(before > 4 && built.mended.is_empty(), "{before} {built:?}");
}

#[test]
fn two_builders_at_once_make_each_table_once() {
    let folder = Folder::new();
    let built: Vec<Built> = std::thread::scope(|scope| {
        let builders = [(); 2].map(|()| scope.spawn(|| folder.build(Variant::Brazilian, 3, 1).1));
        builders.map(|builder| builder.join().unwrap()).into()
    });
    assert_eq!(built.iter().map(|built| built.tables).sum::<u32>(), 16);
    let (tables, broken) = Tables::open(&folder.0, &[Variant::Brazilian]);
    assert!(broken.is_empty(), "{broken:?}");
    assert_eq!(tables.pieces(Variant::Brazilian), 3);
}

#[test]
fn how_many_pieces_can_be_built_is_told() {
    let folder = Folder::new();
    for pieces in [0, 1, 7] {
        let error = folder.build_into(&Tables::none(), Variant::Brazilian, pieces, 1).unwrap_err();
        assert!(error.to_string().ends_with("from 2 to 6 can"), "{error}");
    }
}

/// Breaks the file of a table and answers what is said of it.
fn broken(how: impl FnOnce(&Path)) -> TableError {
    let folder = Folder::new();
    folder.build(Variant::Brazilian, 2, 1);
    let whole = folder.files();
    how(&folder.0.join("brazilian-0m1k-0m1k.table"));
    let (tables, mut broken) = Tables::open(&folder.0, &[Variant::Brazilian]);
    assert_eq!((broken.len(), tables.pieces(Variant::Brazilian)), (1, 0));
    let (tables, built) = folder.build(Variant::Brazilian, 2, 1);
    assert_eq!((built.tables, built.mended.len(), tables.pieces(Variant::Brazilian)), (1, 1, 2));
    assert_eq!(folder.files(), whole, "it is written anew as it was");
    broken.remove(0)
}

fn change(path: &Path, at: usize) {
    let mut bytes = fs::read(path).unwrap();
    bytes[at] ^= 1;
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_broken_file_is_told_apart_and_written_anew() {
    let cut = |path: &Path, to: usize| fs::write(path, &fs::read(path).unwrap()[..to]).unwrap();
    assert!(matches!(broken(|path| cut(path, 0)), TableError::Header { .. }));
    assert!(matches!(broken(|path| cut(path, 50)), TableError::Header { .. }));
    assert!(matches!(broken(|path| cut(path, 110)), TableError::Length { found: 110, .. }));
    assert!(matches!(broken(|path| change(path, 0)), TableError::Header { .. }));
    assert!(matches!(broken(|path| change(path, 8)), TableError::Version { found: 0, .. }));
    assert!(matches!(broken(|path| change(path, 30)), TableError::Header { .. }));
    assert!(matches!(broken(|path| change(path, 104)), TableError::Checksum { .. }));
    let other = |path: &Path| fs::copy(path.with_file_name("brazilian-1m0k-0m1k.table"), path).unwrap();
    assert!(matches!(broken(|path| _ = other(path)), TableError::Misnamed { .. }));
}

#[test]
fn every_byte_of_a_file_is_under_a_checksum() {
    let folder = Folder::new();
    folder.build(Variant::American, 2, 1);
    let path = folder.0.join("american-1m0k-1m0k.table");
    for at in 0..fs::metadata(&path).unwrap().len() as usize {
        change(&path, at);
        let (_, broken) = Tables::open(&folder.0, &[Variant::American]);
        assert_eq!(broken.len(), 1, "byte {at}");
        change(&path, at);
    }
}

#[test]
fn a_wrong_value_under_a_right_checksum_is_found_by_the_check() {
    let folder = Folder::new();
    folder.build(Variant::Brazilian, 2, 1);
    let path = folder.0.join("brazilian-0m1k-0m1k.table");
    let mut bytes = fs::read(&path).unwrap();
    // The first byte of the outcomes, behind a header of 104 bytes and a directory of four entries.
    bytes[104 + 16] ^= 1;
    let body = crc32fast::hash(&bytes[104..]);
    bytes[96..100].copy_from_slice(&body.to_le_bytes());
    let header = crc32fast::hash(&bytes[..100]);
    bytes[100..104].copy_from_slice(&header.to_le_bytes());
    fs::write(&path, bytes).unwrap();
    let (tables, broken) = Tables::open(&folder.0, &[Variant::Brazilian]);
    assert!(broken.is_empty(), "{broken:?}");
    let options = CheckOptions { variant: Variant::Brazilian, samples: None, seed: 1, threads: 1 };
    let error = check(&tables, options, &AtomicBool::new(false), &|_, _| {}).unwrap_err();
    assert!(matches!(error, CheckError::Moves { .. }), "{error}");
}
