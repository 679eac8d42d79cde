//! Reading a case: a heading, fences with pages, and an expectation in sections.

/// One page and what must be said about it.
pub(super) struct Case {
    pub(super) file: String,
    pub(super) name: String,
    pub(super) page: String,
    /// Further documents: where they are served, their name, their text.
    pub(super) documents: Vec<(Served, String, String)>,
    pub(super) options: serde_json::Value,
    pub(super) sections: Vec<Section>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Served {
    Here,
    Elsewhere,
}

/// A part of an expectation: what it is about, and its lines.
pub(super) struct Section {
    pub(super) name: String,
    pub(super) lines: Vec<String>,
}

/// Sections whose entries stand on the line of their name.
const ON_ONE_LINE: [&str; 4] = ["signals", "redactions", "omissions", "frames"];
const OF_LINES: [&str; 8] = ["text", "elements", "items", "comments", "outline", "forms", "primary", "table"];

pub(super) fn read(file: &str, text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut fence: Option<(String, Vec<&str>)> = None;
    for line in text.lines() {
        if let Some((info, body)) = &mut fence {
            if line == "```" {
                let (info, body) = (info.clone(), body.join("\n"));
                close(cases.last_mut().unwrap(), &info, body);
                fence = None;
            } else {
                body.push(line);
            }
        } else if let Some(name) = line.strip_prefix("## ") {
            let options = serde_json::json!({});
            let (file, name) = (file.to_owned(), name.to_owned());
            cases.push(Case {
                file,
                name,
                page: String::new(),
                documents: vec![],
                options,
                sections: vec![],
            });
        } else if let Some(info) = line.strip_prefix("```") {
            fence = Some((info.to_owned(), Vec::new()));
        }
    }
    assert!(fence.is_none(), "{file}: a fence is not closed");
    for case in &cases {
        assert!(
            !case.page.is_empty() && !case.sections.is_empty(),
            "{file}: `{}` is not complete",
            case.name
        );
    }
    cases
}

fn close(case: &mut Case, info: &str, body: String) {
    match info.split_once(' ') {
        None if info == "html" => case.page = body,
        None if info == "expect" => expectation(case, &body),
        Some(("frame", name)) => case.documents.push((Served::Here, name.to_owned(), body)),
        Some(("elsewhere", name)) => case.documents.push((Served::Elsewhere, name.to_owned(), body)),
        _ => panic!("{}: `{}`: what is a `{info}`?", case.file, case.name),
    }
}

fn expectation(case: &mut Case, body: &str) {
    for line in body.lines() {
        if let Some(options) = line.strip_prefix("options: ") {
            case.options = serde_json::from_str(options).unwrap();
            continue;
        }
        let on_one_line = line.split_once(": ").filter(|(name, _)| ON_ONE_LINE.contains(name));
        let of_lines =
            line.strip_suffix(':').filter(|name| OF_LINES.contains(name) || name.starts_with("find \""));
        if let Some((name, entries)) = on_one_line {
            let lines = entries.split(", ").filter(|entry| *entry != "none").map(str::to_owned).collect();
            case.sections.push(Section { name: name.to_owned(), lines });
        } else if let Some(name) = of_lines {
            case.sections.push(Section { name: name.to_owned(), lines: Vec::new() });
        } else {
            let section = case.sections.last_mut().unwrap();
            section.lines.push(line.to_owned());
        }
    }
}
