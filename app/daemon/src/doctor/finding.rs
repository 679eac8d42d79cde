//! What an examination finds: one line each, the same for a person and for a program.

/// One thing that is looked at. Its name never changes its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// Whether there is a Chromium.
    BrowserProgram,
    /// Whether it starts, and which version it is.
    BrowserStart,
    /// Whether it is spoken to over a pipe and nothing else.
    BrowserPipe,
    /// Whether a page is opened, its script runs, and its text is read as it is.
    BrowserPage,
    /// Whether the process of that page is confined.
    BrowserSandbox,
    /// Whether the weights on this machine are the right bytes.
    ModelWeights,
    /// Whether a model behind a server can be used.
    ModelServer,
    /// Whether the process of the model starts, and how far it is confined.
    ModelProcess,
    /// How fast it answers.
    ModelSpeed,
    /// How much it reads at once.
    ModelContext,
    /// Whether the folder of Laika is private and can be written to.
    StoreFolder,
    /// Whether the log opens.
    StoreDatabase,
    /// Whether the log is what was written.
    StoreChain,
    /// Whether a Laika is running that answers.
    Socket,
    /// Where the keys are, and whether they can be read.
    Keys,
    /// Whether the network process starts, and how far it is confined.
    ProxyProcess,
    /// Whether it refuses a private address that nobody named.
    ProxyPrivate,
    /// Whether pages have letters.
    Fonts,
    /// What the system says of the machine: sleep, logout, power.
    Machine,
    /// Whether the person's browsers are told of the native host.
    ExtensionHost,
    /// Whether the extension's files are of this Laika.
    ExtensionFiles,
    /// Whether a browser is connected, and may see a site.
    ExtensionConnected,
    /// Whether a browser, its extension and the native host reach Laika.
    ExtensionChain,
}

impl Check {
    /// All of them, in the order in which they are made.
    pub const ALL: [Self; 23] = [
        Self::BrowserProgram,
        Self::BrowserStart,
        Self::BrowserPipe,
        Self::BrowserPage,
        Self::BrowserSandbox,
        Self::ModelWeights,
        Self::ModelServer,
        Self::ModelProcess,
        Self::ModelSpeed,
        Self::ModelContext,
        Self::StoreFolder,
        Self::StoreDatabase,
        Self::StoreChain,
        Self::Socket,
        Self::Keys,
        Self::ProxyProcess,
        Self::ProxyPrivate,
        Self::Fonts,
        Self::Machine,
        Self::ExtensionHost,
        Self::ExtensionFiles,
        Self::ExtensionConnected,
        Self::ExtensionChain,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BrowserProgram => "browser.program",
            Self::BrowserStart => "browser.start",
            Self::BrowserPipe => "browser.pipe",
            Self::BrowserPage => "browser.page",
            Self::BrowserSandbox => "browser.sandbox",
            Self::ModelWeights => "model.weights",
            Self::ModelServer => "model.server",
            Self::ModelProcess => "model.process",
            Self::ModelSpeed => "model.speed",
            Self::ModelContext => "model.context",
            Self::StoreFolder => "store.folder",
            Self::StoreDatabase => "store.database",
            Self::StoreChain => "store.chain",
            Self::Socket => "socket",
            Self::Keys => "keys",
            Self::ProxyProcess => "proxy.process",
            Self::ProxyPrivate => "proxy.private",
            Self::Fonts => "fonts",
            Self::Machine => "machine",
            Self::ExtensionHost => "extension.host",
            Self::ExtensionFiles => "extension.files",
            Self::ExtensionConnected => "extension.connected",
            Self::ExtensionChain => "extension.chain",
        }
    }

    /// It is as it should be.
    pub(super) fn ok(self, found: impl Into<String>) -> Finding {
        Finding { check: self, found: found.into(), state: State::Ok }
    }

    /// Laika works, and something is worse than it could be.
    pub(super) fn warn(
        self,
        code: &'static str,
        found: impl Into<String>,
        fix: impl Into<String>,
    ) -> Finding {
        Finding { check: self, found: found.into(), state: State::Warn(Trouble { code, fix: fix.into() }) }
    }

    /// Laika does not work, or cannot be trusted, until it is mended.
    pub(super) fn fail(
        self,
        code: &'static str,
        found: impl Into<String>,
        fix: impl Into<String>,
    ) -> Finding {
        Finding { check: self, found: found.into(), state: State::Fail(Trouble { code, fix: fix.into() }) }
    }
}

/// How something stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// As it should.
    Ok,
    /// Laika works, and something is worse than it could be.
    Warn(Trouble),
    /// Laika does not work, or cannot be trusted, until it is mended.
    Fail(Trouble),
}

impl State {
    /// Its word.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warn(_) => "warn",
            Self::Fail(_) => "fail",
        }
    }

    /// What is wrong, if something is.
    #[must_use]
    pub const fn trouble(&self) -> Option<&Trouble> {
        match self {
            Self::Ok => None,
            Self::Warn(trouble) | Self::Fail(trouble) => Some(trouble),
        }
    }
}

/// What is wrong: never without a way to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The stable code.
    pub code: &'static str,
    /// What a person can do, in one sentence.
    pub fix: String,
}

/// What was found of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was looked at.
    pub check: Check,
    /// What was found, in words.
    pub found: String,
    /// How it stands.
    pub state: State,
}

/// What is heard while an examination goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Something that takes a while begins.
    Doing(String),
    /// How far it is.
    Progress {
        /// What is being done.
        stage: &'static str,
        /// How much of it is done.
        done: u64,
        /// How much there is.
        total: u64,
    },
    /// Something was found.
    Found(Finding),
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_check_has_a_name_of_its_own() {
        let names: BTreeSet<_> = Check::ALL.iter().map(|check| check.name()).collect();
        assert_eq!(names.len(), Check::ALL.len());
        assert!(Check::ALL.is_sorted(), "the order of the list is that of the type");
    }
}
