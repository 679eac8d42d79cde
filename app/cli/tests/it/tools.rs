//! `laika tools`, help and version.

use expect_test::expect;

use super::check;

#[test]
fn list() {
    check(
        "tools list",
        "",
        &expect![[r#"
        exit 0
        --- stdout
        browser.observe_dom          reads  read the page again: its text, lists, headings and what can be clicked
        browser.get_selection_links  reads  list the links inside the text the user has selected
        browser.find                 reads  find a button, link or field on the page by what it is for
        browser.click                acts   click a button, link or box on the page
        browser.type                 acts   type text into a field of the page
        browser.select               acts   choose an option of a list on the page
        browser.scroll               acts   scroll the page down or up
        browser.wait_for             reads  wait until a text or element appears or goes away
        browser.extract_table        reads  read a table of the page as rows and columns
        browser.capture_viewport     reads  take a picture of what is on screen
        browser.open_tab             acts   open an address in a new tab
        browser.navigate             acts   go to an address in this tab
        browser.back                 acts   go back to the page before
        browser.forward              acts   go forward again after going back
        browser.refresh              acts   load this page again
        browser.switch_tab           acts   switch to another open tab
        search                       acts   search the web and open the results
        content.summarize            reads  summarise this page
        content.find                 reads  find the passages of this page about something
        --- stderr
    "#]],
    );
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
