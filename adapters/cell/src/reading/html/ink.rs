//! The words of one line as they come, twice: as plain words, by which a line is judged, and as Markdown in which
//! nothing that the page wrote is markup.

use super::super::text::collapse;

/// The words of a line that is being read.
#[derive(Debug, Default)]
pub(super) struct Ink {
    plain: String,
    marked: String,
}

/// Where a part of a line begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    plain: usize,
    marked: usize,
}

/// How words are to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum As {
    Words,
    /// Brackets would end the link.
    LinkWords,
    /// As they are.
    Code,
}

impl Ink {
    pub(super) fn is_empty(&self) -> bool {
        self.plain.is_empty()
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { plain: self.plain.len(), marked: self.marked.len() }
    }

    pub(super) fn is_at(&self, mark: Mark) -> bool {
        self.plain.len() == mark.plain
    }

    pub(super) fn write(&mut self, words: &str, form: As) {
        self.plain.push_str(words);
        if form == As::Code {
            self.marked.push_str(words);
        } else {
            escape(words, form == As::LinkWords, &mut self.marked);
        }
    }

    pub(super) fn space(&mut self) {
        self.plain.push(' ');
        self.marked.push(' ');
    }

    /// What a picture shows, in words.
    pub(super) fn picture(&mut self, words: &str) {
        self.plain.push_str(" [image: ");
        self.plain.push_str(words);
        self.plain.push_str("] ");
        self.marked.push_str(" [image: ");
        escape(words, true, &mut self.marked);
        self.marked.push_str("] ");
    }

    pub(super) fn plain_since(&self, mark: Mark) -> String {
        collapse(self.plain.get(mark.plain..).unwrap_or_default())
    }

    /// Puts something around what was written since: blanks at its ends stay outside.
    pub(super) fn wrap(&mut self, mark: Mark, put: impl FnOnce(&str) -> String) {
        let Some(since) = self.marked.get(mark.marked..) else { return };
        let inner = collapse(since);
        if inner.is_empty() {
            return;
        }
        let before = if since.starts_with(char::is_whitespace) { " " } else { "" };
        let after = if since.ends_with(char::is_whitespace) { " " } else { "" };
        let wrapped = format!("{before}{}{after}", put(&inner));
        self.marked.truncate(mark.marked);
        self.marked.push_str(&wrapped);
    }

    /// The line as plain words and as Markdown; nothing is left of it.
    pub(super) fn take(&mut self) -> (String, String) {
        (collapse(&std::mem::take(&mut self.plain)), collapse(&std::mem::take(&mut self.marked)))
    }

    /// The line as it was written, with its line breaks.
    pub(super) fn take_whole(&mut self) -> String {
        self.marked.clear();
        std::mem::take(&mut self.plain)
    }
}

/// Writes words so that Markdown reads them as words.
pub(super) fn escape(words: &str, in_link: bool, marked: &mut String) {
    let mut rest = words.chars().peekable();
    let mut before = marked.chars().next_back();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied();
        let special = match c {
            '`' => true,
            '[' | ']' => in_link,
            '(' => before == Some(']'),
            '<' => next.is_none_or(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')),
            '&' => next.is_some_and(|next| next.is_ascii_alphabetic() || next == '#'),
            '*' => !(blank(before) && blank(next)),
            '_' => !(word(before) && word(next) || blank(before) && blank(next)),
            '~' => next == Some('~') || before == Some('~'),
            '\\' => next.is_some_and(|next| next.is_ascii_punctuation()),
            _ => false,
        };
        if special {
            marked.push('\\');
        }
        marked.push(c);
        before = Some(c);
    }
}

fn blank(c: Option<char>) -> bool {
    c.is_none_or(char::is_whitespace)
}

fn word(c: Option<char>) -> bool {
    c.is_some_and(char::is_alphanumeric)
}

/// A line whose start would be read as a heading, a quotation, an item or a rule gets a backslash.
pub(super) fn guard_start(marked: &str) -> String {
    let special = match marked.chars().next() {
        Some('#') => {
            marked.trim_start_matches('#').starts_with([' ']) || marked.trim_start_matches('#').is_empty()
        }
        Some('>' | '|') => true,
        Some('+' | '-' | '*' | '=' | '_') => {
            marked[1..].starts_with(' ')
                || marked.len() == 1
                || marked.chars().all(|c| matches!(c, '-' | '=' | '*' | '_' | ' '))
        }
        Some('[') => marked.split_once(']').is_some_and(|(_, after)| after.starts_with(':')),
        Some('0'..='9') => {
            let after = marked.trim_start_matches(|c: char| c.is_ascii_digit());
            if after.starts_with(". ") || after.starts_with(") ") {
                let digits = marked.len() - after.len();
                return format!("{}\\{after}", &marked[..digits]);
            }
            false
        }
        Some(_) | None => false,
    };
    if special { format!("\\{marked}") } else { marked.to_owned() }
}

/// Code between marks that are longer than any in it.
pub(super) fn code_span(code: &str) -> String {
    let fence = "`".repeat(longest_run(code) + 1);
    let pad = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{code}{pad}{fence}")
}

/// The most backticks that stand side by side.
pub(super) fn longest_run(code: &str) -> usize {
    code.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// An address that ends a link nowhere but at its end.
pub(super) fn link(words: &str, url: &str) -> String {
    let url: String = url
        .chars()
        .map(|c| match c {
            '(' => "%28".to_owned(),
            ')' => "%29".to_owned(),
            '<' => "%3C".to_owned(),
            '>' => "%3E".to_owned(),
            c => c.to_string(),
        })
        .collect();
    format!("[{words}]({url})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_page_are_never_markup() {
        for (words, marked) in [
            ("plain, words. (So) [1]", "plain, words. (So) [1]"),
            ("<b>bold</b> 1 < 2", "\\<b>bold\\</b> 1 < 2"),
            ("[x](javascript:1)", "[x]\\(javascript:1)"),
            ("snake_case _em_ 2 * 3 *em*", "snake_case \\_em\\_ 2 * 3 \\*em\\*"),
            ("a `b` &amp; &c ~~d~~", "a \\`b\\` \\&amp; \\&c \\~\\~d\\~\\~"),
        ] {
            let mut found = String::new();
            escape(words, false, &mut found);
            assert_eq!(found, marked);
        }
        for (line, guarded) in [
            ("# x", "\\# x"),
            ("#x", "#x"),
            ("1. x", "1\\. x"),
            ("1984 was", "1984 was"),
            ("- x", "\\- x"),
            ("-x", "-x"),
            ("---", "\\---"),
            ("> x", "\\> x"),
            ("[a]: b", "\\[a]: b"),
            ("é", "é"),
        ] {
            assert_eq!(guard_start(line), guarded);
        }
        assert_eq!(code_span("a``b"), "```a``b```");
        assert_eq!(link("a", "https://x/(y)"), "[a](https://x/%28y%29)");
    }
}
