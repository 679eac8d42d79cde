//! Data, laid out for reading. It is not taken apart: numbers stay as they are written, and nothing large is built.

use serde::de::IgnoredAny;

/// Spaces for each level; deeper levels stay where they are.
const INDENT: usize = 2;
const DEEPEST_INDENT: usize = 40;

/// Whether a text is one JSON value.
pub(super) fn is_valid(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// One value on each line. The text must be valid.
pub(super) fn pretty(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + text.len() / 2);
    let mut depth = 0_usize;
    let mut characters = text.trim().chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' => {
                shown.push(c);
                string(&mut characters, &mut shown);
            }
            '{' | '[' => {
                while characters.next_if(|c| c.is_whitespace()).is_some() {}
                shown.push(c);
                if let Some(end) = characters.next_if(|c| matches!(c, '}' | ']')) {
                    shown.push(end);
                } else {
                    depth += 1;
                    line(&mut shown, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                line(&mut shown, depth);
                shown.push(c);
            }
            ',' => {
                shown.push(c);
                line(&mut shown, depth);
            }
            ':' => shown.push_str(": "),
            c if c.is_whitespace() => {}
            c => shown.push(c),
        }
    }
    shown
}

fn string(characters: &mut impl Iterator<Item = char>, shown: &mut String) {
    while let Some(c) = characters.next() {
        shown.push(c);
        match c {
            '"' => return,
            '\\' => shown.extend(characters.next()),
            _ => {}
        }
    }
}

fn line(shown: &mut String, depth: usize) {
    shown.push('\n');
    shown.extend(std::iter::repeat_n(' ', depth.saturating_mul(INDENT).min(DEEPEST_INDENT)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_laid_out_and_nothing_in_it_changes() {
        let text = r#" {"a" :[1.50, {} ,[ ]],"b{":"x,\"y\\"} "#;
        assert!(is_valid(text));
        assert_eq!(
            pretty(text),
            "{\n  \"a\": [\n    1.50,\n    {},\n    []\n  ],\n  \"b{\": \"x,\\\"y\\\\\"\n}"
        );
        assert!(!is_valid("{} {}"));
        assert!(!is_valid(&"[".repeat(100_000)));
    }
}
