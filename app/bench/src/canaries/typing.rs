//! Typing secrets into a page, as a person would have them typed.

use anyhow::{Result, bail};
use laika_browser::Pages as _;
use laika_browser::{Isolated, Tab};
use laika_protocol::tools::typed::ObserveDom;
use serde_json::json;

use super::pages::Page;
use super::said::Said;
use crate::web::Person;

/// Types everything the page is to hold; how many fields took it.
pub(super) async fn fill(surface: &Isolated, tab: &Tab, page: &Page, said: &mut Said) -> Result<usize> {
    if page.typed.is_empty() {
        return Ok(0);
    }
    let words: Vec<_> = page.typed.iter().map(|(_, secret)| secret.as_str()).collect();
    let mut person = Person::saying(&words.join(" "))?;
    let mut filled = 0;
    for (name, secret) in &page.typed {
        let Some(seen) = said.answer("observations", tab.observe(&ObserveDom::default()).await) else {
            bail!("the page cannot be read")
        };
        let Some(element) = seen.elements.iter().find(|element| element.accessible_name == *name) else {
            bail!("there is no field `{name}` in what was read")
        };
        let arguments = json!({ "handleId": element.handle_id, "text": secret });
        match person.act(surface, tab, "browser.type", arguments).await? {
            Ok(performed) => {
                said.text("results of acts", format!("{performed:?}"));
                filled += 1;
            }
            Err(error) => said.error(&error),
        }
    }
    Ok(filled)
}
