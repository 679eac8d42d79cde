//! Where Laika keeps its things.

use std::env;
use std::path::PathBuf;

/// A path out of the environment; an empty one is none.
#[must_use]
pub fn environment(name: &str) -> Option<PathBuf> {
    env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// The folder of this person, by what is set: `LAIKA_HOME`, or the usual place of this system.
#[must_use]
pub fn laika_folder(set: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    set("LAIKA_HOME").or_else(|| {
        let home = set("HOME");
        if cfg!(target_os = "macos") {
            home.map(|home| home.join("Library/Application Support/Laika"))
        } else {
            let data = set("XDG_DATA_HOME").or_else(|| home.map(|home| home.join(".local/share")));
            data.map(|data| data.join("laika"))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn the_nearest_setting_wins() {
        let all = [("LAIKA_HOME", "/l"), ("XDG_DATA_HOME", "/x"), ("HOME", "/h")];
        let folder = |from: usize| {
            laika_folder(|name| {
                all[from..].iter().find(|(key, _)| *key == name).map(|(_, value)| value.into())
            })
        };
        let wanted = ["/l", "/x/laika", "/h/.local/share/laika"].map(|path| Some(PathBuf::from(path)));
        assert_eq!([0, 1, 2].map(folder), wanted);
        assert_eq!(folder(3), None);
    }
}
