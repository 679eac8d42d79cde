//! System packages, by the package manager that is here. Only apt is ever run, and only by root; the other
//! lines are for a person to run.

use anyhow::{Context as _, Result};

use super::need::{Need, on_path};
use crate::process;

/// A package manager.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Installer {
    Apt,
    Dnf,
    Pacman,
    Brew,
}

const APT_INSTALL: [&str; 3] = ["install", "-y", "--no-install-recommends"];

impl Installer {
    /// The one on this machine.
    pub(super) fn find() -> Option<Self> {
        let known =
            [(Self::Apt, "apt-get"), (Self::Dnf, "dnf"), (Self::Pacman, "pacman"), (Self::Brew, "brew")];
        known.into_iter().find(|(_, program)| on_path(program)).map(|(installer, _)| installer)
    }

    /// Whether this program may install by itself: apt, as root.
    pub(super) fn may_run(self) -> bool {
        let root = || process::read(&mut process::command("id", ["-u"])).is_ok_and(|uid| uid.trim() == "0");
        self == Self::Apt && root()
    }

    /// The line that meets these needs, as a person would type it.
    pub(super) fn line(self, needs: &[Need]) -> String {
        let packages = self.packages(needs).join(" ");
        match self {
            Self::Apt => format!("sudo apt-get update && sudo apt-get {} {packages}", APT_INSTALL.join(" ")),
            Self::Dnf => format!("sudo dnf install {packages}"),
            Self::Pacman => format!("sudo pacman -S --needed {packages}"),
            Self::Brew => format!("brew install {packages}"),
        }
    }

    /// Installs with apt.
    pub(super) fn run(self, needs: &[Need]) -> Result<()> {
        let apt = |args: &[&str]| {
            let mut command = process::command("apt-get", args);
            process::must(command.env("DEBIAN_FRONTEND", "noninteractive"))
        };
        let packages = self.packages(needs);
        let install = || apt(&[&APT_INSTALL[..], &packages].concat());
        // The package lists of a fresh machine are empty or old.
        apt(&["update"]).and_then(|()| install()).context("the system packages could not be installed")
    }

    fn packages(self, needs: &[Need]) -> Vec<&'static str> {
        needs.iter().flat_map(|&need| self.packages_of(need)).copied().collect()
    }

    fn packages_of(self, need: Need) -> &'static [&'static str] {
        match (need, self) {
            (Need::Compiler, Self::Apt) => &["gcc", "libc6-dev", "make", "pkg-config"],
            (Need::Compiler, Self::Dnf) => &["gcc", "make", "pkgconf-pkg-config"],
            (Need::Compiler, Self::Pacman) => &["gcc", "make", "pkgconf"],
            (Need::Compiler, Self::Brew) => &["gcc", "make", "pkgconf"],
            (Need::CxxCompiler, Self::Apt) => &["g++"],
            (Need::CxxCompiler, Self::Dnf) => &["gcc-c++"],
            (Need::CxxCompiler, Self::Pacman | Self::Brew) => &["gcc"],
            (Need::Engine, Self::Apt) => &["g++", "cmake", "clang", "libclang-dev"],
            (Need::Engine, Self::Dnf) => &["gcc-c++", "cmake", "clang", "clang-devel"],
            (Need::Engine, Self::Pacman) => &["gcc", "cmake", "clang"],
            (Need::Engine, Self::Brew) => &["cmake", "llvm"],
            (Need::Node, Self::Brew) => &["node"],
            (Need::Node, Self::Apt | Self::Dnf | Self::Pacman) => &["nodejs", "npm"],
            (Need::Python, Self::Apt) => &["python3", "python3-venv", "python3-pip"],
            (Need::Python, Self::Dnf) => &["python3", "python3-pip"],
            (Need::Python, Self::Pacman | Self::Brew) => &["python"],
            (Need::Weights, Self::Apt | Self::Dnf) => &["python3-pip"],
            (Need::Weights, Self::Pacman) => &["python-pip"],
            (Need::Weights, Self::Brew) => &["python"],
            (Need::CrashTools, Self::Apt | Self::Dnf | Self::Pacman) => &["strace", "e2fsprogs"],
            (Need::Keyring, Self::Apt) => &["dbus", "gnome-keyring", "libsecret-tools"],
            (Need::Keyring, Self::Dnf) => &["dbus-daemon", "gnome-keyring", "libsecret"],
            (Need::Keyring, Self::Pacman) => &["dbus", "gnome-keyring", "libsecret"],
            (Need::CrashTools | Need::Keyring, Self::Brew) => &[],
            (Need::Searchers, _) => &["ripgrep", "perl", "git"],
            (Need::Browser, Self::Apt) => &["chromium", "fonts-liberation"],
            (Need::Browser, Self::Dnf) => &["chromium", "liberation-fonts"],
            (Need::Browser, Self::Pacman) => &["chromium", "ttf-liberation"],
            (Need::Browser, Self::Brew) => &["--cask", "chromium"],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_to_run_is_exact() {
        assert_eq!(
            Installer::Apt.line(&[Need::Compiler, Need::Browser]),
            "sudo apt-get update && sudo apt-get install -y --no-install-recommends \
             gcc libc6-dev make pkg-config chromium fonts-liberation"
        );
        assert_eq!(Installer::Brew.line(&[Need::Node]), "brew install node");
        let python = Installer::Apt.line(&[Need::Python]);
        assert!(python.ends_with(" python3 python3-venv python3-pip"), "{python}");
    }

    #[test]
    fn only_apt_is_ever_run_by_itself() {
        for installer in [Installer::Dnf, Installer::Pacman, Installer::Brew] {
            assert!(!installer.may_run());
        }
    }
}
