//! What happens, line by line, for every window that listens. One that does not keep up is cut off and comes back.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use laika_daemon::serving::{Ask, Client, Connected, Told};
use laika_daemon::working::News;
use serde_json::{Value, json};
use tokio::sync::mpsc;

/// Lines that wait for a window.
const MOST_WAITING: usize = 2_048;
/// How soon it is tried again whether Laika is back.
const AGAIN: Duration = Duration::from_millis(500);

/// Everybody who listens.
#[derive(Clone, Default)]
pub(super) struct Lines(Arc<Mutex<Vec<mpsc::Sender<String>>>>);

impl Lines {
    /// Tells everybody.
    pub(super) fn say(&self, line: &Value) {
        let line = line.to_string();
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|one| one.try_send(line.clone()).is_ok());
    }

    /// From here on, this one is told, too; and at once where everything stands.
    pub(super) fn listen(&self, folder: PathBuf) -> mpsc::Receiver<String> {
        let (sender, receiver) = mpsc::channel(MOST_WAITING);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(sender.clone());
        // Whoever comes later hears of its own connection what the others know.
        thread::spawn(move || {
            let told = sender.clone();
            let hears = Box::new(move |run, news: News| {
                let line = json!(Told::News { run, event: None, news: Box::new(news) });
                // Whoever left is told nothing.
                let _ = told.try_send(line.to_string());
            });
            let connected = Client::connect(&folder, hears, Box::new(|| {}));
            let line = match connected {
                Ok(Connected::To(client)) => {
                    // A Laika that refuses to be watched says so to whoever asks for something. The second answer comes
                    // after everything that the first one brought along.
                    let _ = client.ask(Ask::Watch { run: None });
                    let _ = client.status();
                    json!({ "says": "connected" })
                }
                Ok(Connected::Nobody) | Err(_) => json!({ "says": "gone" }),
            };
            let _ = sender.try_send(line.to_string());
        });
        receiver
    }
}

/// Watches the Laika of this folder for as long as this process lives, through its restarts.
pub(super) fn watch(folder: PathBuf, lines: Lines) -> std::io::Result<()> {
    thread::Builder::new().name("watcher".into()).spawn(move || {
        loop {
            let (gone, ended) = std::sync::mpsc::channel();
            let told = lines.clone();
            let hears = Box::new(move |run, news: News| {
                if let News::Collection { collection } = &news {
                    told.say(&json!({ "says": "sources", "collection": collection }));
                }
                told.say(&json!(Told::News { run, event: None, news: Box::new(news) }));
            });
            // Nobody waits for it where this process ends.
            let gone = Box::new(move || _ = gone.send(()));
            if let Ok(Connected::To(client)) = Client::connect(&folder, hears, gone)
                && client.ask(Ask::Watch { run: None }).is_ok()
            {
                lines.say(&json!({ "says": "connected" }));
                // Nothing is ever sent but the end.
                let _ = ended.recv();
                lines.say(&json!({ "says": "gone" }));
            }
            thread::sleep(AGAIN);
        }
    })?;
    Ok(())
}
