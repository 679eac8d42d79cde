//! What is said over the socket: JSON, one message a line.

use std::path::PathBuf;

use laika_browser::mine::{Browse, Happened};
use laika_os::machine::Reading;
use laika_protocol::ErrorCode;
use laika_protocol::ids::{Origin, ProfileId, ReasonCode, RunId, Sha256, Uuid};
use laika_protocol::wire::{AppState, ControlMessage, RunState, RunStatus, SiteMode};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::agents::{AgentName, AgentReply};
use crate::collecting::Collect;
use crate::service::Reply;
use crate::sites::SiteRule;
use crate::working::{News, Order};

/// The version of these messages. Both sides say theirs first, and talk only if they are the same.
pub const VERSION: u32 = 1;
/// No line is longer.
pub const MOST_BYTES: usize = 1024 * 1024;
/// What came of something with collections is told in parts where it is longer than a line; all of them together are no
/// longer than this.
pub(super) const MOST_IN_PARTS: usize = 48 * 1024 * 1024;

/// A line of a client.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// A number of the client's; the reply carries it. An extension's rise, so that nothing is heard twice.
    pub id: u64,
    /// The key of an extension's session, in everything it says after its welcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What it wants.
    pub ask: Ask,
}

/// What a client wants.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "say", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Ask {
    /// The first line.
    Hello {
        /// Of these messages.
        version: u32,
    },
    /// Start a run, and watch it.
    Begin {
        /// What is to be done.
        order: Box<Order>,
        /// What thinks.
        #[serde(default)]
        model: Choice,
        /// A grant that Laika itself knows, by its name, for when nobody can be asked.
        #[serde(default)]
        grant: Option<String>,
    },
    /// Answer a card.
    Answer {
        /// The run.
        run: RunId,
        /// The call.
        request_id: Uuid,
        /// Of what was shown.
        digest: Sha256,
        /// The answer.
        reply: Reply,
    },
    /// Let a run go on, and watch it.
    Resume {
        /// The run.
        run: RunId,
        /// Something to add.
        #[serde(default)]
        words: Option<String>,
        /// What thinks, where the run comes from an earlier process.
        #[serde(default)]
        model: Choice,
    },
    /// Stop a run; every one that is at work, where none is named.
    Stop {
        /// The run.
        #[serde(default)]
        run: Option<RunId>,
    },
    /// Stop everything and lock Laika.
    Panic {},
    /// Let Laika work again.
    Unlock {},
    /// Where Laika and its runs stand.
    Status {},
    /// Hear what happens to a run, or to all.
    Watch {
        /// The run.
        #[serde(default)]
        run: Option<RunId>,
    },
    /// End the server.
    Quit {},
    /// The extension in the person's browser introduces itself.
    Extension {
        /// What it is built for.
        hello: Box<ControlMessage>,
        /// The person's profile in that browser.
        profile: ProfileId,
    },
    /// After a reconnect: where does everything stand?
    Sync {
        /// The last event that was seen.
        #[serde(default)]
        last_seen_event_id: Option<u64>,
    },
    /// The extension did what it was asked to do, or could not.
    TabAnswer {
        /// What.
        request_id: Uuid,
        /// Whether it did.
        ok: bool,
        /// What came of it.
        #[serde(default)]
        value: Option<Value>,
        /// Why not: the code.
        #[serde(default)]
        code: Option<ErrorCode>,
        /// Why not: the finer reason.
        #[serde(default)]
        reason: Option<ReasonCode>,
        /// Why not: one sentence.
        #[serde(default)]
        message: Option<String>,
    },
    /// Something happened in the person's browser.
    Happened {
        /// What.
        event: Happened,
    },
    /// Let a run work in the person's own browser.
    Authorise {
        /// The run.
        run: RunId,
        /// Of what was shown.
        digest: Sha256,
    },
    /// Make a run wait.
    Pause {
        /// The run.
        run: RunId,
    },
    /// What was done on a site before.
    Site {
        /// The site.
        origin: Origin,
    },
    /// What would be told to a model elsewhere.
    Preview {
        /// The run.
        run: RunId,
    },
    /// Do not let a run work in the person's own browser.
    Decline {
        /// The run.
        run: RunId,
    },
    /// What may be done without being asked again.
    Grants {},
    /// Ask again from now on.
    Revoke {
        /// The run.
        run: RunId,
        /// The grant.
        grant: String,
    },
    /// How much may be done on a site, unless a run is told otherwise.
    SiteMode {
        /// The site.
        origin: Origin,
        /// How much.
        mode: SiteMode,
    },
    /// Stop everything on a site.
    Disconnect {
        /// The site.
        origin: Origin,
    },
    /// The person did what only their own click does.
    Gesture {
        /// The run.
        run: RunId,
        /// The name of the offer.
        request_id: Uuid,
        /// What the offer said.
        nonce: String,
    },
    /// Go on in the person's own browser with what a run in Laika's own could not finish.
    Continue {
        /// The run.
        run: RunId,
    },
    /// Another agent introduces itself. From here on nothing that is said here is a person's word (S1).
    Agent {
        /// What the person calls it.
        name: AgentName,
        /// The folder that its tools may work in.
        #[serde(default)]
        project: Option<PathBuf>,
        /// The process behind it, where that is not the one that says this: it can only make more processes unable to say
        /// yes.
        #[serde(default)]
        behind: Option<i32>,
    },
    /// An agent wants something done.
    AgentCall {
        /// The tool.
        tool: String,
        /// Its arguments.
        #[serde(default)]
        arguments: Map<String, Value>,
    },
    /// An agent does not want it any more.
    AgentCancel {
        /// The request.
        call: u64,
    },
    /// An agent wants to read something of Laika's own.
    AgentRead {
        /// What.
        what: Kept,
    },
    /// Answer a question about an agent.
    AgentReply {
        /// The question.
        ask: Uuid,
        /// Of what was shown.
        digest: Sha256,
        /// The answer.
        reply: AgentReply,
    },
    /// The companion window introduces itself: what the person says there was said there.
    Companion {},
    /// Something with collections.
    Collect {
        /// What.
        what: Box<Collect>,
    },
    /// What the person says of a site, whatever a run may elsewhere; nothing, where the rule says nothing.
    SiteRule {
        /// The site.
        origin: Origin,
        /// What holds there from now on.
        #[serde(default)]
        rule: SiteRule,
    },
    /// Take a run back to one of its events, on a new branch. Nothing happens before it is resumed.
    Rollback {
        /// The run.
        run: RunId,
        /// The event.
        to_seq: u64,
    },
    /// Forget a run for good; all of them, where none is named.
    Forget {
        /// The run.
        #[serde(default)]
        run: Option<RunId>,
    },
    /// Show what could be kept of a private run; keep it, where it was shown.
    SaveSummary {
        /// The run.
        run: RunId,
        /// Of what was shown.
        #[serde(default)]
        shown: Option<Sha256>,
    },
    /// Do not go on with something that takes long.
    Drop {
        /// The request.
        request: u64,
    },
    /// Go on in another tab.
    Reattach {
        /// The run.
        run: RunId,
        /// The tab.
        tab_id: u32,
    },
}

/// Something of Laika's own that an agent may read, where that is open to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Kept {
    /// The runs, the latest first.
    Runs {},
    /// One run.
    Run {
        /// Which.
        run: RunId,
    },
    /// The files that were kept, without what is in them.
    Artifacts {},
}

/// What thinks for a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// The model that is usual here.
    #[default]
    Usual,
    /// This one.
    Named(String),
    /// None: answers are in the page's own words.
    Without,
}

/// A line of the server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "says", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Told {
    /// The first line, after the client's.
    Hello {
        /// Of these messages.
        version: u32,
        /// Of the program.
        laika: String,
        /// Its process.
        pid: u32,
    },
    /// What was asked for is under way; what comes of it is news.
    Done {
        /// The request.
        id: u64,
        /// The runs it is about.
        runs: Vec<RunId>,
    },
    /// Where things stand.
    Status {
        /// The request.
        id: u64,
        /// Where.
        standing: Box<Standing>,
    },
    /// Something happened.
    News {
        /// To this run, or to all of Laika.
        run: Option<RunId>,
        /// Its number; numbers rise. Where a run stands is told again without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event: Option<u64>,
        /// What.
        news: Box<News>,
    },
    /// The extension is known from here on.
    Welcome {
        /// The request.
        id: u64,
        /// What it has to say with everything.
        key: String,
        /// What it may do.
        message: Box<ControlMessage>,
    },
    /// Something for the extension to do.
    Browse {
        /// Which answer is wanted.
        request_id: Uuid,
        /// How long it may take.
        deadline_ms: u64,
        /// What.
        what: Box<Browse>,
    },
    /// It is not wanted any more.
    Cancel {
        /// What.
        request_id: Uuid,
    },
    /// What may be done without being asked again.
    Grants {
        /// The request.
        id: u64,
        /// All of it.
        grants: Vec<ActiveGrant>,
    },
    /// How a site stands, and what was done there before.
    Site {
        /// The request.
        id: u64,
        /// How it stands.
        site: SiteStanding,
        /// The runs, the latest first.
        history: Vec<PastRun>,
    },
    /// What would be told to a model elsewhere.
    Preview {
        /// The request.
        id: u64,
        /// In words of ours.
        text: String,
    },
    /// What an agent may be told.
    AgentTold {
        /// The request.
        id: u64,
        /// One JSON object, as text.
        text: String,
    },
    /// What an agent's call waits for.
    AgentNote {
        /// The request.
        id: u64,
        /// In words of ours.
        what: String,
    },
    /// What came of something with collections.
    Collected {
        /// The request.
        id: u64,
        /// What.
        value: Value,
    },
    /// A part of what came of something with collections, where all of it is more than a line holds. Nothing else is told
    /// between the parts.
    CollectedPart {
        /// The request.
        id: u64,
        /// A piece of the JSON of what came of it.
        json: String,
        /// Whether it is the last.
        last: bool,
    },
    /// How far something is that takes long.
    Progress {
        /// The request.
        id: u64,
        /// How much is done.
        done: usize,
        /// Of how much.
        all: usize,
        /// What is being done, in words of ours.
        what: String,
    },
    /// What was asked for is not done.
    Error {
        /// The request, where one could be read.
        id: Option<u64>,
        /// The code that stays.
        code: String,
        /// One sentence.
        sentence: String,
    },
}

/// A run of the past, as a panel lists it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PastRun {
    /// The run.
    pub run: RunId,
    /// What it was for, as far as that is kept.
    pub goal: String,
    /// Where it stands.
    pub status: RunStatus,
    /// When it last moved.
    pub at: String,
}

/// A browser of the person's that is connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ConnectedBrowser {
    /// Its profile.
    pub profile: ProfileId,
    /// How many sites it lets Laika see.
    pub sites: u32,
    /// Whether it can make input that pages take for the person's.
    pub real_input: bool,
}

/// How a site stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SiteStanding {
    /// The site.
    pub origin: Origin,
    /// How much may be done there.
    pub mode: SiteMode,
    /// Whether a run works there.
    pub connected: bool,
    /// Whether it is a bank, a hospital, a mailbox.
    pub sensitive: bool,
}

/// Something that may be done without being asked again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ActiveGrant {
    /// Its id.
    pub id: String,
    /// The run.
    pub run: RunId,
    /// What.
    pub what: String,
    /// How often.
    pub uses: u32,
    /// For how many minutes more.
    pub minutes: u64,
    /// Where.
    pub origin: Option<Origin>,
}

/// Where Laika and its runs stand.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// The server's process.
    pub pid: u32,
    /// When it was started, in milliseconds after 1970.
    pub since_ms: u64,
    /// Whether it can work.
    pub app: AppState,
    /// How the machine stands, as far as it says.
    #[serde(default)]
    pub machine: Reading,
    /// The person's browsers that are connected.
    #[serde(default)]
    pub browsers: Vec<ConnectedBrowser>,
    /// Why the last extension that came was refused, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// How many programs are connected.
    pub clients: usize,
    /// The runs that are not over.
    pub runs: Vec<RunState>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Request, serde_json::Error> {
        serde_json::from_str(line)
    }

    #[test]
    fn what_is_not_known_is_not_read() {
        assert!(read(r#"{"id":1,"ask":{"say":"hello","version":1}}"#).is_ok());
        assert!(read(r#"{"id":1,"ask":{"say":"panic"}}"#).is_ok());
        for wrong in [
            r#"{"id":1,"ask":{"say":"dance"}}"#,
            r#"{"id":1,"ask":{"say":"hello","version":1,"more":true}}"#,
            r#"{"id":1,"ask":{"say":"hello","version":-1}}"#,
            r#"{"id":1,"id":2,"ask":{"say":"panic"}}"#,
            r#"{"id":1,"ask":{"say":"stop","run":"../etc"}}"#,
            r#"{"ask":{"say":"panic"}}"#,
            "[]",
            "",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_order_goes_over_and_comes_back() {
        let line = r#"{"id":3,"ask":{"say":"begin","order":{"goal":"read it","urls":["http://127.0.0.1:1/"],"mode":"observe","asks":"person"},"model":{"named":"small"}}}"#;
        let request = read(line).unwrap();
        let Ask::Begin { order, model, grant } = &request.ask else { panic!("{request:?}") };
        assert_eq!((order.goal.as_str(), model, grant), ("read it", &Choice::Named("small".into()), &None));
        let again = read(&serde_json::to_string(&request).unwrap()).unwrap();
        assert!(matches!(again.ask, Ask::Begin { .. }));
    }
}
