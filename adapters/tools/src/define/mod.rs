//! `define`: what a word means, by the files of WordNet (INK-064).
//!
//! The files are read as they are, 3.0 and 3.1 alike: an index is searched by halves, and a meaning is read from the
//! place that the index names. A file that is cut or changed gives an error that says so.

mod database;
mod lines;
mod lookup;
mod morphology;
mod record;

use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{Define, DefineInclude, Definitions, Meaning, WordKind};
use laika_protocol::{ErrorCode, ToolError};

pub use database::Dictionary;

use crate::Bounds;
use crate::refusal::{answer, invalid, refusal};
use lookup::Lookup;

/// The longest word, in bytes.
const MOST_WORD: usize = 100;
/// How many meanings the brief tells.
const BRIEF: usize = 5;

/// Looks a word up.
///
/// # Errors
///
/// `INVALID_ARGUMENT` with `E_WORD_INVALID`; `NOT_FOUND` with `E_WORD_UNKNOWN`; `UNAVAILABLE` with
/// `E_DICTIONARY_BROKEN` if a file cannot be read; `TIMEOUT` and `CANCELLED` by the bounds.
pub fn define(args: &Define, dictionary: &Dictionary, bounds: &Bounds) -> Result<ToolResult, ToolError> {
    bounds.check()?;
    let word = normal(&args.word)?;
    let kinds = args.sense.as_ref().map_or(WordKind::ALL, std::slice::from_ref);
    let mut lookup = Lookup::new(dictionary, bounds);
    for kind in kinds {
        lookup.word(&word, *kind)?;
    }
    let (mut meanings, more) = lookup.finish();
    if meanings.is_empty() {
        let message = format!("`{}` is not in the dictionary", args.word.trim());
        return Err(refusal(ErrorCode::NotFound, "E_WORD_UNKNOWN", &message));
    }
    if let Some(include) = args.include {
        meanings = meanings.into_iter().filter_map(|meaning| only(meaning, include)).collect();
    }
    let lines: Vec<String> = meanings.iter().map(line).collect();
    let summary = summary(args.word.trim(), &lines, args.include);
    let data = Definitions { word: args.word.trim().to_owned(), meanings, more };
    let source = dictionary.notice();
    Ok(answer(&data, summary, lines.join("\n"))?.with("source", source))
}

/// The word as the index has it: small, with `_` between words.
fn normal(word: &str) -> Result<String, ToolError> {
    let is_allowed = |letter: char| letter.is_alphanumeric() || " -_'./".contains(letter);
    let words: Vec<&str> = word.split([' ', '_']).filter(|part| !part.is_empty()).collect();
    let joined = words.join("_").to_lowercase();
    if joined.is_empty() || joined.len() > MOST_WORD || !word.trim().chars().all(is_allowed) {
        return Err(invalid("E_WORD_INVALID", "a word has letters, and at most a hundred of them"));
    }
    Ok(joined)
}

/// What of a meaning was asked for; nothing if it has none of it.
fn only(meaning: Meaning, include: DefineInclude) -> Option<Meaning> {
    let bare = Meaning {
        definition: None,
        examples: Vec::new(),
        synonyms: Vec::new(),
        antonyms: Vec::new(),
        ..meaning.clone()
    };
    match include {
        DefineInclude::Definitions => {
            Some(Meaning { definition: meaning.definition, examples: meaning.examples, ..bare })
        }
        DefineInclude::Synonyms => {
            (!meaning.synonyms.is_empty()).then_some(Meaning { synonyms: meaning.synonyms, ..bare })
        }
        DefineInclude::Antonyms => {
            (!meaning.antonyms.is_empty()).then_some(Meaning { antonyms: meaning.antonyms, ..bare })
        }
    }
}

fn line(meaning: &Meaning) -> String {
    let mut line = format!("{} ({})", meaning.lemma, meaning.kind.as_str());
    if let Some(definition) = &meaning.definition {
        line = format!("{line}: {definition}");
    }
    for (name, words) in [("synonyms", &meaning.synonyms), ("antonyms", &meaning.antonyms)] {
        if !words.is_empty() {
            line = format!("{line}; {name}: {}", words.join(", "));
        }
    }
    line
}

fn summary(word: &str, lines: &[String], include: Option<DefineInclude>) -> String {
    match (lines.is_empty(), include) {
        (true, Some(DefineInclude::Synonyms)) => format!("`{word}` has no synonyms in the dictionary"),
        (true, Some(DefineInclude::Antonyms)) => format!("`{word}` has no antonyms in the dictionary"),
        (true, Some(DefineInclude::Definitions) | None) => {
            format!("`{word}` has no meanings in the dictionary")
        }
        (false, _) if lines.len() > BRIEF => {
            format!("{}\nand {} more", lines[..BRIEF].join("\n"), lines.len() - BRIEF)
        }
        (false, _) => lines.join("\n"),
    }
}
