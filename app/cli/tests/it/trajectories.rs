//! `laika trajectories`: the same seed gives the same bytes, also of what was played in a browser.

use std::fs;
use std::path::Path;

use super::run;

fn made(folder: &Path, episodes: u32) -> (i32, String) {
    let (code, stdout, stderr) =
        run(&format!("trajectories make --out {} --examples 60 --episodes {episodes}", folder.display()), "");
    (code, stdout + &stderr)
}

/// EVAL-025: examples that need no browser are made, and a file of them is checked for what is measured with.
#[test]
fn eval_025_examples_are_made_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let (code, told) = made(folder.path(), 0);
    assert_eq!(code, 0, "{told}");
    let file = folder.path().join("examples-route.jsonl");
    let (code, stdout, _) = run(&format!("trajectories check {}", file.display()), "");
    assert!(code == 0 && stdout.contains("route"), "{stdout}");
    let first = fs::read_to_string(&file).unwrap().lines().next().unwrap().to_owned();
    let mut line: serde_json::Value = serde_json::from_str(&first).unwrap();
    line["goal"] = "Put this jacket into my basket".into();
    fs::write(&file, format!("{line}\n")).unwrap();
    let (code, stdout, _) = run(&format!("trajectories check {}", file.display()), "");
    assert!(code == 1 && stdout.contains("measured with"), "{stdout}");
}

/// EVAL-025: episodes on real pages end as their page says, give the same bytes again, and are not played twice.
#[test]
fn eval_025_episodes_are_verified_and_repeat() {
    if laika_browser::find_program().is_none() {
        eprintln!("skipped: no Chromium");
        return;
    }
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let steps = |folder: &Path| fs::read_to_string(folder.join("steps.jsonl")).unwrap();
    let (code, told) = made(one.path(), 8);
    assert_eq!(code, 0, "{told}");
    let first = steps(one.path());
    assert!(first.lines().count() >= 8, "{told}");
    assert!(first.lines().all(|line| line.contains("\"outcome\":\"verified\"")));
    assert!(!first.contains("127.0.0.1"), "nothing of this machine is in it");
    made(other.path(), 8);
    assert_eq!(first, steps(other.path()));
    let (_, again) = made(one.path(), 8);
    assert!(again.contains("0 episodes made"), "{again}");
    assert_eq!(first, steps(one.path()));
}
