//! A goal on its way: which part of it comes next on the page in front, and what is left when nothing more can be done.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::ids::{DocumentId, HandleId};
use laika_protocol::observation::Observation;
use laika_protocol::run::HandoffNeed;

use super::assist::{self, Assist};
use super::links::leads_anywhere;
use super::more::{More, Paging};
use super::overlay::{self, WayOut};
use super::search;
use super::{Entry, Found, Goal, Lead, Placed, find, leads, place};
use crate::ground::Material;

/// Pages that are opened to find something out.
const MOST_LOOKS: usize = 8;
/// How often one thing is tried before it is given up.
const MOST_TRIES: u32 = 2;
/// How often something is got out of the way on one page.
const MOST_CLEARED: usize = 2;
/// A link that speaks of nothing that is wanted is not followed.
const LEAST_WORTH: f32 = 0.1;
/// A link that speaks this much of what is wanted is followed before more of the page is asked for.
const GOOD_WORTH: f32 = 0.3;

/// What comes next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Something lies over the page, and this gets it out of the way without agreeing to anything.
    Clear(WayOut),
    /// The person does something themselves.
    HandOff(Assist),
    /// Something lies over the page that only the person gets out of the way.
    Blocked {
        /// Whether it asks to agree to something.
        consent: bool,
    },
    /// Something is entered; into one of these fields, the likeliest first.
    Enter {
        /// What.
        entry: Entry,
        /// Where it may belong.
        fields: Vec<Placed>,
    },
    /// Something is done: one clause of the goal.
    Act {
        /// In the person's words.
        clause: String,
        /// Whether it comes after fields were filled, so that it is a button of theirs.
        sends: bool,
    },
    /// A page is opened to look there for what is not known yet.
    Open {
        /// The question it may answer.
        question: String,
        /// The links, the likeliest first.
        leads: Vec<Lead>,
    },
    /// More of what is in front is asked for: it may hold what is not known yet.
    More {
        /// The question it may answer.
        question: String,
        /// How.
        more: More,
        /// Which page of the list that is; the one in front at first is 1.
        number: usize,
    },
    /// Nothing is left but to answer.
    Answer,
}

/// A question of the goal and where it is answered: the page that was read, and the place in its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The question.
    pub question: String,
    /// Which page, and where.
    pub found: Option<(usize, Found)>,
}

/// A goal on its way.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    goal: Goal,
    /// The entries that are settled: entered, or given up.
    settled: Vec<usize>,
    given_up: Vec<String>,
    /// The fields that were filled, and in which document.
    filled: Vec<(DocumentId, HandleId)>,
    /// Whether something was entered that was not sent.
    unsent: bool,
    act: usize,
    tries: u32,
    looks: usize,
    visited: BTreeSet<String>,
    /// Links seen on earlier pages, for when the page in front leads nowhere.
    seen_leads: Vec<(String, Lead)>,
    last: Option<Last>,
    /// Whether the page in front shows what a search found.
    on_results: bool,
    paging: Paging,
    /// Where the plan looked last.
    here: String,
    /// Whether the last thing was not done because something lay on top.
    covered: bool,
    /// The pages on which something was got out of the way, once for each time.
    cleared: Vec<String>,
    /// The pages on which the person was asked to do it.
    handed: BTreeSet<String>,
    /// What the person was asked for, by page: once is enough.
    assisted: BTreeSet<(String, String)>,
    /// Whether a file has to be chosen before the last thing can be done.
    wants_file: bool,
    /// Whether nothing on the page could be used for the last thing.
    found_nothing: bool,
}

#[derive(Clone, Debug)]
enum Last {
    Entry(usize, HandleId, DocumentId),
    Act,
    Open,
    More,
    Clear,
}

impl Plan {
    /// A plan for this goal.
    #[must_use]
    pub fn new(goal: Goal) -> Self {
        Self { goal, ..Self::default() }
    }

    /// The goal.
    #[must_use]
    pub const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// What could not be done, in the person's words.
    #[must_use]
    pub fn given_up(&self) -> &[String] {
        &self.given_up
    }

    /// Says whether the page in front shows what a search found: then the search is done, and its links may lead anywhere.
    pub fn on_results(&mut self, on_results: bool) {
        self.on_results = on_results;
        while let Some(words) = self.goal.acts.get(self.act).and_then(|clause| search::searched(clause)) {
            if !on_results {
                return;
            }
            let question = search::is_question(words).then(|| words.to_string() + "?");
            self.goal.questions.extend(question);
            self.goal.results = true;
            self.goal.acts.remove(self.act);
        }
    }

    /// What comes next on this page. `may_move` is whether other pages may be opened at all.
    pub fn next(&mut self, page: &Observation, read: &[Material], may_move: bool) -> Next {
        self.here = page.url.split('#').next().unwrap_or_default().to_string();
        self.visited.insert(self.here.clone());
        if let Some(assist) = self.for_the_person(page, read) {
            return Next::HandOff(assist);
        }
        if may_move && let Some(next) = self.past_overlay(page, read) {
            return next;
        }
        if let Some(next) = self.next_entry(page) {
            return next;
        }
        if let Some(clause) = self.goal.acts.get(self.act) {
            self.last = Some(Last::Act);
            return Next::Act { clause: clause.clone(), sends: self.unsent };
        }
        if self.unsent {
            self.last = Some(Last::Act);
            let clause = self.goal.acts.last().cloned().unwrap_or_else(|| "submit".to_string());
            return Next::Act { clause, sends: true };
        }
        for at in 0..self.goal.entries.len() {
            if !self.settled.contains(&at) {
                self.settled.push(at);
                self.given_up.push(self.goal.entries[at].value.clone());
            }
        }
        let may_open = may_move && self.looks < MOST_LOOKS;
        let good = |plan: &mut Self| plan.next_look(page, read, GOOD_WORTH);
        let any = |plan: &mut Self| plan.next_look(page, read, LEAST_WORTH);
        may_open
            .then(|| good(self))
            .flatten()
            .or_else(|| self.next_more(page, read, may_move))
            .or_else(|| may_open.then(|| any(self)).flatten())
            .unwrap_or(Next::Answer)
    }

    /// More of the page in front, where a question is left that nothing answers.
    fn next_more(&mut self, page: &Observation, read: &[Material], may_move: bool) -> Option<Next> {
        let open = self.known(read).into_iter().find(|known| known.found.is_none())?;
        let (more, number) = self.paging.next(page, &self.visited, may_move)?;
        if let More::Open { url, .. } = &more {
            self.visited.insert(url.clone());
        }
        self.last = Some(Last::More);
        Some(Next::More { question: open.question, more, number })
    }

    /// What the person has to do before anything else, or in place of the thing at hand. Whoever is asked and lets the run
    /// go on has done it, so it is not asked for again.
    fn for_the_person(&mut self, page: &Observation, read: &[Material]) -> Option<Assist> {
        let acts = self.is_acting();
        if acts || self.is_open(read) {
            let gate = assist::on_page(page).filter(|gate| acts || gate.need == HandoffNeed::Captcha);
            // A login is asked for as long as the page wants one; the rest may stay on a page when it is done.
            let again = |gate: &Assist| gate.need == HandoffNeed::Login;
            if let Some(gate) = gate
                && (self.assisted.insert((self.here.clone(), format!("{:?}", gate.need))) || again(&gate))
            {
                return Some(gate);
            }
        }
        let clause = self.goal.acts.get(self.act).cloned();
        let assist = if core::mem::take(&mut self.wants_file) {
            Some(assist::for_file(page))
        } else if core::mem::take(&mut self.found_nothing) {
            assist::for_nothing(page)
        } else {
            // What was typed is sent first.
            clause.as_deref().filter(|_| !self.unsent).and_then(|clause| assist::for_clause(clause, page))
        }?;
        if clause.is_some() {
            self.act += 1;
            self.tries = 0;
        }
        Some(assist)
    }

    /// Whether something is left to be done on pages.
    fn is_acting(&self) -> bool {
        self.unsent || self.act < self.goal.acts.len() || self.settled.len() < self.goal.entries.len()
    }

    /// The last thing was not done because a file has to be chosen.
    pub fn was_file(&mut self) {
        self.wants_file = true;
    }

    /// Nothing on the page can be used for the clause at hand. True where the person may see what Laika does not.
    pub fn found_nothing(&mut self, page: &Observation) -> bool {
        self.found_nothing = assist::for_nothing(page).is_some() && self.act < self.goal.acts.len();
        self.found_nothing
    }

    /// What gets out of the way what lies over the page; nothing where nothing does, or it does not matter.
    ///
    /// A dialog that asks for nothing may be the very thing that is worked in, so it is left alone until it is in the way.
    fn past_overlay(&mut self, page: &Observation, read: &[Material]) -> Option<Next> {
        let in_the_way = core::mem::take(&mut self.covered);
        let consent = overlay::asks_consent(page);
        let acts = self.is_acting();
        let walled = consent && overlay::is_covered(page);
        let needed = in_the_way || walled && (acts || self.is_open(read));
        let spoken_of = self.goal.acts.iter().any(|clause| overlay::is_spoken_of(clause));
        if !needed || spoken_of {
            return None;
        }
        let times = self.cleared.iter().filter(|page| **page == self.here).count();
        if times < MOST_CLEARED
            && let Some(way) = overlay::way_out(page)
        {
            self.cleared.push(self.here.clone());
            self.last = Some(Last::Clear);
            return Some(Next::Clear(way));
        }
        // Reading goes on below a banner; only what is done on the page has to wait for the person.
        (acts && self.handed.insert(self.here.clone())).then_some(Next::Blocked { consent })
    }

    /// Whether a question is left that nothing answers.
    fn is_open(&self, read: &[Material]) -> bool {
        self.known(read).iter().any(|known| known.found.is_none())
    }

    fn next_entry(&mut self, page: &Observation) -> Option<Next> {
        let filled: Vec<HandleId> = self
            .filled
            .iter()
            .filter(|(document, _)| *document == page.document_id)
            .map(|(_, handle)| handle.clone())
            .collect();
        for (at, entry) in self.goal.entries.iter().enumerate() {
            if self.settled.contains(&at) {
                continue;
            }
            let fields = place(entry, page, &filled);
            if let Some(first) = fields.first() {
                self.last = Some(Last::Entry(at, first.handle.clone(), page.document_id.clone()));
                return Some(Next::Enter { entry: entry.clone(), fields });
            }
        }
        None
    }

    /// The best link of this page for a question that nothing answers; else the best that was seen before.
    fn next_look(&mut self, page: &Observation, read: &[Material], least: f32) -> Option<Next> {
        let open: Vec<String> = self
            .known(read)
            .into_iter()
            .filter(|known| known.found.is_none())
            .map(|known| known.question)
            .collect();
        let mut best: Option<(String, Vec<Lead>)> = None;
        for question in open {
            let gather = if self.on_results { leads_anywhere } else { leads };
            let here = gather(page, &question, &self.visited);
            for lead in &here {
                if !self.seen_leads.iter().any(|(of, known)| *of == question && known.url == lead.url) {
                    self.seen_leads.push((question.clone(), lead.clone()));
                }
            }
            let mut all: Vec<Lead> = self
                .seen_leads
                .iter()
                .filter(|(of, lead)| *of == question && !self.visited.contains(&lead.url))
                .map(|(_, lead)| lead.clone())
                .collect();
            all.sort_by(|one, other| other.worth.total_cmp(&one.worth));
            let worth = |leads: &[Lead]| leads.first().map_or(0.0, |lead| lead.worth);
            if worth(&all) >= least && best.as_ref().is_none_or(|(_, known)| worth(&all) > worth(known)) {
                best = Some((question, all));
            }
        }
        let (question, leads) = best?;
        self.looks += 1;
        self.last = Some(Last::Open);
        Some(Next::Open { question, leads })
    }

    /// Every question, and where it is answered.
    #[must_use]
    pub fn known(&self, read: &[Material]) -> Vec<Known> {
        let answer = |question: &String| {
            let mut best: Option<(usize, Found)> = None;
            for (at, page) in read.iter().enumerate() {
                let found = find(question, &page.title, &page.text);
                if let Some(found) = found
                    && best.as_ref().is_none_or(|(_, known)| found.coverage > known.coverage)
                {
                    best = Some((at, found));
                }
            }
            Known { question: question.clone(), found: best }
        };
        self.goal.questions.iter().map(answer).collect()
    }

    /// A link was chosen to be opened; it is not chosen again, whatever comes of it.
    pub fn opens(&mut self, url: &str) {
        self.visited.insert(url.to_string());
    }

    /// What was chosen for an entry, where names did not say it.
    pub fn enters(&mut self, handle: &HandleId) {
        if let Some(Last::Entry(_, chosen, _)) = &mut self.last {
            *chosen = handle.clone();
        }
    }

    /// The last thing was done. `moved` is whether another page is in front now.
    pub fn done(&mut self, moved: bool) {
        self.tries = 0;
        match self.last.take() {
            Some(Last::Entry(at, handle, document)) => {
                self.settled.push(at);
                self.filled.push((document, handle));
                self.unsent = true;
            }
            Some(Last::Act) => {
                // A link that leads to where things are to be entered is only the way there.
                let only_the_way = moved && !self.unsent && self.settled.len() < self.goal.entries.len();
                if !only_the_way || self.act + 1 < self.goal.acts.len() {
                    self.act += 1;
                }
                self.unsent = false;
            }
            Some(Last::Open | Last::More | Last::Clear) | None => {}
        }
    }

    /// The last thing was not done because something lies on top. It is tried again when that is out of the way, and
    /// counts as a try once nothing more can be done about it.
    pub fn was_covered(&mut self) {
        if matches!(self.last, Some(Last::Clear)) || self.handed.contains(&self.here) {
            return self.not_done();
        }
        self.covered = true;
    }

    /// The last thing was not done; after a few tries it is given up.
    pub fn not_done(&mut self) {
        if matches!(self.last, Some(Last::Clear | Last::More)) {
            // How often these are tried is counted by itself.
            if matches!(self.last.take(), Some(Last::More)) {
                self.paging.refused();
            }
            return;
        }
        self.tries += 1;
        if self.tries >= MOST_TRIES {
            self.give_up();
        }
    }

    /// The last thing cannot be done.
    pub fn give_up(&mut self) {
        self.tries = 0;
        match self.last.take() {
            Some(Last::Entry(at, ..)) => {
                self.settled.push(at);
                self.given_up.push(self.goal.entries[at].value.clone());
            }
            Some(Last::Act) => {
                let clause = self.goal.acts.get(self.act).or(self.goal.acts.last());
                self.given_up.extend(clause.cloned());
                self.act += 1;
                self.unsent = false;
            }
            Some(Last::Open | Last::More | Last::Clear) | None => {}
        }
    }

    /// The clause at hand is not something to do but something to know.
    pub fn asks_instead(&mut self) {
        if self.act < self.goal.acts.len() {
            let clause = self.goal.acts.remove(self.act);
            self.goal.questions.push(clause);
        }
        self.last = None;
    }

    /// The clause at hand wants to know what the page says.
    pub fn summarises_instead(&mut self) {
        if self.act < self.goal.acts.len() {
            self.goal.acts.remove(self.act);
            self.goal.summary = true;
        }
        self.last = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use laika_protocol::ids::DocId;
    use serde_json::{Value, json};

    fn page(path: &str, text: &str, elements: &[(&str, &str, &str)]) -> Observation {
        let element = |(at, (role, name, href)): (usize, &(&str, &str, &str))| {
            let attributes = if href.is_empty() { json!({}) } else { json!({ "href": href }) };
            json!({ "handleId": format!("h_{at:022}"), "role": role, "accessibleName": name, "attributes": attributes,
                "boundingBox": { "x": 0, "y": 0, "width": 1, "height": 1 } })
        };
        let elements: Vec<Value> = elements.iter().enumerate().map(element).collect();
        serde_json::from_value(json!({
            "url": format!("https://town.example{path}"), "title": path, "origin": "https://town.example",
            "documentId": "doc_1", "navigationGeneration": 0, "observedAtMs": 0, "text": text, "elements": elements,
        }))
        .unwrap()
    }

    fn material(text: &str) -> Material {
        let (doc_id, title) = (DocId::parse("doc:web:page").unwrap(), String::new());
        Material { doc_id, title, text: text.into(), signals: Vec::new(), anchors: Vec::new() }
    }

    #[test]
    fn a_form_is_filled_before_its_button_is_pressed() {
        let form = page(
            "/book",
            "",
            &[("textbox", "Your name", ""), ("textbox", "Email", ""), ("button", "Book", "")],
        );
        let mut plan = Plan::new(Goal::read("Book a tour. My name is Mara, my email is m@mail.example."));
        let mut told = Vec::new();
        for _ in 0..4 {
            match plan.next(&form, &[], true) {
                Next::Enter { entry, fields } => {
                    told.push(format!("{} into {}", entry.value, fields[0].name))
                }
                Next::Act { clause, sends } => told.push(format!("{clause}, {sends}")),
                Next::Open { .. } => told.push("open".into()),
                Next::Answer => told.push("answer".into()),
                Next::Clear(_) | Next::Blocked { .. } | Next::More { .. } | Next::HandOff(_) => {
                    told.push("something else".into());
                }
            }
            plan.done(false);
        }
        assert_eq!(told, ["Mara into Your name", "m@mail.example into Email", "Book a tour, true", "answer"]);
    }

    #[test]
    fn a_link_to_the_form_is_only_the_way() {
        let (front, form) = (
            page("/", "", &[("link", "Book a tour", "https://town.example/book")]),
            page("/book", "", &[("textbox", "Your name", ""), ("button", "Book", "")]),
        );
        let mut plan = Plan::new(Goal::read("Book a tour. My name is Mara."));
        assert!(matches!(plan.next(&front, &[], true), Next::Act { sends: false, .. }));
        plan.done(true);
        assert!(matches!(plan.next(&form, &[], true), Next::Enter { .. }));
        plan.done(false);
        assert!(matches!(plan.next(&form, &[], true), Next::Act { sends: true, .. }));
        plan.done(true);
        assert_eq!(plan.next(&front, &[], true), Next::Answer);
    }

    #[test]
    fn questions_are_looked_for_where_links_speak_of_them() {
        let front = page(
            "/",
            "Welcome.",
            &[
                ("link", "Shop", "https://town.example/shop"),
                ("link", "Delivery", "https://town.example/delivery"),
            ],
        );
        let mut plan =
            Plan::new(Goal::read("How long does delivery take, and how much does the lantern weigh?"));
        let read = [material("Welcome.")];
        let Next::Open { leads, .. } = plan.next(&front, &read, true) else { panic!("no look") };
        assert_eq!(leads[0].text, "Delivery");
        plan.opens(&leads[0].url);
        let delivery =
            page("/delivery", "Delivery takes 4 days.", &[("link", "Back", "https://town.example/")]);
        let read = [material("Welcome."), material("Delivery takes 4 days.")];
        let Next::Open { question, leads } = plan.next(&delivery, &read, true) else { panic!("no look") };
        assert_eq!((question.as_str(), leads[0].text.as_str()), ("how much does the lantern weigh?", "Shop"));
        assert_eq!(plan.next(&delivery, &read, false), Next::Answer, "who may only read opens nothing");
        assert!(plan.known(&read)[0].found.is_some() && plan.known(&read)[1].found.is_none());
    }

    #[test]
    fn what_cannot_be_done_is_given_up_and_said() {
        let form = page("/book", "", &[("textbox", "Your name", "")]);
        let mut plan = Plan::new(Goal::read("My name is Mara, my shoe size is 43."));
        for _ in 0..MOST_TRIES {
            assert!(matches!(plan.next(&form, &[], true), Next::Enter { .. }));
            plan.not_done();
        }
        assert_eq!(plan.next(&form, &[], true), Next::Answer);
        assert_eq!(plan.given_up(), ["Mara", "43"]);
    }

    /// A page with these signals and buttons.
    fn covered(signals: &[&str], names: &[&str]) -> Observation {
        let buttons: Vec<_> = names.iter().map(|name| ("button", *name, "")).collect();
        let mut page = page("/book", "", &buttons);
        page.signals = signals.iter().map(|signal| serde_json::from_value(json!(signal)).unwrap()).collect();
        page
    }

    fn told(next: &Next) -> String {
        match next {
            Next::Clear(way) => format!("press {}", way.name),
            Next::Blocked { consent } => format!("yours, consent {consent}"),
            Next::HandOff(assist) => format!("yours, {:?}", assist.need),
            Next::Act { clause, .. } => clause.clone(),
            Next::Enter { .. } => "something else".into(),
            Next::Open { leads, .. } => format!("open {}", leads[0].text),
            Next::More { number, .. } => format!("page {number}"),
            Next::Answer => "answer".into(),
        }
    }

    #[test]
    fn what_lies_over_the_page_is_got_out_of_the_way() {
        const WALL: &[&str] = &["overlay_or_dialog", "consent_overlay"];
        let (both, only_yes) = (["Accept all", "Reject all", "Book"], ["Accept all", "Book"]);
        // A wall comes before what is to be done, twice at most; then it is the person's, once.
        let mut plan = Plan::new(Goal::read("Book a tour."));
        let mut steps = Vec::new();
        for _ in 0..4 {
            steps.push(told(&plan.next(&covered(WALL, &both), &[], true)));
            plan.not_done();
        }
        assert_eq!(steps, ["press Reject all", "press Reject all", "yours, consent true", "Book a tour"]);

        for (goal, signals, names, may_move, expected) in [
            // Nothing that agrees is pressed.
            ("Book a tour.", WALL, &only_yes[..], true, "yours, consent true"),
            // The person's own words decide about it.
            ("Accept all cookies, then book a tour.", WALL, &both[..], true, "Accept all cookies"),
            // A dialog that asks for nothing may be what is worked in.
            ("Book a tour.", &["overlay_or_dialog"][..], &["Close", "Book"][..], true, "Book a tour"),
            // A banner at the edge covers nothing.
            ("Book a tour.", &["consent_overlay"][..], &both[..], true, "Book a tour"),
            // Who only reads needs no yes and no no, unless the page does not answer.
            ("What is it?", WALL, &both[..], false, "answer"),
            ("How long does delivery take?", WALL, &both[..], true, "press Reject all"),
            ("How long does delivery take?", WALL, &only_yes[..], true, "answer"),
            ("Summarise it.", WALL, &both[..], true, "answer"),
        ] {
            let mut plan = Plan::new(Goal::read(goal));
            assert_eq!(
                told(&plan.next(&covered(signals, names), &[], may_move)),
                expected,
                "{goal} {names:?}"
            );
        }

        // What is in the way of an act is closed, whatever it is, and the act is tried again.
        let dialog = covered(&["overlay_or_dialog"], &["Subscribe", "No thanks", "Book"]);
        let mut plan = Plan::new(Goal::read("Book a tour."));
        assert_eq!(told(&plan.next(&dialog, &[], true)), "Book a tour");
        plan.was_covered();
        assert_eq!(told(&plan.next(&dialog, &[], true)), "press No thanks");
        plan.done(false);
        assert_eq!(told(&plan.next(&covered(&[], &["Book"]), &[], true)), "Book a tour");
        plan.done(false);
        assert_eq!(told(&plan.next(&covered(&[], &[]), &[], true)), "answer");
        assert!(plan.given_up().is_empty());

        // Where nothing helps, it ends.
        let stuck = covered(&["overlay_or_dialog"], &["Subscribe", "Book"]);
        let mut plan = Plan::new(Goal::read("Book a tour."));
        let mut steps = Vec::new();
        for _ in 0..6 {
            steps.push(told(&plan.next(&stuck, &[], true)));
            plan.was_covered();
        }
        assert_eq!(steps[1], "yours, consent false", "{steps:?}");
        assert_eq!(steps.last().map(String::as_str), Some("answer"), "{steps:?}");
        assert_eq!(plan.given_up(), ["Book a tour"]);
    }

    #[test]
    fn more_is_asked_for_between_good_links_and_poor_ones() {
        let links = |good: bool| {
            let mut links = vec![("link", "Next page", "https://town.example/news?page=2")];
            links.push(("link", "Shop", "https://town.example/shop"));
            if good {
                links.push(("link", "Lantern weights", "https://town.example/weights"));
            }
            links
        };
        let mut plan = Plan::new(Goal::read("How much does the lantern weigh?"));
        let read = [material("News.")];
        assert_eq!(
            told(&plan.next(&page("/news", "News.", &links(true)), &read, true)),
            "open Lantern weights"
        );
        plan.opens("https://town.example/weights");
        assert_eq!(told(&plan.next(&page("/news", "News.", &links(true)), &read, true)), "page 2");
        plan.not_done();
        assert_eq!(told(&plan.next(&page("/news", "News.", &links(false)), &read, true)), "open Shop");
        let answered = [material("The lantern weighs 2 kg.")];
        assert_eq!(told(&plan.next(&page("/news", "News.", &links(false)), &answered, true)), "answer");
    }

    #[test]
    fn a_search_is_done_where_its_results_are() {
        let results =
            page("/find", "Results", &[("link", "Lantern weights", "https://lamp.example/weights")]);
        let mut plan = Plan::new(Goal::read("Search for how much does a lantern weigh"));
        assert_eq!(told(&plan.next(&results, &[], true)), "Search for how much does a lantern weigh");
        plan.on_results(true);
        assert_eq!(told(&plan.next(&results, &[material("Results")], true)), "open Lantern weights");
        let mut plan = Plan::new(Goal::read("Search for lanterns."));
        plan.on_results(true);
        assert_eq!(told(&plan.next(&results, &[], true)), "answer");
        assert!(plan.goal().results);
    }

    #[test]
    fn what_is_the_persons_is_handed_over_once() {
        let mut field = page("/board", "Board", &[("button", "Picture", ""), ("button", "Send", "")]);
        field.elements[0].attributes.input_type = Some("file".into());
        let steps = |goal: &str, page: &Observation, failed: fn(&mut Plan)| {
            let mut plan = Plan::new(Goal::read(goal));
            let mut steps = Vec::new();
            for _ in 0..4 {
                steps.push(told(&plan.next(page, &[material("Board")], true)));
                failed(&mut plan);
            }
            steps
        };
        let done = |plan: &mut Plan| plan.done(false);
        assert_eq!(
            steps("Upload my picture, then press Send", &field, done)[..3],
            ["yours, FilePicker", "press Send", "answer"]
        );
        assert_eq!(
            steps("Press Picture, then press Send", &field, Plan::was_file)[..2],
            ["Press Picture", "yours, FilePicker"]
        );
        let check = page("/check", "Please verify you are human.", &[("button", "Go", "")]);
        assert_eq!(steps("Press Go", &check, done)[..3], ["yours, Captcha", "Press Go", "answer"]);
        assert_eq!(steps("How deep is the lake?", &check, done)[..2], ["yours, Captcha", "answer"]);
        assert_eq!(steps("Summarise it", &check, done)[0], "answer", "what is there can be said");
        let empty = page("/canvas", "", &[]);
        let mut plan = Plan::new(Goal::read("Press Go"));
        assert_eq!(told(&plan.next(&empty, &[], true)), "Press Go");
        assert!(plan.found_nothing(&empty));
        assert_eq!(told(&plan.next(&empty, &[], true)), "yours, Manual");
        assert_eq!(told(&plan.next(&empty, &[], true)), "answer");
        assert!(!Plan::new(Goal::read("Press Go")).found_nothing(&check), "it has elements that can be read");
    }
}
