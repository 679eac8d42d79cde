//! Whatever is changed behind the store's back is reported, the first bad event first.

use laika_protocol::ids::RunId;
use laika_store::{Anchor, Check, Hash, Header, Report, RunHead};

use super::world::*;

/// The log of [`two_runs`] with one payload erased: 14 events, three heads, event 5 of the log erased by event 14.
fn log() -> (Folder, Anchor, [RunHead; 2]) {
    let folder = Folder::new();
    let store = folder.open();
    let heads = two_runs(&store);
    store.compact(run("one"), NOW + 6).unwrap();
    let anchor = store.anchor(NOW + 7).unwrap();
    drop(store);
    let report = verify(&folder.reader(), std::slice::from_ref(&anchor), &heads);
    assert_eq!((report.problems.as_slice(), report.events, report.erased), (&[][..], 14, 1));
    (folder, anchor, heads)
}

fn first(report: &Report) -> (&'static str, Option<u64>) {
    report.problems.first().map_or(("", None), |problem| (problem.code(), problem.log_seq))
}

#[test]
fn every_change_of_the_chain_is_reported_with_the_first_bad_event() {
    let table = [
        // Each column of an event.
        ("UPDATE run_event SET run_id = 'two' WHERE log_seq = 6", "E_LOG_HASH", 6),
        ("UPDATE run_event SET seq = 99 WHERE log_seq = 6", "E_LOG_HASH", 6),
        ("UPDATE run_event SET kind = 'user.message' WHERE log_seq = 6", "E_LOG_HASH", 6),
        ("UPDATE run_event SET at_ms = at_ms + 1 WHERE log_seq = 6", "E_LOG_HASH", 6),
        ("UPDATE run_event SET at_ms = -1 WHERE log_seq = 6", "E_LOG_HASH", 6),
        ("UPDATE run_event SET schema_version = 2 WHERE log_seq = 6", "E_LOG_HASH", 6),
        ("UPDATE run_event SET protocol_version = '1.1' WHERE log_seq = 6", "E_LOG_HASH", 6),
        ("UPDATE run_event SET run_prev = zeroblob(32) WHERE log_seq = 6", "E_LOG_HASH", 6),
        ("UPDATE run_event SET log_prev = zeroblob(32) WHERE log_seq = 6", "E_LOG_HASH", 6),
        ("UPDATE run_event SET commitment = zeroblob(32) WHERE log_seq = 6", "E_LOG_HASH", 6),
        ("UPDATE run_event SET hash = zeroblob(32) WHERE log_seq = 6", "E_LOG_HASH", 6),
        ("UPDATE run_event SET hash = x'00' WHERE log_seq = 6", "E_LOG_FORM", 6),
        ("UPDATE run_event SET schema_version = -1 WHERE log_seq = 6", "E_LOG_FORM", 6),
        ("UPDATE run_event SET log_seq = 100 WHERE log_seq = 6", "E_LOG_FORM", 6),
        (
            "UPDATE run_event SET log_seq = 100 WHERE log_seq = 6; UPDATE event_payload SET log_seq = 100 WHERE log_seq = 6",
            "E_LOG_GAP",
            7,
        ),
        // Each column of a payload.
        ("UPDATE event_payload SET salt = zeroblob(16) WHERE log_seq = 6", "E_LOG_PAYLOAD", 6),
        ("UPDATE event_payload SET salt = zeroblob(0) WHERE log_seq = 6", "E_LOG_PAYLOAD", 6),
        // Salt and payload divided elsewhere: the same bytes are hashed.
        (
            "UPDATE event_payload SET payload = CAST(substr(salt, 9) || payload AS BLOB), salt = substr(salt, 1, 8) WHERE log_seq = 6",
            "E_LOG_PAYLOAD",
            6,
        ),
        (
            "UPDATE event_payload SET payload = CAST(replace(CAST(payload AS TEXT), 'small', 'large') AS BLOB) WHERE log_seq = 6",
            "E_LOG_PAYLOAD",
            6,
        ),
        ("UPDATE event_payload SET log_seq = 100 WHERE log_seq = 6", "E_LOG_MISSING", 6),
        ("DELETE FROM event_payload WHERE log_seq = 6", "E_LOG_MISSING", 6),
        (
            "DELETE FROM event_payload WHERE log_seq = 6; INSERT INTO erasure SELECT 6, reason, at_ms FROM erasure",
            "E_LOG_MISSING",
            6,
        ),
        ("INSERT INTO event_payload VALUES (5, zeroblob(16), x'7b7d')", "E_LOG_ERASURE", 5),
        ("INSERT INTO event_payload VALUES (99, zeroblob(16), x'7b7d')", "E_LOG_FORM", 99),
        // Each column of an erasure.
        ("UPDATE erasure SET reason = 'forgotten'", "E_LOG_MISSING", 5),
        ("UPDATE erasure SET at_ms = at_ms + 1", "E_LOG_MISSING", 5),
        ("UPDATE erasure SET log_seq = 6", "E_LOG_MISSING", 5),
        ("DELETE FROM erasure", "E_LOG_MISSING", 5),
        ("INSERT INTO erasure VALUES (8, 'forgotten', 1)", "E_LOG_ERASURE", 8),
        ("INSERT INTO erasure VALUES (99, 'forgotten', 1)", "E_LOG_FORM", 99),
        (
            "DELETE FROM event_payload WHERE log_seq = 14; INSERT INTO erasure SELECT 14, reason, at_ms FROM erasure",
            "E_LOG_MISSING",
            5,
        ),
        // Removed, swapped, added.
        (
            "DELETE FROM run_event WHERE log_seq = 6; DELETE FROM event_payload WHERE log_seq = 6",
            "E_LOG_GAP",
            7,
        ),
        (
            "DELETE FROM run_event WHERE log_seq = 1; DELETE FROM event_payload WHERE log_seq = 1",
            "E_LOG_GAP",
            2,
        ),
        (
            "DELETE FROM event_payload WHERE log_seq IN (SELECT log_seq FROM run_event WHERE run_id = 'two'); \
          DELETE FROM run_event WHERE run_id = 'two'; DELETE FROM run_site WHERE run_id = 'two'; DELETE FROM run WHERE run_id = 'two'",
            "E_LOG_GAP",
            5,
        ),
        (
            "UPDATE run_event SET log_seq = 100 WHERE log_seq = 9; UPDATE run_event SET log_seq = 9 WHERE log_seq = 10; UPDATE run_event SET log_seq = 10 WHERE log_seq = 100; \
          UPDATE event_payload SET log_seq = 100 WHERE log_seq = 9; UPDATE event_payload SET log_seq = 9 WHERE log_seq = 10; UPDATE event_payload SET log_seq = 10 WHERE log_seq = 100",
            "E_LOG_HASH",
            9,
        ),
        (
            "UPDATE event_payload SET log_seq = 100 WHERE log_seq = 9; UPDATE event_payload SET log_seq = 9 WHERE log_seq = 10; UPDATE event_payload SET log_seq = 10 WHERE log_seq = 100",
            "E_LOG_PAYLOAD",
            9,
        ),
        (
            "INSERT INTO run_event SELECT 15, run_id, 12, kind, at_ms, schema_version, protocol_version, run_prev, log_prev, commitment, hash FROM run_event WHERE log_seq = 13",
            "E_LOG_HASH",
            15,
        ),
        (
            "DELETE FROM event_payload WHERE log_seq > 12; DELETE FROM run_event WHERE log_seq > 12",
            "E_LOG_MISSING",
            5,
        ),
    ];
    for (sql, code, log_seq) in table {
        let (folder, _, _) = log();
        folder.tamper(sql);
        let report = folder.verify();
        assert_eq!(first(&report), (code, Some(log_seq)), "{sql}\n{report}");
        assert!(report.to_string().contains("tamper-evident since the last head you hold elsewhere"));
    }
}

/// Whoever knows the layout makes every hash anew; then the links show it.
#[test]
fn an_event_with_a_hash_of_its_own_must_still_fit_in() {
    type Change = fn(&mut Header);
    let table: [(&str, Change, &str); 5] = [
        ("nothing", |_| {}, ""),
        ("log_prev", |header| header.log_prev = Hash([7; 32]), "E_LOG_LINK"),
        ("run_prev", |header| header.run_prev = Hash([7; 32]), "E_LOG_RUN_LINK"),
        ("seq", |header| header.seq += 1, "E_LOG_RUN_GAP"),
        ("commitment", |header| header.commitment = Hash([7; 32]), "E_LOG_PAYLOAD"),
    ];
    for (name, change, code) in table {
        let (folder, _, _) = log();
        let head = folder.open().append(batch("two", NOW + 8, [said("the last")])).unwrap().head;
        let mut header = folder.reader().events(&run("two"), head.seq, 1).unwrap().remove(0).header;
        change(&mut header);
        header.hash = header.parts().hash(&mut Vec::new());
        folder.tamper(&format!(
            "UPDATE run_event SET seq = {seq}, run_prev = x'{}', log_prev = x'{}', commitment = x'{}', \
             hash = x'{hash}' WHERE log_seq = 15; \
             UPDATE run SET head_seq = {seq}, head_hash = x'{hash}' WHERE run_id = 'two'",
            header.run_prev,
            header.log_prev,
            header.commitment,
            seq = header.seq,
            hash = header.hash,
        ));
        let expected = if code.is_empty() { ("", None) } else { (code, Some(15)) };
        let report = folder.verify();
        assert_eq!(first(&report), expected, "{name}: {report}");
        assert_eq!(report.problems.len(), usize::from(!code.is_empty()), "{name}: {report}");
    }
}

#[test]
fn changes_beside_the_chain_are_reported() {
    let table = [
        // Each column of a head.
        ("UPDATE head SET epoch = 9 WHERE epoch = 2", "E_LOG_HEAD"),
        ("UPDATE head SET log_seq = 12 WHERE epoch = 2", "E_LOG_HEAD"),
        ("UPDATE head SET log_hash = zeroblob(32) WHERE epoch = 2", "E_LOG_HEAD"),
        ("UPDATE head SET at_ms = at_ms + 1 WHERE epoch = 2", "E_LOG_HEAD"),
        ("UPDATE head SET public_key = next_public_key WHERE epoch = 2", "E_LOG_HEAD"),
        ("UPDATE head SET next_public_key = public_key WHERE epoch = 2", "E_LOG_HEAD"),
        ("UPDATE head SET next_public_key = zeroblob(32) WHERE epoch = 3", "E_LOG_HEAD"),
        ("UPDATE head SET signature = zeroblob(64) WHERE epoch = 2", "E_LOG_HEAD"),
        ("UPDATE head SET signature = x'00' WHERE epoch = 3", "E_LOG_FORM"),
        ("DELETE FROM head WHERE epoch = 1", "E_LOG_HEAD"),
        ("DELETE FROM head WHERE epoch = 2", "E_LOG_HEAD"),
        // The list of runs.
        ("UPDATE run SET head_seq = 1 WHERE run_id = 'two'", "E_LOG_RUN"),
        ("UPDATE run SET head_hash = zeroblob(32) WHERE run_id = 'two'", "E_LOG_RUN"),
        ("DELETE FROM run WHERE run_id = 'two'", "E_LOG_RUN"),
        ("UPDATE run SET run_id = 'three' WHERE run_id = 'two'", "E_LOG_RUN"),
        // Messages.
        ("UPDATE messages SET packet_json = '{}'", "E_LOG_MESSAGE"),
        (
            "UPDATE messages SET packet_json = '{}', digest = 'sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'",
            "E_LOG_MESSAGE",
        ),
        ("DELETE FROM messages", "E_LOG_MESSAGE"),
        ("INSERT INTO tab_lock VALUES ('default', 1, 'nobody', 1)", "E_LOG_DATABASE"),
    ];
    for (sql, code) in table {
        let (folder, _, _) = log();
        folder.tamper(sql);
        let report = folder.verify();
        assert!(report.problems.iter().any(|problem| problem.code() == code), "{sql}\n{report:?}");
        assert!(report.problems.iter().all(|problem| !problem.sentence.is_empty()));
    }
}

/// What the log alone cannot show, a head held elsewhere does.
#[test]
fn a_log_that_was_cut_off_or_written_anew_is_noticed_by_whoever_holds_a_head() {
    let cut = "DELETE FROM erasure; DELETE FROM event_payload WHERE log_seq > 11; DELETE FROM run_event WHERE log_seq > 11; \
               DELETE FROM head WHERE epoch > 1; \
               INSERT INTO event_payload SELECT 5, salt, payload FROM event_payload WHERE log_seq = 4; \
               UPDATE run SET head_seq = 8, head_hash = (SELECT hash FROM run_event WHERE log_seq = 10) WHERE run_id = 'one';";
    // Cut before the erased event, so that what is left is whole.
    let before = "DELETE FROM erasure; DELETE FROM event_payload WHERE log_seq > 4; DELETE FROM run_event WHERE log_seq > 4; \
                  DELETE FROM head; DELETE FROM messages; DELETE FROM conversations; DELETE FROM grants; DELETE FROM request; \
                  UPDATE run SET head_seq = 2, head_hash = (SELECT hash FROM run_event WHERE log_seq = 2) WHERE run_id = 'one'; \
                  UPDATE run SET head_seq = 2, head_hash = (SELECT hash FROM run_event WHERE log_seq = 4) WHERE run_id = 'two';";
    let (folder, anchor, heads) = log();
    folder.tamper(cut);
    assert_eq!(first(&folder.verify()), ("E_LOG_PAYLOAD", Some(5)), "a payload from elsewhere does not fit");

    let (folder, _, _) = log();
    folder.tamper(before);
    assert_eq!(first(&folder.verify()), ("E_LOG_HEAD", None), "the keys beside it show that it was longer");
    // Whoever cuts the log can take the keys with it.
    std::fs::remove_dir_all(folder.path().join("head-keys")).unwrap();
    assert!(folder.verify().is_intact(), "nothing in the log shows that it was longer");
    let report = verify(&folder.reader(), std::slice::from_ref(&anchor), &[]);
    assert_eq!(first(&report), ("E_LOG_ANCHOR", None));
    let report = verify(&folder.reader(), &[], &heads);
    assert_eq!(first(&report), ("E_LOG_RUN_HEAD", None));
    assert_eq!(report.problems.len(), 2);

    // Written anew, with keys of its own.
    let other = Folder::new();
    let store = other.open();
    two_runs(&store);
    store.compact(run("one"), NOW + 6).unwrap();
    drop(store);
    assert!(other.verify().is_intact());
    assert_eq!(first(&verify(&other.reader(), &[anchor], &[])), ("E_LOG_ANCHOR", None));
    assert_eq!(first(&verify(&other.reader(), &[], &heads)), ("E_LOG_RUN_HEAD", None));
}

#[test]
fn one_run_is_verified_without_the_others() {
    let faults = |folder: &Folder, name: &str| {
        let check = Check { run: Some(RunId::parse(name).unwrap()), deep: true, ..Check::default() };
        let report = folder.reader().verify(&check, &mut |_| {}).unwrap();
        first(&report)
    };
    for (sql, expected) in [
        ("UPDATE run_event SET at_ms = 1 WHERE log_seq = 6", ("E_LOG_HASH", Some(6))),
        ("DELETE FROM event_payload WHERE log_seq = 6", ("E_LOG_MISSING", Some(6))),
        ("DELETE FROM erasure", ("E_LOG_MISSING", Some(5))),
        ("DELETE FROM run_event WHERE log_seq = 6", ("E_LOG_RUN_GAP", Some(7))),
        ("UPDATE event_payload SET payload = x'00' WHERE log_seq = 6", ("E_LOG_PAYLOAD", Some(6))),
        ("UPDATE run SET head_seq = 3 WHERE run_id = 'one'", ("E_LOG_RUN", None)),
    ] {
        let (folder, _, _) = log();
        folder.tamper(sql);
        assert_eq!(faults(&folder, "one"), expected, "{sql}");
        assert_eq!(faults(&folder, "two"), ("", None), "{sql}");
    }
}

#[test]
fn a_log_full_of_faults_gives_a_short_report() {
    let folder = Folder::new();
    let store = folder.open();
    for n in 0..20 {
        store.append(batch("r", NOW + n, (0..50).map(|m| said(&format!("{n} {m}"))))).unwrap();
    }
    drop(store);
    folder.tamper("UPDATE run_event SET at_ms = at_ms + 1; DELETE FROM event_payload WHERE log_seq = 3");
    let report = folder.verify();
    assert_eq!((report.problems.len(), first(&report)), (100, ("E_LOG_HASH", Some(1))));
    assert_eq!(report.more_problems, 901, "every event, and the payload that is missing");
}

/// The triggers stop an oversight: nothing of ours can change what was written.
#[test]
fn i16_events_are_append_only() {
    let (folder, _, _) = log();
    let connection = raw(&folder.database());
    for sql in [
        "UPDATE run_event SET at_ms = 0 WHERE log_seq = 6",
        "DELETE FROM run_event WHERE log_seq = 14",
        "INSERT OR REPLACE INTO run_event SELECT log_seq, run_id, seq, 'x', at_ms, schema_version, protocol_version, run_prev, log_prev, commitment, hash FROM run_event WHERE log_seq = 6",
        "INSERT OR REPLACE INTO run_event SELECT log_seq, 'x', 1, kind, at_ms, schema_version, protocol_version, run_prev, log_prev, commitment, hash FROM run_event WHERE log_seq = 6",
        "INSERT OR REPLACE INTO run_event SELECT 99, run_id, seq, 'x', at_ms, schema_version, protocol_version, run_prev, log_prev, commitment, hash FROM run_event WHERE log_seq = 6",
        "UPDATE event_payload SET payload = x'00' WHERE log_seq = 6",
        "DELETE FROM event_payload WHERE log_seq = 6",
        "INSERT OR REPLACE INTO event_payload VALUES (6, zeroblob(16), x'00')",
        "INSERT INTO event_payload VALUES (5, zeroblob(16), x'00')",
        "UPDATE head SET at_ms = 0",
        "DELETE FROM head",
        "INSERT OR REPLACE INTO head SELECT epoch, log_seq, log_hash, 0, public_key, next_public_key, signature FROM head",
        "UPDATE erasure SET reason = 'forgotten'",
        "DELETE FROM erasure",
        "INSERT OR REPLACE INTO erasure SELECT log_seq, 'forgotten', at_ms FROM erasure",
    ] {
        let error = connection.execute_batch(sql).expect_err(sql).to_string();
        assert!(error.contains("append-only") || error.contains("payload"), "{sql}: {error}");
    }
    drop(connection);
    assert!(folder.verify().is_intact());
}
