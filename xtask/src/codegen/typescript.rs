//! TypeScript from the bundle of schemas, through the generator in `web/scripts`.

use std::io::Write as _;
use std::process::Stdio;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::{process, workspace};

const SCRIPT: &str = "web/scripts/protocol-types.mjs";

/// The text of the generated module.
pub(super) fn types(bundle: &Value, tool_schema_hash: &str) -> Result<String> {
    if !workspace::root().join("web/node_modules/json-schema-to-typescript").is_dir() {
        bail!("the packages of `web` are not installed\nhint: run `cargo xtask setup`");
    }
    let types = generate(&serde_json::to_string(bundle)?)?;
    let hash = serde_json::to_string(tool_schema_hash)?;
    let remark =
        "/** The tool schemas that these types were made with; a peer with another hash is refused. */";
    Ok(format!("{types}\n{remark}\nexport const TOOL_SCHEMA_HASH = {hash};\n"))
}

fn generate(bundle: &str) -> Result<String> {
    let mut command = process::command("node", [SCRIPT]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("`node` cannot be run\nhint: run `cargo xtask setup`")?;
    // The script reads all of its input before it prints, so writing first cannot block for ever.
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(bundle.as_bytes()).with_context(|| format!("`{SCRIPT}` does not read its input"))?;
    }
    let output = child.wait_with_output().with_context(|| format!("`{SCRIPT}` failed"))?;
    if !output.status.success() {
        bail!("`node {SCRIPT}` failed");
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{SCRIPT}` did not print UTF-8"))
}
