//! Frames and shadow trees.

use super::{Page, Sites, document, plain};
use crate::canaries::canary::Planter;

pub(super) fn page(planter: &mut Planter, sites: Sites<'_>) -> Page {
    let held = planter.word("text of a frame of another site");
    let field = planter.word("field of a frame of another site");
    let title = planter.word("title of a frame of another site");
    let other = document(
        &title,
        &format!("<p>{held}</p><label>Comment <input value=\"{field}\"></label><button>{held}</button>"),
    );
    let sealed = planter.word("text of a frame without an origin");
    let deep = planter.word("text of another site inside a frame of this one");
    let own_field = planter.word("field of a frame of this site");
    let own_hidden = planter.word("hidden text of a frame of this site");
    let own = document(
        "Inner page",
        &format!(
            "<p>Inner words.</p><p hidden>{own_hidden}</p><label>Inner field <input value=\"{own_field}\"></label><iframe src=\"{}/deep\" width=200 height=50></iframe>",
            sites.other
        ),
    );
    let unseen = planter.word("text of a frame that is not shown");
    let query = planter.word("query of a frame's address");
    let body = format!(
        "<h1>Dashboard</h1><div id=open></div><div id=closed></div>\
         <iframe src=\"{other}/other?token={query}\" width=300 height=80></iframe>\
         <iframe src=\"/own\" width=300 height=120></iframe>\
         <iframe sandbox=allow-scripts src=\"/sealed\" width=300 height=60></iframe>\
         <iframe src=\"/unseen-frame\" style=\"display:none\"></iframe>",
        other = sites.other
    );
    let mut page = plain("/frames", "Dashboard", &body);
    page.beside = vec![
        ("/own".into(), own),
        ("/sealed".into(), document("Sealed", &format!("<p>{sealed}</p>"))),
        ("/unseen-frame".into(), document("Unseen", &format!("<p>{unseen}</p><button>{unseen}</button>"))),
    ];
    page.elsewhere =
        vec![("/other".into(), other), ("/deep".into(), document("Deep", &format!("<p>{deep}</p>")))];
    let open_field = planter.word("field in an open shadow tree");
    let open_hidden = planter.word("hidden text in an open shadow tree");
    let closed = planter.word("field in a closed shadow tree");
    let unslotted = planter.word("child of a host that no slot shows");
    page.set_up = format!(
        "document.getElementById('open').attachShadow({{mode:'open'}}).innerHTML = '<p>Shadow words.</p><p hidden>{open_hidden}</p><label>Shadow field <input value={open_field}></label>',\
         document.getElementById('open').insertAdjacentHTML('beforeend', '<p>{unslotted}</p>'),\
         document.getElementById('closed').attachShadow({{mode:'closed'}}).innerHTML = '<label>Closed field <input value={closed}></label>', null"
    );
    page
}
