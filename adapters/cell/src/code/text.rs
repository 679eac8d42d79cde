//! Bytes that a program wrote, as text that can be handed on.

/// Text of bytes that may be cut in the middle of a letter or be no text at all.
pub(super) fn of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Cuts a text to this many bytes at a letter's end, and says how many bytes went.
pub(super) fn cut(text: &mut String, most: usize) -> u64 {
    let end = text.floor_char_boundary(most);
    let gone = text.len() - end;
    text.truncate(end);
    gone as u64
}
