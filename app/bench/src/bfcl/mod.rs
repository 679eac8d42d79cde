//! The Berkeley Function Calling Leaderboard: functions of others are offered as tools, the router chooses one or none, and
//! the executor fills in its arguments under its own schema. Calls are judged by the published rules.

mod ast;
mod material;
mod report;

use std::time::Instant;

use anyhow::{Result, anyhow};
use laika_context::Fence;
use laika_context::execute::{Foreign, ForeignExecution, ForeignOutcome};
use laika_context::route::Routing;
use laika_model::{Cancel, Runner};
use laika_protocol::llmcp::Choice;
use serde_json::{Map, Value};

use crate::models::Subject;
use crate::stats::Share;
use crate::{Options, Outcome, Reports, models, print, skip, web};
use ast::Miss;
use material::{Case, Function, PACKAGE};
use report::Report;

/// What one model did.
struct Measured {
    model: String,
    judged: Vec<Judged>,
    tally: Tally,
}

/// What came of one case.
#[derive(Debug, Default)]
struct Judged {
    /// Nothing where it is right.
    wrong: Option<Wrong>,
    /// Whether the function was the right one, or none where none is.
    chosen: bool,
    /// The arguments, for who wants to know why.
    arguments: Option<Map<String, Value>>,
    choosing_ms: f64,
    /// Nothing where no function was chosen.
    filling_ms: Option<f64>,
}

/// Why a case is not right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Wrong {
    /// No function was chosen.
    NoCall,
    /// A question was asked back instead.
    Clarified,
    /// Another function was chosen, or one where none is right.
    OtherCall,
    /// No arguments came that fit.
    Unusable,
    /// The arguments are not right.
    Arguments(Miss),
}

impl Wrong {
    const fn word(self) -> &'static str {
        match self {
            Self::NoCall => "no function",
            Self::Clarified => "a question back",
            Self::OtherCall => "another function",
            Self::Unusable => "no arguments",
            Self::Arguments(miss) => miss.word(),
        }
    }
}

/// What the answers of the executor were, repairs included.
#[derive(Debug, Default)]
struct Tally {
    json: Share,
    schema: Share,
    repaired: usize,
}

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let models = models::subjects(options)?;
    if models.is_empty() {
        return skip(options, models::NONE_HERE, reports);
    }
    let cases = match material::cases(&options.cache, options.cases, reports.progress) {
        Ok(cases) => cases,
        Err(error) => return skip(options, &format!("{PACKAGE} cannot be had: {error:#}"), reports),
    };
    let runtime = web::runtime()?;
    let mut measured = Vec::new();
    for model in &models {
        measured.push(runtime.block_on(measure(options, model, &cases, reports))?);
    }
    let report = Report { cases: &cases, measured };
    reports.version("bfcl", PACKAGE);
    report.metrics().into_iter().for_each(|metric| reports.metric(metric));
    print(options, reports, || report.text(), || report.json())?;
    Ok(report.outcome())
}

async fn measure(
    options: &Options,
    subject: &Subject,
    cases: &[Case],
    reports: &mut Reports<'_>,
) -> Result<Measured> {
    let model = models::begin(options, subject).await?;
    // As in the product: a model that is too small to choose only fills in.
    let (mut judged, mut tally) = (Vec::new(), Tally::default());
    for (number, case) in cases.iter().enumerate() {
        if number % 20 == 0 {
            (reports.progress)(&format!("bfcl: {} {number}/{}", subject.name, cases.len()));
        }
        judged.push(judge(&model, subject.routes, case, &mut tally).await?);
    }
    Ok(Measured { model: subject.name.clone(), judged, tally })
}

/// One case, from the request to the verdict.
async fn judge(model: &impl Runner, routes: bool, case: &Case, tally: &mut Tally) -> Result<Judged> {
    let began = Instant::now();
    let chosen = choose(model, routes, case).await?;
    let choosing_ms = milliseconds(began);
    let judged = Judged { choosing_ms, ..Judged::default() };
    let function = match (chosen, &case.right) {
        (Chosen::Function(function), Some(right)) if function.name == right.function => function,
        (Chosen::Function(_), _) => return Ok(Judged { wrong: Some(Wrong::OtherCall), ..judged }),
        (Chosen::None | Chosen::Question, None) => return Ok(Judged { chosen: true, ..judged }),
        (Chosen::None, Some(_)) => return Ok(Judged { wrong: Some(Wrong::NoCall), ..judged }),
        (Chosen::Question, Some(_)) => return Ok(Judged { wrong: Some(Wrong::Clarified), ..judged }),
    };
    let began = Instant::now();
    let arguments = fill(model, function, case, tally).await?;
    let filling_ms = Some(milliseconds(began));
    let wrong = match (&arguments, &case.right) {
        (Some(arguments), Some(right)) => {
            ast::check(&function.declared, &right.possible, arguments).err().map(Wrong::Arguments)
        }
        _ => Some(Wrong::Unusable),
    };
    Ok(Judged { wrong, chosen: true, arguments, filling_ms, ..judged })
}

enum Chosen<'a> {
    Function(&'a Function),
    None,
    Question,
}

/// The function that the router chooses, if any.
async fn choose<'a>(model: &impl Runner, routes: bool, case: &'a Case) -> Result<Chosen<'a>> {
    let offered: Vec<(&str, &str)> =
        case.functions.iter().map(|one| (one.tool.as_str(), one.line.as_str())).collect();
    let problem = |problem| anyhow!("{}: {problem}", case.id);
    let routing = Routing::new(&case.query, None, &offered, &Fence::new(&case.id)).map_err(problem)?;
    let routing = routing.for_tuned(model.capabilities().tuned);
    let decision = if routes {
        let weights = model.weigh(&routing.weighing(), &Cancel::new()).await?;
        routing.decide(&weights).map_err(problem)?
    } else {
        routing.by_words()
    };
    Ok(match (decision.route.choice, decision.route.tool) {
        (Choice::CallTool, Some(tool)) => {
            let meant = case.functions.iter().find(|one| one.tool == tool.as_str());
            meant.map_or(Chosen::None, Chosen::Function)
        }
        (Choice::Clarify, _) => Chosen::Question,
        (Choice::CallTool | Choice::None, _) => Chosen::None,
    })
}

/// The arguments of a function, with the one repair; nothing where none fit.
async fn fill(
    model: &impl Runner,
    function: &Function,
    case: &Case,
    tally: &mut Tally,
) -> Result<Option<Map<String, Value>>> {
    let tool = Foreign { name: &function.tool, line: &function.line, schema: &function.schema };
    let mut execution = ForeignExecution::new(tool, &case.query, &Fence::new(&case.id));
    let mut ask = execution.ask().clone();
    loop {
        let written = model.write(&ask, &Cancel::new()).await?;
        let read = execution.read(&written);
        let is_json = serde_json::from_str::<Value>(&written.text).is_ok();
        tally.json += Share::new(u64::from(is_json), 1);
        tally.schema += Share::new(u64::from(matches!(read, ForeignOutcome::Arguments(_))), 1);
        match read {
            ForeignOutcome::Arguments(arguments) => return Ok(Some(arguments)),
            ForeignOutcome::Repair(again) => {
                tally.repaired += 1;
                ask = again;
            }
            ForeignOutcome::Failed(..) => return Ok(None),
        }
    }
}

fn milliseconds(since: Instant) -> f64 {
    1000.0 * since.elapsed().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use laika_model::scripted::{Answer, Scripted};
    use serde_json::json;

    use super::*;
    use material::{Category, Right};

    fn function(name: &str, line: &str) -> Function {
        let schema =
            json!({ "type": "object", "properties": { "city": { "type": "string" } }, "required": ["city"] });
        let mut declared = schema.clone();
        declared["type"] = json!("dict");
        Function { name: name.into(), tool: name.into(), line: line.into(), declared, schema }
    }

    fn case(category: Category, query: &str, right: Option<&str>) -> Case {
        let functions = vec![
            function("weather.forecast", "get the weather forecast of a city"),
            function("bank.transfer", "send money to an account"),
        ];
        let possible = json!({ "city": ["Oslo"] }).as_object().cloned().unwrap_or_default();
        let right = right.map(|name| Right { function: name.into(), possible });
        Case { id: query.into(), category, query: query.into(), functions, right }
    }

    /// A case is right when the function is, and its arguments; where none is right, no call is. Every answer counts.
    #[tokio::test]
    async fn a_case_is_judged_from_the_choice_to_the_arguments() {
        let weather = "Get the weather forecast of the city Oslo.";
        let good = r#"{"tool":"weather.forecast","args":{"city":"oslo"}}"#;
        let other = r#"{"tool":"weather.forecast","args":{"city":"Bergen"}}"#;
        let mut tally = Tally::default();
        let mut cases = Vec::new();
        let mut judged = Vec::new();
        for (category, query, right, says, wrong) in [
            (Category::Multiple, weather, Some("weather.forecast"), vec![good], None),
            (Category::Multiple, weather, Some("weather.forecast"), vec!["{}", good], None),
            (
                Category::Simple,
                weather,
                Some("weather.forecast"),
                vec![other],
                Some(Wrong::Arguments(Miss::Value)),
            ),
            (Category::Simple, weather, Some("weather.forecast"), vec!["no", "no"], Some(Wrong::Unusable)),
            (Category::Simple, weather, Some("bank.transfer"), vec![], Some(Wrong::OtherCall)),
            (Category::Irrelevance, weather, None, vec![], Some(Wrong::OtherCall)),
            (Category::Irrelevance, "Why is the sky blue?", None, vec![], None),
            (Category::Simple, "Why is the sky blue?", Some("bank.transfer"), vec![], Some(Wrong::NoCall)),
        ] {
            let model = Scripted::new(says.iter().map(|text| Answer::Text((*text).to_owned())));
            let case = case(category, query, right);
            // By words: nothing is weighed.
            let one = judge(&model, false, &case, &mut tally).await.unwrap();
            assert_eq!(one.wrong, wrong, "{query} {says:?}");
            assert_eq!(model.left(), 0, "{query} {says:?}");
            cases.push(case);
            judged.push(one);
        }
        assert_eq!((tally.json, tally.schema, tally.repaired), (Share::new(4, 6), Share::new(3, 6), 2));
        let report =
            Report { cases: &cases, measured: vec![Measured { model: "one".into(), judged, tally }] };
        let (text, json) = (report.text(), report.json());
        assert_eq!(report.outcome(), Outcome::Failed, "an answer that could not be used fails the suite");
        assert_eq!(json["models"][0]["categories"][0]["right"]["hits"], 0);
        assert_eq!(json["models"][0]["categories"][1]["right"]["n"], 2);
        assert!(text.contains("one, irrelevance: another function 1"), "{text}");
    }
}
