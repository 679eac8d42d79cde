//! Replacing: what changes, what is shown before, and what is refused.

use std::time::Duration;

use expect_test::expect;
use laika_protocol::tools::typed::{ReplaceFile, ReplaceFiles, ReplaceSmart, Surroundings};
use laika_tools::project::{Replace, apply, plan};
use laika_tools::{Bounds, CallOff};

use super::project_folder::{Folder, bounds, code, in_file, in_files};

/// The use cases of INK-102: a request, and what the files hold after.
#[test]
fn the_five_use_cases() {
    struct Case {
        name: &'static str,
        files: &'static [(&'static str, &'static str)],
        asked: ReplaceFiles,
        after: &'static [(&'static str, &'static str)],
        replacements: u64,
    }
    let cases = [
        Case {
            name: "rename a symbol everywhere",
            files: &[("a.rs", "fn load() {}\nfn preload() { load() }\n"), ("b/b.rs", "use a::load;\n")],
            asked: ReplaceFiles { word: Some(true), ..in_files("*.rs", "load", "read") },
            after: &[("a.rs", "fn read() {}\nfn preload() { read() }\n"), ("b/b.rs", "use a::read;\n")],
            replacements: 3,
        },
        Case {
            name: "move old API calls to new syntax",
            files: &[("app.py", "x = oldFunc(a, b)\ny = oldFunc(c)\n")],
            asked: ReplaceFiles {
                regex: Some(true),
                ..in_files("*.py", r"oldFunc\((.*?)\)", "newFunc(${1}, strict=True)")
            },
            after: &[("app.py", "x = newFunc(a, b, strict=True)\ny = newFunc(c, strict=True)\n")],
            replacements: 2,
        },
        Case {
            name: "fix a repeated typo",
            files: &[("one.md", "Recieve, then recieve.\n"), ("two.md", "no typo\n")],
            asked: ReplaceFiles {
                regex: Some(true),
                case_sensitive: Some(false),
                ..in_files("*.md", "(rec)ie(ve)", "${1}ei${2}")
            },
            after: &[("one.md", "Receive, then receive.\n"), ("two.md", "no typo\n")],
            replacements: 2,
        },
        Case {
            name: "change an import",
            files: &[("m.js", "import { a } from \"old-lib\";\r\nimport b from 'old-lib/sub';\r\n")],
            asked: ReplaceFiles {
                regex: Some(true),
                ..in_files("*.js", r#"(?<quote>['"])old-lib"#, "${quote}@new/lib")
            },
            after: &[("m.js", "import { a } from \"@new/lib\";\r\nimport b from '@new/lib/sub';\r\n")],
            replacements: 2,
        },
        Case {
            name: "rename a character across story files",
            files: &[
                ("Chapters/1.md", "Johnathan spoke. \u{201c}Johnathan?\u{201d}\n"),
                ("Chapters/2.md", "Johnathan's hat.\n"),
                ("notes.txt", "Johnathan\n"),
            ],
            asked: in_files("Chapters/**/*.md", "Johnathan", "Jonathan"),
            after: &[
                ("Chapters/1.md", "Jonathan spoke. \u{201c}Jonathan?\u{201d}\n"),
                ("Chapters/2.md", "Jonathan's hat.\n"),
                ("notes.txt", "Johnathan\n"),
            ],
            replacements: 3,
        },
    ];
    for case in cases {
        let folder = Folder::with(case.files);
        let before = folder.everything();
        let applied = folder.replace(&Replace::Files(case.asked)).unwrap();
        assert_eq!(applied.replacements, case.replacements, "{}", case.name);
        for (path, text) in case.after {
            assert_eq!(folder.text(path), *text, "{}", case.name);
        }
        folder.journal().undo(&folder.project(), &bounds()).unwrap();
        assert_eq!(folder.everything(), before, "{}", case.name);
    }
}

#[test]
fn a_plan_shows_the_change_and_changes_nothing() {
    let folder = Folder::with(&[
        ("a.txt", "1\n2\n3\n4 old\n5\n6\n7\n8\n9\n10\n11\n12\n13 old old\nend"),
        ("sub/b.txt", "old"),
        ("c.txt", "drop\nkeep\u{202e}\nold\n"),
    ]);
    let before = folder.everything();
    let plan = plan(&folder.project(), &Replace::Files(in_files("*.txt", "old", "new")), &bounds()).unwrap();
    assert_eq!(folder.everything(), before);
    expect![[r#"
        --- a/a.txt
        +++ b/a.txt
        @@ -1,7 +1,7 @@
         1
         2
         3
        -4 old
        +4 new
         5
         6
         7
        @@ -10,5 +10,5 @@
         10
         11
         12
        -13 old old
        +13 new new
         end
        \ No newline at end of file
        --- a/c.txt
        +++ b/c.txt
        @@ -1,3 +1,3 @@
         drop
         keep\u{202e}
        -old
        +new
        --- a/sub/b.txt
        +++ b/sub/b.txt
        @@ -1,1 +1,1 @@
        -old
        \ No newline at end of file
        +new
        \ No newline at end of file
    "#]]
    .assert_eq(&plan.diff);
    let result = plan.to_result();
    assert_eq!(result.summary, "would replace 5 matches in 3 files");
    assert_eq!(result.data["applied"], false);
    assert_eq!(result.data["digest"], plan.digest);
}

#[test]
fn the_diff_is_one_that_patch_accepts() {
    let texts =
        ["a\nb\nc\n", "x", "old\nold\nold", "a\r\nold\r\nb\r\n", "one old\n\n\n\n\n\n\n\n\n\nlast old\n"];
    let edits: &[(&str, &str, bool)] = &[
        ("old", "new\nline", false),
        ("old\n", "", false),
        (r"\n", ";", true),
        ("^", "> ", true),
        ("b", "", false),
        (r"(?s)a.*c", "z", true),
    ];
    for text in texts {
        for (search, replacement, regex) in edits {
            let folder = Folder::with(&[("f.txt", text)]);
            let asked = Replace::File(ReplaceFile {
                path: "f.txt".into(),
                search: (*search).into(),
                replacement: (*replacement).into(),
                regex: Some(*regex),
                ..ReplaceFile::default()
            });
            let plan = plan(&folder.project(), &asked, &bounds()).unwrap();
            if plan.files.is_empty() || text.contains('\r') {
                continue;
            }
            std::fs::write(folder.temp.path().join("f.diff"), &plan.diff).unwrap();
            let copy = folder.temp.path().join("f.txt");
            std::fs::write(&copy, text).unwrap();
            let patched = std::process::Command::new("git")
                .current_dir(folder.temp.path())
                .args(["apply", "--unidiff-zero", "f.diff"])
                .output()
                .unwrap();
            assert!(
                patched.status.success(),
                "{search:?} in {text:?}: {}\n{}",
                String::from_utf8_lossy(&patched.stderr),
                plan.diff
            );
            apply(&folder.project(), &folder.journal(), &plan, &bounds()).unwrap();
            assert_eq!(
                std::fs::read(copy).unwrap(),
                std::fs::read(folder.root().join("f.txt")).unwrap(),
                "{search:?} in {text:?}"
            );
        }
    }
}

/// What goes and what comes, as a diff shows it.
fn changed_lines(text: &str, search: &str, replacement: &str) -> Vec<String> {
    let folder = Folder::with(&[("f.txt", text)]);
    let asked = Replace::File(ReplaceFile {
        path: "f.txt".into(),
        search: search.into(),
        replacement: replacement.into(),
        regex: Some(true),
        ..ReplaceFile::default()
    });
    let plan = plan(&folder.project(), &asked, &bounds()).unwrap();
    assert!(plan.diff_complete);
    let is_change =
        |line: &&str| line.starts_with(['-', '+']) && !line.starts_with("---") && !line.starts_with("+++");
    plan.diff.lines().filter(is_change).map(ToOwned::to_owned).collect()
}

/// S18: what is approved is what is shown, wherever in a line it stands.
#[test]
fn a_change_far_out_in_a_long_line_is_shown() {
    let far = "é".repeat(5000);
    let text = format!("{far} safe = true; {far} safe = true; {far}\n");
    let lines = changed_lines(&text, "(safe) = true", "$1 = false");
    assert_eq!(lines.len(), 2);
    for (line, mark, value) in [(&lines[0], '-', "true"), (&lines[1], '+', "false")] {
        assert!(line.starts_with(&format!("{mark}…é")) && line.ends_with("é… (long line)"), "{line}");
        assert_eq!(line.matches(&format!("é safe = {value}; é")).count(), 2, "{line}");
        assert_eq!(line.matches('…').count(), 3, "{line}");
        assert!(line.len() < 900 && !line.contains("\\x{"), "{line}");
    }
    // The changed part itself is never cut.
    let long = "n".repeat(3000);
    let lines = changed_lines(&format!("{far}old{far}"), "old", &long);
    assert!(lines[1].contains(&long) && !lines[0].contains("nnn"), "{lines:?}");
    // A line end that goes.
    let lines = changed_lines(&format!("{far}a\nb{far}\n"), "a\n", "a");
    assert_eq!(lines.len(), 3);
    assert!(lines[0].contains("éa") && lines[1].starts_with("-bé") && lines[2].contains("éabé"), "{lines:?}");
}

/// S18: two different texts never look the same.
#[test]
fn what_cannot_be_seen_is_shown_as_what_it_is() {
    let cases: &[(&str, &str, &str, [&str; 2])] = &[
        ("a\r\nb\r\n", r"a\r", "a", ["-a\u{240d}", "+a"]),
        ("a\u{240d}\r\nb\r\n", "a\u{240d}", "a", ["-a\\u{240d}\u{240d}", "+a\u{240d}"]),
        ("x\\u{202e}\n", r"\\u\{202e\}", "\u{202e}", ["-x\\u{5c}u{202e}", "+x\\u{202e}"]),
    ];
    for (text, search, replacement, expected) in cases {
        assert_eq!(changed_lines(text, search, replacement), *expected, "{text:?}");
    }
    let folder = Folder::with(&[]);
    folder.write("f.txt", b"a\xffb\n");
    let asked = Replace::File(ReplaceFile {
        path: "f.txt".into(),
        search: r"(?-u:\xff)".into(),
        replacement: "\u{fffd}".into(),
        regex: Some(true),
        ..ReplaceFile::default()
    });
    let plan = plan(&folder.project(), &asked, &bounds()).unwrap();
    assert!(plan.diff.ends_with("-a\\x{ff}b\n+a\u{fffd}b\n"), "{}", plan.diff);
}

#[test]
fn a_diff_is_complete_up_to_its_length_and_says_where_it_is_not() {
    let of = |lines: usize| {
        let folder = Folder::with(&[("a.txt", &"some words and an old one\n".repeat(lines))]);
        plan(&folder.project(), &in_file("a.txt", "old", "new"), &bounds()).unwrap()
    };
    let (short, long) = (of(3_000), of(4_200));
    assert!(short.diff_complete && short.diff.len() > 150_000 && short.diff.len() < 200 << 10);
    assert!(!long.diff_complete && long.diff.len() < 201 << 10 && long.diff.contains("the diff is cut"));
}

/// Search, replacement, options, text, text after.
#[test]
fn how_text_is_matched() {
    type Options = (bool, bool, bool);
    const LITERAL: Options = (false, true, false);
    const REGEX: Options = (true, true, false);
    let cases: &[(&str, &str, Options, &str, &str)] = &[
        ("a.c", "x", LITERAL, "a.c abc", "x abc"),
        ("price", "$1 ${x} $$", LITERAL, "price", "$1 ${x} $$"),
        ("(a)(b)", "$2$1", REGEX, "ab", "ba"),
        ("(?<first>a)(b)", "${first}_$first", REGEX, "ab", "a_a"),
        ("a", "$$1", REGEX, "a", "$1"),
        ("(a)(b)?", "$-${1}$2.$$$1 ${", REGEX, "a", "$-a.$a ${"),
        ("Word", "x", (false, false, false), "word WORD Word", "x x x"),
        ("it", "x", (false, true, true), "it bit it's", "x bit x's"),
        ("$x", "$y", (false, true, true), "$x $xy a$x", "$y $xy a$x"),
        ("one\ntwo", "1\n2", LITERAL, "one\r\ntwo\r\n", "1\r\n2\r\n"),
        ("one\ntwo", "1\n2", LITERAL, "one\ntwo\n", "1\n2\n"),
        ("b$", "c", REGEX, "ab\r\nab\r\n", "ac\r\nac\r\n"),
        ("^", "> ", REGEX, "a\nb\n", "> a\n> b\n> "),
        ("é", "e", LITERAL, "café", "cafe"),
        ("x", "xx", LITERAL, "x", "xx"),
    ];
    for (search, replacement, (regex, case_sensitive, word), text, after) in cases {
        let folder = Folder::with(&[("f", text)]);
        let asked = Replace::File(ReplaceFile {
            path: "f".into(),
            search: (*search).into(),
            replacement: (*replacement).into(),
            regex: Some(*regex),
            case_sensitive: Some(*case_sensitive),
            word: Some(*word),
            ..ReplaceFile::default()
        });
        folder.replace(&asked).unwrap();
        assert_eq!(folder.text("f"), *after, "{search:?} in {text:?}");
    }
}

#[test]
fn bytes_that_are_no_text_stay_as_they_are() {
    let folder = Folder::with(&[]);
    folder.write("latin1.txt", b"caf\xe9 old \xff\xfe\r\nold\rold\n");
    folder.replace(&in_file("latin1.txt", "old", "new")).unwrap();
    assert_eq!(
        std::fs::read(folder.root().join("latin1.txt")).unwrap(),
        b"caf\xe9 new \xff\xfe\r\nnew\rnew\n"
    );
}

#[test]
fn only_where_the_surroundings_fit() {
    let text = "The light of the spell.\n\n\n\n\nTurn the light on.\n\n\n\n\nA light, and power.\n";
    let smart = |lines: Option<u32>, keywords: &[&str]| {
        let folder = Folder::with(&[("w.md", text)]);
        let keywords = (!keywords.is_empty()).then(|| keywords.iter().map(|word| (*word).into()).collect());
        let asked = ReplaceSmart {
            path: "w.md".into(),
            search: "light".into(),
            replacement: "glow".into(),
            context: Surroundings { lines, keywords },
            ..ReplaceSmart::default()
        };
        folder.replace(&Replace::Smart(asked)).map(|_| folder.text("w.md"))
    };
    assert_eq!(
        smart(None, &["magic", "spell", "power"]).unwrap(),
        text.replace("light of", "glow of").replace("A light", "A glow")
    );
    assert_eq!(smart(Some(0), &["TURN"]).unwrap(), text.replace("the light on", "the glow on"));
    assert_eq!(
        smart(Some(5), &["spell"]).unwrap(),
        text.replace("light of", "glow of").replace("the light on", "the glow on")
    );
    assert_eq!(smart(Some(0), &["light"]).unwrap(), text, "the match itself does not count");
    assert_eq!(smart(Some(4), &[]).unwrap(), text.replace("light", "glow"), "each is the only one near");
    assert_eq!(smart(Some(5), &[]).unwrap(), text, "another is near, so it is not clear which is meant");
    assert_eq!(code(&smart(None, &[]).unwrap_err()), "E_CONTEXT");
}

/// However many matches there are, the text around them is read once.
#[test]
fn surroundings_take_time_that_grows_with_the_file_only() {
    let lines = format!("{}light\n", "x".repeat(75)).repeat(20_000);
    let folder =
        Folder::with(&[("many.md", &format!("{lines}spell\n")), ("one.md", &"light ".repeat(20_000))]);
    let asked = |path: &str| {
        Replace::Smart(ReplaceSmart {
            path: path.into(),
            search: "light".into(),
            replacement: "glow".into(),
            context: Surroundings { lines: Some(1000), keywords: Some(vec!["spell".into(), "power".into()]) },
            max_matches: Some(1_000_000),
            ..ReplaceSmart::default()
        })
    };
    let started = std::time::Instant::now();
    assert_eq!(plan(&folder.project(), &asked("many.md"), &bounds()).unwrap().replacements, 1000);
    assert_eq!(plan(&folder.project(), &asked("one.md"), &bounds()).unwrap().replacements, 0);
    let took = started.elapsed();
    assert!(took < Duration::from_secs(10), "{took:?}");
    let short = Bounds::new(Duration::from_millis(1), &CallOff::default());
    assert_eq!(code(&plan(&folder.project(), &asked("many.md"), &short).unwrap_err()), "TIMEOUT");
}

#[test]
fn a_keyword_counts_wherever_it_stands_outside_the_match() {
    let cases: &[(&str, &[&str], bool)] = &[
        ("aba", &["ab", "ba"], false),
        ("abc", &["bc"], false),
        ("xab b", &["xa"], true),
        ("ab b", &["B"], true),
        ("b\nab", &["B"], true),
        ("zzab", &["zzz", "zz"], true),
        ("abzz", &["zzz", "z"], true),
        ("ÉTÉ ab", &["été"], true),
    ];
    for (text, keywords, fits) in cases {
        let folder = Folder::with(&[("w.md", text)]);
        let asked = ReplaceSmart {
            path: "w.md".into(),
            search: if *text == "xab b" { "b b".into() } else { "ab".into() },
            replacement: "-".into(),
            context: Surroundings {
                lines: Some(1),
                keywords: Some(keywords.iter().map(|word| (*word).into()).collect()),
            },
            ..ReplaceSmart::default()
        };
        let plan = plan(&folder.project(), &Replace::Smart(asked), &bounds()).unwrap();
        assert_eq!(plan.replacements == 1, *fits, "{keywords:?} in {text:?}");
    }
    let folder = Folder::with(&[("w.md", "a\nb ab")]);
    let context = Surroundings { lines: None, keywords: Some(vec!["a\nb".into()]) };
    let asked = ReplaceSmart { path: "w.md".into(), search: "ab".into(), context, ..ReplaceSmart::default() };
    assert_eq!(code(&plan(&folder.project(), &Replace::Smart(asked), &bounds()).unwrap_err()), "E_CONTEXT");
}

/// INK-047: what is always left alone is not lifted by a pattern.
#[test]
fn no_pattern_lifts_what_is_always_left_alone() {
    let folder =
        Folder::with(&[("a.txt", "old"), ("node_modules/x.txt", "old"), ("m/__pycache__/y.txt", "old")]);
    let files = |globs: &[&str], exclude: &[&str]| {
        let asked = ReplaceFiles {
            glob: globs.iter().map(|glob| (*glob).into()).collect(),
            exclude: Some(exclude.iter().map(|glob| (*glob).into()).collect()),
            ..in_files("*", "old", "new")
        };
        let plan = plan(&folder.project(), &Replace::Files(asked), &bounds())?;
        Ok::<_, laika_protocol::ToolError>(
            plan.files.iter().map(|file| file.path.as_str().to_owned()).collect::<Vec<_>>(),
        )
    };
    assert_eq!(files(&["*", "node_modules/**"], &["m/b"]).unwrap(), ["a.txt"]);
    for lifting in ["!node_modules/", "!node_modules", "!**", "!*"] {
        assert_eq!(code(&files(&["*"], &[lifting]).unwrap_err()), "E_GLOB", "{lifting}");
    }
}

/// A dry run is not asked about, so it shows nothing that a search would not.
#[test]
fn a_dry_run_reads_no_hidden_file() {
    let folder = Folder::with(&[(".env", "KEY=1"), ("a/.ssh/config", "KEY=1"), ("a/b.txt", "KEY=1")]);
    for (path, hidden) in [(".env", true), ("./.env", true), ("a/.ssh/config", true), ("a/b.txt", false)] {
        let file = |dry_run| ReplaceFile {
            path: path.into(),
            search: "KEY".into(),
            replacement: "x".into(),
            dry_run: Some(dry_run),
            ..ReplaceFile::default()
        };
        let smart = ReplaceSmart {
            path: path.into(),
            search: "KEY".into(),
            context: Surroundings { lines: Some(1), keywords: None },
            dry_run: Some(true),
            ..ReplaceSmart::default()
        };
        for asked in [Replace::File(file(true)), Replace::Smart(smart)] {
            let planned = plan(&folder.project(), &asked, &bounds());
            let refused = planned.as_ref().err().map(code);
            assert_eq!(refused, hidden.then_some("E_PATH_HIDDEN"), "{path}");
        }
        assert_eq!(plan(&folder.project(), &Replace::File(file(false)), &bounds()).unwrap().replacements, 1);
    }
}

#[test]
fn what_is_refused() {
    let folder = Folder::with(&[
        ("a.txt", "aaa"),
        ("b.txt", "a"),
        ("c.txt", "a"),
        ("node_modules/x.txt", "a"),
        ("x/__pycache__/y.txt", "a"),
    ]);
    folder.write("pic.bin", b"a\0a");
    let large = std::fs::File::create(folder.root().join("large.dat")).unwrap();
    large.set_len((64 << 20) + 1).unwrap();
    let regex = |search: &str, replacement: &str| ReplaceFiles {
        regex: Some(true),
        ..in_files("*", search, replacement)
    };
    let cases: Vec<(Replace, &str)> = vec![
        (in_file("a.txt", "", "x"), "E_PATTERN"),
        (Replace::Files(regex("(", "x")), "E_PATTERN"),
        (Replace::Files(regex(r"\pL{60}", "x")), "E_PATTERN"),
        (Replace::Files(regex("(a)", "$1x")), "E_GROUP"),
        (Replace::Files(regex("(a)", "$2")), "E_GROUP"),
        (Replace::Files(regex("(a)", "${name}")), "E_GROUP"),
        (in_file("pic.bin", "a", "x"), "E_FILE_BINARY"),
        (in_file("large.dat", "a", "x"), "E_FILE_TOO_LARGE"),
        (
            Replace::Files(ReplaceFiles { max_files: Some(2), ..in_files("*.txt", "a", "x") }),
            "E_TOO_MANY_FILES",
        ),
        (
            Replace::Files(ReplaceFiles { max_matches: Some(4), ..in_files("*.txt", "a", "x") }),
            "E_TOO_MANY_MATCHES",
        ),
        (
            Replace::File(ReplaceFile {
                path: "a.txt".into(),
                search: "a".into(),
                max_matches: Some(2),
                ..ReplaceFile::default()
            }),
            "E_TOO_MANY_MATCHES",
        ),
        (Replace::Files(in_files("[", "a", "x")), "E_GLOB"),
    ];
    let before = folder.everything();
    for (asked, expected) in cases {
        assert_eq!(code(&folder.replace(&asked).unwrap_err()), expected, "{asked:?}");
    }
    assert_eq!(folder.everything(), before);
    let exclude = Some(vec!["c.*".into()]);
    let applied =
        folder.replace(&Replace::Files(ReplaceFiles { exclude, ..in_files("*", "a", "x") })).unwrap();
    assert_eq!(applied.files, ["a.txt", "b.txt"]);
    assert_eq!(
        (&applied.result.metadata["binary"], &applied.result.metadata["tooLarge"]),
        (&1.into(), &1.into())
    );
}

/// The most memory that this process ever had, in MiB.
#[cfg(target_os = "linux")]
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() >> 10
}

/// A short replacement can stand for gigabytes; that is known before they are made.
#[cfg(target_os = "linux")]
#[test]
fn a_change_that_is_too_large_is_never_made() {
    let folder = Folder::with(&[("one.txt", &"x".repeat(1 << 20)), ("many.txt", &"ab\n".repeat(200_000))]);
    let before = most_memory();
    let asked = |path: &str, search: &str, replacement: String, regex: bool| {
        Replace::File(ReplaceFile {
            path: path.into(),
            search: search.into(),
            replacement,
            regex: Some(regex),
            max_matches: Some(1_000_000),
            dry_run: Some(true),
            ..ReplaceFile::default()
        })
    };
    for asked in [
        asked("one.txt", "(?s).+", "$0".repeat(2048), true),
        asked("one.txt", "(?s)(?<all>.+)", "${all}".repeat(1024), true),
        asked("many.txt", "a", "y".repeat(16_384), false),
        asked("many.txt", "(a)(b)", format!("${{1}}{}$2", "y".repeat(16_370)), true),
    ] {
        assert_eq!(code(&plan(&folder.project(), &asked, &bounds()).unwrap_err()), "E_FILE_TOO_LARGE");
    }
    let grown = most_memory() - before;
    assert!(grown < 700, "{grown} MiB");
}

#[test]
fn a_file_that_changed_since_the_plan_refuses_the_batch() {
    let folder = Folder::with(&[("a.txt", "old"), ("b.txt", "old"), ("c.txt", "old")]);
    let project = folder.project();
    let plan = plan(&project, &Replace::Files(in_files("*", "old", "new")), &bounds()).unwrap();
    folder.write("c.txt", b"old, and more");
    let error = apply(&project, &folder.journal(), &plan, &bounds()).unwrap_err();
    assert_eq!(code(&error), "E_FILE_CHANGED");
    assert!(error.message.contains("c.txt"));
    assert_eq!((folder.text("a.txt"), folder.text("c.txt")), ("old".into(), "old, and more".into()));
    assert_eq!(folder.everything().len(), 3, "nothing waits beside the files");
    assert!(folder.journal().batches().unwrap().is_empty());
}

#[test]
fn the_digest_is_of_the_whole_change() {
    let digest = |files: &[(&str, &str)], new: &str| {
        plan(&Folder::with(files).project(), &Replace::Files(in_files("*", "old", new)), &bounds())
            .unwrap()
            .digest
    };
    let first = digest(&[("a", "old"), ("b", "old")], "new");
    assert_eq!(first, digest(&[("b", "old"), ("a", "old"), ("c", "other")], "new"));
    for other in [
        digest(&[("a", "old"), ("c", "old")], "new"),
        digest(&[("a", "old"), ("b", "old ")], "new"),
        digest(&[("a", "old"), ("b", "old")], "newer"),
        digest(&[("a", "old")], "new"),
    ] {
        assert_ne!(first, other);
    }
    // Also of what the cut diff does not show.
    let folder = Folder::with(&[("a", &"old\n".repeat(2000)), ("b", &"old\n".repeat(2000))]);
    let mut small = bounds();
    small.most_bytes = 1000;
    let cut = plan(&folder.project(), &Replace::Files(in_files("*", "old", "new")), &small).unwrap();
    assert!(!cut.diff_complete && cut.diff.contains("the diff is cut") && cut.diff.len() < 2000);
    assert_eq!(
        cut.digest,
        plan(&folder.project(), &Replace::Files(in_files("*", "old", "new")), &bounds()).unwrap().digest
    );
}

#[test]
fn a_replacement_can_be_called_off_before_the_first_file() {
    let folder = Folder::with(&[("a.txt", "old")]);
    let project = folder.project();
    let plan = plan(&project, &in_file("a.txt", "old", "new"), &bounds()).unwrap();
    let off = CallOff::default();
    off.now();
    let error =
        apply(&project, &folder.journal(), &plan, &Bounds::new(Duration::from_secs(9), &off)).unwrap_err();
    assert_eq!((code(&error), folder.text("a.txt").as_str()), ("CANCELLED", "old"));
    let error = laika_tools::project::plan(
        &project,
        &Replace::Files(in_files("*", "old", "new")),
        &Bounds::new(Duration::ZERO, &CallOff::default()),
    )
    .unwrap_err();
    assert_eq!(code(&error), "TIMEOUT");
}

#[test]
fn the_older_forms() {
    let read = |query: &str| {
        let (name, parts) = query.split_once(':').ok_or("no name")?;
        let tool = laika_protocol::tools::resolve(name).ok_or("no tool")?;
        let arguments = tool.legacy.unwrap().arguments(parts).map_err(|_| "unreadable")?;
        let arguments = serde_json::Value::Object(arguments);
        Ok::<Replace, &str>(match tool.name {
            "replace.file" => Replace::File(serde_json::from_value(arguments).unwrap()),
            "replace.files" => Replace::Files(serde_json::from_value(arguments).unwrap()),
            _ => Replace::Smart(serde_json::from_value(arguments).unwrap()),
        })
    };
    assert_eq!(
        read("BATCH_REPLACE:Chapters/Chapter1.md|Johnathan|Jonathan|false"),
        Ok(Replace::File(ReplaceFile {
            regex: Some(false),
            path: "Chapters/Chapter1.md".into(),
            search: "Johnathan".into(),
            replacement: "Jonathan".into(),
            ..ReplaceFile::default()
        }))
    );
    assert_eq!(
        read(r"BATCH_REPLACE_MULTI:*.py|oldFunc\((.*?)\)|newFunc($1)|true"),
        Ok(Replace::Files(ReplaceFiles {
            regex: Some(true),
            ..in_files("*.py", r"oldFunc\((.*?)\)", "newFunc($1)")
        }))
    );
    let smart = |context| ReplaceSmart {
        path: "w.md".into(),
        search: "a|b".into(),
        replacement: "c".into(),
        context,
        ..ReplaceSmart::default()
    };
    let words = Surroundings { lines: None, keywords: Some(vec!["magic".into(), "spell".into()]) };
    assert_eq!(read(r"SMART_REPLACE:w.md|a\|b|c|magic, spell"), Ok(Replace::Smart(smart(words))));
    let lines = Surroundings { lines: Some(3), keywords: None };
    assert_eq!(read(r"SMART_REPLACE:w.md|a\|b|c|3"), Ok(Replace::Smart(smart(lines))));
    for bad in [
        "",
        "BATCH_REPLACE",
        "BATCH_REPLACE:a|b",
        "BATCH_REPLACE:a|b|c|maybe",
        "BATCH_REPLACE:a|b|c|true|d",
        "SMART_REPLACE:a|b|c",
        "OTHER:a|b|c",
    ] {
        assert!(read(bad).is_err(), "{bad}");
    }
}
