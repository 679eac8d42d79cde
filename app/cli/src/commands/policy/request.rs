//! One request to the gate, as other programs write it (docs/policy.md), and its answer.

use laika_policy::classify::{FieldFacts, SiteSignals, classify_site};
use laika_policy::{
    Action, Amount, Call, Described, DirectoryEntry, Document, Done, Evidence, Facts, Field, GrantId, Grants,
    Handle, HistoryEntry, OriginSets, Place, PlanCard, Policy, SiteClass, Surface, Verdict, VerdictReport,
};
use laika_protocol::ids::{Origin, RunId, Sha256};
use laika_protocol::json::{self, Caps};
use laika_protocol::tools::{self, ArgRole};
use laika_protocol::wire::{AppState, CallContext, SiteMode, TargetFacts};
use laika_protocol::{Defect, Path, quoted};
use serde::Deserialize;
use serde_json::{Map, Value, json};

const MOST_BYTES: usize = 32 * 1024 * 1024;
const MOST_CALLS: usize = 100;
const MOST_DONE: usize = 1_000;

/// Why a request is not answered with a verdict of the gate.
pub(super) struct Refusal {
    pub(super) message: String,
    pub(super) defects: Vec<Defect>,
}

impl Refusal {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), defects: Vec::new() }
    }

    fn with(message: impl Into<String>, defects: Vec<Defect>) -> Self {
        Self { message: message.into(), defects }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Request {
    pub(super) surface: Surface,
    pub(super) mode: SiteMode,
    /// What the site is; worked out from the page's origin if not given.
    #[serde(default)]
    pub(super) site: Option<SiteClass>,
    #[serde(default)]
    pub(super) site_override: bool,
    #[serde(default)]
    pub(super) logged_in: bool,
    #[serde(default)]
    pub(super) gesture: bool,
    #[serde(default)]
    pub(super) private: bool,
    #[serde(default)]
    pub(super) quarantined: bool,
    /// The document in front.
    #[serde(default)]
    pub(super) page: Option<CallContext>,
    #[serde(default)]
    pub(super) words: Vec<String>,
    #[serde(default)]
    pub(super) directory: Vec<EntryForm>,
    #[serde(default)]
    pub(super) documents: Vec<DocumentForm>,
    #[serde(default)]
    pub(super) tools: Vec<Value>,
    pub(super) calls: Vec<CallForm>,
    #[serde(default)]
    pub(super) done: Vec<CallForm>,
    #[serde(default)]
    pub(super) approvals: Vec<Sha256>,
    #[serde(default)]
    pub(super) now_ms: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EntryForm {
    role: String,
    verbs: Vec<Action>,
    value: String,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    limit: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DocumentForm {
    pub(super) id: String,
    pub(super) origin: Place,
    /// Content is untrusted for ever; the word is there so that nobody wonders.
    #[serde(default)]
    pub(super) trust: Option<Untrusted>,
    #[serde(default)]
    pub(super) author: Option<String>,
    /// Results of servers and local files are confidential unless said otherwise.
    #[serde(default)]
    pub(super) confidential: Option<bool>,
    #[serde(default)]
    pub(super) sensitive: bool,
    #[serde(default)]
    pub(super) hidden: bool,
    pub(super) text: String,
    /// The ids of the objects it lists.
    #[serde(default)]
    pub(super) handles: Vec<String>,
    /// The call that read it.
    #[serde(default)]
    pub(super) from: Option<FromForm>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Untrusted {
    Untrusted,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FromForm {
    tool: String,
    #[serde(default)]
    arguments: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CallForm {
    pub(super) name: String,
    #[serde(default)]
    pub(super) arguments: Map<String, Value>,
    #[serde(default)]
    pub(super) target: Option<TargetFacts>,
    #[serde(default)]
    pub(super) field: Option<FieldFacts>,
    #[serde(default)]
    pub(super) history: Option<HistoryEntry>,
}

/// Reads a request and answers it.
pub(super) fn answer(
    policy: &Policy,
    text: &str,
    words_are_the_users: bool,
) -> Result<Value, (Value, Refusal)> {
    let mut value = json::read(text, Caps::bytes(MOST_BYTES))
        .map_err(|defects| (Value::Null, Refusal::with("the line is not one JSON object", defects)))?;
    let id = value.as_object_mut().and_then(|request| request.remove("id")).unwrap_or_default();
    let request: Request = serde_json::from_value(value).map_err(|error| {
        (id.clone(), Refusal::new(format!("the request is not in the form of docs/policy.md: {error}")))
    })?;
    let verdicts = decide(policy, request, words_are_the_users).map_err(|refusal| (id.clone(), refusal))?;
    let reports: Vec<VerdictReport<'_>> = verdicts.iter().map(VerdictReport::from).collect();
    Ok(json!({ "id": id, "verdicts": reports, "plan": PlanCard::of(&verdicts) }))
}

/// Decides every call of a request.
pub(super) fn decide(
    policy: &Policy,
    request: Request,
    words_are_the_users: bool,
) -> Result<Vec<Verdict>, Refusal> {
    if request.calls.is_empty() || request.calls.len() > MOST_CALLS {
        return Err(Refusal::new(format!("a request has 1 to {MOST_CALLS} calls")));
    }
    if request.done.len() > MOST_DONE {
        return Err(Refusal::new(format!("a request has at most {MOST_DONE} calls that are done")));
    }
    let described = describe(&request.tools)?;
    let evidence = evidence(policy, &request, &described, words_are_the_users)?;
    let mut origins = OriginSets::default();
    request.page.iter().for_each(|page| origins.allow_acting(page.origin.clone()));
    let page = request.page.clone();
    let call = |form: CallForm| call(form, &described, page.as_ref());
    let done = request
        .done
        .into_iter()
        .map(|form| call(form).and_then(|call| done(&call)))
        .collect::<Result<Vec<_>, _>>()?;
    let mut grants = Grants::default();
    if !request.approvals.is_empty() {
        let approved = grants.approve(GrantId("request".into()), request.approvals, request.now_ms);
        approved.map_err(|error| Refusal::new(error.to_string()))?;
    }
    let run = RunId::parse("policy-serve").map_err(|error| Refusal::new(error.to_string()))?;
    let facts = Facts {
        run,
        profile: None,
        app: AppState::Online,
        surface: request.surface,
        mode: request.mode,
        site: request.site.unwrap_or_else(|| site(page.as_ref())),
        site_override: request.site_override,
        logged_in: request.logged_in,
        restricted: false,
        document: page.clone(),
        gesture: request.gesture,
        private: request.private,
        quarantined: request.quarantined,
        budget_spent: false,
        own_ports: &[],
        search_engine: None,
        origins: &origins,
        settings: laika_policy::config::OriginRules::anywhere(),
        resting: false,
        evidence: &evidence,
        done: &done,
    };
    let calls = request.calls.into_iter().map(call).collect::<Result<Vec<_>, _>>()?;
    Ok(calls.iter().map(|call| policy.decide(call, &facts, &grants, request.now_ms)).collect())
}

fn site(page: Option<&CallContext>) -> SiteClass {
    page.map_or(SiteClass::Low, |page| {
        let signals = SiteSignals {
            url: page.origin.as_str(),
            title: "",
            has_password_field: false,
            has_payment_field: false,
            user_label: None,
            curated: None,
        };
        classify_site(&signals).class
    })
}

fn describe(tools: &[Value]) -> Result<Vec<Described>, Refusal> {
    let read = |(at, value): (usize, &Value)| {
        Described::read(value).map_err(|defects| {
            let below: Vec<Defect> = defects
                .into_iter()
                .map(|defect| Defect {
                    path: defect.path.within(&Path::root().key("tools").index(at)),
                    ..defect
                })
                .collect();
            Refusal::with("a tool is not described as docs/policy.md says", below)
        })
    };
    tools.iter().enumerate().map(read).collect()
}

fn tool(name: &str, described: &[Described]) -> Described {
    let known = described.iter().find(|tool| tool.name == name).cloned();
    known
        .or_else(|| tools::find(name).map(Described::from))
        .unwrap_or_else(|| Described::undeclared(name, None))
}

fn call(form: CallForm, described: &[Described], page: Option<&CallContext>) -> Result<Call, Refusal> {
    let tool = tool(&form.name, described);
    let own = tools::find(&form.name).filter(|_| !described.iter().any(|tool| tool.name == form.name));
    if let Some(own) = own {
        let defects = tools::check_arguments(own, &form.arguments, &Path::root());
        if defects.iter().any(Defect::is_error) {
            let message = format!("the arguments of {} are not what it takes", quoted(&form.name));
            return Err(Refusal::with(message, defects));
        }
    }
    Ok(Call {
        tool,
        arguments: form.arguments,
        context: own.and(page.cloned()),
        target: form.target,
        field: form.field.map(Field::new),
        history: form.history,
        change: None,
    })
}

fn done(call: &Call) -> Result<Done, Refusal> {
    Done::of(call).map_err(|error| Refusal::new(error.to_string()))
}

fn evidence(
    policy: &Policy,
    request: &Request,
    described: &[Described],
    words_are_the_users: bool,
) -> Result<Evidence, Refusal> {
    let refuse = |error: laika_policy::EvidenceError| Refusal::new(error.to_string());
    let words = if words_are_the_users { request.words.as_slice() } else { &[] };
    let evidence = Evidence::of_words(policy, words.iter().map(String::as_str));
    let directory = request.directory.iter().map(entry).collect::<Result<Vec<_>, _>>()?;
    let mut documents = Vec::new();
    let mut handles = Vec::new();
    for form in &request.documents {
        let (Some(Untrusted::Untrusted) | None) = form.trust;
        let requested = form
            .from
            .as_ref()
            .is_some_and(|from| evidence.is_requested(&tool(&from.tool, described), &from.arguments));
        let listed = form.handles.iter().map(|value| Handle {
            place: form.origin.clone(),
            value: value.clone(),
            requested,
        });
        handles.extend(listed);
        documents.push(Document {
            id: form.id.clone(),
            place: form.origin.clone(),
            author: form.author.clone(),
            confidential: form.confidential.unwrap_or_else(|| is_confidential(&form.origin, request)),
            sensitive: form.sensitive,
            requested,
            hidden: form.hidden,
            text: form.text.clone(),
        });
    }
    if !words_are_the_users {
        documents.extend(request.words.iter().map(|text| caller(text)).collect::<Result<Vec<_>, _>>()?);
    }
    evidence
        .with_directory(directory)
        .and_then(|evidence| evidence.with_handles(handles))
        .and_then(|evidence| evidence.with_documents(documents))
        .map_err(refuse)
}

/// What others may not know unless somebody says otherwise: all that is no web page, and the site that the person is
/// logged in to (S3).
fn is_confidential(place: &Place, request: &Request) -> bool {
    let here = request.page.as_ref().is_some_and(|page| page.origin.as_str() == place.as_str());
    Origin::parse(place.as_str()).is_err() || (request.logged_in && here)
}

/// Words of a caller are content like any other: they authorise nothing (S1).
fn caller(text: &str) -> Result<Document, Refusal> {
    Ok(Document {
        id: "words".into(),
        place: Place::parse("agent:caller").map_err(|error| Refusal::new(error.to_string()))?,
        author: None,
        confidential: false,
        sensitive: false,
        requested: false,
        hidden: false,
        text: text.to_owned(),
    })
}

fn entry(form: &EntryForm) -> Result<DirectoryEntry, Refusal> {
    let role = ArgRole::of_name(&form.role)
        .filter(|role| matches!(role, ArgRole::Recipient | ArgRole::Url | ArgRole::Path))
        .ok_or_else(|| {
            Refusal::new(format!("a directory has no entries of the role {}", quoted(&form.role)))
        })?;
    let limit = match &form.limit {
        None => None,
        Some(limit) => {
            let amount = Amount::of_value(limit);
            Some(amount.ok_or_else(|| Refusal::new(format!("{limit} is not an amount")))?)
        }
    };
    Ok(DirectoryEntry {
        role,
        verbs: form.verbs.clone(),
        value: form.value.clone(),
        name: form.name.clone(),
        limit,
    })
}
