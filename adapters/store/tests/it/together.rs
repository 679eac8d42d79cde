//! Readers while somebody writes, and random histories that read back as they were written.

use std::sync::atomic::{AtomicBool, Ordering};

use laika_protocol::run::Record;
use laika_store::{Batch, Check, Forget, Options, Store};
use proptest::prelude::*;

use super::world::*;

#[test]
fn readers_see_whole_batches_while_others_write() {
    for private in [false, true] {
        let folder = Folder::new();
        let options = if private { Options::memory() } else { Options::folder(folder.path()) };
        let store = Store::open(options, NOW).unwrap();
        store.append(batch("r0", NOW, [started("r0"), said("x"), said("x")])).unwrap();
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let readers: Vec<_> = (0..2)
                .map(|_| {
                    scope.spawn(|| {
                        let mut seen = 0;
                        while !done.load(Ordering::Relaxed) {
                            let report =
                                store.reader().unwrap().verify(&Check::default(), &mut |_| {}).unwrap();
                            assert_eq!(report.problems, []);
                            assert_eq!(report.events % 3, 0, "a batch is there as a whole or not at all");
                            assert!(report.events >= seen);
                            seen = report.events;
                        }
                        seen
                    })
                })
                .collect();
            let writers: Vec<_> = (0..3)
                .map(|w| {
                    let store = store.clone();
                    scope.spawn(move || {
                        for n in 0..25 {
                            let name = format!("r{w}");
                            store.append(batch(&name, NOW + n, [said("a"), said("b"), said("c")])).unwrap();
                        }
                    })
                })
                .collect();
            for writer in writers {
                writer.join().unwrap();
            }
            done.store(true, Ordering::Relaxed);
            for reader in readers {
                assert!(reader.join().unwrap() >= 3);
            }
        });
        assert_eq!(verify(&store.reader().unwrap(), &[], &[]).events, 3 + 3 * 3 * 25);
    }
}

#[derive(Clone, Debug)]
enum Act {
    Append(u8, Vec<u8>),
    Later(u8, Vec<u8>),
    Anchor,
    Compact(u8),
    Forget(u8),
    Reopen,
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let records = || proptest::collection::vec(0..6_u8, 1..5);
    let act = prop_oneof![
        6 => (0..4_u8, records()).prop_map(|(run, records)| Act::Append(run, records)),
        3 => (0..4_u8, records()).prop_map(|(run, records)| Act::Later(run, records)),
        1 => Just(Act::Anchor),
        1 => (0..4_u8).prop_map(Act::Compact),
        1 => (0..4_u8).prop_map(Act::Forget),
        1 => Just(Act::Reopen),
    ];
    proptest::collection::vec(act, 1..25)
}

fn record(which: u8, n: u64) -> Record {
    match which {
        0 => said(&format!("words {n}")),
        1 => observed(&format!("seen {n}")),
        2 => checkpoint(n),
        3 => intent(n, None),
        4 => result(n),
        _ => ended(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 24, ..ProptestConfig::default() })]

    /// Whatever was appended comes back in order, minus what was erased; and the chain holds at every point.
    #[test]
    fn a_random_history_replays_as_it_was_written(acts in acts()) {
        let folder = Folder::new();
        let mut store = Some(folder.open());
        // What each run should hold: its records, or nothing where one was erased.
        let mut expected: [Vec<Option<Record>>; 4] = Default::default();
        let mut anchors = Vec::new();
        let mut n = 1000;
        for (at, act) in (NOW..).zip(acts) {
            let open = store.as_ref().unwrap();
            match act {
                Act::Append(run, kinds) | Act::Later(run, kinds) if kinds.is_empty() => {
                    let _ = run;
                }
                Act::Append(name, ref kinds) | Act::Later(name, ref kinds) => {
                    let records: Vec<Record> = kinds.iter().map(|kind| { n += 1; record(*kind, n) }).collect();
                    expected[usize::from(name)].extend(records.iter().cloned().map(Some));
                    let handed = Batch { ..batch(&format!("run-{name}"), at, records) };
                    if matches!(act, Act::Append(..)) {
                        open.append(handed).unwrap();
                    } else {
                        open.later(handed).unwrap();
                    }
                }
                Act::Anchor => anchors.extend(open.anchor(at).ok()),
                Act::Compact(name) => {
                    let held = &mut expected[usize::from(name)];
                    let removed = open.compact(run(&format!("run-{name}")), at);
                    let last = held.iter().rposition(|r| matches!(r, Some(Record::Checkpoint(_))));
                    erase(held, removed, |place, record| {
                        matches!(record, Record::Observed(_)) && last.is_some_and(|last| place < last)
                    });
                }
                Act::Forget(name) => {
                    let removed = open.forget(Forget::Run(run(&format!("run-{name}"))), at, &mut |_| {});
                    erase(&mut expected[usize::from(name)], removed, |_, _| true);
                }
                Act::Reopen => {
                    drop(store.take());
                    store = Some(folder.open());
                }
            }
        }
        let open = store.as_ref().unwrap();
        open.flush().unwrap();
        prop_assert_eq!(open.failure(), None);
        let reader = open.reader().unwrap();
        let report = verify(&reader, &anchors, &[]);
        prop_assert_eq!(&report.problems, &[]);
        for (name, expected) in expected.iter().enumerate() {
            let mut read = reader.records(&run(&format!("run-{name}"))).unwrap();
            read.retain(|(_, record)| !matches!(record, Record::Erased(_)));
            let left: Vec<(u64, Record)> =
                (1..).zip(expected).filter_map(|(seq, record)| Some((seq, record.clone()?))).collect();
            prop_assert_eq!(read, left);
        }
    }
}

/// Takes out of what is expected what was erased, and counts the record of it.
fn erase(
    held: &mut Vec<Option<Record>>,
    removed: Result<laika_store::Removed, laika_store::StoreError>,
    which: impl Fn(usize, &Record) -> bool,
) {
    if held.is_empty() {
        assert_eq!(removed.unwrap_err().code(), "E_STORE_NO_RUN");
        return;
    }
    let mut count = 0;
    for (place, slot) in held.iter_mut().enumerate() {
        if slot.as_ref().is_some_and(|record| which(place, record)) {
            *slot = None;
            count += 1;
        }
    }
    assert_eq!(removed.unwrap().payloads, count);
    if count > 0 {
        held.push(None);
    }
}
