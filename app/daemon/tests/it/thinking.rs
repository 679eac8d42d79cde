//! Thinking with a model whose answers are given beforehand: how often it is asked, and what becomes of what it says.

use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use laika_context::Fence;
use laika_context::execute::Task;
use laika_context::ground::{Grounding, Material, Method, Size};
use laika_context::route::{By, Routing};
use laika_daemon::thinking::{AnyModel, Chosen, Egress, Mind, Request};
use laika_model::scripted::{Answer, Asked, Scripted};
use laika_model::{Cancel, Capabilities, ModelError, NoModel, Runner};
use laika_protocol::ids::DocId;
use laika_protocol::limits::{Limit, Limits};
use laika_protocol::llmcp::Choice;
use laika_protocol::model::{Ask, Weighing, Weights, Written};
use laika_protocol::tools::{self, TOOLS};

const GOOD: &str = r#"{"tool":"search","args":{"query":"boots"}}"#;

fn search() -> Task<'static> {
    let tool = tools::find("search").unwrap();
    Task { tool, goal: "search for boots", page: None, done: &[], pack: None, tabs: &[], tokens: 400 }
}

fn texts(texts: &[&str]) -> Vec<Answer> {
    texts.iter().map(|text| Answer::Text((*text).to_owned())).collect()
}

fn material() -> Material {
    Material {
        doc_id: DocId::web_summary(),
        title: "Boots".into(),
        text: "The boots are warm and cost 40 euros. They are made in Norway by hand.\n".into(),
        signals: Vec::new(),
        anchors: Vec::new(),
    }
}

/// Weights of `search for boots` in which `search` is far ahead.
fn search_preferred() -> Vec<Vec<f32>> {
    let offered: Vec<(&str, &str)> = TOOLS.iter().map(|tool| (tool.name, tool.line)).collect();
    let weighing = Routing::new("search for boots", None, &offered, &Fence::new("n")).unwrap().weighing();
    let at = weighing.candidates.iter().position(|name| name.trim() == "search").unwrap();
    let mut rows = vec![vec![-9.0; weighing.candidates.len()]; weighing.prompts.len()];
    rows[0][at] = -1.0;
    rows
}

/// PIPE-001: the router names a tool, the executor fills in that one, the summary is text; each is one question.
#[tokio::test]
async fn a_request_goes_through_the_pipeline() {
    let offered: Vec<(&str, &str)> = TOOLS.iter().map(|tool| (tool.name, tool.line)).collect();
    let request = Request { query: "search for boots", page: None, tools: &offered };
    let rows = search_preferred();
    let said = r#"{"points":[{"quote":"cost 40 euros","text":"The boots cost 40 euros."}]}"#;
    let answers = [Answer::Weights(rows)].into_iter().chain(texts(&[GOOD, said]));
    let (mut mind, cancel) = (Mind::new(Scripted::new(answers)), Cancel::new());

    let route = mind.route(&request, &cancel).await.unwrap().route;
    let tool = route.tool.as_ref().map(|tool| tool.as_str());
    assert_eq!((route.choice, tool), (Choice::CallTool, Some("search")));
    let call = mind.fill(&search(), &cancel).await.unwrap();
    assert_eq!((call.name.as_str(), &call.arguments["query"]), ("search", &"boots".into()));
    let grounding = Grounding::new(vec![material()], None, Size::default());
    let grounded = mind.ground(grounding, &cancel, |_, _| {}).await.unwrap();
    assert!(grounded.points[0].contains("40 euros"), "{:?}", grounded.points);

    let asked = mind.model().asked();
    let [Asked::Weigh(_), Asked::Write(args), Asked::Write(summary)] = &asked[..] else {
        panic!("{asked:?}")
    };
    assert!(args.prompt.turns[0].text.contains("search"), "the executor sees its tool");
    for other in TOOLS.iter().filter(|tool| tool.name != "search") {
        assert!(!args.prompt.turns[0].text.contains(other.name), "and no other: {}", other.name);
        assert!(!summary.prompt.turns[0].text.contains(other.name), "the summary sees none: {}", other.name);
    }
}

/// A model that cannot be told from outside: whatever runs it, the same three questions are asked of it.
async fn thinks<R: Runner>(model: R, query: &str) -> (Option<String>, By, Result<String, String>, Method) {
    let offered: Vec<(&str, &str)> = TOOLS.iter().map(|tool| (tool.name, tool.line)).collect();
    let (mut mind, cancel) = (Mind::new(model), Cancel::new());
    let decision = mind.route(&Request { query, page: None, tools: &offered }, &cancel).await.unwrap();
    let filled = mind.fill(&search(), &cancel).await;
    let filled = filled.map(|call| call.name.to_string()).map_err(|error| error.code().to_owned());
    let grounding = Grounding::new(vec![material()], None, Size::default());
    let grounded = mind.ground(grounding, &cancel, |_, _| {}).await.unwrap();
    assert!(grounded.points.iter().any(|point| point.contains("40 euros")), "{:?}", grounded.points);
    (decision.route.tool.map(|tool| tool.to_string()), decision.by, filled, grounded.method)
}

/// MODEL-001: one interface hides what runs a model, and where none is found a runner that knows nothing takes its place:
/// requests are routed by words, pages are read in their own words, and acting says what is missing.
#[tokio::test]
async fn without_a_model_words_and_rules_go_on() {
    let absent = || Err("E_MODEL_ABSENT".to_owned());
    for (query, tool) in [
        ("search for boots", Some("search")),
        ("scroll down", Some("browser.scroll")),
        ("take a screenshot of this", Some("browser.capture_viewport")),
        ("why is the sky blue?", None),
        ("search for", None),
    ] {
        let tool = tool.map(str::to_owned);
        let expected = (tool, By::Words, absent(), Method::Extractive);
        assert_eq!(thinks(NoModel, query).await, expected, "{query}");
        let nothing =
            AnyModel::start("no program is needed".as_ref(), &Chosen::Nothing, Egress::default()).await;
        assert_eq!(thinks(nothing.unwrap(), query).await, expected, "{query}");
    }
    let said = r#"{"points":[{"quote":"cost 40 euros","text":"The boots cost 40 euros."}]}"#;
    let answers = [Answer::Weights(search_preferred()), Answer::Text(GOOD.into()), Answer::Text(said.into())];
    let scripted = thinks(Scripted::new(answers), "search for boots").await;
    assert_eq!(scripted, (Some("search".into()), By::Weighing, Ok("search".into()), Method::Mixed));
    let counts = NoModel.count(&["one two three".into(), String::new()]).await.unwrap();
    assert!(counts[0] >= 3 && counts[1] == 0, "{counts:?}");

    // Weights that are named and cannot be run are an error, never nobody.
    let weights = Chosen::Weights(Path::new("/nowhere/at/all.gguf").into());
    let error = AnyModel::start("/nowhere/laika".as_ref(), &weights, Egress::default()).await.err().unwrap();
    assert_eq!(error.code(), "E_MODEL_START");
}

/// PIPE-014, PIPE-027: a bad answer costs one more question, then this call and no other.
#[tokio::test]
async fn a_bad_answer_is_repaired_once_and_fails_alone() {
    let mind = Mind::new(Scripted::new(texts(&["boots!", GOOD, "boots!", "{}", GOOD])));
    let cancel = Cancel::new();
    assert!(mind.fill(&search(), &cancel).await.is_ok(), "repaired");
    let error = mind.fill(&search(), &cancel).await.unwrap_err();
    assert_eq!((error.code(), mind.model().left()), ("E_ANSWER_UNUSABLE", 1));
    assert!(mind.fill(&search(), &cancel).await.is_ok(), "the next call is a call of its own");
    let Asked::Write(repair) = &mind.model().asked()[1] else { panic!("it is written") };
    assert!(repair.prompt.turns.last().unwrap().text.contains("only one JSON object"));
}

/// MODEL-037: a run asks so often in a minute and no more; when the minute has passed it may again.
#[tokio::test]
async fn i22_a_run_asks_so_often_a_minute() {
    static NOW: AtomicU64 = AtomicU64::new(1_000_000);
    let mut limits = Limits::default();
    limits.tighten("model_requests_per_minute", 3).unwrap();
    let model = Scripted::new(texts(&[GOOD; 8]));
    let (mind, cancel) = (Mind::within(model, &limits, || NOW.load(Ordering::SeqCst)), Cancel::new());
    for _ in 0..3 {
        mind.fill(&search(), &cancel).await.unwrap();
    }
    let error = mind.fill(&search(), &cancel).await.unwrap_err();
    assert_eq!(error.code(), "E_MODEL_RATE");
    assert!(error.to_string().contains("3 times within a minute"), "{error}");
    // A summary needs no model: it goes on in the page's own words.
    let grounding = Grounding::new(vec![material()], None, Size::default());
    let grounded = mind.ground(grounding, &cancel, |_, _| {}).await.unwrap();
    assert_eq!(grounded.method, Method::Extractive);
    assert_eq!(mind.model().asked().len(), 3, "nothing more was asked");
    NOW.fetch_add(60_000, Ordering::SeqCst);
    assert!(mind.fill(&search(), &cancel).await.is_ok());
}

/// MODEL-016: no answer is asked for that is longer than the bound, and what is shorter stays as it is.
#[tokio::test]
async fn i22_an_answer_has_so_many_tokens() {
    assert_eq!(Limits::default().get(Limit::OutputTokens), 8_192);
    let mut asked = Vec::new();
    for most in [8_192, 7] {
        let mut limits = Limits::default();
        limits.tighten("output_tokens", most).unwrap();
        let mind = Mind::within(Scripted::new(texts(&[GOOD])), &limits, || 0);
        mind.fill(&search(), &Cancel::new()).await.unwrap();
        let Asked::Write(ask) = &mind.model().asked()[0] else { panic!("it is written") };
        asked.push(ask.max_tokens);
    }
    assert!(asked[0] > 7 && asked[1] == 7, "{asked:?}");
}

/// A model that is slow, and knows how many questions it had at once.
#[derive(Default)]
struct Slow {
    remote: bool,
    now: AtomicUsize,
    most: AtomicUsize,
}

impl Runner for Slow {
    fn capabilities(&self) -> Capabilities {
        Capabilities { local: !self.remote, ..Scripted::new([]).capabilities() }
    }

    async fn write(&self, _: &Ask, _: &Cancel) -> Result<Written, ModelError> {
        let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(30)).await;
        self.now.fetch_sub(1, Ordering::SeqCst);
        Err(ModelError::Timeout)
    }

    async fn weigh(&self, _: &Weighing, _: &Cancel) -> Result<Weights, ModelError> {
        Err(ModelError::Timeout)
    }

    async fn count(&self, _: &[String]) -> Result<Vec<u32>, ModelError> {
        Err(ModelError::Timeout)
    }
}

/// MODEL-037: a model here answers one question at a time, one elsewhere two; who waits can still be taken back.
#[tokio::test]
async fn i22_questions_wait_for_their_turn() {
    for (remote, limit) in [(false, Limit::LocalModelCalls), (true, Limit::CloudModelCalls)] {
        let mind = Mind::new(Slow { remote, ..Slow::default() });
        let (cancel, task) = (Cancel::new(), search());
        let five = tokio::join!(
            mind.fill(&task, &cancel),
            mind.fill(&task, &cancel),
            mind.fill(&task, &cancel),
            mind.fill(&task, &cancel),
            mind.fill(&task, &cancel),
        );
        assert_eq!(five.4.unwrap_err().code(), "E_MODEL_TIMEOUT");
        assert_eq!(mind.model().most.load(Ordering::SeqCst) as u64, Limits::default().get(limit));
        let given_up = Cancel::new();
        let later = async {
            tokio::time::sleep(Duration::from_millis(5)).await;
            given_up.cancel();
        };
        let (_, _, waiting, ()) = tokio::join!(
            mind.fill(&task, &cancel),
            mind.fill(&task, &cancel),
            mind.fill(&task, &given_up),
            later
        );
        assert_eq!(waiting.unwrap_err().code(), "E_MODEL_CANCELLED");
    }
    let mut none = Limits::default();
    none.tighten("local_model_calls", 0).unwrap();
    let mind = Mind::within(Slow::default(), &none, || 0);
    assert_eq!(mind.fill(&search(), &Cancel::new()).await.unwrap_err().code(), "E_MODEL_RATE");
}
