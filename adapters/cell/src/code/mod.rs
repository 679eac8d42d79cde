//! Programs that somebody else wrote, most of all a model: run once, in a process that can do nothing else.
//!
//! Two tiers. JavaScript runs in an interpreter of ours that has no way out built in, inside a process that has none
//! either. Python runs by the interpreter of this machine, started through [`crate::enter`].

mod javascript;
pub(crate) mod python;
mod text;
pub mod worker;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use laika_protocol::cell::{Ended, Language, Program, Ran};

pub use self::python::find as find_python;

/// Bytes of code that are run at most: more is no snippet.
pub const CODE_BYTES: usize = 256 << 10;
/// Bytes of input that a program is given at most.
pub const INPUT_BYTES: usize = 4 << 20;
/// Milliseconds that a program may take at most, whatever it asks for.
pub const MOST_MS: u64 = 120_000;
/// Bytes of memory that a program may take at most, whatever it asks for.
pub const MOST_MEMORY: u64 = 512 << 20;
/// Bytes that a program may print at most, whatever it asks for.
pub const MOST_OUTPUT: usize = 1 << 20;
/// A program that prints this much is stopped: nobody will read it, and reading it costs us.
const FLOOD_BYTES: u64 = 64 << 20;

/// Why a program was not run. One that was run and failed is no error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CellError {
    /// The language cannot be run on this machine.
    #[error("programs of this language cannot be run here: {0}")]
    Unavailable(String),
    /// The system cannot confine it, so it is not run.
    #[error("it was not run, because this system cannot confine it: {0}")]
    Unconfined(String),
    /// It is larger than a program may be.
    #[error("{0} is too long to be run")]
    TooLong(&'static str),
    /// The process could not be started or broke off.
    #[error("the process that runs it broke off: {0}")]
    Broken(String),
    /// Somebody called it off.
    #[error("the call was called off")]
    Cancelled,
}

impl CellError {
    /// The stable code.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::Unavailable(_) => "E_CODE_UNAVAILABLE",
            Self::Unconfined(_) => "E_CODE_UNCONFINED",
            Self::TooLong(_) => "E_CODE_TOO_LONG",
            Self::Broken(_) => "E_CODE_BROKEN",
            Self::Cancelled => "E_CODE_CANCELLED",
        }
    }
}

/// What runs programs: one process for each, gone when it is over.
#[derive(Debug)]
pub struct Cell {
    laika: PathBuf,
    python: Result<PathBuf, String>,
    javascript_runs: OnceLock<Result<(), String>>,
    python_runs: OnceLock<Result<(), String>>,
}

impl Cell {
    /// Programs are run by `laika`, our own program, and interpreters are looked for in the folders of `path`, a `PATH`.
    #[must_use]
    pub fn new(laika: PathBuf, path: Option<OsString>) -> Self {
        Self {
            laika,
            python: find_python(path.as_deref()),
            javascript_runs: OnceLock::new(),
            python_runs: OnceLock::new(),
        }
    }

    /// Whether programs of a language can be run here. The first time it is asked, one is.
    ///
    /// # Errors
    /// Why not.
    pub fn can_run(&self, language: Language) -> Result<(), String> {
        let known = match language {
            Language::Javascript => &self.javascript_runs,
            Language::Python => &self.python_runs,
        };
        known.get_or_init(|| self.try_out(language)).clone()
    }

    fn try_out(&self, language: Language) -> Result<(), String> {
        let program = Program {
            language,
            code: "6 * 7".into(),
            input: String::new(),
            time_ms: 20_000,
            memory_bytes: 64 << 20,
            output_bytes: 1 << 10,
        };
        let ran = self.run(&program, &|| false).map_err(|error| error.to_string())?;
        match (ran.ended, ran.value.as_deref()) {
            (Ended::Done, Some("42")) => Ok(()),
            (ended, _) => {
                Err(format!("the interpreter does not work in its cell ({ended:?}): {}", ran.stderr.trim()))
            }
        }
    }

    /// Runs a program. One that fails is no error: that it did is the result.
    ///
    /// # Errors
    /// When it cannot be run here, or was called off.
    pub fn run(&self, program: &Program, cancelled: &dyn Fn() -> bool) -> Result<Ran, CellError> {
        if program.code.len() > CODE_BYTES {
            return Err(CellError::TooLong("the code"));
        }
        if program.input.len() > INPUT_BYTES {
            return Err(CellError::TooLong("the input"));
        }
        let program = Program {
            time_ms: program.time_ms.clamp(1, MOST_MS),
            memory_bytes: program.memory_bytes.min(MOST_MEMORY),
            output_bytes: program.output_bytes.min(MOST_OUTPUT),
            ..program.clone()
        };
        match program.language {
            Language::Javascript => javascript::run(&self.laika, &program, cancelled),
            Language::Python => {
                let python = self.python.as_deref().map_err(|why| CellError::Unavailable(why.clone()))?;
                python::run(&self.laika, python, &program, cancelled)
            }
        }
    }

    /// The Python interpreter that would be used.
    #[must_use]
    pub fn python(&self) -> Option<&Path> {
        self.python.as_deref().ok()
    }
}
