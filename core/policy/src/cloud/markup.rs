//! Text without the markup of a page: a source text carries hidden fields, tokens and addresses that nobody sees.

use alloc::borrow::Cow;
use alloc::string::String;

/// Names of elements. What only looks like a tag, as the marks around a document in a prompt do, stays.
const ELEMENTS: &str = "\
    a abbr address applet area article aside audio b base bdi bdo big blockquote body br button canvas \
    caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em \
    embed fieldset figcaption figure font footer form frame frameset g h1 h2 h3 h4 h5 h6 head header \
    hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee math menu meta \
    meter nav noframes noscript object ol optgroup option output p param path picture pre progress q rp \
    rt ruby s samp script search section select slot small source span strike strong style sub summary \
    sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul use var video \
    wbr";
/// Elements whose content is not text.
const NOT_TEXT: &[&str] = &["script", "style"];
/// The end of a document in a prompt. Nothing inside one looks like it, so what is open there ends there.
const DOCUMENT_ENDS: &str = "</document ";
/// The longest name of an element that is looked for.
const LONGEST_NAME: usize = 64;
/// The longest tag. A tag without an end is cut there.
const LONGEST_TAG: usize = 8 * 1024;

/// The text with a space where a tag was.
pub(super) fn without_markup(text: &str) -> Cow<'_, str> {
    if !text.contains('<') {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    let mut changed = false;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        kept.push_str(before);
        match markup_length(from) {
            Some(length) => {
                changed = true;
                kept.push(' ');
                rest = from.get(length..).unwrap_or_default();
            }
            None => {
                kept.push('<');
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    kept.push_str(rest);
    if changed { Cow::Owned(kept) } else { Cow::Borrowed(text) }
}

/// How long the markup is that a text begins with.
fn markup_length(from: &str) -> Option<usize> {
    let inside = from.strip_prefix('<')?;
    if inside.starts_with("!--") {
        return Some(end_after(from, "-->"));
    }
    if inside.starts_with(['!', '?']) {
        let declares = inside.chars().nth(1).is_some_and(|c| c.is_ascii_alphabetic() || c == '[');
        return declares.then(|| tag_end(from));
    }
    let closing = inside.starts_with('/');
    let named = inside.strip_prefix('/').unwrap_or(inside);
    let length =
        named.bytes().take(LONGEST_NAME).take_while(|b| b.is_ascii_alphanumeric() || *b == b'-').count();
    let name = named.get(..length)?.to_ascii_lowercase();
    let follows = named.get(length..)?.chars().next();
    let ends = follows.is_none_or(|c| c.is_whitespace() || matches!(c, '>' | '/'));
    // A name with a hyphen is an element that a page made up.
    let made_up = name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.contains('-');
    if !ends || !(made_up || ELEMENTS.split(' ').any(|element| element == name)) {
        return None;
    }
    let end = tag_end(from);
    if !closing && NOT_TEXT.contains(&name.as_str()) {
        let content = from.get(end..).unwrap_or_default();
        return Some(end + content_length(content, &name));
    }
    Some(end)
}

/// Up to the mark and with it, or everything.
fn end_after(text: &str, mark: &str) -> usize {
    let within = text.get(..open_content(text)).unwrap_or(text);
    within.find(mark).map_or(within.len(), |at| at + mark.len())
}

/// How far something reaches that has no end of its own.
fn open_content(content: &str) -> usize {
    content.find(DOCUMENT_ENDS).unwrap_or(content.len())
}

/// Where a tag ends. One without an end stops before the next, or at the end of its line where it has no attributes:
/// then it may be a "less than".
fn tag_end(from: &str) -> usize {
    let bound = from.floor_char_boundary(LONGEST_TAG);
    let tag = from.get(..bound).unwrap_or(from);
    let mut quote = None;
    for (at, c) in tag.char_indices().skip(1) {
        match (quote, c) {
            (None, '>') => return at + 1,
            (None, '"' | '\'') if tag[..at].trim_end().ends_with('=') => quote = Some(c),
            (None, '<') => return at,
            (Some(open), c) if open == c => quote = None,
            _ => {}
        }
    }
    // An open quotation mark may have swallowed the end.
    tag.find('>').map_or_else(|| open_end(tag), |at| at + 1)
}

fn open_end(tag: &str) -> usize {
    if tag.contains('=') {
        return tag.len();
    }
    tag.char_indices()
        .skip(1)
        .find(|(_, c)| !c.is_ascii_alphanumeric() && *c != '/')
        .map_or(tag.len(), |(at, _)| at)
}

/// How long the content of an element is, with its end; all that is left where it has none. Inside a document of a prompt
/// the end is written with a space.
fn content_length(content: &str, name: &str) -> usize {
    let content = content.get(..open_content(content)).unwrap_or(content);
    let mut from = 0;
    while let Some(at) = content.get(from..).and_then(|rest| rest.find('<')) {
        let start = from + at;
        let inside = content.get(start + 1..).unwrap_or_default();
        let named = inside.trim_start_matches(' ').strip_prefix('/').unwrap_or_default();
        if named.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name)) {
            return start + tag_end(content.get(start..).unwrap_or_default());
        }
        from = start + 1;
    }
    content.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_go_and_words_stay() {
        for (text, expected) in [
            ("no markup", "no markup"),
            ("a <b>bold</b> word", "a  bold  word"),
            ("<input type=hidden name=csrf value='a>b'>x", " x"),
            ("<div\nclass=\"a\">x</DIV>", " x "),
            ("a<script>var k = '</div>';</script >b", "a b"),
            ("<style>p{}", " "),
            ("<!-- <b> -->x<!doctype html><?xml version='1'?>", " x  "),
            ("<x-app token=1>y", " y"),
            ("<input value=\"cut off", " "),
            ("<a href='open>x", " x"),
            ("1 < 2 and <3, a<b and c>d", "1 < 2 and <3, a d"),
            ("i <p and y", "i   and y"),
            (
                "<document a1b2 doc:web:summary>\nx\n</document a1b2>",
                "<document a1b2 doc:web:summary>\nx\n</document a1b2>",
            ),
            (
                "<document n1 x>\na <script>k< /script> b\n</document n1>\nq",
                "<document n1 x>\na   b\n</document n1>\nq",
            ),
            ("<document n1 x>\na <script>k\n</document n1>\nq", "<document n1 x>\na  </document n1>\nq"),
            ("<document n1 x>\na <!-- k\n</document n1>\nq", "<document n1 x>\na  </document n1>\nq"),
            ("<page a1> x </page a1> <|im_start|> <=", "<page a1> x </page a1> <|im_start|> <="),
            ("Vec<String> and <T>", "Vec<String> and <T>"),
            ("<", "<"),
            ("</", "</"),
            ("größe<em>ü</em>", "größe ü "),
        ] {
            assert_eq!(without_markup(text), expected, "{text}");
        }
    }
}
