//! What a run of an earlier process was for, read back from its log.

use std::path::PathBuf;

use laika_context::goal::addresses;
use laika_protocol::ids::{Origin, RunId};
use laika_protocol::run::{ErasedFor, Record, Started, Surface};
use laika_store::Reader;

use super::error::Refusal;
use crate::working::{Asks, Order, PAGES, PROJECT, Part, Where};

/// Characters of a goal in a list.
const MOST_GOAL: usize = 120;

/// What a run is for: its words, its mode, and the page it was on. How pages were loaded is not on record, so it goes on
/// in the stricter way.
///
/// # Errors
/// When there is no such run, it is over, or what is needed was erased.
pub fn order_of(reader: &Reader, run: &RunId) -> Result<Order, Refusal> {
    let Some(row) = reader.run(run)? else {
        return Err(Refusal::new("E_NO_RUN", format!("there is no run {run}")));
    };
    if row.row.status.is_over() {
        return Err(Refusal::new("E_RUN_OVER", format!("{run} is over ({})", row.row.status.as_str())));
    }
    let (mut started, mut said, mut page, mut tab): (Option<Started>, _, _, _) = (None, None, None, None);
    for (_, record) in reader.records(run)? {
        #[expect(clippy::wildcard_enum_match_arm, reason = "four records say what it was for")]
        match record {
            Record::Started(record) => started = Some(record),
            Record::UserMessage(message) if said.is_none() => said = Some(message),
            Record::Observed(observed) => page = observed.url.or(page),
            Record::TabAttached(at) => tab = at.previous_tab_id.or(tab),
            _ => {}
        }
    }
    let (Some(started), Some(said)) = (started, said) else {
        return Err(Refusal::new("E_RUN_ERASED", format!("what {run} was for was erased; start a new run")));
    };
    let (text, project) = match said.text.rsplit_once(PROJECT) {
        Some((goal, project)) if started.surface == Surface::Tools => (goal, Some(project)),
        _ => (said.text.as_str(), None),
    };
    let (goal, named) = match text.rsplit_once(PAGES) {
        Some((goal, pages)) => (goal, pages.split(' ').map(str::to_owned).collect()),
        None => (text, Vec::new()),
    };
    let urls = begin_at(addresses(goal).into_iter().chain(named).collect(), page, &started.may_act);
    if urls.is_empty() && started.surface != Surface::Tools {
        return Err(Refusal::new(
            "E_RUN_ERASED",
            format!("where {run} was is not on record; start a new run"),
        ));
    }
    Ok(Order {
        part: Part::Page,
        goal: goal.to_owned(),
        urls,
        allow: started.may_act,
        mode: row.row.mode,
        private: false,
        strict: true,
        headed: false,
        surface: match started.surface {
            Surface::MyBrowser => Where::Mine { tab_id: tab, profile: Some(started.profile) },
            Surface::Isolated => Where::Workspace,
            Surface::Tools => Where::Tools { project: project.map(PathBuf::from) },
        },
        exposed: Vec::new(),
        asks: if said.caller { Asks::Nobody } else { Asks::Person },
    })
}

/// Who can be asked once a run goes on. A person's run goes on by a person's word only (I11, S1).
///
/// # Errors
/// When somebody else wants it to.
pub fn asks_after(asks: Asks, person: bool) -> Result<Asks, Refusal> {
    match asks {
        Asks::Person | Asks::Agent(_) if !person => {
            Err(Refusal::new("E_NO_PERSON", "only a person at a terminal can resume this run"))
        }
        Asks::Nobody if person => Ok(Asks::Person),
        asks @ (Asks::Person | Asks::Nobody | Asks::Grant(_) | Asks::Agent(_)) => Ok(asks),
    }
}

/// Where to go on: at the page it was on, if it may act there; then at those it was given.
fn begin_at(named: Vec<String>, page: Option<String>, may_act: &[Origin]) -> Vec<String> {
    let mut urls = named;
    let may = |url: &str| Origin::of_url(url).is_some_and(|origin| may_act.contains(&origin));
    if let Some(page) = page.filter(|page| may(page)) {
        // On record it has no query and no fragment; what was named has both.
        let whole = |url: &String| url.split(['?', '#']).next() == Some(page.as_str());
        let page = urls.iter().position(whole).map_or(page.clone(), |at| urls.remove(at));
        urls.insert(0, page);
    }
    urls
}

/// What a run was for, as far as that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptGoal {
    /// The first line of its first words.
    Said(String),
    /// They were erased, for this reason.
    Erased(ErasedFor),
    /// Nobody said anything yet.
    Nothing,
}

impl KeptGoal {
    /// What a run was for, by what is left of its records.
    #[must_use]
    pub fn of(records: &[(u64, Record)]) -> Self {
        let mut erased = Self::Nothing;
        for (_, record) in records {
            #[expect(clippy::wildcard_enum_match_arm, reason = "no other record says what a run is for")]
            match record {
                Record::UserMessage(message) => {
                    let line = message.text.lines().next().unwrap_or_default();
                    return Self::Said(line.chars().take(MOST_GOAL).collect());
                }
                Record::Erased(erasing) => erased = Self::Erased(erasing.reason),
                _ => {}
            }
        }
        erased
    }

    /// The words, where there are any.
    #[must_use]
    pub fn said(&self) -> Option<&str> {
        match self {
            Self::Said(goal) => Some(goal),
            Self::Erased(_) | Self::Nothing => None,
        }
    }

    /// Why there are no words any more.
    #[must_use]
    pub const fn erased(&self) -> Option<ErasedFor> {
        match self {
            Self::Erased(reason) => Some(*reason),
            Self::Said(_) | Self::Nothing => None,
        }
    }
}

/// What a run was for, as far as that is kept.
///
/// # Errors
/// When the log cannot be read.
pub fn goal_of(reader: &Reader, run: &RunId) -> Result<KeptGoal, Refusal> {
    Ok(KeptGoal::of(&reader.records(run)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_on_where_it_was() {
        let site = Origin::parse("https://a.example").unwrap();
        let named = || vec!["https://a.example/list".to_owned(), "https://a.example/find?q=1".to_owned()];
        let at = |page: &str| begin_at(named(), Some(page.to_owned()), std::slice::from_ref(&site));
        assert_eq!(at("https://a.example/find"), ["https://a.example/find?q=1", "https://a.example/list"]);
        assert_eq!(at("https://a.example/next")[0], "https://a.example/next");
        assert_eq!(at("https://b.example/"), named(), "it may not act there");
        assert_eq!(begin_at(named(), None, &[]), named());
    }
}
