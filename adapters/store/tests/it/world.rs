//! A folder for a log, and records to put into it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use laika_policy::redact::{self, Keep, Redacted, Stored};
use laika_protocol::canonical;
use laika_protocol::ids::{IdempotencyKey, Origin, ProfileId, RunId, Sha256, Uuid};
use laika_protocol::llmcp::Role;
use laika_protocol::run::{
    Checkpoint, Ended, Granted, Intent, ModelPrompt, Observed, Outcome, Record, Revoked, RevokedFor, Started,
    Step, StepResult, Surface, TabLock, TabUnlock, UserMessage,
};
use laika_protocol::wire::{RunStatus, SiteMode};
use laika_store::{
    Anchor, Batch, Check, Message, Options, PacketKind, Reader, Report, RunHead, RunRow, Store,
};
use rusqlite::Connection;
use serde_json::json;

pub(crate) const NOW: u64 = 1_769_258_096_789;
pub(crate) const DAY: u64 = 86_400_000;

/// A folder that is removed at the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("laika-store-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.0.join(laika_store::DATABASE)
    }

    pub(crate) fn open(&self) -> Store {
        Store::open(Options::folder(&self.0), NOW).unwrap()
    }

    pub(crate) fn reader(&self) -> Reader {
        Reader::open(&self.0).unwrap()
    }

    pub(crate) fn verify(&self) -> Report {
        verify(&self.reader(), &[], &[])
    }

    /// Changes the closed database behind the store's back, with nothing in the way.
    pub(crate) fn tamper(&self, sql: &str) {
        let connection = raw(&self.database());
        for trigger in triggers(&connection) {
            connection.execute_batch(&format!("DROP TRIGGER {trigger}")).unwrap();
        }
        connection.execute_batch(sql).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A connection that no setting of ours guards.
pub(crate) fn raw(path: &Path) -> Connection {
    let connection = Connection::open(path).unwrap();
    connection.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;").unwrap();
    connection
}

fn triggers(connection: &Connection) -> Vec<String> {
    let mut statement = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").unwrap();
    statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

pub(crate) fn verify(reader: &Reader, anchors: &[Anchor], run_heads: &[RunHead]) -> Report {
    reader.verify(&Check { anchors, run_heads, deep: true, ..Check::default() }, &mut |_| {}).unwrap()
}

pub(crate) fn run(name: &str) -> RunId {
    RunId::parse(name).unwrap()
}

pub(crate) fn origin(text: &str) -> Origin {
    Origin::parse(text).unwrap()
}

pub(crate) fn profile() -> ProfileId {
    ProfileId::parse("default").unwrap()
}

pub(crate) fn uuid(n: u64) -> Uuid {
    Uuid::parse(&format!("00000000-0000-4000-8000-{n:012x}")).unwrap()
}

pub(crate) fn stored(record: impl Into<Record>) -> Redacted<Stored> {
    redact::record(record.into()).unwrap()
}

/// A batch of a run at some time.
pub(crate) fn batch(name: &str, at_ms: u64, records: impl IntoIterator<Item = Record>) -> Batch {
    let records: Vec<_> = records.into_iter().map(stored).collect();
    Batch { run: row(name), after_seq: None, at_ms, records, sites: Vec::new(), messages: Vec::new() }
}

pub(crate) fn row(name: &str) -> RunRow {
    RunRow {
        run: run(name),
        profile: profile(),
        surface: Surface::Isolated,
        mode: SiteMode::Assist,
        status: RunStatus::Observing,
        branch: 0,
        sensitive: false,
        conversation: None,
    }
}

pub(crate) fn started(name: &str) -> Record {
    Record::Started(Started {
        run: run(name),
        profile: profile(),
        surface: Surface::Isolated,
        mode: SiteMode::Assist,
        conversation: None,
        needs_authorisation: false,
        private: false,
        may_read: vec![origin("https://a.example")],
        may_act: Vec::new(),
        exposed: Vec::new(),
    })
}

pub(crate) fn said(text: &str) -> Record {
    Record::UserMessage(UserMessage { message_id: uuid(1), text: text.into(), caller: false })
}

pub(crate) fn observed(text: &str) -> Record {
    Record::Observed(Observed {
        context: None,
        url: Some("https://a.example/page".into()),
        title: Some("Title".into()),
        exposed: Vec::new(),
        elements: 3,
        excerpt: Some(text.into()),
        digest: None,
        suspicious: false,
    })
}

pub(crate) fn checkpoint(through_seq: u64) -> Record {
    Record::Checkpoint(Checkpoint {
        through_seq,
        goal: "Find the opening hours".into(),
        facts: vec!["Open until six".into()],
        succeeded: 1,
        failed: 0,
        next: None,
        exposed: Vec::new(),
        suspicious: false,
    })
}

pub(crate) fn intent(n: u64, key: Option<&str>) -> Record {
    Record::Intent(Intent {
        step: Step { request_id: uuid(n), step: 1 },
        idempotency_key: key.map(|key| IdempotencyKey::parse(key).unwrap()),
        tool: "browser.click".into(),
        provider: None,
        mutating: true,
        target: None,
        field: None,
        arguments: BTreeMap::new(),
        sealed: digest(b"call"),
        recipients: Vec::new(),
    })
}

pub(crate) fn result(n: u64) -> Record {
    Record::StepResult(StepResult {
        step: Step { request_id: uuid(n), step: 1 },
        outcome: Outcome::Done,
        error: None,
        reason_code: None,
        result: None,
        exposed: Vec::new(),
        suspicious: false,
    })
}

pub(crate) fn locked(tab_id: u32) -> Record {
    Record::TabLocked(TabLock { profile_id: profile(), tab_id })
}

pub(crate) fn unlocked(tab_id: u32) -> Record {
    Record::TabUnlocked(TabUnlock { tab: TabLock { profile_id: profile(), tab_id } })
}

pub(crate) fn granted(id: &str) -> Record {
    let scope = json!({ "row": "click", "place": "https://a.example" });
    Record::Granted(Granted { grant: id.into(), scope, uses: 3, expires_at_ms: NOW + DAY })
}

pub(crate) fn revoked(id: Option<&str>) -> Record {
    Record::Revoked(Revoked { grant: id.map(Into::into), why: RevokedFor::Stop })
}

pub(crate) fn ended() -> Record {
    Record::Ended(Ended { status: RunStatus::Completed, reason_code: None, answer: None })
}

pub(crate) fn digest(bytes: &[u8]) -> Sha256 {
    canonical::digest_bytes(bytes)
}

/// A message and the record that names it.
pub(crate) fn asked(n: u64, text: &str) -> (Message, Record) {
    let key = redact::SealKey::of_run(&[7; 32], &run("any"));
    let packet = redact::packet(&json!({ "input": { "goal": text } }), Keep::Redacted, false, &key).unwrap();
    let digest = digest(packet.get());
    let message = Message {
        id: uuid(n),
        conversation: uuid(900),
        turn: n,
        created_at_ms: NOW,
        sender: Role::Agent,
        packet_type: PacketKind::Request,
        in_reply_to: None,
        model: Some("small".into()),
        packet,
    };
    let prompt = ModelPrompt {
        message_id: Some(uuid(n)),
        digest: Some(digest),
        model: "small".into(),
        tokens: 12,
        left: None,
    };
    (message, Record::ModelPrompt(prompt))
}

/// Two runs that ran at the same time, with everything that is kept beside the chain, and both ended.
pub(crate) fn two_runs(store: &Store) -> [RunHead; 2] {
    let (message, prompt) = asked(500, "opening hours");
    store
        .append(Batch {
            sites: vec![origin("https://a.example")],
            ..batch("one", NOW, [started("one"), said("When do they open?")])
        })
        .unwrap();
    store
        .append(Batch {
            sites: vec![origin("https://shop.b.example")],
            ..batch("two", NOW + 1, [started("two"), observed("a shop")])
        })
        .unwrap();
    store
        .append(Batch {
            messages: vec![message],
            ..batch("one", NOW + 2, [observed("Open until six"), prompt, granted("g1")])
        })
        .unwrap();
    store.append(batch("one", NOW + 3, [checkpoint(5), intent(1, Some("key")), result(1)])).unwrap();
    let two = store.append(batch("two", NOW + 4, [ended()])).unwrap().head;
    let one = store.append(batch("one", NOW + 5, [revoked(None), ended()])).unwrap().head;
    [one, two]
}
