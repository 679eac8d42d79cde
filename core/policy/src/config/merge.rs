//! Layers on top of each other: what is in force, where it came from, and what was not allowed.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Setting, Value, Values};

/// Where a layer comes from, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// What Laika comes with.
    Default,
    /// The file of the machine.
    System,
    /// The person's own file.
    User,
    /// The file of the project that Laika was started in.
    Project,
    /// Variables of the environment.
    Environment,
    /// What was typed now.
    Flag,
}

impl Source {
    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::System => "system",
            Self::User => "user",
            Self::Project => "project",
            Self::Environment => "environment",
            Self::Flag => "flag",
        }
    }
}

/// Whether a layer speaks for the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It does: it may loosen what may be loosened at all.
    Trusted,
    /// It is the file of a project, which comes with whatever was cloned.
    Unapproved,
    /// It is the environment, which any program can set.
    Environment,
    /// It lies in a folder that the environment names.
    NamedFolder,
}

/// Why a wish was not granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// By its layer.
    Standing(Standing),
    /// By the table of limits.
    Limit,
    /// By the setting: only the person may set it.
    YoursAlone,
}

impl Refused {
    /// Every reason there is.
    pub const ALL: [Self; 5] = [
        Self::Standing(Standing::Unapproved),
        Self::Standing(Standing::Environment),
        Self::Standing(Standing::NamedFolder),
        Self::Limit,
        Self::YoursAlone,
    ];

    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Standing(Standing::Unapproved) => "E_CONFIG_PROJECT",
            Self::Standing(Standing::Environment) => "E_CONFIG_ENVIRONMENT",
            Self::Standing(Standing::NamedFolder) => "E_CONFIG_NAMED_FOLDER",
            Self::Standing(Standing::Trusted) | Self::Limit => "E_CONFIG_LIMIT",
            Self::YoursAlone => "E_CONFIG_YOURS_ALONE",
        }
    }

    /// The reason in a sentence.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Standing(Standing::Unapproved) => {
                "A project's file may only tighten a setting, until you approve it with `laika config approve`."
            }
            Self::Standing(Standing::Environment) => "The environment may only tighten a setting.",
            Self::Standing(Standing::NamedFolder) => {
                "A folder that the environment names may only tighten a setting; name it with `--home` yourself."
            }
            Self::Standing(Standing::Trusted) | Self::Limit => {
                "A limit is only ever tightened, whoever asks."
            }
            Self::YoursAlone => {
                "Only you decide how long your runs are kept, because the rest of them is erased."
            }
        }
    }
}

/// A value that somebody wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// What is wanted.
    pub value: Value,
    /// Where it is written: a file with its line, a variable, a flag.
    pub place: String,
}

/// What one source wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Where it comes from.
    pub source: Source,
    /// Whether it speaks for the person.
    pub standing: Standing,
    /// What it wants.
    pub wishes: Vec<Wish>,
}

/// Where a value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CameFrom {
    /// The layer.
    pub source: Source,
    /// Where it is written.
    pub place: String,
}

/// A wish that was not granted, or not all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Who wanted it.
    pub by: CameFrom,
    /// What was left out.
    pub wanted: Value,
    /// Why.
    pub why: Refused,
}

/// One setting, explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The setting.
    pub setting: Setting,
    /// Where its value came from: the last layer that set it, or all whose lists count together. Empty for the default.
    pub from: Vec<CameFrom>,
    /// What was wanted and not allowed.
    pub refused: Vec<Refusal>,
}

/// What is in force, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The values.
    pub values: Values,
    /// Every setting, in the order of [`Setting::all`].
    pub entries: Vec<Entry>,
}

/// Puts layers on top of each other, the weakest first.
#[must_use]
pub fn merge(mut layers: Vec<Layer>) -> Merged {
    layers.sort_by_key(|layer| layer.source);
    let mut values = Values::default();
    let mut entries: Vec<Entry> =
        Setting::all().map(|setting| Entry { setting, from: Vec::new(), refused: Vec::new() }).collect();
    for Layer { source, standing, wishes } in layers {
        let trusted = standing == Standing::Trusted;
        for Wish { value: wanted, place } in wishes {
            let setting = wanted.setting();
            let before = values.get(setting);
            let barred = !trusted && setting.is_yours_alone();
            let left_out =
                if barred { (wanted != before).then_some(wanted) } else { values.apply(&wanted, trusted) };
            let Some(entry) = entries.iter_mut().find(|entry| entry.setting == setting) else { continue };
            let by = CameFrom { source, place };
            if let Some(wanted) = left_out {
                let why = if barred {
                    Refused::YoursAlone
                } else if matches!(setting, Setting::Limit(_)) {
                    Refused::Limit
                } else {
                    Refused::Standing(standing)
                };
                entry.refused.push(Refusal { by: by.clone(), wanted, why });
            }
            let adds = setting == Setting::BlockedOrigins || (setting == Setting::AllowedOrigins && !trusted);
            let replaces = !adds && !matches!(setting, Setting::Limit(_));
            // Whoever may set it has set it, even to what it was.
            if values.get(setting) != before || (replaces && trusted) {
                if !adds {
                    entry.from.clear();
                }
                entry.from.push(by);
            }
        }
    }
    Merged { values, entries }
}
