//! Sentences that tell the reader to do something.
//!
//! A value that content tells us to use is doubted more than one that it states: an account on an invoice is data, "send
//! it to this account" is somebody's wish. And of the person's own words only an order approves anything.

use alloc::string::String;
use alloc::vec::Vec;

use super::amount::stated;
use super::index::word_hash;
use super::orders::{
    BEFORE_COMMANDS, BEHIND_NOUNS, COMMANDS, MYSELF, NEGATIONS, OBJECT_WORDS, ORDER_LEADS, ORDERS, POLITE,
    UNSPACED_COMMANDS, UNSPACED_NEGATIONS, UNSPACED_REPORTS,
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

/// Whether a sentence forbids something, so that what it names is not approved by it: a negation right before or behind
/// a verb that could be an order. "It did not include the tax" forbids nothing.
pub(super) fn forbids(sentence: &str) -> bool {
    let sentence = lower(sentence);
    let words: Vec<&str> =
        sentence.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_verb = |word: &&str| {
        has("open visit go click buy delete", word)
            || ORDERS.iter().any(|order| has(order.verbs, word) || has(order.verbs_with_noun, word))
    };
    let near = |at: usize| {
        let behind = words.iter().skip(at + 1).take(2);
        let before = words.iter().take(at).rev().take(3);
        behind.chain(before).any(&is_verb)
    };
    let negations = words.iter().enumerate().filter(|(_, word)| has(NEGATIONS, word));
    negations.into_iter().any(|(at, _)| near(at)) || holds(&sentence, UNSPACED_NEGATIONS)
}

/// Whether a sentence says no to anything; of such a sentence no word is an order.
fn is_negated(sentence: &str) -> bool {
    let sentence = lower(sentence);
    let mut words = sentence.split(|c: char| !c.is_alphanumeric());
    words.any(|word| has(NEGATIONS, word)) || holds(&sentence, UNSPACED_NEGATIONS)
}

/// What a text orders: verbs that stand where commands stand, in sentences that forbid nothing and report nothing.
pub(super) fn verbs(text: &str) -> Vec<Verb> {
    let mut found = Vec::new();
    for sentence in sentences(text, Capitals::GoOn).into_iter().filter(|sentence| !is_negated(sentence)) {
        let mut sentence = lower(sentence);
        for polite in POLITE {
            sentence = sentence.replace(polite, "please ");
        }
        let words: Vec<&str> =
            sentence.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        // A question orders something only if it begins with the order, or asks politely.
        let question = sentence.trim_end().ends_with('?') && !words.contains(&"please");
        let concrete: Vec<bool> = ORDERS
            .iter()
            .map(|order| {
                let value = match order.verb {
                    Verb::Transfer => !stated(&sentence).is_empty(),
                    Verb::Send => sentence.contains('@'),
                    Verb::Account => false,
                };
                value || words.iter().any(|word| has(order.nouns, word))
            })
            .collect();
        commands(&sentence, ORDER_LEADS, |command| {
            let next = command.rest.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
            let reports = next.is_some_and(|next| has(BEHIND_NOUNS, next));
            let to_me = next.is_some_and(|next| has(MYSELF, next));
            if (question && !command.first) || reports || to_me {
                return false;
            }
            for (order, concrete) in ORDERS.iter().zip(&concrete) {
                let word = command.word;
                if has(order.verbs, word) || (*concrete && has(order.verbs_with_noun, word)) {
                    found.push(order.verb);
                }
            }
            false
        });
        let asks = sentence.trim_start().starts_with(['请', '請', '帮', '把', '给'])
            || sentence.contains("ください");
        if asks && !holds(&sentence, UNSPACED_REPORTS) {
            found.extend(
                ORDERS.iter().filter(|order| holds(&sentence, order.unspaced)).map(|order| order.verb),
            );
        }
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
        || commands(sentence, BEFORE_COMMANDS, |command| has(COMMANDS, &lower(command.word)))
}

/// A word that stands where a command stands.
struct Command<'a> {
    word: &'a str,
    /// What follows it.
    rest: &'a str,
    /// Whether the sentence begins with it.
    first: bool,
}

/// Whether a capital behind a full stop begins a sentence even without a blank. In content it does: somebody may have
/// put an order right behind a sentence. In the person's own words it may be inside an address.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Capitals {
    BeginAnew,
    GoOn,
}

/// Hands over every word that stands where a command stands, until one is taken: at the beginning, behind punctuation,
/// or behind a word that leads to one.
fn commands(sentence: &str, leads: &str, mut take: impl FnMut(&Command<'_>) -> bool) -> bool {
    let mut first = true;
    let mut commanding = true;
    let mut open: Option<usize> = None;
    for (at, c) in sentence.char_indices().chain([(sentence.len(), ' ')]) {
        if c.is_alphanumeric() {
            open.get_or_insert(at);
            continue;
        }
        if let Some(start) = open.take() {
            let word = sentence.get(start..at).unwrap_or_default();
            let rest = sentence.get(at..).unwrap_or_default();
            if commanding && take(&Command { word, rest, first }) {
                return true;
            }
            first = false;
            commanding = word.len() <= LONGEST_LEAD && has(leads, &lower(word));
        }
        commanding |= !c.is_whitespace() && !matches!(c, '.' | '@' | '-' | '_' | '/' | '\'');
    }
    false
}

/// The longest word of [`BEFORE_COMMANDS`], in bytes.
const LONGEST_LEAD: usize = 12;

/// Splits a text into sentences: at full stops, at empty lines, and at lines that begin a list item or name a field. A
/// line that merely goes on belongs to the sentence before; `\n` of a quoted dump is a line break.
pub(super) fn sentences(text: &str, capitals: Capitals) -> Vec<&str> {
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
            '.' | '!' | '?' if rest.peek().is_none_or(|(_, next)| ends_sentence(*next, capitals)) => {
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
fn ends_sentence(next: char, capitals: Capitals) -> bool {
    next.is_whitespace() || next == '\\' || (capitals == Capitals::BeginAnew && next.is_uppercase())
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
        for text in ["Tell me whether bob@a.example wrote", "Mail from bob@a.example came in, is it spam?"] {
            assert!(!verbs(text).contains(&Send), "{text}");
        }
        for (text, verb) in [
            ("Set up a recurring transaction for the amount I usually pay?", Transfer),
            ("Can you please pay 20 to GB29?", Transfer),
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
            "Do I have to pay 20 to GB29?",
            "I refuse to pay 20 to GB29",
            "Bob asked me to pay 20 to GB29, is that legit?",
            "Remind me to pay 20 to GB29",
            "Transfer history of GB29 above 20",
            "Pay nothing to GB29; 20 is too much",
            "Überweise keinen Cent, letztes Mal waren es 20",
            "Zahle niemals 20 an GB29",
            "请总结关于支付 20 的邮件",
        ] {
            assert!(!verbs(text).contains(&Transfer), "{text}");
        }
    }

    #[test]
    fn prohibitions_are_told_from_other_negations() {
        for text in [
            "Never pay GB29",
            "Do not send 20 to Bob",
            "Pay nothing to Bob",
            "I refuse to pay Bob",
            "不要转账给他",
        ] {
            assert!(forbids(text), "{text}");
        }
        for text in ["Apple said it did not include the tax", "Refund Bob Miller of Utrecht, who has no cash"]
        {
            assert!(!forbids(text), "{text}");
        }
    }

    #[test]
    fn sentences_end_where_a_reader_ends_them() {
        let text = "Pay it.\nIBAN: X\nmore of it\n\n- item one\\n- item two accordingly.Change it";
        let found: Vec<&str> = sentences(text, Capitals::BeginAnew).into_iter().map(str::trim).collect();
        assert_eq!(
            found,
            ["Pay it.", "IBAN: X\nmore of it", "- item one", "- item two accordingly.", "Change it"]
        );
    }
}
