//! Moving between pages: what comes back says where a tab is, and addresses carry secrets.

use anyhow::Result;
use laika_browser::{Isolated, Performed, Surface as _, Tab};
use laika_policy::Permit;
use laika_protocol::ToolError;
use serde_json::{Value, json};

use super::said::Said;
use crate::web::Person;

/// Loads the page again, goes to it by its address, back and forward.
pub(super) async fn around(surface: &Isolated, tab: &Tab, address: &str, said: &mut Said) -> Result<()> {
    let mut person = Person::saying(address)?;
    for (name, arguments) in [
        ("browser.refresh", json!({})),
        ("browser.navigate", json!({ "url": address })),
        ("browser.back", json!({})),
        ("browser.forward", json!({})),
        ("browser.scroll", json!({ "deltaY": 1 })),
    ] {
        perform(&mut person, surface, tab, name, arguments, said).await;
    }
    Ok(())
}

/// Performs a call, and remembers what came of it.
pub(super) async fn perform(
    person: &mut Person,
    surface: &Isolated,
    tab: &Tab,
    name: &str,
    arguments: Value,
    said: &mut Said,
) {
    match person.act(surface, tab, name, arguments).await {
        Ok(performed) => report(performed, said),
        Err(refusal) => said.text("errors", format!("{refusal:#} {refusal:?}")),
    }
}

/// Performs what was decided before, and remembers what came of it.
pub(super) async fn perform_decided(person: &Person, surface: &Isolated, permit: Permit, said: &mut Said) {
    report(surface.act(&person.run, permit).await, said);
}

fn report(performed: Result<Performed, ToolError>, said: &mut Said) {
    match performed {
        Ok(performed) => said.text("results of acts", format!("{performed:?}")),
        Err(error) => said.error(&error),
    }
}
