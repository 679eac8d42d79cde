//! The real loop on a real log, in a scripted world.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use laika_bench::scripted::{Script, log_folder, play};
use laika_store::{Check, Options, Reader, RunFilter, RunHead};

fn script(folder: &Path, private: bool) -> Script {
    Script {
        folder: folder.to_owned(),
        runs: 3,
        steps: 12,
        options: Options::folder(log_folder(folder)),
        private,
        goal: "count the quiet-canary to the end".into(),
    }
}

/// What the loop acknowledged.
fn heads(said: &[u8]) -> Vec<RunHead> {
    let said = String::from_utf8_lossy(said);
    said.lines().filter_map(|line| RunHead::parse(line.strip_prefix("ack ")?).ok()).collect()
}

/// Three runs at once, long enough for a checkpoint: each effect once, everything that was acknowledged is in the log,
/// what a checkpoint stands for is pruned, and the log verifies.
#[test]
fn runs_at_once_finish_and_verify() {
    let folder = tempfile::tempdir().unwrap();
    let mut said = Vec::new();
    assert!(play(&script(folder.path(), false), &mut said).unwrap());
    let effects: Vec<String> = fs::read_dir(folder.path().join("effects"))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    let steps: BTreeSet<&str> = effects.iter().map(|name| name.rsplit_once('.').unwrap().0).collect();
    assert_eq!((effects.len(), steps.len()), (36, 36), "each step of each run once");
    let heads = heads(&said);
    assert!(heads.len() > 36, "every commit is acknowledged");
    let reader = Reader::open(&log_folder(folder.path())).unwrap();
    let check = Check { run_heads: &heads, deep: true, ..Check::default() };
    let report = reader.verify(&check, &mut |_| {}).unwrap();
    assert_eq!(report.problems, []);
    assert_eq!(report.confirmed, heads.len() as u64);
    assert!(report.erased >= 3 * 9, "observations before a checkpoint are pruned: {report}");
}

/// I14: a private run works alike, and the log on disk does not know that there was one.
#[test]
fn i14_a_private_run_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut said = Vec::new();
    assert!(play(&script(folder.path(), true), &mut said).unwrap());
    assert!(heads(&said).len() > 36);
    let data = log_folder(folder.path());
    assert_eq!(Reader::open(&data).unwrap().runs(&RunFilter::default()).unwrap(), []);
    for file in fs::read_dir(&data).unwrap() {
        let path = file.unwrap().path();
        let bytes = if path.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
        for word in ["quiet-canary", "counter.example", "run-1"] {
            let found = bytes.windows(word.len()).any(|part| part == word.as_bytes());
            assert!(!found, "{word} is in {}", path.display());
        }
    }
}
