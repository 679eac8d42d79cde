//! Characters that make text look like something else, and text made safe to show.

use alloc::borrow::Cow;
use alloc::string::String;

/// Whether a character is invisible or reorders its neighbours: direction controls, zero-width marks other than the
/// joiners that scripts and emoji need, fillers, and the tag characters that hide ASCII.
#[must_use]
pub const fn is_deceptive(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2028}' | '\u{2029}' | '\u{3164}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{17b4}' | '\u{17b5}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e01ef}')
}

/// Text for one line: control and deceptive characters become U+FFFD, line breaks and tabs become spaces.
#[must_use]
pub fn one_line(text: &str) -> Cow<'_, str> {
    map(text, |c| match c {
        '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => ' ',
        c => visible(c),
    })
}

/// Text of several lines: like [`one_line`], but keeps line breaks and tabs.
#[must_use]
pub fn lines(text: &str) -> Cow<'_, str> {
    map(text, |c| match c {
        '\n' | '\t' => c,
        '\r' | '\u{2028}' | '\u{2029}' => '\n',
        c => visible(c),
    })
}

fn visible(c: char) -> char {
    if c.is_control() || is_deceptive(c) || is_noncharacter(c) { '\u{fffd}' } else { c }
}

/// HTML calls these a parse error; no text needs them.
const fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{fdd0}'..='\u{fdef}') || (c as u32) & 0xfffe == 0xfffe
}

fn map(text: &str, replace: fn(char) -> char) -> Cow<'_, str> {
    if text.chars().all(|c| replace(c) == c) {
        Cow::Borrowed(text)
    } else {
        text.chars().map(replace).collect::<String>().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tricks_become_visible_and_scripts_stay_whole() {
        for (text, shown) in [
            ("plain", "plain"),
            ("\u{1b}[31mred\u{7}", "\u{fffd}[31mred\u{fffd}"),
            ("a\u{202e}gnp.exe", "a\u{fffd}gnp.exe"),
            ("tag\u{e0041}", "tag\u{fffd}"),
            ("line\nbreak\ttab", "line break tab"),
            ("می\u{200c}خواهم 👩\u{200d}🚀 العربية", "می\u{200c}خواهم 👩\u{200d}🚀 العربية"),
        ] {
            assert_eq!(one_line(text), shown);
        }
        assert_eq!(lines("a\r\nb\u{0}"), "a\n\nb\u{fffd}");
    }
}
