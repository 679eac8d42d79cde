//! A goal on its way: which part of it comes next on the page in front, and what is left when nothing more can be done.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::ids::{DocumentId, HandleId};
use laika_protocol::observation::Observation;

use super::{Entry, Found, Goal, Lead, Placed, find, leads, place};
use crate::ground::Material;

/// Pages that are opened to find something out.
const MOST_LOOKS: usize = 8;
/// How often one thing is tried before it is given up.
const MOST_TRIES: u32 = 2;
/// A link that speaks of nothing that is wanted is not followed.
const LEAST_WORTH: f32 = 0.1;

/// What comes next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
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
    /// What was entered and not sent: which entry, and in which document.
    unsent: Vec<(usize, DocumentId)>,
    /// Entries that are not entered another time, whatever becomes of their page.
    final_entries: Vec<usize>,
    act: usize,
    tries: u32,
    looks: usize,
    visited: BTreeSet<String>,
    /// Links seen on earlier pages, for when the page in front leads nowhere.
    seen_leads: Vec<(String, Lead)>,
    last: Option<Last>,
}

#[derive(Clone, Debug)]
enum Last {
    Entry(usize, HandleId, DocumentId),
    Act,
    Open,
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

    /// What comes next on this page. `may_move` is whether other pages may be opened at all.
    pub fn next(&mut self, page: &Observation, read: &[Material], may_move: bool) -> Next {
        self.visited.insert(page.url.split('#').next().unwrap_or_default().to_string());
        self.enter_again(page);
        if let Some(next) = self.next_entry(page) {
            return next;
        }
        if let Some(clause) = self.goal.acts.get(self.act) {
            self.last = Some(Last::Act);
            return Next::Act { clause: clause.clone(), sends: !self.unsent.is_empty() };
        }
        if !self.unsent.is_empty() {
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
        if may_move
            && self.looks < MOST_LOOKS
            && let Some(next) = self.next_look(page, read)
        {
            return next;
        }
        Next::Answer
    }

    /// A page that came in place of another, as after a crash of the browser, holds nothing of what was entered there.
    /// It is entered once more, or an empty form would be sent; a page that empties itself every time is not filled for
    /// ever.
    fn enter_again(&mut self, page: &Observation) {
        let lost = |(at, document): &(usize, DocumentId)| {
            *document != page.document_id && !self.final_entries.contains(at)
        };
        let (lost, kept): (Vec<_>, Vec<_>) = self.unsent.drain(..).partition(lost);
        self.unsent = kept;
        for (at, _) in lost {
            self.settled.retain(|settled| *settled != at);
            self.final_entries.push(at);
        }
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
    fn next_look(&mut self, page: &Observation, read: &[Material]) -> Option<Next> {
        let open: Vec<String> = self
            .known(read)
            .into_iter()
            .filter(|known| known.found.is_none())
            .map(|known| known.question)
            .collect();
        let mut best: Option<(String, Vec<Lead>)> = None;
        for question in open {
            let here = leads(page, &question, &self.visited);
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
            if worth(&all) >= LEAST_WORTH && best.as_ref().is_none_or(|(_, known)| worth(&all) > worth(known))
            {
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
                if moved {
                    self.final_entries.push(at);
                }
                self.filled.push((document.clone(), handle));
                self.unsent.push((at, document));
            }
            Some(Last::Act) => {
                // A link that leads to where things are to be entered is only the way there.
                let only_the_way =
                    moved && self.unsent.is_empty() && self.settled.len() < self.goal.entries.len();
                if !only_the_way || self.act + 1 < self.goal.acts.len() {
                    self.act += 1;
                }
                self.unsent.clear();
            }
            Some(Last::Open) | None => {}
        }
    }

    /// The last thing was not done; after a few tries it is given up.
    pub fn not_done(&mut self) {
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
                self.unsent.clear();
            }
            Some(Last::Open) | None => {}
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
    use alloc::format;
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
            }
            plan.done(false);
        }
        assert_eq!(told, ["Mara into Your name", "m@mail.example into Email", "Book a tour, true", "answer"]);
    }

    /// The browser died after the first field: the form that comes in its place is empty, and is filled from the start.
    /// One that comes a third time is not.
    #[test]
    fn a_form_that_was_loaded_anew_is_filled_anew() {
        let form = |document: &str| {
            let fields = [("textbox", "Your name", ""), ("textbox", "Email", ""), ("button", "Book", "")];
            let document_id = DocumentId::parse(document).unwrap();
            Observation { document_id, ..page("/book", "", &fields) }
        };
        let mut plan = Plan::new(Goal::read("Book a tour. My name is Mara, my email is m@mail.example."));
        let mut told = Vec::new();
        for document in ["doc_1", "doc_2", "doc_2", "doc_3", "doc_3"] {
            match plan.next(&form(document), &[], true) {
                Next::Enter { fields, .. } => told.push(format!("{document}: {}", fields[0].name)),
                Next::Act { sends, .. } => told.push(format!("{document}: sends {sends}")),
                Next::Open { .. } | Next::Answer => told.push(format!("{document}: over")),
            }
            plan.done(false);
        }
        let expected =
            ["doc_1: Your name", "doc_2: Your name", "doc_2: Email", "doc_3: Email", "doc_3: sends true"];
        assert_eq!(told, expected);
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
}
