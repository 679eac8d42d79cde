//! What a document is: by its first bytes where they leave no doubt, then by what the server says.

use super::{ReadCode, ReadError};

/// What a document is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Html,
    Pdf,
    Json,
    Xml,
    Text,
}

/// Kinds without text, by how they begin.
const MAGIC: &[(&[u8], &str)] = &[
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"BM\0\0", "a bitmap image"),
    (b"II*\0", "a TIFF image"),
    (b"MM\0*", "a TIFF image"),
    (b"\0\0\x01\0", "an icon"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an older office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\0", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\0", "a program for Windows"),
    (b"\xcf\xfa\xed\xfe", "a program for macOS"),
    (b"\xca\xfe\xba\xbe", "a program"),
    (b"\0asm", "a WebAssembly module"),
    (b"SQLite format 3\0", "a database"),
    (b"OggS", "an Ogg recording"),
    (b"fLaC", "a FLAC recording"),
    (b"ID3", "an MP3 recording"),
    (b"\xff\xfb", "an MP3 recording"),
    (b"\x1aE\xdf\xa3", "a Matroska or WebM video"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"\0\x01\0\0\0", "a font"),
    (b"OTTO\0", "a font"),
    (b"%!PS", "a PostScript document"),
    (b"{\\rtf", "an RTF document"),
];
/// The same with four bytes of their own before the name.
const MAGIC_AT: &[(usize, &[u8], &str)] = &[
    (8, b"WEBP", "a WebP image"),
    (8, b"WAVE", "a WAVE recording"),
    (8, b"AVI ", "an AVI video"),
    (4, b"ftypavif", "an AVIF image"),
    (4, b"ftyp", "an MP4 video"),
    (257, b"ustar", "a tar archive"),
];
/// How pages begin, as browsers tell them.
const PAGES: &[&str] = &[
    "<!doctype html",
    "<html",
    "<head",
    "<body",
    "<script",
    "<iframe",
    "<h1",
    "<div",
    "<font",
    "<table",
    "<a ",
    "<a>",
    "<style",
    "<title",
    "<b>",
    "<br",
    "<p>",
    "<p ",
    "<!--",
    "<meta",
];
/// So much of a document is looked at.
const LOOKED_AT: usize = 2_048;
/// A PDF document may have something before it.
const PDF_WITHIN: usize = 1_024;

/// What a document is read as.
///
/// # Errors
/// When it is something without text; the sentence says what.
pub(super) fn of(bytes: &[u8], declared: &str) -> Result<Kind, ReadError> {
    let start = &bytes[..bytes.len().min(LOOKED_AT)];
    let said = declared.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if start.starts_with(b"%PDF-") {
        return Ok(Kind::Pdf);
    }
    if let Some(name) = magic(start) {
        return Err(ReadError::new(ReadCode::Kind, format!("this is {name}, which has no text to read")));
    }
    let wide = is_wide(start);
    if !wide && is_binary(start) {
        if said.ends_with("/pdf") || start[..start.len().min(PDF_WITHIN)].windows(5).any(|at| at == b"%PDF-")
        {
            return Ok(Kind::Pdf);
        }
        let named = if said.is_empty() { "an unknown kind".to_owned() } else { format!("the kind {said}") };
        let message = format!("this is a binary file of {named}, which has no text to read");
        return Err(ReadError::new(ReadCode::Kind, message));
    }
    let text = String::from_utf8_lossy(start).replace('\0', "");
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '\u{fffd}'));
    let looks = sniffed(text);
    Ok(match said.as_str() {
        "text/html" | "application/xhtml+xml" => Kind::Html,
        "application/pdf" => Kind::Pdf,
        kind if kind.ends_with("/json") || kind.ends_with("+json") => Kind::Json,
        kind if kind.ends_with("/xml") || kind.ends_with("+xml") => {
            if looks == Some(Kind::Html) {
                Kind::Html
            } else {
                Kind::Xml
            }
        }
        "" | "application/octet-stream" | "unknown/unknown" | "*/*" => looks.unwrap_or(Kind::Text),
        _ => Kind::Text,
    })
}

fn magic(start: &[u8]) -> Option<&'static str> {
    let first = MAGIC.iter().find(|(bytes, _)| start.starts_with(bytes)).map(|(_, name)| *name);
    first.or_else(|| {
        let inside = |(at, bytes, _): &&(usize, &[u8], &str)| {
            start.get(*at..).is_some_and(|rest| rest.starts_with(bytes))
        };
        MAGIC_AT.iter().find(inside).map(|(_, _, name)| *name)
    })
}

/// Whether the text is in units of two bytes.
fn is_wide(start: &[u8]) -> bool {
    start.starts_with(b"\xff\xfe")
        || start.starts_with(b"\xfe\xff")
        || super::encoding::without_mark(start).is_some()
}

/// Text holds no such bytes in any encoding but the wide ones; a few may have slipped in.
fn is_binary(start: &[u8]) -> bool {
    let odd = start.iter().filter(|byte| matches!(byte, 0..=8 | 14..=26 | 28..=31)).count();
    odd > 2 + start.len() / 50
}

fn sniffed(text: &str) -> Option<Kind> {
    let beginning: String = text.chars().take(16).collect::<String>().to_ascii_lowercase();
    if PAGES.iter().any(|page| beginning.starts_with(page)) {
        return Some(Kind::Html);
    }
    if beginning.starts_with("<?xml") {
        let xhtml = text.to_ascii_lowercase().contains("<html");
        return Some(if xhtml { Kind::Html } else { Kind::Xml });
    }
    if beginning.starts_with("<rss") || beginning.starts_with("<feed") || beginning.starts_with("<svg") {
        return Some(Kind::Xml);
    }
    beginning.starts_with(['{', '[']).then_some(Kind::Json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_document_is_is_told_by_its_bytes_and_then_by_its_server() {
        for (bytes, declared, kind) in [
            (b"<p>hi".as_slice(), "text/html; charset=x", Kind::Html),
            (b"<!DOCTYPE html><p>", "", Kind::Html),
            (b"\xef\xbb\xbf <html>", "application/octet-stream", Kind::Html),
            (b"<p>hi", "text/plain", Kind::Text),
            (b"%PDF-1.4 \0\0\0", "text/html", Kind::Pdf),
            (b"junk\n%PDF-1.4 \0\0\0\0\0\0", "", Kind::Pdf),
            (b"{\"a\":1}", "", Kind::Json),
            (b"{\"a\":1}", "application/ld+json", Kind::Json),
            (b"<?xml version='1.0'?><rss>", "application/rss+xml", Kind::Xml),
            (b"<?xml version='1.0'?><html>", "application/xml", Kind::Html),
            (b"a,b\n1,2", "text/csv", Kind::Text),
            (b"\xff\xfe<\0p\0>\0", "text/html", Kind::Html),
            (b"", "", Kind::Text),
        ] {
            assert_eq!(of(bytes, declared).unwrap(), kind, "{declared}");
        }
    }

    #[test]
    fn what_has_no_text_is_named() {
        for (bytes, declared, name) in [
            (b"\x89PNG\r\n\x1a\n....".as_slice(), "text/html", "a PNG image"),
            (b"RIFF....WEBPVP8 ", "", "a WebP image"),
            (b"PK\x03\x04....", "application/pdf", "a ZIP archive"),
            (b"\x7fELF\x02\x01", "", "a program"),
            (b"\x01\x02\x03\x04\x05", "image/x-odd", "of the kind image/x-odd"),
            (b"\x01\x02\x03\x04\x05", "", "of an unknown kind"),
        ] {
            let error = of(bytes, declared).unwrap_err();
            assert_eq!(error.code, ReadCode::Kind);
            assert!(error.message.contains(name), "{}", error.message);
        }
    }
}
