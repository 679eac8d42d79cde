//! The pack: what a model is told beside its one question, by priority, within a budget of tokens, and of this site only.
//!
//! The log keeps everything; a question holds little (CTX-001). First comes what only the person writes, then what was just
//! done, then what was found, then a line for all that lies further back, then the other tabs. What belongs to another
//! site is not told (CTX-006): carrying it there is a decision of its own. What came from pages stays inside a fence.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::llmcp::Trust;
use laika_protocol::text::one_line;

/// Tokens beside a question: little, because a small model loses its way in much.
pub const PACK_TOKENS: usize = 240;

/// Steps that are told one by one.
const MOST_STEPS: usize = 6;
/// Characters of a line.
const MOST_LINE: usize = 160;
/// What was read of a page and is kept: at most so many.
const MOST_FACTS: usize = 8;
/// Other tabs that are named.
const MOST_TABS: usize = 8;

/// A step of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// In words; what it was done to was named by the page.
    pub words: String,
    /// The site it was done on.
    pub origin: String,
}

/// Something that was found: a sentence of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// As it stands there.
    pub text: String,
    /// The site.
    pub origin: String,
}

/// What a note is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// Something to know.
    Know,
    /// Something to do.
    Do,
    /// Something to leave alone.
    Dont,
}

impl NoteKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Know, Self::Do, Self::Dont];

    /// Its word in records and commands.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Know => "know",
            Self::Do => "do",
            Self::Dont => "dont",
        }
    }
}

/// What the person wrote down about a site. Nobody else writes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The site.
    pub origin: String,
    /// What it is for.
    pub kind: NoteKind,
    /// In their words.
    pub text: String,
}

/// An open tab: no more than this is known of it elsewhere (CTX-004).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTab {
    /// Its title.
    pub title: String,
    /// Its site.
    pub origin: String,
}

/// Everything that could be told.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory<'a> {
    /// The site in front.
    pub origin: &'a str,
    /// What was done, the oldest first.
    pub steps: &'a [Step],
    /// What was found.
    pub facts: &'a [Fact],
    /// What the person wrote down.
    pub notes: &'a [Note],
    /// The other tabs.
    pub tabs: &'a [OpenTab],
}

/// A part of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What the person wrote down about this site.
    Notes,
    /// The last steps.
    Steps,
    /// What was found here.
    Facts,
    /// A line for what lies further back, or on other sites.
    Before,
    /// The other tabs.
    Tabs,
}

impl Part {
    /// Its name for a person.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Notes => "notes",
            Self::Steps => "steps",
            Self::Facts => "facts",
            Self::Before => "before",
            Self::Tabs => "tabs",
        }
    }

    /// Who wrote it: only notes and counts are free of words of pages.
    #[must_use]
    pub const fn trust(self) -> Trust {
        match self {
            Self::Notes | Self::Before => Trust::Trusted,
            Self::Steps | Self::Facts | Self::Tabs => Trust::Untrusted,
        }
    }
}

/// What is told of one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Which part.
    pub part: Part,
    /// Its lines.
    pub lines: Vec<String>,
    /// Lines that are not told: no room, or of another site.
    pub left_out: usize,
    /// Tokens of the lines.
    pub tokens: usize,
}

/// What a model is told beside its question, in the order of priority.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pack {
    /// The parts that have something to tell.
    pub told: Vec<Told>,
}

impl Pack {
    /// Takes in what there is room for. `count` says how many tokens a line costs.
    #[must_use]
    pub fn of(memory: &Memory<'_>, tokens: usize, count: &dyn Fn(&str) -> usize) -> Self {
        let here = |origin: &str| origin == memory.origin;
        let mut pack = Self::default();
        let mut room = tokens;
        let notes = memory.notes.iter().filter(|note| here(&note.origin)).map(|note| match note.kind {
            NoteKind::Know => line(&note.text),
            NoteKind::Do => format!("Do: {}", line(&note.text)),
            NoteKind::Dont => format!("Do not: {}", line(&note.text)),
        });
        pack.add(Part::Notes, notes.collect(), 0, &mut room, count);
        let own: Vec<&Step> = memory.steps.iter().filter(|step| here(&step.origin)).collect();
        let elsewhere = memory.steps.len() - own.len();
        let recent = own.iter().rev().take(MOST_STEPS).map(|step| line(&step.words)).collect();
        let before = own.len().saturating_sub(MOST_STEPS);
        pack.add(Part::Steps, recent, before + elsewhere, &mut room, count);
        if let Some(steps) = pack.told.last_mut().filter(|told| told.part == Part::Steps) {
            steps.lines.reverse();
        }
        let found: Vec<&Fact> = memory.facts.iter().filter(|fact| here(&fact.origin)).collect();
        let left = memory.facts.len() - found.len().min(MOST_FACTS);
        let facts = found.iter().take(MOST_FACTS).map(|fact| line(&fact.text)).collect();
        pack.add(Part::Facts, facts, left, &mut room, count);
        let told = match (before, elsewhere) {
            (0, 0) => Vec::new(),
            (before, 0) => alloc::vec![format!("{before} earlier steps on this site")],
            (before, elsewhere) => {
                alloc::vec![format!("{before} earlier steps on this site, {elsewhere} on other sites")]
            }
        };
        pack.add(Part::Before, told, 0, &mut room, count);
        let tabs = memory.tabs.iter().take(MOST_TABS);
        let tabs =
            tabs.map(|tab| format!("\"{}\" {}", line(&tab.title).replace('"', "'"), origin(&tab.origin)));
        pack.add(Part::Tabs, tabs.collect(), memory.tabs.len().saturating_sub(MOST_TABS), &mut room, count);
        pack
    }

    /// Adds a part, line by line, until there is no room.
    fn add(
        &mut self,
        part: Part,
        lines: Vec<String>,
        left_out: usize,
        room: &mut usize,
        count: &dyn Fn(&str) -> usize,
    ) {
        let mut told = Told { part, lines: Vec::new(), left_out, tokens: 0 };
        for line in lines {
            // A line ends with a mark of its own.
            let cost = count(&line) + 1;
            match room.checked_sub(cost).filter(|_| told.left_out == left_out) {
                Some(rest) => {
                    *room = rest;
                    told.tokens += cost;
                    told.lines.push(line);
                }
                None => told.left_out += 1,
            }
        }
        if !told.lines.is_empty() || told.left_out > 0 {
            self.told.push(told);
        }
    }

    /// The lines of one part.
    #[must_use]
    pub fn lines(&self, part: Part) -> &[String] {
        self.told.iter().find(|told| told.part == part).map_or(&[], |told| &told.lines)
    }

    /// All tokens.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.told.iter().map(|told| told.tokens).sum()
    }
}

fn line(text: &str) -> String {
    let text = one_line(text);
    let text = text.trim();
    match text.char_indices().nth(MOST_LINE) {
        None => text.to_string(),
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
    }
}

/// A site without what stands behind it, whatever was handed in (CTX-004).
fn origin(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.rsplit('@').next().unwrap_or_default();
    if scheme.is_empty() { host.to_string() } else { format!("{scheme}://{host}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: &str = "https://shop.example";
    const BANK: &str = "https://bank.example";

    fn step(words: &str, origin: &str) -> Step {
        Step { words: words.into(), origin: origin.into() }
    }

    fn fact(text: &str, origin: &str) -> Fact {
        Fact { text: text.into(), origin: origin.into() }
    }

    fn note(kind: NoteKind, text: &str, origin: &str) -> Note {
        Note { origin: origin.into(), kind, text: text.into() }
    }

    fn told(memory: &Memory<'_>, tokens: usize) -> String {
        let pack = Pack::of(memory, tokens, &|line| line.split(' ').count());
        assert!(pack.tokens() <= tokens);
        let part =
            |told: &Told| format!("{} -{}: {}", told.part.as_str(), told.left_out, told.lines.join(" | "));
        pack.told.iter().map(part).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn ctx_002_the_first_to_be_told_is_the_last_to_be_cut() {
        let steps: Vec<Step> = (1..=9).map(|n| step(&format!("step {n}"), HERE)).collect();
        let facts = [fact("It costs 5.", HERE)];
        let notes = [note(NoteKind::Dont, "buy the set", HERE), note(NoteKind::Know, "I am size 43", HERE)];
        let tabs = [OpenTab { title: "Mail".into(), origin: "https://mail.example".into() }];
        let memory = Memory { origin: HERE, steps: &steps, facts: &facts, notes: &notes, tabs: &tabs };
        assert_eq!(
            told(&memory, 100),
            "notes -0: Do not: buy the set | I am size 43\n\
             steps -3: step 4 | step 5 | step 6 | step 7 | step 8 | step 9\n\
             facts -0: It costs 5.\nbefore -0: 3 earlier steps on this site\ntabs -0: \"Mail\" https://mail.example"
        );
        assert_eq!(
            told(&memory, 16),
            "notes -0: Do not: buy the set | I am size 43\nsteps -8: step 9\nfacts -1: \nbefore -1: \ntabs -1: "
        );
        for tokens in 0..60 {
            told(&memory, tokens);
        }
    }

    #[test]
    fn ctx_006_what_belongs_to_another_site_stays_there() {
        let steps = [step("read the balance", BANK), step("opened boots", HERE)];
        let facts = [fact("The balance is 812.40.", BANK), fact("Boots cost 80.", HERE)];
        let notes = [note(NoteKind::Know, "my card is the blue one", BANK)];
        let memory = Memory { origin: HERE, steps: &steps, facts: &facts, notes: &notes, tabs: &[] };
        let all = told(&memory, 1_000);
        assert!(!all.contains("balance") && !all.contains("812") && !all.contains("blue"), "{all}");
        assert!(all.contains("1 on other sites") && all.contains("Boots cost 80."), "{all}");
    }

    #[test]
    fn ctx_004_of_a_tab_no_more_than_title_and_site() {
        let tabs =
            [OpenTab { title: "Inbox\n(3)".into(), origin: "https://me:pw@mail.example/box?id=7#x".into() }];
        let all = told(&Memory { origin: HERE, tabs: &tabs, ..Memory::default() }, 100);
        assert_eq!(all, "tabs -0: \"Inbox (3)\" https://mail.example");
    }
}
