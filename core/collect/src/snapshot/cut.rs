//! A text within its bound, cut where it hurts least, and saying so.

use alloc::format;
use alloc::string::String;

use laika_context::text::sentences;
use laika_protocol::collection::{CUT_MARK, MOST_CAPTURED};

/// The part of the bound that may be lost to find a good place.
const SLACK: usize = MOST_CAPTURED / 5;

/// The text, and whether there is more of the source than this.
pub(super) fn within(text: String, goes_on: bool) -> (String, bool) {
    let Some((end, _)) = text.char_indices().nth(MOST_CAPTURED) else {
        return if goes_on { (format!("{text}\n\n{CUT_MARK}"), true) } else { (text, false) };
    };
    let kept = &text[..place(&text, end)];
    (format!("{}\n\n{CUT_MARK}", closed(kept.trim_end())), true)
}

/// Where to cut a text that may be no longer than `end`: after a paragraph, else after a sentence, else after a word.
fn place(text: &str, end: usize) -> usize {
    let least = text.char_indices().nth(MOST_CAPTURED - SLACK).map_or(0, |(at, _)| at);
    let head = &text[..end];
    let paragraph = head.rfind("\n\n").filter(|at| *at >= least);
    let sentence = || {
        let from = head[..least].rfind('\n').unwrap_or(0);
        let found = sentences(&head[from..]);
        // The last one is cut through.
        let (_, whole) = found.split_last()?;
        whole.last().map(|sentence| from + sentence.at.end).filter(|at| *at >= least)
    };
    let word = || head.rfind(char::is_whitespace).filter(|at| *at >= least);
    paragraph.or_else(sentence).or_else(word).unwrap_or(end)
}

/// Code that was cut ends where it was cut; a character that escapes nothing any more is gone.
fn closed(kept: &str) -> String {
    if let Some(fence) = open_fence(kept) {
        let room = MOST_CAPTURED.saturating_sub(fence.len() + 1);
        let end = kept.char_indices().nth(room).map_or(kept.len(), |(end, _)| end);
        let kept = kept[..end].trim_end();
        // Where there is no room for the code, there is none for its beginning.
        return match open_fence(kept) {
            Some(_) => format!("{kept}\n{fence}"),
            None => kept.into(),
        };
    }
    let escapes = kept.len() - kept.trim_end_matches('\\').len();
    let kept = if escapes % 2 == 1 { &kept[..kept.len() - 1] } else { kept };
    kept.into()
}

/// The line that began code which does not end.
fn open_fence(text: &str) -> Option<&str> {
    text.lines().filter(|line| is_fence(line)).fold(None, |open, line| match open {
        Some(fence) if fence == line => None,
        Some(fence) => Some(fence),
        None => Some(line),
    })
}

/// Whether a line begins or ends code.
pub(super) fn is_fence(line: &str) -> bool {
    line.len() >= 3 && line.bytes().all(|byte| byte == b'`')
}
