//! The isolated browser with its way out: a network process, a Chromium, and one context for each run.

mod local_file;
mod sites;

use std::path::Path;
use std::sync::Arc;

use laika_browser::{
    Browser, BrowserError, ContextOptions, Isolated, Later, LaunchOptions, Navigated, Outlet, PrintError,
    Profile, ProxyAccess, Rules, SiteRules, Tab,
};
use laika_net::{ContextId, ContextRules, HostCount, NetError, NetWorker, Problem, WorkerOptions};
use laika_os::confine::Confinement;
use laika_protocol::ids::ReasonCode;
use laika_protocol::{ErrorCode, ToolError};
use url::Url;

use crate::daemon::WINDOW_PORTS;

pub use local_file::LocalFile;
pub use sites::Sites;

/// Why there is no browser to work in.
#[derive(Debug, thiserror::Error)]
pub enum BrowsingError {
    /// Nothing can get out.
    #[error(transparent)]
    Net(#[from] NetError),
    /// There is no browser.
    #[error(transparent)]
    Browser(#[from] BrowserError),
}

/// A browser and the one process through which it reaches anything.
pub struct Browsing {
    worker: Arc<NetWorker>,
    browser: Browser,
    headed: bool,
}

/// What the network process says, as an error of the tool that wanted to go there.
fn unreached(problem: Problem, host: &str) -> ToolError {
    let (code, reason) = match problem {
        Problem::NotFound => (ErrorCode::NotFound, "E_DNS"),
        Problem::Timeout => (ErrorCode::Timeout, "E_SERVER_SLOW"),
        Problem::Unreachable | Problem::BrokenOff => (ErrorCode::Unavailable, "E_UNREACHABLE"),
        Problem::Private => (ErrorCode::PolicyDenied, "E_PRIVATE_ADDRESS"),
        Problem::Malformed
        | Problem::NoCredentials
        | Problem::NotTheBrowser
        | Problem::NotAllowed
        | Problem::Port
        | Problem::Own
        | Problem::TooMany
        | Problem::Held => (ErrorCode::PolicyDenied, "E_PROXY"),
    };
    ToolError { reason: ReasonCode::parse(reason).ok(), ..ToolError::new(code, format!("{host}: {problem}")) }
}

/// A run's way out, for what must arrive once. A network process that is gone lets nothing out at all.
struct Way {
    worker: Arc<NetWorker>,
    context: ContextId,
}

impl Outlet for Way {
    fn hold<'a>(&'a self, host: &'a str) -> Later<'a> {
        Box::pin(async move { _ = self.worker.hold(self.context, host).await })
    }

    fn release<'a>(&'a self, host: &'a str) -> Later<'a> {
        Box::pin(async move { _ = self.worker.release(self.context, host).await })
    }
}

/// One run's part of it.
pub struct Session {
    /// Where the run works.
    pub surface: Isolated,
    context: ContextId,
}

impl Browsing {
    /// Starts both, with a window that can be seen if it is to be `headed`. `laika` is this program; with `net-worker` it becomes the network process.
    ///
    /// # Errors
    /// When one of them does not come up.
    pub async fn start(laika: &Path, profile: Profile, headed: bool) -> Result<Self, BrowsingError> {
        let worker = Arc::new(NetWorker::start(laika, &["net-worker"], WorkerOptions::default()).await?);
        worker.set_own_ports(WINDOW_PORTS.into()).await?;
        // What the browser wants for itself goes through a context that reaches nothing.
        let own = worker.open_context(ContextRules::nothing(Some(laika_browser::user_id()))).await?;
        let proxy = Some(ProxyAccess { address: own.address, user: own.user, password: own.password });
        let browser =
            Browser::launch(LaunchOptions { profile, proxy, headed, ..LaunchOptions::default() }).await?;
        Ok(Self { worker, browser, headed })
    }

    /// How far the operating system confines the network process.
    #[must_use]
    pub fn confinement(&self) -> Confinement {
        self.worker.confinement()
    }

    /// Whether both still run.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        self.worker.is_alive() && self.browser.is_alive()
    }

    /// What the browser calls itself, such as `Chrome/156.0.8078.79`.
    #[must_use]
    pub fn version(&self) -> &str {
        self.browser.version()
    }

    /// The number of the browser's first process.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.browser.process_id()
    }

    /// Opens a context that reaches these sites only.
    ///
    /// # Errors
    /// When the browser or the network process is gone, or a site cannot be connected to.
    pub async fn open(&self, sites: &Sites) -> Result<Session, BrowsingError> {
        let access = self.worker.open_context(sites.reach(Some(laika_browser::user_id()))).await?;
        let own_ports = WINDOW_PORTS.into_iter().chain([access.address.port()]).collect();
        let rules = SiteRules::new(Rules { origins: sites.origins(), logged_in: false }, own_ports);
        let proxy = ProxyAccess { address: access.address, user: access.user, password: access.password };
        let options = ContextOptions {
            proxy: Some(proxy),
            watched: self.headed,
            ..ContextOptions::new(Arc::clone(&rules) as _)
        };
        let context = self.browser.context(options).await?;
        let outlet = Way { worker: Arc::clone(&self.worker), context: access.context };
        let surface = Isolated::new(context, rules)
            .with_outlet(Arc::new(outlet))
            .with_search(sites.search_engine().cloned())
            .keeping(sites.keeps());
        Ok(Session { surface, context: access.context })
    }

    /// Sends a tab to an address. Where the network process refused or failed, its reason is the error.
    ///
    /// # Errors
    /// As for [`Tab::navigate`], and what the network process says.
    pub async fn go(&self, session: &Session, tab: &Tab, url: &Url) -> Result<Navigated, ToolError> {
        let went = tab.navigate(url).await;
        let failed = match &went {
            // Over http the network process answers in place of the server.
            Ok(there) => there.status.is_none_or(|status| status >= 400),
            Err(error) => error.reason.as_ref().is_some_and(|reason| reason.as_str() == "E_PROXY"),
        };
        if !failed {
            return went;
        }
        let counts = self.worker.counters(session.context).await.unwrap_or_default();
        let host = url.host_str().unwrap_or_default();
        match counts.iter().find(|count| count.host == host).and_then(|count| count.last_problem) {
            Some(problem) => Err(unreached(problem, host)),
            None => went,
        }
    }

    /// Prints a document that is whole by itself; the bytes of a PDF. It goes through no way out of any run: it has none.
    ///
    /// # Errors
    /// When it is too long or takes too long, or the browser is gone.
    pub async fn print(&self, html: &str) -> Result<Vec<u8>, PrintError> {
        self.browser.print(html).await
    }

    /// Where a run's pages connected to so far.
    ///
    /// # Errors
    /// When the network process is gone.
    pub async fn counters(&self, session: &Session) -> Result<Vec<HostCount>, BrowsingError> {
        Ok(self.worker.counters(session.context).await?)
    }

    /// Ends a run's part: first its connections, then its pages.
    ///
    /// # Errors
    /// When the network process is gone, which ends its connections too.
    pub async fn close(&self, session: Session) -> Result<(), BrowsingError> {
        let closed = self.worker.close_context(session.context).await;
        session.surface.dispose().await;
        Ok(closed?)
    }

    /// Ends the browser and the network process.
    pub async fn end(self) {
        self.browser.close().await;
    }
}
