//! One episode: it is started and judged from outside, and played through our tool calls alone.

use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use laika_protocol::ids::HandleId;
use laika_protocol::observation::{Element, Observation};
use laika_protocol::tools::typed::{Candidate, Find};
use serde_json::{Value, json};

use crate::web::{Ground, Person, Site, Trial};

const READY: Duration = Duration::from_secs(10);

/// An episode that was started.
pub(super) struct Episode<'a> {
    trial: Trial<'a>,
    person: Person,
    /// What is to be done, in the words of the task.
    pub(super) goal: String,
    /// Calls made.
    pub(super) calls: usize,
    last: Option<Observation>,
}

impl<'a> Episode<'a> {
    /// Starts the episode of a task and a seed.
    pub(super) async fn start(ground: Ground<'a>, site: &Site, task: &str, seed: u32) -> Result<Self> {
        let trial = ground.open(&site.url(&format!("/miniwob/{task}.html"))).await?;
        trial
            .evaluate(&format!(
                "Math.seedrandom({seed}), core.EPISODE_MAX_TIME = 1e6, core.startEpisodeReal(), null"
            ))
            .await?;
        let started = tokio::time::Instant::now();
        while trial.evaluate("WOB_TASK_READY").await? != json!(true) {
            if started.elapsed() > READY {
                bail!("the task does not get ready");
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let goal = trial
            // Some tasks say beside their words what they were made from, which is nobody's to know.
            .evaluate("(told => told.utterance ?? told)(core.getUtterance())")
            .await?
            .as_str()
            .context("the task has no words")?
            .to_owned();
        let person = ground.person(&goal)?;
        Ok(Self { trial, person, goal, calls: 0, last: None })
    }

    /// Whether the task says that it was done, and done right.
    pub(super) async fn is_won(&self) -> Result<bool> {
        let end = self.trial.evaluate("[WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL]").await?;
        Ok(end[0] == json!(true) && end[1].as_f64().is_some_and(|reward| reward > 0.0))
    }

    /// Ends it; what was seen last, for who wants to know why.
    pub(super) async fn end(self) -> Option<String> {
        self.trial.close().await;
        let seen = self.last?;
        let element = |it: &Element| format!("{} \"{}\" {:?}", it.role, it.accessible_name, it.states);
        let elements: Vec<_> = seen.elements.iter().map(element).collect();
        Some(format!("{}\n{}", seen.text, elements.join("\n")))
    }

    /// Reads the page.
    pub(super) async fn look(&mut self) -> Result<Observation> {
        self.calls += 1;
        let seen = self.trial.observe().await.map_err(said)?;
        self.last = Some(seen.clone());
        Ok(seen)
    }

    /// The lines of the page below the words of the task.
    pub(super) async fn lines(&mut self) -> Result<Vec<String>> {
        let seen = self.look().await?;
        Ok(seen.text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect())
    }

    /// All elements of a role, in document order of their places on the screen.
    pub(super) async fn all(&mut self, role: &str) -> Result<Vec<Element>> {
        let seen = self.look().await?;
        let mut found: Vec<_> = seen.elements.into_iter().filter(|element| element.role == role).collect();
        found
            .sort_by(|one, other| place(one).partial_cmp(&place(other)).unwrap_or(std::cmp::Ordering::Equal));
        Ok(found)
    }

    /// The one element of a role.
    pub(super) async fn only(&mut self, role: &str) -> Result<Element> {
        let found = self.all(role).await?;
        found.into_iter().next().with_context(|| format!("there is no {role}"))
    }

    /// The element of a role and name.
    pub(super) async fn named(&mut self, role: &str, name: &str) -> Result<Element> {
        let found = self.all(role).await?;
        found
            .into_iter()
            .find(|element| element.accessible_name.trim() == name)
            .with_context(|| format!("there is no {role} `{name}`"))
    }

    /// What `find` gives for some words, best first.
    pub(super) async fn find(&mut self, words: &str) -> Result<Vec<Candidate>> {
        self.calls += 1;
        let find = Find { query: words.into(), within_handle: None, k: Some(10) };
        Ok(self.trial.find(&find).await.map_err(said)?.candidates)
    }

    /// What `find` gives that has exactly this name.
    pub(super) async fn found(&mut self, name: &str) -> Result<HandleId> {
        let found = self.find(name).await?;
        let same = found.into_iter().find(|one| one.accessible_name.trim() == name);
        same.map(|one| one.handle_id).with_context(|| format!("nothing called `{name}` is found"))
    }

    pub(super) async fn click(&mut self, handle: &HandleId) -> Result<()> {
        self.act("browser.click", json!({ "handleId": handle })).await
    }

    /// Clicks the element of a role and name.
    pub(super) async fn click_on(&mut self, role: &str, name: &str) -> Result<()> {
        let element = self.named(role, name).await?;
        self.click(&element.handle_id).await
    }

    /// Presses the button that ends the task.
    pub(super) async fn submit(&mut self) -> Result<()> {
        self.click_on("button", "Submit").await
    }

    pub(super) async fn write(&mut self, handle: &HandleId, text: &str) -> Result<()> {
        self.act("browser.type", json!({ "handleId": handle, "text": text })).await
    }

    pub(super) async fn select(&mut self, handle: &HandleId, value: &str) -> Result<()> {
        self.act("browser.select", json!({ "handleId": handle, "value": value })).await
    }

    async fn act(&mut self, name: &str, arguments: Value) -> Result<()> {
        self.calls += 1;
        self.trial.act(&mut self.person, name, arguments).await?.map_err(said)?;
        Ok(())
    }

    /// What stands in quotes in the words of the task, in order.
    pub(super) fn quoted(&self) -> Vec<String> {
        self.goal.split('"').skip(1).step_by(2).map(str::to_owned).collect()
    }

    /// What the task says between two of its words.
    pub(super) fn between(&self, before: &str, after: &str) -> Result<String> {
        let rest = self
            .goal
            .split_once(before)
            .map(|(_, rest)| rest)
            .with_context(|| format!("the task does not say `{before}`"))?;
        let part = rest
            .split_once(after)
            .map(|(part, _)| part)
            .with_context(|| format!("the task does not say `{after}`"))?;
        Ok(part.trim().to_owned())
    }
}

/// From top to bottom, and from left to right in a row.
fn place(element: &Element) -> (f64, f64) {
    ((element.bounding_box.y / 8.0).round(), element.bounding_box.x)
}

fn said(error: laika_protocol::ToolError) -> anyhow::Error {
    let reason = error.reason.as_ref().map(|reason| format!(" {}", reason.as_str())).unwrap_or_default();
    anyhow!("{}{reason}: {}", error.code.code(), error.message)
}
