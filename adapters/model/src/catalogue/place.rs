//! Where models are kept.

use std::env;
use std::path::PathBuf;

use super::LibraryError;

/// The models folder of this person: `LAIKA_MODELS`, `models` in `LAIKA_HOME`, or `models` in the usual place of this
/// system.
pub fn models_folder() -> Result<PathBuf, LibraryError> {
    choose(|name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from))
}

fn choose(set: impl Fn(&str) -> Option<PathBuf>) -> Result<PathBuf, LibraryError> {
    let usual = || {
        let home = set("HOME");
        if cfg!(target_os = "macos") {
            home.map(|home| home.join("Library/Application Support/Laika"))
        } else {
            let data = set("XDG_DATA_HOME").or_else(|| home.map(|home| home.join(".local/share")));
            data.map(|data| data.join("laika"))
        }
    };
    let folder = set("LAIKA_MODELS")
        .or_else(|| set("LAIKA_HOME").or_else(usual).map(|laika| laika.join("models")))
        .ok_or(LibraryError::NoFolder)?;
    // A relative folder would be another one for every program that is started elsewhere.
    std::path::absolute(&folder).map_err(LibraryError::io("use", &folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(set: &[(&str, &str)]) -> Option<String> {
        let of = |name: &str| set.iter().find(|(key, _)| *key == name).map(|(_, value)| PathBuf::from(value));
        choose(of).ok().map(|folder| folder.display().to_string())
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_nearest_setting_wins() {
        let all = [("LAIKA_MODELS", "/m"), ("LAIKA_HOME", "/l"), ("XDG_DATA_HOME", "/x"), ("HOME", "/h")];
        let found: Vec<_> = (0..4).map(|from| chosen(&all[from..]).unwrap()).collect();
        assert_eq!(found, ["/m", "/l/models", "/x/laika/models", "/h/.local/share/laika/models"]);
        assert_eq!(chosen(&[]), None);
    }
}
