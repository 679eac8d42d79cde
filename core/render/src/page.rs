//! A complete HTML page around a fragment, for saving and opening in a browser.

use alloc::string::String;

use crate::html::{push_escaped, to_html};
use crate::tree::{Block, Piece, SafeDocument};

/// The elements of the page itself; the rest is [`TAGS`](crate::TAGS).
pub const PAGE_TAGS: &[&str] = &["html", "head", "meta", "title", "style", "body"];

/// The page's only style. The policy below allows exactly these bytes; a test compares the hash.
const STYLE: &str = "body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}\
pre{overflow:auto}th,td{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0}";

/// A second wall: even a mistake in the fragment could load nothing, run nothing and send nothing.
const POLICY: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; \
style-src 'sha256-cnMrkUQygnfoP/4u90xnkMCiJPN4bQAxqXYv0RO7ikg='";

/// A page of its own, with a policy that forbids every script and every request.
#[must_use]
pub fn to_html_page(document: &SafeDocument) -> String {
    let mut out = String::from("<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta http-equiv=\"Content-Security-Policy\" content=\"");
    out.push_str(POLICY);
    out.push_str("\">\n<meta name=\"referrer\" content=\"no-referrer\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width\">\n");
    out.push_str("<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    push_title(&mut out, document);
    out.push_str("</title>\n<style>");
    out.push_str(STYLE);
    out.push_str("</style>\n</head>\n<body>\n");
    out.push_str(&to_html(document));
    out.push_str("</body>\n</html>\n");
    out
}

/// The document's title, else the heading it begins with.
fn push_title(out: &mut String, document: &SafeDocument) {
    if !document.title.is_empty() {
        return push_escaped(out, &document.title);
    }
    match document.blocks.first() {
        Some(Block::Heading { line, .. }) => line.iter().for_each(|piece| match piece {
            Piece::Text(text) | Piece::Link { label: text, .. } => push_escaped(out, text),
        }),
        _ => out.push_str("Answer"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};

    #[test]
    fn the_policy_allows_the_style_and_only_it() {
        assert!(POLICY.contains(&alloc::format!("'sha256-{}'", base64(&Sha256::digest(STYLE)))));
    }

    fn base64(bytes: &[u8]) -> String {
        const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut out = String::new();
        for chunk in bytes.chunks(3) {
            let at = |index: usize| u32::from(*chunk.get(index).unwrap_or(&0));
            let bits = at(0) << 16 | at(1) << 8 | at(2);
            for digit in 0..4 {
                let sextet = (bits >> (18 - 6 * digit) & 63) as usize;
                out.push(if digit <= chunk.len() { DIGITS[sextet] as char } else { '=' });
            }
        }
        out
    }
}
