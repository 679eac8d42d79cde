//! Measurements, beside `rg`, `sd` and `perl`; run with `--release -- --ignored --nocapture project_speed`.
//!
//! `LAIKA_TEST_TREE` names a folder to search; without it, one is made.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use laika_protocol::tools::typed::{ProjectSearch, ReplaceFiles};
use laika_tools::project::{Journal, Project, Replace, apply, plan, search};

use super::project_folder::{Folder, bounds, in_files};

/// The shortest of several runs: what the machine can do when nobody disturbs it.
fn shortest(times: usize, mut run: impl FnMut() -> Duration) -> Duration {
    (0..times).map(|_| run()).min().unwrap()
}

fn timed(run: impl FnOnce()) -> Duration {
    let started = Instant::now();
    run();
    started.elapsed()
}

fn ratio(one: Option<Duration>, other: Duration) -> String {
    match one {
        Some(one) if !other.is_zero() => format!("{:.2}", one.as_secs_f64() / other.as_secs_f64()),
        _ => "none: not here".to_owned(),
    }
}

fn program(place: &Path, name: &str, arguments: &[&str]) -> Option<Duration> {
    let mut ok = true;
    let time = timed(|| {
        let status = Command::new(name)
            .current_dir(place)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status();
        ok = status.is_ok_and(|status| status.success());
    });
    ok.then_some(time)
}

#[test]
#[ignore = "a measurement"]
fn search_beside_rg() {
    let made = Folder::with(&[]);
    let tree = std::env::var_os("LAIKA_TEST_TREE").map_or_else(
        || {
            for at in 0..5000 {
                let line = format!("fn name_{at}() -> usize {{ other_{} }}\n", at % 13);
                made.write(&format!("d{}/e{}/f{at}.rs", at % 20, at % 7), line.repeat(at % 200).as_bytes());
            }
            made.root()
        },
        PathBuf::from,
    );
    let project = Project::open(&tree).unwrap();
    for (query, regex) in
        [("ToolError", false), ("self", false), (r"fn \w+_of\(", true), ("zebra crossing unlikely", false)]
    {
        let asked = ProjectSearch {
            query: query.into(),
            regex: Some(regex),
            case_sensitive: Some(true),
            ..ProjectSearch::default()
        };
        let ours = shortest(15, || timed(|| drop(search(&project, &asked, &bounds()).unwrap())));
        let result = search(&project, &asked, &bounds()).unwrap();
        let mut arguments =
            vec!["-n", "--no-ignore-parent", "--no-ignore-global", "--no-require-git", "--no-messages"];
        if !regex {
            arguments.push("-F");
        }
        arguments.extend(["-e", query, "./"]);
        let theirs = (0..15)
            .filter_map(|_| {
                let started = Instant::now();
                let done = Command::new("rg")
                    .current_dir(&tree)
                    .args(&arguments)
                    .stdin(Stdio::null())
                    .stdout(Stdio::null())
                    .status()
                    .ok()?;
                done.code().is_some_and(|code| code < 2).then(|| started.elapsed())
            })
            .min();
        println!(
            "search {query:?}: {ours:?}, rg {theirs:?}, speed of rg x {}; {} files, {} lines",
            ratio(theirs, ours),
            result.metadata["filesSearched"],
            result.data["matchingLines"]
        );
    }
}

#[test]
#[ignore = "a measurement"]
fn replace_beside_sd_and_perl() {
    for (files, lines) in [(1_usize, 100_000_usize), (500, 400), (2000, 50)] {
        let fill = || {
            let folder = Folder::with(&[]);
            for at in 0..files {
                folder.write(
                    &format!("d{}/f{at}.txt", at % 10),
                    "some words and an old one, then more of them\n".repeat(lines).as_bytes(),
                );
            }
            folder
        };
        let asked = Replace::Files(ReplaceFiles {
            max_files: Some(2000),
            max_matches: Some(1_000_000),
            ..in_files("*.txt", "old", "new")
        });
        let (mut planned, mut applied, mut undone) = (Duration::MAX, Duration::MAX, Duration::MAX);
        for _ in 0..5 {
            let folder = fill();
            let project = folder.project();
            let journal = Journal::open(&folder.temp.path().join("journal"), &project).unwrap();
            let mut made = None;
            planned = planned.min(timed(|| made = Some(plan(&project, &asked, &bounds()).unwrap())));
            applied =
                applied.min(timed(|| drop(apply(&project, &journal, &made.unwrap(), &bounds()).unwrap())));
            undone = undone.min(timed(|| drop(journal.undo(&project, &bounds()).unwrap())));
        }
        let by = |command: &str| (0..5).filter_map(|_| program(&fill().root(), "sh", &["-c", command])).min();
        let sd = by("find . -name '*.txt' -print0 | xargs -0 sd -F old new");
        let perl = by("find . -name '*.txt' -print0 | xargs -0 perl -pi -e 's/old/new/g'");
        let perl_kept =
            by("find . -name '*.txt' -print0 | xargs -0 perl -pi.bak -e 's/old/new/g'; sync -f .");
        println!(
            "replace {files} files of {lines} lines: plan {planned:?}, apply {applied:?}, undo {undone:?}; time of sd ({sd:?}) x {}, \
             of perl ({perl:?}) x {}, of perl with backups and sync ({perl_kept:?}) x {}",
            ratio(Some(planned + applied), sd.unwrap_or_default()),
            ratio(Some(planned + applied), perl.unwrap_or_default()),
            ratio(Some(planned + applied), perl_kept.unwrap_or_default()),
        );
    }
}
