//! What a person expects of the loop on pages as they are: the real loop, gate, browser and log, and no model.

mod assist;
mod downloads;
mod headed;
mod lists;
mod overlays;
mod search;
mod sending;
mod world;
