//! Whether an element shows itself, as far as its own attributes tell. Rules of a style sheet are not known here; a
//! browser knows them.

use super::dom::Element;

/// Whether the page says of this element that nobody sees it.
pub(super) fn is_hidden(element: &Element) -> bool {
    let tag = &*element.name.local;
    element.attribute("hidden").is_some()
        || element.attribute("aria-hidden").is_some_and(|value| value.trim().eq_ignore_ascii_case("true"))
        || (tag == "dialog" && element.attribute("open").is_none())
        || (tag == "input"
            && element.attribute("type").is_some_and(|kind| kind.eq_ignore_ascii_case("hidden")))
        || element.attribute("style").is_some_and(hides)
}

/// Where a style moves something that far, nobody sees it.
const FAR_AWAY: f64 = -900.0;

/// Whether a style hides what has it.
fn hides(style: &str) -> bool {
    let style = style.to_ascii_lowercase();
    let mut empty_box = false;
    let mut clipped = false;
    for (property, value) in declarations(&style) {
        let number = || number(value);
        let nought = || number().is_some_and(|size| size.abs() < 0.02);
        let gone = match property {
            "display" => value == "none",
            "visibility" => matches!(value, "hidden" | "collapse"),
            "content-visibility" => value == "hidden",
            "opacity" | "font-size" => nought(),
            "clip" => value.starts_with("rect(0") || value.starts_with("rect(1px"),
            "clip-path" => matches!(value, "inset(50%)" | "inset(100%)") || value.starts_with("circle(0"),
            "text-indent" | "left" | "right" | "top" | "bottom" | "margin-left" => {
                number().is_some_and(|far| far < FAR_AWAY)
            }
            "color" => matches!(value, "transparent" | "rgba(0,0,0,0)" | "rgba(0, 0, 0, 0)"),
            "transform" => value.starts_with("scale(0)"),
            "width" | "height" | "max-width" | "max-height" => {
                empty_box |= nought() || matches!(value, "1px");
                false
            }
            "overflow" => {
                clipped |= matches!(value, "hidden" | "clip");
                false
            }
            _ => false,
        };
        if gone {
            return true;
        }
    }
    empty_box && clipped
}

fn declarations(style: &str) -> impl Iterator<Item = (&str, &str)> {
    style.split(';').filter_map(|declaration| {
        let (property, value) = declaration.split_once(':')?;
        let value = value.trim();
        let value = value.strip_suffix("!important").unwrap_or(value);
        Some((property.trim(), value.trim_end().trim_end_matches('!').trim_end()))
    })
}

/// The number that a value begins with.
fn number(value: &str) -> Option<f64> {
    let end =
        value.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '+')).unwrap_or(value.len());
    value[..end].parse().ok()
}

/// How a style makes an element flow, where it says so.
pub(super) fn display(element: &Element) -> Option<Flow> {
    let style = element.attribute("style")?.to_ascii_lowercase();
    let value = declarations(&style).filter(|(property, _)| *property == "display").last()?.1;
    match value {
        "block" | "flex" | "grid" | "list-item" | "table" | "flow-root" => Some(Flow::Block),
        "inline" | "contents" => Some(Flow::Inline),
        value if value.starts_with("inline-") => Some(Flow::Word),
        _ => None,
    }
}

/// How an element stands in the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// On lines of its own.
    Block,
    /// With the words around it.
    Inline,
    /// Like a word of its own.
    Word,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_that_hide_are_told_from_those_that_do_not() {
        for style in [
            "display:none",
            "Display : NONE !important",
            "color:red; visibility:hidden",
            "opacity:0",
            "opacity: 0.0;",
            "font-size:0px",
            "position:absolute;left:-9999px",
            "text-indent:-999em",
            "clip:rect(0 0 0 0)",
            "clip-path: inset(50%)",
            "height:0;overflow:hidden",
            "overflow:hidden;width:1px",
            "content-visibility:hidden",
            "color:transparent",
        ] {
            assert!(hides(style), "{style}");
        }
        for style in [
            "",
            "display:block",
            "opacity:0.5",
            "font-size:10px",
            "left:-10px",
            "height:0",
            "overflow:hidden",
            "width:100px;overflow:hidden",
            "margin-top:0",
            "display",
            ":;:",
            "color:#000",
        ] {
            assert!(!hides(style), "{style}");
        }
    }
}
