//! A model that is another one with an adapter: the weights are shared, the adapter comes with the program.

use std::fs;

use super::super::{Carried, Catalogue, Import, Library, Presence, Pull, PullFrom, unwatched};
use super::{noise, sha256};
use crate::Files;

/// A models folder, weights as a file of the person, and a program that carries an adapter.
struct World {
    dir: tempfile::TempDir,
    weights: Vec<u8>,
    adapter: &'static [u8],
}

impl World {
    fn new() -> Self {
        let weights = noise(50_000, 1);
        let world = Self { dir: tempfile::tempdir().unwrap(), weights, adapter: noise(3_000, 2).leak() };
        fs::write(world.dir.path().join("mine"), &world.weights).unwrap();
        world
    }

    fn library(&self) -> Library {
        self.carrying(vec![("tuned.gguf", self.adapter)].leak())
    }

    fn carrying(&self, carried: Carried) -> Library {
        let catalogue = catalogue(&self.weights, self.adapter, "");
        let library = Library::at(self.dir.path().join("models")).unwrap();
        library.with_catalogue(Catalogue::read(&catalogue).unwrap()).with_carried(carried)
    }

    fn own_file(&self) -> Pull {
        Pull { from: Some(PullFrom::File(self.dir.path().join("mine"))), ..Pull::default() }
    }

    fn there(&self, file: &str) -> bool {
        self.dir.path().join("models").join(file).exists()
    }
}

/// A model, and one that is made of it.
fn catalogue(weights: &[u8], adapter: &[u8], more: &str) -> String {
    let model = |name: &str| {
        format!(
            "[[model]]\nname = \"{name}\"\ntitle = \"t\"\nfamily = \"t\"\nlicence = \"MIT\"\nquantisation = \"Q8_0\"\n\
             tier = \"small\"\nroles = [\"agent\"]\ncontext = 512\ntemplate = \"chatml\"\n\
             sampling = {{ temperature = 0.7, top_p = 0.8, top_k = 20, min_p = 0.0 }}\n"
        )
    };
    format!(
        "version = 1\nrecommended = \"tuned\"\n{}file = \"plain.gguf\"\nbytes = {}\nsha256 = \"{}\"\n\n\
         {}{more}[model.adapter]\nbase = \"plain\"\nfile = \"tuned.gguf\"\nbytes = {}\nsha256 = \"{}\"\n\
         card = \"tuned.md\"\n",
        model("plain"),
        weights.len(),
        sha256(weights),
        model("tuned"),
        adapter.len(),
        sha256(adapter),
    )
}

#[test]
fn the_weights_are_fetched_and_the_adapter_is_unpacked() {
    let world = World::new();
    let library = world.library();
    assert_eq!(library.files("tuned").unwrap_err().code(), "E_MODEL_ABSENT");
    assert!(!library.pull("tuned", &world.own_file(), &mut unwatched).unwrap().already);
    let Files { weights, adapter } = library.files("tuned").unwrap();
    assert_eq!(fs::read(&weights).unwrap(), world.weights);
    assert_eq!(fs::read(adapter.unwrap()).unwrap(), world.adapter);
    // The weights are the other model, which has no adapter.
    assert_eq!(library.files("plain").unwrap(), Files { weights, adapter: None });
    assert_eq!(library.default_model().unwrap().model.name, "tuned", "it is recommended");
    assert!(library.pull("tuned", &Pull::default(), &mut unwatched).unwrap().already);
    library.verify("tuned", &mut unwatched).unwrap();
}

#[test]
fn weights_that_are_here_need_only_the_adapter() {
    let world = World::new();
    let library = world.library();
    library.pull("plain", &world.own_file(), &mut unwatched).unwrap();
    assert_eq!(library.find("tuned").unwrap().presence, Presence::Absent);
    assert!(!library.pull("tuned", &Pull::default(), &mut unwatched).unwrap().already, "no source is asked");
    assert_eq!(library.find("tuned").unwrap().presence, Presence::Here);
    // What is removed is the adapter. The weights are another model's.
    assert_eq!(library.remove("tuned").unwrap(), 3_000);
    assert!(!world.there("tuned.gguf") && library.files("plain").is_ok());
    assert_eq!(library.remove("tuned").unwrap_err().code(), "E_MODEL_ABSENT");
}

#[test]
fn an_adapter_that_is_not_the_named_one_is_never_used() {
    let world = World::new();
    // The program carries other bytes than its catalogue names, or none.
    let other: Carried = vec![("tuned.gguf", &*noise(3_000, 3).leak())].leak();
    let shorter: Carried = vec![("tuned.gguf", &world.adapter[..2_999])].leak();
    for (carried, code) in [(other, "E_MODEL_HASH"), (shorter, "E_MODEL_HASH"), (&[], "E_MODEL_SOURCE")] {
        let library = world.carrying(carried);
        let error = library.pull("tuned", &world.own_file(), &mut unwatched).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
        assert!(!world.there("tuned.gguf") && library.files("tuned").is_err());
    }
    // It was right, and was changed.
    let library = world.library();
    library.pull("tuned", &Pull::default(), &mut unwatched).unwrap();
    let file = library.files("tuned").unwrap().adapter.unwrap();
    fs::write(&file, noise(2_000, 4)).unwrap();
    assert_eq!(library.files("tuned").unwrap_err().code(), "E_MODEL_CHANGED");
    assert_eq!(library.verify("tuned", &mut unwatched).unwrap_err().code(), "E_MODEL_HASH");
    assert_eq!(library.files("tuned").unwrap_err().code(), "E_MODEL_UNVERIFIED");
    library.pull("tuned", &Pull::default(), &mut unwatched).unwrap();
    assert_eq!(fs::read(&file).unwrap(), world.adapter);
    // So are the weights under it.
    fs::write(library.files("plain").unwrap().weights, "w").unwrap();
    assert_eq!(library.files("tuned").unwrap_err().code(), "E_MODEL_CHANGED");
}

#[test]
fn a_file_of_the_weights_is_the_model_without_an_adapter() {
    let world = World::new();
    let library = world.library();
    let how = Import { sha256: sha256(&world.weights), name: Some("tuned".into()), template: None };
    // Not even a GGUF file: what it is called does not make it one.
    assert!(library.import(&world.dir.path().join("mine"), &how, &mut unwatched).is_err());
    let known = library.catalogue().of_weights(&sha256(&world.weights)).unwrap();
    assert_eq!(known.name, "plain");
}

#[test]
fn a_model_that_stands_on_nothing_is_refused() {
    let right = catalogue(b"w", b"a", "");
    for (from, to, why) in [
        ("base = \"plain\"", "base = \"nobody\"", "its base is not there"),
        ("base = \"plain\"", "base = \"tuned\"", "its base is not there"),
        ("file = \"tuned.gguf\"", "file = \"plain.gguf\"", "there twice"),
        ("file = \"tuned.gguf\"", "file = \"../tuned.gguf\"", "plain name"),
        ("bytes = 1\nsha256 = \"ca", "bytes = 0\nsha256 = \"ca", "0 bytes"),
        ("card = ", "cart = ", "unknown field"),
    ] {
        assert!(right.contains(from), "{from}: {right}");
        let error = Catalogue::read(&right.replacen(from, to, 1)).unwrap_err();
        assert!(error.to_string().contains(why), "{to}: {error}");
    }
    for own in ["file = \"own.gguf\"\n", "bytes = 7\n"] {
        let error = Catalogue::read(&catalogue(b"w", b"a", own)).unwrap_err();
        assert!(error.to_string().contains("those of its base"), "{own}: {error}");
    }
}
