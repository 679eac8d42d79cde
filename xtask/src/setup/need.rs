//! What the project needs of a machine, and how to see whether it is there.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::process;

/// The oldest Node.js that the packages of `web/` accept.
const NODE_MAJOR: u32 = 20;

/// Debian packs `ensurepip` by itself: without it `venv` is there, and fails when it is used.
const PYTHON_PROBE: &str = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))";

/// Debian and Arch; Fedora; macOS. The wrapper scripts in `/usr/bin` change flags, so they are not used.
const BROWSERS: [&str; 3] = [
    "/usr/lib/chromium/chromium",
    "/usr/lib64/chromium-browser/chromium-browser",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// One thing that has to be on the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// A C compiler and its companions: some crates link with it.
    Compiler,
    /// A C++ compiler: the fuzzer's runtime is built with it.
    CxxCompiler,
    /// What the engine of the models is built with: a C++ compiler, CMake, and the library of Clang.
    Engine,
    /// Node.js with npm.
    Node,
    /// Python that can make a virtual environment with pip in it.
    Python,
    /// The weights that tests and samples use: pip fetches them.
    Weights,
    /// What interrupts and records system calls, and makes a file system in a file: the crash and privacy proofs.
    CrashTools,
    /// A key store of the system that can be started for a test.
    Keyring,
    /// Chromium.
    Browser,
    /// What searching and replacing in files is compared with.
    Searchers,
}

impl Need {
    /// Why this need is not met, or nothing when it is.
    pub(crate) fn unmet(self) -> Option<String> {
        match self {
            Need::Compiler => absent(&["cc", "make", "pkg-config"], "build tools"),
            // The library has no fixed place; the program of the same package does.
            Need::Engine => absent(&["c++", "cmake", "clang"], "build tools of the model's engine"),
            Need::CxxCompiler => (!on_path("c++")).then(|| "a C++ compiler (`c++`)".to_owned()),
            Need::Node => node(),
            Need::Python => python(&mut process::command("python3", ["-c", PYTHON_PROBE])),
            Need::Weights => pip(),
            Need::CrashTools => absent_on_linux(&["strace", "mkfs.ext4"], "crash tools"),
            Need::Keyring => {
                absent_on_linux(&["dbus-run-session", "gnome-keyring-daemon", "secret-tool"], "a key store")
            }
            Need::Searchers => absent(&["rg", "perl", "git"], "programs to compare with"),
            Need::Browser => browser().is_none().then(|| format!("Chromium (`{}`)", BROWSERS[0])),
        }
    }
}

/// The Chromium to start: the one that `LAIKA_CHROMIUM` names, or the system's.
pub(super) fn browser() -> Option<PathBuf> {
    match std::env::var_os("LAIKA_CHROMIUM") {
        Some(path) => Some(PathBuf::from(path)).filter(|path| path.is_file()),
        None => BROWSERS.iter().map(PathBuf::from).find(|path| path.is_file()),
    }
}

/// A choice that leads nowhere is a mistake: nothing that can be installed would mend it.
pub(super) fn check_browser_choice() -> Result<()> {
    match std::env::var("LAIKA_CHROMIUM") {
        Ok(path) if !Path::new(&path).is_file() => {
            bail!(
                "`LAIKA_CHROMIUM` names `{path}`, which is no file\nhint: unset it to use the system's Chromium"
            )
        }
        _ => Ok(()),
    }
}

/// Whether a program of this name is on the path.
pub(super) fn on_path(name: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| is_program(&folder.join(name)))
}

/// Those of these programs that are not on the path.
fn absent(programs: &[&str], what: &str) -> Option<String> {
    let absent: Vec<_> = programs.iter().filter(|name| !on_path(name)).copied().collect();
    (!absent.is_empty()).then(|| format!("{what} (`{}`)", absent.join("`, `")))
}

/// Programs that only tests on Linux use; elsewhere those tests leave out what needs them.
fn absent_on_linux(programs: &[&str], what: &str) -> Option<String> {
    if cfg!(target_os = "linux") { absent(programs, what) } else { None }
}

fn is_program(path: &Path) -> bool {
    path.is_file() || path.with_extension("exe").is_file()
}

fn node() -> Option<String> {
    let Ok(version) = process::read(&mut process::command("node", ["--version"])) else {
        return Some(format!("Node.js {NODE_MAJOR} or newer (`node`)"));
    };
    if major(&version).is_none_or(|major| major < NODE_MAJOR) {
        return Some(format!("Node.js {NODE_MAJOR} or newer (`node` is `{}`)", version.trim()));
    }
    (!on_path("npm")).then(|| "npm (`npm`)".to_owned())
}

fn python(probe: &mut Command) -> Option<String> {
    process::read(probe)
        .is_err()
        .then(|| "Python 3.10 or newer with `venv` and `ensurepip` (`python3`)".to_owned())
}

/// Any of the forms in which Laika looks for it.
fn pip() -> Option<String> {
    let is_here =
        on_path("pip3") || on_path("pip") || is_pip(&mut process::command("python3", ["-m", "pip"]));
    (!is_here).then(|| "pip (`pip3`)".to_owned())
}

fn is_pip(pip: &mut Command) -> bool {
    process::read(pip.arg("--version")).is_ok()
}

fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_versions_are_read() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("v9.1.0"), Some(9));
        assert_eq!(major("20.1"), None);
    }

    #[test]
    fn a_python_without_what_it_needs_is_none() {
        assert_eq!(python(&mut process::command("sh", ["-c", "exit 0"])), None);
        assert!(python(&mut process::command("sh", ["-c", "exit 1"])).is_some());
        assert!(python(&mut process::command("a-program-that-does-not-exist", [""; 0])).is_some());
    }

    #[test]
    fn a_python_without_pip_is_no_pip() {
        assert!(!is_pip(&mut process::command("sh", ["-c", "exit 1"])));
        assert!(is_pip(&mut process::command("sh", ["-c", "exit 0"])));
    }

    #[test]
    fn programs_are_found_on_the_path_only() {
        assert!(on_path("sh"));
        assert!(!on_path("a-program-that-does-not-exist"));
    }
}
