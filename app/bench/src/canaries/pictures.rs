//! Pictures: the same page with other secrets must give the same picture, pixel for pixel.

use std::io::Cursor;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use laika_browser::{Isolated, Tab};
use png::{ColorType, Decoder, Transformations};
use serde_json::{Value, json};

use super::pages::Sites;
use crate::web::evaluate;
use crate::web::{self, Site};

const WITHIN: Duration = Duration::from_secs(20);

/// Every field that shows what it holds, each in a box whose size does not depend on it.
const FIELDS: [(&str, &str); 22] = [
    ("text", "<input value={}>"),
    ("search", "<input type=search value={}>"),
    ("mail", "<input type=email value={}@example.com>"),
    ("phone", "<input type=tel value={}>"),
    ("address", "<input type=url value=https://example.com/{}>"),
    ("number", "<input type=number value={#}>"),
    ("date", "<input type=date value=2{#3}-03-04>"),
    ("time", "<input type=time value=1{#1}:2{#1}>"),
    ("password", "<input type=password value={}>"),
    ("card", "<input autocomplete=cc-number value={#}>"),
    ("one-time code", "<input autocomplete=one-time-code value={#}>"),
    ("with a list", "<input list=l value={}>"),
    ("several lines", "<textarea>{} {}</textarea>"),
    ("list", "<select><option>{}</option><option>other</option></select>"),
    (
        "list of several",
        "<select multiple size=2><option selected>{}</option><option>other</option></select>",
    ),
    ("edited in place", "<div class=w contenteditable>{}</div>"),
    ("edited as plain text", "<div class=w contenteditable=plaintext-only>{} <b>{}</b></div>"),
    ("textbox by its role", "<div class=w role=textbox tabindex=0>{}</div>"),
    ("read only", "<input readonly value={}>"),
    ("turned", "<input style=\"transform:rotate(8deg)\" value={}>"),
    ("enlarged", "<input style=\"transform:scale(1.1)\" value={}>"),
    ("with a shadow", "<input style=\"text-shadow:0 0 3px red\" value={}>"),
];

/// What was found in two pictures of one page.
pub(super) struct Compared {
    /// The fields, and those that do not look the same.
    pub(super) fields: usize,
    pub(super) different: Vec<String>,
    /// Those that are not one colour all over.
    pub(super) not_uniform: Vec<String>,
    /// Pixels that differ outside all fields.
    pub(super) elsewhere: usize,
    /// Pixels that differ when nothing is painted over: the control.
    pub(super) bare: usize,
}

/// The document of one edition; frames and shadow trees hold fields, too.
pub(super) fn page(edition: u32, sites: Sites<'_>) -> String {
    let mut body = String::new();
    for (name, html) in FIELDS {
        body.push_str(&format!("<div class=f data-name=\"{name}\">{}</div>", filled(html, name, edition)));
    }
    let tree = |name: &str| filled("<input style=\"width:150px\" value={}>", name, edition);
    body.push_str(&format!(
        "<div class=f data-name=\"open shadow tree\" id=open></div><div class=f data-name=\"closed shadow tree\" id=closed></div>\
         <div class=f data-name=\"frame of this site\"><iframe src=\"/picture-frame?edition={edition}\"></iframe></div>\
         <div class=f data-name=\"frame of another site\"><iframe src=\"{}/picture-frame?edition={edition}\"></iframe></div>\
         <script>document.getElementById('open').attachShadow({{mode:'open'}}).innerHTML='{}';\
         document.getElementById('closed').attachShadow({{mode:'closed'}}).innerHTML='{}'</script>",
        sites.other,
        tree("open"),
        tree("closed")
    ));
    format!(
        "<!doctype html><meta charset=utf-8><title>Fields</title><style>*{{caret-color:transparent}}body{{margin:8px;font:14px monospace}}\
         .f{{display:inline-block;width:180px;height:52px;margin:8px;overflow:hidden;vertical-align:top}}\
         input,textarea,select,.w{{width:150px;height:30px;box-sizing:border-box;overflow:hidden}}iframe{{width:170px;height:48px;border:0}}</style>\
         <body><datalist id=l><option>one</datalist>{body}</body>"
    )
}

/// The document of a frame.
pub(super) fn frame(edition: u32) -> String {
    let field = filled("<input style=\"width:150px\" value={}>", "frame", edition);
    format!("<!doctype html><title>Frame</title><body style=\"margin:4px\">{field}")
}

/// Takes both pictures, and compares them.
pub(super) async fn compare(surface: &Isolated, site: &Site) -> Result<Compared> {
    let mut shots = Vec::new();
    let mut boxes = Value::Null;
    for edition in [1, 2] {
        let tab = web::open(surface, &site.url(&format!("/pictures?edition={edition}"))).await?;
        tab.activate().await.map_err(said)?;
        tab.settle(Duration::from_millis(200), Duration::from_secs(5)).await.map_err(said)?;
        let bare = bare(&tab).await?;
        let picture = tab.capture().await.map_err(said)?;
        boxes = evaluate(&tab, BOXES).await?;
        tab.close().await;
        shots.push((picture, bare));
    }
    let [(one, bare_one), (two, bare_two)] = &shots[..] else { bail!("two pictures were not taken") };
    let (one, two) = (Pixels::of(&one.png)?, Pixels::of(&two.png)?);
    let (bare_one, bare_two) = (Pixels::of(bare_one)?, Pixels::of(bare_two)?);
    let mut found =
        Compared { fields: 0, different: Vec::new(), not_uniform: Vec::new(), elsewhere: 0, bare: 0 };
    let boxes: Vec<Box> = boxes.as_array().into_iter().flatten().filter_map(Box::of).collect();
    for place in &boxes {
        found.fields += 1;
        if place.pixels().any(|(x, y)| one.at(x, y) != two.at(x, y)) {
            found.different.push(place.name.clone());
        }
        let middle = one.at(place.x + place.width / 2, place.y + place.height / 2);
        if place.inner && place.pixels().any(|(x, y)| one.at(x, y) != middle) {
            found.not_uniform.push(place.name.clone());
        }
    }
    let all = || (0..one.height).flat_map(|y| (0..one.width).map(move |x| (x, y)));
    found.elsewhere = all()
        .filter(|(x, y)| one.at(*x, *y) != two.at(*x, *y) && !boxes.iter().any(|place| place.holds(*x, *y)))
        .count();
    found.bare = all().filter(|(x, y)| bare_one.at(*x, *y) != bare_two.at(*x, *y)).count();
    Ok(found)
}

/// The places around all fields, and of those that stand straight in the page itself, the fields alone.
const BOXES: &str = r"[...document.querySelectorAll('.f')].map((it) => {
    const name = it.dataset.name;
    const field = it.querySelector('input,textarea,select,.w');
    const straight = field && getComputedStyle(field).transform === 'none';
    const { x, y, width, height } = (straight ? field : it).getBoundingClientRect();
    return { name, inner: Boolean(straight), x, y, width, height };
})";

async fn bare(tab: &Tab) -> Result<Vec<u8>> {
    let answer = tab.session().call("Page.captureScreenshot", json!({ "format": "png" }), WITHIN).await?;
    let text = answer["data"].as_str().unwrap_or_default();
    base64::Engine::decode(&base64::engine::general_purpose::STANDARD, text)
        .map_err(|error| anyhow::anyhow!("the browser's picture cannot be read: {error}"))
}

fn said(error: laika_protocol::ToolError) -> anyhow::Error {
    anyhow::anyhow!("{}: {}", error.code.code(), error.message)
}

/// Puts letters and digits of one edition in, always equally many.
fn filled(html: &str, name: &str, edition: u32) -> String {
    let mut planter = super::canary::Planter::new("pictures", edition);
    let (word, digits) = (planter.word(name), planter.digits(name, 14));
    let digit = |index: usize| digits.get(index..=index).unwrap_or("0");
    html.replace("{#3}", &digits[..3])
        .replace("{#1}", digit(5))
        .replace("{#}", &digits[..12])
        .replace("{}", &word[..14])
}

struct Box {
    name: String,
    /// It is the field itself, and not what stands around it.
    inner: bool,
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

impl Box {
    fn of(value: &Value) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "places on a screen")]
        let number = |name: &str| value[name].as_f64().map(|number| number.clamp(0.0, 4096.0).round() as u32);
        Some(Self {
            name: value["name"].as_str()?.to_owned(),
            inner: value["inner"].as_bool()?,
            x: number("x")?,
            y: number("y")?,
            width: number("width")?,
            height: number("height")?,
        })
    }

    fn pixels(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (self.y..self.y + self.height).flat_map(|y| (self.x..self.x + self.width).map(move |x| (x, y)))
    }

    fn holds(&self, x: u32, y: u32) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }
}

struct Pixels {
    width: u32,
    height: u32,
    step: usize,
    bytes: Vec<u8>,
}

impl Pixels {
    fn of(png: &[u8]) -> Result<Self> {
        let mut decoder = Decoder::new(Cursor::new(png));
        decoder.set_transformations(Transformations::normalize_to_color8());
        let mut reader = decoder.read_info()?;
        let mut bytes = vec![0; reader.output_buffer_size().context("the picture is too large")?];
        let info = reader.next_frame(&mut bytes)?;
        let step = match info.color_type {
            ColorType::Rgb => 3,
            ColorType::Rgba => 4,
            ColorType::Grayscale | ColorType::GrayscaleAlpha | ColorType::Indexed => {
                bail!("the picture has no colours")
            }
        };
        Ok(Self { width: info.width, height: info.height, step, bytes })
    }

    /// The colour at a place; none outside.
    fn at(&self, x: u32, y: u32) -> Option<&[u8]> {
        let start = (y as usize * self.width as usize + x as usize) * self.step;
        (x < self.width).then(|| self.bytes.get(start..start + 3)).flatten()
    }
}
