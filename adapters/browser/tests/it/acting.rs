//! Acts of every kind, with what the page's own side saw of them.

use std::time::Duration;

use laika_browser::Pages as _;
use laika_browser::Performed;
use laika_protocol::ErrorCode;
use serde_json::{Value, json};

use super::person::{Person, reason};
use super::server::{Answer, html, of_type};
use super::world::{evaluate, test};

/// The first element, whatever its name.
const FIRST: &str = "*";

/// One page, one act on the element of a name, what verifies it, and what must be true on the page then.
struct Case {
    page: &'static str,
    tool: &'static str,
    name: &'static str,
    rest: &'static str,
    verified_by: &'static str,
    holds: &'static str,
}

/// A field as React controls it: it shows what its state says, and its state follows trusted input only.
const CONTROLLED: &str = "<input aria-label=Name id=f><script>
    let state = '', last = '';
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
    f.addEventListener('input', (event) => {
      if (event.isTrusted) state = f.value.toUpperCase();
      set.call(f, state);
    });</script>";

/// A field that groups digits as they come.
const MASKED: &str = "<input aria-label=Number id=f><script>
    f.oninput = () => f.value = (f.value.replace(/[^0-9]/g, '').match(/.{1,4}/g) || []).join(' ');</script>";

const SHADOW: &str = "<my-field></my-field><script>
    customElements.define('my-field', class extends HTMLElement {
      constructor() {
        super();
        this.attachShadow({ mode: 'open' }).innerHTML = '<label>Name <input></label><button>Save</button><p></p>';
        this.shadowRoot.querySelector('button').onclick = (e) => this.shadowRoot.querySelector('p').textContent = 'saved ' + e.isTrusted;
      }
    });
    const inner = (s) => document.querySelector('my-field').shadowRoot.querySelector(s);</script>";

const LISTBOX: &str = "<div role=combobox tabindex=0 aria-label=Colour aria-expanded=false aria-controls=list id=box>Pick</div>
    <ul role=listbox id=list hidden><li role=option>red</li><li role=option>green</li><li role=option>blue</li></ul><script>
    box.onclick = () => { list.hidden = !list.hidden; box.setAttribute('aria-expanded', String(!list.hidden)); };
    for (const option of list.children) option.onclick = (event) => {
      window.trusted = event.isTrusted;
      box.textContent = option.textContent;
      option.setAttribute('aria-selected', 'true');
      box.onclick();
    };</script>";

const FRAMED: &str = "<h1>Outer</h1><iframe style='margin:40px;border:7px solid;padding:5px;width:400px;height:300px'
    srcdoc=\"<p style='height:400px'>far down</p><button onclick='parent.got = event.isTrusted; this.textContent = 1'>Inside</button>\"></iframe>";

const CASES: [Case; 26] = [
    case(
        "<button onclick='this.textContent = event.isTrusted'>Go</button>",
        "click",
        "Go",
        "{}",
        "element_changed",
        "document.querySelector('button').textContent === 'true'",
    ),
    case(
        "<button id=b>Go</button><p id=p></p><script>b.onclick = () => setTimeout(() => p.textContent = 'done', 60)</script>",
        "click",
        "Go",
        "{}",
        "surface_changed",
        "p.textContent === 'done'",
    ),
    case(
        "<button id=b style='margin-top:5000px'>Deep</button><script>b.onclick = (e) => { b.dataset.t = e.isTrusted }</script>",
        "click",
        "Deep",
        "{}",
        "element_changed",
        "b.dataset.t === 'true'",
    ),
    case(
        "<p id=p>x</p><button id=b>Twice</button><script>let n = 0; b.onclick = () => n++; b.ondblclick = () => p.textContent = 'n' + n</script>",
        "click",
        "Twice",
        r#"{"clickKind":"double"}"#,
        "surface_changed",
        "p.textContent === 'n2'",
    ),
    case(
        "<label><input type=checkbox id=c> Agree</label>",
        "click",
        "Agree",
        "{}",
        "element_changed",
        "c.checked",
    ),
    case(
        "<input type=radio name=r id=a aria-label=One checked><input type=radio name=r id=b aria-label=Two>",
        "click",
        "Two",
        "{}",
        "element_changed",
        "b.checked && !a.checked",
    ),
    case(
        "<style>input{position:absolute;opacity:0;width:0;height:0} label{cursor:pointer}</style><input type=checkbox id=c><label for=c>Fancy</label>",
        "click",
        FIRST,
        "{}",
        "element_changed",
        "c.checked",
    ),
    case(
        "<a href='#part'>Jump</a><p style='height:3000px'>x</p><p id=part>Part</p>",
        "click",
        "Jump",
        "{}",
        "page_changed",
        "location.hash === '#part'",
    ),
    case(
        "<details id=d><summary>More</summary><p>text</p></details>",
        "click",
        "More",
        "{}",
        "element_changed",
        "d.open",
    ),
    case(SHADOW, "click", "Save", "{}", "surface_changed", "inner('p').textContent === 'saved true'"),
    case(FRAMED, "click", "Inside", "{}", "element_changed", "window.got === true"),
    case(
        "<input type=date aria-label=Day id=f value=2020-01-31 onchange='window.heard = true'>",
        "type",
        "Day",
        r#"{"text":"2011-10-11","clearFirst":true}"#,
        "element_changed",
        "f.value === '2011-10-11' && window.heard",
    ),
    case(
        "<input type=time aria-label=From id=f>",
        "type",
        "From",
        r#"{"text":"14:05"}"#,
        "element_changed",
        "f.value === '14:05'",
    ),
    case(
        "<input aria-label=Day id=f>",
        "type",
        "Day",
        r#"{"text":"2011-10-11"}"#,
        "element_changed",
        "f.value === '2011-10-11'",
    ),
    case(
        "<input aria-label=Name id=f value=Old>",
        "type",
        "Name",
        r#"{"text":"Ada Lovelace"}"#,
        "element_changed",
        "f.value === 'OldAda Lovelace'",
    ),
    case(
        "<input aria-label=Name id=f value=Old>",
        "type",
        "Name",
        r#"{"text":"Ada Lovelace","clearFirst":true}"#,
        "element_changed",
        "f.value === 'Ada Lovelace'",
    ),
    case(
        CONTROLLED,
        "type",
        "Name",
        r#"{"text":"Ada Lovelace"}"#,
        "element_changed",
        "f.value === 'ADA LOVELACE' && state === 'ADA LOVELACE'",
    ),
    case(MASKED, "type", "Number", r#"{"text":"12345678"}"#, "element_changed", "f.value === '1234 5678'"),
    case(
        "<textarea aria-label=Notes id=f></textarea>",
        "type",
        "Notes",
        r#"{"text":"first\nsecond"}"#,
        "element_changed",
        "f.value === 'first\\nsecond'",
    ),
    case(
        "<div contenteditable role=textbox aria-label=Notes id=f><p>old</p></div>",
        "type",
        "Notes",
        r#"{"text":"straße","clearFirst":true}"#,
        "element_changed",
        "f.innerText.trim() === 'straße'",
    ),
    case(SHADOW, "type", "Name", r#"{"text":"Ada"}"#, "element_changed", "inner('input').value === 'Ada'"),
    case(
        "<div style='margin-top:2000px'><input aria-label=Name id=f></div>",
        "type",
        "Name",
        r#"{"text":"Ada"}"#,
        "element_changed",
        "f.value === 'Ada'",
    ),
    case(
        "<select aria-label=Colour id=s><option value=1>red<option value=2>blue</select><script>window.seen = []; s.onchange = () => seen.push(s.value)</script>",
        "select",
        "Colour",
        r#"{"value":"blue"}"#,
        "element_changed",
        "s.value === '2' && seen.join() === '2'",
    ),
    case(
        "<select aria-label=Colour id=s multiple><option value=1>red<option value=2>blue<option>green</select>",
        "select",
        "Colour",
        r#"{"value":"blue"}"#,
        "element_changed",
        "s.value === '2' && s.selectedOptions.length === 1",
    ),
    case(
        LISTBOX,
        "select",
        "Colour",
        r#"{"value":"green"}"#,
        "element_changed",
        "box.textContent === 'green' && trusted",
    ),
    case(
        "<p style='height:5000px'>long</p>",
        "scroll",
        "",
        r#"{"deltaY":2}"#,
        "viewport_moved",
        "scrollY > 1000",
    ),
];

const fn case(
    page: &'static str,
    tool: &'static str,
    name: &'static str,
    rest: &'static str,
    verified_by: &'static str,
    holds: &'static str,
) -> Case {
    Case { page, tool, name, rest, verified_by, holds }
}

#[test]
fn every_act_reaches_its_element_and_is_verified_by_what_it_changed() {
    test(async |world, place| {
        place.server.page("/", "");
        let person = Person::at(world, place, "/").await;
        let mut wrong = Vec::new();
        for (number, case) in CASES.iter().enumerate() {
            let path = format!("/case-{number}");
            place.server.page(&path, case.page);
            person.tab.navigate(&place.server.url(&path)).await.unwrap();
            let tool = format!("browser.{}", case.tool);
            let rest: Value = serde_json::from_str(case.rest).unwrap();
            let done = if case.name.is_empty() {
                person.act(&tool, rest).await.map(super::person::acted)
            } else {
                person.on(&tool, case.name, rest).await
            };
            let holds = evaluate(&person.tab, case.holds).await;
            match done {
                Ok(result) if result.verified_by == case.verified_by && holds == true => {}
                other => {
                    wrong.push(format!("{number} {} {}: {other:?}, holds: {holds}", case.tool, case.name))
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

#[test]
fn moves_between_pages_say_where_the_tab_is_then() {
    test(async |world, place| {
        place.server.page("/one", "<a href=/two>Next</a><a href=/three target=_blank>Window</a><form action=/found><input name=q value=x><button>Search</button></form>");
        place.server.page("/two", "<p>two</p>").page("/three", "<p>three</p>").page("/found", "<p>found</p>");
        place.server.page(
            "/post",
            "<form method=post action=/sent><input name=a value=b><button>Send</button></form>",
        );
        place.server.page("/sent", "<p>sent</p>");
        let person = Person::at(world, place, "/one").await;
        let moved = async |tool: &str, arguments: Value| match person.act(tool, arguments).await {
            Ok(Performed::Moved(to)) => (to.tab_id, url::Url::parse(&to.url).unwrap().path().to_owned()),
            other => panic!("{tool}: {other:?}"),
        };
        let here = person.tab.id();
        let next = person.click("Next").await.unwrap();
        assert_eq!((next.verified_by.as_str(), next.navigated), ("page_changed", true));
        assert_eq!(moved("browser.back", json!({})).await, (here, "/one".to_owned()));
        assert_eq!(moved("browser.forward", json!({})).await, (here, "/two".to_owned()));
        assert_eq!(moved("browser.refresh", json!({})).await, (here, "/two".to_owned()));
        let to = |path: &str| json!({ "url": place.server.url(path).as_str() });
        assert_eq!(moved("browser.navigate", to("/one")).await, (here, "/one".to_owned()));
        let (tab, path) = moved("browser.open_tab", to("/three")).await;
        assert!(tab != here && path == "/three");
        let window = person.click("Window").await.unwrap();
        assert_eq!((window.verified_by.as_str(), window.navigated), ("tab_opened", false));
        assert_eq!(person.surface.context().tabs().len(), 3);
        assert_eq!(person.click("Search").await.unwrap().verified_by, "page_changed");
        moved("browser.navigate", to("/post")).await;
        assert_eq!(person.click("Send").await.unwrap().verified_by, "page_changed");
        assert_eq!(place.server.seen("/sent").len(), 1);
        // S11: nothing leads onto the answer of a form again.
        for tool in ["browser.refresh", "browser.back", "browser.forward"] {
            if tool != "browser.refresh" {
                moved("browser.navigate", to("/one")).await;
            }
            if tool == "browser.forward" {
                person.tab.go(-2).await.unwrap();
            }
            let call = person.call(tool, json!({})).await.unwrap();
            assert_eq!(person.permit(&call).err().as_deref(), Some("P_DENY_REPOST"), "{tool}");
        }
        assert_eq!(place.server.seen("/sent").len(), 1);
    });
}

/// C-26: what was under way when its page or its connection was lost may have happened, and is never called a failure that
/// can be repeated.
#[test]
fn i9_what_is_lost_in_the_middle_may_have_happened() {
    test(async |world, place| {
        place.server.page("/", "<form method=post action=/sent><button>Send</button></form>");
        place.server.page("/broken", "<form method=post action=/cut><button>Send</button></form>");
        place.server.route("/sent", |_| Answer { silent: true, ..html("") });
        // Two lengths are no answer.
        place.server.route("/cut", |_| Answer { headers: vec![("content-length", "7".into())], ..html("") });
        let person = Person::at(world, place, "/").await;
        let dies = async {
            // What is never sent fails by the click's own words.
            for _ in 0..4_000 {
                if !place.server.seen("/sent").is_empty() {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            person.tab.clone().close().await;
        };
        let (sent, ()) = tokio::join!(person.click("Send"), dies);
        let cut = Person::at(world, place, "/broken").await.click("Send").await;
        for (what, error) in [("the page dies", sent.unwrap_err()), ("the connection dies", cut.unwrap_err())]
        {
            let found = (error.code, reason(&error));
            assert_eq!(found, (ErrorCode::Unavailable, "E_LOST_MIDWAY"), "{what}: {error:?}");
        }
        assert_eq!((place.server.seen("/sent").len(), place.server.seen("/cut").len()), (1, 1));
    });
}

/// A page, an act on one of its elements, and why nothing may come of it.
const REFUSED: [(&str, &str, &str, &str, &str); 10] = [
    ("<input aria-label=Name id=f>", "type", "Name", r#"{"text":"first\nsecond"}"#, "E_CONTROL_CHARACTERS"),
    ("<input aria-label=Name id=f readonly>", "type", "Name", r#"{"text":"Ada"}"#, "E_DISABLED"),
    ("<button>Go</button>", "type", "Go", r#"{"text":"Ada"}"#, "E_FIELD_UNKNOWN"),
    ("<button disabled>Go</button>", "click", "Go", "{}", "E_DISABLED"),
    ("<input type=file aria-label=Upload>", "click", "Upload", "{}", "E_FILE_FIELD"),
    (
        "<form action=/sent><input required aria-label=Name><p style='height:3000px'></p><button>Go</button></form>",
        "click",
        "Go",
        "{}",
        "E_FORM_INCOMPLETE",
    ),
    (
        "<label for=f style='cursor:pointer'>Upload</label><input type=file id=f hidden>",
        "click",
        FIRST,
        "{}",
        "E_FILE_FIELD",
    ),
    ("<button>Go</button><div style='position:fixed;inset:0'></div>", "click", "Go", "{}", "E_COVERED"),
    ("<button>Still</button>", "click", "Still", "{}", "VERIFICATION_FAILED"),
    (
        "<select aria-label=Colour><option>red</select>",
        "select",
        "Colour",
        r#"{"value":"green"}"#,
        "E_NO_OPTION",
    ),
];

#[test]
fn s13_i20_what_cannot_be_done_right_is_refused_with_a_reason() {
    test(async |world, place| {
        place.server.page("/", "");
        let person = Person::at(world, place, "/").await;
        for (number, (page, tool, name, rest, expected)) in REFUSED.iter().enumerate() {
            let path = format!("/refused-{number}");
            place.server.page(&path, page);
            person.tab.navigate(&place.server.url(&path)).await.unwrap();
            let rest = serde_json::from_str(rest).unwrap();
            let refused = person.on(&format!("browser.{tool}"), name, rest).await;
            assert_eq!(refused.as_ref().err().map(reason), Some(*expected), "{page}: {refused:?}");
            assert_eq!(
                evaluate(&person.tab, "document.querySelector('#f')?.value ?? ''").await,
                "",
                "{page}"
            );
        }
    });
}

const FORM: &str = "<form id=form method=post action=/approved><input type=hidden name=to value=ada id=to>
    <button id=send>Send</button></form><a id=link href=/approved-link>Link</a>";

/// What a page changes after the yes, with the element that was approved.
const SWAPS: [(&str, &str); 8] = [
    ("form.action = '/other'", "Send"),
    ("form.method = 'get'", "Send"),
    ("form.enctype = 'text/plain'", "Send"),
    ("to.value = 'eve'", "Send"),
    ("form.insertAdjacentHTML('beforeend', '<input type=hidden name=all value=1>')", "Send"),
    ("send.setAttribute('formaction', '/other')", "Send"),
    ("link.href = '/other'", "Link"),
    ("link.textContent = 'Delete'", "Link"),
];

#[test]
fn s6_what_was_approved_is_what_is_done_or_nothing() {
    test(async |world, place| {
        place.server.page("/", FORM);
        let person = Person::at(world, place, "/").await;
        // After the yes, when the pointer comes, and in the very task that presses.
        for when in ["", "mousemove", "pointerdown", "mousedown", "click", "submit"] {
            for (swap, name) in SWAPS {
                // From then on the element's own handlers run, as they do for a person: where it goes is held to.
                if matches!(when, "click" | "submit") && !swap.contains("action") {
                    continue;
                }
                person.tab.navigate(&place.server.url("/")).await.unwrap();
                let handle = person.see(name).await.unwrap();
                let call = person.call("browser.click", json!({ "handleId": handle })).await.unwrap();
                let permit = person.permit(&call).unwrap();
                let change = if when.is_empty() {
                    swap.to_owned()
                } else {
                    format!("document.addEventListener('{when}', () => {{ {swap} }}, true)")
                };
                evaluate(&person.tab, &change).await;
                let done = person.perform(permit).await;
                let code = done.as_ref().err().map(reason);
                assert!(code.is_some(), "{when} {swap}: {done:?}");
                for path in ["/other", "/approved", "/approved-link"] {
                    assert_eq!(place.server.seen(path).len(), 0, "{when} {swap} {path}: {done:?}");
                }
            }
        }
    });
}

/// Ways a button that says "Sort" sends something after all.
const SENDERS: [(&str, &str); 10] = [
    ("fetch", "fetch('/sink', { method: 'POST' }).catch(() => 0)"),
    ("delete", "fetch('/sink', { method: 'DELETE' }).catch(() => 0)"),
    ("keepalive", "fetch('/sink', { method: 'POST', keepalive: true }).catch(() => 0)"),
    ("xhr", "const x = new XMLHttpRequest(); x.open('POST', '/sink'); x.send('a')"),
    ("beacon", "navigator.sendBeacon('/sink', 'a')"),
    (
        "form",
        "document.body.insertAdjacentHTML('beforeend', '<form method=post action=/sink></form>'); document.forms[0].submit()",
    ),
    (
        "form in a frame",
        "document.body.insertAdjacentHTML('beforeend', '<iframe name=w></iframe><form method=post action=/sink target=w></form>'); document.forms[0].submit()",
    ),
    ("worker", "new Worker('/worker.js').postMessage('/sink')"),
    ("shared worker", "new SharedWorker('/shared.js').port.postMessage('/sink')"),
    ("foreign frame", "frames[0].postMessage('/sink', '*')"),
];

#[test]
fn s8_nothing_is_sent_that_was_not_decided_and_what_was_is_sent_once() {
    test(async |world, place| {
        let frame = place.server.other("/frame").to_string();
        place.server.page(
            "/frame",
            "<script>onmessage = (e) => fetch(e.data, { method: 'POST' }).catch(() => 0)</script>",
        );
        for (path, script) in [
            ("/worker.js", "onmessage = (e) => fetch(e.data, { method: 'POST' }).catch(() => 0)"),
            (
                "/shared.js",
                "onconnect = (c) => c.ports[0].onmessage = (e) => fetch(e.data, { method: 'POST' }).catch(() => 0)",
            ),
        ] {
            place.server.route(path, move |_| of_type("text/javascript", script));
        }
        place.server.route("/sink", |_| html("<p>taken</p>"));
        place.server.page("/", "");
        let person = Person::at(world, place, "/").await;
        let mut wrong = Vec::new();
        for (number, (name, script)) in SENDERS.iter().enumerate() {
            let path = format!("/send-{number}");
            let page = format!(
                "<iframe src={frame}></iframe><p id=p>x</p><button id=b>Sort</button>
                <script>b.onclick = () => {{ p.textContent += 'y'; {script} }}</script>"
            );
            place.server.page(&path, &page);
            let before = place.server.seen("/sink").len();
            person.tab.navigate(&place.server.url(&path)).await.unwrap();
            let done = person.click("Sort").await;
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
            let got = place.server.seen("/sink").len() - before;
            let told = match &done {
                Ok(result) => !result.stopped.is_empty(),
                Err(error) => reason(error) == "E_EFFECT_STOPPED",
            };
            if got > 0 || !told {
                wrong.push(format!("{name}: {got} arrived, {done:?}"));
            }
            // The same again, decided by name: it is sent, and not more often than it was decided.
            person.tab.navigate(&place.server.url(&path)).await.unwrap();
            let handle = person.see("Sort").await.unwrap();
            let mut call = person.call("browser.click", json!({ "handleId": handle })).await.unwrap();
            let stopped = person.surface.stopped(person.tab.id());
            if let Some(target) = call.target.as_mut() {
                target.sends = stopped;
            }
            let Ok(permit) = person.permit(&call) else {
                // Nobody named this address of the machine itself in words.
                assert_eq!(*name, "foreign frame");
                continue;
            };
            let done = person.perform(permit).await;
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
            let got = place.server.seen("/sink").len() - before;
            if got != 1 || done.is_err() {
                wrong.push(format!("{name}, approved: {got} arrived, {done:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

/// What was decided has left and something else was stopped: that is no failure after which it could be sent again.
#[test]
fn s8_what_left_beside_what_was_stopped_is_not_sent_again() {
    test(async |world, place| {
        for path in ["/one", "/two", "/sent"] {
            place.server.page(path, "<p>taken</p>");
        }
        let post = |path: &str| format!("fetch('{path}', {{ method: 'POST' }}).catch(() => 0);");
        let (one, two) = (post("/one"), post("/two"));
        place.server.page(
            "/",
            &format!("<p id=p>x</p><button onclick=\"p.textContent += 'y'; {one} {two}\">Sort</button>"),
        );
        place.server.page(
            "/form",
            &format!("<form method=post action=/sent onsubmit=\"{two}\"><button>Send</button></form>"),
        );
        let person = Person::at(world, place, "/").await;
        assert_eq!(reason(&person.click("Sort").await.unwrap_err()), "E_EFFECT_STOPPED");
        let handle = person.see("Sort").await.unwrap();
        let mut call = person.call("browser.click", json!({ "handleId": handle })).await.unwrap();
        let stopped = person.surface.stopped(person.tab.id());
        assert_eq!(stopped.len(), 2);
        if let Some(target) = call.target.as_mut() {
            target.sends = stopped.into_iter().filter(|request| request.url.ends_with("/one")).collect();
        }
        let partly = person.perform(person.permit(&call).unwrap()).await.unwrap_err();
        assert_eq!((partly.code, reason(&partly)), (ErrorCode::VerificationFailed, "E_EFFECT_PARTLY"));
        person.tab.navigate(&place.server.url("/form")).await.unwrap();
        let sent = person.click("Send").await.unwrap();
        assert_eq!((sent.verified_by.as_str(), sent.stopped.len()), ("page_changed", 1));
        let seen = |path| place.server.seen(path).len();
        assert_eq!((seen("/one"), seen("/two"), seen("/sent")), (1, 0, 1));
    });
}

#[test]
fn s8_an_act_that_is_given_up_leaves_no_fence_behind() {
    test(async |world, place| {
        place.server.route("/sink", |_| html("<p>taken</p>"));
        place.server.page(
            "/",
            "<p id=p>x</p><button onclick=\"p.textContent += 'y'\">Wait</button><form method=post action=/sink><button>Send</button></form>",
        );
        let person = Person::at(world, place, "/").await;
        for given_up_after in [0, 1, 5, 20, 60, 200] {
            person.tab.navigate(&place.server.url("/")).await.unwrap();
            let before = place.server.seen("/sink").len();
            let given_up = std::time::Duration::from_millis(given_up_after);
            let wait = tokio::time::timeout(given_up, person.click("Wait")).await;
            assert!(wait.is_err() || given_up_after == 200, "{given_up_after} ms: {wait:?}");
            let sent = person.click("Send").await;
            assert!(sent.is_ok(), "{given_up_after} ms: {sent:?}");
            assert_eq!(place.server.seen("/sink").len() - before, 1, "{given_up_after} ms");
        }
    });
}

#[test]
fn s7_input_that_a_page_diverts_reaches_nothing() {
    test(async |world, place| {
        // The frame is a site of this run: nothing but the guard stands between it and the click.
        let frame = place.server.other("/below").to_string();
        place.server.page("/below", "<style>body{margin:0}button{width:100%;height:300px}</style><button>Pay</button><script>
            for (const type of ['pointerdown', 'mousedown', 'click']) addEventListener(type, (e) => { if (e.isTrusted) fetch('/pressed') }, true)</script>");
        place.server.page("/", &format!("<iframe src={frame} style='position:absolute;left:0;top:0;width:300px;height:300px;border:0'></iframe>
            <button id=b style='position:absolute;left:0;top:0;width:200px;height:200px'>Go</button>
            <script>addEventListener(when, () => b.style.display = 'none', true)</script>").replace("when,", "location.hash.slice(1),"));
        place.server.page(
            "/typing",
            "<input aria-label=Name id=f><input id=g><script>
            let n = 0; f.onkeydown = () => { if (++n === 3) g.focus(); }</script>",
        );
        let person = Person::at(world, place, "/typing").await;
        let stolen = person.on("browser.type", "Name", json!({ "text": "Ada Lovelace" })).await;
        assert_eq!(stolen.as_ref().err().map(reason), Some("E_NO_FOCUS"), "{stolen:?}");
        assert_eq!(evaluate(&person.tab, "g.value").await, "");
        for when in ["mousemove", "pointermove", "pointerdown", "mousedown"] {
            person.tab.navigate(&place.server.url("/typing")).await.unwrap();
            let url = format!("{}#{when}", place.server.url("/"));
            person.tab.navigate(&url::Url::parse(&url).unwrap()).await.unwrap();
            let done = person.click("Go").await;
            assert!(done.is_err() || when.ends_with("down"), "{when}: {done:?}");
            assert_eq!(place.server.seen("/pressed").len(), 0, "{when}");
        }
    });
}

#[test]
fn i5_i6_a_permit_is_for_the_page_it_was_given_for() {
    test(async |world, place| {
        place.server.page("/", "<p id=p>x</p><button onclick=\"p.textContent = 'pressed'\">Go</button>");
        let person = Person::at(world, place, "/").await;
        for (change, expected) in [
            ("location.reload(); 1", "E_PERMIT"),
            ("history.pushState({}, '', '/same')", "E_PERMIT"),
            ("document.body.replaceWith(document.body.cloneNode(true))", "E_GONE"),
            (
                "document.querySelector('button').replaceWith(document.querySelector('button').cloneNode(true))",
                "E_GONE",
            ),
        ] {
            person.tab.navigate(&place.server.url("/")).await.unwrap();
            let handle = person.see("Go").await.unwrap();
            let permit = person
                .permit(&person.call("browser.click", json!({ "handleId": handle })).await.unwrap())
                .unwrap();
            evaluate(&person.tab, change).await;
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
            // A busy machine takes longer to load the page again.
            while person.tab.document().is_err() {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
            let done = person.perform(permit).await;
            assert_eq!(done.as_ref().err().map(reason), Some(expected), "{change}: {done:?}");
            assert_eq!(evaluate(&person.tab, "p.textContent").await, "x", "{change}");
        }
    });
}
