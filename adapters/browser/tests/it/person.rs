//! A surface with a person who says yes to what the gate asks: what is tested is what happens after a yes.

use laika_browser::Pages as _;
use laika_browser::{ContextOptions, Isolated, Performed, Rules, SiteRules, Surface, Tab};
use laika_policy::{
    Call, Described, Evidence, Facts, Field, GrantId, Grants, HistoryEntry, OriginSets, Permit, Policy,
    SiteClass, Verdict,
};
use laika_protocol::ids::{HandleId, Origin, ReasonCode, RunId};
use laika_protocol::observation::Element;
use laika_protocol::tools::typed::ActResult;
use laika_protocol::wire::{AppState, SiteMode};
use laika_protocol::{ErrorCode, ToolError, tools};
use serde_json::{Value, json};

use super::world::{Place, World};

const POLICY: &str = include_str!("../../../../policy/default.json");

/// Everything that is typed in these tests stands in what the person asked for.
const WORDS: &str = "type Ada Lovelace, 12345678, first second, blue, green and straße";

pub(super) struct Person {
    pub(super) surface: Isolated,
    pub(super) tab: Tab,
    policy: Policy,
    run: RunId,
}

impl Person {
    /// With a tab at a path of the server. The server's other name is a site of the run too.
    pub(super) async fn at(world: &World, place: &Place, path: &str) -> Self {
        let mut origins = OriginSets::default();
        for url in [place.server.url("/"), place.server.other("/")] {
            origins.allow_acting(Origin::parse(&url.origin().ascii_serialization()).unwrap());
        }
        let rules = SiteRules::new(Rules { origins, logged_in: false }, Vec::new());
        let context = world.browser.context(ContextOptions::new(rules.clone())).await.unwrap();
        let tab = context.open().await.unwrap();
        let surface = Isolated::new(context, rules);
        let policy = Policy::read(POLICY).unwrap_or_else(|defects| panic!("{} defects", defects.len()));
        let person = Self { surface, tab, policy, run: RunId::parse("test").unwrap() };
        person.tab.navigate(&place.server.url(path)).await.unwrap();
        person
    }

    pub(super) async fn elements(&self) -> Vec<Element> {
        self.surface.observe(self.tab.id(), &Default::default()).await.unwrap().elements
    }

    /// The handle of the first element of this name; of the first of all for `*`.
    pub(super) async fn see(&self, name: &str) -> Result<HandleId, ToolError> {
        let elements = self.elements().await;
        let found = elements.iter().find(|element| name == "*" || element.accessible_name == name);
        let unseen = || ToolError::new(ErrorCode::NotFound, format!("no {name} among {elements:?}"));
        found.map(|element| element.handle_id.clone()).ok_or_else(unseen)
    }

    /// A call with what the page says of its element now.
    pub(super) async fn call(&self, name: &str, arguments: Value) -> Result<Call, ToolError> {
        let tool = tools::find(name).unwrap();
        let mut call = Call::of_tool(Described::from(tool), arguments.as_object().unwrap().clone());
        call.context = Some(self.tab.document()?);
        if let Some(handle) = call.arguments.get("handleId").and_then(Value::as_str) {
            let handle = HandleId::parse(handle).unwrap();
            let (facts, field, _) = self.tab.target(self.tab.frame_of(&handle), &handle).await?;
            call.target = Some(facts);
            call.field = field.map(Field::new);
        }
        let delta = match name {
            "browser.back" => Some(-1),
            "browser.forward" => Some(1),
            "browser.refresh" => Some(0),
            _ => None,
        };
        if let Some(delta) = delta {
            let entry = self.tab.history_at(delta).await?;
            call.history = Some(HistoryEntry { origin: Origin::of_url(&entry.url), is_get: entry.is_get });
        }
        Ok(call)
    }

    /// The gate's permit, after a yes where it asks; its reason where it denies.
    pub(super) fn permit(&self, call: &Call) -> Result<Permit, String> {
        let origins = self.surface.rules().get().origins;
        let evidence = Evidence::of_words(&self.policy, [WORDS]);
        let mut grants = Grants::default();
        for _ in 0..2 {
            let facts = Facts {
                run: self.run.clone(),
                profile: None,
                app: AppState::Online,
                surface: laika_policy::Surface::Isolated,
                mode: SiteMode::Assist,
                site: SiteClass::Low,
                site_override: false,
                logged_in: false,
                restricted: false,
                document: call.context.clone(),
                gesture: true,
                private: false,
                quarantined: false,
                budget_spent: false,
                own_ports: &[],
                search_engine: None,
                origins: &origins,
                settings: laika_policy::config::OriginRules::anywhere(),
                resting: false,
                evidence: &evidence,
                done: &[],
            };
            match self.policy.decide(call, &facts, &grants, now_ms()) {
                Verdict::Allow(permit) => return Ok(permit),
                Verdict::Deny(denial) => return Err(denial.explanation.reason.code().to_owned()),
                Verdict::Ask(_) => {
                    grants.approve(GrantId("yes".into()), [call.digest().unwrap()], now_ms()).unwrap();
                }
            }
        }
        Err("the gate asks again after a yes".to_owned())
    }

    pub(super) async fn perform(&self, permit: Permit) -> Result<Performed, ToolError> {
        self.surface.act(&self.run, permit).await
    }

    /// Decides, says yes, and performs.
    pub(super) async fn act(&self, name: &str, arguments: Value) -> Result<Performed, ToolError> {
        let call = self.call(name, arguments).await?;
        let denied = |reason: String| ToolError {
            reason: ReasonCode::parse(&reason).ok(),
            ..ToolError::new(ErrorCode::PolicyDenied, "the gate denies it")
        };
        self.perform(self.permit(&call).map_err(denied)?).await
    }

    /// The same with an element that is looked for by its name; what it did there.
    pub(super) async fn on(&self, tool: &str, name: &str, rest: Value) -> Result<ActResult, ToolError> {
        let mut arguments = json!({ "handleId": self.see(name).await? });
        for (key, value) in rest.as_object().into_iter().flatten() {
            arguments[key] = value.clone();
        }
        self.act(tool, arguments).await.map(acted)
    }

    pub(super) async fn click(&self, name: &str) -> Result<ActResult, ToolError> {
        self.on("browser.click", name, json!({})).await
    }
}

pub(super) fn acted(performed: Performed) -> ActResult {
    match performed {
        Performed::Acted(result) => result,
        other @ (Performed::Moved(_) | Performed::Captured(_) | Performed::Downloaded(_)) => {
            panic!("{other:?}")
        }
    }
}

/// Its finer reason, or its code.
pub(super) fn reason(error: &ToolError) -> &str {
    error.reason.as_ref().map_or(error.code.code(), |reason| reason.as_str())
}

fn now_ms() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    u64::try_from(since.as_millis()).unwrap()
}
