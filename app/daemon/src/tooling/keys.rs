//! Keys of tools: sealed in the key store, named by the settings.

use std::path::PathBuf;

use laika_os::key_store::{Choice, KeyStore};
use laika_protocol::secret::Secret;
use laika_protocol::{ErrorCode, ToolError};
use laika_tools::toolbox::Keys;

/// The name under which the key store has the key of a tool.
#[must_use]
pub fn key_name(name: &str) -> String {
    format!("tool:{name}")
}

/// The key store of Laika's folder.
pub(super) struct StoredKeys(pub(super) PathBuf);

impl Keys for StoredKeys {
    fn key(&self, name: &str) -> Result<Option<Secret>, ToolError> {
        let found = KeyStore::open(&self.0, Choice::Auto).and_then(|store| store.secret(&key_name(name)));
        found.map_err(|error| ToolError::new(ErrorCode::Unavailable, error.to_string()))
    }
}
