//! Undo gives back every byte, mode and time; redo does it again; a restart forgets nothing.

use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, SystemTime};

use laika_protocol::tools::typed::ReplaceFiles;
use laika_tools::project::{Journal, Replace, State};
use proptest::prelude::*;

use super::project_folder::{Folder, bounds, code, in_file, in_files};

fn states(folder: &Folder) -> Vec<State> {
    folder.journal().batches().unwrap().into_iter().map(|batch| batch.state).collect()
}

#[test]
fn back_and_forth_over_several_batches_and_restarts() {
    let folder = Folder::with(&[("a.txt", "one"), ("b.txt", "one")]);
    let mut seen = vec![folder.everything()];
    for (search, replacement) in [("one", "two"), ("two", "three"), ("three", "four")] {
        folder.replace(&Replace::Files(in_files("*", search, replacement))).unwrap();
        seen.push(folder.everything());
    }
    // Every call opens the journal anew, as after a restart.
    for expected in seen.iter().rev().skip(1) {
        folder.journal().undo(&folder.project(), &bounds()).unwrap();
        assert_eq!(folder.everything(), *expected);
    }
    assert_eq!(code(&folder.journal().undo(&folder.project(), &bounds()).unwrap_err()), "E_NOTHING_TO_UNDO");
    for expected in seen.iter().skip(1) {
        let moved = folder.journal().redo(&folder.project(), &bounds()).unwrap();
        assert_eq!(moved.files, ["a.txt", "b.txt"]);
        assert_eq!(folder.everything(), *expected);
    }
    assert_eq!(code(&folder.journal().redo(&folder.project(), &bounds()).unwrap_err()), "E_NOTHING_TO_REDO");
    assert_eq!(states(&folder), [State::Applied; 3]);
}

#[test]
fn a_new_batch_ends_what_could_be_redone() {
    let folder = Folder::with(&[("a.txt", "one")]);
    folder.replace(&in_file("a.txt", "one", "two")).unwrap();
    folder.journal().undo(&folder.project(), &bounds()).unwrap();
    folder.replace(&in_file("a.txt", "one", "three")).unwrap();
    assert_eq!(code(&folder.journal().redo(&folder.project(), &bounds()).unwrap_err()), "E_NOTHING_TO_REDO");
    folder.journal().undo(&folder.project(), &bounds()).unwrap();
    assert_eq!(folder.text("a.txt"), "one");
}

#[test]
fn a_file_that_others_changed_keeps_the_whole_batch_as_it_is() {
    let folder = Folder::with(&[("a.txt", "one"), ("b.txt", "one")]);
    folder.replace(&Replace::Files(in_files("*", "one", "two"))).unwrap();
    folder.write("b.txt", b"mine");
    let error = folder.journal().undo(&folder.project(), &bounds()).unwrap_err();
    assert_eq!(code(&error), "E_FILE_CHANGED");
    assert!(error.message.contains("b.txt"));
    assert_eq!((folder.text("a.txt"), folder.text("b.txt")), ("two".into(), "mine".into()));
    assert_eq!(folder.everything().len(), 2);
}

#[test]
fn a_file_that_may_only_be_read_is_left_alone() {
    let folder = Folder::with(&[("a.txt", "one")]);
    let path = folder.root().join("a.txt");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o444)).unwrap();
    assert_eq!(code(&folder.replace(&in_file("a.txt", "one", "two")).unwrap_err()), "E_PATH_PERMISSION");
    assert_eq!(folder.text("a.txt"), "one");
}

#[test]
fn the_other_name_of_a_file_is_untouched() {
    let folder = Folder::with(&[("a.txt", "one")]);
    std::fs::hard_link(folder.root().join("a.txt"), folder.outside().join("same.txt")).unwrap();
    folder.replace(&in_file("a.txt", "one", "two")).unwrap();
    assert_eq!(std::fs::read_to_string(folder.outside().join("same.txt")).unwrap(), "one");
}

#[test]
fn the_journal_is_private_outside_the_project_and_for_one_at_a_time() {
    let folder = Folder::with(&[("a.txt", "one")]);
    let error = Journal::open(&folder.root().join("journal"), &folder.project()).unwrap_err();
    assert_eq!(code(&error), "E_JOURNAL_PLACE");
    folder.replace(&in_file("a.txt", "one", "two")).unwrap();
    let mode = std::fs::metadata(folder.temp.path().join("journal")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    let other = Folder::with(&[("a.txt", "two")]);
    let error = folder.journal().undo(&other.project(), &bounds()).unwrap_err();
    assert_eq!(code(&error), "E_JOURNAL_PROJECT");
    let lock = std::fs::File::open(folder.temp.path().join("journal/lock")).unwrap();
    lock.lock().unwrap();
    assert_eq!(code(&folder.journal().undo(&folder.project(), &bounds()).unwrap_err()), "E_JOURNAL_BUSY");
}

#[test]
fn a_journal_that_was_tampered_with_changes_nothing() {
    let folder = Folder::with(&[("a.txt", "one")]);
    folder.replace(&in_file("a.txt", "one", "two")).unwrap();
    std::fs::write(folder.temp.path().join("journal/00000001/before.bin"), "xxx").unwrap();
    assert_eq!(code(&folder.journal().undo(&folder.project(), &bounds()).unwrap_err()), "E_JOURNAL");
    assert_eq!(folder.text("a.txt"), "two");
}

#[test]
fn a_hundred_batches_are_kept() {
    let folder = Folder::with(&[("a.txt", "x")]);
    for _ in 0..105 {
        folder.replace(&in_file("a.txt", "x", "xx")).ok();
        folder.write("a.txt", b"x");
    }
    let batches = folder.journal().batches().unwrap();
    assert_eq!((batches.len(), batches.last().unwrap().id), (100, 105));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whatever the files hold and are, a replacement and its undo leave no trace.
    #[test]
    fn replace_and_undo_restore_every_byte_mode_and_time(
        files in proptest::collection::vec(
            (0..4_usize, "[a-z]{1,6}", proptest::collection::vec(prop_oneof![Just(b"old".to_vec()), Just(b"\r\n".to_vec()), Just(b"\n".to_vec()), proptest::collection::vec(1_u8.., 0..12)], 0..20), 0..4_usize, 0..2_000_000_000_u64),
            1..12,
        ),
        replacement in prop_oneof![Just(String::new()), Just("new".to_owned()), Just("$1\n".to_owned()), ".{0,8}"],
        ignore_case in any::<bool>(),
    ) {
        let folder = Folder::with(&[]);
        for (depth, name, parts, mode, seconds) in files {
            let path = format!("{}{name}.txt", ["", "a/", "a/b/", "c/d/e/"][depth]);
            folder.write(&path, &parts.concat());
            let path = folder.root().join(path);
            let time = SystemTime::UNIX_EPOCH + Duration::new(seconds, 123_456_789);
            std::fs::File::options().append(true).open(&path).unwrap().set_modified(time).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode([0o600, 0o644, 0o755, 0o664][mode])).unwrap();
        }
        let before = folder.everything();
        let asked = ReplaceFiles { case_sensitive: Some(!ignore_case), ..in_files("*.txt", "old", &replacement) };
        let applied = folder.replace(&Replace::Files(asked)).unwrap();
        let after = folder.everything();
        for (path, facts) in &before {
            let name = path.strip_prefix(folder.root()).unwrap().to_str().unwrap();
            prop_assert_eq!(facts.1, after[path].1, "the mode stays");
            prop_assert_eq!(applied.files.iter().any(|file| file == name), facts.0 != after[path].0);
        }
        if applied.batch.is_some() {
            let journal = folder.journal();
            journal.undo(&folder.project(), &bounds()).unwrap();
            prop_assert_eq!(&folder.everything(), &before);
            journal.redo(&folder.project(), &bounds()).unwrap();
            prop_assert_eq!(&folder.everything(), &after);
            journal.undo(&folder.project(), &bounds()).unwrap();
        }
        prop_assert_eq!(&folder.everything(), &before);
    }
}
