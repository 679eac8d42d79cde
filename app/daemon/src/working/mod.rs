//! Working: effects of the loop are performed in a real browser with a real planner, and what comes of them goes back.
//!
//! Every run has a desk of its own and does one job after another. Nothing waits for a job to be stopped: Stop and Panic
//! drop it, end the run's connections and close its pages.

pub mod calling;

mod answer;
mod authorise;
mod desk;
mod driver;
mod entered;
mod gestures;
mod grant;
mod held;
mod keeping;
mod news;
mod order;
mod place;
mod planner;
mod seeing;
mod takeover;
mod tell;
mod thinker;
mod tool_desk;
mod workshop;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use laika_agent::{Effect, Event, RunEvent, Yes};
use laika_model::Cancel;
use laika_policy::{AskCard, GrantId, Kind, Offer, Reason, Uncovered};
use laika_protocol::ids::{ProfileId, RunId, Sha256, Uuid};
use laika_protocol::run::{ApprovedIn, GrantUse, RevokedFor};
use laika_protocol::{ErrorCode, ToolError};
use laika_store::Appended;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, watch};

use self::desk::{Desk, Job};
use self::grant::Ledger;
use self::tool_desk::ToolDesk;
use crate::daemon::now_ms;
use crate::executor::Executor;
use crate::inbox::Sender;

pub use authorise::Authorisation;
pub use driver::Driver;
pub use entered::{CardField, FieldHeld};
pub use grant::{Agreed, Counted};
pub use keeping::KeptFile;
pub use news::{
    Card, CardForm, CardOffer, CardValue, CitedPlace, Finished, News, NotGranted, OfferKind, Step, Took,
};
pub use order::{Asks, Order, Part, Where};
pub(crate) use order::{PAGES, PROJECT};
pub use planner::{
    Answered, Leaves, Outcome, PlanError, Planner, ReadPage, Thinking, Thought, ToolView, View,
};
pub use tell::{Audience, Tell};
pub use thinker::{StartModel, StartedModel, Thinker};
pub use workshop::{Bounds, MakePlanner, Notes, Witness, Workshop};

/// What is to be done, by run, the grants that can still be used, and what was offered beyond a single yes. Whoever starts
/// or resumes a run puts its order here first.
#[derive(Clone, Default)]
pub struct Orders(Arc<Mutex<HashMap<RunId, Order>>>, Arc<Mutex<HashMap<Uuid, Offer>>>, Arc<Mutex<Ledger>>);

impl Orders {
    /// Says what a run is for.
    pub fn put(&self, run: &RunId, order: Order) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(run.clone(), order);
    }

    /// Whether it is known what a run is for.
    #[must_use]
    pub fn knows(&self, run: &RunId) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(run)
    }

    /// What a run is for.
    #[must_use]
    pub fn get(&self, run: &RunId) -> Option<Order> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(run).cloned()
    }

    /// Lets the grant of a run answer, if it has one.
    fn granted(
        &self,
        run: &RunId,
        card: &AskCard,
        call: &laika_policy::Call,
        url: &str,
    ) -> Option<Result<GrantUse, Uncovered>> {
        let Some(Asks::Grant(agreed)) = self.get(run).map(|order| order.asks) else { return None };
        let mut ledger = self.2.lock().unwrap_or_else(PoisonError::into_inner);
        Some(ledger.answer(&agreed, run, (card, call, url), now_ms()))
    }

    /// What the card of this call offered beyond a single yes.
    #[must_use]
    pub fn offered(&self, request_id: &Uuid) -> Option<(Kind, u32, u64)> {
        match self.1.lock().unwrap_or_else(PoisonError::into_inner).get(request_id)? {
            Offer::Once => None,
            Offer::Kind { kind, uses, life_ms } => Some(((**kind).clone(), *uses, *life_ms)),
        }
    }

    /// Remembers what the card at hand offers; there is one for each run at most, so few are kept.
    fn offer(&self, request_id: &Uuid, offer: &Offer) {
        const MOST: usize = 256;
        let mut offers = self.1.lock().unwrap_or_else(PoisonError::into_inner);
        if offers.len() >= MOST {
            offers.clear();
        }
        offers.insert(request_id.clone(), offer.clone());
    }

    fn forget(&self, run: &RunId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(run);
    }
}

/// What is handed to a desk.
enum Handed {
    Job(Job),
    Words(String),
    /// What allows anything in the person's tabs is taken back.
    Revoke,
}

/// A run at work, with pages or with tools alone.
enum AnyDesk {
    Pages(Box<Desk>),
    Tools(Box<ToolDesk>),
}

impl AnyDesk {
    fn hear(&mut self, words: String) {
        match self {
            Self::Pages(desk) => desk.hear(words),
            Self::Tools(desk) => desk.hear(words),
        }
    }

    async fn revoke(&mut self) {
        if let Self::Pages(desk) = self {
            desk.revoke().await;
        }
    }

    async fn work(&mut self, job: Job, cancel: &Cancel) -> Vec<RunEvent> {
        match self {
            Self::Pages(desk) => desk.work(job, cancel).await,
            Self::Tools(desk) => desk.work(job, cancel).await,
        }
    }

    /// Says what has to be listed: files that came, tools that were used.
    fn report(&mut self, results: &Sender) {
        match self {
            Self::Pages(desk) => desk.take_kept().into_iter().for_each(|artifact| results.keep(artifact)),
            Self::Tools(desk) => desk.take_used().into_iter().for_each(|used| results.used(used)),
        }
    }

    async fn close(self) {
        if let Self::Pages(desk) = self {
            desk.close().await;
        }
    }
}

/// The end of a desk that the loop holds.
struct Seat {
    handed: mpsc::UnboundedSender<Handed>,
    stop: watch::Sender<bool>,
    cancel: Arc<Mutex<Cancel>>,
    /// Raised when what is being done is to be let go.
    halt: watch::Sender<u64>,
    tell: Tell,
}

impl Seat {
    /// Takes back the question to the model that is open.
    fn cancel(&self) {
        self.cancel.lock().unwrap_or_else(PoisonError::into_inner).cancel();
    }

    /// Lets go what is being done: what it had not done yet is not done.
    fn halt(&self) {
        self.cancel();
        self.halt.send_modify(|times| *times += 1);
    }

    /// Ends everything of the run, now.
    fn stop(&self) {
        self.cancel();
        let _ = self.stop.send(true);
    }
}

/// The outside world of the loop.
pub struct Worker {
    workshop: Arc<Workshop>,
    orders: Orders,
    audience: Arc<dyn Audience>,
    seats: HashMap<RunId, Seat>,
    runtime: Handle,
}

impl Worker {
    /// A worker whose runs are told about to `audience`.
    #[must_use]
    pub fn new(
        workshop: Arc<Workshop>,
        orders: Orders,
        audience: Arc<dyn Audience>,
        runtime: Handle,
    ) -> Self {
        Self { workshop, orders, audience, seats: HashMap::new(), runtime }
    }

    /// Says something to a run that is at work; it is heard before the next job.
    fn hand(&mut self, run: &RunId, handed: Handed, results: &Sender) {
        if let Some(seat) = self.seat(run, results) {
            // A desk that is gone has said why already.
            let _ = seat.handed.send(handed);
        }
    }

    fn seat(&mut self, run: &RunId, results: &Sender) -> Option<&Seat> {
        if !self.seats.contains_key(run) {
            let order = self.orders.get(run)?;
            let seat = self.sit(run, order, results);
            self.seats.insert(run.clone(), seat);
        }
        self.seats.get(run)
    }

    fn sit(&self, run: &RunId, order: Order, results: &Sender) -> Seat {
        let (handed, mut received) = mpsc::unbounded_channel();
        let (stop, mut stopped) = watch::channel(false);
        let cancel = Arc::new(Mutex::new(Cancel::new()));
        let tell = Tell::new(run.clone(), Arc::clone(&self.audience));
        let (halt, mut halted) = watch::channel(0);
        let seat = Seat { handed, stop, cancel: Arc::clone(&cancel), halt, tell: tell.clone() };
        let (to, of) = (results.clone(), run.clone());
        let to_run = Arc::new(move |event| _ = to.send(Event::Run(of.clone(), event)));
        let workshop = Arc::clone(&self.workshop);
        let mut desk = match &order.surface {
            Where::Tools { .. } => {
                AnyDesk::Tools(Box::new(ToolDesk::new(run.clone(), order, workshop, tell, to_run)))
            }
            Where::Workspace | Where::Mine { .. } => AnyDesk::Pages(Box::new(Desk::new(
                run.clone(),
                self.orders.clone(),
                order,
                workshop,
                tell,
                to_run,
            ))),
        };
        let (run, results) = (run.clone(), results.clone());
        self.runtime.spawn(async move {
            loop {
                let next = tokio::select! {
                    biased;
                    _ = stopped.wait_for(|stop| *stop) => break,
                    next = received.recv() => next,
                };
                let job = match next {
                    None => break,
                    Some(Handed::Words(words)) => {
                        desk.hear(words);
                        continue;
                    }
                    Some(Handed::Revoke) => {
                        desk.revoke().await;
                        continue;
                    }
                    Some(Handed::Job(job)) => job,
                };
                halted.mark_unchanged();
                let fresh = Cancel::new();
                *cancel.lock().unwrap_or_else(PoisonError::into_inner) = fresh.clone();
                let events = tokio::select! {
                    biased;
                    _ = stopped.wait_for(|stop| *stop) => break,
                    // The run goes on only after it was looked at what came of it.
                    Ok(()) = halted.changed() => Vec::new(),
                    events = desk.work(job, &fresh) => events,
                };
                // A file is listed before the run hears of it.
                desk.report(&results);
                for event in events {
                    results.send(Event::Run(run.clone(), event));
                }
            }
            desk.close().await;
        });
        seat
    }

    fn job(&mut self, run: &RunId, job: Job, results: &Sender) {
        self.hand(run, Handed::Job(job), results);
    }

    /// Asks whoever can be asked: the person, a grant that was agreed to before, or nobody, which is a no.
    fn ask(&mut self, run: RunId, request_id: Uuid, digest: Sha256, card: &AskCard, results: &Sender) {
        let Some(seat) = self.seats.get(&run) else { return };
        let Some((call, url)) = seat.tell.call(&request_id) else { return };
        let mut shown =
            Box::new(Card::new(request_id.clone(), digest.clone(), card, &call, &seat.tell.entered()));
        let asks = self.orders.get(&run).map(|order| order.asks);
        if let Some(Asks::Agent(name)) = &asks {
            shown.by = Some(name.to_string());
        }
        if matches!(asks, Some(Asks::Person | Asks::Agent(_))) {
            seat.tell.asked();
            self.orders.offer(&request_id, &card.offer);
            self.expire(run.clone(), request_id, results.clone());
            return seat.tell.news(News::Ask(shown));
        }
        let granted = self.orders.granted(&run, card, &call, &url);
        let (used, why) = match granted {
            Some(Ok(used)) => (Some(used), None),
            Some(Err(why)) => {
                (None, Some(NotGranted { code: why.code().to_owned(), sentence: why.to_string() }))
            }
            None => (None, None),
        };
        let grant = used.as_ref().map(|used| used.id.clone());
        seat.tell.news(News::Answered { card: shown, grant, why });
        let yes = used.and_then(|used| {
            let id = fresh_uuid().ok()?;
            Some(Yes { grant: GrantId(id.to_string()), kind: None, standing: Some(Box::new(used)) })
        });
        let answered_in = if yes.is_some() { ApprovedIn::Grant } else { ApprovedIn::Terminal };
        results.send(Event::Run(run, RunEvent::Answered { request_id, digest, answered_in, yes }));
    }

    /// Takes an ask back that nobody answers in time: silence is a no. An answer that came before makes this one nobody's.
    fn expire(&self, run: RunId, request_id: Uuid, results: Sender) {
        let patience = self.workshop.bounds().ask_timeout;
        self.runtime.spawn(async move {
            tokio::time::sleep(patience).await;
            results.send(Event::Run(run, RunEvent::ApprovalExpired { request_id }));
        });
    }

    /// On a browser of Laika's own, whoever started the run has authorised it. In the person's, they are shown first what
    /// they authorise (SURF-015).
    fn authorise(&self, run: RunId, results: &Sender) {
        let Some(order) = self.orders.get(&run) else { return };
        let Some(news) = News::authorise(&run, &order) else {
            results.send(Event::Run(run, RunEvent::Authorised));
            return;
        };
        let (audience, workshop) = (Arc::clone(&self.audience), Arc::clone(&self.workshop));
        self.runtime.spawn(async move {
            // A tab that is gone cannot be authorised; the others of its site are offered first (RUN-041).
            let others = workshop.others(&order).await;
            let news = if others.is_empty() { news } else { News::Candidates { tabs: others } };
            audience.tell(&run, news);
        });
    }

    /// Tells what the gate kept from happening.
    fn denied(&self, run: &RunId, request_id: &Uuid, reason: Reason) {
        let Some(seat) = self.seats.get(run) else { return };
        let tool = seat.tell.call(request_id).map(|(call, _)| call.tool.name).unwrap_or_default();
        let (code, sentence) = (reason.code().to_owned(), reason.sentence().to_owned());
        seat.tell.news(News::Denied { tool, code, sentence });
    }

    fn revoke(&mut self, run: &RunId, why: RevokedFor) {
        match why {
            RevokedFor::Stop | RevokedFor::Panic | RevokedFor::Ended => {
                if let Some(seat) = self.seats.remove(run) {
                    seat.stop();
                }
                self.orders.forget(run);
            }
            RevokedFor::Asked | RevokedFor::Takeover | RevokedFor::Paused => {
                if let Some(seat) = self.seats.get(run) {
                    seat.cancel();
                    // A desk that is gone holds nothing.
                    let _ = seat.handed.send(Handed::Revoke);
                }
            }
        }
    }
}

impl Executor for Worker {
    fn perform(&mut self, effect: Effect, results: &Sender) {
        match effect {
            Effect::Observe { run, question } => self.job(&run, Job::Observe(question), results),
            Effect::AskModel { run, question } => self.job(&run, Job::Plan(question), results),
            Effect::Execute { run, request_id, permit, .. } => {
                self.job(&run, Job::Execute(request_id, permit), results)
            }
            Effect::Verify { run, question, subject } => {
                self.job(&run, Job::Verify(question, subject), results)
            }
            Effect::RequestApproval { run, request_id, digest, card } => {
                self.ask(run, request_id, digest, &card, results);
            }
            Effect::RequestAuthorisation { run } => self.authorise(run, results),
            // What is under way is let go; its result would not be waited for.
            Effect::Cancel { run, .. } => {
                if let Some(seat) = self.seats.get(&run) {
                    seat.halt();
                }
            }
            Effect::Revoke { run, why } => self.revoke(&run, why),
            Effect::RevokeAll => {
                for (_, seat) in self.seats.drain() {
                    seat.stop();
                }
                if let Some(browsers) = self.workshop.browsers() {
                    browsers.revoke_all();
                }
            }
            Effect::TabConflict { run, holder, tab } => {
                self.audience.tell(&run, News::Conflict { tab: tab.tab_id, holder: holder.clone() });
                let message = format!("another run ({holder}) works in this tab");
                self.audience.tell(
                    &run,
                    News::Refused { error: ToolError::new(ErrorCode::PreconditionFailed, message) },
                );
            }
            Effect::Denied { run, request_id, reason } => self.denied(&run, &request_id, reason),
            Effect::Refuse { run, error } => self.audience.tell(&run, News::Refused { error }),
            Effect::Show { app, state } => {
                let run = state.as_ref().map(|state| state.run_id.clone());
                self.audience.state(run.as_ref(), News::State { app, state });
            }
            Effect::Redelivered { .. } | Effect::Commit(_) | Effect::Reload { .. } => {}
        }
    }

    fn acknowledged(&mut self, _: &Appended) {}

    fn trouble(&mut self, code: &'static str, sentence: &str) {
        self.audience.state(None, News::Trouble { code: code.to_owned(), sentence: sentence.to_owned() });
    }

    fn heard(&mut self, run: &RunId, words: &str, results: &Sender) {
        self.hand(run, Handed::Words(words.to_owned()), results);
    }
}

/// Twelve random letters and digits: enough for a name that people read.
///
/// # Errors
/// When the system gives no random numbers.
pub(crate) fn short_id() -> Result<String, ToolError> {
    Ok(fresh_uuid()?.as_str().chars().filter(|c| *c != '-').take(12).collect())
}

/// The profile of a run in a browser of its own: nobody else's, and gone with it.
///
/// # Errors
/// When the run has a name that no profile can have.
pub(crate) fn own_profile(run: &RunId) -> Result<ProfileId, ToolError> {
    let name = run.as_str().replacen("run-", "isolated-", 1);
    ProfileId::parse(&name).map_err(|error| ToolError::new(ErrorCode::Internal, error.to_string()))
}

/// A random UUID (version 4).
///
/// # Errors
/// When the system gives no random numbers.
pub fn fresh_uuid() -> Result<Uuid, ToolError> {
    let none = |error: &dyn std::fmt::Display| {
        ToolError::new(ErrorCode::Internal, format!("no randomness: {error}"))
    };
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| none(&error))?;
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let text = format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]);
    Uuid::parse(&text).map_err(|error| none(&error))
}
