//! The only keys to an effect. Nothing outside this crate can make, copy or keep one.

use alloc::vec::Vec;
use core::fmt;

use laika_protocol::canonical::digest_bytes;
use laika_protocol::ids::{RunId, Sha256};
use laika_protocol::wire::CallContext;

use crate::verdict::Explanation;
use crate::{Call, GrantId, Place};

/// The right to perform one call, once: these exact arguments, in this run, on this document, until then.
///
/// It cannot be made outside the gate:
/// ```compile_fail
/// fn forge(real: laika_policy::Permit, run: laika_protocol::ids::RunId) -> laika_policy::Permit {
///     laika_policy::Permit { run, ..real }
/// }
/// ```
/// ```compile_fail
/// let forged: laika_policy::Permit = Default::default();
/// ```
/// It cannot be copied:
/// ```compile_fail
/// fn twice(permit: laika_policy::Permit) -> (laika_policy::Permit, laika_policy::Permit) {
///     (permit.clone(), permit)
/// }
/// ```
/// It cannot be used twice:
/// ```compile_fail
/// fn reuse(permit: laika_policy::Permit, run: laika_protocol::ids::RunId) {
///     let first = permit.open(&run, None, 0);
///     let second = permit.open(&run, None, 0);
/// }
/// ```
/// It cannot be stored or read back:
/// ```compile_fail
/// fn store(permit: laika_policy::Permit) -> String { serde_json::to_string(&permit).unwrap() }
/// ```
/// ```compile_fail
/// fn read(text: &str) -> laika_policy::Permit { serde_json::from_str(text).unwrap() }
/// ```
/// And this is how it is used:
/// ```
/// fn perform(permit: laika_policy::Permit, run: laika_protocol::ids::RunId, now: u64) {
///     if let Ok(authorised) = permit.open(&run, None, now) {
///         let _call = authorised.call();
///     }
/// }
/// ```
pub struct Permit {
    run: RunId,
    call: Call,
    digest: Sha256,
    expires_at_ms: u64,
    grant: Option<GrantId>,
    egress: Option<EgressPermit>,
    explanation: Explanation,
}

/// The right to let exactly this leave for exactly these places.
///
/// ```compile_fail
/// fn forge(digest: laika_protocol::ids::Sha256) -> laika_policy::EgressPermit {
///     laika_policy::EgressPermit { destinations: Vec::new(), digest }
/// }
/// ```
/// ```compile_fail
/// fn twice(permit: &laika_policy::EgressPermit) -> laika_policy::EgressPermit { permit.clone() }
/// ```
pub struct EgressPermit {
    destinations: Vec<Place>,
    digest: Sha256,
}

/// A permit that does not fit where it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PermitError {
    /// It is for another run.
    #[error("the permit is for another run")]
    Run,
    /// It has expired.
    #[error("the permit has expired")]
    Expired,
    /// The document changed.
    #[error("the permit is for another document")]
    Document,
}

/// A call that may be performed now.
#[derive(Debug)]
pub struct Authorised {
    call: Call,
    digest: Sha256,
    egress: Option<EgressPermit>,
}

/// What a permit is bound to.
pub(crate) struct Bound {
    pub(crate) run: RunId,
    pub(crate) call: Call,
    pub(crate) digest: Sha256,
    pub(crate) expires_at_ms: u64,
    pub(crate) grant: Option<GrantId>,
    /// Where something goes; nowhere for a call that lets nothing leave.
    pub(crate) leaves_for: Vec<Place>,
}

impl Permit {
    pub(crate) fn new(bound: Bound, explanation: Explanation) -> Self {
        let Bound { run, call, digest, expires_at_ms, grant, leaves_for } = bound;
        let egress = (!leaves_for.is_empty())
            .then(|| EgressPermit { destinations: leaves_for, digest: digest.clone() });
        Self { run, call, digest, expires_at_ms, grant, egress, explanation }
    }

    /// Uses the permit up. It must be this run, the same document as when it was decided, and not too late.
    ///
    /// # Errors
    /// When it does not fit; the permit is gone all the same.
    pub fn open(
        self,
        run: &RunId,
        document: Option<&CallContext>,
        now_ms: u64,
    ) -> Result<Authorised, PermitError> {
        if *run != self.run {
            return Err(PermitError::Run);
        }
        if now_ms >= self.expires_at_ms {
            return Err(PermitError::Expired);
        }
        if document != self.call.context.as_ref() {
            return Err(PermitError::Document);
        }
        Ok(Authorised { call: self.call, digest: self.digest, egress: self.egress })
    }

    /// What led to it.
    #[must_use]
    pub const fn explanation(&self) -> &Explanation {
        &self.explanation
    }

    pub(crate) const fn explanation_mut(&mut self) -> &mut Explanation {
        &mut self.explanation
    }

    /// What it is bound to.
    #[must_use]
    pub const fn digest(&self) -> &Sha256 {
        &self.digest
    }

    /// The approval it rests on.
    #[must_use]
    pub const fn grant(&self) -> Option<&GrantId> {
        self.grant.as_ref()
    }

    /// The tab it is for, if it is about a page.
    #[must_use]
    pub fn tab(&self) -> Option<u32> {
        self.call.context.as_ref().map(|context| context.tab_id)
    }

    /// When it ends.
    #[must_use]
    pub const fn expires_at_ms(&self) -> u64 {
        self.expires_at_ms
    }
}

impl Authorised {
    /// The call, exactly as it was decided.
    #[must_use]
    pub const fn call(&self) -> &Call {
        &self.call
    }

    /// What it was bound to.
    #[must_use]
    pub const fn digest(&self) -> &Sha256 {
        &self.digest
    }

    /// Takes out the right to let something leave, if the call has one.
    pub const fn take_egress(&mut self) -> Option<EgressPermit> {
        self.egress.take()
    }
}

impl EgressPermit {
    /// The right to let exactly these bytes leave for one place.
    pub(crate) fn of_bytes(destination: Place, digest: Sha256) -> Self {
        Self { destinations: alloc::vec![destination], digest }
    }

    /// Uses the permit up: whether exactly these bytes may go to this place.
    #[must_use]
    pub fn covers(self, place: &Place, bytes: &[u8]) -> bool {
        self.destinations.contains(place) && self.digest == digest_bytes(bytes)
    }

    /// Where it may go.
    #[must_use]
    pub fn destinations(&self) -> &[Place] {
        &self.destinations
    }

    /// What may go there.
    #[must_use]
    pub const fn digest(&self) -> &Sha256 {
        &self.digest
    }
}

// Arguments can hold what a person typed; a permit in a message or a trace must not show them.
impl fmt::Debug for Permit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Permit")
            .field("tool", &self.call.tool.name)
            .field("run", &self.run)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for EgressPermit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EgressPermit").field("destinations", &self.destinations).finish_non_exhaustive()
    }
}
