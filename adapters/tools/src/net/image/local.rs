//! Pictures among the files of the project, by their names; of each, only the first bytes are read (INK-036).

use std::ffi::CStr;
use std::io::Read as _;
use std::os::fd::BorrowedFd;

use laika_protocol::ToolError;
use laika_protocol::tools::typed::{FoundImage, ImageSearch, Images};

use super::header::{Format, LOOK, dimensions};
use super::is_of_size;
use crate::Bounds;
use crate::project::Project;
use crate::project::root::open_if_regular;
use crate::project::walk::{Choice, Passed, Visit, walk};

/// Pictures whose first bytes are read, in all.
const MOST_LOOKED_AT: usize = 2_000;

/// Pictures whose path holds every word.
pub(super) fn find(
    project: &Project,
    asked: &ImageSearch,
    count: usize,
    bounds: &Bounds,
) -> Result<Images, ToolError> {
    let words: Vec<String> = asked
        .query
        .to_lowercase()
        .split_whitespace()
        .filter(|word| *word != "*")
        .map(str::to_owned)
        .collect();
    let choice = Choice::new(&[], &[], &[])?;
    let visitor = || Looker { words: &words, asked, found: Vec::new() };
    let (lookers, _) = walk(project, &choice, bounds, visitor)?;
    let mut images: Vec<FoundImage> = lookers.into_iter().flat_map(|looker| looker.found).collect();
    images.sort_by(|one, other| one.path.cmp(&other.path));
    images.truncate(count);
    let unknown = [
        ("type", asked.kind.is_some()),
        ("license", asked.license.is_some()),
        ("color", asked.color.is_some()),
    ];
    let not_filtered =
        unknown.iter().filter(|(_, asked)| *asked).map(|(name, _)| (*name).to_owned()).collect();
    Ok(Images { engine: "project".to_owned(), images, not_filtered })
}

struct Looker<'a> {
    words: &'a [String],
    asked: &'a ImageSearch,
    found: Vec<FoundImage>,
}

impl Visit for Looker<'_> {
    fn file(
        &mut self,
        path: &str,
        folder: BorrowedFd<'_>,
        name: &CStr,
        passed: &mut Passed,
    ) -> Result<(), ToolError> {
        let lower = path.to_lowercase();
        let named = self.words.iter().all(|word| lower.contains(word.as_str()));
        if !named || Format::of_name(path).is_none() || self.found.len() >= MOST_LOOKED_AT {
            return Ok(());
        }
        let Ok(Some((file, stat))) = open_if_regular(folder, name) else {
            passed.unreadable += 1;
            return Ok(());
        };
        let mut start = Vec::new();
        if file.take(LOOK as u64).read_to_end(&mut start).is_err() {
            passed.unreadable += 1;
            return Ok(());
        }
        // A name alone makes no picture.
        if Format::of(&start).is_none() {
            return Ok(());
        }
        let size = dimensions(&start);
        let image = FoundImage {
            title: path.rsplit('/').next().unwrap_or(path).to_owned(),
            path: Some(path.to_owned()),
            width: size.map(|(width, _)| width),
            height: size.map(|(_, height)| height),
            bytes: u64::try_from(stat.st_size).ok(),
            ..FoundImage::default()
        };
        if is_of_size(&image, self.asked.size) {
            self.found.push(image);
        }
        Ok(())
    }
}
