//! The bytes of many files in one, so that one write to the disk makes all of them last.

use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

use cap_std::fs::{Dir, File};

/// A pack that is being written.
#[derive(Debug)]
pub(crate) struct Pack {
    file: BufWriter<File>,
    size: u64,
}

impl Pack {
    pub(crate) fn create(dir: &Dir, name: &str) -> io::Result<Self> {
        Ok(Self { file: BufWriter::with_capacity(1 << 18, dir.create(name)?), size: 0 })
    }

    /// Appends a file's bytes; gives where they begin.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> io::Result<u64> {
        let at = self.size;
        self.file.write_all(bytes)?;
        self.size += bytes.len() as u64;
        Ok(at)
    }

    /// Makes everything last.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()
    }

    /// Reads one file's bytes.
    pub(crate) fn read(dir: &Dir, name: &str, offset: u64, size: u64) -> io::Result<Vec<u8>> {
        let mut file = dir.open(name)?;
        file.seek(SeekFrom::Start(offset))?;
        let mut bytes = vec![0; usize::try_from(size).map_err(|_| io::ErrorKind::InvalidData)?];
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}
