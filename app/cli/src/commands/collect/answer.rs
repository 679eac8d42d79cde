//! `laika ask --collection`: a question across all sources, with where every sentence stands.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use laika_daemon::collecting::Collect;
use laika_protocol::text::one_line;
use serde_json::Value;

use super::link::Kept;
use crate::arguments::collections::Told;
use crate::printer::{Outcome, Printer};

pub(crate) fn ask(
    told: &Told,
    collection: &str,
    question: &str,
    model: laika_daemon::serving::Choice,
    printer: &mut Printer,
) -> Result<Outcome> {
    if question.trim().is_empty() {
        bail!("the question is empty");
    }
    let kept = Kept::open(told, printer)?;
    let asked = Collect::Ask { collection: collection.to_owned(), question: question.to_owned(), model };
    let value = kept.ask(asked, printer)?;
    if told.json {
        printer.data(format_args!("{value:#}\n"));
        return Ok(Outcome::Done);
    }
    let listed = kept.ask(Collect::Show { collection: collection.to_owned() }, printer)?;
    shown(&value["answer"], &listed["sources"], printer);
    Ok(Outcome::Done)
}

fn shown(answer: &Value, sources: &Value, printer: &mut Printer) {
    let names: BTreeMap<&str, &Value> =
        sources.as_array().into_iter().flatten().filter_map(|one| Some((one["id"].as_str()?, one))).collect();
    let mut numbers: Vec<String> = Vec::new();
    let mut marks = |cited: &Value| -> String {
        let citations = cited["citations"].as_array().cloned().unwrap_or_default();
        let ids = citations.iter().filter_map(|one| one["sourceId"].as_str().map(str::to_owned));
        let number = |id: String| {
            let at = numbers.iter().position(|known| *known == id).unwrap_or_else(|| {
                numbers.push(id);
                numbers.len() - 1
            });
            format!("[{}]", at + 1)
        };
        ids.map(number).collect()
    };
    let several = answer["coverage"]["used"].as_array().is_some_and(|used| used.len() > 1);
    for sentence in answer["sentences"].as_array().into_iter().flatten() {
        let words = one_line(sentence["text"].as_str().unwrap_or_default()).into_owned();
        // Where sources speak of different things, a sentence says whose it is.
        let whose = sentence["citations"][0]["sourceId"].as_str().and_then(|id| names.get(id));
        let whose = whose.and_then(|source| source["title"].as_str()).filter(|_| several);
        let whose = whose.map(|title| format!("{}: ", one_line(title))).unwrap_or_default();
        printer.data(format_args!("{whose}{words} {}\n", marks(sentence)));
    }
    for (at, side) in answer["disagreement"].as_array().into_iter().flatten().enumerate() {
        if at == 0 {
            printer.data("\nYour sources disagree:\n");
        }
        for said in side["said"].as_array().into_iter().flatten() {
            let words = one_line(said["cited"]["text"].as_str().unwrap_or_default()).into_owned();
            printer.data(format_args!("  {words} {}\n", marks(&said["cited"])));
        }
    }
    if answer["nothing"] == true {
        printer.data("Your sources do not say.\n");
    } else {
        for question in answer["missing"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            printer.data(format_args!("Your sources do not say: {}\n", one_line(question)));
        }
    }
    if !numbers.is_empty() {
        printer.data("\n");
    }
    for (at, id) in numbers.iter().enumerate() {
        let source = names.get(id.as_str()).copied().unwrap_or(&Value::Null);
        let title = one_line(source["title"].as_str().unwrap_or(id)).into_owned();
        let url = one_line(source["url"].as_str().unwrap_or_default()).into_owned();
        printer.data(format_args!("[{}] {title}\n    {url}\n", at + 1));
    }
    let count = |name: &str| answer["coverage"][name].as_array().map_or(0, Vec::len);
    let (used, silent, without) = (count("used"), count("silent"), count("withoutText"));
    printer.say(
        "sources",
        format_args!("{used} answer it, {silent} say nothing about it, {without} have no text yet"),
    );
}
