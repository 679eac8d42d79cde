//! The schema of one tool's arguments, made for one goal and one page.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::model::{PIECE_OF, chunks, has_piece};
use laika_protocol::tools::{ArgRole, Tool};
use serde_json::{Map, Value, json};

use super::said;
use crate::problem::Problem;

/// Characters of a text that the model writes itself.
pub(super) const MOST_WRITTEN: u64 = 400;
/// Characters of a text that is a piece of the goal.
const MOST_COPIED: u64 = 300;

/// What arguments may be chosen from.
#[derive(Clone)]
pub(super) struct Choices<'a> {
    pub(super) goal: &'a str,
    /// The parts of the goal in which a text stands; all of it, where its form does not show that.
    pub(super) entered: Vec<&'a str>,
    pub(super) handles: Vec<String>,
    /// The handle of the element that the goal speaks of as such: "the Send button".
    pub(super) spoken_of: Option<String>,
    /// Handles of lists, each with what it offers.
    pub(super) lists: Vec<(String, Vec<String>)>,
    /// Handles of fields that take nothing but a number.
    pub(super) counting: Vec<String>,
    /// Names of the elements on the page: in quotation marks they are where to act, not what to write.
    pub(super) names: Vec<String>,
    pub(super) urls: Vec<String>,
    pub(super) tabs: Vec<u32>,
    /// Numbers on the page, where tabs are not known otherwise.
    pub(super) numbers: Vec<i64>,
}

/// An optional argument that is asked for only when the goal speaks of it, and what it is then.
struct Trigger {
    argument: &'static str,
    value: fn(&str) -> Option<Value>,
}

const TRIGGERS: &[Trigger] = &[
    Trigger {
        argument: "clickKind",
        value: |goal| {
            let words =
                ["double", "doubleclick", "doppelklick", "doppelt", "doppelklicke", "doble", "ダブル"];
            said::speaks_of(goal, &words).then(|| json!("double"))
        },
    },
    Trigger {
        argument: "clearFirst",
        value: |goal| {
            let words = [
                "replace",
                "clear",
                "overwrite",
                "instead",
                "change",
                "ersetze",
                "lösche",
                "leere",
                "statt",
                "remplace",
                "efface",
                "vide",
                "reemplaza",
                "borra",
                "sustituye",
            ];
            said::speaks_of(goal, &words).then(|| json!(true))
        },
    },
    Trigger {
        argument: "newTab",
        value: |goal| said::speaks_of(goal, &["tab", "onglet", "pestaña", "reiter"]).then(|| json!(true)),
    },
    Trigger { argument: "timeoutMs", value: |goal| said::milliseconds(goal).map(Value::from) },
    Trigger { argument: "k", value: |goal| first_within(goal, 20) },
    Trigger { argument: "maxLinks", value: |goal| first_within(goal, 20) },
];

fn first_within(goal: &str, most: i64) -> Option<Value> {
    said::integers(goal).into_iter().find(|number| (1..=most).contains(number)).map(Value::from)
}

/// The shape of an answer: the tool, and only the arguments that this goal needs.
///
/// # Errors
/// When an argument that is needed has nothing to choose from.
pub(super) fn answer(tool: &Tool, choices: &Choices<'_>) -> Result<Value, Problem> {
    Ok(object([
        ("tool".to_string(), json!({ "const": tool.name })),
        (
            "args".to_string(),
            if choices.lists.is_empty() { in_fields(tool, choices)? } else { in_lists(tool, choices)? },
        ),
    ]))
}

/// Where it is known what lists offer, a list is chosen together with something of its own. What the goal quotes is meant
/// word for word, if any list offers it.
fn in_lists(tool: &Tool, choices: &Choices<'_>) -> Result<Value, Problem> {
    let quoted = said::quoted(choices.goal);
    let is_quoted = |option: &String| quoted.iter().any(|quote| quote.eq_ignore_ascii_case(option));
    let some_quoted = choices.lists.iter().any(|(_, options)| options.iter().any(is_quoted));
    let mut branches = Vec::new();
    for (handle, options) in &choices.lists {
        let options: Vec<&String> =
            options.iter().filter(|option| !some_quoted || is_quoted(option)).collect();
        if !options.is_empty() {
            branches.push(object([
                ("handleId".to_string(), json!({ "const": handle })),
                ("value".to_string(), json!({ "enum": options })),
            ]));
        }
    }
    let known = |handle: &String| choices.lists.iter().any(|(list, _)| list == handle);
    for other in choices.handles.iter().filter(|handle| !some_quoted && !known(handle)) {
        let alone = Choices { handles: alloc::vec![other.clone()], ..choices.clone() };
        if let Ok(mut written) = arguments(tool, &alone) {
            // What tells it from the others.
            written["properties"]["handleId"] = json!({ "const": other });
            branches.push(written);
        }
    }
    Ok(one_of(branches))
}

fn one_of(mut branches: Vec<Value>) -> Value {
    if branches.len() == 1 { branches.remove(0) } else { json!({ "oneOf": branches }) }
}

/// A number that is spelled out goes into a field for numbers as digits, and as it was said into any other.
fn in_fields(tool: &Tool, choices: &Choices<'_>) -> Result<Value, Problem> {
    let all = arguments(tool, choices)?;
    let spelled = said::spelled(choices.goal);
    if choices.counting.is_empty() || spelled.is_empty() || all["properties"]["text"].is_null() {
        return Ok(all);
    }
    let branch = |handle: &String| {
        let mut branch = all.clone();
        // What tells it from the others.
        branch["properties"]["handleId"] = json!({ "const": handle });
        if choices.counting.contains(handle) {
            branch["properties"]["text"] = json!({ "enum": spelled });
        }
        branch
    };
    Ok(one_of(choices.handles.iter().map(branch).collect()))
}

fn arguments(tool: &Tool, choices: &Choices<'_>) -> Result<Value, Problem> {
    let root = tool.argument_schema.root();
    let required =
        |name: &str| root["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
    let declared: Vec<(&String, &Value)> = root["properties"].as_object().into_iter().flatten().collect();
    let mut properties = Vec::new();
    for (name, schema) in declared.iter().filter(|(name, _)| required(name)) {
        let role = tool.argument(name).map_or(ArgRole::LocalText, |argument| argument.role);
        properties.push(((*name).clone(), argument(name, role, &plain(schema, &root), choices)?));
    }
    for (name, _) in declared.iter().filter(|(name, _)| !required(name)) {
        let trigger = TRIGGERS.iter().find(|trigger| trigger.argument == *name);
        if let Some(value) = trigger.and_then(|trigger| (trigger.value)(choices.goal)) {
            properties.push(((*name).clone(), json!({ "const": value })));
        }
    }
    Ok(object(properties))
}

fn argument(name: &str, role: ArgRole, schema: &Value, choices: &Choices<'_>) -> Result<Value, Problem> {
    match role {
        ArgRole::Handle => handle(choices),
        ArgRole::Url if choices.urls.is_empty() => Err(Problem::NoAddress),
        ArgRole::Url => Ok(json!({ "enum": choices.urls })),
        ArgRole::Tab => Ok(tab(choices)),
        ArgRole::Recipient | ArgRole::FreeText | ArgRole::LocalText | ArgRole::Path => text(schema, choices),
        ArgRole::Count if name == "deltaY" => Ok(json!({ "enum": said::pages(choices.goal) })),
        ArgRole::Structure => structure(schema, choices),
        ArgRole::Count | ArgRole::Amount | ArgRole::Choice | ArgRole::Flag => Ok(schema.clone()),
    }
}

fn handle(choices: &Choices<'_>) -> Result<Value, Problem> {
    if choices.handles.is_empty() { Err(Problem::NoElement) } else { Ok(json!({ "enum": choices.handles })) }
}

fn tab(choices: &Choices<'_>) -> Value {
    let numbers = || choices.numbers.iter().filter(|number| (0..=100_000).contains(*number));
    if !choices.tabs.is_empty() {
        json!({ "enum": choices.tabs })
    } else if numbers().next().is_some() {
        json!({ "enum": numbers().collect::<Vec<_>>() })
    } else {
        json!({ "type": "integer", "minimum": 0, "maximum": 999 })
    }
}

/// A text: one of the quotations, else a piece of the goal; written freely only where the goal asks for that.
///
/// # Errors
/// When there is nothing to choose from: a model cannot be held to a piece of no words at all.
fn text(schema: &Value, choices: &Choices<'_>) -> Result<Value, Problem> {
    let bound = |most: u64| schema["maxLength"].as_u64().unwrap_or(most).min(most);
    let quoted: Vec<String> = said::quoted(choices.goal);
    let is_name = |quote: &String| choices.names.iter().any(|name| name.eq_ignore_ascii_case(quote));
    let meant: Vec<&String> = quoted.iter().filter(|quote| !is_name(quote)).collect();
    let mut meant = if meant.is_empty() { quoted.iter().collect() } else { meant };
    if !meant.is_empty() {
        // A text that is too long is not cut: a part of it is something else than was said.
        let longest = schema["maxLength"].as_u64().unwrap_or(u64::MAX);
        meant.retain(|quote| u64::try_from(quote.chars().count()).is_ok_and(|length| length <= longest));
        return if meant.is_empty() { Err(Problem::NoText) } else { Ok(json!({ "enum": meant })) };
    }
    if said::composes(choices.goal) {
        return Ok(json!({ "type": "string", "minLength": 1, "maxLength": bound(MOST_WRITTEN) }));
    }
    let most = bound(MOST_COPIED);
    if !choices.entered.iter().any(|part| has_piece(&chunks(part), 1, Some(most))) {
        return Err(Problem::NoText);
    }
    Ok(json!({ "type": "string", "minLength": 1, "maxLength": most, PIECE_OF: choices.entered }))
}

/// A structure with its handles and texts filled in; branches that cannot be are left out.
fn structure(schema: &Value, choices: &Choices<'_>) -> Result<Value, Problem> {
    const GONE: &[&str] = &[
        "gone",
        "disappear",
        "disappears",
        "vanish",
        "vanishes",
        "vanished",
        "hidden",
        "hides",
        "closes",
        "goes",
        "weg",
        "verschwindet",
        "verschwunden",
        "disparaît",
        "disparaisse",
        "desaparece",
        "desaparezca",
    ];
    const LOADS: &[&str] = &[
        "load",
        "loads",
        "loaded",
        "loading",
        "settle",
        "settles",
        "settled",
        "laden",
        "geladen",
        "lädt",
        "chargé",
        "chargement",
        "charge",
        "cargue",
        "cargar",
        "carga",
        "cargado",
    ];
    const SHOWS: &[&str] =
        &["says", "shows", "text", "appears", "message", "word", "button", "list", "results"];
    const CHANGES: &[&str] =
        &["redirect", "redirects", "redirected", "navigates", "weitergeleitet", "redirige"];
    const ANOTHER_PAGE: &[&str] = &[
        "page changes",
        "page changed",
        "page has changed",
        "seite wechselt",
        "seite gewechselt",
        "page change",
        "página cambie",
        "página cambia",
    ];
    if let Some(branches) = schema["oneOf"].as_array() {
        let possible: Vec<Value> =
            branches.iter().filter_map(|branch| structure(branch, choices).ok()).collect();
        let kind = |branch: &Value| branch["properties"]["kind"]["const"].as_str().map(ToString::to_string);
        let gone = said::speaks_of(choices.goal, GONE);
        let mut kept = possible.clone();
        kept.retain(|branch| kind(branch).is_none_or(|kind| kind.ends_with("_gone") == gone));
        let speaks_of = |words: &[&str]| said::speaks_of(choices.goal, words);
        let is_quoted = !said::quoted(choices.goal).is_empty();
        let begins = if is_quoted {
            // In quotation marks stands what to wait for.
            "text_"
        } else if !gone && speaks_of(LOADS) && !speaks_of(SHOWS) {
            "page_settled"
        } else if !gone && (speaks_of(CHANGES) || said::has_phrase(choices.goal, ANOTHER_PAGE)) {
            "page_changed"
        } else if choices.spoken_of.is_some() {
            "element_"
        } else {
            ""
        };
        let fits = |branch: &Value| kind(branch).is_none_or(|kind| kind.starts_with(begins));
        if is_quoted && branches.iter().any(fits) && !possible.iter().any(fits) {
            return Err(Problem::NoText);
        }
        kept.retain(fits);
        let kept = if kept.is_empty() { possible } else { kept };
        return match kept.as_slice() {
            [] => Err(Problem::NoElement),
            [only] => Ok(only.clone()),
            _ => Ok(json!({ "oneOf": kept })),
        };
    }
    let mut properties = Vec::new();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let shape = match name.as_str() {
            "handleId" | "containerHandle" => match &choices.spoken_of {
                Some(only) => json!({ "enum": [only] }),
                None => handle(choices)?,
            },
            "text" => text(field, choices)?,
            _ => field.clone(),
        };
        properties.push((name.clone(), shape));
    }
    Ok(object(properties))
}

/// An object with exactly these properties, in this order.
pub(crate) fn object(properties: impl IntoIterator<Item = (String, Value)>) -> Value {
    let properties: Map<String, Value> = properties.into_iter().collect();
    let required: Vec<&String> = properties.keys().collect();
    json!({ "type": "object", "required": required, "properties": properties, "additionalProperties": false })
}

/// A schema without references, descriptions and nulls.
pub(super) fn plain(schema: &Value, root: &Value) -> Value {
    if let Some(name) = schema["$ref"].as_str().and_then(|target| target.strip_prefix("#/$defs/")) {
        return plain(&root["$defs"][name], root);
    }
    for union in ["anyOf", "oneOf"] {
        let Some(branches) = schema[union].as_array() else { continue };
        let branches: Vec<Value> = branches
            .iter()
            .filter(|branch| branch["type"] != "null")
            .map(|branch| plain(branch, root))
            .collect();
        let constants: Vec<&Value> = branches.iter().filter_map(|branch| branch.get("const")).collect();
        return match branches.as_slice() {
            [only] => only.clone(),
            _ if constants.len() == branches.len() => json!({ "enum": constants }),
            _ => json!({ "oneOf": branches }),
        };
    }
    let mut kept = Map::new();
    for (key, value) in schema.as_object().into_iter().flatten() {
        let value = match key.as_str() {
            "type" => value
                .as_array()
                .and_then(|types| types.iter().find(|one| *one != "null"))
                .unwrap_or(value)
                .clone(),
            "properties" => {
                let fields = value.as_object().into_iter().flatten();
                fields.map(|(name, field)| (name.clone(), plain(field, root))).collect::<Map<_, _>>().into()
            }
            "items" => plain(value, root),
            "const"
            | "enum"
            | "required"
            | "additionalProperties"
            | "minimum"
            | "maximum"
            | "minLength"
            | "maxLength"
            | "minItems"
            | "maxItems" => value.clone(),
            _ => continue,
        };
        kept.insert(key.clone(), value);
    }
    Value::Object(kept)
}
