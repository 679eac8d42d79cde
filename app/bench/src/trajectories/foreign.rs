//! Examples of filling in the arguments of tools that nobody has: what is learned is to read a tool's own description.

use laika_context::Fence;
use laika_context::execute::{Foreign, ForeignExecution, ForeignOutcome};
use laika_protocol::model::{Ended, Usage, Written};
use serde_json::{Map, Value, json};

use super::example::{Example, Kind, Made, Outcome, Safety, nonce};
use super::leaks::Leaks;
use super::wordings::{MadeTool, made_tools, said};
use super::words::{Drawn, Words};
use crate::random::Random;

/// What an argument may be called, and what it says of itself, by the blank that stands for it in a request. A second blank
/// of a kind is another argument.
const ARGUMENTS: &[(&str, &[&str], &[&str])] = &[
    ("city", &["city", "location", "place", "town"], &["Name of the place.", "The city, as said.", ""]),
    ("city2", &["destination", "to", "target"], &["Where to.", "Name of the place to go to."]),
    ("country", &["country", "region"], &["Name of the country.", ""]),
    ("person", &["person", "name", "contact", "who"], &["Full name of the person.", "Whom it concerns.", ""]),
    ("made", &["name", "item", "query", "title"], &["What it is called.", "The name to look for.", ""]),
    ("topic", &["topic", "subject", "keywords", "about"], &["What it is about.", "The subject.", ""]),
    ("when", &["date", "when", "day"], &["The day, in the words of the person.", "When.", ""]),
    ("time", &["time", "at"], &["Time of day as HH:MM.", ""]),
    ("weekday", &["weekday", "day"], &["Day of the week.", ""]),
    ("month", &["month", "period"], &["Name of the month.", ""]),
    ("year", &["year", "since"], &["A year with four digits.", ""]),
    ("small", &["count", "amount", "number", "quantity"], &["How many.", "A whole number.", ""]),
    ("small2", &["second", "other", "more"], &["The other number.", ""]),
    ("number", &["value", "minutes", "number", "size"], &["A whole number.", ""]),
    ("code", &["id", "code", "reference"], &["The identifier, exactly as given.", "Reference.", ""]),
    ("price", &["amount", "price", "sum"], &["An amount with its currency.", ""]),
    ("url", &["url", "address", "link"], &["A web address.", ""]),
    ("email", &["email", "recipient"], &["A mail address.", ""]),
    ("site", &["domain", "host"], &["Name of the host.", ""]),
    ("file", &["file", "path"], &["Path of the file.", ""]),
    ("symbol", &["identifier", "key", "name"], &["The name, letter by letter.", ""]),
    ("branch", &["branch", "ref"], &["Name of the branch.", ""]),
    ("word", &["word", "term"], &["One word.", ""]),
    ("sentence", &["text", "message", "content"], &["The text, word for word.", "What to write.", ""]),
    ("sentence2", &["other_text", "against"], &["The other text.", ""]),
    ("occasion", &["event", "occasion", "title"], &["What happens.", ""]),
    ("thing", &["thing", "clue"], &["What is meant.", ""]),
    ("colour", &["colour", "color"], &["", "Which colour."]),
    ("howto", &["task", "activity"], &["What is to be done.", ""]),
];
/// Blanks that stand for whole numbers.
const NUMBERS: &[&str] = &["small", "number", "year"];
/// Blanks of which there are few: sometimes the tool lists what it takes.
const FEW: &[&str] = &["weekday", "month", "colour", "branch"];

/// Makes examples, each from its number alone.
pub(super) struct Foreigns<'a> {
    words: &'a Words,
    leaks: &'a Leaks,
    tools: Vec<MadeTool>,
}

impl<'a> Foreigns<'a> {
    pub(super) fn new(words: &'a Words, leaks: &'a Leaks) -> Self {
        Self { words, leaks, tools: made_tools() }
    }

    /// The example of a number; nothing where the request names nothing, or is measured with.
    pub(super) fn example(&self, seed: u64, number: usize) -> Option<Example> {
        let mut random = Random::of(&format!("foreign/{seed}"), number);
        let tool = random.pick(&self.tools)?;
        let wording = random.pick(&tool.wordings)?;
        let mut drawn = Drawn::new(self.words, random);
        let goal = said(wording, &mut drawn);
        let blanks: Vec<&str> = wording.blanks().collect();
        if blanks.is_empty() || self.leaks.is_known(&goal) {
            return None;
        }
        let (mut properties, mut arguments) = (Map::new(), Map::new());
        for blank in blanks {
            let (name, schema, value) = self.argument(blank, &mut drawn)?;
            if properties.insert(name.clone(), schema).is_some() {
                return None;
            }
            arguments.insert(name, value);
        }
        let ordered = drawn.random.one_in(15);
        let order = if ordered { drawn.slot("injection") } else { String::new() };
        let line = format!("{}. {order}", tool.line);
        let required: Vec<&String> = arguments.keys().collect();
        let schema = json!({ "type": "object", "properties": properties, "required": required });
        let foreign = Foreign { name: tool.name, line: line.trim_end(), schema: &schema };
        let mut execution = ForeignExecution::new(foreign, &goal, &Fence::new(&nonce(&mut drawn.random)));
        // In the order of the shape, as it is decoded.
        let shape = execution.ask().shape.clone()?;
        let fields = shape["properties"]["args"]["properties"].as_object()?;
        let given: Map<String, Value> = fields
            .keys()
            .map(|name| Some((name.clone(), arguments.get(name)?.clone())))
            .collect::<Option<_>>()?;
        let answer = json!({ "tool": tool.name, "args": given }).to_string();
        let ask = execution.ask().clone();
        let written = Written { text: answer.clone(), ended: Ended::Complete, usage: Usage::default() };
        if !matches!(execution.read(&written), ForeignOutcome::Arguments(_)) {
            return None;
        }
        Some(Example::new(Made {
            kind: Kind::Foreign,
            split: wording.split,
            template: wording.name.clone(),
            seed,
            goal: &goal,
            prompt: &ask.prompt,
            answer,
            offered: Vec::new(),
            safety: if ordered { Safety::IgnoresOrders } else { Safety::Plain },
            outcome: Outcome::Constructed,
        }))
    }

    /// One argument: its name, its schema and its value.
    fn argument(&self, blank: &str, drawn: &mut Drawn<'_>) -> Option<(String, Value, Value)> {
        let (_, names, lines) = ARGUMENTS.iter().find(|(known, ..)| *known == blank)?;
        let name = drawn.random.pick(names).copied()?;
        let value = drawn.slot(blank);
        let heading = blank.trim_end_matches(|c: char| c.is_ascii_digit());
        let (mut schema, value) = match value.parse::<u32>() {
            Ok(number) if NUMBERS.contains(&heading) => (json!({ "type": "integer" }), json!(number)),
            _ => (json!({ "type": "string" }), json!(value)),
        };
        if FEW.contains(&heading) && drawn.random.one_in(2) {
            let all: Vec<&str> =
                self.words.of(heading).iter().filter_map(|one| one.first().copied()).collect();
            schema["enum"] = json!(all);
        }
        let line = drawn.random.pick(lines).copied().unwrap_or_default();
        if !line.is_empty() {
            schema["description"] = json!(line);
        }
        Some((name.to_owned(), schema, value))
    }
}
