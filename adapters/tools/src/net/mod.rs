//! Tools that ask servers on the network: pages, searches, articles, pictures, translations, the weather.
//!
//! None of them connects: each hands its requests to the way of its call, which leads only where that was decided. All go
//! through one polite client. No server is asked that neither an argument nor the person's settings name, and everything
//! that a server says is untrusted text.

mod board;
mod cache;
mod client;
mod failure;
mod freshness;
mod image;
mod pace;
mod read;
mod robots;
mod said;
mod search;
mod settings;
mod translate;
mod weather;
mod web;
mod wiki;

pub use web::{Ticks, Web};

use crate::toolbox::BuiltIn;

/// The network tools.
pub(crate) const NET: &[BuiltIn] = &[
    read::READ,
    search::SEARCH,
    wiki::WIKI,
    image::SEARCH,
    image::SAVE,
    board::BOARD,
    translate::TRANSLATE,
    weather::WEATHER,
];
