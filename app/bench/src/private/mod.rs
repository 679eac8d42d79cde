//! Private means not on disk (S16): a private run whose every writable path lies on a disk image, and then a search
//! through the raw bytes of that image for what the person said and the page showed.
//!
//! An ordinary run on the same image is the control: what it stores must be found, or the search proves nothing.

mod image;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, anyhow, ensure};
use serde_json::json;

use crate::check::{self, Check};
use crate::{Options, Outcome, Reports, print, skip};
use image::{Image, Missing};

/// What is looked for. No part of the programs or of this file system holds it.
const CANARY: &str = "quiet-canary-8c1f27d94be6";

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    fs::create_dir_all(&options.cache).context("cannot make the cache folder")?;
    let mut found = Vec::new();
    for private in [true, false] {
        let name = if private { "a private run" } else { "an ordinary run" };
        (reports.progress)(&format!("private: {name} on a disk image"));
        match searched(options, private)? {
            Ok(count) => found.push(count),
            Err(Missing(why)) => return skip(options, &why, reports),
        }
    }
    let [private, ordinary] = found[..] else { return Err(anyhow!("two runs were not made")) };
    let checks = [
        Check {
            passed: private == 0,
            what: "private run",
            found: format!("{private} traces in the raw image"),
            bound: "none".into(),
        },
        Check {
            passed: ordinary > 0,
            what: "ordinary run, as a control",
            found: format!("{ordinary} traces in the raw image"),
            bound: "at least one, or the search finds nothing".into(),
        },
    ];
    let outcome = check::outcome(&checks);
    print(
        options,
        reports,
        || check::lines(&checks),
        || json!({ "bench": "private", "outcome": outcome.word(), "private": private, "ordinary": ordinary, "checks": check::json(&checks) }),
    )?;
    Ok(outcome)
}

/// How often the canary stands in the raw image after a run.
fn searched(options: &Options, private: bool) -> Result<Result<usize, Missing>> {
    let image = match Image::mounted(&options.cache)? {
        Ok(image) => image,
        Err(missing) => return Ok(Err(missing)),
    };
    play(&options.laika, &image.folder(), private)?;
    let bytes = image.unmounted()?;
    let utf16: Vec<u8> = CANARY.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let count = [CANARY.as_bytes(), &utf16].iter().map(|needle| count(&bytes, needle)).sum();
    Ok(Ok(count))
}

fn play(laika: &Path, folder: &Path, private: bool) -> Result<()> {
    let home = folder.join("home");
    fs::create_dir_all(&home)?;
    let mut command = Command::new(laika);
    command.arg("crash-child").arg("--dir").arg(folder).arg("--goal-from-stdin").args(["--steps", "4"]);
    if private {
        command.arg("--private");
    }
    // Every folder a program may write to is on the image, and what it says goes to us.
    for name in [
        "HOME",
        "TMPDIR",
        "XDG_DATA_HOME",
        "XDG_CACHE_HOME",
        "XDG_CONFIG_HOME",
        "XDG_STATE_HOME",
        "LAIKA_HOME",
    ] {
        command.env(name, &home);
    }
    command.current_dir(&home).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().context("the run cannot be started")?;
    let goal = format!("find {CANARY} and count to the end");
    child.stdin.take().context("no standard input")?.write_all(goal.as_bytes())?;
    let output = child.wait_with_output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success() && said.ends_with("done\n"), "the run did not end well: {said}");
    Ok(())
}

fn count(bytes: &[u8], needle: &[u8]) -> usize {
    let finder = needle.first().copied().unwrap_or_default();
    let mut found = 0;
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| *byte == finder) {
        rest = &rest[at..];
        found += usize::from(rest.starts_with(needle));
        rest = &rest[1..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_occurrence_counts() {
        assert_eq!(count(b"xabcabcab", b"abc"), 2);
        assert_eq!(count(b"", b"abc"), 0);
    }
}
