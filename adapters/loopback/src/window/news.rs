//! The stream of news: one line for each, and a line now and then that says that it is still there.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame};
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::{Instant, Sleep};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

const HERE: &[u8] = b"{\"says\":\"here\"}\n";

/// The body of an answer that goes on until the news end, the window ends, or the page goes away.
pub(super) struct News {
    lines: mpsc::Receiver<String>,
    beat: Duration,
    next_beat: Pin<Box<Sleep>>,
    end: Pin<Box<WaitForCancellationFutureOwned>>,
    /// Free again when the stream is dropped.
    _place: OwnedSemaphorePermit,
}

impl News {
    pub(super) fn new(
        lines: mpsc::Receiver<String>,
        beat: Duration,
        place: OwnedSemaphorePermit,
        end: CancellationToken,
    ) -> Self {
        let next_beat = Box::pin(tokio::time::sleep(beat));
        Self { lines, beat, next_beat, end: Box::pin(end.cancelled_owned()), _place: place }
    }

    fn wind_up(&mut self) {
        let next = Instant::now() + self.beat;
        self.next_beat.as_mut().reset(next);
    }
}

impl Body for News {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.end.as_mut().poll(context).is_ready() {
            return Poll::Ready(None);
        }
        match self.lines.poll_recv(context) {
            Poll::Ready(Some(text)) => {
                self.wind_up();
                return Poll::Ready(Some(Ok(Frame::data(line(text)))));
            }
            Poll::Ready(None) => return Poll::Ready(None),
            Poll::Pending => {}
        }
        if self.next_beat.as_mut().poll(context).is_ready() {
            self.wind_up();
            return Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(HERE)))));
        }
        Poll::Pending
    }
}

/// One line. In JSON the end of a line can only be white space, so another white space means the same.
fn line(text: String) -> Bytes {
    let mut line = if text.contains(['\n', '\r']) { text.replace(['\n', '\r'], " ") } else { text };
    line.push('\n');
    Bytes::from(line)
}
