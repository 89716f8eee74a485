//! Makes the tables of a variant, file by file, and shows each as soon as it is complete. Knows no clock: it runs until it
//! has ended or is told to stop, and goes on the next time where it was.

use super::MOST_PIECES;
use super::cell::Stopped;
use super::file::TableError;
use super::index::Index;
use super::levels;
use super::material::Material;
use super::pair::Pair;
use super::rays::Rays;
use super::store::Tables;
use super::table;
use draughts::Variant;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long to wait before looking again whether another process has ended its building.
const WAIT: Duration = Duration::from_millis(100);

/// What is built, and by how many threads.
#[derive(Clone, Copy, Debug)]
pub struct BuildOptions {
    /// The variant.
    pub variant: Variant,
    /// Up to how many pieces, from 2 to [`MOST_PIECES`].
    pub pieces: u32,
    /// How many threads work; at least one does.
    pub threads: usize,
}

impl BuildOptions {
    /// A bound on the memory that building takes at once, in bytes.
    #[must_use]
    pub fn memory_bound(&self) -> u64 {
        let of_pair = |material: Material| {
            let (one, other) =
                (Index::new(self.variant, material), Index::new(self.variant, material.turned()));
            let halves = if material == material.turned() { 1 } else { 2 };
            let values = 2 * halves * one.positions();
            // A cell is solved for both sides to move; a node takes two bytes for its value, one for the quiet moves left,
            // and four in each of two lists that grow by doubling.
            let sides = if one.cells() == 1 { halves } else { 2 };
            let cells = one.kings * sides * (2 + 1 + 2 * 2 * 4);
            let at_once = if one.cells() == 1 { 1 } else { self.threads.max(1) as u64 };
            // One byte a position is more than both encodings take, and they exist twice while parts are joined.
            let encoded = 2 * one.positions().max(other.positions());
            let lists = 16 * (u64::from(one.cells() + other.cells()) + one.king_sets() + other.king_sets());
            values + (cells * at_once).max(encoded) + lists
        };
        Material::in_order(self.pieces.min(MOST_PIECES)).into_iter().map(of_pair).max().unwrap_or(0)
    }
}

/// How far the building is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// What is being solved: men and kings of either side, `2m1k-0m3k`.
    pub material: String,
    /// Positions solved, those that were there before included.
    pub done: u64,
    /// Positions of all tables.
    pub total: u64,
}

/// What was built.
#[derive(Debug)]
pub struct Built {
    /// Tables that were made now.
    pub tables: u32,
    /// Their positions.
    pub positions: u64,
    /// Files that were there but of no use, and have been written anew.
    pub mended: Vec<TableError>,
}

/// Why building ended early. What is complete stays.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The stop signal.
    #[error("building was stopped")]
    Stopped,
    /// There are no tables of so many pieces.
    #[error("tables of up to {pieces} pieces cannot be built: from 2 to {MOST_PIECES} can")]
    Pieces {
        /// How many were asked for.
        pieces: u32,
    },
    /// Something in the folder could not be written or locked.
    #[error("could not write in {}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// What had been written could not be read.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl From<Stopped> for BuildError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// Builds what is missing of a variant's tables in a folder, in the order of their number of pieces, and adds each to
/// `tables`. The same bytes come out every time, however many threads work. When another process builds in the folder,
/// this waits for it, and takes what it has made.
///
/// # Errors
/// When it is stopped, or the folder cannot be written.
pub fn build(
    tables: &Tables,
    folder: &Path,
    options: BuildOptions,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(Progress),
) -> Result<Built, BuildError> {
    let BuildOptions { variant, pieces, threads } = options;
    if !(2..=MOST_PIECES).contains(&pieces) {
        return Err(BuildError::Pieces { pieces });
    }
    let in_folder = |source| BuildError::Folder { folder: folder.to_owned(), source };
    fs::create_dir_all(folder).map_err(in_folder)?;
    let _lock = lock(&folder.join(format!("{variant}.lock")), stop).map_err(in_folder)?.ok_or(Stopped)?;
    let mut built = Built { tables: 0, positions: 0, mended: tables.load(folder, variant) };
    let positions = |material: Material| Index::new(variant, material).positions();
    let total = (2..=pieces).flat_map(Material::all_of).map(positions).sum();
    let rays = Rays::of(variant);
    let mut done = 0;
    for material in Material::in_order(pieces) {
        let missing = |material| tables.table(variant, material).is_none();
        if missing(material) || missing(material.turned()) {
            let pair = Pair::new(variant, material, tables);
            levels::solve(&pair, &rays, threads, stop, &mut |solved| {
                progress(Progress { material: material.to_string(), done: done + solved, total });
            })?;
            for half in pair.halves.iter().filter(|half| missing(half.index.material)) {
                table::write(folder, &pair, half, threads).map_err(in_folder)?;
                tables.load_one(folder, variant, half.index.material)?;
                built.tables += 1;
                built.positions += half.index.positions();
            }
        }
        let halves = if material == material.turned() { 1 } else { 2 };
        done += halves * positions(material);
    }
    Ok(built)
}

/// Waits until this process alone builds the variant in the folder; `None` when it is stopped before that. The lock ends with
/// the file that is answered, also when the process is killed.
fn lock(path: &Path, stop: &AtomicBool) -> io::Result<Option<File>> {
    let file = File::options().create(true).truncate(false).write(true).open(path)?;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) if stop.load(Ordering::Relaxed) => return Ok(None),
            Err(TryLockError::WouldBlock) => std::thread::sleep(WAIT),
        }
    }
}
