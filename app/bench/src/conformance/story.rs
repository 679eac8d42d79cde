//! The story that every browser has to tell in the same way: what is read, what an act does, and what it refuses.

use serde_json::{Value, json};

/// One page, one thing done on it, and what has to come of it.
pub(super) struct Chapter {
    pub(super) name: &'static str,
    pub(super) page: &'static str,
    pub(super) tool: &'static str,
    /// The name of the element that is acted on.
    pub(super) element: &'static str,
    pub(super) rest: &'static str,
    /// Done to the page between looking and acting, from outside.
    pub(super) meanwhile: &'static str,
    pub(super) comes: Comes,
    /// Must be true on the page afterwards.
    pub(super) holds: &'static str,
    /// Requests other than GET that have to have reached the site, exactly.
    pub(super) sent: usize,
}

/// What comes of an act.
pub(super) enum Comes {
    /// It is done, and this shows it.
    Done(&'static str),
    /// It is refused, with one of these finest codes.
    Refused(&'static [&'static str]),
}

use Comes::{Done, Refused};

const PLAIN: Chapter = Chapter {
    name: "",
    page: "",
    tool: "browser.click",
    element: "Go",
    rest: "{}",
    meanwhile: "",
    comes: Done("element_changed"),
    holds: "true",
    sent: 0,
};

pub(super) const STORY: &[Chapter] = &[
    Chapter {
        name: "a button",
        page: "<button onclick=\"this.textContent = 'done'\">Go</button>",
        holds: "document.querySelector('button').textContent === 'done'",
        ..PLAIN
    },
    Chapter {
        name: "a button that answers later",
        page: "<button id=b>Go</button><p id=p></p><script>b.onclick = () => setTimeout(() => p.textContent = 'done', 60)</script>",
        comes: Done("surface_changed"),
        holds: "p.textContent === 'done'",
        ..PLAIN
    },
    Chapter {
        name: "a button far down",
        page: "<p style='height:4000px'>x</p><button onclick=\"this.textContent = 'done'\">Go</button>",
        holds: "document.querySelector('button').textContent === 'done'",
        ..PLAIN
    },
    Chapter {
        name: "a link",
        page: "<a href='/there'>Go</a>",
        comes: Done("page_changed"),
        holds: "location.pathname === '/there'",
        ..PLAIN
    },
    Chapter {
        name: "a page that changes its address by itself",
        page: "<button onclick=\"history.pushState({}, '', '/x'); document.body.append('moved')\">Go</button>",
        comes: Done("page_changed"),
        holds: "location.pathname === '/x'",
        ..PLAIN
    },
    Chapter {
        name: "a box",
        page: "<label><input type=checkbox id=c>Go</label>",
        holds: "c.checked",
        ..PLAIN
    },
    Chapter {
        name: "a text in an empty field",
        page: "<input aria-label=Go id=f>",
        tool: "browser.type",
        rest: r#"{ "text": "two words" }"#,
        holds: "f.value === 'two words'",
        ..PLAIN
    },
    Chapter {
        name: "a text in place of another",
        page: "<input aria-label=Go id=f value=old>",
        tool: "browser.type",
        rest: r#"{ "text": "new", "clearFirst": true }"#,
        holds: "f.value === 'new'",
        ..PLAIN
    },
    Chapter {
        name: "a field that only believes in real input",
        page: "<input aria-label=Go id=f><script>let state = ''; f.addEventListener('input', (event) => { if (event.isTrusted) state = f.value; else f.value = state; });</script>",
        tool: "browser.type",
        rest: r#"{ "text": "kept" }"#,
        holds: "f.value === 'kept'",
        ..PLAIN
    },
    Chapter {
        name: "several lines",
        page: "<textarea aria-label=Go id=f></textarea>",
        tool: "browser.type",
        rest: r#"{ "text": "one\ntwo" }"#,
        holds: "f.value === 'one\\ntwo'",
        ..PLAIN
    },
    Chapter {
        name: "a region that is written into",
        page: "<div contenteditable role=textbox aria-label=Go id=f></div>",
        tool: "browser.type",
        rest: r#"{ "text": "words" }"#,
        holds: "f.textContent === 'words'",
        ..PLAIN
    },
    Chapter {
        name: "a list of the browser",
        page: "<select aria-label=Go id=s><option>red<option>blue</select><p id=p></p><script>s.onchange = () => p.textContent = s.value</script>",
        tool: "browser.select",
        rest: r#"{ "value": "blue" }"#,
        holds: "s.value === 'blue' && p.textContent === 'blue'",
        ..PLAIN
    },
    Chapter {
        name: "a list that the page draws",
        page: "<div role=combobox tabindex=0 aria-label=Go aria-expanded=false aria-controls=l id=b>Pick</div><ul role=listbox id=l hidden><li role=option>red</li><li role=option>blue</li></ul><script>b.onclick = () => { l.hidden = !l.hidden; }; for (const o of l.children) o.onclick = () => { b.textContent = o.textContent; o.setAttribute('aria-selected', 'true'); l.hidden = true; };</script>",
        tool: "browser.select",
        rest: r#"{ "value": "blue" }"#,
        holds: "b.textContent === 'blue'",
        ..PLAIN
    },
    Chapter {
        name: "an option that is not there",
        page: "<select aria-label=Go id=s><option>red</select>",
        tool: "browser.select",
        rest: r#"{ "value": "green" }"#,
        comes: Refused(&["E_NO_OPTION"]),
        holds: "s.value === 'red'",
        ..PLAIN
    },
    Chapter {
        name: "in a shadow tree",
        page: "<my-box></my-box><script>customElements.define('my-box', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<button>Go</button>'; this.shadowRoot.firstChild.onclick = (e) => e.target.textContent = 'done'; } })</script>",
        holds: "document.querySelector('my-box').shadowRoot.firstChild.textContent === 'done'",
        ..PLAIN
    },
    Chapter {
        name: "in a frame of the page's own site",
        page: "<h1>Outer</h1><iframe style='margin:40px;width:400px;height:200px' srcdoc=\"<button onclick='parent.got = 1; this.textContent = 1'>Go</button>\"></iframe>",
        holds: "window.got === 1",
        ..PLAIN
    },
    Chapter {
        name: "an element that is gone",
        page: "<button id=b>Go</button>",
        meanwhile: "b.remove()",
        comes: Refused(&["E_GONE"]),
        ..PLAIN
    },
    Chapter {
        name: "an element that cannot be used",
        page: "<button id=b onclick='window.got = 1'>Go</button>",
        meanwhile: "b.disabled = true",
        comes: Refused(&["E_DISABLED"]),
        holds: "window.got === undefined",
        ..PLAIN
    },
    Chapter {
        name: "an element with something on top",
        page: "<button id=b onclick='window.got = 1'>Go</button>",
        meanwhile: "document.body.insertAdjacentHTML('beforeend', \"<div style='position:fixed;inset:0;z-index:9'></div>\")",
        comes: Refused(&["E_COVERED"]),
        holds: "window.got === undefined",
        ..PLAIN
    },
    Chapter {
        name: "an element that cannot be seen",
        page: "<button id=b onclick='window.got = 1'>Go</button>",
        meanwhile: "b.style.display = 'none'",
        comes: Refused(&["E_NOT_VISIBLE"]),
        holds: "window.got === undefined",
        ..PLAIN
    },
    Chapter {
        name: "a link that now leads elsewhere",
        page: "<a id=a href='/there'>Go</a>",
        meanwhile: "a.href = '/elsewhere'",
        comes: Refused(&["E_CHANGED"]),
        holds: "location.pathname !== '/elsewhere'",
        ..PLAIN
    },
    Chapter {
        name: "a link that changes under the pointer",
        page: "<a id=a href='/there' onmousedown=\"this.href = '/elsewhere'\">Go</a>",
        // With real input the guard stops the click; without, it is looked at again before there is one.
        comes: Refused(&["E_TARGET_CHANGED", "E_INPUT_STOPPED"]),
        holds: "location.pathname !== '/elsewhere'",
        ..PLAIN
    },
    Chapter {
        name: "a form, sent once",
        page: "<form method=post action='/sent'><input name=a value=1><button>Go</button></form>",
        comes: Done("page_changed"),
        holds: "location.pathname === '/sent'",
        sent: 1,
        ..PLAIN
    },
    Chapter {
        name: "a form that lacks something",
        page: "<form method=post action='/sent'><input name=a required><button>Go</button></form>",
        comes: Refused(&["E_FORM_INCOMPLETE"]),
        ..PLAIN
    },
    Chapter {
        name: "a script that sends on a click",
        page: "<button onclick=\"fetch('/sent', { method: 'POST' }).catch(() => {})\">Go</button>",
        comes: Refused(&["E_EFFECT_STOPPED"]),
        ..PLAIN
    },
    Chapter {
        name: "a field for files",
        page: "<label>Go <input type=file id=f></label>",
        comes: Refused(&["E_FILE_FIELD"]),
        ..PLAIN
    },
    Chapter {
        name: "a button that does nothing",
        page: "<button>Go</button>",
        comes: Refused(&["VERIFICATION_FAILED"]),
        ..PLAIN
    },
    Chapter {
        name: "going on by a page",
        page: "<p style='height:4000px'>x</p><button>Go</button>",
        tool: "browser.scroll",
        element: "",
        rest: r#"{ "deltaY": 1 }"#,
        comes: Done("viewport_moved"),
        holds: "scrollY > 100",
        ..PLAIN
    },
    Chapter {
        name: "a text that comes later",
        page: "<p id=p>Working</p><script>setTimeout(() => p.textContent = 'Ready', 1500)</script>",
        tool: "browser.wait_for",
        element: "",
        rest: r#"{ "condition": { "kind": "text_appears", "text": "Ready" } }"#,
        comes: Done("condition_met"),
        holds: "p.textContent === 'Ready'",
        ..PLAIN
    },
    Chapter {
        name: "a text of the page that follows",
        page: "<p>Working</p><script>setTimeout(() => location.href = '/there', 1000)</script>",
        tool: "browser.wait_for",
        element: "",
        rest: r#"{ "condition": { "kind": "text_appears", "text": "There" }, "timeoutMs": 8000 }"#,
        comes: Done("condition_met"),
        holds: "location.pathname === '/there'",
        ..PLAIN
    },
    Chapter {
        name: "a text that does not come",
        page: "<p>Working</p>",
        tool: "browser.wait_for",
        element: "",
        rest: r#"{ "condition": { "kind": "text_appears", "text": "Ready" }, "timeoutMs": 700 }"#,
        comes: Refused(&["E_DID_NOT_COME"]),
        ..PLAIN
    },
];

impl Chapter {
    /// The arguments of its call.
    pub(super) fn arguments(&self, handle: Option<&str>) -> Value {
        let mut arguments: Value = serde_json::from_str(self.rest).unwrap_or_else(|_| json!({}));
        if let Some(handle) = handle {
            arguments["handleId"] = handle.into();
        }
        arguments
    }
}
