//! What others made or wrote, each in a process that can do nothing else: documents that are read, code and plugins that
//! are run.
//!
//! Architecture invariant: nothing here parses a document or runs a line of foreign code in the process that asks. A
//! worker confines itself before it reads the first byte of what it is for, and what it answers is held to be hostile.

pub mod reading;
