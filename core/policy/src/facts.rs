//! What is known when a call is decided. Everything comes from the core and the browser process; nothing from a model.

use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::canonical::{self, CanonicalError};
use laika_protocol::ids::{Origin, ProfileId, RunId, Sha256};
use laika_protocol::tools::ArgRole;
use laika_protocol::wire::{AppState, BoundCall, CallContext, FileChange, SiteMode, TargetFacts};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::classify::{FieldClass, FieldFacts, SiteClass, classify_field};
use crate::config::OriginRules;
use crate::descriptor::{Described, Role};
use crate::matrix::Standing;
use crate::trace::leaves;
use crate::{Evidence, OriginSets, Surface};

/// A call to be decided.
#[derive(Clone, Debug)]
pub struct Call {
    /// The tool.
    pub tool: Described,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// The document it was planned for.
    pub context: Option<CallContext>,
    /// What its element would do.
    pub target: Option<TargetFacts>,
    /// What its field is for.
    pub field: Option<Field>,
    /// Where a move in the history leads.
    pub history: Option<HistoryEntry>,
    /// What it would change in files.
    pub change: Option<FileChange>,
}

impl Call {
    /// A call that is not about a page.
    #[must_use]
    pub const fn of_tool(tool: Described, arguments: Map<String, Value>) -> Self {
        Self { tool, arguments, context: None, target: None, field: None, history: None, change: None }
    }

    /// What an approval of this call is bound to (I24).
    ///
    /// # Errors
    /// When an argument has no canonical form.
    pub fn digest(&self) -> Result<Sha256, CanonicalError> {
        // The history entry belongs to it: going back elsewhere is another call.
        let history = self.history.as_ref().map(canonical::digest).transpose()?;
        let change = self.change.as_ref().map(|change| &change.digest);
        let bound = BoundCall {
            tool_name: &self.tool.name,
            provider: self.tool.provider.as_ref().map(|place| place.as_str()),
            arguments: &self.arguments,
            context: self.context.as_ref(),
            target: self.target.as_ref(),
            more: [self.field.as_ref().map(|field| &field.digest), history.as_ref(), change],
        };
        bound.digest()
    }
}

/// A field, classified once when it is observed (POL-036).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    facts: FieldFacts,
    class: FieldClass,
    digest: Sha256,
}

impl Field {
    /// Classifies a field.
    #[must_use]
    pub fn new(facts: FieldFacts) -> Self {
        let class = classify_field(&facts).class;
        // Facts of a field are strings and flags, which always have a canonical form.
        let digest = canonical::digest(&facts).unwrap_or_else(|_| canonical::digest_bytes(b"field"));
        Self { facts, class, digest }
    }

    /// What is known of it.
    #[must_use]
    pub const fn facts(&self) -> &FieldFacts {
        &self.facts
    }

    /// What it is for.
    #[must_use]
    pub const fn class(&self) -> FieldClass {
        self.class
    }
}

/// An entry of a tab's history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HistoryEntry {
    /// Its origin, when known.
    pub origin: Option<Origin>,
    /// Whether it was loaded with GET. Anything else would be sent again (S11).
    pub is_get: bool,
}

/// What is known of the run and the site.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    /// The run.
    pub run: RunId,
    /// The profile.
    pub profile: Option<ProfileId>,
    /// Whether Laika can work.
    pub app: AppState,
    /// Where it works.
    pub surface: Surface,
    /// How much the person lets it do on this site.
    pub mode: SiteMode,
    /// What the site is.
    pub site: SiteClass,
    /// Whether the person set the mode for this very site, knowing that it is sensitive.
    pub site_override: bool,
    /// Whether the person is logged in there.
    pub logged_in: bool,
    /// Whether the page is one that Laika never acts on.
    pub restricted: bool,
    /// The document in front, by the word of the browser process (S14).
    pub document: Option<CallContext>,
    /// Whether a person pressed the button of this very request, just now.
    pub gesture: bool,
    /// Whether nothing of the run may stay.
    pub private: bool,
    /// Whether suspicion was raised earlier in this run.
    pub quarantined: bool,
    /// Whether the run has used up a budget.
    pub budget_spent: bool,
    /// Whether the machine rests: nobody is at it, or it saves power (OPS-003, EVAL-020).
    pub resting: bool,
    /// The loopback ports of Laika itself (S2).
    pub own_ports: &'a [u16],
    /// Where searches go, by the person's settings.
    pub search_engine: Option<&'a Origin>,
    /// What the run may read and act on.
    pub origins: &'a OriginSets,
    /// Where the person's settings let runs go at all.
    pub settings: &'a OriginRules,
    /// What values can come from.
    pub evidence: &'a Evidence,
    /// The mutating calls of this run that were dispatched.
    pub done: &'a [Done],
}

/// A mutating call that was dispatched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// What it was bound to.
    pub digest: Sha256,
    /// The tool.
    pub tool: String,
    /// Whom it reached.
    pub recipients: Vec<String>,
}

impl Done {
    /// What is remembered of a call that was dispatched.
    ///
    /// # Errors
    /// When an argument has no canonical form; such a call is never allowed.
    pub fn of(call: &Call) -> Result<Self, CanonicalError> {
        let leaves = leaves(&call.tool, &call.arguments).unwrap_or_default();
        let recipients = leaves.iter().filter(|leaf| *leaf.role == Role::Known(ArgRole::Recipient));
        Ok(Self {
            digest: call.digest()?,
            tool: call.tool.name.clone(),
            recipients: recipients.map(|leaf| leaf.text().into_owned()).collect(),
        })
    }
}

impl Facts<'_> {
    /// How much may be done, as the matrix sees it.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let Self { mode, site, site_override, .. } = *self;
        Standing { mode, site, site_override, suspicious: self.is_quarantined() }
    }

    /// Whether anything that was read tries to give orders.
    #[must_use]
    pub fn is_quarantined(&self) -> bool {
        self.quarantined || self.evidence.suspicious().next().is_some()
    }
}
