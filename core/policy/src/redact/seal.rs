//! Digests that only this machine can compare: a stored digest must not let a reader confirm a guess (S15).

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use hmac::digest::KeyInit;
use hmac::{Hmac, Mac};
use laika_protocol::ids::{RunId, Sha256};
use zeroize::Zeroizing;

use crate::Done;
use crate::yours::identity;

type HmacSha256 = Hmac<sha2::Sha256>;

/// The key that seals the digests of one run. It cannot be printed, copied or stored.
///
/// ```compile_fail
/// fn show(key: laika_policy::redact::SealKey) -> String { format!("{key:?}") }
/// ```
/// ```compile_fail
/// fn copy(key: &laika_policy::redact::SealKey) -> laika_policy::redact::SealKey { key.clone() }
/// ```
pub struct SealKey(Zeroizing<[u8; 32]>);

impl SealKey {
    /// The key of one run, from the key of this machine.
    #[must_use]
    pub fn of_run(machine: &[u8; 32], run: &RunId) -> Self {
        Self::derived(machine, b"laika.seal.1\n", run.as_str())
    }

    fn derived(machine: &[u8; 32], what: &[u8], whose: &str) -> Self {
        let mut key = Zeroizing::new([0; 32]);
        // HMAC takes a key of any length; this cannot fail.
        if let Ok(mut mac) = HmacSha256::new_from_slice(machine) {
            mac.update(what);
            mac.update(whose.as_bytes());
            key.copy_from_slice(&mac.finalize().into_bytes());
        }
        Self(key)
    }

    /// The key that seals the standing grants of this machine, so that one that was only written into a file counts for
    /// nothing (S1).
    #[must_use]
    pub fn of_grants(machine: &[u8; 32]) -> Self {
        Self::derived(machine, b"laika.grants.1\n", "")
    }

    /// Seals a digest.
    #[must_use]
    pub fn digest(&self, digest: &Sha256) -> Sha256 {
        self.sealed(b"digest\n", digest.as_str())
    }

    /// Seals a text.
    #[must_use]
    pub fn text(&self, text: &str) -> Sha256 {
        self.sealed(b"text\n", text)
    }

    fn sealed(&self, what: &[u8], text: &str) -> Sha256 {
        let mut written = String::from("sha256:");
        if let Ok(mut mac) = HmacSha256::new_from_slice(&*self.0) {
            mac.update(what);
            mac.update(text.as_bytes());
            for byte in mac.finalize().into_bytes() {
                // Writing to a string cannot fail.
                let _ = write!(written, "{byte:02x}");
            }
        }
        // Always of the right form; were it not, equal nothing would be the safe answer.
        Sha256::parse(&written).unwrap_or_else(|_| laika_protocol::canonical::digest_bytes(&[]))
    }
}

/// A dispatched call, as the log remembers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedDone {
    /// What it was bound to.
    pub digest: Sha256,
    /// The tool.
    pub tool: String,
    /// Whom it reached.
    pub recipients: Vec<Sha256>,
}

impl SealedDone {
    /// Seals what is remembered of a call.
    #[must_use]
    pub fn of(done: &Done, key: &SealKey) -> Self {
        Self {
            digest: key.digest(&done.digest),
            tool: done.tool.clone(),
            recipients: done.recipients.iter().map(|one| key.text(&identity(one))).collect(),
        }
    }

    /// What the gate may know of it while it looks at another call: whether that is the same call, and who is reached
    /// by both. The rest stays sealed, and a sealed digest equals no real one.
    #[must_use]
    pub fn beside(&self, call: &Done, key: &SealKey) -> Done {
        let same = key.digest(&call.digest) == self.digest;
        let reached = |one: &&String| self.recipients.contains(&key.text(&identity(one)));
        Done {
            digest: if same { call.digest.clone() } else { self.digest.clone() },
            tool: self.tool.clone(),
            recipients: call.recipients.iter().filter(reached).cloned().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use laika_protocol::canonical::digest_bytes;

    #[test]
    fn a_seal_depends_on_machine_run_and_content() {
        let run = |name: &str| RunId::parse(name).unwrap();
        let key = SealKey::of_run(&[1; 32], &run("a"));
        let digest = digest_bytes(b"x");
        assert_eq!(key.digest(&digest), SealKey::of_run(&[1; 32], &run("a")).digest(&digest));
        assert_ne!(key.digest(&digest), digest);
        assert_ne!(key.digest(&digest), SealKey::of_run(&[1; 32], &run("b")).digest(&digest));
        assert_ne!(key.digest(&digest), SealKey::of_run(&[2; 32], &run("a")).digest(&digest));
        assert_ne!(key.text("x"), key.text("y"));
    }

    #[test]
    fn a_sealed_call_is_recognised_and_shows_no_more() {
        let key = SealKey::of_run(&[1; 32], &RunId::parse("a").unwrap());
        let done = |digest: &[u8], recipients: &[&str]| Done {
            digest: digest_bytes(digest),
            tool: "send".into(),
            recipients: recipients.iter().map(|one| String::from(*one)).collect(),
        };
        let sealed = SealedDone::of(&done(b"x", &["ann@a.example", "bob@a.example"]), &key);
        let again = sealed.beside(&done(b"x", &["Ann@A.example"]), &key);
        assert_eq!(again, done(b"x", &["Ann@A.example"]), "other spellings of a recipient are the same one");
        let other = sealed.beside(&done(b"y", &["eve@a.example"]), &key);
        assert_ne!(other.digest, digest_bytes(b"x"));
        assert!(other.recipients.is_empty());
    }
}
