//! Where findings are told, from whichever thread they are made on.

use tokio::sync::mpsc::UnboundedSender;
use tokio::task::spawn_blocking;

use super::finding::{Finding, News};

/// Tells whoever listens. Who has gone away misses it, and the examination goes on.
#[derive(Clone)]
pub(super) struct Teller(UnboundedSender<News>);

impl Teller {
    pub(super) const fn new(to: UnboundedSender<News>) -> Self {
        Self(to)
    }

    pub(super) fn doing(&self, what: impl Into<String>) {
        _ = self.0.send(News::Doing(what.into()));
    }

    pub(super) fn progress(&self, stage: &'static str, done: u64, total: u64) {
        _ = self.0.send(News::Progress { stage, done, total });
    }

    pub(super) fn found(&self, finding: Finding) {
        _ = self.0.send(News::Found(finding));
    }

    /// Whether nobody listens any more.
    pub(super) fn is_alone(&self) -> bool {
        self.0.is_closed()
    }

    /// Waits until nobody listens any more.
    pub(super) async fn alone(&self) {
        self.0.closed().await;
    }
}

/// Does what would hold everything else up, on a thread of its own.
pub(super) async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match spawn_blocking(work).await {
        Ok(done) => done,
        // A check that broke off must not pass for one that found nothing.
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}
