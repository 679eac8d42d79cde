//! Processes that can do nothing else: they read what others made and run what others wrote.

use laika_protocol::ToolError;
use laika_protocol::cell::{Program, Ran, ReadText, Reading};

use crate::Bounds;

/// What starts such processes, one for each piece of work, and ends them when it is over.
pub trait Cells: Send + Sync {
    /// Reads a document.
    ///
    /// # Errors
    /// When it cannot be read, or the process broke off over it.
    fn read(&self, document: &[u8], reading: &Reading, bounds: &Bounds) -> Result<ReadText, ToolError>;

    /// Runs a program. One that fails is no error: that it did is the result.
    ///
    /// # Errors
    /// When it cannot be run here.
    fn run(&self, program: &Program, bounds: &Bounds) -> Result<Ran, ToolError>;

    /// Whether programs of a language can be run here.
    ///
    /// # Errors
    /// Why not.
    fn can_run(&self, language: laika_protocol::cell::Language) -> Result<(), String>;
}
