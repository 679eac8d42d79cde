//! What came of the last thing, and what that changes.

use alloc::string::{String, ToString as _};

use laika_protocol::ids::HandleId;

use super::super::{Wanted, read};
use super::{Last, MOST_TRIES, Plan};

impl Plan {
    /// The last thing was not done because a file has to be chosen.
    pub fn was_file(&mut self) {
        self.wants_file = true;
    }

    /// The last thing was not done because its form wants something more.
    pub fn was_incomplete(&mut self) {
        self.incomplete = true;
        self.not_done();
    }

    /// The person said what a form wants.
    pub fn tells(&mut self, wanted: &Wanted, words: &str) {
        self.goal.entries.push(wanted.entry(words));
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
        let last = self.last.take();
        if !matches!(last, Some(Last::Clear)) {
            self.typed = None;
        }
        match last {
            Some(Last::Entry(at, handle, document)) => {
                self.settled.push(at);
                if moved {
                    self.final_entries.push(at);
                }
                self.typed = (!moved).then_some(at);
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
                self.unsent_dates.clear();
            }
            Some(Last::Day(words, entry, document)) => {
                match entry {
                    Some(at) if moved => self.final_entries.push(at),
                    None if !moved => self.unsent_dates.push((self.act, words.clone(), document.clone())),
                    Some(_) | None => {}
                }
                self.unsent.extend(entry.map(|at| (at, document)));
                self.was_dated(words, entry);
            }
            Some(Last::Open | Last::More | Last::Clear | Last::Uncover | Last::Aside) | None => {}
        }
    }

    /// A date is chosen, of a clause or of an entry. "Book it for 3 May" is not done with its date.
    pub(super) fn was_dated(&mut self, words: String, entry: Option<usize>) {
        match entry {
            Some(at) => self.settled.push(at),
            None => self.act += usize::from(read::enters(&words)),
        }
        self.dated.push(words);
    }

    /// The last thing was not done because something lies on top. It is tried again when that is out of the way, and
    /// counts as a try once nothing more can be done about it.
    pub fn was_covered(&mut self) {
        if matches!(self.last, Some(Last::Clear)) || self.handed_over() {
            return self.not_done();
        }
        if matches!(self.last, Some(Last::Uncover)) {
            // It was not pressed, so what it hides is still to be looked at.
            self.uncovered.pop();
        }
        self.covered = true;
    }

    /// The last thing was not done; after a few tries it is given up.
    pub fn not_done(&mut self) {
        if matches!(self.last, Some(Last::Clear | Last::More | Last::Uncover | Last::Aside)) {
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

    /// The last thing cannot be done. Where more is to be done, that may rest on it, so the person does it or ends the run;
    /// otherwise the answer says it.
    pub fn give_up(&mut self) {
        self.tries = 0;
        let (step, more) = match self.last.take() {
            Some(Last::Entry(at, ..) | Last::Day(_, Some(at), _)) => {
                self.settled.push(at);
                (self.told_of(at), self.is_acting())
            }
            Some(Last::Day(words, None, _)) => {
                self.was_dated(words.clone(), None);
                (words, self.is_acting())
            }
            Some(Last::Act) => {
                let clause = self.goal.acts.get(self.act).or(self.goal.acts.last()).cloned();
                self.act += 1;
                self.unsent.clear();
                let Some(clause) = clause else { return };
                // "Close the banner if there is one": nothing rests on it.
                let more = self.act < self.goal.acts.len() && !read::is_conditional(&clause);
                (clause, more)
            }
            Some(Last::Open | Last::More | Last::Clear | Last::Uncover | Last::Aside) | None => return,
        };
        if more {
            self.stuck = Some(step);
        } else {
            self.given_up.push(step);
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
