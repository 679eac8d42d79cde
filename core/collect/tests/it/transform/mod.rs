//! What is made from collections.

mod build;
mod labelled;
