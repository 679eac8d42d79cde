//! A run in the middle of its work: documents that were read, contacts and ids that are known, and three calls.

use anyhow::{Context as _, Result, anyhow};
use laika_policy::classify::FieldFacts;
use laika_policy::{
    Action, Call, Described, DirectoryEntry, Document, Evidence, Facts, Field, Handle, OriginSets, Place,
    Policy, SiteClass, Surface,
};
use laika_protocol::ids::{Origin, RunId};
use laika_protocol::json::{self, Caps};
use laika_protocol::limits::PACKET_MAX_BYTES;
use laika_protocol::tools::{self, ArgRole};
use laika_protocol::wire::{AppState, CallContext, SiteMode};
use serde_json::{Map, Value, json};

use super::prose::{self, Dice};

pub(super) const DOCUMENTS: usize = 20;
pub(super) const CHARACTERS: usize = 12_000;
const CONTACTS: usize = 200;
const BODY: usize = 1_000;
const TYPED: usize = 200;

const HERE: &str = "https://site.example";
const MAIL: &str = "mcp:mail";
const WORDS: &str = "Please send a summary of this week's reports to sarah@site.example, and leave it as a comment on the \
                     page of the project too: open https://site.example/projects/17/comments for that.";
const DEFAULT: &str = include_str!("../../../../policy/default.json");

/// How a request text is read.
pub(super) const CAPS: Caps = Caps::bytes(PACKET_MAX_BYTES);

/// A call and the text it came in.
pub(super) struct Asked {
    pub(super) name: &'static str,
    pub(super) text: String,
    pub(super) call: Call,
}

/// Everything that a decision depends on.
pub(super) struct World {
    pub(super) policy: Policy,
    evidence: Evidence,
    origins: OriginSets,
    run: RunId,
    page: CallContext,
    search_engine: Origin,
}

impl World {
    /// With these documents indexed.
    pub(super) fn new(documents: Vec<Document>) -> Result<Self> {
        let policy =
            Policy::read(DEFAULT).map_err(|_| anyhow!("the policy that Laika ships cannot be read"))?;
        let handles = handles(&place(MAIL)?);
        let evidence = Evidence::of_words(&policy, [WORDS])
            .with_directory(contacts())
            .and_then(|evidence| evidence.with_handles(handles))
            .and_then(|evidence| evidence.with_documents(documents))
            .map_err(|error| anyhow!("{error}"))?;
        let mut origins = OriginSets::default();
        origins.allow_acting(origin(HERE)?);
        let page = json!({
            "profileId": "default", "tabId": 1, "frameId": 0, "origin": HERE, "documentId": "d1",
            "navigationGeneration": 1,
        });
        Ok(Self {
            policy,
            evidence,
            origins,
            run: RunId::parse("run-1").map_err(|_| anyhow!("not the id of a run"))?,
            page: serde_json::from_value(page)?,
            search_engine: origin("https://search.example")?,
        })
    }

    /// What is known when this call is decided.
    pub(super) fn facts(&self, call: &Call) -> Facts<'_> {
        let on_page = call.tool.provider.is_none();
        Facts {
            run: self.run.clone(),
            profile: None,
            app: AppState::Online,
            surface: if on_page { Surface::Isolated } else { Surface::Tools },
            mode: SiteMode::Autopilot,
            site: SiteClass::Low,
            site_override: false,
            logged_in: true,
            restricted: false,
            document: on_page.then(|| self.page.clone()),
            gesture: false,
            private: false,
            quarantined: false,
            budget_spent: false,
            own_ports: &[],
            search_engine: Some(&self.search_engine),
            origins: &self.origins,
            settings: laika_policy::config::OriginRules::anywhere(),
            resting: false,
            evidence: &self.evidence,
            done: &[],
        }
    }

    /// The calls that are timed. A mail quotes what was read, as a summary does.
    pub(super) fn calls(&self, documents: &[Document]) -> Result<[Asked; 3]> {
        let mut dice = Dice::new(99);
        let quoted: String = documents
            .iter()
            .flat_map(|document| document.text.chars().take(BODY / 4))
            .take(BODY / 2)
            .collect();
        let body = prose::text(&mut dice, BODY / 2) + &quoted;
        let mail = json!({
            "name": "send_email", "action": "send", "provider": MAIL,
            "arguments": { "recipients": "recipient", "subject": "free_text", "body": "free_text" },
        });
        let mail =
            Described::read(&mail).map_err(|_| anyhow!("the mail tool's descriptor cannot be read"))?;
        let mut comment = self.asked(
            own("browser.type")?,
            "browser.type",
            json!({ "handleId": "h_0123456789abcdefghijkl", "text": prose::text(&mut dice, TYPED) }),
        )?;
        comment.call.field = Some(Field::new(FieldFacts {
            input_type: "textarea".into(),
            label: "Comment".into(),
            multi_line: true,
            ..FieldFacts::default()
        }));
        Ok([
            self.asked(
                mail,
                "send_email",
                json!({ "recipients": ["sarah@site.example"], "subject": "This week's reports", "body": body }),
            )?,
            comment,
            self.asked(
                own("browser.navigate")?,
                "browser.navigate",
                json!({ "url": "https://site.example/projects/17/comments" }),
            )?,
        ])
    }

    /// A call as it comes: a text that is read, and then decided.
    fn asked(&self, tool: Described, name: &'static str, arguments: Value) -> Result<Asked> {
        let text = json!({ "name": name, "arguments": arguments }).to_string();
        let arguments = arguments_of(&text).context("the request is not one")?;
        let mut call = Call::of_tool(tool, arguments);
        if call.tool.provider.is_none() {
            call.context = Some(self.page.clone());
        }
        Ok(Asked { name, text, call })
    }
}

fn arguments_of(text: &str) -> Option<Map<String, Value>> {
    json::read(text, CAPS).ok()?.get("arguments")?.as_object().cloned()
}

fn own(name: &str) -> Result<Described> {
    tools::find(name).map(Described::from).with_context(|| format!("there is no tool `{name}`"))
}

fn origin(text: &str) -> Result<Origin> {
    Origin::parse(text).map_err(|_| anyhow!("`{text}` is not an origin"))
}

fn place(text: &str) -> Result<Place> {
    Place::parse(text).map_err(|_| anyhow!("`{text}` is not a place"))
}

/// Mails and pages in turns; what a mail says is confidential.
pub(super) fn documents(count: usize, characters: usize) -> Result<Vec<Document>> {
    let mut dice = Dice::new(7);
    (0..count)
        .map(|number| {
            let is_mail = number % 2 == 0;
            Ok(Document {
                id: format!("doc:{number}"),
                place: place(if is_mail { MAIL } else { HERE })?,
                author: None,
                confidential: is_mail,
                sensitive: false,
                requested: false,
                hidden: false,
                text: prose::text(&mut dice, characters),
            })
        })
        .collect()
}

fn contacts() -> Vec<DirectoryEntry> {
    let contact = |number: usize| DirectoryEntry {
        role: ArgRole::Recipient,
        verbs: vec![Action::Send],
        value: format!("contact{number}@site.example"),
        name: Some(format!("Contact Number {number}")),
        limit: None,
    };
    (0..CONTACTS).map(contact).collect()
}

fn handles(place: &Place) -> Vec<Handle> {
    let handle =
        |number: usize| Handle { place: place.clone(), value: format!("mail-{number}"), requested: false };
    (0..CONTACTS).map(handle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calls_are_ordinary_ones_of_the_promised_length() {
        let documents = documents(DOCUMENTS, CHARACTERS).unwrap();
        let world = World::new(documents.clone()).unwrap();
        let suspicious: Vec<_> = world.evidence.suspicious().map(|(id, _)| id).collect();
        assert_eq!(suspicious, [""; 0]);
        let [mail, comment, page] = world.calls(&documents).unwrap();
        let length = |asked: &Asked, name: &str| asked.call.arguments[name].as_str().unwrap().chars().count();
        assert_eq!((length(&mail, "body"), length(&comment, "text")), (BODY, TYPED));
        assert_eq!(page.call.tool.action, Action::Navigate);
    }
}
