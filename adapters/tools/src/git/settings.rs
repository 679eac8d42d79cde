//! The repository's own settings: which are harmless, which are overridden, and which refuse the call.

use laika_protocol::ToolError;

use crate::project::refusal::{denied, shown};

/// Settings that stand above the repository's.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overrides {
    filters: Vec<String>,
}

/// What the repository's settings ask for that matters here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// Names of filters, which would run when files are read and written.
    pub(crate) filters: Vec<String>,
    /// Whether there are merge drivers, which would run when changes are joined.
    pub(crate) merge_drivers: bool,
    /// Who the repository says commits.
    pub(crate) name: Option<String>,
    pub(crate) email: Option<String>,
}

/// Settings of every call. Programs become one that does nothing and fails; files outside become an empty one.
const ALWAYS: &[(&str, &str)] = &[
    ("core.hooksPath", "/dev/null"),
    ("core.fsmonitor", "false"),
    ("core.pager", "cat"),
    ("core.editor", "false"),
    ("sequence.editor", "false"),
    ("core.sshCommand", "false"),
    ("core.gitProxy", ""),
    ("core.askPass", "false"),
    ("core.alternateRefsCommand", "false"),
    ("core.attributesFile", "/dev/null"),
    ("core.excludesFile", "/dev/null"),
    ("core.protectHFS", "true"),
    ("core.protectNTFS", "true"),
    ("core.useReplaceRefs", "false"),
    ("credential.helper", ""),
    ("protocol.allow", "never"),
    ("submodule.recurse", "false"),
    ("diff.ignoreSubmodules", "all"),
    ("diff.submodule", "short"),
    ("diff.orderFile", "/dev/null"),
    ("status.submoduleSummary", "false"),
    ("fetch.recurseSubmodules", "false"),
    ("log.showSignature", "false"),
    ("merge.verifySignatures", "false"),
    ("gpg.program", "false"),
    ("gpg.openpgp.program", "false"),
    ("gpg.ssh.program", "false"),
    ("gpg.ssh.defaultKeyCommand", "false"),
    ("gpg.x509.program", "false"),
    ("commit.gpgSign", "false"),
    ("commit.verbose", "false"),
    ("tag.gpgSign", "false"),
    ("rerere.enabled", "false"),
    ("gc.auto", "0"),
    ("gc.autoDetach", "false"),
    ("maintenance.auto", "false"),
    ("mailmap.file", "/dev/null"),
    ("color.ui", "false"),
    ("column.ui", "never"),
    ("advice.detachedHead", "false"),
];

impl Overrides {
    /// Without the filters, too: for calls that only read.
    pub(crate) fn without_filters(found: &Found) -> Self {
        Self { filters: found.filters.clone() }
    }

    /// Every setting, in order.
    pub(crate) fn all(&self) -> Vec<(String, String)> {
        let mut all: Vec<(String, String)> =
            ALWAYS.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        for name in &self.filters {
            for part in ["clean", "smudge", "process"] {
                all.push((format!("filter.{name}.{part}"), String::new()));
            }
            all.push((format!("filter.{name}.required"), "false".to_owned()));
        }
        all
    }
}

/// Names in `core` that run nothing and read nothing elsewhere.
const CORE_HARMLESS: &[&str] = &[
    "repositoryformatversion",
    "filemode",
    "bare",
    "logallrefupdates",
    "ignorecase",
    "precomposeunicode",
    "symlinks",
    "autocrlf",
    "eol",
    "safecrlf",
    "quotepath",
    "abbrev",
    "compression",
    "loosecompression",
    "bigfilethreshold",
    "sharedrepository",
    "commentchar",
    "commentstring",
    "whitespace",
    "trustctime",
    "checkstat",
    "untrackedcache",
    "longpaths",
    "warnambiguousrefs",
    "sparsecheckout",
    "sparsecheckoutcone",
    "splitindex",
    "deltabasecachelimit",
    "packedgitlimit",
    "packedgitwindowsize",
    "preloadindex",
    "multipackindex",
    "commitgraph",
    "fscache",
    "fsync",
    "fsyncmethod",
    "fsyncobjectfiles",
    "checkroundtripencoding",
    "maxtreedepth",
    "hidedotfiles",
    "prefersymlinkrefs",
];

/// Names in `core` that are overridden for every call, by a setting or by the environment.
const CORE_OVERRIDDEN: &[&str] = &[
    "hookspath",
    "fsmonitor",
    "fsmonitorhookversion",
    "usebuiltinfsmonitor",
    "pager",
    "editor",
    "sshcommand",
    "gitproxy",
    "askpass",
    "alternaterefscommand",
    "alternaterefsprefixes",
    "attributesfile",
    "excludesfile",
    "worktree",
    "protecthfs",
    "protectntfs",
    "usereplacerefs",
    "notesref",
];

/// Sections whose settings do nothing in the commands that are run here, or are overridden.
const SECTIONS_HARMLESS: &[&str] = &[
    "add",
    "advice",
    "alias",
    "am",
    "apply",
    "author",
    "blame",
    "branch",
    "browser",
    "bundle",
    "checkout",
    "clean",
    "clone",
    "color",
    "column",
    "commit",
    "commitgraph",
    "committer",
    "completion",
    "credential",
    "difftool",
    "feature",
    "fetch",
    "format",
    "fsck",
    "gc",
    "gitflow",
    "github",
    "gpg",
    "grep",
    "gui",
    "guitool",
    "help",
    "http",
    "https",
    "i18n",
    "imap",
    "index",
    "init",
    "instaweb",
    "interactive",
    "lfs",
    "log",
    "mailinfo",
    "mailmap",
    "maintenance",
    "man",
    "mergetool",
    "notes",
    "pack",
    "pager",
    "pretty",
    "protocol",
    "prune",
    "pull",
    "push",
    "rebase",
    "receive",
    "reftable",
    "remote",
    "remotes",
    "repack",
    "rerere",
    "safe",
    "sendemail",
    "sequence",
    "showbranch",
    "ssh",
    "stash",
    "status",
    "submodule",
    "svn",
    "tag",
    "tar",
    "trace2",
    "trailer",
    "transfer",
    "uploadarchive",
    "uploadpack",
    "url",
    "user",
    "versionsort",
    "web",
    "worktree",
];

const EXTENSIONS: &[&str] = &[
    "objectformat",
    "compatobjectformat",
    "refstorage",
    "partialclone",
    "noop",
    "noop-v1",
    "preciousobjects",
    "relativeworktrees",
];

/// Judges every setting, as git itself lists them: `key LF value NUL`.
pub(crate) fn judge(listed: &[u8]) -> Result<Found, ToolError> {
    let mut found = Found::default();
    for entry in listed.split(|byte| *byte == 0).filter(|entry| !entry.is_empty()) {
        let mut parts = entry.splitn(2, |byte| *byte == b'\n');
        let (key, value) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        // Git compares bytes: an override under a mended name would override nothing.
        let key = std::str::from_utf8(key).map_err(|_| {
            let key = String::from_utf8_lossy(key);
            let message = format!(
                "the name of the repository's setting `{}` is not text; remove it, or use git yourself",
                shown(&key)
            );
            denied("E_GIT_CONFIG", message)
        })?;
        judge_one(key, &String::from_utf8_lossy(value), &mut found)?;
    }
    Ok(found)
}

fn judge_one(key: &str, value: &str, found: &mut Found) -> Result<(), ToolError> {
    let section = key.split('.').next().unwrap_or(key);
    let name = key.rsplit('.').next().unwrap_or(key);
    let between = key.get(section.len() + 1..key.len().saturating_sub(name.len() + 1));
    let refuse = |why: &str| {
        let message =
            format!("the repository's setting `{}` {why}; remove it, or use git yourself", shown(key));
        Err(denied("E_GIT_CONFIG", message))
    };
    match (section, between) {
        ("core", None | Some("")) if CORE_HARMLESS.contains(&name) || CORE_OVERRIDDEN.contains(&name) => {
            Ok(())
        }
        ("extensions", None | Some("")) if EXTENSIONS.contains(&name) => Ok(()),
        ("filter", Some(filter)) if !filter.is_empty() => {
            if !found.filters.iter().any(|known| known == filter) {
                found.filters.push(filter.to_owned());
            }
            Ok(())
        }
        ("merge", Some(driver)) if !driver.is_empty() => {
            found.merge_drivers = true;
            Ok(())
        }
        // Programs of `diff` are switched off by options of every command that would run them.
        ("merge" | "diff", _) => Ok(()),
        ("include" | "includeif", _) => refuse("reads settings from another file"),
        ("user", None | Some("")) => {
            match name {
                "name" => found.name = Some(value.to_owned()),
                "email" => found.email = Some(value.to_owned()),
                _ => {}
            }
            Ok(())
        }
        (section, _) if SECTIONS_HARMLESS.contains(&section) => Ok(()),
        _ => refuse("is not one that Laika knows to be harmless"),
    }
}
