//! `laika notes`: what the person writes down about sites. Nobody else can: no page, no model, no program.

use anyhow::{Result, anyhow};
use laika_context::pack::{Note, NoteKind};
use laika_daemon::notes::{self, profile};
use laika_daemon::now_ms;
use laika_os::terminal::has_person;
use laika_protocol::ids::Origin;
use laika_store::SiteNote;
use serde_json::json;

use crate::arguments::notes::Notes;
use crate::arguments::runs::Folder;
use crate::printer::{Outcome, Printer};
use crate::table::Table;

pub(crate) fn run(command: &Notes, printer: &mut Printer) -> Result<Outcome> {
    match command {
        Notes::List { site, folder, json } => list(folder, site.as_deref(), *json, printer),
        Notes::Add { site, words, to_do, dont, folder } => {
            let kind = match (to_do, dont) {
                (true, _) => NoteKind::Do,
                (_, true) => NoteKind::Dont,
                (false, false) => NoteKind::Know,
            };
            add(folder, site, words, kind, printer)
        }
        Notes::Remove { number, folder } => remove(folder, *number, printer),
    }
}

fn list(folder: &Folder, site: Option<&str>, as_json: bool, printer: &mut Printer) -> Result<Outcome> {
    let site = site.map(origin).transpose()?;
    // Before the first run there is no log, and no note in it.
    let notes = if folder.path()?.join(laika_store::DATABASE).is_file() {
        folder.reader()?.notes(&profile()?, site.as_ref())?
    } else {
        Vec::new()
    };
    if as_json {
        let told = |note: &SiteNote| json!({ "number": note.id, "site": note.origin, "kind": note.kind, "text": note.text });
        printer.data(format_args!("{:#}\n", json!(notes.iter().map(told).collect::<Vec<_>>())));
        return Ok(Outcome::Done);
    }
    let mut table = Table::new(["NUMBER", "SITE", "KIND", "NOTE"]);
    for note in &notes {
        let number = note.id.map(|id| id.to_string()).unwrap_or_default();
        table.row([number, note.origin.to_string(), note.kind.clone(), note.text.clone()]);
    }
    printer.data(table);
    if notes.is_empty() {
        printer.say("hint", "`laika notes add SITE \"…\"` writes one down");
    }
    Ok(Outcome::Done)
}

fn add(folder: &Folder, site: &str, words: &str, kind: NoteKind, printer: &mut Printer) -> Result<Outcome> {
    person()?;
    let note = SiteNote {
        id: None,
        profile: profile()?,
        origin: origin(site)?,
        kind: kind.as_str().to_owned(),
        text: words.trim().to_owned(),
        created_at_ms: now_ms(),
    };
    let store = folder.made_store()?;
    let origin = note.origin.clone();
    let number = store.add_note(note)?;
    printer.data(format_args!("note {number} about {origin}\n"));
    Ok(Outcome::Done)
}

fn remove(folder: &Folder, number: u64, printer: &mut Printer) -> Result<Outcome> {
    person()?;
    if folder.store()?.remove_note(profile()?, number)? {
        printer.data(format_args!("note {number} is gone\n"));
        return Ok(Outcome::Done);
    }
    Err(anyhow!("hint: `laika notes list` shows them")
        .context(format!("there is no note {number} (E_NO_NOTE)")))
}

/// What is written down about one site, as a model is told it.
pub(crate) fn about(folder: &Folder, site: &Origin) -> Result<Vec<Note>> {
    Ok(notes::about(Some(&folder.path()?), site))
}

/// What a model is told as the person's words is theirs (S1).
fn person() -> Result<()> {
    if has_person() {
        return Ok(());
    }
    Err(anyhow!("hint: run it yourself, at a terminal")
        .context("only a person at a terminal writes notes (E_NO_PERSON)"))
}

fn origin(site: &str) -> Result<Origin> {
    let whole = if site.contains("://") { site.to_owned() } else { format!("https://{site}") };
    Origin::of_url(&whole).ok_or_else(|| {
        anyhow!("hint: such as https://shop.example").context(format!("`{site}` is no site (E_SITE)"))
    })
}
