//! Starting Chromium: which program, with which flags, as whom, with which files.

mod flags;
mod folder;
mod process;
mod sys;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use laika_protocol::secret::Secret;

use self::folder::{Folder, Owner};
pub(crate) use self::process::{Pipes, Process};
use crate::BrowserError;

/// Nobody: the browser of a Laika that runs as root runs as this user.
const NOBODY: Owner = Owner { user: 65534, group: 65534 };

const PROGRAMS: &[&str] = &[
    "/usr/lib/chromium/chromium",
    "/usr/lib/chromium-browser/chromium-browser",
    "/usr/lib64/chromium-browser/chromium-browser",
    "/opt/google/chrome/chrome",
    "/opt/chromium/chrome",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// How to start a browser.
#[derive(Clone, Debug)]
pub struct LaunchOptions {
    /// The program; found by itself when none is named.
    pub program: Option<PathBuf>,
    /// Where its files live.
    pub profile: Profile,
    /// Whether Chromium's own sandbox is on. Off is for development only.
    pub sandbox: bool,
    /// Whether a window can be seen.
    pub headed: bool,
    /// The way out for everything that no context has a way of its own for.
    pub proxy: Option<ProxyAccess>,
    /// Further flags; for tests only.
    pub extra: Vec<String>,
}

impl Default for LaunchOptions {
    fn default() -> Self {
        Self {
            program: None,
            profile: Profile::Ephemeral,
            sandbox: true,
            headed: false,
            proxy: None,
            extra: Vec::new(),
        }
    }
}

/// Where a browser's files live.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Profile {
    /// In a folder that is removed at the end.
    Ephemeral,
    /// In memory only (S16).
    Private,
    /// In this folder, which stays.
    Named(PathBuf),
}

/// A proxy, and who we are to it.
#[derive(Clone, Debug)]
pub struct ProxyAccess {
    /// Where it listens.
    pub address: SocketAddr,
    /// The user name.
    pub user: String,
    /// The password.
    pub password: Secret,
}

/// The Chromium of this machine, if there is one at a usual place.
#[must_use]
pub fn find_program() -> Option<PathBuf> {
    PROGRAMS.iter().map(PathBuf::from).find(|path| path.is_file())
}

/// The user that a browser of ours runs as: us, or nobody when we are root.
#[must_use]
pub fn user_id() -> u32 {
    let us = rustix::process::geteuid();
    if us.is_root() { NOBODY.user } else { us.as_raw() }
}

/// Whether there is a screen to open a window on.
#[must_use]
pub fn has_display() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(target_os = "macos") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

pub(crate) async fn start(options: &LaunchOptions) -> Result<(Process, Pipes), BrowserError> {
    let program = options.program.clone().or_else(find_program).ok_or(BrowserError::NoProgram)?;
    let flags = |profile: &Path| flags::flags(options, profile);
    start_with(&program, &options.profile, options.headed, flags).await
}

/// Starts a browser with one window, whose every connection but those to `127.0.0.1:port` leads to `nowhere`.
pub(crate) async fn start_window(
    port: u16,
    nowhere: SocketAddr,
    headed: bool,
) -> Result<(Process, Pipes), BrowserError> {
    let program = find_program().ok_or(BrowserError::NoProgram)?;
    let flags = |profile: &Path| flags::window(port, nowhere, headed, profile);
    start_with(&program, &Profile::Ephemeral, headed, flags).await
}

async fn start_with(
    program: &Path,
    profile: &Profile,
    headed: bool,
    flags: impl FnOnce(&Path) -> Vec<std::ffi::OsString>,
) -> Result<(Process, Pipes), BrowserError> {
    if !program.is_file() {
        return Err(BrowserError::NoProgram);
    }
    if headed && !has_display() {
        return Err(BrowserError::NoDisplay);
    }
    let owner = rustix::process::geteuid().is_root().then_some(NOBODY);
    let folder = Folder::make(profile, owner).map_err(BrowserError::Files)?;
    let command = command(program, flags(&folder.profile), headed, &folder);
    Process::start(command, owner, folder).await.map_err(BrowserError::Start)
}

/// Starts a browser as a person has it, as the user that we are: its extension starts programs of ours.
pub(crate) async fn start_plain(
    profile: &Path,
    extra: &[String],
    environment: &[(String, std::ffi::OsString)],
) -> Result<(Process, Pipes), BrowserError> {
    let program = find_program().ok_or(BrowserError::NoProgram)?;
    let folder = Folder::make(&Profile::Named(profile.to_owned()), None).map_err(BrowserError::Files)?;
    // Chromium has no sandbox for root.
    let sandbox = !rustix::process::geteuid().is_root();
    let mut command = in_folder(&program, flags::plain(&folder.profile, sandbox, extra), &folder);
    command.envs(environment.iter().map(|(name, value)| (name, value)));
    Process::start(command, None, folder).await.map_err(BrowserError::Start)
}

fn in_folder(program: &Path, flags: Vec<std::ffi::OsString>, folder: &Folder) -> Command {
    let mut command = Command::new(program);
    command
        .args(flags)
        .env_clear()
        .env("HOME", &folder.home)
        .env("TMPDIR", &folder.temporary)
        .env("XDG_CONFIG_HOME", folder.home.join("config"))
        .env("XDG_CACHE_HOME", folder.home.join("cache"))
        .env("XDG_RUNTIME_DIR", &folder.temporary)
        .current_dir(&folder.home)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // Nothing else of the environment: it may hold secrets, proxies and keys.
    for name in ["PATH", "LANG", "LC_ALL", "TZ"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    command
}

fn command(program: &Path, flags: Vec<std::ffi::OsString>, headed: bool, folder: &Folder) -> Command {
    let mut command = in_folder(program, flags, folder);
    if headed {
        for name in ["DISPLAY", "XAUTHORITY"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        // Its name is below a folder that the browser has another of.
        if let Some(screen) = std::env::var_os("WAYLAND_DISPLAY") {
            let below = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).unwrap_or_default();
            command.env("WAYLAND_DISPLAY", below.join(screen));
        }
    }
    command
}
