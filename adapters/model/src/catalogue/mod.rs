//! The models that Laika knows, their weights on this machine, and the servers that the person connected.
//!
//! Weights come from packages of other people, from a hub, or from a file. Whoever delivers them, they are accepted only
//! with the hash that the catalogue or the person names, and until then lie where nobody looks for models. Packages are
//! read as data, and never installed or run.

mod carried;
mod connection;
mod error;
mod gguf;
mod hash;
mod import;
mod library;
mod model;
mod place;
mod progress;
mod pull;
mod read;
mod servers;
mod state;
#[cfg(test)]
mod tests;

pub use carried::Carried;
pub use connection::{Connection, ServerKind};
pub use error::LibraryError;
pub use gguf::Gguf;
pub use hash::{NotSha256, Sha256Hex};
pub use import::{Import, Inspected};
pub use library::{Entry, Library, Presence};
pub use model::{Adapter, Ecosystem, Model, Role, SamplingDefaults, Source, Template, Tier};
pub use place::models_folder;
pub use progress::{PullProgress, Stage, Watch, unwatched};
pub use pull::{Program, Pull, PullFrom, Pulled};
pub use read::Catalogue;
pub use servers::{Picked, Reach, Server};
