//! The requests that are under way.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use laika_protocol::http::HttpResponse;
use tokio::task::JoinHandle;

use super::exchange::exchange;
use super::{Refusal, Sending, Tls};
use crate::context::locked;
use crate::proxy::Proxy;

/// More than that at once is nothing a person asked for.
const MOST_AT_ONCE: usize = 32;

/// Who hears how a request ended: its number, and the answer.
pub(crate) type Ended = Arc<dyn Fn(u64, Result<HttpResponse, Refusal>) + Send + Sync>;

/// The requests that are under way, by their number.
pub(crate) struct Flights {
    proxy: Arc<Proxy>,
    tls: Mutex<Arc<Tls>>,
    ended: Ended,
    under_way: Arc<Mutex<HashMap<u64, JoinHandle<()>>>>,
}

impl Flights {
    pub(crate) fn new(proxy: Arc<Proxy>, tls: Tls, ended: Ended) -> Self {
        Self { proxy, tls: Mutex::new(Arc::new(tls)), ended, under_way: Arc::default() }
    }

    /// Sends a request. How it ended is told exactly once.
    pub(crate) fn start(&self, number: u64, sending: Sending, body: Vec<u8>) {
        let mut under_way = locked(&self.under_way);
        if under_way.len() >= MOST_AT_ONCE {
            return (self.ended)(number, Err(Refusal::TooMany));
        }
        let (proxy, tls, ended) =
            (Arc::clone(&self.proxy), Arc::clone(&locked(&self.tls)), Arc::clone(&self.ended));
        let table = Arc::clone(&self.under_way);
        // The table is locked until the task is in it, so the task cannot take itself out before.
        let task = tokio::spawn(async move {
            let answer = exchange(&proxy, &tls, &sending, &body).await;
            // No await from here on: whoever is not aborted by now has told its end.
            ended(number, answer);
            locked(&table).remove(&number);
        });
        under_way.insert(number, task);
    }

    /// Believes one root more; false where it cannot be read.
    pub(crate) fn trust(&self, root: Vec<u8>) -> bool {
        let mut tls = locked(&self.tls);
        let more = tls.and(root);
        more.map(|more| *tls = Arc::new(more)).is_some()
    }

    /// Takes a request back. When this returns, nothing of it is sent any more.
    pub(crate) async fn abandon(&self, number: u64) {
        let task = locked(&self.under_way).remove(&number);
        if let Some(task) = task {
            self.end(number, task).await;
        }
    }

    /// Takes every request back.
    pub(crate) async fn abandon_all(&self) {
        let tasks = std::mem::take(&mut *locked(&self.under_way));
        tasks.values().for_each(JoinHandle::abort);
        for (number, task) in tasks {
            self.end(number, task).await;
        }
    }

    async fn end(&self, number: u64, task: JoinHandle<()>) {
        task.abort();
        if task.await.is_err() {
            (self.ended)(number, Err(Refusal::Abandoned));
        }
    }
}
