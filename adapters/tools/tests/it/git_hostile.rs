//! Repositories of an attacker: settings, hooks, attributes, links. Each would run a program that leaves a mark; none runs.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;

use laika_protocol::tools::typed::{GitChange, GitOrder, GitQuery, GitQuestion};
use laika_tools::git::{change, propose, query};

use super::git_change::{on, order};
use super::git_query::{by_hand, git, repository};
use super::project_folder::{Folder, SECRET, bounds, code};

/// Hooks that some command of git runs.
const HOOKS: &[&str] = &[
    "pre-commit",
    "prepare-commit-msg",
    "commit-msg",
    "post-commit",
    "post-checkout",
    "post-index-change",
    "pre-auto-gc",
    "reference-transaction",
    "fsmonitor-watchman",
    "post-rewrite",
    "post-merge",
    "pre-merge-commit",
    "applypatch-msg",
];

struct Trap {
    folder: Folder,
}

impl Trap {
    fn new() -> Self {
        let folder = repository();
        let trap = Self { folder };
        let script = trap.script();
        fs::write(&script, format!("#!/bin/sh\n/bin/touch {}\nexit 0\n", trap.mark().display())).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        trap
    }

    fn script(&self) -> PathBuf {
        self.folder.temp.path().join("evil.sh")
    }

    fn mark(&self) -> PathBuf {
        self.folder.temp.path().join("mark")
    }

    /// Writes settings; `EVIL` is the program, `OUT` the folder outside.
    fn settings(&self, text: &str) {
        let path = self.folder.root().join(".git/config");
        let text = text
            .replace("EVIL", self.script().to_str().unwrap())
            .replace("OUT", self.folder.outside().to_str().unwrap());
        fs::write(&path, fs::read_to_string(&path).unwrap() + "\n" + &text).unwrap();
    }

    fn hooks(&self, dir: &str) {
        let dir = self.folder.root().join(dir);
        fs::create_dir_all(&dir).unwrap();
        for hook in HOOKS {
            fs::copy(self.script(), dir.join(hook)).unwrap();
        }
    }

    /// Asks everything and orders everything; gives the codes of refusals.
    fn everything(&self) -> Vec<String> {
        let mut codes = Vec::new();
        let project = self.folder.project();
        let mut note =
            |result: Result<laika_protocol::tools::ToolResult, laika_protocol::ToolError>| match result {
                Ok(result) => assert!(!format!("{result:?}").contains(SECRET)),
                Err(error) => {
                    assert!(!error.message.contains(SECRET), "{}", error.message);
                    codes.push(code(&error).to_owned());
                }
            };
        for command in [
            GitQuestion::Status,
            GitQuestion::Log,
            GitQuestion::Diff,
            GitQuestion::Show,
            GitQuestion::Blame,
            GitQuestion::History,
        ] {
            for (path, revision, staged) in [
                (Some("a.txt"), None, false),
                (None, None, false),
                (Some("a.txt"), Some("HEAD"), true),
                (None, Some("HEAD~1"), false),
            ] {
                let asked = GitQuery {
                    command,
                    path: path.map(Into::into),
                    revision: revision.map(Into::into),
                    staged: Some(staged),
                    max_count: None,
                };
                note(query(&git(), &project, &asked, &bounds()));
            }
        }
        let orders: Vec<GitChange> = vec![
            on(GitOrder::Add, "a.txt"),
            GitChange { message: Some("x".into()), ..order(GitOrder::Commit) },
            GitChange { branch: Some("b".into()), ..order(GitOrder::Branch) },
            GitChange { branch: Some("main".into()), ..order(GitOrder::Switch) },
        ];
        let shown = |asked: &GitChange| {
            let shown = format!("{:?}", propose(&git(), &project, asked, &bounds()));
            assert!(!shown.contains(SECRET), "{shown}");
        };
        for asked in orders {
            shown(&asked);
            note(change(&git(), &project, &asked, None, &bounds()));
        }
        self.folder.write("a.txt", b"again\n");
        for asked in [order(GitOrder::Stash), order(GitOrder::Unstash), on(GitOrder::Restore, "a.txt")] {
            shown(&asked);
            note(change(&git(), &project, &asked, None, &bounds()));
        }
        codes
    }
}

/// What a trap is, how it is set, and a command that springs it by hand.
type Row = (&'static str, fn(&Trap), &'static [&'static str]);

const TRAPS: &[Row] = &[
    ("hooks of the repository", |trap| trap.hooks(".git/hooks"), &["commit", "-qam", "x"]),
    (
        "hooks elsewhere",
        |trap| {
            trap.hooks("h");
            trap.settings("[core]\nhooksPath = h");
        },
        &["commit", "-qam", "x"],
    ),
    ("a monitor of files", |trap| trap.settings("[core]\nfsmonitor = EVIL"), &["status"]),
    ("a program for differences", |trap| trap.settings("[diff]\nexternal = EVIL"), &["diff"]),
    (
        "a driver for differences",
        |trap| {
            trap.folder.write(".gitattributes", b"* diff=evil\n");
            trap.settings("[diff \"evil\"]\ncommand = EVIL");
        },
        &["diff"],
    ),
    (
        "a program that makes text",
        |trap| {
            trap.folder.write(".gitattributes", b"* diff=evil\n");
            trap.settings("[diff \"evil\"]\ntextconv = EVIL");
        },
        &["diff"],
    ),
    (
        "a program that makes text, for lines",
        |trap| {
            trap.folder.write(".git/info/attributes", b"* diff=evil\n");
            trap.settings("[diff \"evil\"]\ntextconv = EVIL\ncachetextconv = true");
        },
        &["blame", "a.txt"],
    ),
    (
        "a filter that cleans",
        |trap| {
            trap.folder.write(".gitattributes", b"* filter=evil\n");
            trap.settings("[filter \"evil\"]\nclean = EVIL\nrequired = true");
        },
        &["diff"],
    ),
    (
        "a filter that smudges",
        |trap| {
            trap.folder.write(".git/info/attributes", b"* filter=evil\n");
            trap.settings("[filter \"evil\"]\nsmudge = EVIL");
        },
        &["checkout", "a.txt"],
    ),
    (
        "a filter that stays",
        |trap| {
            trap.folder.write("sub/.gitattributes", b"* filter=evil\n");
            trap.folder.write(".gitattributes", b"* filter=evil\n");
            trap.settings("[filter \"evil\"]\nprocess = EVIL");
        },
        &["diff"],
    ),
    (
        "a filter with a name that breaks quoting",
        |trap| {
            trap.folder.write(".git/info/attributes", b"* filter=a=b.c\n");
            trap.settings("[filter \"a=b.c\"]\nclean = EVIL");
        },
        &["diff"],
    ),
    (
        "a driver that joins files",
        |trap| {
            trap.folder.write(".gitattributes", b"* merge=evil\n");
            trap.settings("[merge \"evil\"]\ndriver = EVIL %O %A %B");
        },
        &[],
    ),
    (
        "a program that checks signatures",
        |trap| {
            let tree = by_hand(&trap.folder, &["rev-parse", "HEAD^{tree}"]);
            let text = format!(
                "tree {}\nauthor A <a@b> 1700000000 +0000\ncommitter A <a@b> 1700000000 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ\n -----END PGP SIGNATURE-----\n\nsigned\n",
                tree.trim()
            );
            fs::write(trap.folder.temp.path().join("commit"), text).unwrap();
            let id = by_hand(&trap.folder, &["hash-object", "-t", "commit", "-w", "../commit"]);
            by_hand(&trap.folder, &["update-ref", "HEAD", id.trim()]);
            trap.settings("[gpg]\nprogram = EVIL\n[log]\nshowSignature = true\n[format]\npretty = %G?%H");
        },
        &["log", "-1"],
    ),
    (
        "a program that signs",
        |trap| trap.settings("[gpg]\nprogram = EVIL\n[commit]\ngpgSign = true"),
        &["commit", "-qam", "x"],
    ),
    (
        "a program that finds the key",
        |trap| {
            trap.settings("[gpg]\nformat = ssh\n[gpg \"ssh\"]\ndefaultKeyCommand = EVIL\nprogram = EVIL\n[commit]\ngpgSign = true")
        },
        &["commit", "-qam", "x"],
    ),
    (
        "a pager and an editor",
        |trap| {
            trap.settings("[core]\npager = EVIL\neditor = EVIL\n[pager]\nlog = EVIL\nstatus = EVIL\n[sequence]\neditor = EVIL")
        },
        &["-p", "log"],
    ),
    (
        "another name for a command",
        |trap| trap.settings("[alias]\nevil = !EVIL\nstatus = !EVIL\nlog = !EVIL"),
        &["evil"],
    ),
    (
        "a remote that has the rest",
        |trap| {
            trap.settings("[remote \"origin\"]\nurl = ext::EVIL\npromisor = true\npartialclonefilter = blob:none\n[extensions]\npartialClone = origin\n[core]\nrepositoryformatversion = 1\n[protocol \"ext\"]\nallow = always\n[protocol]\nallow = always");
            let blob = by_hand(&trap.folder, &["rev-parse", "HEAD:a.txt"]);
            let (dir, name) = blob.trim().split_at(2);
            fs::remove_file(trap.folder.root().join(".git/objects").join(dir).join(name)).unwrap();
        },
        &["show", "HEAD:a.txt"],
    ),
    (
        "a remote over ssh that has the rest",
        |trap| {
            trap.settings("[remote \"origin\"]\nurl = ssh://x/y\npromisor = true\n[extensions]\npartialClone = origin\n[core]\nrepositoryformatversion = 1\nsshCommand = EVIL\n[credential]\nhelper = !EVIL");
            let blob = by_hand(&trap.folder, &["rev-parse", "HEAD:a.txt"]);
            let (dir, name) = blob.trim().split_at(2);
            fs::remove_file(trap.folder.root().join(".git/objects").join(dir).join(name)).unwrap();
        },
        &["show", "HEAD:a.txt"],
    ),
    (
        "a repository inside with its own monitor",
        |trap| {
            fs::create_dir(trap.folder.root().join("inner")).unwrap();
            by_hand(&trap.folder, &["init", "-q", "inner"]);
            trap.folder.write("inner/f.txt", b"x");
            by_hand(&trap.folder, &["-C", "inner", "add", "f.txt"]);
            by_hand(
                &trap.folder,
                &[
                    "-C",
                    "inner",
                    "-c",
                    "user.name=x",
                    "-c",
                    "user.email=x",
                    "commit",
                    "-q",
                    "--allow-empty",
                    "-m",
                    "x",
                ],
            );
            by_hand(&trap.folder, &["add", "inner"]);
            by_hand(&trap.folder, &["commit", "-q", "-m", "inner"]);
            trap.folder.write(
                ".gitmodules",
                b"[submodule \"inner\"]\npath = inner\nurl = ./inner\nupdate = !touch mark\n",
            );
            let path = trap.folder.root().join("inner/.git/config");
            let text = fs::read_to_string(&path).unwrap()
                + &format!("\n[core]\nfsmonitor = {}\n", trap.script().display());
            fs::write(path, text).unwrap();
            trap.settings("[submodule]\nrecurse = true\n[diff]\nsubmodule = log\nignoreSubmodules = none\n[status]\nsubmoduleSummary = true");
        },
        &["status"],
    ),
    (
        "settings of another file",
        |trap| {
            fs::write(
                trap.folder.outside().join("more"),
                format!("[core]\nfsmonitor = {}\n", trap.script().display()),
            )
            .unwrap();
            trap.settings("[include]\npath = OUT/more");
            fs::remove_file(trap.folder.outside().join("more.lock")).ok();
        },
        &["status"],
    ),
    (
        "settings of another file, on a condition",
        |trap| {
            fs::write(
                trap.folder.outside().join("more"),
                format!("[core]\nfsmonitor = {}\n", trap.script().display()),
            )
            .unwrap();
            trap.settings("[includeIf \"gitdir:/**\"]\npath = OUT/more");
        },
        &["status"],
    ),
    (
        "settings of the tree of work",
        |trap| {
            trap.settings("[core]\nrepositoryformatversion = 1\n[extensions]\nworktreeConfig = true");
            trap.folder.write(
                ".git/config.worktree",
                format!("[core]\nfsmonitor = {}\n", trap.script().display()).as_bytes(),
            );
        },
        &["status"],
    ),
    (
        "programs of the network",
        |trap| {
            trap.settings("[core]\nsshCommand = EVIL\ngitProxy = EVIL\naskPass = EVIL\nalternateRefsCommand = EVIL\n[uploadpack]\npackObjectsHook = EVIL\n[remote \"x\"]\nurl = ssh://x/y\nuploadpack = EVIL\nreceivepack = EVIL\nvcs = EVIL")
        },
        &[],
    ),
    (
        "programs of other commands",
        |trap| {
            trap.settings("[trailer \"x\"]\ncommand = EVIL\ncmd = EVIL\n[interactive]\ndiffFilter = EVIL\n[difftool \"x\"]\ncmd = EVIL\n[mergetool \"x\"]\ncmd = EVIL\n[web]\nbrowser = EVIL\n[sendemail]\nsmtpServer = EVIL\n[tar \"x\"]\ncommand = EVIL")
        },
        &[],
    ),
    (
        "a file of commits to pass over that is no such file",
        |trap| {
            trap.settings("[blame]\nignoreRevsFile = OUT/secret.txt\n[mailmap]\nfile = OUT/secret.txt\n[core]\nexcludesFile = OUT/secret.txt\nattributesFile = OUT/secret.txt\n[commit]\ntemplate = OUT/secret.txt\n[diff]\norderFile = OUT/secret.txt")
        },
        &[],
    ),
    ("a tree of work elsewhere", |trap| trap.settings("[core]\nworktree = OUT"), &[]),
    ("a setting that nobody knows", |trap| trap.settings("[newfeature]\nrunCommand = EVIL"), &[]),
];

#[test]
fn no_trap_springs() {
    let mut sprung_by_hand = 0;
    for (name, set, by) in TRAPS {
        let trap = Trap::new();
        set(&trap);
        fs::remove_file(trap.mark()).ok();
        let codes = trap.everything();
        assert!(!trap.mark().exists(), "{name}: a program ran; refusals: {codes:?}");
        assert!(!codes.iter().any(|code| code == "TIMEOUT" || code == "INTERNAL"), "{name}: {codes:?}");
        // Proof that the trap is one.
        if !by.is_empty() {
            let trap = Trap::new();
            set(&trap);
            fs::remove_file(trap.mark()).ok();
            by_hand(&trap.folder, by);
            if trap.mark().exists() {
                sprung_by_hand += 1;
            } else {
                println!("not sprung by hand: {name}");
            }
        }
    }
    assert!(sprung_by_hand >= 18, "{sprung_by_hand}");
}

#[test]
fn reading_works_where_programs_are_only_switched_off() {
    for name in [
        "hooks elsewhere",
        "a monitor of files",
        "a program for differences",
        "a filter that cleans",
        "a pager and an editor",
        "a tree of work elsewhere",
    ] {
        let (_, set, _) = TRAPS.iter().find(|row| row.0 == name).unwrap();
        let trap = Trap::new();
        set(&trap);
        let asked = GitQuery {
            command: GitQuestion::Diff,
            revision: None,
            path: None,
            staged: None,
            max_count: None,
        };
        let result = query(&git(), &trap.folder.project(), &asked, &bounds()).unwrap();
        assert!(result.full_text.contains("-two\n+2\n"), "{name}: {}", result.full_text);
    }
}

/// Repositories that are not the project's own.
#[test]
fn a_repository_that_lies_elsewhere_is_refused() {
    type Deed = fn(&Folder);
    let move_away: Deed =
        |folder| fs::rename(folder.root().join(".git"), folder.outside().join("repo")).unwrap();
    let cases: &[(&str, Deed, &str)] = &[
        (
            "a link",
            |folder| {
                fs::rename(folder.root().join(".git"), folder.outside().join("repo")).unwrap();
                symlink(folder.outside().join("repo"), folder.root().join(".git")).unwrap();
            },
            "E_GIT_ELSEWHERE",
        ),
        (
            "a file that points away",
            |folder| {
                fs::rename(folder.root().join(".git"), folder.outside().join("repo")).unwrap();
                folder.write(".git", b"gitdir: ../outside/repo\n");
            },
            "E_GIT_ELSEWHERE",
        ),
        ("gone", move_away, "E_GIT_NONE"),
        (
            "its common part is elsewhere",
            |folder| folder.write(".git/commondir", b"../../outside"),
            "E_GIT_ELSEWHERE",
        ),
        (
            "its objects are elsewhere",
            |folder| folder.write(".git/objects/info/alternates", b"/outside/objects\n"),
            "E_GIT_ELSEWHERE",
        ),
        (
            "its settings are a link",
            |folder| {
                fs::rename(folder.root().join(".git/config"), folder.outside().join("c")).unwrap();
                symlink(folder.outside().join("c"), folder.root().join(".git/config")).unwrap();
            },
            "E_GIT_ELSEWHERE",
        ),
        (
            "its index is a link",
            |folder| {
                fs::remove_file(folder.root().join(".git/index")).unwrap();
                symlink(folder.outside().join("secret.txt"), folder.root().join(".git/index")).unwrap();
            },
            "E_GIT_ELSEWHERE",
        ),
        (
            "its settings are a pipe",
            |folder| {
                fs::remove_file(folder.root().join(".git/config")).unwrap();
                assert!(
                    std::process::Command::new("mkfifo")
                        .arg(folder.root().join(".git/config"))
                        .status()
                        .unwrap()
                        .success()
                );
            },
            "E_GIT_CONFIG",
        ),
        (
            "a bare repository in its place",
            |folder| {
                by_hand(folder, &["clone", "-q", "--bare", ".", "../bare"]);
                fs::remove_dir_all(folder.root()).unwrap();
                fs::rename(folder.temp.path().join("bare"), folder.root()).unwrap();
            },
            "E_GIT_NONE",
        ),
        (
            "it belongs to someone else",
            |folder| std::os::unix::fs::chown(folder.root().join(".git"), Some(12345), None).unwrap(),
            "E_GIT_OWNER",
        ),
    ];
    for (name, deed, expected) in cases {
        let folder = repository();
        // Only a privileged user can give a folder away.
        if *expected == "E_GIT_OWNER" && std::os::unix::fs::chown(folder.root(), Some(12345), None).is_err() {
            continue;
        }
        deed(&folder);
        let asked = GitQuery {
            command: GitQuestion::Status,
            revision: None,
            path: None,
            staged: None,
            max_count: None,
        };
        let error = query(&git(), &folder.project(), &asked, &bounds()).expect_err(name);
        assert_eq!(code(&error), *expected, "{name}: {}", error.message);
    }
}

/// Names of files that look like options or orders.
#[test]
fn names_are_only_names() {
    let folder = repository();
    for name in ["--output=mark", "-rf", "$(touch mark)", "`touch mark`", "a;touch mark", "a\"b", "*"] {
        folder.write(name, b"x\n");
        change(&git(), &folder.project(), &on(GitOrder::Add, name), None, &bounds()).unwrap();
        let asked = GitQuery {
            command: GitQuestion::Diff,
            revision: None,
            path: Some(name.into()),
            staged: Some(true),
            max_count: None,
        };
        let result = query(&git(), &folder.project(), &asked, &bounds()).unwrap();
        assert!(result.full_text.contains("+x"), "{name}");
        assert!(!folder.root().join("mark").exists());
    }
    let status = by_hand(&folder, &["diff", "--cached", "--name-only"]);
    assert_eq!(status.lines().count(), 7, "the star named one file only: {status}");
}

/// A link in the folder of work shows where it leads, never what is there.
#[test]
fn a_link_is_not_followed() {
    let folder = repository();
    fs::remove_file(folder.root().join("a.txt")).unwrap();
    symlink(folder.outside().join("secret.txt"), folder.root().join("a.txt")).unwrap();
    symlink(folder.outside(), folder.root().join("sub")).unwrap();
    for (command, path) in [
        (GitQuestion::Diff, "a.txt"),
        (GitQuestion::Blame, "a.txt"),
        (GitQuestion::Blame, "sub/secret.txt"),
        (GitQuestion::Diff, "sub/secret.txt"),
    ] {
        let asked =
            GitQuery { command, revision: None, path: Some(path.into()), staged: None, max_count: None };
        let result = query(&git(), &folder.project(), &asked, &bounds());
        assert!(!format!("{result:?}").contains(SECRET), "{path}: {result:?}");
    }
}

/// Git compares bytes; a name that is no text must not become another name on the way to the override.
#[test]
fn a_filter_whose_name_is_no_text_is_refused() {
    for (setting, attribute) in [
        (&b"[filter \"\xff\"]\nclean = "[..], &b"* filter=\xff\n"[..]),
        (b"[diff \"\xfe\"]\ntextconv = ", b"* diff=\xfe\n"),
    ] {
        let set = || {
            let trap = Trap::new();
            let path = trap.folder.root().join(".git/config");
            let script = trap.script();
            let text =
                [&fs::read(&path).unwrap(), setting, script.to_str().unwrap().as_bytes(), b"\n"].concat();
            fs::write(&path, text).unwrap();
            trap.folder.write(".gitattributes", attribute);
            trap
        };
        let trap = set();
        let codes = trap.everything();
        assert!(!trap.mark().exists(), "a program ran; refusals: {codes:?}");
        let asked = GitQuery {
            command: GitQuestion::Diff,
            revision: None,
            path: None,
            staged: None,
            max_count: None,
        };
        let error = query(&git(), &trap.folder.project(), &asked, &bounds()).unwrap_err();
        assert_eq!(code(&error), "E_GIT_CONFIG");
        let trap = set();
        by_hand(&trap.folder, &["diff"]);
        assert!(trap.mark().exists(), "this trap is none");
    }
}

/// A value that is no text harms nobody: a person's name in an old encoding.
#[test]
fn a_value_that_is_no_text_is_only_a_value() {
    let folder = repository();
    let path = folder.root().join(".git/config");
    fs::write(&path, [&fs::read(&path).unwrap()[..], b"[user]\nname = J\xf6rg\n"].concat()).unwrap();
    let asked =
        GitQuery { command: GitQuestion::Status, revision: None, path: None, staged: None, max_count: None };
    query(&git(), &folder.project(), &asked, &bounds()).unwrap();
}

/// The commit has a file below a folder that is a link by now: what lies behind the link is not read.
#[test]
fn a_folder_that_became_a_link_is_not_followed() {
    let folder = repository();
    folder.write("dir/secret.txt", b"public\n");
    by_hand(&folder, &["add", "dir"]);
    by_hand(&folder, &["commit", "-q", "-m", "dir"]);
    by_hand(&folder, &["tag", "blob", "HEAD:dir/secret.txt"]);
    let blob = by_hand(&folder, &["rev-parse", "blob"]);
    fs::remove_dir_all(folder.root().join("dir")).unwrap();
    symlink(folder.outside(), folder.root().join("dir")).unwrap();
    assert!(by_hand(&folder, &["blame", "dir/secret.txt"]).contains(SECRET), "this trap is none");
    assert!(
        by_hand(&folder, &["diff", "blob", "--", "dir/secret.txt"]).contains(SECRET),
        "this trap is none"
    );
    let revisions = [
        None,
        Some("HEAD"),
        Some("HEAD.."),
        Some("HEAD..HEAD"),
        Some("HEAD..."),
        Some("HEAD^!"),
        Some("HEAD^@"),
        Some("HEAD^-"),
        Some("HEAD~1"),
        Some("HEAD~1..HEAD"),
        Some("HEAD:dir"),
        Some("HEAD:dir/secret.txt"),
        Some("blob"),
        Some("blob.."),
        Some(blob.trim()),
    ];
    for command in [
        GitQuestion::Blame,
        GitQuestion::Diff,
        GitQuestion::Status,
        GitQuestion::Show,
        GitQuestion::Log,
        GitQuestion::History,
    ] {
        for (revision, staged) in revisions.iter().flat_map(|one| [(one, false), (one, true)]) {
            for path in [Some("dir/secret.txt"), Some("dir"), None] {
                let asked = GitQuery {
                    command,
                    revision: revision.map(Into::into),
                    path: path.map(Into::into),
                    staged: Some(staged),
                    max_count: None,
                };
                let said = format!("{:?}", query(&git(), &folder.project(), &asked, &bounds()));
                assert!(!said.contains(SECRET), "{asked:?}: {said}");
            }
        }
    }
    let asked = GitQuery {
        command: GitQuestion::Blame,
        revision: None,
        path: Some("dir/secret.txt".into()),
        staged: None,
        max_count: None,
    };
    let error = query(&git(), &folder.project(), &asked, &bounds()).unwrap_err();
    assert_eq!(code(&error), "E_PATH_LINK");
    // Nor is it shown as a change.
    for path in ["dir/secret.txt", "dir"] {
        for command in [GitOrder::Add, GitOrder::Restore, GitOrder::Stash] {
            let shown = format!("{:?}", propose(&git(), &folder.project(), &on(command, path), &bounds()));
            assert!(!shown.contains(SECRET), "{command:?} {path}: {shown}");
        }
    }
}
