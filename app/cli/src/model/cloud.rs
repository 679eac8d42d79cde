//! `laika model cloud`: what may leave for models on other machines.

use anyhow::{Result, anyhow};
use laika_model::catalogue::{Library, Reach};
use laika_policy::Place;
use laika_policy::cloud::{CloudRules, Switch};
use url::Url;

use super::arguments::{Cloud, Site};
use super::{failed, library};
use crate::arguments::runs::Folder;
use crate::printer::{Outcome, Printer};
use crate::table::Table;

/// The word for sites that nothing was said about.
const OTHERS: &str = "others";

pub(super) fn run(folder: &Folder, change: Option<&Cloud>, printer: &mut Printer) -> Result<Outcome> {
    match change {
        None => show(&library(folder)?, printer)?,
        Some(Cloud::On { name, folder }) => {
            let library = library(folder)?;
            let server = library.switch_cloud(name, true).map_err(failed)?;
            let base = server.connection.base().map_err(|error| failed(error.into()))?;
            printer.say(
                "laika",
                format_args!(
                    "{name} is on: your words, and what is read on sites that you allow, may leave for {}; passwords, \
                     keys, cookies, account numbers, markup, sensitive sites and private runs never leave",
                    base.origin()
                ),
            );
            if library.cloud_rules().map_err(failed)?.sites.is_empty() {
                printer.say("hint", "no site is allowed yet: `laika model cloud allow SITE`");
            }
        }
        Some(Cloud::Off { name, folder }) => {
            let server = library(folder)?.switch_cloud(name, false).map_err(failed)?;
            let state = server.reach.as_str();
            printer.say("laika", format_args!("{name} is {state}: nothing leaves for it"));
        }
        Some(Cloud::Allow(site)) => {
            say_about(site, Switch::On, "may leave, if it is not sensitive", printer)?
        }
        Some(Cloud::Never(site)) => say_about(site, Switch::Off, "never leaves", printer)?,
    }
    Ok(Outcome::Done)
}

fn say_about(asked: &Site, switch: Switch, becomes: &str, printer: &Printer) -> Result<()> {
    let library = library(&asked.folder)?;
    if asked.site == OTHERS {
        library.change_cloud_rules(|rules| rules.others = switch).map_err(failed)?;
        printer.say("laika", format_args!("what is read on all other public sites {becomes}"));
        return Ok(());
    }
    let place = place(&asked.site)?;
    let change = |rules: &mut CloudRules| _ = rules.sites.insert(place.clone(), switch);
    library.change_cloud_rules(change).map_err(failed)?;
    printer.say("laika", format_args!("what is read on {place} {becomes}"));
    Ok(())
}

/// A site as people write it: an exact place, an address, or a bare name, which means https.
fn place(text: &str) -> Result<Place> {
    let address = |text: &str| Url::parse(text).ok().as_ref().and_then(Place::of_url);
    let named = !text.contains("://") && (text.contains('.') || text == "localhost");
    let bare = || named.then(|| address(&format!("https://{text}"))).flatten();
    Place::parse(text).ok().or_else(|| address(text)).or_else(bare).ok_or_else(|| {
        anyhow!("hint: a site is named like example.com or https://example.com:8443")
            .context(format!("`{}` names no site (E_MODEL_SITE)", text.escape_debug()))
    })
}

fn show(library: &Library, printer: &mut Printer) -> Result<()> {
    let CloudRules { sites, others, .. } = library.cloud_rules().map_err(failed)?;
    let servers = library.servers().map_err(failed)?;
    let on = servers.iter().find(|server| server.reach == Reach::On);
    match on {
        Some(server) => {
            printer.data(format_args!("{} is on: {}\n", server.connection.name, server.connection.at))
        }
        None => printer.data("off: nothing leaves for a model on another machine\n"),
    }
    let mut table = Table::new(["SITE", "WHAT IS READ THERE"]);
    let word = |switch: Switch| if switch == Switch::On { "may leave" } else { "never leaves" }.to_owned();
    for (place, switch) in &sites {
        table.row([place.to_string(), word(*switch)]);
    }
    table.row([OTHERS.into(), word(others)]);
    table.row(["sensitive sites, private runs".into(), "never leaves".into()]);
    printer.data(format_args!("\n{table}"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_are_read_as_people_write_them() {
        for (text, expected) in [
            ("example.com", Some("https://example.com")),
            ("https://example.com", Some("https://example.com")),
            ("https://www.example.com/a?b", Some("https://www.example.com")),
            ("http://127.0.0.1:8080/", Some("http://127.0.0.1:8080")),
            ("local:files", Some("local:files")),
            ("localhost", Some("https://localhost")),
            ("nonsense", None),
            ("", None),
            ("ftp://example.com", None),
        ] {
            let found = place(text).ok().map(|place| place.to_string());
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }
}
