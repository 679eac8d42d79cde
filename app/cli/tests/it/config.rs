//! `laika config`, with the real program in folders of its own.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A person with a home and a project.
struct Person(TempDir);

impl Person {
    fn new(user: &str, project: &str) -> Self {
        let person = Self(tempfile::tempdir().unwrap());
        for (path, text) in [(person.user_file(), user), (person.project_file(), project)] {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        // Whatever the mask of whoever runs this is.
        Command::new("chmod").args(["-R", "go="]).arg(person.0.path()).status().unwrap();
        person
    }

    fn at(&self, name: &str) -> PathBuf {
        fs::canonicalize(self.0.path()).unwrap().join(name)
    }

    fn user_file(&self) -> PathBuf {
        self.at("home/.local/share/laika/config.toml")
    }

    fn project_file(&self) -> PathBuf {
        self.at("project/.laika/config.toml")
    }

    /// The program in the project, with only these variables.
    fn command(&self, program: &str, variables: &[(&str, &str)]) -> Command {
        let mut command = Command::new(program);
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("LAIKA_"))
        {
            command.env_remove(name);
        }
        command.env_remove("XDG_DATA_HOME").env("HOME", self.at("home")).env("NO_COLOR", "1");
        command.envs(variables.iter().copied()).current_dir(self.at("project"));
        command
    }

    fn run(&self, words: &str, variables: &[(&str, &str)]) -> (i32, String, String) {
        let mut command = self.command(env!("CARGO_BIN_EXE_laika"), variables);
        let output = command.args(words.split_whitespace()).stdin(Stdio::null()).output().unwrap();
        let text = |bytes: Vec<u8>| self.said(&String::from_utf8(bytes).unwrap());
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }

    /// What is said, without the folder that this test made and without the limits.
    fn said(&self, text: &str) -> String {
        text.replace(&self.at("").display().to_string(), "/")
    }

    fn check(&self, words: &str, variables: &[(&str, &str)], expected: &Expect) {
        let (code, stdout, stderr) = self.run(words, variables);
        let lines: Vec<&str> =
            stdout.lines().filter(|line| !is_default_limit(line)).map(str::trim_end).collect();
        let stdout: String = lines.iter().map(|line| format!("{line}\n")).collect();
        expected.assert_eq(&format!("exit {code}\n--- stdout\n{stdout}--- stderr\n{stderr}"));
    }

    fn mode(&self) -> (String, Value) {
        let (code, stdout, stderr) = self.run("config show --json", &[]);
        assert_eq!(code, 0, "{stderr}");
        let shown: Value = serde_json::from_str(&stdout).unwrap();
        let settings = shown["settings"].as_array().unwrap();
        let mode = settings.iter().find(|one| one["key"] == "mode").unwrap();
        (mode["value"].as_str().unwrap().to_owned(), mode.clone())
    }
}

fn is_default_limit(line: &str) -> bool {
    line.starts_with("limits.") && line.trim_end().ends_with("default")
}

const USER: &str = "mode = \"assist\"\nsearch_engine = \"https://search.example/find?q=\"\n";
const PROJECT: &str = "mode = \"autopilot\"\nstrict = true\n[limits]\nassist_steps = 10\n";

#[test]
fn every_value_says_where_it_came_from() {
    let person = Person::new(USER, PROJECT);
    let variables = [("LAIKA_SEARCH_ENGINE", "https://evil.example/?q="), ("LAIKA_PRIVATE", "1")];
    person.check("config show --set ask_timeout_s=60", &variables, &expect![[r#"
        exit 0
        --- stdout
        SETTING                           VALUE                           FROM
        mode                              assist                          user /home/.local/share/laika/config.toml:1
        private                           true                            environment LAIKA_PRIVATE
        strict                            true                            project /project/.laika/config.toml:2
        search_engine                     https://search.example/find?q=  user /home/.local/share/laika/config.toml:2
        allowed_origins                   any                             default
        blocked_origins                   none                            default
        model                             as chosen                       default
        audit_prefix_chars                0                               default
        keep_packets                      redacted                        default
        training_export                   false                           default
        ask_timeout_s                     60                              flag --set
        tools                             all                             default
        limits.assist_steps               10                              project /project/.laika/config.toml:4

        not allowed
        mode: autopilot was wanted by project /project/.laika/config.toml:1
          A project's file may only tighten a setting, until you approve it with `laika config approve`. (E_CONFIG_PROJECT)
        search_engine: https://evil.example/?q= was wanted by environment LAIKA_SEARCH_ENGINE
          The environment may only tighten a setting. (E_CONFIG_ENVIRONMENT)
        --- stderr
    "#]]);
    let (mode, explained) = person.mode();
    assert_eq!(mode, "assist");
    expect![[r#"
        {
          "key": "mode",
          "value": "assist",
          "from": [
            {
              "layer": "user",
              "place": "/home/.local/share/laika/config.toml:1"
            }
          ],
          "refused": [
            {
              "by": {
                "layer": "project",
                "place": "/project/.laika/config.toml:1"
              },
              "wanted": "autopilot",
              "code": "E_CONFIG_PROJECT",
              "reason": "A project's file may only tighten a setting, until you approve it with `laika config approve`."
            }
          ]
        }
    "#]].assert_eq(&format!("{explained:#}\n"));
}

#[test]
fn all_settings_are_shown_as_json() {
    let person = Person::new(USER, PROJECT);
    let (_, stdout, _) = person.run("config show --json", &[]);
    let shown: Value = serde_json::from_str(&stdout).unwrap();
    let keys: Vec<&str> =
        shown["settings"].as_array().unwrap().iter().map(|one| one["key"].as_str().unwrap()).collect();
    assert_eq!(keys, laika_policy::config::Setting::keys());
    assert_eq!(shown["projects"][0]["mayLoosen"], json!([]));
    assert_eq!(shown["projects"][0]["file"], "/project/.laika/config.toml");
}

#[test]
fn a_slip_stops_with_a_line_and_a_hint() {
    let person = Person::new("privat = true\n", "");
    person.check(
        "config show",
        &[],
        &expect![[r#"
        exit 2
        --- stdout
        --- stderr
        error: /home/.local/share/laika/config.toml:1: there is no setting `privat` (E_CONFIG_UNKNOWN)
        hint: did you mean `private`?
    "#]],
    );
    let person = Person::new("", "[limits]\nassist_steps = 500\n");
    person.check("config show", &[], &expect![[r#"
        exit 2
        --- stdout
        --- stderr
        error: /project/.laika/config.toml:2: `limits.assist_steps` takes a number up to 50, not 500 (E_CONFIG_VALUE)
        hint: change it, or take it out
    "#]]);
    let person = Person::new("", "");
    person.check(
        "config show",
        &[("LAIKA_STRCT", "1")],
        &expect![[r#"
        exit 2
        --- stdout
        --- stderr
        error: the environment sets `LAIKA_STRCT`, which is no setting (E_CONFIG_UNKNOWN)
        hint: did you mean `LAIKA_STRICT`?
    "#]],
    );
    person.check(
        "config show --set mod=observe",
        &[],
        &expect![[r#"
        exit 2
        --- stdout
        --- stderr
        error: --set: there is no setting `mod` (E_CONFIG_UNKNOWN)
        hint: did you mean `mode`?
    "#]],
    );
    Command::new("chmod").arg("g+w").arg(person.user_file()).status().unwrap();
    person.check("config show", &[], &expect![[r#"
        exit 2
        --- stdout
        --- stderr
        error: `/home/.local/share/laika/config.toml` is not yours alone to write: others may write it (E_CONFIG_NOT_SAFE)
        hint: see who wrote it, then take the right away: chmod go-w '/home/.local/share/laika/config.toml'
    "#]]);
}

#[test]
fn the_files_that_count_are_listed() {
    let person = Person::new(USER, PROJECT);
    person.check(
        "config path",
        &[("LAIKA_PRIVATE", "1")],
        &expect![[r#"
        exit 0
        --- stdout
        LAYER    THERE  FILE
        system   no     /etc/laika/config.toml
        user     yes    /home/.local/share/laika/config.toml
        project  yes    /project/.laika/config.toml

        set in the environment: LAIKA_PRIVATE
        --- stderr
    "#]],
    );
    let (code, stdout, _) = person.run("config path --json", &[]);
    let shown: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, shown["files"][2]["exists"].as_bool()), (0, Some(true)));
}

#[test]
fn s12_only_a_person_at_a_terminal_approves() {
    let person = Person::new(USER, PROJECT);
    person.check(
        "config approve",
        &[],
        &expect![[r#"
        exit 2
        --- stdout
        /project/.laika/config.toml
        sha256:c134c7b00b49375492813f2e28fa7d3df4e2e361e099e817d77f3b36f4087248
        would loosen
          mode: from assist to autopilot  (/project/.laika/config.toml:1)
        --- stderr
        error: approving a project's file needs you at a terminal (E_CONFIG_NO_TERMINAL)
        hint: run `laika config approve` in a terminal
    "#]],
    );
    assert_eq!(person.mode().0, "assist");
    person.check("config approve nowhere.toml", &[], &expect![[r#"
        exit 2
        --- stdout
        --- stderr
        error: there is no settings file `nowhere.toml`: No such file or directory (os error 2) (E_CONFIG_NO_FILE)
        hint: check the spelling; `laika config path` lists the files that count here
    "#]]);
    let home = person.at("home/.local/share/laika").display().to_string();
    person.check("config approve", &[("LAIKA_HOME", &home)], &expect![[r#"
        exit 2
        --- stdout
        --- stderr
        error: `/home/.local/share/laika` is named by the environment only, and what is approved there does not count (E_CONFIG_NAMED_FOLDER)
        hint: name the folder yourself: `--home '/home/.local/share/laika'`
    "#]]);
    fs::write(person.project_file(), "strict = true\n").unwrap();
    person.check(
        "config approve",
        &[],
        &expect![[r#"
        exit 0
        --- stdout
        /project/.laika/config.toml only tightens; there is nothing to approve
        --- stderr
    "#]],
    );
}

/// Answers in a terminal that `script` makes, after the question is there.
#[cfg(target_os = "linux")]
fn in_terminal(person: &Person, first: &str, before: &str, answer: &str) -> String {
    let line = format!("{first} '{}' config approve", env!("CARGO_BIN_EXE_laika"));
    let mut command = person.command("script", &[]);
    command.args(["-qec", &line, "/dev/null"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(before.as_bytes()).unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut said = String::new();
    while !said.contains("to approve exactly this file") {
        assert_ne!(output.read_line(&mut said).unwrap(), 0, "{said}");
    }
    stdin.write_all(answer.as_bytes()).unwrap();
    output.read_to_string(&mut said).unwrap();
    child.wait().unwrap();
    person.said(&said.replace('\r', ""))
}

#[test]
#[cfg(target_os = "linux")]
fn s12_an_approval_holds_until_the_file_changes() {
    let person = Person::new(USER, PROJECT);
    let said = in_terminal(&person, "", "", "yes\n");
    assert!(said.contains("nothing was approved"), "{said}");
    assert_eq!(person.mode().0, "assist");

    let said = in_terminal(&person, "", "", "approve\n");
    let said: String =
        said.lines().filter(|line| !line.starts_with("sha256:")).map(|line| format!("{line}\n")).collect();
    expect![[r#"
        /project/.laika/config.toml
        would loosen
          mode: from assist to autopilot  (/project/.laika/config.toml:1)
        laika: approved, this file may loosen exactly this, until a byte of it changes
        laika: type `approve` to approve exactly this file
        approve
        approved
    "#]]
    .assert_eq(&said);
    let (mode, explained) = person.mode();
    assert_eq!((mode.as_str(), &explained["from"][0]["layer"]), ("autopilot", &Value::from("project")));

    fs::write(person.project_file(), format!("{PROJECT}\n# changed\n")).unwrap();
    assert_eq!(person.mode().0, "assist");
    fs::write(person.project_file(), PROJECT).unwrap();
    assert_eq!(person.mode().0, "autopilot");
    person.check(
        "config forget .laika/config.toml",
        &[],
        &expect![[r#"
        exit 0
        --- stdout
        forgotten; from now on that file only tightens
        --- stderr
    "#]],
    );
    person.check(
        "config forget .laika/config.toml --json",
        &[],
        &expect![[r#"
        exit 0
        --- stdout
        {
          "forgotten": false
        }
        --- stderr
    "#]],
    );
    assert_eq!(person.mode().0, "assist");
}

/// What is typed before the question is there is not an answer to it (S18).
#[test]
#[cfg(target_os = "linux")]
fn s18_what_was_typed_ahead_approves_nothing() {
    let person = Person::new(USER, PROJECT);
    // Long enough that the terminal has it before the program is there.
    let said = in_terminal(&person, "sleep 1;", "approve\n", "no\n");
    assert!(said.contains("nothing was approved"), "{said}");
}

#[test]
fn s12_one_setting_is_changed_in_the_persons_own_file_and_loosened_by_a_person_alone() {
    let person = Person::new("# mine\nmode = \"observe\" # always\n", "strict = true\n");
    for words in
        ["private true", "limits.retention_days 7", "blocked_origins https://a.example,https://b.example"]
    {
        let (code, _, stderr) = person.run(&format!("config set {words}"), &[]);
        assert_eq!(code, 0, "{words}: {stderr}");
    }
    let kept = fs::read_to_string(person.user_file()).unwrap();
    assert!(kept.starts_with("# mine\nmode = \"observe\" # always\n"), "{kept}");
    let (_, shown, _) = person.run("config show --json", &[]);
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let value = |key: &str| {
        shown["settings"].as_array().unwrap().iter().find(|one| one["key"] == key).unwrap()["value"].clone()
    };
    assert_eq!((value("private"), value("limits.retention_days")), (json!(true), json!(7)));
    assert_eq!(value("blocked_origins").as_array().unwrap().len(), 2);
    for (words, refused) in [
        ("private false", "E_NO_PERSON"),
        ("mode assist", "E_NO_PERSON"),
        ("limits.retention_days 30", "E_NO_PERSON"),
        ("blocked_origins https://a.example", "E_NO_PERSON"),
        ("limits.retention_days 90", "E_CONFIG_VALUE"),
        ("private perhaps", "E_CONFIG_VALUE"),
        // The project's file says otherwise, and may.
        ("strict false", "E_CONFIG_ELSEWHERE"),
        ("tools git", "E_CONFIG_ELSEWHERE"),
        ("model small", "E_CONFIG_ELSEWHERE"),
        ("privat true", "E_CONFIG_UNKNOWN"),
    ] {
        let (code, _, stderr) = person.run(&format!("config set {words}"), &[]);
        assert!(code != 0 && stderr.contains(refused), "{words}: {stderr}");
        assert_eq!(fs::read_to_string(person.user_file()).unwrap(), kept, "{words}");
    }
}
