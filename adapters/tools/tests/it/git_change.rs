//! Orders to git: what they do, what they keep, and what they do not run.

use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{GitChange, GitOrder};
use laika_protocol::{ErrorCode, ToolError};
use laika_tools::git::{Git, Identity, change};

use super::git_query::{by_hand, git, repository};
use super::project_folder::{Folder, bounds, code};

pub(crate) fn order(command: GitOrder) -> GitChange {
    GitChange { command, paths: None, message: None, branch: None, staged: None }
}

pub(crate) fn on(command: GitOrder, path: &str) -> GitChange {
    GitChange { paths: Some(vec![path.into()]), ..order(command) }
}

fn branch(command: GitOrder, name: &str) -> GitChange {
    GitChange { branch: Some(name.into()), ..order(command) }
}

fn message(command: GitOrder, text: &str) -> GitChange {
    GitChange { message: Some(text.into()), ..order(command) }
}

fn told(folder: &Folder, asked: &GitChange) -> Result<ToolResult, ToolError> {
    change(&git(), &folder.project(), asked, None, &bounds())
}

#[test]
fn a_day_with_git() {
    let folder = repository();
    let status = || by_hand(&folder, &["status", "--porcelain"]);
    told(&folder, &on(GitOrder::Add, "a.txt")).unwrap();
    assert_eq!(status(), "M  a.txt\n?? \"unknown file.txt\"\n");
    told(&folder, &GitChange { staged: Some(true), ..on(GitOrder::Restore, "a.txt") }).unwrap();
    assert_eq!(status(), " M a.txt\n?? \"unknown file.txt\"\n");
    told(&folder, &branch(GitOrder::Branch, "work/first")).unwrap();
    told(&folder, &on(GitOrder::Add, "a.txt")).unwrap();
    let result = told(&folder, &message(GitOrder::Commit, "Two is 2\n\n--all of it")).unwrap();
    assert!(result.summary.ends_with("(no hooks were run)"), "{}", result.summary);
    assert_eq!(by_hand(&folder, &["log", "-1", "--format=%an|%B"]), "Ada|Two is 2\n\n--all of it\n\n");
    assert_eq!(result.data["head"], by_hand(&folder, &["rev-parse", "HEAD"]).trim());
    told(&folder, &branch(GitOrder::Switch, "main")).unwrap();
    assert_eq!(folder.text("a.txt"), "one\ntwo\n");
    folder.write("a.txt", b"half done\n");
    told(&folder, &message(GitOrder::Stash, "later")).unwrap();
    assert_eq!(folder.text("a.txt"), "one\ntwo\n");
    told(&folder, &order(GitOrder::Unstash)).unwrap();
    assert_eq!(folder.text("a.txt"), "half done\n");
}

#[test]
fn what_a_restore_takes_away_is_kept() {
    let folder = repository();
    let result = told(&folder, &on(GitOrder::Restore, "a.txt")).unwrap();
    assert_eq!(folder.text("a.txt"), "one\ntwo\n");
    let kept = result.data["keptAs"].as_str().unwrap();
    assert_eq!(by_hand(&folder, &["show", &format!("{kept}:a.txt")]), "one\n2\n");
}

#[test]
fn a_commit_needs_someone_who_commits() {
    let folder = repository();
    by_hand(&folder, &["config", "--unset", "user.email"]);
    told(&folder, &on(GitOrder::Add, "a.txt")).unwrap();
    let commit = message(GitOrder::Commit, "x");
    assert_eq!(code(&told(&folder, &commit).unwrap_err()), "E_GIT_IDENTITY");
    let person = Identity { name: "Grace".into(), email: "grace@example.com".into() };
    change(&git(), &folder.project(), &commit, Some(&person), &bounds()).unwrap();
    assert_eq!(by_hand(&folder, &["log", "-1", "--format=%an %ae %cn"]), "Grace grace@example.com Grace\n");
}

#[test]
fn what_is_refused() {
    let folder = repository();
    let before = by_hand(&folder, &["rev-parse", "HEAD"]);
    let cases = [
        (order(GitOrder::Add), "E_GIT_ARGUMENT"),
        (on(GitOrder::Add, "../outside/secret.txt"), "E_PATH_OUTSIDE"),
        (on(GitOrder::Add, ".git/config"), "E_PATH_PROTECTED"),
        (on(GitOrder::Add, ":(top)a.txt"), "E_PATH_SPECIAL"),
        (on(GitOrder::Add, "*.txt"), "E_GIT"),
        (on(GitOrder::Restore, "--source=HEAD~1"), "E_GIT"),
        (order(GitOrder::Commit), "E_GIT_ARGUMENT"),
        (message(GitOrder::Commit, " "), "E_GIT_ARGUMENT"),
        (message(GitOrder::Commit, "nothing is staged"), "E_GIT"),
        (order(GitOrder::Switch), "E_GIT_ARGUMENT"),
        (branch(GitOrder::Switch, "-"), "E_GIT_BRANCH"),
        (branch(GitOrder::Switch, "--orphan=x"), "E_GIT_BRANCH"),
        (branch(GitOrder::Switch, "nowhere"), "E_GIT"),
        (branch(GitOrder::Branch, "a..b"), "E_GIT_BRANCH"),
        (branch(GitOrder::Branch, "x.lock"), "E_GIT_BRANCH"),
        (branch(GitOrder::Branch, "a b"), "E_GIT_BRANCH"),
        (branch(GitOrder::Branch, "main"), "E_GIT"),
        (order(GitOrder::Unstash), "E_GIT"),
    ];
    for (asked, expected) in cases {
        let error = told(&folder, &asked).unwrap_err();
        assert_eq!(code(&error), expected, "{asked:?}: {}", error.message);
    }
    assert_eq!(by_hand(&folder, &["rev-parse", "HEAD"]), before);
    assert_eq!(by_hand(&folder, &["branch", "--format=%(refname:short)"]), "main\n");
}

/// Git began and did not end well: nobody may take that for "nothing happened".
#[test]
fn an_order_that_failed_may_have_changed_something() {
    let folder = repository();
    told(&folder, &order(GitOrder::Stash)).unwrap();
    folder.write("a.txt", b"one\nsomething else\n");
    told(&folder, &on(GitOrder::Add, "a.txt")).unwrap();
    told(&folder, &message(GitOrder::Commit, "another two")).unwrap();
    let error = told(&folder, &order(GitOrder::Unstash)).unwrap_err();
    assert_eq!((error.code, code(&error)), (ErrorCode::VerificationFailed, "E_GIT"), "{}", error.message);
    assert!(by_hand(&folder, &["status", "--porcelain"]).starts_with("UU a.txt"));
    // What is refused before git is told anything stays what it was.
    let error = told(&folder, &order(GitOrder::Commit)).unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidArgument);
}

/// The order was carried out; what is asked afterwards does not make it a failure.
#[test]
fn a_commit_that_succeeded_is_a_success() {
    use std::os::unix::fs::PermissionsExt;
    let folder = repository();
    told(&folder, &on(GitOrder::Add, "a.txt")).unwrap();
    let real = by_hand(&folder, &["--exec-path"]);
    let real = format!("{}/git", real.trim());
    let program = folder.outside().join("git");
    // It is gone after the commit.
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *commit*--message=*) {real} \"$@\"; code=$?; /bin/rm {}; exit $code;; esac\nexec {real} \"$@\"\n",
        program.display()
    );
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let wrapped = Git::find(folder.outside().as_os_str()).unwrap();
    let result =
        change(&wrapped, &folder.project(), &message(GitOrder::Commit, "done"), None, &bounds()).unwrap();
    assert!(!program.exists());
    assert!(result.data.get("head").is_none());
    assert_eq!(by_hand(&folder, &["log", "-1", "--format=%s"]), "done\n");
}
