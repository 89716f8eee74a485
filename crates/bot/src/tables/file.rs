//! A table's file: a header that tells what the file is, then the body under a checksum. Knows no encoding and no rule.
//!
//! All numbers are little-endian. The header is followed by four sections whose lengths it tells: directory and payload of
//! the outcomes, directory and payload of the distances. A file appears under its name complete or not at all.

use super::material::Material;
use draughts::Variant;
use memmap2::Mmap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"damasegt";
/// Of the form of the file and of what its values mean: a file of another version is built anew.
const VERSION: u32 = 1;
/// The length of the header in bytes.
const HEADER: usize = 104;

/// Why a file is no table.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It could not be read.
    #[error("could not read {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It begins with something else than a table.
    #[error("{} is no endgame table, or its header is broken", path.display())]
    Header {
        /// The file.
        path: PathBuf,
    },
    /// It is of another version of the program.
    #[error("{} is of version {found}; this program reads version {VERSION}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version that it tells.
        found: u32,
    },
    /// It holds another table than its name says.
    #[error("{} holds the table of other positions than its name says", path.display())]
    Misnamed {
        /// The file.
        path: PathBuf,
    },
    /// Its length is not the one that its header tells.
    #[error("{} has {found} bytes instead of {expected}", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// How many it has.
        found: u64,
        /// How many it should have.
        expected: u64,
    },
    /// Its bytes are not those that were written.
    #[error("{} is broken: its checksum does not fit", path.display())]
    Checksum {
        /// The file.
        path: PathBuf,
    },
}

/// What a header tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) variant: Variant,
    pub(crate) material: Material,
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    /// The longest distance, exactly.
    pub(crate) longest: u16,
    /// The lengths of the four sections.
    pub(crate) sections: [u64; 4],
}

impl Header {
    pub(crate) const fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// How long the whole file is.
    pub(crate) const fn file_len(&self) -> u64 {
        let [a, b, c, d] = self.sections;
        HEADER as u64 + a + b + c + d
    }

    fn bytes(&self, body_checksum: u32) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(number_of(self.variant).to_le_bytes());
        let Material { own_men, own_kings, other_men, other_kings } = self.material;
        bytes.extend([own_men, own_kings, other_men, other_kings]);
        bytes.extend(u32::from(self.longest).to_le_bytes());
        for number in [self.wins, self.draws, self.losses].into_iter().chain(self.sections) {
            bytes.extend(number.to_le_bytes());
        }
        bytes.resize(HEADER - 8, 0);
        bytes.extend(body_checksum.to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// The header and the body's checksum; `None` when the bytes are no header of this version.
    fn read(bytes: &[u8]) -> Option<(Self, u32)> {
        let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        let long = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        if crc32fast::hash(bytes.get(..HEADER - 4)?) != word(HEADER - 4)? {
            return None;
        }
        let variant = *Variant::ALL.iter().find(|variant| Some(number_of(**variant)) == word(12))?;
        let [own_men, own_kings, other_men, other_kings] = *bytes.get(16..20)? else { return None };
        let material = Material { own_men, own_kings, other_men, other_kings };
        let sections = [long(48)?, long(56)?, long(64)?, long(72)?];
        // Lengths whose sum is no number are no lengths.
        sections.iter().try_fold(HEADER as u64, |sum, length| sum.checked_add(*length))?;
        let (wins, draws, losses) = (long(24)?, long(32)?, long(40)?);
        wins.checked_add(draws)?.checked_add(losses)?;
        let longest = u16::try_from(word(20)?).ok()?;
        Some((Self { variant, material, wins, draws, losses, longest, sections }, word(HEADER - 8)?))
    }
}

/// The variant's number in PDN, which does not change.
fn number_of(variant: Variant) -> u32 {
    u32::from(variant.game_type())
}

/// The file of a table in a folder.
pub(crate) fn path_of(folder: &Path, variant: Variant, material: Material) -> PathBuf {
    folder.join(format!("{variant}-{material}.table"))
}

/// Writes a table: under another name first, to the disk, then under its own. The caller holds the folder's lock, so that
/// nobody else writes under that other name; one left by a process that was killed is written over.
pub(crate) fn write(folder: &Path, header: &Header, sections: [&[u8]; 4]) -> io::Result<()> {
    let path = path_of(folder, header.variant, header.material);
    let partial = path.with_extension("partial");
    let mut body = crc32fast::Hasher::new();
    sections.iter().for_each(|section| body.update(section));
    let mut file = File::create(&partial)?;
    file.write_all(&header.bytes(body.finalize()))?;
    for section in sections {
        file.write_all(section)?;
    }
    file.sync_all()?;
    fs::rename(&partial, &path)?;
    File::open(folder)?.sync_all()
}

/// A file that has been found whole.
pub(crate) struct Contents {
    pub(crate) header: Header,
    map: Mmap,
    sections: [Range<usize>; 4],
}

impl Contents {
    /// Opens a table's file and reads it through; `None` when there is none.
    pub(crate) fn open(
        folder: &Path,
        variant: Variant,
        material: Material,
        positions: u64,
    ) -> Result<Option<Self>, TableError> {
        let path = path_of(folder, variant, material);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(TableError::Io { path, source }),
        };
        let map = match map(&file) {
            Ok(map) => map,
            Err(source) => return Err(TableError::Io { path, source }),
        };
        if map.get(..8) != Some(MAGIC) {
            return Err(TableError::Header { path });
        }
        let version = map.get(8..12).and_then(|bytes| Some(u32::from_le_bytes(bytes.try_into().ok()?)));
        if let Some(found) = version.filter(|version| *version != VERSION) {
            return Err(TableError::Version { path, found });
        }
        let Some((header, checksum)) = Header::read(&map) else { return Err(TableError::Header { path }) };
        if (header.variant, header.material, header.positions()) != (variant, material, positions) {
            return Err(TableError::Misnamed { path });
        }
        let (found, expected) = (map.len() as u64, header.file_len());
        if found != expected {
            return Err(TableError::Length { path, found, expected });
        }
        if crc32fast::hash(&map[HEADER..]) != checksum {
            return Err(TableError::Checksum { path });
        }
        let mut begin = HEADER;
        let sections = header.sections.map(|length| {
            let section = begin..begin + length as usize;
            begin = section.end;
            section
        });
        Ok(Some(Self { header, map, sections }))
    }

    /// One of the four sections.
    #[inline(always)]
    pub(crate) fn section<const N: usize>(&self) -> &[u8] {
        &self.map[self.sections[N].clone()]
    }
}

#[expect(unsafe_code, reason = "a map shares one copy of the tables with every process and costs no start")]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: a map is sound while nobody changes or shortens the file under it. This program writes a table under another
    // name and renames it when it is complete (`write`), so a file under a table's name never changes: one that is built anew
    // is another file, and the old one lives as long as its map. The folder belongs to the server, like its database; who
    // writes into it by hand can crash the server as by any other means.
    unsafe { Mmap::map(file) }
}
