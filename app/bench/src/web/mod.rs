//! What the measurements in a browser share: a site on loopback, a browser that sees nothing else, and a person who
//! says yes to what the gate asks.

mod evaluate;
mod mine;
mod person;
mod site;
mod trial;
mod world;

use std::sync::Arc;

use anyhow::{Context as _, Result};
use laika_browser::{
    Browser, BrowserError, ContextOptions, Isolated, LaunchOptions, Profile, Rules, SiteRules, Tab,
};
use laika_policy::OriginSets;
use laika_protocol::ToolError;
use laika_protocol::ids::Origin;
use tokio::runtime::{Builder, Runtime};
use url::Url;

pub(crate) use evaluate::{evaluate, evaluate_in};
pub(crate) use mine::OwnBrowser;
pub use person::Person;
pub use site::{Asked, Reply, Site};
pub(crate) use trial::{Ground, Trial};
pub use world::World;

/// No name but this machine's own leads anywhere.
const OFFLINE: &str = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1";

/// What a measurement runs on.
///
/// # Errors
/// When the system gives no threads.
pub fn runtime() -> Result<Runtime> {
    Ok(Builder::new_multi_thread().worker_threads(2).enable_all().build()?)
}

/// A browser for a measurement; none where there is no Chromium.
pub async fn browser() -> Result<Option<Browser>> {
    let options = LaunchOptions {
        profile: Profile::Ephemeral,
        extra: vec![OFFLINE.into()],
        ..LaunchOptions::default()
    };
    match Browser::launch(options).await {
        Ok(browser) => Ok(Some(browser)),
        Err(BrowserError::NoProgram) => Ok(None),
        Err(error) => Err(error).context("the browser cannot be started"),
    }
}

/// A surface whose run may work on these sites.
pub async fn surface(browser: &Browser, sites: &[&Site]) -> Result<Isolated> {
    let mut origins = OriginSets::default();
    for site in sites {
        origins.allow_acting(Origin::parse(&site.origin())?);
    }
    let rules = SiteRules::new(Rules { origins, logged_in: false }, Vec::new());
    let context = browser.context(ContextOptions::new(Arc::clone(&rules) as _)).await?;
    Ok(Isolated::new(context, rules))
}

/// A new tab at an address.
pub async fn open(surface: &Isolated, address: &str) -> Result<Tab> {
    let tab = surface.context().open().await?;
    tab.navigate(&Url::parse(address)?).await.map_err(said)?;
    Ok(tab)
}

/// What a tool refused, as an error of a measurement.
pub(crate) fn said(error: ToolError) -> anyhow::Error {
    anyhow::anyhow!("{}: {}", error.finest_code(), error.message)
}
