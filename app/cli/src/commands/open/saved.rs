//! Files that the person saves from the window: this process writes them, so that the window needs no way to the disk.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use laika_daemon::serving::Refusal;

/// So many files of one name are told apart.
const MOST_OF_ONE_NAME: u32 = 1_000;

/// The person's folder for downloads, or their home.
pub(super) fn usual_folder() -> io::Result<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_dir());
    let downloads = home.as_ref().map(|home| home.join("Downloads")).filter(|folder| folder.is_dir());
    downloads.or(home).map_or_else(std::env::current_dir, Ok)
}

/// Writes a file that is not there yet, which nobody else can read. Says where it is.
pub(super) fn save(folder: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf, Refusal> {
    let failed =
        |error: &dyn std::fmt::Display| Refusal::new("E_NOT_SAVED", format!("it cannot be saved: {error}"));
    let (stem, ending) = plain(name);
    for number in 0..MOST_OF_ONE_NAME {
        let name = if number == 0 { format!("{stem}{ending}") } else { format!("{stem}-{number}{ending}") };
        let path = folder.join(name);
        let mut file = match OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(failed(&error)),
        };
        let written = file.write_all(bytes).and_then(|()| file.sync_all());
        return match written.context("the disk") {
            Ok(()) => Ok(path),
            Err(error) => {
                // Half of a file is none.
                let _ = std::fs::remove_file(&path);
                Err(failed(&error))
            }
        };
    }
    Err(failed(&"too many files have this name"))
}

/// A name without folders and tricks, and its ending.
fn plain(name: &str) -> (String, String) {
    let kept = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
    let clean = |text: &str| text.chars().filter(|c| kept(*c)).take(80).collect::<String>().trim().to_owned();
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let (stem, ending) = (clean(stem), clean(ending));
    let stem = if stem.is_empty() { "laika".to_owned() } else { stem };
    (stem, if ending.is_empty() { String::new() } else { format!(".{ending}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_name_and_no_file_is_written_over() {
        let folder = tempfile::tempdir().unwrap();
        for (name, saved) in [
            ("Flats.csv", "Flats.csv"),
            ("Flats.csv", "Flats-1.csv"),
            ("../../etc/passwd", "laika.etcpasswd"),
            (".bashrc", "laika.bashrc"),
            ("", "laika"),
            ("a/b\\c\n.md", "abc.md"),
        ] {
            let path = save(folder.path(), name, b"x").unwrap();
            assert_eq!(path, folder.path().join(saved), "{name:?}");
        }
    }
}
