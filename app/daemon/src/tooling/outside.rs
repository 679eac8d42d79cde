//! The way of tools to servers: through a network process of their own.

use std::path::PathBuf;
use std::sync::Arc;

use laika_net::{NetWorker, Refusal, SendError, WorkerOptions};
use laika_protocol::http::{HttpRequest, HttpResponse};
use laika_protocol::ids::ReasonCode;
use laika_protocol::{ErrorCode, ToolError};
use laika_tools::Bounds;
use laika_tools::outside::{Destination, Outside};
use tokio::runtime::Handle;
use tokio::sync::Mutex;

use super::is_over;

/// The network process of tools, started when one first needs it.
pub(super) struct NetOutside {
    laika: PathBuf,
    worker: Mutex<Option<Arc<NetWorker>>>,
}

impl NetOutside {
    /// `laika` is this program; with `net-worker` it becomes the network process.
    pub(super) fn new(laika: PathBuf) -> Self {
        Self { laika, worker: Mutex::default() }
    }

    async fn worker(&self) -> Result<Arc<NetWorker>, ToolError> {
        let mut worker = self.worker.lock().await;
        if let Some(running) = &*worker {
            return Ok(Arc::clone(running));
        }
        let started = NetWorker::start(&self.laika, &["net-worker"], WorkerOptions::default()).await;
        let started = started.map_err(|error| ToolError::new(ErrorCode::Unavailable, error.to_string()))?;
        Ok(Arc::clone(worker.insert(Arc::new(started))))
    }

    async fn exchange(&self, request: HttpRequest, to: &Destination) -> Result<HttpResponse, ToolError> {
        let running = self.worker().await?;
        let sent = running.send(request, to.origin.clone(), to.private).await;
        if matches!(sent, Err(SendError::Worker(_))) {
            // One that broke is not asked again; the next call gets another.
            self.worker.lock().await.take_if(|worker| Arc::ptr_eq(worker, &running));
        }
        sent.map_err(|error| unsent(&error))
    }
}

impl Outside for NetOutside {
    fn send(
        &self,
        mut request: HttpRequest,
        to: &Destination,
        bounds: &Bounds,
    ) -> Result<HttpResponse, ToolError> {
        let left = u64::try_from(bounds.left().as_millis()).unwrap_or(u64::MAX);
        request.deadline_ms = request.deadline_ms.min(left);
        Handle::current().block_on(async {
            tokio::select! {
                biased;
                // The request is taken back when its future is dropped.
                error = is_over(bounds) => Err(error),
                sent = self.exchange(request, to) => sent,
            }
        })
    }
}

fn unsent(error: &SendError) -> ToolError {
    let SendError::Refused(refusal) = error else {
        return ToolError::new(ErrorCode::Unavailable, error.to_string());
    };
    let code = match refusal {
        Refusal::Timeout => ErrorCode::Timeout,
        Refusal::Abandoned => ErrorCode::Cancelled,
        Refusal::Malformed => ErrorCode::InvalidArgument,
        Refusal::NotFound => ErrorCode::NotFound,
        Refusal::Unreachable
        | Refusal::TooMany
        | Refusal::BrokenOff
        | Refusal::NotHttp
        | Refusal::Compressed
        | Refusal::TooLarge => ErrorCode::Unavailable,
        Refusal::Origin | Refusal::Private | Refusal::Own | Refusal::Unencrypted | Refusal::Certificate => {
            ErrorCode::PolicyDenied
        }
    };
    ToolError { reason: ReasonCode::parse(refusal.code()).ok(), ..ToolError::new(code, refusal.to_string()) }
}
