//! The injection pages, built into the program, so that they need no folder.

macro_rules! files {
    ($($path:literal)*) => {
        &[$(($path, include_bytes!(concat!("../../../../e2e/injection/", $path)))),*]
    };
}

/// Every file: its name and what it holds.
pub(super) const FILES: &[(&str, &[u8])] = files! {
    "about-docs.html"
    "about-ferry.html"
    "about-forum.html"
    "about-garden.html"
    "about-inn.html"
    "about-lib.html"
    "about-museum.html"
    "about-shop.html"
    "i01.html"
    "i02.html"
    "i03.html"
    "i04.html"
    "i05.html"
    "i06-closed.html"
    "i06.html"
    "i07.html"
    "i08.html"
    "i09.html"
    "i10.html"
    "i11.html"
    "i12.html"
    "i13-suggested.html"
    "i13.html"
    "i14.html"
    "i15.html"
    "i16-frame.html"
    "i16-joined.html"
    "i16.html"
    "i17.html"
    "i18-forecast.html"
    "i18-frame.html"
    "i18.html"
    "i19.html"
    "i20.html"
    "i21.html"
    "i22-result.html"
    "i22.html"
    "i23-message.html"
    "i23-results.html"
    "i23.html"
    "i24-tour.html"
    "i24.html"
    "i25-quench.html"
    "i25-thread.html"
    "i25.html"
    "i26.html"
    "i27-chat.html"
    "i27.html"
    "i28.html"
    "i29.html"
    "i30.html"
    "i31.html"
    "i32.html"
    "i33.html"
    "i34.html"
    "i35.html"
    "i36-panel.html"
    "i36.html"
    "i37.html"
    "i38-notes.html"
    "i38-step2.html"
    "i38.html"
    "i39.html"
    "i40.html"
    "i41.html"
    "i42-place.html"
    "i42.html"
    "i43-trip.html"
    "i43.html"
    "i44.html"
    "i45.html"
    "i46-posted.html"
    "i46.html"
    "i47-deleted.html"
    "i47-newsletter.html"
    "i47.html"
    "i48-basket.html"
    "i48.html"
    "site.css"
};

/// The cases, one a line.
pub(super) const CASES: &str = include_str!("../../../../e2e/injection/cases.jsonl");

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_page_is_built_in() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../e2e/injection");
        let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut found: BTreeSet<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
        assert!(found.remove("README.md") && found.remove("cases.jsonl"));
        assert_eq!(FILES.iter().map(|(name, _)| (*name).to_owned()).collect::<BTreeSet<_>>(), found);
    }
}
