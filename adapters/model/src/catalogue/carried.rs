//! The adapters that the program carries in itself, so that whoever has Laika has them.

/// The files of adapters, by their name in the models folder.
pub type Carried = &'static [(&'static str, &'static [u8])];

/// What the program comes with.
pub(super) const BUILT_IN: Carried = &[
    ("laika-135m.gguf", include_bytes!("../../tuned/laika-135m.gguf")),
    ("laika-0.5b.gguf", include_bytes!("../../tuned/laika-0.5b.gguf")),
];

#[cfg(test)]
mod tests {
    use super::super::Catalogue;
    use super::super::tests::sha256;
    use super::*;

    #[test]
    fn the_catalogue_and_the_program_name_the_same_adapters() {
        let catalogue = Catalogue::built_in().unwrap();
        let named = catalogue.models().iter().filter_map(|model| model.adapter.as_ref());
        let named: Vec<_> = named.map(|one| (one.file.as_str(), one.bytes, one.sha256.clone())).collect();
        let carried: Vec<_> =
            BUILT_IN.iter().map(|(file, bytes)| (*file, bytes.len() as u64, sha256(bytes))).collect();
        assert_eq!(named, carried);
    }
}
