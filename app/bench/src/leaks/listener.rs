//! A listener that nothing may reach, one for each channel: it counts what reaches it.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Result;

use super::channel::Trace;

/// Counts connections or packets.
pub(super) struct Listener {
    port: u16,
    reached: Arc<AtomicUsize>,
}

impl Listener {
    pub(super) fn start(trace: Trace) -> Result<Self> {
        let reached = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&reached);
        let port = if trace == Trace::Udp {
            let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
            let port = socket.local_addr()?.port();
            thread::spawn(move || {
                while socket.recv_from(&mut [0; 2048]).is_ok() {
                    counter.fetch_add(1, Ordering::SeqCst);
                }
            });
            port
        } else {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
            let port = listener.local_addr()?.port();
            thread::spawn(move || {
                for stream in listener.incoming().flatten() {
                    counter.fetch_add(1, Ordering::SeqCst);
                    thread::spawn(move || answer(stream));
                }
            });
            port
        };
        Ok(Self { port, reached })
    }

    pub(super) const fn port(&self) -> u16 {
        self.port
    }

    /// How often it was reached since it was last asked.
    pub(super) fn take(&self) -> usize {
        self.reached.swap(0, Ordering::SeqCst)
    }

    pub(super) fn is_reached(&self) -> bool {
        self.reached.load(Ordering::SeqCst) > 0
    }
}

fn answer(mut stream: std::net::TcpStream) {
    // Whoever came is counted already; how it goes on does not matter.
    let _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
    let _ = stream.read(&mut [0; 4096]);
    let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
}
