//! How a clause is carried out on the page in front: what it says to press, what has to be opened or turned before it.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use laika_protocol::observation::{Element, Observation};

use super::super::stated::pressed;
use super::super::{Entry, Pressed, assist, calendar, dates, letters, results, suggest, uncover, wanting};
use super::{Last, Next, Plan};

/// How often a calendar is turned for one date.
const MOST_TURNS: usize = 24;
/// How much is opened to look for what a clause names.
const MOST_UNCOVERED: usize = 8;

impl Plan {
    pub(super) fn next_act(&mut self, clause: String, page: &Observation) -> Next {
        if calendar::may_date(&clause)
            && let Some(next) = self.on_calendar(&clause, &clause, None, page)
        {
            return next;
        }
        let (sends, filled) = (!self.unsent.is_empty(), self.filled_in(page));
        // "The 7th search result" does not name what is called Search.
        let press = pressed(&clause, page, sends, &filled).filter(|_| sends || !results::counts(&clause));
        let is_last = self.act + 1 >= self.goal.acts.len();
        if (core::mem::take(&mut self.incomplete) || sends && (press.is_some() || is_last))
            && let Some(wanted) = wanting::wanted(page, &filled)
        {
            let asked_for = (page.document_id.clone(), wanted.handle.clone());
            if !self.asked_for.contains(&asked_for) {
                self.asked_for.push(asked_for);
                return Next::AskFor(wanted);
            }
        }
        if let Some(step) = (!sends).then(|| self.counting.step(self.act, &clause, page)).flatten() {
            self.last = Some(if step.turns { Last::Uncover } else { Last::Act });
            let press = Pressed::of(step.element);
            return if step.turns {
                Next::Uncover { clause, press }
            } else {
                Next::Act { clause, sends, press: Some(press) }
            };
        }
        let opener =
            letters::letter(&clause).filter(|_| !sends).and_then(|letter| letters::way(&letter, page));
        if let Some(opener) = opener.filter(|opener| !self.is_uncovered(opener, page)) {
            self.last = Some(Last::Uncover);
            return Next::Uncover { clause, press: self.opened(opener, page) };
        }
        if !sends && let Some(press) = self.uncover(&clause, page) {
            self.last = Some(Last::Uncover);
            return Next::Uncover { clause, press };
        }
        self.last = Some(Last::Act);
        Next::Act { clause, sends, press }
    }

    /// The next press on the way to a date, where a calendar is all that takes it: the date of a clause or of an entry, in
    /// the words that say which field it is for, and in the person's.
    pub(super) fn on_calendar(
        &mut self,
        words: &str,
        said: &str,
        entry: Option<usize>,
        page: &Observation,
    ) -> Option<Next> {
        // What is an entry is entered as one, be it as text.
        let is_entry = |one: &Entry| said.contains(&one.value) && dates::are_spoken_of(&one.value);
        let entered = entry.is_none() && self.goal.entries.iter().any(is_entry);
        if !self.may_act || entered || self.dated.iter().any(|dated| dated == words) {
            return None;
        }
        let opened = self.uncovered.last().filter(|(document, _)| *document == page.document_id);
        let opened = opened.map(|(_, handle)| handle.clone());
        let clause = said.to_string();
        let again = self.turns(words) < MOST_TURNS;
        let (last, press) = match calendar::step(words, page, opened.as_ref())? {
            calendar::Step::Day(day) => {
                self.last = Some(Last::Day(words.to_string(), entry, page.document_id.clone()));
                return Some(Next::Act { clause, sends: false, press: Some(Pressed::of(day)) });
            }
            calendar::Step::Turn(button) if again => (Last::Aside, Pressed::of(button)),
            calendar::Step::Open(field) if again && !self.is_uncovered(field, page) => {
                (Last::Uncover, self.opened(field, page))
            }
            calendar::Step::Open(_) | calendar::Step::Turn(_) | calendar::Step::Unsure => {
                self.was_dated(words.to_string(), entry);
                return Some(Next::HandOff(assist::for_date(said)));
            }
        };
        self.turned.push(words.to_string());
        self.last = Some(last);
        Some(Next::Uncover { clause, press })
    }

    /// What was just typed, where the page offers it since.
    pub(super) fn offered(&mut self, page: &Observation) -> Option<Next> {
        // A page that says what is typed does not say what is pressed for it, too.
        let at = self.typed.filter(|at| !self.of_page.contains(at))?;
        let entry = self.goal.entries.get(at)?;
        let is_new = |element: &&Element| !self.offered.contains(&element.handle_id);
        let offered: Vec<&Element> = suggest::offered(page).filter(is_new).collect();
        let clause = self.goal.acts.get(self.act).map_or("", String::as_str);
        let press = Pressed::of(suggest::meant(&entry.value, clause, &offered)?);
        let typed = entry.value.clone();
        self.typed = None;
        self.covered = false;
        self.last = Some(Last::Aside);
        Some(Next::Choose { typed, press })
    }

    /// How often a calendar was turned for these words.
    fn turns(&self, words: &str) -> usize {
        self.turned.iter().filter(|turned| *turned == words).count()
    }

    /// What to open next to look for what a clause names.
    fn uncover(&mut self, clause: &str, page: &Observation) -> Option<Pressed> {
        if self.uncovered.len() >= MOST_UNCOVERED || !uncover::is_missing(clause, page) {
            return None;
        }
        let element = uncover::closed(page).find(|element| !self.is_uncovered(element, page))?;
        Some(self.opened(element, page))
    }

    /// Whether it was pressed already to see what it opens. An entry of a menu that is still closed then is pressed once more:
    /// many open their own menu only after a while.
    fn is_uncovered(&self, element: &Element, page: &Observation) -> bool {
        let this = (&page.document_id, &element.handle_id);
        let times = self.uncovered.iter().filter(|(document, handle)| (document, handle) == this).count();
        times > usize::from(element.role == "menuitem")
    }

    fn opened(&mut self, element: &Element, page: &Observation) -> Pressed {
        self.uncovered.push((page.document_id.clone(), element.handle_id.clone()));
        Pressed::of(element)
    }
}
