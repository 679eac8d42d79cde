//! Frames of native messaging: four bytes of length in the order of the machine, then JSON. A browser takes at most one
//! megabyte at once, so what is longer goes in pieces that can be checked.

use std::io::{self, Read, Write};

use laika_protocol::canonical::digest_bytes;
use serde_json::json;

/// What a browser takes at once, with some room: beyond it, it ends the connection.
const MOST_OUT: usize = 900 * 1024;
/// What is taken from a browser at once. It could send far more.
const MOST_IN: usize = 1024 * 1024;
/// Bytes of text in a piece; in JSON they may take up to six times as many.
const PIECE: usize = 128 * 1024;

/// Reads one frame; none when the browser closed its end.
///
/// # Errors
/// When a frame is too long, or ends in the middle.
pub(crate) fn read_frame(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0_u8; 4];
    let first = from.read(&mut length)?;
    if first == 0 {
        return Ok(None);
    }
    from.read_exact(&mut length[first..])?;
    let length = usize::try_from(u32::from_ne_bytes(length)).unwrap_or(usize::MAX);
    if length > MOST_IN {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a message of the extension is too long"));
    }
    let mut frame = vec![0; length];
    from.read_exact(&mut frame)?;
    // A line break would make two lines of it at the daemon's end; JSON has none that it needs.
    frame.retain(|byte| *byte != b'\n' && *byte != b'\r');
    Ok(Some(frame))
}

/// Writes a text as one frame, or as pieces with the hash of the whole.
///
/// # Errors
/// When the browser is gone, or the text is not UTF-8.
pub(crate) fn write_frames(to: &mut impl Write, text: &[u8]) -> io::Result<()> {
    if text.len() <= MOST_OUT {
        return write_frame(to, text);
    }
    let whole =
        std::str::from_utf8(text).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    let hash = digest_bytes(text);
    let pieces = pieces(whole);
    for (index, piece) in pieces.iter().enumerate() {
        let chunk = json!({ "chunk": { "id": &hash.as_str()[7..23], "index": index, "total": pieces.len(),
            "sha256": hash, "data": piece } });
        write_frame(to, chunk.to_string().as_bytes())?;
    }
    Ok(())
}

fn pieces(whole: &str) -> Vec<&str> {
    let (mut pieces, mut rest) = (Vec::new(), whole);
    while !rest.is_empty() {
        let (piece, left) = rest.split_at(rest.floor_char_boundary(PIECE));
        pieces.push(piece);
        rest = left;
    }
    pieces
}

fn write_frame(to: &mut impl Write, text: &[u8]) -> io::Result<()> {
    let length =
        u32::try_from(text.len()).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    to.write_all(&length.to_ne_bytes())?;
    to.write_all(text)?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn frames(mut bytes: &[u8]) -> Vec<Value> {
        let mut frames = Vec::new();
        while let Some(frame) = read_frame(&mut bytes).unwrap() {
            frames.push(serde_json::from_slice(&frame).unwrap());
        }
        frames
    }

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = Vec::new();
        write_frames(&mut bytes, br#"{"a":1}"#).unwrap();
        write_frames(&mut bytes, br#"{"b":2}"#).unwrap();
        assert_eq!(frames(&bytes), [json!({ "a": 1 }), json!({ "b": 2 })]);
    }

    #[test]
    fn a_long_text_goes_in_pieces_that_make_the_whole() {
        let whole = json!({ "text": "ä\u{1}".repeat(500_000) }).to_string();
        let mut bytes = Vec::new();
        write_frames(&mut bytes, whole.as_bytes()).unwrap();
        let frames = frames(&bytes);
        assert!(frames.len() > 3);
        let joined: String =
            frames.iter().map(|frame| frame["chunk"]["data"].as_str().unwrap().to_owned()).collect();
        assert_eq!(joined, whole);
        assert_eq!(frames[0]["chunk"]["sha256"], digest_bytes(whole.as_bytes()).as_str());
        assert!(frames.iter().all(|frame| frame.to_string().len() < 1024 * 1024), "a browser takes each");
    }

    #[test]
    fn what_is_cut_off_or_too_long_is_an_error() {
        assert!(read_frame(&mut &[1_u8, 0][..]).is_err());
        assert!(read_frame(&mut &5_u32.to_ne_bytes()[..]).is_err());
        assert!(read_frame(&mut &u32::MAX.to_ne_bytes()[..]).is_err());
        assert_eq!(read_frame(&mut &[][..]).unwrap(), None);
    }

    #[test]
    fn one_message_is_one_line() {
        let mut bytes = Vec::new();
        write_frame(&mut bytes, b"{\"a\":\n1}\r\n").unwrap();
        assert_eq!(read_frame(&mut &bytes[..]).unwrap().unwrap(), b"{\"a\":1}");
    }
}
