//! Files that pages give: kept as encrypted artifacts of their run, under a name that is safe to show and to write.

use laika_browser::Download;
use laika_protocol::ids::{ArtifactId, Origin, RunId};
use laika_protocol::{ErrorCode, ToolError};
use laika_store::Artifact;
use laika_store::artifact::ArtifactFiles;
use serde::{Deserialize, Serialize};

use super::{own_profile, short_id};

/// Characters of a file's name.
const MOST_NAME: usize = 60;

/// A file that was kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptFile {
    /// The artifact that holds it.
    pub id: ArtifactId,
    /// Its name: what the page calls it, cleaned.
    pub name: String,
    /// How long it is.
    pub bytes: u64,
    /// Where it comes from.
    pub origin: Option<Origin>,
}

/// Encrypts a file into an artifact.
pub(super) fn keep(
    files: &ArtifactFiles,
    run: &RunId,
    file: &Download,
    now_ms: u64,
) -> Result<(KeptFile, Artifact), ToolError> {
    let failed = |error: &dyn std::fmt::Display| ToolError::new(ErrorCode::Unavailable, error.to_string());
    let name = clean(&file.name);
    let id = ArtifactId::parse(&format!("dl:{}:{name}", short_id()?)).map_err(|error| failed(&error))?;
    let written = files.put(&id, &mut file.bytes.as_slice()).map_err(|error| failed(&error))?;
    let kept = KeptFile { id: id.clone(), name, bytes: written.plain_bytes, origin: file.origin.clone() };
    let artifact = Artifact {
        id,
        run: run.clone(),
        profile: own_profile(run)?,
        origin: file.origin.clone(),
        kind: "download".to_owned(),
        media_type: "application/octet-stream".to_owned(),
        bytes: written.plain_bytes,
        cipher_sha256: written.sha256,
        created_at_ms: now_ms,
        evicted_at_ms: None,
    };
    Ok((kept, artifact))
}

/// A name that is one plain file name everywhere: no folders, no hidden files, no characters that change how it is read.
pub(super) fn clean(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '_' };
    let mut cleaned: String = last.trim().chars().map(plain).collect();
    while cleaned.contains("..") {
        cleaned = cleaned.replace("..", ".");
    }
    // The end says what kind of file it is, so a long name is cut in the middle.
    let (stem, end) = match cleaned.rsplit_once('.') {
        Some((stem, end)) if (1..=10).contains(&end.len()) => (stem, format!(".{end}")),
        _ => (cleaned.as_str(), String::new()),
    };
    let stem: String = stem.trim_matches(['.', '-', '_']).chars().take(MOST_NAME - end.len()).collect();
    if stem.is_empty() { format!("download{end}") } else { format!("{stem}{end}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned() {
        for (name, expected) in [
            ("price list.csv", "price_list.csv"),
            ("../../etc/passwd", "passwd"),
            ("..\\..\\boot.ini", "boot.ini"),
            (".bashrc", "download.bashrc"),
            ("-rf.txt", "rf.txt"),
            ("a\u{202e}fdp.exe", "a_fdp.exe"),
            ("a\n\u{1b}[2Jb.pdf", "a___2Jb.pdf"),
            ("Rechnung März.pdf", "Rechnung_M_rz.pdf"),
            ("日本.pdf", "download.pdf"),
            (".._.._price list.csv", "price_list.csv"),
            ("", "download"),
            ("..", "download"),
        ] {
            assert_eq!(clean(name), expected, "{name:?}");
        }
        let long = clean(&format!("{}.tar.gz", "x".repeat(300)));
        assert!(long.len() == MOST_NAME && long.ends_with(".gz"), "{long}");
    }
}
