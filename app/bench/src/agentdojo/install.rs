//! AgentDojo and the packages it cannot do without, in a virtual environment of their own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::process;

/// Every package with its version, so that a run can be repeated; the model clients that AgentDojo asks for are not here.
const REQUIREMENTS: &str = include_str!("../../drivers/agentdojo/requirements.txt");
const DRIVER: [(&str, &str); 7] = [
    ("main.py", include_str!("../../drivers/agentdojo/main.py")),
    ("measure.py", include_str!("../../drivers/agentdojo/measure.py")),
    ("agent.py", include_str!("../../drivers/agentdojo/agent.py")),
    ("dojo.py", include_str!("../../drivers/agentdojo/dojo.py")),
    ("scripts.py", include_str!("../../drivers/agentdojo/scripts.py")),
    ("gate.py", include_str!("../../drivers/agentdojo/gate.py")),
    ("tools.json", include_str!("../../drivers/agentdojo/tools.json")),
];

/// What AgentDojo's own metadata asks for.
const OLDEST: (u32, u32) = (3, 10);

/// A Python that can import AgentDojo. What is already there and complete is used as it is.
pub(super) fn python(folder: &Path, progress: &mut dyn FnMut(&str)) -> Result<PathBuf> {
    let environment = folder.join("venv");
    let python = environment.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let complete = folder.join("installed.txt");
    if fs::read_to_string(&complete).is_ok_and(|installed| installed == REQUIREMENTS) && python.exists() {
        return Ok(python);
    }
    check_version(&process::read(Command::new("python3").args(["-c", VERSION]))?)?;
    progress("agentdojo: installing AgentDojo 0.1.35");
    fs::create_dir_all(folder).with_context(|| format!("`{}` cannot be made", folder.display()))?;
    let wanted = folder.join("requirements.txt");
    write(&wanted, REQUIREMENTS)?;
    process::read(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment))?;
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    // Wheels only: building a package would run its code here.
    let pinned = ["--no-deps", "--only-binary", ":all:", "--requirement"];
    process::read(Command::new(&python).args(pip).args(pinned).arg(&wanted))?;
    write(&complete, REQUIREMENTS)?;
    Ok(python)
}

/// Puts the driver where it can be run from. It travels inside this program.
pub(super) fn driver(folder: &Path) -> Result<PathBuf> {
    let folder = folder.join("driver");
    fs::create_dir_all(&folder).with_context(|| format!("`{}` cannot be made", folder.display()))?;
    for (name, text) in DRIVER {
        write(&folder.join(name), text)?;
    }
    Ok(folder.join("main.py"))
}

const VERSION: &str = "import sys; print(*sys.version_info[:2])";

fn check_version(printed: &str) -> Result<()> {
    let numbers: Vec<u32> = printed.split_whitespace().filter_map(|number| number.parse().ok()).collect();
    match numbers[..] {
        [major, minor] if (major, minor) >= OLDEST => Ok(()),
        [major, minor] => bail!("python3 is {major}.{minor}, and AgentDojo needs {}.{}", OLDEST.0, OLDEST.1),
        _ => bail!("python3 does not say its version"),
    }
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("`{}` cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_is_pinned() {
        assert!(
            REQUIREMENTS
                .lines()
                .all(|line| line.split_once("==").is_some_and(|(_, version)| !version.is_empty()))
        );
        assert!(REQUIREMENTS.starts_with("agentdojo==0.1.35\n"));
    }

    #[test]
    fn an_old_python_is_turned_away() {
        assert!(check_version("3 10\n").is_ok());
        assert!(check_version("4 0").is_ok());
        assert_eq!(check_version("3 9").unwrap_err().to_string(), "python3 is 3.9, and AgentDojo needs 3.10");
        assert!(check_version("").is_err());
    }

    #[test]
    fn the_descriptors_are_json() {
        let (_, text) = DRIVER.iter().find(|(name, _)| *name == "tools.json").unwrap();
        let tools: serde_json::Value = serde_json::from_str(text).unwrap();
        assert!(tools["banking"]["tools"].is_array() && tools["workspace"]["tools"].is_array());
    }
}
