//! A conversation over pipes: one message a line, each bounded before there is room made for it.

use std::io;
use std::sync::Arc;

use rmcp::RoleClient;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::Mutex;

use super::ClientError;
use super::watch::Watch;

/// Letters of what it said that are shown.
const SHOWN: usize = 60;

/// Both ends of a server's pipes. What is not of the protocol ends it.
pub struct Lines<R, W> {
    read: BufReader<R>,
    write: Arc<Mutex<Option<W>>>,
    line: Vec<u8>,
    watch: Arc<Watch>,
}

impl<R: AsyncRead + Unpin + Send, W: AsyncWrite + Unpin + Send + 'static> Lines<R, W> {
    pub(super) fn new(read: R, write: W, watch: Arc<Watch>) -> Self {
        Self { read: BufReader::new(read), write: Arc::new(Mutex::new(Some(write))), line: Vec::new(), watch }
    }

    /// The next line, without its end. What was read of one stays here if nobody waits for the rest of it now.
    async fn line(&mut self) -> Result<Vec<u8>, ClientError> {
        loop {
            let buffer = self.read.fill_buf().await.map_err(|_| ClientError::Died)?;
            if buffer.is_empty() {
                return Err(ClientError::Died);
            }
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(buffer.len(), |end| end + 1);
            self.watch.came(taken)?;
            self.line.extend_from_slice(buffer.get(..end.unwrap_or(taken)).unwrap_or_default());
            self.read.consume(taken);
            let most = self.watch.limits.line_bytes;
            if self.line.len() > most {
                return Err(ClientError::Flood(format!("a message of more than {most} bytes")));
            }
            if end.is_some() {
                return Ok(std::mem::take(&mut self.line));
            }
        }
    }

    async fn message(&mut self) -> Result<RxJsonRpcMessage<RoleClient>, ClientError> {
        let line = self.line().await?;
        let message = read(&line)?;
        self.watch.takes(&message)?;
        Ok(message)
    }
}

/// One message.
pub(super) fn read(text: &[u8]) -> Result<RxJsonRpcMessage<RoleClient>, ClientError> {
    serde_json::from_slice(text).map_err(|_| {
        let start: String = String::from_utf8_lossy(text).chars().take(SHOWN).collect();
        let start: String = start.chars().map(|one| if one.is_control() { ' ' } else { one }).collect();
        ClientError::Nonsense(format!("`{start}` is no message"))
    })
}

impl<R, W> Transport<RoleClient> for Lines<R, W>
where
    R: AsyncRead + Unpin + Send,
    W: AsyncWrite + Unpin + Send + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.watch.asks(&message);
        let write = Arc::clone(&self.write);
        async move {
            let mut line = serde_json::to_vec(&message).map_err(io::Error::other)?;
            line.push(b'\n');
            let mut write = write.lock().await;
            let write = write.as_mut().ok_or(io::ErrorKind::NotConnected)?;
            write.write_all(&line).await?;
            write.flush().await
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        match self.message().await {
            Ok(message) => Some(message),
            Err(why) => {
                self.watch.ended(why);
                None
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.write.lock().await.take();
        Ok(())
    }
}
