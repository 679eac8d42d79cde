//! What is on a page around its content: menus, banners, buttons, notices (MODEL-025).

use crate::text::{fold, words};

/// Pieces that only the furniture of pages has, folded.
const FURNITURE: &[&str] = &[
    "all rights reserved",
    "cookie",
    "cookies",
    "privacy policy",
    "terms of service",
    "terms of use",
    "sign up for",
    "subscribe to",
    "newsletter",
    "log in",
    "sign in",
    "skip to",
    "share this",
    "share on",
    "read more",
    "click here",
    "advertisement",
    "follow us",
    "back to top",
    "related articles",
    "you may also like",
    "min read",
    "enable javascript",
    "alle rechte vorbehalten",
    "datenschutz",
    "impressum",
    "anmelden",
    "mehr lesen",
    "jetzt abonnieren",
    "anzeige",
    "tous droits réservés",
    "politique de confidentialité",
    "se connecter",
    "lire la suite",
    "abonnez vous",
    "todos los derechos reservados",
    "política de privacidad",
    "iniciar sesión",
    "leer más",
    "suscríbete",
];

/// Words of a line that names an author.
const MOST_BYLINE: usize = 12;
/// Words up to which a line can be furniture; what is longer says something.
const MOST_WORDS: usize = 14;

/// Whether a sentence belongs to the page rather than to its content.
#[must_use]
pub fn is_chrome(text: &str) -> bool {
    let count = words(text).len();
    if count == 0 || text.contains('©') || text.starts_with("[image:") {
        return true;
    }
    // Who wrote it and when says nothing of what was written.
    let by = ["By ", "Von ", "Par ", "Por "].iter().any(|by| text.starts_with(by));
    if by && count <= MOST_BYLINE && !text.trim_end().ends_with(['.', '!', '?']) {
        return true;
    }
    let ends = text.trim_end().ends_with(['.', '!', '?', ':', '"', '”', ')', '…', '。', '！', '？']);
    if count < 4 || (count < 6 && !ends) {
        return true;
    }
    if count > MOST_WORDS {
        return false;
    }
    let folded = alloc::format!(" {} ", fold(text));
    let bars = text.matches(['|', '·', '•', '›', '»', '→']).count();
    bars >= 2 || FURNITURE.iter().any(|piece| folded.contains(&alloc::format!(" {piece} ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn furniture_is_told_from_content() {
        for (text, expected) in [
            ("Home | News | Sport | Weather", true),
            ("© 2026 Example Ltd", true),
            ("Sign in", true),
            ("Share this article on social media.", true),
            ("We use cookies to improve your experience.", true),
            ("The committee agreed on a new budget.", false),
            ("Die Stadt baut eine neue Brücke.", false),
            ("彼は昨日東京に来ました。", false),
            ("", true),
        ] {
            assert_eq!(is_chrome(text), expected, "{text}");
        }
    }
}
