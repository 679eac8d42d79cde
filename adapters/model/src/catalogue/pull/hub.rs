//! Weights from a model hub: curl loads one file, and goes on where it stopped.

use std::fs;
use std::path::Path;

use url::{Host, Url};

use super::super::LibraryError;
use super::super::progress::{PullProgress, Stage, Watch, tell};
use super::disk;
use super::partial::Partial;
use super::program::{self, Program};

/// The file of one model on a hub.
pub(super) struct HubFile<'a> {
    pub(super) repository: &'a str,
    pub(super) revision: &'a str,
    pub(super) file: &'a str,
    /// The bytes of the model, where they are known.
    pub(super) bytes: Option<u64>,
}

const CHOICES: &[&[&str]] = &[&["curl"]];
/// The largest file that is loaded where nobody knows how large it has to be.
const MOST_BYTES: u64 = 64 << 30;
/// What curl answers when the server cannot start in the middle of a file.
const NO_RANGE: i32 = 33;

/// Fetches what is missing.
pub(super) fn fetch(
    wanted: &HubFile<'_>,
    hub: &str,
    curl: Option<&Program>,
    partial: &Partial,
    watch: Watch<'_>,
) -> Result<(), LibraryError> {
    let url = address(wanted, hub)?;
    partial.resume(&format!("hub {} {} {}", wanted.repository, wanted.revision, wanted.file))?;
    let weights = partial.weights();
    let here = || fs::metadata(&weights).map_or(0, |metadata| metadata.len());
    let most = wanted.bytes.unwrap_or(MOST_BYTES);
    if here() > most {
        partial.open_at(0)?;
    }
    let left = wanted.bytes.map_or(0, |bytes| bytes.saturating_sub(here()));
    disk::check(weights.parent().unwrap_or(Path::new(".")), left)?;
    let curl = curl.map_or_else(|| Program::find(CHOICES, "curl"), |curl| Ok(curl.clone()))?;
    loop {
        let from = here();
        if wanted.bytes == Some(from) {
            return Ok(());
        }
        let mut command = curl.command();
        // Its own settings are left out; what may lead elsewhere is https, or stays on this machine.
        let schemes = if url.scheme() == "https" { "=https" } else { "=http,https" };
        command
            .args(["--disable", "--silent", "--show-error", "--fail", "--location", "--max-redirs", "8"])
            .args(["--proto", schemes, "--proto-redir", schemes])
            .args(["--connect-timeout", "30", "--speed-limit", "1", "--speed-time", "60"])
            .args(["--max-filesize", &most.to_string(), "--continue-at", &from.to_string(), "--output"])
            .arg(&weights)
            .arg(url.as_str());
        let finished = program::run(&mut command, "curl", || {
            let done = here();
            if done > most {
                return Err(LibraryError::Size { name: wanted.file.to_owned(), expected: most, got: done });
            }
            tell(watch, PullProgress { stage: Stage::Fetching, part: 1, parts: 1, done, total: wanted.bytes })
        });
        match finished? {
            finished if finished.status.success() => return Ok(()),
            finished if finished.status.code() == Some(NO_RANGE) && from > 0 => drop(partial.open_at(0)?),
            finished => return Err(program::trouble(wanted.file, &weights, &finished)),
        }
    }
}

/// The address of the file, behind the address of the hub.
fn address(wanted: &HubFile<'_>, hub: &str) -> Result<Url, LibraryError> {
    let mut url = base(hub)?;
    let path = [wanted.repository, "resolve", wanted.revision, wanted.file].join("/");
    match url.path_segments_mut() {
        Ok(mut segments) => drop(segments.pop_if_empty().extend(path.split('/'))),
        Err(()) => return Err(LibraryError::HubAddress),
    }
    Ok(url)
}

/// The address of a hub: https, or http on this machine; no password, no question, no fragment.
pub(in super::super) fn base(hub: &str) -> Result<Url, LibraryError> {
    let refused = || LibraryError::HubAddress;
    let url = Url::parse(hub).map_err(|_| refused())?;
    let here = match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    };
    let plain = url.username().is_empty() && url.password().is_none() && url.query().is_none();
    let allowed = url.scheme() == "https" || url.scheme() == "http" && here;
    if allowed && plain && url.fragment().is_none() { Ok(url) } else { Err(refused()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_built_behind_the_hub() {
        let wanted =
            HubFile { repository: "Owner/Name-GGUF", revision: "main", file: "a-Q8_0.gguf", bytes: None };
        for (hub, whole) in [
            ("https://hub.example", "https://hub.example/Owner/Name-GGUF/resolve/main/a-Q8_0.gguf"),
            (
                "https://hub.example/mirror/",
                "https://hub.example/mirror/Owner/Name-GGUF/resolve/main/a-Q8_0.gguf",
            ),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/Owner/Name-GGUF/resolve/main/a-Q8_0.gguf"),
        ] {
            assert_eq!(address(&wanted, hub).unwrap().as_str(), whole);
        }
    }

    #[test]
    fn only_safe_addresses_are_hubs() {
        for hub in [
            "http://hub.example",
            "ftp://hub.example",
            "file:///etc",
            "hub.example",
            "https://me:secret@hub.example",
            "https://hub.example/?a=b",
            "",
        ] {
            assert_eq!(base(hub).unwrap_err().code(), "E_MODEL_HUB", "{hub}");
        }
    }
}
