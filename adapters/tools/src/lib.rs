//! Tools beside the browser: project search and replace, git, maths, money, dates, words; and what servers on the network
//! know: pages, searches, articles, pictures, translations, the weather.
//!
//! A tool here is a function of its typed arguments, what it may touch (a [`project`] that was opened for it, or nothing)
//! and its [`Bounds`]. It decides nothing: whether it may run was decided before, and its result is untrusted text.

mod bounds;
mod calculate;
pub mod cells;
mod commerce;
mod datetime;
mod define;
pub mod files;
pub mod git;
mod money;
pub mod net;
pub mod outside;
pub mod project;
mod refusal;
pub mod scripts;
pub mod toolbox;

pub use bounds::{Bounds, CallOff};
pub use calculate::calculate;
pub use commerce::{estimate_shipping, estimate_tax};
pub use datetime::{Here, datetime};
pub use define::{Dictionary, define};
pub use money::money_calculate;
