//! The plans, each for one task.

mod choosing;
mod clicking;
mod mail;
mod reading;
mod writing;

use std::future::Future;
use std::pin::Pin;

use anyhow::Result;

use super::episode::Episode;

type Playing<'a> = Pin<Box<dyn Future<Output = Result<()>> + 'a>>;

/// A plan for a task.
pub(super) struct Plan {
    pub(super) task: &'static str,
    /// What it takes.
    pub(super) about: &'static str,
    pub(super) play: for<'a, 'b> fn(&'a mut Episode<'b>) -> Playing<'a>,
}

macro_rules! plans {
    ($($task:literal, $about:literal, $play:path;)*) => { &[$(Plan { task: $task, about: $about, play: |episode| Box::pin($play(episode)) },)*] };
}

/// All of them. The first few are as different as they can be.
pub(super) const PLANS: &[Plan] = plans! {
    "use-autocomplete", "a list that opens while typing", writing::autocomplete;
    "click-checkboxes-large", "many boxes", choosing::checkboxes;
    "search-engine", "a search with several pages of results", reading::search_engine;
    "click-button-sequence", "two buttons in order", clicking::sequence;
    "click-option", "one of several", choosing::option;
    "choose-list", "a list of the browser", choosing::list;
    "click-tab-2-easy", "a word that can be clicked", clicking::tab;
    "click-collapsible", "a part that opens", clicking::collapsible;
    "enter-text-2", "a text in other letters", writing::letters;
    "form-sequence-2", "fields by their places", writing::form_sequence;
    "read-table-2", "a table and a form", reading::table;
    "simple-algebra", "reckoning", reading::algebra;
    "buy-ticket", "comparing offers", reading::ticket;
    "odd-or-even", "a choice for each number", clicking::odd_or_even;
    "find-word", "a word of a text", reading::word;
    "email-inbox-reply", "an inbox", mail::reply;
};
