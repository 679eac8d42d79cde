//! The way to a server: through the network process, and to nowhere else.

use std::path::Path;

use laika_model::Cancel;
use laika_model::remote::{Base, Wire, WireError};
use laika_net::{NetError, NetWorker, Refusal, SendError, WorkerOptions};
use laika_protocol::http::{HttpRequest, HttpResponse};
use laika_protocol::ids::Origin;

/// A network process of its own that speaks to one server. It ends with this.
#[derive(Debug)]
pub struct NetWire {
    worker: NetWorker,
    server: Origin,
    private: bool,
}

impl NetWire {
    /// Starts the process. `laika` is this program; with `net-worker` it becomes the network process.
    ///
    /// # Errors
    /// When it does not come up.
    pub async fn start(laika: &Path, base: &Base) -> Result<Self, NetError> {
        let worker = NetWorker::start(laika, &["net-worker"], WorkerOptions::default()).await?;
        // The person named this address, so it may be on their own machine or network.
        Ok(Self { worker, server: base.origin().clone(), private: base.is_private() })
    }
}

impl Wire for NetWire {
    async fn send(&self, request: HttpRequest, cancel: &Cancel) -> Result<HttpResponse, WireError> {
        tokio::select! {
            biased;
            // The request is taken back when its future is dropped.
            () = cancel.cancelled() => Err(WireError::Cancelled),
            sent = self.worker.send(request, self.server.clone(), self.private) => sent.map_err(|error| unsent(&error)),
        }
    }
}

fn unsent(error: &SendError) -> WireError {
    let why = error.to_string();
    match error {
        SendError::Worker(_) => WireError::NotSent(why),
        SendError::Refused(refusal) => match refusal {
            Refusal::Timeout => WireError::Timeout,
            Refusal::TooLarge => WireError::TooLarge,
            Refusal::Abandoned => WireError::Cancelled,
            Refusal::Unreachable | Refusal::NotFound | Refusal::TooMany => WireError::NotSent(why),
            Refusal::BrokenOff | Refusal::NotHttp | Refusal::Compressed => WireError::Lost(why),
            Refusal::Malformed
            | Refusal::Origin
            | Refusal::Private
            | Refusal::Own
            | Refusal::Unencrypted
            | Refusal::Certificate => WireError::Refused(why),
        },
    }
}

/// A way that leads nowhere: for looking at what would be sent.
#[derive(Clone, Copy, Debug)]
pub struct NoWire;

impl Wire for NoWire {
    async fn send(&self, _: HttpRequest, _: &Cancel) -> Result<HttpResponse, WireError> {
        Err(WireError::Refused("this only shows what would be sent".into()))
    }
}
