//! One browser context in the worker: its rules, its credentials, its counts and its open connections.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use laika_os::address::Reach;
use laika_protocol::secret::Secret;
use tokio::sync::Notify;

use crate::count::{Counts, HostCount, Kind, Row};
use crate::hold::Holds;
use crate::parent::IdleClosed;
use crate::problem::Problem;
use crate::rules::{Admission, Judge, Way};
use crate::target::Target;

/// A browser opens at most 32 connections to a proxy, and 255 for WebSockets.
const MOST_CONNECTIONS: usize = 288;

/// A tunnel is idle when nothing went through it for this long.
const IDLE_AFTER: Duration = Duration::from_millis(250);

#[derive(Debug)]
pub(crate) struct Context {
    password: Secret,
    judge: Mutex<Arc<Judge>>,
    counts: Mutex<Counts>,
    open: Mutex<Open>,
    ended: Notify,
    pub(crate) holds: Holds,
}

#[derive(Debug, Default)]
struct Open {
    closed: bool,
    last: u64,
    connections: HashMap<u64, Arc<Connection>>,
}

/// One admitted request on its way, for as long as it lasts.
#[derive(Debug)]
pub(crate) struct Connection {
    target: Target,
    way: Way,
    reach: Reach,
    pub(crate) row: Arc<Row>,
    pub(crate) stop: Notify,
    began: Instant,
    /// Milliseconds from the beginning to the last byte.
    last_byte: AtomicU64,
}

impl Connection {
    pub(crate) fn touch(&self) {
        let now = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.last_byte.store(now, Ordering::Relaxed);
    }

    pub(crate) fn quiet_for(&self) -> Duration {
        self.began.elapsed().saturating_sub(Duration::from_millis(self.last_byte.load(Ordering::Relaxed)))
    }
}

/// Takes a connection off the list when it ends.
pub(crate) struct Entry {
    pub(crate) context: Arc<Context>,
    number: u64,
    pub(crate) connection: Arc<Connection>,
}

impl Drop for Entry {
    fn drop(&mut self) {
        locked(&self.context.open).connections.remove(&self.number);
        self.context.ended.notify_waiters();
    }
}

/// What a panicking thread left behind is still true: every change here is made in one step.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Context {
    pub(crate) fn new(judge: Judge, password: Secret) -> Self {
        Self {
            password,
            judge: Mutex::new(Arc::new(judge)),
            counts: Mutex::default(),
            open: Mutex::default(),
            ended: Notify::new(),
            holds: Holds::default(),
        }
    }

    /// Whether a password is the one of this context, in a time that does not tell how much of it is right.
    pub(crate) fn knows(&self, password: &str) -> bool {
        let (ours, theirs) = (self.password.expose().as_bytes(), password.as_bytes());
        let differing = ours.iter().zip(theirs).fold(0, |sum, (one, other)| sum | (one ^ other));
        ours.len() == theirs.len() && std::hint::black_box(differing) == 0
    }

    pub(crate) fn judge(&self) -> Arc<Judge> {
        Arc::clone(&locked(&self.judge))
    }

    pub(crate) fn row(&self, target: &Target, kind: Kind) -> Arc<Row> {
        locked(&self.counts).row(target, kind)
    }

    pub(crate) fn counts(&self) -> Vec<HostCount> {
        locked(&self.counts).list()
    }

    /// Puts an admitted request on the list of open ones.
    pub(crate) fn enter(
        self: &Arc<Self>,
        target: &Target,
        way: Way,
        admission: Admission,
    ) -> Result<Entry, Problem> {
        let row = self.row(target, admission.kind);
        let mut open = locked(&self.open);
        if open.closed || open.connections.len() >= MOST_CONNECTIONS {
            return Err(Problem::TooMany);
        }
        open.last += 1;
        let connection = Arc::new(Connection {
            target: target.clone(),
            way,
            reach: admission.reach,
            row,
            stop: Notify::new(),
            began: Instant::now(),
            last_byte: AtomicU64::new(0),
        });
        let number = open.last;
        open.connections.insert(number, Arc::clone(&connection));
        Ok(Entry { context: Arc::clone(self), number, connection })
    }

    /// Changes the rules, and ends what they no longer admit.
    pub(crate) async fn update(&self, judge: Judge) {
        let judge = Arc::new(judge);
        *locked(&self.judge) = Arc::clone(&judge);
        let still = |connection: &Connection| {
            judge.judge(&connection.target, connection.way).is_ok_and(|admission| {
                admission.reach == connection.reach || admission.reach == Reach::Private
            })
        };
        self.end(|connection| !still(connection)).await;
    }

    /// Ends everything, for good.
    pub(crate) async fn close(&self) {
        locked(&self.open).closed = true;
        self.end(|_| true).await;
    }

    /// Ends the tunnels to a host that nothing goes through.
    pub(crate) async fn close_idle(&self, host: &str) -> IdleClosed {
        let here = |connection: &Connection| connection.target.host.to_string() == host;
        let closed = self.end(|connection| here(connection) && connection.quiet_for() >= IDLE_AFTER).await;
        let busy = locked(&self.open).connections.values().filter(|connection| here(connection)).count();
        IdleClosed { closed, busy }
    }

    /// Ends those that are meant, and returns when they have ended.
    async fn end(&self, meant: impl Fn(&Connection) -> bool) -> usize {
        let ending: Vec<u64> = {
            let open = locked(&self.open);
            let chosen = open.connections.iter().filter(|(_, connection)| meant(connection));
            chosen
                .inspect(|(_, connection)| connection.stop.notify_one())
                .map(|(number, _)| *number)
                .collect()
        };
        loop {
            let ended = self.ended.notified();
            tokio::pin!(ended);
            ended.as_mut().enable();
            if !ending.iter().any(|number| locked(&self.open).connections.contains_key(number)) {
                return ending.len();
            }
            ended.await;
        }
    }
}
