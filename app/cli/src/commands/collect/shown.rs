//! Collections and sources in a terminal. Words of pages are shown as text, whatever is in them.

use laika_protocol::text::one_line;
use serde_json::Value;

use crate::printer::Printer;
use crate::table::Table;

pub(super) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => one_line(text).into_owned(),
        Value::Null => String::new(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

fn each(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

pub(super) fn created(value: &Value, printer: &mut Printer) {
    let collection = &value["collection"];
    printer.data(format_args!("{}\n", text(&collection["id"])));
    printer.say(
        "hint",
        format_args!("`laika collection add \"{}\" URL` adds a page", text(&collection["title"])),
    );
}

pub(super) fn list(value: &Value, printer: &mut Printer) {
    let mut table = Table::new(["COLLECTION", "TITLE", "CAPTURED", "WAITING", "FAILED", "MADE"]);
    for one in each(&value["collections"]) {
        table.row(["id", "title", "captured", "waiting", "failed", "made"].map(|name| text(&one[name])));
    }
    printer.data(table);
    if each(&value["collections"]).next().is_none() {
        printer.say("hint", "`laika collection add \"My reading\" URL` makes the first one");
    }
}

pub(super) fn collection(value: &Value, printer: &mut Printer) {
    let collection = &value["collection"];
    printer.data(format_args!("{}  ({})\n\n", text(&collection["title"]), text(&collection["id"])));
    sources(value["sources"].as_array().map_or(&[], Vec::as_slice), printer);
    let mut table = Table::new(["MADE", "WHAT", "TITLE", "VERSION", "WHEN"]);
    for row in each(&value["artifacts"]) {
        let cells = ["id", "transform", "title", "version", "madeAt"];
        table.row(cells.map(|name| text(&row[name])));
    }
    if each(&value["artifacts"]).next().is_some() {
        printer.data("\n");
        printer.data(table);
    }
}

pub(super) fn sources(all: &[Value], printer: &mut Printer) {
    if all.is_empty() {
        return;
    }
    let mut table = Table::new(["SOURCE", "STATE", "CHARS", "FROM", "TITLE"]);
    for source in all {
        let state = match source["failure"]["code"].as_str() {
            Some(code) if source["state"] != "captured" => format!("{} ({code})", text(&source["state"])),
            Some(_) | None => text(&source["state"]),
        };
        let cut = if source["latest"]["cut"] == true { "+" } else { "" };
        table.row([
            text(&source["id"]),
            state,
            format!("{}{cut}", text(&source["latest"]["chars"])),
            text(&source["outlet"]),
            text(&source["title"]),
        ]);
    }
    printer.data(table);
    for source in all.iter().filter(|one| one["state"] == "failed") {
        let failure = &source["failure"];
        let (code, why) = (text(&failure["code"]), text(&failure["sentence"]));
        printer.say("not captured", format_args!("{}: {why} ({code})", text(&source["url"])));
        if code == "E_ORIGIN_NOT_ALLOWED" {
            let then = format!("laika collection add {} ADDRESS", text(&source["collectionId"]));
            printer.say(
                "hint",
                format_args!("open it yourself, and add the address that you arrive at: {then}"),
            );
        }
    }
}

pub(super) fn added(value: &Value, printer: &mut Printer) {
    let (added, known) = (each(&value["added"]).count(), each(&value["known"]).count());
    printer.say("added", format_args!("{added} new, {known} were there already"));
    for refused in each(&value["refused"]) {
        let why = format!("{} ({})", text(&refused["sentence"]), text(&refused["code"]));
        printer.say("not added", format_args!("{}: {why}", text(&refused["what"])));
    }
}

pub(super) fn links(value: &Value, printer: &mut Printer) {
    for link in each(&value["links"]) {
        printer.data(format_args!("{}\n  {}\n", text(&link["text"]), text(&link["url"])));
    }
}

pub(super) fn found(value: &Value, printer: &mut Printer) {
    for one in each(&value["found"]) {
        printer.data(format_args!("{}  {}\n", text(&one["sourceId"]), text(&one["title"])));
        printer.data(format_args!("  {}\n", text(&one["quote"])));
    }
    if each(&value["found"]).next().is_none() {
        printer.say("nothing", "no source has all these words");
    }
}

pub(super) fn source(value: &Value, printer: &mut Printer) {
    let (source, capture) = (&value["source"], &value["capture"]);
    printer.data(format_args!("{}\n{}\n\n", text(&source["title"]), text(&source["url"])));
    match capture["text"].as_str() {
        Some(captured) => {
            captured.lines().for_each(|line| printer.data(format_args!("{}\n", one_line(line))))
        }
        None => printer.say("not captured", "there is no text of it yet"),
    }
}

pub(super) fn changes(value: &Value, printer: &mut Printer) {
    if value["from"].is_null() {
        return printer.say("nothing", "it was captured once");
    }
    for line in each(&value["lines"]) {
        let mark = if line["kind"] == "goes" { "-" } else { "+" };
        printer.data(format_args!("{mark} {}\n", text(&line["text"])));
    }
    let counts = ["kept", "added", "removed"].map(|name| text(&value[name]));
    let [kept, added, removed] = counts;
    printer.say("changes", format_args!("{added} sentences are new, {removed} are gone, {kept} stayed"));
}

pub(super) fn types(value: &Value, printer: &mut Printer) {
    for one in each(&value["types"]) {
        printer.data(format_args!("{:<14}{}\n", text(&one["type"]), text(&one["about"])));
        for setting in each(&one["config"]) {
            printer.data(format_args!("  --set {}=…  {}\n", text(&setting["key"]), text(&setting["about"])));
        }
    }
}
