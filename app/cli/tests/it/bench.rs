//! `laika bench`: what a model answered is given again without it.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use laika_model::catalogue::Library;

/// The recording of a recording is the same file, byte for byte, on a machine without the model.
#[test]
fn a_recorded_measurement_is_repeated_without_the_model() {
    const MODEL: &str = "smollm2-135m";
    let library = Library::usual().unwrap();
    if library.files(MODEL).is_err() {
        assert!(std::env::var_os("CI").is_none(), "with `CI` set the small model is required");
        let _ = writeln!(std::io::stderr(), "skipped: a recorded measurement (run `cargo xtask setup`)");
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let (first, again) = (place.path().join("first"), place.path().join("again"));
    let file = format!("arguments-{MODEL}.jsonl");
    let measure = |model: &str, into: &Path, models: Option<&Path>| {
        let mut laika = Command::new(env!("CARGO_BIN_EXE_laika"));
        laika.args(["bench", "arguments", "--cases", "1", "--json", "--model", model, "--record"]).arg(into);
        if let Some(folder) = models {
            laika.env("LAIKA_MODELS", folder);
        }
        let out = laika.output().unwrap();
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        fs::read(into.join(&file)).unwrap()
    };
    let recorded = measure(MODEL, &first, None);
    assert!(recorded.iter().filter(|byte| **byte == b'\n').count() > 1, "something was asked");
    let recording = format!("recorded:{}", first.join(&file).display());
    let empty = place.path().join("no-models");
    assert!(recorded == measure(&recording, &again, Some(&empty)), "the same requests and answers");
}
