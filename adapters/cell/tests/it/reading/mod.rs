//! Reading documents, in a worker that is a real process.

mod articles;
mod confinement;
mod encodings;
mod hostile;
mod kinds;
mod pages;
mod pdf;
mod random;
mod sys;
mod worker;

use std::path::PathBuf;
use std::time::Duration;

use laika_cell::reading::{ReadError, Reader};
use laika_protocol::cell::{ReadMode, ReadText, Reading};

/// Far more than any document here takes; what takes longer is a failure.
const DEADLINE: Duration = Duration::from_secs(60);

fn example(name: &str) -> PathBuf {
    let own = std::env::current_exe().unwrap();
    own.ancestors().nth(2).unwrap().join("examples").join(name)
}

fn reader() -> Reader {
    Reader { program: example("read_worker"), arguments: Vec::new() }
}

fn reading(content_type: &str, mode: ReadMode) -> Reading {
    Reading {
        url: "https://site.example/blog/page.html".into(),
        content_type: (!content_type.is_empty()).then(|| content_type.into()),
        mode,
        most_chars: 100_000,
    }
}

fn read(document: &[u8], content_type: &str, mode: ReadMode) -> Result<ReadText, ReadError> {
    reader().read(document, &reading(content_type, mode), DEADLINE, &|| false)
}

fn article(page: &str) -> ReadText {
    read(page.as_bytes(), "text/html; charset=utf-8", ReadMode::Article).unwrap()
}

fn full(page: &str) -> ReadText {
    read(page.as_bytes(), "text/html; charset=utf-8", ReadMode::Full).unwrap()
}
