//! One binary for all of them.

mod bench;
mod check;
mod config;
mod connect;
mod docs_policy;
mod doctor;
mod model;
mod notes;
mod page;
mod policy;
mod real_pages;
mod render;
mod runs;
mod serve;
mod server;
mod tools;
mod trajectories;
mod work;

use std::io::Write;
use std::process::{Command, Stdio};

use expect_test::Expect;

/// Runs `laika` in the repository with the given words and standard input, and compares everything it does.
fn check(words: &str, input: &str, expected: &Expect) {
    let (code, stdout, stderr) = run(words, input);
    expected.assert_eq(&format!("exit {code}\n--- stdout\n{stdout}--- stderr\n{stderr}"));
}

/// Runs `laika` and returns its exit code and what it printed.
fn run(words: &str, input: &str) -> (i32, String, String) {
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
    // A command that needs no input may be gone before it is written; one that answers while it reads would block.
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let _ = writer.join();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}
