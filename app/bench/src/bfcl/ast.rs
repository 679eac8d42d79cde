//! Whether arguments are right, by the published rules of the benchmark for calls in Python.
//!
//! Each argument has a list of possible answers; an empty text among them says that it may be left out. Texts are the same
//! whatever their case, spaces and some marks. A value has the type that the function declares, or that of its answers.

use serde_json::{Map, Value, json};

/// Why arguments are not right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Miss {
    /// One that the function needs is not there.
    Missing,
    /// There is one that nobody asked for.
    Unexpected,
    /// One is of another type.
    Type,
    /// One is none of the possible answers.
    Value,
    /// One that the request speaks of was left out.
    LeftOut,
}

impl Miss {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Missing => "an argument is missing",
            Self::Unexpected => "an argument too many",
            Self::Type => "another type",
            Self::Value => "another value",
            Self::LeftOut => "an argument left out",
        }
    }
}

/// What a value is, as Python tells it apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Nothing,
    Flag,
    Integer,
    Float,
    Text,
    List,
    Object,
}

impl Kind {
    fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Nothing,
            Value::Bool(_) => Self::Flag,
            Value::Number(number) if number.is_f64() => Self::Float,
            Value::Number(_) => Self::Integer,
            Value::String(_) => Self::Text,
            Value::Array(_) => Self::List,
            Value::Object(_) => Self::Object,
        }
    }

    /// By the word of a declaration.
    fn declared(schema: &Value) -> Option<Self> {
        match schema["type"].as_str()? {
            "string" | "any" => Some(Self::Text),
            "integer" => Some(Self::Integer),
            "float" => Some(Self::Float),
            "boolean" => Some(Self::Flag),
            "array" | "tuple" => Some(Self::List),
            "dict" => Some(Self::Object),
            _ => None,
        }
    }
}

/// Holds arguments against what the function declares and what is possible.
pub(super) fn check(
    declared: &Value,
    possible: &Map<String, Value>,
    arguments: &Map<String, Value>,
) -> Result<(), Miss> {
    let needed = declared["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    if needed.into_iter().any(|name| !arguments.contains_key(name)) {
        return Err(Miss::Missing);
    }
    for (name, value) in arguments {
        let (schema, options) = (&declared["properties"][name], possible.get(name).and_then(Value::as_array));
        let (Some(wanted), Some(options)) = (Kind::declared(schema), options) else {
            return Err(Miss::Unexpected);
        };
        // Python takes a whole number where a fraction is declared.
        let value = match (wanted, value.as_f64()) {
            (Kind::Float, Some(number)) if Kind::of(value) == Kind::Integer => &json!(number),
            _ => value,
        };
        let inner = if wanted == Kind::List { Kind::declared(&schema["items"]) } else { None };
        let of_answers = typed(value, options, wanted, inner).ok_or(Miss::Type)?;
        let fits = match (wanted, inner) {
            _ if of_answers => options.iter().any(|option| same(option, value)),
            (Kind::Object, _) => options.iter().any(|option| object_fits(value, option)),
            (Kind::List, Some(Kind::Object)) => options.iter().any(|option| objects_fit(value, option)),
            (Kind::Text, _) => options.iter().any(|option| same(&plain(option), &plain(value))),
            (Kind::List, _) => options.iter().any(|option| same(&listed(option), &listed(value))),
            (Kind::Nothing | Kind::Flag | Kind::Integer | Kind::Float, _) => {
                options.iter().any(|option| same(option, value))
            }
        };
        if !fits {
            return Err(Miss::Value);
        }
    }
    let may_go = |options: &Value| options.as_array().is_some_and(|all| all.contains(&json!("")));
    if possible.iter().any(|(name, options)| !arguments.contains_key(name) && !may_go(options)) {
        return Err(Miss::LeftOut);
    }
    Ok(())
}

/// Nothing where a value is of the wrong type; else whether its type is that of the answers and not the declared one, in
/// which case it is compared as it stands.
fn typed(value: &Value, options: &[Value], wanted: Kind, inner: Option<Kind>) -> Option<bool> {
    let answered = options.iter().find(|option| **option != json!("")).map(Kind::of);
    if Kind::of(value) != wanted {
        return (answered == Some(Kind::of(value))).then_some(true);
    }
    let of_answers = answered.is_some_and(|answered| answered != wanted);
    let Some(inner) = inner else { return Some(of_answers) };
    let items = || value.as_array().into_iter().flatten();
    let fits = |option: &Value| match option.as_array() {
        Some(of) => items().all(|item| typed(item, of, inner, None).is_some()),
        None => true,
    };
    options.iter().any(fits).then_some(of_answers)
}

/// A text without what does not count in it; anything else as it is.
fn plain(value: &Value) -> Value {
    let Value::String(text) = value else { return value.clone() };
    let kept = text.chars().filter(|c| !matches!(c, ' ' | ',' | '.' | '/' | '-' | '_' | '*' | '^'));
    Value::from(kept.collect::<String>().to_lowercase().replace('\'', "\""))
}

/// A list with such texts. No text at all is no list either.
fn listed(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::String(text) if text.is_empty() => json!([]),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
            value.clone()
        }
    }
}

/// An object whose values are each one of the possible ones, and which leaves out only what may be left out.
fn object_fits(value: &Value, option: &Value) -> bool {
    let (Some(fields), Some(possible)) = (value.as_object(), option.as_object()) else { return false };
    let options = |name: &String| possible.get(name).and_then(Value::as_array);
    let fits = |(name, field): (&String, &Value)| {
        options(name).is_some_and(|all| all.iter().any(|one| same(&plain(one), &plain(field))))
    };
    let may_go = |name: &String| options(name).is_some_and(|all| all.contains(&json!("")));
    fields.iter().all(fits) && possible.keys().all(|name| fields.contains_key(name) || may_go(name))
}

/// A list of such objects, in order.
fn objects_fit(value: &Value, option: &Value) -> bool {
    let (Some(items), Some(options)) = (value.as_array(), option.as_array()) else { return false };
    items.len() == options.len() && items.iter().zip(options).all(|(item, option)| object_fits(item, option))
}

/// Whether two values are equal in Python: a number is the same however it is written, and yes is 1.
fn same(one: &Value, other: &Value) -> bool {
    let number =
        |value: &Value| value.as_f64().or_else(|| value.as_bool().map(|yes| f64::from(u8::from(yes))));
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(name, field)| other.get(name).is_some_and(|other| same(field, other)))
        }
        _ => match (number(one), number(other)) {
            (Some(one), Some(other)) => one.total_cmp(&other).is_eq() || (one == 0.0 && other == 0.0),
            _ => one == other,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn judged(kind: Value, options: Value, value: Value) -> Result<(), Miss> {
        let declared = json!({ "type": "dict", "properties": { "x": kind }, "required": ["x"] });
        let object = |value: Value| json!({ "x": value }).as_object().cloned().unwrap();
        check(&declared, &object(options), &object(value))
    }

    /// Each row is a rule of the benchmark: the type, the possible answers, a value, and what is said of it.
    #[test]
    fn a_value_is_held_against_its_possible_answers() {
        let (text, float, integer) =
            (json!({"type": "string"}), json!({"type": "float"}), json!({"type": "integer"}));
        let list = |of: &str| json!({ "type": "array", "items": { "type": of } });
        let dict = json!({ "type": "dict" });
        for (kind, options, value, expected) in [
            (&text, json!(["April 1, 2024"]), json!("april 1 2024"), Ok(())),
            (&text, json!(["San Francisco, CA"]), json!("SanFrancisco_CA"), Ok(())),
            (&text, json!(["it's"]), json!("it\"s"), Ok(())),
            (&text, json!(["Oslo"]), json!("Bergen"), Err(Miss::Value)),
            (&text, json!(["Oslo", ""]), json!(""), Ok(())),
            (&text, json!(["Oslo"]), json!(7), Err(Miss::Type)),
            (&json!({"type": "any"}), json!(["Oslo"]), json!("oslo"), Ok(())),
            (&integer, json!([5]), json!(5), Ok(())),
            (&integer, json!([5]), json!(5.0), Err(Miss::Type)),
            (&integer, json!([5]), json!(6), Err(Miss::Value)),
            (&integer, json!(["n"]), json!("n"), Ok(())),
            (&integer, json!(["n"]), json!("N"), Err(Miss::Value)),
            (&float, json!([5]), json!(5), Ok(())),
            (&float, json!([5.5]), json!(5.5), Ok(())),
            (&float, json!([5.5]), json!("5.5"), Err(Miss::Type)),
            (&json!({"type": "boolean"}), json!([true]), json!(true), Ok(())),
            (&json!({"type": "boolean"}), json!([true]), json!(false), Err(Miss::Value)),
            (&json!({"type": "boolean"}), json!([true]), json!(1), Err(Miss::Type)),
            (&list("string"), json!([["A b", "c"]]), json!(["ab", "C"]), Ok(())),
            (&list("string"), json!([["a", "b"]]), json!(["b", "a"]), Err(Miss::Value)),
            (&list("integer"), json!([[1, 2]]), json!([1, "2"]), Err(Miss::Type)),
            (&list("float"), json!([[1, 2]]), json!([1, 2]), Ok(())),
            (&list("integer"), json!(["", [1]]), json!([]), Ok(())),
            (
                &json!({"type": "tuple", "items": {"type": "float"}}),
                json!([[1.5, 2]]),
                json!([1.5, 2.0]),
                Ok(()),
            ),
            (&dict, json!([{ "a": ["X"], "b": ["", 2] }]), json!({ "a": "x" }), Ok(())),
            (&dict, json!([{ "a": ["X"], "b": [2] }]), json!({ "a": "x" }), Err(Miss::Value)),
            (&dict, json!([{ "a": ["X"] }]), json!({ "a": "x", "c": 1 }), Err(Miss::Value)),
            (&list("dict"), json!([[{ "a": [1] }, { "a": [2] }]]), json!([{ "a": 1 }, { "a": 2 }]), Ok(())),
            (&list("dict"), json!([[{ "a": [1] }]]), json!([{ "a": 1 }, { "a": 1 }]), Err(Miss::Value)),
        ] {
            assert_eq!(
                judged(kind.clone(), options.clone(), value.clone()),
                expected,
                "{kind} {options} {value}"
            );
        }
    }

    #[test]
    fn arguments_are_needed_known_and_left_out_only_where_they_may_be() {
        let declared = json!({
            "type": "dict", "required": ["city"],
            "properties": { "city": { "type": "string" }, "days": { "type": "integer" }, "odd": { "type": "integer" } },
        });
        let object = |value: Value| value.as_object().cloned().unwrap();
        let possible = |days: Value| object(json!({ "city": ["Oslo"], "days": days }));
        for (days, arguments, expected) in [
            (json!(["", 3]), json!({ "city": "Oslo" }), Ok(())),
            (json!(["", 3]), json!({ "city": "Oslo", "days": 3 }), Ok(())),
            (json!(["", 3]), json!({ "city": "Oslo", "days": 4 }), Err(Miss::Value)),
            (json!([3]), json!({ "city": "Oslo" }), Err(Miss::LeftOut)),
            (json!([3]), json!({ "days": 3 }), Err(Miss::Missing)),
            (json!([""]), json!({ "city": "Oslo", "odd": 1 }), Err(Miss::Unexpected)),
            (json!([""]), json!({ "city": "Oslo", "other": 1 }), Err(Miss::Unexpected)),
        ] {
            assert_eq!(
                check(&declared, &possible(days), &object(arguments.clone())),
                expected,
                "{arguments}"
            );
        }
    }
}
