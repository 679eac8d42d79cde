//! What a child does when nothing is done to it: every call that changes something, so that each can be aimed at.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::child::{Around, Child, SAID, strace};
use super::folder::Folder;
use super::trace::op::{self, Op, RECORDED};
use super::trace::{self, Call, Event};

/// Calls after which the world may be another one. Those that a machine does not know are left out there.
pub(super) const CHANGING: [&str; 15] = [
    "openat",
    "write",
    "writev",
    "pwrite64",
    "pwritev",
    "fsync",
    "fdatasync",
    "ftruncate",
    "rename",
    "renameat",
    "renameat2",
    "unlink",
    "unlinkat",
    "mkdir",
    "mkdirat",
];

/// The n-th time that a thread makes this call, on this file if one is named.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Point {
    pub(super) call: String,
    /// Below the folder of the case.
    pub(super) path: Option<PathBuf>,
    pub(super) nth: usize,
}

/// Everything that a child did.
pub(super) struct Recording {
    pub(super) ops: Vec<Op>,
    events: Vec<Event>,
    root: PathBuf,
}

/// Where a child can be aimed at.
#[derive(Debug, Default)]
pub(super) struct Survey {
    pub(super) points: Vec<Point>,
    /// How many of these calls the busiest thread makes.
    pub(super) busiest: usize,
    /// The same for each call.
    pub(super) most: BTreeMap<String, usize>,
    /// Files and folders below the data folder, by their paths below the folder of the case.
    pub(super) paths: Vec<PathBuf>,
    /// Blocks of 512 bytes of the largest file.
    pub(super) blocks: usize,
}

/// Lets a child live in a folder and writes down all it does; `more` goes to `strace`.
pub(super) fn record(child: &Child<'_>, folder: &Folder, more: &[String]) -> Result<Recording> {
    let root = folder.path().to_path_buf();
    let output = Folder::new()?;
    let file = output.path().join("trace");
    let mut arguments = strace(Some(&file));
    let strings = ["-y", "-xx", "-s", "16777216", "-e"];
    arguments.extend(strings.into_iter().map(str::to_owned).chain([format!("trace={RECORDED}")]));
    arguments.extend(more.iter().cloned());
    let life = child.live(&root, &Around::Strace(arguments))?;
    if more.is_empty() && !life.is_done() {
        bail!("the child does not finish even if nothing is done to it: {}", life.ending());
    }
    let trace = fs::read_to_string(&file).context("there is no trace")?;
    let events = trace::read(&trace)?;
    let ops = op::read(events.clone(), &root, Path::new(SAID))?;
    Ok(Recording { ops, events, root })
}

impl Recording {
    /// Where its child can be aimed at.
    pub(super) fn survey(&self) -> Result<Survey> {
        let mut counts = Counts { root: self.root.clone(), ..Counts::default() };
        for event in &self.events {
            match event {
                Event::Ended(call) if CHANGING.contains(&call.name.as_str()) => counts.add(call)?,
                Event::Began(_) | Event::Ended(_) => {}
            }
        }
        let mut most = BTreeMap::<String, usize>::new();
        for ((_, call, path), count) in &counts.made {
            if path.is_none() {
                let most = most.entry(call.clone()).or_default();
                *most = (*most).max(*count);
            }
        }
        let mut largest = 0;
        for op in &self.ops {
            if let Op::Write { at, bytes, .. } = op {
                largest = largest.max(at + bytes.len() as u64);
            }
        }
        Ok(Survey {
            points: counts.points.into_iter().collect(),
            busiest: counts.threads.into_values().max().unwrap_or(0),
            most,
            paths: counts.paths.into_iter().collect(),
            blocks: usize::try_from(largest / 512)?,
        })
    }
}

#[derive(Default)]
struct Counts {
    root: PathBuf,
    points: BTreeSet<Point>,
    paths: BTreeSet<PathBuf>,
    threads: BTreeMap<u32, usize>,
    /// By thread, call and file; and by thread and call alone.
    made: BTreeMap<(u32, String, Option<PathBuf>), usize>,
}

impl Counts {
    fn add(&mut self, call: &Call) -> Result<()> {
        *self.threads.entry(call.thread).or_default() += 1;
        let paths = op::paths(call)?;
        let ours = paths.iter().find_map(|path| path.strip_prefix(&self.root).ok()).map(Path::to_path_buf);
        let mut count = |path: Option<PathBuf>| {
            let made = self.made.entry((call.thread, call.name.clone(), path)).or_default();
            *made += 1;
            *made
        };
        let any = count(None);
        let Some(ours) = ours else { return Ok(()) };
        // Opening for reading changes nothing.
        if call.name == "openat" && !call.arguments.iter().any(|argument| argument.contains("O_CREAT")) {
            count(Some(ours));
            return Ok(());
        }
        // The names of effects are new every time, so that only their turn can be told.
        let point = if ours.starts_with("effects") {
            Point { call: call.name.clone(), path: None, nth: any }
        } else {
            let nth = count(Some(ours.clone()));
            Point { call: call.name.clone(), path: Some(ours.clone()), nth }
        };
        self.points.insert(point);
        if ours.starts_with("data") {
            self.paths.insert(ours);
        }
        Ok(())
    }
}

impl Point {
    /// Arguments of `strace` that do `what` there: `signal=KILL`, `error=EIO`.
    pub(super) fn aim(&self, folder: &Path, what: &str, onwards: bool) -> Vec<String> {
        aim(&[&self.call], self.path.as_slice(), folder, what, self.nth, onwards)
    }

    /// Whether it is in the data folder.
    pub(super) fn is_data(&self) -> bool {
        self.path.as_ref().is_some_and(|path| path.starts_with("data"))
    }
}

/// Arguments of `strace` that do `what` at the n-th of these calls that a thread makes on these files, or on any.
pub(super) fn aim(
    calls: &[&str],
    paths: &[PathBuf],
    folder: &Path,
    what: &str,
    nth: usize,
    onwards: bool,
) -> Vec<String> {
    let calls = calls.iter().map(|call| format!("?{call}")).collect::<Vec<_>>().join(",");
    let plus = if onwards { "+" } else { "" };
    let mut arguments = strace(None);
    arguments.extend(["-e".to_owned(), format!("trace={calls}")]);
    for path in paths {
        arguments.extend(["-P".to_owned(), folder.join(path).to_string_lossy().into_owned()]);
    }
    arguments.extend(["-e".to_owned(), format!("inject={calls}:{what}:when={nth}{plus}")]);
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_counted_by_thread_and_file() {
        let hex = |text: &str| text.bytes().map(|byte| format!("\\x{byte:02x}")).collect::<String>();
        let line = |thread, call: &str, file: &str| format!("{thread} {call}(3<{}>) = 0\n", hex(file));
        let open = |thread, file: &str, flags| {
            let file = hex(file);
            format!("{thread} openat(AT_FDCWD<{}>, \"{file}\", {flags}) = 3<{file}>\n", hex("/"))
        };
        let trace = [
            open(1, "/lib/so", "O_RDONLY"),
            open(1, "/case/data/a", "O_RDWR|O_CREAT"),
            open(1, "/case/data/a", "O_RDONLY"),
            open(1, "/case/effects/run-1.1.u", "O_WRONLY|O_CREAT|O_EXCL"),
            line(2, "fsync", "/case/data/a"),
            line(1, "fsync", "/case/data/b"),
            line(2, "fsync", "/case/data/a"),
            line(1, "fsync", "/elsewhere"),
        ]
        .concat();
        let events = trace::read(&trace).unwrap();
        let survey = Recording { ops: Vec::new(), events, root: "/case".into() }.survey().unwrap();
        let point = |call: &str, path: Option<&str>, nth| Point {
            call: call.into(),
            path: path.map(PathBuf::from),
            nth,
        };
        assert_eq!(
            survey.points,
            [
                point("fsync", Some("data/a"), 1),
                point("fsync", Some("data/a"), 2),
                point("fsync", Some("data/b"), 1),
                point("openat", None, 4),
                point("openat", Some("data/a"), 1),
            ]
        );
        assert_eq!((survey.busiest, survey.paths), (6, vec!["data/a".into(), "data/b".into()]));
    }

    #[test]
    fn an_aim_names_calls_files_and_turn() {
        let point = Point { call: "fsync".into(), path: Some("data/a".into()), nth: 3 };
        let aim = point.aim(Path::new("/case"), "error=EIO", true);
        assert!(
            aim.ends_with(
                &["-P", "/case/data/a", "-e", "inject=?fsync:error=EIO:when=3+"].map(str::to_owned)
            )
        );
    }
}
