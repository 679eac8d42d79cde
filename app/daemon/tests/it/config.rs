//! Settings out of real files: which layer counts, what a file may not say, and what an approval is worth.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use expect_test::{Expect, expect};
use laika_daemon::Settings;
use laika_daemon::config::{
    Config, ConfigError, Flags, OTHER_VARIABLES, Places, Proposal, approvals, forget,
};
use laika_policy::Policy;
use laika_policy::config::{SearchEngine, Setting, Value};
use laika_policy::redact::Keep;
use laika_protocol::ids::Origin;
use laika_protocol::limits::{Limit, Tighter};
use laika_protocol::wire::SiteMode;
use proptest::prelude::*;
use tempfile::TempDir;

/// A machine with a person and a project, in a folder.
struct Machine {
    root: TempDir,
    places: Places,
}

impl Machine {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        let places = Places {
            system: at("etc/config.toml"),
            folder: at("home"),
            folder_from_environment: false,
            started_in: at("project/deep/inside"),
            variables: Vec::new(),
        };
        for folder in ["etc", "home", "project/deep/inside", "project/.laika"] {
            fs::create_dir_all(at(folder)).unwrap();
            fs::set_permissions(at(folder), Permissions::from_mode(0o700)).unwrap();
        }
        Self { root, places }
    }

    fn write(&self, path: &Path, text: &str) {
        fs::write(path, text).unwrap();
        fs::set_permissions(path, Permissions::from_mode(0o600)).unwrap();
    }

    fn project(&self) -> PathBuf {
        self.root.path().join("project/.laika/config.toml")
    }

    fn load(&self) -> Result<Config, ConfigError> {
        Config::load(&self.places, Flags::default())
    }

    /// What is said with the machine's folder left out.
    fn said(&self, text: &str) -> String {
        let root = fs::canonicalize(self.root.path()).unwrap();
        text.replace(&root.display().to_string(), "").replace(&self.root.path().display().to_string(), "")
    }

    fn check_error(&self, expected: &Expect) {
        let error = self.load().unwrap_err();
        expected.assert_eq(&self.said(&format!("{}: {error}\nhint: {}\n", error.code(), error.hint())));
    }
}

#[test]
fn layers_count_in_their_order_and_values_know_where_they_came_from() {
    let mut machine = Machine::new();
    assert_eq!(machine.load().unwrap().mode(), SiteMode::Assist);
    machine.write(&machine.places.system, "mode = \"observe\"\n[limits]\nassist_steps = 20\n");
    machine.write(&machine.places.user_file(), "# mine\nmode = \"autopilot\"\nmodel = \"small\"\n");
    machine.write(&machine.project(), "strict = true\nmode = \"autopilot\"\nmodel = \"theirs\"\n");
    machine.places.variables = vec![
        ("LAIKA_MODE".into(), "assist".into()),
        ("LAIKA_LIMITS_ASSIST_STEPS".into(), "7".into()),
        ("LAIKA_STRICT".into(), "0".into()),
        ("LAIKA_PRIVATE".into(), OsString::new()),
        ("LAIKA_HOME".into(), "elsewhere".into()),
    ];
    let flags = Flags::default().with("--private", Some(Value::Private(true))).with("--model", None);
    let config = Config::load(&machine.places, flags).unwrap();
    let mut text = String::new();
    for entry in &config.explained().entries {
        let value = config.values().get(entry.setting);
        for from in &entry.from {
            text += &format!("{} = {value}: {} {}\n", entry.setting.key(), from.source.as_str(), from.place);
        }
        for refusal in &entry.refused {
            text += &format!("  not {}: {} {}\n", refusal.wanted, refusal.by.place, refusal.why.code());
        }
    }
    expect![[r#"
        mode = assist: environment LAIKA_MODE
        private = true: flag --private
        strict = true: project /project/.laika/config.toml:1
          not false: LAIKA_STRICT E_CONFIG_ENVIRONMENT
        model = small: user /home/config.toml:3
          not theirs: /project/.laika/config.toml:3 E_CONFIG_PROJECT
        limits.assist_steps = 7: environment LAIKA_LIMITS_ASSIST_STEPS
    "#]]
    .assert_eq(&machine.said(&text));
}

#[test]
fn what_the_loop_is_set_up_with_comes_out_of_the_settings() {
    let machine = Machine::new();
    machine.write(
        &machine.places.user_file(),
        "search_engine = \"https://search.example/find?q=\"\naudit_prefix_chars = 8\nkeep_packets = \"full\"\n\
         blocked_origins = [\"ads.example\"]\nask_timeout_s = 20\nmodel = \"small\"\n\
         [limits]\nverbose_audit_prefix = 4\nretention_days = 5\noutput_tokens = 0x100\n",
    );
    let config = machine.load().unwrap();
    let policy = Policy::read(include_str!("../../../../policy/default.json")).unwrap();
    let mut settings = Settings::new(policy, [0; 32]);
    config.set_up(&mut settings);
    assert_eq!(settings.limits.get(Limit::OutputTokens), 256);
    assert_eq!(settings.audit.prefix_chars, 4, "the limit is tighter than the setting");
    assert_eq!(settings.keep, Keep::Full);
    assert_eq!(settings.search_engine, SearchEngine::parse("https://search.example/find?q="));
    assert_eq!((config.retention().days, config.retention().sensitive_days), (5, 5));
    assert_eq!((config.ask_timeout().as_secs(), config.model()), (20, Some("small")));
    let ads = Origin::parse("https://x.ads.example").unwrap();
    assert_eq!(config.origins().check(&ads).unwrap_err().code(), "E_CONFIG_ORIGIN_BLOCKED");
    let private = Flags::default().with("--private", Some(Value::Private(true)));
    let config = Config::load(&machine.places, private).unwrap();
    assert_eq!(config.keep(), Keep::Redacted, "nothing of a private run is kept in full");
}

#[test]
fn a_file_with_a_slip_stops_with_its_line() {
    let machine = Machine::new();
    let user = machine.places.user_file();
    for (text, expected) in [
        (
            "strict = true\nprivat = true\n",
            expect![[r#"
            E_CONFIG_UNKNOWN: /home/config.toml:2: there is no setting `privat`
            hint: did you mean `private`?
        "#]],
        ),
        (
            "colour = 1\n",
            expect![[r#"
                E_CONFIG_UNKNOWN: /home/config.toml:1: there is no setting `colour`
                hint: there are mode, private, strict, search_engine, allowed_origins, blocked_origins, model, audit_prefix_chars, keep_packets, training_export, ask_timeout_s, tools, and limits below `[limits]`
            "#]],
        ),
        (
            "[limits]\n\nassist_step = 3\n",
            expect![[r#"
            E_CONFIG_UNKNOWN: /home/config.toml:3: there is no setting `limits.assist_step`
            hint: did you mean `limits.assist_steps`?
        "#]],
        ),
        (
            "limits = 3\n",
            expect![[r#"
                E_CONFIG_UNKNOWN: /home/config.toml:1: there is no setting `limits`
                hint: there are mode, private, strict, search_engine, allowed_origins, blocked_origins, model, audit_prefix_chars, keep_packets, training_export, ask_timeout_s, tools, and limits below `[limits]`
            "#]],
        ),
        (
            "[mode]\nx = 1\n",
            expect![[r#"
            E_CONFIG_VALUE: /home/config.toml:1: `mode` takes `observe`, `assist` or `autopilot`, not a table
            hint: change it, or take it out
        "#]],
        ),
        (
            "mode = \"assist\"\nmode = \"autopilot\"\n",
            expect![[r#"
            E_CONFIG_SYNTAX: /home/config.toml:2: duplicate key
            hint: settings are TOML: `mode = "assist"`, and limits below `[limits]`
        "#]],
        ),
        (
            "mode = \n",
            expect![[r#"
            E_CONFIG_SYNTAX: /home/config.toml:1: string values must be quoted, expected literal string
            hint: settings are TOML: `mode = "assist"`, and limits below `[limits]`
        "#]],
        ),
        (
            "private = \"true\"\n",
            expect![[r#"
                E_CONFIG_VALUE: /home/config.toml:1: `private` takes `true` or `false`, not the text `true`
                hint: change it, or take it out
            "#]],
        ),
        (
            "ask_timeout_s = 1.5\n",
            expect![[r#"
            E_CONFIG_VALUE: /home/config.toml:1: `ask_timeout_s` takes a number from 1 to 86400, not a number with a point
            hint: change it, or take it out
        "#]],
        ),
        (
            "[limits]\nassist_steps = 51\n",
            expect![[r#"
            E_CONFIG_VALUE: /home/config.toml:2: `limits.assist_steps` takes a number up to 50, not 51
            hint: change it, or take it out
        "#]],
        ),
        (
            "[limits]\nassist_steps = 99999999999999999999\n",
            expect![[r#"
            E_CONFIG_VALUE: /home/config.toml:2: `limits.assist_steps` takes a number up to 50, not a number beyond all bounds
            hint: change it, or take it out
        "#]],
        ),
        (
            "blocked_origins = [\"a.example\", 3]\n",
            expect![[r#"
            E_CONFIG_VALUE: /home/config.toml:1: `blocked_origins` takes a list of hosts such as `example.com`, or origins such as `https://example.com`, not a list of other things
            hint: change it, or take it out
        "#]],
        ),
        (
            "\"mo\\u001b[31mde\" = 3\n",
            expect![[r#"
                E_CONFIG_UNKNOWN: /home/config.toml:1: there is no setting `mo\u{1b}[31mde`
                hint: there are mode, private, strict, search_engine, allowed_origins, blocked_origins, model, audit_prefix_chars, keep_packets, training_export, ask_timeout_s, tools, and limits below `[limits]`
            "#]],
        ),
    ] {
        machine.write(&user, text);
        machine.check_error(&expected);
    }
    fs::write(&user, b"mode = \"\xff\"").unwrap();
    machine.check_error(&expect![[r#"
        E_CONFIG_SYNTAX: /home/config.toml: byte 8 is not text
        hint: settings are TOML: `mode = "assist"`, and limits below `[limits]`
    "#]]);
    fs::remove_file(&user).unwrap();
    fs::create_dir(&user).unwrap();
    machine.check_error(&expect![[r#"
        E_CONFIG_UNREADABLE: `/home/config.toml` is damaged: it is not a file
        hint: make `/home/config.toml` readable, or move it away
    "#]]);
}

#[test]
fn s12_a_variable_with_a_slip_stops_too() {
    let mut machine = Machine::new();
    for (name, value, expected) in [
        (
            "LAIKA_PRIVAT",
            "1",
            expect![[r#"
            E_CONFIG_UNKNOWN: the environment sets `LAIKA_PRIVAT`, which is no setting
            hint: did you mean `LAIKA_PRIVATE`?
        "#]],
        ),
        (
            "LAIKA_SOMETHING_ELSE",
            "1",
            expect![[r#"
            E_CONFIG_UNKNOWN: the environment sets `LAIKA_SOMETHING_ELSE`, which is no setting
            hint: unset it
        "#]],
        ),
        (
            "LAIKA_PRIVATE",
            "yes",
            expect![[r#"
            E_CONFIG_VALUE: LAIKA_PRIVATE: `private` takes `true` or `false`, not `yes`
            hint: change it, or take it out
        "#]],
        ),
    ] {
        machine.places.variables = vec![(name.into(), value.into())];
        machine.check_error(&expected);
    }
}

#[test]
fn s12_what_others_can_write_is_refused() {
    for of_system in [false, true] {
        let machine = Machine::new();
        let path = if of_system { machine.places.system.clone() } else { machine.places.user_file() };
        machine.write(&path, "mode = \"observe\"\n");
        assert_eq!(machine.load().unwrap().mode(), SiteMode::Observe);
        for (file, folder) in [(0o620, 0o700), (0o602, 0o700), (0o600, 0o720), (0o600, 0o702)] {
            fs::set_permissions(&path, Permissions::from_mode(file)).unwrap();
            fs::set_permissions(path.parent().unwrap(), Permissions::from_mode(folder)).unwrap();
            assert_eq!(machine.load().unwrap_err().code(), "E_CONFIG_NOT_SAFE", "{file:o} in {folder:o}");
        }
    }
}

#[test]
fn s12_a_folder_in_a_project_takes_nothing_back() {
    let machine = Machine::new();
    machine.write(&machine.project(), "mode = \"observe\"\n");
    assert_eq!(machine.load().unwrap().mode(), SiteMode::Observe);
    let nearer = machine.root.path().join("project/deep/.laika");
    fs::create_dir(&nearer).unwrap();
    machine.write(&nearer.join("config.toml"), "strict = true\nmode = \"assist\"\n");
    let config = machine.load().unwrap();
    assert_eq!((config.mode(), config.strict()), (SiteMode::Observe, true));
    let files: Vec<_> =
        config.projects().iter().map(|file| machine.said(&file.path.display().to_string())).collect();
    assert_eq!(files, ["/project/.laika/config.toml", "/project/deep/.laika/config.toml"]);
    // Something of another program may have that name.
    fs::remove_dir_all(&nearer).unwrap();
    fs::write(&nearer, "a file").unwrap();
    assert_eq!(machine.load().unwrap().mode(), SiteMode::Observe);
}

#[test]
fn s12_an_approval_is_for_one_file_as_it_was() {
    let machine = Machine::new();
    let file = machine.project();
    machine.write(&machine.places.user_file(), "mode = \"assist\"\nmodel = \"mine\"\n");
    machine.write(&file, "mode = \"autopilot\"\nmodel = \"theirs\"\nstrict = true\n");
    let mode = || machine.load().unwrap().mode();
    assert_eq!(mode(), SiteMode::Assist);

    let proposal = Proposal::of(&machine.places, None).unwrap();
    let loosens: Vec<String> = proposal
        .loosens()
        .iter()
        .map(|one| {
            format!("{}: {} -> {} {}", one.now.setting().key(), one.now, one.then, machine.said(&one.place))
        })
        .collect();
    assert_eq!(
        loosens,
        [
            "mode: assist -> autopilot /project/.laika/config.toml:1",
            "model: mine -> theirs /project/.laika/config.toml:2"
        ]
    );
    // What was shown is what is approved, whatever the file is by then.
    machine.write(&file, "mode = \"autopilot\"\nmodel = \"others\"\n");
    proposal.approve(&machine.places, 7).unwrap();
    assert_eq!(mode(), SiteMode::Assist);
    machine.write(&file, "mode = \"autopilot\"\nmodel = \"theirs\"\nstrict = true\n");
    assert_eq!(
        (mode(), machine.load().unwrap().model().map(str::to_owned)),
        (SiteMode::Autopilot, Some("theirs".into()))
    );
    assert_eq!(machine.load().unwrap().projects()[0].may_loosen, [Setting::Mode, Setting::Model]);

    // What it did not loosen then was not shown, so it was not approved.
    machine.write(&file, "mode = \"autopilot\"\nprivate = false\n");
    Proposal::of(&machine.places, None).unwrap().approve(&machine.places, 8).unwrap();
    machine.write(&machine.places.user_file(), "mode = \"assist\"\nmodel = \"mine\"\nprivate = true\n");
    assert_eq!((mode(), machine.load().unwrap().private()), (SiteMode::Autopilot, true));
    let again = Proposal::of(&machine.places, None).unwrap();
    assert_eq!((again.is_approved(), again.loosens().len()), (false, 2));
    machine.write(&machine.places.user_file(), "mode = \"assist\"\nmodel = \"mine\"\n");
    machine.write(&file, "mode = \"autopilot\"\nmodel = \"theirs\"\nstrict = true\n");
    proposal.approve(&machine.places, 9).unwrap();

    // A byte, or another place, is another file.
    machine.write(&file, "mode = \"autopilot\"\nmodel = \"theirs\"\nstrict = true\n\n");
    assert_eq!(mode(), SiteMode::Assist);
    machine.write(&file, "mode = \"autopilot\"\nmodel = \"theirs\"\nstrict = true\n");
    let (here, elsewhere) = (file.parent().unwrap(), machine.root.path().join("project/deep/.laika"));
    fs::rename(here, &elsewhere).unwrap();
    assert_eq!(mode(), SiteMode::Assist, "the same words elsewhere are not approved");
    fs::rename(&elsewhere, here).unwrap();
    symlink(here, &elsewhere).unwrap();
    assert_eq!(mode(), SiteMode::Autopilot, "a link is the file that it leads to");
    assert_eq!(machine.load().unwrap().projects().len(), 1);

    let kept = machine.places.approvals_file();
    assert_eq!(fs::metadata(&kept).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(approvals(&machine.places).unwrap().len(), 1);
    // Approvals that somebody else could have written are no approvals, and no reason to go on.
    fs::set_permissions(&kept, Permissions::from_mode(0o660)).unwrap();
    assert_eq!(machine.load().unwrap_err().code(), "E_CONFIG_NOT_SAFE");
    fs::set_permissions(&kept, Permissions::from_mode(0o600)).unwrap();
    let whole = fs::read(&kept).unwrap();
    fs::write(&kept, &whole[..whole.len() / 2]).unwrap();
    assert_eq!(machine.load().unwrap_err().code(), "E_CONFIG_APPROVALS");
    fs::write(&kept, &whole).unwrap();

    assert!(forget(&machine.places, &file).unwrap());
    assert!(!forget(&machine.places, &file).unwrap());
    assert_eq!(mode(), SiteMode::Assist);
}

/// A repository can bring a folder along, and a variable that names it: neither its settings nor its approvals count.
#[test]
fn s12_a_folder_that_the_environment_names_is_not_the_persons() {
    let mut machine = Machine::new();
    machine.write(&machine.places.user_file(), "mode = \"autopilot\"\nstrict = true\n");
    machine.write(&machine.project(), "mode = \"autopilot\"\n");
    machine.write(&machine.places.user_file(), "strict = true\n");
    Proposal::of(&machine.places, None).unwrap().approve(&machine.places, 0).unwrap();
    assert_eq!(machine.load().unwrap().mode(), SiteMode::Autopilot);
    machine.write(&machine.places.user_file(), "mode = \"autopilot\"\nstrict = true\n");
    machine.places.folder_from_environment = true;
    let config = machine.load().unwrap();
    assert_eq!((config.mode(), config.strict()), (SiteMode::Assist, true));
    assert_eq!(Proposal::of(&machine.places, None).unwrap_err().code(), "E_CONFIG_NAMED_FOLDER");
    assert_eq!(forget(&machine.places, &machine.project()).unwrap_err().code(), "E_CONFIG_NAMED_FOLDER");
}

/// INK-067, S12: which tools a project switches off counts at once; what it sets, and what it makes of them, waits for a
/// yes to exactly that file. The file of an older tool is read, too, with its names.
#[test]
fn s12_a_projects_tools_wait_for_a_yes() {
    let machine = Machine::new();
    let tools = || machine.load().unwrap().values().tools.clone();
    assert_eq!(tools().to_string(), "all");
    machine.write(&machine.project(), "tools = [\"CALC\", \"git\"]\n");
    assert_eq!(tools().to_string(), "app.calculate, git");
    machine.write(&machine.project(), "[tools.settings.git]\nread_only = false\n");
    assert_eq!(tools().to_string(), "all", "it would loosen");
    Proposal::of(&machine.places, None).unwrap().approve(&machine.places, 0).unwrap();
    assert_eq!(tools().to_string(), "all; git.read_only = false");
    fs::remove_file(machine.project()).unwrap();
    let before = machine.root.path().join("project/.inkwell");
    fs::create_dir(&before).unwrap();
    machine.write(
        &before.join("config.json"),
        r#"{"enabled_tools": ["WIKI", "DEFINE", "DATETIME"], "tool_settings": {}}"#,
    );
    assert_eq!(tools().to_string(), "datetime, define, wiki");
}

/// What a file can say about a setting: mostly what it takes, in all directions.
fn line() -> impl Strategy<Value = (String, String)> {
    let (limits, others): (Vec<Setting>, Vec<Setting>) =
        Setting::all().partition(|setting| matches!(setting, Setting::Limit(_)));
    let setting = prop_oneof![proptest::sample::select(others), proptest::sample::select(limits)];
    (setting, any::<u16>()).prop_map(|(setting, dice)| {
        let one = |all: &[&str]| all[usize::from(dice) % all.len()].to_owned();
        let value = match setting {
            Setting::Mode => one(&["\"observe\"", "\"assist\"", "\"autopilot\""]),
            Setting::Private | Setting::Strict => one(&["true", "false"]),
            Setting::SearchEngine => {
                one(&["\"off\"", "\"https://search.example/?q=\"", "\"https://evil.example/?q=\""])
            }
            Setting::AllowedOrigins => {
                one(&["\"any\"", "[\"https://evil.example\"]", "[\"https://a.example\"]", "[]"])
            }
            Setting::BlockedOrigins => one(&["[\"a.example\"]", "[\"https://evil.example\"]"]),
            Setting::Model => one(&["\"mine\"", "\"theirs\""]),
            Setting::KeepPackets => one(&["\"full\"", "\"redacted\""]),
            Setting::TrainingExport => one(&["true", "false"]),
            Setting::AuditPrefixChars => (dice % 9).to_string(),
            Setting::AskTimeoutS => (1 + u32::from(dice)).to_string(),
            Setting::Tools => one(&[
                "[\"git\"]",
                "[\"git\", \"define\"]",
                "{ settings = { git = { read_only = false } } }",
                "{ macros = { m = { steps = [{ tool = \"git\" }] } } }",
            ]),
            Setting::Limit(limit) => {
                let row = limit.row();
                let down = row.default.saturating_sub(u64::from(dice % 40));
                if row.tighter == Tighter::Lower { down } else { row.default + u64::from(dice) }.to_string()
            }
        };
        (setting.key(), value)
    })
}

proptest! {
    /// Whatever a project's file or the environment says: it is an error, or no value is looser than without it.
    #[test]
    fn s12_no_file_and_no_variable_loosens(
        lines in proptest::collection::vec(line(), 1..8),
        variables in proptest::collection::vec(line(), 0..4),
        slip in proptest::option::weighted(0.1, "[a-z_.]{1,12} = [a-z0-9]{1,8}"),
        own in proptest::sample::select([
            "", "mode = \"autopilot\"\nkeep_packets = \"full\"\naudit_prefix_chars = 4\n",
            "private = true\nstrict = true\nmodel = \"mine\"\nsearch_engine = \"https://search.example/?q=\"\n",
            "allowed_origins = [\"https://a.example\"]\nask_timeout_s = 900\n[limits]\nassist_steps = 10\n",
        ].as_slice()),
    ) {
        let mut machine = Machine::new();
        machine.write(&machine.places.user_file(), own);
        let without = machine.load().unwrap();
        let lines: BTreeMap<_, _> = lines.into_iter().collect();
        let mut text: String = lines.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
        text += slip.as_deref().unwrap_or_default();
        machine.write(&machine.project(), &text);
        machine.places.variables = variables.iter().map(|(key, value)| {
            let name = Setting::of_key(key).unwrap().variable();
            (name, value.trim_matches(['"', '[', ']']).trim_matches('"').into())
        }).collect();
        match machine.load() {
            Ok(with) => assert_no_looser(&with, &without),
            Err(error) => assert!(slip.is_some(), "{error}"),
        }
    }
}

/// Written apart from the code that merges.
fn assert_no_looser(with: &Config, without: &Config) {
    assert!(with.mode() <= without.mode());
    assert!(with.private() || !without.private());
    assert!(with.strict() || !without.strict());
    assert!(with.model() == without.model());
    let engine = |config: &Config| config.search_engine().map(SearchEngine::to_string);
    assert!(engine(with).is_none() || engine(with) == engine(without));
    assert!(with.audit().prefix_chars <= without.audit().prefix_chars);
    assert!(with.keep() == Keep::Redacted || without.keep() == Keep::Full);
    assert!(with.ask_timeout() <= without.ask_timeout());
    assert!(with.retention().days <= without.retention().days);
    for limit in Limit::ALL {
        let (with, without) = (with.limits().get(*limit), without.limits().get(*limit));
        let tighter = limit.row().tighter == Tighter::Lower;
        assert!(if tighter { with <= without } else { with >= without }, "{}", limit.row().name);
    }
    for place in ["https://a.example", "https://evil.example", "http://127.0.0.1:3000"] {
        let place = Origin::parse(place).unwrap();
        assert!(with.origins().check(&place).is_err() || without.origins().check(&place).is_ok(), "{place}");
    }
}

#[test]
fn the_documents_list_every_code() {
    let docs = include_str!("../../../../docs/config.md");
    let sources = [
        include_str!("../../src/config/error.rs"),
        include_str!("../../../../core/policy/src/config/origins.rs"),
        include_str!("../../../../core/policy/src/config/merge.rs"),
    ];
    let codes: BTreeSet<&str> = sources
        .iter()
        .flat_map(|source| source.split('"').filter(|text| text.starts_with("E_CONFIG_")))
        .collect();
    let rows: BTreeSet<&str> =
        docs.lines().filter_map(|line| line.strip_prefix("| `E_CONFIG_")?.split('`').next()).collect();
    let named: BTreeSet<&str> = codes.iter().filter_map(|code| code.strip_prefix("E_CONFIG_")).collect();
    assert_eq!(named, rows);
}

/// A variable that some code reads and nobody listed would stop whoever sets it.
#[test]
fn every_variable_that_the_code_reads_is_known() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders: Vec<PathBuf> =
        ["core", "adapters", "app", "e2e", "xtask"].map(|name| root.join(name)).into();
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ext| ext == "rs") && !path.ends_with("tests/it/config.rs")
            {
                let text = fs::read_to_string(&path).unwrap();
                for (at, _) in text.match_indices("\"LAIKA_") {
                    let name = text[at + 1..].split('"').next().unwrap();
                    let is_name = name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
                    if !is_name || name.ends_with('_') {
                        continue;
                    }
                    seen += 1;
                    let known = OTHER_VARIABLES.contains(&name)
                        || name.starts_with("LAIKA_TEST_")
                        || Setting::of_variable(name).is_some();
                    assert!(known, "{name} in {}: add it to OTHER_VARIABLES", path.display());
                }
            }
        }
    }
    assert!(seen > 10, "{seen} variables found");
}
