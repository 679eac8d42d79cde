//! Sentences of a page's text, as places in it.

use alloc::vec::Vec;
use core::ops::Range;

/// A sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Where it stands in the text.
    pub at: Range<usize>,
    /// The line it is on.
    pub line: usize,
    /// What kind of line that is.
    pub kind: Line,
}

/// What the prefix of a line says (PROT-028).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// `H1:` to `H6:`.
    Heading,
    /// `Code:`.
    Code,
    /// Entries, quotations, captions and plain text.
    Text,
}

const PREFIXES: &[(&str, Line)] = &[
    ("H1:", Line::Heading),
    ("H2:", Line::Heading),
    ("H3:", Line::Heading),
    ("H4:", Line::Heading),
    ("H5:", Line::Heading),
    ("H6:", Line::Heading),
    ("Code:", Line::Code),
    ("Summary:", Line::Text),
    ("Caption:", Line::Text),
    ("Term:", Line::Text),
    ("Definition:", Line::Text),
    ("- ", Line::Text),
    ("> ", Line::Text),
];

/// Every sentence in order. A line ends a sentence; prefixes of lines are no part of one.
pub fn sentences(text: &str) -> Vec<Sentence> {
    let mut found = Vec::new();
    let mut start = 0;
    for (line, content) in text.split_inclusive('\n').enumerate() {
        let (kind, skip) = prefix(content);
        let end = start + content.len();
        split(text, start + skip..end, |at| found.push(Sentence { at, line, kind }));
        start = end;
    }
    found
}

/// The kind of a line, and where its text starts.
fn prefix(line: &str) -> (Line, usize) {
    let mut kind = Line::Text;
    let mut at = line.len() - line.trim_start().len();
    while let Some((mark, found)) = PREFIXES.iter().find(|(mark, _)| line[at..].starts_with(mark)) {
        if *found != Line::Text {
            kind = *found;
        }
        at += mark.len();
        at += line[at..].len() - line[at..].trim_start().len();
    }
    (kind, at)
}

fn split(text: &str, range: Range<usize>, mut found: impl FnMut(Range<usize>)) {
    let mut start = range.start;
    let mut push = |from: usize, to: usize| {
        let part = &text[from..to];
        let from = from + (part.len() - part.trim_start().len());
        let to = from + part.trim().len();
        if to > from {
            found(from..to);
        }
    };
    let mut chars = text[range.clone()].char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let end = range.start + at + c.len_utf8();
        let ends = match c {
            '。' | '！' | '？' | '｡' => true,
            '.' | '!' | '?' | '…' => {
                let next = chars.peek().map(|(_, next)| *next);
                // Marks and closing quotes belong to the sentence they end.
                next.is_none_or(char::is_whitespace)
                    && (c != '.' || !is_abbreviation(&text[start..end - 1], &text[end..range.end]))
            }
            '"' | '”' | '’' | ')' | '»' => {
                let ended = text[start..end - c.len_utf8()].ends_with(['.', '!', '?']);
                ended && chars.peek().is_none_or(|(_, next)| next.is_whitespace())
            }
            _ => false,
        };
        if ends {
            push(start, end);
            start = end;
        }
    }
    push(start, range.end);
}

/// Whether a full stop behind `before` ends a word rather than a sentence.
fn is_abbreviation(before: &str, after: &str) -> bool {
    const KNOWN: &[&str] = &[
        "mr", "mrs", "ms", "dr", "prof", "st", "vs", "etc", "e.g", "i.e", "approx", "fig", "inc", "ltd",
        "jr", "sr", "gen", "sen", "rep", "gov", "bzw", "z.b", "d.h", "ca", "nr", "bspw", "usw", "p.ex",
        "sra", "dra",
    ];
    let last = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let word = last.trim_start_matches(['(', '"', '\'', '“', '„', '«']);
    let initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    let dotted = word.contains('.') && word.chars().all(|c| c == '.' || c.is_alphabetic()) && word.len() <= 6;
    let known = KNOWN.iter().any(|known| word.eq_ignore_ascii_case(known));
    // A lower-case letter goes on with the sentence, whatever the word before was.
    let goes_on = after.trim_start().starts_with(char::is_lowercase);
    goes_on || ((initial || dotted || known) && !after.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn sentences_are_pieces_without_prefixes() {
        for (text, expected) in [
            ("One. Two! Three?", &["One.", "Two!", "Three?"][..]),
            (
                "Dr. Smith paid 2.50 in the U.S. in May. He left.",
                &["Dr. Smith paid 2.50 in the U.S. in May.", "He left."],
            ),
            ("H2: A title\n- first entry\n  - nested. More", &["A title", "first entry", "nested.", "More"]),
            ("He said \"Stop.\" Then he went.", &["He said \"Stop.\"", "Then he went."]),
            ("彼は来た。今日は雨です。", &["彼は来た。", "今日は雨です。"]),
            ("version 1.2.3 is out", &["version 1.2.3 is out"]),
            ("e.g. this one. J. Doe agrees.", &["e.g. this one.", "J. Doe agrees."]),
            ("\n \n", &[]),
        ] {
            let found: Vec<String> = sentences(text).iter().map(|one| text[one.at.clone()].into()).collect();
            assert_eq!(found, expected);
        }
        assert_eq!(sentences("> H1: x")[0].kind, Line::Heading);
    }
}
