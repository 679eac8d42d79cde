//! Where a browser keeps its files while it runs.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};

use super::Profile;

const PREFIX: &str = "laika-browser-";
const LOCK: &str = "lock";
/// Files here are never on a disk.
const MEMORY: &str = "/dev/shm";
/// Nothing is connected to before it is needed: over such a connection a form would be sent a second time (S11).
const PREFERENCES: &str =
    r#"{"net":{"network_prediction_options":2},"webrtc":{"ip_handling_policy":"disable_non_proxied_udp"}}"#;

/// Who the browser runs as.
#[derive(Clone, Copy)]
pub(super) struct Owner {
    pub(super) user: u32,
    pub(super) group: u32,
}

/// The folders of one browser. Dropping it removes what was made for this run alone.
pub(super) struct Folder {
    base: PathBuf,
    /// Held while we live; whoever can take it may remove the folder.
    _lock: File,
    pub(super) profile: PathBuf,
    pub(super) home: PathBuf,
    pub(super) temporary: PathBuf,
    /// Where downloads lie until they are read: in memory, where the system has such a place.
    pub(super) downloads: PathBuf,
    memory: Option<(PathBuf, File)>,
}

impl Folder {
    /// Makes the folders, owned by `owner` if there is one.
    pub(super) fn make(profile: &Profile, owner: Option<Owner>) -> io::Result<Self> {
        let parent = place(profile, owner);
        let (base, lock) = fresh(&parent, owner)?;
        let memory = Path::new(MEMORY);
        let memory = if parent == memory { None } else { fresh(memory, owner).ok() };
        let named = match profile {
            Profile::Named(path) => Some(path.clone()),
            Profile::Ephemeral | Profile::Private => None,
        };
        let made = Self {
            profile: named.unwrap_or_else(|| base.join("profile")),
            home: base.join("home"),
            temporary: base.join("tmp"),
            downloads: memory.as_ref().map_or(&base, |(memory, _)| memory).join("downloads"),
            memory,
            base,
            _lock: lock,
        };
        for folder in [&made.profile, &made.home, &made.temporary, &made.downloads] {
            own(folder, owner)?;
        }
        made.write_preferences(owner)?;
        Ok(made)
    }
}

impl Folder {
    /// What no flag sets; a profile that has preferences keeps its own.
    fn write_preferences(&self, owner: Option<Owner>) -> io::Result<()> {
        let folder = self.profile.join("Default");
        own(&folder, owner)?;
        let file = folder.join("Preferences");
        if file.exists() {
            return Ok(());
        }
        fs::write(&file, PREFERENCES)?;
        if let Some(Owner { user, group }) = owner {
            chown(&file, Some(user), Some(group))?;
        }
        Ok(())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.base);
        if let Some((memory, _)) = &self.memory {
            _ = fs::remove_dir_all(memory);
        }
    }
}

/// A folder of a new name that is ours as long as its lock is held.
fn fresh(parent: &Path, owner: Option<Owner>) -> io::Result<(PathBuf, File)> {
    sweep(parent);
    let mut random = [0; 12];
    getrandom::fill(&mut random).map_err(io::Error::other)?;
    let name: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
    let base = parent.join(format!("{PREFIX}{name}"));
    // Another user must pass through to reach its own folders inside, and sees nothing else.
    DirBuilder::new().mode(if owner.is_some() { 0o711 } else { 0o700 }).create(&base)?;
    let lock = OpenOptions::new().write(true).create_new(true).mode(0o600).open(base.join(LOCK))?;
    flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
    Ok((base, lock))
}

/// Whether the browser can open what lies below.
fn place(profile: &Profile, owner: Option<Owner>) -> PathBuf {
    match profile {
        Profile::Private => PathBuf::from(MEMORY),
        // The temporary folder of root may be closed to others.
        Profile::Ephemeral | Profile::Named(_) if owner.is_some() => PathBuf::from("/tmp"),
        Profile::Ephemeral | Profile::Named(_) => short_enough(std::env::temp_dir()),
    }
}

/// Browsers make a socket some folders below, whose path the system bounds; a long temporary folder leaves no room for it.
fn short_enough(temporary: PathBuf) -> PathBuf {
    const MOST_BYTES: usize = 16;
    let usual = Path::new("/tmp");
    let long = temporary.as_os_str().len() > MOST_BYTES;
    if long && usual.is_dir() { usual.to_owned() } else { temporary }
}

fn own(folder: &Path, owner: Option<Owner>) -> io::Result<()> {
    DirBuilder::new().mode(0o700).recursive(true).create(folder)?;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    if let Some(Owner { user, group }) = owner
        && fs::metadata(folder)?.uid() != user
    {
        chown(folder, Some(user), Some(group))?;
    }
    Ok(())
}

/// Removes what a killed Laika left behind: folders whose lock nobody holds.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let ours = entry.file_name().to_string_lossy().starts_with(PREFIX)
            && entry
                .metadata()
                .is_ok_and(|it| it.is_dir() && it.uid() == rustix::process::geteuid().as_raw());
        if !ours {
            continue;
        }
        let lock = File::open(entry.path().join(LOCK));
        if lock.is_ok_and(|lock| flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok()) {
            _ = fs::remove_dir_all(entry.path());
        }
    }
}
