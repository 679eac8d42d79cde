//! A small world to decide calls in: one page, one run, and whatever a test changes.

use std::sync::OnceLock;

use laika_policy::classify::FieldFacts;
use laika_policy::config::OriginRules;
use laika_policy::{
    Call, Described, DirectoryEntry, Document, Done, Evidence, Facts, Field, Grants, Handle, Kind,
    OriginSets, Place, Policy, Row, SiteClass, Surface, Verdict,
};
use laika_protocol::ids::{Origin, RunId, Sha256};
use laika_protocol::tools;
use laika_protocol::wire::{AppState, CallContext, FormFacts, SiteMode, TargetFacts};
use serde_json::{Value, json};

pub(crate) const HERE: &str = "https://site.example";
pub(crate) const NOW: u64 = 1_000_000;

/// The policy that Laika ships.
pub(crate) fn policy() -> &'static Policy {
    static POLICY: OnceLock<Policy> = OnceLock::new();
    POLICY.get_or_init(|| Policy::read(include_str!("../../../../policy/default.json")).unwrap())
}

pub(crate) fn origin(text: &str) -> Origin {
    Origin::parse(text).unwrap()
}

pub(crate) fn place(text: &str) -> Place {
    Place::parse(text).unwrap()
}

pub(crate) fn context(origin: &str) -> CallContext {
    serde_json::from_value(json!({
        "profileId": "default", "tabId": 1, "frameId": 0, "origin": origin, "documentId": "d1", "navigationGeneration": 1,
    }))
    .unwrap()
}

/// Everything a decision depends on, owned, so that a test can change one thing.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) policy: &'static Policy,
    pub(crate) surface: Surface,
    pub(crate) mode: SiteMode,
    pub(crate) site: SiteClass,
    pub(crate) site_override: bool,
    pub(crate) logged_in: bool,
    pub(crate) restricted: bool,
    pub(crate) gesture: bool,
    pub(crate) private: bool,
    pub(crate) quarantined: bool,
    pub(crate) budget_spent: bool,
    pub(crate) app: AppState,
    pub(crate) document: Option<CallContext>,
    pub(crate) search_engine: Option<Origin>,
    pub(crate) origins: OriginSets,
    pub(crate) settings: OriginRules,
    pub(crate) resting: bool,
    pub(crate) words: Vec<String>,
    pub(crate) directory: Vec<DirectoryEntry>,
    pub(crate) handles: Vec<Handle>,
    pub(crate) documents: Vec<Document>,
    pub(crate) done: Vec<Done>,
    pub(crate) grants: Grants,
    pub(crate) now: u64,
}

impl World {
    /// Autopilot on a low-risk page, on the isolated surface, with nothing read.
    pub(crate) fn page() -> Self {
        let mut origins = OriginSets::default();
        origins.allow_acting(origin(HERE));
        Self {
            policy: policy(),
            surface: Surface::Isolated,
            mode: SiteMode::Autopilot,
            site: SiteClass::Low,
            site_override: false,
            logged_in: false,
            restricted: false,
            gesture: false,
            private: false,
            quarantined: false,
            budget_spent: false,
            app: AppState::Online,
            document: Some(context(HERE)),
            search_engine: Some(origin("https://search.example")),
            origins,
            settings: OriginRules::default(),
            resting: false,
            words: Vec::new(),
            directory: Vec::new(),
            handles: Vec::new(),
            documents: Vec::new(),
            done: Vec::new(),
            grants: Grants::default(),
            now: NOW,
        }
    }

    /// Autopilot with tools of servers, and no page.
    pub(crate) fn tools() -> Self {
        Self { surface: Surface::Tools, document: None, ..Self::page() }
    }

    pub(crate) fn words(mut self, text: &str) -> Self {
        self.words.push(text.into());
        self
    }

    pub(crate) fn document(mut self, id: &str, at: &str, text: &str) -> Self {
        self.documents.push(document(id, at, text));
        self
    }

    pub(crate) fn evidence(&self) -> Evidence {
        Evidence::of_words(self.policy, self.words.iter().map(String::as_str))
            .with_directory(self.directory.clone())
            .and_then(|evidence| evidence.with_handles(self.handles.clone()))
            .and_then(|evidence| evidence.with_documents(self.documents.clone()))
            .unwrap()
    }

    pub(crate) fn decide(&self, call: &Call) -> Verdict {
        let evidence = self.evidence();
        let facts = Facts {
            run: RunId::parse("run-1").unwrap(),
            profile: None,
            app: self.app,
            surface: self.surface,
            mode: self.mode,
            site: self.site,
            site_override: self.site_override,
            logged_in: self.logged_in,
            restricted: self.restricted,
            document: self.document.clone(),
            gesture: self.gesture,
            private: self.private,
            quarantined: self.quarantined,
            budget_spent: self.budget_spent,
            own_ports: &[4711],
            search_engine: self.search_engine.as_ref(),
            origins: &self.origins,
            settings: &self.settings,
            resting: self.resting,
            evidence: &evidence,
            done: &self.done,
        };
        self.policy.decide(call, &facts, &self.grants, self.now)
    }

    /// The verdict's reason code.
    pub(crate) fn code(&self, call: &Call) -> &'static str {
        self.decide(call).reason().code()
    }
}

pub(crate) fn document(id: &str, at: &str, text: &str) -> Document {
    Document {
        id: id.into(),
        place: place(at),
        author: None,
        confidential: false,
        sensitive: false,
        requested: false,
        hidden: false,
        text: text.into(),
    }
}

/// A call of one of our own tools on the page in front.
pub(crate) fn own(name: &str, arguments: Value) -> Call {
    let tool = tools::find(name).unwrap();
    let mut call = Call::of_tool(Described::from(tool), arguments.as_object().unwrap().clone());
    call.context = Some(context(HERE));
    call
}

/// A call of a tool of a server.
pub(crate) fn foreign(descriptor: Value, arguments: Value) -> Call {
    let tool = Described::read(&descriptor).unwrap();
    Call::of_tool(tool, arguments.as_object().unwrap().clone())
}

pub(crate) fn click(name: &str) -> Call {
    let mut call = own("browser.click", json!({ "handleId": "h_0123456789abcdefghijkl" }));
    call.target =
        Some(TargetFacts { role: "button".into(), accessible_name: name.into(), ..TargetFacts::default() });
    call
}

pub(crate) fn link(href: &str) -> Call {
    let mut call = click("More");
    call.target.as_mut().unwrap().href = Some(href.into());
    call
}

pub(crate) fn typing(text: &str, label: &str) -> Call {
    let mut call = own("browser.type", json!({ "handleId": "h_0123456789abcdefghijkl", "text": text }));
    call.field = Some(field(label, "text"));
    call
}

pub(crate) fn field(label: &str, input_type: &str) -> Field {
    Field::new(FieldFacts { input_type: input_type.into(), label: label.into(), ..FieldFacts::default() })
}

pub(crate) fn form(action: &str) -> FormFacts {
    FormFacts {
        action: action.into(),
        method: "post".into(),
        enctype: "application/x-www-form-urlencoded".into(),
        field_names: vec!["q".into()],
        values: Sha256::parse(&format!("sha256:{}", "0".repeat(64))).unwrap(),
        held: Vec::new(),
    }
}

/// A mail tool of a server.
pub(crate) fn mail(recipient: &str, text: &str) -> Call {
    let descriptor = json!({
        "name": "send_email", "action": "send", "provider": "mcp:mail",
        "arguments": { "recipients": "recipient", "body": "free_text", "attachments": "handle" },
    });
    foreign(descriptor, json!({ "recipients": [recipient], "body": text }))
}

/// A payment tool of a server.
pub(crate) fn pay(recipient: &str, amount: Value) -> Call {
    let descriptor = json!({
        "name": "send_money", "action": "transfer", "provider": "mcp:bank",
        "arguments": { "recipient": "recipient", "amount": "amount", "subject": "free_text" },
    });
    foreign(descriptor, json!({ "recipient": recipient, "amount": amount, "subject": "Refund" }))
}

/// A grant for a kind of call on the page in front.
pub(crate) fn kind(row: Row) -> Kind {
    Kind {
        row,
        place: place(HERE),
        document: Some((context(HERE).document_id, 1)),
        address_prefix: None,
        fields: vec![],
        recipients: vec![],
        carry_from: vec![],
    }
}
