//! Parts of a document that are no text of the page.

use super::{Page, Sites, plain};
use crate::canaries::canary::Planter;

pub(super) fn page(planter: &mut Planter, _sites: Sites<'_>) -> Page {
    let mut body = String::from("<h1>Weather</h1><p>Sunny today.</p>");
    for (place, html) in [
        ("a comment", "<!-- {} -->"),
        ("a comment in a paragraph", "<p>Dry <!-- {} --> tomorrow.</p>"),
        ("a script", "<script>var held = '{}'</script>"),
        ("a script of data", "<script type=application/json>{\"key\":\"{}\"}</script>"),
        ("linked data", "<script type=application/ld+json>{\"@type\":\"Person\",\"email\":\"{}\"}</script>"),
        ("a style", "<style>.x{content:'{}'}</style>"),
        ("a template", "<template><p>{}</p></template>"),
        ("a part for readers without scripts", "<noscript><p>{}</p></noscript>"),
        ("an old style of frames", "<noframes>{}</noframes>"),
        ("text inside a style in the body", "<svg width=10 height=10><style>/* {} */</style></svg>"),
        (
            "metadata of a drawing",
            "<svg width=10 height=10><metadata>{}</metadata><defs><text>{}</text></defs></svg>",
        ),
        ("a processing instruction", "<?held {}?>"),
        ("text before a fallback", "<ruby>rain<rp style=\"display:none\">{}</rp></ruby>"),
    ] {
        let secret = planter.word(place);
        body.push_str(&html.replace("{}", &secret));
    }
    body.push_str("<table><caption>Week</caption><tr><th>Day<th>Sky</tr><tr><td>Monday<td>Clear");
    body.push_str(&format!("<!--{}-->", planter.word("a comment in a cell")));
    body.push_str(&format!(
        "<span hidden>{}</span></td></tr></table>",
        planter.word("a hidden part of a cell")
    ));
    plain("/unseen", "Weather", &body)
}
