//! Lines of a bounded length, from whoever sends them.

use std::io::{self, BufRead, BufReader, Read};

use super::message::MOST_BYTES;

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A whole line, without its end.
    Whole(Vec<u8>),
    /// More than a line may hold; what follows means nothing.
    TooLong,
    /// Nobody sends any more.
    Over,
}

/// Reads lines.
pub(super) struct Lines<R>(BufReader<R>);

impl<R: Read> Lines<R> {
    pub(super) fn new(from: R) -> Self {
        Self(BufReader::new(from))
    }

    /// The next line.
    pub(super) fn next(&mut self) -> io::Result<Line> {
        let mut line = Vec::new();
        (&mut self.0).take(MOST_BYTES as u64 + 1).read_until(b'\n', &mut line)?;
        Ok(match line.pop() {
            Some(b'\n') => Line::Whole(line),
            Some(_) if line.len() >= MOST_BYTES => Line::TooLong,
            // Half a line is none: whoever sent it went away in the middle.
            Some(_) | None => Line::Over,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_where_it_ends_or_is_too_long() {
        let mut lines = Lines::new(&b"one\n\ntwo\nhalf"[..]);
        let whole = |text: &str| Line::Whole(text.into());
        let read: Vec<Line> = (0..4).map(|_| lines.next().unwrap()).collect();
        assert_eq!(read, [whole("one"), whole(""), whole("two"), Line::Over]);
        let longest = [vec![b'a'; MOST_BYTES], b"\nb\n".to_vec()].concat();
        let mut lines = Lines::new(&longest[..]);
        assert!(matches!(lines.next().unwrap(), Line::Whole(line) if line.len() == MOST_BYTES));
        assert_eq!(lines.next().unwrap(), whole("b"));
        let longer = [vec![b'a'; MOST_BYTES + 1], b"\n".to_vec()].concat();
        assert_eq!(Lines::new(&longer[..]).next().unwrap(), Line::TooLong);
    }
}
