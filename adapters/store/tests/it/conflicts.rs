//! What must not happen twice or at the same time does not, and one bad batch takes no other with it.

use std::sync::mpsc;
use std::time::Duration;

use laika_protocol::ids::{IdempotencyKey, ProfileId};
use laika_protocol::run::{Erased, ErasedFor, Record};
use laika_store::{Batch, RunRow, Signing, StoreError};

use super::world::*;

#[test]
fn i8_a_call_is_recorded_once() {
    let folder = Folder::new();
    let store = folder.open();
    store.append(batch("one", NOW, [started("one"), intent(1, Some("key"))])).unwrap();
    let key = IdempotencyKey::parse("key").unwrap();
    let waiting = store.reader().unwrap().recorded(&uuid(1)).unwrap().unwrap();
    assert_eq!((waiting.intent_seq, waiting.result_seq, waiting.result), (2, None, None));
    assert_eq!(store.reader().unwrap().unanswered(&run("one")).unwrap().len(), 1);

    let table = [
        ("the same call", "one", intent(1, None)),
        ("the same call in another run", "two", intent(1, None)),
        ("the same intent by another call", "one", intent(2, Some("key"))),
    ];
    for (name, in_run, record) in table {
        let error = store.append(batch(in_run, NOW, [said("before"), record, said("after")])).unwrap_err();
        assert_eq!(error, StoreError::Repeated { request: uuid(1), run: run("one") }, "{name}");
        assert_eq!(error.code(), "E_STORE_REPEATED");
        assert_eq!(
            store.reader().unwrap().run(&run("one")).unwrap().unwrap().head.seq,
            2,
            "nothing is written"
        );
        assert_eq!(store.reader().unwrap().run(&run("two")).unwrap(), None, "nothing is written");
    }
    // Twice in one batch is twice.
    assert!(store.append(batch("one", NOW, [intent(3, None), intent(3, None)])).is_err());
    // The same key in another run is another intent.
    store.append(batch("two", NOW, [intent(4, Some("key"))])).unwrap();

    store.append(batch("one", NOW, [result(1)])).unwrap();
    store.append(batch("one", NOW, [result(1)])).unwrap();
    // A result from another run is none.
    store.append(batch("one", NOW, [result(4)])).unwrap();
    let reader = store.reader().unwrap();
    for recorded in [reader.recorded(&uuid(1)), reader.recorded_key(&run("one"), &key)] {
        let recorded = recorded.unwrap().unwrap();
        assert_eq!((recorded.request, recorded.result_seq), (uuid(1), Some(3)), "the first result stays");
        assert_eq!(recorded.result.unwrap().step.request_id, uuid(1));
    }
    assert_eq!(reader.recorded(&uuid(4)).unwrap().unwrap().result_seq, None);
    assert_eq!(reader.recorded(&uuid(5)).unwrap(), None);
    assert!(verify(&reader, &[], &[]).is_intact());
}

#[test]
fn one_run_alone_may_change_a_tab() {
    let folder = Folder::new();
    let store = folder.open();
    store.append(batch("one", NOW, [started("one"), locked(7), locked(8)])).unwrap();
    store.append(batch("one", NOW, [locked(7)])).unwrap();
    let busy = store.append(batch("two", NOW, [started("two"), locked(7)])).unwrap_err();
    assert_eq!(busy, StoreError::TabBusy { tab: 7, run: run("one") });
    // Nobody releases what another run holds.
    store.append(batch("two", NOW, [started("two"), unlocked(7)])).unwrap();
    assert_eq!(store.append(batch("two", NOW, [locked(7)])).unwrap_err().code(), "E_STORE_TAB_BUSY");
    store.append(batch("one", NOW, [unlocked(7)])).unwrap();
    store.append(batch("two", NOW, [locked(7)])).unwrap();
    let holders = |store: &laika_store::Store| {
        let locks = store.reader().unwrap().locks().unwrap();
        locks.into_iter().map(|lock| (lock.tab, lock.run.to_string())).collect::<Vec<_>>()
    };
    assert_eq!(holders(&store), [(7, "two".into()), (8, "one".into())]);
    drop(store);
    // Locks are durable, and end with their run.
    let store = folder.open();
    assert_eq!(holders(&store), [(7, "two".into()), (8, "one".into())]);
    store.append(batch("two", NOW, [ended()])).unwrap();
    assert_eq!(holders(&store), [(8, "one".into())]);
}

#[test]
fn batches_that_cannot_be_stored_are_refused_as_a_whole() {
    let folder = Folder::new();
    let store = folder.open();
    let (message, prompt) = asked(50, "x");
    store
        .append(Batch {
            messages: vec![message.clone()],
            ..batch("one", NOW, [started("one"), prompt, granted("g")])
        })
        .unwrap();
    let other = ProfileId::parse("other").unwrap();
    let events = (0..400_000).map(|at| (at, at)).collect();
    let huge = Record::Erased(Erased { reason: ErasedFor::Compaction, events });
    let table = [
        ("E_STORE_BATCH", batch("one", NOW, [])),
        ("E_STORE_BATCH", batch("one", u64::MAX, [said("x")])),
        ("E_STORE_BATCH", batch("one", NOW, [said("x"), huge])),
        ("E_STORE_BATCH", batch("one", NOW, [said("x"), granted("g")])),
        ("E_STORE_BATCH", Batch { messages: vec![message], ..batch("one", NOW, [said("x")]) }),
        (
            "E_STORE_PROFILE",
            Batch { run: RunRow { profile: other, ..row("one") }, ..batch("one", NOW, [said("x")]) },
        ),
    ];
    for (code, bad) in table {
        let error = store.append(bad).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
        assert!(error.to_string().contains("nothing was written"), "{error}");
    }
    assert_eq!(store.reader().unwrap().run(&run("one")).unwrap().unwrap().head.seq, 3);
    assert!(verify(&store.reader().unwrap(), &[], &[]).is_intact());
}

#[test]
fn one_bad_batch_takes_no_other_with_it() {
    let folder = Folder::new();
    let store = folder.open();
    store.append(batch("r", NOW, [started("r"), intent(1, None), locked(1)])).unwrap();
    // The writer is held up, so that what follows goes into one transaction.
    let (go, held) = mpsc::channel::<()>();
    store.submit(batch("r", NOW, [said("first")]), move |_| held.recv().unwrap()).unwrap();
    std::thread::sleep(Duration::from_millis(50));
    let (tell, told) = mpsc::channel();
    for n in 0..60_u64 {
        let tell = tell.clone();
        let records = match n % 3 {
            0 => vec![said(&format!("message {n}")), intent(100 + n, None)],
            1 => vec![said("lost"), intent(1, None)],
            _ => vec![said("other run"), locked(1)],
        };
        let name = if n % 3 == 2 { "other" } else { "r" };
        store.submit(batch(name, NOW + n, records), move |result| tell.send((n, result)).unwrap()).unwrap();
    }
    store.submit(batch("r", NOW + 99, [ended()]), move |result| tell.send((99, result)).unwrap()).unwrap();
    go.send(()).unwrap();
    let results: Vec<_> = told.iter().collect();
    assert_eq!(results.iter().map(|(n, _)| *n).collect::<Vec<_>>(), (0..60).chain([99]).collect::<Vec<_>>());
    let mut seq = 4;
    for (n, result) in results {
        match n % 3 {
            0 if n != 99 => {
                let appended = result.unwrap();
                assert_eq!((appended.first_seq, appended.last_seq), (seq + 1, seq + 2));
                seq += 2;
            }
            0 => assert!(matches!(result.unwrap().signing, Signing::Signed(_))),
            1 => assert_eq!(result.unwrap_err().code(), "E_STORE_REPEATED"),
            _ => assert_eq!(result.unwrap_err().code(), "E_STORE_TAB_BUSY"),
        }
    }
    let report = verify(&store.reader().unwrap(), &[], &[]);
    assert_eq!((report.problems.as_slice(), report.events, report.runs), (&[][..], 45, 1));
    let log_seqs: Vec<u64> =
        store.reader().unwrap().events(&run("r"), 1, 99).unwrap().iter().map(|e| e.header.log_seq).collect();
    assert_eq!(log_seqs, (1..=45).collect::<Vec<_>>(), "a batch that was refused leaves no gap");
}

#[test]
fn a_full_queue_says_so() {
    let folder = Folder::new();
    let store = folder.open();
    let (go, held) = mpsc::channel::<()>();
    store.submit(batch("r", NOW, [started("r")]), move |_| held.recv().unwrap()).unwrap();
    std::thread::sleep(Duration::from_millis(50));
    let mut taken = 0_u64;
    let refused = loop {
        match store.later(batch("r", NOW, [said("x")])) {
            Ok(()) => taken += 1,
            Err(error) => break error,
        }
        assert!(taken < 10_000);
    };
    assert_eq!(refused.code(), "E_STORE_BUSY");
    assert_eq!(store.submit(batch("r", NOW, [said("x")]), |_| {}).unwrap_err().code(), "E_STORE_BUSY");
    go.send(()).unwrap();
    store.flush().unwrap();
    assert_eq!(store.reader().unwrap().run(&run("r")).unwrap().unwrap().head.seq, taken + 1);
}
