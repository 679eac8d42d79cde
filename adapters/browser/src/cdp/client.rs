//! The client: calls with deadlines, answers by number, events to a listener and to subscribers.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::{mpsc, oneshot};

use super::framing::{FRAME_MAX_BYTES, Frames};
use super::{CdpError, Event};

/// Events a subscriber may fall behind. One that falls further behind sees its stream end, and knows.
const SUBSCRIBER_EVENTS: usize = 8192;

/// Console output and script errors of pages: nobody here reads them, and a page can make any amount.
const UNREAD: [&[u8]; 2] =
    [b"{\"method\":\"Runtime.consoleAPICalled\"", b"{\"method\":\"Runtime.exceptionThrown\""];

/// Who hears every event first, in order, before later answers are handed out.
pub trait Listener: Send + Sync {
    /// Something happened. Must return at once.
    fn event(&self, event: &Event);
    /// The browser is gone.
    fn closed(&self);
}

/// A connection to one browser.
#[derive(Clone)]
pub struct Client(Arc<Shared>);

struct Shared {
    outgoing: mpsc::UnboundedSender<Vec<u8>>,
    next: AtomicU64,
    /// None when the browser is gone.
    state: Mutex<Option<State>>,
    /// Let go when the browser is gone: it holds a client of its own.
    listener: Mutex<Option<Arc<dyn Listener>>>,
}

#[derive(Default)]
struct State {
    pending: HashMap<u64, oneshot::Sender<Answer>>,
    subscribers: Vec<Subscriber>,
}

type Answer = Result<Value, Refusal>;

struct Subscriber {
    session: Option<String>,
    events: mpsc::Sender<Event>,
}

#[derive(Deserialize)]
struct Message {
    id: Option<u64>,
    method: Option<String>,
    #[serde(default)]
    params: Value,
    #[serde(default)]
    result: Value,
    error: Option<Refusal>,
    #[serde(rename = "sessionId")]
    session: Option<String>,
}

#[derive(Deserialize)]
struct Refusal {
    #[serde(default)]
    code: i64,
    #[serde(default)]
    message: String,
}

impl Client {
    /// Speaks over these pipes until one of them ends.
    pub fn start(
        input: impl AsyncRead + Unpin + Send + 'static,
        output: impl AsyncWrite + Unpin + Send + 'static,
    ) -> Self {
        let (outgoing, queue) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared {
            outgoing,
            next: AtomicU64::new(1),
            state: Mutex::new(Some(State::default())),
            listener: Mutex::new(None),
        });
        tokio::spawn(write(queue, output, Arc::downgrade(&shared)));
        tokio::spawn(read(input, Arc::downgrade(&shared)));
        Self(shared)
    }

    /// Names who hears every event.
    pub fn listen(&self, listener: Arc<dyn Listener>) {
        *self.0.listener.lock().unwrap_or_else(PoisonError::into_inner) = Some(listener);
    }

    /// The browser's own session.
    #[must_use]
    pub fn browser(&self) -> Session {
        Session { client: self.clone(), id: None }
    }

    /// The session with this id.
    #[must_use]
    pub fn session(&self, id: &str) -> Session {
        Session { client: self.clone(), id: Some(id.into()) }
    }

    /// Whether the browser is gone.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.0.lock().is_none()
    }

    /// Ends the connection: everything pending fails now, everything later at once.
    pub fn close(&self) {
        self.0.close();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Option<State>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        drop(self.lock().take());
        let listener = self.listener.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(listener) = listener {
            listener.closed();
        }
    }

    fn receive(&self, frame: &[u8]) {
        if UNREAD.iter().any(|start| frame.starts_with(start)) {
            return;
        }
        let Ok(message) = serde_json::from_slice::<Message>(frame) else {
            self.close();
            return;
        };
        let Message { id, method, params, result, error, session } = message;
        match (id, method) {
            (Some(id), _) => {
                let waiting = self.lock().as_mut().and_then(|state| state.pending.remove(&id));
                if let Some(waiting) = waiting {
                    _ = waiting.send(error.map_or(Ok(result), Err));
                }
            }
            (None, Some(method)) => self.publish(&Event { method, params, session }),
            (None, None) => {}
        }
    }

    fn publish(&self, event: &Event) {
        let listener = self.listener.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(listener) = listener {
            listener.event(event);
        }
        let mut state = self.lock();
        let Some(state) = state.as_mut() else { return };
        // Dropping the sender ends the stream of a subscriber that is gone or too slow.
        state.subscribers.retain(|subscriber| {
            subscriber.session != event.session || subscriber.events.try_send(event.clone()).is_ok()
        });
    }
}

async fn read(input: impl AsyncRead + Unpin, shared: Weak<Shared>) {
    let mut frames = Frames::new(input);
    while let Ok(Some(frame)) = frames.next().await {
        let Some(shared) = shared.upgrade() else { return };
        shared.receive(frame);
    }
    if let Some(shared) = shared.upgrade() {
        shared.close();
    }
}

async fn write(
    mut queue: mpsc::UnboundedReceiver<Vec<u8>>,
    mut output: impl AsyncWrite + Unpin,
    shared: Weak<Shared>,
) {
    while let Some(frame) = queue.recv().await {
        if output.write_all(&frame).await.is_err() {
            break;
        }
    }
    if let Some(shared) = shared.upgrade() {
        shared.close();
    }
}

/// One conversation with the browser: with itself, a page, or a frame in another process.
#[derive(Clone)]
pub struct Session {
    client: Client,
    id: Option<Arc<str>>,
}

impl Session {
    /// Its id; none for the browser itself.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The connection it runs over.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Calls a method and waits for its answer, at most `within`.
    ///
    /// # Errors
    /// When the browser is gone, refuses the call, or does not answer in time.
    pub async fn call(&self, method: &str, params: Value, within: Duration) -> Result<Value, CdpError> {
        self.send(method, &params)?.answer(within).await
    }

    /// Sends a call now. Calls arrive in the order they are sent; the answer may be waited for or dropped.
    ///
    /// # Errors
    /// When the browser is gone or the call is too large.
    pub fn send(&self, method: &str, params: &Value) -> Result<Reply, CdpError> {
        let shared = &self.client.0;
        let id = shared.next.fetch_add(1, Ordering::Relaxed);
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = &self.id {
            message["sessionId"] = Value::from(&**session);
        }
        let mut frame = message.to_string().into_bytes();
        if frame.len() > FRAME_MAX_BYTES {
            return Err(CdpError::TooLarge { method: method.to_owned() });
        }
        frame.push(0);
        let (sender, answer) = oneshot::channel();
        let mut state = shared.lock();
        state.as_mut().ok_or(CdpError::Closed)?.pending.insert(id, sender);
        // Under the lock, so that two calls of one thread cannot change places with another's.
        shared.outgoing.send(frame).map_err(|_| CdpError::Closed)?;
        drop(state);
        Ok(Reply { method: method.to_owned(), id, answer, client: self.client.clone() })
    }

    /// Events of this session from now on. The stream ends with the browser, or when it is not read fast enough.
    #[must_use]
    pub fn subscribe(&self) -> mpsc::Receiver<Event> {
        let (sender, events) = mpsc::channel(SUBSCRIBER_EVENTS);
        if let Some(state) = self.client.0.lock().as_mut() {
            let session = self.id.as_deref().map(str::to_owned);
            state.subscribers.push(Subscriber { session, events: sender });
        }
        events
    }
}

/// An answer that is on its way.
pub struct Reply {
    method: String,
    id: u64,
    answer: oneshot::Receiver<Answer>,
    client: Client,
}

impl Reply {
    /// Waits for the answer, at most `within`.
    ///
    /// # Errors
    /// When the browser is gone, refuses the call, or does not answer in time.
    pub async fn answer(mut self, within: Duration) -> Result<Value, CdpError> {
        let method = core::mem::take(&mut self.method);
        match tokio::time::timeout(within, &mut self.answer).await {
            Ok(Ok(Ok(result))) => Ok(result),
            Ok(Ok(Err(Refusal { code, message }))) => Err(CdpError::Refused { method, code, message }),
            Ok(Err(_)) => Err(CdpError::Closed),
            Err(_) => Err(CdpError::TimedOut { method, within }),
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        if let Some(state) = self.client.0.lock().as_mut() {
            state.pending.remove(&self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, DuplexStream, duplex};

    use super::*;

    const SOON: Duration = Duration::from_millis(200);

    fn pair() -> (Client, DuplexStream, DuplexStream) {
        let (client_in, browser_out) = duplex(1 << 20);
        let (browser_in, client_out) = duplex(1 << 20);
        (Client::start(client_in, client_out), browser_in, browser_out)
    }

    async fn say(out: &mut DuplexStream, text: &str) {
        out.write_all(text.as_bytes()).await.unwrap();
        out.write_all(&[0]).await.unwrap();
    }

    #[tokio::test]
    async fn answers_find_their_call_in_any_order() {
        let (client, _in, mut out) = pair();
        let first = client.browser().send("A.a", &json!({})).unwrap();
        let second = client.session("s").send("B.b", &json!({})).unwrap();
        say(&mut out, r#"{"id":2,"result":{"n":2},"sessionId":"s"}"#).await;
        say(&mut out, r#"{"id":1,"error":{"code":-32000,"message":"no"}}"#).await;
        assert_eq!(second.answer(SOON).await.unwrap()["n"], 2);
        assert!(matches!(first.answer(SOON).await, Err(CdpError::Refused { code: -32000, .. })));
    }

    #[tokio::test]
    async fn a_call_without_an_answer_ends_at_its_deadline_and_leaves_nothing() {
        let (client, _in, _out) = pair();
        let answer = client.browser().call("A.a", json!({}), Duration::from_millis(10)).await;
        assert!(matches!(answer, Err(CdpError::TimedOut { .. })));
        assert!(client.0.lock().as_ref().unwrap().pending.is_empty());
    }

    #[tokio::test]
    async fn the_end_of_the_pipe_fails_everything_pending_and_later() {
        let (client, _in, out) = pair();
        let pending = client.browser().send("A.a", &json!({})).unwrap();
        let mut events = client.browser().subscribe();
        drop(out);
        assert!(matches!(pending.answer(SOON).await, Err(CdpError::Closed)));
        assert!(events.recv().await.is_none());
        assert!(matches!(client.browser().call("A.a", json!({}), SOON).await, Err(CdpError::Closed)));
    }

    #[tokio::test]
    async fn nonsense_closes_and_never_panics() {
        for nonsense in ["{", "[]", "\u{fffd}", "{\"id\":\"x\"}", "null"] {
            let (client, _in, mut out) = pair();
            say(&mut out, nonsense).await;
            let answer = client.browser().call("A.a", json!({}), SOON).await;
            assert!(matches!(answer, Err(CdpError::Closed)), "{nonsense}");
        }
    }

    #[tokio::test]
    async fn a_subscriber_that_lags_sees_its_stream_end() {
        let (client, _in, mut out) = pair();
        let mut events = client.browser().subscribe();
        for _ in 0..=SUBSCRIBER_EVENTS {
            say(&mut out, r#"{"method":"A.a","params":{}}"#).await;
        }
        let pending = client.browser().send("A.a", &json!({})).unwrap();
        say(&mut out, r#"{"id":1,"result":{}}"#).await;
        pending.answer(SOON).await.unwrap();
        let mut seen = 0;
        while events.recv().await.is_some() {
            seen += 1;
        }
        assert_eq!(seen, SUBSCRIBER_EVENTS);
    }

    #[tokio::test]
    async fn calls_go_out_as_written() {
        let (client, mut input, _out) = pair();
        let _reply = client.session("s").send("A.a", &json!({ "x": 1 })).unwrap();
        let mut bytes = vec![0; 128];
        let read = input.read(&mut bytes).await.unwrap();
        assert_eq!(
            &bytes[..read],
            b"{\"id\":1,\"method\":\"A.a\",\"params\":{\"x\":1},\"sessionId\":\"s\"}\0"
        );
    }
}
