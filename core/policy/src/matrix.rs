//! The matrix as data: what each kind of call needs in each mode. Every row carries examples that are checked when the
//! file is read; a file that cannot be read is an error, never a default.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::json::{self, Caps};
use laika_protocol::wire::{Decision, SiteMode};
use laika_protocol::{Defect, DefectKind, Path, quoted, tools};
use serde::{Deserialize, Serialize};

use crate::Reason;
use crate::Surface;
use crate::classify::{CombinedClass, SiteClass};
use crate::row::{Action, Reach, Row, Situation, TargetKind};

/// The format this build reads.
pub const VERSION: u32 = 1;
const MOST_BYTES: usize = 256 * 1024;

/// What a cell says, from loose to strict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cell {
    /// Do it.
    Allow,
    /// Do it when every value that matters is the person's own, else ask.
    AllowIfYours,
    /// Ask.
    Ask,
    /// Ask, and the person presses the button that does it.
    AskGesture,
    /// Ask when every value that matters is the person's own, else never.
    AskIfYours,
    /// Never.
    Deny,
}

impl Cell {
    const fn outcomes(self) -> (Decision, Decision) {
        match self {
            Self::Allow => (Decision::Allow, Decision::Allow),
            Self::AllowIfYours => (Decision::Allow, Decision::Ask),
            Self::Ask | Self::AskGesture => (Decision::Ask, Decision::Ask),
            Self::AskIfYours => (Decision::Ask, Decision::Deny),
            Self::Deny => (Decision::Deny, Decision::Deny),
        }
    }

    const fn decision(self, yours: bool) -> Decision {
        let (own, other) = self.outcomes();
        if yours { own } else { other }
    }

    /// The name in the policy file.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::AllowIfYours => "allow_if_yours",
            Self::Ask => "ask",
            Self::AskGesture => "ask_gesture",
            Self::AskIfYours => "ask_if_yours",
            Self::Deny => "deny",
        }
    }
}

/// The columns, in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Observe,
    Assist,
    Autopilot,
    AutopilotSensitive,
}

/// How much Laika may do on the site in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// What the person set.
    pub mode: SiteMode,
    /// What the site is.
    pub site: SiteClass,
    /// Whether the person set the mode for this very site, knowing that it is sensitive (C-38).
    pub site_override: bool,
    /// Whether something suspicious was read, which lowers Autopilot to Assist (INJ-007).
    pub suspicious: bool,
}

impl Standing {
    /// The columns that apply; the strictest cell counts, so that lowering the mode never loosens anything.
    const fn columns(self) -> &'static [Column] {
        match (self.site, self.mode, self.site_override) {
            (SiteClass::Sensitive, _, false) | (_, SiteMode::Observe, _) => &[Column::Observe],
            (_, SiteMode::Assist, _) => &[Column::Assist],
            (SiteClass::Sensitive, SiteMode::Autopilot, true) if self.suspicious => {
                &[Column::Assist, Column::AutopilotSensitive]
            }
            (SiteClass::Sensitive, SiteMode::Autopilot, true) => &[Column::AutopilotSensitive],
            (SiteClass::Low, SiteMode::Autopilot, _) if !self.suspicious => &[Column::Autopilot],
            // Autopilot's own column is for low-risk sites; elsewhere the stricter of both counts.
            (SiteClass::Low | SiteClass::Elevated, SiteMode::Autopilot, _) => {
                &[Column::Assist, Column::Autopilot]
            }
        }
    }
}

/// What the matrix says of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The answer.
    pub decision: Decision,
    /// Whether the person must press the button that does it.
    pub gesture: bool,
    /// Why.
    pub reason: Reason,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileRow {
    row: Row,
    decisions: [Cell; 4],
    #[serde(default)]
    sensitive: Option<Cell>,
    #[serde(default)]
    from: String,
    #[serde(default)]
    examples: Vec<Example>,
    #[serde(default)]
    not: Vec<Example>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    #[serde(default)]
    phrases: Vec<String>,
    rows: Vec<FileRow>,
}

/// A situation in words, and what is expected of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    #[serde(default)]
    tool: Option<String>,
    #[serde(default)]
    action: Option<Action>,
    #[serde(default)]
    surface: Option<Surface>,
    #[serde(default)]
    target: TargetKind,
    #[serde(default)]
    reach: Reach,
    #[serde(default)]
    class: Option<CombinedClass>,
    #[serde(default)]
    mode: Option<SiteMode>,
    #[serde(default)]
    site: Option<SiteClass>,
    #[serde(default)]
    site_override: bool,
    #[serde(default)]
    yours: bool,
    #[serde(default)]
    decision: Option<Decision>,
}

impl Example {
    fn situation(&self) -> Result<Situation, String> {
        let action = match (&self.tool, self.action) {
            (Some(name), None) => {
                let tool = tools::find(name).ok_or_else(|| format!("there is no tool {}", quoted(name)))?;
                Action::from(tool.effect)
            }
            (None, Some(action)) => action,
            _ => return Err("an example names either a `tool` or an `action`".into()),
        };
        Ok(Situation {
            action,
            surface: self.surface.unwrap_or(Surface::Isolated),
            target: self.target,
            reach: self.reach,
            class: self.class.unwrap_or(CombinedClass::NonSensitive),
        })
    }

    fn standing(&self) -> Standing {
        Standing {
            mode: self.mode.unwrap_or(SiteMode::Observe),
            site: self.site.unwrap_or(SiteClass::Low),
            site_override: self.site_override,
            suspicious: false,
        }
    }
}

/// One layer: the base, or a pack that tightens it.
#[derive(Clone, Debug)]
struct Layer {
    rows: Vec<FileRow>,
}

impl Layer {
    fn row(&self, row: Row) -> Option<&FileRow> {
        self.rows.iter().find(|one| one.row == row)
    }

    fn entry(&self, row: Row, standing: Standing, yours: bool) -> Option<Entry> {
        let cells = self.row(row)?;
        let cell = |column: Column| {
            let [observe, assist, autopilot, sensitive] = cells.decisions;
            match column {
                Column::Observe => observe,
                Column::Assist => assist,
                Column::Autopilot => autopilot,
                Column::AutopilotSensitive => sensitive,
            }
        };
        let strictest = |standing: Standing| {
            let own = cells.sensitive.filter(|_| standing.site == SiteClass::Sensitive);
            standing.columns().iter().map(|column| cell(*column)).chain(own).max_by_key(|cell| {
                // The strictest answer for this call; among equal ones the one that also wants a gesture.
                (cell.decision(yours), *cell == Cell::AskGesture)
            })
        };
        let cell = strictest(standing)?;
        let decision = cell.decision(yours);
        let elsewhere = strictest(Standing { site: SiteClass::Low, ..standing })?.decision(yours);
        let by_own_cell = cells.sensitive.is_some_and(|own| own.decision(yours) == decision);
        let reason = match decision {
            Decision::Deny
                if standing.site == SiteClass::Sensitive && elsewhere != decision && !by_own_cell =>
            {
                Reason::DenySensitiveSite
            }
            Decision::Deny if row == Row::TypePayment && standing.mode == SiteMode::Autopilot => {
                Reason::DenyPaymentFieldAutopilot
            }
            Decision::Allow | Decision::Ask | Decision::Deny => row.reason(decision)?,
        };
        Some(Entry { decision, gesture: cell == Cell::AskGesture, reason })
    }
}

/// A policy that was read and checked: the matrix, the packs that tighten it, and the phrases that give nothing away.
#[derive(Clone, Debug)]
pub struct Policy {
    layers: Vec<Layer>,
    phrases: Vec<String>,
}

impl Policy {
    /// Reads a policy file.
    ///
    /// # Errors
    /// Everything that is wrong with it: its form, a missing row, a cell looser than the invariants, an example that
    /// does not hold.
    pub fn read(text: &str) -> Result<Self, Vec<Defect>> {
        let file = read_file(text)?;
        let mut defects = check_rows(&file);
        for row in Row::ALL.iter().filter(|row| !file.rows.iter().any(|one| one.row == **row)) {
            let message = format!("the row `{row}` is missing; a call without a row is denied");
            defects.push(Defect::new(DefectKind::MissingField, Path::root().key("rows"), message));
        }
        let layer = Layer { rows: file.rows };
        defects.extend(check_examples(&layer));
        if defects.is_empty() {
            Ok(Self { layers: [layer].into(), phrases: file.phrases })
        } else {
            Err(defects)
        }
    }

    /// Adds a pack, such as an enterprise's or the person's own. It may leave rows out, and only tighten those it has.
    ///
    /// # Errors
    /// Everything that is wrong with it, a looser cell above all; the policy is then unchanged.
    pub fn tighten(&mut self, text: &str) -> Result<(), Vec<Defect>> {
        let file = read_file(text)?;
        let mut defects = check_rows(&file);
        for (at, row) in file.rows.iter().enumerate() {
            let bases = self.layers.iter().filter_map(|layer| layer.row(row.row));
            for base in bases {
                let cells = base.decisions.iter().zip(&row.decisions);
                let sensitive = row.sensitive.is_some_and(|cell| Some(cell) < base.sensitive);
                if cells.clone().any(|(base, cell)| cell < base) || sensitive {
                    let message =
                        format!("a pack may only tighten, and this makes the row `{}` looser", row.row);
                    let path = Path::root().key("rows").index(at).key("decisions");
                    defects.push(Defect::new(DefectKind::NotAllowed, path, message));
                }
            }
        }
        if !file.phrases.is_empty() {
            let message = "a pack may not add phrases that leave without asking".to_string();
            defects.push(Defect::new(DefectKind::NotAllowed, Path::root().key("phrases"), message));
        }
        if !defects.is_empty() {
            return Err(defects);
        }
        self.layers.push(Layer { rows: file.rows });
        Ok(())
    }

    /// What the matrix says. `None` only when a row is missing, which reading prevents.
    #[must_use]
    pub fn entry(&self, row: Row, standing: Standing, yours: bool) -> Option<Entry> {
        let entries = self.layers.iter().filter_map(|layer| layer.entry(row, standing, yours));
        entries.max_by_key(|entry| (entry.decision, entry.gesture))
    }

    /// Phrases that say nothing about anyone, such as the subject of a payment.
    #[must_use]
    pub fn phrases(&self) -> &[String] {
        &self.phrases
    }

    /// The rows in force as a table: name, the four cells, the cell for sensitive sites, and where it comes from.
    pub fn table(&self) -> impl Iterator<Item = (Row, [Cell; 4], Option<Cell>, &str)> {
        let rows = self.layers.first().map(|layer| layer.rows.as_slice()).unwrap_or_default();
        rows.iter().map(|row| {
            let packs = || self.layers.iter().filter_map(|layer| layer.row(row.row));
            let mut cells = row.decisions;
            for pack in packs() {
                cells.iter_mut().zip(pack.decisions).for_each(|(cell, other)| *cell = other.max(*cell));
            }
            let sensitive = packs().filter_map(|pack| pack.sensitive).max();
            (row.row, cells, sensitive, row.from.as_str())
        })
    }
}

fn read_file(text: &str) -> Result<File, Vec<Defect>> {
    let value = json::read(text, Caps::bytes(MOST_BYTES))?;
    let found = value["version"].as_u64();
    if found != Some(u64::from(VERSION)) {
        let message = format!("this build reads policy version {VERSION}");
        return Err([Defect::new(DefectKind::WrongVersion, Path::root().key("version"), message)].into());
    }
    let file: File = serde_json::from_value(value)
        .map_err(|error| [Defect::new(DefectKind::NotAllowed, Path::root(), error.to_string())])?;
    debug_assert_eq!(file.version, VERSION);
    Ok(file)
}

/// A row stands once, and no cell is looser than what the code can give a reason for: that is how the invariants hold.
fn check_rows(file: &File) -> Vec<Defect> {
    let mut defects = Vec::new();
    for (at, row) in file.rows.iter().enumerate() {
        let path = Path::root().key("rows").index(at);
        if file.rows.iter().take(at).any(|other| other.row == row.row) {
            let message = format!("the row `{}` stands twice", row.row);
            defects.push(Defect::new(DefectKind::NotAllowed, path.clone(), message));
        }
        let decisions =
            row.decisions.iter().enumerate().map(|(at, cell)| (path.key("decisions").index(at), cell));
        let sensitive = row.sensitive.iter().map(|cell| (path.key("sensitive"), cell));
        for (path, cell) in decisions.chain(sensitive) {
            let (own, other) = cell.outcomes();
            let too_loose = row.row.needs_your_words() && *cell == Cell::Allow;
            if too_loose || row.row.reason(own).is_none() || row.row.reason(other).is_none() {
                let message = format!("`{}` is looser than the row `{}` may ever be", cell.as_str(), row.row);
                defects.push(Defect::new(DefectKind::NotAllowed, path, message));
            }
        }
    }
    defects
}

fn check_examples(layer: &Layer) -> Vec<Defect> {
    let mut defects = Vec::new();
    for (at, row) in layer.rows.iter().enumerate() {
        let path = Path::root().key("rows").index(at);
        if row.examples.is_empty() || row.not.is_empty() {
            let message =
                format!("the row `{}` needs an example of what it is and of what it is not", row.row);
            defects.push(Defect::new(DefectKind::MissingField, path.clone(), message));
        }
        for (index, example) in row.examples.iter().enumerate() {
            if let Err(message) = holds(layer, row.row, example) {
                let path = path.key("examples").index(index);
                defects.push(Defect::new(DefectKind::NotAllowed, path, message));
            }
        }
        for (index, example) in row.not.iter().enumerate() {
            let found = example.situation().map(|situation| Row::of(&situation));
            let message = match found {
                Ok(found) if found == row.row => format!("this does fall into the row `{found}`"),
                Ok(_) => continue,
                Err(message) => message,
            };
            defects.push(Defect::new(DefectKind::NotAllowed, path.key("not").index(index), message));
        }
    }
    defects
}

fn holds(layer: &Layer, row: Row, example: &Example) -> Result<(), String> {
    let found = Row::of(&example.situation()?);
    if found != row {
        return Err(format!("this falls into the row `{found}`"));
    }
    let expected = example.decision.ok_or("an example says which `decision` it expects")?;
    let entry =
        layer.entry(row, example.standing(), example.yours).ok_or("no reason is known for this cell")?;
    if entry.decision == expected {
        Ok(())
    } else {
        Err(format!("expected {}, the cell says {}", expected.as_str(), entry.decision.as_str()))
    }
}
