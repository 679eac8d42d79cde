//! Work on the files of one folder that a person opened: find, replace, undo.

mod excerpt;
mod path;
mod rank;
mod refusal;
mod root;
mod search;
mod walk;

pub use path::{ProjectPath, Use};
pub use root::{FILE_MOST_BYTES, Project};
pub use search::search;
