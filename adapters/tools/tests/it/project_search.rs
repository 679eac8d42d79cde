//! Searching a project: what is found, in which order, and what is passed over.

use std::time::Duration;

use expect_test::{Expect, expect};
use laika_protocol::tools::typed::{ProjectHits, ProjectSearch};
use laika_tools::project::search;
use laika_tools::{Bounds, CallOff};

use super::project_folder::{Folder, SECRET, bounds, code};

fn story() -> Folder {
    Folder::with(&[
        (
            "src/engine.rs",
            "use crate::spark;\n\n/// Starts.\nfn ignite(engine: &Engine) {\n    spark(engine);\n}\n",
        ),
        ("src/spark.rs", "pub fn spark(engine: &Engine) {\n    // TODO: spark twice\n}\n"),
        (
            "notes/magic.md",
            "# Spark\n\nThe magic system: every spark costs warmth.\nCharacter sheets have descriptions below.\n",
        ),
        ("build/out.rs", "fn spark() {}\n"),
        (".gitignore", "build/\n*.log\n!keep.log\n"),
        ("a.log", "spark\n"),
        ("keep.log", "spark in a log\n"),
        (".hidden/x.txt", "spark\n"),
        (".git/config", "spark\n"),
    ])
}

fn asked(query: &str) -> ProjectSearch {
    ProjectSearch { query: query.into(), ..ProjectSearch::default() }
}

fn check(asked: &ProjectSearch, expected: Expect) {
    let folder = story();
    let result = search(&folder.project(), asked, &bounds()).unwrap();
    expected.assert_eq(&format!("{}\n--\n{}", result.summary, result.full_text));
}

#[test]
fn a_definition_comes_before_a_use_and_ignored_files_are_passed_over() {
    check(
        &asked("spark"),
        expect![[r#"
            7 lines in 4 files
            src/spark.rs:1: pub fn spark(engine: &Engine) {
            notes/magic.md:1: # Spark
            src/spark.rs:2: // TODO: spark twice
            notes/magic.md:3: The magic system: every spark costs warmth.
            src/engine.rs:1: use crate::spark;
            and 2 more
            --
            src/spark.rs:1:pub fn spark(engine: &Engine) {
            notes/magic.md:1:# Spark
            src/spark.rs:2:    // TODO: spark twice
            notes/magic.md:3:The magic system: every spark costs warmth.
            src/engine.rs:1:use crate::spark;
            src/engine.rs:5:    spark(engine);
            keep.log:1:spark in a log
        "#]],
    );
}

#[test]
fn lines_around_a_hit() {
    check(
        &ProjectSearch { context_lines: Some(1), ..asked("TODO") },
        expect![[r#"
            1 line in 1 file
            src/spark.rs:2: // TODO: spark twice
            --
            src/spark.rs-1-pub fn spark(engine: &Engine) {
            src/spark.rs:2:    // TODO: spark twice
            src/spark.rs-3-}
        "#]],
    );
}

#[test]
fn a_regular_expression_in_some_files() {
    let glob = Some(vec!["*.rs".into(), "!engine.rs".into()]);
    check(
        &ProjectSearch { regex: Some(true), glob, ..asked(r"fn \w+\(") },
        expect![[r#"
            1 line in 1 file
            src/spark.rs:1: pub fn spark(engine: &Engine) {
            --
            src/spark.rs:1:pub fn spark(engine: &Engine) {
        "#]],
    );
}

#[test]
fn words_that_stand_nowhere_together_are_found_one_by_one() {
    check(
        &asked("character magic descriptions"),
        expect![[r#"
            2 lines in 1 file, by single words
            notes/magic.md:4: Character sheets have descriptions below.
            notes/magic.md:3: The magic system: every spark costs warmth.
            --
            notes/magic.md:4:Character sheets have descriptions below.
            notes/magic.md:3:The magic system: every spark costs warmth.
        "#]],
    );
}

#[test]
fn case_and_words_are_as_asked() {
    let count = |asked: ProjectSearch| {
        let result = search(&story().project(), &asked, &bounds()).unwrap();
        serde_json::from_value::<ProjectHits>(result.data).unwrap().matching_lines
    };
    assert_eq!(count(asked("Spark")), 1, "a capital letter means case");
    assert_eq!(count(ProjectSearch { case_sensitive: Some(false), ..asked("Spark") }), 7);
    assert_eq!(count(ProjectSearch { word: Some(true), ..asked("descr") }), 0);
    assert_eq!(count(asked("descr")), 1);
}

#[test]
fn the_same_question_has_the_same_answer_whatever_the_threads_do() {
    let folder = Folder::with(&[]);
    for at in 0..300 {
        folder.write(&format!("d{}/f{at}.txt", at % 7), format!("needle {at}\nneedle\n").as_bytes());
    }
    let ask = ProjectSearch { max_results: Some(50), ..asked("needle") };
    let first = search(&folder.project(), &ask, &bounds()).unwrap();
    for _ in 0..10 {
        assert_eq!(search(&folder.project(), &ask, &bounds()).unwrap(), first);
    }
    assert_eq!(first.metadata["hitsLeftOut"], 550);
}

#[test]
fn binary_files_are_passed_over_and_long_lines_cut() {
    let folder = Folder::with(&[]);
    folder.write("picture.bin", b"needle\0\x01needle");
    folder
        .write("long.min.js", format!("{}needle{}", "x".repeat(1_000_000), "y".repeat(1_000_000)).as_bytes());
    folder.write("latin1.txt", b"caf\xe9 needle\n");
    let result = search(&folder.project(), &asked("needle"), &bounds()).unwrap();
    assert_eq!(result.metadata["filesBinary"], 1);
    assert!(result.full_text.len() < 2000, "{}", result.full_text.len());
    assert!(result.full_text.contains("long.min.js:1:…xxx"));
    assert!(result.full_text.contains("caf\u{fffd} needle"));
}

#[test]
fn nothing_outside_is_found_through_links_pipes_and_odd_names() {
    let folder = Folder::with(&[("in.txt", "nothing here\n")]);
    let root = folder.root();
    std::os::unix::fs::symlink(folder.outside(), root.join("linked")).unwrap();
    std::os::unix::fs::symlink(folder.outside().join("secret.txt"), root.join("link.txt")).unwrap();
    std::os::unix::fs::symlink(folder.outside().join("secret.txt"), root.join(".gitignore")).unwrap();
    let pipe = |name: &str| {
        let made = std::process::Command::new("mkfifo").arg(root.join(name)).status().unwrap();
        assert!(made.success());
    };
    // A walker that opens this waits for ever.
    pipe("pipe.txt");
    std::fs::create_dir(root.join("sub")).unwrap();
    pipe("sub/.gitignore");
    folder.write("sub/odd\u{202e}txt.exe", b"CANARY by another name");
    let result = search(&folder.project(), &asked("CANARY"), &bounds()).unwrap();
    assert!(!format!("{result:?}").contains(SECRET));
    assert_eq!(result.data["matchingLines"], 0);
    assert_eq!((&result.metadata["special"], &result.metadata["oddNames"]), (&3.into(), &1.into()));
}

#[test]
fn what_cannot_be_asked() {
    let folder = story();
    let cases: &[(ProjectSearch, &str)] = &[
        (asked(" "), "E_PATTERN"),
        (ProjectSearch { regex: Some(true), ..asked("(") }, "E_PATTERN"),
        (ProjectSearch { regex: Some(true), ..asked(r"(a{1000}){1000}") }, "E_PATTERN"),
        (ProjectSearch { glob: Some(vec!["../*".into()]), ..asked("x") }, "E_PATH_OUTSIDE"),
        (ProjectSearch { glob: Some(vec!["a[".into()]), ..asked("x") }, "E_GLOB"),
    ];
    for (asked, expected) in cases {
        let error = search(&folder.project(), asked, &bounds()).unwrap_err();
        assert_eq!(code(&error), *expected, "{asked:?}");
    }
}

#[test]
fn a_search_can_be_called_off_and_has_an_end() {
    let folder = story();
    let off = CallOff::default();
    off.now();
    let error =
        search(&folder.project(), &asked("spark"), &Bounds::new(Duration::from_secs(9), &off)).unwrap_err();
    assert_eq!(code(&error), "CANCELLED");
    let error = search(&folder.project(), &asked("spark"), &Bounds::new(Duration::ZERO, &CallOff::default()))
        .unwrap_err();
    assert_eq!(code(&error), "TIMEOUT");
}

/// A large file is not read to its end when nobody waits for it any more.
#[test]
fn a_search_ends_in_the_middle_of_a_file() {
    let folder = Folder::with(&[]);
    folder.write("large.txt", &b"nothing to be seen here\n".repeat(2 << 20));
    for regex in [false, true] {
        let asked = ProjectSearch { regex: Some(regex), ..asked("zebra") };
        let short = Bounds::new(Duration::from_millis(5), &CallOff::default());
        let error = search(&folder.project(), &asked, &short).unwrap_err();
        assert_eq!(code(&error), "TIMEOUT");
    }
}

#[test]
fn a_pattern_that_is_too_large_is_refused() {
    let folder = Folder::with(&[("a.txt", "x")]);
    let asked = ProjectSearch { regex: Some(true), ..asked(r"\pL{60}") };
    assert_eq!(code(&search(&folder.project(), &asked, &bounds()).unwrap_err()), "E_PATTERN");
}
