//! How telling a line is: where a name is defined before where it is used, whole words before parts of them.

use grep_matcher::Matcher;
use grep_regex::RegexMatcher;

/// Words before a name that say "this is where it is made".
const DEFINES: &[&str] = &[
    "fn",
    "def",
    "class",
    "struct",
    "enum",
    "trait",
    "type",
    "interface",
    "function",
    "func",
    "const",
    "static",
    "let",
    "var",
    "val",
    "mod",
    "module",
    "namespace",
    "package",
    "impl",
    "union",
    "macro",
    "record",
    "object",
    "define",
    "table",
    "sub",
    "proc",
    "protocol",
    "extension",
];

/// Words of a question that say nothing of what is asked about.
const ASKING: [&str; 24] = [
    "which", "what", "where", "when", "who", "why", "how", "does", "did", "the", "and", "for", "are", "was",
    "whether", "that", "this", "there", "with", "from", "into", "can", "has", "have",
];

/// What is looked for, for judging lines.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    text: String,
    lower: String,
    /// Its words.
    pub(crate) words: Vec<String>,
    /// Whether a line with one of the words is a hit.
    pub(crate) by_words: bool,
}

impl Query {
    pub(crate) fn of(text: &str) -> Self {
        let mut words: Vec<String> = Vec::new();
        for word in text.split(|letter: char| !is_word(letter)).filter(|word| word.len() > 2) {
            let asks = ASKING.iter().any(|asking| asking.eq_ignore_ascii_case(word));
            if words.len() < 12 && !asks && !words.iter().any(|known| known.eq_ignore_ascii_case(word)) {
                words.push(word.to_owned());
            }
        }
        Self { text: text.to_owned(), lower: text.to_lowercase(), words, by_words: false }
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The score of a line, and where its first match begins.
pub(crate) fn line_score(line: &[u8], matcher: &RegexMatcher, query: &Query) -> (u32, usize) {
    let Ok(Some(at)) = matcher.find(line) else { return (0, 0) };
    let (before, inside, after) = (&line[..at.start()], &line[at.start()..at.end()], &line[at.end()..]);
    let is_word_byte = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let whole = !before.last().copied().is_some_and(is_word_byte)
        && !after.first().copied().is_some_and(is_word_byte);
    let mut score = 10;
    if whole {
        score += 20;
        if is_defined_after(before) || is_heading(before) {
            score += 40;
        }
    }
    if inside == query.text.as_bytes() {
        score += 10;
    }
    if query.by_words {
        let lower = String::from_utf8_lossy(&line[..line.len().min(4096)]).to_lowercase();
        let there = query.words.iter().filter(|word| lower.contains(&word.to_lowercase())).count();
        // A line that speaks of more of them beats one that defines something of the name of one.
        score += 80 * u32::try_from(there).unwrap_or(0);
    }
    // A very long line is made by a program.
    (if line.len() > 1000 { score / 2 } else { score }, at.start())
}

/// Whether the word before is one that defines.
fn is_defined_after(before: &[u8]) -> bool {
    let before = before.trim_ascii_end();
    let start = before.iter().rposition(|byte| !byte.is_ascii_alphanumeric()).map_or(0, |at| at + 1);
    DEFINES.iter().any(|word| word.as_bytes() == &before[start..])
}

/// Whether only the mark of a heading stands before.
fn is_heading(before: &[u8]) -> bool {
    let mark = before.trim_ascii();
    !mark.is_empty() && mark.len() <= 6 && mark.iter().all(|byte| *byte == b'#')
}

/// What the file adds to each of its lines: its name, and how much of it is about the query.
pub(crate) fn file_score(path: &str, lines: u64, query: &Query) -> u32 {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let stem = name.split('.').next().unwrap_or(&name);
    let by_name = if stem == query.lower {
        30
    } else if query.lower.len() > 2 && name.contains(&query.lower) {
        15
    } else {
        0
    };
    by_name + (lines.ilog2() * 2).min(12)
}
