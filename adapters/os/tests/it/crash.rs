//! A process that is killed at any moment leaves keys that can be read.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use laika_os::key_store::{Choice, Key};

use super::{DataDir, again, given_data_dir};

#[test]
fn killed_while_writing_the_keys_stay_readable() {
    let data = DataDir::new();
    let kept = data.open(Choice::KeyFile).unwrap().get_or_create("kept").unwrap();
    let before = fs::read(data.file("keys")).unwrap();
    for round in 0..12 {
        let mut writer = again("it::crash::write_without_end", &data.path());
        let mut child = writer.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let started = Instant::now();
        let now = fs::read(data.file("keys")).unwrap();
        while fs::read(data.file("keys")).unwrap() == now {
            assert!(started.elapsed() < Duration::from_secs(30), "nothing is written");
            thread::sleep(Duration::from_micros(200));
        }
        thread::sleep(Duration::from_micros(377 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        let store = data.open(Choice::Auto).unwrap();
        assert_eq!(store.get("kept").unwrap().unwrap().expose(), kept.expose());
        let turning = store.get("turning").unwrap().unwrap();
        assert!(turning.expose().iter().all(|byte| *byte == turning.expose()[0]));
    }
    assert_ne!(fs::read(data.file("keys")).unwrap(), before);
}

#[test]
#[ignore = "runs until it is killed; started by the test above"]
fn write_without_end() {
    let mut store = laika_os::key_store::KeyStore::open(&given_data_dir(), Choice::Auto).unwrap();
    for byte in (0..=u8::MAX).cycle() {
        store.put("turning", &Key::new(&[byte; 32])).unwrap();
    }
}

#[test]
fn two_at_once_make_one_key() {
    let data = DataDir::new();
    let stores: Vec<_> = (0..8).map(|_| data.open(Choice::KeyFile).unwrap()).collect();
    let threads =
        stores.into_iter().map(|mut store| thread::spawn(move || store.get_or_create("log").unwrap()));
    let keys: Vec<Key> =
        threads.collect::<Vec<_>>().into_iter().map(|thread| thread.join().unwrap()).collect();
    assert!(keys.iter().all(|key| key.expose() == keys[0].expose()));
}
