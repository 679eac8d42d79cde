//! Words of a page so that a reader of Markdown sees those words and nothing else.

use alloc::borrow::Cow;
use alloc::string::String;

/// One line of words. Only what would be read as a mark is escaped: most text stays as it is.
pub(super) fn escaped(line: &str) -> String {
    let line = line.trim();
    let mut out = String::with_capacity(line.len() + 8);
    let marked = start_mark(line);
    let mut before: Option<char> = None;
    for (at, c) in line.char_indices() {
        let after = line[at + c.len_utf8()..].chars().next();
        if marked == Some(at) || is_mark(before, c, after, &line[at..]) {
            out.push('\\');
        }
        out.push(c);
        before = Some(c);
    }
    out
}

/// Words of a captured text as a person reads them: without the marks that only keep Markdown from reading them.
pub(crate) fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        // What is escaped escapes nothing itself.
        let meant = chars.next_if(|next| c == '\\' && next.is_ascii_punctuation());
        out.push(meant.unwrap_or(c));
    }
    Cow::Owned(out)
}

/// The place of the character that would make a heading, an entry, a quotation or a rule of a line.
fn start_mark(line: &str) -> Option<usize> {
    let mut chars = line.chars();
    let (first, second) = (chars.next()?, chars.next());
    let space = |c: Option<char>| c.is_none_or(char::is_whitespace);
    match first {
        '#' | '>' => Some(0),
        '-' if space(second) || second == Some('-') => Some(0),
        '+' if space(second) => Some(0),
        ':' if second == Some('-') => Some(0),
        '=' if line.chars().all(|c| c == '=') => Some(0),
        c if c.is_ascii_digit() => {
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            let dot = line[digits..].starts_with(['.', ')']) && space(line[digits + 1..].chars().next());
            (dot && digits <= 9).then_some(digits)
        }
        _ => None,
    }
}

fn is_mark(before: Option<char>, c: char, after: Option<char>, rest: &str) -> bool {
    let blank = |c: Option<char>| c.is_some_and(char::is_whitespace);
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    match c {
        '\\' | '`' | '[' => true,
        '*' => !(blank(before) && blank(after)),
        '_' => !(blank(before) && blank(after) || word(before) && word(after)),
        '~' => before == Some('~') || after == Some('~'),
        '<' => after.is_some_and(|c| c.is_alphabetic() || matches!(c, '/' | '!' | '?')),
        '&' => {
            let name = rest[1..].find(|c: char| !c.is_ascii_alphanumeric() && c != '#');
            name.is_some_and(|end| end > 0 && rest[1 + end..].starts_with(';'))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_escaped_is_read_as_it_was() {
        for words in [
            "*Rent* < €900",
            "a_b and _c_",
            "1. first",
            "C:\\dir\\*.txt",
            "[x](y) &amp; <b>",
            "\\\\*",
            "plain",
            "",
        ] {
            assert_eq!(unescaped(&escaped(words)), words, "{}", escaped(words));
        }
    }
}
