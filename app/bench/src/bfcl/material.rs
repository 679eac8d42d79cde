//! The cases of the benchmark: the data of its package. Nothing of it is installed or run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use laika_protocol::ids::ToolName;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{labelled, python};

/// The package whose data is used.
pub(super) const PACKAGE: &str = "bfcl-eval==2026.3.23";

/// What a case wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Category {
    /// One function, which is the right one.
    Simple,
    /// Several, of which one is.
    Multiple,
    /// One, which is not.
    Irrelevance,
}

impl Category {
    pub(super) const ALL: [Self; 3] = [Self::Simple, Self::Multiple, Self::Irrelevance];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Multiple => "multiple",
            Self::Irrelevance => "irrelevance",
        }
    }

    const fn file(self) -> &'static str {
        match self {
            Self::Simple => "BFCL_v4_simple_python.json",
            Self::Multiple => "BFCL_v4_multiple.json",
            Self::Irrelevance => "BFCL_v4_irrelevance.json",
        }
    }
}

/// A function that is offered.
pub(super) struct Function {
    /// As the benchmark names it.
    pub(super) name: String,
    /// The same as tools are named here.
    pub(super) tool: String,
    pub(super) line: String,
    /// Its arguments as the benchmark declares them.
    pub(super) declared: Value,
    /// The same as a JSON Schema.
    pub(super) schema: Value,
}

/// A call that is right: the function, and the possible answers for each argument.
pub(super) struct Right {
    pub(super) function: String,
    pub(super) possible: Map<String, Value>,
}

pub(super) struct Case {
    pub(super) id: String,
    pub(super) category: Category,
    pub(super) query: String,
    pub(super) functions: Vec<Function>,
    /// Nothing where no call is right.
    pub(super) right: Option<Right>,
}

#[derive(Deserialize)]
struct Asked {
    id: String,
    question: Vec<Vec<Said>>,
    function: Vec<Declared>,
}

#[derive(Deserialize)]
struct Said {
    content: String,
}

#[derive(Deserialize)]
struct Declared {
    name: String,
    description: String,
    parameters: Value,
}

#[derive(Deserialize)]
struct Answered {
    id: String,
    ground_truth: Vec<BTreeMap<String, Map<String, Value>>>,
}

/// Fetches the data and reads the cases; at most so many, as many of each category, always the same.
pub(super) fn cases(cache: &Path, most: Option<usize>, progress: &mut dyn FnMut(&str)) -> Result<Vec<Case>> {
    let data = python::unpacked(&cache.join("bfcl"), PACKAGE, Path::new("bfcl_eval/data"), progress)?;
    let read = |path: &Path| fs::read_to_string(path).with_context(|| format!("no `{}`", path.display()));
    let each = most.map(|most| most.div_ceil(Category::ALL.len()));
    let mut cases = Vec::new();
    for category in Category::ALL {
        let asked = read(&data.join(category.file()))?;
        let answered = match category {
            Category::Simple | Category::Multiple => {
                read(&data.join("possible_answer").join(category.file()))?
            }
            Category::Irrelevance => String::new(),
        };
        cases.extend(labelled::sample(of_category(category, &asked, &answered)?, each));
    }
    Ok(cases)
}

fn of_category(category: Category, asked: &str, answered: &str) -> Result<Vec<Case>> {
    let answers: Vec<Answered> = labelled::read("the possible answers", answered)?;
    let mut answers: BTreeMap<String, Right> = answers
        .into_iter()
        .filter_map(|Answered { id, ground_truth }| {
            let (function, possible) = ground_truth.into_iter().next()?.into_iter().next()?;
            Some((id, Right { function, possible }))
        })
        .collect();
    let asked: Vec<Asked> = labelled::read("the questions", asked)?;
    let case = |Asked { id, question, function }: Asked| {
        let right = answers.remove(&id);
        anyhow::ensure!(
            right.is_some() == (category != Category::Irrelevance),
            "{id} has no answer, or one too many"
        );
        let said = question.into_iter().flatten().next().with_context(|| format!("{id} asks nothing"))?;
        let functions = function.into_iter().map(Function::from).collect();
        Ok(Case { id, category, query: said.content, functions, right })
    };
    asked.into_iter().map(case).collect()
}

impl From<Declared> for Function {
    fn from(Declared { name, description, parameters }: Declared) -> Self {
        let (tool, schema) = (tool_name(&name), json_schema(&parameters));
        Self { name, tool, line: description, declared: parameters, schema }
    }
}

/// The name as tools have it: small letters, digits and lines.
fn tool_name(name: &str) -> String {
    let plain: String = name
        .to_ascii_lowercase()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' })
        .take(64)
        .collect();
    if ToolName::parse(&plain).is_ok() { plain } else { format!("f_{}", plain.replace('.', "_")) }
}

/// The declaration in the words of JSON Schema, which has no tuples, dicts and floats.
fn json_schema(declared: &Value) -> Value {
    let Value::Object(fields) = declared else { return declared.clone() };
    let mut schema = Map::new();
    for (key, value) in fields {
        let value = match (key.as_str(), value) {
            ("type", Value::String(kind)) => Value::from(match kind.as_str() {
                "dict" => "object",
                "tuple" => "array",
                "float" => "number",
                "any" => "string",
                other => other,
            }),
            ("properties", Value::Object(all)) => {
                all.iter().map(|(name, one)| (name.clone(), json_schema(one))).collect::<Map<_, _>>().into()
            }
            ("items", one) => json_schema(one),
            _ => value.clone(),
        };
        schema.insert(key.clone(), value);
    }
    Value::Object(schema)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn declarations_become_tools() {
        let asked = r#"{"id":"a_1","question":[[{"role":"user","content":"How tall?"}]],"function":[{"name":"US.get_BMI","description":"d",
            "parameters":{"type":"dict","properties":{"at":{"type":"tuple","items":{"type":"float"}},"type":{"type":"any"},
            "in":{"type":"dict","properties":{"x":{"type":"integer"}}}},"required":["at"]}}]}"#.replace('\n', " ");
        let answered = r#"{"id":"a_1","ground_truth":[{"US.get_BMI":{"at":[[1,2]]}}]}"#;
        let cases = of_category(Category::Simple, &asked, answered).unwrap();
        let (case, function) = (&cases[0], &cases[0].functions[0]);
        assert_eq!((function.name.as_str(), function.tool.as_str()), ("US.get_BMI", "us.get_bmi"));
        assert_eq!(case.right.as_ref().unwrap().possible["at"], json!([[1, 2]]));
        let expected = json!({
            "type": "object", "required": ["at"],
            "properties": { "at": { "type": "array", "items": { "type": "number" } }, "type": { "type": "string" },
                "in": { "type": "object", "properties": { "x": { "type": "integer" } } } },
        });
        assert_eq!(function.schema, expected);
        assert!(of_category(Category::Simple, &asked, "").is_err(), "a case without an answer");
        assert!(of_category(Category::Irrelevance, &asked, "").is_ok());
    }

    #[test]
    fn every_name_is_one_of_a_tool() {
        for (name, expected) in [
            ("a.b_c", "a.b_c"),
            ("getX", "getx"),
            ("2d.plot", "f_2d_plot"),
            ("a..b", "f_a__b"),
            ("a-b", "a_b"),
        ] {
            assert_eq!(tool_name(name), expected);
        }
    }
}
