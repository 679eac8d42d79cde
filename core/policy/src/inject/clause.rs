//! Whether a verb is a command.
//!
//! A command stands at the start of a clause or behind a few words that leave it one; a report of what somebody did
//! does not. Chinese and Japanese show it by other words in the sentence.

use super::fold::PARAGRAPH;
use super::lexicon::is_unspaced;

/// Words after which a verb is still a command, in every language that needs to know.
const LEADING_WORDS: &str = "please then and now must should kindly immediately simply just you first instead will shall \
    always automatically silently secretly assistant agent ai but so next finally could would can may once directly to: \
    bitte und dann jetzt sofort musst muss stets immer danach anschliessend zuerst doch nun assistenten \
    et puis dois doit devez doivent maintenant ensuite d'abord toujours peux pouvez pourrais pourriez faut de \
    y e luego debe debes deben ahora primero siempre favor despues tienes que puede puedes podria podrias \
    poi ora quindi devi deve devono prima sempre puoi dovresti ed \
    depois deves devem agora primeiro pode poderia voce \
    и затем потом сначала должен должны нужно необходимо надо обязан обязана обязаны следует прошу просим можешь";

/// "You have to send" is a command, "they came to send" is not.
const WORDS_BEFORE_TO: &str = "have need required obliged you want expected supposed free welcome";

/// What makes a sentence a command in Chinese and Japanese, where verbs do not show it by their place.
const COMMANDING: &[&str] = &[
    "请",
    "必须",
    "务必",
    "立即",
    "马上",
    "立刻",
    "须",
    "把",
    "将",
    "你",
    "直接",
    "不得",
    "ください",
    "下さい",
    "せよ",
    "しろ",
    "なさい",
    "こと",
    "よう",
    "いただ",
    "願い",
    "込め",
    "ましょう",
];

/// How far a command reaches around its verb, in bytes.
const COMMAND_REACH: usize = 120;

/// Whether the sentence around this place is a command.
fn commands(before: &str, after: &str) -> bool {
    let before = before
        .get(before.ceil_char_boundary(before.len().saturating_sub(COMMAND_REACH))..)
        .unwrap_or_default();
    let before = before.rsplit(ends_sentence).next().unwrap_or_default();
    let after = after.get(..after.floor_char_boundary(COMMAND_REACH)).unwrap_or_default();
    let after = after.split(ends_sentence).next().unwrap_or_default();
    let opens = before.trim_end().is_empty() || before.ends_with([':', '"', '>']);
    opens || COMMANDING.iter().any(|word| before.contains(word) || after.contains(word))
}

const fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | PARAGRAPH)
}

/// Whether a clause starts here.
pub(super) fn leads(text: &str, start: usize) -> bool {
    let (before, after) = text.split_at_checked(start).unwrap_or_default();
    if after.starts_with(is_unspaced) {
        return commands(before, after);
    }
    let before = before.trim_end_matches(' ');
    match before.chars().next_back() {
        None => true,
        Some(c) if c.is_alphanumeric() => {
            // The words before, looked at no further back than the longest leading words.
            let near =
                before.get(before.floor_char_boundary(before.len().saturating_sub(32))..).unwrap_or_default();
            let mut words = near.rsplit(|c: char| !c.is_alphanumeric());
            let (word, earlier) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            let is_one_of = |list: &str, word| list.split(' ').any(|leading| leading == word);
            if word == "to" { is_one_of(WORDS_BEFORE_TO, earlier) } else { is_one_of(LEADING_WORDS, word) }
        }
        // A hyphen belongs to a word.
        Some('-') => !before.chars().nth_back(1).is_some_and(char::is_alphanumeric),
        Some(c) => !matches!(c, '%' | '$' | '\'' | '_'),
    }
}
