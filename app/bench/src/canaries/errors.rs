//! Errors, provoked: none may say what is on the page or in an address.

use anyhow::{Result, bail};
use laika_browser::Pages as _;
use laika_browser::{Isolated, Tab};
use laika_protocol::ids::{HandleId, HandleRef};
use laika_protocol::tools::typed::{Condition, ExtractTable, Find, ObserveDom, WaitFor};
use serde_json::json;
use url::Url;

use super::canary::{Planted, Planter};
use super::moving::{perform, perform_decided};
use super::said::Said;
use crate::web::{self, Person, Site, evaluate};

const UNKNOWN: &str = "h_00000000000000000000000000000000";

/// The document whose parts go wrong when they are used. Each button's name is what happens to it.
pub(super) fn page(secret: &str, other: &str) -> String {
    format!(
        "<!doctype html><title>Faults</title><body>\
         <button data-token=\"{secret}\" value=\"{secret}\">Removed</button>\
         <button value=\"{secret}\">Renamed</button>\
         <button value=\"{secret}\">Disabled</button>\
         <button value=\"{secret}\">Covered</button>\
         <button value=\"{secret}\">Hidden later</button>\
         <button value=\"{secret}\" onclick=\"void 0\">Silent</button>\
         <button onclick=\"alert('{secret}')\">Talks</button>\
         <button onclick=\"open('/popup?token={secret}')\">Opens</button>\
         <button onclick=\"fetch('/send?token={secret}',{{method:'POST',body:'{secret}'}})\">Sends</button>\
         <button onclick=\"navigator.sendBeacon('{other}/tell?token={secret}')\">Tells</button>\
         <button onclick=\"location.href='{other}/away?token={secret}'\">Leaves</button>\
         <a href=\"/moved?token={secret}\">Moved link</a>\
         <a href=\"{other}/page?token={secret}\">Other site</a>\
         <a href=\"/file?token={secret}\" download=\"{secret}.txt\">Download</a>\
         <input aria-label=\"Upload\" type=file><input aria-label=\"Masked\" oninput=\"this.value='{secret}'\">\
         <input aria-label=\"Password\" type=password value=\"{secret}\">\
         <select aria-label=\"Choice\"><option value=\"{secret}\">One</option><option>Two</option></select></body>"
    )
}

/// What is done to the page between the look and the act.
const MUTATIONS: &str = r"(() => {
    const button = (name) => [...document.querySelectorAll('button,a')].find((it) => it.textContent === name);
    button('Removed').remove();
    button('Renamed').textContent = 'Something else';
    button('Disabled').disabled = true;
    button('Hidden later').style.display = 'none';
    button('Moved link').href += '&more=1';
    const place = button('Covered').getBoundingClientRect();
    const cover = document.createElement('div');
    cover.style = `position:fixed;left:${place.left}px;top:${place.top}px;width:${place.width}px;height:${place.height}px;background:red`;
    document.body.append(cover);
    return null;
})()";

/// Provokes them all; the secrets that were at hand.
pub(super) async fn provoke(
    surface: &Isolated,
    own: &Site,
    other: &Site,
    edition: u32,
    said: &mut Said,
) -> Result<Vec<Planted>> {
    let mut planter = Planter::new("faults", edition);
    let secret = planter.word("a page whose parts go wrong");
    let page = own.url(&format!("/faults?secret={secret}"));
    let tab = web::open(surface, &page).await?;
    let mut incidents = tab.incidents();
    let seen = said.answer("observations", tab.observe(&ObserveDom::default()).await);
    for element in seen.map(|seen| seen.elements).unwrap_or_default() {
        go(&tab, &page, said).await?;
        act(surface, &tab, &element.accessible_name, &secret, said).await?;
    }
    go(&tab, &page, said).await?;
    reads(&tab, &secret, said).await?;
    let asked = planter.word("an address that cannot be opened");
    for address in addresses(&asked, own, other) {
        go(&tab, &address, said).await?;
        go(&tab, &page, said).await?;
        let mut person = Person::saying(&address)?;
        perform(&mut person, surface, &tab, "browser.navigate", json!({ "url": address }), said).await;
    }
    while let Ok(incident) = incidents.try_recv() {
        said.text("incidents", format!("{incident:?}"));
    }
    tab.close().await;
    Ok(planter.planted)
}

async fn go(tab: &Tab, address: &str, said: &mut Said) -> Result<()> {
    match tab.navigate(&Url::parse(address)?).await {
        Ok(place) => said.text("errors", format!("{} {}", place.title, place.mime)),
        Err(error) => said.error(&error),
    }
    Ok(())
}

/// Uses one element of a page that changes between the decision and the act.
async fn act(surface: &Isolated, tab: &Tab, name: &str, secret: &str, said: &mut Said) -> Result<()> {
    let seen = said.answer("observations", tab.observe(&ObserveDom::default()).await);
    let elements = seen.map(|seen| seen.elements).unwrap_or_default();
    let Some(element) = elements.into_iter().find(|element| element.accessible_name == name) else {
        bail!("`{name}` is not on the page any more")
    };
    let handle = element.handle_id;
    let (tool, arguments) = match element.role.as_str() {
        "textbox" => ("browser.type", json!({ "handleId": handle, "text": "plain words" })),
        "combobox" | "listbox" => ("browser.select", json!({ "handleId": handle, "value": secret })),
        _ => ("browser.click", json!({ "handleId": handle })),
    };
    let mut person = Person::saying("plain words")?;
    // Decided before the page changes, as a person would decide.
    match person.call(tab, tool, arguments).await {
        Err(error) => said.error(&error),
        Ok(call) => match person.permit(&call, &surface.rules().get().origins) {
            Err(refusal) => said.text("errors", format!("{refusal:#} {refusal:?}")),
            Ok(permit) => {
                evaluate(tab, MUTATIONS).await?;
                perform_decided(&person, surface, permit, said).await;
            }
        },
    }
    Ok(())
}

async fn reads(tab: &Tab, secret: &str, said: &mut Said) -> Result<()> {
    let unknown = HandleId::parse(UNKNOWN)?;
    let handle = HandleRef::parse(UNKNOWN)?;
    said.answer("tables", tab.extract_table(&ExtractTable { handle_id: handle.clone() }).await);
    for condition in [
        Condition::ElementReady { handle_id: handle.clone() },
        Condition::ElementGone { handle_id: handle.clone() },
        Condition::TextAppears { text: secret.to_owned() },
        Condition::PageChanged {},
    ] {
        said.answer("waiting", tab.wait_for(&WaitFor { condition, timeout_ms: Some(20) }).await);
    }
    said.answer(
        "find",
        tab.find(&Find { query: secret.to_owned(), within_handle: Some(handle.clone()), k: None }).await,
    );
    said.answer(
        "observations",
        tab.observe(&ObserveDom { root_handle_id: Some(handle), ..ObserveDom::default() }).await,
    );
    if let Err(error) = tab.target(tab.frame_of(&unknown), &unknown).await {
        said.error(&error);
    }
    Ok(())
}

/// Addresses that hold the secret and lead nowhere good.
fn addresses(secret: &str, own: &Site, other: &Site) -> Vec<String> {
    vec![
        format!("http://ann:{secret}@127.0.0.1:1/"),
        format!("http://127.0.0.1:1/?token={secret}"),
        format!("https://127.0.0.1:1/?token={secret}"),
        format!("http://nowhere.invalid/?token={secret}"),
        format!("{}/page?token={secret}", other.origin()),
        format!("{}/redirect?token={secret}", own.origin()),
        format!("{}/picture.png?token={secret}", own.origin()),
        format!("{}/missing?token={secret}", own.origin()),
        format!("{}/broken?token={secret}", own.origin()),
        format!("file:///{secret}"),
        format!("javascript:'{secret}'"),
        format!("data:text/html,{secret}"),
        format!("chrome://settings/?{secret}"),
        format!("view-source:http://127.0.0.1/?{secret}"),
        format!("custom:{secret}"),
    ]
}
