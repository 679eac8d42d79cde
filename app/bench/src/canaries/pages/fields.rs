//! Fields that hold something, of every kind there is.

use super::{Page, Sites, plain};
use crate::canaries::canary::Planter;

const TEXTS: [(&str, &str); 12] = [
    ("Full name", "type=text autocomplete=name"),
    ("Search shop", "type=search"),
    ("Backup phrase", "type=text"),
    ("Password", "type=password autocomplete=current-password"),
    ("New password", "type=password autocomplete=new-password"),
    ("Shown password", "type=text autocomplete=current-password"),
    ("Name on card", "type=text autocomplete=cc-name"),
    ("Login name", "type=text autocomplete=username"),
    ("Read only code", "type=text readonly"),
    ("Locked note", "type=text disabled"),
    ("Tick box payload", "type=checkbox"),
    ("Round box payload", "type=radio name=r"),
];

const NUMBERS: [(&str, &str, usize); 6] = [
    ("Card number", "type=text autocomplete=cc-number inputmode=numeric", 16),
    ("Security code", "type=text autocomplete=cc-csc", 12),
    ("One time code", "type=text autocomplete=one-time-code", 12),
    ("Phone", "type=tel autocomplete=tel", 14),
    ("Account balance", "type=number", 14),
    ("Volume", "type=range min=0 max=999999999999", 11),
];

pub(super) fn page(planter: &mut Planter, _sites: Sites<'_>) -> Page {
    let mut body = String::from("<h1>Your details</h1><form action=/send method=post>");
    let mut add = |label: &str, field: &str| {
        body.push_str(&format!("<p><label>{label} {field}</label></p>"));
    };
    for (label, attributes) in TEXTS {
        let secret = planter.word(label);
        add(label, &format!("<input {attributes} value=\"{secret}\" placeholder=\"write here\">"));
    }
    for (label, attributes, count) in NUMBERS {
        let secret = planter.digits(label, count);
        add(label, &format!("<input {attributes} value=\"{secret}\">"));
    }
    for (label, kind, shape) in SHAPES {
        let secret = planter.shaped(label, shape);
        add(label, &format!("<input type={kind} step=any value=\"{secret}\">"));
    }
    let mail = planter.word("E-mail");
    add("E-mail", &format!("<input type=email value=\"{mail}@example.com\">"));
    let site = planter.word("Home page");
    add("Home page", &format!("<input type=url value=\"https://example.com/{site}\">"));
    let text = planter.word("Message");
    add("Message", &format!("<textarea rows=3>Dear friend, {text}</textarea>"));
    let chosen = planter.word("Country, the value of the chosen option");
    let other = planter.word("Country, the value of another option");
    add(
        "Country",
        &format!(
            "<select><option value=\"{chosen}\" selected>Norway</option><option value=\"{other}\">Chile</option></select>"
        ),
    );
    let several = planter.word("Colours, a value of several");
    add(
        "Colours",
        &format!(
            "<select multiple><option value=\"{several}\" selected>Red</option><option>Blue</option></select>"
        ),
    );
    let list = planter.word("City, an entry of its list");
    let label = planter.word("City, the label of an entry of its list");
    let held = planter.word("City");
    add(
        "City",
        &format!(
            "<input list=cities value=\"{held}\"><datalist id=cities><option value=\"{list}\"><option label=\"{label}\" value=Oslo></datalist>"
        ),
    );
    let hidden = planter.word("a hidden input");
    let outside = planter.word("a hidden input outside a form");
    body.push_str(&format!("<input type=hidden name=csrf value=\"{hidden}\"><output>Total</output><button>Save details</button></form><input type=hidden value=\"{outside}\">"));
    let editable = planter.word("a part that is edited in place");
    let plain_text = planter.word("a part that is edited as plain text");
    let cell = planter.word("a cell that is edited in place");
    let item = planter.word("an entry of a list that is edited in place");
    let paragraph = planter.word("a paragraph that is edited in place");
    let role = planter.word("a textbox by its role");
    let number = planter.digits("a spinbutton by its role", 13);
    let meter = planter.word("what a slider says of its value");
    body.push_str(&format!(
        "<div contenteditable aria-label=\"Letter\"><p>Hello {editable}</p></div>\
         <div contenteditable=plaintext-only aria-label=\"Draft\">{plain_text}</div>\
         <table><tr><th>Note</th></tr><tr><td contenteditable>{cell}</td></tr></table>\
         <ul><li contenteditable style=\"cursor:pointer\">{item}</li></ul><p contenteditable onclick=\"\">{paragraph}</p>\
         <div role=textbox aria-label=\"Notes\" tabindex=0 contenteditable>{role}</div>\
         <div role=spinbutton aria-label=\"Guests\" tabindex=0 aria-valuenow={number} aria-valuetext=\"{number} people\"></div>\
         <div role=slider aria-label=\"Warmth\" tabindex=0 aria-valuenow=3 aria-valuetext=\"{meter}\" style=\"width:80px;height:10px;background:#ccc\"></div>"
    ));
    // A label holds its field, so its name must be made without what the field holds.
    let inside = planter.word("a field inside a button's label");
    body.push_str(&format!("<label for=later>Remind me in <input value=\"{inside}\" size=40> days</label><input type=checkbox id=later>"));
    let property = planter.word("a value that only a script set");
    let area = planter.word("a textarea that only a script filled");
    let mut page = plain(
        "/fields",
        "Your details",
        &format!(
            "{body}<p><label>Nickname <input id=scripted></label></p><p><label>Remarks <textarea id=area></textarea></label></p>"
        ),
    );
    page.set_up = format!(
        "document.getElementById('scripted').value='{property}', document.getElementById('area').value='{area}', null"
    );
    page
}

type Shape = fn(&mut dyn FnMut(u32, u32) -> u32) -> String;

const SHAPES: [(&str, &str, Shape); 6] = [
    ("Birthday", "date", |between| {
        format!("{}-{:02}-{:02}", between(3000, 9999), between(1, 12), between(1, 28))
    }),
    ("Alarm", "time", |between| {
        format!("{:02}:{:02}:{:02}.{:03}", between(0, 23), between(0, 59), between(1, 59), between(101, 999))
    }),
    ("Meeting", "datetime-local", |between| {
        format!(
            "{}-{:02}-{:02}T{:02}:{:02}",
            between(3000, 9999),
            between(1, 12),
            between(1, 28),
            between(0, 23),
            between(0, 59)
        )
    }),
    ("Expiry month", "month", |between| format!("{}-{:02}", between(3000, 9999), between(1, 12))),
    ("Work week", "week", |between| format!("{}-W{:02}", between(3000, 9999), between(1, 52))),
    ("Favourite colour", "color", |between| format!("#{:02x}{:04x}", between(16, 255), between(4096, 65535))),
];
