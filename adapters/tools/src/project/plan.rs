//! What a replacement would change, exactly, before anything is changed (INK-042, INK-043).

use std::ffi::CStr;
use std::fmt::Write as _;
use std::os::fd::BorrowedFd;

use laika_protocol::tools::ToolResult;
use laika_protocol::tools::typed::{
    ReplaceFile, ReplaceFiles, ReplaceSmart, Replaced, ReplacedFile, Surroundings,
};
use laika_protocol::{ErrorCode, ToolError};
use sha2::{Digest, Sha256};

use super::diff;
use super::exchange::changed_meanwhile;
use super::matching::{Edit, How, Pattern, applied, is_binary, real, size_after, too_many_matches};
use super::path::{ProjectPath, Use};
use super::refusal::{invalid, refused, shown};
use super::root::{FILE_MOST_BYTES, Project, open_if_regular, read_whole};
use super::surroundings::fitting;
use super::walk::{Choice, Passed, Visit, walk};
use crate::Bounds;

/// Files that are left alone by every batch (INK-047).
pub const ALWAYS_EXCLUDED: &[&str] = &[
    ".git/",
    ".hg/",
    ".svn/",
    ".laika/",
    "node_modules/",
    "__pycache__/",
    "*.pyc",
    "*.pyo",
    "*.class",
    "*.o",
    "*.so",
];
/// Files of a batch if nothing is said (INK-046).
const USUAL_FILES: u32 = 50;
/// Files of a batch at most.
const MOST_FILES: u32 = 2000;
/// Matches of a batch if nothing is said.
const USUAL_MATCHES: u32 = 10_000;
/// Matches of a batch at most.
const MOST_MATCHES: u32 = 1_000_000;
/// Bytes that the files of a batch hold together.
const BATCH_MOST_BYTES: u64 = 256 << 20;
/// Bytes of a diff: what is longer than that, nobody reads before saying yes.
const DIFF_MOST_BYTES: usize = 200 << 10;

/// A replacement that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replace {
    /// In one file.
    File(ReplaceFile),
    /// In many files.
    Files(ReplaceFiles),
    /// In one file, where the surroundings fit.
    Smart(ReplaceSmart),
}

impl Replace {
    /// Whether only the plan is wanted.
    #[must_use]
    pub fn is_dry_run(&self) -> bool {
        match self {
            Self::File(asked) => asked.dry_run,
            Self::Files(asked) => asked.dry_run,
            Self::Smart(asked) => asked.dry_run,
        }
        .unwrap_or(false)
    }
}

/// The exact change that a replacement makes.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The files, by path.
    pub files: Vec<PlannedFile>,
    /// What would change, as a unified diff; may be cut.
    pub diff: String,
    /// Whether the diff shows everything.
    pub diff_complete: bool,
    /// SHA-256 over the complete change: every path, with what it holds before and after. An approval is of this.
    pub digest: String,
    /// Replacements in all.
    pub replacements: u64,
    /// Files that were passed over because they are not text.
    pub binary: u64,
    /// Files that were passed over because they are too large.
    pub too_large: u64,
    /// Matches whose surroundings did not fit.
    pub elsewhere: u64,
    pub(crate) change: Change,
}

/// One file of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedFile {
    /// The file.
    pub path: ProjectPath,
    /// Replacements in it.
    pub replacements: u64,
    /// SHA-256 of what it holds.
    pub before: [u8; 32],
    /// SHA-256 of what it would hold.
    pub after: [u8; 32],
}

/// How a file is changed; the same for every file of a batch.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pattern: Pattern,
    around: Option<Surroundings>,
    most_matches: usize,
}

impl Change {
    /// The edits of one file, and how many matches were left alone.
    pub(crate) fn edits(&self, bytes: &[u8], bounds: &Bounds) -> Result<(Vec<Edit>, u64), ToolError> {
        let edits = self.pattern.edits(bytes, self.most_matches, bounds)?;
        match &self.around {
            Some(around) => fitting(bytes, edits, around, bounds),
            None => Ok((edits, 0)),
        }
    }
}

/// Works out what a replacement would change.
///
/// # Errors
///
/// A path or pattern that is refused, `E_PATH_HIDDEN` for a dry run, `E_TOO_MANY_FILES`, `E_TOO_MANY_MATCHES`, `E_FILE_BINARY`, `E_FILE_TOO_LARGE`.
pub fn plan(project: &Project, asked: &Replace, bounds: &Bounds) -> Result<Plan, ToolError> {
    let most = |asked: Option<u32>| asked.unwrap_or(USUAL_MATCHES).clamp(1, MOST_MATCHES) as usize;
    match asked {
        Replace::File(one) => {
            let how = how(one.regex, one.case_sensitive, one.word);
            let pattern = Pattern::new(&one.search, &one.replacement, how)?;
            let change = Change { pattern, around: None, most_matches: most(one.max_matches) };
            of_one(project, &path_of(&one.path, asked)?, change, bounds)
        }
        Replace::Smart(one) => {
            let how = how(None, one.case_sensitive, one.word);
            let pattern = Pattern::new(&one.search, &one.replacement, how)?;
            let around = Some(one.context.clone());
            of_one(
                project,
                &path_of(&one.path, asked)?,
                Change { pattern, around, most_matches: most(one.max_matches) },
                bounds,
            )
        }
        Replace::Files(many) => {
            let how = how(many.regex, many.case_sensitive, many.word);
            let pattern = Pattern::new(&many.search, &many.replacement, how)?;
            of_many(
                project,
                many,
                Change { pattern, around: None, most_matches: most(many.max_matches) },
                bounds,
            )
        }
    }
}

fn how(regex: Option<bool>, case_sensitive: Option<bool>, word: Option<bool>) -> How {
    How {
        regex: regex.unwrap_or(false),
        ignore_case: !case_sensitive.unwrap_or(true),
        word: word.unwrap_or(false),
    }
}

/// The file of a replacement. A dry run, which nobody is asked about, does not read a hidden one; nor does a search.
fn path_of(path: &str, asked: &Replace) -> Result<ProjectPath, ToolError> {
    let path = ProjectPath::parse(path, Use::Write)?;
    if asked.is_dry_run() && path.as_str().split('/').any(|name| name.starts_with('.')) {
        return Err(refused(
            ErrorCode::PermissionRequired,
            "E_PATH_HIDDEN",
            "a hidden file is only read with your yes; leave dryRun out",
        ));
    }
    Ok(path)
}

fn of_one(project: &Project, path: &ProjectPath, change: Change, bounds: &Bounds) -> Result<Plan, ToolError> {
    let bytes = project.read(path)?;
    if is_binary(&bytes) {
        let path = shown(path.as_str());
        return Err(invalid("E_FILE_BINARY", format!("`{path}` is not text, so nothing is replaced in it")));
    }
    let (edits, elsewhere) = change.edits(&bytes, bounds)?;
    let mut part = Part { elsewhere, ..Part::default() };
    if let Some(file) = changed(path.clone(), &bytes, edits, bounds)? {
        part.files.push(file);
    }
    finished(project, part, change, bounds)
}

/// What one thread found.
#[derive(Default)]
struct Part {
    files: Vec<PlannedFile>,
    matches: usize,
    bytes: u64,
    binary: u64,
    too_large: u64,
    elsewhere: u64,
}

struct Planner<'a> {
    part: Part,
    change: &'a Change,
    most_files: usize,
    bounds: &'a Bounds,
}

impl Visit for Planner<'_> {
    fn file(
        &mut self,
        path: &str,
        folder: BorrowedFd<'_>,
        name: &CStr,
        passed: &mut Passed,
    ) -> Result<(), ToolError> {
        let Ok(path) = ProjectPath::parse(path, Use::Write) else {
            passed.odd_names += 1;
            return Ok(());
        };
        let (mut file, stat) = match open_if_regular(folder, name) {
            Ok(Some(opened)) => opened,
            Ok(None) => {
                passed.special += 1;
                return Ok(());
            }
            Err(_) => {
                passed.unreadable += 1;
                return Ok(());
            }
        };
        if u64::try_from(stat.st_size).unwrap_or(0) > FILE_MOST_BYTES {
            self.part.too_large += 1;
            return Ok(());
        }
        let bytes = read_whole(&mut file, &stat, &path)?;
        if is_binary(&bytes) {
            self.part.binary += 1;
            return Ok(());
        }
        let (edits, elsewhere) = self.change.edits(&bytes, self.bounds)?;
        self.part.elsewhere += elsewhere;
        self.part.matches += edits.len();
        if self.part.matches > self.change.most_matches {
            return Err(too_many_matches(self.change.most_matches));
        }
        let size = bytes.len() as u64;
        if let Some(file) = changed(path, &bytes, edits, self.bounds)? {
            self.part.bytes += size;
            self.part.files.push(file);
            if self.part.files.len() > self.most_files {
                return Err(too_many_files(self.most_files));
            }
        }
        Ok(())
    }
}

fn of_many(
    project: &Project,
    asked: &ReplaceFiles,
    change: Change,
    bounds: &Bounds,
) -> Result<Plan, ToolError> {
    let most_files = asked.max_files.unwrap_or(USUAL_FILES).clamp(1, MOST_FILES) as usize;
    if asked.glob.is_empty() {
        return Err(invalid("E_GLOB", "say which files, such as *.md"));
    }
    let choice = Choice::new(&asked.glob, asked.exclude.as_deref().unwrap_or(&[]), ALWAYS_EXCLUDED)?;
    let (planners, _) = walk(project, &choice, bounds, || Planner {
        part: Part::default(),
        change: &change,
        most_files,
        bounds,
    })?;
    let mut all = Part::default();
    for Planner { part, .. } in planners {
        all.files.extend(part.files);
        all.matches += part.matches;
        all.bytes += part.bytes;
        all.binary += part.binary;
        all.too_large += part.too_large;
        all.elsewhere += part.elsewhere;
    }
    if all.files.len() > most_files {
        return Err(too_many_files(most_files));
    }
    if all.matches > change.most_matches {
        return Err(too_many_matches(change.most_matches));
    }
    if all.bytes > BATCH_MOST_BYTES {
        return Err(invalid(
            "E_BATCH_TOO_LARGE",
            format!("the files hold more than {} MiB together; take fewer at a time", BATCH_MOST_BYTES >> 20),
        ));
    }
    finished(project, all, change, bounds)
}

fn too_many_files(most: usize) -> ToolError {
    invalid(
        "E_TOO_MANY_FILES",
        format!("more than {most} files would change; narrow the pattern or raise maxFiles"),
    )
}

/// The change of one file, if there is one.
fn changed(
    path: ProjectPath,
    bytes: &[u8],
    edits: Vec<Edit>,
    bounds: &Bounds,
) -> Result<Option<PlannedFile>, ToolError> {
    let edits = real(bytes, edits);
    if edits.is_empty() {
        return Ok(None);
    }
    bounds.check()?;
    if size_after(bytes, &edits) > FILE_MOST_BYTES {
        let message =
            format!("`{}` would be larger than {} MiB", shown(path.as_str()), FILE_MOST_BYTES >> 20);
        return Err(invalid("E_FILE_TOO_LARGE", message));
    }
    let new = applied(bytes, &edits);
    let replacements = edits.len() as u64;
    Ok(Some(PlannedFile { path, replacements, before: sha256(bytes), after: sha256(&new) }))
}

fn finished(project: &Project, mut part: Part, change: Change, bounds: &Bounds) -> Result<Plan, ToolError> {
    part.files.sort_by(|one, other| one.path.cmp(&other.path));
    let (diff, diff_complete) = diff_of(project, &part.files, &change, bounds)?;
    let replacements = part.files.iter().map(|file| file.replacements).sum();
    let digest = digest(&part.files);
    Ok(Plan {
        files: part.files,
        diff,
        diff_complete,
        digest,
        replacements,
        binary: part.binary,
        too_large: part.too_large,
        elsewhere: part.elsewhere,
        change,
    })
}

/// The diff of the first files, as many as can be shown. They are read again: to keep every file of a large batch for
/// the few that are shown would take more than to read those twice.
fn diff_of(
    project: &Project,
    files: &[PlannedFile],
    change: &Change,
    bounds: &Bounds,
) -> Result<(String, bool), ToolError> {
    let mut diff = String::new();
    let mut complete = true;
    let most_bytes = bounds.most_bytes.min(DIFF_MOST_BYTES);
    for (at, file) in files.iter().enumerate() {
        bounds.check()?;
        let bytes = project.read(&file.path)?;
        if sha256(&bytes) != file.before {
            return Err(changed_meanwhile(&file.path));
        }
        let edits = real(&bytes, change.edits(&bytes, bounds)?.0);
        complete = diff::append(&mut diff, file.path.as_str(), &bytes, &edits, most_bytes);
        if !complete {
            let (shown, all) = (at + 1, files.len());
            let _written =
                writeln!(diff, "(the diff is cut: {shown} of {all} files are shown, the last not in full)");
            break;
        }
    }
    Ok((diff, complete))
}

/// SHA-256 of bytes.
pub(crate) fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|half| char::from(DIGITS[usize::from(half)]))
        .collect()
}

/// Lengths go first, so that no two changes have the same bytes.
fn digest(files: &[PlannedFile]) -> String {
    let mut hash = Sha256::new();
    hash.update(b"laika replace v1\0");
    hash.update((files.len() as u64).to_be_bytes());
    for file in files {
        hash.update((file.path.as_str().len() as u64).to_be_bytes());
        hash.update(file.path.as_str().as_bytes());
        hash.update(file.before);
        hash.update(file.after);
    }
    hex(&hash.finalize())
}

impl Plan {
    /// The plan as a result: the preview, and what a dry run gives.
    #[must_use]
    pub fn to_result(&self) -> ToolResult {
        self.result(None)
    }

    pub(crate) fn result(&self, batch: Option<u64>) -> ToolResult {
        let files: Vec<ReplacedFile> = self
            .files
            .iter()
            .map(|file| ReplacedFile {
                path: file.path.as_str().to_owned(),
                replacements: file.replacements,
                sha256_before: hex(&file.before),
                sha256_after: hex(&file.after),
            })
            .collect();
        let verb = if batch.is_some() { "replaced" } else { "would replace" };
        let (places, count) = (self.replacements, files.len());
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        let summary = if count == 0 {
            "nothing matches, so nothing changes".to_owned()
        } else {
            format!(
                "{verb} {places} match{} in {count} file{}",
                if places == 1 { "" } else { "es" },
                plural(count as u64)
            )
        };
        let changed: Vec<String> = files.iter().map(|file| file.path.clone()).collect();
        let replaced = Replaced {
            applied: batch.is_some(),
            batch,
            digest: self.digest.clone(),
            files,
            replacements: places,
        };
        // Strings and numbers: this cannot fail.
        let data = serde_json::to_value(&replaced).unwrap_or_default();
        ToolResult::done(data, summary, self.diff.clone())
            .with("changedFiles", changed)
            .with("binary", self.binary)
            .with("tooLarge", self.too_large)
            .with("elsewhere", self.elsewhere)
            .with("diffComplete", self.diff_complete)
    }
}
