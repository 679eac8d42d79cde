//! `laika render`.

use expect_test::expect;

use super::check;

#[test]
fn the_demo_answer_with_its_request() {
    check(
        "render demo/answer.json --context demo/request.json --width 72",
        "",
        &expect![[r#"
            exit 0
            --- stdout
            Ferry to Hven on Saturday
            =========================

            Take the 09:10 boat: it is the first of two, and your bicycle travels
            free. Buy it at the ticket page (https://ferries.example/tickets).

            Leaves │ Takes      │ Price
            ───────┼────────────┼───────
            09:10  │ 30 minutes │ 140 kr
            11:40  │ 30 minutes │ 140 kr

            • All boats leave from the north quay.
            • A model that invents a link gets it shown as plain words: click here
              (https://evil.example/?data=stolen)

            Sources
            -------

            1. “09:10 Landskrona to Hven, 30 minutes, 140 kr”
               https://ferries.example (https://ferries.example/hven)
            2. “Bicycles travel free before noon.” https://ferries.example
               (https://ferries.example/hven)
            --- stderr
            note: $.assistant.render.children[2].items[1].children[0].children[1].href LINK_AS_TEXT: the link to `https://evil.example/?data=stolen` is shown as text: nothing the model was given names it
            shown: 1 of 2 links and 2 of 2 citations are proven
        "#]],
    );
}

#[test]
fn without_the_request_nothing_is_taken_for_proven() {
    check(
        "render demo/answer.json --to md",
        "",
        &expect![[r#"
            exit 0
            --- stdout
            # Ferry to Hven on Saturday

            Take the 09:10 boat: it is the first of two, and your bicycle travels free. Buy it at the ticket page (https\://ferries.example/tickets).

            | Leaves | Takes | Price |
            | --- | --- | --- |
            | 09:10 | 30 minutes | 140 kr |
            | 11:40 | 30 minutes | 140 kr |

            - All boats leave from the north quay.
            - A model that invents a link gets it shown as plain words: click here (https\://evil.example/?data=stolen)
            --- stderr
            hint: 4 links and citations could not be checked and are not shown as such; give the request with --context FILE
            shown: 0 of 2 links and 0 of 2 citations are proven
        "#]],
    );
}

/// I4: HTML in an answer is text, whatever it says.
#[test]
fn i4_markup_in_an_answer_is_text() {
    let document = r#"{"type":"doc","children":[
        {"type":"paragraph","onclick":"x","children":[{"type":"text","text":"<script>alert(1)</script>\u001b]0;owned\u0007"}]},
        {"type":"iframe","src":"https://evil.example"}]}"#;
    check(
        "render - --to html --fragment",
        document,
        &expect![[r#"
            exit 0
            --- stdout
            <p>&lt;script&gt;alert(1)&lt;/script&gt;�]0;owned�</p>
            --- stderr
            note: $.children[0].onclick UNKNOWN_FIELD: the field `onclick` was ignored
            note: $.children[1] UNKNOWN_NODE: a node `iframe` is not allowed here and was dropped
            shown: 0 of 0 links and 0 of 0 citations are proven
        "#]],
    );
    check(
        "render -",
        document,
        &expect![[r#"
            exit 0
            --- stdout
            <script>alert(1)</script>�]0;owned�
            --- stderr
            note: $.children[0].onclick UNKNOWN_FIELD: the field `onclick` was ignored
            note: $.children[1] UNKNOWN_NODE: a node `iframe` is not allowed here and was dropped
            shown: 0 of 0 links and 0 of 0 citations are proven
        "#]],
    );
}

#[test]
fn what_a_model_wrote_around_its_answer_is_skipped() {
    let said = "<think>hm</think>```json\n{\"summary\":\"# Hi\\n\\n- **one**\\n- two\",\"summaryFormat\":\"markdown\"}\n```";
    check(
        "render -",
        said,
        &expect![[r#"
            exit 0
            --- stdout
            Hi
            ==

            • one
            • two
            --- stderr
            note: $ THINKING: thinking was skipped
            note: $ FENCE: a code fence was unwrapped
            shown: 0 of 0 links and 0 of 0 citations are proven
        "#]],
    );
}

#[test]
fn a_proposed_call_is_named_and_not_run() {
    let said = r#"{"summary":"Opening it.","tool_calls":[{"name":"browser.click","arguments":{"handleId":"laika-1"}}]}"#;
    check(
        "render - --context demo/request.json",
        said,
        &expect![[r#"
        exit 0
        --- stdout
        Opening it.
        --- stderr
        proposed: browser.click {"handleId":"laika-1"} (not run)
        shown: 0 of 0 links and 0 of 0 citations are proven
    "#]],
    );
    check(
        "render - --context -",
        "",
        &expect![[r#"
        exit 2
        --- stdout
        --- stderr
        error: standard input can be the answer or the request, not both
    "#]],
    );
}

#[test]
fn what_is_no_answer_is_not_shown_as_one() {
    check(
        "render -",
        "just words",
        &expect![[r#"
        exit 2
        --- stdout
        --- stderr
        error: $ NO_OBJECT: there is no JSON object
        error: standard input is not an answer that can be shown
        hint: give a response packet, or a document with "type": "doc"
    "#]],
    );
    check(
        "render -",
        "{\"type\":\"doc\"",
        &expect![[r#"
            exit 2
            --- stdout
            --- stderr
            error: $ TRUNCATED: the JSON stops too early: EOF while parsing an object at line 1, column 13
            error: standard input is not an answer that can be shown
            hint: give a response packet, or a document with "type": "doc"
        "#]],
    );
    check(
        "render missing.json",
        "",
        &expect![[r#"
        exit 2
        --- stdout
        --- stderr
        error: cannot open `missing.json`
          cause: No such file or directory (os error 2)
    "#]],
    );
}
