//! The browser's own log of its network: whom it connected to, what it sent past the proxy, and what it looked up.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

/// What a browser did on the network.
#[derive(Debug, Default)]
pub(super) struct NetLog {
    /// Where it connected to by TCP.
    pub(super) connected: BTreeSet<String>,
    /// Packets it sent by UDP, questions to a resolver among them.
    pub(super) packets: usize,
    /// Names it looked up.
    pub(super) names: BTreeSet<String>,
    /// How many events were read.
    pub(super) events: usize,
}

/// The numbers of the events that count.
struct Kinds {
    connect: u64,
    packet: u64,
    job: u64,
    question: u64,
}

impl NetLog {
    /// The flags that make a browser write one.
    pub(super) fn flags(path: &Path) -> [String; 2] {
        [format!("--log-net-log={}", path.display()), "--net-log-capture-mode=IncludeSensitive".into()]
    }

    /// Reads a log. The browser may have ended in the middle of its last line.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let mut lines = BufReader::new(File::open(path).context("the browser wrote no network log")?).lines();
        let first = lines.next().context("the network log is empty")??;
        let constants: Value = serde_json::from_str(&format!("{}}}", first.trim().trim_end_matches(',')))
            .context("the network log cannot be read")?;
        let types = &constants["constants"]["logEventTypes"];
        let number =
            |name: &str| types[name].as_u64().with_context(|| format!("no `{name}` in the network log"));
        let kinds = Kinds {
            connect: number("TCP_CONNECT_ATTEMPT")?,
            packet: number("UDP_BYTES_SENT")?,
            job: number("HOST_RESOLVER_MANAGER_JOB")?,
            question: number("DNS_TRANSACTION")?,
        };
        let mut log = Self::default();
        for line in lines {
            let line = line?;
            // The last event also closes the list.
            let event = line.trim_end_matches(',');
            let event =
                serde_json::from_str(event).or_else(|_| serde_json::from_str(event.trim_end_matches(']')));
            if let Ok(event) = event {
                log.add(&event, &kinds);
            }
        }
        ensure!(log.events > 0, "the network log has no events");
        Ok(log)
    }

    fn add(&mut self, event: &Value, kinds: &Kinds) {
        self.events += 1;
        let kind = event["type"].as_u64().unwrap_or_default();
        let text = |key: &str| event["params"][key].as_str().map(str::to_owned);
        if kind == kinds.connect {
            self.connected.extend(text("address"));
        } else if kind == kinds.packet {
            self.packets += 1;
        } else if kind == kinds.job {
            self.names.extend(text("host"));
        } else if kind == kinds.question {
            self.names.extend(text("hostname"));
        }
    }

    /// Whether a name was looked up.
    pub(super) fn looked_up(&self, name: &str) -> bool {
        self.names.iter().any(|own| own.contains(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_line_by_line() {
        let text = "{\"constants\":{\"logEventTypes\":{\"TCP_CONNECT_ATTEMPT\":1,\"UDP_BYTES_SENT\":2,\"HOST_RESOLVER_MANAGER_JOB\":3,\"DNS_TRANSACTION\":4}},\n\
            \"events\": [\n{\"params\":{\"address\":\"127.0.0.1:80\"},\"type\":1},\n{\"type\":2},\n{\"type\":1},\n\
            {\"params\":{\"host\":\"https://a.example\"},\"type\":3}],\n\"polledData\":[]}\n{\"type\":2";
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let log = NetLog::read(file.path()).unwrap();
        assert_eq!(log.connected, BTreeSet::from(["127.0.0.1:80".to_owned()]));
        assert_eq!((log.packets, log.events), (1, 4));
        assert!(log.looked_up("a.example") && !log.looked_up("b.example"));
    }
}
