//! A place to work in: one interface for the isolated browser and for the person's own.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use laika_policy::config::SearchEngine;
use laika_policy::{Authorised, Permit};
use laika_protocol::address::is_loopback;
use laika_protocol::ids::{Origin, RunId};
use laika_protocol::limits::Limit;
use laika_protocol::observation::Observation;
use laika_protocol::tools::typed::{ActResult, NavigationResult, ObserveDom};
use laika_protocol::wire::RequestFacts;
use laika_protocol::{ErrorCode, ToolError};
use url::Url;

use crate::act::{Acting, Done};
use crate::error::fault;
use crate::fence::Rules;
use crate::outlet::{Outlet, hosts_sent_to};
use crate::pages::Pages as _;
use crate::pages::wait::WAIT_MOST;
use crate::{Context, Download, NavigationRequest, NavigationRule, Picture, Tab, now_ms};

/// What came of a call that was performed.
#[derive(Debug)]
pub enum Performed {
    /// Something was done on the page.
    Acted(ActResult),
    /// A tab is at another page.
    Moved(NavigationResult),
    /// A picture was taken.
    Captured(Picture),
    /// A file came.
    Downloaded(Download),
}

/// A place to work in.
pub trait Surface {
    /// Reads the page of a tab.
    fn observe(
        &self,
        tab: u32,
        what: &ObserveDom,
    ) -> impl Future<Output = Result<Observation, ToolError>> + Send;

    /// Performs a call, once. There is no other way to act.
    fn act(&self, run: &RunId, permit: Permit) -> impl Future<Output = Result<Performed, ToolError>> + Send;
}

/// The isolated browser: one context of a Chromium of our own.
pub struct Isolated {
    context: Context,
    rules: Arc<SiteRules>,
    /// What the last act of each tab was kept from sending.
    stopped: Mutex<HashMap<u32, Vec<RequestFacts>>>,
    outlet: Option<Arc<dyn Outlet>>,
    search_engine: Option<SearchEngine>,
    /// Whether there is a place for files that pages give.
    keeps: bool,
}

/// Where a run may go, and what is known of the site in front. Shared with the context, which asks it for every document.
#[derive(Default)]
pub struct SiteRules {
    rules: RwLock<Rules>,
    acting: RwLock<Vec<(u32, Arc<Authorised>)>>,
    /// Loopback ports of Laika itself (S2).
    own_ports: Vec<u16>,
}

impl SiteRules {
    /// Rules with these ports of our own, which no page may reach.
    #[must_use]
    pub fn new(rules: Rules, own_ports: Vec<u16>) -> Arc<Self> {
        Arc::new(Self { rules: RwLock::new(rules), acting: RwLock::default(), own_ports })
    }

    /// The rules in force.
    #[must_use]
    pub fn get(&self) -> Rules {
        self.rules.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Changes the rules; what is loaded already stays.
    pub fn set(&self, rules: Rules) {
        *self.rules.write().unwrap_or_else(PoisonError::into_inner) = rules;
    }

    /// Lets a tab go where its call leads, as long as the guard lives.
    fn acting(self: &Arc<Self>, tab: u32, call: &Arc<Authorised>) -> ActingGuard {
        let mut acting = self.acting.write().unwrap_or_else(PoisonError::into_inner);
        acting.push((tab, Arc::clone(call)));
        ActingGuard { rules: Arc::clone(self), tab }
    }

    /// A window of Laika itself, in every spelling of this machine (S2).
    fn is_own(&self, url: &Url) -> bool {
        is_loopback(url) && url.port_or_known_default().is_some_and(|port| self.own_ports.contains(&port))
    }
}

struct ActingGuard {
    rules: Arc<SiteRules>,
    tab: u32,
}

impl Drop for ActingGuard {
    fn drop(&mut self) {
        let mut acting = self.rules.acting.write().unwrap_or_else(PoisonError::into_inner);
        acting.retain(|(tab, _)| *tab != self.tab);
    }
}

impl NavigationRule for SiteRules {
    fn allows(&self, request: &NavigationRequest) -> Result<(), ToolError> {
        if self.is_own(&request.url) {
            let message = "this is a window of Laika itself; no page and no model may go there";
            return Err(fault(ErrorCode::PolicyDenied, "E_RESTRICTED_PAGE", message));
        }
        let rules = self.get();
        let origin = Origin::of_url(request.url.as_str());
        if request.method == "GET" && origin.as_ref().is_some_and(|origin| rules.origins.may_read(origin)) {
            return Ok(());
        }
        let page = laika_policy::PageRequest {
            url: &request.url,
            method: &request.method,
            kind: if request.main_frame {
                laika_policy::RequestKind::Page
            } else {
                laika_policy::RequestKind::Frame
            },
        };
        let ground = laika_policy::Ground { origins: &rules.origins, logged_in: rules.logged_in };
        let acting = self.acting.read().unwrap_or_else(PoisonError::into_inner);
        // A window that an act opens is another tab, so every act under way is asked.
        if acting.iter().any(|(_, call)| laika_policy::covers(call.call(), &page, ground)) {
            return Ok(());
        }
        let place = origin.map_or_else(|| "this address".to_owned(), |origin| origin.as_str().to_owned());
        let message = match &request.redirected_from {
            Some(_) => format!("the page redirects to {place}, which is not among the sites of this run"),
            None => format!("{place} is not among the sites of this run"),
        };
        Err(fault(ErrorCode::PolicyDenied, "E_ORIGIN_NOT_ALLOWED", message))
    }
}

impl Isolated {
    /// A surface over a context that was opened with exactly these rules.
    #[must_use]
    pub fn new(context: Context, rules: Arc<SiteRules>) -> Self {
        Self { context, rules, stopped: Mutex::default(), outlet: None, search_engine: None, keeps: false }
    }

    /// The same with its way out, so that what is sent arrives once (S11).
    #[must_use]
    pub fn with_outlet(self, outlet: Arc<dyn Outlet>) -> Self {
        Self { outlet: Some(outlet), ..self }
    }

    /// The same with where searches go.
    #[must_use]
    pub fn with_search(self, search_engine: Option<SearchEngine>) -> Self {
        Self { search_engine, ..self }
    }

    /// The same with a place for files that pages give; without one they are refused.
    #[must_use]
    pub fn keeping(self, keeps: bool) -> Self {
        Self { keeps, ..self }
    }

    /// The context below.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Arc<SiteRules> {
        &self.rules
    }

    /// What the last act in a tab was kept from sending. Put into `sends` of the same call's target, it can be decided
    /// by name (S8).
    #[must_use]
    pub fn stopped(&self, tab: u32) -> Vec<RequestFacts> {
        let stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        stopped.get(&tab).cloned().unwrap_or_default()
    }

    /// Closes its tabs and forgets its cookies and storage.
    pub async fn dispose(self) {
        self.context.dispose().await;
    }

    fn tab(&self, id: u32) -> Result<Tab, ToolError> {
        self.context.tab(id).ok_or_else(crate::error::tab_closed)
    }

    async fn perform(&self, tab: &Tab, call: &Arc<Authorised>) -> Result<Performed, ToolError> {
        if call.call().tool.name == "browser.capture_viewport" {
            return tab.capture().await.map(Performed::Captured);
        }
        let rules = self.rules.get();
        let _acting = self.rules.acting(tab.id(), call);
        let acting = Acting::new(&self.context, tab, call, &rules)
            .searching(self.search_engine.as_ref())
            .keeping(self.keeps);
        let hosts = hosts_sent_to(call.call());
        if let Some(outlet) = &self.outlet {
            for host in &hosts {
                outlet.hold(host).await;
            }
        }
        let done = tokio::time::timeout(deadline(call), acting.perform()).await.unwrap_or_else(|_| {
            let message = "it took too long; read the page to see what came of it";
            Err(ToolError::new(ErrorCode::Timeout, message))
        });
        if let Some(outlet) = &self.outlet {
            for host in &hosts {
                outlet.release(host).await;
            }
        }
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner).insert(tab.id(), acting.stopped());
        let done = done?;
        if let Some(file) = acting.downloaded() {
            return Ok(Performed::Downloaded(file));
        }
        match done {
            Done::Acted(result) => Ok(Performed::Acted(result)),
            Done::Moved(tab) => {
                let place = tab.shown().await?;
                Ok(Performed::Moved(NavigationResult {
                    url: crate::address::shown(&place.url).0,
                    title: place.title,
                    tab_id: tab.id(),
                }))
            }
        }
    }
}

impl Surface for Isolated {
    async fn observe(&self, tab: u32, what: &ObserveDom) -> Result<Observation, ToolError> {
        self.tab(tab)?.observe(what).await
    }

    async fn act(&self, run: &RunId, permit: Permit) -> Result<Performed, ToolError> {
        let (tab, is_first) = match permit.tab() {
            Some(tab) => (self.tab(tab)?, false),
            None => (self.context.open().await?, true),
        };
        let _turn = tab.turn().await;
        // Only now nobody else moves this tab. A run's first call is for no document yet.
        let here = if is_first { None } else { Some(tab.document()?) };
        let opened = permit.open(run, here.as_ref(), now_ms());
        let call =
            Arc::new(opened.map_err(|error| fault(ErrorCode::StaleHandle, "E_PERMIT", error.to_string()))?);
        self.perform(&tab, &call).await
    }
}

fn deadline(call: &Authorised) -> Duration {
    let of = |limit: Limit| Duration::from_millis(limit.row().default);
    match call.call().tool.name.as_str() {
        "browser.navigate" | "browser.open_tab" | "browser.back" | "browser.forward" | "browser.refresh"
        | "browser.click" | "search" => of(Limit::NavigationDeadlineMs),
        // It ends by itself, and says then that nothing came.
        "browser.wait_for" => WAIT_MOST + of(Limit::DeadlineMs),
        // Typing a text key by key takes its time; the page's own answers have deadlines of their own.
        _ => 3 * of(Limit::DeadlineMs),
    }
}
