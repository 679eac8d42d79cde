//! The header of a GGUF file: enough to know what a file is, without giving it to anything that runs it.
//!
//! The file may be hostile. Every count is held against what is left of the file before anything is done with it, and
//! only a few short values are ever kept.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use super::LibraryError;

/// The header of a large vocabulary has a few million bytes.
const MOST_HEADER: u64 = 256 << 20;
const MOST_PAIRS: u64 = 65_536;
const MOST_TENSORS: u64 = 65_536;
const MOST_KEY: u64 = 65_535;
/// Values that are kept; longer ones are skipped. Chat templates of some models have tens of thousands.
const MOST_TEXT: u64 = 256 << 10;
const MOST_DIMENSIONS: u32 = 4;

/// What a GGUF file says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gguf {
    /// The version of the format.
    pub version: u32,
    /// The architecture, such as `qwen2`.
    pub architecture: String,
    /// The name, where there is one.
    pub name: Option<String>,
    /// The licence, where there is one.
    pub licence: Option<String>,
    /// The tokens that it can read and write together.
    pub context: u32,
    /// How most of its numbers are stored.
    pub quantisation: &'static str,
    /// How many tensors it has.
    pub tensors: u64,
    /// Whether its chat template is ChatML.
    pub chatml: bool,
}

impl Gguf {
    /// Reads the header of a file.
    pub fn read(path: &Path) -> Result<Self, LibraryError> {
        let file = File::open(path).map_err(LibraryError::io("open", path))?;
        let metadata = file.metadata().map_err(LibraryError::io("look at", path))?;
        let refused = |why| LibraryError::Gguf { path: path.to_owned(), why };
        if !metadata.is_file() {
            return Err(refused("it is not a file".into()));
        }
        header(BufReader::new(file), metadata.len()).map_err(refused)
    }
}

/// Reads, and knows how much is left.
struct Source<R> {
    reader: R,
    read: u64,
    most: u64,
}

type Outcome<T> = Result<T, String>;

impl<R: Read> Source<R> {
    fn bytes<const N: usize>(&mut self) -> Outcome<[u8; N]> {
        self.need(N as u64)?;
        let mut bytes = [0; N];
        self.reader.read_exact(&mut bytes).map_err(|error| error.to_string())?;
        self.read += N as u64;
        Ok(bytes)
    }

    fn need(&self, bytes: u64) -> Outcome<()> {
        if bytes > self.most - self.read { Err("it ends within its header".into()) } else { Ok(()) }
    }

    fn u32(&mut self) -> Outcome<u32> {
        Ok(u32::from_le_bytes(self.bytes()?))
    }

    fn u64(&mut self) -> Outcome<u64> {
        Ok(u64::from_le_bytes(self.bytes()?))
    }

    fn skip(&mut self, bytes: u64) -> Outcome<()> {
        self.need(bytes)?;
        let skipped = std::io::copy(&mut self.reader.by_ref().take(bytes), &mut std::io::sink());
        match skipped {
            Ok(skipped) if skipped == bytes => {
                self.read += bytes;
                Ok(())
            }
            Ok(_) => Err("it ends within its header".into()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// A text of at most so many bytes; a longer one is skipped and comes out empty.
    fn text(&mut self, most: u64) -> Outcome<String> {
        let length = self.u64()?;
        if length > most {
            self.skip(length)?;
            return Ok(String::new());
        }
        self.need(length)?;
        let mut bytes = Vec::new();
        self.reader.by_ref().take(length).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        self.read += bytes.len() as u64;
        if bytes.len() as u64 != length {
            return Err("it ends within its header".into());
        }
        String::from_utf8(bytes).map_err(|_| "a text in it is not UTF-8".into())
    }

    /// A value that is a text or a whole number; anything else is skipped.
    fn value(&mut self, kind: u32) -> Outcome<Value> {
        Ok(match kind {
            STRING => Value::Text(self.text(MOST_TEXT)?),
            ARRAY => {
                self.array()?;
                Value::Other
            }
            4 => Value::Number(u64::from(self.u32()?)),
            10 => Value::Number(self.u64()?),
            kind => {
                self.skip(width(kind)?)?;
                Value::Other
            }
        })
    }

    fn array(&mut self) -> Outcome<()> {
        let (kind, count) = (self.u32()?, self.u64()?);
        match kind {
            // No model has one, and it would be a way to make us recurse.
            ARRAY => Err("an array in it holds arrays".into()),
            STRING => {
                // Every text takes at least the eight bytes of its length, so the file bounds how many there are.
                self.need(count.saturating_mul(8))?;
                (0..count).try_for_each(|_| {
                    let length = self.u64()?;
                    self.skip(length)
                })
            }
            kind => self.skip(count.saturating_mul(width(kind)?)),
        }
    }
}

enum Value {
    Text(String),
    Number(u64),
    Other,
}

const STRING: u32 = 8;
const ARRAY: u32 = 9;

/// The bytes of a value of fixed size.
fn width(kind: u32) -> Outcome<u64> {
    match kind {
        0 | 1 | 7 => Ok(1),
        2 | 3 => Ok(2),
        4..=6 => Ok(4),
        10..=12 => Ok(8),
        _ => Err(format!("it has a value of the unknown kind {kind}")),
    }
}

pub(super) fn header(reader: impl Read, file_bytes: u64) -> Outcome<Gguf> {
    let mut source = Source { reader, read: 0, most: file_bytes.min(MOST_HEADER) };
    if source.bytes::<4>()? != *b"GGUF" {
        return Err("it does not start with `GGUF`".into());
    }
    let version = source.u32()?;
    if !(2..=3).contains(&version) {
        return Err(format!("version {version} of the format is unknown"));
    }
    let (tensors, pairs) = (source.u64()?, source.u64()?);
    if tensors == 0 || tensors > MOST_TENSORS || pairs > MOST_PAIRS {
        return Err(format!("no model has {tensors} tensors and {pairs} settings"));
    }
    let mut found = Gguf { version, tensors, ..Gguf::default() };
    let mut contexts = Vec::new();
    for _ in 0..pairs {
        let key = source.text(MOST_KEY)?;
        let kind = source.u32()?;
        match (key.as_str(), source.value(kind)?) {
            ("general.architecture", Value::Text(text)) => found.architecture = text,
            ("general.name", Value::Text(text)) => found.name = Some(text),
            ("general.license", Value::Text(text)) => found.licence = Some(text),
            ("general.file_type", Value::Number(number)) => found.quantisation = quantisation(number),
            ("tokenizer.chat_template", Value::Text(text)) => {
                found.chatml = text.contains("<|im_start|>") && text.contains("<|im_end|>");
            }
            (key, Value::Number(number)) => {
                if let Some(architecture) = key.strip_suffix(".context_length") {
                    contexts.push((architecture.to_owned(), number));
                }
            }
            _ => {}
        }
    }
    if found.architecture.is_empty() {
        return Err("it names no architecture".into());
    }
    let context = contexts.iter().find(|(architecture, _)| *architecture == found.architecture);
    found.context = context
        .and_then(|(_, number)| u32::try_from(*number).ok())
        .filter(|number| *number >= 512)
        .ok_or("it names no usable context length")?;
    tensors_end(&mut source, tensors, file_bytes)?;
    Ok(found)
}

/// Holds where the tensors start against the size of the file: one that was cut off is noticed here.
fn tensors_end(source: &mut Source<impl Read>, tensors: u64, file_bytes: u64) -> Outcome<()> {
    let mut last = 0;
    for _ in 0..tensors {
        let length = source.u64()?;
        source.skip(length)?;
        let dimensions = source.u32()?;
        if dimensions > MOST_DIMENSIONS {
            return Err(format!("it has a tensor of {dimensions} dimensions"));
        }
        source.skip(u64::from(dimensions) * 8 + 4)?;
        last = last.max(source.u64()?);
    }
    if source.read.saturating_add(last) >= file_bytes {
        return Err("it ends before its last tensor".into());
    }
    Ok(())
}

/// The names of the format's own list.
fn quantisation(file_type: u64) -> &'static str {
    match file_type {
        0 => "F32",
        1 => "F16",
        2 => "Q4_0",
        3 => "Q4_1",
        7 => "Q8_0",
        8 => "Q5_0",
        9 => "Q5_1",
        10 => "Q2_K",
        11 => "Q3_K_S",
        12 => "Q3_K_M",
        13 => "Q3_K_L",
        14 => "Q4_K_S",
        15 => "Q4_K_M",
        16 => "Q5_K_S",
        17 => "Q5_K_M",
        18 => "Q6_K",
        32 => "BF16",
        _ => "other",
    }
}
