//! `laika grants` and `laika run --grant`: made at a terminal only, answers what it names, used up through crashes (S1).

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::Command;

use serde_json::{Value, json};

use super::world::{Home, LAIKA, Lake, Ran, Serving, has_browser};

/// What is typed to make a grant for the form of the lake.
fn words(lake: &Lake) -> Vec<String> {
    let origin = lake.site.origin();
    ["grants", "add", "Visit the lake", "--origin", &origin, "--page", "/form"]
        .into_iter()
        .chain(["--may", "type=2", "--field", "name=Mara Lindqvist", "--uses", "2", "--for", "1h"])
        .map(str::to_owned)
        .collect()
}

/// Makes a grant as a person does: they read it, and then they type.
#[track_caller]
fn made(home: &Home, words: &[String], answer: &str) -> (Ran, Option<String>) {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut child = home.typing(&words);
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut shown = String::new();
    while !shown.contains("type `agree`") && lines.read_line(&mut shown).unwrap() > 0 {}
    // One that was refused at once does not listen.
    let _ = writeln!(child.stdin.as_mut().unwrap(), "{answer}");
    lines.read_to_string(&mut shown).unwrap();
    let mut ran = Ran::of(&child.wait_with_output().unwrap());
    ran.out = shown;
    let id = ran.out.split_whitespace().skip_while(|word| *word != "made").nth(1);
    let id = id.map(|id| id.trim_end_matches(';').to_owned());
    (ran, id)
}

fn go(home: &Home, lake: &Lake, grant: &str, name: &str) -> Ran {
    let (goal, url) = (format!("My name is {name}."), lake.site.url("/form"));
    home.laika(&["run", &goal, "--url", &url, "--mode", "assist", "--no-model", "--json", "--grant", grant])
}

fn listed(home: &Home) -> Vec<Value> {
    home.laika(&["grants", "list", "--json"]).json()["grants"].as_array().unwrap().clone()
}

#[test]
fn s1_only_a_person_at_a_terminal_makes_a_grant() {
    let (home, lake) = (Home::new(), Lake::start());
    let words = words(&lake);
    let alone: Vec<&str> = words.iter().map(String::as_str).collect();
    let refused = home.laika(&alone);
    assert!(refused.code == 2 && refused.said.contains("E_NO_PERSON"), "{refused:?}");
    let (unsure, none) = made(&home, &words, "yes");
    assert!(none.is_none() && unsure.code == 2, "{unsure:?}");
    assert_eq!(listed(&home), [] as [Value; 0], "nothing was kept");

    let (ran, id) = made(&home, &words, "agree");
    let id = id.unwrap_or_else(|| panic!("{ran:?}"));
    for line in
        ["name = \"Mara Lindqvist\"", "type 2 times", "/form", &lake.site.origin(), "2 in all", "until"]
    {
        assert!(ran.out.contains(line), "all of it is shown first: {line} in {ran:?}");
    }
    assert_eq!(listed(&home)[0]["holds"], true);
    assert_eq!(
        fs::read_dir(home.path())
            .unwrap()
            .filter(|file| file.as_ref().unwrap().file_name() == "grants.json")
            .count(),
        1
    );

    // Whoever can write the file cannot write a grant.
    let path = home.path().join("grants.json");
    let kept = fs::read_to_string(&path).unwrap();
    fs::write(&path, kept.replace("Mara Lindqvist", "Eve")).unwrap();
    let forged = go(&home, &lake, &id, "Eve");
    assert!(forged.code == 2 && forged.said.contains("E_GRANT_FORGED"), "{forged:?}");
    fs::write(&path, &kept).unwrap();

    let unknown = go(&home, &lake, "g-0000000000", "Eve");
    assert!(unknown.code == 2 && unknown.said.contains("E_NO_GRANT"), "{unknown:?}");
    let goal = ["run", "My name is Mara Lindqvist.", "--no-model", "--grant", &id, "--url"];
    let url = lake.site.url("/form");
    let by_variable =
        Command::new(LAIKA).args(goal).arg(&url).env("LAIKA_HOME", home.path()).output().unwrap();
    let by_variable = Ran::of(&by_variable);
    assert!(by_variable.said.contains("E_GRANT_NAMED_FOLDER"), "S12: {by_variable:?}");
    let private = home.laika(&[&goal[..], &[&url, "--private"]].concat());
    assert!(private.said.contains("E_GRANT_PRIVATE"), "{private:?}");

    assert_eq!(home.laika(&["grants", "revoke", &id]).code, 0);
    let revoked = go(&home, &lake, &id, "Mara Lindqvist");
    assert!(revoked.code == 2 && revoked.said.contains("E_GRANT_REVOKED"), "{revoked:?}");
    let short: Vec<String> =
        words.into_iter().map(|word| if word == "1h" { "0m".into() } else { word }).collect();
    let (_, short) = made(&home, &short, "agree");
    assert!(short.is_none(), "one that is over cannot be made");
}

/// It answers what it names and nothing else, as often as it says, also when the process is killed in between.
#[test]
fn s1_a_grant_answers_what_it_names_until_it_is_used_up() {
    if !has_browser() {
        return;
    }
    let (home, lake) = (Home::new(), Lake::start());
    let (ran, id) = made(&home, &words(&lake), "agree");
    let id = id.unwrap_or_else(|| panic!("{ran:?}"));
    let ask = |ran: &Ran| ran.json()["asks"][0].clone();

    let other = go(&home, &lake, &id, "Eve Adams");
    assert_eq!((other.code, &ask(&other)["grant"]), (3, &Value::Null), "{other:?}");
    assert_eq!(ask(&other)["notGranted"]["code"], "E_GRANT_NOT_COVERED", "another value: {other:?}");
    assert!(listed(&home).iter().all(|one| one["used"] == json!({})), "{:?}", listed(&home));

    let first = go(&home, &lake, &id, "Mara Lindqvist");
    assert_eq!(ask(&first)["grant"], json!(id), "{first:?}");
    let run = first.json()["run"].as_str().unwrap().to_owned();
    let approval = home.events(&run).into_iter().find(|event| event["kind"] == "ui.approval").unwrap();
    assert!(approval.to_string().contains(&id), "the log names it: {approval}");

    // The second use, in a Laika that is killed: it stays used.
    let mut serving = Serving::start(&home);
    let second = go(&home, &lake, &id, "Mara Lindqvist");
    assert!(second.said.contains("at work in process"), "{second:?}");
    assert_eq!(ask(&second)["grant"], json!(id), "{second:?}");
    serving.signal("KILL");
    let used = listed(&home).into_iter().find(|one| one["grant"]["id"] == json!(id)).unwrap();
    assert_eq!((&used["used"]["type"], &used["code"]), (&json!(2), &json!("E_GRANT_USED_UP")), "{used}");
    let third = go(&home, &lake, &id, "Mara Lindqvist");
    assert!(third.code == 2 && third.said.contains("E_GRANT_USED_UP"), "{third:?}");
    // Forgetting the runs gives nothing back.
    assert_eq!(home.laika(&["runs", "forget", &run, "--yes"]).code, 0);
    let again = go(&home, &lake, &id, "Mara Lindqvist");
    assert!(again.said.contains("E_GRANT_USED_UP"), "{again:?}");
    assert_eq!(lake.site.asked().iter().filter(|asked| asked.method == "POST").count(), 0);
    let verified = home.laika(&["runs", "verify", "--json"]);
    assert_eq!(verified.json()["intact"], true, "{verified:?}");
}
