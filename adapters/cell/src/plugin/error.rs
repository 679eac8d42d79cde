//! What can go wrong with a plugin, each with a code that does not change.

/// Why a plugin was not asked, or did not answer. Nothing of this is ever tried again by itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PluginError {
    /// Its folder or its `plugin.toml` is not as it must be.
    #[error("this is no plugin: {0}")]
    Folder(String),
    /// Its files are not those that were approved.
    #[error(
        "the files of the plugin `{name}` are not those that you approved; look at them and approve them again"
    )]
    Changed {
        /// Its name.
        name: String,
    },
    /// It cannot be started.
    #[error("the plugin cannot be started: {0}")]
    Start(String),
    /// The system cannot confine it, so it is not started.
    #[error("the plugin was not started, because this system cannot confine it: {0}")]
    Unconfined(String),
    /// It describes itself in a way that cannot be used.
    #[error("the plugin describes itself wrongly: {0}")]
    Descriptor(String),
    /// It has no such operation.
    #[error("the plugin has no operation `{0}`")]
    NoOperation(String),
    /// The arguments do not fit what the operation takes.
    #[error("the arguments do not fit the operation: {0}")]
    Arguments(String),
    /// What it says is not of the protocol.
    #[error("the plugin said what no plugin may say: {0}")]
    Nonsense(String),
    /// It answers a question that nobody asked.
    #[error("the plugin answered another call than the one it was asked")]
    WrongId,
    /// It says too much.
    #[error("the plugin said too much: {0}")]
    Flood(String),
    /// It did not answer in time.
    #[error("the plugin did not answer in time and was stopped")]
    Timeout,
    /// It ended without an answer.
    #[error("the plugin ended without an answer{0}")]
    Died(String),
    /// Somebody called it off.
    #[error("the call was called off")]
    Cancelled,
    /// It answered that it cannot.
    #[error("the plugin says: {message}")]
    Refused {
        /// Its own code.
        code: String,
        /// Its own words. They are untrusted.
        message: String,
    },
}

impl PluginError {
    /// The stable code.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::Folder(_) => "E_PLUGIN_FOLDER",
            Self::Changed { .. } => "E_PLUGIN_CHANGED",
            Self::Start(_) => "E_PLUGIN_START",
            Self::Unconfined(_) => "E_PLUGIN_UNCONFINED",
            Self::Descriptor(_) => "E_PLUGIN_DESCRIPTOR",
            Self::NoOperation(_) => "E_PLUGIN_NO_OPERATION",
            Self::Arguments(_) => "E_PLUGIN_ARGUMENTS",
            Self::Nonsense(_) => "E_PLUGIN_NONSENSE",
            Self::WrongId => "E_PLUGIN_WRONG_ID",
            Self::Flood(_) => "E_PLUGIN_FLOOD",
            Self::Timeout => "E_PLUGIN_TIMEOUT",
            Self::Died(_) => "E_PLUGIN_DIED",
            Self::Cancelled => "E_PLUGIN_CANCELLED",
            Self::Refused { .. } => "E_PLUGIN_REFUSED",
        }
    }
}
