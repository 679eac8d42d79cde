//! The words every part of Laika speaks.
//!
//! Two protocols live here. LLMCP v1 (`snake_case`, integer version) runs between the core and a model; the tool
//! protocol 1.x (`camelCase`, semantic version) runs between the core and a page. This crate holds their types, the
//! schemas made from those types, strict reading with every defect explained, and the one table of tools.
//!
//! Architecture invariant: no clock, no randomness, no IO. Time and ids come in as arguments.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod address;
pub mod canonical;
pub mod cell;
pub mod citation;
pub mod collection;
pub mod document;
pub mod error;
pub mod extension;
pub mod http;
pub mod ids;
pub mod json;
pub mod limits;
pub mod llmcp;
pub mod model;
pub mod observation;
pub mod run;
pub mod schema;
pub mod secret;
pub mod text;
pub mod time;
pub mod tools;
pub mod wire;

mod defect;
mod links;
mod tag;

pub use defect::{Defect, DefectKind, Path, Severity, quoted};
pub use error::{ErrorCode, ToolError};
pub use links::{KnownLinks, SafeHref};
