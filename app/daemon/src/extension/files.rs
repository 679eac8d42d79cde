//! The files of the extension, as they are part of this program: browsers load them from a folder.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;

/// The version in its manifest.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How it is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// It acts by events of its own, and asks the browser for as little as possible.
    Plain,
    /// It can make input that pages take for the person's. The browser warns about it and shows a banner.
    RealInput,
}

macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../../../web/extension/dist/", $name)).as_slice())),*]
    };
}

const FILES: &[(&str, &[u8])] = embedded![
    "worker.js",
    "glue.js",
    "panel.html",
    "panel.css",
    "panel.js",
    "icons/16.png",
    "icons/32.png",
    "icons/48.png",
    "icons/128.png",
];
const PAGE_SCRIPT: &[u8] = include_bytes!("../../../../web/page/dist/page.js");
const PLAIN: &[u8] = include_bytes!("../../../../web/extension/dist/manifest.json");
const REAL_INPUT: &[u8] = include_bytes!("../../../../web/extension/dist/manifest.debugger.json");

/// Writes the extension into a folder, which is made if it is not there.
///
/// # Errors
/// When the folder cannot be written.
pub fn write(folder: &Path, build: Build) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder.join("icons"))?;
    let manifest = match build {
        Build::Plain => PLAIN,
        Build::RealInput => REAL_INPUT,
    };
    let rest = [("page.js", PAGE_SCRIPT), ("manifest.json", manifest)];
    for (name, bytes) in FILES.iter().copied().chain(rest) {
        fs::write(folder.join(name), bytes)?;
    }
    Ok(())
}

/// Whether the extension in a folder is that of this program, in either build.
#[must_use]
pub fn is_current(folder: &Path) -> bool {
    let holds = |name: &str, bytes: &[u8]| fs::read(folder.join(name)).is_ok_and(|found| found == bytes);
    FILES.iter().all(|(name, bytes)| holds(name, bytes))
        && holds("page.js", PAGE_SCRIPT)
        && [PLAIN, REAL_INPUT].iter().any(|manifest| holds("manifest.json", manifest))
}

#[cfg(test)]
mod tests {
    use laika_protocol::canonical::digest_bytes;
    use laika_protocol::extension::{CHROMIUM_ID, GECKO_ID};
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_id_is_that_of_the_extensions_own_key() {
        use base64::Engine as _;
        for manifest in [PLAIN, REAL_INPUT] {
            let manifest: Value = serde_json::from_slice(manifest).unwrap();
            let key =
                base64::engine::general_purpose::STANDARD.decode(manifest["key"].as_str().unwrap()).unwrap();
            let hash = digest_bytes(&key);
            let letter = |digit: char| char::from(b'a' + u8::try_from(digit.to_digit(16).unwrap()).unwrap());
            let id: String = hash.as_str()["sha256:".len()..].chars().take(32).map(letter).collect();
            assert_eq!(id, CHROMIUM_ID);
            assert_eq!(manifest["browser_specific_settings"]["gecko"]["id"], GECKO_ID);
            assert_eq!(manifest["version"], VERSION);
        }
    }

    #[test]
    fn i24_the_extension_asks_for_no_site_and_lets_no_page_in() {
        for (manifest, real_input) in [(PLAIN, false), (REAL_INPUT, true)] {
            let manifest: Value = serde_json::from_slice(manifest).unwrap();
            for absent in
                ["content_scripts", "externally_connectable", "web_accessible_resources", "host_permissions"]
            {
                assert!(manifest[absent].is_null(), "{absent}");
            }
            let permissions = manifest["permissions"].as_array().unwrap();
            assert_eq!(permissions.contains(&"debugger".into()), real_input);
            let policy = manifest["content_security_policy"]["extension_pages"].as_str().unwrap();
            assert!(
                policy.contains("default-src 'none'") && policy.contains("script-src 'self'"),
                "{policy}"
            );
            assert!(!policy.contains("unsafe"), "{policy}");
        }
    }

    #[test]
    fn all_of_it_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().join("deep/extension");
        write(&at, Build::Plain).unwrap();
        let manifest: Value = serde_json::from_slice(&fs::read(at.join("manifest.json")).unwrap()).unwrap();
        for named in [
            manifest["background"]["service_worker"].as_str().unwrap(),
            manifest["side_panel"]["default_path"].as_str().unwrap(),
            manifest["icons"]["128"].as_str().unwrap(),
            "page.js",
            "glue.js",
        ] {
            assert!(at.join(named).is_file(), "{named}");
        }
    }
}
