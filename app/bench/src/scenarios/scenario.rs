//! What can happen to a run, as data: a page, what the planner says, what the person does, and how it has to end.

use laika_protocol::run::Pause;
use laika_protocol::wire::{RunStatus, SiteMode};

use super::planner::Move;

/// What the person does beside answering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Stop the run.
    Stop,
    /// Make it wait.
    Pause,
    /// Act in the page, and leave it again.
    TakeOver,
    /// Stop everything and lock Laika; it is unlocked afterwards.
    Panic,
    /// Laika is ended and started again.
    Restart,
    /// The browser dies.
    KillBrowser,
}

/// How the person answers cards, and after how many milliseconds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Says {
    Yes(u64),
    No,
}

/// One thing that can happen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scenario {
    pub(super) name: &'static str,
    /// What stands in the body of its page.
    pub(super) page: &'static str,
    /// Whether nobody listens where the page should be.
    pub(super) nowhere: bool,
    pub(super) moves: &'static [Move],
    pub(super) says: Says,
    /// Milliseconds that the planner thinks each time.
    pub(super) thinks: u64,
    pub(super) mode: SiteMode,
    /// Something the person does when the run is in this state for the first time.
    pub(super) wish: Option<(RunStatus, Wish)>,
    /// How often a run that waits is told to go on.
    pub(super) goes_on: usize,
    pub(super) ends: Ends,
}

impl Scenario {
    /// Whether the person stops it.
    pub(super) const fn is_stop(&self) -> bool {
        matches!(self.wish, Some((_, Wish::Stop | Wish::Panic)))
    }
}

/// How it has to end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    pub(super) status: RunStatus,
    pub(super) pause: Option<Pause>,
    /// Codes that were given on the way, in order: of calls as `CODE E_REASON`, of everything else alone.
    pub(super) codes: &'static [&'static str],
    /// Effects at the site: how many at least, and how many at most.
    pub(super) effects: (usize, usize),
}

/// A form that sends.
const FORM: &str = "<form method=post action=act><button>Send</button></form>";

const SCROLL: Move = Move::Call("browser.scroll", r#"{"deltaY":1}"#);

const PLAIN: Scenario = Scenario {
    name: "",
    page: FORM,
    nowhere: false,
    moves: &[Move::Click("Send")],
    says: Says::Yes(0),
    thinks: 0,
    mode: SiteMode::Assist,
    wish: None,
    goes_on: 0,
    ends: Ends { status: RunStatus::Completed, pause: None, codes: &[], effects: (0, 0) },
};

const fn completed(codes: &'static [&'static str], effects: usize) -> Ends {
    Ends { status: RunStatus::Completed, pause: None, codes, effects: (effects, effects) }
}

const fn waits(pause: Pause, codes: &'static [&'static str], effects: usize) -> Ends {
    Ends { status: RunStatus::Paused, pause: Some(pause), codes, effects: (effects, effects) }
}

const CANCELLED: Ends = Ends { status: RunStatus::Cancelled, pause: None, codes: &[], effects: (0, 0) };

/// All of them.
pub(super) const SCENARIOS: &[Scenario] = &[
    // How runs go and end.
    Scenario { name: "sent with a yes", ends: completed(&[], 1), ..PLAIN },
    Scenario { name: "a no", says: Says::No, ends: waits(Pause::Rejected, &[], 0), ..PLAIN },
    Scenario { name: "a question back", moves: &[Move::Ask], ends: waits(Pause::Clarify, &[], 0), ..PLAIN },
    Scenario {
        name: "left to the person",
        moves: &[Move::HandOff],
        ends: waits(Pause::Handoff, &[], 0),
        ..PLAIN
    },
    Scenario {
        name: "a model that says nothing",
        moves: &[Move::Nothing],
        ends: waits(Pause::ModelFailed, &["E_UNUSABLE"], 0),
        ..PLAIN
    },
    Scenario {
        name: "refused again and again",
        moves: &[Move::Call("browser.navigate", r#"{"url":"https://elsewhere.example/"}"#); 9],
        mode: SiteMode::Observe,
        goes_on: 9,
        ends: Ends { status: RunStatus::Failed, codes: &["P_DENY_CROSS_ORIGIN"; 6], ..PLAIN.ends },
        ..PLAIN
    },
    Scenario {
        name: "more steps than it may take",
        moves: &[SCROLL; 5],
        mode: SiteMode::Autopilot,
        ends: waits(Pause::StepsSpent, &[], 0),
        ..PLAIN
    },
    Scenario {
        name: "more questions than it may ask",
        moves: &[SCROLL; 11],
        ends: waits(Pause::RateSpent, &[], 0),
        ..PLAIN
    },
    Scenario {
        name: "a server that is not there",
        nowhere: true,
        ends: waits(Pause::ConnectionLost, &["E_UNREACHABLE"], 0),
        ..PLAIN
    },
    // The person, at each step.
    Scenario {
        name: "stop while it looks",
        page: "<img src=slow><p>Slow</p>",
        wish: Some((RunStatus::Observing, Wish::Stop)),
        ends: CANCELLED,
        ..PLAIN
    },
    Scenario {
        name: "stop while it plans",
        thinks: 600,
        wish: Some((RunStatus::Planning, Wish::Stop)),
        ends: CANCELLED,
        ..PLAIN
    },
    Scenario {
        name: "stop instead of an answer",
        says: Says::Yes(60_000),
        wish: Some((RunStatus::AwaitingApproval, Wish::Stop)),
        ends: CANCELLED,
        ..PLAIN
    },
    Scenario {
        name: "stop while it acts",
        wish: Some((RunStatus::Executing, Wish::Stop)),
        // What was under way may have arrived; nothing comes after it.
        ends: Ends { effects: (0, 1), ..CANCELLED },
        ..PLAIN
    },
    Scenario {
        name: "stop while it checks",
        moves: &[Move::Click("Send"), Move::Click("Send")],
        wish: Some((RunStatus::Verifying, Wish::Stop)),
        ends: Ends { effects: (1, 1), ..CANCELLED },
        ..PLAIN
    },
    Scenario {
        name: "panic instead of an answer",
        says: Says::Yes(60_000),
        wish: Some((RunStatus::AwaitingApproval, Wish::Panic)),
        ends: CANCELLED,
        ..PLAIN
    },
    Scenario {
        name: "pause while it plans, then on",
        thinks: 300,
        moves: &[],
        wish: Some((RunStatus::Planning, Wish::Pause)),
        goes_on: 1,
        ends: completed(&[], 0),
        ..PLAIN
    },
    Scenario {
        name: "takeover instead of an answer",
        says: Says::Yes(60_000),
        wish: Some((RunStatus::AwaitingApproval, Wish::TakeOver)),
        ends: waits(Pause::TakeoverOver, &[], 0),
        ..PLAIN
    },
    Scenario {
        name: "takeover while it plans, then on",
        thinks: 300,
        moves: &[],
        wish: Some((RunStatus::Planning, Wish::TakeOver)),
        goes_on: 1,
        ends: completed(&[], 0),
        ..PLAIN
    },
    Scenario {
        name: "restart while it looks",
        page: "<img src=slow><p>Slow</p>",
        moves: &[],
        wish: Some((RunStatus::Observing, Wish::Restart)),
        goes_on: 1,
        ends: completed(&[], 0),
        ..PLAIN
    },
    Scenario {
        name: "restart instead of an answer",
        says: Says::Yes(500),
        wish: Some((RunStatus::AwaitingApproval, Wish::Restart)),
        goes_on: 1,
        ends: completed(&[], 1),
        ..PLAIN
    },
    Scenario {
        name: "restart while it acts",
        wish: Some((RunStatus::Executing, Wish::Restart)),
        ends: Ends { effects: (0, 1), ..waits(Pause::OutcomeUnknown, &[], 0) },
        ..PLAIN
    },
    Scenario {
        name: "the browser dies before an answer",
        says: Says::Yes(1_000),
        wish: Some((RunStatus::AwaitingApproval, Wish::KillBrowser)),
        ends: completed(&["NOT_FOUND E_TAB_CLOSED"], 0),
        ..PLAIN
    },
    Scenario {
        name: "the browser dies while it acts",
        wish: Some((RunStatus::Executing, Wish::KillBrowser)),
        ends: Ends { effects: (0, 1), ..waits(Pause::OutcomeUnknown, &["UNAVAILABLE E_BROWSER_GONE"], 0) },
        ..PLAIN
    },
    // Every code of a call.
    Scenario {
        name: "arguments that do not fit",
        moves: &[Move::Call("browser.click", "{}")],
        ends: waits(Pause::ModelFailed, &["INVALID_ARGUMENT"], 0),
        ..PLAIN
    },
    Scenario {
        name: "an element that no page has",
        moves: &[Move::Click("Nothing")],
        ends: waits(Pause::ModelFailed, &["STALE_HANDLE"], 0),
        ..PLAIN
    },
    Scenario {
        name: "an element that goes",
        page: "<button>Go</button><script>setTimeout(() => document.querySelector('button').remove(), 900)</script>",
        moves: &[Move::Click("Go")],
        says: Says::Yes(1_500),
        ends: completed(&["STALE_HANDLE E_GONE"], 0),
        ..PLAIN
    },
    Scenario {
        name: "an element that becomes another",
        page: "<button>Go</button><script>setTimeout(() => document.querySelector('button').textContent = 'Delete all', 900)</script>",
        moves: &[Move::Click("Go")],
        says: Says::Yes(1_500),
        ends: completed(&["STALE_HANDLE E_CHANGED"], 0),
        ..PLAIN
    },
    Scenario {
        name: "a form that goes elsewhere",
        page: "<form method=post action=act><button>Send</button></form><script>setTimeout(() => document.forms[0].action = 'act/other', 900)</script>",
        says: Says::Yes(1_500),
        ends: completed(&["STALE_HANDLE E_CHANGED"], 0),
        ..PLAIN
    },
    Scenario {
        name: "a page that goes elsewhere",
        page: "<button>Go</button><script>if (!location.hash) setTimeout(() => location.href = '?again#again', 900)</script>",
        moves: &[Move::Click("Go")],
        says: Says::Yes(1_500),
        ends: completed(&["STALE_HANDLE E_PERMIT"], 0),
        ..PLAIN
    },
    Scenario {
        name: "a button that cannot be used",
        page: "<button>Go</button><script>setTimeout(() => document.querySelector('button').disabled = true, 900)</script>",
        moves: &[Move::Click("Go")],
        says: Says::Yes(1_500),
        ends: completed(&["PRECONDITION_FAILED E_DISABLED"], 0),
        ..PLAIN
    },
    Scenario {
        name: "something on top",
        page: "<button>Go</button><div id=top></div><script>setTimeout(() => document.getElementById('top').style = 'position:fixed;inset:0;background:white', 900)</script>",
        moves: &[Move::Click("Go")],
        says: Says::Yes(1_500),
        ends: completed(&["PRECONDITION_FAILED E_COVERED"], 0),
        ..PLAIN
    },
    Scenario {
        name: "a button that hides",
        page: "<button>Go</button><script>setTimeout(() => document.querySelector('button').style.visibility = 'hidden', 900)</script>",
        moves: &[Move::Click("Go")],
        says: Says::Yes(1_500),
        ends: completed(&["PRECONDITION_FAILED E_NOT_VISIBLE"], 0),
        ..PLAIN
    },
    Scenario {
        name: "a button that sends more than it says",
        page: "<button>Go</button><script>document.querySelector('button').onclick = () => fetch('act', { method: 'POST', body: 'x' })</script>",
        moves: &[Move::Click("Go")],
        ends: completed(&["POLICY_DENIED E_EFFECT_STOPPED"], 0),
        ..PLAIN
    },
    Scenario {
        name: "a button that does nothing",
        page: "<button>Go</button>",
        moves: &[Move::Click("Go")],
        ends: waits(Pause::OutcomeUnknown, &["VERIFICATION_FAILED"], 0),
        ..PLAIN
    },
    Scenario {
        name: "a field that keeps nothing",
        page: "<label>Name <input oninput=\"this.value=''\"></label>",
        moves: &[Move::Type("Name", "Mara")],
        ends: waits(Pause::OutcomeUnknown, &["VERIFICATION_FAILED"], 0),
        ..PLAIN
    },
    Scenario {
        name: "a list without the entry",
        page: "<label>Size <select><option>Small<option>Large</select></label>",
        moves: &[Move::Select("Size", "Huge")],
        ends: completed(&["NOT_FOUND E_NO_OPTION"], 0),
        ..PLAIN
    },
    Scenario {
        name: "a list with two such entries",
        page: "<label>Size <select><option value=a>Small<option value=b>Small<option>Large</select></label>",
        moves: &[Move::Select("Size", "Small")],
        ends: completed(&["INVALID_ARGUMENT E_AMBIGUOUS"], 0),
        ..PLAIN
    },
    Scenario {
        name: "nowhere to go forward",
        moves: &[Move::Call("browser.forward", "{}")],
        ends: completed(&["P_DENY_REPOST"], 0),
        ..PLAIN
    },
    Scenario {
        name: "a page that hangs",
        page: "<button>Go</button><script>setTimeout(() => { for (;;); }, 900)</script>",
        moves: &[Move::Click("Go")],
        says: Says::Yes(1_500),
        ends: waits(Pause::OutcomeUnknown, &["TIMEOUT E_PAGE_HUNG"], 0),
        ..PLAIN
    },
    Scenario {
        name: "a download",
        moves: &[Move::Call("browser.navigate", r#"{"url":"HERE/file"}"#)],
        ends: completed(&["UNSUPPORTED E_DOWNLOAD"], 0),
        ..PLAIN
    },
    Scenario {
        name: "too many pictures",
        moves: &[Move::Call("browser.capture_viewport", "{}"); 7],
        ends: completed(&["RATE_LIMITED E_SCREENSHOT_RATE"], 0),
        ..PLAIN
    },
];
