//! Work on the files of one folder that a person opened: find, replace, undo.

mod apply;
mod diff;
pub(crate) mod excerpt;
mod exchange;
mod journal;
mod lines;
mod matching;
mod new_file;
mod path;
mod plan;
mod rank;
pub(crate) mod refusal;
pub(crate) mod root;
mod search;
mod surroundings;
mod undo;
pub(crate) mod walk;

pub use apply::{Applied, apply};
pub use journal::{Batch, Journal, State};
pub(crate) use new_file::NewFile;
pub(crate) use path::is_unprintable;
pub use path::{ProjectPath, Use};
pub use plan::{ALWAYS_EXCLUDED, Plan, PlannedFile, Replace, plan};
pub use root::{FILE_MOST_BYTES, Project};
pub use search::search;
pub use undo::{Moved, Recovered};
