//! One connection: lines are read one by one, each is answered, and what happens is told in between.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use laika_model::Cancel;
use laika_protocol::ids::{ProfileId, RunId};
use laika_protocol::run::ApprovedIn;
use laika_protocol::wire::{AppState, ControlMessage, RunStatus};
use url::Url;

use super::agent::{Agent, not_an_agent};
use super::collection::panel_may;
use super::error::Refusal;
use super::extension::Extension;
use super::lines::{Line, Lines};
use super::message::{Ask, Choice, MOST_BYTES, MOST_IN_PARTS, Request, Standing, Told, VERSION};
use super::peer::Peer;
use super::remembered::{asks_after, order_of};
use super::server::{Shared, reader};
use crate::service::Service;
use crate::working::{Asks, News, Order, Where};

/// Who says nothing for so long after connecting is sent away.
const HELLO_WITHIN: Duration = Duration::from_secs(5);
/// Messages that wait for a client; one that is further behind is cut off.
const MOST_WAITING: usize = 4_096;
/// More runs at work at once are not begun.
pub(super) const MOST_AT_WORK: usize = 16;

/// Talks to one client until it leaves.
pub(super) fn attend(stream: &UnixStream, peer: Peer, shared: &Arc<Shared>) {
    // The listener does not block, and what it accepts may not either.
    if stream.set_nonblocking(false).is_ok() {
        // A connection that breaks is over; there is nobody to tell.
        let _ = converse(stream, peer, shared);
    }
    let _ = stream.shutdown(Shutdown::Both);
}

/// Says why not, as far as that takes no time.
pub(super) fn turn_away(stream: &UnixStream, refusal: &Refusal) {
    let _ = write(stream, &error(None, refusal));
}

fn converse(stream: &UnixStream, peer: Peer, shared: &Arc<Shared>) -> io::Result<()> {
    let mut lines = Lines::new(stream);
    stream.set_read_timeout(Some(HELLO_WITHIN))?;
    stream.set_write_timeout(Some(HELLO_WITHIN))?;
    if let Err(refusal) = hello(lines.next()?) {
        return write(stream, &error(None, &refusal));
    }
    let hello =
        Told::Hello { version: VERSION, laika: env!("CARGO_PKG_VERSION").into(), pid: std::process::id() };
    write(stream, &hello)?;
    stream.set_read_timeout(None)?;
    let (queue, told) = sync_channel(MOST_WAITING);
    let writer = stream.try_clone()?;
    let number = shared.hub.enter(queue.clone(), stream.try_clone()?);
    let spawned = thread::Builder::new().name("teller".into()).spawn(move || tell(&writer, &told));
    let mut connection = Connection {
        number,
        peer,
        shared,
        queue,
        extension: None,
        agent: None,
        companion: false,
        long: Arc::default(),
    };
    let ended = match spawned {
        Ok(_) => connection.listen(&mut lines),
        Err(error) => Err(error),
    };
    if let Some(agent) = &connection.agent {
        agent.leave(shared);
        shared.agent_left(number);
    }
    if let Some(extension) = connection.extension {
        shared.browsers.leave(&extension.bridge);
    }
    for cancel in connection.long.lock().unwrap_or_else(PoisonError::into_inner).values() {
        cancel.cancel();
    }
    shared.hub.leave(number);
    ended
}

/// Everything for a client goes through one thread, in order.
fn tell(stream: &UnixStream, told: &Receiver<Told>) {
    while let Ok(told) = told.recv() {
        if write(stream, &told).is_err() {
            let _ = stream.shutdown(Shutdown::Both);
            return;
        }
    }
}

fn write(mut stream: &UnixStream, told: &Told) -> io::Result<()> {
    let mut line = serde_json::to_vec(told)?;
    if line.len() > MOST_BYTES
        && let Told::News { run, event, .. } = told
    {
        let sentence = "something happened that is too long to be told; the log has it".to_owned();
        let news = Box::new(News::Trouble { code: "E_TOO_LONG".into(), sentence });
        line = serde_json::to_vec(&Told::News { run: run.clone(), event: *event, news })?;
    }
    if line.len() > MOST_BYTES
        && let Told::Collected { id, value } = told
    {
        return write_parts(stream, *id, &value.to_string());
    }
    line.push(b'\n');
    stream.write_all(&line)
}

/// Tells something long in parts, each of which is a line however much of it has to be escaped.
fn write_parts(stream: &UnixStream, id: u64, json: &str) -> io::Result<()> {
    const MOST_OF_PART: usize = MOST_BYTES * 2 / 5;
    if json.len() > MOST_IN_PARTS {
        let refusal = Refusal::new("E_TOO_LONG", "that is more than can be told; ask for a part of it");
        return write(stream, &error(Some(id), &refusal));
    }
    let mut rest = json;
    while !rest.is_empty() {
        let (part, behind) = rest.split_at(rest.floor_char_boundary(MOST_OF_PART));
        rest = behind;
        write(stream, &Told::CollectedPart { id, json: part.to_owned(), last: rest.is_empty() })?;
    }
    Ok(())
}

fn error(id: Option<u64>, refusal: &Refusal) -> Told {
    Told::Error { id, code: refusal.code.clone(), sentence: refusal.sentence.clone() }
}

/// Reads a request. What a line holds is not repeated: it may be anything.
fn request(line: &[u8]) -> Result<Request, Refusal> {
    serde_json::from_slice(line).map_err(|error| {
        let what = match error.classify() {
            serde_json::error::Category::Data => "it is no message that Laika knows",
            serde_json::error::Category::Io
            | serde_json::error::Category::Syntax
            | serde_json::error::Category::Eof => "it is not JSON",
        };
        Refusal::new("E_MESSAGE", format!("a line cannot be read: {what} (column {})", error.column()))
    })
}

fn too_long() -> Refusal {
    Refusal::new("E_TOO_LONG", format!("a line has more than {MOST_BYTES} bytes"))
}

fn hello(line: Line) -> Result<(), Refusal> {
    let line = match line {
        Line::Whole(line) => line,
        Line::TooLong => return Err(too_long()),
        Line::Over => return Err(Refusal::new("E_HELLO", "nothing was said")),
    };
    let Ask::Hello { version } = request(&line)?.ask else {
        return Err(Refusal::new("E_HELLO", "the first line has to say hello and a version"));
    };
    if version == VERSION {
        return Ok(());
    }
    let sentence = format!(
        "this Laika talks version {VERSION} of its messages, not {version}; use the same Laika on both sides"
    );
    Err(Refusal::new("E_VERSION", sentence))
}

pub(super) struct Connection<'a> {
    pub(super) number: u64,
    pub(super) peer: Peer,
    pub(super) shared: &'a Arc<Shared>,
    pub(super) queue: SyncSender<Told>,
    /// The person's browser, if that is at the other end.
    pub(super) extension: Option<Extension>,
    /// Another agent, if one is at the other end.
    pub(super) agent: Option<Agent>,
    /// Whether it is the companion window's.
    companion: bool,
    /// What takes long, each with what takes it back.
    pub(super) long: Arc<Mutex<BTreeMap<u64, Cancel>>>,
}

impl Connection<'_> {
    fn listen(&mut self, lines: &mut Lines<&UnixStream>) -> io::Result<()> {
        loop {
            let (id, done) = match lines.next()? {
                Line::Over => return Ok(()),
                Line::TooLong => {
                    // Where the next line begins is anybody's guess.
                    self.say(error(None, &too_long()))?;
                    return self.drain();
                }
                Line::Whole(line) => match request(&line) {
                    Ok(request) => (Some(request.id), self.hear(request)),
                    Err(refusal) => (None, Err(refusal)),
                },
            };
            match done {
                Ok(told) => told.into_iter().try_for_each(|told| self.say(told))?,
                Err(refusal) => self.say(error(id, &refusal))?,
            }
        }
    }

    fn say(&self, told: Told) -> io::Result<()> {
        self.queue.send(told).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    /// Gives the last message a moment to go out.
    fn drain(&self) -> io::Result<()> {
        thread::sleep(Duration::from_millis(100));
        Ok(())
    }

    /// What an extension says is of its session, and about its browser or as from any other client.
    fn hear(&mut self, Request { id, key, ask }: Request) -> Result<Vec<Told>, Refusal> {
        if let Ask::Extension { hello, profile } = ask {
            return self.meet(id, &hello, profile);
        }
        if let Ask::Agent { name, project, behind } = ask {
            return self.let_in(id, name, project, behind);
        }
        if self.agent.is_some() {
            return self.agent_asks(id, ask);
        }
        if matches!(ask, Ask::Companion {}) && self.extension.is_none() {
            self.companion = true;
            return Ok(vec![Told::Done { id, runs: Vec::new() }]);
        }
        let Some(extension) = &mut self.extension else { return self.handle(id, ask) };
        extension.admits(id, key.as_deref())?;
        let Some(ask) = extension.hears(ask) else { return Ok(Vec::new()) };
        self.may_ask(&ask)?;
        self.handle(id, ask)
    }

    /// Only the host that a browser started is believed to be at the extension's end (S1).
    fn meet(&mut self, id: u64, hello: &ControlMessage, profile: ProfileId) -> Result<Vec<Told>, Refusal> {
        if self.extension.is_some() {
            return Err(Refusal::new("E_HELLO", "the extension was welcomed already"));
        }
        if !self.peer.is_browser() {
            let sentence = "only Laika's native host, started by a browser, speaks for the extension";
            return Err(Refusal::new("E_NOT_THE_EXTENSION", sentence));
        }
        let browsers = &self.shared.browsers;
        let (extension, welcome) = Extension::welcome(id, hello, profile, self.queue.clone(), browsers)
            .inspect_err(|refusal| {
                // Two of one profile are nothing that an update would mend.
                if refusal.code != "E_PROFILE_BUSY" {
                    browsers.refuse(Some(refusal.to_string()));
                }
            })?;
        self.extension = Some(extension);
        self.shared.hub.watch_app(self.number);
        let state = News::State { app: self.shared.hub.app(), state: None };
        Ok(vec![welcome, Told::News { run: None, event: None, news: Box::new(state) }])
    }

    /// Whether a person is at the other end: at a terminal, or in the panel of their own browser.
    fn is_person(&self) -> bool {
        self.agent.is_none() && (self.extension.is_some() || self.peer.is_person())
    }

    fn handle(&self, id: u64, ask: Ask) -> Result<Vec<Told>, Refusal> {
        let done = |runs: Vec<RunId>| Ok(vec![Told::Done { id, runs }]);
        match ask {
            Ask::Hello { .. } | Ask::Companion {} => Err(Refusal::new("E_HELLO", "hello was said already")),
            Ask::Begin { order, model, grant } => done(vec![self.begin(*order, &model, grant.as_deref())?]),
            Ask::Answer { run, request_id, digest, reply } => {
                self.needs_person("answer a card")?;
                self.needs_distance(&run)?;
                let place = match (&self.extension, self.companion) {
                    (Some(_), _) => ApprovedIn::Panel,
                    (None, true) => ApprovedIn::Companion,
                    (None, false) => ApprovedIn::Terminal,
                };
                self.with(|service| Ok(service.answer_in(place, &run, request_id, digest, reply)?))?;
                done(vec![run])
            }
            Ask::Resume { run, words, model } => {
                let mut told = vec![Told::Done { id, runs: vec![run.clone()] }];
                told.extend(self.resume(&run, words, &model)?);
                Ok(told)
            }
            Ask::Stop { run } => {
                let runs = match run {
                    Some(run) => vec![self.known(run)?],
                    None => self.shared.hub.at_work(),
                };
                self.with(|service| {
                    runs.iter().for_each(|run| service.stop(run));
                    Ok(())
                })?;
                done(runs)
            }
            Ask::Panic {} => {
                self.with(|service| {
                    service.panic();
                    Ok(())
                })?;
                done(Vec::new())
            }
            Ask::Unlock {} => {
                self.needs_person("unlock Laika")?;
                self.with(|service| {
                    service.unlock();
                    Ok(())
                })?;
                done(Vec::new())
            }
            Ask::Status {} => Ok(vec![Told::Status { id, standing: Box::new(self.standing()) }]),
            Ask::Watch { run: None } if self.extension.is_some() => {
                Ok([vec![Told::Done { id, runs: Vec::new() }], self.watch_own(None)].concat())
            }
            Ask::Watch { run } => {
                if !self.shared.hub.watch(self.number, run.as_ref()) {
                    return Err(Refusal::new("E_BUSY", "so many runs cannot be watched; watch all of them"));
                }
                let mut told = vec![Told::Done { id, runs: run.iter().cloned().collect() }];
                told.extend(self.shared.hub.so_far(run.as_ref(), None));
                if run.is_none() {
                    told.extend(self.asked_by_agents());
                }
                Ok(told)
            }
            Ask::Quit {} => {
                self.shared.quit.notify_one();
                done(Vec::new())
            }
            Ask::Sync { last_seen_event_id } => {
                let told = vec![Told::Status { id, standing: Box::new(self.standing()) }];
                Ok([told, self.watch_own(last_seen_event_id)].concat())
            }
            ask @ (Ask::Authorise { .. }
            | Ask::Decline { .. }
            | Ask::Pause { .. }
            | Ask::Site { .. }
            | Ask::SiteMode { .. }
            | Ask::Disconnect { .. }
            | Ask::Reattach { .. }
            | Ask::Continue { .. }
            | Ask::Gesture { .. }
            | Ask::Grants {}
            | Ask::Revoke { .. }
            | Ask::Preview { .. }) => self.panel(id, ask),
            Ask::AgentReply { ask, digest, reply } => {
                self.reply_about_agent(&ask, &digest, reply)?;
                done(Vec::new())
            }
            Ask::Collect { what } => self.collect(id, *what),
            Ask::SiteRule { origin, rule } => {
                self.set_site(origin, rule)?;
                done(Vec::new())
            }
            Ask::Rollback { run, to_seq } => {
                self.roll_back(&run, to_seq)?;
                done(vec![run])
            }
            Ask::Forget { run } => Ok(vec![Told::Collected { id, value: self.forget(run)? }]),
            Ask::SaveSummary { run, shown } => {
                Ok(vec![Told::Collected { id, value: self.save_summary(&run, shown)? }])
            }
            Ask::Drop { request } => {
                self.drop_long(request);
                done(Vec::new())
            }
            Ask::Agent { .. } | Ask::AgentCall { .. } | Ask::AgentCancel { .. } | Ask::AgentRead { .. } => {
                Err(not_an_agent())
            }
            Ask::Extension { .. } | Ask::TabAnswer { .. } | Ask::Happened { .. } => {
                let sentence = "only the extension in a browser says this";
                Err(Refusal::new("E_NOT_THE_EXTENSION", sentence))
            }
        }
    }

    /// Does something with the loop, while there is one.
    pub(super) fn with<T>(&self, act: impl FnOnce(&Service) -> Result<T, Refusal>) -> Result<T, Refusal> {
        match &*self.shared.service() {
            Some(service) => act(service),
            None => Err(Refusal::new("E_ENDING", "Laika is ending")),
        }
    }

    pub(super) fn needs_person(&self, what: &str) -> Result<(), Refusal> {
        if self.is_person() {
            return Ok(());
        }
        Err(Refusal::new("E_NO_PERSON", format!("only a person at a terminal can {what}")))
    }

    pub(super) fn begin(&self, order: Order, model: &Choice, grant: Option<&str>) -> Result<RunId, Refusal> {
        let asks = match (&order.asks, grant) {
            (Asks::Agent(_), _) => return Err(not_an_agent()),
            (Asks::Grant(_), _) => {
                return Err(Refusal::new(
                    "E_GRANT_FILE",
                    "a grant is made with Laika and named; one that is handed in counts for nothing",
                ));
            }
            (Asks::Person, None) if self.is_person() => Asks::Person,
            (Asks::Person | Asks::Nobody, None) => Asks::Nobody,
            (Asks::Person | Asks::Nobody, Some(name)) => {
                Asks::Grant(Box::new((self.shared.grants)(name, &order)?))
            }
        };
        for url in &order.urls {
            let parsed = Url::parse(url).map_err(|error| {
                Refusal::new("INVALID_ARGUMENT", format!("an address cannot be read: {error}"))
            })?;
            laika_browser::check_address(&parsed)?;
        }
        if self.shared.hub.at_work().len() >= MOST_AT_WORK {
            return Err(Refusal::new("E_BUSY", format!("{MOST_AT_WORK} runs are at work already")));
        }
        let surface = self.surface(&order.surface)?;
        let start = (self.shared.models)(model, order.private)?;
        self.with(|service| {
            let begun = service.begin_after(Order { asks, surface, ..order }, |run| {
                self.shared.thinks(run, start);
                if let Some(extension) = &self.extension {
                    self.shared.own(run, extension.bridge.profile());
                }
                _ = self.shared.hub.watch(self.number, Some(run));
            });
            Ok(begun?)
        })
    }

    /// A run that is not nobody's. One that was begun a moment ago may not have been shown yet.
    pub(super) fn known(&self, run: RunId) -> Result<RunId, Refusal> {
        let begun = self.with(|service| Ok(service.order(&run).is_some()))?;
        if begun || self.shared.hub.status(&run).is_some() {
            return Ok(run);
        }
        Err(Refusal::new("E_NO_RUN", format!("there is no run {run} that could be stopped")))
    }

    /// Lets a run go on, and watches it. One that is at work is only watched, from where it stands.
    fn resume(&self, run: &RunId, words: Option<String>, model: &Choice) -> Result<Vec<Told>, Refusal> {
        if self.shared.hub.app() == AppState::Locked {
            return Err(Refusal::new("E_LOCKED", "Laika is locked; `laika unlock` lets it work again"));
        }
        if self.shared.hub.status(run).is_some_and(RunStatus::is_over) {
            return Err(Refusal::new("E_RUN_OVER", format!("{run} is over")));
        }
        if self.shared.hub.at_work().contains(run) {
            if words.is_some() {
                return Err(Refusal::new(
                    "E_AT_WORK",
                    "the run is at work; words can be added when it waits",
                ));
            }
            _ = self.shared.hub.watch(self.number, Some(run));
            return Ok(self.shared.hub.so_far(Some(run), None));
        }
        let known = self.with(|service| Ok(service.order(run)))?;
        let (order, start) = match known {
            Some(order) => (order, None),
            None => {
                let order = order_of(&reader(&self.shared.folder)?, run)?;
                let start = (self.shared.models)(model, order.private)?;
                (order, Some(start))
            }
        };
        self.needs_distance(run)?;
        let person = self.is_person();
        let asks = asks_after(order.asks.clone(), person)?;
        if let Some(start) = start {
            self.shared.thinks(run, start);
        }
        _ = self.shared.hub.watch(self.number, Some(run));
        self.with(|service| {
            service.remember(run, Order { asks, ..order });
            Ok(service.resume_by(run, words, !person)?)
        })?;
        Ok(Vec::new())
    }

    /// Watches the runs of this browser's profile, from where they stand; nothing crosses to another (SURF-060).
    fn watch_own(&self, seen: Option<u64>) -> Vec<Told> {
        let own = self.shared.hub.to_follow(seen).into_iter().filter(|run| self.owns(run));
        own.flat_map(|run| {
            _ = self.shared.hub.watch(self.number, Some(&run));
            self.shared.hub.so_far(Some(&run), seen)
        })
        .collect()
    }

    /// Whether a run is this browser's to see and to answer for; at a terminal every run is.
    pub(super) fn owns(&self, run: &RunId) -> bool {
        let Some(extension) = &self.extension else { return true };
        self.shared.owner(run).as_ref() == Some(extension.bridge.profile())
    }

    /// What a panel asks about a run is about one of its own profile. Stop is for everybody.
    fn may_ask(&self, ask: &Ask) -> Result<(), Refusal> {
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "whatever else is asked is about no run, or stops it"
        )]
        let about = match ask {
            Ask::Answer { run, .. }
            | Ask::Resume { run, .. }
            | Ask::Authorise { run, .. }
            | Ask::Pause { run }
            | Ask::Preview { run }
            | Ask::Revoke { run, .. }
            | Ask::Reattach { run, .. }
            | Ask::Continue { run }
            | Ask::Gesture { run, .. }
            | Ask::Rollback { run, .. }
            | Ask::Forget { run: Some(run) }
            | Ask::Watch { run: Some(run) } => run,
            Ask::Forget { run: None } | Ask::SaveSummary { .. } | Ask::SiteRule { .. } => {
                let sentence = "this is done in `laika open` or in a terminal";
                return Err(Refusal::new("E_NOT_IN_PANEL", sentence));
            }
            Ask::Collect { what } => {
                return panel_may(what, self.extension.as_ref().is_none_or(|extension| extension.is_private));
            }
            _ => return Ok(()),
        };
        if self.owns(about) {
            return Ok(());
        }
        Err(Refusal::new("E_PROFILE", "this run belongs to another profile, or to a terminal"))
    }

    /// Which browser a run works in. The person's own is that of the panel that asks for it, and no other.
    fn surface(&self, wanted: &Where) -> Result<Where, Refusal> {
        match (wanted, &self.extension) {
            (Where::Workspace, _) => Ok(Where::Workspace),
            // A page asks nothing of the files of this machine.
            (Where::Tools { .. }, Some(_)) => Err(Refusal::new(
                "E_NO_PROJECT",
                "tools work on files, which a browser's panel does not open",
            )),
            (Where::Tools { project }, None) => Ok(Where::Tools { project: project.clone() }),
            (Where::Mine { tab_id, .. }, Some(extension)) => {
                Ok(Where::Mine { tab_id: *tab_id, profile: Some(extension.bridge.profile().clone()) })
            }
            (Where::Mine { .. }, None) => {
                let sentence = "only the panel in your own browser can start a run there";
                Err(Refusal::new("E_NOT_THE_EXTENSION", sentence))
            }
        }
    }

    fn standing(&self) -> Standing {
        let hub = &self.shared.hub;
        Standing {
            pid: std::process::id(),
            since_ms: self.shared.since_ms,
            app: hub.app(),
            machine: self.with(|service| Ok(service.machine())).unwrap_or_default(),
            browsers: self.shared.browsers.standing(),
            refused: self.shared.browsers.refused(),
            clients: hub.clients(),
            runs: hub.runs().into_iter().filter(|run| self.owns(&run.run_id)).collect(),
        }
    }
}
