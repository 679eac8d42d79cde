//! Many pages in one browser, looked at and used; now and then their processes are killed in the middle of an act.

use std::time::Duration;

use anyhow::{Context as _, Result};
use laika_browser::Pages as _;
use laika_browser::{Browser, Isolated, Tab};
use laika_protocol::ToolError;
use laika_protocol::ids::HandleId;
use laika_protocol::tools::typed::{Find, ObserveDom};
use serde_json::json;
use tokio::time::timeout;

use super::pages::Library;
use super::report::{Memory, Soaked};
use crate::processes::{self, family, resident_kb};
use crate::web::{self, Person, Site};

/// Contexts at a time; one of them is made anew after every so many pages.
const CONTEXTS: usize = 4;
const RENEW_EVERY: usize = 20;
const ACT_EVERY: usize = 5;
const MEASURE_EVERY: usize = 5;
/// Nothing may hang for longer than this, whatever is killed.
const NO_LONGER: Duration = Duration::from_secs(60);
const NOTE: &str = "the quick brown fox jumps over the lazy dog and keeps on running through the long grass until the evening comes and the light is gone";

/// Visits the pages; before those whose numbers are in `kills`, renderers die in the middle of typing.
pub(super) async fn all(
    browser: &Browser,
    site: &Site,
    library: &Library,
    pages: usize,
    kills: &[usize],
    progress: &mut dyn FnMut(&str),
) -> Result<Soaked> {
    let mut soaked = Soaked::default();
    let mut surfaces = Vec::new();
    for _ in 0..CONTEXTS {
        surfaces.push(fresh(browser, site).await?);
    }
    for number in 0..pages {
        let slot = number % CONTEXTS;
        if number > 0 && number.is_multiple_of(RENEW_EVERY) {
            let at = (number / RENEW_EVERY) % CONTEXTS;
            let (old, _) = std::mem::replace(&mut surfaces[at], fresh(browser, site).await?);
            old.dispose().await;
            soaked.contexts += 1;
        }
        let (surface, tab) = &mut surfaces[slot];
        if kills.contains(&number) {
            let dead = timeout(NO_LONGER, killed(browser, surface, tab, site))
                .await
                .context("a kill was never noticed")??;
            soaked.renderers_killed += 1;
            soaked.refused_after_kill += usize::from(dead);
        }
        let url = site.url(&library.path(number)).parse()?;
        timeout(NO_LONGER, visit(surface, tab, &url, number, &mut soaked))
            .await
            .with_context(|| format!("page {number} hangs"))??;
        site.forget();
        if number.is_multiple_of(MEASURE_EVERY) || number + 1 == pages {
            let browser_kb = resident_kb(&family(browser.process_id()));
            soaked.memory.push(Memory {
                pages: number + 1,
                browser_kb,
                own_kb: processes::own_resident_kb(),
            });
        }
        if (number + 1) % 50 == 0 {
            progress(&format!("soak: {} of {pages} pages", number + 1));
        }
    }
    for (surface, _) in surfaces {
        surface.dispose().await;
    }
    soaked.alive = browser.is_alive();
    Ok(soaked)
}

async fn fresh(browser: &Browser, site: &Site) -> Result<(Isolated, Tab)> {
    let surface = web::surface(browser, &[site]).await?;
    let tab = surface.context().open().await?;
    Ok((surface, tab))
}

async fn visit(
    surface: &Isolated,
    tab: &Tab,
    url: &url::Url,
    number: usize,
    soaked: &mut Soaked,
) -> Result<()> {
    tab.navigate(url).await.map_err(said)?;
    let seen = tab.observe(&ObserveDom::default()).await.map_err(said)?;
    soaked.pages += 1;
    soaked.characters += seen.text.len();
    tab.find(&Find { query: "count up button".into(), within_handle: None, k: None }).await.map_err(said)?;
    if number.is_multiple_of(ACT_EVERY)
        && let Some(button) = named(&seen, "Count up")
    {
        let mut person = Person::saying(NOTE)?;
        person.click(surface, tab, &button).await?.map_err(said)?;
        // The click changed the page, so it is read again before the next act, as a run would.
        let seen = tab.observe(&ObserveDom::default()).await.map_err(said)?;
        let note = named(&seen, "Note").context("there is no field for a note")?;
        let text = json!({ "handleId": note, "text": "a note" });
        person.act(surface, tab, "browser.type", text).await?.map_err(said)?;
        soaked.acts += 2;
    }
    Ok(())
}

/// Kills every renderer while a text is typed. Whether the act was answered with an error; the tab must work again.
async fn killed(browser: &Browser, surface: &Isolated, tab: &mut Tab, site: &Site) -> Result<bool> {
    tab.navigate(&site.url("/page/0").parse()?).await.map_err(said)?;
    let seen = tab.observe(&ObserveDom::default()).await.map_err(said)?;
    let note = named(&seen, "Note").context("there is no field for a note")?;
    let mut person = Person::saying(NOTE)?;
    let act = person.act(surface, tab, "browser.type", json!({ "handleId": note, "text": NOTE }));
    let kill = async {
        tokio::time::sleep(Duration::from_millis(250)).await;
        let renderers = processes::with_word(&family(browser.process_id()), "--type=renderer");
        renderers.iter().filter(|it| processes::kill(it)).count()
    };
    let (acted, killed) = tokio::join!(act, kill);
    anyhow::ensure!(killed > 0, "no renderer was found to kill");
    let failed = match acted {
        Ok(acted) => acted.is_err(),
        Err(_) => true,
    };
    // A tab whose page died takes the next address.
    tab.navigate(&site.url("/page/1").parse()?).await.map_err(said)?;
    Ok(failed)
}

pub(super) fn named(seen: &laika_protocol::observation::Observation, name: &str) -> Option<HandleId> {
    seen.elements
        .iter()
        .find(|element| element.accessible_name == name)
        .map(|element| element.handle_id.clone())
}

pub(super) fn said(error: ToolError) -> anyhow::Error {
    let reason = error.reason.as_ref().map(|reason| format!(" {}", reason.as_str())).unwrap_or_default();
    anyhow::anyhow!("{}{reason}: {}", error.code.code(), error.message)
}

/// What is typed when a browser is killed.
pub(super) const LONG_NOTE: &str = NOTE;
