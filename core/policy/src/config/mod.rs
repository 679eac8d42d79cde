//! Settings in layers: what each one is, which way is tighter, and who may loosen it.
//!
//! It lives beside the gate because it answers the same question before a run that the gate answers during it: who may
//! allow what. Reading files and variables is somebody else's work; here a layer is a list of typed wishes.
//!
//! Architecture invariant: a layer that the person did not write or approve never loosens a value (S12). Limits are
//! tightened by every layer and loosened by none (I22).

mod merge;
mod nearest;
mod origins;
mod search;
mod setting;
mod tools;
mod value;
mod values;

pub use merge::{CameFrom, Entry, Layer, Merged, Refusal, Refused, Source, Standing, Wish, merge};
pub use nearest::nearest;
pub use origins::{Blocked, OriginRefusal, OriginRules};
pub use search::SearchEngine;
pub use setting::{DEFAULT_ASK_TIMEOUT_S, MOST_ASK_TIMEOUT_S, Setting};
pub use tools::{Macro, MacroStep, ToolsTable};
pub use value::{ModelName, Raw, Value, ValueError};
pub use values::Values;
