//! `laika demo compare`: four lanterns of the shop become a table with a citation in every cell, by the very commands that
//! a person types.

use anyhow::Result;
use laika_bench::web::Site;

use crate::arguments::collections::{Add, Collections, Mode, Thinks, Told, Transform};
use crate::arguments::demo::Demo;
use crate::commands::collect;
use crate::printer::{Outcome, Printer};

const LANTERNS: [&str; 4] =
    ["fulmar-storm-lantern", "petrel-table-lantern", "gannet-deck-lantern", "dunlin-pocket-torch"];
const SETTINGS: [&str; 2] = ["columns=price,weight,burning time,stock", "preferences=cheapest first"];

pub(super) fn run(demo: &Demo, site: &Site, printer: &mut Printer) -> Result<Outcome> {
    // The site has another address each time, and pages of an earlier one would stand beside these.
    let title = format!("Lanterns of {}", site.origin().trim_start_matches("http://"));
    let told = |json| Told { folder: demo.folder.clone(), json };
    let add = Add {
        collection: title.clone(),
        urls: LANTERNS.map(|name| site.url(&format!("/shop/{name}.html"))).to_vec(),
        notes: Vec::new(),
        files: Vec::new(),
        from: None,
        top: None,
        only: Vec::new(),
        mode: Mode::Auto,
        no_wait: false,
        told: told(false),
    };
    printer.say("\ntyped", format_args!("laika collection add \"{title}\" {}", add.urls.join(" ")));
    if !matches!(collect::run(&Collections::Add(Box::new(add)), printer)?, Outcome::Done) {
        return Ok(Outcome::Defects);
    }
    let [columns, preferences] = SETTINGS;
    printer.say(
        "\ntyped",
        format_args!("laika transform comparison \"{title}\" --set \"{columns}\" --set \"{preferences}\""),
    );
    let transform = Transform {
        kind: "comparison".into(),
        collection: Some(title.clone()),
        config: SETTINGS.map(str::to_owned).to_vec(),
        list: false,
        thinks: Thinks { model: demo.model.clone(), no_model: false },
        told: told(demo.json),
    };
    let made = collect::transform(&transform, printer)?;
    printer.say(
        "next",
        format_args!(
            "`laika open` shows it in a window; `laika collection remove \"{title}\"` removes all of it"
        ),
    );
    Ok(made)
}
