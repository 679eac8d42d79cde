//! Processes for what others made: documents are read and programs run by this program in another form.

use std::ffi::OsString;
use std::path::Path;

use laika_cell::code::{Cell, CellError};
use laika_cell::reading::{ReadCode, ReadError, Reader};
use laika_protocol::cell::{Language, Program, Ran, ReadText, Reading};
use laika_protocol::ids::ReasonCode;
use laika_protocol::{ErrorCode, ToolError};
use laika_tools::Bounds;
use laika_tools::cells::Cells;

/// Starts a process for each piece of work.
pub(super) struct Processes {
    reader: Reader,
    cell: Cell,
}

impl Processes {
    /// `laika` is this program; interpreters are looked for in the folders of `path`.
    pub(super) fn new(laika: &Path, path: Option<OsString>) -> Self {
        Self {
            reader: Reader { program: laika.to_owned(), arguments: vec!["read-worker".into()] },
            cell: Cell::new(laika.to_owned(), path),
        }
    }
}

impl Cells for Processes {
    fn read(&self, document: &[u8], reading: &Reading, bounds: &Bounds) -> Result<ReadText, ToolError> {
        let read = self.reader.read(document, reading, bounds.left(), &|| bounds.check().is_err());
        read.map_err(|error| unread(&error))
    }

    fn run(&self, program: &Program, bounds: &Bounds) -> Result<Ran, ToolError> {
        self.cell.run(program, &|| bounds.check().is_err()).map_err(|error| {
            let code = match error {
                CellError::Unavailable(_) | CellError::Unconfined(_) => ErrorCode::Unavailable,
                CellError::TooLong(_) => ErrorCode::InvalidArgument,
                CellError::Broken(_) => ErrorCode::Internal,
                CellError::Cancelled => bounds.check().err().map_or(ErrorCode::Cancelled, |why| why.code),
            };
            coded(code, error.reason(), error.to_string())
        })
    }

    fn can_run(&self, language: Language) -> Result<(), String> {
        self.cell.can_run(language)
    }
}

fn unread(error: &ReadError) -> ToolError {
    let code = match error.code {
        ReadCode::Timeout => ErrorCode::Timeout,
        ReadCode::Cancelled => ErrorCode::Cancelled,
        ReadCode::Start | ReadCode::Unconfined => ErrorCode::Unavailable,
        ReadCode::BrokeOff => ErrorCode::Internal,
        ReadCode::Unreadable | ReadCode::TooLarge | ReadCode::Kind | ReadCode::Encrypted => {
            ErrorCode::Unsupported
        }
    };
    coded(code, error.code.word(), error.message.clone())
}

fn coded(code: ErrorCode, reason: &str, message: String) -> ToolError {
    ToolError { reason: ReasonCode::parse(reason).ok(), ..ToolError::new(code, message) }
}
