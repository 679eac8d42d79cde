//! A conversation over HTTP, each message a request of its own that somebody else makes for us. An answer is whole when
//! it comes; nothing is kept open, nothing is sent twice, and where a server leads nobody follows.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use rmcp::RoleClient;
use rmcp::model::{ClientRequest, ErrorCode, ErrorData, ServerResult};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::sync::mpsc::{self, Receiver, Sender};

use super::ClientError;
use super::lines::read;
use super::watch::Watch;

/// Messages that lie ready.
const READY: usize = 64;
/// Characters of a session's name.
const SESSION_CHARS: usize = 256;
/// The name of a session, and of the version that is spoken, in requests and answers.
const SESSION: &str = "mcp-session-id";
const VERSION: &str = "mcp-protocol-version";
const METHOD: &str = "mcp-method";
const NAME: &str = "mcp-name";

/// What a server answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    /// The status.
    pub status: u16,
    /// Header lines by their names in small letters.
    pub headers: Vec<(String, String)>,
    /// All of the body.
    pub body: Vec<u8>,
}

impl Answered {
    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(one, _)| one == name).map(|(_, value)| value.as_str())
    }
}

/// A request that is under way.
pub type Posting = Pin<Box<dyn Future<Output = Result<Answered, String>> + Send>>;

/// Makes one request to the server's one address, once. It is taken back when its future is dropped.
pub trait Post: Send + Sync + 'static {
    /// Sends a body with these header lines.
    fn post(&self, headers: Vec<(String, String)>, body: Vec<u8>) -> Posting;
}

/// Requests to a server, and what came back.
pub struct Posts {
    post: Arc<dyn Post>,
    watch: Arc<Watch>,
    known: Arc<Mutex<Known>>,
    ready: Sender<RxJsonRpcMessage<RoleClient>>,
    came: Receiver<RxJsonRpcMessage<RoleClient>>,
    gone: Arc<tokio::sync::Notify>,
}

/// What the server said of the conversation.
#[derive(Default)]
struct Known {
    session: Option<String>,
    version: Option<String>,
}

impl Posts {
    pub(super) fn new(post: Arc<dyn Post>, watch: Arc<Watch>) -> Self {
        let (ready, came) = mpsc::channel(READY);
        Self { post, watch, known: Arc::default(), ready, came, gone: Arc::default() }
    }
}

/// Reads an answer to one message.
fn messages(
    asked: &TxJsonRpcMessage<RoleClient>,
    in_session: bool,
    answered: &Answered,
) -> Result<Vec<RxJsonRpcMessage<RoleClient>>, ClientError> {
    if !(200..300).contains(&answered.status) {
        return refusal(asked, in_session, answered).map(|said| vec![said]);
    }
    let kind = answered.header("content-type").unwrap_or_default();
    // Only a question has an answer; some servers say something to the rest as well.
    let is_question = matches!(asked, TxJsonRpcMessage::<RoleClient>::Request(_));
    if answered.status == 202 || answered.body.is_empty() || !is_question {
        Ok(Vec::new())
    } else if kind.starts_with("text/event-stream") {
        events(&answered.body).iter().map(|event| read(event)).collect()
    } else {
        Ok(vec![understood(asked, read(&answered.body)?)])
    }
}

/// A server that answers what it does not know with nothing at all does not know it: it speaks an older version.
fn understood(
    asked: &TxJsonRpcMessage<RoleClient>,
    said: RxJsonRpcMessage<RoleClient>,
) -> RxJsonRpcMessage<RoleClient> {
    if let TxJsonRpcMessage::<RoleClient>::Request(request) = asked
        && let ClientRequest::DiscoverRequest(_) = &request.request
        && let RxJsonRpcMessage::<RoleClient>::Response(response) = &said
        && let ServerResult::EmptyResult(_) = &response.result
    {
        let error = ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "server/discover is not known", None);
        return RxJsonRpcMessage::<RoleClient>::error(error, Some(request.id.clone()));
    }
    said
}

/// A refusal of one question is an answer to it, whatever number the server gives it: one that has read nothing knows none.
/// That the session is over, that nobody is signed in, or that the server broke ends everything.
fn refusal(
    asked: &TxJsonRpcMessage<RoleClient>,
    in_session: bool,
    answered: &Answered,
) -> Result<RxJsonRpcMessage<RoleClient>, ClientError> {
    let status = ClientError::Status(answered.status);
    let TxJsonRpcMessage::<RoleClient>::Request(request) = asked else { return Err(status) };
    let is_over = matches!(answered.status, 401 | 403) || (answered.status == 404 && in_session);
    if is_over || !(400..500).contains(&answered.status) {
        return Err(status);
    }
    let error = match read(&answered.body) {
        Ok(RxJsonRpcMessage::<RoleClient>::Error(said)) => said.error,
        Ok(_) | Err(_) => ErrorData::invalid_request(status.to_string(), None),
    };
    Ok(RxJsonRpcMessage::<RoleClient>::error(error, Some(request.id.clone())))
}

/// The data of each event of a stream that is over.
fn events(body: &[u8]) -> Vec<Vec<u8>> {
    let text = String::from_utf8_lossy(body);
    let mut all = Vec::new();
    let mut data: Vec<&str> = Vec::new();
    for line in text.lines().chain([""]) {
        if let Some(more) = line.strip_prefix("data:") {
            data.push(more.strip_prefix(' ').unwrap_or(more));
        } else if line.is_empty() && !data.is_empty() {
            let event = data.join("\n");
            data.clear();
            if !event.trim().is_empty() {
                all.push(event.into_bytes());
            }
        }
    }
    all
}

impl Known {
    fn headers(&self, message: &Value) -> Vec<(String, String)> {
        let always =
            [("content-type", "application/json"), ("accept", "application/json, text/event-stream")];
        let always = always.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        let text = |pointer: &str| message.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
        // Newer versions have each request say what it is in its header, too.
        let said = text("/params/_meta/io.modelcontextprotocol~1protocolVersion");
        let is_newer = said.is_some();
        let known = [
            (SESSION, self.session.clone()),
            (VERSION, said.or_else(|| self.version.clone())),
            (METHOD, text("/method").filter(|_| is_newer)),
            (NAME, text("/params/name").filter(|_| is_newer)),
        ];
        let known = known.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        always.chain(known).collect()
    }

    fn learn(&mut self, answered: &Answered, messages: &[RxJsonRpcMessage<RoleClient>]) {
        let plain =
            |name: &&str| name.len() <= SESSION_CHARS && name.bytes().all(|byte| byte.is_ascii_graphic());
        if self.session.is_none() {
            self.session = answered.header(SESSION).filter(plain).map(str::to_owned);
        }
        for message in messages {
            if let RxJsonRpcMessage::<RoleClient>::Response(response) = message
                && let ServerResult::InitializeResult(said) = &response.result
            {
                self.version = Some(said.protocol_version.as_str().to_owned());
            }
        }
    }
}

impl Transport<RoleClient> for Posts {
    type Error = ClientError;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), ClientError>> + Send + 'static {
        self.watch.asks(&message);
        let (post, watch, known) = (Arc::clone(&self.post), Arc::clone(&self.watch), Arc::clone(&self.known));
        let (ready, gone) = (self.ready.clone(), Arc::clone(&self.gone));
        async move {
            let sent = async {
                let body =
                    serde_json::to_value(&message).map_err(|error| ClientError::Start(error.to_string()))?;
                let known_now = known.lock().map(|known| (known.headers(&body), known.session.is_some()));
                let (headers, in_session) = known_now.unwrap_or_default();
                let posted = post.post(headers, body.to_string().into_bytes()).await;
                let answered = posted.map_err(ClientError::Unreachable)?;
                watch.came(answered.body.len())?;
                let messages = messages(&message, in_session, &answered)?;
                if let Ok(mut known) = known.lock() {
                    known.learn(&answered, &messages);
                }
                for message in messages {
                    watch.takes(&message)?;
                    ready.send(message).await.map_err(|_| ClientError::Died)?;
                }
                Ok(())
            };
            let sent: Result<(), ClientError> = sent.await;
            if let Err(why) = &sent {
                watch.ended(why.clone());
                gone.notify_one();
            }
            sent
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        tokio::select! {
            biased;
            message = self.came.recv() => message,
            () = self.gone.notified() => None,
        }
    }

    async fn close(&mut self) -> Result<(), ClientError> {
        self.came.close();
        Ok(())
    }
}
