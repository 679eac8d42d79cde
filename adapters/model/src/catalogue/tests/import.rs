//! Files of the person: looked at, agreed to, taken.

use std::fs;

use super::super::{Import, Library, LibraryError, Picked, Presence, Template, Tier, unwatched};
use super::gguf::{CHATML, file};
use super::{NAME, World, catalogue, sha256};

fn import(library: &Library, path: &std::path::Path, name: Option<&str>) -> Result<String, LibraryError> {
    let seen = library.inspect(path, &mut unwatched)?;
    let how = Import { sha256: seen.sha256, name: name.map(str::to_owned), template: None };
    library.import(path, &how, &mut unwatched).map(|entry| entry.model.name)
}

#[test]
fn a_file_becomes_a_model() {
    let world = World::new();
    let library = world.library();
    let path = world.path("Own Model.Q4.gguf");
    let bytes = file("Own\u{1b}[31m Model", CHATML);
    fs::write(&path, &bytes).unwrap();
    let seen = library.inspect(&path, &mut unwatched).unwrap();
    assert_eq!((seen.sha256.clone(), seen.known), (sha256(&bytes), None));
    assert_eq!(import(&library, &path, None).unwrap(), "own-model.q4");

    let entry = library.find("own-model.q4").unwrap();
    assert_eq!((entry.presence, entry.imported), (Presence::Here, true));
    let model = &entry.model;
    assert_eq!((model.title.as_str(), model.family.as_str()), ("Own[31m Model", "qwen2"));
    assert_eq!((model.context, model.tier, model.licence.as_str()), (4096, Tier::Small, "mit"));
    assert_eq!(fs::read(&entry.path).unwrap(), bytes);
    assert_eq!(
        library.choose("own-model.q4").unwrap(),
        Picked::Weights(Box::new(library.default_model().unwrap()))
    );
    library.verify("own-model.q4", &mut unwatched).unwrap();

    assert_eq!(import(&library, &path, None).unwrap_err().code(), "E_MODEL_TAKEN");
    assert_eq!(import(&library, &path, Some("second")).unwrap(), "second");
    library.remove("own-model.q4").unwrap();
    assert_eq!(library.find("own-model.q4").unwrap_err().code(), "E_MODEL_UNKNOWN");
    assert_eq!(world.left(), ["second.gguf"]);
}

#[test]
fn only_what_was_agreed_to_is_taken() {
    let world = World::new();
    let library = world.library();
    let path = world.path("own.gguf");
    fs::write(&path, file("x", CHATML)).unwrap();
    let how = Import { sha256: sha256(b"other"), name: Some("own".into()), template: None };
    assert_eq!(library.import(&path, &how, &mut unwatched).unwrap_err().code(), "E_MODEL_HASH");
    assert_eq!(world.left(), [""; 0]);
    assert_eq!(library.find("own").unwrap_err().code(), "E_MODEL_UNKNOWN");
}

#[test]
fn names_stay_in_the_folder() {
    let world = World::new();
    let path = world.path("own.gguf");
    fs::write(&path, file("x", CHATML)).unwrap();
    for name in ["", "../x", "a/b", ".hidden", "UPPER", "-x", "a..b", "x\n", &"x".repeat(65)] {
        let error = import(&world.library(), &path, Some(name)).unwrap_err();
        assert_eq!(error.code(), "E_MODEL_NAME", "{name}");
    }
    assert_eq!(world.left(), [""; 0]);
}

#[test]
fn a_name_of_the_catalogue_is_for_its_bytes_only() {
    let world = World::new();
    let bytes = file("x", CHATML);
    let library = world.library().with_catalogue(catalogue(bytes.len() as u64, Some(&sha256(&bytes)), ""));
    let path = world.path("own.gguf");
    fs::write(&path, file("another", CHATML)).unwrap();
    assert_eq!(import(&library, &path, Some(NAME)).unwrap_err().code(), "E_MODEL_PIN");
    fs::write(&path, &bytes).unwrap();
    assert_eq!(library.inspect(&path, &mut unwatched).unwrap().known.as_deref(), Some(NAME));
    assert_eq!(import(&library, &path, None).unwrap(), NAME);
    let entry = library.find(NAME).unwrap();
    assert_eq!((entry.presence, entry.imported), (Presence::Here, false));
}

#[test]
fn a_file_for_which_no_turns_can_be_written_needs_a_word() {
    let world = World::new();
    let path = world.path("own.gguf");
    let bytes = file("x", "[INST]");
    fs::write(&path, &bytes).unwrap();
    assert_eq!(import(&world.library(), &path, None).unwrap_err().code(), "E_MODEL_TEMPLATE");
    let how = Import { sha256: sha256(&bytes), name: None, template: Some(Template::Chatml) };
    world.library().import(&path, &how, &mut unwatched).unwrap();
}

#[test]
fn what_is_no_gguf_is_never_copied() {
    let world = World::new();
    let path = world.path("own.gguf");
    fs::write(&path, b"MZ not a model").unwrap();
    assert_eq!(import(&world.library(), &path, None).unwrap_err().code(), "E_MODEL_GGUF");
    assert_eq!(import(&world.library(), &world.path("wheels"), None).unwrap_err().code(), "E_MODEL_GGUF");
    assert!(!world.models().exists());
}
