//! Keys that do the same as a tool: who writes `alt+left` wants to go back.

/// Keys held, the key that is pressed with them, and the tool. Whoever uses another system holds `cmd`.
const CHORDS: &[(&str, &str, &str)] = &[
    ("alt", "left", "browser.back"),
    ("alt", "right", "browser.forward"),
    ("ctrl", "r", "browser.refresh"),
    ("ctrl", "f5", "browser.refresh"),
    ("ctrl", "tab", "browser.switch_tab"),
    ("ctrl", "f", "content.find"),
];

/// The tool that does what these keys do, where a request names some.
pub(super) fn chord(query: &str) -> Option<&'static str> {
    let query = query.to_lowercase();
    query.split_whitespace().find_map(|word| {
        let (held, pressed) = word.trim_matches(['.', ',', '!', '?']).split_once(['+', '-'])?;
        let held = match held {
            "cmd" | "strg" | "control" => "ctrl",
            held => held,
        };
        let pressed = pressed.trim_end_matches("arrow");
        CHORDS.iter().find(|(with, key, _)| (*with, *key) == (held, pressed)).map(|(_, _, tool)| *tool)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stand_for_tools() {
        for (query, tool) in [
            ("alt+left", Some("browser.back")),
            ("Alt-Right please", Some("browser.forward")),
            ("cmd+r", Some("browser.refresh")),
            ("ctrl-f 'shipping'", Some("content.find")),
            ("press enter", None),
            ("a left-hand tap", None),
            ("ctrl", None),
        ] {
            assert_eq!(chord(query), tool, "{query}");
        }
    }
}
