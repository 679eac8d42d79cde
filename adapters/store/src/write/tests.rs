//! What happens when the disk is full or fails: nothing half-written, and the log goes on afterwards.

use std::path::PathBuf;

use super::*;
use crate::fixture::{NOW, batch, ended, said};
use crate::{Check, Reader};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("laika-store-unit-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }

    fn writer(&self) -> Writer {
        let setup = Setup { schema: schema::LATEST, random: Random::System };
        Writer::open(&Options::folder(&self.0), NOW, setup).unwrap()
    }

    fn keys(&self) -> Vec<String> {
        let listed = std::fs::read_dir(self.0.join(KEYS)).unwrap();
        listed.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    fn events(&self) -> u64 {
        let report =
            Reader::open(&self.0).unwrap().verify(&Check { deep: true, ..Check::default() }, &mut |_| {});
        let report = report.unwrap();
        assert_eq!(report.problems, []);
        report.events
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn long(n: u64) -> Batch {
    batch("r", NOW + n, vec![said(&"words ".repeat(3_000)), ended()])
}

#[test]
fn a_full_disk_writes_nothing_by_halves_and_the_log_goes_on() {
    let folder = Folder::new("full");
    let mut writer = folder.writer();
    assert!(writer.write(&[batch("r", NOW, vec![said("first")])])[0].is_ok());
    let limit = |writer: &mut Writer, pages: i64| {
        let connection = writer.connection.as_ref().unwrap();
        let now: i64 = connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        let most = if pages == 0 { 1 << 30 } else { now + pages };
        let set = format!("PRAGMA max_page_count = {most}");
        assert_eq!(connection.query_row(&set, [], |row| row.get::<_, i64>(0)).unwrap(), most);
    };
    for round in 0..3 {
        let (tail, head) = (writer.log.tail, writer.log.head.clone());
        limit(&mut writer, 8);
        // The first batches of the group would still have found a place.
        let results = writer.write(&(0..12).map(long).collect::<Vec<_>>());
        assert!(results.iter().all(|result| *result == Err(StoreError::Full)), "{results:?}");
        assert_eq!((writer.log.tail, &writer.log.head), (tail, &head), "round {round}");
        assert_eq!(folder.events(), 1 + 4 * round);
        assert_eq!(folder.keys(), [format!("{}.key", round + 1)], "no key is left over");
        limit(&mut writer, 0);
        let results = writer.write(&(0..2).map(long).collect::<Vec<_>>());
        assert!(results.iter().all(Result::is_ok), "{results:?}");
        assert_eq!(writer.log.head.as_ref().unwrap().epoch, round + 1);
    }
    drop(writer);
    assert_eq!(folder.events(), 13);
}

#[test]
fn after_the_disk_failed_the_log_is_asked_anew() {
    let folder = Folder::new("failed");
    let mut writer = folder.writer();
    writer.write(&[batch("r", NOW, vec![said("first")])]);
    let failed = StoreError::Database { result: rusqlite::ffi::SQLITE_IOERR_FSYNC, message: "sync".into() };
    // A head was about to be signed when the sync failed.
    let result = writer.transact(|transaction, log| -> Result<(), StoreError> {
        let one = append::append(transaction, log, &batch("r", NOW, vec![said("lost")]));
        assert!(one.is_ok());
        head::sign(transaction, log, NOW).unwrap();
        Err(failed.clone())
    });
    assert_eq!(result, Err(failed));
    assert!(writer.connection.is_none(), "what it remembers is not trusted");
    let results = writer.write(&[batch("r", NOW, vec![said("second"), ended()])]);
    assert_eq!(results[0].as_ref().unwrap().last_seq, 3);
    assert_eq!(folder.keys(), ["2.key"]);
    // While it cannot be opened, everybody is told, and then it goes on.
    writer.lose();
    let moved = folder.0.join("moved");
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::rename(
            folder.0.join(format!("{DATABASE}{suffix}")),
            format!("{}{suffix}", moved.display()),
        );
    }
    assert!(writer.write(&[batch("r", NOW, vec![said("third")])])[0].is_err());
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::rename(
            format!("{}{suffix}", moved.display()),
            folder.0.join(format!("{DATABASE}{suffix}")),
        );
    }
    assert_eq!(writer.write(&[batch("r", NOW, vec![said("third")])])[0].as_ref().unwrap().last_seq, 4);
    drop(writer);
    assert_eq!(folder.events(), 4);
}

#[test]
fn a_log_in_memory_is_never_given_up() {
    let setup = Setup { schema: schema::LATEST, random: Random::System };
    let mut writer = Writer::open(&Options::memory(), NOW, setup).unwrap();
    writer.write(&[batch("r", NOW, vec![said("first")])]);
    let failed = StoreError::Database { result: rusqlite::ffi::SQLITE_IOERR, message: String::new() };
    let result: Result<(), _> = writer.transact(|_, _| Err(failed.clone()));
    assert_eq!(result, Err(failed));
    assert_eq!(writer.write(&[batch("r", NOW, vec![said("second")])])[0].as_ref().unwrap().last_seq, 2);
}
