//! The corpus of model outputs in `tests/golden/`: prose, the output, and what must come of it, side by side.
//!
//! `UPDATE_EXPECT=1` rewrites the expected blocks; read the diff before you believe it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use laika_context::{Answer, Expected, LegacyPattern, Routed, Thinking, read_answer, repair_prompt};
use laika_protocol::ids::{DocId, HandleAlias};
use laika_protocol::llmcp::TaskName;
use laika_protocol::{Defect, Severity, tools};
use serde_json::Value;

struct Case {
    name: String,
    expected: Expected,
    output: String,
    /// Where the expected block stands in the file, and what it says.
    block: std::ops::Range<usize>,
    lines: BTreeSet<String>,
}

#[test]
fn golden_corpus() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut count, mut failures) = (0, String::new());
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        let mut updated = text.clone();
        for case in cases(&text).into_iter().rev() {
            count += 1;
            let (answer, defects) = read_answer(&case.output, &case.expected);
            let got = describe(&answer, &defects, &case.expected);
            let got_lines: BTreeSet<String> = got.lines().map(str::to_owned).collect();
            if got_lines != case.lines {
                let list = |lines: Vec<&String>| {
                    lines.iter().fold(String::new(), |all, line| all + "    " + line + "\n")
                };
                writeln!(failures, "{}: {}", file.file_name().unwrap().display(), case.name).unwrap();
                write!(
                    failures,
                    "  expected but not got:\n{}",
                    list(case.lines.difference(&got_lines).collect())
                )
                .unwrap();
                write!(
                    failures,
                    "  got but not expected:\n{}",
                    list(got_lines.difference(&case.lines).collect())
                )
                .unwrap();
                updated.replace_range(case.block, &got);
            }
        }
        if env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(file, updated).unwrap();
        }
    }
    assert!(count >= 100, "the corpus has {count} cases");
    assert!(failures.is_empty(), "{failures}");
}

fn cases(text: &str) -> Vec<Case> {
    let starts: Vec<usize> = text.match_indices("\n## ").map(|(at, _)| at + 1).chain([text.len()]).collect();
    starts.windows(2).map(|range| case(text, range[0]..range[1])).collect()
}

fn case(text: &str, section: std::ops::Range<usize>) -> Case {
    let body = &text[section.clone()];
    let name = body.lines().next().unwrap().trim_start_matches("## ").to_owned();
    let block = |kind: &str| {
        let open = format!("````{kind}\n");
        let start = body.find(&open).unwrap_or_else(|| panic!("{name}: no {kind} block")) + open.len();
        let end = start + body[start..].find("````").unwrap();
        start..end
    };
    let (output, expect) = (block("output"), block("expect"));
    let setting = |key: &str| {
        let prefix = format!("- {key}: ");
        body[..output.start].lines().find_map(|line| line.strip_prefix(&prefix)).map(str::trim)
    };
    let list = |key: &str| setting(key).into_iter().flat_map(|all| all.split(',')).map(str::trim);

    let task = setting("task").unwrap_or_else(|| panic!("{name}: no task"));
    let task = TaskName::ALL
        .iter()
        .find(|known| known.as_str() == task)
        .unwrap_or_else(|| panic!("{name}: task {task}"));
    let mut expected = Expected::for_task(*task);
    expected.tools =
        list("tools").map(|tool| tools::find(tool).unwrap_or_else(|| panic!("{name}: {tool}"))).collect();
    expected.handles = list("handles").map(|alias| HandleAlias::parse(alias).unwrap()).collect();
    expected.stale = list("stale").map(|alias| HandleAlias::parse(alias).unwrap()).collect();
    expected.documents = list("docs").map(|id| DocId::parse(id).unwrap()).collect();
    if setting("legacy") == Some("on") {
        expected.legacy = LegacyPattern::On;
    }
    if setting("thinking") == Some("open") {
        expected.thinking = Thinking::Open;
    }

    let mut said = body[output.clone()].trim_end_matches('\n').to_owned();
    if let Some((times, unit)) = setting("repeat").and_then(|repeat| repeat.split_once(" x ")) {
        let unit: String = serde_json::from_str(unit).unwrap();
        said.push_str(&unit.repeat(times.parse().unwrap()));
    }
    let lines = body[expect.clone()]
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect();
    Case {
        name,
        expected,
        output: said,
        block: section.start + expect.start..section.start + expect.end,
        lines,
    }
}

fn describe(answer: &Answer, defects: &[Defect], expected: &Expected) -> String {
    let mut text = String::new();
    let mut line = |key: &str, value: String| writeln!(text, "{key}: {value}").unwrap();
    line("dialect", answer.dialect.map_or("none", laika_context::Dialect::as_str).into());
    if !answer.assistant.title.is_empty() {
        line("title", answer.assistant.title.clone());
    }
    let words = answer.assistant.render.plain_text();
    if !words.is_empty() {
        line("text", shortened(&words));
    }
    match &answer.route {
        Some(Routed::Call(tool)) => line("route", format!("call_tool {}", tool.name)),
        Some(Routed::Clarify(question)) => line("route", format!("clarify {question:?}")),
        Some(Routed::None) => line("route", "none".into()),
        None => {}
    }
    for (key, call) in answer
        .call
        .iter()
        .map(|call| ("call", call))
        .chain(answer.deferred.iter().map(|call| ("deferred", call)))
    {
        line(key, format!("{} {}", call.name, Value::Object(call.arguments.clone())));
    }
    for citation in &answer.assistant.citations {
        let node = citation.node_id.as_ref().map_or("-", |node| node.as_str());
        line("citation", format!("{} {node} {:?}", citation.doc_id, citation.quote));
    }
    for defect in defects {
        let severity = if defect.severity == Severity::Error { "ERROR" } else { "NOTE" };
        line("defect", format!("{severity} {} {}", defect.kind.code(), defect.path));
    }
    line("repair", if repair_prompt(defects, expected).is_some() { "yes" } else { "no" }.into());
    text
}

/// Very long texts are compared by their start and length.
fn shortened(words: &str) -> String {
    match words.char_indices().nth(400) {
        Some((at, _)) => format!("{}… ({} characters)", &words[..at], words.chars().count()),
        None => words.to_owned(),
    }
}
