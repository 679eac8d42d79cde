//! How the machine stands: whether it slept, whether its user is still logged in, whether it saves power (OPS-003).
//!
//! A source is asked again and again. What a system does not say stays unknown, and unknown is said as such: nothing is
//! guessed from it. Another system is another source.

#[cfg(target_os = "linux")]
mod linux;

use serde::{Deserialize, Serialize};

#[cfg(target_os = "linux")]
pub use linux::Linux;

/// How the machine stands now. Nothing where the system does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reading {
    /// Whether it slept since it was last asked.
    pub slept: Option<bool>,
    /// Whether the screen is locked.
    pub locked: Option<bool>,
    /// Whether the user has logged out everywhere.
    pub logged_out: Option<bool>,
    /// Whether it saves power, or runs on a battery that is nearly empty.
    pub low_power: Option<bool>,
}

/// Says how the machine stands.
pub trait Signals: Send {
    /// How it stands now.
    fn look(&mut self) -> Reading;
}

/// A system that says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Signals for Silent {
    fn look(&mut self) -> Reading {
        Reading::default()
    }
}

/// The source of this system.
#[must_use]
pub fn of_this_system() -> Box<dyn Signals> {
    #[cfg(target_os = "linux")]
    return Box::new(Linux::default());
    #[cfg(not(target_os = "linux"))]
    return Box::new(Silent);
}
