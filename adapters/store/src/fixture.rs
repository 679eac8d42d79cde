//! Makes the databases under `tests/data`, one for each schema there ever was.
//!
//! They are made once and kept: what an older Laika wrote must stay readable, so nobody makes an old one anew. For a
//! new schema: `LAIKA_FIXTURE=3 cargo test -p laika-store fixture -- --ignored`.

use laika_policy::redact::{self, Keep};
use laika_protocol::ids::{Origin, ProfileId, RunId, Uuid};
use laika_protocol::llmcp::Role;
use laika_protocol::run::{Ended, Granted, Observed, Record, Surface, UserMessage};
use laika_protocol::wire::{RunStatus, SiteMode};
use serde_json::json;

use crate::random::Random;
use crate::write::{Setup, Writer, settings};
use crate::{Batch, DATABASE, Message, Options, Override, PacketKind, RunRow, SiteNote, ToolUse};

pub(crate) const NOW: u64 = 1_769_258_096_789;

fn uuid(n: u32) -> Uuid {
    Uuid::parse(&format!("00000000-0000-4000-8000-{n:012}")).unwrap()
}

pub(crate) fn batch(name: &str, at_ms: u64, records: Vec<Record>) -> Batch {
    Batch {
        run: RunRow {
            run: RunId::parse(name).unwrap(),
            profile: ProfileId::parse("default").unwrap(),
            surface: Surface::Isolated,
            mode: SiteMode::Assist,
            status: RunStatus::Completed,
            branch: 0,
            sensitive: false,
            conversation: None,
        },
        after_seq: None,
        at_ms,
        records: records.into_iter().map(|record| redact::record(record).unwrap()).collect(),
        sites: vec![Origin::parse("https://a.example").unwrap()],
        messages: Vec::new(),
    }
}

pub(crate) fn said(text: &str) -> Record {
    Record::UserMessage(UserMessage { message_id: uuid(1), text: text.into(), caller: false })
}

pub(crate) fn ended() -> Record {
    Record::Ended(Ended { status: RunStatus::Completed, reason_code: None, answer: None })
}

fn observed(text: &str) -> Record {
    Record::Observed(Observed {
        context: None,
        url: None,
        title: None,
        exposed: Vec::new(),
        elements: 1,
        excerpt: Some(text.into()),
        digest: None,
        suspicious: false,
    })
}

/// A small log of a schema: two runs, one payload erased.
fn fill(writer: &mut Writer, schema: u32) {
    let checkpoint = serde_json::from_value(json!({ "type": "run.checkpoint", "throughSeq": 2, "goal": "g",
        "facts": [], "exposed": [], "suspicious": false, "succeeded": 0, "failed": 0 }));
    let mut batches = vec![
        batch("one", NOW, vec![said("When do they open?"), observed("Open until six"), checkpoint.unwrap()]),
        batch("two", NOW + 1, vec![said("Another run")]),
        batch("one", NOW + 2, vec![observed("Closed on Sunday"), ended()]),
    ];
    if schema >= 2 {
        let key = redact::SealKey::of_run(&[7; 32], &batches[0].run.run);
        let packet = redact::packet(&json!({ "input": "x" }), Keep::Redacted, false, &key).unwrap();
        batches[0].messages.push(Message {
            id: uuid(2),
            conversation: uuid(3),
            turn: 1,
            created_at_ms: NOW,
            sender: Role::User,
            packet_type: PacketKind::Request,
            in_reply_to: None,
            model: None,
            packet,
        });
        let granted =
            Granted { grant: "g1".into(), scope: json!({ "row": "click" }), uses: 1, expires_at_ms: NOW + 9 };
        batches.push(batch("two", NOW + 3, vec![granted.into()]));
        let set = Override {
            profile: ProfileId::parse("default").unwrap(),
            origin: Origin::parse("https://a.example").unwrap(),
            label: Some("sensitive".into()),
            mode: None,
            created_at_ms: NOW,
        };
        writer.transact(|transaction, _| settings::set_override(transaction, &set)).unwrap();
    }
    if schema >= 4 {
        let note = SiteNote {
            id: None,
            profile: ProfileId::parse("default").unwrap(),
            origin: Origin::parse("https://a.example").unwrap(),
            kind: "dont".into(),
            text: "never on Sundays".into(),
            created_at_ms: NOW,
        };
        writer.transact(|transaction, _| settings::add_note(transaction, &note)).unwrap();
    }
    if schema >= 5 {
        let used = ToolUse { tool: "browser.click".into(), at_ms: NOW, took_ms: 12, done: true };
        writer.transact(|transaction, _| settings::add_tool_use(transaction, &used)).unwrap();
    }
    assert!(writer.write(&batches).iter().all(Result::is_ok));
    let removed = crate::erase::compact(writer, &RunId::parse("one").unwrap(), NOW + 4).unwrap();
    assert_eq!(removed.payloads, 1);
}

#[test]
#[ignore = "makes a fixture; see the top of the file"]
fn fixture() {
    let schema: u32 = std::env::var("LAIKA_FIXTURE").unwrap().parse().unwrap();
    let folder = std::env::temp_dir().join(format!("laika-fixture-{}", std::process::id()));
    let setup = Setup { schema, random: Random::Counted(0) };
    let mut writer = Writer::open(&Options::folder(&folder), NOW, setup).unwrap();
    fill(&mut writer, schema);
    drop(writer);
    let kept = format!("{}/tests/data/schema-{schema}.db", env!("CARGO_MANIFEST_DIR"));
    std::fs::copy(folder.join(DATABASE), kept).unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}
