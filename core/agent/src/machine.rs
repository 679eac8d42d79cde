//! What the machine does to runs: sleep, a locked screen and a logout pause those that act; saving power lets all of them
//! only read, and less often (OPS-003, EVAL-020).

use alloc::vec;
use alloc::vec::Vec;

use laika_protocol::ids::RunId;
use laika_protocol::wire::SiteMode;

use crate::effect::Effect;
use crate::event::RunEvent;
use crate::state::{State, World};

/// How the machine stands, as far as the system says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    /// It sleeps, is locked, or its user has logged out.
    pub away: bool,
    /// It saves power, or its battery is nearly empty.
    pub low_power: bool,
}

impl Machine {
    /// Whether nothing may be changed by itself.
    #[must_use]
    pub const fn rests(self) -> bool {
        self.away || self.low_power
    }

    /// A number of a minute, as far as it may be spent now: half of it while power is saved.
    #[must_use]
    pub const fn bounded(self, most: u64) -> u64 {
        if self.low_power && most > 1 { most / 2 } else { most }
    }
}

impl State {
    /// Takes in how the machine stands. Whoever comes back finds what acts paused: nothing was queued, and nothing goes on
    /// before the person says so and the page was looked at again.
    pub(crate) fn become_machine(&mut self, machine: Machine, world: &World<'_>) -> Vec<Effect> {
        let leaves = machine.away && !self.machine.away;
        self.machine = machine;
        let mut effects = vec![];
        let acting: Vec<RunId> = self
            .runs()
            .map(crate::Run::recorded)
            .filter(|recorded| leaves && recorded.mode != SiteMode::Observe && !recorded.status.is_over())
            .map(|recorded| recorded.run.clone())
            .collect();
        for run in acting {
            effects.append(&mut self.run_event(&run, RunEvent::Away, world));
        }
        effects.push(Effect::Show { app: self.app(), state: None });
        effects
    }
}
