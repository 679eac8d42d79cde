//! What a prompt becomes for models that can think and for models that cannot: vocabularies made here, read by the
//! engine, without weights.

use std::fs;
use std::path::Path;

use laika_protocol::model::{Prompt, Speaker, Turn};
use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::token::LlamaToken;

use super::super::vocabulary::Vocabulary;
use super::Chat;

const STRING: u32 = 8;
const ARRAY: u32 = 9;
const INTEGER: u32 = 5;

/// The kinds of tokens in a file.
const NORMAL: i32 = 1;
const CONTROL: i32 = 3;
const USER_DEFINED: i32 = 4;

fn text(text: &str) -> Vec<u8> {
    [&(text.len() as u64).to_le_bytes(), text.as_bytes()].concat()
}

fn array(kind: u32, items: &[Vec<u8>]) -> Vec<u8> {
    [&kind.to_le_bytes(), (items.len() as u64).to_le_bytes().as_slice(), &items.concat()].concat()
}

/// A byte as the vocabularies of this family write it: what cannot be seen is moved behind Latin-1.
fn letter_of(byte: u8, moved: &mut u32) -> char {
    if matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff) {
        return char::from(byte);
    }
    *moved += 1;
    char::from_u32(0xff + *moved).unwrap()
}

/// A file with a vocabulary of single bytes and these markers, and no weights.
fn vocabulary(markers: &[(&str, i32)]) -> Vec<u8> {
    let mut moved = 0;
    let mut tokens: Vec<(String, i32)> =
        (0..=255).map(|byte| (letter_of(byte, &mut moved).to_string(), NORMAL)).collect();
    tokens.push(("ab".into(), NORMAL));
    tokens.extend(markers.iter().map(|(marker, kind)| ((*marker).to_owned(), *kind)));
    let names: Vec<Vec<u8>> = tokens.iter().map(|(name, _)| text(name)).collect();
    let kinds: Vec<Vec<u8>> = tokens.iter().map(|(_, kind)| kind.to_le_bytes().to_vec()).collect();
    let pairs = [
        ("general.architecture", STRING, text("qwen3")),
        ("tokenizer.ggml.model", STRING, text("gpt2")),
        ("tokenizer.ggml.pre", STRING, text("qwen2")),
        ("tokenizer.ggml.tokens", ARRAY, array(STRING, &names)),
        ("tokenizer.ggml.token_type", ARRAY, array(INTEGER, &kinds)),
        ("tokenizer.ggml.merges", ARRAY, array(STRING, &[text("a b")])),
    ];
    let mut bytes = [b"GGUF".as_slice(), &3_u32.to_le_bytes(), &0_u64.to_le_bytes()].concat();
    bytes.extend((pairs.len() as u64).to_le_bytes());
    for (key, kind, value) in pairs {
        bytes.extend([text(key), kind.to_le_bytes().to_vec(), value].concat());
    }
    bytes
}

fn load(backend: &LlamaBackend, folder: &Path, markers: &[(&str, i32)]) -> &'static LlamaModel {
    let file = folder.join(format!("{}.gguf", markers.len()));
    fs::write(&file, vocabulary(markers)).unwrap();
    let parameters = LlamaModelParams::default().with_vocab_only(true);
    Box::leak(Box::new(LlamaModel::load_from_file(backend, &file, &parameters).unwrap()))
}

/// The prompt as the model reads it, markers and all; a marker that is one token stands in brackets.
fn read_as(model: &'static LlamaModel, prompt: &Prompt) -> String {
    let chat = Chat::of(model).unwrap();
    let tokens = chat.tokens(prompt, &Vocabulary::new(model, chat.end())).unwrap();
    let vocabulary = model.vocab();
    let shown = |token: LlamaToken| {
        let piece = String::from_utf8(vocabulary.token_to_piece(token, true, None)).unwrap();
        if piece.len() > 2 { format!("[{piece}]") } else { piece }
    };
    tokens.into_iter().map(shown).collect()
}

/// MODEL-011: a model that can think finds a thought of nothing before its answer, as its own template writes it with
/// `enable_thinking=false`; a model that cannot think finds none. There is no way to ask for another.
#[test]
fn a_model_that_can_think_finds_its_thought_done() {
    let mut backend = LlamaBackend::init().unwrap();
    backend.void_logs();
    let folder = tempfile::tempdir().unwrap();
    let turns = [("<|endoftext|>", CONTROL), ("<|im_start|>", CONTROL), ("<|im_end|>", CONTROL)];
    let thoughts = [("<think>", USER_DEFINED), ("</think>", USER_DEFINED)];
    let thinking = load(&backend, folder.path(), &[turns.as_slice(), &thoughts].concat());
    let plain = load(&backend, folder.path(), &turns);
    let said = |speaker, text: &str| Turn { speaker, text: text.into() };
    let prompt = |start: &str| Prompt {
        turns: vec![said(Speaker::System, "Be brief."), said(Speaker::User, "Hi")],
        fixed_turns: 1,
        answer_starts: start.into(),
    };
    let asked = "[<|im_start|>]system\nBe brief.[<|im_end|>]\n[<|im_start|>]user\nHi[<|im_end|>]\n[<|im_start|>]assistant\n";
    for start in ["", "Tool:"] {
        assert_eq!(read_as(plain, &prompt(start)), format!("{asked}{start}"));
        assert_eq!(read_as(thinking, &prompt(start)), format!("{asked}[<think>]\n\n[</think>]\n\n{start}"));
    }
}
