//! The commands.

pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod crash_child;
pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod keys;
pub(crate) mod log;
pub(crate) mod model_worker;
pub(crate) mod net_worker;
pub(crate) mod page;
pub(crate) mod policy;
pub(crate) mod render;
pub(crate) mod runs;
pub(crate) mod think;
pub(crate) mod tools;
pub(crate) mod work;
