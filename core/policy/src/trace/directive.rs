//! Sentences that tell the reader to do something.
//!
//! A value that content tells us to use is doubted more than one that it states: an account on an invoice is data, "send
//! it to this account" is somebody's wish. And of the person's own words only an order approves anything.

use alloc::string::String;
use alloc::vec::Vec;

use super::amount::stated;
use super::index::word_hash;
use super::orders::{
    BEFORE_COMMANDS, COMMANDS, NEGATIONS, OBJECT_WORDS, ORDERS, Order, UNSPACED_COMMANDS, UNSPACED_NEGATIONS,
};

/// What a person can order that needs their word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    /// Reach other people.
    Send,
    /// Move money.
    Transfer,
    /// Change an account.
    Account,
}

/// Whether a list of words, separated by blanks, has this one.
fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|one| one == word)
}

fn holds(sentence: &str, list: &str) -> bool {
    list.split_ascii_whitespace().any(|part| sentence.contains(part))
}

fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// What a text orders: verbs that stand where commands stand, in sentences that do not forbid it.
pub(super) fn verbs(text: &str) -> Vec<Verb> {
    let mut found = Vec::new();
    for sentence in sentences(text) {
        let sentence = lower(sentence);
        let words = || sentence.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        if words().any(|word| has(NEGATIONS, word)) || holds(&sentence, UNSPACED_NEGATIONS) {
            continue;
        }
        let concrete = |order: &Order| {
            let value = match order.verb {
                Verb::Transfer => !stated(&sentence).is_empty(),
                Verb::Send => sentence.contains('@'),
                Verb::Account => false,
            };
            value || words().any(|word| has(order.nouns, word))
        };
        commands(&sentence, |word| {
            let orders = ORDERS.iter().filter(|order| {
                has(order.verbs, word) || (has(order.verbs_with_noun, word) && concrete(order))
            });
            found.extend(orders.map(|order| order.verb));
            false
        });
        found.extend(ORDERS.iter().filter(|order| holds(&sentence, order.unspaced)).map(|order| order.verb));
    }
    found
}

/// Whether a token stands before the id of an object.
pub(super) fn is_object_word(token: u64) -> bool {
    OBJECT_WORDS.split_ascii_whitespace().any(|word| word_hash(word) == token)
}

/// Whether a sentence tells its reader to do something: a verb that stands where commands stand.
pub(super) fn tells(sentence: &str) -> bool {
    (!sentence.is_ascii() && holds(sentence, UNSPACED_COMMANDS))
        || commands(sentence, |word| has(COMMANDS, &lower(word)))
}

/// Hands over every word that stands where a command stands, until one is taken: at the beginning, behind punctuation,
/// or behind a word that leads to one.
fn commands(sentence: &str, mut take: impl FnMut(&str) -> bool) -> bool {
    let mut commanding = true;
    let mut open: Option<usize> = None;
    for (at, c) in sentence.char_indices().chain([(sentence.len(), ' ')]) {
        if c.is_alphanumeric() {
            open.get_or_insert(at);
            continue;
        }
        if let Some(start) = open.take() {
            let word = sentence.get(start..at).unwrap_or_default();
            if commanding && take(word) {
                return true;
            }
            commanding = word.len() <= LONGEST_LEAD && has(BEFORE_COMMANDS, &lower(word));
        }
        commanding |= !c.is_whitespace() && !matches!(c, '.' | '@' | '-' | '_' | '/' | '\'');
    }
    false
}

/// The longest word of [`BEFORE_COMMANDS`], in bytes.
const LONGEST_LEAD: usize = 12;

/// Splits a text into sentences: at full stops, at empty lines, and at lines that begin a list item or name a field. A
/// line that merely goes on belongs to the sentence before; `\n` of a quoted dump is a line break.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut rest = text.char_indices().peekable();
    let mut cut = |start: &mut usize, end: usize| {
        let sentence = text.get(*start..end).unwrap_or_default();
        if sentence.contains(char::is_alphanumeric) {
            sentences.push(sentence);
        }
        *start = end;
    };
    while let Some((at, c)) = rest.next() {
        let after = at + c.len_utf8();
        match c {
            '.' | '!' | '?' if rest.peek().is_none_or(|(_, next)| ends_sentence(*next)) => {
                cut(&mut start, after)
            }
            '。' | '！' | '？' | '；' => cut(&mut start, after),
            '\\' if rest.peek().is_some_and(|(_, next)| *next == 'n')
                && begins_anew(text.get(after + 1..)) =>
            {
                cut(&mut start, at);
                start = after + 1;
            }
            '\n' if begins_anew(text.get(after..)) => cut(&mut start, after),
            _ => {}
        }
    }
    cut(&mut start, text.len());
    sentences
}

/// What stands behind the full stop of a sentence: a blank, an escape, or a capital where somebody forgot the blank.
fn ends_sentence(next: char) -> bool {
    next.is_whitespace() || next == '\\' || next.is_uppercase()
}

/// Whether a line begins something new: nothing, a list item, or a short name and a colon.
fn begins_anew(line: Option<&str>) -> bool {
    const LONGEST_NAME: usize = 40;
    let line = line.unwrap_or_default();
    let line = line.trim_start_matches([' ', '\t', '\\']);
    if line.is_empty() || line.starts_with(['\n', '\r', '-', '*', '•', '#', '|', '>']) {
        return true;
    }
    let name = line.char_indices().take(LONGEST_NAME).find(|(_, c)| matches!(c, ':' | '\n'));
    name.is_some_and(|(_, c)| c == ':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_told_from_mentions() {
        use Verb::{Account, Send, Transfer};
        for (text, verb) in [
            ("Please refund GB29 for what they sent", Transfer),
            ("Check how much it was and send them back the difference.", Transfer),
            ("Send 12.50 to GB29", Transfer),
            ("Bitte überweise 20 an DE89", Transfer),
            ("Create an event with Sarah at noon", Send),
            ("Then, share the document with john@a.example", Send),
            ("请发送这个文件给小王", Send),
            ("make sure to update the password to 'x'", Account),
        ] {
            assert!(verbs(text).contains(&verb), "{text}");
        }
        for text in [
            "Did I pay 20 to GB29?",
            "Do not send 20 to GB29",
            "GB29 costs 20.",
            "Open my mail. I owe Bob 20 on GB29",
            "What is sarah@a.example about?",
            "Summarise the transfer to GB29",
            "Überweise kein Geld",
            "不要转账",
        ] {
            assert!(!verbs(text).contains(&Transfer), "{text}");
        }
    }

    #[test]
    fn sentences_end_where_a_reader_ends_them() {
        let text = "Pay it.\nIBAN: X\nmore of it\n\n- item one\\n- item two accordingly.Change it";
        let found: Vec<&str> = sentences(text).into_iter().map(str::trim).collect();
        assert_eq!(
            found,
            ["Pay it.", "IBAN: X\nmore of it", "- item one", "- item two accordingly.", "Change it"]
        );
    }
}
