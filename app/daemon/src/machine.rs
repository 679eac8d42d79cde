//! Watching the machine: what its signals say becomes events of the loop, once each time it changes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use laika_agent::{Event, Machine};
use laika_os::machine::{Reading, Signals};

use crate::inbox::Sender;

/// How often the signals are asked. Sleep is noticed after the fact, and what was under way then is settled as unknown.
const EVERY: Duration = Duration::from_secs(2);
/// How long it sleeps at most before it looks whether it should end.
const NAP: Duration = Duration::from_millis(200);

/// What was last read, for whoever asks.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastReading(Arc<Mutex<Reading>>);

impl LastReading {
    pub(crate) fn get(&self) -> Reading {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What readings come to: the states to be told, in order.
#[derive(Debug, Default)]
struct Watch {
    told: Machine,
}

impl Watch {
    fn take(&mut self, reading: Reading) -> Vec<Machine> {
        let is = |said: Option<bool>| said == Some(true);
        let now =
            Machine { away: is(reading.locked) || is(reading.logged_out), low_power: is(reading.low_power) };
        // Whoever wakes up is back already; that it was away has to be heard all the same.
        let slept = is(reading.slept).then_some(Machine { away: true, ..now });
        let mut told: Vec<Machine> = slept.into_iter().chain([now]).collect();
        told.dedup();
        if told.first() == Some(&self.told) {
            told.remove(0);
        }
        self.told = now;
        told
    }
}

/// Watches until `over`.
pub(crate) fn watch(
    mut signals: Box<dyn Signals>,
    sender: Sender,
    over: Arc<AtomicBool>,
) -> std::io::Result<(JoinHandle<()>, LastReading)> {
    let last = LastReading::default();
    let kept = last.clone();
    let thread = thread::Builder::new().name("machine".into()).spawn(move || {
        let mut watch = Watch::default();
        let mut waited = EVERY;
        while !over.load(Ordering::Relaxed) {
            if waited >= EVERY {
                waited = Duration::ZERO;
                let reading = signals.look();
                *kept.0.lock().unwrap_or_else(PoisonError::into_inner) = reading;
                for machine in watch.take(reading) {
                    sender.send(Event::Machine(machine));
                }
            }
            thread::sleep(NAP);
            waited += NAP;
        }
    })?;
    Ok((thread, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ops_003_every_change_is_told_once() {
        let reading = |slept, locked, logged_out, low_power| Reading { slept, locked, logged_out, low_power };
        let (yes, no) = (Some(true), Some(false));
        let machine = |away, low_power| Machine { away, low_power };
        let mut watch = Watch::default();
        for (said, told) in [
            (reading(None, None, None, None), vec![]),
            (reading(no, no, no, no), vec![]),
            (reading(no, no, no, yes), vec![machine(false, true)]),
            (reading(no, no, no, yes), vec![]),
            (reading(yes, no, no, yes), vec![machine(true, true), machine(false, true)]),
            (reading(no, yes, no, no), vec![machine(true, false)]),
            (reading(yes, yes, no, no), vec![]),
            (reading(no, no, yes, None), vec![]),
            (reading(no, no, no, None), vec![machine(false, false)]),
        ] {
            assert_eq!(watch.take(said), told, "{said:?}");
        }
    }
}
