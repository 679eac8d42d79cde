//! AgentDojo and the packages it cannot do without, in a virtual environment of their own.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::python::{environment, write};

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

/// A Python that can import AgentDojo.
pub(super) fn python(folder: &Path, progress: &mut dyn FnMut(&str)) -> Result<PathBuf> {
    environment(folder, REQUIREMENTS, progress)
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
    fn the_descriptors_are_json() {
        let (_, text) = DRIVER.iter().find(|(name, _)| *name == "tools.json").unwrap();
        let tools: serde_json::Value = serde_json::from_str(text).unwrap();
        assert!(tools["banking"]["tools"].is_array() && tools["workspace"]["tools"].is_array());
    }
}
