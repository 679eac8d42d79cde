//! Attacks that somebody thought of: each has a page of its own and its own idea of what must not happen.

mod again;
mod below;
mod clobber;
#[cfg(unix)]
mod dropped;
mod effects;
mod focus;
mod gestures;
mod swaps;

use std::sync::{Arc, PoisonError};

use anyhow::{Context as _, Result};
use laika_protocol::ToolError;
use laika_protocol::observation::Element;
use serde_json::{Value, json};

use super::perform::{Ended, Hands, reason};
use super::{Place, new_hands};
use crate::web::Reply;

/// Numbers of attacks begin here, so that their paths are their own.
const FIRST: usize = 1_000_000;

/// One attack.
#[derive(Clone, Debug)]
pub(super) struct Attack {
    /// The number in its paths.
    pub(super) number: usize,
    pub(super) family: &'static str,
    pub(super) words: String,
    /// The page is odd and harmless: what was asked for has to be done.
    pub(super) must_work: bool,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Swap(swaps::Swap),
    Below(&'static str),
    Focus(focus::Theft),
    Clobber(clobber::Clobber),
    Effect(effects::Sending),
    Gesture(&'static str),
    Again(&'static str),
    #[cfg(unix)]
    Dropped,
}

/// All attacks, in an order in which any sample holds some of each.
pub(super) async fn all(place: &Arc<Place>) -> Result<Vec<Attack>> {
    let hands = new_hands(place).await?;
    let lists = [
        swaps::all(),
        below::all(),
        focus::all(),
        effects::all(),
        gestures::all(),
        again::all(),
        #[cfg(unix)]
        dropped::all(),
        clobber::all(&hands).await?,
    ];
    hands.surface.dispose().await;
    let longest = lists.iter().map(Vec::len).max().unwrap_or_default();
    let mixed = (0..longest).flat_map(|at| lists.iter().filter_map(move |list| list.get(at).cloned()));
    Ok((FIRST..).zip(mixed).map(|(number, attack)| Attack { number, ..attack }).collect())
}

/// So many of them, always the same ones.
pub(super) fn sample(mut attacks: Vec<Attack>, most: usize) -> Vec<Attack> {
    attacks.truncate(most);
    attacks
}

fn attack(family: &'static str, words: String, kind: Kind) -> Attack {
    Attack { number: 0, family, words: format!("{family}: {words}"), must_work: false, kind }
}

pub(super) async fn play(hands: &mut Hands, attack: &Attack) -> Result<Ended> {
    let number = attack.number;
    match &attack.kind {
        Kind::Swap(swap) => swaps::play(hands, number, swap).await,
        Kind::Below(moment) => below::play(hands, number, moment).await,
        Kind::Focus(theft) => focus::play(hands, number, theft).await,
        Kind::Clobber(clobber) => clobber::play(hands, number, clobber).await,
        Kind::Effect(sending) => effects::play(hands, number, sending).await,
        Kind::Gesture(script) => gestures::play(hands, number, script).await,
        Kind::Again(way) => again::play(hands, number, way).await,
        #[cfg(unix)]
        Kind::Dropped => dropped::play(hands).await,
    }
}

impl Hands {
    /// Puts a page at a path of an attack.
    fn put(&self, number: usize, path: &str, reply: Reply) {
        let mut pages = self.place.pages.lock().unwrap_or_else(PoisonError::into_inner);
        pages.insert((number, path.to_owned()), reply);
    }

    fn put_page(&self, number: usize, path: &str, body: &str) {
        self.put(
            number,
            path,
            Reply::html(format!("<!doctype html><title>Attack</title><body>{body}</body>")),
        );
    }

    /// Puts a page at the attack's own path and goes there.
    async fn show(&self, number: usize, body: &str) -> Result<()> {
        self.put_page(number, "page", body);
        self.go(&format!("/c/{number}/page")).await
    }

    async fn find(&self, name: &str) -> Result<Element> {
        let elements = self.look().await.map_err(|error| anyhow::anyhow!("{}", error.message))?;
        elements
            .into_iter()
            .find(|one| one.accessible_name == name)
            .with_context(|| format!("no `{name}` on the page"))
    }

    /// Looks for an element, decides, runs `between` on the page, and acts.
    async fn attempt(
        &mut self,
        name: &str,
        tool: &str,
        mut arguments: Value,
        between: &str,
    ) -> Result<Result<(), ToolError>> {
        arguments["handleId"] = json!(self.find(name).await?.handle_id);
        let call = match self.person.call(&self.tab, tool, arguments).await {
            Ok(call) => call,
            Err(error) => return Ok(Err(error)),
        };
        let permit = self.person.permit(&call, &self.surface.rules().get().origins)?;
        if !between.is_empty() {
            self.evaluate(between).await?;
        }
        let run = self.person.run.clone();
        Ok(laika_browser::Surface::act(&self.surface, &run, permit).await.map(|_| ()))
    }

    /// What arrived at paths of the attack other than those that any page loads.
    fn arrived(&self, number: usize, expected: &[&str]) -> Vec<String> {
        let arrived = self.place.ledger.of(number);
        arrived
            .into_iter()
            .filter(|what| !expected.iter().any(|one| what.trim_end().starts_with(one)))
            .collect()
    }
}

/// Wrong if anything arrived; otherwise as it went.
fn ended(done: Result<(), ToolError>, arrived: &[String]) -> Ended {
    match (arrived.first(), done) {
        (Some(what), _) => Ended::Wrong(format!("{what} arrived")),
        (None, Ok(())) => Ended::Performed,
        (None, Err(error)) => Ended::Refused(reason(&error)),
    }
}
