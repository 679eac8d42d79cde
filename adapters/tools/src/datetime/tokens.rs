//! Cuts a phrase into words, numbers and signs.

/// A piece of a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// Letters, small, without apostrophes.
    Word(String),
    /// Digits; how many there were; and whether `st`, `nd`, `rd` or `th` followed.
    Number {
        /// The number.
        value: i64,
        /// How many digits it has.
        digits: usize,
        /// Whether it is one of an order.
        ordinal: bool,
    },
    /// Anything else.
    Sign(char),
}

/// A piece and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) token: Token,
    /// No space stands before it.
    pub(super) glued: bool,
    /// The byte of the tidied phrase at which it starts.
    pub(super) start: usize,
}

/// The phrase as it is read: small letters, no apostrophes, `am` for `a.m.`, nothing at the end that means nothing.
pub(super) fn tidy(phrase: &str) -> String {
    let small = phrase.trim().to_lowercase().replace(['\'', '’'], "").replace(['–', '—'], "-");
    let plain = small.replace("a.m.", "am").replace("p.m.", "pm").replace("a.m", "am").replace("p.m", "pm");
    plain.trim_end_matches(['.', '?', '!', ',', ' ']).to_owned()
}

/// The pieces of a tidied phrase.
pub(super) fn pieces(phrase: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut at, mut glued) = (0, false);
    while let Some(letter) = phrase[at..].chars().next() {
        if letter.is_whitespace() {
            (at, glued) = (at + letter.len_utf8(), false);
            continue;
        }
        let (token, end) = one(phrase, at, letter);
        pieces.push(Piece { token, glued, start: at });
        (at, glued) = (end, true);
    }
    pieces
}

fn one(phrase: &str, at: usize, letter: char) -> (Token, usize) {
    if letter.is_ascii_digit() {
        return number(phrase, at);
    }
    if !letter.is_alphabetic() {
        return (Token::Sign(letter), at + letter.len_utf8());
    }
    let end = end_of(phrase, at, |letter| letter.is_alphabetic() || letter == '_');
    (Token::Word(phrase[at..end].to_owned()), end)
}

fn number(phrase: &str, at: usize) -> (Token, usize) {
    let end = end_of(phrase, at, |letter| letter.is_ascii_digit());
    // A number that does not fit is larger than anything that is allowed.
    let value = phrase[at..end].parse().unwrap_or(i64::MAX);
    let suffix = end_of(phrase, end, char::is_alphabetic);
    let ordinal = matches!(&phrase[end..suffix], "st" | "nd" | "rd" | "th");
    (Token::Number { value, digits: end - at, ordinal }, if ordinal { suffix } else { end })
}

fn end_of(phrase: &str, at: usize, wanted: impl Fn(char) -> bool) -> usize {
    phrase[at..].find(|letter| !wanted(letter)).map_or(phrase.len(), |length| at + length)
}
