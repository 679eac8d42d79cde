//! The way past what lies over a page: the button that refuses or closes it, by what it is called.
//!
//! Agreeing is the person's: no word that agrees is in these tables, so a banner without a button that refuses is theirs.

use alloc::string::String;

use laika_protocol::ids::HandleId;
use laika_protocol::observation::{Element, ElementState, Observation, Signal};

use crate::text::fold;

/// What a button that gets a layer out of the way says, most wanted first, as [`fold`] writes it.
const REFUSE_ALL: &[&str] = &[
    // English
    "reject all",
    "reject all cookies",
    "reject cookies",
    "decline all",
    "decline all cookies",
    "decline cookies",
    "deny all",
    "deny all cookies",
    "refuse all",
    "refuse all cookies",
    "refuse cookies",
    "disagree to all",
    "do not accept",
    "dont accept",
    "do not consent",
    "dont allow",
    "continue without accepting",
    "continue without agreeing",
    "continue without cookies",
    "no cookies",
    // German
    "alle ablehnen",
    "alles ablehnen",
    "alle cookies ablehnen",
    "cookies ablehnen",
    "alle verweigern",
    "nicht zustimmen",
    "nicht akzeptieren",
    "ohne zustimmung fortfahren",
    "weiter ohne zustimmung",
    "weiter ohne einwilligung",
    // French
    "tout refuser",
    "refuser tout",
    "refuser tous les cookies",
    "refuser les cookies",
    "tout rejeter",
    "je refuse",
    "continuer sans accepter",
    // Spanish
    "rechazar todo",
    "rechazar todas",
    "rechazarlo todo",
    "rechazar cookies",
    "rechazar las cookies",
    "rechazar todas las cookies",
    "denegar todo",
    "continuar sin aceptar",
    "no aceptar",
    // Italian, Dutch, Portuguese
    "rifiuta tutto",
    "rifiuta tutti",
    "rifiuta tutti i cookie",
    "continua senza accettare",
    "alles weigeren",
    "alles afwijzen",
    "rejeitar tudo",
    "rejeitar todos",
    "recusar tudo",
];
const ONLY_NECESSARY: &[&str] = &[
    "only necessary",
    "necessary only",
    "only necessary cookies",
    "necessary cookies only",
    "use necessary cookies only",
    "accept only necessary",
    "accept necessary only",
    "accept only necessary cookies",
    "accept only essential cookies",
    "allow necessary cookies only",
    "allow only necessary",
    "allow only essential cookies",
    "only essential",
    "essential only",
    "only essential cookies",
    "essential cookies only",
    "strictly necessary only",
    "only required",
    "required only",
    "required cookies only",
    "nur notwendige",
    "nur notwendige cookies",
    "nur notwendige cookies akzeptieren",
    "nur notwendige akzeptieren",
    "nur erforderliche",
    "nur erforderliche cookies",
    "nur erforderliche cookies akzeptieren",
    "nur essenzielle cookies",
    "nur essenzielle cookies akzeptieren",
    "nur technisch notwendige",
    "nur technisch notwendige cookies",
    "uniquement les cookies nécessaires",
    "cookies nécessaires uniquement",
    "seulement les cookies nécessaires",
    "seulement nécessaires",
    "accepter uniquement les cookies nécessaires",
    "solo necesarias",
    "solo las necesarias",
    "solo cookies necesarias",
    "sólo necesarias",
    "solo esenciales",
    "aceptar solo las necesarias",
    "aceptar solo cookies necesarias",
    "solo necessari",
    "solo i cookie necessari",
    "alleen noodzakelijke cookies",
    "apenas necessários",
];
/// A single word that refuses: of a page's own work it may mean anything, so it counts in a consent banner only.
const REFUSE: &[&str] = &[
    "reject",
    "decline",
    "deny",
    "refuse",
    "disagree",
    "i disagree",
    "i decline",
    "no",
    "opt out",
    "ablehnen",
    "verweigern",
    "refuser",
    "rejeter",
    "rechazar",
    "denegar",
    "rifiuta",
    "weigeren",
    "rejeitar",
    "recusar",
];
const CLOSE: &[&str] = &[
    "no thanks",
    "no thank you",
    "no thanks im not interested",
    "not now",
    "maybe later",
    "remind me later",
    "later",
    "skip",
    "close",
    "close dialog",
    "close banner",
    "close popup",
    "close pop up",
    "close modal",
    "close this dialog",
    "close this window",
    "close message",
    "close overlay",
    "dismiss",
    "hide",
    "nein danke",
    "nicht jetzt",
    "später",
    "vielleicht später",
    "schließen",
    "schliessen",
    "dialog schließen",
    "fenster schließen",
    "überspringen",
    "non merci",
    "pas maintenant",
    "plus tard",
    "fermer",
    "fermer la fenêtre",
    "ignorer",
    "no gracias",
    "ahora no",
    "más tarde",
    "cerrar",
    "cerrar ventana",
    "omitir",
    "no grazie",
    "chiudi",
    "nee bedankt",
    "sluiten",
    "não obrigado",
    "fechar",
];
/// Signs that stand for closing.
const SIGNS: &[&str] = &["×", "✕", "✖", "✗", "⨯", "╳", "x", "X"];

/// A button that gets something out of the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayOut {
    /// The button.
    pub handle: HandleId,
    /// What it is called: words of the page.
    pub name: String,
    /// Whether it refuses something, rather than only closing it.
    pub refuses: bool,
}

/// Whether something lies over the page that a person would get out of the way first.
#[must_use]
pub fn is_covered(page: &Observation) -> bool {
    page.signals.contains(&Signal::OverlayOrDialog)
}

/// Whether what lies over the page asks to agree to something.
#[must_use]
pub fn asks_consent(page: &Observation) -> bool {
    page.signals.contains(&Signal::ConsentOverlay)
}

/// The best way past what lies over a page; nothing where no button says that it refuses or closes.
#[must_use]
pub fn way_out(page: &Observation) -> Option<WayOut> {
    let consent = asks_consent(page);
    let ranked = page.elements.iter().filter(|element| is_button(element, page));
    let ranked = ranked.filter_map(|element| Some((rank(&element.accessible_name, consent)?, element)));
    // Of two that are called alike, the first: what lies on top is listed first.
    let (rank, element) = ranked.min_by_key(|(rank, _)| *rank)?;
    Some(WayOut {
        handle: element.handle_id.clone(),
        name: element.accessible_name.clone(),
        refuses: rank < CLOSES,
    })
}

const CLOSES: u8 = 3;

fn rank(name: &str, consent: bool) -> Option<u8> {
    let said = fold(name);
    let says = |table: &[&str]| table.contains(&said.as_str());
    if says(REFUSE_ALL) {
        Some(0)
    } else if says(ONLY_NECESSARY) {
        Some(1)
    } else if consent && says(REFUSE) {
        Some(2)
    } else if says(CLOSE) || SIGNS.contains(&name.trim()) {
        Some(CLOSES)
    } else {
        None
    }
}

/// A link that leads to another page gets nothing out of the way.
fn is_button(element: &Element, page: &Observation) -> bool {
    let usable = |state: &ElementState| !matches!(state, ElementState::Disabled | ElementState::OffScreen);
    let pressed = matches!(element.role.as_str(), "button" | "link") && stays_here(element, page);
    pressed && element.states.iter().all(usable)
}

/// Whether an element leads to no other page.
pub(super) fn stays_here(element: &Element, page: &Observation) -> bool {
    let here = |url: &str| url.split('#').next() == page.url.split('#').next();
    element.attributes.href.as_deref().is_none_or(here)
}

/// Whether the person speaks of such things themselves: then their words decide, and nothing is done by itself.
#[must_use]
pub(super) fn is_spoken_of(clause: &str) -> bool {
    const THINGS: &[&str] = &[
        "cookie",
        "consent",
        "banner",
        "dialog",
        "dialogue",
        "popup",
        "overlay",
        "einwilligung",
        "consentement",
        "consentimiento",
    ];
    let said = fold(clause);
    said.split(' ').any(|word| THINGS.iter().any(|thing| word.starts_with(thing)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;
    use serde_json::json;

    fn page(signals: &[&str], elements: &[(&str, &str, &str)]) -> Observation {
        let element = |(at, (role, name, href)): (usize, &(&str, &str, &str))| {
            let attributes = if href.is_empty() { json!({}) } else { json!({ "href": href }) };
            json!({ "handleId": alloc::format!("h_{at:022}"), "role": role, "accessibleName": name,
                "attributes": attributes, "boundingBox": { "x": 0, "y": 0, "width": 1, "height": 1 } })
        };
        serde_json::from_value(json!({
            "url": "https://town.example/news", "title": "", "origin": "https://town.example", "documentId": "doc_1",
            "navigationGeneration": 0, "observedAtMs": 0, "text": "", "signals": signals,
            "elements": elements.iter().enumerate().map(element).collect::<Vec<_>>(),
        }))
        .unwrap()
    }

    #[test]
    fn the_button_that_refuses_is_found_in_several_languages() {
        const BOTH: &[&str] = &["overlay_or_dialog", "consent_overlay"];
        const OVER: &[&str] = &["overlay_or_dialog"];
        for (signals, buttons, expected) in [
            (BOTH, vec!["Accept all", "Reject all", "Settings"], Some("Reject all")),
            (BOTH, vec!["Close", "Accept all cookies", "Reject all cookies."], Some("Reject all cookies.")),
            (BOTH, vec!["Accept all", "Only necessary cookies"], Some("Only necessary cookies")),
            (BOTH, vec!["Accept", "Decline"], Some("Decline")),
            (BOTH, vec!["Alle akzeptieren", "Alle ablehnen"], Some("Alle ablehnen")),
            (BOTH, vec!["Alle akzeptieren", "Nur notwendige Cookies"], Some("Nur notwendige Cookies")),
            (BOTH, vec!["Tout accepter", "Continuer sans accepter →"], Some("Continuer sans accepter →")),
            (BOTH, vec!["Accepter", "Tout refuser"], Some("Tout refuser")),
            (BOTH, vec!["Aceptar todo", "Rechazar todo"], Some("Rechazar todo")),
            (BOTH, vec!["Aceptar", "Solo cookies necesarias"], Some("Solo cookies necesarias")),
            (OVER, vec!["Subscribe", "No, thanks"], Some("No, thanks")),
            (OVER, vec!["Sign up", "×"], Some("×")),
            (OVER, vec!["Abonnieren", "Schließen"], Some("Schließen")),
            (OVER, vec!["S'abonner", "Non merci"], Some("Non merci")),
            (OVER, vec!["Suscribirse", "Cerrar"], Some("Cerrar")),
            // Agreeing is the person's, and a word of the page's own work is none of a banner's.
            (BOTH, vec!["Accept all", "Accept", "OK", "Got it", "Agree", "Allow all"], None),
            (BOTH, vec!["Alle akzeptieren", "Zustimmen"], None),
            (OVER, vec!["Reject", "Approve"], None),
            (OVER, vec!["Close account", "Close the deal", "Skip payment and delete", "No"], None),
        ] {
            let listed: Vec<_> = buttons.iter().map(|name| ("button", *name, "")).collect();
            let found = way_out(&page(signals, &listed)).map(|way| way.name);
            assert_eq!(found.as_deref(), expected, "{buttons:?}");
        }
    }

    #[test]
    fn a_link_to_another_page_is_no_way_out() {
        for (href, expected) in [
            ("https://town.example/news#", true),
            ("https://town.example/leave", false),
            ("https://evil.example/", false),
        ] {
            let page = page(&["overlay_or_dialog"], &[("link", "Close", href)]);
            assert_eq!(way_out(&page).is_some(), expected, "{href}");
        }
    }

    #[test]
    fn tables_are_written_as_names_are_read() {
        for word in [REFUSE_ALL, ONLY_NECESSARY, REFUSE, CLOSE].into_iter().flatten() {
            assert_eq!(fold(word), *word);
            assert!(!word.contains("accept all") && !word.contains("agree all"), "{word}");
        }
        for (clause, expected) in
            [("accept all cookies", true), ("close the banner", true), ("book a tour", false)]
        {
            assert_eq!(is_spoken_of(clause), expected, "{clause}");
        }
    }
}
