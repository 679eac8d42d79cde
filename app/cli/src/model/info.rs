//! `laika model info`.

use anyhow::{Result, bail};
use laika_model::catalogue::{Entry, Library, SamplingDefaults, Server};
use laika_protocol::text::one_line;

use super::failed;
use super::show::{Shown, ShownServer, size, source, state};
use super::watched::watched;
use crate::printer::{Outcome, Printer};

pub(super) fn run(
    library: &Library,
    name: &str,
    as_json: bool,
    verify: bool,
    printer: &mut Printer,
) -> Result<Outcome> {
    if let Some(server) = library.server(name).map_err(failed)? {
        if verify {
            bail!("{name} is behind a server, so there is no file to verify");
        }
        if as_json {
            printer.data(format_args!("{}\n", serde_json::to_string_pretty(&ShownServer::new(&server))?));
        } else {
            show_server(&server, printer);
        }
        return Ok(Outcome::Done);
    }
    let entry = if verify {
        watched(printer, |watch| library.verify(name, watch))?
    } else {
        library.find(name).map_err(failed)?
    };
    if as_json {
        printer.data(format_args!("{}\n", serde_json::to_string_pretty(&Shown::new(&entry))?));
    } else {
        show(&entry, printer);
    }
    if verify {
        printer.say("laika", "the file has the hash that it has to have");
    }
    Ok(Outcome::Done)
}

fn show(entry: &Entry, printer: &mut Printer) {
    let model = &entry.model;
    let unknown = || "unknown".to_owned();
    let roles: Vec<_> = model.roles.iter().map(|role| role.as_str()).collect();
    let mut lines = vec![
        ("title", model.title.clone()),
        ("family", format!("{}, {}, {}", model.family, model.quantisation, model.tier.as_str())),
        ("licence", model.licence.clone()),
        ("roles", roles.join(", ")),
        ("size", model.bytes.map_or_else(unknown, bytes)),
        ("sha256", model.sha256.as_ref().map_or_else(unknown, ToString::to_string)),
        ("context", format!("{} tokens", model.context)),
        ("template", model.template.as_str().into()),
        ("sampling", sampling(model.sampling)),
    ];
    if let Some(adapter) = &model.adapter {
        lines.push(("base", adapter.base.clone()));
        lines.push(("adapter", format!("{}, comes with Laika", bytes(adapter.bytes))));
        lines.push(("sha256", adapter.sha256.to_string()));
        lines.push(("card", adapter.card.clone()));
    }
    lines.extend(model.thinking.map(|thinking| ("thinking", sampling(thinking))));
    lines.extend(model.sources.iter().map(|one| ("source", source(one))));
    if entry.imported {
        lines.push(("source", "imported".into()));
    }
    let default = if entry.default { ", used" } else { "" };
    lines.push(("state", format!("{}{default}", state(entry))));
    lines.extend(entry.files().paths().map(|path| ("file", path.display().to_string())));
    print(&model.name, lines, printer);
}

fn bytes(bytes: u64) -> String {
    format!("{} ({bytes} bytes)", size(bytes))
}

fn show_server(server: &Server, printer: &mut Printer) {
    let Server { connection, reach, default } = server;
    let price = connection.price.map_or_else(
        || "not counted".to_owned(),
        |price| format!("{} in, {} out for a million tokens", price.input, price.output),
    );
    let key = if connection.has_key { "in the key store" } else { "none" };
    let sampling = if connection.sampling { "told with every request" } else { "left to the server" };
    let default = if *default { ", used" } else { "" };
    let lines = vec![
        ("model", connection.model.clone()),
        ("server", format!("{}, {}", connection.at, connection.kind.as_str())),
        ("key", key.into()),
        ("context", format!("{} tokens", connection.context)),
        ("sampling", sampling.into()),
        ("price", price),
        ("state", format!("{}{default}", reach.as_str())),
    ];
    print(&connection.name, lines, printer);
}

fn print(title: &str, lines: Vec<(&str, String)>, printer: &mut Printer) {
    printer.data(format_args!("{}\n", one_line(title)));
    for (name, value) in lines {
        printer.data(format_args!("  {name:10}{}\n", one_line(&value)));
    }
}

fn sampling(of: SamplingDefaults) -> String {
    let SamplingDefaults { temperature, top_p, top_k, min_p } = of;
    format!("temperature {temperature}, top_p {top_p}, top_k {top_k}, min_p {min_p}")
}
