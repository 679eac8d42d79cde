//! The machine: which of sleep, lock, logout and low power this system says, because runs pause for them.

use laika_os::machine::{Reading, Signals};

use super::finding::{Check, Finding};
use super::teller::Teller;

pub(super) fn examine(mut signals: Box<dyn Signals>, tell: &Teller) {
    // Sleep is what lies between two looks.
    signals.look();
    tell.found(judge(signals.look()));
}

fn judge(reading: Reading) -> Finding {
    let said = [
        ("sleep", reading.slept),
        ("a locked screen", reading.locked),
        ("logout", reading.logged_out),
        ("low power", reading.low_power),
    ];
    let names = |known: bool| {
        let names: Vec<&str> =
            said.iter().filter(|(_, said)| said.is_some() == known).map(|(name, _)| *name).collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
    };
    let now = if reading.low_power == Some(true) { "; it saves power now, so Laika only reads" } else { "" };
    Check::Machine.ok(format!("known here: {}; not known: {}{now}", names(true), names(false)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_said() {
        let reading = Reading { slept: Some(false), low_power: Some(true), ..Reading::default() };
        let found = "known here: sleep, low power; not known: a locked screen, logout; it saves power now, so Laika only reads";
        assert_eq!(judge(reading).found, found);
    }
}
