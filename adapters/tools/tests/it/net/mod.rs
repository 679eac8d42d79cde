//! The network tools against a server on loopback that plays recorded answers, well and badly.

mod board;
mod hostile;
mod image;
mod politeness;
mod read;
mod search;
mod server;
mod translate;
mod weather;
mod wiki;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use laika_protocol::cell::{Language, Program, Ran, ReadKind, ReadLink, ReadText, Reading};
use laika_protocol::secret::Secret;
use laika_protocol::tools::ToolResult;
use laika_protocol::{ErrorCode, ToolError};
use laika_tools::cells::Cells;
use laika_tools::net::{Ticks, Web};
use laika_tools::toolbox::{Keys, Kit, Toolbox};
use laika_tools::{Bounds, CallOff};
use serde_json::{Value, json};
use server::{Recorded, Server};

use super::ample;
use super::toolbox::{NOW, permitted, run};

/// A recorded answer.
macro_rules! recorded {
    ($name:literal) => {
        include_str!(concat!("../../data/net/", $name))
    };
}
use recorded;

/// A clock that goes on only when somebody waits.
#[derive(Clone, Default)]
pub(crate) struct Clock(Arc<Mutex<Duration>>);

impl Clock {
    pub(crate) fn pass(&self, time: Duration) {
        *self.0.lock().unwrap() += time;
    }
}

impl Ticks for Clock {
    fn now(&self) -> Duration {
        *self.0.lock().unwrap()
    }

    fn wait(&self, time: Duration) {
        self.pass(time);
    }
}

/// Tuesday, 17 November 2026, 08:00 UTC.
fn wall() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_794_902_400)
}

/// Keys by name.
struct Drawer(BTreeMap<&'static str, &'static str>);

impl Keys for Drawer {
    fn key(&self, name: &str) -> Result<Option<Secret>, ToolError> {
        Ok(self.0.get(name).map(|key| Secret::new((*key).to_owned())))
    }
}

/// Reads a page by leaving out what stands between pointed brackets. The real reader is a process of its own.
struct Stripper;

impl Cells for Stripper {
    fn read(&self, document: &[u8], reading: &Reading, bounds: &Bounds) -> Result<ReadText, ToolError> {
        bounds.check()?;
        let source = String::from_utf8_lossy(document);
        let is_page = reading.content_type.as_deref().is_some_and(|kind| kind.contains("html"));
        let (title, links, text) =
            if is_page { taken_apart(&source) } else { (None, Vec::new(), source.to_string()) };
        let count = text.chars().count();
        Ok(ReadText {
            kind: if is_page { ReadKind::Html } else { ReadKind::Text },
            needs_scripts: is_page && source.contains("<script") && count < 20,
            text: text.chars().take(reading.most_chars).collect(),
            left_out: count.saturating_sub(reading.most_chars) as u64,
            title,
            byline: None,
            published: None,
            language: None,
            links,
            encoding: "UTF-8".to_owned(),
            pages: None,
        })
    }

    fn run(&self, _: &Program, _: &Bounds) -> Result<Ran, ToolError> {
        Err(ToolError::new(ErrorCode::Unsupported, "not here"))
    }

    fn can_run(&self, _: Language) -> Result<(), String> {
        Err("not here".to_owned())
    }
}

fn taken_apart(source: &str) -> (Option<String>, Vec<ReadLink>, String) {
    let between = |from: &str, to: &str| Some(source.split_once(from)?.1.split_once(to)?.0.to_owned());
    let mut links = Vec::new();
    for part in source.split("href=\"").skip(1) {
        let Some((address, rest)) = part.split_once('"') else { continue };
        let text =
            rest.split_once('>').and_then(|(_, rest)| rest.split_once('<')).map_or("", |(text, _)| text);
        if address.starts_with("http") {
            links.push(ReadLink { text: text.to_owned(), url: address.replace("&amp;", "&") });
        }
    }
    let mut text = String::new();
    let body = source.split_once("<body").map_or(source, |(_, body)| body);
    for part in body.split('<').skip(1) {
        let (tag, words) = part.split_once('>').unwrap_or((part, ""));
        if !tag.starts_with("script") && !words.trim().is_empty() {
            text.push_str(words.trim());
            text.push('\n');
        }
    }
    (between("<title>", "</title>"), links, text)
}

/// A server, what tools remember of it, and what is set.
pub(crate) struct World {
    pub(crate) server: Server,
    pub(crate) clock: Clock,
    pub(crate) kit: Kit,
    settings: Value,
}

impl World {
    /// With settings by tool.
    pub(crate) fn with(settings: Value) -> Self {
        let (server, clock) = (Server::start(), Clock::default());
        let kit = Kit {
            outside: Some(Arc::new(server.way())),
            cells: Some(Arc::new(Stripper)),
            keys: Some(Arc::new(Drawer(BTreeMap::from([("mine", "k3y-c4n4ry")])))),
            web: Arc::new(Web::with(Box::new(clock.clone()))),
            clock: wall,
            ..Kit::default()
        };
        Self { server, clock, kit, settings }
    }

    /// An answer to every question below an address.
    pub(crate) fn plays(&self, address: &str, answer: Recorded) -> &Self {
        self.server.plays(address, answer);
        self
    }

    pub(crate) fn set(&mut self, settings: Value) {
        self.settings = settings;
    }

    pub(crate) fn toolbox(&self) -> Toolbox {
        let table = serde_json::from_value(json!({ "settings": self.settings })).unwrap();
        Toolbox::new(self.kit.clone(), table).unwrap()
    }

    pub(crate) fn asks(&self, tool: &str, arguments: Value) -> Result<ToolResult, ToolError> {
        self.asks_within(tool, arguments, &ample())
    }

    pub(crate) fn asks_within(
        &self,
        tool: &str,
        arguments: Value,
        bounds: &Bounds,
    ) -> Result<ToolResult, ToolError> {
        let toolbox = self.toolbox();
        let call = toolbox.prepare(tool, arguments.as_object().cloned().unwrap(), &ample())?;
        toolbox.act(&run(), permitted(&call), NOW, bounds)
    }

    /// Asks, and gives the reason why not.
    pub(crate) fn refused(&self, tool: &str, arguments: Value) -> String {
        let error = self.asks(tool, arguments).expect_err("a refusal");
        format!("{} {}: {}", error.code.code(), error.finest_code(), error.message)
    }
}

/// Bounds that are called off after a moment.
pub(crate) fn called_off_soon() -> Bounds {
    let off = CallOff::default();
    let bounds = Bounds::new(Duration::from_secs(60), &off);
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        off.now();
    });
    bounds
}

/// What a result says, for comparing: its brief, its text, its data.
pub(crate) fn shown(result: &ToolResult) -> String {
    let data = serde_json::to_string_pretty(&result.data).unwrap();
    let metadata = Value::Object(result.metadata.clone());
    format!("{}\n----\n{}----\n{data}\n{metadata}\n", result.summary, result.full_text)
}
