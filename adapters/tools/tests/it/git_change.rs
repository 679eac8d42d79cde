//! Orders to git: what they do, what they keep, and what they do not run.

use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{GitChange, GitOrder};
use laika_protocol::wire::FileChange;
use laika_protocol::{ErrorCode, ToolError};
use laika_tools::git::{Git, Identity, change};
use laika_tools::toolbox::{Kit, PlainTool, Task, Toolbox};

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

/// The tool as the rest of Laika has it.
struct Tool(Toolbox, std::sync::Arc<dyn PlainTool>);

impl Tool {
    fn of(folder: &Folder) -> Self {
        let kit = Kit {
            project: Some(std::sync::Arc::new(folder.project())),
            programs: std::env::var_os("PATH").unwrap_or_else(|| "/usr/bin".into()),
            ..Kit::default()
        };
        let toolbox = Toolbox::new(kit, laika_policy::config::ToolsTable::default()).unwrap();
        let tool = std::sync::Arc::clone(toolbox.get("git.change").unwrap());
        Self(toolbox, tool)
    }

    fn shown(&self, asked: &GitChange) -> Result<FileChange, ToolError> {
        self.1
            .change(&Task::new(&arguments(asked), self.0.kit(), &bounds()))
            .map(|change| change.expect("a change"))
    }

    fn run(&self, asked: &GitChange, decided: Option<&FileChange>) -> Result<ToolResult, ToolError> {
        self.1.run(&Task::new(&arguments(asked), self.0.kit(), &bounds()), decided)
    }
}

fn arguments(asked: &GitChange) -> serde_json::Map<String, serde_json::Value> {
    serde_json::to_value(asked).unwrap().as_object().unwrap().clone()
}

fn lines(change: &FileChange) -> Vec<(&str, u64)> {
    change.files.iter().map(|file| (file.path.as_str(), file.replacements)).collect()
}

/// What lies in the index already, whoever put it there, is shown and is what is committed.
#[test]
fn what_was_put_into_the_index_before_is_shown() {
    let folder = repository();
    // An attacker's attributes hide nothing.
    folder.write(".git/info/attributes", b"*.sh -diff binary\n");
    folder.write("evil.sh", b"#!/bin/sh\ncurl evil\n");
    by_hand(&folder, &["add", "evil.sh"]);
    let tool = Tool::of(&folder);
    let commit = message(GitOrder::Commit, "innocent");
    let change = tool.shown(&commit).unwrap();
    assert!(change.diff.starts_with("on main at "), "{}", change.diff);
    assert!(
        change.diff.contains("+++ b/evil.sh\n@@ -0,0 +1,2 @@\n+#!/bin/sh\n+curl evil\n"),
        "{}",
        change.diff
    );
    assert_eq!(change.files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), ["evil.sh"]);
    assert_eq!(code(&tool.run(&commit, None).unwrap_err()), "E_CHANGE_UNKNOWN");
    tool.run(&commit, Some(&change)).unwrap();
    assert_eq!(by_hand(&folder, &["show", "--format=%s", "--name-only"]), "innocent\n\nevil.sh\n");
}

/// Each order, and what makes of it another one after it was decided.
#[test]
fn what_was_not_decided_does_not_happen() {
    type Deed = fn(&Folder);
    let none: Deed = |_| {};
    let staged: Deed = |folder| drop(by_hand(folder, &["add", "a.txt"]));
    let aside: Deed = |folder| drop(by_hand(folder, &["stash"]));
    let work: Deed = |folder| drop(by_hand(folder, &["branch", "work", "HEAD~1"]));
    let edit: Deed = |folder| folder.write("a.txt", b"one\n3\n");
    let index: Deed = |folder| {
        folder.write("more.txt", b"more\n");
        by_hand(folder, &["add", "more.txt"]);
    };
    let head: Deed = |folder| drop(by_hand(folder, &["commit", "-q", "--allow-empty", "-m", "x"]));
    let other_branch: Deed = |folder| drop(by_hand(folder, &["switch", "-q", "-c", "other"]));
    let cases: &[(GitChange, Deed, &str, &[Deed])] = &[
        (on(GitOrder::Add, "a.txt"), none, "-two\n+2\n", &[edit, index, head, other_branch]),
        (
            on(GitOrder::Add, "unknown file.txt"),
            none,
            "+++ b/unknown file.txt\n@@ -0,0 +1,1 @@\n+x\n\\ No newline",
            &[|folder| folder.write("unknown file.txt", b"y"), index],
        ),
        (
            message(GitOrder::Commit, "m"),
            staged,
            "-two\n+2\n",
            &[index, head, other_branch, |folder| {
                let parent = by_hand(folder, &["rev-parse", "HEAD~1"]);
                folder.write(".git/MERGE_HEAD", parent.as_bytes());
            }],
        ),
        (on(GitOrder::Restore, "a.txt"), none, "-2\n+two\n", &[edit, index, staged]),
        (
            GitChange { staged: Some(true), ..on(GitOrder::Restore, "a.txt") },
            staged,
            "-2\n+two\n",
            &[index, head],
        ),
        (order(GitOrder::Stash), none, "-2\n+two\n", &[edit, index, head]),
        (
            order(GitOrder::Unstash),
            aside,
            "-two\n+2\n",
            &[head, |folder| {
                folder.write("a.txt", b"another\n");
                by_hand(folder, &["stash"]);
            }],
        ),
        (
            branch(GitOrder::Switch, "work"),
            work,
            "\nto work at ",
            &[head, |folder| drop(by_hand(folder, &["branch", "-f", "work", "HEAD"]))],
        ),
        (branch(GitOrder::Branch, "new"), none, "\nto the new branch new at ", &[head]),
    ];
    for (asked, prepare, expected, deeds) in cases {
        for (at, deed) in deeds.iter().enumerate() {
            let folder = repository();
            prepare(&folder);
            let tool = Tool::of(&folder);
            let change = tool.shown(asked).unwrap();
            assert!(change.diff.contains(expected), "{asked:?}: {}", change.diff);
            assert_eq!(change.digest, tool.shown(asked).unwrap().digest, "{asked:?}");
            deed(&folder);
            let before = by_hand(&folder, &["status", "--porcelain", "--branch"]);
            let error = tool.run(asked, Some(&change)).expect_err(&format!("{asked:?} {at}"));
            assert!(["E_FILE_CHANGED", "E_GIT"].contains(&code(&error)), "{asked:?} {at}: {}", error.message);
            assert_ne!(error.code, ErrorCode::VerificationFailed, "{asked:?} {at}: {}", error.message);
            assert_eq!(by_hand(&folder, &["status", "--porcelain", "--branch"]), before);
        }
        let folder = repository();
        prepare(&folder);
        let tool = Tool::of(&folder);
        let change = tool.shown(asked).unwrap();
        tool.run(asked, Some(&change)).unwrap_or_else(|error| panic!("{asked:?}: {}", error.message));
    }
}

#[test]
fn the_index_changed_after_it_was_decided() {
    let folder = repository();
    by_hand(&folder, &["add", "a.txt"]);
    let tool = Tool::of(&folder);
    let commit = message(GitOrder::Commit, "two is 2");
    let change = tool.shown(&commit).unwrap();
    assert_eq!(lines(&change), [("a.txt", 2)]);
    by_hand(&folder, &["add", "unknown file.txt"]);
    let error = tool.run(&commit, Some(&change)).unwrap_err();
    assert_eq!((error.code, code(&error)), (ErrorCode::PreconditionFailed, "E_FILE_CHANGED"));
    assert_eq!(by_hand(&folder, &["log", "-1", "--format=%s"]), "Rename\n");
}

/// What cannot be shown cannot be decided about.
#[test]
fn what_cannot_be_shown_is_refused() {
    let folder = repository();
    folder.write("long.txt", "line\n".repeat(60_000).as_bytes());
    let tool = Tool::of(&folder);
    let refused = |asked: &GitChange| code(&tool.shown(asked).unwrap_err()).to_owned();
    assert_eq!(refused(&on(GitOrder::Add, "long.txt")), "E_CHANGE_TOO_LONG");
    by_hand(&folder, &["add", "long.txt"]);
    assert_eq!(refused(&message(GitOrder::Commit, "x")), "E_CHANGE_TOO_LONG");
    // Nothing to do is nothing to decide about.
    let clean = repository();
    let tool = Tool::of(&clean);
    for asked in [
        message(GitOrder::Commit, "nothing is staged"),
        on(GitOrder::Add, "new.md"),
        on(GitOrder::Add, "nowhere.txt"),
        on(GitOrder::Restore, "new.md"),
        branch(GitOrder::Switch, "nowhere"),
        branch(GitOrder::Branch, "main"),
        order(GitOrder::Unstash),
    ] {
        assert_eq!(code(&tool.shown(&asked).unwrap_err()), "E_GIT", "{asked:?}");
    }
    // A folder of files that git does not know stands where a file was: a restore would remove it.
    std::fs::remove_file(clean.root().join("a.txt")).unwrap();
    clean.write("a.txt/precious", b"only here\n");
    let error = tool.shown(&on(GitOrder::Restore, "a.txt")).unwrap_err();
    assert_eq!(code(&error), "E_GIT_IN_THE_WAY");
}
