//! A sorted file of lines: one is found by halves, or read from where it starts.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use laika_protocol::ToolError;

use super::database::broken;
use crate::Bounds;

/// The longest line, in bytes; the longest of WordNet has 13,000.
const MOST_LINE: usize = 64 * 1024;
/// How much is read at once.
const CHUNK: usize = 1024;

/// An open file.
pub(super) struct Lines {
    file: File,
    path: PathBuf,
    length: u64,
}

impl Lines {
    pub(super) fn open(path: &Path) -> Result<Self, ToolError> {
        let unreadable = |error: std::io::Error| broken(path, &error.to_string());
        let file = File::open(path).map_err(unreadable)?;
        let length = file.metadata().map_err(unreadable)?.len();
        Ok(Self { file, path: path.to_owned(), length })
    }

    /// The line from a place to the next end of a line, and where that is.
    pub(super) fn line(&mut self, start: u64) -> Result<(Vec<u8>, u64), ToolError> {
        let mut line = Vec::new();
        if start >= self.length {
            return Err(broken(&self.path, "it ends too early"));
        }
        let failed = |error: std::io::Error| broken(&self.path, &error.to_string());
        self.file.seek(SeekFrom::Start(start)).map_err(failed)?;
        let mut chunk = [0; CHUNK];
        loop {
            let count = self.file.read(&mut chunk).map_err(failed)?;
            let read = chunk.get(..count).unwrap_or_default();
            if let Some(end) = read.iter().position(|byte| *byte == b'\n') {
                line.extend_from_slice(&read[..end]);
                let next = start.saturating_add(line.len() as u64 + 1);
                return Ok((line, next));
            }
            line.extend_from_slice(read);
            if line.len() > MOST_LINE {
                return Err(broken(&self.path, "a line is too long"));
            }
            if count == 0 {
                return Ok((line, self.length));
            }
        }
    }

    /// The line whose first word is the key. Lines that start with a space, such as the licence, sort before all words.
    pub(super) fn find(&mut self, key: &str, bounds: &Bounds) -> Result<Option<String>, ToolError> {
        // Both are starts of lines; the wanted one is at or after the first and before the second.
        let (mut low, mut high) = (0, self.length);
        while low < high {
            bounds.check()?;
            let middle = low + (high - low) / 2;
            let start = if middle == low { low } else { self.line(middle - 1)?.1 };
            if start >= high {
                return self.scan(low, high, key, bounds);
            }
            let (line, next) = self.line(start)?;
            match first_word(&line).cmp(key.as_bytes()) {
                std::cmp::Ordering::Equal => return Ok(Some(String::from_utf8_lossy(&line).into_owned())),
                std::cmp::Ordering::Less => low = next,
                std::cmp::Ordering::Greater => high = start,
            }
        }
        Ok(None)
    }

    /// One after another, where few are left.
    fn scan(
        &mut self,
        mut low: u64,
        high: u64,
        key: &str,
        bounds: &Bounds,
    ) -> Result<Option<String>, ToolError> {
        while low < high {
            bounds.check()?;
            let (line, next) = self.line(low)?;
            if first_word(&line) == key.as_bytes() {
                return Ok(Some(String::from_utf8_lossy(&line).into_owned()));
            }
            low = next;
        }
        Ok(None)
    }
}

fn first_word(line: &[u8]) -> &[u8] {
    line.split(|byte| *byte == b' ').next().unwrap_or_default()
}
