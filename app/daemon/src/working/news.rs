//! What whoever watches a run is told. It is data: a terminal, a panel or a window draws it.

use laika_policy::{AskCard, Call, Offer};
use laika_protocol::ids::{CollectionId, Origin, RunId, Sha256, Uuid};
use laika_protocol::llmcp::Assistant;
use laika_protocol::run::HandoffNeed;
use laika_protocol::tools::ToolResult;
use laika_protocol::wire::{AppState, FileChange, GestureKind, RunState, TabSummary};
use laika_protocol::{ToolError, citation};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::authorise::Authorisation;
use super::entered::{CardField, Entered};
use super::keeping::KeptFile;
use super::order::Order;
use crate::agents::AgentAsk;

/// Something to be told.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "news", rename_all = "snake_case")]
pub enum News {
    /// Where Laika and a run stand.
    State {
        /// Laika.
        app: AppState,
        /// The run.
        state: Option<Box<RunState>>,
    },
    /// What the person would let it do in their own browser, before it may look at anything there.
    Authorise {
        /// The run.
        run: RunId,
        /// What an agreement is bound to.
        digest: Sha256,
        /// What is agreed to.
        summary: Box<Authorisation>,
    },
    /// Another run works in the tab.
    Conflict {
        /// The tab.
        tab: u32,
        /// Who works there.
        holder: RunId,
    },
    /// Something that only the person's own click does. The offer ends by itself.
    Gesture {
        /// A name for it.
        request_id: Uuid,
        /// What their answer has to carry.
        nonce: String,
        /// What.
        kind: GestureKind,
        /// The site it concerns.
        origin: Origin,
        /// What would be opened.
        url: Option<String>,
        /// When the offer ends.
        expires_at_ms: u64,
    },
    /// Tabs in which a run whose own is gone could go on.
    Candidates {
        /// The tabs.
        tabs: Vec<TabSummary>,
    },
    /// Another way that is open to the person, where this one ends.
    Offer {
        /// Which.
        what: OfferKind,
        /// The page it is about.
        url: Option<String>,
        /// Why, in our words.
        why: String,
    },
    /// What it is doing, in our words.
    Doing {
        /// Such as "reading part 3 of 7".
        what: String,
    },
    /// What it is about to do.
    Step(Box<Step>),
    /// What a tool gave; all of its text is untrusted.
    Result {
        /// The tool.
        tool: String,
        /// What it gave.
        result: Box<ToolResult>,
    },
    /// How that ended.
    Ended {
        /// Whether it was done.
        done: bool,
        /// What shows it, or why not.
        how: String,
    },
    /// A question only a person can answer.
    Ask(Box<Card>),
    /// Another agent wants to know something.
    AgentAsk(Box<AgentAsk>),
    /// What an agent asked for does not wait any more.
    AgentAnswered {
        /// The question.
        id: Uuid,
    },
    /// An ask that a grant answered, or that was refused because nobody is there.
    Answered {
        /// What was asked.
        card: Box<Card>,
        /// The grant, if one said yes.
        grant: Option<String>,
        /// Why the grant of the run did not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<NotGranted>,
    },
    /// The gate denied what was proposed; another way is looked for.
    Denied {
        /// The tool.
        tool: String,
        /// The code that stays.
        code: String,
        /// One sentence.
        sentence: String,
    },
    /// A picture of the page, as a PNG; what fields hold is covered.
    Picture {
        /// Its bytes.
        png: Vec<u8>,
    },
    /// A file of a page was kept, encrypted.
    Kept(Box<KeptFile>),
    /// Laika needs to know more.
    Question {
        /// What.
        text: String,
    },
    /// The person has to do something themselves.
    Handoff {
        /// What for.
        need: HandoffNeed,
        /// What to do, and why.
        what: String,
    },
    /// Something that was read tries to give orders. Nothing of it is followed.
    Suspicion {
        /// Where it stands.
        place: String,
        /// What it looks like, in our words: what it says is not repeated (INJ-013).
        signs: Vec<String>,
    },
    /// The answer.
    Answer(Box<Finished>),
    /// Something was refused.
    Refused {
        /// Why.
        error: ToolError,
    },
    /// Something of a collection changed.
    Collection {
        /// Which.
        collection: CollectionId,
    },
    /// Something of ours does not work.
    Trouble {
        /// The code that stays.
        code: String,
        /// One sentence.
        sentence: String,
    },
}

impl News {
    /// What the person is shown before they authorise a run; none where there is nothing to authorise.
    pub(crate) fn authorise(run: &RunId, order: &Order) -> Option<Self> {
        let summary = Authorisation::of(order)?;
        Some(Self::Authorise { run: run.clone(), digest: summary.digest()?, summary: Box::new(summary) })
    }
}

/// A way that is open to the person where another one ends (UI-033).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// The same page in a browser of Laika's own.
    OpenWorkspace,
    /// The page in their own, where they are logged in (SURF-008).
    MyBrowser,
    /// The address, to go there themselves.
    CopyUrl,
    /// What to do by hand.
    Manual,
}

/// Why a grant did not answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotGranted {
    /// The code that stays.
    pub code: String,
    /// One sentence.
    pub sentence: String,
}

/// A step before it happens.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// The tool.
    pub tool: String,
    /// What it is done to, as the page calls it: a quotation, never our word.
    pub target: Option<String>,
    /// What kind of thing that is.
    pub role: Option<String>,
    /// Why this, in our words.
    pub why: String,
}

/// A question to the person. Its words come from tables, its values are exactly what would be used (S18).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    /// The call.
    pub request_id: Uuid,
    /// What a yes is bound to.
    pub digest: Sha256,
    /// The agent whose word it is, where another agent wants it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The tool.
    pub tool: String,
    /// Where.
    pub origin: Option<Origin>,
    /// What it is done to, as the page calls it.
    pub target: Option<String>,
    /// Every value, whole, with where it comes from.
    pub values: Vec<CardValue>,
    /// The form it would send: where to, how, and what with.
    pub sends: Option<CardForm>,
    /// What a script of the page was seen to send for it, and was kept from: `POST https://…`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<String>,
    /// What it would change in files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<FileChange>,
    /// Why it is asked: the code that stays.
    pub reason_code: String,
    /// Why it is asked: one sentence.
    pub reason: String,
    /// Everything else that speaks against doing it unasked.
    pub more: Vec<String>,
    /// Whether a value or the reason rests on what a page says.
    pub untrusted: bool,
    /// Whether the other side receives something at once.
    pub leaves_at_once: bool,
    /// What may be granted beyond this once: what, how often, for how many minutes.
    pub offer: Option<CardOffer>,
}

/// One value of a card.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CardValue {
    /// Its name.
    pub name: String,
    /// What would be used.
    pub value: String,
    /// Where it comes from.
    pub source: String,
}

/// A form of a card.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CardForm {
    /// Where to.
    pub to: String,
    /// How.
    pub method: String,
    /// Its fields, in order.
    pub fields: Vec<CardField>,
}

/// What a card offers beyond once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CardOffer {
    /// What.
    pub what: String,
    /// How often.
    pub uses: u32,
    /// For how many minutes.
    pub minutes: u64,
}

impl Card {
    /// The card of an ask about this call.
    pub(super) fn new(
        request_id: Uuid,
        digest: Sha256,
        card: &AskCard,
        call: &Call,
        entered: &Entered,
    ) -> Self {
        let explanation = &card.explanation;
        let value = |traced: &laika_policy::Traced| {
            let name = traced.path.to_string();
            let found = laika_protocol::tools::find(&call.tool.name);
            // A handle is a name of ours that says nothing to anybody; the target stands beside it.
            let shown = found.and_then(|tool| tool.argument(name.trim_start_matches("$.")));
            (shown.map(|argument| argument.role) != Some(laika_protocol::tools::ArgRole::Handle)).then(|| {
                CardValue {
                    value: at(&call.arguments, name.trim_start_matches("$.")).map_or_else(String::new, plain),
                    name: name.trim_start_matches("$.").to_owned(),
                    source: traced.source.as_str().to_owned(),
                }
            })
        };
        let mut more: Vec<String> = explanation
            .spoken
            .iter()
            .filter(|spoken| {
                spoken.reason_code != explanation.reason
                    && spoken.decision != laika_protocol::wire::Decision::Allow
            })
            .map(|spoken| spoken.reason_code.sentence().to_owned())
            .collect();
        more.dedup();
        Self {
            change: call.change.clone(),
            request_id,
            digest,
            by: None,
            tool: call.tool.name.clone(),
            // A page, or the server that a tool asks by the person's settings.
            origin: call
                .context
                .as_ref()
                .map(|context| context.origin.clone())
                .or_else(|| Origin::parse(call.tool.provider.as_ref()?.as_str()).ok()),
            target: call.target.as_ref().map(|target| target.accessible_name.clone()),
            values: explanation.values.iter().filter_map(value).collect(),
            sends: call.target.as_ref().and_then(|target| target.form.as_ref()).map(|form| CardForm {
                to: form.action.clone(),
                method: form.method.clone(),
                fields: entered.fields_of(form),
            }),
            requests: call
                .target
                .iter()
                .flat_map(|target| &target.sends)
                .map(|sent| format!("{} {}", sent.method, sent.url))
                .collect(),
            reason_code: explanation.reason.code().to_owned(),
            reason: explanation.reason.sentence().to_owned(),
            more,
            untrusted: explanation.untrusted,
            leaves_at_once: card.leaves_at_once,
            offer: match &card.offer {
                Offer::Once => None,
                Offer::Kind { kind, uses, life_ms } => Some(CardOffer {
                    what: kind.row.as_str().to_owned(),
                    uses: *uses,
                    minutes: life_ms / 60_000,
                }),
            },
        }
    }
}

/// The value at a path such as `glob[0]` or `context.lines`.
pub(super) fn at<'a>(arguments: &'a Map<String, Value>, path: &str) -> Option<&'a Value> {
    let mut steps = path.split(['.', '[']).map(|step| step.trim_end_matches(']'));
    let first = arguments.get(path).or_else(|| arguments.get(steps.next()?));
    if arguments.contains_key(path) {
        return first;
    }
    steps.try_fold(first?, |value, step| match value {
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        Value::Object(fields) => fields.get(step),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    })
}

pub(super) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)
}

/// A finished run's answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Finished {
    /// The answer. Every citation in it was checked.
    pub assistant: Assistant,
    /// Where each citation stands.
    pub places: Vec<CitedPlace>,
    /// How it came about, in our words.
    pub method: String,
    /// Fields that were read out, with the words they stand in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fields: Option<Value>,
    /// Questions that nothing that was read answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// What was to be done and was not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undone: Vec<String>,
    /// Files that came, which are kept encrypted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<KeptFile>,
    /// What it took.
    pub took: Took,
}

/// Where a citation stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CitedPlace {
    /// The words.
    pub quote: String,
    /// The page.
    pub url: Option<String>,
}

impl From<&citation::Checked> for CitedPlace {
    fn from(checked: &citation::Checked) -> Self {
        Self { quote: checked.citation.quote.clone(), url: checked.url.clone() }
    }
}

/// What a run took.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Took {
    /// Steps that were done.
    pub steps: u32,
    /// Questions to the person.
    pub asks: u32,
    /// Pages that were read.
    pub pages: u32,
    /// Tokens that the model read.
    pub tokens_read: u64,
    /// Tokens that it wrote or weighed.
    pub tokens_written: u64,
    /// Milliseconds.
    pub ms: u64,
}
