//! One binary for all of them.

mod around;
mod bundle;
mod chain;
mod collections;
mod collections_erased;
mod collections_found;
mod conflicts;
mod erasing;
mod heads;
mod migrations;
mod speed;
mod tampering;
mod together;
mod world;
