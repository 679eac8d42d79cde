//! Looking: the page is read, a question goes to an adapter, and its answer is taken for that question only.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use laika_policy::{Document, SiteClass};
use laika_protocol::json::MAX_SAFE_INTEGER;
use laika_protocol::limits::Limit;
use laika_protocol::run::{Exposure, Left, ModelPrompt, Observed, Pause, Surface, TabRef};
use laika_protocol::wire::{RunStatus, SiteMode};

use crate::effect::{Effect, Question, Subject};
use crate::event::{Note, Packet, Seen};
use crate::run::{Page, Run};
use crate::turn::Turn;

impl Run {
    /// Looks at the page, unless that happens too often. A run with tools alone has none: what it knows is what its
    /// tools gave it.
    pub(crate) fn look(&mut self, turn: &mut Turn<'_>) {
        if self.recorded.surface == Surface::Tools {
            turn.record(self, Observed::default());
            return self.ask_model(turn);
        }
        let most = turn.machine.bounded(turn.world.limits.get(Limit::ScansPerMinute));
        if !self.live.scans.count(turn.world.now_ms, most) {
            return self.pause(Pause::RateSpent, turn);
        }
        let question = self.ask(false, turn);
        turn.after.push(Effect::Observe { run: self.recorded.run.clone(), question });
    }

    /// Opens a question; another one that is open is not waited for any more.
    fn ask(&mut self, about_answer: bool, turn: &mut Turn<'_>) -> Question {
        let question = Question(turn.number());
        self.live.asked = Some((question, about_answer));
        question
    }

    /// Whether this is the question that is open, which it then no longer is; and whether it is about the answer.
    pub(crate) fn is_asked(&mut self, question: Question) -> Option<bool> {
        self.live.asked.take_if(|(open, _)| *open == question).map(|(_, about_answer)| about_answer)
    }

    /// Has something checked.
    pub(crate) fn verify(&mut self, subject: Subject, turn: &mut Turn<'_>) {
        let question = self.ask(subject == Subject::Answer, turn);
        turn.after.push(Effect::Verify { run: self.recorded.run.clone(), question, subject });
    }

    pub(crate) fn seen(&mut self, question: Question, seen: Seen, turn: &mut Turn<'_>) {
        if self.is_asked(question).is_none() || self.recorded.status != RunStatus::Observing {
            return;
        }
        let Seen { context, site, site_override, most, logged_in, restricted, .. } = seen;
        let sensitive = site == SiteClass::Sensitive;
        let mut exposed = exposures(&seen.documents);
        // The page itself was seen, whatever documents were made of it.
        let place = context.origin.as_str().into();
        exposed.push(Exposure { place, confidential: logged_in, sensitive });
        exposed.sort_unstable();
        exposed.dedup();
        let sensitive = exposed.iter().any(|exposed| exposed.sensitive);
        if self.read(seen.documents, Some(seen.handles)).is_err() {
            return self.pause(Pause::TooMuchRead, turn);
        }
        let observed = Observed {
            context: Some(context.clone()),
            url: Some(seen.url),
            title: Some(seen.title),
            exposed,
            elements: seen.elements,
            excerpt: Some(seen.excerpt),
            // Sealed: beside an excerpt, a digest that anyone can make would tell what was taken out of it.
            digest: Some(turn.key.digest(&seen.digest)),
            suspicious: self.live.evidence.suspicious().next().is_some(),
        };
        let tab = TabRef {
            profile_id: self.recorded.profile.clone(),
            previous_tab_id: Some(context.tab_id),
            last_known_origin: context.origin.clone(),
            // Of a sensitive site only where it is (PRIV-010).
            last_known_url: observed.url.clone().filter(|_| !sensitive).unwrap_or_default(),
            last_known_title: observed.title.clone().filter(|_| !sensitive).unwrap_or_default(),
            last_seen_at_ms: turn.world.now_ms,
        };
        self.live.page = Some(Page { context, site, site_override, most, logged_in, restricted });
        turn.record(self, observed);
        // Enough to find the tab again after a restart (RUN-040).
        let known = self.recorded.tab.as_ref().map(|tab| (&tab.last_known_origin, tab.previous_tab_id));
        if known != Some((&tab.last_known_origin, tab.previous_tab_id)) {
            turn.record(self, tab);
        }
        self.ask_model(turn);
    }

    pub(crate) fn ask_model(&mut self, turn: &mut Turn<'_>) {
        let limits = turn.world.limits;
        let steps = match self.recorded.mode {
            SiteMode::Autopilot => limits.get(Limit::AutopilotSteps),
            SiteMode::Observe | SiteMode::Assist => limits.get(Limit::AssistSteps),
        };
        if u64::from(self.recorded.steps_since_resume) >= steps {
            return self.pause(Pause::StepsSpent, turn);
        }
        let calls = turn.machine.bounded(limits.get(Limit::ModelCallsPerMinute));
        if !self.live.model_calls.count(turn.world.now_ms, calls) {
            return self.pause(Pause::RateSpent, turn);
        }
        let question = self.ask(false, turn);
        turn.after.push(Effect::AskModel { run: self.recorded.run.clone(), question });
    }

    pub(crate) fn prompted(
        &mut self,
        model: String,
        tokens: u64,
        left: Option<Left>,
        packet: Option<Box<Packet>>,
        turn: &mut Turn<'_>,
    ) {
        if !self.recorded.status.is_over() {
            let (message_id, digest) = turn.store(self, packet, &model).unzip();
            turn.record(
                self,
                ModelPrompt { message_id, digest, model, tokens: tokens.min(MAX_SAFE_INTEGER), left },
            );
        }
    }

    pub(crate) fn noted(&mut self, note: Note, turn: &mut Turn<'_>) {
        if self.recorded.status.is_over() {
            return;
        }
        match note {
            Note::Extracted(mut extracted) => {
                let sensitive = self.live.page.as_ref().is_none_or(|page| page.site == SiteClass::Sensitive);
                if sensitive {
                    extracted.citations.clear();
                }
                extracted.digest =
                    extracted.digest.filter(|_| !sensitive).map(|digest| turn.key.digest(&digest));
                turn.record(self, extracted);
            }
            Note::TaskTab(tab) => turn.record(self, tab),
            Note::Surface(surface) => turn.record(self, surface),
        }
    }
}

/// What documents add to everything said after them.
pub(crate) fn exposures(documents: &[Document]) -> Vec<Exposure> {
    let mut exposed: Vec<Exposure> = documents
        .iter()
        .map(|document| Exposure {
            place: document.place.as_str().into(),
            confidential: document.confidential,
            sensitive: document.sensitive,
        })
        .collect();
    exposed.sort_unstable();
    exposed.dedup();
    exposed
}
