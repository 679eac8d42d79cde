//! Text as the words a rule can name: width, case, accents and `camelCase` no longer matter.

use alloc::string::String;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// A page that wants to hide a word can leave it out, so reading more than any honest label holds gains nothing.
const MOST_CHARS: usize = 4096;

/// Words that say nothing about what is asked for; a pattern with an anchor looks past them.
const FILLERS: &str = "
    a | again | confirm | current | digits | enter | field | fld | form | frm | inp | input | j | login | my | new | old
    online | optional | paste | please | repeat | required | tb | the | token | txt | user | usr | val | value | your
    aktuelles | bitte | das | dein | deine | der | die | eingeben | hier | ihr | ihre | ihren | mein | meine | neue | neues
    pflichtfeld | wiederholen | confirmez | la | le | mon | nouveau | saisissez | votre
    confirmar | el | introduce | mi | nueva | nuevo | su | tu";

/// The entries of a table of words: text, so that a line of it is a line of words.
pub(super) fn entries(table: &str) -> impl Iterator<Item = &str> {
    table.split(['|', '\n']).map(str::trim).filter(|entry| !entry.is_empty())
}

/// A text as lower-case words without accents, one space between two and one at each end.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    flat: String,
    /// The same without fillers and what stands in brackets: `Your PIN (4 digits)` asks for a PIN.
    outside_brackets: String,
    pairs: Pairs,
}

/// Which pairs of neighbouring bytes may occur: most of a thousand phrases are ruled out by one of theirs.
#[derive(Clone, Debug, Default)]
struct Pairs([u64; 16]);

impl Pairs {
    fn of(text: &str) -> Self {
        let mut pairs = Self::default();
        for pair in text.as_bytes().windows(2) {
            let (slot, bit) = Self::place(pair);
            if let Some(bits) = pairs.0.get_mut(slot) {
                *bits |= bit;
            }
        }
        pairs
    }

    fn may_hold(&self, phrase: &str) -> bool {
        phrase.as_bytes().windows(2).filter(|pair| !pair.contains(&b' ')).all(|pair| {
            let (slot, bit) = Self::place(pair);
            self.0.get(slot).is_some_and(|bits| bits & bit != 0)
        })
    }

    fn place(pair: &[u8]) -> (usize, u64) {
        let hash = pair.iter().fold(0_usize, |hash, byte| hash * 37 + usize::from(*byte)) % 1024;
        (hash / 64, 1 << (hash % 64))
    }
}

impl Words {
    pub(super) fn of(text: &str) -> Self {
        let mut words =
            Self { flat: String::from(" "), outside_brackets: String::from(" "), pairs: Pairs::default() };
        let mut depth = 0_u32;
        let mut before = Shape::Gap;
        let mut chars = text.chars().take(MOST_CHARS).nfkc().filter(|c| !is_combining_mark(*c)).peekable();
        while let Some(c) = chars.next() {
            let shape = Shape::of(c);
            match c {
                '(' | '[' | '【' => depth += 1,
                ')' | ']' | '】' => depth = depth.saturating_sub(1),
                _ => {}
            }
            let acronym_ends = before == Shape::Upper
                && shape == Shape::Upper
                && chars.peek().is_some_and(|next| Shape::of(*next) == Shape::Lower);
            let same_word = before == shape || (before == Shape::Upper && shape == Shape::Lower);
            if !same_word || acronym_ends {
                words.end_word();
            }
            if shape != Shape::Gap {
                fold(c, |folded| words.push(folded, depth == 0));
            }
            before = shape;
        }
        words.end_word();
        words.pairs = Pairs::of(&words.flat);
        words.outside_brackets = String::from(without_fillers(&words.outside_brackets));
        words
    }

    fn push(&mut self, c: char, outside_brackets: bool) {
        self.flat.push(c);
        if outside_brackets {
            self.outside_brackets.push(c);
        }
    }

    fn end_word(&mut self) {
        for text in [&mut self.flat, &mut self.outside_brackets] {
            if !text.ends_with(' ') {
                text.push(' ');
            }
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.flat.split(' ').filter(|word| !word.is_empty())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.flat.trim().is_empty()
    }

    /// These words with every phrase of the table taken out, so that `address bar` is no address.
    pub(super) fn without(mut self, phrases: &str) -> Self {
        for phrase in entries(phrases).filter(|phrase| self.pairs.may_hold(phrase.trim_end_matches('*'))) {
            for text in [&mut self.flat, &mut self.outside_brackets] {
                blank_out(text, phrase);
            }
        }
        self
    }

    pub(super) fn has_any(&self, patterns: &str) -> bool {
        entries(patterns).any(|pattern| self.has(pattern))
    }

    /// Whether the words hold a pattern: words in sequence, or written as one word. `^` and `$` bind it to the start and
    /// end of the text outside brackets and fillers, `*` lets a word go on. Scripts without spaces match anywhere.
    pub(super) fn has(&self, pattern: &str) -> bool {
        let (core, at_start) = strip(pattern, |p| p.strip_prefix('^'));
        let (core, at_end) = strip(core, |p| p.strip_suffix('$'));
        let (core, open_start) = strip(core, |p| p.strip_prefix('*'));
        let (core, open_end) = strip(core, |p| p.strip_suffix('*'));
        if !self.pairs.may_hold(core) {
            return false;
        }
        let text = if at_start || at_end { self.outside_brackets.trim() } else { self.flat.trim() };
        let spaceless = !core.is_ascii();
        let fits = |from: usize, len: usize| {
            let (before, after) =
                (text.get(..from).unwrap_or_default(), text.get(from + len..).unwrap_or_default());
            let start_fits =
                before.is_empty() || (!at_start && (open_start || spaceless || before.ends_with(' ')));
            let end_fits = after.is_empty() || (!at_end && (open_end || spaceless || after.starts_with(' ')));
            start_fits && end_fits
        };
        if text.match_indices(core).any(|(from, found)| fits(from, found.len())) {
            return true;
        }
        let joined = |word: &str| word.chars().eq(core.chars().filter(|c| *c != ' '));
        core.contains(' ') && if at_start || at_end { joined(text) } else { text.split(' ').any(joined) }
    }
}

fn strip<'a>(text: &'a str, cut: impl Fn(&'a str) -> Option<&'a str>) -> (&'a str, bool) {
    cut(text).map_or((text, false), |rest| (rest, true))
}

fn without_fillers(text: &str) -> &str {
    let is_filler = |word: &str| {
        entries(FILLERS).any(|filler| filler == word) || word.bytes().all(|b| b.is_ascii_digit())
    };
    let mut rest = text.trim();
    while let Some((_, after)) = rest.split_once(' ').filter(|(first, _)| is_filler(first)) {
        rest = after;
    }
    while let Some((before, _)) = rest.rsplit_once(' ').filter(|(_, last)| is_filler(last)) {
        rest = before;
    }
    rest
}

fn blank_out(text: &mut String, phrase: &str) {
    if !phrase.is_ascii() {
        if text.contains(phrase) {
            *text = text.replace(phrase, " · ");
        }
        return;
    }
    let open_end = phrase.ends_with('*');
    let phrase = phrase.trim_end_matches('*');
    while let Some(from) = text.match_indices(phrase).map(|(from, _)| from).find(|from| {
        let after = text.get(from + phrase.len()..).unwrap_or_default();
        let before = text.get(..*from).unwrap_or_default();
        (before.is_empty() || before.ends_with(' '))
            && (open_end || after.is_empty() || after.starts_with(' '))
    }) {
        text.replace_range(from..from + phrase.len(), "·");
    }
}

/// Gives the letters a character stands for once case and accents are gone.
pub(super) fn fold(c: char, mut give: impl FnMut(char)) {
    if c.is_ascii() {
        return give(c.to_ascii_lowercase());
    }
    match c {
        'ß' | 'ẞ' => "ss".chars().for_each(give),
        'æ' | 'Æ' => "ae".chars().for_each(give),
        'œ' | 'Œ' => "oe".chars().for_each(give),
        'ø' | 'Ø' => give('o'),
        'ł' | 'Ł' => give('l'),
        c => {
            let mut base = None;
            decompose_compatible(c, |part| base = base.or(Some(part)));
            match base {
                Some(base) if base.is_ascii_alphanumeric() => give(base.to_ascii_lowercase()),
                _ => c.to_lowercase().for_each(give),
            }
        }
    }
}

/// What makes a change of word: `nameOfCard2` is four.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Gap,
    Lower,
    Upper,
    Digit,
    /// Scripts written without spaces between words.
    Spaceless,
}

impl Shape {
    fn of(c: char) -> Self {
        match c {
            '\u{2e80}'..='\u{2fff}'
            | '\u{3005}'..='\u{3007}'
            | '\u{3031}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7ff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3ffff}' => Self::Spaceless,
            c if c.is_uppercase() => Self::Upper,
            c if c.is_alphabetic() => Self::Lower,
            c if c.is_numeric() => Self::Digit,
            _ => Self::Gap,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    #[test]
    fn names_and_labels_become_words() {
        for (text, words) in [
            ("cardNumber", "card number"),
            ("APIKey2", "api key 2"),
            ("sso_domain-name", "sso domain name"),
            ("Réponse à votre question", "reponse a votre question"),
            ("Re\u{301}ponse", "reponse"),
            ("Ｐａｓｓｗｏｒｄ", "password"),
            ("Straße", "strasse"),
            ("API 密钥", "api 密钥"),
            ("ﾊﾟｽﾜｰﾄﾞ", "パスワード"),
            ("…", ""),
        ] {
            assert_eq!(Words::of(text).iter().collect::<Vec<_>>().join(" "), words.to_string(), "{text}");
        }
    }

    #[test]
    fn patterns_bind_words_not_letters() {
        for (text, pattern, expected) in [
            ("Card number", "card number", true),
            ("cardnumber", "card number", true),
            ("postcard number", "card number", false),
            ("Kreditkartennr.", "kreditkart*", true),
            ("Online-Banking-PIN", "pin$", true),
            ("PIN (4 digits)", "^pin$", true),
            ("Number of pins", "pin$", false),
            ("PIN board title", "pin$", false),
            ("请输入密码", "密码", true),
        ] {
            assert_eq!(Words::of(text).has(pattern), expected, "{text} ~ {pattern}");
        }
        let words = Words::of("Address bar colour").without("address bar");
        assert!(!words.has("address") && words.has("colour"));
    }
}
