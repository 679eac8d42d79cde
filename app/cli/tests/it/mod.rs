//! One binary for all of them.

mod check;
mod render;
mod tools;

use std::io::Write;
use std::process::{Command, Stdio};

use expect_test::Expect;

/// Runs `laika` in the repository with the given words and standard input, and compares everything it does.
fn check(words: &str, input: &str, expected: &Expect) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut child = Command::new(env!("CARGO_BIN_EXE_laika"))
        .args(words.split_whitespace())
        .current_dir(root)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that needs no input may be gone before it is written.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    expected.assert_eq(&format!(
        "exit {}\n--- stdout\n{}--- stderr\n{}",
        output.status.code().unwrap(),
        text(&output.stdout),
        text(&output.stderr)
    ));
}
