//! The server: one for a folder, until it is told to end.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use laika_protocol::ids::{Origin, ProfileId, RunId};
use laika_protocol::wire::{AppState, SiteMode};
use laika_store::{Options, Store};
use rustix::process::geteuid;
use tokio::net::UnixListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Notify;

use super::agent::Loud;
use super::attend::{attend, turn_away};
use super::collection::Own;
use super::error::{Refusal, ServeError};
use super::hub::Hub;
use super::instance::Instance;
use super::message::Choice;
use super::peer::{Peer, Tree};
use crate::agents::{AgentName, Agents, Hands, Runs};
use crate::browsers::Browsers;
use crate::collecting::{Captures, Collecting, Print, Shelf, start_captures};
use crate::service::Service;
use crate::working::{Agreed, Order, StartModel, Thinker, Workshop};
use crate::{DaemonError, Settings, is_locked, now_ms};

/// How often a server that ends by itself looks whether it is idle.
const IDLE_TICK: Duration = Duration::from_millis(500);
/// More programs at once are turned away.
const MOST_CLIENTS: usize = 64;

/// Says how a model is started; the flag is whether the run is private.
pub type PickModel = Arc<dyn Fn(&Choice, bool) -> Result<StartModel, Refusal> + Send + Sync>;

/// The grants that Laika itself knows, by name, where one may answer for this order.
pub type NamedGrants = Arc<dyn Fn(&str, &Order) -> Result<Agreed, Refusal> + Send + Sync>;

/// What a server is set up with.
pub struct Setup {
    /// Laika's folder.
    pub folder: PathBuf,
    /// What the loop is set up with.
    pub settings: Settings,
    /// This program, which is also the process of the network.
    pub program: PathBuf,
    /// How models are started.
    pub models: PickModel,
    /// The grants that are known by name.
    pub grants: NamedGrants,
    /// How long it stays where nothing is at work and nobody is connected; until it is told to end if not given.
    pub idle_exit: Option<Duration>,
}

/// What every connection shares.
pub(super) struct Shared {
    service: Mutex<Option<Service>>,
    pub(super) hub: Arc<Hub>,
    pub(super) browsers: Browsers,
    /// How much the person lets Laika do on a site, until it ends.
    pub(super) modes: Mutex<HashMap<Origin, SiteMode>>,
    pub(super) folder: PathBuf,
    pub(super) models: PickModel,
    pub(super) grants: NamedGrants,
    thinks: Thinks,
    pub(super) agents: Agents,
    /// The agents that are connected, by the number of their connection.
    agents_here: Mutex<HashMap<u64, (AgentName, Tree)>>,
    /// Who began the runs of agents, and so cannot answer for them.
    pub(super) asking: Mutex<HashMap<RunId, Tree>>,
    /// The profiles whose panels began runs.
    owners: Mutex<HashMap<RunId, ProfileId>>,
    collecting: Mutex<Option<Arc<Collecting>>>,
    pub(super) quit: Notify,
    pub(super) since_ms: u64,
    idle_exit: Option<Duration>,
    clients: AtomicUsize,
}

/// How the model of each run is started.
type Thinks = Arc<Mutex<HashMap<RunId, StartModel>>>;

impl Shared {
    /// The loop, for a moment. Nothing that is done with it waits for anything.
    pub(super) fn service(&self) -> MutexGuard<'_, Option<Service>> {
        self.service.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nobody would miss it: nothing is at work, and nobody is connected.
    fn is_idle(&self) -> bool {
        let collects = || self.collecting().is_ok_and(|collecting| collecting.is_busy());
        self.clients.load(Ordering::Relaxed) == 0 && self.hub.at_work().is_empty() && !collects()
    }

    /// Collections, until Laika ends.
    pub(super) fn collecting(&self) -> Result<Arc<Collecting>, Refusal> {
        let here = self.collecting.lock().unwrap_or_else(PoisonError::into_inner);
        here.clone().ok_or_else(|| Refusal::new("E_ENDING", "Laika is ending"))
    }

    /// Says whose panel began a run.
    pub(super) fn own(&self, run: &RunId, profile: &ProfileId) {
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        owners.retain(|run, _| self.hub.status(run).is_none_or(|status| !status.is_over()));
        owners.insert(run.clone(), profile.clone());
    }

    /// The profile that a run belongs to: whose panel began it, or as the log says for one of an earlier process.
    pub(super) fn owner(&self, run: &RunId) -> Option<ProfileId> {
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = owners.get(run) {
            return Some(known.clone());
        }
        // It never changes, so the log is asked once.
        let profile = reader(&self.folder).ok()?.run(run).ok()??.row.profile;
        owners.insert(run.clone(), profile.clone());
        Some(profile)
    }

    pub(super) fn agent_came(&self, number: u64, name: AgentName, tree: Tree) {
        self.agents_here.lock().unwrap_or_else(PoisonError::into_inner).insert(number, (name, tree));
    }

    pub(super) fn agent_left(&self, number: u64) {
        self.agents_here.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
    }

    /// The processes behind an agent of this name.
    pub(super) fn trees_of(&self, name: &AgentName) -> Vec<Tree> {
        let here = self.agents_here.lock().unwrap_or_else(PoisonError::into_inner);
        here.values().filter(|(other, _)| other == name).map(|(_, tree)| tree.clone()).collect()
    }

    /// Says what thinks for a run. Those of runs that are over are let go.
    pub(super) fn thinks(&self, run: &RunId, start: StartModel) {
        let mut thinks = self.thinks.lock().unwrap_or_else(PoisonError::into_inner);
        thinks.retain(|run, _| self.hub.status(run).is_none_or(|status| !status.is_over()));
        thinks.insert(run.clone(), start);
    }
}

/// A server that is ready.
pub struct Server {
    instance: Instance,
    listener: std::os::unix::net::UnixListener,
    shared: Arc<Shared>,
}

impl Server {
    /// Takes the folder, reads back what was at work, and opens the socket. Nobody can look into this process afterwards.
    ///
    /// # Errors
    /// When another one serves this folder or writes to its log, or the socket cannot be opened.
    pub fn open(setup: Setup) -> Result<Self, ServeError> {
        let Setup { folder, settings, program, models, grants, idle_exit } = setup;
        laika_os::harden::harden().map_err(ServeError::Harden)?;
        let mut instance = Instance::take(&folder)?;
        let store = Store::open(Options::folder(&folder), now_ms()).map_err(DaemonError::Store)?;
        let app = if is_locked(&folder) { AppState::Locked } else { AppState::Online };
        let (hub, thinks) = (Arc::new(Hub::new(app)), Thinks::default());
        let chosen = Arc::clone(&thinks);
        let runs = Runs::default();
        let captures = Captures::default();
        let heard = Arc::new(Loud { hub: Arc::clone(&hub), runs: runs.clone(), captures: captures.clone() });
        let (wires, looks) = (runs.clone(), captures.clone());
        let agents = Agents::new(&folder, runs, Arc::clone(&hub) as _, settings.ask_timeout);
        let workshop = Workshop::new(
            program,
            Arc::new(move |run, _| {
                if let Some(agent) = wires.planner(run) {
                    return Box::new(agent);
                }
                if let Some(look) = looks.planner(run) {
                    return look;
                }
                let chosen = chosen.lock().unwrap_or_else(PoisonError::into_inner);
                let none: StartModel = Arc::new(|| Box::pin(async { Ok(None) }));
                Box::new(Thinker::new(chosen.get(run).map_or(none, Arc::clone)))
            }),
        );
        let browsers = Browsers::none().map_err(Refusal::from)?;
        let workshop = workshop.connected(browsers.clone());
        let collecting = Collecting::open(store.clone(), &settings, captures, Arc::clone(&hub) as _)?;
        let collecting = Arc::new(collecting);
        // What prints is there once everything is.
        let own: Arc<OnceLock<Own>> = Arc::default();
        let press = Arc::clone(&own);
        let ending = || Refusal::new("E_ENDING", "Laika is ending");
        let print: Print = Arc::new(move |html: &str| press.get().ok_or_else(ending)?.print(html));
        let workshop = workshop.collected(Arc::new(Shelf::new(&collecting, print)));
        let service = Service::start(settings, store, workshop, heard, true)?;
        let listener = match instance.bind() {
            Ok(listener) => listener,
            Err(error) => {
                service.end();
                return Err(error);
            }
        };
        let shared = Arc::new(Shared {
            service: Mutex::new(Some(service)),
            hub,
            browsers,
            modes: Mutex::default(),
            folder,
            models,
            grants,
            thinks,
            agents,
            agents_here: Mutex::default(),
            asking: Mutex::default(),
            owners: Mutex::default(),
            collecting: Mutex::new(Some(collecting)),
            quit: Notify::new(),
            since_ms: now_ms(),
            idle_exit,
            clients: AtomicUsize::new(0),
        });
        // Nobody else has set it.
        let _ = own.set(Own(Arc::downgrade(&shared)));
        Ok(Self { instance, listener, shared })
    }

    /// The socket.
    #[must_use]
    pub fn socket(&self) -> PathBuf {
        self.instance.path()
    }

    /// The person's browsers that are connected, now and later.
    #[must_use]
    pub fn browsers(&self) -> Browsers {
        self.shared.browsers.clone()
    }

    /// Serves until somebody ends it: Ctrl-C, a signal to end, or a client. Runs at work are paused.
    ///
    /// # Errors
    /// When the system gives no sockets or signals.
    pub fn run(self) -> Result<(), ServeError> {
        let Self { instance, listener, shared } = self;
        let path = instance.path();
        let captures = shared.collecting().ok().map(|collecting| {
            let own = Arc::downgrade(&shared);
            let hands = move || own.upgrade().map(|_| Box::new(Own(own.clone())) as Box<dyn Hands + Send>);
            (start_captures(&collecting, hands), collecting)
        });
        let served = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .and_then(|runtime| runtime.block_on(accept(listener, &shared)));
        // Nobody new from here on.
        drop(instance);
        // The log closes with the last of those who hold it.
        drop(shared.collecting.lock().unwrap_or_else(PoisonError::into_inner).take());
        let queue = captures.map(|(queue, collecting)| {
            collecting.end();
            queue
        });
        if let Some(service) = shared.service().take() {
            service.end();
        }
        if let Some(Ok(queue)) = queue {
            // A thread that panicked has ended, too.
            let _ = queue.join();
        }
        served.map_err(|error| ServeError::Socket { path, why: error.to_string() })
    }
}

async fn accept(listener: std::os::unix::net::UnixListener, shared: &Arc<Shared>) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = UnixListener::from_std(listener)?;
    let (mut ended, mut interrupted) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let mut idle_since = Instant::now();
    let mut tick = tokio::time::interval(IDLE_TICK);
    loop {
        let stream = tokio::select! {
            _ = tick.tick(), if shared.idle_exit.is_some() => {
                if !shared.is_idle() {
                    idle_since = Instant::now();
                } else if shared.idle_exit.is_some_and(|most| idle_since.elapsed() >= most) {
                    return Ok(());
                }
                continue;
            }
            _ = ended.recv() => return Ok(()),
            _ = interrupted.recv() => return Ok(()),
            () = shared.quit.notified() => return Ok(()),
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                // Somebody who went away at once, or no descriptors for a moment; neither ends a server.
                Err(_) => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        let Ok(credentials) = stream.peer_cred() else { continue };
        let Ok(stream) = stream.into_std() else { continue };
        let same = credentials.uid() == geteuid().as_raw();
        let admitted = if !same {
            Err(Refusal::new("E_PEER", "only programs of the same user may talk to Laika"))
        } else if shared.clients.load(Ordering::Relaxed) >= MOST_CLIENTS {
            Err(Refusal::new("E_BUSY", "too many programs are connected to Laika"))
        } else {
            Ok(Peer::of(credentials.pid()))
        };
        let peer = match admitted {
            Ok(peer) => peer,
            Err(refusal) => {
                turn_away(&stream, &refusal);
                continue;
            }
        };
        shared.clients.fetch_add(1, Ordering::Relaxed);
        let of = Arc::clone(shared);
        let spawned = thread::Builder::new().name("client".into()).spawn(move || {
            attend(&stream, peer, &of);
            of.clients.fetch_sub(1, Ordering::Relaxed);
        });
        if spawned.is_err() {
            // The connection is closed with what was to attend to it, which says enough.
            shared.clients.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// The log of the folder, to read.
pub(super) fn reader(folder: &Path) -> Result<laika_store::Reader, Refusal> {
    laika_store::Reader::open(folder).map_err(Refusal::from)
}
