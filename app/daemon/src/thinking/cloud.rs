//! A model on another machine: every prompt is cleaned, decided and permitted before it leaves.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use laika_model::remote::{Answered, Api, Remote, RemoteError, Spent, Wire};
use laika_model::{Cancel, Capabilities, ModelError, Runner};
use laika_policy::EgressPermit;
use laika_policy::cloud::{
    CloudDocument, CloudFacts, CloudRefusal, CloudRules, EgressPack, decide_cloud, egress_pack,
};
use laika_protocol::canonical::digest_bytes;
use laika_protocol::ids::{Origin, Sha256};
use laika_protocol::model::{Ask, Weighing, Weights, Written};
use laika_protocol::run::Left;

/// What decides whether a prompt may leave: what the person allows, and everything that the prompts of a task are made
/// from.
#[derive(Clone, Debug, Default)]
pub struct Egress {
    /// What the person allows.
    pub rules: CloudRules,
    /// Whether nothing of the run may stay.
    pub private: bool,
    /// What was read, also through what was said before (S3). A person's own words are no document.
    pub documents: Vec<CloudDocument>,
}

/// A model on another machine, for one task.
pub struct Cloud<W> {
    remote: Remote<Box<dyn Api>, W>,
    egress: Mutex<Egress>,
    suspicious: AtomicBool,
    left: Mutex<Vec<Left>>,
    leaving: Option<Leaving>,
}

/// Told what leaves for another machine, before it does (MODEL-036).
pub type Leaving = Arc<dyn Fn(&Left) + Send + Sync>;

/// A prompt ready to leave, and whether it may. What is shown is what is sent, byte for byte.
pub struct Outgoing {
    pack: EgressPack,
    bytes: Vec<u8>,
    decision: Result<EgressPermit, CloudRefusal>,
}

impl Outgoing {
    /// The exact bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Their digest, which the permit is for.
    #[must_use]
    pub fn digest(&self) -> Sha256 {
        digest_bytes(&self.bytes)
    }

    /// Why they may not leave, if they may not.
    #[must_use]
    pub fn refusal(&self) -> Option<CloudRefusal> {
        self.decision.as_ref().err().copied()
    }
}

impl<W: Wire> Cloud<W> {
    /// A model behind a server, for a task of which this is known.
    #[must_use]
    pub fn new(remote: Remote<Box<dyn Api>, W>, egress: Egress) -> Self {
        Self {
            remote,
            egress: Mutex::new(egress),
            suspicious: AtomicBool::new(false),
            left: Mutex::default(),
            leaving: None,
        }
    }

    /// Somebody is told what leaves, before it does.
    pub fn tell(&mut self, leaving: Leaving) {
        self.leaving = Some(leaving);
    }

    /// More was read, and every prompt from now on may hold something of it. What was read before stays.
    pub fn reads(&self, documents: &[CloudDocument]) {
        let mut egress = self.egress.lock().unwrap_or_else(PoisonError::into_inner);
        for document in documents {
            if !egress.documents.contains(document) {
                egress.documents.push(document.clone());
            }
        }
    }

    /// Where it is.
    #[must_use]
    pub fn destination(&self) -> &Origin {
        self.remote.api().base().origin()
    }

    /// What all calls took together.
    #[must_use]
    pub fn spent(&self) -> Spent {
        self.remote.spent()
    }

    /// Everything that left, in order; also what was not answered. What may not leave is not in it.
    #[must_use]
    pub fn left(&self) -> Vec<Left> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the local guard saw something in an answer that should make every later step ask.
    #[must_use]
    pub fn is_suspicious(&self) -> bool {
        self.suspicious.load(Ordering::Relaxed)
    }

    /// Cleans a prompt and decides about its bytes. Nothing is sent.
    ///
    /// # Errors
    /// When it would be too large, or its answer could not be checked.
    pub fn prepare(&self, ask: &Ask) -> Result<Outgoing, RemoteError> {
        let pack = egress_pack(ask);
        let bytes = self.remote.preview(&pack)?;
        let egress = self.egress.lock().unwrap_or_else(PoisonError::into_inner);
        let Egress { rules, private, documents } = &*egress;
        let facts =
            CloudFacts { private: *private, documents, destination: self.destination(), bytes: &bytes };
        let decision = decide_cloud(&facts, rules);
        Ok(Outgoing { pack, bytes, decision })
    }

    /// Sends exactly what was prepared, if it may leave.
    ///
    /// # Errors
    /// Why it may not leave, or why there is no answer.
    pub async fn send(&self, outgoing: Outgoing, cancel: &Cancel) -> Result<Answered, ModelError> {
        let bytes = u64::try_from(outgoing.bytes.len()).unwrap_or(u64::MAX);
        let left = Left { to: self.destination().to_string(), digest: outgoing.digest(), bytes };
        let permit = outgoing.decision?;
        // Noted before it leaves: an answer may never come.
        if let Some(leaving) = &self.leaving {
            leaving(&left);
        }
        self.left.lock().unwrap_or_else(PoisonError::into_inner).push(left);
        let answered = self.remote.write_out(&outgoing.pack, permit, cancel).await?;
        self.suspicious.fetch_or(answered.guarded.is_suspicious(), Ordering::Relaxed);
        Ok(answered)
    }
}

impl<W: Wire> Runner for Cloud<W> {
    fn capabilities(&self) -> Capabilities {
        self.remote.capabilities()
    }

    async fn write(&self, ask: &Ask, cancel: &Cancel) -> Result<Written, ModelError> {
        Ok(self.send(self.prepare(ask)?, cancel).await?.written)
    }

    async fn weigh(&self, weighing: &Weighing, cancel: &Cancel) -> Result<Weights, ModelError> {
        self.remote.weigh(weighing, cancel).await
    }

    async fn count(&self, texts: &[String]) -> Result<Vec<u32>, ModelError> {
        self.remote.count(texts).await
    }
}
