//! A person who acts in the window takes over: their input is what nobody announced, and ends when they leave it alone.

use std::time::Duration;

use super::tell::ToRun;
use laika_agent::RunEvent;
use laika_browser::mine::{Happened, MyTab};
use laika_browser::{Incident, Pages as _};
use laika_protocol::limits::Limit;
use laika_protocol::run::{CancelledBy, TakeoverInput};
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

/// The same in a tab of the person's browser, and what else they do to it: closing a tab that was opened for the run stops
/// it, anything else that takes the page away makes it wait (C-20).
pub(super) fn watch_mine(mut happened: Receiver<Happened>, tab: MyTab, ours: bool, tell: ToRun) {
    let idle = Duration::from_millis(Limit::TakeoverIdleMs.row().default);
    tokio::spawn(async move {
        let mut acting = false;
        loop {
            let next = match tokio::time::timeout(idle, happened.recv()).await {
                Ok(next) => next,
                Err(_) => {
                    if std::mem::take(&mut acting) {
                        tell(RunEvent::TakeoverOver);
                    }
                    continue;
                }
            };
            match next {
                Ok(Happened::Takeover { tab_id, input }) if tab_id == tab.id() => {
                    acting = true;
                    tell(RunEvent::Takeover(input_of(&input)));
                }
                Ok(Happened::TabClosed { tab_id }) if tab_id == tab.id() => {
                    tab.close();
                    tell(if ours {
                        RunEvent::Stop(CancelledBy::TaskTabClosed)
                    } else {
                        RunEvent::ConnectionLost
                    });
                    return;
                }
                Ok(Happened::PermissionRemoved { origins })
                    if tab.document().is_ok_and(|here| origins.contains(&here.origin)) =>
                {
                    tell(RunEvent::ConnectionLost);
                }
                Ok(Happened::DocumentGone { tab_id, document_id, .. }) if tab_id == tab.id() => {
                    tab.gone(&document_id);
                }
                Ok(Happened::Gone) | Err(RecvError::Closed) => {
                    tell(RunEvent::ConnectionLost);
                    return;
                }
                Ok(_) | Err(RecvError::Lagged(_)) => {}
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
