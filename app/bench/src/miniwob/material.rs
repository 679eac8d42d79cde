//! The pages of MiniWoB++: the data of its package, on loopback.

use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::Result;

use crate::python;
use crate::web::{Asked, Reply, Site};

/// The package whose data is used. Nothing of it is installed or run.
pub(super) const PACKAGE: &str = "miniwob==1.1.0";

/// Fetches and unpacks the pages; where they lie.
pub(super) fn pages(cache: &Path, progress: &mut dyn FnMut(&str)) -> Result<PathBuf> {
    python::unpacked(&cache.join("miniwob"), PACKAGE, Path::new("miniwob/html"), progress)
}

/// Added to a page that is asked for with a seed: it starts its one episode by itself, and says in its title how that ended.
/// What shows the reward and the time to people is no part of a task.
const STARTS: &str = r#"<style>#reward-display { display: none }</style><script>
addEventListener("load", () => {
  const end = core.endEpisode;
  let over = false;
  core.endEpisode = function (...all) {
    end.apply(this, all);
    if (!over && WOB_DONE_GLOBAL) { over = true; document.title = "{over}" + WOB_RAW_REWARD_GLOBAL; }
  };
  Math.seedrandom({seed});
  core.EPISODE_MAX_TIME = 1e6;
  core.startEpisodeReal();
});
</script>"#;
/// What the title of an episode that is over begins with; the reward stands behind it.
const REWARD: &str = "episode-over:";
const SEED: &str = "?seed=";

/// The address of an episode that starts by itself.
pub(super) fn episode(site: &Site, task: &str, seed: u32) -> String {
    site.url(&format!("/miniwob/{task}.html{SEED}{seed}"))
}

/// The reward of an episode that is over, by the title of its page.
pub(super) fn reward(title: &str) -> Option<f64> {
    title.strip_prefix(REWARD)?.parse().ok()
}

/// Serves them.
pub(super) fn serve(folder: PathBuf) -> Result<Site> {
    Site::start(move |asked| answer(&folder, asked))
}

fn answer(folder: &Path, asked: &Asked) -> Reply {
    let path = asked.path.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
    let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let seed = asked.path.split_once(SEED).and_then(|(_, seed)| seed.parse::<u32>().ok());
    match fs::read(folder.join(path)) {
        Ok(mut bytes) if inside => {
            if let Some(seed) = seed {
                let starts = STARTS.replace("{seed}", &seed.to_string()).replace("{over}", REWARD);
                bytes.extend(starts.into_bytes());
            }
            Reply::of(kind(path), bytes)
        }
        _ => Reply::status(404),
    }
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("png") => "image/png",
        Some("gif") => "image/gif",
        Some("jpg") => "image/jpeg",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_the_folder_is_served() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("inner")).unwrap();
        fs::write(folder.path().join("secret.html"), "x").unwrap();
        fs::write(folder.path().join("inner/page.html"), "x").unwrap();
        let ask = |path: &str| {
            answer(&folder.path().join("inner"), &Asked { path: path.into(), ..Asked::default() }).status
        };
        assert_eq!(ask("/page.html?seed=1"), 200);
        assert_eq!(ask("/../secret.html"), 404);
    }

    #[test]
    fn only_a_page_with_a_seed_starts_by_itself() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("page.html"), "<p>x").unwrap();
        let ask = |path: &str| {
            let body = answer(folder.path(), &Asked { path: path.into(), ..Asked::default() }).body;
            String::from_utf8(body).unwrap()
        };
        assert_eq!(ask("/page.html"), "<p>x");
        assert_eq!(ask("/page.html?other=7"), "<p>x");
        let started = ask("/page.html?seed=7");
        assert!(
            started.contains("Math.seedrandom(7)")
                && started.contains(r#"document.title = "episode-over:" +"#)
        );
        assert_eq!(reward("episode-over:0.5"), Some(0.5));
        assert_eq!(reward("episode-over:-1"), Some(-1.0));
        assert_eq!(reward("Click the button"), None);
    }
}
