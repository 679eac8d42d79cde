//! One conversation with a plugin, from its start to its end. It has one thing to say; what is not of the protocol, too
//! much, too late or for somebody else ends it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use serde_json::Value;

use super::descriptor::short;
use super::wire::{
    CallMessage, ErrorMessage, FetchedMessage, FromPlugin, PROTOCOL, ProgressMessage, ResultMessage, ToPlugin,
};
use super::{
    Call, Called, Fetch, Fetched, Granted, Host, Installed, Operation, PluginError, launch, request,
};
use crate::enter::{Guest, NotEntered, Silence};

/// Bytes of one message. A longer text belongs into a file, or nowhere.
const LINE_BYTES: usize = 1 << 20;
/// Messages of one call: requests, and how far it is.
const MOST_MESSAGES: usize = 1000;
/// Bytes that a plugin may say in one call.
const TOTAL_BYTES: usize = 8 << 20;
/// Requests of one call.
const MOST_FETCHES: usize = 32;
/// How much of what it said on the way is kept, from the end.
const PROGRESS_KEPT: usize = 20;
/// Bytes of its complaints that are kept.
const COMPLAINTS: usize = 16 << 10;
/// Characters of one line about something.
const SUMMARY_CHARS: usize = 300;

/// Each call has a number of its own, so that an answer to another one is seen.
static NUMBER: AtomicU64 = AtomicU64::new(1);

struct Talk<'a> {
    guest: Guest,
    deadline: Instant,
    cancelled: &'a dyn Fn() -> bool,
    messages: usize,
    bytes: usize,
}

pub(super) fn describe(
    host: &Host<'_>,
    installed: &Installed,
    deadline: Instant,
    cancelled: &dyn Fn() -> bool,
) -> Result<Value, PluginError> {
    let mut talk = Talk::start(host, installed, &Granted::default(), deadline, cancelled)?;
    talk.say(&ToPlugin::Describe { protocol: PROTOCOL })?;
    match talk.hear()? {
        FromPlugin::Descriptor(value) => Ok(value),
        FromPlugin::Result(_) | FromPlugin::Error(_) | FromPlugin::Progress(_) | FromPlugin::Fetch(_) => {
            Err(PluginError::Nonsense("it was asked for its descriptor".into()))
        }
    }
}

pub(super) fn call(
    host: &Host<'_>,
    installed: &Installed,
    call: &Call<'_>,
    operation: &Operation,
    fetch: &mut dyn FnMut(Fetch) -> Fetched,
    deadline: Instant,
    cancelled: &dyn Fn() -> bool,
) -> Result<Called, PluginError> {
    let granted = asked_for(&call.granted, operation);
    let mut talk = Talk::start(host, installed, &granted, deadline, cancelled)?;
    let id = NUMBER.fetch_add(1, Ordering::Relaxed);
    let path = |path: &std::path::PathBuf| path.display().to_string();
    talk.say(&ToPlugin::Call(CallMessage {
        protocol: PROTOCOL,
        id,
        operation: operation.name.clone(),
        arguments: call.arguments.clone(),
        idempotency_key: call.idempotency_key.clone(),
        read: granted.read.iter().map(path).collect(),
        write: granted.write.as_ref().map(path),
    }))?;
    let mut progress = Vec::new();
    let mut fetches = 0;
    let result = loop {
        let message = talk.hear()?;
        if id_of(&message).is_some_and(|said| said != id) {
            return Err(PluginError::WrongId);
        }
        match message {
            FromPlugin::Result(result) => break result,
            FromPlugin::Error(ErrorMessage { code, message, .. }) => {
                return Err(PluginError::Refused { code: short(&code), message: line(&message) });
            }
            FromPlugin::Progress(said) => {
                if progress.len() == PROGRESS_KEPT {
                    progress.remove(0);
                }
                progress.push(told(&said));
            }
            FromPlugin::Fetch(wanted) => {
                let number = wanted.id;
                let fetched = match request::refusal(&wanted, operation, &granted) {
                    Some(refused) => refused,
                    None if fetches == MOST_FETCHES => {
                        return Err(PluginError::Flood(format!("more than {MOST_FETCHES} requests")));
                    }
                    None => {
                        fetches += 1;
                        request::bounded(fetch(wanted))
                    }
                };
                talk.say(&ToPlugin::Fetched(FetchedMessage { id: number, fetched }))?;
            }
            FromPlugin::Descriptor(_) => {
                return Err(PluginError::Nonsense("it was not asked for its descriptor".into()));
            }
        }
    };
    Ok(talk.end(result, progress, fetches))
}

/// What was granted, less what the operation never asked for.
fn asked_for(granted: &Granted, operation: &Operation) -> Granted {
    let writes = operation.permissions.iter().any(|one| one == "project_write" || one == "system_write");
    Granted {
        hosts: granted.hosts.iter().filter(|host| operation.hosts.contains(host)).cloned().collect(),
        read: granted.read.clone(),
        write: granted.write.clone().filter(|_| writes),
    }
}

const fn id_of(message: &FromPlugin) -> Option<u64> {
    match message {
        FromPlugin::Result(ResultMessage { id, .. })
        | FromPlugin::Error(ErrorMessage { id, .. })
        | FromPlugin::Progress(ProgressMessage { id, .. }) => Some(*id),
        // A request has a number of the plugin's own.
        FromPlugin::Descriptor(_) | FromPlugin::Fetch(_) => None,
    }
}

fn told(said: &ProgressMessage) -> String {
    match said.fraction.filter(|part| (0.0..=1.0).contains(part)) {
        Some(part) => format!("{:.0} % {}", part * 100.0, line(&said.message)),
        None => line(&said.message),
    }
}

fn line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(SUMMARY_CHARS).collect()
}

impl<'a> Talk<'a> {
    fn start(
        host: &Host<'_>,
        installed: &Installed,
        granted: &Granted,
        deadline: Instant,
        cancelled: &'a dyn Fn() -> bool,
    ) -> Result<Self, PluginError> {
        installed.check()?;
        let spec = launch::spec(host, installed, granted, deadline)?;
        let guest = Guest::enter(host.laika, &spec, COMPLAINTS, cancelled).map_err(|why| match why {
            NotEntered::Refused(why) => PluginError::Unconfined(why),
            NotEntered::Broken(why) => PluginError::Start(why),
            NotEntered::CalledOff => PluginError::Cancelled,
        })?;
        Ok(Self { guest, deadline, cancelled, messages: 0, bytes: 0 })
    }

    fn say(&self, message: &ToPlugin) -> Result<(), PluginError> {
        let mut line = serde_json::to_vec(message).map_err(|error| PluginError::Start(error.to_string()))?;
        line.push(b'\n');
        self.guest.say(line);
        Ok(())
    }

    fn hear(&mut self) -> Result<FromPlugin, PluginError> {
        let heard = self.guest.line(LINE_BYTES, self.deadline, self.cancelled);
        let line = heard.map_err(|silence| match silence {
            Silence::Late => PluginError::Timeout,
            Silence::CalledOff => PluginError::Cancelled,
            Silence::TooLong => PluginError::Flood(format!("a line of more than {LINE_BYTES} bytes")),
            Silence::Ended => PluginError::Died(self.last_complaint()),
        })?;
        self.messages += 1;
        self.bytes += line.len();
        if self.messages > MOST_MESSAGES || self.bytes > TOTAL_BYTES {
            let most = format!("more than {MOST_MESSAGES} messages or {TOTAL_BYTES} bytes");
            return Err(PluginError::Flood(most));
        }
        serde_json::from_slice(&line).map_err(|error| {
            PluginError::Nonsense(format!("{error}: {}", short(&String::from_utf8_lossy(&line))))
        })
    }

    /// The last line of its standard error: there an interpreter says what was wrong.
    fn last_complaint(&self) -> String {
        let (said, _) = self.guest.complaints();
        let text = String::from_utf8_lossy(&said).into_owned();
        text.lines()
            .rev()
            .find(|one| !one.trim().is_empty())
            .map_or_else(String::new, |last| format!(": {}", line(last)))
    }

    fn end(self, result: ResultMessage, progress: Vec<String>, fetches: usize) -> Called {
        self.guest.kill();
        let (complaints, _) = self.guest.complaints();
        Called {
            success: result.success,
            data: result.data,
            summary: line(&result.summary),
            text: result.text,
            progress,
            fetches,
            complaints: String::from_utf8_lossy(&complaints).into_owned(),
        }
    }
}
