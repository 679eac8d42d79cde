//! One thing of a list that is named by whose it is: "find the email by Ada", "open the order from Monday"; and what is
//! done with it by an icon.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::observation::{Element, Observation};

use super::stated::{is_clickable, presses};
use crate::text::{fold, words};

/// Words for going to something.
const GOING: &[&str] = &[
    "find",
    "locate",
    "open",
    "read",
    "show",
    "look",
    "go",
    "navigate",
    "finde",
    "suche",
    "öffne",
    "lies",
    "zeige",
    "trouve",
    "ouvre",
    "lis",
    "encuentra",
    "abre",
    "lee",
];
/// Words between that and what.
const ARTICLES: &[&str] = &[
    "for", "to", "at", "the", "that", "this", "an", "a", "up", "zu", "zur", "nach", "die", "der", "das",
    "den", "le", "la", "l", "el", "al", "un", "una", "une",
];
/// Words for one of many things.
pub(super) const ONE_OF_MANY: &[&str] = &[
    "email",
    "mail",
    "message",
    "letter",
    "conversation",
    "thread",
    "chat",
    "entry",
    "item",
    "row",
    "post",
    "comment",
    "ticket",
    "order",
    "invoice",
    "file",
    "note",
    "card",
    "information",
    "nachricht",
    "brief",
    "bestellung",
    "datei",
    "notiz",
    "courriel",
    "commande",
    "correo",
    "mensaje",
    "pedido",
];
/// Words between it and whose it is.
const OF: &[&str] = &[
    "by", "from", "of", "called", "named", "about", "titled", "labeled", "labelled", "von", "vom", "über",
    "de", "du", "sobre",
];
/// Words for what an icon is, beside its name.
const ICONS: &[&str] = &["icon", "symbol", "sign", "icône", "icono", "piktogramm"];
/// What is done to a thing, and the names of what does it.
const DONE_BY: &[(&[&str], &[&str])] = &[
    (
        &["delete", "remove", "trash", "bin", "lösche", "entferne", "supprime", "efface", "elimina", "borra"],
        &["delete", "trash", "remove", "löschen", "supprimer", "eliminar"],
    ),
    (&["star", "favourite", "favorite"], &["star", "favourite", "favorite"]),
    (&["like", "heart"], &["like", "heart"]),
    (&["archive", "archiviere"], &["archive", "archivieren"]),
    (&["edit", "bearbeite"], &["edit", "bearbeiten"]),
    (&["share", "teile", "partage", "comparte"], &["share", "teilen", "partager", "compartir"]),
    (&["download"], &["download"]),
    (&["print", "drucke"], &["print", "drucken"]),
];
/// Words for what is in front.
pub(super) const IN_FRONT: &[&str] = &["it", "this", "that", "es", "sie", "ihn", "diese", "dies"];
/// The longest name of an icon, in words.
const MOST_ICON: usize = 3;

/// Whose thing of a list a clause wants to see.
pub(super) fn whose(clause: &str) -> Option<String> {
    let said = words(clause);
    let first = said.first()?;
    let kind = said.iter().skip(1).position(|word| !ARTICLES.contains(&word.as_str()))? + 1;
    let wanted = GOING.contains(&first.as_str()) && ONE_OF_MANY.contains(&said[kind].as_str());
    let of = said.get(kind + 1).filter(|of| wanted && OF.contains(&of.as_str()))?;
    let at = clause.to_lowercase().find(&format!(" {of} "))?;
    let name = clause.get(at + of.len() + 2..)?.trim().trim_matches(['"', '“', '”', '.', ',']);
    (!name.is_empty()).then(|| name.to_string())
}

/// The thing of a list that is called so, or the only one whose name begins with that.
pub(super) fn called<'a>(name: &str, page: &'a Observation) -> Option<&'a Element> {
    let name = fold(name);
    let of_one = |fits: &dyn Fn(&str) -> bool| {
        let fits = |element: &&Element| is_clickable(element) && fits(&fold(&element.accessible_name));
        one_of(page.elements.iter().filter(fits))
    };
    let begins = format!("{name} ");
    (!name.is_empty())
        .then(|| of_one(&|called| called == name).or_else(|| of_one(&|called| called.starts_with(&begins))))
        .flatten()
}

/// The icon that a clause means: by its name, or by what it does with the thing in front.
pub(super) fn icon<'a>(clause: &str, page: &'a Observation) -> Option<&'a Element> {
    let said = words(clause);
    let has = |known: &[&str]| said.iter().any(|word| known.contains(&word.as_str()));
    let named = |element: &Element| {
        let name = fold(&element.accessible_name);
        let short = !name.is_empty() && name.split(' ').count() <= MOST_ICON;
        short && format!(" {} ", fold(clause)).contains(&format!(" {name} "))
    };
    let first = said.first().map_or("", String::as_str);
    let does = DONE_BY.iter().find(|(verbs, _)| verbs.contains(&first)).map_or(&[][..], |(_, names)| names);
    let does_it = |element: &Element| does.contains(&fold(&element.accessible_name).as_str());
    let by_name = presses(clause) && has(ICONS);
    let by_doing = has(IN_FRONT);
    let meant = |element: &&Element| {
        is_clickable(element) && (by_name && named(element) || by_doing && does_it(element))
    };
    one_of(page.elements.iter().filter(meant))
}

/// The only one; or the one that lies in all the others, which are there for what is around it.
pub(super) fn one_of<'a>(found: impl Iterator<Item = &'a Element>) -> Option<&'a Element> {
    let found: Vec<&Element> = found.collect();
    let within = |inner: &Element, outer: &Element| {
        let (inner, outer) = (&inner.bounding_box, &outer.bounding_box);
        let smaller = inner.width < outer.width || inner.height < outer.height;
        smaller
            && inner.x >= outer.x
            && inner.y >= outer.y
            && inner.x + inner.width <= outer.x + outer.width
            && inner.y + inner.height <= outer.y + outer.height
    };
    let innermost =
        |one: &&Element| found.iter().all(|other| other.handle_id == one.handle_id || within(one, other));
    found.iter().copied().find(innermost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::seen;

    #[test]
    fn one_of_many_is_named_by_whose_it_is() {
        for (clause, expected) in [
            ("Find the email by Ada", Some("Ada")),
            ("look for the message from Ada Lovelace.", Some("Ada Lovelace")),
            ("Go to the mail from \"Ada\"", Some("Ada")),
            ("Öffne die Nachricht von Ada", Some("Ada")),
            ("Open the shop", None),
            ("Find the email", None),
            ("Find a table by the window", None),
            ("Delete the email by Ada", None),
        ] {
            assert_eq!(whose(clause).as_deref(), expected, "{clause}");
        }
    }

    #[test]
    fn rows_and_icons_are_found_where_only_one_is_meant() {
        let page = seen::page(&[
            ("generic", "Ada Lovelace, re: engine"),
            ("generic", "trash"),
            ("generic", "Grace"),
            ("generic", "Grace, again"),
            ("generic", "star"),
            ("generic", "star"),
            ("textbox", "Ada"),
        ]);
        for (name, expected) in [
            ("Ada", Some("Ada Lovelace, re: engine")),
            ("grace", Some("Grace")),
            ("Lovelace", None),
            ("", None),
        ] {
            assert_eq!(called(name, &page).map(|it| it.accessible_name.as_str()), expected, "{name}");
        }
        for (clause, expected) in [
            ("click the trash icon to throw it away", Some("trash")),
            ("delete it", Some("trash")),
            ("Remove this email", Some("trash")),
            ("remove the old car", None),
            ("click the star icon", None),
            ("tell me about the trash icon", None),
        ] {
            assert_eq!(icon(clause, &page).map(|it| it.accessible_name.as_str()), expected, "{clause}");
        }
        let mut nested = seen::page(&[("generic", "Reply"), ("generic", "Reply")]);
        assert_eq!(one_of(nested.elements.iter()), None, "two beside each other do two things");
        nested.elements[0].bounding_box.width += 100.0;
        assert_eq!(one_of(nested.elements.iter()), Some(&nested.elements[1]));
    }
}
