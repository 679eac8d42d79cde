//! Which elements and links of a page a goal most likely means, by words.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use laika_protocol::llmcp::Element;

use super::execution::enters;
use super::said::quoted;
use crate::route::ln;
use crate::text::{content_words, fold, is_unspaced, words};

/// Words for the same thing on buttons, in several languages.
const SAME: &[&str] = &[
    "basket cart bag warenkorb panier carrito cesta カート",
    "login signin anmelden einloggen log sign connexion connecter iniciar sesión ログイン",
    "logout signout abmelden ausloggen déconnexion cerrar ログアウト",
    "register signup join registrieren inscription inscrire registrarse 登録",
    "accept agree allow ok okay akzeptieren zustimmen accepter aceptar 同意",
    "reject decline deny refuse ablehnen refuser rechazar 拒否",
    "next continue proceed weiter fortfahren suivant continuer siguiente continuar 次へ",
    "back previous zurück précédent retour anterior volver 戻る",
    "search find suche suchen rechercher recherche chercher buscar búsqueda 検索",
    "close dismiss schließen schliessen fermer cerrar 閉じる",
    "delete remove löschen entfernen supprimer eliminar borrar 削除",
    "send submit senden absenden abschicken envoyer enviar 送信",
    "buy purchase order checkout kaufen bestellen kasse acheter commander comprar pedir 購入 注文",
    "save speichern enregistrer sauvegarder guardar 保存",
    "cancel abort abbrechen annuler cancelar キャンセル",
    "edit change bearbeiten ändern modifier editar 編集",
    "download herunterladen télécharger descargar ダウンロード",
    "settings preferences options einstellungen paramètres réglages ajustes configuración 設定",
    "email mail e-mail correo courriel メール",
    "password passwort kennwort contraseña passe パスワード",
    "name namen nom nombre 名前",
    "phone telephone telefon téléphone teléfono 電話",
    "city town stadt ort ville ciudad 市区",
    "quantity amount menge anzahl quantité cantidad 数量",
    "help support hilfe aide ayuda ヘルプ",
    "add hinzufügen ajouter añadir 追加",
    "message comment nachricht kommentar message commentaire mensaje comentario",
    "expand more show mehr anzeigen plus afficher ver mostrar もっと",
];

/// Words that say what is done, or to what kind of thing, and not which of them is meant.
const TELLING_NOTHING: &str = "open go visit click press tap hit push use show choose select pick take set tick check untick \
     page site link button icon tab field box menu list option entry item dropdown checkbox radio \
     öffne öffnen gehe geh klicke klick drücke drück zeige wähle setze \
     seite knopf schaltfläche feld kästchen reiter liste \
     ouvre ouvrir va aller clique appuie montre choisis mets bouton onglet champ lien case \
     abre abrir ve ir haz clic pulsa elige pon página botón enlace pestaña campo casilla lista";

/// Roles of what takes a text.
const FIELDS: &[&str] = &["textbox", "searchbox", "combobox", "spinbutton", "textarea", "input", "textfield"];

/// Characters of a name that are looked at; what comes behind them names nothing.
const MOST_NAME: usize = 120;
/// How much a word of the same meaning counts beside the word itself.
const SAME_COUNTS: f32 = 0.7;
/// How much the words of an address count beside those of its link.
const PATH_COUNTS: f32 = 0.8;
/// The best is clear from here on; below it, everything stays possible.
const CLEAR: f32 = 0.75;
/// And only if so much of the goal is about it: "throw this message away" has the name of *Message* in it, and means another.
const ABOUT: f32 = 0.5;
/// What is kept beside a clear best: at least this part of its score.
const NEAR: f32 = 0.7;

/// Elements with their scores, best first, at most `most`; in the page's order where the goal counts.
pub(super) fn elements<'a>(
    elements: &'a [Element],
    tool: &str,
    goal: &str,
    done: &[&str],
    most: usize,
) -> Vec<&'a Element> {
    let fitting: Vec<&Element> = elements.iter().filter(|element| role_fits(tool, &element.role)).collect();
    let mut pool: Vec<&Element> = if fitting.is_empty() { elements.iter().collect() } else { fitting };
    // A field that was filled is not filled again, as long as there is another. What was clicked may well be waited for.
    let done: Vec<String> = done.iter().map(|step| fold(step)).collect();
    if enters(tool) && pool.iter().any(|element| !is_done(&element.text, &done)) {
        pool.retain(|element| !is_done(&element.text, &done));
    }
    let names: Vec<&str> = pool.iter().map(|element| start(&element.text)).collect();
    let likeness = Likeness::new(&names);
    let mut scores = likeness.scores(goal);
    if tool == "browser.select" {
        for (score, element) in scores.iter_mut().zip(&pool).filter(|(_, list)| !list.options.is_empty()) {
            let offered = options(&element.options, goal, 1);
            *score = offered.first().map_or(*score, |(by_option, _)| score.max(*by_option));
        }
    }
    for (score, element) in scores.iter_mut().zip(&pool) {
        if *score > 0.0 && names_role(goal, &element.role) {
            *score += 0.15;
        }
    }
    // What is pressed is seldom a field: where something else has a word of the goal, too, that may be meant.
    let is_for_writing = |element: &Element| FIELDS.contains(&element.role.as_str());
    let presses = tool == "browser.click"
        && pool.iter().zip(&scores).any(|(element, score)| !is_for_writing(element) && *score > 0.0);
    let is_meant =
        |element: &Element| !(presses && is_for_writing(element)) || names_role(goal, &element.role);
    // A goal that enters something says that, too, and is about its field all the same.
    let is_about = |at: usize| enters(tool) || likeness.covers(at, goal) >= ABOUT && is_meant(pool[at]);
    let kept = best(&scores, most, counts(goal), is_about);
    kept.into_iter().map(|at| pool[at]).collect()
}

/// What a list offers, with how much of it stands in the goal: best first, at most `most`.
pub(super) fn options<'a>(options: &'a [String], goal: &str, most: usize) -> Vec<(f32, &'a str)> {
    let names: Vec<&str> = options.iter().map(|option| start(option)).collect();
    let scores = Likeness::new(&names).scores(goal);
    let mut scored: Vec<(f32, &str)> = scores.into_iter().zip(options.iter().map(String::as_str)).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.truncate(most);
    scored
}

/// Links (text and address) that a goal may mean, best first, at most `most`.
pub(super) fn links<'a>(links: &[(&'a str, &'a str)], goal: &str, most: usize) -> Vec<(&'a str, &'a str)> {
    let texts: Vec<&str> = links.iter().map(|(text, _)| start(text)).collect();
    let paths: Vec<&str> = links.iter().map(|(_, url)| start(path(url))).collect();
    let (texts, paths) = (Likeness::new(&texts), Likeness::new(&paths));
    let by_both = texts.scores(goal).into_iter().zip(paths.scores(goal));
    let scores: Vec<f32> = by_both.map(|(text, path)| text.max(PATH_COUNTS * path)).collect();
    let is_about = |at: usize| texts.covers(at, goal).max(paths.covers(at, goal)) >= ABOUT;
    best(&scores, most, counts(goal), is_about).into_iter().map(|at| links[at]).collect()
}

/// The part of an address that says what is behind it.
fn path(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['?', '#']).next().unwrap_or(rest)
}

fn best(scores: &[f32], most: usize, in_order: bool, is_about: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    if let Some(first) = order.first().copied().filter(|at| scores[*at] >= CLEAR && is_about(*at)) {
        order.retain(|at| scores[*at] >= NEAR * scores[first]);
    }
    order.truncate(most);
    if in_order {
        order.sort_unstable();
    }
    order
}

/// Whether the goal means something by its place rather than by its name.
fn counts(goal: &str) -> bool {
    const ORDINALS: &[&str] = &[
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "last",
        "1st",
        "2nd",
        "3rd",
        "4th",
        "5th",
        "erste",
        "ersten",
        "zweite",
        "zweiten",
        "dritte",
        "dritten",
        "letzte",
        "letzten",
        "premier",
        "première",
        "deuxième",
        "troisième",
        "dernier",
        "dernière",
        "primer",
        "primero",
        "primera",
        "segundo",
        "segunda",
        "tercer",
        "tercero",
        "último",
        "última",
        "最初",
        "最後",
    ];
    words(goal).iter().any(|word| ORDINALS.contains(&word.as_str()))
}

/// Whether a tool can do something with an element of this role.
fn role_fits(tool: &str, role: &str) -> bool {
    // A number is typed, though arrows beside it choose one too.
    const LISTS: &[&str] = &["combobox", "listbox", "select", "menu", "radiogroup"];
    const TABLES: &[&str] = &["table", "grid", "treegrid", "row", "rowgroup", "cell", "columnheader"];
    match tool {
        "browser.type" => FIELDS.contains(&role),
        "browser.select" => LISTS.contains(&role),
        "browser.extract_table" => TABLES.contains(&role),
        _ => true,
    }
}

fn names_role(goal: &str, role: &str) -> bool {
    let named: &[&str] = match role {
        "button" => &["button", "knopf", "schaltfläche", "bouton", "botón", "ボタン"],
        "link" => &["link", "lien", "enlace", "リンク"],
        "checkbox" | "switch" => &["checkbox", "box", "tick", "check", "kästchen", "case", "casilla"],
        "radio" => &["radio", "option"],
        "tab" => &["tab", "onglet", "pestaña", "reiter"],
        "textbox" | "searchbox" | "textarea" => &["field", "box", "feld", "champ", "campo"],
        "combobox" | "listbox" => &["dropdown", "list", "menu", "liste", "lista"],
        "progressbar" => &["progress", "spinner", "fortschritt", "progression", "progreso"],
        "dialog" | "alertdialog" => &["dialog", "popup", "dialogue", "diálogo"],
        _ => &[],
    };
    words(goal).iter().any(|word| named.contains(&word.as_str()))
}

/// The element that a goal speaks of as such, by what it is: "the Send button", or "the progress bar" where there is one.
pub(super) fn spoken_of<'a>(elements: &[&'a Element], goal: &str) -> Option<&'a Element> {
    let of_role: Vec<&Element> =
        elements.iter().copied().filter(|element| names_role(goal, &element.role)).collect();
    let names: Vec<&str> = of_role.iter().map(|element| start(&element.text)).collect();
    let scores = likeness(&names, goal);
    let mut named =
        of_role.iter().zip(scores).filter(|(_, score)| *score >= 1.0).map(|(element, _)| *element);
    match (named.next(), named.next(), of_role.as_slice()) {
        (Some(only), None, _) => Some(only),
        (None, _, [only]) if matches!(only.role.as_str(), "progressbar" | "dialog" | "alertdialog") => {
            Some(only)
        }
        _ => None,
    }
}

fn is_done(name: &str, done: &[String]) -> bool {
    let name = fold(start(name));
    !name.is_empty() && done.iter().any(|step| step.contains(&name))
}

fn start(name: &str) -> &str {
    name.char_indices().nth(MOST_NAME).map_or(name, |(end, _)| &name[..end])
}

/// How much of each name stands in a text: 0 where nothing does, 1 where all of it does, more where it is there word for
/// word.
pub(crate) fn likeness(names: &[&str], text: &str) -> Vec<f32> {
    Likeness::new(names).scores(text)
}

/// How alike names and goals are, by the words that tell the names apart.
struct Likeness {
    names: Vec<Vec<String>>,
    folded: Vec<String>,
    idf: BTreeMap<String, f32>,
    /// Which group of words of the same meaning a stemmed word belongs to.
    groups: BTreeMap<String, usize>,
}

impl Likeness {
    fn new(names: &[&str]) -> Self {
        let stems: Vec<Vec<String>> = names.iter().map(|name| content_words(name)).collect();
        let mut found: BTreeMap<String, u16> = BTreeMap::new();
        for word in stems.iter().flat_map(|name| name.iter().collect::<BTreeSet<_>>()) {
            *found.entry(word.clone()).or_default() += 1;
        }
        #[expect(clippy::cast_precision_loss, reason = "a few hundred elements")]
        let all = names.len() as f32;
        let idf = found.into_iter().map(|(word, count)| (word, ln(1.0 + all / f32::from(count)))).collect();
        Self { names: stems, folded: names.iter().map(|name| fold(name)).collect(), idf, groups: groups() }
    }

    /// 0 where nothing is shared, 1 where the whole name is in the goal, more where it is there word for word.
    fn scores(&self, goal: &str) -> Vec<f32> {
        let asked: BTreeSet<String> = content_words(goal).into_iter().collect();
        let alike: BTreeSet<usize> = asked.iter().filter_map(|word| self.groups.get(word).copied()).collect();
        let whole = alloc::format!(" {} ", fold(goal));
        let quotes: Vec<String> = quoted(goal).iter().map(|quote| fold(quote)).collect();
        let score = |at: usize| {
            let name = &self.names[at];
            let weight = |word: &String| self.idf.get(word).copied().unwrap_or(1.0);
            let total: f32 = name.iter().map(weight).sum();
            let shared = |word: &String| {
                if asked.contains(word) {
                    weight(word)
                } else if self.groups.get(word).is_some_and(|group| alike.contains(group)) {
                    SAME_COUNTS * weight(word)
                } else {
                    0.0
                }
            };
            let mut score = if total > 0.0 { name.iter().map(shared).sum::<f32>() / total } else { 0.0 };
            let folded = &self.folded[at];
            if !folded.is_empty() && whole.contains(&alloc::format!(" {folded} ")) {
                // A long name that stands there word for word is no accident.
                score += 0.2 * f32::from(u8::try_from(name.len().min(5)).unwrap_or(5));
            }
            if quotes.iter().any(|quote| quote == folded) {
                score += 1.0;
            }
            score
        };
        (0..self.names.len()).map(score).collect()
    }
}

impl Likeness {
    /// How much of a goal is about this name: all of it where the goal quotes it, or says nothing else.
    fn covers(&self, at: usize, goal: &str) -> f32 {
        // A script without spaces has no words that could be counted.
        let has_no_words = goal.chars().any(is_unspaced);
        if has_no_words || quoted(goal).iter().any(|quote| fold(quote) == self.folded[at]) {
            return 1.0;
        }
        let same = |word: &String| self.groups.get(word).copied();
        let name = &self.names[at];
        let is_in = |word: &String| {
            name.contains(word)
                || same(word).is_some_and(|group| name.iter().any(|one| same(one) == Some(group)))
        };
        let nothing = content_words(TELLING_NOTHING);
        let telling = |word: &String| is_in(word) || !nothing.contains(word);
        let asked: BTreeSet<String> = content_words(goal).into_iter().filter(telling).collect();
        let found = asked.iter().filter(|word| is_in(word)).count();
        #[expect(clippy::cast_precision_loss, reason = "words of a goal")]
        let share = found as f32 / asked.len().max(1) as f32;
        share
    }
}

fn groups() -> BTreeMap<String, usize> {
    let every = SAME
        .iter()
        .enumerate()
        .flat_map(|(group, same)| content_words(same).into_iter().map(move |word| (word, group)));
    every.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use laika_protocol::ids::HandleAlias;

    fn page(elements: &[(&str, &str)]) -> Vec<Element> {
        let element = |(at, (role, text)): (usize, &(&str, &str))| Element {
            handle_id: HandleAlias::parse(&alloc::format!("laika-{}", at + 1)).unwrap(),
            role: (*role).into(),
            text: (*text).into(),
            href: None,
            options: Vec::new(),
        };
        elements.iter().enumerate().map(element).collect()
    }

    #[test]
    fn the_element_that_is_meant_comes_first() {
        let shop = page(&[
            ("link", "Home"),
            ("searchbox", "Search the shop"),
            ("button", "Add to basket"),
            ("button", "Add to wish list"),
            ("link", "Basket (2)"),
            ("textbox", "Postcode"),
            ("textbox", "Street and number"),
            ("combobox", "Country"),
        ]);
        for (tool, goal, expected) in [
            ("browser.click", "add it to the cart", "Add to basket"),
            ("browser.click", "put it on my wish list", "Add to wish list"),
            ("browser.click", "open the shopping basket (2)", "Basket (2)"),
            ("browser.type", "enter 10115 as the postcode", "Postcode"),
            ("browser.type", "type Main Street 5 into street and number", "Street and number"),
            ("browser.select", "ship to Austria", "Country"),
            ("browser.type", "suche im Shop nach Stiefeln", "Search the shop"),
        ] {
            let found = elements(&shop, tool, goal, &[], 8);
            assert_eq!(found[0].text, expected, "{goal}");
        }
        let done = ["typed 10115 into Postcode"];
        assert_ne!(
            elements(&shop, "browser.type", "fill in postcode and street", &done, 8)[0].text,
            "Postcode"
        );
        let forum = page(&[("textbox", "Your reply"), ("button", "Post reply"), ("button", "Report post")]);
        let offered = |goal: &str| elements(&forum, "browser.click", goal, &[], 8).len();
        assert_eq!(offered("publish my reply"), 3, "what is pressed is seldom a field");
        assert_eq!(offered("click into the field \"Your reply\""), 1, "but it can be");
        let mail = page(&[("button", "Send"), ("button", "Save draft"), ("button", "Schedule send")]);
        let goal = "wait till the Send button is gone";
        let found = elements(&mail, "browser.wait_for", goal, &["clicked Send"], 8);
        assert_eq!(spoken_of(&found, goal).map(|element| element.text.as_str()), Some("Send"));
    }

    #[test]
    fn a_clear_best_leaves_little_to_choose() {
        let many: Vec<(&str, &str)> =
            (0..40).map(|n| ("button", if n == 33 { "Export as CSV" } else { "Details" })).collect();
        let many = page(&many);
        assert_eq!(elements(&many, "browser.click", "export as csv", &[], 12).len(), 1);
        assert_eq!(
            elements(&many, "browser.click", "なんとか", &[], 12).len(),
            12,
            "without a clue all stay possible"
        );
        let mail = page(&[("textbox", "Message"), ("button", "Send"), ("button", "Discard")]);
        for (goal, left) in [
            ("throw this message away", 3),
            ("click message", 1),
            ("open the \"Message\" box, not what I wrote yesterday", 1),
        ] {
            let kept = elements(&mail, "browser.click", goal, &[], 12);
            assert_eq!((kept.len(), &*kept[0].text), (left, "Message"), "{goal}");
        }
        let mut shop = page(&[("spinbutton", "Quantity"), ("combobox", "Colour"), ("textbox", "Remarks")]);
        shop[1].options = ["petrol", "rust"].map(String::from).to_vec();
        for (tool, goal, only) in [
            ("browser.select", "make it the rust coloured one", "Colour"),
            ("browser.select", "make the colour rust", "Colour"),
            ("browser.type", "write \"see you at nine tomorrow\" into the remarks", "Remarks"),
            ("browser.click", "数量ではなく「Remarks」をクリックして", "Remarks"),
        ] {
            let kept = elements(&shop, tool, goal, &[], 12);
            assert_eq!((kept.len(), &*kept[0].text), (1, only), "{goal}");
        }
        let japanese = page(&[("button", "検索"), ("button", "閉じる"), ("link", "ホーム")]);
        assert_eq!(elements(&japanese, "browser.click", "検索ボタンをクリックして", &[], 12).len(), 1);
        let third = elements(&many, "browser.click", "press the third details button", &[], 12);
        assert_eq!(
            third[2].handle_id.as_str(),
            "laika-3",
            "where the goal counts, the order of the page is kept"
        );
    }
}
