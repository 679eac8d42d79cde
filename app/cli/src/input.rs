//! Reads a file or standard input, bounded.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use laika_protocol::llmcp::{Packet, Request, read_packet};
use laika_protocol::quoted;

use crate::printer::Printer;

/// More than any message may have, so that the reader itself can say what is too large.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// The name of an input in messages.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".into() } else { quoted(&path.display().to_string()) }
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn read(path: &Path, printer: &Printer) -> Result<String> {
    let mut bytes = Vec::new();
    let source: Box<dyn Read> = if path == Path::new("-") {
        if io::stdin().is_terminal() {
            printer.say("hint", "reading from the keyboard; end with Ctrl-D");
        }
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path).with_context(|| format!("cannot open {}", name(path)))?)
    };
    source
        .take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {}", name(path)))?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("{} is larger than {} MiB; no message is", name(path), MOST_BYTES >> 20);
    }
    // Some editors mark a text with three bytes that no JSON reader takes.
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|error| {
        anyhow!("{} is not UTF-8: byte {} is not text", name(path), error.utf8_error().valid_up_to())
    })
}

/// The request in a file.
pub(crate) fn read_request(path: &Path, printer: &Printer) -> Result<Request> {
    match read_packet(&read(path, printer)?) {
        Ok(Packet::Request(request)) => Ok(request),
        Ok(Packet::Response(_)) => bail!("{} is a response, not a request", name(path)),
        Err(defects) => {
            let hint = anyhow!("hint: run `laika check packet {}` to see every defect", path.display());
            let first = defects.first().map(ToString::to_string).unwrap_or_default();
            Err(hint.context(format!("{} is not a valid request: {first}", name(path))))
        }
    }
}
