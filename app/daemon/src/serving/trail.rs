//! What happened to a run, kept for whoever comes back to it: the last of what is over, and all that waits for the person.

use std::collections::VecDeque;
use std::mem::discriminant;

use laika_protocol::wire::RunStatus;

use crate::working::{News, OfferKind};

/// So much of what happened is kept; the log has all of it.
const MOST: usize = 40;

/// The news of one run, each with its number.
#[derive(Default)]
pub(super) struct Trail {
    /// What happened, the oldest first.
    past: VecDeque<(u64, News)>,
    /// What the person can still answer or use.
    waits: Vec<(u64, News)>,
}

impl Trail {
    pub(super) fn push(&mut self, event: u64, news: &News) {
        match waits_in(news) {
            Some(_) => {
                self.waits.retain(|(_, other)| !replaces(news, other));
                self.waits.push((event, news.clone()));
            }
            None if is_passing(news) => {}
            None => {
                self.past.push_back((event, news.clone()));
                if self.past.len() > MOST {
                    self.past.pop_front();
                }
            }
        }
    }

    /// The run stands elsewhere: what nobody can answer there is void.
    pub(super) fn moves_on(&mut self, status: RunStatus) {
        self.waits.retain(|(_, news)| waits_in(news).is_some_and(|standing| standing.contains(&status)));
    }

    /// The page that is offered in the person's own browser.
    pub(super) fn offered_page(&self) -> Option<String> {
        self.waits.iter().find_map(|(_, news)| {
            let News::Offer { what: OfferKind::MyBrowser, url, .. } = news else { return None };
            url.clone()
        })
    }

    /// What happened after an event, and everything that waits, in the order in which it came.
    pub(super) fn after(&self, event: u64) -> impl Iterator<Item = (u64, &News)> {
        let past = self.past.iter().filter(move |(number, _)| *number > event);
        let mut all: Vec<_> = past.chain(&self.waits).map(|(number, news)| (*number, news)).collect();
        all.sort_by_key(|(number, _)| *number);
        all.into_iter()
    }
}

/// Where a run stands while this can be answered; none for what only happened.
fn waits_in(news: &News) -> Option<&'static [RunStatus]> {
    match news {
        News::Ask(_) => Some(&[RunStatus::AwaitingApproval]),
        News::Authorise { .. } => Some(&[RunStatus::Authorizing]),
        News::Candidates { .. } => Some(&[RunStatus::Authorizing, RunStatus::Paused]),
        News::Gesture { .. } => Some(&[RunStatus::Executing, RunStatus::AwaitingApproval]),
        News::Conflict { .. } | News::Question { .. } => Some(&[RunStatus::Paused]),
        News::Handoff { .. } | News::Offer { .. } => Some(&[RunStatus::Paused, RunStatus::Takeover]),
        News::State { .. }
        | News::Doing { .. }
        | News::Step(_)
        | News::Result { .. }
        | News::Ended { .. }
        | News::Answered { .. }
        | News::AgentAsk(_)
        | News::AgentAnswered { .. }
        | News::Collection { .. }
        | News::Denied { .. }
        | News::Picture { .. }
        | News::Kept(_)
        | News::Suspicion { .. }
        | News::Answer(_)
        | News::Refused { .. }
        | News::Trouble { .. } => None,
    }
}

/// What says nothing to somebody who comes later.
const fn is_passing(news: &News) -> bool {
    // A result may be long, and its brief stands in how the step ended.
    matches!(news, News::State { .. } | News::Doing { .. } | News::Picture { .. } | News::Result { .. })
}

/// Whether one takes the other's place: there is one question at a time, and one offer of each kind.
fn replaces(news: &News, other: &News) -> bool {
    match (news, other) {
        (News::Offer { what, .. }, News::Offer { what: other, .. }) => what == other,
        _ => discriminant(news) == discriminant(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(how: &str) -> News {
        News::Ended { done: true, how: how.to_owned() }
    }

    fn question(text: &str) -> News {
        News::Question { text: text.to_owned() }
    }

    fn told(trail: &Trail, after: u64) -> Vec<u64> {
        trail.after(after).map(|(number, _)| number).collect()
    }

    #[test]
    fn tool_023_whoever_comes_back_hears_what_they_missed_and_all_that_waits() {
        let mut trail = Trail::default();
        trail.push(1, &ended("clicked"));
        trail.push(2, &News::Doing { what: "reading".to_owned() });
        trail.push(3, &question("which one?"));
        trail.push(4, &ended("typed"));
        assert_eq!(told(&trail, 0), [1, 3, 4], "what is passing is not repeated");
        assert_eq!(told(&trail, 3), [3, 4], "what was heard is not repeated, unless it waits");
        trail.push(5, &question("this one?"));
        assert_eq!(told(&trail, 4), [5], "there is one question at a time");
        trail.moves_on(RunStatus::Paused);
        assert_eq!(told(&trail, 5), [5]);
        trail.moves_on(RunStatus::Observing);
        assert_eq!(told(&trail, 0), [1, 4], "a question of before is void once the run goes on");
    }

    #[test]
    fn a_long_run_is_not_kept_whole() {
        let mut trail = Trail::default();
        (1..=200).for_each(|number| trail.push(number, &ended("clicked")));
        assert_eq!(told(&trail, 0), (161..=200).collect::<Vec<_>>());
    }
}
