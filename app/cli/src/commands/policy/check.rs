//! `laika policy check`: one call, from the command line.

use std::io::{self, IsTerminal};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use laika_policy::classify::{FieldFacts, FormContext};
use laika_policy::{HistoryEntry, Policy, SiteClass, Surface, Verdict, VerdictReport};
use laika_protocol::ids::Origin;
use laika_protocol::tools::{self, Effect};
use laika_protocol::wire::{CallContext, FormFacts, SiteMode, TargetFacts};
use laika_protocol::{canonical, quoted, text};
use serde_json::{Map, Value, json};

use super::request::{self, CallForm, DocumentForm, Request};
use crate::arguments::PolicyCheck;
use crate::arguments::policy::{Mode, Site, Surface as SurfaceName};
use crate::input;
use crate::printer::{Outcome, Printer};

pub(super) fn run(check: &PolicyCheck, printer: &mut Printer) -> Result<Outcome> {
    let policy = super::load(&check.layers, printer)?;
    let words_count = check.words_are_the_users || (io::stdin().is_terminal() && io::stdout().is_terminal());
    if !check.words.is_empty() && !words_count {
        printer.say(
            "hint",
            "without a terminal the words are a caller's and authorise nothing; see --words-are-the-users",
        );
    }
    let verdict = decide(check, &policy, words_count, printer)?;
    if check.json {
        printer.data(format_args!("{:#}\n", json!(VerdictReport::from(&verdict))));
    } else {
        printer.data(shown(&verdict));
    }
    Ok(Outcome::Done)
}

fn decide(check: &PolicyCheck, policy: &Policy, words_count: bool, printer: &Printer) -> Result<Verdict> {
    let own = tools::resolve(&check.tool).filter(|_| check.descriptor.is_none());
    let mut descriptors = Vec::new();
    if let Some(file) = &check.descriptor {
        let value: Value = serde_json::from_str(&input::read(file, printer)?)
            .with_context(|| format!("{} is not JSON", input::name(file)))?;
        descriptors.push(value);
    }
    let effect = own.map(|tool| tool.effect);
    let page = page(check, effect.is_some(), printer)?;
    let form = CallForm {
        name: own.map_or(check.tool.as_str(), |tool| tool.name).to_owned(),
        arguments: arguments(&check.arguments, own, printer)?,
        target: (effect == Some(Effect::Click)).then(|| target(check, printer)),
        field: matches!(effect, Some(Effect::Type | Effect::Choose)).then(|| field(check, printer)),
        history: (effect == Some(Effect::History))
            .then(|| HistoryEntry { origin: page.as_ref().map(|page| page.origin.clone()), is_get: true }),
    };
    let request = Request {
        surface: if own.is_none() { Surface::Tools } else { surface(check.surface) },
        mode: mode(check.mode),
        site: check.site.map(site),
        site_override: check.site_override,
        logged_in: false,
        gesture: false,
        private: false,
        quarantined: false,
        page,
        words: check.words.clone(),
        directory: Vec::new(),
        documents: documents(&check.document, printer)?,
        tools: descriptors,
        calls: vec![form],
        done: Vec::new(),
        approvals: Vec::new(),
        now_ms: 0,
    };
    let verdicts = request::decide(policy, request, words_count).map_err(|refusal| {
        let details: Vec<String> = refusal.defects.iter().map(|defect| defect.message.clone()).collect();
        anyhow!("{}", details.join("; ")).context(format!("E_ARGUMENTS deny: {}", refusal.message))
    })?;
    verdicts.into_iter().next().ok_or_else(|| anyhow!("the gate did not answer"))
}

fn page(check: &PolicyCheck, needed: bool, printer: &Printer) -> Result<Option<CallContext>> {
    let assumed = "https://example.com";
    let origin = match &check.origin {
        Some(origin) => origin.as_str(),
        None if needed => {
            printer.say("hint", format_args!("no --origin given: assuming {assumed}"));
            assumed
        }
        None => return Ok(None),
    };
    let origin = Origin::parse(origin).or_else(|error| Origin::of_url(origin).ok_or(error));
    let origin = origin.map_err(|error| anyhow!("--origin: {error}"))?;
    let page = json!({
        "profileId": "default", "tabId": 1, "frameId": 0, "origin": origin,
        "documentId": "d1", "navigationGeneration": 1,
    });
    Ok(Some(serde_json::from_value(page)?))
}

/// `name=value`, where a value that reads as JSON other than a string is that. A handle may be left out: nothing is
/// acted on here.
fn arguments(given: &[String], own: Option<&tools::Tool>, printer: &Printer) -> Result<Map<String, Value>> {
    let mut arguments = Map::new();
    for text in given {
        let Some((name, value)) = text.split_once('=') else {
            bail!("--arg takes NAME=VALUE, found {}", quoted(text));
        };
        let value = serde_json::from_str(value).ok().filter(|value: &Value| !value.is_string());
        let value = value.unwrap_or_else(|| Value::from(text.split_once('=').map_or("", |(_, value)| value)));
        if arguments.insert(name.to_owned(), value).is_some() {
            bail!("--arg {} is given twice", quoted(name));
        }
    }
    if let Some(tool) = own {
        let handles = tool.arguments.iter().filter(|argument| argument.role == tools::ArgRole::Handle);
        let schema = tool.argument_schema.root();
        let required =
            |name: &str| schema["required"].as_array().is_some_and(|all| all.contains(&Value::from(name)));
        for argument in handles.filter(|argument| required(argument.name)) {
            arguments.entry(argument.name).or_insert_with(|| "laika-1".into());
        }
        for defect in (tool.normalise)(&mut arguments) {
            printer.say("hint", defect.message);
        }
    }
    Ok(arguments)
}

fn target(check: &PolicyCheck, printer: &Printer) -> TargetFacts {
    if check.target.is_none() && check.href.is_none() && check.form.is_none() {
        printer.say("hint", "no --target, --href or --form given: assuming a plain button");
    }
    let form = check.form.as_ref().map(|action| FormFacts {
        action: action.clone(),
        method: "post".into(),
        enctype: "application/x-www-form-urlencoded".into(),
        field_names: Vec::new(),
        values: canonical::digest_bytes(b""),
        held: Vec::new(),
    });
    TargetFacts {
        role: if check.href.is_some() { "link" } else { "button" }.into(),
        accessible_name: check.target.clone().unwrap_or_default(),
        href: check.href.clone(),
        form,
        ..TargetFacts::default()
    }
}

fn field(check: &PolicyCheck, printer: &Printer) -> FieldFacts {
    if check.field.is_none() && check.field_type == "text" {
        printer.say("hint", "no --field given: assuming an ordinary text field");
    }
    FieldFacts {
        input_type: check.field_type.clone(),
        label: check.field.clone().unwrap_or_default(),
        form: FormContext::default(),
        ..FieldFacts::default()
    }
}

fn documents(given: &[String], printer: &Printer) -> Result<Vec<DocumentForm>> {
    let read = |(at, text): (usize, &String)| {
        let Some((place, text)) = text.split_once('=') else {
            bail!("--document takes PLACE=TEXT, found {}", quoted(text));
        };
        let text = match text.strip_prefix('@') {
            Some(file) => input::read(Path::new(file), printer)?,
            None => text.to_owned(),
        };
        let form = json!({ "id": format!("doc:{}", at + 1), "origin": place, "text": text });
        serde_json::from_value(form).with_context(|| format!("--document {}", quoted(place)))
    };
    given.iter().enumerate().map(read).collect()
}

fn shown(verdict: &Verdict) -> String {
    let explanation = verdict.explanation();
    let reason = explanation.reason;
    let word = verdict.decision().as_str().to_uppercase();
    let mut out = format!("{word}  {}\n{}\n", reason.code(), reason.sentence());
    if explanation.requires_gesture {
        out += "You press the button that does it.\n";
    }
    if !explanation.values.is_empty() {
        out += "\nvalues\n";
    }
    for value in &explanation.values {
        let path = value.path.to_string();
        let documents = if value.documents.is_empty() {
            String::new()
        } else {
            format!(" in {}", value.documents.join(", "))
        };
        out += &text::one_line(&format!(
            "  {path}  {}  from {}{documents}",
            value.role.as_str(),
            value.source.as_str()
        ));
        out += "\n";
        for inside in &value.inside {
            out += &text::one_line(&format!(
                "    holds {}, from {}",
                quoted(&inside.text),
                inside.source.as_str()
            ));
            out += "\n";
        }
    }
    out += "\nrules\n";
    for spoken in &explanation.spoken {
        out +=
            &format!("  {:22}  {:5}  {}\n", spoken.rule, spoken.decision.as_str(), spoken.reason_code.code());
    }
    if let Some(bits) = explanation.carried_bits {
        out += &format!("\nat most {bits} bits of confidential content could leave with it\n");
    }
    out
}

const fn mode(mode: Mode) -> SiteMode {
    match mode {
        Mode::Observe => SiteMode::Observe,
        Mode::Assist => SiteMode::Assist,
        Mode::Autopilot => SiteMode::Autopilot,
    }
}

const fn site(site: Site) -> SiteClass {
    match site {
        Site::Low => SiteClass::Low,
        Site::Elevated => SiteClass::Elevated,
        Site::Sensitive => SiteClass::Sensitive,
    }
}

const fn surface(surface: SurfaceName) -> Surface {
    match surface {
        SurfaceName::Isolated => Surface::Isolated,
        SurfaceName::MyBrowser => Surface::MyBrowser,
        SurfaceName::Tools => Surface::Tools,
    }
}
