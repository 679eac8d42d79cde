//! Approvals: what the person said yes to, how often and until when. A grant never lifts a Deny.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::ids::{DocumentId, Sha256};
use laika_protocol::wire::CallContext;
use serde::{Deserialize, Serialize};

use crate::{Permit, Place, Row};

/// The id of a grant, made by whoever stores it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GrantId(pub String);

/// The longest life of a grant: a day.
pub const MOST_LIFE_MS: u64 = 24 * 60 * 60 * 1000;
/// The most uses of a grant.
pub const MOST_USES: u32 = 1_000;
/// The life of an approval of exactly one call: long enough to commit and dispatch it.
pub const APPROVAL_LIFE_MS: u64 = 5 * 60 * 1000;

/// What a grant covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Exactly these calls, each once: one approval, or a whole plan with one yes.
    Exact(BTreeSet<Sha256>),
    /// A kind of call.
    Kind(Kind),
}

/// A kind of call, as narrow as the person wants it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Kind {
    /// What it does.
    pub row: Row,
    /// Where.
    pub place: Place,
    /// The document it ends with: another document or generation ends the grant (POL-026).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document: Option<(DocumentId, u64)>,
    /// The beginning of the address or form action it covers (S8: effects, never the verb).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address_prefix: Option<String>,
    /// The names of the fields of the form it covers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<String>,
    /// Whom it may reach.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub recipients: Vec<String>,
    /// From where content may be carried there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub carry_from: Vec<Place>,
}

/// A grant that cannot be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GrantError {
    /// No uses, or too many.
    #[error("a grant has 1 to {MOST_USES} uses")]
    Uses,
    /// Too long, or already over.
    #[error("a grant lives for at most a day")]
    Life,
    /// What cannot be taken back is approved one by one.
    #[error("this is approved one by one: credentials, payments, accounts, sending, deleting, files, code")]
    Once,
    /// An act on a page is granted for one document, a form for its address and fields (S8).
    #[error("an act on a page is granted for its document, a form for its address and fields")]
    TooWide,
    /// A grant has this id already.
    #[error("another grant has this id")]
    Id,
    /// Nothing is covered.
    #[error("the grant covers nothing")]
    Empty,
}

#[derive(Clone, Debug)]
struct Grant {
    scope: Scope,
    uses_left: u32,
    expires_at_ms: u64,
}

/// What an ask needs before a grant can cover it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cover {
    /// Only an approval of exactly this call.
    Exact,
    /// A grant of this kind.
    Kind,
    /// A grant of this kind that names these sources.
    CarryFrom(Vec<Place>),
}

/// What is known of the call when a grant is looked for.
pub(crate) struct Wanted<'a> {
    pub(crate) digest: &'a Sha256,
    pub(crate) row: Row,
    pub(crate) places: &'a [Place],
    pub(crate) context: Option<&'a CallContext>,
    pub(crate) address: Option<&'a str>,
    pub(crate) fields: &'a [String],
    pub(crate) recipients: &'a [(String, crate::Source)],
    /// Whether kinds may be granted here at all: never on sensitive sites (C-38), never where an amount moves.
    pub(crate) kinds: bool,
    pub(crate) covers: &'a [Cover],
}

/// The approvals of one run.
#[derive(Clone, Debug, Default)]
pub struct Grants {
    grants: BTreeMap<GrantId, Grant>,
}

impl Grants {
    /// Records a yes to exactly these calls, each once: an approval, or a plan.
    ///
    /// # Errors
    /// When it covers nothing or the id is taken.
    pub fn approve(
        &mut self,
        id: GrantId,
        digests: impl IntoIterator<Item = Sha256>,
        now_ms: u64,
    ) -> Result<(), GrantError> {
        let digests: BTreeSet<Sha256> = digests.into_iter().collect();
        let uses = u32::try_from(digests.len()).unwrap_or(u32::MAX);
        self.add(id, Scope::Exact(digests), uses, now_ms, APPROVAL_LIFE_MS)
    }

    /// Records a yes to a kind of call.
    ///
    /// # Errors
    /// When the person may not give such a grant.
    pub fn grant(
        &mut self,
        id: GrantId,
        kind: Kind,
        uses: u32,
        now_ms: u64,
        life_ms: u64,
    ) -> Result<(), GrantError> {
        kind.is_grantable()?;
        self.add(id, Scope::Kind(kind), uses, now_ms, life_ms)
    }

    fn add(
        &mut self,
        id: GrantId,
        scope: Scope,
        uses_left: u32,
        now_ms: u64,
        life_ms: u64,
    ) -> Result<(), GrantError> {
        if matches!(&scope, Scope::Exact(digests) if digests.is_empty()) {
            return Err(GrantError::Empty);
        }
        if !(1..=MOST_USES).contains(&uses_left) {
            return Err(GrantError::Uses);
        }
        if !(1..=MOST_LIFE_MS).contains(&life_ms) {
            return Err(GrantError::Life);
        }
        if self.grants.contains_key(&id) {
            return Err(GrantError::Id);
        }
        let expires_at_ms = now_ms.saturating_add(life_ms);
        self.grants.insert(id, Grant { scope, uses_left, expires_at_ms });
        Ok(())
    }

    /// Takes a grant back. True when there was one.
    pub fn revoke(&mut self, id: &GrantId) -> bool {
        self.grants.remove(id).is_some()
    }

    /// Takes every grant back: stop, panic, takeover, profile change.
    pub fn revoke_all(&mut self) {
        self.grants.clear();
    }

    /// The grants that still hold, for the person to see and take back (POL-027).
    pub fn active(&self, now_ms: u64) -> impl Iterator<Item = (&GrantId, &Scope, u32, u64)> {
        self.grants
            .iter()
            .filter(move |(_, grant)| now_ms < grant.expires_at_ms && grant.uses_left > 0)
            .map(|(id, grant)| (id, &grant.scope, grant.uses_left, grant.expires_at_ms))
    }

    /// Counts the use of the grant a permit rests on. Call it when the permit is handed to whoever acts.
    pub fn spend(&mut self, permit: &Permit) {
        let Some(id) = permit.grant() else { return };
        let Some(grant) = self.grants.get_mut(id) else { return };
        grant.uses_left = grant.uses_left.saturating_sub(1);
        if let Scope::Exact(digests) = &mut grant.scope {
            digests.remove(permit.digest());
        }
        if grant.uses_left == 0 {
            self.grants.remove(id);
        }
    }

    /// The grant that covers every ask of a call: an exact approval before a kind.
    pub(crate) fn covering(&self, wanted: &Wanted<'_>, now_ms: u64) -> Option<(&GrantId, bool)> {
        let exact = |scope: &Scope| matches!(scope, Scope::Exact(digests) if digests.contains(wanted.digest));
        let approved = self.active(now_ms).find(|(_, scope, ..)| exact(scope)).map(|(id, ..)| (id, true));
        approved.or_else(|| {
            let kind = |scope: &Scope| matches!(scope, Scope::Kind(kind) if kind.covers(wanted));
            self.active(now_ms).find(|(_, scope, ..)| kind(scope)).map(|(id, ..)| (id, false))
        })
    }
}

impl Kind {
    /// Whether a person may grant this at all.
    pub(crate) fn is_grantable(&self) -> Result<(), GrantError> {
        if self.row.is_once() {
            return Err(GrantError::Once);
        }
        let on_page = matches!(self.row, Row::Click | Row::Type | Row::TypePii);
        let narrow = if on_page {
            self.document.is_some()
        } else {
            self.row != Row::Submit || (self.address_prefix.is_some() && !self.fields.is_empty())
        };
        if narrow { Ok(()) } else { Err(GrantError::TooWide) }
    }

    fn covers(&self, wanted: &Wanted<'_>) -> bool {
        let named = |recipient: &String| self.recipients.contains(recipient);
        let here = wanted.kinds
            && !wanted.row.is_once()
            && self.row == wanted.row
            && !wanted.places.is_empty()
            && wanted.places.iter().all(|place| *place == self.place);
        let document = self.document.as_ref().is_none_or(|(id, generation)| {
            wanted.context.is_some_and(|context| {
                context.document_id == *id && context.navigation_generation == *generation
            })
        });
        let address = self
            .address_prefix
            .as_ref()
            .is_none_or(|prefix| wanted.address.is_some_and(|address| is_below(address, prefix)));
        // A grant that reaches people names every one of them (S5).
        let recipients = wanted.recipients.iter().all(|(recipient, _)| named(recipient));
        let covers = wanted.covers.iter().all(|cover| match cover {
            Cover::Exact => false,
            Cover::Kind => true,
            Cover::CarryFrom(places) => places.iter().all(|place| self.carry_from.contains(place)),
        });
        let fields = self.fields == wanted.fields;
        here && document && address && fields && recipients && covers
    }
}

/// Whether an address is the prefix or lies below it: `/a` covers `/a`, `/a/b` and `/a?c`, never `/ab`.
fn is_below(address: &str, prefix: &str) -> bool {
    address.strip_prefix(prefix).is_some_and(|rest| {
        rest.is_empty() || prefix.ends_with(['/', '?', '&', '=']) || rest.starts_with(['/', '?', '#', '&'])
    })
}

/// The narrowest approval that is useful for an ask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "scope", rename_all = "snake_case")]
pub enum Offer {
    /// Exactly this, once.
    Once,
    /// This kind of thing, here, for a while.
    #[serde(rename_all = "camelCase")]
    Kind {
        /// What.
        kind: Box<Kind>,
        /// How often.
        uses: u32,
        /// How long.
        life_ms: u64,
    },
}
