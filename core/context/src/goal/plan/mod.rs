//! A goal on its way: which part of it comes next on the page in front, and what is left when nothing more can be done.

mod acts;
mod outcome;
#[cfg(test)]
mod tests;

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::ids::{DocumentId, HandleId};
use laika_protocol::observation::{Element, Observation};
use laika_protocol::run::HandoffNeed;

use super::assist::{self, Assist};
use super::dates;
use super::fields;
use super::letters;
use super::links::leads_anywhere;
use super::more::{More, Paging};
use super::overlay::{self, WayOut};
use super::read;
use super::results;
use super::rows;
use super::search;
use super::several;
use super::stated::{self, stated};
use super::suggest;
use super::uncover;
use super::values;
use super::wanting::Wanted;
use super::{Entry, Found, Goal, Lead, Placed, Pressed, find, leads, place};
use crate::ground::{Material, extractive};

/// Pages that are opened to find something out.
const MOST_LOOKS: usize = 8;
/// How often one thing is tried before it is given up.
const MOST_TRIES: u32 = 2;
/// How often something is got out of the way on one page.
const MOST_CLEARED: usize = 2;
/// A link that speaks of nothing that is wanted is not followed.
const LEAST_WORTH: f32 = 0.1;
/// How much more a sentence that was read has to say than a link promises, before the link is left alone.
const IN_HAND: f32 = 0.2;
/// How much it has to say before no more of the page is asked for.
const ENOUGH_IN_HAND: f32 = 0.35;
/// A link that speaks this much of what is wanted is followed before more of the page is asked for.
const GOOD_WORTH: f32 = 0.3;

/// What comes next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Something lies over the page, and this gets it out of the way without agreeing to anything.
    Clear(WayOut),
    /// The person does something themselves.
    HandOff(Assist),
    /// Something is entered; into one of these fields, the likeliest first.
    Enter {
        /// What.
        entry: Entry,
        /// Where it may belong.
        fields: Vec<Placed>,
        /// Whether its value was taken from the page: nobody said it, and nothing may count it as the person's words.
        of_page: bool,
    },
    /// Something is done: one clause of the goal.
    Act {
        /// In the person's words.
        clause: String,
        /// Whether it comes after fields were filled, so that it is a button of theirs.
        sends: bool,
        /// What it says to press, where its words leave no doubt.
        press: Option<Pressed>,
    },
    /// Something that is closed is opened: what a clause names may be behind it.
    Uncover {
        /// In the person's words.
        clause: String,
        /// What is pressed.
        press: Pressed,
    },
    /// What was typed is chosen among what the page offers for it.
    Choose {
        /// What was typed.
        typed: String,
        /// What is pressed.
        press: Pressed,
    },
    /// A form is not sent without this, and the goal does not say it: the person is asked.
    AskFor(Wanted),
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
    /// The wishes that were held against the fields of a page, and which.
    held: Vec<(DocumentId, String)>,
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
    /// What the person was asked for, by page: once is enough.
    assisted: BTreeSet<(String, HandoffNeed)>,
    /// Whether a file has to be chosen before the last thing can be done.
    wants_file: bool,
    /// Whether nothing on the page could be used for the last thing.
    found_nothing: bool,
    /// Whether the last thing was not done because its form wants more.
    incomplete: bool,
    /// The fields that the person was asked about: once is enough.
    asked_for: Vec<(DocumentId, HandleId)>,
    /// What was opened to look behind it.
    uncovered: Vec<(DocumentId, HandleId)>,
    /// The fields that entries belong into whatever they are called.
    aimed: Vec<(usize, DocumentId, HandleId)>,
    counting: results::Counting,
    /// The words whose dates a calendar was turned for, once for each time.
    turned: Vec<String>,
    /// The words whose date was chosen on a calendar.
    dated: Vec<String>,
    /// The acts whose date was chosen and not sent, and in which document; and those that were chosen once more.
    unsent_dates: Vec<(usize, String, DocumentId)>,
    dated_again: Vec<String>,
    /// Whether anything may be done at all.
    may_act: bool,
    /// The entry that was typed last, until something else is done, and what was there to choose before it.
    typed: Option<usize>,
    offered: Vec<HandleId>,
    /// The entries whose value was taken from a page.
    of_page: Vec<usize>,
    /// What an earlier clause found on the page, for one that wants it entered.
    found_out: Option<String>,
    /// The act that only says what to enter: it is done when that is.
    enters: Option<usize>,
    /// What could not be done while more is to be done after it: nothing is sent without it unless the person says so.
    stuck: Option<String>,
}

#[derive(Clone, Debug)]
enum Last {
    Entry(usize, HandleId, DocumentId),
    Act,
    /// The day of a clause, or of an entry.
    Day(String, Option<usize>, DocumentId),
    Open,
    More,
    Clear,
    Uncover,
    /// Something on the way that leaves nothing open behind it.
    Aside,
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
        self.may_act = may_move;
        let open = self.open(read);
        if let Some(step) = self.stuck.take() {
            if may_move {
                return Next::HandOff(assist::for_stuck(&step));
            }
            self.given_up.push(step);
        }
        if let Some(assist) = self.for_the_person(page, !open.is_empty()) {
            return Next::HandOff(assist);
        }
        if may_move && let Some(next) = self.offered(page) {
            return next;
        }
        if may_move && let Some(next) = self.past_overlay(page, !open.is_empty()) {
            return next;
        }
        self.enter_again(page);
        loop {
            self.take_up(page);
            if let Some(next) = self.next_entry(page) {
                return next;
            }
            // Who says what else to do says it when; only the last thing said is sent by itself.
            if self.enters != Some(self.act) || self.act + 1 >= self.goal.acts.len() {
                break;
            }
            self.act += 1;
        }
        if let Some(clause) = self.goal.acts.get(self.act).cloned() {
            let next = self.next_act(clause, page);
            // What is named and is nowhere is told as not done; whatever a model chose instead would be something else.
            if let Next::Act { clause, sends: false, press: None } = &next
                && uncover::is_nowhere(clause, page)
            {
                self.give_up();
                return self.next(page, read, may_move);
            }
            return next;
        }
        if !self.unsent.is_empty() {
            let clause = self.goal.acts.last().cloned().unwrap_or_else(|| "submit".to_string());
            return self.next_act(clause, page);
        }
        for at in 0..self.goal.entries.len() {
            if !self.settled.contains(&at) {
                self.settled.push(at);
                self.given_up.push(self.told_of(at));
            }
        }
        // A form may answer what the page does not say: the question names what to enter.
        if may_move
            && let Some(question) = open.first()
            && self.hold(question, page)
            && let Some(next) = self.next_entry(page)
        {
            self.goal.acts.push(question.clone());
            return next;
        }
        // With how much what was read says to each all the same.
        let open: Vec<(String, f32)> =
            open.into_iter().map(|question| (question.clone(), in_hand(read, &question))).collect();
        let may_open = may_move && self.looks < MOST_LOOKS;
        let good = |plan: &mut Self| plan.next_look(page, &open, GOOD_WORTH);
        let any = |plan: &mut Self| plan.next_look(page, &open, LEAST_WORTH);
        may_open
            .then(|| good(self))
            .flatten()
            .or_else(|| self.next_more(page, &open, may_move))
            .or_else(|| may_open.then(|| any(self)).flatten())
            .unwrap_or(Next::Answer)
    }

    /// The questions that nothing answers.
    fn open(&self, read: &[Material]) -> Vec<String> {
        let unknown = self.known(read).into_iter().filter(|known| known.found.is_none());
        unknown.map(|known| known.question).collect()
    }

    /// More of the page in front, where a question is left that nothing answers.
    fn next_more(&mut self, page: &Observation, open: &[(String, f32)], may_move: bool) -> Option<Next> {
        // What says this much already is told rather than looked for.
        let (question, _) = open.iter().find(|(_, in_hand)| *in_hand < ENOUGH_IN_HAND)?;
        let (more, number) = self.paging.next(page, &self.visited, may_move)?;
        if let More::Open { url, .. } = &more {
            self.visited.insert(url.clone());
        }
        self.last = Some(Last::More);
        Some(Next::More { question: question.clone(), more, number })
    }

    /// What the person has to do before anything else, or in place of the thing at hand. Whoever is asked and lets the run
    /// go on has done it, so it is not asked for again.
    fn for_the_person(&mut self, page: &Observation, asks: bool) -> Option<Assist> {
        let acts = self.is_acting();
        if acts || asks {
            // An article may have such a check below it; only a page that is nothing else keeps one from reading.
            let walls = |gate: &Assist| gate.need == HandoffNeed::Captcha && assist::is_short(page);
            let gate = assist::on_page(page).filter(|gate| acts || walls(gate));
            // A login is asked for as long as the page wants one; the rest may stay on a page when it is done.
            let again = |gate: &Assist| gate.need == HandoffNeed::Login;
            if let Some(gate) = gate
                && (self.assisted.insert((self.here.clone(), gate.need)) || again(&gate))
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
            clause
                .as_deref()
                .filter(|_| self.unsent.is_empty())
                .and_then(|clause| assist::for_clause(clause, page))
        }?;
        if clause.is_some() {
            self.act += 1;
            self.tries = 0;
        }
        Some(assist)
    }

    /// Whether something is left to be done on pages.
    fn is_acting(&self) -> bool {
        !self.unsent.is_empty()
            || self.act < self.goal.acts.len()
            || self.settled.len() < self.goal.entries.len()
    }

    /// Nothing on the page can be used for the clause at hand. True where the person may see what Laika does not.
    pub fn found_nothing(&mut self, page: &Observation) -> bool {
        self.found_nothing = assist::for_nothing(page).is_some() && self.act < self.goal.acts.len();
        self.found_nothing
    }

    /// What gets out of the way what lies over the page; nothing where nothing does, or it does not matter.
    ///
    /// A dialog that asks for nothing may be the very thing that is worked in, so it is left alone until it is in the way.
    fn past_overlay(&mut self, page: &Observation, asks: bool) -> Option<Next> {
        let in_the_way = core::mem::take(&mut self.covered);
        let consent = overlay::asks_consent(page);
        let acts = self.is_acting();
        let walled = consent && overlay::is_covered(page);
        let needed = in_the_way || walled && (acts || asks);
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
        let assist = assist::for_overlay(consent);
        let first = acts && self.assisted.insert((self.here.clone(), assist.need));
        first.then_some(Next::HandOff(assist))
    }

    /// Whether the person was asked to get something out of the way here.
    fn handed_over(&self) -> bool {
        let needs = [HandoffNeed::Consent, HandoffNeed::Manual];
        needs.into_iter().any(|need| self.assisted.contains(&(self.here.clone(), need)))
    }

    /// Takes up the clause at hand: what it names on this page, and what it says to its fields.
    fn take_up(&mut self, page: &Observation) {
        let Some(clause) = self.goal.acts.get(self.act).cloned() else { return };
        if let Some(each) = several::each(&clause, page) {
            self.goal.acts.splice(self.act..=self.act, each);
            return self.take_up(page);
        }
        if let Some(letter) = letters::letter(&clause) {
            return self.aim(&clause, letters::fields(&letter, page), page);
        }
        if let Some(found) = self.finds_out(&clause, page) {
            self.found_out = Some(found);
            self.act += 1;
            return self.take_up(page);
        }
        if self.take_from(&clause, page) {
            self.enters = Some(self.act);
            return;
        }
        // What can be seen is not searched for.
        if rows::whose(&clause).is_some_and(|whose| rows::called(&whose, page).is_some()) {
            return;
        }
        if self.hold(&clause, page) && read::enters(&clause) {
            self.enters = Some(self.act);
        }
    }

    /// What a clause finds on the page for the next one to enter.
    fn finds_out(&self, clause: &str, page: &Observation) -> Option<String> {
        let next = self.goal.acts.get(self.act + 1)?;
        values::refers(next).then(|| values::found_out(clause, page)).flatten()
    }

    /// Takes what a clause wants entered where it says it, or from the page; whether it is one that does nothing else.
    fn take_from(&mut self, clause: &str, page: &Observation) -> bool {
        let entered = || {
            let value = values::entered(clause, self.found_out.as_deref(), page)?;
            Some(stated::only_field(clause, page).map(|field| (field, value)).into_iter().collect())
        };
        let of_page: Option<Vec<(&Element, String)>> = values::for_each(clause, page).or_else(entered);
        let fields = match of_page {
            Some(values) => {
                let from = self.goal.entries.len();
                if !self.is_held(clause, page) {
                    self.of_page.extend(from..from + values.len());
                }
                let aimed = |(field, value): (&Element, String)| {
                    (field.handle_id.clone(), fields::called(field), value)
                };
                values.into_iter().map(aimed).collect()
            }
            None => stated::aimed(clause, page),
        };
        let any = !fields.is_empty();
        self.aim(clause, fields, page);
        any
    }

    fn is_held(&self, wish: &str, page: &Observation) -> bool {
        self.held.iter().any(|(document, held)| *document == page.document_id && held == wish)
    }

    /// Notes what a clause says for these fields, once: handle, name and value of each.
    fn aim(&mut self, clause: &str, fields: Vec<(HandleId, String, String)>, page: &Observation) {
        if fields.is_empty() || self.is_held(clause, page) {
            return;
        }
        self.held.push((page.document_id.clone(), clause.to_string()));
        for (handle, label, value) in fields {
            self.aimed.push((self.goal.entries.len(), page.document_id.clone(), handle));
            self.goal.entries.push(Entry { label, value });
        }
    }

    /// Holds a wish against the fields of this page, once; whether it says something to one of them.
    fn hold(&mut self, wish: &str, page: &Observation) -> bool {
        if self.is_held(wish, page) {
            return false;
        }
        self.held.push((page.document_id.clone(), wish.to_string()));
        let entries = stated(wish, page);
        let new = |entry: &Entry| !self.goal.entries.iter().any(|known| known.value == entry.value);
        let new: Vec<Entry> = entries.into_iter().filter(new).collect();
        let says = !new.is_empty();
        self.goal.entries.extend(new);
        says
    }

    /// The fields of this page that were filled.
    fn filled_in(&self, page: &Observation) -> Vec<HandleId> {
        let here = self.filled.iter().filter(|(document, _)| *document == page.document_id);
        here.map(|(_, handle)| handle.clone()).collect()
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
            let words = self.words_of(at);
            self.dated.retain(|dated| *dated != words);
            self.final_entries.push(at);
        }
        let gone = |(_, words, document): &(usize, String, DocumentId)| {
            *document != page.document_id && !self.dated_again.contains(words)
        };
        let (gone, kept): (Vec<_>, Vec<_>) = self.unsent_dates.drain(..).partition(gone);
        self.unsent_dates = kept;
        for (act, words, _) in gone {
            self.act = self.act.min(act);
            self.dated.retain(|dated| *dated != words);
            self.dated_again.push(words);
        }
    }

    /// What an entry says, and which field it is for.
    fn words_of(&self, at: usize) -> String {
        self.goal.entries.get(at).map(|entry| format!("{} {}", entry.label, entry.value)).unwrap_or_default()
    }

    fn next_entry(&mut self, page: &Observation) -> Option<Next> {
        let filled = self.filled_in(page);
        for (at, entry) in self.goal.entries.iter().enumerate() {
            if self.settled.contains(&at) {
                continue;
            }
            let fields = match self.field_of(at, page) {
                Some(field) => alloc::vec![Placed::aimed(field)],
                None => place(entry, page, &filled),
            };
            if let Some(first) = fields.first() {
                self.last = Some(Last::Entry(at, first.handle.clone(), page.document_id.clone()));
                self.offered = suggest::offered(page).map(|element| element.handle_id.clone()).collect();
                let mut entry = entry.clone();
                if let Some(field) = page.elements.iter().find(|element| element.handle_id == first.handle) {
                    entry.value = dates::for_field(field, &entry.value);
                }
                return Some(Next::Enter { entry, fields, of_page: self.of_page.contains(&at) });
            }
        }
        let open = (0..self.goal.entries.len()).filter(|at| !self.settled.contains(at));
        let mut said = open.filter(|at| !self.of_page.contains(at)).collect::<Vec<_>>().into_iter();
        said.find_map(|at| {
            let (words, value) = (self.words_of(at), self.goal.entries[at].value.clone());
            self.on_calendar(&words, &value, Some(at), page)
        })
    }

    /// An entry in words for the person. What a page says is not said again as if it were theirs.
    fn told_of(&self, at: usize) -> String {
        if self.of_page.contains(&at) {
            return "entering what stands on the page".to_string();
        }
        self.goal.entries.get(at).map(|entry| entry.value.clone()).unwrap_or_default()
    }

    /// The field of this page that an entry was meant for.
    fn field_of<'a>(&self, at: usize, page: &'a Observation) -> Option<&'a Element> {
        let mut aimed =
            self.aimed.iter().filter(|(of, document, _)| *of == at && *document == page.document_id);
        aimed.find_map(|(_, _, handle)| page.elements.iter().find(|element| element.handle_id == *handle))
    }

    /// The best link of this page for a question that nothing answers; else the best that was seen before.
    fn next_look(&mut self, page: &Observation, open: &[(String, f32)], least: f32) -> Option<Next> {
        let mut best: Option<(&String, Vec<Lead>)> = None;
        for (question, in_hand) in open {
            let gather = if self.on_results { leads_anywhere } else { leads };
            let here = gather(page, question, &self.visited);
            for lead in &here {
                if !self.seen_leads.iter().any(|(of, known)| of == question && known.url == lead.url) {
                    self.seen_leads.push((question.clone(), lead.clone()));
                }
            }
            let mut all: Vec<Lead> = self
                .seen_leads
                .iter()
                .filter(|(of, lead)| of == question && !self.visited.contains(&lead.url))
                .map(|(_, lead)| lead.clone())
                .collect();
            all.sort_by(|one, other| other.worth.total_cmp(&one.worth));
            all.retain(|lead| lead.worth >= in_hand - IN_HAND);
            let worth = |leads: &[Lead]| leads.first().map_or(0.0, |lead| lead.worth);
            if worth(&all) >= least && best.as_ref().is_none_or(|(_, known)| worth(&all) > worth(known)) {
                best = Some((question, all));
            }
        }
        let (question, leads) = best?;
        self.looks += 1;
        self.last = Some(Last::Open);
        Some(Next::Open { question: question.clone(), leads })
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
}

/// How much what was read already says to a question, 0 to 1.
fn in_hand(read: &[Material], question: &str) -> f32 {
    let best =
        |page: &Material| extractive(&page.text, &page.title, Some(question), 1).first().map(|one| one.score);
    read.iter().filter_map(best).fold(0.0, f32::max)
}
