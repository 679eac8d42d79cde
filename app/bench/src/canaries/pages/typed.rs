//! Fields that are typed into.

use super::{Page, Sites, plain};
use crate::canaries::canary::Planter;

pub(super) fn page(planter: &mut Planter, _sites: Sites<'_>) -> Page {
    let body = "<h1>Write to us</h1><form action=/write method=post>\
        <p><label>Topic <input id=topic></label></p>\
        <p><label>Story <textarea id=story rows=4 cols=50></textarea></label></p>\
        <div contenteditable aria-label=\"Free words\" style=\"border:1px solid;min-height:30px\"></div>\
        <p><label>Find a place <input type=search></label></p>\
        <button>Send story</button></form>";
    let mut page = plain("/typed", "Write to us", body);
    page.typed = ["Topic", "Story", "Free words", "Find a place"]
        .map(|name| (name.to_owned(), planter.word(&format!("what was typed into {name}"))))
        .to_vec();
    page
}
