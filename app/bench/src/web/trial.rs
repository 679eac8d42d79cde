//! One tab under trial, in a browser of Laika's own or in the person's: read, acted in and judged in the same way.

use anyhow::Result;
use laika_browser::cdp::Session;
use laika_browser::mine::MyTab;
use laika_browser::{Isolated, Pages as _, Performed, Surface as _, Tab};
use laika_protocol::ToolError;
use laika_protocol::observation::Observation;
use laika_protocol::tools::typed::{Candidates, Find, ObserveDom};
use serde_json::Value;

use super::{OwnBrowser, Person, evaluate, evaluate_in, open};

/// A tab under trial.
pub(crate) enum Trial<'a> {
    /// In a browser of Laika's own.
    Own { surface: &'a Isolated, tab: Tab },
    /// In the person's.
    Mine { browser: &'a OwnBrowser, tab: MyTab, page: Session },
}

/// Where trials are held.
#[derive(Clone, Copy)]
pub(crate) enum Ground<'a> {
    /// A browser of Laika's own.
    Own(&'a Isolated),
    /// The person's.
    Mine(&'a OwnBrowser),
}

impl<'a> Ground<'a> {
    /// A tab at an address.
    pub(crate) async fn open(self, address: &str) -> Result<Trial<'a>> {
        Ok(match self {
            Self::Own(surface) => Trial::Own { surface, tab: open(surface, address).await? },
            Self::Mine(browser) => {
                let (tab, page) = browser.open(address).await?;
                Trial::Mine { browser, tab, page }
            }
        })
    }

    /// A person for it.
    pub(crate) fn person(self, words: &str) -> Result<Person> {
        let person = Person::saying(words)?;
        Ok(match self {
            Self::Own(_) => person,
            Self::Mine(_) => person.at_home(),
        })
    }
}

impl Trial<'_> {
    pub(crate) async fn observe(&self) -> Result<Observation, ToolError> {
        let what = ObserveDom::default();
        match self {
            Self::Own { tab, .. } => tab.observe(&what).await,
            Self::Mine { browser, tab, .. } => browser.mine.observe(tab.id(), &what).await,
        }
    }

    pub(crate) async fn find(&self, find: &Find) -> Result<Candidates, ToolError> {
        match self {
            Self::Own { tab, .. } => tab.find(find).await,
            Self::Mine { tab, .. } => tab.find(find).await,
        }
    }

    /// The value of an expression in the page's own world: for judging, never for acting.
    pub(crate) async fn evaluate(&self, expression: &str) -> Result<Value> {
        match self {
            Self::Own { tab, .. } => evaluate(tab, expression).await,
            Self::Mine { page, .. } => evaluate_in(page, expression).await,
        }
    }

    /// Decides, says yes, and performs.
    pub(crate) async fn act(
        &self,
        person: &mut Person,
        name: &str,
        arguments: Value,
    ) -> Result<Result<Performed, ToolError>> {
        match self {
            Self::Own { surface, tab } => person.act(surface, tab, name, arguments).await,
            Self::Mine { browser, tab, .. } => {
                person.act_in(&browser.mine, &browser.origins, tab, name, arguments).await
            }
        }
    }

    /// The same, with something done to the page once everything is decided.
    pub(crate) async fn act_after(
        &self,
        person: &mut Person,
        name: &str,
        arguments: Value,
        meanwhile: &str,
    ) -> Result<Result<Performed, ToolError>> {
        let call = match self {
            Self::Own { tab, .. } => person.call(tab, name, arguments).await,
            Self::Mine { tab, .. } => person.call(tab, name, arguments).await,
        };
        let call = match call {
            Ok(call) => call,
            Err(error) => return Ok(Err(error)),
        };
        let origins = match self {
            Self::Own { surface, .. } => surface.rules().get().origins,
            Self::Mine { browser, .. } => browser.origins.clone(),
        };
        let permit = person.permit(&call, &origins)?;
        self.evaluate(&format!("void ({meanwhile})")).await?;
        Ok(match self {
            Self::Own { surface, .. } => surface.act(&person.run, permit).await,
            Self::Mine { browser, .. } => browser.mine.act(&person.run, permit).await,
        })
    }

    pub(crate) async fn close(self) {
        match self {
            Self::Own { tab, .. } => tab.close().await,
            Self::Mine { browser, page, .. } => browser.close_page(&page).await,
        }
    }
}
