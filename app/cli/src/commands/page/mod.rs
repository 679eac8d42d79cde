//! Pages: opened in a browser of their own, looked at, and gone.

pub(crate) mod observe;
pub(crate) mod screenshot;
mod visit;

pub(crate) use visit::address;
