//! What is known of a conversation while it goes on: which questions are open, how much was said, why it ended.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use rmcp::RoleClient;
use rmcp::model::RequestId;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};

use super::{ClientError, Limits};

/// How much of what it said on the way is kept, from the end.
const PROGRESS_KEPT: usize = 20;
/// Kinds of what it asked for that are kept; it may ask for the same thing again and again.
const DECLINED_KEPT: usize = 8;

/// Shared by the transport, which holds a server to its bounds, and the session, which says why it ended.
#[derive(Debug)]
pub(super) struct Watch {
    pub(super) limits: Limits,
    state: Mutex<State>,
    changed: AtomicBool,
}

#[derive(Debug, Default)]
struct State {
    messages: usize,
    bytes: usize,
    open: HashSet<RequestId>,
    why: Option<ClientError>,
    progress: Vec<String>,
    declined: Vec<&'static str>,
}

impl Watch {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits, state: Mutex::default(), changed: AtomicBool::new(false) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing in here panics; what it knows is still true if somebody else did.
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// A new question: what was said before it no longer counts.
    pub(super) fn begin(&self) {
        let mut state = self.state();
        (state.messages, state.bytes) = (0, 0);
        state.progress.clear();
        state.declined.clear();
    }

    /// Keeps why the conversation ended; the first reason is the one.
    pub(super) fn ended(&self, why: ClientError) {
        self.state().why.get_or_insert(why);
    }

    pub(super) fn why(&self) -> Option<ClientError> {
        self.state().why.clone()
    }

    /// Counts bytes that came, whole messages or not.
    pub(super) fn came(&self, bytes: usize) -> Result<(), ClientError> {
        let mut state = self.state();
        state.bytes = state.bytes.saturating_add(bytes);
        if state.bytes > self.limits.bytes {
            return Err(ClientError::Flood(format!("more than {} bytes for one question", self.limits.bytes)));
        }
        Ok(())
    }

    /// Remembers a question, so that only its answer is taken.
    pub(super) fn asks(&self, message: &TxJsonRpcMessage<RoleClient>) {
        if let TxJsonRpcMessage::<RoleClient>::Request(request) = message {
            self.state().open.insert(request.id.clone());
        }
    }

    /// Takes a message, if it is one that may come now.
    pub(super) fn takes(&self, message: &RxJsonRpcMessage<RoleClient>) -> Result<(), ClientError> {
        let mut state = self.state();
        state.messages += 1;
        if state.messages > self.limits.messages {
            let most = format!("more than {} messages for one question", self.limits.messages);
            return Err(ClientError::Flood(most));
        }
        let answered = match message {
            RxJsonRpcMessage::<RoleClient>::Response(response) => Some(&response.id),
            RxJsonRpcMessage::<RoleClient>::Error(error) => {
                Some(error.id.as_ref().ok_or_else(|| ClientError::Nonsense("an error about nothing".into()))?)
            }
            RxJsonRpcMessage::<RoleClient>::Request(_) | RxJsonRpcMessage::<RoleClient>::Notification(_) => None,
        };
        match answered {
            Some(id) if !state.open.remove(id) => Err(ClientError::WrongId),
            Some(_) | None => Ok(()),
        }
    }

    pub(super) fn progressed(&self, line: String) {
        let mut state = self.state();
        if state.progress.len() == PROGRESS_KEPT {
            state.progress.remove(0);
        }
        state.progress.push(line);
    }

    pub(super) fn declined(&self, what: &'static str) {
        let mut state = self.state();
        if state.declined.len() < DECLINED_KEPT && !state.declined.contains(&what) {
            state.declined.push(what);
        }
    }

    /// What it said on the way, and what it asked for and did not get.
    pub(super) fn beside(&self) -> (Vec<String>, Vec<&'static str>) {
        let state = self.state();
        (state.progress.clone(), state.declined.clone())
    }

    pub(super) fn note_change(&self) {
        self.changed.store(true, Ordering::Release);
    }

    /// Whether it said that its tools are others since this was asked last.
    pub(super) fn take_change(&self) -> bool {
        self.changed.swap(false, Ordering::AcqRel)
    }
}
