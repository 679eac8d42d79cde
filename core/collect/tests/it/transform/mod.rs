//! What is made from collections.

pub(crate) mod build;
mod export;
mod labelled;
mod large;
mod properties;
mod read;
mod work;
