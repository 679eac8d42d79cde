//! One run at work: its tab, what it has read, its planner; one job after another.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use laika_agent::{Finished as Ending, Note, Proposal, Proposed, Question, RunEvent, Subject};
use laika_browser::mine::MyBrowser;
use laika_browser::{Download, Pages as _, Performed, Rules};
use laika_context::goal::search_words;
use laika_context::ground::Material;
use laika_context::{Aliases, summary_document};
use laika_model::Cancel;
use laika_policy::cloud::CloudDocument;
use laika_policy::{Call, OriginSets, Permit, SiteClass};
use laika_protocol::canonical::{self, digest_bytes};
use laika_protocol::ids::{
    DocId, HandleId, IdempotencyKey, Origin, ProfileId, ReasonCode, RunId, Sha256, Uuid,
};
use laika_protocol::limits::{DEFAULT_OBSERVE_CHARS, DEFAULT_OBSERVE_ELEMENTS, Limit, Limits};
use laika_protocol::llmcp::{Content, ContextDocument, Source, Trust};
use laika_protocol::observation::Observation;
use laika_protocol::run::{HandoffNeed, TaskTab};
use laika_protocol::tools::typed::{ObserveDom, Scope, ScopeKind};
use laika_protocol::wire::{RequestFacts, SiteMode};
use laika_protocol::{ErrorCode, ToolError};
use laika_store::Artifact;
use url::Url;

use super::gestures::Asking;
use super::held::{self, Held};
use super::keeping::{self, KeptFile};
use super::news::{News, OfferKind, Step, Took};
use super::place::{AnyTab, Place};
use super::planner::{Outcome, PlanError, Planner, ReadPage, Thought, View};
use super::seeing::{look, own_text, quarantined};
use super::takeover;
use super::tell::ToRun;
use super::workshop::Workshop;
use super::{Order, Orders, Part, Tell, Where, answer, calling, fresh_uuid};
use crate::browsers::browser_gone;
use crate::browsing::Sites;
use crate::now_ms;

/// More text of a long page is read in this many further looks.
const MOST_LOOKS: usize = 4;

/// Something to do.
pub(super) enum Job {
    /// Read the page.
    Observe(Question),
    /// Propose the next step.
    Plan(Question),
    /// Perform a call.
    Execute(Uuid, Box<Permit>),
    /// Check what came of it.
    Verify(Question, Subject),
}

/// One run at work.
pub(super) struct Desk {
    run: RunId,
    order: Order,
    /// What is wanted by now: the person may have chosen another tab.
    orders: Orders,
    words: Vec<String>,
    workshop: Arc<Workshop>,
    place: Option<Place>,
    tab: Option<AnyTab>,
    planner: Box<dyn Planner>,
    aliases: Aliases,
    page: Option<(Observation, Content)>,
    /// What the server said when the first page was opened.
    status: Option<u16>,
    pages: Vec<ReadPage>,
    known: BTreeSet<Sha256>,
    /// What the last act on an element was kept from sending. The same act can be decided with it, by name (S8).
    kept_back: Option<(HandleId, Vec<RequestFacts>)>,
    /// Whether a sensitive site was read.
    sensitive: bool,
    /// The pages that were reported as suspicious.
    warned: BTreeSet<String>,
    last: Option<Outcome>,
    /// Whether a proposal is out of which nothing was heard yet.
    proposed: bool,
    /// The answer at hand, and what of it may be shown.
    answer: Option<Held>,
    /// Files that came, and those of them that the log does not list yet.
    files: Vec<KeptFile>,
    unlisted: Vec<Artifact>,
    took: Took,
    started: Instant,
    tell: Tell,
    to_run: ToRun,
    /// What is shown in the window as the person's to use.
    pointed_out: Option<(AnyTab, HandleId)>,
}

impl Desk {
    pub(super) fn new(
        run: RunId,
        orders: Orders,
        order: Order,
        workshop: Arc<Workshop>,
        tell: Tell,
        to_run: ToRun,
    ) -> Self {
        Self {
            planner: workshop.planner(&run, &order),
            words: vec![order.goal.clone()],
            run,
            orders,
            order,
            workshop,
            place: None,
            tab: None,
            aliases: Aliases::default(),
            page: None,
            pages: Vec::new(),
            known: BTreeSet::new(),
            kept_back: None,
            sensitive: false,
            status: None,
            warned: BTreeSet::new(),
            last: None,
            proposed: false,
            answer: None,
            files: Vec::new(),
            unlisted: Vec::new(),
            took: Took::default(),
            started: Instant::now(),
            tell,
            to_run,
            pointed_out: None,
        }
    }

    /// What has to be listed in the log.
    pub(super) fn take_kept(&mut self) -> Vec<Artifact> {
        std::mem::take(&mut self.unlisted)
    }

    /// The person said something more.
    pub(super) fn hear(&mut self, words: String) {
        self.words.push(words);
    }

    /// Takes back what allows anything in the person's tab; the next look asks for it again.
    pub(super) async fn revoke(&mut self) {
        if let Some(AnyTab::Mine(tab)) = &self.tab {
            tab.revoke().await;
        }
    }

    /// Does one job. What it gives goes back to the run.
    pub(super) async fn work(&mut self, job: Job, cancel: &Cancel) -> Vec<RunEvent> {
        match job {
            Job::Observe(question) => match self.observe().await {
                Ok(events) => events(question),
                Err(error) => {
                    self.tell.news(News::Trouble {
                        code: error.finest_code().to_owned(),
                        sentence: error.message.clone(),
                    });
                    self.offer_other_ways(&error);
                    vec![RunEvent::NotSeen(question, error)]
                }
            },
            Job::Plan(question) => self.plan(question, cancel).await,
            Job::Execute(request_id, permit) => vec![self.execute(request_id, *permit).await],
            Job::Verify(question, Subject::Step(_)) => {
                let confirmed = matches!(self.last, Some(Outcome::Done));
                vec![RunEvent::Checked { question, confirmed, finished: false, answer: None }]
            }
            Job::Verify(question, Subject::Answer) => {
                let (held, time) = (self.answer.take(), (self.took, self.started));
                vec![held::deliver(held, question, &self.tell, self.files.clone(), time)]
            }
        }
    }

    /// Ends the connections of the run, then its pages.
    pub(super) async fn close(mut self) {
        self.leave().await;
    }

    /// Leaves the page for good.
    async fn leave(&mut self) {
        self.tab = None;
        if let Some(place) = self.place.take() {
            place.leave(&self.run, self.workshop.witness()).await;
        }
    }

    /// Reads the page in front; the first time, it is opened.
    async fn observe(&mut self) -> Result<impl FnOnce(Question) -> Vec<RunEvent> + use<>, ToolError> {
        let mut notes = Vec::new();
        // A tab whose browser or way out is gone shows nothing any more, whatever it says of itself.
        if self.place.as_ref().is_some_and(Place::is_lost) || self.tab.as_ref().is_some_and(AnyTab::is_gone) {
            self.leave().await;
        }
        if self.tab.is_none() {
            notes.extend(self.open().await?.map(|tab| RunEvent::Noted(Note::TaskTab(tab))));
        }
        if let Some((tab, element)) = self.pointed_out.take() {
            // A page that is gone shows nothing.
            let _ = tab.clear_highlight(&element).await;
        }
        let tab = self.tab.clone().ok_or_else(gone)?;
        self.look_up(&tab).await?;
        let looking = looking(&self.workshop.bounds().limits, self.order.part);
        let mut page = tab.observe(&looking).await?;
        read_on(&tab, &mut page, &looking).await;
        if self.order.part == Part::Selection && page.text.trim().is_empty() {
            let message = "nothing is selected on the page; select something and ask again";
            return Err(ToolError {
                reason: ReasonCode::parse("E_NOTHING_SELECTED").ok(),
                ..ToolError::new(ErrorCode::NotFound, message)
            });
        }
        let rule = |origin: &Origin| self.workshop.site_rule(origin);
        let logged_in = self.order.surface != Where::Workspace;
        let looked = look(&page, &tab, &mut self.known, logged_in, &rule)?;
        if looked.suspicion.is_suspicious() && self.warned.insert(page.url.clone()) {
            let signs: BTreeSet<String> =
                looked.suspicion.spans.iter().map(|span| span.sign.as_str().to_owned()).collect();
            let place = laika_policy::Place::from(&page.origin).as_str().to_owned();
            self.tell.news(News::Suspicion { place, signs: signs.into_iter().collect() });
        }
        // Once a sensitive site was read, everything after it may hold something of it.
        self.sensitive |= looked.seen.site == SiteClass::Sensitive;
        self.take_in(page, &looked.suspicion)?;
        let seen = Box::new(looked.seen);
        Ok(move |question| {
            notes.push(RunEvent::Seen(question, seen));
            notes
        })
    }

    /// Opens the place the run works in, and the first page there.
    async fn open(&mut self) -> Result<Option<TaskTab>, ToolError> {
        let first = self.order.urls.first().cloned().unwrap_or_default();
        let url = Url::parse(&first)
            .map_err(|_| ToolError::new(ErrorCode::InvalidArgument, format!("`{first}` is no address")))?;
        // An earlier attempt may have come half-way.
        self.leave().await;
        self.tell.doing(format!("opening {}", url.host_str().unwrap_or_default()));
        if let Some(order) = self.orders.get(&self.run) {
            self.order.surface = order.surface;
        }
        match self.order.surface.clone() {
            Where::Tools { .. } => Err(gone()),
            Where::Workspace => self.open_own(&url).await.map(Some),
            Where::Mine { tab_id, profile } => self.open_mine(&url, tab_id, profile).await,
        }
    }

    /// Opens a context that reaches the sites of this run, and the first page in it.
    async fn open_own(&mut self, url: &Url) -> Result<TaskTab, ToolError> {
        let bounds = self.workshop.bounds();
        let mut sites = Sites::default().strictly(self.order.strict).by(&bounds.origins);
        for url in self.order.urls.iter().filter_map(|url| Url::parse(url).ok()) {
            sites = sites.with(&url);
        }
        if let Some(engine) = self.workshop.search_engine() {
            sites = sites.searching(engine, search_words(&self.words.join("\n")).is_some());
        }
        for origin in self.order.allow.iter().filter_map(|origin| Url::parse(origin.as_str()).ok()) {
            sites = sites.with_exactly(&origin);
        }
        let unavailable =
            |error: &dyn std::fmt::Display| ToolError::new(ErrorCode::Unavailable, error.to_string());
        let browsing =
            self.workshop.browsing(self.order.headed).await.map_err(|error| unavailable(&error))?;
        let sites = sites.keeping(self.workshop.artifacts().is_some() && !self.order.private);
        let session = browsing.open(&sites).await.map_err(|error| unavailable(&error))?;
        if self.order.headed {
            takeover::watch(session.surface.context().incidents(), Arc::clone(&self.to_run));
        }
        // Held from here on, so that a stop in the middle closes it.
        let place = self.place.insert(Place::Own { browsing, session: Box::new(session) });
        let Place::Own { browsing, session } = place else { return Err(gone()) };
        let went = match session.surface.context().open().await {
            Ok(tab) => {
                self.tab = Some(AnyTab::Own(tab.clone()));
                browsing.go(session, &tab, url).await.map(|there| {
                    self.status = there.status;
                    tab.id()
                })
            }
            Err(error) => Err(unavailable(&error)),
        };
        if went.is_err() {
            // There is no page to come back to; the next look tries to open it again.
            self.leave().await;
        }
        Ok(TaskTab { window_id: None, tab_id: went?, created_by_laika: true })
    }

    /// Works in the person's browser: in the tab they named, or in one that is opened for it.
    async fn open_mine(
        &mut self,
        url: &Url,
        tab_id: Option<u32>,
        profile: Option<ProfileId>,
    ) -> Result<Option<TaskTab>, ToolError> {
        let connection = profile.and_then(|profile| self.workshop.connection(&profile, self.order.mode));
        let connection = connection.ok_or_else(browser_gone)?;
        let mut origins = OriginSets::default();
        let named = self.order.urls.iter().filter_map(|url| Origin::of_url(url));
        named.chain(self.order.allow.iter().cloned()).for_each(|origin| origins.allow_acting(origin));
        let link = Arc::clone(&connection.link);
        let rules = Rules { origins, logged_in: true };
        let asking =
            Asking { run: self.run.clone(), offers: self.workshop.offers().clone(), tell: self.tell.clone() };
        let browser = MyBrowser::new(connection, rules, self.workshop.search_engine().cloned())
            .with_gestures(Arc::new(asking));
        let place = self.place.insert(Place::Mine(Box::new(browser)));
        let Place::Mine(browser) = place else { return Err(gone()) };
        let opened = match tab_id {
            Some(id) => browser.attach(id).await,
            None => browser.open(url).await,
        };
        let tab = match opened {
            Ok(tab) => tab,
            Err(error) => {
                if error.finest_code() == "E_TAB_CLOSED"
                    && let Some(origin) = Origin::of_url(url.as_str())
                {
                    let tabs = browser.candidates(&origin).await;
                    self.tell.news(News::Candidates { tabs });
                }
                self.leave().await;
                return Err(error);
            }
        };
        if tab.is_private() && !self.order.private {
            self.leave().await;
            let message = "this is a private window, where Laika works only if you switch that on";
            return Err(ToolError {
                reason: ReasonCode::parse("E_PRIVATE_WINDOW").ok(),
                ..ToolError::new(ErrorCode::PreconditionFailed, message)
            });
        }
        let here = tab.document().map(|document| document.origin);
        if here.as_ref().ok() != Origin::of_url(url.as_str()).as_ref() {
            self.leave().await;
            let message = "another page is in this tab than the one that was asked about";
            return Err(here.err().unwrap_or_else(|| ToolError {
                reason: ReasonCode::parse("E_ORIGIN_CHANGED").ok(),
                ..ToolError::new(ErrorCode::PreconditionFailed, message)
            }));
        }
        takeover::watch_mine(link.happened(), tab.clone(), tab_id.is_none(), Arc::clone(&self.to_run));
        let id = tab.id();
        self.tab = Some(AnyTab::Mine(tab));
        Ok(tab_id.is_none().then_some(TaskTab { window_id: None, tab_id: id, created_by_laika: true }))
    }

    /// In the person's browser, which documents are there is asked before each look, and a page that is acted in says when
    /// they act themselves.
    async fn look_up(&mut self, tab: &AnyTab) -> Result<(), ToolError> {
        let (AnyTab::Mine(tab), Some(Place::Mine(browser))) = (tab, &self.place) else { return Ok(()) };
        tab.attach().await?;
        if self.order.mode == SiteMode::Observe { Ok(()) } else { browser.watch(tab, "[Laika] ").await }
    }

    /// Keeps what was read: all of it to check citations against, and without what tries to give orders to plan from.
    fn take_in(
        &mut self,
        page: Observation,
        suspicion: &laika_policy::inject::Suspicion,
    ) -> Result<(), ToolError> {
        self.aliases = std::mem::take(&mut self.aliases).next_pack();
        let whole = summary_document(&page, 0, &mut self.aliases);
        let outside = CloudDocument::of_page_as(&page, &|origin| self.workshop.site_rule(origin).label);
        let same = |one: &&ReadPage| one.url == page.url;
        let number = self.pages.iter().position(|one| same(&one)).unwrap_or(self.pages.len());
        let doc_id = DocId::parse(&format!("doc:web:p{}", number + 1))
            .map_err(|error| ToolError::new(ErrorCode::Internal, error.to_string()))?;
        let document = ContextDocument {
            doc_id: doc_id.clone(),
            kind: whole.kind(),
            trust: Trust::Untrusted,
            source: Source {
                browser: "chromium".into(),
                tab_id: self.tab.as_ref().map(|tab| tab.id().to_string()),
            },
            content: whole,
        };
        let mut safe = page;
        safe.text = quarantined(&safe.text, suspicion);
        let content = if suspicion.is_suspicious() {
            summary_document(&safe, 0, &mut self.aliases)
        } else {
            document.content.clone()
        };
        let material = Material::of_observation(&safe, doc_id);
        let article = Material { text: own_text(&safe, suspicion), ..material.clone() };
        let read = ReadPage { url: safe.url.clone(), document, material, article, outside };
        // The page in front comes last.
        if number < self.pages.len() {
            self.pages.remove(number);
        } else {
            self.took.pages += 1;
        }
        self.pages.push(read);
        self.page = Some((safe, content));
        Ok(())
    }

    async fn plan(&mut self, question: Question, cancel: &Cancel) -> Vec<RunEvent> {
        if std::mem::take(&mut self.proposed) {
            self.last = Some(Outcome::Refused);
        }
        let Some((page, content)) = &self.page else {
            return vec![RunEvent::ModelFailed(question, None)];
        };
        let tell = self.tell.clone();
        let say = move |what: String| tell.doing(what);
        let notes = || self.workshop.notes(&page.origin);
        let leaving = held::leaving(&self.to_run);
        let view = View {
            status: self.status,
            words: &self.words,
            mode: self.order.mode,
            page,
            content,
            aliases: &self.aliases,
            results: self.workshop.search_engine().is_some_and(|engine| *engine.origin() == page.origin),
            pages: &self.pages,
            notes: &notes,
            sensitive: self.sensitive,
            last: self.last.as_ref(),
            cancel,
            say: &say,
            leaving: &leaving,
            limits: &self.workshop.bounds().limits,
        };
        let thought = self.planner.next(view).await;
        self.last = None;
        let mut events = held::prompted(&mut self.took, &*self.planner);
        let what = match thought {
            Ok(thought) => self.proposal(thought).await,
            Err(error) => {
                self.tell.news(News::Trouble { code: error.code().to_owned(), sentence: hinted(&error) });
                events.push(RunEvent::ModelFailed(question, ReasonCode::parse(error.code()).ok()));
                return events;
            }
        };
        events.push(match what {
            Ok(what) => {
                let (model, tokens) = (self.planner.model(), self.took.tokens_written);
                let packet = self
                    .answer
                    .as_ref()
                    .filter(|_| matches!(what, Proposed::Answer))
                    .and_then(|held| held.packet(self.sensitive));
                RunEvent::Proposed(question, Box::new(Proposal { model, tokens, packet, deferred: 0, what }))
            }
            Err(handoff) => handoff,
        });
        events
    }

    /// A thought as what the run takes; an event instead, where the person has to do something.
    async fn proposal(&mut self, thought: Thought) -> Result<Proposed, RunEvent> {
        match thought {
            Thought::Clarify(text) => {
                self.tell.news(News::Question { text: answer::shown(&text) });
                Ok(Proposed::Clarify)
            }
            Thought::Handoff { need, what, element } => {
                let what = answer::shown(&what);
                if self.order.headed || self.order.surface != Where::Workspace {
                    self.point_out(element.as_ref(), need).await;
                }
                self.tell.news(News::Handoff { need, what });
                self.offer_own_browser(need);
                Err(RunEvent::Handoff(need))
            }
            Thought::Answer(answered) if answer::is_too_long(&answered.assistant) => {
                let sentence = "the answer is longer than any that could be shown".to_owned();
                self.tell.news(News::Trouble { code: "E_TOO_LONG".into(), sentence });
                Ok(Proposed::Unusable(ReasonCode::parse("E_TOO_LONG").ok()))
            }
            Thought::Answer(answered) => {
                // Every citation exists, every sentence is supported, and every link was named; or nothing is shown.
                self.answer = Held::new(*answered, &self.pages, &self.words);
                Ok(if self.answer.is_some() { Proposed::Answer } else { Proposed::Unusable(None) })
            }
            Thought::Call(proposed, why) => {
                let Some(tab) = &self.tab else { return Ok(Proposed::Unusable(None)) };
                let made = calling::call(tab, &proposed, &self.aliases).await;
                let (mut call, id, key) = match (made, fresh_uuid(), fresh_uuid()) {
                    (Ok(call), Ok(id), Ok(key)) => (call, id, key),
                    (Err(error), ..) => {
                        self.tell.news(News::Trouble {
                            code: error.finest_code().to_owned(),
                            sentence: error.message.clone(),
                        });
                        return Ok(Proposed::Unusable(error.reason));
                    }
                    _ => return Ok(Proposed::Unusable(None)),
                };
                let element = acted_on(&call);
                if let (Some((kept, requests)), Some(target)) = (&self.kept_back, &mut call.target)
                    && element.as_ref() == Some(kept)
                {
                    target.sends.clone_from(requests);
                }
                self.tell.news(News::Step(Box::new(step(&call, answer::shown(&why)))));
                self.tell.proposed(&id, &call, self.page.as_ref().map(|(page, _)| page.url.as_str()));
                self.proposed = true;
                let idempotency_key = IdempotencyKey::parse(&format!("k:{key}")).ok();
                Ok(Proposed::Call { request_id: id, idempotency_key, call: Box::new(call) })
            }
        }
    }

    /// Their own browser is offered only where being logged in there would help (SURF-008).
    fn offer_own_browser(&self, need: HandoffNeed) {
        let helps = match need {
            HandoffNeed::Login | HandoffNeed::TwoFactor | HandoffNeed::Consent => true,
            HandoffNeed::Captcha | HandoffNeed::FilePicker | HandoffNeed::Manual => false,
        };
        let url = self.page.as_ref().map(|(page, _)| page.url.clone());
        if helps && self.order.surface == Where::Workspace && url.is_some() {
            let why = "You may be logged in there. Nothing that was read here is taken along.".to_owned();
            self.tell.news(News::Offer { what: OfferKind::MyBrowser, url, why });
        }
    }

    /// Where Laika cannot work in the person's browser, other ways are named, the mildest first (UI-033).
    fn offer_other_ways(&self, error: &ToolError) {
        let blocked = matches!(error.code, ErrorCode::PermissionRequired | ErrorCode::Unsupported);
        let url = self.order.urls.first().cloned();
        if !blocked || self.order.surface == Where::Workspace || url.is_none() {
            return;
        }
        let ways = [
            (OfferKind::OpenWorkspace, "In a browser of Laika's own, without your logins"),
            (OfferKind::CopyUrl, "Open it yourself, wherever you like"),
            (OfferKind::Manual, "Do it in the tab yourself, then ask Laika about what you see"),
        ];
        for (what, why) in ways {
            self.tell.news(News::Offer { what, url: url.clone(), why: why.to_owned() });
        }
    }

    /// Shows the person in the window which element is meant. What it says there is never a planner's word.
    async fn point_out(&mut self, element: Option<&HandleId>, need: HandoffNeed) {
        let (Some(tab), Some(element)) = (self.tab.clone(), element) else { return };
        // A page that cannot show it still has what was said at the terminal.
        if tab.highlight(element, label(need)).await.is_ok() {
            self.pointed_out = Some((tab, element.clone()));
        }
    }

    async fn execute(&mut self, request_id: Uuid, permit: Permit) -> RunEvent {
        self.proposed = false;
        let Some(place) = &self.place else {
            return RunEvent::Finished { request_id, how: Ending::Failed(gone()) };
        };
        self.tell.entering(&request_id, permit.explanation());
        let performed = place.act(&self.run, permit).await;
        let requests = self.tab.as_ref().map(|tab| place.stopped(tab.id())).unwrap_or_default();
        let element = self.tell.call(&request_id).and_then(|(call, _)| acted_on(&call));
        self.kept_back = element.filter(|_| !requests.is_empty()).map(|element| (element, requests));
        let came_of_it = match performed {
            Ok(Performed::Acted(acted)) => {
                if !acted.stopped.is_empty() {
                    let kept: Vec<String> =
                        acted.stopped.iter().map(|one| format!("{} {}", one.method, one.url)).collect();
                    self.tell.doing(format!("stopped what the page tried to send: {}", kept.join(", ")));
                }
                Ok((acted.done, acted.verified_by.clone(), canonical::digest(&acted).ok()))
            }
            Ok(Performed::Moved(moved)) => {
                let tab = place.tab(moved.tab_id);
                self.tab = tab.or(self.tab.take());
                Ok((true, format!("the page is {}", moved.url), canonical::digest(&moved).ok()))
            }
            Ok(Performed::Captured(picture)) => {
                self.tell.news(News::Picture { png: picture.png });
                Ok((true, "a picture was taken".to_owned(), Some(digest_bytes(b"picture"))))
            }
            Ok(Performed::Downloaded(file)) => self.keep(file).map(|kept| {
                let how = format!("the file {} was kept, encrypted ({} bytes)", kept.name, kept.bytes);
                (true, how, canonical::digest(&kept).ok())
            }),
            Err(error) => Err(error),
        };
        let how = match came_of_it {
            Ok((done, how, result)) => {
                self.took.steps += u32::from(done);
                self.last = Some(if done {
                    Outcome::Done
                } else {
                    Outcome::Failed(ToolError::new(ErrorCode::VerificationFailed, how.clone()))
                });
                self.tell.news(News::Ended { done, how });
                Ending::Done { result, documents: Vec::new() }
            }
            Err(error) => {
                self.tell.news(News::Ended {
                    done: false,
                    how: format!("{} ({})", error.message, error.finest_code()),
                });
                self.last = Some(Outcome::Failed(error.clone()));
                Ending::Failed(error)
            }
        };
        RunEvent::Finished { request_id, how }
    }

    /// Keeps a file that came, encrypted; nothing of it stays elsewhere.
    fn keep(&mut self, file: Download) -> Result<KeptFile, ToolError> {
        let files = self.workshop.artifacts().filter(|_| !self.order.private).ok_or_else(|| {
            ToolError::new(ErrorCode::PreconditionFailed, "there is no place to keep files in this run")
        })?;
        let (kept, artifact) = keeping::keep(files, &self.run, &file, now_ms())?;
        self.unlisted.push(artifact);
        self.files.push(kept.clone());
        self.tell.news(News::Kept(Box::new(kept.clone())));
        Ok(kept)
    }
}

/// The element that a call acts on.
fn acted_on(call: &Call) -> Option<HandleId> {
    HandleId::parse(call.arguments.get("handleId")?.as_str()?).ok()
}

/// How much of a page is looked at: as usual, or less where the settings say so.
fn looking(limits: &Limits, part: Part) -> ObserveDom {
    let least = |limit, usual: u64| u32::try_from(limits.get(limit).min(usual)).ok();
    ObserveDom {
        max_chars: least(Limit::ObserveChars, DEFAULT_OBSERVE_CHARS),
        max_elements: least(Limit::ObserveElements, DEFAULT_OBSERVE_ELEMENTS),
        scope: match part {
            Part::Page => None,
            Part::Selection => Some(Scope { kind: ScopeKind::Selection, container_handle: None }),
        },
        ..ObserveDom::default()
    }
}

/// Gathers the rest of a long page's text.
async fn read_on(tab: &AnyTab, page: &mut Observation, looking: &ObserveDom) {
    for _ in 0..MOST_LOOKS {
        let Some(cursor) = page.next_cursor else { return };
        let rest = tab.observe(&ObserveDom { cursor: Some(cursor), ..looking.clone() }).await;
        let Ok(rest) = rest else { return };
        if rest.document_id != page.document_id || rest.text.is_empty() {
            return;
        }
        page.text.push('\n');
        page.text.push_str(&rest.text);
        page.visible_text.extend(rest.visible_text);
        page.next_cursor = rest.next_cursor;
    }
}

fn step(call: &Call, why: String) -> Step {
    Step {
        tool: call.tool.name.clone(),
        target: call
            .target
            .as_ref()
            .map(|target| target.accessible_name.clone())
            .or_else(|| call.arguments.get("url").and_then(|url| url.as_str()).map(ToOwned::to_owned)),
        role: call.target.as_ref().map(|target| target.role.clone()),
        why,
    }
}

/// What stands beside an element in the window.
const fn label(need: HandoffNeed) -> &'static str {
    match need {
        HandoffNeed::Login => "Laika: log in here yourself",
        HandoffNeed::TwoFactor => "Laika: enter the code yourself",
        HandoffNeed::Consent => "Laika: decide about this yourself",
        HandoffNeed::Captcha => "Laika: show that you are human",
        HandoffNeed::FilePicker => "Laika: choose the file yourself",
        HandoffNeed::Manual => "Laika: use this yourself",
    }
}

fn gone() -> ToolError {
    ToolError::new(ErrorCode::Unavailable, "the page is gone")
}

pub(super) fn hinted(error: &PlanError) -> String {
    match error {
        PlanError::NoModel => format!("{error}; `laika model pull` gets one"),
        PlanError::Think(_) | PlanError::Unusable(_) => error.to_string(),
    }
}
