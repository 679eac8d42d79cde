//! Who plays an episode: the product's own planner with somebody who counts, and a person who agrees to whatever stays on
//! the episode's own page.

use std::sync::{Arc, Mutex, PoisonError};

use laika_daemon::service::Reply;
use laika_daemon::working::{Card, PlanError, Planner, Thinker, Thinking, Thought, View};
use laika_protocol::ids::Origin;
use laika_protocol::run::Pause;

use crate::at_work::Person;
use crate::miniwob::material::reward;

/// Calls of one episode.
pub(super) const MOST_STEPS: u32 = 12;
/// How often a run that waits is told to go on, as it is.
const MOST_RESUMES: u32 = 2;

/// What is counted of one episode.
#[derive(Clone, Debug, Default)]
pub(super) struct Counted {
    /// What the task says, once it is over.
    pub(super) reward: Option<f64>,
    /// Calls that were proposed.
    pub(super) steps: u32,
    /// Whether it was ended because it took too many.
    pub(super) spent: bool,
    /// Tokens that the model read and wrote.
    pub(super) tokens: u64,
    /// The cards.
    pub(super) asks: u32,
    /// Why it waited, each time.
    pub(super) pauses: Vec<Pause>,
}

impl Counted {
    fn is_over(&self) -> bool {
        self.spent || self.reward.is_some()
    }
}

/// The same for the planner and the person.
#[derive(Clone, Default)]
pub(super) struct Ledger(Arc<Mutex<Counted>>);

impl Ledger {
    fn with<T>(&self, change: impl FnOnce(&mut Counted) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn counted(&self) -> Counted {
        self.with(|counted| counted.clone())
    }
}

/// The product's planner. It never sees how an episode ended: where one is over, it is not asked again.
pub(super) struct Counting {
    pub(super) thinker: Thinker,
    pub(super) ledger: Ledger,
}

impl Counting {
    async fn think(&mut self, view: View<'_>) -> Result<Thought, PlanError> {
        let is_over = self.ledger.with(|counted| {
            counted.reward = reward(&view.page.title);
            counted.spent = counted.steps >= MOST_STEPS;
            counted.is_over()
        });
        if is_over {
            return Err(PlanError::Unusable("the episode is over".into()));
        }
        let thought = self.thinker.next(view).await;
        let (read, written) = self.thinker.tokens();
        self.ledger.with(|counted| {
            counted.tokens = read + written;
            counted.steps += u32::from(matches!(thought, Ok(Thought::Call(..))));
        });
        thought
    }
}

impl Planner for Counting {
    fn next<'a>(&'a mut self, view: View<'a>) -> Thinking<'a> {
        Box::pin(self.think(view))
    }

    fn model(&self) -> String {
        self.thinker.model()
    }

    fn tokens(&self) -> (u64, u64) {
        self.thinker.tokens()
    }
}

/// Agrees to everything that stays on the episode's own page, and to nothing else.
pub(super) struct Agreeing {
    pub(super) origin: Origin,
    pub(super) ledger: Ledger,
}

impl Agreeing {
    /// The call is one of this page, and neither it nor a form or script behind it goes anywhere else.
    fn stays(&self, card: &Card) -> bool {
        let here = |url: &str| Origin::of_url(url).as_ref() == Some(&self.origin);
        let requested = |request: &String| request.split_once(' ').is_some_and(|(_, url)| here(url));
        card.origin.as_ref() == Some(&self.origin)
            && card.sends.as_ref().is_none_or(|form| here(&form.to))
            && card.requests.iter().all(requested)
            && card.values.iter().all(|value| !value.name.ends_with("url") || here(&value.value))
    }
}

impl Person for Agreeing {
    fn answer(&mut self, card: &Card) -> Reply {
        self.ledger.with(|counted| counted.asks += 1);
        if self.stays(card) { Reply::Once } else { Reply::No }
    }

    fn goes_on(&mut self, pause: Option<Pause>) -> bool {
        self.ledger.with(|counted| {
            if counted.is_over() {
                return false;
            }
            counted.pauses.extend(pause);
            u32::try_from(counted.pauses.len()).is_ok_and(|times| times <= MOST_RESUMES)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn card(origin: &str, rest: Value) -> Card {
        let mut card = json!({
            "requestId": "00000000-0000-4000-8000-000000000000", "digest": format!("sha256:{}", "0".repeat(64)),
            "tool": "browser.click", "origin": origin, "target": "Go", "values": [], "sends": null, "reasonCode": "P_X",
            "reason": "x", "more": [], "untrusted": false, "leavesAtOnce": true, "offer": null,
        });
        card.as_object_mut().unwrap().extend(rest.as_object().cloned().unwrap());
        serde_json::from_value(card).unwrap()
    }

    /// The rule that asks are answered by.
    #[test]
    fn only_what_stays_on_the_own_page_gets_a_yes() {
        let own = "http://127.0.0.1:4000";
        let form = |to: &str| json!({ "sends": { "to": to, "method": "post", "fields": [] } });
        let value = |name: &str, value: &str| json!({ "values": [{ "name": name, "value": value, "source": "page" }] });
        for (card, expected) in [
            (card(own, json!({})), Reply::Once),
            (card("http://127.0.0.1:4001", json!({})), Reply::No),
            (card(own, form("http://127.0.0.1:4000/done")), Reply::Once),
            (card(own, form("https://evil.example/")), Reply::No),
            (card(own, json!({ "requests": ["POST https://evil.example/"] })), Reply::No),
            (card(own, json!({ "requests": ["GET http://127.0.0.1:4000/x"] })), Reply::Once),
            (card(own, value("url", "https://evil.example/")), Reply::No),
            (card(own, value("text", "https://evil.example/")), Reply::Once),
        ] {
            let ledger = Ledger::default();
            let mut person = Agreeing { origin: Origin::parse(own).unwrap(), ledger: ledger.clone() };
            assert_eq!(person.answer(&card), expected, "{card:?}");
            assert_eq!(ledger.counted().asks, 1);
        }
    }

    #[test]
    fn a_run_that_waits_goes_on_a_few_times_and_never_after_the_end() {
        let ledger = Ledger::default();
        let mut person =
            Agreeing { origin: Origin::parse("http://127.0.0.1:1").unwrap(), ledger: ledger.clone() };
        let answers: Vec<bool> = (0..4).map(|_| person.goes_on(Some(Pause::Clarify))).collect();
        assert_eq!(answers, [true, true, false, false]);
        let mut person = Agreeing { ledger: Ledger::default(), ..person };
        person.ledger.with(|counted| counted.reward = Some(1.0));
        assert!(!person.goes_on(Some(Pause::ModelFailed)));
    }
}
