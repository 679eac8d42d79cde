//! `laika notes`: only a person at a terminal writes them, from the first day on.

use std::process::Command;

use super::run;

/// S1: a program that pipes into Laika cannot put words into a person's mouth.
#[test]
fn s1_only_a_person_writes_notes() {
    let home = tempfile::tempdir().unwrap();
    let laika = |words: &str| run(&format!("{words} --home {}/laika", home.path().display()), "");
    let at_terminal = |words: &str| {
        let line = format!("{} {words} --home {}/laika", env!("CARGO_BIN_EXE_laika"), home.path().display());
        let output = Command::new("script").args(["-qec", &line, "/dev/null"]).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, none, _) = laika("notes list --json");
    assert_eq!((code, none.as_str()), (0, "[]\n"), "before the first run there is none");
    let (code, _, said) = laika("notes add https://shop.example hello");
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("E_NO_PERSON"), "{said}");

    let (code, said) = at_terminal("notes add shop.example subscribe --dont");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("note 1 about https://shop.example"), "{said}");
    let (_, listed, _) = laika("notes list --json");
    let listed: serde_json::Value = serde_json::from_str(&listed).unwrap();
    assert_eq!(listed[0]["kind"], "dont", "{listed}");
    let (code, _, said) = laika("notes remove 1");
    assert_eq!(code, 2, "taking one away is the person's too: {said}");
    assert_eq!(at_terminal("notes remove 1").0, Some(0));
    assert_eq!(at_terminal("notes remove 1").0, Some(2), "there is none");
    assert_eq!(laika("notes list --json").1, "[]\n");
}
