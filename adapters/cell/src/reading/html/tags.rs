//! What an element's tag means to the reading of a page.

use super::lines::Kind;

/// What a tag means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trait {
    /// Never text that a person sees.
    Silent,
    /// Holds what a person enters, or pictures: nothing to read inside.
    Opaque,
    /// Starts a line of its own.
    Block,
    /// Starts a line of its own unless its style says otherwise.
    SoftBlock,
    Heading(u8),
    Item,
    List,
    Table,
    Link,
    Break,
    Image,
    Vector,
    Preformatted,
    /// Its first line is of a kind of its own.
    Lead(Kind),
    Quote,
    /// Code within a line.
    Code,
    /// Part of a sentence.
    Phrase,
    Other,
}

pub(super) fn trait_of(tag: &str) -> Trait {
    match tag {
        "script" | "style" | "template" | "head" | "link" | "meta" | "title" | "base" | "param"
        | "source" | "track" | "area" | "datalist" | "rp" | "noscript" | "noframes" | "noembed"
        | "iframe" | "frame" | "annotation" | "annotation-xml" => Trait::Silent,
        "input" | "textarea" | "select" | "option" | "optgroup" | "canvas" | "video" | "audio" | "object"
        | "embed" | "progress" | "meter" | "map" => Trait::Opaque,
        "p" | "section" | "article" | "main" | "nav" | "header" | "footer" | "aside" | "form"
        | "fieldset" | "legend" | "address" | "figure" | "hr" | "body" | "html" | "tbody" | "thead"
        | "tfoot" | "tr" | "td" | "th" | "center" | "dir" | "search" | "hgroup" | "dialog" | "details" => {
            Trait::Block
        }
        "div" | "dl" => Trait::SoftBlock,
        "h1" => Trait::Heading(1),
        "h2" => Trait::Heading(2),
        "h3" => Trait::Heading(3),
        "h4" => Trait::Heading(4),
        "h5" => Trait::Heading(5),
        "h6" => Trait::Heading(6),
        "li" => Trait::Item,
        "ul" | "ol" | "menu" => Trait::List,
        "table" => Trait::Table,
        "a" => Trait::Link,
        "br" => Trait::Break,
        "img" => Trait::Image,
        "svg" => Trait::Vector,
        "pre" | "listing" | "xmp" | "plaintext" => Trait::Preformatted,
        "summary" => Trait::Lead(Kind::Text),
        "figcaption" | "caption" => Trait::Lead(Kind::Caption),
        "dt" => Trait::Lead(Kind::Term),
        "dd" => Trait::Lead(Kind::Definition),
        "blockquote" => Trait::Quote,
        "code" | "kbd" | "samp" | "tt" => Trait::Code,
        "b" | "i" | "em" | "strong" | "u" | "s" | "small" | "sub" | "sup" | "var" | "cite" | "q" | "abbr"
        | "dfn" | "time" | "mark" | "bdi" | "bdo" | "wbr" | "font" | "big" | "strike" | "ruby" | "rt"
        | "rb" | "del" | "ins" | "data" => Trait::Phrase,
        _ => Trait::Other,
    }
}
