//! The demo site, built into the program, so that it needs no folder.

/// A file of the site: its path, its kind, and what it holds.
pub(super) type File = (&'static str, &'static [u8]);

macro_rules! files {
    ($($path:literal)*) => {
        &[$(($path, include_bytes!(concat!("../../../../../demo/site/", $path)))),*]
    };
}

/// Every file.
pub(super) const FILES: &[File] = files! {
    "about.html"
    "images/icon.svg"
    "images/library-boat.svg"
    "images/review-photo.svg"
    "images/tide-mill.svg"
    "index.html"
    "news/library-boat.html"
    "news/tide-mill.html"
    "news/winter-ferry.html"
    "shop/ash-boat-hook.html"
    "shop/birds-of-little-skerry.html"
    "shop/brass-cleats.html"
    "shop/chart-of-wrenmouth-bay.html"
    "shop/cork-net-float.html"
    "shop/cotton-heaving-line.html"
    "shop/deck-gloves.html"
    "shop/delivery.html"
    "shop/dunlin-pocket-torch.html"
    "shop/enamel-mug.html"
    "shop/fish-kettle.html"
    "shop/fulmar-storm-lantern.html"
    "shop/gannet-deck-lantern.html"
    "shop/harbour-cap.html"
    "shop/harbour-postcards.html"
    "shop/hemp-mooring-rope.html"
    "shop/index.html"
    "shop/long-wool-socks.html"
    "shop/millers-notebook.html"
    "shop/oak-bread-board.html"
    "shop/oiled-wool-jumper.html"
    "shop/petrel-table-lantern.html"
    "shop/smoked-sea-salt.html"
    "shop/tide-mill-flour.html"
    "shop/tide-tables-2027.html"
    "shop/waxed-apron.html"
    "style.css"
    "tours/book.html"
    "tours/thanks.html"
    "tours/thanks.js"
};

/// The kind of a file, by its ending.
pub(super) fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    fn below(folder: &Path, name: &str, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{name}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                below(&entry.path(), &format!("{name}/"), found);
            } else {
                found.insert(name);
            }
        }
    }

    #[test]
    fn the_whole_site_is_built_in() {
        let mut found = BTreeSet::new();
        below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo/site"), "", &mut found);
        assert_eq!(FILES.iter().map(|(path, _)| (*path).to_owned()).collect::<BTreeSet<_>>(), found);
    }
}
