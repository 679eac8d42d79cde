//! Every transition, as the table says it and as the documents draw it.

use expect_test::expect;
use laika_agent::{TRANSITIONS, Trigger, next};
use laika_protocol::wire::RunStatus::{self, Cancelled, Completed, Failed, Paused};

/// Twelve states times eighteen triggers, each with its answer: a dash is "nothing happens".
#[test]
fn every_state_answers_every_trigger_as_the_table_says() {
    let mut table = String::new();
    for trigger in Trigger::ALL {
        let to: Vec<String> = RunStatus::ALL
            .iter()
            .filter_map(|from| next(*from, *trigger).map(|to| format!("{}>{}", from.as_str(), to.as_str())))
            .collect();
        table += &format!("{}: {}\n", trigger.as_str(), to.join(" "));
    }
    expect![[r#"
        start: idle>observing
        start, authorise: idle>authorizing
        observed: observing>planning
        ask: planning>awaiting_approval awaiting_approval>awaiting_approval
        allow: planning>executing awaiting_approval>executing
        deny: planning>observing awaiting_approval>observing
        answer: planning>verifying
        step done: executing>verifying
        step failed: awaiting_approval>observing executing>observing
        checked: verifying>observing
        complete: verifying>completed
        pause: authorizing>paused observing>paused planning>paused awaiting_approval>paused executing>paused verifying>paused paused>paused takeover>paused
        takeover: authorizing>takeover observing>takeover planning>takeover awaiting_approval>takeover executing>takeover verifying>takeover paused>takeover
        resume: authorizing>observing paused>observing takeover>observing
        resume, authorise: paused>authorizing takeover>authorizing
        cancel: authorizing>cancelled observing>cancelled planning>cancelled awaiting_approval>cancelled executing>cancelled verifying>cancelled paused>cancelled takeover>cancelled
        fail: authorizing>failed observing>failed planning>failed awaiting_approval>failed executing>failed verifying>failed paused>failed takeover>failed
        roll back: authorizing>paused observing>paused planning>paused awaiting_approval>paused executing>paused verifying>paused paused>paused takeover>paused completed>paused cancelled>paused failed>paused
    "#]]
    .assert_eq(&table);
}

#[test]
fn terminal_states_are_left_by_the_person_only() {
    for over in [Completed, Cancelled, Failed] {
        for trigger in Trigger::ALL {
            let expected = (*trigger == Trigger::Rollback).then_some(Paused);
            assert_eq!(next(over, *trigger), expected, "{over:?} on {trigger:?}");
        }
    }
}

/// The diagram of docs/runs.md is drawn from the table the code runs on.
#[test]
fn the_diagram_in_the_documents_is_the_table() {
    let mut drawn = String::from("```mermaid\nstateDiagram-v2\n    [*] --> idle\n");
    for row in TRANSITIONS {
        for from in row.from {
            drawn += &format!("    {} --> {}: {}\n", from.as_str(), row.to.as_str(), row.on.as_str());
        }
    }
    drawn += "```\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/runs.md");
    let page = std::fs::read_to_string(path).unwrap_or_default();
    let (begin, end) = ("<!-- states -->\n", "<!-- /states -->");
    let (before, rest) = page.split_once(begin).expect("docs/runs.md has a place for the diagram");
    let (_, after) = rest.split_once(end).expect("docs/runs.md ends the diagram");
    let wanted = format!("{before}{begin}{drawn}{end}{after}");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        return std::fs::write(path, &wanted).unwrap();
    }
    assert!(page == wanted, "docs/runs.md is out of date: UPDATE_EXPECT=1 cargo test -p laika-agent");
}
