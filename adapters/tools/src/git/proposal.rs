//! What an order to git would do, worked out before it is decided: whoever says yes says it to exactly this (S18).

use std::fmt::Write as _;
use std::io::Read as _;
use std::os::fd::AsFd;

use laika_protocol::tools::typed::{GitChange, GitOrder};
use laika_protocol::wire::{ChangedFile, FileChange};
use laika_protocol::{ErrorCode, ToolError, ids};
use sha2::{Digest as _, Sha256};

use super::change::{arguments, paths};
use super::program::{Git, Place, up_to};
use super::query::{commit_id, failed, visible};
use super::repository::Repository;
use crate::Bounds;
use crate::project::refusal::{denied, invalid, not_now, of_io, shown};
use crate::project::root::{open_folder, open_if_regular, open_regular, read_whole};
use crate::project::{Project, ProjectPath, Use};

/// Bytes of a change that can be shown.
const SHOWN_MOST_BYTES: usize = 200 * 1024;
/// Bytes of the list of everything that is in the index.
const INDEX_MOST_BYTES: usize = 64 << 20;

/// Differences in full, whatever settings and attributes say: no programs, and nothing hidden as "binary".
const IN_FULL: &[&str] = &[
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    // Which commit of another repository is meant, and no look into that repository.
    "--ignore-submodules=dirty",
    "--submodule=short",
    "--text",
    "--full-index",
    "--find-renames",
    "--unified=3",
    "--src-prefix=a/",
    "--dst-prefix=b/",
];

/// What makes of a commit another one than it seems: further parents, another author.
const UNFINISHED: &[&str] = &["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"];

/// Works out what an order would do. Nothing is written.
///
/// # Errors
///
/// As [`super::change`] before it begins, `E_CHANGE_TOO_LONG`, and `E_GIT` where there is nothing to do.
pub fn propose(
    git: &Git,
    project: &Project,
    asked: &GitChange,
    bounds: &Bounds,
) -> Result<FileChange, ToolError> {
    arguments(asked)?;
    let repository = Repository::open(git, project, bounds)?;
    let place = repository.changing()?;
    let mut work = Work {
        git,
        project,
        place: &place,
        bounds,
        hash: Sha256::new(),
        text: String::new(),
        files: Vec::new(),
    };
    let head = work.state(asked.command)?;
    let before = work.text.len();
    match asked.command {
        GitOrder::Add => {
            let paths = paths(asked)?;
            work.differences(&["diff"], &paths)?;
            work.whole_files(&paths)?;
        }
        GitOrder::Commit => {
            work.unfinished()?;
            work.differences(&["diff", "--cached"], &[])?;
        }
        GitOrder::Restore if asked.staged.unwrap_or(false) => {
            work.differences(&["diff", "--cached", "-R"], &paths(asked)?)?;
        }
        GitOrder::Restore => {
            work.nothing_in_the_way()?;
            work.differences(&["diff", "-R"], &paths(asked)?)?;
        }
        GitOrder::Switch | GitOrder::Branch => {
            work.branch(asked.command, asked.branch.as_deref().unwrap_or_default(), head.as_deref())?;
        }
        GitOrder::Stash => {
            if head.is_none() {
                return Err(invalid("E_GIT", "there is no commit yet, so nothing can be put aside"));
            }
            work.nothing_in_the_way()?;
            work.differences(&["diff", "--cached", "-R"], &[])?;
            work.differences(&["diff", "-R"], &[])?;
        }
        GitOrder::Unstash => work.put_aside()?,
    }
    let needs_something = matches!(asked.command, GitOrder::Add | GitOrder::Commit | GitOrder::Restore);
    if needs_something && work.text.len() == before {
        return Err(invalid("E_GIT", "nothing would change: git sees no difference there"));
    }
    let digest = work.hash.finalize().iter().fold("sha256:".to_owned(), |mut text, byte| {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    });
    let digest = ids::Sha256::parse(&digest)
        .map_err(|error| ToolError::new(ErrorCode::Internal, error.to_string()))?;
    Ok(FileChange { digest, files: work.files, diff: work.text })
}

/// Refuses what is not what was decided.
///
/// # Errors
///
/// `E_CHANGE_UNKNOWN`, `E_FILE_CHANGED`, and as [`propose`].
pub fn as_decided(
    git: &Git,
    project: &Project,
    asked: &GitChange,
    decided: Option<&FileChange>,
    bounds: &Bounds,
) -> Result<(), ToolError> {
    let Some(decided) = decided else {
        return Err(denied(
            "E_CHANGE_UNKNOWN",
            "nobody has seen what this would change; nothing was changed",
        ));
    };
    // To the letter: what was shown is bound by nothing but this.
    if propose(git, project, asked, bounds)? == *decided {
        return Ok(());
    }
    let message = "the repository is not as it was when this was decided; nothing was changed";
    Err(not_now("E_FILE_CHANGED", message))
}

struct Work<'a> {
    git: &'a Git,
    project: &'a Project,
    place: &'a Place<'a>,
    bounds: &'a Bounds,
    hash: Sha256,
    text: String,
    files: Vec<ChangedFile>,
}

impl Work<'_> {
    /// Lengths go first, so that no two changes have the same bytes.
    fn bind(&mut self, bytes: &[u8]) {
        self.hash.update((bytes.len() as u64).to_be_bytes());
        self.hash.update(bytes);
    }

    fn show(&mut self, text: &str) -> Result<(), ToolError> {
        if self.text.len() + text.len() > SHOWN_MOST_BYTES {
            return Err(too_long());
        }
        self.text.push_str(text);
        Ok(())
    }

    /// A line that is bound, too.
    fn say(&mut self, line: &str) -> Result<(), ToolError> {
        self.bind(line.as_bytes());
        let line = visible(line.as_bytes()).replace('\n', " ");
        self.show(&format!("{line}\n"))
    }

    /// What git says, all of it.
    fn ask(&self, arguments: &[&str], paths: &[String], most: usize) -> Result<Vec<u8>, ToolError> {
        let all =
            arguments.iter().copied().chain(std::iter::once("--")).chain(paths.iter().map(String::as_str));
        let said = self.git.run(self.place, all, &up_to(most, self.bounds))?;
        match (said.ok, said.cut) {
            (_, true) => Err(too_long()),
            (true, false) => Ok(said.out),
            (false, false) => Err(failed(&said)),
        }
    }

    /// Binds where the repository stands: the branch, its commit, everything in the index.
    fn state(&mut self, order: GitOrder) -> Result<Option<String>, ToolError> {
        self.bind(b"laika git v1");
        self.bind(format!("{order:?}").as_bytes());
        let branch = self.git.run(self.place, ["symbolic-ref", "--quiet", "HEAD"], self.bounds)?;
        let branch = String::from_utf8_lossy(&branch.out).trim().to_owned();
        let head = commit_id(self.git, self.place, "HEAD", self.bounds)?;
        let branch = branch.strip_prefix("refs/heads/").unwrap_or(&branch);
        self.say(&format!(
            "on {} at {}",
            if branch.is_empty() { "no branch" } else { branch },
            head.as_deref().unwrap_or("no commit")
        ))?;
        let index = self.ask(&["ls-files", "-v", "--stage", "-z"], &[], INDEX_MOST_BYTES)?;
        self.bind(&Sha256::digest(&index));
        Ok(head)
    }

    /// Shows and binds differences. The ids in them bind what files hold, also where it cannot be read.
    fn differences(&mut self, command: &[&str], paths: &[String]) -> Result<(), ToolError> {
        let (name, rest) = command.split_at(1);
        let with = |form: &[&'static str]| [name, IN_FULL, form, rest].concat();
        let text = self.ask(&with(&["--patch"]), paths, SHOWN_MOST_BYTES)?;
        self.bind(&text);
        self.show(&visible(&text))?;
        let counts = self.ask(&with(&["--numstat", "-z"]), paths, SHOWN_MOST_BYTES)?;
        self.files.extend(counted(&counts));
        Ok(())
    }

    /// Files that git does not know yet, or knows in several forms: shown whole.
    fn whole_files(&mut self, paths: &[String]) -> Result<(), ToolError> {
        let new = self.ask(&["ls-files", "--others", "--exclude-standard", "-z"], paths, SHOWN_MOST_BYTES)?;
        let unmerged = self.ask(&["ls-files", "--unmerged", "-z"], paths, SHOWN_MOST_BYTES)?;
        let after_tab = |entry: &[u8]| entry.splitn(2, |byte| *byte == b'\t').nth(1).map(<[u8]>::to_vec);
        let mut names: Vec<Vec<u8>> = new.split(|byte| *byte == 0).map(<[u8]>::to_vec).collect();
        names.extend(unmerged.split(|byte| *byte == 0).filter_map(after_tab));
        names.retain(|name| !name.is_empty());
        names.sort_unstable();
        names.dedup();
        names.iter().try_for_each(|name| self.whole_file(name))
    }

    fn whole_file(&mut self, name: &[u8]) -> Result<(), ToolError> {
        let Ok(name) = std::str::from_utf8(name) else {
            let name = String::from_utf8_lossy(name);
            return Err(denied(
                "E_PATH_SPECIAL",
                format!("the name of `{}` is not text; use git yourself for it", shown(&name)),
            ));
        };
        if name.ends_with('/') {
            let message = format!("`{}` is a repository of its own; use git yourself there", shown(name));
            return Err(denied("E_GIT_ELSEWHERE", message));
        }
        let path = ProjectPath::parse(name, Use::Write)?;
        let folder = self.project.folder_of(&path)?;
        let (mode, bytes) = match rustix::fs::readlinkat(&folder, path.split().1, Vec::new()) {
            Ok(target) => ("120000", target.into_bytes()),
            // It is gone: that is put into the commit.
            Err(rustix::io::Errno::NOENT) => return self.say(&format!("deleted: {name}")),
            Err(_) => {
                let (mut file, stat) = open_regular(folder.as_fd(), &path)?;
                let mode = if stat.st_mode & 0o100 == 0 { "100644" } else { "100755" };
                (mode, read_whole(&mut file, &stat, &path)?)
            }
        };
        self.bind(name.as_bytes());
        self.bind(mode.as_bytes());
        self.bind(&Sha256::digest(&bytes));
        if bytes.len() > SHOWN_MOST_BYTES {
            return Err(too_long());
        }
        let text = visible(&bytes);
        let count = text.lines().count();
        let mut lines = format!(
            "diff --git a/{name} b/{name}\nnew file mode {mode}\n--- /dev/null\n+++ b/{name}\n@@ -0,0 +1,{count} @@\n"
        );
        for line in text.lines() {
            // Writing to a text cannot fail.
            let _ = writeln!(lines, "+{line}");
        }
        if !text.is_empty() && !text.ends_with('\n') {
            lines.push_str("\\ No newline at end of file\n");
        }
        self.show(&lines)?;
        self.files.retain(|file| file.path != name);
        self.files.push(ChangedFile { path: name.to_owned(), replacements: count as u64 });
        Ok(())
    }

    /// Git would remove what stands where a file or folder of a commit belongs, and no difference shows that.
    fn nothing_in_the_way(&self) -> Result<(), ToolError> {
        let killed = self.ask(&["ls-files", "--killed", "-z"], &[], SHOWN_MOST_BYTES)?;
        match killed.split(|byte| *byte == 0).find(|name| !name.is_empty()) {
            None => Ok(()),
            Some(name) => Err(not_now(
                "E_GIT_IN_THE_WAY",
                format!(
                    "`{}` stands where git has something else and would be lost; move it away first",
                    shown(&String::from_utf8_lossy(name))
                ),
            )),
        }
    }

    /// What else a commit takes in.
    fn unfinished(&mut self) -> Result<(), ToolError> {
        let folder = open_folder(self.project.fd(), ".git").map_err(|error| unreadable(&error.into()))?;
        for name in UNFINISHED {
            let mut text = String::new();
            match open_if_regular(folder.as_fd(), *name) {
                Err(rustix::io::Errno::NOENT) => continue,
                Ok(Some((file, _))) => {
                    file.take(4096).read_to_string(&mut text).map_err(|error| unreadable(&error))?;
                }
                Ok(None) | Err(_) => {
                    return Err(denied("E_GIT_ELSEWHERE", format!("`.git/{name}` is not an ordinary file")));
                }
            }
            self.say(&format!("{name} is part of it: {}", text.trim()))?;
        }
        Ok(())
    }

    fn branch(&mut self, order: GitOrder, name: &str, head: Option<&str>) -> Result<(), ToolError> {
        let there = commit_id(self.git, self.place, &format!("refs/heads/{name}"), self.bounds)?;
        match (order, there) {
            (GitOrder::Branch, None) => {
                self.say(&format!("to the new branch {name} at {}", head.unwrap_or("no commit")))
            }
            (GitOrder::Branch, Some(_)) => {
                Err(invalid("E_GIT", format!("there is a branch `{}` already", shown(name))))
            }
            (_, None) => Err(invalid("E_GIT", format!("there is no branch `{}`", shown(name)))),
            (_, Some(there)) => {
                self.say(&format!("to {name} at {there}"))?;
                let Some(head) = head else { return Ok(()) };
                let all = [&["diff"], IN_FULL, &["--numstat", "-z", head, &there]].concat();
                // Both commits are bound; where they are too far apart, the files are not listed.
                let counts = self.git.run(self.place, all, &up_to(SHOWN_MOST_BYTES, self.bounds))?;
                if counts.ok && !counts.cut {
                    self.files.extend(counted(&counts.out));
                }
                Ok(())
            }
        }
    }

    /// What was put aside last, by the name under which git takes it back.
    fn put_aside(&mut self) -> Result<(), ToolError> {
        let last = commit_id(self.git, self.place, "refs/stash@{0}", self.bounds)?;
        let last = last.ok_or_else(|| invalid("E_GIT", "nothing was put aside"))?;
        self.say(&format!("takes back {last}"))?;
        self.differences(&["diff", &format!("{last}^1"), &last], &[])?;
        // Files that git did not know when they were put aside.
        if let Some(unknown) = commit_id(self.git, self.place, &format!("{last}^3"), self.bounds)? {
            self.differences(&["diff-tree", "--root", "--no-commit-id", "-r", &unknown], &[])?;
        }
        Ok(())
    }
}

/// Files with how many of their lines change, from `--numstat -z`.
fn counted(out: &[u8]) -> Vec<ChangedFile> {
    let mut files = Vec::new();
    let mut entries = out.split(|byte| *byte == 0);
    while let Some(entry) = entries.next() {
        let mut parts = entry.splitn(3, |byte| *byte == b'\t');
        let (Some(added), Some(removed), Some(path)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        // A renamed file has both names in entries of their own.
        let path = if path.is_empty() { entries.nth(1).unwrap_or_default() } else { path };
        let number = |text: &[u8]| String::from_utf8_lossy(text).parse::<u64>().ok();
        let replacements = match (number(added), number(removed)) {
            (Some(added), Some(removed)) => added + removed,
            _ => 1,
        };
        files.push(ChangedFile { path: visible(path), replacements });
    }
    files
}

fn too_long() -> ToolError {
    invalid("E_CHANGE_TOO_LONG", "the change is too long to be shown; take fewer files")
}

fn unreadable(error: &std::io::Error) -> ToolError {
    of_io("read", ".git", error)
}
