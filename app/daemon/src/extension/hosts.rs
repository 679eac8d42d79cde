//! Manifests of the native host: where each browser looks for one, what it has to say, and what is wrong with one.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use laika_protocol::extension::{CHROMIUM_ID, GECKO_ID, HOST_NAME};
use serde_json::{Value, json};

/// A browser that can have the extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Browser {
    /// Chromium.
    Chromium,
    /// Google Chrome.
    Chrome,
    /// Microsoft Edge.
    Edge,
    /// Brave.
    Brave,
    /// Firefox.
    Firefox,
}

/// The operating system, as far as it decides where things are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Linux and its relatives.
    Linux,
    /// macOS.
    MacOs,
    /// Windows, where a registry key names the file.
    Windows,
}

impl System {
    /// The one this is built for.
    #[must_use]
    pub const fn here() -> Self {
        if cfg!(target_os = "macos") {
            Self::MacOs
        } else if cfg!(windows) {
            Self::Windows
        } else {
            Self::Linux
        }
    }
}

impl Browser {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Chromium, Self::Chrome, Self::Edge, Self::Brave, Self::Firefox];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chromium => "Chromium",
            Self::Chrome => "Chrome",
            Self::Edge => "Edge",
            Self::Brave => "Brave",
            Self::Firefox => "Firefox",
        }
    }

    /// Where the extension is loaded from a folder.
    #[must_use]
    pub const fn extensions_page(self) -> &'static str {
        match self {
            Self::Chromium | Self::Chrome => "chrome://extensions",
            Self::Edge => "edge://extensions",
            Self::Brave => "brave://extensions",
            Self::Firefox => "about:debugging#/runtime/this-firefox",
        }
    }

    /// Its folder in a person's home; where that is not there, neither is the browser.
    #[must_use]
    pub fn folder(self, system: System, home: &Path) -> PathBuf {
        let parts: &str = match (system, self) {
            (System::Linux, Self::Chromium) => ".config/chromium",
            (System::Linux, Self::Chrome) => ".config/google-chrome",
            (System::Linux, Self::Edge) => ".config/microsoft-edge",
            (System::Linux, Self::Brave) => ".config/BraveSoftware/Brave-Browser",
            (System::Linux, Self::Firefox) => ".mozilla",
            (System::MacOs, Self::Chromium) => "Library/Application Support/Chromium",
            (System::MacOs, Self::Chrome) => "Library/Application Support/Google/Chrome",
            (System::MacOs, Self::Edge) => "Library/Application Support/Microsoft Edge",
            (System::MacOs, Self::Brave) => "Library/Application Support/BraveSoftware/Brave-Browser",
            (System::MacOs, Self::Firefox) => "Library/Application Support/Mozilla",
            (System::Windows, Self::Chromium) => "AppData/Local/Chromium/User Data",
            (System::Windows, Self::Chrome) => "AppData/Local/Google/Chrome/User Data",
            (System::Windows, Self::Edge) => "AppData/Local/Microsoft/Edge/User Data",
            (System::Windows, Self::Brave) => "AppData/Local/BraveSoftware/Brave-Browser/User Data",
            (System::Windows, Self::Firefox) => "AppData/Roaming/Mozilla",
        };
        home.join(parts)
    }

    /// Where it looks for the manifest of our host.
    #[must_use]
    pub fn manifest_path(self, system: System, home: &Path) -> PathBuf {
        let folder = self.folder(system, home);
        let hosts = match (system, self) {
            (System::Linux, Self::Firefox) => folder.join("native-messaging-hosts"),
            (System::Windows, _) => home.join("AppData/Local/Laika/NativeMessagingHosts").join(self.name()),
            _ => folder.join("NativeMessagingHosts"),
        };
        hosts.join(format!("{HOST_NAME}.json"))
    }

    /// On Windows, the registry key that has to name the manifest.
    #[must_use]
    pub fn registry_key(self, system: System) -> Option<String> {
        let vendor = match self {
            Self::Chromium => "Chromium",
            Self::Chrome => "Google\\Chrome",
            Self::Edge => "Microsoft\\Edge",
            Self::Brave => "BraveSoftware\\Brave-Browser",
            Self::Firefox => "Mozilla",
        };
        (system == System::Windows)
            .then(|| format!("HKCU\\Software\\{vendor}\\NativeMessagingHosts\\{HOST_NAME}"))
    }
}

/// What the manifest of a browser has to say.
fn manifest(browser: Browser, host: &Path) -> Value {
    let mut manifest = json!({
        "name": HOST_NAME,
        "description": "Laika: passes messages between its extension and the program on this machine",
        "path": host,
        "type": "stdio",
    });
    match browser {
        Browser::Firefox => manifest["allowed_extensions"] = json!([GECKO_ID]),
        Browser::Chromium | Browser::Chrome | Browser::Edge | Browser::Brave => {
            manifest["allowed_origins"] = json!([format!("chrome-extension://{CHROMIUM_ID}/")]);
        }
    }
    manifest
}

/// Where a Chromium with this profile folder (its `--user-data-dir`) looks for the manifest.
#[must_use]
pub fn manifest_in(profile: &Path) -> PathBuf {
    profile.join("NativeMessagingHosts").join(format!("{HOST_NAME}.json"))
}

/// Tells a browser where the host is: writes its manifest to this path.
///
/// # Errors
/// When the file or its folder cannot be written.
pub fn tell(browser: Browser, path: &Path, host: &Path) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, serde_json::to_string_pretty(&manifest(browser, host))?)
}

/// The manifest of one browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// The browser.
    pub browser: Browser,
    /// Where its manifest is, or should be.
    pub path: PathBuf,
    /// How it is.
    pub state: HostState,
}

/// How a manifest is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostState {
    /// As it should be.
    Good,
    /// There is none.
    Missing,
    /// It cannot be read, or is no manifest of ours.
    Unreadable,
    /// It lets another extension in, or not ours.
    WrongId,
    /// It names a program that is not there, or not the one beside this.
    WrongPath(PathBuf),
    /// The program cannot be run.
    NotExecutable(PathBuf),
}

impl HostState {
    /// The code that stays; none where all is well.
    #[must_use]
    pub const fn code(&self) -> Option<&'static str> {
        match self {
            Self::Good => None,
            Self::Missing => Some("E_NO_MANIFEST"),
            Self::Unreadable => Some("E_MANIFEST"),
            Self::WrongId => Some("E_MANIFEST_ID"),
            Self::WrongPath(_) => Some("E_MANIFEST_PATH"),
            Self::NotExecutable(_) => Some("E_HOST_PROGRAM"),
        }
    }

    /// One sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Self::Good => "the browser finds Laika's native host".into(),
            Self::Missing => "the browser is not told where Laika's native host is".into(),
            Self::Unreadable => "the manifest of the native host cannot be read".into(),
            Self::WrongId => "the manifest lets in another extension than Laika's".into(),
            Self::WrongPath(path) => {
                format!("the manifest names `{}`, which is not this Laika's native host", path.display())
            }
            Self::NotExecutable(path) => format!("`{}` cannot be run", path.display()),
        }
    }
}

/// The browsers of this person, and how their manifests are.
#[must_use]
pub fn hosts(system: System, home: &Path, host: &Path) -> Vec<Host> {
    Browser::ALL
        .into_iter()
        .filter(|browser| browser.folder(system, home).is_dir())
        .map(|browser| {
            let path = browser.manifest_path(system, home);
            Host { browser, state: look(browser, &path, host), path }
        })
        .collect()
}

fn look(browser: Browser, path: &Path, host: &Path) -> HostState {
    let Ok(text) = fs::read(path) else { return HostState::Missing };
    let Ok(found) = serde_json::from_slice::<Value>(&text) else { return HostState::Unreadable };
    let wanted = manifest(browser, host);
    if found["name"] != wanted["name"] || found["type"] != wanted["type"] {
        return HostState::Unreadable;
    }
    let lets_in =
        |manifest: &Value| (manifest["allowed_origins"].clone(), manifest["allowed_extensions"].clone());
    if lets_in(&found) != lets_in(&wanted) {
        return HostState::WrongId;
    }
    let named = PathBuf::from(found["path"].as_str().unwrap_or_default());
    if fs::canonicalize(&named).ok() != fs::canonicalize(host).ok() || !named.is_file() {
        return HostState::WrongPath(named);
    }
    let runs = fs::metadata(&named).is_ok_and(|found| found.permissions().mode() & 0o111 != 0);
    if runs { HostState::Good } else { HostState::NotExecutable(named) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_browser_has_its_place_on_every_system() {
        let home = Path::new("/h");
        let path = |system, browser: Browser| browser.manifest_path(system, home).display().to_string();
        for (system, browser, expected) in [
            (
                System::Linux,
                Browser::Chromium,
                "/h/.config/chromium/NativeMessagingHosts/org.laika.host.json",
            ),
            (
                System::Linux,
                Browser::Chrome,
                "/h/.config/google-chrome/NativeMessagingHosts/org.laika.host.json",
            ),
            (System::Linux, Browser::Firefox, "/h/.mozilla/native-messaging-hosts/org.laika.host.json"),
            (
                System::MacOs,
                Browser::Edge,
                "/h/Library/Application Support/Microsoft Edge/NativeMessagingHosts/org.laika.host.json",
            ),
            (
                System::MacOs,
                Browser::Firefox,
                "/h/Library/Application Support/Mozilla/NativeMessagingHosts/org.laika.host.json",
            ),
            (
                System::Windows,
                Browser::Brave,
                "/h/AppData/Local/Laika/NativeMessagingHosts/Brave/org.laika.host.json",
            ),
        ] {
            assert_eq!(path(system, browser), expected);
        }
        assert_eq!(Browser::Chrome.registry_key(System::Linux), None);
        let key = Browser::Chrome.registry_key(System::Windows);
        assert_eq!(
            key.as_deref(),
            Some("HKCU\\Software\\Google\\Chrome\\NativeMessagingHosts\\org.laika.host")
        );
    }

    #[test]
    fn what_is_wrong_with_a_manifest_is_found() {
        let home = tempfile::tempdir().unwrap();
        let host = home.path().join("laika-native-host");
        fs::write(&host, "").unwrap();
        fs::set_permissions(&host, fs::Permissions::from_mode(0o755)).unwrap();
        let state = || hosts(System::Linux, home.path(), &host).pop().map(|host| host.state);
        assert_eq!(state(), None, "no browser, nothing to find");
        let path = Browser::Chromium.manifest_path(System::Linux, home.path());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        assert_eq!(state(), Some(HostState::Missing));
        let good = manifest(Browser::Chromium, &host);
        let with = |name: &str, value: Value| {
            let mut manifest = good.clone();
            manifest[name] = value;
            fs::write(&path, manifest.to_string()).unwrap();
            state().and_then(|state| state.code().map(ToOwned::to_owned))
        };
        assert_eq!(with("name", HOST_NAME.into()), None);
        assert_eq!(with("name", "other".into()).as_deref(), Some("E_MANIFEST"));
        let other = json!(["chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/"]);
        assert_eq!(with("allowed_origins", other).as_deref(), Some("E_MANIFEST_ID"));
        let both =
            json!([good["allowed_origins"][0], "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/"]);
        assert_eq!(with("allowed_origins", both).as_deref(), Some("E_MANIFEST_ID"), "ours and another");
        assert_eq!(with("path", "/nowhere/host".into()).as_deref(), Some("E_MANIFEST_PATH"));
        fs::write(&path, good.to_string()).unwrap();
        fs::set_permissions(&host, fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(state().unwrap().code(), Some("E_HOST_PROGRAM"));
        fs::write(&path, "{").unwrap();
        assert_eq!(state().unwrap().code(), Some("E_MANIFEST"));
    }
}
