//! How fast a long log is verified, against a loop that reads the same rows and hashes them once.
//!
//! `cargo test --release -p laika-store speed -- --ignored --nocapture`

use std::time::Instant;

use laika_store::Check;
use sha2::{Digest, Sha256};

use super::world::*;

#[test]
#[ignore = "takes a while; see the top of the file"]
fn verifying_a_million_events_is_at_most_twice_as_slow_as_hashing_them() {
    const EVENTS: u64 = 1_000_000;
    let folder = Folder::new();
    {
        let store = folder.open();
        let begun = Instant::now();
        for n in 0..EVENTS / 1000 {
            let name = format!("run-{}", n % 100);
            let records = (0..1000).map(|m| said(&format!("message {n} {m}, as long as messages are")));
            store.later(batch(&name, NOW + n, records)).unwrap();
            if n % 50 == 0 {
                store.flush().unwrap();
            }
        }
        store.anchor(NOW).unwrap();
        println!("written in {:?}, {} bytes", begun.elapsed(), folder.database().metadata().unwrap().len());
    }
    let connection = raw(&folder.database());
    for _ in 0..3 {
        let begun = Instant::now();
        let mut events = connection.prepare("SELECT * FROM run_event ORDER BY log_seq").unwrap();
        let mut payloads = connection.prepare("SELECT * FROM event_payload ORDER BY log_seq").unwrap();
        let (mut events, mut payloads) = (events.query([]).unwrap(), payloads.query([]).unwrap());
        let mut count = 0_u64;
        while let (Some(event), Some(payload)) = (events.next().unwrap(), payloads.next().unwrap()) {
            let mut commitment = Sha256::new();
            for column in 1..3 {
                commitment.update(payload.get_ref(column).unwrap().as_blob().unwrap());
            }
            let mut hash = Sha256::new();
            for column in 0..10 {
                match event.get_ref(column).unwrap() {
                    rusqlite::types::ValueRef::Integer(number) => hash.update(number.to_be_bytes()),
                    other => hash.update(other.as_bytes().unwrap()),
                }
            }
            count += u64::from(commitment.finalize()[0]) + u64::from(hash.finalize()[0]);
        }
        let bare = begun.elapsed();
        let begun = Instant::now();
        let report = folder.reader().verify(&Check::default(), &mut |_| {}).unwrap();
        let verified = begun.elapsed();
        assert!(report.is_intact() && count > 0);
        assert_eq!(report.events, EVENTS);
        let ratio = bare.as_secs_f64() / verified.as_secs_f64();
        println!("bare {bare:?}, verified {verified:?}, {ratio:.2} of its speed");
        assert!(ratio > 0.5);
    }
}
