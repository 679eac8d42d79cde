//! Laika at work for whoever talks to it: runs are started, answered, resumed and stopped; the loop has a thread of its
//! own, so nothing that a caller does can hold it up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use laika_agent::{Event, RunEvent, Start, Yes};
use laika_context::goal::search_words;
use laika_os::machine::{Reading, Signals};
use laika_policy::GrantId;
use laika_policy::config::OriginRules;
use laika_protocol::ids::{Origin, ReasonCode, RunId, Sha256, Uuid};
use laika_protocol::run::{
    ApprovedIn, CancelledBy, Started, Surface, SurfaceChanged, TakeoverInput, UserMessage,
};
use laika_protocol::wire::SiteMode;
use laika_protocol::{ErrorCode, ToolError};
use laika_store::Store;
use laika_store::artifact::ArtifactFiles;
use serde::{Deserialize, Serialize};
use tokio::runtime::{Handle, Runtime};

use crate::browsing::BrowsingError;
use crate::machine::{self, LastReading};
use crate::working::{
    Asks, Audience, Authorisation, Bounds, Counted, Notes, Order, Orders, Where, Worker, Workshop,
    fresh_uuid, own_profile, short_id,
};
use crate::{Daemon, DaemonError, Sender, Settings, Summarised, notes};

/// How long the loop sleeps at most before it looks whether it should end.
const NAP: Duration = Duration::from_millis(200);

/// Runs that wait for longer than this are read back from the log when they are wanted.
const IDLE: Duration = Duration::from_secs(15 * 60);
/// How often what is too old is erased.
const PRUNED_EVERY: Duration = Duration::from_secs(24 * 60 * 60);

/// What a person says to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// Not this.
    No,
    /// Exactly this, once.
    Once,
    /// This kind of thing, as the card offers it.
    Offered,
}

/// Prints documents of ours.
pub(crate) struct Press {
    workshop: Arc<Workshop>,
    runtime: Handle,
}

impl Press {
    /// The bytes of a PDF. Not to be called where anything waits.
    pub(crate) fn print(&self, html: &str) -> Result<Vec<u8>, ToolError> {
        self.runtime.block_on(async {
            let no_browser = |error: BrowsingError| ToolError::new(ErrorCode::Unsupported, error.to_string());
            let browsing = self.workshop.browsing(false).await.map_err(no_browser)?;
            Ok(browsing.print(html).await?)
        })
    }
}

/// Laika at work.
pub struct Service {
    sender: Sender,
    orders: Orders,
    origins: OriginRules,
    workshop: Arc<Workshop>,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    watching: Option<JoinHandle<()>>,
    last_reading: LastReading,
    runtime: Option<Runtime>,
}

impl Service {
    /// Starts the loop over this log. With `everything`, runs that were at work come back paused; without, a run is read
    /// back when something is wanted of it.
    ///
    /// # Errors
    /// When the log cannot be read, or the system gives no threads.
    pub fn start(
        settings: Settings,
        store: Store,
        workshop: Workshop,
        audience: Arc<dyn Audience>,
        everything: bool,
    ) -> Result<Self, DaemonError> {
        let signals = laika_os::machine::of_this_system();
        Self::start_beside(signals, settings, store, workshop, audience, everything)
    }

    /// The same on a machine that stands as these signals say.
    ///
    /// # Errors
    /// As for [`Self::start`].
    pub fn start_beside(
        signals: Box<dyn Signals>,
        settings: Settings,
        store: Store,
        workshop: Workshop,
        audience: Arc<dyn Audience>,
        everything: bool,
    ) -> Result<Self, DaemonError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let place = settings.folder.as_ref().zip(settings.artifact_key.as_ref());
        let files = place.map(|(folder, key)| ArtifactFiles::in_dir(&folder.join("artifacts"), key));
        let files = files.transpose().map_err(DaemonError::Artifacts)?;
        // By the folder: whoever held the log itself would keep it from being closed.
        let written = settings.folder.clone();
        let notes: Notes = Arc::new(move |site| notes::about(written.as_deref(), site));
        let workshop = workshop.at_home(settings.folder.clone());
        let workshop = workshop.searching(settings.search_engine.clone()).keeping(files).noted(notes);
        let bounds = Bounds {
            limits: settings.limits.clone(),
            origins: settings.origins.clone(),
            ask_timeout: settings.ask_timeout,
        };
        let origins = settings.origins.clone();
        let (orders, workshop, over) =
            (Orders::default(), Arc::new(workshop.within(bounds)), Arc::new(AtomicBool::new(false)));
        let worker = Worker::new(Arc::clone(&workshop), orders.clone(), audience, runtime.handle().clone());
        let mut daemon = if everything {
            Daemon::open(settings, store, worker)?
        } else {
            Daemon::beside(settings, store, worker)
        };
        let sender = daemon.sender();
        let ended = Arc::clone(&over);
        let thread = thread::Builder::new().name("loop".into()).spawn(move || {
            let mut pruned: Option<Instant> = None;
            while !ended.load(Ordering::Relaxed) {
                daemon.work(NAP, |_| ended.load(Ordering::Relaxed));
                if everything {
                    daemon.put_idle_away(u64::try_from(IDLE.as_millis()).unwrap_or(u64::MAX));
                    if pruned.is_none_or(|at| at.elapsed() > PRUNED_EVERY) && daemon.is_empty() {
                        daemon.prune();
                        pruned = Some(Instant::now());
                    }
                }
            }
            daemon.settle();
        })?;
        let (watching, last_reading) = machine::watch(signals, sender.clone(), Arc::clone(&over))?;
        let (thread, watching) = (Some(thread), Some(watching));
        Ok(Self {
            sender,
            orders,
            origins,
            workshop,
            over,
            thread,
            watching,
            last_reading,
            runtime: Some(runtime),
        })
    }

    /// What prints a document of ours: the browser of the workshop, later and elsewhere, since it takes a while.
    pub(crate) fn press(&self) -> Option<Press> {
        let runtime = self.runtime.as_ref()?.handle().clone();
        Some(Press { workshop: Arc::clone(&self.workshop), runtime })
    }

    /// Starts a run.
    ///
    /// # Errors
    /// When there is nowhere to begin, or no randomness.
    pub fn begin(&self, order: Order) -> Result<RunId, ToolError> {
        self.begin_after(order, |_| {})
    }

    /// Starts a run after `before` was told its name, so that whoever watches it misses nothing.
    ///
    /// # Errors
    /// When there is nowhere to begin, or no randomness.
    pub fn begin_after(&self, order: Order, before: impl FnOnce(&RunId)) -> Result<RunId, ToolError> {
        let invalid = |message: String| ToolError::new(ErrorCode::InvalidArgument, message);
        let origins = order.urls.iter().map(|url| {
            Origin::of_url(url).ok_or_else(|| invalid(format!("`{url}` is no address of the web")))
        });
        let mut may_act: Vec<Origin> = origins.collect::<Result<_, _>>()?;
        if may_act.is_empty() && !matches!(order.surface, Where::Tools { .. }) {
            return Err(invalid("there is no address to begin at".into()));
        }
        may_act.extend(order.allow.iter().cloned());
        may_act.sort();
        may_act.dedup();
        // Whoever asks: a program that talks to the socket reads no settings.
        for origin in &may_act {
            self.origins.check(origin).map_err(|refusal| ToolError {
                reason: ReasonCode::parse(refusal.code()).ok(),
                ..ToolError::new(ErrorCode::PolicyDenied, format!("{refusal} ({origin})"))
            })?;
        }
        // Uses are counted in the log, and a private run has none that stays.
        if order.private
            && matches!(&order.asks, Asks::Grant(agreed) if matches!(agreed.counted, Counted::Ever(_)))
        {
            let private =
                invalid("a private run leaves no log in which uses of a grant could be counted".into());
            return Err(ToolError { reason: ReasonCode::parse("E_GRANT_PRIVATE").ok(), ..private });
        }
        let run =
            RunId::parse(&format!("run-{}", short_id()?)).map_err(|error| invalid(error.to_string()))?;
        let (surface, profile) = match &order.surface {
            Where::Workspace => (Surface::Isolated, own_profile(&run)?),
            Where::Tools { .. } => (Surface::Tools, own_profile(&run)?),
            Where::Mine { profile: Some(profile), .. } => (Surface::MyBrowser, profile.clone()),
            Where::Mine { profile: None, .. } => {
                return Err(invalid("only the panel in your own browser can start a run there".into()));
            }
        };
        let started = Started {
            run: run.clone(),
            profile,
            surface,
            mode: order.mode,
            conversation: Some(fresh_uuid()?),
            private: order.private,
            // Reading what is in front on the person's own word needs no more than that (C-28).
            needs_authorisation: surface == Surface::MyBrowser && order.mode != SiteMode::Observe,
            may_read: self.results_read(&order.goal),
            may_act,
            exposed: order.exposed.clone(),
        };
        let caller = !matches!(order.asks, Asks::Person);
        let goal = UserMessage { message_id: fresh_uuid()?, text: order.words(), caller };
        self.orders.put(&run, order);
        before(&run);
        self.sender.send(Event::Start(Box::new(Start { started, goal, directory: Vec::new() })));
        Ok(run)
    }

    /// Where the results of a search are read, for a goal that wants one.
    fn results_read(&self, goal: &str) -> Vec<Origin> {
        let engine = self.workshop.search_engine().filter(|_| search_words(goal).is_some());
        engine.map(|engine| engine.origin().clone()).into_iter().collect()
    }

    /// Answers a card at a terminal. The digest is of what was shown.
    ///
    /// # Errors
    /// When there is no randomness.
    pub fn answer(
        &self,
        run: &RunId,
        request_id: Uuid,
        digest: Sha256,
        reply: Reply,
    ) -> Result<(), ToolError> {
        self.answer_in(ApprovedIn::Terminal, run, request_id, digest, reply)
    }

    /// Answers a card somewhere. The digest is of what was shown there.
    ///
    /// # Errors
    /// When there is no randomness.
    pub fn answer_in(
        &self,
        answered_in: ApprovedIn,
        run: &RunId,
        request_id: Uuid,
        digest: Sha256,
        reply: Reply,
    ) -> Result<(), ToolError> {
        let yes = match reply {
            Reply::No => None,
            Reply::Once | Reply::Offered => Some(Yes {
                grant: GrantId(fresh_uuid()?.to_string()),
                kind: if reply == Reply::Offered { self.orders.offered(&request_id) } else { None },
                standing: None,
            }),
        };
        if yes.is_some() {
            // A yes is pressed for this very request.
            self.send(run, RunEvent::Gesture { request_id: request_id.clone() });
        }
        self.send(run, RunEvent::Answered { request_id, digest, answered_in, yes });
        Ok(())
    }

    /// Lets a run work in the person's own browser. The digest is of what they were shown.
    ///
    /// # Errors
    /// When something else was shown than what would be authorised.
    pub fn authorise(&self, run: &RunId, digest: &Sha256) -> Result<(), ToolError> {
        let asked = self.orders.get(run).as_ref().and_then(Authorisation::of);
        if asked.and_then(|asked| asked.digest()).as_ref() != Some(digest) {
            let message = "this is not what was shown; look at it again";
            let changed = ToolError::new(ErrorCode::PreconditionFailed, message);
            return Err(ToolError { reason: ReasonCode::parse("E_SHOWN_CHANGED").ok(), ..changed });
        }
        self.send(run, RunEvent::Authorised);
        Ok(())
    }

    /// Lets a paused run go on, perhaps with further words.
    ///
    /// # Errors
    /// When there is no randomness.
    pub fn resume(&self, run: &RunId, words: Option<String>) -> Result<(), ToolError> {
        self.resume_by(run, words, false)
    }

    /// Lets a paused run go on, where further words may be a program's (S1).
    ///
    /// # Errors
    /// When there is no randomness.
    pub fn resume_by(&self, run: &RunId, words: Option<String>, caller: bool) -> Result<(), ToolError> {
        let words = words.map(|text| fresh_uuid().map(|message_id| UserMessage { message_id, text, caller }));
        self.send(run, RunEvent::Resume(words.transpose()?));
        Ok(())
    }

    /// Says again what a run is for that was started by another process.
    pub fn remember(&self, run: &RunId, order: Order) {
        self.orders.put(run, order);
    }

    /// What a run is for, where that is known.
    #[must_use]
    pub fn order(&self, run: &RunId) -> Option<Order> {
        self.orders.get(run)
    }

    /// How the machine stands, as far as it says.
    #[must_use]
    pub fn machine(&self) -> Reading {
        self.last_reading.get()
    }

    /// Stops a run, now.
    pub fn stop(&self, run: &RunId) {
        self.send(run, RunEvent::Stop(CancelledBy::Stop));
    }

    /// Takes a run back to one of its events, on a new branch.
    pub fn roll_back(&self, run: &RunId, to_seq: u64) {
        self.send(run, RunEvent::Rollback { to_seq });
    }

    /// The person goes on with another run on another surface; this one ends, and its log says where it went.
    pub(crate) fn hand_over(&self, run: &RunId, to: &RunId) {
        let changed = SurfaceChanged { surface: Surface::MyBrowser, continued_as: Some(to.clone()) };
        // One event: a stop of its own would overtake the record of where it went.
        self.send(run, RunEvent::Continued(changed));
    }

    /// Says what could be kept of a private run; keeps it as a run of its own, where `shown` is of exactly that. The answer
    /// comes from the loop, so nothing that others want is held up for it.
    #[must_use]
    pub fn summarise(&self, run: &RunId, shown: Option<Sha256>) -> Receiver<Result<Summarised, DaemonError>> {
        self.sender.summarise(run, shown)
    }

    /// The person did what only their own click does.
    ///
    /// # Errors
    /// When no such offer stands.
    pub fn gesture(&self, run: &RunId, nonce: &str) -> Result<(), ToolError> {
        if self.workshop.offers().performed(run, nonce) {
            return Ok(());
        }
        let over = ToolError::new(ErrorCode::PreconditionFailed, "this offer is over");
        Err(ToolError { reason: ReasonCode::parse("E_GESTURE_EXPIRED").ok(), ..over })
    }

    /// Takes a grant of a run back.
    pub fn revoke(&self, run: &RunId, grant: GrantId) {
        self.send(run, RunEvent::RevokeGrant(grant));
    }

    /// Makes a run wait until it is resumed.
    pub fn pause(&self, run: &RunId) {
        self.send(run, RunEvent::Pause);
    }

    /// The person acts in the page: the run does nothing from now on.
    pub fn take_over(&self, run: &RunId, input: TakeoverInput) {
        self.send(run, RunEvent::Takeover(input));
    }

    /// The person is done with the page, or left it; the run waits until it is resumed.
    pub fn leave(&self, run: &RunId) {
        self.send(run, RunEvent::TakeoverOver);
    }

    /// Stops everything and locks Laika.
    pub fn panic(&self) {
        self.sender.send(Event::Panic);
    }

    /// Lets Laika work again.
    pub fn unlock(&self) {
        self.sender.send(Event::Unlock);
    }

    fn send(&self, run: &RunId, event: RunEvent) {
        self.sender.send(Event::Run(run.clone(), event));
    }

    /// Ends the loop, the browser and everything that was started. Runs that are at work are paused in the log.
    pub fn end(mut self) {
        self.over.store(true, Ordering::Relaxed);
        for thread in [self.thread.take(), self.watching.take()].into_iter().flatten() {
            // A thread that broke off has nothing left to end.
            let _ = thread.join();
        }
        if let Some(runtime) = self.runtime.take() {
            runtime.block_on(self.workshop.end());
            runtime.shutdown_timeout(Duration::from_secs(2));
        }
    }
}
