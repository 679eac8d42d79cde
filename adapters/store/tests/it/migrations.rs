//! Databases of every schema there ever was open, are brought up to date and verify; others are refused.

use laika_store::{Check, Options, Reader, RunFilter, Signing, Store};

use super::world::*;

fn fixture(schema: u32) -> Folder {
    let folder = Folder::new();
    let path = format!("{}/tests/data/schema-{schema}.db", env!("CARGO_MANIFEST_DIR"));
    std::fs::copy(path, folder.database()).unwrap();
    folder
}

#[test]
fn older_databases_open_migrate_and_verify() {
    for (schema, events, head) in [
        (1, 7, "one:6:1b1dedaf1cec98226fe9ae9e1c59f7ab1eeeca7627bc500630fdf09af430940e"),
        (2, 8, "one:6:0e63a527e9ebaa96845fa323d88fe304095a9fbd2568fd5b8b071f8233043594"),
        // Nobody ever had a log of schema 3 alone.
        (4, 8, "one:6:0e63a527e9ebaa96845fa323d88fe304095a9fbd2568fd5b8b071f8233043594"),
        (5, 8, "one:6:0e63a527e9ebaa96845fa323d88fe304095a9fbd2568fd5b8b071f8233043594"),
    ] {
        // Before anything is migrated, a reader can verify it.
        let folder = fixture(schema);
        let before = verify(&folder.reader(), &[], &[]);
        assert_eq!(
            (before.problems.as_slice(), before.events, before.erased),
            (&[][..], events, 1),
            "{schema}"
        );
        let listed = folder.reader().run(&run("one")).unwrap().unwrap();
        assert_eq!(listed.head.to_string(), head, "{schema}: the bytes that are hashed never change");
        let overrides = folder.reader().overrides(&profile());
        if schema == 1 {
            assert_eq!(overrides.unwrap_err().code(), "E_STORE_OLDER");
        } else {
            assert_eq!(overrides.unwrap().len(), 1);
        }
        let notes = folder.reader().notes(&profile(), None);
        if schema < 4 {
            assert_eq!(notes.unwrap_err().code(), "E_STORE_OLDER");
        } else {
            assert_eq!(notes.unwrap()[0].text, "never on Sundays");
        }
        if schema == 5 {
            assert_eq!(folder.reader().tool_uses().unwrap()[0].tool, "browser.click");
        }
        assert_eq!(folder.reader().collections().unwrap_err().code(), "E_STORE_OLDER");
        assert_eq!(folder.reader().search("hours", None, 9).unwrap_err().code(), "E_STORE_OLDER");
        let unmigrated = std::fs::read(folder.database()).unwrap();

        let store = folder.open();
        let reader = store.reader().unwrap();
        assert!(reader.overrides(&profile()).is_ok() && reader.conversations(9).is_ok());
        assert!(
            reader.collections().unwrap().is_empty() && reader.search("hours", None, 9).unwrap().is_empty()
        );
        let after = verify(&reader, &before.head.clone().into_iter().collect::<Vec<_>>(), &[listed.head]);
        assert_eq!((after.problems.as_slice(), after.events, after.confirmed), (&[][..], events, 2));
        // It goes on; only its keys are not here, and that is said.
        let appended = store.append(batch("three", NOW, [started("three"), granted("g"), ended()])).unwrap();
        assert!(matches!(appended.signing, Signing::Failed(_)));
        assert!(verify(&store.reader().unwrap(), &[], &[]).is_intact());
        drop(reader);
        drop(store);
        assert_ne!(std::fs::read(folder.database()).unwrap(), unmigrated);
        let versions: Vec<(u32, String)> = {
            let connection = raw(&folder.database());
            let mut statement = connection.prepare("SELECT version, name FROM schema_migration").unwrap();
            statement
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
                .unwrap()
                .map(Result::unwrap)
                .collect()
        };
        assert_eq!(
            versions,
            [
                (1, "run log".into()),
                (2, "conversations, policy, artifacts".into()),
                (3, "uses of standing grants".into()),
                (4, "notes".into()),
                (5, "tool uses".into()),
                (6, "collections".into()),
                (7, "sites of sources".into())
            ]
        );
        drop(folder.open());
    }
}

#[test]
fn databases_that_are_not_ours_are_refused() {
    for (sql, code) in [
        ("PRAGMA user_version = 8", "E_STORE_NEWER"),
        ("PRAGMA user_version = 0", "E_STORE_FOREIGN"),
        ("PRAGMA user_version = -1", "E_STORE_FOREIGN"),
        ("PRAGMA application_id = 7", "E_STORE_FOREIGN"),
        ("PRAGMA application_id = 0", "E_STORE_FOREIGN"),
        (
            "CREATE VIEW endless AS WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n",
            "E_STORE_FOREIGN",
        ),
        ("CREATE VIRTUAL TABLE strange USING fts5 (text)", "E_STORE_FOREIGN"),
        // Not even under the name of ours.
        ("CREATE VIRTUAL TABLE capture_index USING fts5 (title, text)", "E_STORE_FOREIGN"),
    ] {
        let folder = fixture(2);
        raw(&folder.database()).execute_batch(sql).unwrap();
        let before = std::fs::read(folder.database()).unwrap();
        assert_eq!(Store::open(Options::folder(folder.path()), NOW).unwrap_err().code(), code, "{sql}");
        assert_eq!(Reader::open(folder.path()).unwrap_err().code(), code, "{sql}");
        assert_eq!(std::fs::read(folder.database()).unwrap(), before, "{sql}: it is left as it was");
    }
    let folder = Folder::new();
    raw(&folder.database()).execute_batch("CREATE TABLE notes (text TEXT)").unwrap();
    assert_eq!(Store::open(Options::folder(folder.path()), NOW).unwrap_err().code(), "E_STORE_FOREIGN");
    let folder = Folder::new();
    std::fs::write(
        folder.database(),
        "this is a text file, not a database, and it is long enough".repeat(20),
    )
    .unwrap();
    assert_eq!(Store::open(Options::folder(folder.path()), NOW).unwrap_err().code(), "E_STORE_DAMAGED");
    assert_eq!(Reader::open(folder.path()).unwrap_err().code(), "E_STORE_DAMAGED");
}

/// Whatever a file from elsewhere holds, reading it ends with an answer.
#[test]
fn damaged_files_give_errors_or_problems() {
    let folder = Folder::new();
    two_runs(&folder.open());
    let good = std::fs::read(folder.database()).unwrap();
    let mut noticed = 0;
    for at in (0..good.len()).step_by(509) {
        let mut bytes = good.clone();
        let end = (at + 16).min(bytes.len());
        bytes[at..end].fill(0xff);
        let copy = Folder::new();
        std::fs::write(copy.database(), &bytes).unwrap();
        let Ok(reader) = Reader::open(copy.path()) else { continue };
        let _ = reader.runs(&RunFilter::default());
        let _ = reader.records(&run("one"));
        let _ = reader.events(&run("one"), 1, 99);
        let report = reader.verify(&Check { deep: true, ..Check::default() }, &mut |_| {});
        noticed += u32::from(!report.is_ok_and(|report| report.is_intact()));
    }
    assert!(noticed > 10);
}
