//! From bytes to characters: by a mark of byte order, the server's word, the document's own word, and what the bytes
//! can be at all, in the order of browsers.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

/// A document's characters, and the encoding they were in.
#[derive(Debug)]
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) encoding: &'static str,
}

/// A page says its encoding within these bytes.
const PRESCANNED: usize = 1_024;
/// So much is looked at to tell an encoding that nobody names.
const LOOKED_AT: usize = 64 << 10;

/// The characters of a page or of XML, which may name their encoding themselves.
pub(super) fn of_page(bytes: &[u8], declared: &str) -> Decoded {
    let own = || without_mark(bytes).or_else(|| in_page(&bytes[..bytes.len().min(PRESCANNED)]));
    decode(bytes, charset(declared).or_else(own))
}

/// The characters of a text, which cannot.
pub(super) fn of_text(bytes: &[u8], declared: &str) -> Decoded {
    decode(bytes, charset(declared).or_else(|| without_mark(bytes)))
}

fn decode(bytes: &[u8], named: Option<&'static Encoding>) -> Decoded {
    let (encoding, mark) = Encoding::for_bom(bytes)
        .unwrap_or_else(|| (named.map_or_else(|| unnamed(bytes), |named| corrected(named, bytes)), 0));
    let (text, _) = encoding.decode_without_bom_handling(&bytes[mark..]);
    Decoded { text: text.into_owned(), encoding: encoding.name() }
}

/// The encoding in a content type.
fn charset(content_type: &str) -> Option<&'static Encoding> {
    content_type.split(';').skip(1).find_map(|part| {
        let (name, value) = part.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']);
        name.trim().eq_ignore_ascii_case("charset").then(|| Encoding::for_label(value.as_bytes()))?
    })
}

/// Two bytes for each character, and no mark: every other byte of plain words is nought.
pub(super) fn without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let looked_at = &bytes[..bytes.len().min(PRESCANNED)];
    let pairs = looked_at.as_chunks::<2>().0;
    let noughts = |place: usize| pairs.iter().filter(|pair| pair[place] == 0 && pair[1 - place] != 0).count();
    let many = |count: usize| pairs.len() >= 4 && count * 10 > pairs.len() * 7;
    let (first, second) = (noughts(0), noughts(1));
    if many(second) && first == 0 {
        Some(UTF_16LE)
    } else if many(first) && second == 0 {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// What a page or an XML document says of itself, found as browsers find it: before anything is parsed.
fn in_page(start: &[u8]) -> Option<&'static Encoding> {
    let text: String = start.iter().map(|byte| char::from(*byte).to_ascii_lowercase()).collect();
    let named = in_xml(&text).or_else(|| in_meta(&text))?;
    Some(if named == UTF_16LE || named == UTF_16BE {
        // It could not have been read this far.
        UTF_8
    } else if named == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        named
    })
}

fn in_xml(text: &str) -> Option<&'static Encoding> {
    let declaration = text.strip_prefix("<?xml")?.split("?>").next()?;
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    Encoding::for_label(value[1..].split(quote).next()?.as_bytes())
}

fn in_meta(text: &str) -> Option<&'static Encoding> {
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->")?.1;
        } else if let Some(meta) = rest.strip_prefix("<meta") {
            let (inside, after) = meta.split_once('>').unwrap_or((meta, ""));
            if inside.starts_with([' ', '\t', '\n', '\r', '\u{c}', '/'])
                && let Some(found) = in_attributes(inside)
            {
                return Some(found);
            }
            rest = after;
        } else {
            rest = &rest[1..];
        }
    }
    None
}

/// The `charset` of a `meta`, or that of its `content`.
fn in_attributes(inside: &str) -> Option<&'static Encoding> {
    let at = inside.find("charset")?;
    let value = inside[at + "charset".len()..].trim_start().strip_prefix('=')?.trim_start();
    let value = value.trim_start_matches(['"', '\'']);
    let end = value.find(['"', '\'', ';', ' ', '\t', '\n', '/']).unwrap_or(value.len());
    Encoding::for_label(&value.as_bytes()[..end])
}

/// What nobody names is UTF-8 where it can be, else what western pages were before.
fn unnamed(bytes: &[u8]) -> &'static Encoding {
    if utf8(bytes).is_some() { UTF_8 } else { WINDOWS_1252 }
}

/// A name that the bytes contradict: pages were moved to UTF-8 and kept their old name, or the reverse.
fn corrected(named: &'static Encoding, bytes: &[u8]) -> &'static Encoding {
    match utf8(bytes) {
        Some(wide) if wide > 0 && named.is_single_byte() => UTF_8,
        None if named == UTF_8 && !has_utf8(bytes) => WINDOWS_1252,
        Some(_) | None => named,
    }
}

/// How many characters beyond ASCII the first part holds; none at all where it is not UTF-8.
fn utf8(bytes: &[u8]) -> Option<usize> {
    let looked_at = &bytes[..bytes.len().min(LOOKED_AT)];
    let valid = match std::str::from_utf8(looked_at) {
        Ok(text) => text,
        // A character may be cut in two at the end.
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&looked_at[..error.valid_up_to()]).ok()?
        }
        Err(_) => return None,
    };
    Some(valid.chars().filter(|c| !c.is_ascii()).count())
}

/// Whether anything beyond ASCII in it is UTF-8.
fn has_utf8(bytes: &[u8]) -> bool {
    let looked_at = &bytes[..bytes.len().min(LOOKED_AT)];
    looked_at.utf8_chunks().any(|chunk| !chunk.valid().is_ascii())
}
