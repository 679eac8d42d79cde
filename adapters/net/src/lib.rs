//! What connects to the outside: the egress proxy of the isolated browser and the requests of Laika itself, in a
//! process of their own.
//!
//! The daemon opens no outgoing connection. It starts a [`NetWorker`], opens a context for each browser context, and
//! hands the browser the credentials of the proxy; the rules of the context decide in the worker which hosts are reached.
//!
//! Architecture invariants: a host that is refused is never resolved; a connection goes only to an address that was
//! checked; nothing is ever sent twice.

mod context;
mod control;
mod count;
mod head;
mod hold;
mod parent;
mod peer;
mod problem;
mod proxy;
mod resolve;
mod rules;
mod send;
mod target;
pub mod worker;

pub use count::{HostCount, Kind};
pub use parent::{IdleClosed, NetError, NetWorker, ProxyAccess, SendError, WorkerOptions};
pub use problem::Problem;
pub use resolve::FixedNames;
pub use rules::{ContextRules, Resources};
pub use send::Refusal;

use serde::{Deserialize, Serialize};

/// One browser context as the worker knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ContextId(pub(crate) u64);
