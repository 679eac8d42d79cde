//! Questions to git: fixed commands that change nothing (INK-060).

use std::fmt::Write as _;

use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{GitCommit, GitFileState, GitFound, GitLine, GitQuery, GitQuestion};
use laika_protocol::{ErrorCode, ToolError};

use super::program::{Git, Place, Said};
use super::repository::Repository;
use super::revision::checked_revision;
use crate::Bounds;
use crate::project::refusal::{invalid, refused, shown};
use crate::project::{Project, ProjectPath, Use};

/// Commits that are listed if nothing is said.
const USUAL_COMMITS: u32 = 20;
/// Commits that are listed at most.
const MOST_COMMITS: u32 = 500;

/// Programs that a difference could run.
const NO_PROGRAMS: &[&str] = &["--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=all"];
/// What a commit could show beside itself.
const PLAIN_COMMITS: &[&str] = &["--no-show-signature", "--no-notes", "--no-decorate", "--date=iso-strict"];

/// Answers a question about the project's repository.
///
/// # Errors
///
/// `E_GIT_MISSING`, `E_GIT_NONE`, `E_GIT_ELSEWHERE`, `E_GIT_CONFIG`, `E_GIT_OWNER`, `E_GIT_REVISION`, a path that is
/// refused, `E_GIT` with git's own words, `CANCELLED`, `TIMEOUT`.
pub fn query(
    git: &Git,
    project: &Project,
    asked: &GitQuery,
    bounds: &Bounds,
) -> Result<ToolResult, ToolError> {
    let path = asked.path.as_deref().map(|path| ProjectPath::parse(path, Use::Read)).transpose()?;
    let revision = asked.revision.as_deref().map(checked_revision).transpose()?;
    // What is wrong with the question is said before anything is looked at.
    arguments(asked, revision, path.as_ref())?;
    let uncommitted_left_out = match (&path, revision) {
        (Some(path), None) if asked.command == GitQuestion::Blame => project.open_file(path).map(|_| true)?,
        _ => false,
    };
    let repository = Repository::open(git, project, bounds)?;
    let place = repository.reading();
    let commits = commits_only(git, &place, asked.command, revision, bounds)?;
    let arguments = arguments(asked, commits.as_deref().or(revision), path.as_ref())?;
    let said = git.run(&place, arguments, bounds)?;
    if !said.ok {
        return Err(failed(&said));
    }
    let (found, summary, text) = read(asked.command, &said);
    let data = serde_json::to_value(&found).unwrap_or_default();
    let mut result = ToolResult::done(data, summary, text).with("cut", said.cut);
    if let (GitQuestion::Blame, Some(commit)) = (asked.command, commits) {
        result = result.with("commit", commit).with("uncommittedLeftOut", uncommitted_left_out);
    }
    if !repository.found.filters.is_empty() {
        result = result.with("filtersOff", repository.found.filters.clone());
    }
    Ok(result)
}

/// The ids of the commits that are meant, where anything else would make git read files as they lie there: `blame` of no
/// one commit, and `diff` of a blob, follow a folder that became a link.
fn commits_only(
    git: &Git,
    place: &Place<'_>,
    question: GitQuestion,
    revision: Option<&str>,
    bounds: &Bounds,
) -> Result<Option<String>, ToolError> {
    let id = |name: &str| {
        let name = if name.is_empty() { "HEAD" } else { name };
        commit_id(git, place, name, bounds)?
            .ok_or_else(|| invalid("E_GIT_REVISION", format!("`{}` names no commit", shown(name))))
    };
    match (question, revision) {
        (GitQuestion::Blame, revision) => id(revision.unwrap_or("HEAD")).map(Some),
        (GitQuestion::Diff, Some(revision)) => {
            let ends = ["...", ".."]
                .into_iter()
                .find_map(|dots| revision.split_once(dots).map(|(from, to)| (from, dots, to)));
            match ends {
                Some((from, dots, to)) => Ok(Some(format!("{}{dots}{}", id(from)?, id(to)?))),
                None => id(revision).map(Some),
            }
        }
        (
            GitQuestion::Status
            | GitQuestion::Log
            | GitQuestion::History
            | GitQuestion::Show
            | GitQuestion::Diff,
            _,
        ) => Ok(None),
    }
}

/// The id of the one commit that a name means, if it means one.
pub(crate) fn commit_id(
    git: &Git,
    place: &Place<'_>,
    name: &str,
    bounds: &Bounds,
) -> Result<Option<String>, ToolError> {
    let said = git.run(place, ["rev-parse", "--verify", "--quiet", &format!("{name}^{{commit}}")], bounds)?;
    let id = String::from_utf8_lossy(&said.out).trim().to_owned();
    let is_id = id.len() >= 40 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    Ok((said.ok && is_id).then_some(id))
}

/// Git's own words, as the reason. It was only asked: nothing was changed.
pub(crate) fn failed(said: &Said) -> ToolError {
    refused(ErrorCode::InvalidArgument, "E_GIT", words(said))
}

/// The same of an order: nobody knows how far it came.
pub(crate) fn failed_midway(said: &Said) -> ToolError {
    let message = format!("{}; it may have changed something: look at the status", words(said));
    refused(ErrorCode::VerificationFailed, "E_GIT", message)
}

fn words(said: &Said) -> String {
    let words: String =
        said.complaint.trim().lines().next().unwrap_or("no reason given").chars().take(300).collect();
    format!("git refused: {}", shown(words.trim_start_matches("fatal: ").trim_start_matches("error: ")))
}

fn arguments(
    asked: &GitQuery,
    revision: Option<&str>,
    path: Option<&ProjectPath>,
) -> Result<Vec<String>, ToolError> {
    let mut all: Vec<String> = Vec::new();
    let mut add = |some: &[&str]| all.extend(some.iter().map(|one| (*one).to_owned()));
    let count = format!("--max-count={}", asked.max_count.unwrap_or(USUAL_COMMITS).clamp(1, MOST_COMMITS));
    let unwanted = |what: &str, there: bool| {
        if there { Err(invalid("E_GIT_ARGUMENT", format!("this command takes no {what}"))) } else { Ok(()) }
    };
    match asked.command {
        GitQuestion::Status => {
            unwanted("revision", revision.is_some())?;
            add(&[
                "status",
                "--porcelain=v2",
                "--branch",
                "-z",
                "--untracked-files=normal",
                "--ignore-submodules=all",
            ]);
        }
        GitQuestion::Log | GitQuestion::History => {
            add(&["log", "-z", "--format=tformat:%H%x00%an%x00%aI%x00%s", &count]);
            add(NO_PROGRAMS);
            add(PLAIN_COMMITS);
            if asked.command == GitQuestion::History {
                if path.is_none() {
                    return Err(invalid("E_GIT_ARGUMENT", "the history is that of a file; name its path"));
                }
                add(&["--follow"]);
            }
            add(&["--end-of-options", revision.unwrap_or("HEAD")]);
        }
        GitQuestion::Diff => {
            add(&["diff"]);
            add(NO_PROGRAMS);
            if asked.staged.unwrap_or(false) {
                add(&["--cached"]);
            }
            if let Some(revision) = revision {
                add(&["--end-of-options", revision]);
            }
        }
        GitQuestion::Show => {
            add(&["show", "--pretty=fuller"]);
            add(NO_PROGRAMS);
            add(PLAIN_COMMITS);
            add(&["--end-of-options", revision.unwrap_or("HEAD")]);
        }
        GitQuestion::Blame => {
            if path.is_none() {
                return Err(invalid(
                    "E_GIT_ARGUMENT",
                    "name the path of the file whose lines are asked about",
                ));
            }
            // Of the settings, an empty one would not clear this list: git sorts it first and reads the files after.
            add(&["blame", "--line-porcelain", "--no-textconv", "--no-progress", "--no-ignore-revs-file"]);
            if let Some(revision) = revision {
                add(&[revision]);
            }
        }
    }
    if let Some(path) = path {
        all.push("--".to_owned());
        all.push(path.as_str().to_owned());
    } else {
        all.push("--".to_owned());
    }
    Ok(all)
}

fn read(question: GitQuestion, said: &Said) -> (GitFound, String, String) {
    match question {
        GitQuestion::Status => status(&said.out),
        GitQuestion::Log | GitQuestion::History => commits(&said.out),
        GitQuestion::Diff | GitQuestion::Show => {
            let text = visible(&said.out);
            let files = text
                .lines()
                .filter(|line| line.starts_with("diff --git ") || line.starts_with("diff --cc "))
                .count();
            let lines = |mark: char, header: &str| {
                text.lines().filter(|line| line.starts_with(mark) && !line.starts_with(header)).count()
            };
            let summary = if text.is_empty() {
                "nothing differs".to_owned()
            } else {
                let files =
                    if files == 1 { "1 file differs".to_owned() } else { format!("{files} files differ") };
                format!("{files}: +{} -{} lines", lines('+', "+++ "), lines('-', "--- "))
            };
            (GitFound { text: Some(text.clone()), ..GitFound::default() }, summary, text)
        }
        GitQuestion::Blame => blame(&said.out),
    }
}

/// Text with every character visible, lines and tabs as they are.
pub(crate) fn visible(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for letter in String::from_utf8_lossy(bytes).chars() {
        if letter == '\n' { text.push('\n') } else { crate::project::excerpt::push_safe(&mut text, letter) }
    }
    text
}

fn status(out: &[u8]) -> (GitFound, String, String) {
    let mut found = GitFound::default();
    let mut entries = out.split(|byte| *byte == 0);
    while let Some(entry) = entries.next() {
        let entry = visible(entry);
        let mut add = |state: &str, path: &str| {
            found.changes.push(GitFileState { path: path.to_owned(), state: state.to_owned() });
        };
        if let Some(branch) = entry.strip_prefix("# branch.head ") {
            found.branch = Some(branch.to_owned());
        } else if let Some(path) = entry.strip_prefix("? ") {
            add("??", path);
        } else if let Some(rest) = entry.strip_prefix("1 ") {
            add(rest.get(..2).unwrap_or("  "), rest.splitn(8, ' ').nth(7).unwrap_or(""));
        } else if let Some(rest) = entry.strip_prefix("2 ") {
            add(rest.get(..2).unwrap_or("  "), rest.splitn(9, ' ').nth(8).unwrap_or(""));
            // The name it had before comes as an entry of its own.
            entries.next();
        } else if let Some(rest) = entry.strip_prefix("u ") {
            add(rest.get(..2).unwrap_or("UU"), rest.splitn(10, ' ').nth(9).unwrap_or(""));
        }
    }
    let mut text = String::new();
    for change in &found.changes {
        let _written = writeln!(text, "{} {}", change.state, change.path);
    }
    let branch = found.branch.as_deref().unwrap_or("no branch");
    let summary = match found.changes.len() {
        0 => format!("on {branch}, nothing is changed"),
        1 => format!("on {branch}, 1 file is changed or new"),
        count => format!("on {branch}, {count} files are changed or new"),
    };
    (found, summary, text)
}

fn commits(out: &[u8]) -> (GitFound, String, String) {
    let fields: Vec<String> = out.split(|byte| *byte == 0).map(visible).collect();
    let commits: Vec<GitCommit> = fields
        .chunks_exact(4)
        .filter_map(|chunk| <&[String; 4]>::try_from(chunk).ok())
        .map(|[id, author, when, subject]| GitCommit {
            id: id.clone(),
            author: author.clone(),
            when: when.clone(),
            subject: subject.clone(),
        })
        .collect();
    let mut text = String::new();
    for commit in &commits {
        let short = commit.id.get(..12).unwrap_or(&commit.id);
        let _written = writeln!(text, "{short} {} {}: {}", commit.when, commit.author, commit.subject);
    }
    let summary = match commits.len() {
        0 => "no commits".to_owned(),
        1 => "1 commit".to_owned(),
        count => format!("{count} commits, the newest: {}", commits[0].subject),
    };
    (GitFound { commits, ..GitFound::default() }, summary, text)
}

fn blame(out: &[u8]) -> (GitFound, String, String) {
    let mut lines = Vec::new();
    let (mut commit, mut author, mut number) = (String::new(), String::new(), 0);
    for line in out.split(|byte| *byte == b'\n') {
        if let Some(text) = line.strip_prefix(b"\t") {
            lines.push(GitLine {
                line: number,
                commit: commit.clone(),
                author: author.clone(),
                text: visible(text),
            });
        } else if let Some(name) = line.strip_prefix(b"author ") {
            author = visible(name);
        } else {
            let words: Vec<&[u8]> = line.split(|byte| *byte == b' ').collect();
            let is_id = words[0].len() >= 40 && words[0].iter().all(u8::is_ascii_hexdigit);
            if is_id && words.len() >= 3 {
                commit = visible(words[0]);
                number = String::from_utf8_lossy(words[2]).parse().unwrap_or(0);
            }
        }
    }
    let mut text = String::new();
    for line in &lines {
        let _written = writeln!(
            text,
            "{} {} {}: {}",
            line.commit.get(..12).unwrap_or(""),
            line.author,
            line.line,
            line.text
        );
    }
    let mut authors: Vec<&str> = lines.iter().map(|line| line.author.as_str()).collect();
    authors.sort_unstable();
    authors.dedup();
    let summary = format!("{} lines by {}", lines.len(), authors.join(", "));
    (GitFound { lines, ..GitFound::default() }, summary, text)
}
