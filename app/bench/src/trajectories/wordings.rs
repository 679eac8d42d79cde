//! What people say when they want something, with the tool and the arguments that are right for it.

use std::collections::BTreeSet;

use sha2::{Digest as _, Sha256};

use super::example::Split;
use super::words::Drawn;
use crate::random::Random;

const REQUESTS: &[&str] = &[
    include_str!("../../data/trajectories/requests.txt"),
    include_str!("../../data/trajectories/requests_tools.txt"),
    include_str!("../../data/trajectories/requests_none.txt"),
];
const MADE: &str = include_str!("../../data/trajectories/made_tools.txt");

/// What is right for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Right {
    /// This tool.
    Tool(&'static str),
    /// A question back, for what this tool is missing.
    Clarify(&'static str),
    /// No tool.
    None,
}

/// One way to say something.
#[derive(Clone, Debug)]
pub(super) struct Wording {
    pub(super) right: Right,
    /// With blanks.
    pub(super) text: &'static str,
    /// Names of arguments, and their values with blanks.
    pub(super) arguments: Vec<(&'static str, &'static str)>,
    pub(super) split: Split,
    /// Which one it is, for people.
    pub(super) name: String,
}

impl Wording {
    /// What its blanks stand for, in order.
    pub(super) fn blanks(&self) -> impl Iterator<Item = &'static str> {
        self.text.split('{').filter_map(|rest| rest.split_once('}')).map(|(blank, _)| blank)
    }
}

/// A tool that Laika does not have.
pub(super) struct MadeTool {
    pub(super) name: &'static str,
    pub(super) line: &'static str,
    pub(super) wordings: Vec<Wording>,
}

/// All requests for tools that there are, for none and for a question back.
pub(super) fn requests() -> Vec<Wording> {
    let mut all = Vec::new();
    for (heading, lines) in REQUESTS.iter().flat_map(|file| sections(file)) {
        let right = match heading.strip_prefix("clarify ") {
            Some(tool) => Right::Clarify(tool),
            None if heading == "none" => Right::None,
            None => Right::Tool(heading),
        };
        all.extend(wordings(right, heading, &lines));
    }
    all
}

/// Tools that there are not, each with requests for it. One in six of them is never learned from.
pub(super) fn made_tools() -> Vec<MadeTool> {
    let tool = |(heading, lines): (&'static str, Vec<&'static str>)| {
        let (name, line) = heading.split_once(" | ")?;
        let of_tool = Split::of(name);
        let wordings = wordings(Right::Tool(name), name, &lines).into_iter();
        let wordings = wordings.map(|one| Wording { split: one.split.and(of_tool), ..one });
        Some(MadeTool { name, line, wordings: wordings.collect() })
    };
    sections(MADE).into_iter().filter_map(tool).collect()
}

fn sections(file: &'static str) -> Vec<(&'static str, Vec<&'static str>)> {
    let parts = file.split("\n## ").skip(1).filter_map(|part| part.split_once('\n'));
    parts.map(|(heading, lines)| (heading, lines.lines().filter(|line| !line.is_empty()).collect())).collect()
}

fn wordings(right: Right, heading: &str, lines: &[&'static str]) -> Vec<Wording> {
    let kept = kept(lines);
    let wording = |(line, number): (&&'static str, usize)| {
        let (text, arguments) = line.split_once(" => ").unwrap_or((line, ""));
        let arguments = arguments.split("; ").filter_map(|argument| argument.split_once('=')).collect();
        let split = if kept.contains(line) { Split::HeldOut } else { Split::Train };
        Wording { right, text, arguments, split, name: format!("{heading}#{number}") }
    };
    lines.iter().zip(1..).map(wording).collect()
}

/// Two lines in nine: those whose digests come first, so that every tool has some, and no place in the file decides.
fn kept<'a>(lines: &[&'a str]) -> BTreeSet<&'a str> {
    let mut drawn: Vec<&str> = lines.to_vec();
    drawn.sort_by_key(|line| Sha256::digest(line.as_bytes()));
    drawn.into_iter().take(lines.len() * 2 / 9).collect()
}

/// A request as somebody would write it: in a hurry, politely, shouting, with a story around it.
pub(super) fn said(wording: &Wording, drawn: &mut Drawn<'_>) -> String {
    const BEFORE: &[&str] = &[
        "Hey, ",
        "ok, ",
        "Next: ",
        "now ",
        "and now ",
        "So, ",
        "quick one: ",
        "Right, ",
        "hi! ",
        "one more thing: ",
        "Great, thanks. ",
        "that worked! ",
        "Good morning! ",
        "hmm, ",
        "@laika ",
        "Could you do this: ",
    ];
    const BEHIND: &[&str] = &[
        " please",
        ", thanks",
        " now",
        " if you can",
        " for me",
        "!",
        " :)",
        " asap",
        " 🙏",
        " pls",
        " bitte",
    ];
    let style = drawn.random.below(24);
    let text = wording.text;
    let mut said = match style {
        0..=2 => drawn.filled(text, &mut |random, literal| typo(literal, random)),
        10 => drawn.filled(text, &mut |_, literal| literal.to_uppercase()),
        11 => drawn.filled(text, &mut |_, literal| without_accents(literal)),
        _ => drawn.fill(text),
    };
    let before = drawn.random.pick(BEFORE).copied().unwrap_or_default();
    let behind = drawn.random.pick(BEHIND).copied().unwrap_or_default();
    // What breaks off would not break off any more.
    let is_whole = !matches!(wording.right, Right::Clarify(_));
    let bare = |said: &str| said.trim_end_matches(['.', '!']).to_owned();
    match style {
        2..=4 => said = bare(&said),
        5 | 6 => said = format!("{before}{said}"),
        7 if is_whole && !said.ends_with(['?', '"']) => said = format!("{}{behind}", bare(&said)),
        8 => said = first_letter(&said, str::to_lowercase),
        9 => said = first_letter(&said, str::to_uppercase),
        12 | 13 => said = format!("{} {said}", drawn.slot("aside")),
        14 if is_whole && !said.ends_with('?') => said = format!("{}, {}", bare(&said), drawn.slot("reason")),
        15 if is_whole && said.ends_with('?') => said = format!("{said} {}.", drawn.slot("reason")),
        _ => {}
    }
    said
}

/// The same on a keyboard that has no such letters.
fn without_accents(text: &str) -> String {
    const PLAIN: &[(&str, &str)] = &[
        ("äàáâã", "a"),
        ("éèêë", "e"),
        ("íìîï", "i"),
        ("öóòôõ", "o"),
        ("üúùû", "u"),
        ("ç", "c"),
        ("ñ", "n"),
    ];
    let plain = |letter: char| {
        let found = PLAIN.iter().find(|(letters, _)| letters.contains(letter));
        match letter {
            'ß' => "ss".to_owned(),
            '¿' | '¡' => String::new(),
            _ => found.map_or_else(|| letter.to_string(), |(_, plain)| (*plain).to_owned()),
        }
    };
    text.chars().map(plain).collect()
}

fn first_letter(text: &str, change: impl Fn(&str) -> String) -> String {
    let end = text.chars().next().map_or(0, char::len_utf8);
    change(&text[..end]) + &text[end..]
}

/// The same with a slip of the finger in some longer words.
fn typo(text: &str, random: &mut Random) -> String {
    let word = |word: &str, random: &mut Random| {
        let mut letters: Vec<char> = word.chars().collect();
        if letters.len() < 5 || !letters.iter().all(char::is_ascii_alphabetic) || !random.one_in(2) {
            return word.to_owned();
        }
        let at = random.between(1, letters.len() - 2);
        match random.below(3) {
            0 => letters.swap(at, at + 1),
            1 => _ = letters.remove(at),
            _ => letters.insert(at, letters[at]),
        }
        letters.into_iter().collect()
    };
    let words: Vec<String> = text.split(' ').map(|one| word(one, random)).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use laika_protocol::tools;

    use super::*;
    use crate::trajectories::words::Words;

    /// EVAL-025: every tool has fourteen wordings to learn from and four that are held out, and no two are the same.
    #[test]
    fn every_tool_has_several_wordings() {
        let requests = requests();
        let mut texts = BTreeSet::new();
        for wording in &requests {
            if let Right::Tool(name) | Right::Clarify(name) = wording.right {
                assert!(tools::find(name).is_some(), "{name}");
            }
            assert!(texts.insert(wording.text.to_lowercase()), "twice: {}", wording.text);
        }
        for tool in tools::all() {
            let of_tool: Vec<_> = requests.iter().filter(|one| one.right == Right::Tool(tool.name)).collect();
            let held = of_tool.iter().filter(|one| one.split == Split::HeldOut).count();
            assert!(held >= 4 && of_tool.len() - held >= 14, "{}: {held} of {}", tool.name, of_tool.len());
        }
        for made in made_tools() {
            assert!(tools::resolve(made.name).is_none() && made.wordings.len() >= 3, "{}", made.name);
        }
    }

    /// Every blank of a wording stands for words: one that does not is told as its own name.
    #[test]
    fn every_blank_is_filled() {
        let words = Words::read();
        let made = made_tools();
        for wording in requests().iter().chain(made.iter().flat_map(|tool| &tool.wordings)) {
            let mut drawn = Drawn::new(&words, Random::of("blanks", 0));
            for slot in wording.blanks() {
                let bare = slot.trim_end_matches(".say").trim_end_matches(|c: char| c.is_ascii_digit());
                assert_ne!(drawn.slot(slot), bare, "{}", wording.text);
            }
        }
    }
}
