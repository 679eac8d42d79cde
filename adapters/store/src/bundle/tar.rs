//! Plain files in a ustar archive, written in one way only, so that a reader can refuse everything else.

use std::io::{self, Read, Write};

use crate::StoreError;

const BLOCK: usize = 512;
/// Eleven octal digits.
const MOST_BYTES: u64 = (1 << 33) - 1;

/// The header of a plain file: no owner, no time, nothing that differs from machine to machine.
fn header(name: &str, bytes: u64) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    let mut put = |at: usize, text: &[u8]| block[at..at + text.len()].copy_from_slice(text);
    put(0, name.as_bytes());
    put(100, b"0000644\0");
    put(108, b"0000000\0");
    put(116, b"0000000\0");
    put(124, format!("{bytes:011o}\0").as_bytes());
    put(136, b"00000000000\0");
    put(148, b"        ");
    put(156, b"0");
    put(257, b"ustar\x0000");
    put(329, b"0000000\0");
    put(337, b"0000000\0");
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    block
}

/// Writes one file of a size that is known beforehand.
pub(super) fn write(
    out: &mut dyn Write,
    name: &str,
    bytes: u64,
    body: impl FnOnce(&mut dyn Write) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let failed = StoreError::stream("write the bundle");
    if bytes > MOST_BYTES {
        return Err(StoreError::Bundle(format!("`{name}` would be larger than eight gibibytes")));
    }
    let mut counted = Counted { out, written: 0 };
    counted.out.write_all(&header(name, bytes)).map_err(failed)?;
    body(&mut counted)?;
    if counted.written != bytes {
        return Err(StoreError::Bundle(format!("`{name}` changed while it was written")));
    }
    counted.out.write_all(&[0; BLOCK][..padding(bytes)]).map_err(StoreError::stream("write the bundle"))
}

/// Writes the end of an archive.
pub(super) fn end(out: &mut dyn Write) -> Result<(), StoreError> {
    out.write_all(&[0; 2 * BLOCK]).and_then(|()| out.flush()).map_err(StoreError::stream("write the bundle"))
}

fn padding(bytes: u64) -> usize {
    usize::try_from(bytes.next_multiple_of(BLOCK as u64) - bytes).unwrap_or(0)
}

/// Counts what goes through it.
pub(super) struct Counted<'a> {
    pub(super) out: &'a mut dyn Write,
    pub(super) written: u64,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.written += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Reads the files of an archive one after the other.
pub(super) struct Archive<R> {
    input: R,
}

impl<R: Read> Archive<R> {
    pub(super) const fn new(input: R) -> Self {
        Self { input }
    }

    /// The next file, which must be this one and a plain one. `body` gets its bytes and need not read them all.
    pub(super) fn next<T>(
        &mut self,
        name: &str,
        body: impl FnOnce(&mut dyn Read, u64) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut block = [0; BLOCK];
        self.fill(&mut block, name)?;
        let digits = std::str::from_utf8(&block[124..135]).unwrap_or_default();
        let bytes = u64::from_str_radix(digits, 8).unwrap_or(u64::MAX);
        if bytes > MOST_BYTES || header(name, bytes) != block {
            // Links, folders, other names, a second file of one name and other ways to write them all end here.
            return Err(StoreError::Bundle(format!(
                "where the plain file `{name}` should be is something else"
            )));
        }
        let mut content = (&mut self.input).take(bytes);
        let value = body(&mut content, bytes)?;
        io::copy(&mut content, &mut io::sink()).map_err(StoreError::stream("read the bundle"))?;
        if content.limit() > 0 {
            return Err(StoreError::Bundle(format!("it ends inside `{name}`")));
        }
        let mut rest = [0; BLOCK];
        let rest = &mut rest[..padding(bytes)];
        self.fill(rest, name)?;
        if rest.iter().any(|&byte| byte != 0) {
            return Err(StoreError::Bundle(format!("there is something behind `{name}`")));
        }
        Ok(value)
    }

    /// The end, and nothing behind it.
    pub(super) fn end(self) -> Result<(), StoreError> {
        let mut rest = Vec::new();
        let most = 2 * BLOCK as u64 + 1;
        self.input.take(most).read_to_end(&mut rest).map_err(StoreError::stream("read the bundle"))?;
        if rest != [0; 2 * BLOCK] {
            return Err(StoreError::Bundle("it does not end after its last file".into()));
        }
        Ok(())
    }

    fn fill(&mut self, block: &mut [u8], name: &str) -> Result<(), StoreError> {
        self.input.read_exact(block).map_err(|error| {
            if error.kind() == io::ErrorKind::UnexpectedEof {
                return StoreError::Bundle(format!("it ends before or in `{name}`"));
            }
            StoreError::stream("read the bundle")(error)
        })
    }
}
