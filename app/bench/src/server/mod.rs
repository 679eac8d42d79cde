//! A model behind a real server: llama.cpp's own over HTTP, asked for what the product asks, through the network process.
//!
//! Routes and arguments are written under a shape; each answer is held against its shape once more, by the reader of
//! schemas and not by the runner. Then the key is wrong, and the server ends in the middle of an answer.

mod real;

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};
use laika_context::execute::Execution;
use laika_context::{Fence, Problem};
use laika_daemon::thinking::AnyModel;
use laika_model::catalogue::ServerKind;
use laika_model::{Cancel, ModelError, Runner as _};
use laika_protocol::model::{Ask, Ended, Prompt, Sampling, Speaker, Turn};
use laika_protocol::schema::validate;
use serde_json::{Value, json};

use crate::check::{self, Check};
use crate::clock::median;
use crate::{Options, Outcome, Reports, arguments, labelled, models, print, routing, skip, table, web};
use real::{KEY, RealServer};

/// Of each set, unless said otherwise.
const CASES: usize = 60;
/// How the runner says that words were not copied.
const NO_PIECE: &str = "is no piece of what was given";
/// How far into an answer the server is ended.
const INTO: Duration = Duration::from_millis(1_500);

/// What one way of speaking to the server gave.
struct Row {
    kind: &'static str,
    asked: usize,
    /// Answers that fit their shape at the first try, pieces included.
    valid: usize,
    /// Answers of the right form whose words should have been copied and were not. No server can be held to that, so
    /// the runner refuses them.
    other_words: usize,
    /// Answers that were cut or are of another form.
    others: Vec<String>,
    routes: usize,
    right: usize,
    seconds: f64,
}

pub(crate) fn run(options: &Options, reports: &mut Reports<'_>) -> Result<Outcome> {
    let Some(candidate) = models::here(options)?.into_iter().next() else {
        return skip(options, models::NONE_HERE, reports);
    };
    let mut server = match RealServer::start(options, &candidate, reports.progress) {
        Ok(server) => server,
        Err(error) => return skip(options, &format!("there is no server to talk to: {error:#}"), reports),
    };
    let runtime = web::runtime()?;
    let mut rows = Vec::new();
    for kind in [ServerKind::LlamaServer, ServerKind::Openai] {
        rows.push(runtime.block_on(measure(options, &server, kind, reports))?);
    }
    let codes = runtime.block_on(failures(options, &mut server))?;
    let checks = checks(&rows, &codes);
    let outcome = check::outcome(&checks);
    print(
        options,
        reports,
        || format!("{}, n = {}\n{}{}", candidate.name, asked(&rows), text(&rows), check::lines(&checks)),
        || json!({ "bench": "server", "outcome": outcome.word(), "model": candidate.name, "n": asked(&rows), "kinds": rows.iter().map(Row::json).collect::<Vec<_>>(), "checks": check::json(&checks) }),
    )?;
    Ok(outcome)
}

fn asked(rows: &[Row]) -> usize {
    rows.iter().map(|row| row.asked).sum()
}

async fn measure(
    options: &Options,
    server: &RealServer,
    kind: ServerKind,
    reports: &mut Reports<'_>,
) -> Result<Row> {
    let model = server.connect(options, kind, KEY).await?;
    let most = Some(options.cases.unwrap_or(CASES));
    let mut row = Row {
        kind: kind.as_str(),
        asked: 0,
        valid: 0,
        other_words: 0,
        others: Vec::new(),
        routes: 0,
        right: 0,
        seconds: f64::NAN,
    };
    let mut seconds = Vec::new();
    for case in labelled::sample(routing::material::cases()?, most) {
        let routing = routing::measure::routing(&case, false)?;
        let start = Instant::now();
        row.routes += 1;
        if let Some(text) = row.ask(&model, &routing.ask()).await? {
            let decision = routing.read(&text).map_err(|problem| anyhow!("{}: {problem}", case.id))?;
            row.right += usize::from(case.expect.is(&decision.route));
        }
        seconds.push(start.elapsed().as_secs_f64());
        if row.asked.is_multiple_of(20) {
            (reports.progress)(&format!("server: {} {}", row.kind, row.asked));
        }
    }
    for case in labelled::sample(arguments::material::cases()?, most) {
        match arguments::with_task(&case, |task| Execution::new(task, &Fence::new(&case.id)))? {
            Ok(execution) => drop(row.ask(&model, execution.ask()).await?),
            // There is nothing to ask about.
            Err(Problem::NoElement | Problem::NoAddress | Problem::NoText) => {}
            Err(problem) => return Err(anyhow!("{}: {problem}", case.id)),
        }
        if row.asked.is_multiple_of(20) {
            (reports.progress)(&format!("server: {} {}", row.kind, row.asked));
        }
    }
    row.seconds = median(seconds);
    Ok(row)
}

impl Row {
    /// Asks once, and holds the answer against its shape with the reader of schemas.
    async fn ask(&mut self, model: &AnyModel, ask: &Ask) -> Result<Option<laika_protocol::model::Written>> {
        self.asked += 1;
        let written = match model.write(ask, &Cancel::new()).await {
            Ok(written) => written,
            Err(ModelError::Remote(error)) if error.is_repairable() => {
                match error.to_string() {
                    said if said.ends_with(NO_PIECE) => self.other_words += 1,
                    said => self.others.push(said),
                }
                return Ok(None);
            }
            Err(error) => return Err(anyhow!("{error} ({})", error.code())),
        };
        let shape = ask.shape.as_ref().context("nothing is asked without a shape here")?;
        let value: Option<Value> = serde_json::from_str(&written.text).ok();
        let fits = value.is_some_and(|value| validate(shape, &value).is_empty());
        if fits && written.ended == Ended::Complete {
            self.valid += 1;
            return Ok(Some(written));
        }
        self.others.push(format!("{:?}: {:.80}", written.ended, written.text));
        Ok(None)
    }

    fn json(&self) -> Value {
        json!({
            "kind": self.kind, "asked": self.asked, "valid": self.valid, "other_words": self.other_words, "others": self.others,
            "routes": self.routes, "routes_right": self.right, "seconds_per_route": self.seconds,
        })
    }
}

/// The codes of a wrong key, of a server that ends in the middle, and of one that is gone.
async fn failures(options: &Options, server: &mut RealServer) -> Result<[String; 3]> {
    let wrong = server.connect(options, ServerKind::LlamaServer, "sk-wrong-000000000000").await?;
    let wrong = code(wrong.write(&story(16), &Cancel::new()).await);
    let model = server.connect(options, ServerKind::LlamaServer, KEY).await?;
    let (ask, cancel) = (story(3_000), Cancel::new());
    let (ended, killed) = tokio::join!(model.write(&ask, &cancel), async {
        tokio::time::sleep(INTO).await;
        server.kill()
    });
    killed?;
    let gone = model.write(&ask, &cancel).await;
    Ok([wrong, code(ended), code(gone)])
}

fn code<T>(result: Result<T, ModelError>) -> String {
    result.map_or_else(|error| error.code().to_owned(), |_| "an answer".to_owned())
}

/// A text that cannot end early.
fn story(tokens: u32) -> Ask {
    let turn = Turn { speaker: Speaker::User, text: "Tell a long story.".into() };
    Ask {
        prompt: Prompt { turns: vec![turn], fixed_turns: 0, answer_starts: String::new() },
        shape: Some(json!({ "type": "string", "minLength": 1_900 })),
        sampling: Sampling { temperature: 1.0, top_p: 1.0, top_k: 0, min_p: 0.0, seed: 1 },
        max_tokens: tokens,
    }
}

fn checks(rows: &[Row], codes: &[String; 3]) -> Vec<Check> {
    let mut checks: Vec<Check> = rows
        .iter()
        .map(|row| Check {
            passed: row.valid > 0 && row.valid + row.other_words == row.asked,
            what: "answers of the right form at the first try",
            found: {
                let formed = row.asked - row.others.len();
                let first = row.others.first().map(|first| format!(" ({first})")).unwrap_or_default();
                format!("{formed} of {} as {}{first}", row.asked, row.kind)
            },
            bound: "all".into(),
        })
        .collect();
    let [wrong, ended, gone] = codes;
    for (what, found, bound) in [
        ("a wrong key", wrong, "E_REMOTE_KEY"),
        ("a server that ends in the middle of an answer", ended, "E_REMOTE_BROKEN_OFF"),
        ("a server that is gone", gone, "E_REMOTE_UNREACHABLE"),
    ] {
        checks.push(Check { passed: found == bound, what, found: found.clone(), bound: bound.into() });
    }
    checks
}

fn text(rows: &[Row]) -> String {
    let head = ["spoken to as", "asked", "valid", "other words", "routes", "right", "s per route"];
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let counts =
                [row.asked, row.valid, row.other_words, row.routes, row.right].map(|count| count.to_string());
            let seconds = format!("{:.2}", row.seconds);
            std::iter::once(row.kind.to_owned()).chain(counts).chain([seconds]).collect()
        })
        .collect();
    table::layout(1, &head, &rows)
}
