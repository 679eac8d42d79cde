//! Every way to spoil an artifact has its error, and the code keeps to the vectors of the page.

use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::fs::PermissionsExt as _;

use laika_protocol::ids::ArtifactId;
use proptest::prelude::*;
use sha2::Digest as _;

use super::cipher::{Cipher, FRAME_BYTES, Frame, HEADER_BYTES, TAG_BYTES};
use super::{ArtifactError, ArtifactFiles, CHUNK_BYTES, FileName, PlainReader, Written, decrypt, encrypt};

const PAGE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/artifacts.md"));
const BLOCK: usize = FRAME_BYTES + CHUNK_BYTES + TAG_BYTES;

fn id(text: &str) -> ArtifactId {
    ArtifactId::parse(text).unwrap()
}

fn key() -> [u8; 32] {
    std::array::from_fn(|at| at as u8)
}

fn plain(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|at| (at % 251) as u8).collect()
}

fn written(id: &ArtifactId, plain: &[u8]) -> (Vec<u8>, Written) {
    let mut file = Vec::new();
    let prefix = std::array::from_fn(|at| 0x40 + at as u8);
    let written = encrypt(&key(), id, &mut &plain[..], &mut file, prefix).unwrap();
    (file, written)
}

/// The error, after checking that what was given out before it is an authentic beginning.
fn refusal(key: &[u8; 32], of: &str, file: &[u8]) -> String {
    let mut out = Vec::new();
    let error = decrypt(key, &id(of), &mut &file[..], &mut out).unwrap_err();
    assert!(plain(300_000).starts_with(&out) && out.len() % CHUNK_BYTES == 0);
    error.to_string()
}

#[test]
fn the_page_has_these_vectors() {
    for bytes in [0, 1, 65_536, 65_537] {
        let (file, written) = written(&id("art:vector"), &plain(bytes));
        assert_eq!(written.bytes, file.len() as u64);
        assert_eq!(written.plain_bytes, bytes as u64);
        let row = format!("| {bytes} | {} | `{}` |", file.len(), written.sha256);
        assert!(PAGE.contains(&row), "not in the page: {row}");
        let hex: String = file.iter().map(|byte| format!("{byte:02x}")).collect();
        if bytes < 2 {
            assert!(
                PAGE.contains(&format!("| {bytes} | `{hex}` |")),
                "not in the page: | {bytes} | `{hex}` |"
            );
        }
    }
}

#[test]
fn every_attack_has_its_error() {
    let (file, _) = written(&id("art:1"), &plain(3 * CHUNK_BYTES + 5));
    let (header, body) = file.split_at(HEADER_BYTES);
    let block = |at: usize| &body[at * BLOCK..body.len().min((at + 1) * BLOCK)];
    let of_blocks = |order: &[usize]| {
        let blocks = order.iter().map(|at| block(*at));
        [header].into_iter().chain(blocks).collect::<Vec<_>>().concat()
    };
    let other = written(&id("art:2"), &plain(3 * CHUNK_BYTES + 5)).0;
    let with = |at: usize, byte: u8| {
        let mut changed = file.clone();
        changed[at] = byte;
        changed
    };
    // Frames that lie in a way that would fit: the nonce does not believe them.
    let relabelled = |order: &[usize]| {
        let mut file = of_blocks(order);
        for (at, _) in order.iter().enumerate() {
            file[HEADER_BYTES + at * BLOCK + 3] = at as u8;
        }
        file
    };
    let early_end = {
        let mut file = of_blocks(&[0, 1]);
        file[HEADER_BYTES + BLOCK + 4] |= 0x80;
        file
    };
    let cut_off = "the artifact is cut off: it ends before its last chunk does";
    let goes_on = "the artifact has bytes after its last chunk";
    let table: [(&str, Vec<u8>, &str); 17] = [
        ("nothing", Vec::new(), cut_off),
        ("cut in the header", file[..40].to_vec(), cut_off),
        ("header only", header.to_vec(), cut_off),
        ("cut between chunks", of_blocks(&[0, 1]), cut_off),
        ("cut inside a chunk", file[..file.len() - 1].to_vec(), cut_off),
        ("the last chunk left out", of_blocks(&[0, 1, 2]), cut_off),
        ("an end claimed early", early_end, "chunk 1 of the artifact is damaged"),
        ("a byte more", [&file[..], &[0]].concat(), goes_on),
        ("a chunk more", of_blocks(&[0, 1, 2, 3, 3]), goes_on),
        ("reordered", of_blocks(&[0, 2, 1, 3]), "chunk 2 of the artifact stands in the place of chunk 1"),
        ("left out", of_blocks(&[0, 2, 3]), "chunk 2 of the artifact stands in the place of chunk 1"),
        ("reordered and relabelled", relabelled(&[0, 2, 1, 3]), "chunk 1 of the artifact is damaged"),
        (
            "another file's chunk",
            [header, &other[HEADER_BYTES..]].concat(),
            "chunk 0 of the artifact is damaged",
        ),
        ("another file", other, "the file is not the one of artifact `art:1`, or its header is damaged"),
        ("not an artifact", with(0, 0), "the file is not an artifact"),
        ("a later version", with(8, 2), "the artifact is in a form that this program does not know"),
        ("a huge chunk size", with(9, 0xff), "the artifact is in a form that this program does not know"),
    ];
    for (name, file, expected) in table {
        assert_eq!(refusal(&key(), "art:1", &file), expected, "{name}");
    }
    let wrong_key = "the key is not the one that the artifact was written with, or its header is damaged";
    assert_eq!(refusal(&[9; 32], "art:1", &file), wrong_key);
}

#[test]
fn a_changed_byte_is_found_wherever_it_stands() {
    let (file, _) = written(&id("art:1"), &plain(CHUNK_BYTES + 3));
    let ends = HEADER_BYTES + FRAME_BYTES + 4;
    let around = HEADER_BYTES + BLOCK - TAG_BYTES - 2;
    for at in (0..ends).chain(around..file.len()) {
        for bit in 0..8 {
            let mut changed = file.clone();
            changed[at] ^= 1 << bit;
            refusal(&key(), "art:1", &changed);
        }
    }
}

#[test]
fn a_text_has_one_form() {
    // Sealed with the right key, but not as a writer does it.
    let of_chunks = |chunks: &[usize]| {
        let cipher = Cipher::new(&key(), &id("art:1"), [1; 19]);
        let mut file = cipher.header().unwrap();
        for (&plain_bytes, index) in chunks.iter().zip(0..) {
            let frame = Frame { index, plain_bytes, is_last: index as usize + 1 == chunks.len() };
            let mut chunk = plain(plain_bytes);
            let tag = cipher.seal_chunk(frame, &mut chunk).unwrap();
            file.extend([&frame.to_bytes()[..], &chunk, &tag].concat());
        }
        file
    };
    for chunks in [&[CHUNK_BYTES, 0][..], &[CHUNK_BYTES - 1, 1], &[0, 1], &[CHUNK_BYTES + 1]] {
        assert!(refusal(&key(), "art:1", &of_chunks(chunks)).ends_with("is damaged"), "{chunks:?}");
    }
    let mut out = Vec::new();
    assert_eq!(
        decrypt(&key(), &id("art:1"), &mut &of_chunks(&[CHUNK_BYTES, 1])[..], &mut out).unwrap(),
        65_537
    );
}

#[test]
fn a_broken_artifact_never_ends() {
    let (file, _) = written(&id("art:1"), &plain(2 * CHUNK_BYTES));
    for spoiled in [&file[..HEADER_BYTES + BLOCK], &[&file[..], b"more"].concat()] {
        let mut reader = PlainReader::new(&key(), &id("art:1"), spoiled).unwrap();
        let mut out = Vec::new();
        assert!(reader.read_to_end(&mut out).is_err());
        assert_eq!(out, plain(CHUNK_BYTES));
        let error = reader.read(&mut [0; 8]).unwrap_err();
        assert_eq!(error.to_string(), "the artifact was found broken before");
    }
}

/// Bytes that are never in memory at once, with what is noted of them on the way.
struct Stream {
    left: usize,
    largest: usize,
    hasher: sha2::Sha256,
}

impl Stream {
    fn of(left: usize) -> Self {
        Self { left, largest: 0, hasher: sha2::Sha256::new() }
    }
}

impl Read for Stream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.largest = self.largest.max(into.len());
        // Odd pieces: whoever trusts in full ones would lose bytes.
        let count = into.len().min(self.left).min(10_007);
        into[..count].fill(self.left as u8);
        self.left -= count;
        self.hasher.update(&into[..count]);
        Ok(count)
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.largest = self.largest.max(bytes.len());
        self.left -= bytes.len();
        self.hasher.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_large_artifact_needs_little_memory() {
    const LARGE: usize = 64 * 1024 * 1024;
    // A pipe holds about one chunk, so neither side can run ahead of the other.
    let (mut from, mut into) = io::pipe().unwrap();
    let (mut source, mut out) = (Stream::of(LARGE), Stream::of(LARGE));
    let writer = std::thread::spawn(move || {
        let written = encrypt(&key(), &id("art:large"), &mut source, &mut into, [1; 19]).unwrap();
        (written, source)
    });
    let read = decrypt(&key(), &id("art:large"), &mut from, &mut out).unwrap();
    let (written, source) = writer.join().unwrap();
    assert_eq!((read, written.plain_bytes, out.left), (LARGE as u64, LARGE as u64, 0));
    assert_eq!(source.hasher.finalize(), out.hasher.finalize());
    assert!(source.largest <= CHUNK_BYTES && out.largest <= CHUNK_BYTES);
}

#[test]
fn a_folder_of_artifacts() {
    let dir = tempfile::tempdir().unwrap();
    let files = ArtifactFiles::in_dir(&dir.path().join("artifacts"), &key()).unwrap();
    let (one, two) = (id("art:1"), id("art:2"));
    let written = files.put(&one, &mut &plain(100_000)[..]).unwrap();
    files.put(&two, &mut &b"two"[..]).unwrap();
    let read = |id: &ArtifactId| {
        let mut out = Vec::new();
        files.open(id).map(|mut reader| reader.read_to_end(&mut out).map(|_| out))
    };
    assert_eq!(read(&one).unwrap().unwrap(), plain(100_000));

    let path = |id: &ArtifactId| dir.path().join("artifacts").join(FileName::of(id).as_str());
    let on_disk = fs::read(path(&one)).unwrap();
    assert_eq!(written.sha256, laika_protocol::canonical::digest_bytes(&on_disk));
    assert_eq!(fs::metadata(path(&one)).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(files.names().unwrap(), [FileName::of(&one), FileName::of(&two)].into());

    // A source that fails, or a crash in the middle, leaves what was there.
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("no more"))
        }
    }
    let error = files.put(&two, &mut (&plain(200_000)[..]).chain(Failing)).unwrap_err();
    assert_eq!(error.to_string(), "cannot read what goes into the artifact: no more");
    fs::write(path(&two).with_extension("0.part"), b"half").unwrap();
    assert_eq!(read(&two).unwrap().unwrap(), b"two");
    files.remove_unfinished().unwrap();
    assert_eq!(fs::read_dir(dir.path().join("artifacts")).unwrap().count(), 2);

    // The same plain text twice is not the same file.
    files.put(&one, &mut &plain(100_000)[..]).unwrap();
    assert_ne!(fs::read(path(&one)).unwrap(), on_disk);

    fs::copy(path(&one), path(&two)).unwrap();
    assert!(matches!(read(&two), Err(ArtifactError::OtherArtifact(_))));
    files.delete(&one).unwrap();
    files.delete(&one).unwrap();
    assert!(matches!(read(&one), Err(ArtifactError::Missing(_))));
    files.delete_file(&FileName::of(&two)).unwrap();
    assert!(files.names().unwrap().is_empty());
}

#[test]
fn a_source_that_goes_on_after_its_end_is_not_asked_again() {
    struct Terminal(usize);
    impl Read for Terminal {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            // A line, the end, another line.
            Ok(if self.0 % 2 == 1 { (&mut into[..4]).write(b"line")? } else { 0 })
        }
    }
    let (mut file, mut out) = (Vec::new(), Vec::new());
    encrypt(&key(), &id("art:1"), &mut Terminal(0), &mut file, [1; 19]).unwrap();
    decrypt(&key(), &id("art:1"), &mut &file[..], &mut out).unwrap();
    assert_eq!(out, b"line");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_written_is_read(
        chunks in 0_usize..4, more in prop_oneof![Just(0), 0..CHUNK_BYTES], key in any::<[u8; 32]>(), prefix in any::<[u8; 19]>(),
    ) {
        let (plain, mut file, mut out) = (plain(chunks * CHUNK_BYTES + more), Vec::new(), Vec::new());
        encrypt(&key, &id("art:1"), &mut &plain[..], &mut file, prefix).unwrap();
        prop_assert_eq!(decrypt(&key, &id("art:1"), &mut &file[..], &mut out).unwrap(), plain.len() as u64);
        prop_assert_eq!(out, plain);
    }

    #[test]
    fn anything_after_a_header_is_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200), claim in any::<bool>()) {
        let mut file = written(&id("art:1"), b"").0;
        file.truncate(HEADER_BYTES + if claim { FRAME_BYTES } else { 0 });
        file.extend(bytes);
        refusal(&key(), "art:1", &file);
    }
}
