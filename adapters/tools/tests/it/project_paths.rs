//! Attacks by path, for reading and for writing: none gets out, and none gets at what is protected.

use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;

use laika_protocol::tools::typed::{GitQuery, GitQuestion, ReplaceSmart, Surroundings};
use laika_tools::project::{ProjectPath, Replace, Use, plan};

use super::project_folder::{Folder, SECRET, bounds, code, in_file, in_files};

/// Paths that are refused by how they look, with the reason.
const SPELLINGS: &[(&str, &str)] = &[
    // Out of the folder.
    ("../outside/secret.txt", "E_PATH_OUTSIDE"),
    ("..", "E_PATH_OUTSIDE"),
    ("../", "E_PATH_OUTSIDE"),
    ("../../etc/passwd", "E_PATH_OUTSIDE"),
    ("./../outside/secret.txt", "E_PATH_OUTSIDE"),
    ("a/../../outside/secret.txt", "E_PATH_OUTSIDE"),
    ("in/../in/../../outside/secret.txt", "E_PATH_OUTSIDE"),
    ("in/..", "E_PATH_OUTSIDE"),
    ("in/../in/a.txt", "E_PATH_OUTSIDE"),
    (".//..//outside/secret.txt", "E_PATH_OUTSIDE"),
    ("in/./../../outside/secret.txt", "E_PATH_OUTSIDE"),
    ("/etc/passwd", "E_PATH_OUTSIDE"),
    ("//etc/passwd", "E_PATH_OUTSIDE"),
    ("///etc/passwd", "E_PATH_OUTSIDE"),
    ("/", "E_PATH_OUTSIDE"),
    ("/proc/self/environ", "E_PATH_OUTSIDE"),
    ("/proc/self/root/etc/passwd", "E_PATH_OUTSIDE"),
    ("/proc/self/cwd/in/a.txt", "E_PATH_OUTSIDE"),
    ("/dev/stdin", "E_PATH_OUTSIDE"),
    ("/dev/fd/0", "E_PATH_OUTSIDE"),
    ("~/.ssh/id_ed25519", "E_PATH_OUTSIDE"),
    ("~", "E_PATH_OUTSIDE"),
    ("~root/.bashrc", "E_PATH_OUTSIDE"),
    ("~+/in/a.txt", "E_PATH_OUTSIDE"),
    // Other systems' ways out.
    (r"..\outside\secret.txt", "E_PATH_SPECIAL"),
    (r"in\..\..\outside\secret.txt", "E_PATH_SPECIAL"),
    (r"\etc\passwd", "E_PATH_SPECIAL"),
    (r"\\server\share\x", "E_PATH_SPECIAL"),
    (r"\\?\C:\x", "E_PATH_SPECIAL"),
    (r"\\.\PhysicalDrive0", "E_PATH_SPECIAL"),
    ("C:/Windows/win.ini", "E_PATH_SPECIAL"),
    (r"C:\Windows\win.ini", "E_PATH_SPECIAL"),
    ("c:x", "E_PATH_SPECIAL"),
    ("in/a.txt:stream", "E_PATH_SPECIAL"),
    ("in/a.txt::$DATA", "E_PATH_SPECIAL"),
    ("file:///etc/passwd", "E_PATH_SPECIAL"),
    ("file:in/a.txt", "E_PATH_SPECIAL"),
    (".git::$INDEX_ALLOCATION/config", "E_PATH_SPECIAL"),
    ("CON", "E_PATH_SPECIAL"),
    ("in/nul", "E_PATH_SPECIAL"),
    ("AUX.txt", "E_PATH_SPECIAL"),
    ("prn", "E_PATH_SPECIAL"),
    ("com1", "E_PATH_SPECIAL"),
    ("LPT9.log", "E_PATH_SPECIAL"),
    ("COM¹", "E_PATH_SPECIAL"),
    ("conin$", "E_PATH_SPECIAL"),
    ("in/con.a/b.txt", "E_PATH_SPECIAL"),
    // Names that others trim.
    ("...", "E_PATH_SPECIAL"),
    (".../secret", "E_PATH_SPECIAL"),
    (".. /outside/secret.txt", "E_PATH_SPECIAL"),
    ("../ outside", "E_PATH_OUTSIDE"),
    (". ./x", "E_PATH_SPECIAL"),
    ("in/a.txt.", "E_PATH_SPECIAL"),
    ("in/a.txt ", "E_PATH_SPECIAL"),
    (" in/a.txt", "E_PATH_SPECIAL"),
    (".git./config", "E_PATH_SPECIAL"),
    (".git /config", "E_PATH_SPECIAL"),
    // Characters that nobody sees.
    ("in/a.txt\0.png", "E_PATH_SPECIAL"),
    ("\0", "E_PATH_SPECIAL"),
    ("in/\na.txt", "E_PATH_SPECIAL"),
    ("in/a\r.txt", "E_PATH_SPECIAL"),
    ("in/\u{1b}[31ma.txt", "E_PATH_SPECIAL"),
    ("in/\u{7f}a.txt", "E_PATH_SPECIAL"),
    ("in/\u{85}a.txt", "E_PATH_SPECIAL"),
    ("in/a\u{202e}txt.exe", "E_PATH_SPECIAL"),
    ("in/a\u{2066}.txt", "E_PATH_SPECIAL"),
    ("in/a\u{200b}.txt", "E_PATH_SPECIAL"),
    ("in/a\u{feff}.txt", "E_PATH_SPECIAL"),
    ("in/a\u{ad}.txt", "E_PATH_SPECIAL"),
    ("in/a\u{2028}.txt", "E_PATH_SPECIAL"),
    ("in/a\u{e0041}.txt", "E_PATH_SPECIAL"),
    (".g\u{200c}it/config", "E_PATH_SPECIAL"),
    (".gi\u{200d}t/hooks/pre-commit", "E_PATH_SPECIAL"),
    ("\u{feff}.git/config", "E_PATH_SPECIAL"),
    (".git\u{206f}/config", "E_PATH_SPECIAL"),
    // Letters that look like dots and slashes.
    ("‥/outside", "E_PATH_SPECIAL"),
    ("．．/outside", "E_PATH_SPECIAL"),
    ("..／outside", "E_PATH_SPECIAL"),
    ("..∕outside", "E_PATH_SPECIAL"),
    ("..⁄outside", "E_PATH_SPECIAL"),
    ("․․/outside", "E_PATH_SPECIAL"),
    ("..＼outside", "E_PATH_SPECIAL"),
    ("C：/x", "E_PATH_SPECIAL"),
    // Git's own folder.
    (".git/config", "E_PATH_PROTECTED"),
    (".git", "E_PATH_PROTECTED"),
    (".git/hooks/pre-commit", "E_PATH_PROTECTED"),
    (".GIT/config", "E_PATH_PROTECTED"),
    (".Git/HEAD", "E_PATH_PROTECTED"),
    (".gIt/index", "E_PATH_PROTECTED"),
    ("./.git/config", "E_PATH_PROTECTED"),
    ("in//.git//config", "E_PATH_PROTECTED"),
    ("in/sub/.git/config", "E_PATH_PROTECTED"),
    ("GIT~1/config", "E_PATH_PROTECTED"),
    ("git~2/hooks/pre-commit", "E_PATH_PROTECTED"),
    ("in/Git~1", "E_PATH_PROTECTED"),
    // Nothing.
    ("", "E_PATH_EMPTY"),
    (".", "E_PATH_EMPTY"),
    ("./", "E_PATH_EMPTY"),
    ("././.", "E_PATH_EMPTY"),
];

/// Paths that are only refused for writing.
const WRITE_ONLY: &[(&str, &str)] = &[
    (".laika/settings.toml", "E_PATH_PROTECTED"),
    (".LAIKA/journal/1", "E_PATH_PROTECTED"),
    ("in/.laika/x", "E_PATH_PROTECTED"),
    ("LAIKA~1/x", "E_PATH_PROTECTED"),
];

/// Paths that look good and lead to something that is not a file of the project.
const ON_DISK: &[(&str, &str)] = &[
    ("link.txt", "E_PATH_LINK"),
    ("linked/secret.txt", "E_PATH_LINK"),
    ("chain.txt", "E_PATH_LINK"),
    ("inner-link.txt", "E_PATH_LINK"),
    ("to-git/config", "E_PATH_LINK"),
    ("loop", "E_PATH_LINK"),
    ("loop/x", "E_PATH_LINK"),
    ("dangling.txt", "E_PATH_LINK"),
    ("up/outside/secret.txt", "E_PATH_LINK"),
    ("proc/self/environ", "E_PATH_LINK"),
    ("fd", "E_PATH_LINK"),
    ("null", "E_PATH_LINK"),
    ("pipe", "E_PATH_SPECIAL"),
    ("socket", "E_PATH_SPECIAL"),
    ("in", "E_PATH_SPECIAL"),
    ("in/", "E_PATH_SPECIAL"),
    ("missing.txt", "E_PATH_MISSING"),
    ("in/a.txt/x", "E_FILE_IO"),
    ("%2e%2e/outside/secret.txt", "E_PATH_MISSING"),
    ("..%2foutside", "E_PATH_MISSING"),
    ("$HOME/.ssh/config", "E_PATH_MISSING"),
    ("`id`", "E_PATH_MISSING"),
    ("$(id)", "E_PATH_MISSING"),
    ("--help", "E_PATH_MISSING"),
];

fn trapped() -> Folder {
    let folder = Folder::with(&[("in/a.txt", "CANARY of its own\n"), (".git/config", "CANARY\n")]);
    let (root, outside) = (folder.root(), folder.outside());
    let secret = outside.join("secret.txt");
    symlink(&secret, root.join("link.txt")).unwrap();
    symlink(&outside, root.join("linked")).unwrap();
    symlink("link.txt", root.join("chain.txt")).unwrap();
    symlink("in/a.txt", root.join("inner-link.txt")).unwrap();
    symlink(".git", root.join("to-git")).unwrap();
    symlink("loop", root.join("loop")).unwrap();
    symlink(outside.join("new.txt"), root.join("dangling.txt")).unwrap();
    symlink("..", root.join("up")).unwrap();
    symlink("/proc", root.join("proc")).unwrap();
    symlink("/dev/fd/0", root.join("fd")).unwrap();
    symlink("/dev/null", root.join("null")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(root.join("pipe")).status().unwrap().success());
    drop(UnixListener::bind(root.join("socket")).unwrap());
    folder
}

fn outside_is_untouched(folder: &Folder, attack: &str) {
    let names: Vec<_> =
        std::fs::read_dir(folder.outside()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["secret.txt"], "{attack}");
    assert_eq!(std::fs::read_to_string(folder.outside().join("secret.txt")).unwrap(), SECRET, "{attack}");
    assert_eq!(folder.text(".git/config"), "CANARY\n", "{attack}");
}

#[test]
fn no_attack_reads_outside() {
    let folder = trapped();
    let project = folder.project();
    for (attack, expected) in SPELLINGS.iter().chain(ON_DISK) {
        let read = ProjectPath::parse(attack, Use::Read).and_then(|path| project.read(&path));
        let error = read.expect_err(attack);
        assert_eq!(code(&error), *expected, "{attack:?}: {}", error.message);
        assert!(!error.message.contains("CANARY") && error.message.len() <= 500);
        assert!(!error.message.chars().any(char::is_control), "{:?}", error.message);
    }
}

#[test]
fn no_attack_writes_outside() {
    let folder = trapped();
    let attacks: Vec<_> = SPELLINGS.iter().chain(ON_DISK).chain(WRITE_ONLY).collect();
    assert!(attacks.len() >= 100, "{}", attacks.len());
    for (attack, expected) in attacks {
        let smart = Replace::Smart(ReplaceSmart {
            path: (*attack).into(),
            search: "CANARY".into(),
            replacement: "TAKEN".into(),
            context: Surroundings { lines: Some(1), keywords: None },
            ..ReplaceSmart::default()
        });
        for asked in [in_file(attack, "CANARY", "TAKEN"), smart] {
            let error = folder.replace(&asked).expect_err(attack);
            assert_eq!(code(&error), *expected, "{attack:?}");
        }
        outside_is_untouched(&folder, attack);
    }
}

#[test]
fn no_attack_reaches_git() {
    let folder = trapped();
    let git = super::git_query::git();
    for (attack, expected) in SPELLINGS {
        for command in [GitQuestion::Blame, GitQuestion::History, GitQuestion::Diff, GitQuestion::Status] {
            let asked = GitQuery {
                command,
                revision: None,
                path: Some((*attack).into()),
                staged: None,
                max_count: None,
            };
            let error =
                laika_tools::git::query(&git, &folder.project(), &asked, &bounds()).expect_err(attack);
            assert_eq!(code(&error), *expected, "{attack:?}");
        }
    }
}

#[test]
fn a_pattern_for_files_finds_only_files_of_the_project() {
    let folder = trapped();
    for glob in
        ["**/*", "*", "**", "linked/**", "up/**", "*.txt", ".git/**", ".git/config", "/**", "to-git/*"]
    {
        let plan =
            plan(&folder.project(), &Replace::Files(in_files(glob, "CANARY", "TAKEN")), &bounds()).unwrap();
        let paths: Vec<_> = plan.files.iter().map(|file| file.path.as_str()).collect();
        assert!(paths.iter().all(|path| *path == "in/a.txt"), "{glob}: {paths:?}");
        assert!(!plan.diff.contains(SECRET));
    }
    for glob in ["../**", "in/../../outside/*", "!../x", r"..\*"] {
        let error = plan(&folder.project(), &Replace::Files(in_files(glob, "CANARY", "TAKEN")), &bounds())
            .unwrap_err();
        assert_eq!(code(&error), "E_PATH_OUTSIDE", "{glob}");
    }
    let applied = folder.replace(&Replace::Files(in_files("**/*", "CANARY", "TAKEN"))).unwrap();
    assert_eq!(applied.files, ["in/a.txt"]);
    outside_is_untouched(&folder, "**/*");
}

#[test]
fn a_folder_that_becomes_a_link_after_the_plan_is_refused() {
    let folder = trapped();
    let project = folder.project();
    let plan = plan(&project, &in_file("in/a.txt", "CANARY", "TAKEN"), &bounds()).unwrap();
    std::fs::write(folder.outside().join("a.txt"), "CANARY of its own\n").unwrap();
    std::fs::rename(folder.root().join("in"), folder.root().join("was")).unwrap();
    symlink(folder.outside(), folder.root().join("in")).unwrap();
    let error = laika_tools::project::apply(&project, &folder.journal(), &plan, &bounds()).unwrap_err();
    assert_eq!(code(&error), "E_PATH_LINK");
    assert_eq!(std::fs::read_to_string(folder.outside().join("a.txt")).unwrap(), "CANARY of its own\n");
}

#[test]
fn good_paths_have_one_spelling() {
    for (path, expected) in [
        ("in/a.txt", "in/a.txt"),
        ("./in//a.txt", "in/a.txt"),
        ("ü/日本.md", "ü/日本.md"),
        (".gitignore", ".gitignore"),
        ("a b.txt", "a b.txt"),
        ("git/x", "git/x"),
    ] {
        assert_eq!(ProjectPath::parse(path, Use::Write).unwrap().as_str(), expected);
    }
}
