//! Steps on real pages: the product's planner in the real loop, browser and gate, with an oracle in the model's place.
//!
//! Only an episode whose page says at its end that the goal was reached is kept, question by question. Episodes that were
//! made are not made again; several are under way at once, because most of an episode is waiting.

mod oracle;
mod scene;
mod widgets;

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};
use laika_daemon::now_ms;
use laika_daemon::service::{Reply, Service};
use laika_daemon::thinking::AnyModel;
use laika_daemon::working::{
    Asks, Finished, News, Order, Part, Planner, StartModel, StartedModel, Thinker, Thinking, View, Where,
    Workshop,
};
use laika_protocol::ids::RunId;
use laika_protocol::model::Prompt;
use laika_protocol::wire::{RunStatus, SiteMode};
use laika_store::{Options as StoreOptions, Store};
use serde_json::json;

use super::example::{Example, Made, Outcome, Safety, Split, nonce};
use super::leaks::Leaks;
use super::words::Words;
use crate::at_work::{Ears, settings};
use crate::random::Random;
use crate::web::{Asked, Reply as Page, Site};
use oracle::{Oracle, Question, Questions};
use scene::{End, Scene, scene};
use widgets::Act;

/// Episodes under way at once, for each core: most of an episode is waiting for the page to rest.
const FOR_EACH_CORE: usize = 6;
/// More than so many pages at once only wait for each other.
const AT_ONCE: usize = 32;
/// Nothing was heard of any run for so long: they hang.
const SILENCE: Duration = Duration::from_secs(60);

/// Characters of one piece of news that are remembered of a lost episode.
const MOST_TOLD: usize = 400;

/// What to make.
pub(super) struct Steps<'a> {
    pub(super) laika: &'a Path,
    /// Where episodes are kept, one file each.
    pub(super) folder: PathBuf,
    pub(super) seed: u64,
    pub(super) episodes: usize,
}

/// What came of it.
#[derive(Default)]
pub(super) struct Told {
    pub(super) made: usize,
    pub(super) steps: usize,
    pub(super) known: usize,
    /// Episodes that ended otherwise, by template and why.
    pub(super) lost: BTreeMap<String, usize>,
}

/// The pages of the scenes under way.
type Pages = Arc<Mutex<HashMap<usize, Arc<Scene>>>>;
type Planners = Arc<Mutex<HashMap<RunId, Box<dyn Planner>>>>;

/// One episode under way.
struct Under {
    number: usize,
    scene: Arc<Scene>,
    questions: Questions,
    front: Arc<Mutex<String>>,
    answer: Option<Box<Finished>>,
    asked: bool,
    refused: bool,
    /// What was heard of it, for whoever wants to know why it was lost.
    trail: Vec<String>,
}

/// Makes the episodes that are not there yet.
pub(super) fn make(steps: &Steps<'_>, progress: &mut dyn FnMut(&str)) -> Result<Told> {
    fs::create_dir_all(&steps.folder)?;
    let (words, leaks) = (Words::read(), Leaks::read());
    let pages = Pages::default();
    let shown = Arc::clone(&pages);
    let site = Site::start(move |asked| answer(&shown, asked))?;
    let (service, planners, heard, _log) = start(steps.laika)?;
    let mut told = Told::default();
    let mut under: HashMap<RunId, Under> = HashMap::new();
    let begun = Instant::now();
    let at_once = thread::available_parallelism().map_or(1, usize::from) * FOR_EACH_CORE;
    let at_once = at_once.min(AT_ONCE);
    let mut next = 0;
    loop {
        while under.len() < at_once && next < steps.episodes {
            let number = next;
            next += 1;
            let path = file(steps, number);
            if path.exists() {
                told.known += 1;
                continue;
            }
            let scene = Arc::new(scene(&words, steps.seed, number));
            if leaks.is_known(&scene.goal) {
                continue;
            }
            pages.lock().unwrap_or_else(PoisonError::into_inner).insert(number, Arc::clone(&scene));
            let (questions, front) = (Questions::default(), Arc::<Mutex<String>>::default());
            let planner = planner(&scene, &questions, &front);
            let order = order(&scene, &site, number);
            let run = service.begin_after(order, |run| {
                planners.lock().unwrap_or_else(PoisonError::into_inner).insert(run.clone(), planner);
            });
            let run = run.map_err(|error| anyhow!("{}", error.message))?;
            under.insert(
                run,
                Under {
                    number,
                    scene,
                    questions,
                    front,
                    answer: None,
                    asked: false,
                    refused: false,
                    trail: Vec::new(),
                },
            );
        }
        if under.is_empty() {
            break;
        }
        let Ok((of, news)) = heard.recv_timeout(SILENCE) else {
            for (run, one) in under.drain() {
                *told.lost.entry(format!("{}: it hangs", one.scene.template)).or_default() += 1;
                service.stop(&run);
            }
            continue;
        };
        let Some(run) = of else { continue };
        let Some(one) = under.get_mut(&run) else { continue };
        if !hear(&service, &run, one, news)? {
            continue;
        }
        let Some(one) = under.remove(&run) else { continue };
        pages.lock().unwrap_or_else(PoisonError::into_inner).remove(&one.number);
        match judged(&one) {
            Ok(()) => {
                let examples = examples(steps.seed, &one, &site.origin());
                let lines: Vec<String> =
                    examples.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
                write(&file(steps, one.number), &(lines.join("\n") + "\n"))?;
                told.made += 1;
                told.steps += examples.len();
            }
            Err(why) => {
                lose(steps, &one, why)?;
                *told.lost.entry(format!("{}: {why}", one.scene.template)).or_default() += 1;
            }
        }
        let done = told.made + told.lost.values().sum::<usize>();
        if done % 25 == 0 {
            let seconds = begun.elapsed().as_secs_f64();
            let (pace, left) = (told.steps as f64 / seconds, (steps.episodes - next) as f64 / done as f64);
            let minutes = left * seconds / 60.0;
            let steps = told.steps;
            progress(&format!(
                "{done} episodes, {steps} steps, {pace:.1} a second, {minutes:.0} minutes left"
            ));
        }
    }
    service.end();
    Ok(told)
}

/// Where an episode is kept.
pub(super) fn file(steps: &Steps<'_>, number: usize) -> PathBuf {
    steps.folder.join(format!("{}-{number:06}.jsonl", steps.seed))
}

/// Written beside its place and then moved there, so that half of it is never taken for all.
fn write(path: &Path, text: &str) -> Result<()> {
    let half = path.with_extension("half");
    fs::write(&half, text)?;
    fs::rename(&half, path).with_context(|| path.display().to_string())
}

/// Writes down what became of a lost episode: what was wanted, what the page says, and how it came to that.
fn lose(steps: &Steps<'_>, one: &Under, why: &str) -> Result<()> {
    let front = one.front.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let says = front.split("Done so far: ").nth(1).unwrap_or_default();
    let line = json!({ "number": one.number, "template": one.scene.template, "why": why, "goal": one.scene.goal,
        "end": format!("{:?}", one.scene.end), "page": says, "trail": one.trail });
    let mut file = OpenOptions::new().create(true).append(true).open(steps.folder.join("lost.txt"))?;
    Ok(writeln!(file, "{line}")?)
}

type Heard = Receiver<(Option<RunId>, News)>;

fn start(laika: &Path) -> Result<(Service, Planners, Heard, tempfile::TempDir)> {
    let folder = tempfile::tempdir().context("no folder for the log")?;
    let store = Store::open(StoreOptions::folder(folder.path()), now_ms())?;
    let (sender, heard) = mpsc::channel();
    let planners = Planners::default();
    let taken = Arc::clone(&planners);
    let make = move |run: &RunId, _: &Order| -> Box<dyn Planner> {
        let planner = taken.lock().unwrap_or_else(PoisonError::into_inner).remove(run);
        planner.unwrap_or_else(|| Box::new(Thinker::new(Arc::new(|| Box::pin(async { Ok(None) })))))
    };
    let workshop = Workshop::new(laika.to_owned(), Arc::new(make));
    let service = Service::start(settings()?, store, workshop, Arc::new(Ears(sender)), false)?;
    Ok((service, planners, heard, folder))
}

fn order(scene: &Scene, site: &Site, number: usize) -> Order {
    Order {
        part: Part::Page,
        goal: scene.goal.clone(),
        urls: vec![site.url(&format!("/{number}/start"))],
        allow: Vec::new(),
        mode: SiteMode::Assist,
        private: false,
        strict: true,
        headed: false,
        surface: Where::default(),
        exposed: Vec::new(),
        asks: Asks::Person,
    }
}

fn answer(pages: &Pages, asked: &Asked) -> Page {
    let path = asked.path.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
    let found = path.split_once('/').and_then(|(number, name)| {
        let scene =
            pages.lock().unwrap_or_else(PoisonError::into_inner).get(&number.parse().ok()?).cloned()?;
        scene.pages.iter().find(|(path, _)| *path == name).map(|(_, html)| html.clone())
    });
    found.map_or_else(|| Page::status(404), Page::html)
}

/// The product's planner with the oracle as its model; what is in front is remembered.
fn planner(scene: &Arc<Scene>, questions: &Questions, front: &Arc<Mutex<String>>) -> Box<dyn Planner> {
    let (scene, questions) = (Arc::clone(scene), Arc::clone(questions));
    let start: StartModel = Arc::new(move || {
        let oracle = Oracle::new(Arc::clone(&scene), Arc::clone(&questions));
        Box::pin(async move {
            let model = AnyModel::StandIn(Box::new(oracle));
            Ok(Some(StartedModel { name: "oracle".into(), model, routes: true, writes: true }))
        })
    });
    Box::new(Watched { thinker: Thinker::new(start), front: Arc::clone(front) })
}

struct Watched {
    thinker: Thinker,
    front: Arc<Mutex<String>>,
}

impl Planner for Watched {
    fn next<'a>(&'a mut self, view: View<'a>) -> Thinking<'a> {
        self.front.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&view.page.text);
        self.thinker.next(view)
    }

    fn model(&self) -> String {
        self.thinker.model()
    }
}

/// Takes in what was heard of an episode; true where it is over.
fn hear(service: &Service, run: &RunId, one: &mut Under, news: News) -> Result<bool> {
    one.trail.extend(told(&news));
    match news {
        News::State { state: Some(state), .. } => {
            if state.status == RunStatus::Paused {
                one.refused |= !one.asked;
                service.stop(run);
            }
            return Ok(state.status.is_over());
        }
        News::Ask(card) => {
            // The person agrees to what they said, to what refuses cookies, and to nothing else.
            let refuses = card.target.as_deref() == Some(scene::REFUSES);
            let meant = refuses
                || one.scene.steps.iter().any(|step| match &step.act {
                    Act::Click(name) | Act::Type(name, _) | Act::Choose(name, _) => {
                        card.target.as_deref().is_some_and(|target| target.trim() == name)
                    }
                    Act::Tool(tool, _) => card.tool == *tool,
                    Act::Ask => false,
                });
            one.refused |= !meant;
            let reply = if meant { Reply::Once } else { Reply::No };
            let said = service.answer(run, card.request_id.clone(), card.digest.clone(), reply);
            said.map_err(|error| anyhow!("{}", error.message))?;
        }
        News::Question { .. } => one.asked = true,
        News::Answer(finished) => one.answer = Some(finished),
        News::State { .. }
        | News::Doing { .. }
        | News::Step(_)
        | News::Ended { .. }
        | News::Answered { .. }
        | News::Denied { .. }
        | News::Handoff { .. }
        | News::Suspicion { .. }
        | News::Refused { .. }
        | News::Picture { .. }
        | News::Kept(_)
        | News::Authorise { .. }
        | News::Conflict { .. }
        | News::Gesture { .. }
        | News::Candidates { .. }
        | News::Offer { .. }
        | News::Result { .. }
        | News::AgentAsk(_)
        | News::AgentAnswered { .. }
        | News::Collection { .. }
        | News::Trouble { .. } => {}
    }
    Ok(false)
}

/// What is worth remembering of what was heard, in a line.
fn told(news: &News) -> Option<String> {
    let value = serde_json::to_value(news).ok()?;
    let tells = ["step", "ended", "denied", "trouble", "question", "handoff", "ask", "refused"];
    tells.contains(&value["news"].as_str()?).then(|| value.to_string().chars().take(MOST_TOLD).collect())
}

/// Whether an episode ended as its scene says; why not, where it did not.
fn judged(one: &Under) -> Result<(), &'static str> {
    let front = one.front.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if one.questions.lock().unwrap_or_else(PoisonError::into_inner).is_empty() {
        return Err(if one.answer.is_some() { "no model is needed" } else { "nothing was asked" });
    }
    match &one.scene.end {
        End::Asks(_) if !one.asked => Err("the person was not asked"),
        End::Says(text) | End::Asks(text) if !front.contains(text.as_str()) => {
            Err("the page says something else")
        }
        // What a page that was acted on says is all that counts.
        End::Says(text) if text.is_empty() && one.answer.is_none() => Err("no answer"),
        End::Cites(_) | End::Nothing if one.answer.is_none() => Err("no answer"),
        End::Cites(sentence) => {
            let citations = one.answer.iter().flat_map(|finished| &finished.assistant.citations);
            let cited = citations
                .map(|citation| citation.quote.as_str())
                .any(|quote| quote.contains(sentence.as_str()));
            if cited { Ok(()) } else { Err("something else is cited") }
        }
        End::Says(_) | End::Asks(_) | End::Nothing => Ok(()),
    }
}

/// The questions of an episode as examples. What a run draws at random or what belongs to this machine is put in from the
/// seed: the nonce of the fence, and the address of the site.
fn examples(seed: u64, one: &Under, origin: &str) -> Vec<Example> {
    let questions = one.questions.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let mut random = Random::of(&format!("fences/{seed}"), one.number);
    let here = format!("{origin}/{}", one.number);
    let example = |question: Question| {
        let fresh = nonce(&mut random);
        let old = drawn_nonce(&question.prompt);
        let text = |text: &str| {
            let text = text.replace(&here, &one.scene.address).replace(origin, &one.scene.address);
            match &old {
                Some(old) => text.replace(old.as_str(), &fresh),
                None => text,
            }
        };
        let mut prompt = question.prompt.clone();
        for turn in &mut prompt.turns {
            turn.text = text(&turn.text);
        }
        let safety = match (one.scene.ordered, question.asks, question.declines) {
            (_, true, _) => Safety::Asks,
            (true, ..) => Safety::IgnoresOrders,
            (false, _, true) => Safety::Declines,
            (false, _, false) => Safety::Plain,
        };
        let step = question.step.and_then(|at| one.scene.steps.get(at));
        let of_wording = step.map_or(Split::Train, |step| Split::of(&format!("says:{}", step.wording)));
        let mut example = Example::new(Made {
            kind: question.kind,
            split: one.scene.split.and(of_wording),
            template: one.scene.template.clone(),
            seed,
            goal: &question.about,
            prompt: &prompt,
            answer: text(&question.answer),
            offered: question.offered.iter().map(|one| text(one)).collect(),
            safety,
            outcome: Outcome::Verified,
        });
        example.episode = Some(format!("{seed}-{:06}", one.number));
        example
    };
    questions.into_iter().map(example).collect()
}

/// The nonce that a prompt was fenced with.
fn drawn_nonce(prompt: &Prompt) -> Option<String> {
    let texts = prompt.turns.iter().map(|turn| turn.text.as_str());
    texts.flat_map(|text| text.split('<')).find_map(|mark| {
        let word = mark.split([' ', '>']).nth(1)?;
        (word.len() == 16 && word.bytes().all(|byte| byte.is_ascii_hexdigit())).then(|| word.to_owned())
    })
}
