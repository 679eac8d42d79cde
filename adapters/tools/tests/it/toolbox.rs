//! The registry of tools: what is known, what is on, what is set, and what a call comes to before and after it is decided.

use std::sync::{Arc, LazyLock};

use laika_policy::config::{OriginRules, ToolsTable};
use laika_policy::{
    Call, Evidence, Facts, GrantId, Grants, OriginSets, Permit, Policy, SiteClass, Surface, Verdict,
};
use laika_protocol::ids::RunId;
use laika_protocol::tools::{self, Tool, ToolResult};
use laika_protocol::wire::{AppState, FileChange, SiteMode};
use laika_protocol::{ErrorCode, ToolError};
use laika_tools::Bounds;
use laika_tools::toolbox::{Kit, PlainTool, Standing, Task, Toolbox, Unavailable};
use serde_json::{Map, Value, json};

use super::project_folder::{Folder, bounds, code};

pub(super) const NOW: u64 = 1_000_000;

pub(super) fn toolbox(kit: Kit, table: Value) -> Result<Toolbox, ToolError> {
    Toolbox::new(kit, serde_json::from_value(table).unwrap())
}

fn plain() -> Toolbox {
    toolbox(Kit::default(), json!({})).unwrap()
}

/// A kit with a project and a journal.
fn kit(folder: &Folder) -> Kit {
    Kit {
        project: Some(Arc::new(folder.project())),
        journals: Some(folder.temp.path().join("journals")),
        ..Kit::default()
    }
}

fn object(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap()
}

pub(super) fn prepared(toolbox: &Toolbox, name: &str, arguments: Value) -> Result<Call, ToolError> {
    toolbox.prepare(name, object(arguments), &bounds())
}

pub(super) fn run() -> RunId {
    RunId::parse("run-1").unwrap()
}

/// The permit for a call that the person said yes to.
pub(super) fn permitted(call: &Call) -> Permit {
    static POLICY: LazyLock<Policy> =
        LazyLock::new(|| Policy::read(include_str!("../../../../policy/default.json")).unwrap());
    let policy = &*POLICY;
    let mut grants = Grants::default();
    grants.approve(GrantId("yes".into()), [call.digest().unwrap()], NOW).unwrap();
    let evidence = Evidence::of_words(policy, ["do it"]);
    let facts = Facts {
        run: run(),
        profile: None,
        app: AppState::Online,
        surface: Surface::Tools,
        mode: SiteMode::Autopilot,
        site: SiteClass::Low,
        site_override: false,
        logged_in: false,
        restricted: false,
        document: None,
        gesture: true,
        private: false,
        quarantined: false,
        budget_spent: false,
        own_ports: &[],
        search_engine: None,
        origins: &OriginSets::default(),
        settings: &OriginRules::default(),
        resting: false,
        evidence: &evidence,
        done: &[],
    };
    match policy.decide(call, &facts, &grants, NOW) {
        Verdict::Allow(permit) => permit,
        verdict @ (Verdict::Ask(_) | Verdict::Deny(_)) => panic!("not allowed: {}", verdict.reason().code()),
    }
}

fn acted(toolbox: &Toolbox, name: &str, arguments: Value, bounds: &Bounds) -> Result<ToolResult, ToolError> {
    let call = prepared(toolbox, name, arguments)?;
    toolbox.act(&run(), permitted(&call), NOW, bounds)
}

/// A tool in the place of the calculator that gives back what the test wants.
struct Other(ToolResult);

impl PlainTool for Other {
    fn tool(&self) -> &'static Tool {
        tools::find("app.calculate").unwrap()
    }

    fn run(&self, _: &Task<'_>, _: Option<&FileChange>) -> Result<ToolResult, ToolError> {
        Ok(self.0.clone())
    }
}

fn names(toolbox: &Toolbox) -> Vec<&'static str> {
    toolbox.ready().map(|tool| tool.name).collect()
}

/// INK-002: one registry, into which tools are put and out of which they are taken while it is used.
#[test]
fn ink_002_tools_are_put_in_and_taken_out() {
    let mut toolbox = plain();
    let known: Vec<&str> = toolbox.all().map(|(tool, _)| tool.tool().name).collect();
    let mut all: Vec<&str> = tools::PLAIN.iter().map(|tool| tool.name).collect();
    all.sort_unstable();
    assert_eq!(known, all, "every plain tool of the table is built");
    assert!(toolbox.get("app.calculate").is_some());
    toolbox.unregister("app.calculate");
    toolbox.unregister("app.calculate");
    assert!(toolbox.get("app.calculate").is_none());
    let error = prepared(&toolbox, "app.calculate", json!({ "expression": "1" })).unwrap_err();
    assert_eq!((error.code, code(&error)), (ErrorCode::NotFound, "E_NO_TOOL"));
    toolbox.register(Arc::new(Other(ToolResult::done(json!(1), "mine", "mine"))));
    let result = acted(&toolbox, "app.calculate", json!({ "expression": "2+2" }), &bounds()).unwrap();
    assert_eq!(result.summary, "mine", "the later one of a name is used");
}

/// INK-003, INK-068: what a model is told has only the tools that are on, with numbers; nothing where there is none.
#[test]
fn ink_003_ink_068_instructions_name_what_is_on() {
    let mut toolbox = plain();
    let text = toolbox.instructions();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), names(&toolbox).len());
    for (at, (line, name)) in lines.iter().zip(names(&toolbox)).enumerate() {
        let tool = tools::find(name).unwrap();
        assert!(line.starts_with(&format!("{}. {name}: {}", at + 1, tool.line)), "{line}");
        assert!(line.contains("(:::TOOL:") && line.ends_with(":query:::)"), "{line}");
    }
    assert!(!text.contains("project.search"), "there is no project");
    assert!(toolbox.switch("app.calculate", false));
    assert!(!toolbox.instructions().contains("app.calculate"));
    assert!(toolbox.instructions().starts_with("1. "));
    assert_eq!(toolbox.instructions().lines().count(), lines.len() - 1);
    let none = toolbox_with_nothing();
    assert_eq!((none.instructions().as_str(), none.ready().count()), ("", 0));
}

fn toolbox_with_nothing() -> Toolbox {
    toolbox(Kit::default(), json!({ "enabled": [] })).unwrap()
}

/// INK-004, INK-069: tools are switched on and off while Laika runs, and one that is off is not called.
#[test]
fn ink_004_ink_069_tools_are_switched() {
    let mut toolbox = plain();
    let before = names(&toolbox);
    assert!(!toolbox.switch("no.such.tool", true), "only what is there is switched");
    assert_eq!(names(&toolbox), before);
    assert!(toolbox.switch("CALC", false), "also by its older name");
    let off = toolbox.all().find(|(tool, _)| tool.tool().name == "app.calculate").unwrap().1;
    assert_eq!(off, Standing::Off);
    assert_eq!(names(&toolbox).len(), before.len() - 1, "the others stay on");
    assert!(toolbox.not_ready().contains(&("app.calculate", "it is switched off".to_owned())));
    let error = prepared(&toolbox, "app.calculate", json!({ "expression": "1" })).unwrap_err();
    assert_eq!((error.code, code(&error)), (ErrorCode::PreconditionFailed, "E_TOOL_OFF"));
    assert!(error.message.contains("laika tools enable app.calculate"), "{}", error.message);
    assert!(toolbox.switch("app.calculate", true));
    assert_eq!(names(&toolbox), before);
    let one = Toolbox::new(Kit::default(), ToolsTable::only(["CALC"])).unwrap();
    assert_eq!(names(&one), ["app.calculate"]);
}

/// INK-004: what was permitted is not done by a tool that was switched off since.
#[test]
fn ink_004_a_permit_does_not_outlive_the_switch() {
    let mut toolbox = plain();
    let call = prepared(&toolbox, "CALC", json!({ "expression": "2+2" })).unwrap();
    let permit = permitted(&call);
    toolbox.switch("app.calculate", false);
    assert_eq!(code(&toolbox.act(&run(), permit, NOW, &bounds()).unwrap_err()), "E_TOOL_OFF");
    toolbox.switch("app.calculate", true);
    let other = RunId::parse("run-2").unwrap();
    let error = toolbox.act(&other, permitted(&call), NOW, &bounds()).unwrap_err();
    assert_eq!(error.code, ErrorCode::PolicyDenied, "a permit is of one run");
    assert_eq!(toolbox.act(&run(), permitted(&call), NOW, &bounds()).unwrap().data["answer"], "4");
}

/// INK-005: names of before still find their tool.
#[test]
fn ink_005_older_names_find_their_tool() {
    let toolbox = plain();
    let mut older = 0;
    for tool in tools::PLAIN {
        for name in tool.aliases.iter().copied().chain(tool.legacy.map(|legacy| legacy.name)) {
            older += 1;
            assert_eq!(toolbox.get(name).map(|found| found.tool().name), Some(tool.name), "{name}");
        }
    }
    assert!(older >= 4, "{older}");
    assert!(toolbox.get("NO_SUCH").is_none() && toolbox.get("").is_none());
    assert_eq!(prepared(&toolbox, "CALC", json!({ "expression": "1" })).unwrap().tool.name, "app.calculate");
}

/// INK-006: settings that a tool does not have, or of another kind, are told by name.
#[test]
fn ink_006_settings_are_checked() {
    let cases = [
        (
            json!({ "replace.files": { "max_file": 3 } }),
            "has no setting `max_file`; it has require_confirmation",
        ),
        (json!({ "replace.files": { "max_files": "3" } }), "takes a number from 1 to 2000"),
        (json!({ "replace.files": { "max_files": 0 } }), "takes a number from 1 to 2000"),
        (json!({ "replace.files": { "max_files": 2001 } }), "takes a number from 1 to 2000"),
        (json!({ "replace.files": { "max_files": -1 } }), "takes a number from 1 to 2000"),
        (json!({ "replace.files": { "require_confirmation": false } }), "takes `true`"),
        (json!({ "replace.files": { "exclude_patterns": "*.md" } }), "takes a list of patterns"),
        (json!({ "replace.files": { "exclude_patterns": [1] } }), "takes a list of patterns"),
        (
            json!({ "replace.files": { "exclude_patterns": ["!node_modules/"] } }),
            "none of which begins with `!`",
        ),
        (json!({ "git": { "read_only": "no" } }), "takes `true` or `false`"),
        (json!({ "datetime": { "zone": 3 } }), "takes a text"),
        (json!({ "app.calculate": { "digits": 3 } }), "nothing can be set for `app.calculate`"),
    ];
    for (settings, expected) in cases {
        let error = toolbox(Kit::default(), json!({ "settings": settings })).err().unwrap();
        assert_eq!((error.code, code(&error)), (ErrorCode::InvalidArgument, "E_TOOL_SETTING"), "{settings}");
        assert!(error.message.contains(expected), "{}", error.message);
    }
    let good = json!({ "settings": {
        "replace.files": { "max_files": 2000, "exclude_patterns": [], "require_confirmation": true },
        "a.plugin": { "anything": [1] },
    }});
    toolbox(Kit::default(), good).unwrap();
}

/// INK-006: numbers are no larger than what is set, patterns are added, texts count where none is given.
#[test]
fn ink_006_arguments_stay_within_what_is_set() {
    let folder = Folder::with(&[("a.txt", "old"), ("b.md", "old"), ("c.log", "old")]);
    let table = json!({ "settings": {
        "replace.files": { "max_files": 5, "exclude_patterns": ["*.log"] },
        "project.search": { "max_results": 7 },
        "datetime": { "zone": "Asia/Tokyo" },
    }});
    let toolbox = toolbox(kit(&folder), table).unwrap();
    let arguments = |name: &str, arguments: Value| prepared(&toolbox, name, arguments).unwrap().arguments;
    for (asked, given) in [(None, 7), (Some(3), 3), (Some(7), 7), (Some(100), 7)] {
        let mut search = json!({ "query": "old" });
        if let Some(asked) = asked {
            search["maxResults"] = asked.into();
        }
        assert_eq!(arguments("project.search", search)["maxResults"], given, "{asked:?}");
    }
    let replace = json!({ "glob": ["*"], "search": "old", "replacement": "new", "maxFiles": 2000 });
    let bare = arguments("replace.files", replace.clone());
    assert_eq!((&bare["exclude"], &bare["maxFiles"]), (&json!(["*.log"]), &json!(5)));
    let mut own = replace;
    own["exclude"] = json!(["*.md"]);
    let call = prepared(&toolbox, "replace.files", own).unwrap();
    assert_eq!(call.arguments["exclude"], json!(["*.md", "*.log"]));
    let changed: Vec<String> = call.change.unwrap().files.into_iter().map(|file| file.path).collect();
    assert_eq!(changed, ["a.txt"]);
    assert_eq!(arguments("datetime", json!({ "query": "now" }))["zone"], "Asia/Tokyo");
    assert_eq!(arguments("datetime", json!({ "query": "now", "zone": "UTC" }))["zone"], "UTC");
}

/// INK-069: a tool that cannot be used here says why, and what helps.
#[test]
fn ink_069_what_is_missing_is_told_with_what_helps() {
    let folder = Folder::with(&[]);
    let standing = |kit: Kit, table: Value, name: &str| {
        let toolbox = toolbox(kit, table).unwrap();
        let (tool, standing) = toolbox.all().find(|(tool, _)| tool.tool().name == name).unwrap();
        let refused = toolbox.prepare(tool.tool().name, Map::new(), &bounds()).unwrap_err();
        let Standing::Unavailable(Unavailable { why, fix }) = standing else {
            panic!("{name}: {standing:?}")
        };
        assert_eq!((refused.code, code(&refused)), (ErrorCode::Unavailable, "E_TOOL_UNAVAILABLE"), "{name}");
        assert_eq!(refused.message, format!("{why}; {fix}"));
        assert!(toolbox.not_ready().contains(&(tool.tool().name, format!("{why}; {fix}"))));
        (why, fix)
    };
    for name in ["project.search", "replace.file", "replace.files", "replace.smart", "git", "git.change"] {
        let (why, fix) = standing(Kit::default(), json!({}), name);
        assert!(why == "no project is open" && fix.contains("--project"), "{name}: {why}; {fix}");
    }
    let (why, fix) = standing(Kit { journals: None, ..kit(&folder) }, json!({}), "replace.file");
    assert!(why.contains("no place to keep") && !fix.is_empty(), "{why}; {fix}");
    let (why, fix) = standing(kit(&folder), json!({}), "git");
    assert!(why.contains("no git") && fix.contains("install"), "{why}; {fix}");
    let (why, fix) = standing(Kit::default(), json!({}), "define");
    assert!(why.contains("no dictionary") && fix.contains("install"), "{why}; {fix}");
    let programs = std::env::var_os("PATH").unwrap_or_default();
    let (why, fix) = standing(Kit { programs, ..kit(&folder) }, json!({}), "git.change");
    assert!(why.contains("only read") && fix.contains("read_only = false"), "{why}; {fix}");
}

/// INK-006: arguments that do not fit are refused before anything is decided.
#[test]
fn bad_arguments_are_refused() {
    let folder = Folder::with(&[("a.txt", "old"), (".env", "old")]);
    let toolbox = toolbox(kit(&folder), json!({})).unwrap();
    let cases = [
        ("app.calculate", json!({})),
        ("app.calculate", json!({ "expression": 3 })),
        ("app.calculate", json!({ "expression": "1", "more": true })),
        ("app.calculate", json!({ "expression": "" })),
        ("replace.file", json!({ "path": "a.txt", "search": "old" })),
        ("replace.files", json!({ "glob": [], "search": "old", "replacement": "new" })),
        ("replace.files", json!({ "glob": ["*"], "search": "old", "replacement": "new", "exclude": ["!x"] })),
        ("project.search", json!({ "query": "x", "maxResults": 100_000 })),
    ];
    for (name, arguments) in cases {
        let error = prepared(&toolbox, name, arguments.clone()).err().unwrap();
        assert_eq!(error.code, ErrorCode::InvalidArgument, "{name} {arguments}");
        assert!(error.message.len() < 500 && !error.message.is_empty());
    }
    let outside = json!({ "path": "../outside/secret.txt", "search": "a", "replacement": "b" });
    assert_eq!(code(&prepared(&toolbox, "replace.file", outside).unwrap_err()), "E_PATH_OUTSIDE");
}

/// S18: what cannot be shown whole is not decided; a dry run, which changes nothing, shows what it can.
#[test]
fn a_change_that_is_too_long_to_show_is_not_prepared() {
    let folder = Folder::with(&[("a.txt", &"some words and an old one\n".repeat(8000)), ("b.txt", "old\n")]);
    let toolbox = toolbox(kit(&folder), json!({})).unwrap();
    let asked = |path: &str| json!({ "path": path, "search": "old", "replacement": "new" });
    let error = prepared(&toolbox, "replace.file", asked("a.txt")).unwrap_err();
    assert_eq!(code(&error), "E_CHANGE_TOO_LONG");
    let change = prepared(&toolbox, "replace.file", asked("b.txt")).unwrap().change.unwrap();
    assert!(change.diff.ends_with("-old\n+new\n"), "{}", change.diff);
    let mut dry = asked("a.txt");
    dry["dryRun"] = true.into();
    let result = acted(&toolbox, "replace.file", dry, &bounds()).unwrap();
    assert_eq!(
        (&result.data["replacements"], &result.metadata["diffComplete"]),
        (&json!(8000), &json!(false))
    );
}

/// What was shown is what happens: a file that changed since makes another change.
#[test]
fn a_change_is_done_exactly_as_it_was_shown() {
    let folder = Folder::with(&[("a.txt", "old\n")]);
    let toolbox = toolbox(kit(&folder), json!({})).unwrap();
    let asked = json!({ "path": "a.txt", "search": "old", "replacement": "new" });
    let call = prepared(&toolbox, "BATCH_REPLACE", asked.clone()).unwrap();
    folder.write("a.txt", b"old old\n");
    let error = toolbox.act(&run(), permitted(&call), NOW, &bounds()).unwrap_err();
    assert_eq!((code(&error), folder.text("a.txt").as_str()), ("E_FILE_CHANGED", "old old\n"));
    let result = acted(&toolbox, "replace.file", asked, &bounds()).unwrap();
    assert_eq!((&result.data["applied"], folder.text("a.txt").as_str()), (&json!(true), "new new\n"));
}

/// A result is bounded whatever a tool gives: its text, its brief, its data.
#[test]
fn every_part_of_a_result_is_bounded() {
    let mut toolbox = plain();
    let long = "é line of the result\n".repeat(20_000);
    toolbox.register(Arc::new(Other(ToolResult::done(json!({ "all": long }), long.clone(), long.clone()))));
    let asked = json!({ "expression": "1" });
    let result = acted(&toolbox, "app.calculate", asked.clone(), &bounds()).unwrap();
    assert!(result.full_text.len() <= bounds().most_bytes && result.full_text.ends_with("result"));
    assert!(
        result.summary.len() <= 2048 && result.summary.len() > 1900 && result.summary.ends_with("result")
    );
    assert_eq!(result.data, Value::Null);
    assert!(result.metadata["dataCut"].as_u64().unwrap() > long.len() as u64);
    assert_eq!(result.metadata["summaryCut"], long.len() - result.summary.len());
    assert_eq!(result.metadata["cutBytes"], long.len() - result.full_text.len());
    let short = ToolResult::done(json!({ "all": 1 }), "brief", "text");
    toolbox.register(Arc::new(Other(short.clone())));
    assert_eq!(acted(&toolbox, "app.calculate", asked, &bounds()).unwrap(), short);
}

/// INK-051: a systematic edit takes at least nine tenths fewer characters than to write the file again, and so does what
/// is told of it.
#[test]
fn ink_051_a_systematic_edit_saves_nine_tenths() {
    let chapter: String = (0..2000)
        .map(|at| {
            let who = if at % 125 == 7 { "Johnathan" } else { "the other one" };
            format!("{at:04}: and then {who} went on to the next town.\n")
        })
        .collect();
    assert!(chapter.len() > 100_000, "{}", chapter.len());
    let folder = Folder::with(&[("Chapters/1.md", &chapter)]);
    let toolbox = toolbox(kit(&folder), json!({})).unwrap();
    let asked =
        json!({ "path": "Chapters/1.md", "search": "Johnathan", "replacement": "Jonathan", "word": true });
    let said = asked.to_string().chars().count();
    let result = acted(&toolbox, "replace.file", asked, &bounds()).unwrap();
    assert_eq!(folder.text("Chapters/1.md"), chapter.replace("Johnathan", "Jonathan"));
    assert_eq!(result.data["replacements"], 16);
    let told = result.summary.chars().count() + result.full_text.chars().count();
    let rewritten = folder.text("Chapters/1.md").chars().count();
    assert!(said * 10 <= rewritten, "{said} of {rewritten}");
    assert!((said + told) * 10 <= rewritten, "{said} and {told} of {rewritten}");
}
