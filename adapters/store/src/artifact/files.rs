//! A folder of artifact files: each appears whole or not at all.

use std::collections::BTreeSet;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use laika_protocol::canonical;
use laika_protocol::ids::ArtifactId;
use zeroize::Zeroizing;

use super::{ArtifactError, PREFIX_BYTES, PlainReader, Written, encrypt};

/// What a file that is being written ends with.
const UNFINISHED: &str = ".part";

/// The name of an artifact's file: the digest of its id in hex. It tells nothing about what is inside.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileName(String);

impl FileName {
    /// The name for an artifact.
    #[must_use]
    pub fn of(id: &ArtifactId) -> Self {
        let digest = canonical::digest_bytes(id.as_str().as_bytes());
        Self(digest.as_str().trim_start_matches("sha256:").to_owned())
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn parse(text: &str) -> Option<Self> {
        let is_hex = text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        is_hex.then(|| Self(text.to_owned()))
    }
}

/// A folder of artifacts under one key.
pub struct ArtifactFiles {
    dir: PathBuf,
    key: Zeroizing<[u8; 32]>,
}

impl ArtifactFiles {
    /// The artifacts of this folder. Makes it where it is not there.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn in_dir(dir: &Path, key: &[u8; 32]) -> Result<Self, ArtifactError> {
        let made = DirBuilder::new().recursive(true).mode(0o700).create(dir);
        made.map_err(ArtifactError::io("make the folder of"))?;
        Ok(Self { dir: dir.to_owned(), key: Zeroizing::new(*key) })
    }

    /// Writes an artifact, in place of one with the same id. When this returns, it survives a power cut.
    ///
    /// # Errors
    /// When reading or writing fails; then there is no new file.
    pub fn put(&self, id: &ArtifactId, plain: &mut impl Read) -> Result<Written, ArtifactError> {
        let path = self.path(&FileName::of(id));
        let unfinished =
            path.with_extension(format!("{:016x}{UNFINISHED}", random::<8>().map(u64::from_be_bytes)?));
        let done = self.write(id, plain, &unfinished).and_then(|written| {
            fs::rename(&unfinished, &path).map_err(ArtifactError::io("name"))?;
            self.sync_dir()?;
            Ok(written)
        });
        if done.is_err() {
            // If this fails too, `remove_unfinished` finds it.
            let _ = fs::remove_file(&unfinished);
        }
        done
    }

    /// Opens an artifact for reading. The header is checked here, each chunk when it is read.
    ///
    /// # Errors
    /// When there is none, or its header does not hold.
    pub fn open(&self, id: &ArtifactId) -> Result<PlainReader<BufReader<File>>, ArtifactError> {
        let file = File::open(self.path(&FileName::of(id))).map_err(|error| {
            let is_missing = error.kind() == io::ErrorKind::NotFound;
            if is_missing { ArtifactError::Missing(id.clone()) } else { ArtifactError::io("open")(error) }
        })?;
        PlainReader::new(&self.key, id, BufReader::new(file))
    }

    /// Removes an artifact. One that is not there is no error.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn delete(&self, id: &ArtifactId) -> Result<(), ArtifactError> {
        self.delete_file(&FileName::of(id))
    }

    /// Removes a file of which no artifact is known.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn delete_file(&self, name: &FileName) -> Result<(), ArtifactError> {
        // Its bytes are not overwritten first: a solid state disk, a journal or a snapshot keeps the old ones anyway.
        // What makes them unreadable is that they are encrypted, and that the key can be destroyed.
        match fs::remove_file(self.path(name)) {
            Ok(()) => self.sync_dir(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(ArtifactError::io("remove")(error)),
        }
    }

    /// The names of all files. One that is not [`FileName::of`] a known artifact is an orphan.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn names(&self) -> Result<BTreeSet<FileName>, ArtifactError> {
        let mut names = BTreeSet::new();
        self.each_name(|name| {
            names.extend(FileName::parse(name));
            Ok(())
        })?;
        Ok(names)
    }

    /// Removes what a crash left half written. Not while another process writes.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn remove_unfinished(&self) -> Result<(), ArtifactError> {
        self.each_name(
            |name| {
                if name.ends_with(UNFINISHED) { fs::remove_file(self.dir.join(name)) } else { Ok(()) }
            },
        )
    }

    fn write(&self, id: &ArtifactId, plain: &mut impl Read, path: &Path) -> Result<Written, ArtifactError> {
        let file = OpenOptions::new().create_new(true).write(true).mode(0o600).open(path);
        let mut file = BufWriter::new(file.map_err(ArtifactError::io("write"))?);
        let written = encrypt(&self.key, id, plain, &mut file, random::<PREFIX_BYTES>()?)?;
        file.get_ref().sync_all().map_err(ArtifactError::io("write"))?;
        Ok(written)
    }

    fn each_name(&self, mut act: impl FnMut(&str) -> io::Result<()>) -> Result<(), ArtifactError> {
        let entries = fs::read_dir(&self.dir).map_err(ArtifactError::io("list the folder of"))?;
        for entry in entries {
            // A name that is not text is none of ours.
            let done = entry.and_then(|entry| entry.file_name().to_str().map_or(Ok(()), &mut act));
            done.map_err(ArtifactError::io("list the folder of"))?;
        }
        Ok(())
    }

    fn path(&self, name: &FileName) -> PathBuf {
        self.dir.join(name.as_str())
    }

    /// Without this a new or removed name may not survive a power cut.
    fn sync_dir(&self) -> Result<(), ArtifactError> {
        File::open(&self.dir).and_then(|dir| dir.sync_all()).map_err(ArtifactError::io("write"))
    }
}

/// Removes every file of a folder that belongs to none of these artifacts, what a crash left half written included, and
/// says how many those were. It needs no key, and it can be done again: a file that outlives its row is found by it.
///
/// # Errors
/// When the folder cannot be read or a file not be removed.
pub fn sweep<'a>(
    dir: &Path,
    known: impl IntoIterator<Item = &'a ArtifactId>,
) -> Result<usize, ArtifactError> {
    let files = ArtifactFiles::in_dir(dir, &[0; 32])?;
    let known: BTreeSet<FileName> = known.into_iter().map(FileName::of).collect();
    let orphans: Vec<FileName> = files.names()?.into_iter().filter(|name| !known.contains(name)).collect();
    for orphan in &orphans {
        files.delete_file(orphan)?;
    }
    files.remove_unfinished()?;
    Ok(orphans.len())
}

fn random<const N: usize>() -> Result<[u8; N], ArtifactError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| ArtifactError::Random(error.to_string()))?;
    Ok(bytes)
}
