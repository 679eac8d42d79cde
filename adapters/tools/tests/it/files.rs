//! The process that works on a project's files: it does what this process would, and can reach nothing else (SURF-043).

mod escape;
mod lies;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use laika_protocol::tools::ToolResult;
use laika_protocol::{ErrorCode, ToolError};
use laika_tools::Bounds;
use laika_tools::files::Files;
use laika_tools::project::{Journal, Project};
use laika_tools::toolbox::{Kit, Toolbox};
use serde_json::{Value, json};

use super::git_query::repository;
use super::project_folder::{Folder, bounds, code};
use super::toolbox::{NOW, permitted, prepared, run, toolbox};

fn example(name: &str) -> PathBuf {
    let own = std::env::current_exe().unwrap();
    own.ancestors().nth(2).unwrap().join("examples").join(name)
}

fn worker() -> Option<Arc<Files>> {
    Some(Arc::new(Files::new(example("file_worker"), Vec::new())))
}

/// The tools of a project, done here or by a process.
fn tools(folder: &Folder, files: Option<Arc<Files>>) -> Toolbox {
    let kit = Kit {
        project: Some(Arc::new(folder.project())),
        journals: Some(folder.temp.path().join("journals")),
        programs: std::env::var_os("PATH").unwrap_or_else(|| "/usr/bin".into()),
        files,
        ..Kit::default()
    };
    let settings =
        json!({ "settings": { "git": { "read_only": false }, "project.search": { "max_results": 7 } } });
    toolbox(kit, settings).unwrap()
}

fn acted(tools: &Toolbox, name: &str, arguments: &Value) -> Result<ToolResult, ToolError> {
    let call = prepared(tools, name, arguments.clone())?;
    tools.act(&run(), permitted(&call), NOW, &bounds())
}

/// Everything that is asked of both, in this order.
fn asked() -> Vec<(&'static str, Value)> {
    let replace = |glob: &str| json!({ "glob": [glob], "search": "old", "replacement": "new" });
    let mut dry = replace("*");
    dry["dryRun"] = true.into();
    vec![
        ("project.search", json!({ "query": "old" })),
        ("project.search", json!({ "query": "o[l]d .*", "regex": true, "maxResults": 3 })),
        ("project.search", json!({ "query": "nowhere to be found" })),
        ("project.search", json!({ "query": "(", "regex": true })),
        ("replace.files", dry),
        ("replace.file", json!({ "path": "notes/a.md", "search": "old", "replacement": "newer" })),
        ("replace.file", json!({ "path": "notes/missing.md", "search": "old", "replacement": "newer" })),
        ("replace.file", json!({ "path": "../outside/secret.txt", "search": "a", "replacement": "b" })),
        ("replace.file", json!({ "path": "link.md", "search": "a", "replacement": "b" })),
        ("replace.files", replace("notes/**")),
        (
            "replace.smart",
            json!({ "path": "notes/c.md", "search": "light", "replacement": "lamp", "context": { "keywords": ["magic"] } }),
        ),
        ("git", json!({ "command": "status" })),
        ("git", json!({ "command": "log" })),
        ("git", json!({ "command": "diff" })),
        ("git", json!({ "command": "show", "revision": "no-such" })),
        ("git.change", json!({ "command": "add", "paths": ["notes/a.md", "notes/new.md"] })),
        ("git.change", json!({ "command": "commit", "message": "Notes" })),
        ("git.change", json!({ "command": "branch", "branch": "side" })),
        ("git.change", json!({ "command": "stash" })),
        ("git.change", json!({ "command": "unstash" })),
        ("git.change", json!({ "command": "restore", "paths": ["a.txt"] })),
        ("git.change", json!({ "command": "stash" })),
        ("git.change", json!({ "command": "switch", "branch": "main" })),
        ("git.change", json!({ "command": "switch", "branch": "no-such" })),
        ("git", json!({ "command": "blame", "path": "a.txt" })),
    ]
}

/// A repository with files to find and change, and a link out of it.
fn world() -> Folder {
    let folder = repository();
    for (path, text) in [
        ("notes/a.md", "old and older\n"),
        ("notes/b.md", "one old\ntwo old\n"),
        ("notes/c.md", "the magic light\n"),
        ("notes/new.md", "unknown\n"),
    ] {
        folder.write(path, text.as_bytes());
    }
    std::os::unix::fs::symlink(folder.outside().join("secret.txt"), folder.root().join("link.md")).unwrap();
    folder
}

/// The same once more, down to every id.
fn copy_of(folder: &Folder) -> Folder {
    let copy = Folder::with(&[]);
    let from = folder.root().join(".");
    assert!(Command::new("cp").arg("-a").args([&from, &copy.root()]).status().unwrap().success());
    copy
}

/// Everything that was said. Names of git's commits hold the second in which they were made, and are left out.
fn said<T: std::fmt::Debug>(tool: &str, said: &T) -> String {
    let text = format!("{said:?}");
    if !tool.starts_with("git") {
        return text;
    }
    let is_id = |word: &str| (7..=64).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_hexdigit());
    let words = text.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric());
    let without = words.map(|word| {
        let bare = word.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric());
        if is_id(bare) { word.replace(bare, "ID") } else { word.to_owned() }
    });
    without.collect()
}

fn contents(folder: &Folder) -> BTreeMap<PathBuf, (Vec<u8>, u32)> {
    let root = folder.root();
    let below = |path: &Path| path.strip_prefix(&root).unwrap().to_owned();
    let all = folder.everything();
    let all = all.iter().map(|(path, (bytes, mode, _, _))| (below(path), (bytes.clone(), *mode)));
    all.filter(|(path, _)| !path.starts_with(".git")).collect()
}

#[test]
fn surf_043_the_process_does_what_this_one_would() {
    let here = world();
    let there = copy_of(&here);
    let (inside, outside) = (tools(&here, None), tools(&there, worker()));
    let (mut done, mut refused) = (0, 0);
    for (name, arguments) in asked() {
        let change = |tools: &Toolbox| prepared(tools, name, arguments.clone()).map(|call| call.change);
        let (mine, its) = (change(&inside), change(&outside));
        assert_eq!(said(name, &mine), said(name, &its), "{name} {arguments}");
        let (mine, its) = (acted(&inside, name, &arguments), acted(&outside, name, &arguments));
        assert_eq!(said(name, &mine), said(name, &its), "{name} {arguments}");
        if its.is_ok() { done += 1 } else { refused += 1 }
    }
    assert_eq!(contents(&here), contents(&there));
    println!("tools in a process of their own: {done} done and {refused} refused, as in this one");
    assert!(done >= 18 && refused >= 5, "{done} {refused}");
}

#[test]
fn surf_043_whoever_only_looks_leaves_no_journal() {
    let folder = world();
    let tools = tools(&folder, worker());
    acted(&tools, "project.search", &json!({ "query": "old" })).unwrap();
    prepared(&tools, "replace.files", json!({ "glob": ["*"], "search": "old", "replacement": "new" }))
        .unwrap();
    assert!(!folder.temp.path().join("journals").exists());
}

#[test]
fn surf_043_another_folder_in_its_place_is_refused() {
    let folder = world();
    let tools = tools(&folder, worker());
    let search = json!({ "query": "old" });
    acted(&tools, "project.search", &search).unwrap();
    fs::rename(folder.root(), folder.temp.path().join("away")).unwrap();
    fs::create_dir(folder.root()).unwrap();
    // The process that has it open goes on with the one that the person opened.
    assert!(acted(&tools, "project.search", &search).unwrap().summary.contains("old"));
    let change = json!({ "path": "notes/a.md", "search": "old", "replacement": "new" });
    let call = prepared(&tools, "replace.file", change).unwrap();
    let error = tools.act(&run(), permitted(&call), NOW, &bounds()).unwrap_err();
    assert_eq!((error.code, code(&error)), (ErrorCode::PreconditionFailed, "E_FILES_MOVED"));
}

/// The process under another name, by which no other test's is found.
fn worker_called(name: &str, folder: &Folder) -> Option<Arc<Files>> {
    let link = folder.temp.path().join(name);
    std::os::unix::fs::symlink(example("file_worker"), &link).unwrap();
    Some(Arc::new(Files::new(link, Vec::new())))
}

/// Every process of ours with this name.
fn workers(name: &str) -> Vec<u32> {
    let own = std::process::id();
    let task =
        fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let ours = |id: &u32| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let parent = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1)?.parse().ok());
        stat.contains(&format!("({name})")) && parent == Some(own)
    };
    task.filter(ours).collect()
}

const FILES: usize = 400;

/// Killed after this many files were changed: every file is old or new, the run is told that nobody knows, and all of it
/// can be taken back.
#[test]
fn surf_043_killed_in_the_middle_of_a_change() {
    let folder = Folder::with(&[]);
    let path = |at: usize| format!("d{}/f{at:03}.txt", at % 7);
    let old = |at: usize| format!("file {at}\nold {}\n", "x".repeat(at * 7 % 3000));
    (0..FILES).for_each(|at| folder.write(&path(at), old(at).as_bytes()));
    let before = contents(&folder);
    let tools = tools(&folder, worker_called("files_killed", &folder));
    let change = json!({ "glob": ["*.txt"], "search": "old", "replacement": "new", "maxFiles": FILES });
    let call = prepared(&tools, "replace.files", change).unwrap();
    let looking = workers("files_killed");
    let ended = std::thread::scope(|scope| {
        let acting = scope.spawn(|| tools.act(&run(), permitted(&call), NOW, &bounds()));
        let mut sorted: Vec<String> = (0..FILES).map(path).collect();
        sorted.sort();
        let watched = folder.root().join(&sorted[FILES / 8]);
        let was = fs::read(&watched).unwrap();
        let until = Instant::now() + Duration::from_secs(60);
        while fs::read(&watched).unwrap() == was && Instant::now() < until && !acting.is_finished() {}
        for id in workers("files_killed").into_iter().filter(|id| !looking.contains(id)) {
            let id = rustix::process::Pid::from_raw(i32::try_from(id).unwrap()).unwrap();
            rustix::process::kill_process(id, rustix::process::Signal::KILL).unwrap();
        }
        acting.join().unwrap()
    });
    let new = (0..FILES).filter(|at| folder.text(&path(*at)) == old(*at).replace("old", "new")).count();
    let kept = (0..FILES).filter(|at| folder.text(&path(*at)) == old(*at)).count();
    assert_eq!(new + kept, FILES, "every file is old or new");
    println!("killed after {new} of {FILES} files");
    if kept > 0 {
        let error = ended.unwrap_err();
        assert_eq!((error.code, code(&error)), (ErrorCode::VerificationFailed, "E_FILES_LOST"));
    }
    let project: Project = folder.project();
    let journal = Journal::among(&folder.temp.path().join("journals"), &project).unwrap();
    journal.undo(&project, &bounds()).unwrap();
    assert_eq!(contents(&folder), before, "and nothing waits beside them");
    // The next call has another process.
    let call =
        prepared(&tools, "replace.file", json!({ "path": path(1), "search": "old", "replacement": "new" }));
    tools.act(&run(), permitted(&call.unwrap()), NOW, &bounds()).unwrap();
}

/// One process that reads for as long as the tools are there, and none for a change that is over.
#[test]
fn surf_043_processes_end() {
    let folder = world();
    let tools = tools(&folder, worker_called("files_ended", &folder));
    let are = |count: usize| {
        let until = Instant::now() + Duration::from_secs(10);
        while workers("files_ended").len() != count && Instant::now() < until {}
        workers("files_ended")
    };
    assert_eq!(workers("files_ended").len(), 0, "none before it is needed");
    let search = json!({ "query": "old" });
    acted(&tools, "project.search", &search).unwrap();
    let one = are(1);
    acted(&tools, "project.search", &search).unwrap();
    acted(&tools, "replace.file", &json!({ "path": "notes/a.md", "search": "old", "replacement": "new" }))
        .unwrap();
    assert_eq!((are(1), one.len()), (one.clone(), 1), "it is used again, and the one that changed is gone");
    // One that was killed while nobody needed it is no matter.
    let id = rustix::process::Pid::from_raw(i32::try_from(one[0]).unwrap()).unwrap();
    rustix::process::kill_process(id, rustix::process::Signal::KILL).unwrap();
    acted(&tools, "project.search", &search).unwrap();
    assert_ne!(are(1), one);
    drop(tools);
    assert_eq!(are(0), Vec::<u32>::new());
}

fn short(time: Duration) -> Bounds {
    Bounds::new(time, &laika_tools::CallOff::default())
}
