//! Questions to git, in a small repository.

use std::ffi::OsStr;
use std::process::Command;
use std::time::Duration;

use expect_test::{Expect, expect};
use laika_protocol::tools::typed::{GitQuery, GitQuestion};
use laika_tools::git::{Git, query};
use laika_tools::{Bounds, CallOff};

use super::project_folder::{Folder, bounds, code};

pub(crate) fn git() -> Git {
    Git::find(&std::env::var_os("PATH").unwrap_or_else(|| "/usr/bin".into())).unwrap()
}

/// Runs git as a person would, with all that the repository asks for.
pub(crate) fn by_hand(folder: &Folder, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .current_dir(folder.root())
        .args(arguments)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_AUTHOR_DATE", "2024-05-01T12:00:00+02:00")
        .env("GIT_COMMITTER_DATE", "2024-05-01T12:00:00+02:00")
        .env("GIT_EDITOR", "true")
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A repository with two commits, a renamed file and a change that is not committed.
pub(crate) fn repository() -> Folder {
    let folder = Folder::with(&[("a.txt", "one\ntwo\n"), ("old.md", "# Title\n\ntext\nmore text\n")]);
    by_hand(&folder, &["init", "-q", "-b", "main"]);
    by_hand(&folder, &["config", "user.name", "Ada"]);
    by_hand(&folder, &["config", "user.email", "ada@example.com"]);
    by_hand(&folder, &["add", "."]);
    by_hand(&folder, &["commit", "-q", "-m", "First\u{1b}[31m words"]);
    by_hand(&folder, &["mv", "old.md", "new.md"]);
    by_hand(&folder, &["commit", "-q", "-m", "Rename"]);
    folder.write("a.txt", b"one\n2\n");
    folder.write("unknown file.txt", b"x");
    folder
}

fn asked(command: GitQuestion) -> GitQuery {
    GitQuery { command, revision: None, path: None, staged: None, max_count: None }
}

fn check(asked: &GitQuery, expected: Expect) {
    let folder = repository();
    let result = query(&git(), &folder.project(), asked, &bounds()).unwrap();
    expected.assert_eq(&format!("{}\n--\n{}", result.summary, result.full_text));
}

#[test]
fn what_is_changed() {
    check(
        &asked(GitQuestion::Status),
        expect![[r#"
        on main, 2 files are changed or new
        --
        .M a.txt
        ?? unknown file.txt
    "#]],
    );
}

#[test]
fn the_commits_with_what_cannot_be_seen_made_visible() {
    check(
        &asked(GitQuestion::Log),
        expect![[r#"
        2 commits, the newest: Rename
        --
        80308dbfa242 2024-05-01T12:00:00+02:00 Ada: Rename
        d1c2ebf777d5 2024-05-01T12:00:00+02:00 Ada: First\u{1b}[31m words
    "#]],
    );
}

#[test]
fn the_history_of_a_file_over_its_renames() {
    check(
        &GitQuery { path: Some("new.md".into()), ..asked(GitQuestion::History) },
        expect![[r#"
        2 commits, the newest: Rename
        --
        80308dbfa242 2024-05-01T12:00:00+02:00 Ada: Rename
        d1c2ebf777d5 2024-05-01T12:00:00+02:00 Ada: First\u{1b}[31m words
    "#]],
    );
}

#[test]
fn what_differs() {
    check(
        &asked(GitQuestion::Diff),
        expect![[r#"
        1 file differs: +1 -1 lines
        --
        diff --git a/a.txt b/a.txt
        index 814f4a4..99b356d 100644
        --- a/a.txt
        +++ b/a.txt
        @@ -1,2 +1,2 @@
         one
        -two
        +2
    "#]],
    );
    check(&GitQuery { staged: Some(true), ..asked(GitQuestion::Diff) }, expect![["nothing differs\n--\n"]]);
}

#[test]
fn one_commit() {
    check(
        &GitQuery { revision: Some("HEAD~0".into()), ..asked(GitQuestion::Show) },
        expect![[r#"
        1 file differs: +0 -0 lines
        --
        commit 80308dbfa2424a02067183e7dbe3189f3284de61
        Author:     Ada <ada@example.com>
        AuthorDate: 2024-05-01T12:00:00+02:00
        Commit:     Ada <ada@example.com>
        CommitDate: 2024-05-01T12:00:00+02:00

            Rename

        diff --git a/old.md b/new.md
        similarity index 100%
        rename from old.md
        rename to new.md
    "#]],
    );
}

#[test]
fn who_wrote_each_line() {
    let asked =
        GitQuery { path: Some("a.txt".into()), revision: Some("main".into()), ..asked(GitQuestion::Blame) };
    check(
        &asked,
        expect![[r#"
        2 lines by Ada
        --
        d1c2ebf777d5 Ada 1: one
        d1c2ebf777d5 Ada 2: two
    "#]],
    );
}

/// Lines are those of a commit, never of the folder of work; the result says of which.
#[test]
fn lines_are_those_of_the_last_commit_where_none_is_named() {
    let folder = repository();
    let asked = GitQuery { path: Some("a.txt".into()), ..asked(GitQuestion::Blame) };
    let result = query(&git(), &folder.project(), &asked, &bounds()).unwrap();
    assert!(result.full_text.ends_with("Ada 2: two\n"), "{}", result.full_text);
    assert_eq!(result.metadata["commit"], by_hand(&folder, &["rev-parse", "HEAD"]).trim());
    assert_eq!(result.metadata["uncommittedLeftOut"], true);
}

#[test]
fn two_commits_can_be_compared() {
    let folder = repository();
    for (revision, expected) in [
        ("HEAD~1..HEAD", "rename from old.md\n"),
        ("HEAD~1...main", "rename from old.md\n"),
        ("HEAD~1..", "rename from old.md\n"),
        ("HEAD~1", "+2\n"),
    ] {
        let asked = GitQuery { revision: Some(revision.into()), ..asked(GitQuestion::Diff) };
        let result = query(&git(), &folder.project(), &asked, &bounds()).unwrap();
        assert!(result.full_text.contains(expected), "{revision}: {}", result.full_text);
    }
}

#[test]
fn what_cannot_be_asked() {
    let folder = repository();
    let revision = |text: &str| GitQuery { revision: Some(text.into()), ..asked(GitQuestion::Log) };
    let cases = [
        (revision("--output=/tmp/x"), "E_GIT_REVISION"),
        (revision("-n1"), "E_GIT_REVISION"),
        (revision("HEAD --all"), "E_GIT_REVISION"),
        (revision("HEAD\n--all"), "E_GIT_REVISION"),
        (revision("main..--all"), "E_GIT_REVISION"),
        (revision(":/secret"), "E_GIT_REVISION"),
        (revision("^HEAD"), "E_GIT_REVISION"),
        (revision("$(id)"), "E_GIT_REVISION"),
        (revision("nowhere"), "E_GIT"),
        (
            GitQuery {
                path: Some("a.txt".into()),
                revision: Some("HEAD~1..HEAD".into()),
                ..asked(GitQuestion::Blame)
            },
            "E_GIT_REVISION",
        ),
        (GitQuery { revision: Some("HEAD:a.txt".into()), ..asked(GitQuestion::Diff) }, "E_GIT_REVISION"),
        (asked(GitQuestion::Blame), "E_GIT_ARGUMENT"),
        (asked(GitQuestion::History), "E_GIT_ARGUMENT"),
        (GitQuery { revision: Some("HEAD".into()), ..asked(GitQuestion::Status) }, "E_GIT_ARGUMENT"),
    ];
    for (asked, expected) in cases {
        let error = query(&git(), &folder.project(), &asked, &bounds()).unwrap_err();
        assert_eq!(code(&error), expected, "{asked:?}: {}", error.message);
    }
}

#[test]
fn without_git_or_a_repository_it_says_what_to_do() {
    let error = Git::find(OsStr::new("relative:/nonexistent")).unwrap_err();
    assert_eq!(code(&error), "E_GIT_MISSING");
    assert!(error.message.contains("install"));
    // Also below a repository: what is above the project is not its own.
    let outer = repository();
    std::fs::create_dir(outer.root().join("inner")).unwrap();
    let inner = laika_tools::project::Project::open(&outer.root().join("inner")).unwrap();
    let error = query(&git(), &inner, &asked(GitQuestion::Status), &bounds()).unwrap_err();
    assert_eq!(code(&error), "E_GIT_NONE");
}

#[test]
fn git_is_stopped_when_it_takes_too_long_or_says_too_much() {
    use std::os::unix::fs::PermissionsExt;
    let folder = repository();
    let program = folder.outside().join("git");
    let as_git = |script: &str| {
        std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        Git::find(folder.outside().as_os_str()).unwrap()
    };
    let off = CallOff::default();
    let slow = as_git("/bin/sleep 60 & /bin/sleep 60");
    let started = std::time::Instant::now();
    let error = query(
        &slow,
        &folder.project(),
        &asked(GitQuestion::Status),
        &Bounds::new(Duration::from_millis(200), &off),
    )
    .unwrap_err();
    assert_eq!(code(&error), "TIMEOUT");
    let stop = off.clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        stop.now();
    });
    let error = query(
        &slow,
        &folder.project(),
        &asked(GitQuestion::Status),
        &Bounds::new(Duration::from_secs(50), &off),
    )
    .unwrap_err();
    stopper.join().unwrap();
    assert_eq!(code(&error), "CANCELLED");
    assert!(started.elapsed() < Duration::from_secs(10));
    let endless = as_git("case \"$*\" in *--list*) exit 0;; esac\nwhile :; do echo 0123456789; done");
    let result = query(&endless, &folder.project(), &asked(GitQuestion::Diff), &bounds()).unwrap();
    assert_eq!(result.metadata["cut"], true);
    assert!(result.full_text.len() <= bounds().most_bytes);
}
