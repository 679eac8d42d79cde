//! Orders to git: stage, commit, restore, switch, stash; without hooks, signatures and filters (C-30).

use laika_protocol::ToolError;
use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{GitChange, GitChanged, GitOrder};

use super::program::{Git, Place, up_to};
use super::query::{commit_id, failed, failed_midway, visible};
use super::repository::Repository;
use super::revision::checked_branch;
use crate::Bounds;
use crate::project::refusal::{invalid, not_now};
use crate::project::{Project, ProjectPath, Use};

/// Bytes that an order may say; a commit names every file that is new.
const SAID_MOST_BYTES: usize = 32 << 20;

/// Who commits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The name.
    pub name: String,
    /// The address.
    pub email: String,
}

/// Carries out an order in the project's repository. Whoever calls this was allowed to, and has looked that it is still
/// the order that was decided about ([`super::as_decided`]).
///
/// # Errors
///
/// As [`super::query`], and `E_GIT_FILTER`, `E_GIT_IDENTITY`, `E_GIT_BRANCH`, `E_GIT_ARGUMENT`. Where git itself failed
/// the code is `VERIFICATION_FAILED`: it may have changed something.
pub fn change(
    git: &Git,
    project: &Project,
    asked: &GitChange,
    person: Option<&Identity>,
    bounds: &Bounds,
) -> Result<ToolResult, ToolError> {
    let arguments = arguments(asked)?;
    let repository = Repository::open(git, project, bounds)?;
    let mut place = repository.changing()?;
    if let Some(person) = person {
        for (name, value) in [
            ("GIT_AUTHOR_NAME", &person.name),
            ("GIT_AUTHOR_EMAIL", &person.email),
            ("GIT_COMMITTER_NAME", &person.name),
            ("GIT_COMMITTER_EMAIL", &person.email),
        ] {
            place.extra.push((name, value.into()));
        }
    } else if asked.command == GitOrder::Commit
        && (repository.found.name.is_none() || repository.found.email.is_none())
    {
        return Err(not_now(
            "E_GIT_IDENTITY",
            "git does not know who commits; set user.name and user.email in the repository",
        ));
    }
    let kept_as = match asked.command {
        GitOrder::Restore if !asked.staged.unwrap_or(false) => keep(git, &place, bounds)?,
        GitOrder::Add
        | GitOrder::Commit
        | GitOrder::Restore
        | GitOrder::Switch
        | GitOrder::Branch
        | GitOrder::Stash
        | GitOrder::Unstash => None,
    };
    // An order that says much is not stopped in the middle of what it does.
    let said = git.run(&place, arguments, &up_to(SAID_MOST_BYTES, bounds))?;
    if !said.ok || said.cut {
        return Err(failed_midway(&said));
    }
    let mut text = visible(&said.out);
    if let Some(end) = (0..=bounds.most_bytes / 2).rev().find(|at| text.is_char_boundary(*at)) {
        text.truncate(end);
    }
    // It is done, whether or not this can be told.
    let head = commit_id(git, &place, "HEAD", bounds).ok().flatten();
    let summary = summary(asked, &text, kept_as.as_deref());
    let changed = GitChanged { text: text.clone(), head, kept_as };
    let data = serde_json::to_value(&changed).unwrap_or_default();
    Ok(ToolResult::done(data, summary, text).with("hooksRun", false).with("signed", false))
}

/// Keeps what the files hold as a commit that no branch names, so that a restore can be taken back (INK-089).
fn keep(git: &Git, place: &Place<'_>, bounds: &Bounds) -> Result<Option<String>, ToolError> {
    let mut place = Place {
        extra: place.extra.clone(),
        overrides: place.overrides.clone(),
        repository: place.repository.clone(),
        ..*place
    };
    if place.extra.is_empty() {
        for name in ["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"] {
            place.extra.push((name, "Laika".into()));
        }
        for name in ["GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"] {
            place.extra.push((name, "laika@localhost".into()));
        }
    }
    let said = git.run(&place, ["stash", "create", "before a restore by Laika"], bounds)?;
    if !said.ok {
        return Err(failed(&said));
    }
    let name = visible(&said.out).trim().to_owned();
    Ok((!name.is_empty()).then_some(name))
}

/// What git is told.
pub(super) fn arguments(asked: &GitChange) -> Result<Vec<String>, ToolError> {
    let mut all: Vec<String> = Vec::new();
    let mut add = |some: &[&str]| all.extend(some.iter().map(|one| (*one).to_owned()));
    let message = || match asked.message.as_deref().map(str::trim) {
        Some(text) if !text.is_empty() && !text.contains('\0') => Ok(text),
        _ => Err(invalid("E_GIT_ARGUMENT", "say what the commit is about: the message is missing")),
    };
    let branch = || {
        let name = asked.branch.as_deref().ok_or_else(|| invalid("E_GIT_ARGUMENT", "name the branch"))?;
        checked_branch(name)
    };
    match asked.command {
        GitOrder::Add => {
            add(&["add", "--"]);
            all.extend(paths(asked)?);
        }
        GitOrder::Commit => {
            let message = format!("--message={}", message()?);
            add(&["commit", "--no-verify", "--no-gpg-sign", "--no-status", "--cleanup=whitespace", &message]);
        }
        GitOrder::Restore => {
            let what = if asked.staged.unwrap_or(false) { "--staged" } else { "--worktree" };
            add(&["restore", what, "--no-recurse-submodules", "--"]);
            all.extend(paths(asked)?);
        }
        GitOrder::Switch => {
            add(&["switch", "--no-guess", "--no-recurse-submodules", "--no-progress", branch()?])
        }
        GitOrder::Branch => {
            add(&["switch", "--no-recurse-submodules", "--no-progress", "--create", branch()?])
        }
        GitOrder::Stash => {
            let message = asked.message.as_deref().map_or("put aside by Laika", str::trim);
            add(&["stash", "push", &format!("--message={message}")]);
        }
        GitOrder::Unstash => add(&["stash", "pop"]),
    }
    Ok(all)
}

/// The files that are named.
pub(super) fn paths(asked: &GitChange) -> Result<Vec<String>, ToolError> {
    let named = asked.paths.as_deref().unwrap_or(&[]);
    if named.is_empty() {
        return Err(invalid("E_GIT_ARGUMENT", "name the files"));
    }
    named
        .iter()
        .map(|path| ProjectPath::parse(path, Use::Write).map(|path| path.as_str().to_owned()))
        .collect()
}

fn summary(asked: &GitChange, text: &str, kept_as: Option<&str>) -> String {
    let first = text.lines().next().unwrap_or("").trim();
    let done = match asked.command {
        GitOrder::Add => "put into the next commit".to_owned(),
        GitOrder::Commit => format!("committed {first}"),
        GitOrder::Restore => match kept_as {
            Some(name) => format!("restored; what was there is kept as commit {name}"),
            None => "restored".to_owned(),
        },
        GitOrder::Switch | GitOrder::Branch => format!("on {}", asked.branch.as_deref().unwrap_or("")),
        GitOrder::Stash => "put aside".to_owned(),
        GitOrder::Unstash => "taken back".to_owned(),
    };
    format!("{done} (no hooks were run)")
}
