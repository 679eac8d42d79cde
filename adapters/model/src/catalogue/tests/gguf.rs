//! Headers of GGUF files: honest, cut off, and hostile.

use std::io::Cursor;
use std::time::{Duration, Instant};

use super::super::Gguf;
use super::super::gguf::header;
use super::noise;

/// A small file with an honest header.
pub(super) fn file(name: &str, template: &str) -> Vec<u8> {
    let texts = (0..50).map(|index| format!("token{index}")).collect::<Vec<_>>();
    let mut tokens = [8_u32.to_le_bytes().as_slice(), &50_u64.to_le_bytes()].concat();
    texts.iter().for_each(|token| tokens.extend(text(token)));
    let mut bytes = start(3, 2, 7);
    for (key, kind, value) in [
        ("general.architecture", 8, text("qwen2")),
        ("general.name", 8, text(name)),
        ("general.license", 8, text("mit")),
        ("qwen2.context_length", 4, 4096_u32.to_le_bytes().to_vec()),
        ("general.file_type", 4, 15_u32.to_le_bytes().to_vec()),
        ("tokenizer.ggml.tokens", 9, tokens),
        ("tokenizer.chat_template", 8, text(template)),
    ] {
        bytes.extend(pair(key, kind, &value));
    }
    for (name, offset) in [("token_embd.weight", 0_u64), ("output.weight", 64)] {
        bytes.extend(text(name));
        bytes.extend(2_u32.to_le_bytes());
        bytes.extend([8_u64, 2].iter().flat_map(|size| size.to_le_bytes()));
        bytes.extend(0_u32.to_le_bytes());
        bytes.extend(offset.to_le_bytes());
    }
    bytes.extend(noise(512, 4));
    bytes
}

pub(super) const CHATML: &str = "{{ '<|im_start|>' }}{{ '<|im_end|>' }}";

fn start(version: u32, tensors: u64, pairs: u64) -> Vec<u8> {
    [b"GGUF".as_slice(), &version.to_le_bytes(), &tensors.to_le_bytes(), &pairs.to_le_bytes()].concat()
}

fn text(text: &str) -> Vec<u8> {
    [&(text.len() as u64).to_le_bytes(), text.as_bytes()].concat()
}

fn pair(key: &str, kind: u32, value: &[u8]) -> Vec<u8> {
    [text(key), kind.to_le_bytes().to_vec(), value.to_vec()].concat()
}

fn read(bytes: &[u8]) -> Result<Gguf, String> {
    header(Cursor::new(bytes), bytes.len() as u64)
}

#[test]
fn a_header_says_what_a_file_is() {
    let found = read(&file("Small One", CHATML)).unwrap();
    let expected = Gguf {
        version: 3,
        architecture: "qwen2".into(),
        name: Some("Small One".into()),
        licence: Some("mit".into()),
        context: 4096,
        quantisation: "Q4_K_M",
        tensors: 2,
        chatml: true,
    };
    assert_eq!(found, expected);
    assert!(!read(&file("x", "[INST]")).unwrap().chatml);
}

#[test]
fn a_file_that_was_cut_off_is_noticed_wherever_it_ends() {
    let whole = file("x", CHATML);
    let header_ends = whole.len() - 512;
    for length in 0..header_ends + 64 {
        assert!(read(&whole[..length]).is_err(), "{length} of {} bytes", whole.len());
    }
}

#[test]
fn what_no_model_has_is_refused() {
    let with =
        |key: &str, kind: u32, value: &[u8]| [start(3, 1, 1), pair(key, kind, value), vec![0; 64]].concat();
    let array = |kind: u32, count: u64| [kind.to_le_bytes().as_slice(), &count.to_le_bytes()].concat();
    let context = |number: u32| {
        let bytes = [
            start(3, 1, 2),
            pair("general.architecture", 8, &text("a")),
            pair("a.context_length", 4, &number.to_le_bytes()),
        ];
        [bytes.concat(), vec![0; 64]].concat()
    };
    for (bytes, why) in [
        (b"PK\x03\x04 and more".to_vec(), "does not start with `GGUF`"),
        (start(1, 1, 1), "version 1"),
        (start(9, 1, 1), "version 9"),
        (start(3, 0, 1), "0 tensors"),
        (start(3, u64::MAX, 1), "no model has"),
        (start(3, 1, u64::MAX), "no model has"),
        (with("k", 13, &[0; 8]), "unknown kind 13"),
        (with("k", 8, &u64::MAX.to_le_bytes()), "ends within its header"),
        (with("k", 9, &array(8, u64::MAX)), "ends within its header"),
        (with("k", 9, &array(10, u64::MAX / 2)), "ends within its header"),
        (with("k", 9, &array(9, 1)), "holds arrays"),
        (with("k", 0, &[0]), "names no architecture"),
        (with("general.architecture", 8, &text("a")), "context length"),
        (context(0), "context length"),
        ([start(3, 1, 1), pair("k", 8, &[2, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xfe])].concat(), "not UTF-8"),
    ] {
        let said = read(&bytes).unwrap_err();
        assert!(said.contains(why), "{why}: {said}");
    }
    // A good start and a tensor of five dimensions.
    let tensor = [text("t"), 5_u32.to_le_bytes().to_vec()].concat();
    let mut five = context(512);
    five.truncate(five.len() - 64);
    five.extend(tensor);
    five.extend([0; 64]);
    assert!(read(&five).unwrap_err().contains("5 dimensions"));
}

/// A count may be anything; the time it takes may not.
#[test]
fn wrong_bytes_anywhere_never_harm() {
    let whole = file("x", CHATML);
    let started = Instant::now();
    let mut refused = 0;
    for seed in 0..20_000 {
        let mut wrong = whole.clone();
        for dice in noise(9, seed + 1).chunks_exact(3) {
            let at = usize::from(u16::from_le_bytes([dice[0], dice[1]])) % wrong.len();
            wrong[at] = dice[2];
        }
        refused += usize::from(read(&wrong).is_err());
    }
    assert!(refused > 2_000, "{refused} refused");
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}
