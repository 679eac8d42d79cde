//! Walks the files of a project on several threads, through descriptors only: no link is followed, nothing outside is read.
//!
//! The usual walker works with paths, reads the ignore files of the folders above and waits for a pipe that is called
//! `.gitignore`. This one takes its rules for ignoring from the same library and opens everything by one name at a time.

use std::ffi::{CStr, CString};
use std::io::Read;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::overrides::{Override, OverrideBuilder};
use laika_protocol::ToolError;
use rustix::fs::FileType;

use super::path::{self, ProjectPath, Use};
use super::refusal::{denied, invalid, of_io, shown};
use super::root::{Project, open_folder, open_if_regular};
use crate::Bounds;

/// Folders within folders, beyond which nothing is looked for.
const MOST_DEPTH: usize = 128;
/// Bytes of one file of ignore rules.
const IGNORE_FILE_MOST_BYTES: u64 = 1 << 20;
/// Files that one thread takes at a time.
const FILES_AT_ONCE: usize = 32;
/// Threads; more do not help a disk.
const MOST_THREADS: usize = 12;

/// Which files are visited.
#[derive(Debug)]
pub(crate) struct Choice {
    wanted: Override,
    unwanted: Gitignore,
    /// By itself: in one list a later pattern would lift an earlier one.
    never: Gitignore,
}

impl Choice {
    /// Files that the patterns name, less those that the exclusions name, and never those that are always left alone.
    pub(crate) fn new(globs: &[String], exclude: &[String], never: &[&str]) -> Result<Self, ToolError> {
        let mut wanted = OverrideBuilder::new("");
        for glob in globs {
            check_glob(glob)?;
            wanted.add(glob).map_err(|_| bad_glob(glob))?;
        }
        if let Some(lifting) = exclude.iter().find(|pattern| pattern.starts_with('!')) {
            let message = format!("`{}` would take files back in; exclude only leaves out", shown(lifting));
            return Err(invalid("E_GLOB", message));
        }
        Ok(Self {
            wanted: wanted.build().map_err(|_| bad_glob("glob"))?,
            unwanted: excluding(exclude)?,
            never: excluding(never)?,
        })
    }

    fn takes(&self, path: &str, is_folder: bool) -> bool {
        !self.wanted.matched(path, is_folder).is_ignore()
            && !self.unwanted.matched(path, is_folder).is_ignore()
            && !self.never.matched(path, is_folder).is_ignore()
    }
}

fn excluding(patterns: &[impl AsRef<str>]) -> Result<Gitignore, ToolError> {
    let mut builder = GitignoreBuilder::new("");
    for pattern in patterns {
        builder.add_line(None, pattern.as_ref()).map_err(|_| bad_glob(pattern.as_ref()))?;
    }
    builder.build().map_err(|_| bad_glob("exclude"))
}

fn check_glob(glob: &str) -> Result<(), ToolError> {
    let outside = glob.trim_start_matches('!').split('/').any(|name| name == "..");
    if outside || glob.contains('\\') || glob.chars().any(path::is_unprintable) {
        return Err(denied(
            "E_PATH_OUTSIDE",
            format!("the pattern `{}` leads out of the project", shown(glob)),
        ));
    }
    Ok(())
}

fn bad_glob(glob: &str) -> ToolError {
    invalid("E_GLOB", format!("`{}` is not a pattern for files", shown(glob)))
}

/// What a walk did not visit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Passed {
    /// Files and folders that ignore rules name.
    pub(crate) ignored: u64,
    /// Files and folders whose name begins with a dot.
    pub(crate) hidden: u64,
    /// Links, pipes, devices.
    pub(crate) special: u64,
    /// What the system does not let Laika read.
    pub(crate) unreadable: u64,
    /// Names that no tool takes.
    pub(crate) odd_names: u64,
}

impl Passed {
    fn add(&mut self, other: Self) {
        self.ignored += other.ignored;
        self.hidden += other.hidden;
        self.special += other.special;
        self.unreadable += other.unreadable;
        self.odd_names += other.odd_names;
    }
}

/// Gets the files, on one thread.
pub(crate) trait Visit: Send {
    /// A file whose name was chosen; it may be something else by the time it is opened.
    fn file(
        &mut self,
        path: &str,
        folder: BorrowedFd<'_>,
        name: &CStr,
        passed: &mut Passed,
    ) -> Result<(), ToolError>;
}

/// A folder that is open, and the rules that hold in it.
struct Folder {
    fd: OwnedFd,
    path: String,
    depth: usize,
    rules: Option<Arc<Rules>>,
}

/// The ignore rules of a folder, and those of the folders above.
struct Rules {
    here: Gitignore,
    above: Option<Arc<Rules>>,
}

enum Work {
    Folder(Arc<Folder>, CString),
    Files(Arc<Folder>, Vec<CString>),
}

/// What is still to do; threads end when nothing is and nobody works on more.
struct Queue {
    state: Mutex<State>,
    more: Condvar,
}

struct State {
    work: Vec<Work>,
    busy: usize,
    failed: Option<ToolError>,
}

/// Visits every chosen file once, in no order; the visitors are given back.
pub(crate) fn walk<V: Visit>(
    project: &Project,
    choice: &Choice,
    bounds: &Bounds,
    visitor: impl Fn() -> V + Sync,
) -> Result<(Vec<V>, Passed), ToolError> {
    let fd = open_folder(project.fd(), ".").map_err(|error| of_io("open", "", &error.into()))?;
    let rules = git_exclude(fd.as_fd());
    let top = Folder { fd, path: String::new(), depth: 0, rules };
    let queue =
        Queue { state: Mutex::new(State { work: Vec::new(), busy: 1, failed: None }), more: Condvar::new() };
    let mut passed = Passed::default();
    read_folder(top, choice, &queue, &mut passed);
    queue.finished(Ok(()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
    let done: Vec<(V, Passed)> = std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads).map(|_| scope.spawn(|| work(&queue, choice, bounds, visitor()))).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    });
    if let Some(error) = queue.lock().failed.take() {
        return Err(error);
    }
    if done.len() != threads {
        return Err(thread_failed());
    }
    let mut visitors = Vec::with_capacity(threads);
    for (visitor, part) in done {
        passed.add(part);
        visitors.push(visitor);
    }
    Ok((visitors, passed))
}

fn work<V: Visit>(queue: &Queue, choice: &Choice, bounds: &Bounds, mut visitor: V) -> (V, Passed) {
    let mut passed = Passed::default();
    while let Some(work) = queue.next() {
        // Told also when the visitor panics, or the others would wait for ever.
        let mut turn = Turn { queue, result: Err(thread_failed()) };
        turn.result = one(work, queue, choice, bounds, &mut visitor, &mut passed);
    }
    (visitor, passed)
}

struct Turn<'a> {
    queue: &'a Queue,
    result: Result<(), ToolError>,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.queue.finished(std::mem::replace(&mut self.result, Ok(())));
    }
}

fn thread_failed() -> ToolError {
    ToolError::new(laika_protocol::ErrorCode::Internal, "a thread of the search failed")
}

fn one<V: Visit>(
    work: Work,
    queue: &Queue,
    choice: &Choice,
    bounds: &Bounds,
    visitor: &mut V,
    passed: &mut Passed,
) -> Result<(), ToolError> {
    match work {
        Work::Folder(parent, name) => {
            bounds.check()?;
            match open_folder(parent.fd.as_fd(), name.as_c_str()) {
                Ok(fd) => {
                    let path = joined(&parent.path, &name.to_string_lossy());
                    let folder = Folder { fd, path, depth: parent.depth + 1, rules: parent.rules.clone() };
                    drop(parent);
                    read_folder(folder, choice, queue, passed);
                }
                Err(_) => passed.unreadable += 1,
            }
        }
        Work::Files(folder, names) => {
            for name in names {
                bounds.check()?;
                let path = joined(&folder.path, &name.to_string_lossy());
                visitor.file(&path, folder.fd.as_fd(), &name, passed)?;
            }
        }
    }
    Ok(())
}

/// Reads the names in a folder and puts the chosen ones to the work.
fn read_folder(mut folder: Folder, choice: &Choice, queue: &Queue, passed: &mut Passed) {
    let Ok(names) = rustix::fs::Dir::read_from(&folder.fd) else {
        passed.unreadable += 1;
        return;
    };
    let names: Vec<_> = names.flatten().collect();
    let has = |wanted: &CStr| names.iter().any(|entry| entry.file_name() == wanted);
    // Later rules win over earlier ones: what is meant for searches wins over what is meant for git.
    for file in [c".gitignore", c".ignore"] {
        if has(file)
            && let Some(here) = read_rules(folder.fd.as_fd(), file, &folder.path)
        {
            folder.rules = Some(Arc::new(Rules { here, above: folder.rules.take() }));
        }
    }
    let folder = Arc::new(folder);
    let (mut folders, mut files) = (Vec::new(), Vec::new());
    for entry in &names {
        let name = entry.file_name();
        if matches!(name.to_bytes(), b"." | b"..") {
            continue;
        }
        let mut kind = entry.file_type();
        if kind == FileType::Unknown {
            // Some file systems do not say; then the entry is asked.
            kind = kind_of(folder.fd.as_fd(), name);
        }
        match (kind, judge(&folder, choice, name, kind == FileType::Directory, passed)) {
            (_, false) => {}
            (FileType::Directory, true) if folder.depth < MOST_DEPTH => folders.push(name.to_owned()),
            (FileType::RegularFile, true) => files.push(name.to_owned()),
            (_, true) => passed.special += 1,
        }
    }
    let mut work: Vec<Work> = Vec::new();
    work.extend(folders.into_iter().map(|name| Work::Folder(folder.clone(), name)));
    while !files.is_empty() {
        let rest = files.split_off(files.len().min(FILES_AT_ONCE));
        work.push(Work::Files(folder.clone(), std::mem::replace(&mut files, rest)));
    }
    queue.add(work);
}

fn kind_of(folder: BorrowedFd<'_>, name: &CStr) -> FileType {
    rustix::fs::statat(folder, name, rustix::fs::AtFlags::SYMLINK_NOFOLLOW)
        .map_or(FileType::Unknown, |stat| FileType::from_raw_mode(stat.st_mode))
}

/// Whether an entry is visited.
fn judge(folder: &Folder, choice: &Choice, name: &CStr, is_folder: bool, passed: &mut Passed) -> bool {
    let Some(text) = name.to_str().ok().filter(|text| is_usual(text)) else {
        passed.odd_names += 1;
        return false;
    };
    if text.starts_with('.') || path::is_git_folder(text) {
        passed.hidden += 1;
        return false;
    }
    let path = joined(&folder.path, text);
    if is_ignored(folder.rules.as_deref(), &path, is_folder) || !choice.takes(&path, is_folder) {
        passed.ignored += 1;
        return false;
    }
    true
}

/// Whether a name can be written as an argument, so that what is found can also be used.
fn is_usual(name: &str) -> bool {
    let plain = |one: u8| one.is_ascii_alphanumeric() || matches!(one, b'_' | b'-');
    name.bytes().all(|one| plain(one) || one == b'.') && name.bytes().last().is_some_and(plain)
        || path::is_git_folder(name)
        || ProjectPath::parse(name, Use::Read).is_ok()
}

fn is_ignored(mut rules: Option<&Rules>, path: &str, is_folder: bool) -> bool {
    while let Some(some) = rules {
        match some.here.matched(path, is_folder) {
            Match::Ignore(_) => return true,
            Match::Whitelist(_) => return false,
            Match::None => rules = some.above.as_deref(),
        }
    }
    false
}

fn git_exclude(top: BorrowedFd<'_>) -> Option<Arc<Rules>> {
    let git = open_folder(top, ".git").ok()?;
    let info = open_folder(git.as_fd(), "info").ok()?;
    read_rules(info.as_fd(), c"exclude", "").map(|here| Arc::new(Rules { here, above: None }))
}

/// Reads a file of ignore rules; one that cannot be read has none, and a line that makes no sense is passed over.
fn read_rules(folder: BorrowedFd<'_>, name: &CStr, path: &str) -> Option<Gitignore> {
    let (file, _) = open_if_regular(folder, name).ok()??;
    let mut bytes = Vec::new();
    file.take(IGNORE_FILE_MOST_BYTES).read_to_end(&mut bytes).ok()?;
    let mut rules = GitignoreBuilder::new(path);
    for line in String::from_utf8_lossy(&bytes).lines() {
        // A bad line is the file's fault, not the search's.
        let _passed_over = rules.add_line(None, line);
    }
    rules.build().ok().filter(|rules| !rules.is_empty())
}

fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, work: Vec<Work>) {
        self.lock().work.extend(work);
        self.more.notify_all();
    }

    fn next(&self) -> Option<Work> {
        let mut state = self.lock();
        loop {
            if state.failed.is_some() {
                return None;
            }
            if let Some(work) = state.work.pop() {
                state.busy += 1;
                return Some(work);
            }
            if state.busy == 0 {
                return None;
            }
            state = self.more.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn finished(&self, result: Result<(), ToolError>) {
        let mut state = self.lock();
        state.busy -= 1;
        if let Err(error) = result {
            state.failed.get_or_insert(error);
        }
        let over = state.failed.is_some() || state.busy == 0;
        drop(state);
        if over {
            self.more.notify_all();
        }
    }
}
