//! What must hold of every tool in the table.

use std::collections::BTreeSet;

use laika_protocol::ids::ToolName;
use laika_protocol::tools::{ArgRole, Argument, Effect, all, check_call, find, resolve};
use laika_protocol::{DefectKind, Path};
use serde_json::{Value, json};

#[test]
fn names_and_aliases_are_unique_even_when_case_is_ignored() {
    let mut seen = BTreeSet::new();
    for tool in all() {
        assert!(ToolName::parse(tool.name).is_ok(), "{}", tool.name);
        for name in tool.aliases.iter().chain([&tool.name]) {
            assert!(seen.insert(name.to_lowercase()), "{name} stands twice");
        }
    }
}

/// S4 and provenance go by roles, so no argument may be without one.
#[test]
fn every_argument_has_a_role_and_every_role_an_argument() {
    for tool in all() {
        let schema = tool.argument_schema.root();
        let properties: BTreeSet<&str> =
            schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
        // A field of a structure stands there by its dotted name.
        let (fields, whole): (Vec<&Argument>, Vec<&Argument>) =
            tool.arguments.iter().partition(|argument| argument.name.contains('.'));
        let declared: BTreeSet<&str> = whole.iter().map(|argument| argument.name).collect();
        assert_eq!(properties, declared, "{}", tool.name);
        let addresses = fields.iter().filter(|field| field.role == ArgRole::Url).count();
        let inside = schema["$defs"].as_object().into_iter().flatten();
        let inside = inside.map(|(_, one)| one.to_string().matches("#/$defs/HttpUrl").count()).sum::<usize>();
        assert_eq!(inside, addresses, "{}: an address inside a structure is one, too (S4)", tool.name);
        for argument in whole {
            let property = &schema["properties"][argument.name];
            let is = |definition: &str| property.to_string().contains(definition);
            assert_eq!(
                is("#/$defs/HttpUrl"),
                argument.role == ArgRole::Url,
                "{} {}",
                tool.name,
                argument.name
            );
            assert_eq!(
                is("#/$defs/HandleRef"),
                argument.role == ArgRole::Handle,
                "{} {}",
                tool.name,
                argument.name
            );
        }
    }
}

/// I5: a handle inside a structure is found and checked like any other.
#[test]
fn i5_every_handle_in_a_structure_is_found() {
    let mut nested = 0;
    for tool in all() {
        let schema = tool.argument_schema.root();
        let structures = schema["$defs"].as_object().into_iter().flatten().map(|(_, definition)| definition);
        let branches = structures
            .flat_map(|one| one["oneOf"].as_array().map_or_else(|| vec![one], |all| all.iter().collect()));
        for (name, property) in
            branches.flat_map(|branch| branch["properties"].as_object().into_iter().flatten())
        {
            if property.to_string().contains("#/$defs/HandleRef") {
                nested += 1;
                let argument = tool.arguments.iter().find(|one| one.role == ArgRole::Structure).unwrap().name;
                let arguments = json!({ argument: { name: "laika-1" } });
                let found = tool.handles(arguments.as_object().unwrap());
                assert_eq!(found.len(), 1, "{}: {argument}.{name}", tool.name);
            }
        }
    }
    assert!(nested >= 3, "{nested}");
}

/// TOOL-042, TOOL-052: what changes something says how that shows; what does not, claims nothing.
#[test]
fn mutating_tools_and_only_they_have_postconditions() {
    for tool in all() {
        assert_eq!(tool.effect.is_mutating(), !tool.postconditions.is_empty(), "{}", tool.name);
        let words = tool.line.split_whitespace().count();
        assert!(
            (2..=14).contains(&words) && !tool.line.ends_with('.'),
            "{}: the router's line is one short line",
            tool.name
        );
    }
}

/// PIPE-012: schemas a small model can fill. A replacement has three parts by its nature: where, what, and by what.
#[test]
fn argument_schemas_are_shallow() {
    for tool in all() {
        let required = tool.argument_schema.root()["required"].as_array().map_or(0, Vec::len);
        let most = match tool.name {
            "replace.smart" => 4, // from where, to where
            _ if tool.effect == Effect::WriteFiles => 3,
            _ => 2,
        };
        assert!(required <= most, "{} asks for {required} arguments", tool.name);
    }
}

#[test]
fn older_names_resolve_for_a_model_and_for_nobody_else() {
    assert_eq!(resolve("browser.new_tab").unwrap().name, "browser.open_tab");
    assert_eq!(resolve("browser.open_url").unwrap().name, "browser.navigate");
    assert!(find("browser.open_url").is_none());
    let call = json!({ "url": "https://example.com/" });
    let defects = check_call("browser.open_url", call.as_object().unwrap(), &Path::root());
    assert_eq!(defects[0].message, "`browser.open_url` is an older name; it is `browser.navigate` now");
}

/// BROW-051: what must not exist does not.
#[test]
fn there_is_no_tool_for_scripts_selectors_html_uploads_or_payments() {
    for word in [
        "script",
        "eval",
        "js",
        "selector",
        "xpath",
        "html",
        "upload",
        "download",
        "clipboard",
        "pay",
        "transfer",
    ] {
        assert!(all().all(|tool| !tool.name.contains(word)), "{word}");
    }
}

/// S3: a page can read how far it was scrolled, so only page steps exist.
#[test]
fn s3_scrolling_takes_page_steps_only() {
    let scroll = find("browser.scroll").unwrap();
    assert_eq!(scroll.effect, Effect::Scroll);
    for (given, expected) in [
        (json!({ "deltaY": 3 }), Some(json!({ "deltaY": 3 }))),
        (json!({ "deltaY": 613 }), Some(json!({ "deltaY": 1 }))),
        (json!({ "deltaY": -2401.0 }), Some(json!({ "deltaY": -3 }))),
        (json!({ "deltaY": 99_999 }), Some(json!({ "deltaY": 10 }))),
        (json!({ "direction": "up" }), Some(json!({ "deltaY": -1 }))),
        (json!({ "direction": "down", "amount": 4 }), Some(json!({ "deltaY": 4 }))),
        (json!({ "deltaY": 0 }), None),
        (json!({ "deltaY": 3.7 }), None),
        (json!({ "direction": "down", "deltaY": 2 }), None),
        (json!({ "direction": "down", "amount": 11 }), None),
        (json!({ "direction": "sideways" }), None),
    ] {
        let mut arguments = given.as_object().unwrap().clone();
        let mut defects = (scroll.normalise)(&mut arguments);
        defects.extend(check_call("browser.scroll", &arguments, &Path::root()));
        let good = !defects.iter().any(laika_protocol::Defect::is_error);
        assert_eq!(good.then_some(Value::Object(arguments)), expected, "{given}: {defects:?}");
    }
}

/// C-05: budgets are clamped and said so; two ways to name a part must agree.
#[test]
fn observe_dom_clamps_budgets_and_refuses_two_scopes() {
    let tool = find("browser.observe_dom").unwrap();
    let normalised = |given: Value| {
        let mut arguments = given.as_object().unwrap().clone();
        let defects = (tool.normalise)(&mut arguments);
        (Value::Object(arguments), defects.iter().map(|one| one.kind).collect::<Vec<_>>())
    };
    let (arguments, kinds) = normalised(json!({ "maxChars": 99_999, "maxElements": 12 }));
    assert_eq!(arguments, json!({ "maxChars": 16_000, "maxElements": 12 }));
    assert_eq!(kinds, [DefectKind::LimitClamped]);
    let (arguments, kinds) = normalised(json!({ "rootHandleId": "laika-1" }));
    assert_eq!(arguments, json!({ "scope": { "kind": "container", "containerHandle": "laika-1" } }));
    assert_eq!(kinds, [DefectKind::AliasUsed]);
    let (_, kinds) = normalised(json!({ "rootHandleId": "laika-1", "scope": { "kind": "viewport" } }));
    assert_eq!(kinds, [DefectKind::AliasConflict]);
}

/// CTX-018 to CTX-022, APP-002 to APP-004, APP-011, APP-012, APP-014: what fits the tools of collections, and what does not.
#[test]
fn arguments_of_collections_are_checked() {
    let doc = json!({ "type": "doc", "children": [] });
    for (tool, given, good) in [
        ("collection.create", json!({ "title": "Flats", "tags": ["home"] }), true),
        ("collection.create", json!({ "title": "" }), false),
        ("collection.create", json!({ "tags": [] }), false),
        (
            "collection.add_sources",
            json!({ "collectionId": "Flats", "sources": [
            { "type": "url", "url": "https://a.example/", "title": "A" }, { "type": "note", "text": "n" },
        ] }),
            true,
        ),
        ("collection.add_sources", json!({ "collectionId": "Flats", "sources": [] }), false),
        (
            "collection.add_sources",
            json!({ "collectionId": "Flats", "sources": [{ "type": "file", "url": "a" }] }),
            false,
        ),
        (
            "collection.add_sources",
            json!({ "collectionId": "Flats", "sources": [{ "type": "url", "url": "file:///etc/passwd" }] }),
            false,
        ),
        ("collection.list_sources", json!({ "collectionId": "col:1" }), true),
        ("collection.list_sources", json!({}), false),
        (
            "source.capture",
            json!({ "collectionId": "Flats", "url": "https://a.example/", "mode": "article", "maxChars": 99_999 }),
            true,
        ),
        (
            "source.capture",
            json!({ "collectionId": "Flats", "url": "https://a.example/", "mode": "all" }),
            false,
        ),
        ("source.capture", json!({ "collectionId": "Flats", "url": "javascript:1" }), false),
        ("source.refresh", json!({ "sourceId": "src:1" }), true),
        ("source.refresh", json!({ "sourceId": "a b" }), false),
        ("transform.list_types", json!({}), true),
        ("transform.list_types", json!({ "all": true }), false),
        (
            "transform.run",
            json!({ "collectionId": "Flats", "type": "comparison", "config": { "columns": ["rent"] } }),
            true,
        ),
        ("transform.run", json!({ "collectionId": "Flats", "type": "poem" }), false),
        (
            "artifact.save",
            json!({ "title": "A", "text": "words", "mime": "text/markdown", "redaction": "none" }),
            true,
        ),
        ("artifact.save", json!({ "title": "A", "doc": doc }), true),
        ("artifact.save", json!({ "title": "A", "text": "words", "doc": doc }), false),
        ("artifact.save", json!({ "title": "A" }), false),
        ("artifact.save", json!({ "title": "A", "text": "words", "mime": "text/html" }), false),
        ("artifact.share", json!({ "artifactId": "art:1", "format": "pdf" }), true),
        ("artifact.share", json!({ "artifactId": "art:1", "format": "csv", "filename": "a.csv" }), true),
        ("artifact.share", json!({ "artifactId": "art:1", "format": "csv" }), false),
        ("artifact.share", json!({ "artifactId": "art:1", "format": "exe" }), false),
        ("artifact.open", json!({ "artifactId": "art:1", "target": "browser", "newTab": true }), true),
        ("artifact.open", json!({ "artifactId": "art:1", "target": "moon" }), false),
    ] {
        let mut arguments = given.as_object().unwrap().clone();
        let mut defects = (find(tool).unwrap().normalise)(&mut arguments);
        defects.extend(check_call(tool, &arguments, &Path::root()));
        let fits = !defects.iter().any(laika_protocol::Defect::is_error);
        assert_eq!(fits, good, "{tool} {given}: {defects:?}");
    }
}
