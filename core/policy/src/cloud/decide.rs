//! Whether exactly these bytes may leave for exactly that place.

use laika_protocol::address;
use laika_protocol::canonical::digest_bytes;
use laika_protocol::ids::Origin;
use url::Url;

use super::bytes::check_bytes;
use super::{CloudRefusal, CloudRules, Switch};
use crate::inject::{self, Seen};
use crate::{Document, EgressPermit, Place, SiteClass};

/// What is known of one document behind a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CloudDocument {
    /// Where it was read.
    pub place: Place,
    /// How careful to be there.
    pub site: SiteClass,
    /// Whether others may not know it: logged-in sites, local files, collections, results of servers (S3).
    pub confidential: bool,
    /// Whether it tries to give orders.
    pub suspicious: bool,
}

impl CloudDocument {
    /// What is known of a document that was read. Here the local guard looks at it before anything leaves (MODEL-034).
    #[must_use]
    pub fn of(document: &Document) -> Self {
        let seen = Seen { text: &document.text, hidden: document.hidden };
        Self {
            place: document.place.clone(),
            site: if document.sensitive { SiteClass::Sensitive } else { SiteClass::Low },
            confidential: document.confidential,
            suspicious: inject::inspect(&seen).is_suspicious(),
        }
    }
}

/// What is known when something is about to leave.
#[derive(Clone, Copy, Debug)]
pub struct CloudFacts<'a> {
    /// Whether nothing of the run may stay, or that is not known.
    pub private: bool,
    /// Everything the prompt was made from, also through history, memory and reused beginnings (S3).
    pub documents: &'a [CloudDocument],
    /// Where it would go.
    pub destination: &'a Origin,
    /// The bytes that would leave.
    pub bytes: &'a [u8],
}

/// Decides, and makes the right to let these bytes leave, once.
///
/// # Errors
/// The first reason against it.
pub fn decide_cloud(facts: &CloudFacts<'_>, rules: &CloudRules) -> Result<EgressPermit, CloudRefusal> {
    if !rules.enabled {
        return Err(CloudRefusal::Off);
    }
    if facts.private {
        return Err(CloudRefusal::PrivateRun);
    }
    if rules.destination.as_ref() != Some(facts.destination) {
        return Err(CloudRefusal::Destination);
    }
    let url = Url::parse(facts.destination.as_str()).map_err(|_| CloudRefusal::Destination)?;
    if url.scheme() != "https" && !address::is_private(&url) {
        return Err(CloudRefusal::Unencrypted);
    }
    let worst = facts.documents.iter().filter_map(|document| against(document, rules)).min();
    if let Some(refusal) = worst {
        return Err(refusal);
    }
    check_bytes(facts.bytes)?;
    Ok(EgressPermit::of_bytes(Place::from(facts.destination), digest_bytes(facts.bytes)))
}

/// What speaks against a document.
fn against(document: &CloudDocument, rules: &CloudRules) -> Option<CloudRefusal> {
    let said = rules.said_about(&document.place);
    if document.site == SiteClass::Sensitive {
        return Some(CloudRefusal::SensitiveSite);
    }
    if said.unwrap_or(rules.others) == Switch::Off {
        return Some(CloudRefusal::Site);
    }
    if document.confidential && said.is_none() {
        return Some(CloudRefusal::Confidential);
    }
    document.suspicious.then_some(CloudRefusal::Suspicious)
}
