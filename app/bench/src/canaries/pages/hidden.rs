//! Text that is in the document and on no screen.

use super::{Page, Sites, plain};
use crate::canaries::canary::Planter;

/// How it is hidden, and the element; `{}` stands for the text.
const TRICKS: [(&str, &str); 32] = [
    ("display none", "<p style=\"display:none\">{}</p>"),
    ("display none on a parent", "<div style=\"display:none\"><div><p>{}</p></div></div>"),
    ("display none by a rule", "<p class=gone>{}</p>"),
    ("visibility hidden", "<p style=\"visibility:hidden\">{}</p>"),
    ("visibility hidden on a parent", "<div style=\"visibility:hidden\"><p>{}</p></div>"),
    ("opacity 0", "<p style=\"opacity:0\">{}</p>"),
    ("opacity 0 on a parent", "<div style=\"opacity:0\"><p>{}</p></div>"),
    ("opacity by a filter", "<p style=\"filter:opacity(0)\">{}</p>"),
    ("font size 0", "<p style=\"font-size:0\">{}</p>"),
    ("hidden attribute", "<p hidden>{}</p>"),
    ("hidden until found", "<p hidden=until-found>{}</p>"),
    ("inert", "<div inert><p>{}</p></div>"),
    ("no height", "<div style=\"height:0;overflow:hidden\">{}</div>"),
    ("no width", "<div style=\"width:0;overflow:hidden;white-space:nowrap\">{}</div>"),
    ("no most height", "<div style=\"max-height:0;overflow:hidden\">{}</div>"),
    ("left of the screen", "<p style=\"position:absolute;left:-9999px\">{}</p>"),
    ("above the screen", "<p style=\"position:absolute;top:-9999px\">{}</p>"),
    ("indented away", "<p style=\"text-indent:-9999px;overflow:hidden\">{}</p>"),
    ("clipped to nothing", "<p style=\"position:absolute;clip:rect(0,0,0,0)\">{}</p>"),
    ("clipped by a path", "<p style=\"clip-path:inset(100%)\">{}</p>"),
    ("clipped by a circle", "<p style=\"clip-path:circle(0)\">{}</p>"),
    ("colour of the ground", "<p style=\"color:#fff;background:#fff\">{}</p>"),
    ("transparent colour", "<p style=\"color:transparent\">{}</p>"),
    ("transparent fill", "<p style=\"-webkit-text-fill-color:transparent\">{}</p>"),
    ("scaled to nothing", "<p style=\"transform:scale(0)\">{}</p>"),
    ("moved away", "<p style=\"transform:translateX(-9999px)\">{}</p>"),
    ("content visibility", "<div style=\"content-visibility:hidden\"><p>{}</p></div>"),
    ("closed details", "<details><summary>More</summary><p>{}</p></details>"),
    ("closed dialog", "<dialog><p>{}</p></dialog>"),
    (
        "collapsed row",
        "<table><tr><td>Shown</td></tr><tr style=\"visibility:collapse\"><td>{}</td></tr></table>",
    ),
    ("fallback of a picture", "<canvas width=10 height=10>{}</canvas>"),
    ("fallback of a video", "<video width=10 height=10>{}</video>"),
];

/// Things that can be used, hidden the same way: their names must not be read either.
const CONTROLS: [(&str, &str); 4] = [
    ("a hidden button", "<button style=\"display:none\">{}</button>"),
    ("a link nobody sees", "<a href=/x style=\"opacity:0\">{}</a>"),
    ("a link off the screen", "<a href=/y style=\"position:absolute;left:-9999px\">{}</a>"),
    ("a hidden part of a button", "<button>Pay <span style=\"display:none\">{}</span></button>"),
];

pub(super) fn page(planter: &mut Planter, _sites: Sites<'_>) -> Page {
    let mut body =
        String::from("<style>.gone{display:none}</style><h1>Opening hours</h1><p>We open at nine.</p>");
    for (place, html) in TRICKS.iter().chain(&CONTROLS) {
        let secret = planter.word(place);
        body.push_str(&html.replace("{}", &format!("hush {secret}")));
    }
    body.push_str("<p>We close at five.</p>");
    plain("/hidden", "Opening hours", &body)
}
