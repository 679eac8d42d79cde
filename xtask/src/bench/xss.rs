//! Hostile payloads, rendered and opened in real Chromium.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::Format;
use crate::counts::Counts;
use crate::{printer, process, setup, workspace};

/// Renders every payload and opens the pages. Counts one check per payload.
pub(crate) fn run(format: Format) -> Result<Counts> {
    let Some(browser) = setup::browser() else {
        bail!("Chromium is missing\nhint: run `cargo xtask setup`, or set `LAIKA_CHROMIUM` to its program");
    };
    let dir = workspace::build_dir()?.join("xss");
    if dir.exists() {
        fs::remove_dir_all(&dir).with_context(|| format!("`{}` cannot be removed", dir.display()))?;
    }
    let outside = outside_payloads();
    let mut render =
        process::cargo(["run", "--quiet", "--package", "laika-e2e", "--bin", "xss-pages", "--", "--out"]);
    render.arg(&dir);
    if let Outside::Here(payloads) = &outside {
        render.arg("--payloads").arg(payloads);
    }
    process::must(&mut render)?;

    let mut open = process::command("node", ["web/scripts/xss.mjs"]);
    open.arg(&dir).env("LAIKA_CHROMIUM", browser);
    if format == Format::Json {
        open.arg("--json");
    }
    let success = process::stream(&mut open)?.success;
    let mut counts = read_result(&dir.join("result.json"), success)?;
    counts += outside.counts();
    Ok(counts)
}

enum Outside {
    Here(std::path::PathBuf),
    Skipped,
    Required,
}

/// The payloads that are not ours to ship. A machine that runs the checks of record must have them.
fn outside_payloads() -> Outside {
    if let Some(file) = workspace::outside_data("xss/payloads.json") {
        return Outside::Here(file);
    }
    printer::note("skipped: outside payload set (LAIKA_DATA/xss)");
    if std::env::var_os("CI").is_none() {
        return Outside::Skipped;
    }
    printer::note("error: with `CI` set the outside payload set is required");
    printer::note("hint: set `LAIKA_DATA` to the folder that holds `xss/payloads.json`");
    Outside::Required
}

impl Outside {
    fn counts(&self) -> Counts {
        match self {
            Self::Here(_) => Counts::default(),
            Self::Skipped => Counts { skipped: 1, ..Counts::default() },
            Self::Required => Counts { failed: 1, ..Counts::default() },
        }
    }
}

fn read_result(file: &Path, success: bool) -> Result<Counts> {
    let text = fs::read_to_string(file).context("the browser run ended without a result")?;
    let result: Value =
        serde_json::from_str(&text).context("the browser run left a result that is not JSON")?;
    Ok(count(&result, success))
}

fn count(result: &Value, success: bool) -> Counts {
    let number = |key: &str| result[key].as_u64().unwrap_or(0);
    let failed = number("dirty");
    let passed = number("pages").saturating_sub(failed);
    // A run can fail as a whole: no payloads, a blind detector, a request that no page owns.
    Counts { passed, failed: if success { failed } else { failed.max(1) }, skipped: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn pages_are_counted_and_a_failed_run_never_passes() {
        let clean = json!({ "pages": 9, "dirty": 0 });
        assert_eq!(count(&clean, true), Counts { passed: 9, failed: 0, skipped: 0 });
        assert_eq!(count(&clean, false), Counts { passed: 9, failed: 1, skipped: 0 });
        let dirty = json!({ "pages": 9, "dirty": 2 });
        assert_eq!(count(&dirty, false), Counts { passed: 7, failed: 2, skipped: 0 });
        assert_eq!(count(&json!({}), false).failed, 1);
    }
}
