//! A person who acts in the window takes over: their input is what nobody announced, and ends when they leave it alone.

use std::time::Duration;

use super::tell::ToRun;
use laika_agent::RunEvent;
use laika_browser::Incident;
use laika_protocol::limits::Limit;
use laika_protocol::run::TakeoverInput;
use tokio::sync::broadcast::{Receiver, error::RecvError};

/// Tells of takeovers until the pages are closed. Only input counts that the browser itself calls real and that was not
/// announced (POL-041); a tab that is merely looked at is not taken over.
pub(super) fn watch(mut incidents: Receiver<Incident>, tell: ToRun) {
    let idle = Duration::from_millis(Limit::TakeoverIdleMs.row().default);
    tokio::spawn(async move {
        let mut acting = false;
        loop {
            let next = if acting {
                match tokio::time::timeout(idle, incidents.recv()).await {
                    Ok(next) => next,
                    Err(_) => {
                        acting = false;
                        tell(RunEvent::TakeoverOver);
                        continue;
                    }
                }
            } else {
                incidents.recv().await
            };
            match next {
                Ok(Incident::Takeover { input, .. }) => {
                    acting = true;
                    tell(RunEvent::Takeover(input_of(&input)));
                }
                Ok(_) | Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    });
}

fn input_of(input: &str) -> TakeoverInput {
    match input {
        "key" => TakeoverInput::Key,
        "wheel" => TakeoverInput::Scroll,
        "paste" => TakeoverInput::Paste,
        _ => TakeoverInput::Pointer,
    }
}
