//! Prints a document of ours: in a context of its own that reaches nothing, where no script runs.
//!
//! The document is made by us and escaped. Should something of a page get into it as more than words, it still finds
//! no way out: its policy forbids everything but its own styles, its scripts are switched off, every document it asks
//! for is refused, and all else goes to a port at which nobody answers.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use laika_protocol::secret::Secret;
use laika_protocol::{ErrorCode, ToolError};
use serde_json::{Value, json};
use tokio::net::TcpSocket;
use tokio::time::{Instant, timeout_at};

use crate::cdp::{CdpError, Session};
use crate::context::{Context, ContextOptions, NavigationRequest, NavigationRule};
use crate::error::fault;
use crate::hub::{Hub, text};
use crate::launch::ProxyAccess;
use crate::{BrowserError, CALL};

/// Bytes of a document that is printed.
pub const MOST_DOCUMENT: usize = 16 * 1024 * 1024;
/// Bytes of what is printed.
pub const MOST_PRINTED: usize = 32 * 1024 * 1024;
/// From the first call until all is read.
const PRINT: Duration = Duration::from_secs(30);
/// Bytes of one piece of it.
const PIECE: usize = 512 * 1024;

/// Stands before every document, also before its own doctype, which then counts no more. Switching scripts off does not
/// reach a sandboxed frame, which has a process of its own; this policy does, for a frame inherits it.
const POLICY: &str = "<!doctype html><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
    style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">";

/// Why nothing was printed.
#[derive(Debug, thiserror::Error)]
pub enum PrintError {
    /// There is more of it than is printed.
    #[error("this is too long to print; choose less of it, or another format")]
    TooLarge,
    /// It takes too long.
    #[error("printing took longer than {} s and was stopped", PRINT.as_secs())]
    TimedOut,
    /// What came is no PDF.
    #[error("the browser printed something that is no PDF")]
    NotPdf,
    /// No port could be kept shut, so there would be a way out.
    #[error("the page to print could not be shut in: {0}")]
    NotShut(#[source] std::io::Error),
    /// There is no browser, or it does not do what it is told.
    #[error(transparent)]
    Browser(#[from] BrowserError),
}

impl From<CdpError> for PrintError {
    fn from(error: CdpError) -> Self {
        Self::Browser(error.into())
    }
}

impl From<PrintError> for ToolError {
    fn from(error: PrintError) -> Self {
        let (code, reason) = match error {
            PrintError::Browser(error) => return error.into(),
            PrintError::TooLarge => (ErrorCode::InvalidArgument, "E_PRINT_TOO_LARGE"),
            PrintError::TimedOut => (ErrorCode::Timeout, "E_PRINT_SLOW"),
            PrintError::NotPdf => (ErrorCode::Internal, "E_PRINT_NOT_PDF"),
            PrintError::NotShut(_) => (ErrorCode::Unavailable, "E_PRINT_NOT_SHUT"),
        };
        fault(code, reason, error.to_string())
    }
}

/// A printed page goes nowhere.
struct Nowhere;

impl NavigationRule for Nowhere {
    fn allows(&self, _: &NavigationRequest) -> Result<(), ToolError> {
        Err(fault(ErrorCode::PolicyDenied, "E_PRINT_LOADS_NOTHING", "a page that is printed loads nothing"))
    }
}

/// A port that is taken and at which nobody listens: whoever connects is refused, and no program can come to sit there.
struct ShutPort {
    address: SocketAddr,
    _taken: TcpSocket,
}

impl ShutPort {
    fn take() -> std::io::Result<Self> {
        let taken = TcpSocket::new_v4()?;
        taken.bind((Ipv4Addr::LOCALHOST, 0).into())?;
        Ok(Self { address: taken.local_addr()?, _taken: taken })
    }

    fn as_proxy(&self) -> ProxyAccess {
        ProxyAccess { address: self.address, user: String::new(), password: Secret::new(String::new()) }
    }
}

/// Prints a document; the bytes of a PDF.
pub(crate) async fn print(hub: &Arc<Hub>, html: &str) -> Result<Vec<u8>, PrintError> {
    if html.len() > MOST_DOCUMENT {
        return Err(PrintError::TooLarge);
    }
    // A task of its own: whoever waits may give up at any moment, and what was opened is closed all the same.
    let printing = tokio::spawn(open_print_close(Arc::clone(hub), html.to_owned()));
    printing.await.unwrap_or_else(|_| Err(CdpError::Closed.into()))
}

async fn open_print_close(hub: Arc<Hub>, html: String) -> Result<Vec<u8>, PrintError> {
    let deadline = Instant::now() + PRINT;
    let port = ShutPort::take().map_err(PrintError::NotShut)?;
    let options = ContextOptions { proxy: Some(port.as_proxy()), ..ContextOptions::new(Arc::new(Nowhere)) };
    // Not under the deadline: a context that is made while nobody waits for it would stay.
    let context = Context::new(hub.fresh_context(options).await?);
    let printed = timeout_at(deadline, print_in(&context, &html)).await.unwrap_or(Err(PrintError::TimedOut));
    context.dispose().await;
    // The port stays taken as long as there is a page that could knock at it.
    drop(port);
    printed
}

async fn print_in(context: &Context, html: &str) -> Result<Vec<u8>, PrintError> {
    let page = context.open().await?.session();
    let blocked = json!({ "urls": ["*"] });
    let offline = json!({ "offline": true, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0 });
    page.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }), CALL).await?;
    page.call("Network.enable", json!({}), CALL).await?;
    page.call("Network.setBlockedURLs", blocked, CALL).await?;
    page.call("Network.emulateNetworkConditions", offline, CALL).await?;
    let tree = page.call("Page.getFrameTree", json!({}), CALL).await?;
    let frame = text(&tree["frameTree"]["frame"], "id");
    let content = json!({ "frameId": frame, "html": format!("{POLICY}{html}") });
    page.call("Page.setDocumentContent", content, PRINT).await?;
    let printed = page.call("Page.printToPDF", paper(), PRINT).await?;
    let pdf = read(&page, text(&printed, "stream")).await?;
    if pdf.starts_with(b"%PDF-") { Ok(pdf) } else { Err(PrintError::NotPdf) }
}

/// A4, in inches; what the document says about its pages goes first.
fn paper() -> Value {
    json!({ "paperWidth": 8.27, "paperHeight": 11.69, "marginTop": 0.7, "marginBottom": 0.7, "marginLeft": 0.7,
        "marginRight": 0.7, "printBackground": true, "preferCSSPageSize": true, "displayHeaderFooter": false,
        "generateTaggedPDF": true, "transferMode": "ReturnAsStream" })
}

/// Reads what was printed piece by piece, so that no message is large and too much is noticed early.
async fn read(page: &Session, stream: &str) -> Result<Vec<u8>, PrintError> {
    let mut pdf = Vec::new();
    loop {
        let piece = page.call("IO.read", json!({ "handle": stream, "size": PIECE }), CALL).await?;
        let data = text(&piece, "data");
        if piece["base64Encoded"].as_bool() == Some(true) {
            STANDARD.decode_vec(data, &mut pdf).map_err(|_| PrintError::NotPdf)?;
        } else {
            pdf.extend_from_slice(data.as_bytes());
        }
        if pdf.len() > MOST_PRINTED {
            return Err(PrintError::TooLarge);
        }
        if piece["eof"].as_bool() != Some(false) {
            break;
        }
    }
    page.call("IO.close", json!({ "handle": stream }), CALL).await?;
    Ok(pdf)
}
