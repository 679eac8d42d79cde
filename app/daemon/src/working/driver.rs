//! A planner that does what a person types, one command at a time: they drive, the gate still decides.

use laika_protocol::ids::{HandleId, ToolName};
use laika_protocol::llmcp::ToolCall;
use laika_protocol::observation::Element;
use serde_json::{Map, Value, json};

use super::planner::{Outcome, PlanError, Planner, Thinking, Thought, View};

/// What can be typed.
const COMMANDS: &str = "list [words] · text · click N · type N words · select N option · open URL · back · forward · \
    reload · scroll [up] · picture · q leaves";

/// Elements that are listed at once.
const MOST_LISTED: usize = 40;
/// Lines of a page that are shown at once.
const MOST_LINES: usize = 40;

/// A planner that is driven by what is typed.
#[derive(Debug, Default)]
pub struct Driver {
    heard: usize,
    shown: bool,
    /// The elements as they were last listed: a number is a place in it. Names of a pack would be others every time.
    listed: Vec<HandleId>,
}

/// What a command comes to.
#[derive(Debug, PartialEq)]
enum Command<'a> {
    List(&'a str),
    Text,
    Call(&'static str, Value),
    Unknown,
}

impl Driver {
    fn turn(&mut self, view: &View<'_>) -> Result<Thought, PlanError> {
        if let Some(Outcome::Refused) = view.last {
            (view.say)("that was not done".to_owned());
        }
        let new = view.words.get(self.heard.max(1)..).and_then(<[String]>::last).cloned();
        self.heard = view.words.len();
        let Some(line) = new else {
            if !std::mem::replace(&mut self.shown, true) || matches!(view.last, Some(Outcome::Done)) {
                self.list(view, "");
            }
            return Ok(Thought::Clarify(format!("{} — {COMMANDS}", view.page.url)));
        };
        match read(&line) {
            Command::List(words) => self.list(view, words),
            Command::Text => {
                view.page.text.lines().take(MOST_LINES).for_each(|line| (view.say)(line.to_owned()))
            }
            Command::Unknown => (view.say)(format!("that is no command: {COMMANDS}")),
            Command::Call(name, arguments) => {
                let unusable = |_| PlanError::Unusable("there is no such tool".to_owned());
                let name = ToolName::parse(name).map_err(unusable)?;
                let mut arguments = arguments.as_object().cloned().unwrap_or_default();
                match self.named(&mut arguments, view) {
                    Ok(()) => {
                        return Ok(Thought::Call(ToolCall { name, arguments }, "you typed it".to_owned()));
                    }
                    Err(number) => {
                        (view.say)(format!("there is no element {number} on this page; `list` shows them"));
                    }
                }
            }
        }
        Ok(Thought::Clarify(COMMANDS.to_owned()))
    }
}

impl Driver {
    /// Turns the number of an element into its name in this pack; the number, where nothing has it.
    fn named(&self, arguments: &mut Map<String, Value>, view: &View<'_>) -> Result<(), u64> {
        let Some(place) = arguments.get_mut("handleId") else { return Ok(()) };
        let number = place.as_u64().unwrap_or_default();
        let listed = usize::try_from(number).ok().and_then(|number| self.listed.get(number.checked_sub(1)?));
        let alias = listed.and_then(|handle| view.aliases.alias(handle)).ok_or(number)?;
        *place = Value::from(alias.as_str());
        Ok(())
    }

    /// Says the elements of the page whose names have these words, with the numbers they are called by.
    fn list(&mut self, view: &View<'_>, words: &str) {
        self.listed = view.page.elements.iter().map(|element| element.handle_id.clone()).collect();
        let words = words.to_lowercase();
        let has = |element: &Element| element.accessible_name.to_lowercase().contains(&words);
        let found: Vec<_> = (1..).zip(&view.page.elements).filter(|(_, element)| has(element)).collect();
        for (number, element) in found.iter().take(MOST_LISTED) {
            (view.say)(format!("{number:>4}  {} \"{}\"", element.role, element.accessible_name));
        }
        if found.len() > MOST_LISTED {
            (view.say)(format!("{} more; `list words` finds them", found.len() - MOST_LISTED));
        }
    }
}

impl Planner for Driver {
    fn next<'a>(&'a mut self, view: View<'a>) -> Thinking<'a> {
        Box::pin(async move { self.turn(&view) })
    }

    fn model(&self) -> String {
        "none".to_owned()
    }
}

/// Reads a command.
fn read(line: &str) -> Command<'_> {
    let line = line.trim();
    let (verb, rest) =
        line.split_once(char::is_whitespace).map_or((line, ""), |(verb, rest)| (verb, rest.trim()));
    let numbered = || {
        let (number, words) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        number.parse::<u32>().ok().map(|number| (number, words.trim()))
    };
    match verb {
        "list" | "l" => Command::List(rest),
        "text" => Command::Text,
        "click" | "c" => match numbered() {
            Some((handle, "")) => Command::Call("browser.click", json!({ "handleId": handle })),
            _ => Command::Unknown,
        },
        "type" | "t" => match numbered() {
            Some((handle, text)) if !text.is_empty() => {
                Command::Call("browser.type", json!({ "handleId": handle, "text": text }))
            }
            _ => Command::Unknown,
        },
        "select" => match numbered() {
            Some((handle, value)) if !value.is_empty() => {
                Command::Call("browser.select", json!({ "handleId": handle, "value": value }))
            }
            _ => Command::Unknown,
        },
        "open" if !rest.is_empty() => {
            let url = if rest.contains("://") { rest.to_owned() } else { format!("https://{rest}") };
            Command::Call("browser.navigate", json!({ "url": url }))
        }
        "back" | "b" => Command::Call("browser.back", json!({})),
        "forward" => Command::Call("browser.forward", json!({})),
        "reload" => Command::Call("browser.refresh", json!({})),
        "scroll" => Command::Call("browser.scroll", json!({ "deltaY": if rest == "up" { -1 } else { 1 } })),
        "picture" => Command::Call("browser.capture_viewport", json!({})),
        _ => Command::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let call = |name, arguments| Command::Call(name, arguments);
        for (line, expected) in [
            ("click 12", call("browser.click", json!({ "handleId": 12 }))),
            (" type 3  two words ", call("browser.type", json!({ "handleId": 3, "text": "two words" }))),
            ("select 4 Blue", call("browser.select", json!({ "handleId": 4, "value": "Blue" }))),
            ("open example.com/a", call("browser.navigate", json!({ "url": "https://example.com/a" }))),
            ("scroll up", call("browser.scroll", json!({ "deltaY": -1 }))),
            ("list buy", Command::List("buy")),
            ("click", Command::Unknown),
            ("click twelve", Command::Unknown),
            ("type 3", Command::Unknown),
            ("fly", Command::Unknown),
            ("", Command::Unknown),
        ] {
            assert_eq!(read(line), expected, "{line}");
        }
    }
}
