//! Killed in the middle of a batch of 500 files: every file is old or new, and the journal knows which.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use laika_protocol::tools::typed::ReplaceFiles;
use laika_protocol::{ErrorCode, ToolError};
use laika_tools::project::{Journal, Project, Replace, State, apply, plan};

use super::project_folder::{Folder, bounds, in_file, in_files};

const FILES: usize = 500;
const PLACE: &str = "LAIKA_TEST_CRASH_PLACE";
const DEED: &str = "LAIKA_TEST_CRASH_DEED";

fn asked() -> Replace {
    Replace::Files(ReplaceFiles { max_files: Some(FILES as u32), ..in_files("*.txt", "old", "new") })
}

fn old(at: usize) -> String {
    format!("file {at}\nold {}\n", "x".repeat(at * 7 % 4000))
}

fn path_of(at: usize) -> String {
    format!("d{}/f{at:03}.txt", at % 9)
}

fn many() -> Folder {
    let folder = Folder::with(&[]);
    for at in 0..FILES {
        folder.write(&path_of(at), old(at).as_bytes());
    }
    folder
}

/// What the child does; without a place it is an empty test.
#[test]
fn the_child() {
    let Some(place) = std::env::var_os(PLACE).map(PathBuf::from) else { return };
    let project = Project::open(&place.join("project")).unwrap();
    let journal = Journal::open(&place.join("journal"), &project).unwrap();
    match std::env::var(DEED).unwrap().as_str() {
        "apply" => {
            let plan = plan(&project, &asked(), &bounds()).unwrap();
            apply(&project, &journal, &plan, &bounds()).unwrap();
        }
        "undo" => {
            journal.undo(&project, &bounds()).unwrap();
        }
        _ => {
            journal.redo(&project, &bounds()).unwrap();
        }
    }
}

fn child(place: &Path, deed: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "it::project_crash::the_child", "--test-threads=1"])
        .env(PLACE, place)
        .env(DEED, deed)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// When the child is killed.
#[derive(Clone, Copy, Debug)]
enum When {
    After(Duration),
    /// As soon as this many files have changed.
    Changed(usize),
}

/// How many files are new; every one is old or new and nothing else.
fn count_new(folder: &Folder) -> usize {
    let is_new = |at: usize| {
        let text = folder.text(&path_of(at));
        let new = old(at).replace("old", "new");
        assert!(text == old(at) || text == new, "{} is neither old nor new", path_of(at));
        text == new
    };
    (0..FILES).filter(|at| is_new(*at)).count()
}

fn kill(folder: &Folder, deed: &str, when: When) {
    let mut child = child(folder.temp.path(), deed);
    match when {
        When::After(time) => std::thread::sleep(time),
        When::Changed(count) => {
            // Files are changed in the order of their paths.
            let mut paths: Vec<String> = (0..FILES).map(path_of).collect();
            paths.sort();
            let watched = folder.root().join(&paths[count]);
            let before = std::fs::read(&watched).unwrap();
            let until = Instant::now() + Duration::from_secs(60);
            while std::fs::read(&watched).unwrap() == before
                && Instant::now() < until
                && child.try_wait().unwrap().is_none()
            {}
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

fn temporaries(folder: &Folder) -> usize {
    folder.everything().keys().filter(|path| path.to_string_lossy().contains(".laika-")).count()
}

#[test]
fn every_file_is_old_or_new_and_the_batch_can_be_taken_back() {
    let started = Instant::now();
    let whole = many();
    assert!(child(whole.temp.path(), "apply").wait().unwrap().success());
    let usual = started.elapsed();
    assert_eq!(count_new(&whole), FILES);
    let mut cases: Vec<When> = (1..12).map(|part| When::After(usual * part / 12)).collect();
    cases.extend([0, 1, 100, 250, 400, 480].map(When::Changed));
    let mut partly = 0;
    for when in cases {
        let folder = many();
        let before = folder.everything();
        kill(&folder, "apply", when);
        let new = count_new(&folder);
        let recovered = folder.journal().recover(&folder.project()).unwrap();
        assert_eq!(temporaries(&folder), 0, "{when:?}");
        if new > 0 && new < FILES {
            partly += 1;
            assert_eq!(recovered[0].state, State::Partly, "{when:?}");
            assert_eq!(
                (recovered[0].changed.len(), recovered[0].unchanged.len(), recovered[0].other.len()),
                (new, FILES - new, 0)
            );
        }
        if new > 0 {
            let moved = folder.journal().undo(&folder.project(), &bounds()).unwrap();
            assert_eq!(moved.files.len(), new);
        }
        assert_eq!(folder.everything(), before, "{when:?}");
        // The project works on.
        let plan = plan(&folder.project(), &asked(), &bounds()).unwrap();
        apply(&folder.project(), &folder.journal(), &plan, &bounds()).unwrap();
        assert_eq!(count_new(&folder), FILES);
    }
    assert!(partly >= 2, "the kills hit the renaming {partly} times");
}

#[test]
fn an_undo_and_a_redo_that_are_killed_can_be_finished() {
    let mut partly = 0;
    for count in [0, 150, 300] {
        let folder = many();
        let before = folder.everything();
        let plan = plan(&folder.project(), &asked(), &bounds()).unwrap();
        apply(&folder.project(), &folder.journal(), &plan, &bounds()).unwrap();
        let after = folder.everything();
        kill(&folder, "undo", When::Changed(count));
        let new = count_new(&folder);
        partly += usize::from(new > 0 && new < FILES);
        if new > 0 {
            folder.journal().undo(&folder.project(), &bounds()).unwrap();
        }
        folder.journal().recover(&folder.project()).unwrap();
        assert_eq!(folder.everything(), before);
        kill(&folder, "redo", When::Changed(count));
        let new = count_new(&folder);
        partly += usize::from(new > 0 && new < FILES);
        if new < FILES {
            folder.journal().recover(&folder.project()).unwrap();
            if new > 0 {
                folder.journal().undo(&folder.project(), &bounds()).unwrap();
            }
            folder.journal().redo(&folder.project(), &bounds()).unwrap();
        }
        assert_eq!(count_new(&folder), FILES);
        assert_eq!(folder.everything(), after);
        assert_eq!(temporaries(&folder), 0);
    }
    assert!(partly >= 1, "the kills hit the renaming {partly} times");
}

/// Does something as soon as the first file of a batch has changed, while the others are still to come.
fn meddling(folder: &Folder, deed: impl FnOnce() + Send) -> Result<(), ToolError> {
    let project = folder.project();
    let plan = plan(&project, &asked(), &bounds()).unwrap();
    let first = folder.root().join(plan.files[0].path.as_str());
    let before = std::fs::read(&first).unwrap();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Acquire) {
                if std::fs::read(&first).unwrap() != before {
                    return deed();
                }
            }
        });
        let result = apply(&project, &folder.journal(), &plan, &bounds()).map(|_| ());
        over.store(true, Ordering::Release);
        result
    })
}

/// Whoever hears of a failure after the first change must not believe that nothing happened.
#[test]
fn a_failure_in_the_middle_never_says_that_nothing_happened() {
    let partly = (0..40).find_map(|_| {
        let folder = many();
        let last = folder.root().join((0..FILES).map(path_of).max().unwrap());
        let error = meddling(&folder, || std::fs::write(last, "mine").unwrap()).err()?;
        Some((folder, error)).filter(|(_, error)| error.finest_code() == "E_PARTLY")
    });
    let (folder, error) = partly.expect("somebody was in between once");
    assert_eq!(error.code, ErrorCode::VerificationFailed);
    assert_eq!(folder.journal().batches().unwrap()[0].state, State::Partly);

    let moved = (0..40).find_map(|_| {
        let folder = Folder::with(&[]);
        (0..FILES).for_each(|at| folder.write(&format!("d/f{at:03}.txt"), old(at).as_bytes()));
        let (from, to) = (folder.root().join("d"), folder.outside().join("d"));
        meddling(&folder, || std::fs::rename(from, to).unwrap()).err()
    });
    let error = moved.expect("the folder went in between once");
    assert_eq!((error.code, error.finest_code()), (ErrorCode::VerificationFailed, "E_NOT_LASTING"));
}

/// The first record of a batch is not made to last, so that a power cut can leave it empty or full of zeros.
#[test]
fn a_record_that_cannot_be_read_is_of_a_batch_that_never_began() {
    for torn in ["", "\0\0\0\0", "{\"version\":1,\"id\""] {
        let folder = Folder::with(&[("a.txt", "old")]);
        folder.replace(&in_file("a.txt", "old", "new")).unwrap();
        let torn_batch = folder.temp.path().join("journal/00000002");
        std::fs::create_dir(&torn_batch).unwrap();
        std::fs::write(torn_batch.join("record.json"), torn).unwrap();
        assert_eq!(folder.journal().batches().unwrap().len(), 1, "{torn:?}");
        folder.journal().undo(&folder.project(), &bounds()).unwrap();
        assert!(!torn_batch.exists(), "{torn:?}");
        folder.replace(&in_file("a.txt", "old", "newer")).unwrap();
        assert_eq!(folder.text("a.txt"), "newer");
    }
    // What another version wrote is not thrown away.
    let folder = Folder::with(&[("a.txt", "old")]);
    folder.replace(&in_file("a.txt", "old", "new")).unwrap();
    let record = folder.temp.path().join("journal/00000001/record.json");
    std::fs::write(&record, "{\"version\":2}").unwrap();
    assert_eq!(folder.journal().undo(&folder.project(), &bounds()).unwrap_err().finest_code(), "E_JOURNAL");
    assert!(record.exists());
}

#[test]
fn a_batch_that_was_cut_off_before_its_first_file_is_gone() {
    let folder = Folder::with(&[("a.txt", "old"), ("b.txt", "one")]);
    folder.replace(&in_file("b.txt", "one", "two")).unwrap();
    folder.replace(&in_file("a.txt", "old", "new")).unwrap();
    let record = folder.temp.path().join("journal/00000002/record.json");
    let mut text: serde_json::Value = serde_json::from_slice(&std::fs::read(&record).unwrap()).unwrap();
    text["state"] = "applying".into();
    std::fs::write(&record, text.to_string()).unwrap();
    folder.write("a.txt", b"old");
    let recovered = folder.journal().recover(&folder.project()).unwrap();
    assert_eq!((recovered.len(), recovered[0].changed.len(), recovered[0].state), (1, 0, State::Undone));
    assert_eq!(folder.journal().batches().unwrap().len(), 1);
    let error = folder.journal().redo(&folder.project(), &bounds()).unwrap_err();
    assert_eq!(error.finest_code(), "E_NOTHING_TO_REDO");
    folder.journal().undo(&folder.project(), &bounds()).unwrap();
    assert_eq!(folder.text("b.txt"), "one");
}

/// Files that a cut-off batch never changed are not in the journal as they would be after.
#[test]
fn what_was_only_partly_done_and_taken_back_is_not_done_again() {
    let folder = Folder::with(&[("a.txt", "old"), ("b.txt", "old")]);
    folder.replace(&Replace::Files(in_files("*.txt", "old", "new"))).unwrap();
    let record = folder.temp.path().join("journal/00000001/record.json");
    let mut text: serde_json::Value = serde_json::from_slice(&std::fs::read(&record).unwrap()).unwrap();
    text["state"] = "applying".into();
    std::fs::write(&record, text.to_string()).unwrap();
    folder.write("b.txt", b"old");
    folder.journal().undo(&folder.project(), &bounds()).unwrap();
    assert_eq!((folder.text("a.txt"), folder.text("b.txt")), ("old".into(), "old".into()));
    let error = folder.journal().redo(&folder.project(), &bounds()).unwrap_err();
    assert_eq!(error.finest_code(), "E_NOTHING_TO_REDO");
}
