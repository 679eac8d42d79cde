//! Models that the person has as a file. They are taken only by their hash, so that the person knows what they take.

use std::fs;
use std::path::Path;

use super::LibraryError;
use super::gguf::Gguf;
use super::hash::Sha256Hex;
use super::library::{Entry, Library};
use super::model::{Model, Role, SamplingDefaults, Template, Tier};
use super::progress::Watch;
use super::pull::partial::Partial;
use super::pull::{Pull, PullFrom, copy_in, verify};
use super::read::is_name;
use super::state::{self, file_of_import};

/// What a file is, before it is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspected {
    /// Its hash.
    pub sha256: Sha256Hex,
    /// Its bytes.
    pub bytes: u64,
    /// What it says of itself.
    pub gguf: Gguf,
    /// The model of the catalogue that it is, if it is one.
    pub known: Option<String>,
}

/// How a file is taken.
#[derive(Clone, Debug)]
pub struct Import {
    /// The hash that the file has to have: what the person saw and agreed to.
    pub sha256: Sha256Hex,
    /// What to call it; from the catalogue or the file if not given.
    pub name: Option<String>,
    /// How turns are written for it; what the file says if not given.
    pub template: Option<Template>,
}

impl Library {
    /// Looks at a file without taking it.
    pub fn inspect(&self, file: &Path, watch: Watch<'_>) -> Result<Inspected, LibraryError> {
        let gguf = Gguf::read(file)?;
        let bytes = fs::metadata(file).map_err(LibraryError::io("look at", file))?.len();
        let sha256 = verify(file, bytes, watch)?;
        let known = self.catalogue().of_weights(&sha256);
        Ok(Inspected { known: known.map(|model| model.name.clone()), sha256, bytes, gguf })
    }

    /// Copies a file into the models folder, if it has the hash that the person agreed to.
    pub fn import(&self, file: &Path, how: &Import, watch: Watch<'_>) -> Result<Entry, LibraryError> {
        let gguf = Gguf::read(file)?;
        let by_hash = self.catalogue().of_weights(&how.sha256);
        let name = match (&how.name, by_hash) {
            (Some(name), _) => name.clone(),
            (None, Some(model)) => model.name.clone(),
            (None, None) => derived(&gguf, file),
        };
        if !is_name(&name) {
            return Err(LibraryError::Name(name));
        }
        if self.catalogue().find(&name).is_some() {
            let from = Some(PullFrom::File(file.to_owned()));
            self.pull(&name, &Pull { from, sha256: Some(how.sha256.clone()), hub: None }, watch)?;
            return self.find(&name);
        }
        let template = how.template.or(gguf.chatml.then_some(Template::Chatml));
        let template = template.ok_or_else(|| LibraryError::Template(file.to_owned()))?;
        self.take(file, &name, template, &how.sha256, watch)
    }

    fn take(
        &self,
        file: &Path,
        name: &str,
        template: Template,
        sha256: &Sha256Hex,
        watch: Watch<'_>,
    ) -> Result<Entry, LibraryError> {
        self.make_folder()?;
        let partial = Partial::hold(self.folder(), name)?;
        let target = self.folder().join(file_of_import(name));
        let taken = self
            .entries()?
            .iter()
            .any(|entry| entry.model.name == name || entry.files().paths().any(|path| path == target));
        if taken || target.exists() || self.server(name)?.is_some() {
            return Err(LibraryError::Taken(name.to_owned()));
        }
        let got = copy_in(file, &partial, watch)?;
        if got != *sha256 {
            partial.clear()?;
            return Err(LibraryError::Hash { name: name.to_owned(), expected: sha256.clone(), got });
        }
        // The copy is what will be used, so the copy is what is described.
        let weights = partial.weights();
        let gguf = Gguf::read(&weights).inspect_err(|_| drop(partial.clear()))?;
        let bytes = fs::metadata(&weights).map_err(LibraryError::io("look at", &weights))?.len();
        let model = described(name, &gguf, bytes, template, got.clone());
        // Known before it is there: a file that nobody knows could not be removed.
        state::change(self.folder(), |state| state.imported.push(model))?;
        partial.place(&target)?;
        self.remember(name, got, &target)?;
        self.find(name)
    }
}

fn described(name: &str, gguf: &Gguf, bytes: u64, template: Template, sha256: Sha256Hex) -> Model {
    Model {
        name: name.to_owned(),
        title: short(gguf.name.as_deref().unwrap_or(name)),
        family: short(&gguf.architecture),
        licence: gguf.licence.as_deref().map_or_else(|| "unknown".to_owned(), short),
        quantisation: gguf.quantisation.to_owned(),
        tier: Tier::of(bytes),
        roles: vec![Role::Agent, Role::Router, Role::Writer],
        file: file_of_import(name),
        bytes: Some(bytes),
        sha256: Some(sha256),
        adapter: None,
        context: gguf.context,
        template,
        sampling: SamplingDefaults::USUAL,
        thinking: None,
        sources: Vec::new(),
    }
}

/// A text of the file, fit to be shown: it can say what it likes.
fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(80).collect()
}

/// A name made of what the file is called, or calls itself.
fn derived(gguf: &Gguf, file: &Path) -> String {
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let text = stem.filter(|stem| stem.len() > 2).or_else(|| gguf.name.clone()).unwrap_or_default();
    let mut name = String::new();
    for c in text.to_ascii_lowercase().chars() {
        let fits = c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '_');
        match (fits, name.chars().last()) {
            (true, Some('.')) if c == '.' => {}
            (true, _) => name.push(c),
            (false, Some('-') | None) => {}
            (false, Some(_)) => name.push('-'),
        }
    }
    let name = name.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    name.chars().take(64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_of_what_there_is() {
        let gguf = Gguf { name: Some("Own  Name (v2)".into()), ..Gguf::default() };
        for (file, name) in [
            ("/x/Llama-3.2-1B-Instruct.Q4_K_M.gguf", "llama-3.2-1b-instruct.q4_k_m"),
            ("/x/My Model (final)!.gguf", "my-model-final"),
            ("/x/../..a....b.gguf", "a.b"),
            ("/x/a.gguf", "own-name-v2"),
            ("/x/日本語.gguf", ""),
        ] {
            let derived = derived(&gguf, Path::new(file));
            assert_eq!(derived, name);
            assert!(derived.is_empty() || is_name(&derived), "{derived}");
        }
    }
}
