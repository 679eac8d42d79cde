//! The folder and the log in it: can it be written to, does it open, and is it what was written?

use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;

use laika_store::{DATABASE, Reader, Report, StoreError};
use rustix::process::geteuid;

use super::finding::{Check, Finding};
use super::scratch::word;
use super::teller::{Teller, aside};
use crate::DaemonError;

const ELSEWHERE: &str = "make it yours and make room, or choose another folder: `--home DIR` or `LAIKA_HOME`";
const DAMAGED: &str =
    "keep a copy, see `laika runs verify --deep` for all that is wrong, and restore the folder from a backup";

pub(super) async fn examine(folder: &Path, tell: &Teller) {
    let (folder, telling) = (folder.to_owned(), tell.clone());
    aside(move || {
        telling.found(look(&folder));
        log(&folder, &telling);
    })
    .await;
}

fn look(folder: &Path) -> Finding {
    let shown = folder.display();
    let metadata = match fs::metadata(folder) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return to_be_made(folder),
        Err(error) => return unusable(folder, &error),
    };
    if !metadata.is_dir() {
        let found = format!("`{shown}` is not a folder");
        return Check::StoreFolder.fail("E_FOLDER", found, ELSEWHERE);
    }
    if metadata.uid() != geteuid().as_raw() || metadata.mode() & 0o077 != 0 {
        let found = format!("`{shown}` is not yours alone: it has mode {:04o}", metadata.mode() & 0o777);
        let fix = format!("see who could have changed it, then make it yours alone: chmod 700 '{shown}'");
        return Check::StoreFolder.fail("E_FOLDER_NOT_PRIVATE", found, fix);
    }
    match write_in(folder) {
        Ok(()) => Check::StoreFolder.ok(format!("`{shown}` is yours alone and can be written to")),
        Err(error) => unusable(folder, &error),
    }
}

/// A folder that is not there yet: the first one above it that is has to take it.
fn to_be_made(folder: &Path) -> Finding {
    let above = folder.ancestors().skip(1).find(|above| above.exists());
    // The one above a relative path is where we are.
    let above = above.filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match make_in(above) {
        Ok(()) => Check::StoreFolder.ok(format!("`{}` is made when it is needed", folder.display())),
        Err(error) => unusable(above, &error),
    }
}

/// Makes a folder and removes it. Rights alone do not say whether that works: not to root, and not on every disk.
fn make_in(folder: &Path) -> io::Result<()> {
    let path = folder.join(format!(".laika-doctor-{}", word()?));
    fs::create_dir(&path)?;
    fs::remove_dir(&path)
}

/// Writes a file, makes sure of it, reads it back and removes it.
fn write_in(folder: &Path) -> io::Result<()> {
    let word = word()?;
    let path = folder.join(format!(".doctor-{word}"));
    let mut options = OpenOptions::new();
    let mut file = options.read(true).write(true).create_new(true).mode(0o600).open(&path)?;
    let written = (|| {
        file.write_all(word.as_bytes())?;
        file.sync_all()?;
        file.rewind()?;
        let mut read = String::new();
        file.read_to_string(&mut read)?;
        if read == word { Ok(()) } else { Err(io::Error::other("it does not keep what is written")) }
    })();
    fs::remove_file(&path)?;
    written
}

fn unusable(folder: &Path, error: &io::Error) -> Finding {
    let found = format!("`{}` cannot be written to: {error}", folder.display());
    Check::StoreFolder.fail("E_FOLDER", found, ELSEWHERE)
}

fn log(folder: &Path, tell: &Teller) {
    if !folder.join(DATABASE).exists() {
        return tell.found(Check::StoreDatabase.ok("there is no log yet"));
    }
    let reader = match Reader::open(folder) {
        Ok(reader) => reader,
        Err(StoreError::Nothing(_)) => return tell.found(Check::StoreDatabase.ok("the log is empty")),
        Err(error) => return tell.found(failed(Check::StoreDatabase, &error)),
    };
    tell.found(Check::StoreDatabase.ok("the log opens"));
    tell.doing("verifying the log");
    tell.found(match verify(&reader, tell) {
        Ok(report) => judge(&report),
        Err(DaemonError::Store(error)) => failed(Check::StoreChain, &error),
        Err(error) => Check::StoreChain.fail(error.code(), error.to_string(), DAMAGED),
    });
}

/// As `laika runs verify --deep` does.
fn verify(reader: &Reader, tell: &Teller) -> Result<Report, DaemonError> {
    let deep = laika_store::Check { deep: true, ..laika_store::Check::default() };
    let mut report = reader.verify(&deep, &mut |now| tell.progress(now.stage, now.done, now.total))?;
    if report.is_intact() {
        report.problems.extend(crate::compare(reader)?);
    }
    Ok(report)
}

fn judge(report: &Report) -> Finding {
    match report.problems.first() {
        None => Check::StoreChain.ok(format!(
            "intact: {} events of {} runs, {} signed heads, {} payloads erased",
            report.events, report.runs, report.heads, report.erased
        )),
        Some(first) => {
            let others = report.problems.len() as u64 + report.more_problems - 1;
            let more = if others == 0 { String::new() } else { format!(", and {others} more problems") };
            let found = format!("the log is not what was written: {}{more}", first.sentence);
            Check::StoreChain.fail(first.code(), found, DAMAGED)
        }
    }
}

fn failed(check: Check, error: &StoreError) -> Finding {
    let found = error.to_string();
    if let StoreError::Older { .. } = error {
        let fix = "let this Laika write to it once, such as with `laika runs prune`";
        return check.warn(error.code(), found, fix);
    }
    let fix = if let StoreError::Newer { .. } = error { "use the newer Laika" } else { DAMAGED };
    check.fail(error.code(), found, fix)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_folder_is_looked_at_and_left_as_it_was() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("a/b");
        assert_eq!(look(&folder).state.word(), "ok");
        assert!(!outer.path().join("a").exists(), "looking makes nothing");
        fs::create_dir_all(&folder).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        let open = look(&folder);
        assert_eq!(open.state.trouble().unwrap().code, "E_FOLDER_NOT_PRIVATE");
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).unwrap();
        assert_eq!(look(&folder).state.word(), "ok");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "looking leaves nothing");
        let file = outer.path().join("file");
        fs::write(&file, "").unwrap();
        assert_eq!(look(&file).state.word(), "fail");
        assert_eq!(look(&file.join("below")).state.word(), "fail");
        assert_eq!(look(Path::new("/proc/laika")).state.word(), "fail", "where nobody can write");
    }
}
