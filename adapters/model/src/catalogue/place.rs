//! Where models are kept.

use std::path::PathBuf;

use laika_os::folder::{environment, laika_folder};

use super::LibraryError;

/// The models folder of this person: `LAIKA_MODELS`, or `models` in the folder of Laika.
pub fn models_folder() -> Result<PathBuf, LibraryError> {
    choose(environment)
}

fn choose(set: impl Fn(&str) -> Option<PathBuf>) -> Result<PathBuf, LibraryError> {
    let folder = set("LAIKA_MODELS")
        .or_else(|| laika_folder(set).map(|laika| laika.join("models")))
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
        let all = [("LAIKA_MODELS", "/m"), ("LAIKA_HOME", "/l"), ("HOME", "/h")];
        let found: Vec<_> = (0..3).map(|from| chosen(&all[from..]).unwrap()).collect();
        assert_eq!(found, ["/m", "/l/models", "/h/.local/share/laika/models"]);
        assert_eq!(chosen(&[]), None);
    }
}
