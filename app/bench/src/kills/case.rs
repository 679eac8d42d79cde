//! What is killed, and when: drawn at random, and the same for the same number.

use std::time::Duration;

use laika_protocol::wire::RunStatus;

use crate::random::Random;

/// Who dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Victim {
    /// `laika serve`.
    Server,
    /// The process of the model.
    Model,
    /// The first process of the browser.
    Browser,
    /// The process of the network.
    Network,
}

impl Victim {
    pub(super) const ALL: [Self; 4] = [Self::Server, Self::Model, Self::Browser, Self::Network];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Model => "model",
            Self::Browser => "browser",
            Self::Network => "network",
        }
    }
}

/// The states in which a run does something, or waits to, and the milliseconds after each in which the victim dies. What
/// acts is hit twice as often, and for long enough to meet every part of a call, the wait for the site's answer included.
const STATES: [(RunStatus, usize); 6] = [
    (RunStatus::Observing, 120),
    (RunStatus::Planning, 120),
    (RunStatus::AwaitingApproval, 1_500),
    (RunStatus::Executing, 900),
    (RunStatus::Executing, 900),
    (RunStatus::Verifying, 120),
];

/// One run.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) number: usize,
    pub(super) victim: Victim,
    /// The state that is waited for, how often it has to come, and how long after it the victim dies.
    pub(super) state: RunStatus,
    pub(super) nth: usize,
    pub(super) after: Duration,
    /// Whether it runs in autopilot, or in assist.
    pub(super) autopilot: bool,
}

impl Case {
    pub(super) fn of(number: usize) -> Self {
        let mut random = Random::of("kills", number);
        // In turns, so that a few runs hit each of them.
        let victim = Victim::ALL[number % Victim::ALL.len()];
        let (state, longest) = *random.pick(&STATES).unwrap_or(&STATES[0]);
        let autopilot = random.one_in(2);
        Self {
            number,
            victim,
            state,
            // A run types twice and sends once, and asks about each.
            nth: random.between(1, 3),
            after: Duration::from_millis(random.below(longest) as u64),
            autopilot,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_number_always_gives_the_same_kill_and_every_victim_meets_every_state() {
        assert_eq!(format!("{:?}", Case::of(7)), format!("{:?}", Case::of(7)));
        let met: BTreeSet<_> =
            (0..200).map(Case::of).map(|case| (case.victim, case.state.as_str())).collect();
        assert_eq!(met.len(), Victim::ALL.len() * 5);
    }
}
