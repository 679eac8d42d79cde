//! `laika tools`, help and version.

use expect_test::expect;

use super::check;

/// INK-002, INK-006: both kinds of tools, and of those beside the browser how each stands; which differs by machine.
#[test]
fn list() {
    let (code, out, said) = super::run("tools list", "");
    assert_eq!((code, said.as_str()), (0, ""));
    let (browser, beside) = out.split_once("\nbeside it\n").unwrap();
    assert!(browser.starts_with("in the browser\nbrowser.observe_dom          reads  read the page again"));
    assert_eq!(browser.lines().count(), 1 + laika_protocol::tools::TOOLS.len());
    for tool in laika_protocol::tools::PLAIN {
        assert!(
            beside.lines().any(|line| line.starts_with(tool.name) && line.contains(tool.line)),
            "{}",
            tool.name
        );
    }
    assert!(beside.contains("git is only read here; set `read_only = false`"), "{beside}");
}

/// INK-091: the pages about tools are what `laika tools docs` makes of them.
#[test]
fn ink_091_docs_are_up_to_date() {
    let (code, out, said) = super::run("tools docs --check", "");
    assert_eq!((code, said.as_str()), (0, ""), "{out}");
}

/// INK-090, C-29: a key is kept sealed, settings only name it, and what looks like a key is no name.
#[test]
fn ink_090_a_key_is_kept_sealed_and_only_named() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("laika");
    let at = home.to_str().unwrap();
    let key = "BSA-c4n4ry-0123456789";
    let (code, out, said) =
        super::run(&format!("tools key brave --key-stdin --home {at}"), &format!("{key}\n"));
    assert_eq!((code, out.as_str()), (0, "the key brave is kept\n"), "{said}");
    let (code, out, said) = super::run(&format!("tools config web.search key=brave --home {at}"), "");
    assert!(code == 0 && out.contains("key = \"brave\""), "{out}{said}");
    let (code, _, said) = super::run(&format!("tools config web.search key={key} --home {at}"), "");
    assert!(code == 2 && said.contains("E_TOOL_SETTING") && !said.contains("c4n4ry"), "{said}");
    let mut folders = vec![home.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else if let Ok(bytes) = std::fs::read(entry.path()) {
                let found = bytes.windows(key.len()).any(|window| window == key.as_bytes());
                assert!(!found, "{}", entry.path().display());
            }
        }
    }
    let (code, out, _) = super::run(&format!("tools key brave --remove --home {at}"), "");
    assert_eq!((code, out.as_str()), (0, "the key brave is gone\n"));
    let (code, _, said) = super::run(&format!("tools key {key} --home {at}"), "");
    assert!(code == 2 && said.contains("is no name of a key"), "{said}");
}

/// A plugin by hand: tried out with nothing granted, listed when it is approved, and approved by nobody but a person (S1).
#[test]
fn s1_plugins_by_hand() {
    let home = tempfile::tempdir().unwrap();
    let at = home.path().to_str().unwrap();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../demo/plugins/unit-price");
    let (code, out, said) = super::run(&format!("plugins try {example} --home {at}"), "");
    assert!(code == 0 && out.starts_with("unit-price 1.0.0\n  compare  Compares offers"), "{out}{said}");
    let asked = r#"{"offers":"small|2.00|500g\nlarge|3.00|1kg"}"#;
    let (code, out, said) =
        super::run(&format!("plugins try {example} compare --args {asked} --home {at}"), "");
    assert!(code == 0 && out.contains("large"), "{out}{said}");
    let (code, _, said) = super::run(&format!("plugins add {example} --home {at}"), "y\n");
    assert!(code == 2 && said.contains("E_NOT_A_PERSON"), "{said}");
    let (_, out, said) = super::run(&format!("plugins list --home {at}"), "");
    assert!(out.is_empty() && said.contains("no plugin is approved"), "{out}{said}");
    let (code, _, said) = super::run(&format!("plugins remove unit-price --home {at}"), "");
    assert!(code == 2 && said.contains("E_PLUGIN_UNKNOWN"), "{said}");
}

/// A call by hand: through the gate, in the log, counted; settings that are written and read; and what is refused.
#[test]
fn tools_by_hand() {
    let (home, project) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::write(project.path().join("notes.md"), "the retry limit is seven\n").unwrap();
    let laika = |words: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_laika"))
            .args(words)
            .args(["--home", home.path().to_str().unwrap()])
            .current_dir(project.path())
            .env("NO_COLOR", "1")
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    };
    let used = |name: &str, args: &str| laika(&["tools", "run", name, "--args", args, "--no-model"]);
    assert_eq!(used("CALC", r#"{"expression": "3 feet to cm"}"#).1, "91.44 cm\n");
    let (code, out, _) = used("project.search", r#"{"query": "retry limit"}"#);
    assert!(code == 0 && out.contains("notes.md:1:the retry limit is seven"), "{out}");
    // Nobody is at this terminal, so nothing is changed.
    let (code, _, said) =
        used("replace.file", r#"{"path": "notes.md", "search": "seven", "replacement": "nine"}"#);
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("refused: replace.file"), "{said}");
    assert_eq!(
        std::fs::read_to_string(project.path().join("notes.md")).unwrap(),
        "the retry limit is seven\n"
    );
    for (name, args, expected) in [
        ("app.calculate", "[]", "--args is no JSON object"),
        ("app.calculate", r#"{"expresion": "1"}"#, "the arguments do not fit `app.calculate`"),
        ("browser.click", "{}", "needs a page"),
        ("no.such", "{}", "there is no tool"),
    ] {
        let (code, _, said) = used(name, args);
        assert!(code != 0 && said.contains(expected), "{name} {args}: {said}");
    }
    let metrics = laika(&["tools", "metrics", "--json"]).1;
    let metrics: serde_json::Value = serde_json::from_str(&metrics).unwrap();
    assert_eq!(
        (&metrics["app.calculate"]["calls"], &metrics["project.search"]["errors"]),
        (&1.into(), &0.into())
    );
    // Settings.
    assert_eq!(laika(&["tools", "disable", "CALC"]).1, "app.calculate is off\n");
    let (code, out, said) = used("app.calculate", r#"{"expression": "1 + 1"}"#);
    assert!(code != 0 && format!("{out}{said}").contains("switched off"), "{out}{said}");
    assert_eq!(laika(&["tools", "enable", "app.calculate"]).1, "app.calculate is on\n");
    assert!(laika(&["tools", "config", "replace.files", "max_files=20"]).1.contains("max_files = 20"));
    let wrong = laika(&["tools", "config", "replace.files", "max_files=many"]);
    assert!(wrong.0 != 0 && wrong.2.contains("takes a number from 1 to 2000 (E_TOOL_SETTING)"), "{wrong:?}");
    assert!(laika(&["tools", "undo"]).2.contains("E_NOTHING_TO_UNDO"));
    // A whole home is no project.
    let (code, _, said) = laika(&["tools", "run", "git", "--project", "/no/such/folder"]);
    assert!(code == 2 && said.contains("there is no folder"), "{said}");
}

#[test]
fn show() {
    check(
        "tools show browser.type",
        "",
        &expect![[r#"
            exit 0
            --- stdout
            browser.type
              type text into a field of the page

            effect         type, runs at most once
            before         identity_matches, handle_in_scope, element_visible, element_enabled, field_not_credential
            after, one of  element_changed

            arguments
              handleId    required  handle      The field.
              text        required  free_text   The text.
              clearFirst  optional  flag        Whether to empty the field first.
            --- stderr
        "#]],
    );
    check(
        "tools show browser.new_tab",
        "",
        &expect![[r#"
            exit 0
            --- stdout
            browser.open_tab
              open an address in a new tab

            effect         navigate, runs at most once
            older names    browser.new_tab
            permissions    network
            after, one of  tab_opened

            arguments
              url  required  url         The address.
            --- stderr
            hint: `browser.new_tab` is an older name of `browser.open_tab`
        "#]],
    );
    check(
        "tools show browser.clik",
        "",
        &expect![[r#"
        exit 2
        --- stdout
        --- stderr
        error: there is no tool `browser.clik`
        hint: `laika tools list` names them all
    "#]],
    );
    check(
        "tools show page.click",
        "",
        &expect![[r#"
        exit 2
        --- stdout
        --- stderr
        error: there is no tool `page.click`
        hint: did you mean `browser.click`?
    "#]],
    );
    check(
        "tools show search --json",
        "",
        &expect![[r#"
            exit 0
            --- stdout
            {
              "name": "search",
              "aliases": [],
              "category": "navigation",
              "line": "search the web and open the results",
              "effect": "navigate",
              "mutating": true,
              "permissions": [
                "network"
              ],
              "preconditions": [],
              "postconditions": [
                "page_changed",
                "tab_opened"
              ],
              "roles": [
                {
                  "name": "query",
                  "role": "free_text",
                  "aliases": []
                },
                {
                  "name": "engine",
                  "role": "choice",
                  "aliases": []
                },
                {
                  "name": "newTab",
                  "role": "flag",
                  "aliases": []
                }
              ],
              "arguments": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                  "query": {
                    "type": "string",
                    "description": "The words.",
                    "minLength": 1,
                    "maxLength": 500
                  },
                  "engine": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "A configured engine by name.",
                    "minLength": 1,
                    "maxLength": 64
                  },
                  "newTab": {
                    "type": [
                      "boolean",
                      "null"
                    ],
                    "description": "Whether to open the results in a new tab."
                  }
                },
                "required": [
                  "query"
                ],
                "description": "What to search for.",
                "title": "Search",
                "$schema": "https://json-schema.org/draft/2020-12/schema"
              },
              "result": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                  "url": {
                    "type": "string",
                    "description": "Where the tab is now."
                  },
                  "title": {
                    "type": "string",
                    "description": "The title there."
                  },
                  "tabId": {
                    "type": "integer",
                    "format": "uint32",
                    "minimum": 0,
                    "description": "The tab."
                  }
                },
                "required": [
                  "url",
                  "title",
                  "tabId"
                ],
                "description": "What a movement between pages returns.",
                "title": "NavigationResult",
                "$schema": "https://json-schema.org/draft/2020-12/schema"
              }
            }
            --- stderr
        "#]],
    );
}

#[test]
fn version_names_the_protocols() {
    check(
        "--version",
        "",
        &expect![[r#"
        exit 0
        --- stdout
        laika 0.1.0 (LLMCP 1, tool protocol 1.0)
        --- stderr
    "#]],
    );
    assert_eq!(laika_protocol::llmcp::PROTOCOL_VERSION, 1);
    assert_eq!(laika_protocol::ids::ProtocolVersion::current().as_str(), "1.0");
}

#[test]
fn wrong_words() {
    check(
        "tools shew",
        "",
        &expect![[r#"
        exit 2
        --- stdout
        --- stderr
        error: unrecognized subcommand 'shew'

          tip: a similar subcommand exists: 'show'

        Usage: laika tools [OPTIONS] <COMMAND>

        For more information, try '--help'.
    "#]],
    );
    check(
        "render",
        "",
        &expect![[r#"
        exit 2
        --- stdout
        --- stderr
        error: the following required arguments were not provided:
          <FILE>

        Usage: laika render <FILE>

        For more information, try '--help'.
    "#]],
    );
}
