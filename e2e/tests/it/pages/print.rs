//! An observation in the words of the golden files.

use laika_protocol::observation::{Element, Observation};
use serde::Serialize;

/// The lines of a section; none for one that an observation does not have.
pub(super) fn section(observation: &Observation, name: &str) -> Option<Vec<String>> {
    let base = observation.origin.as_str();
    Some(match name {
        "text" => observation.text.lines().map(str::to_owned).collect(),
        "elements" => observation.elements.iter().map(|element| self::element(element, base)).collect(),
        "items" => observation
            .items
            .iter()
            .map(|item| {
                let mut line = item.title.clone();
                if !item.url.is_empty() {
                    line.push_str(&format!(" -> {}", address(&item.url, base)));
                }
                if !item.snippet.is_empty() {
                    line.push_str(&format!(" | {}", item.snippet));
                }
                if let Some(count) = item.comment_count {
                    line.push_str(&format!(" | {count} comments"));
                }
                line
            })
            .collect(),
        "comments" => observation
            .comments
            .iter()
            .map(|comment| {
                let about: Vec<_> = [&comment.age, &comment.score]
                    .into_iter()
                    .filter(|part| !part.is_empty())
                    .cloned()
                    .collect();
                let about = if about.is_empty() { String::new() } else { format!(" ({})", about.join(", ")) };
                format!("{} {}{about}: {}", comment.depth, comment.author, comment.text)
            })
            .collect(),
        "outline" => {
            observation.outline.iter().map(|heading| format!("{} {}", heading.level, heading.text)).collect()
        }
        "primary" => {
            let primary = observation.primary.as_ref();
            primary.map(|primary| primary.text.lines().map(str::to_owned).collect()).unwrap_or_default()
        }
        "forms" => forms(observation, base),
        "signals" => observation.signals.iter().map(word).collect(),
        "redactions" => {
            observation.redactions.iter().map(|one| format!("{} {}", word(&one.kind), one.count)).collect()
        }
        "omissions" => {
            observation.omissions.iter().map(|one| format!("{} {}", one.part, one.count)).collect()
        }
        _ => return None,
    })
}

fn element(element: &Element, base: &str) -> String {
    let mut line = role_and_name(&element.role, &element.accessible_name);
    let states: Vec<_> = element.states.iter().map(word).collect();
    if !states.is_empty() {
        line.push_str(&format!(" [{}]", states.join(", ")));
    }
    let attributes = &element.attributes;
    if let Some(href) = &attributes.href {
        line.push_str(&format!(" -> {}", address(href, base)));
    }
    for (name, value) in [("type", &attributes.input_type), ("autocomplete", &attributes.autocomplete)] {
        if let Some(value) = value {
            line.push_str(&format!(" {name}={value}"));
        }
    }
    if let Some(placeholder) = &attributes.placeholder {
        line.push_str(&format!(" placeholder=\"{placeholder}\""));
    }
    line
}

fn forms(observation: &Observation, base: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for form in &observation.forms {
        let mut line = format!("form \"{}\"", form.label);
        if let Some(method) = &form.method {
            line.push_str(&format!(" {method}"));
        }
        if let Some(action) = &form.action {
            line.push_str(&format!(" {}", address(action, base)));
        }
        lines.push(line);
        for field in &form.fields {
            let mut line = format!("  {} \"{}\"", field.field_type, field.label);
            if field.required {
                line.push_str(" [required]");
            }
            if let Some(autocomplete) = &field.autocomplete {
                line.push_str(&format!(" autocomplete={autocomplete}"));
            }
            lines.push(line);
        }
    }
    lines
}

pub(super) fn role_and_name(role: &str, name: &str) -> String {
    format!("{role} \"{name}\"")
}

/// Of the page's own origin without it.
fn address(url: &str, base: &str) -> String {
    url.strip_prefix(base).filter(|rest| rest.starts_with('/')).unwrap_or(url).to_owned()
}

fn word(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
