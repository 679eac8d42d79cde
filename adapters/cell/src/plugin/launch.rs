//! What is really started for a plugin: an executable of the machine itself, or the interpreter that a script names.

use std::ffi::OsStr;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::{Granted, Host, Installed, PluginError};
use crate::code::python;
use crate::enter::Spec;

/// The first line of a script that names its interpreter.
const FIRST_LINE: u64 = 256;
/// Address space of a plugin: an interpreter and what it works on.
const MEMORY_BYTES: u64 = 512 << 20;
/// One file that it writes.
const FILE_BYTES: u64 = 16 << 20;
/// Descriptors it may hold.
const DESCRIPTORS: u64 = 64;
/// Threads it may have.
const THREADS: u64 = 32;
/// Where interpreters of the system are.
const SYSTEM: &[&str] = &["/usr/bin", "/bin", "/usr/local/bin"];

/// Started with all that the machine and the person give to it.
pub(super) fn spec(
    host: &Host<'_>,
    installed: &Installed,
    granted: &Granted,
    deadline: Instant,
) -> Result<Spec, PluginError> {
    let (program, arguments, modules) = program(host, installed)?;
    let mut read = modules;
    read.push(installed.folder().to_owned());
    read.extend(granted.read.iter().cloned());
    let time = deadline.saturating_duration_since(Instant::now());
    Ok(Spec {
        program,
        arguments,
        folder: installed.folder().to_owned(),
        read,
        write: granted.write.iter().cloned().collect(),
        network: false,
        keeps: Vec::new(),
        counts_filled: false,
        cpu_seconds: (time + Duration::from_secs(1)).as_secs().max(1),
        memory_bytes: MEMORY_BYTES,
        file_bytes: FILE_BYTES,
        descriptors: DESCRIPTORS,
        threads: THREADS,
    })
}

type Started = (PathBuf, Vec<String>, Vec<PathBuf>);

fn program(host: &Host<'_>, installed: &Installed) -> Result<Started, PluginError> {
    let file = installed.program();
    if python::is_machine_code(file) {
        return Ok((file.to_owned(), Vec::new(), Vec::new()));
    }
    let name = interpreter(file).ok_or_else(|| {
        PluginError::Start(
            "its program is neither an executable of this machine nor a script that starts with `#!`".into(),
        )
    })?;
    let script = file.to_str().ok_or_else(|| PluginError::Start("its path is no text".into()))?.to_owned();
    if name == "python3" || name == "python" {
        let python = python::find(host.path).map_err(PluginError::Start)?;
        let modules = python::modules_of(&python);
        // Its own folder for modules, and none of the environment, the person or the site.
        let mut arguments = ["-E", "-s", "-S", "-B", "-u", "-X", "utf8"].map(str::to_owned).to_vec();
        arguments.push(script);
        return Ok((python, arguments, modules));
    }
    let interpreter = find(&name, host.path).ok_or_else(|| {
        PluginError::Start(format!(
            "there is no interpreter `{}` on this machine",
            super::descriptor::short(&name)
        ))
    })?;
    let modules = python::modules_of(&interpreter);
    Ok((interpreter, vec![script], modules))
}

/// The name of the interpreter in `#!/usr/bin/env NAME` or `#!/some/where/NAME`. Where it lies is for us to say.
pub(crate) fn interpreter(script: &Path) -> Option<String> {
    let mut start = Vec::new();
    fs::File::open(script).ok()?.take(FIRST_LINE).read_to_end(&mut start).ok()?;
    let text = String::from_utf8(start.split(|byte| *byte == b'\n').next()?.to_vec()).ok()?;
    let mut words = text.strip_prefix("#!")?.split_whitespace();
    let first = Path::new(words.next()?).file_name()?.to_str()?;
    let name = if first == "env" { words.next()? } else { first };
    (!name.contains('/') && !name.starts_with('-')).then(|| name.to_owned())
}

pub(crate) fn find(name: &str, path: Option<&OsStr>) -> Option<PathBuf> {
    let given = path.map(std::env::split_paths).into_iter().flatten().filter(|folder| folder.is_absolute());
    let folders = SYSTEM.iter().map(PathBuf::from).chain(given);
    let mut files = folders.filter_map(|folder| fs::canonicalize(folder.join(name)).ok());
    files.find(|file| python::is_machine_code(file))
}
