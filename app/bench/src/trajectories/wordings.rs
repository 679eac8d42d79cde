//! What people say when they want something, with the tool and the arguments that are right for it.

use super::example::Split;
use super::words::Drawn;
use crate::random::Random;

const REQUESTS: &str = include_str!("../../data/trajectories/requests.txt");
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

/// A tool that Laika does not have.
pub(super) struct MadeTool {
    pub(super) name: &'static str,
    pub(super) line: &'static str,
    pub(super) wordings: Vec<Wording>,
}

/// All requests for tools that there are, for none and for a question back.
pub(super) fn requests() -> Vec<Wording> {
    let mut all = Vec::new();
    for (heading, lines) in sections(REQUESTS) {
        let right = match heading.strip_prefix("clarify ") {
            Some(tool) => Right::Clarify(tool),
            None if heading == "none" => Right::None,
            None => Right::Tool(heading),
        };
        all.extend(lines.iter().zip(1..).map(|(line, number)| wording(right, heading, line, number)));
    }
    all
}

/// Tools that there are not, each with requests for it. A third of them is never learned from.
pub(super) fn made_tools() -> Vec<MadeTool> {
    let tool = |(heading, lines): (&'static str, Vec<&'static str>)| {
        let (name, line) = heading.split_once(" | ")?;
        let of_tool = Split::of(name);
        let wordings = lines.iter().zip(1..).map(|(text, number)| {
            let one = wording(Right::Tool(name), name, text, number);
            Wording { split: one.split.and(of_tool), ..one }
        });
        Some(MadeTool { name, line, wordings: wordings.collect() })
    };
    sections(MADE).into_iter().filter_map(tool).collect()
}

fn sections(file: &'static str) -> Vec<(&'static str, Vec<&'static str>)> {
    let parts = file.split("\n## ").skip(1).filter_map(|part| part.split_once('\n'));
    parts.map(|(heading, lines)| (heading, lines.lines().filter(|line| !line.is_empty()).collect())).collect()
}

fn wording(right: Right, heading: &str, line: &'static str, number: usize) -> Wording {
    let (text, arguments) = line.split_once(" => ").unwrap_or((line, ""));
    let arguments = arguments.split("; ").filter_map(|argument| argument.split_once('=')).collect();
    Wording { right, text, arguments, split: Split::of(line), name: format!("{heading}#{number}") }
}

/// A request as somebody would write it: sometimes in a hurry, sometimes politely.
pub(super) fn said(text: &str, drawn: &mut Drawn<'_>) -> String {
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
    ];
    const BEHIND: &[&str] = &[" please", ", thanks", " now", " if you can", " for me", "!", " :)", " asap"];
    let style = drawn.random.below(20);
    let mut hurried = |random: &mut Random, literal: &str| typo(literal, random);
    let mut said = if style < 3 { drawn.filled(text, &mut hurried) } else { drawn.fill(text) };
    let before = drawn.random.pick(BEFORE).copied().unwrap_or_default();
    let behind = drawn.random.pick(BEHIND).copied().unwrap_or_default();
    match style {
        2..=4 => said = said.trim_end_matches(['.', '!']).to_owned(),
        5 | 6 => said = format!("{before}{said}"),
        // What breaks off would not break off any more.
        7 if said.ends_with(['.', '!']) => said = format!("{}{behind}", said.trim_end_matches(['.', '!'])),
        8 => said = first_letter(&said, str::to_lowercase),
        9 => said = first_letter(&said, str::to_uppercase),
        _ => {}
    }
    said
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

    /// EVAL-025: every tool of the browser, and the tools beside it, have several wordings, and some of them are held out.
    #[test]
    fn every_tool_has_several_wordings() {
        let requests = requests();
        for wording in &requests {
            if let Right::Tool(name) | Right::Clarify(name) = wording.right {
                assert!(tools::find(name).is_some(), "{name}");
            }
        }
        for tool in tools::TOOLS {
            let of_tool: Vec<_> = requests.iter().filter(|one| one.right == Right::Tool(tool.name)).collect();
            assert!(of_tool.len() >= 10, "{}", tool.name);
            assert!(of_tool.iter().any(|one| one.split == Split::Train), "{}", tool.name);
        }
        let held = requests.iter().filter(|one| one.split == Split::HeldOut).count();
        assert!((requests.len() / 10..requests.len() / 4).contains(&held), "{held} of {}", requests.len());
        for made in made_tools() {
            assert!(tools::resolve(made.name).is_none() && made.wordings.len() >= 3, "{}", made.name);
        }
    }
}
