//! Other words for tools, in several languages, and how well a request fits a tool by its words alone.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use laika_protocol::tools;

use super::concepts::related;
use super::request::Request;
use super::spelling::meant;
use crate::text::{is_stop, stem, words};

/// Words for tools beside their names and lines, in English, German, French, Spanish and Japanese. Those behind the bar
/// speak for the tool and are at the same time what it would be used on.
const SYNONYMS: &[(&str, &str)] = &[
    (
        "browser.click",
        "press tap push hit tick check untick uncheck klick klicke klicken drück drücke \
         anklicken knopf clique cliquer clic appuie bouton pulsa clic botón presiona クリック 押して 押す ボタン | accept dismiss close submit agree",
    ),
    (
        "browser.type",
        "write enter fill input put key schreib schreibe tippe gib ein eingeben trage ausfüllen saisis tape écris \
         remplis champ escribe teclea rellena campo introduce 入力 書いて 打って",
    ),
    (
        "browser.select",
        "pick set dropdown menu wähle auswählen stelle choisis choisir sélectionne liste déroulante elige selecciona \
         opción desplegable 選択 選んで",
    ),
    (
        "browser.scroll",
        "further below above bottom top lower end pgdn pgup pagedown pageup scrolle runter hoch unten oben weiter défile descends remonte bas haut desplaza \
         baja sube abajo arriba スクロール 下に 上に",
    ),
    (
        "browser.wait_for",
        "until till loads finished finishes done ready warte bis geladen attends jusqu chargé espera hasta cargue \
         待って 待つ まで",
    ),
    (
        "browser.extract_table",
        "spreadsheet csv cells grid column row tabelle zeilen spalten tableau lignes colonnes tabla filas columnas \
         テーブル 表を",
    ),
    (
        "browser.capture_viewport",
        "screenshot screengrab screencap capture grab snip image snapshot screen photo bildschirmfoto bild aufnahme écran photo captura pantalla foto \
         スクリーンショット 画面 撮って",
    ),
    (
        "browser.open_tab",
        "url website site background neuer neuen tab öffne onglet nouvel ouvre pestaña nueva abre 新しい タブ",
    ),
    (
        "browser.navigate",
        "visit url website site open load take gehe geh öffne besuche navigiere va ouvre aller visite ve abre visita \
         navega 開いて 移動",
    ),
    (
        "browser.back",
        "previous return earlier undo zurück vorherige vorigen retour précédente reviens atrás vuelve anterior 戻って 戻る",
    ),
    ("browser.forward", "redo vorwärts vor avance suivante adelante siguiente 進む 進んで"),
    (
        "browser.refresh",
        "reload refresh update f5 newest neu lade laden aktualisiere aktualisieren recharge actualise rafraîchis recarga \
         actualiza refresca 再読み込み 更新",
    ),
    (
        "browser.switch_tab",
        "change other back wechsle wechseln anderen bascule change onglet cambia pestaña otra 切り替え タブ",
    ),
    (
        "search",
        "google look internet online bing duckduckgo ddg lookup suche such suchen netz \
         cherche recherche chercher busca buscar 検索 調べて | latest news current today yesterday price",
    ),
    (
        "content.summarize",
        "summarize summary condense tldr tl dr gist overview main points brief recap shorten key takeaways essence zusammenfassen \
         zusammenfassung fasse zusammen überblick résume résumé resume resumen resúmeme 要約 まとめて",
    ),
    (
        "content.find",
        "ctrl say says mention mentions mentioned where paragraph section part quote steht erwähnt abschnitt stelle passage \
         mentionne dit où dice menciona dónde párrafo 書いて どこに 箇所",
    ),
    (
        "browser.find",
        "locate where icon element control finde knopf schaltfläche suchfeld trouve localise bouton lien encuentra \
         botón enlace ボタン リンク 探して",
    ),
    (
        "browser.observe_dom",
        "look see contents whole observe shows lies ansehen inhalt lis regarde contenu lee mira contenido 読んで 見て",
    ),
    (
        "browser.get_selection_links",
        "highlighted highlight marked selection markiert markierten auswahl sélection sélectionné liens selección \
         seleccionado enlaces 選択 リンク",
    ),
];

/// The words by which tools are told apart.
pub(super) struct Lexicon {
    documents: Vec<BTreeMap<String, f32>>,
    /// The words of each tool that are not also what it would be used on.
    own: Vec<BTreeSet<String>>,
    idf: BTreeMap<String, f32>,
    /// Every word that means something to some tool, offered here or not: none of them is a slip.
    known: BTreeSet<String>,
}

/// How much a word counts by where it comes from.
const OF_NAME: f32 = 1.6;
const OF_LINE: f32 = 1.0;
const OF_SYNONYMS: f32 = 1.2;
const OF_CONCEPT: f32 = 1.0;

impl Lexicon {
    pub(super) fn new(tools: &[(&str, &str)]) -> Self {
        let documents: Vec<BTreeMap<String, f32>> =
            tools.iter().map(|(name, line)| document(name, line)).collect();
        let mut found: BTreeMap<String, u16> = BTreeMap::new();
        for word in documents.iter().flat_map(BTreeMap::keys) {
            *found.entry(word.clone()).or_default() += 1;
        }
        #[expect(clippy::cast_precision_loss, reason = "a few dozen tools")]
        let all = documents.len() as f32;
        let idf = found.into_iter().map(|(word, count)| (word, ln(1.0 + all / f32::from(count)))).collect();
        let own = tools.iter().map(|(name, line)| own_words(name, line)).collect();
        let known = all_words(&documents);
        Self { documents, own, idf, known }
    }

    /// How well a request fits each tool: 0 where no word is shared, about 1 where the words that tell tools apart are.
    pub(super) fn fits(&self, request: &str) -> Vec<f32> {
        let mut asked: BTreeMap<String, f32> = BTreeMap::new();
        for (part, counts) in Request::read(request).words() {
            for word in stems(&part).map(|word| self.spelt(word)) {
                let slot = asked.entry(word).or_default();
                *slot = f32::max(*slot, counts);
            }
        }
        // Longer requests share more by chance.
        #[expect(clippy::cast_precision_loss, reason = "few words")]
        let length = 3.0 + asked.len() as f32 / 6.0;
        let fit = |document: &BTreeMap<String, f32>| {
            let shared = asked
                .iter()
                .filter_map(|(word, counts)| Some(counts * document.get(word)? * self.idf.get(word)?));
            shared.sum::<f32>() / length
        };
        self.documents.iter().map(fit).collect()
    }

    /// For each tool the words of a request that it does not know: what it would be used on.
    pub(super) fn beside(&self, request: &str) -> Vec<Vec<String>> {
        let spelt: Vec<String> = stems(request).map(|word| self.spelt(word)).collect();
        let of_tool = |known: &BTreeSet<String>| -> Vec<String> {
            spelt.iter().filter(|word| !known.contains(*word)).cloned().collect()
        };
        self.own.iter().map(of_tool).collect()
    }

    /// The word as it was probably meant.
    fn spelt(&self, word: String) -> String {
        if self.known.contains(&word) {
            return word;
        }
        meant(&word, &self.known).map_or(word, ToString::to_string)
    }
}

fn document(name: &str, line: &str) -> BTreeMap<String, f32> {
    let mut weights = BTreeMap::new();
    let mut add = |text: &str, weight: f32| {
        for word in stems(text) {
            let slot = weights.entry(word).or_insert(0.0);
            *slot = f32::max(*slot, weight);
        }
    };
    add(name.split_once('.').map_or(name, |(_, rest)| rest), OF_NAME);
    add(line, OF_LINE);
    for alias in tools::find(name).into_iter().flat_map(|tool| tool.aliases) {
        add(alias.split_once('.').map_or(alias, |(_, rest)| rest), OF_NAME);
    }
    for (_, more) in SYNONYMS.iter().filter(|(tool, _)| *tool == name) {
        add(more, OF_SYNONYMS);
    }
    // Tools of the table have words of their own.
    if !SYNONYMS.iter().any(|(tool, _)| *tool == name) {
        let own: Vec<String> = weights.keys().cloned().collect();
        for word in related(&own) {
            weights.entry(word).or_insert(OF_CONCEPT);
        }
    }
    weights
}

/// The words of these tools and of all others.
fn all_words(documents: &[BTreeMap<String, f32>]) -> BTreeSet<String> {
    let others = SYNONYMS.iter().flat_map(|(_, more)| stems(more));
    documents.iter().flat_map(|document| document.keys().cloned()).chain(others).collect()
}

fn own_words(name: &str, line: &str) -> BTreeSet<String> {
    let more = SYNONYMS.iter().filter(|(tool, _)| *tool == name);
    let more = more.map(|(_, more)| more.split_once('|').map_or(*more, |(own, _)| own));
    [name, line].into_iter().chain(more).flat_map(stems).collect()
}

/// Directions are stop words elsewhere and the whole point here.
const DIRECTIONS: &[&str] = &["up", "down", "again", "where", "vor", "ein"];

fn stems(text: &str) -> impl Iterator<Item = String> {
    let kept = |word: &String| DIRECTIONS.contains(&word.as_str()) || !is_stop(word);
    words(text).into_iter().filter(kept).map(|word| stem(&word).to_string())
}

/// The natural logarithm for numbers from 1 to a few hundred: `core` has none.
pub(crate) fn ln(x: f32) -> f32 {
    let (mut x, mut twos) = (x.max(1.0), 0.0);
    while x > 1.5 {
        x /= 2.0;
        twos += 1.0;
    }
    // ln x = 2 artanh((x-1)/(x+1)), a few terms of which are exact enough so near to 1.
    let y = (x - 1.0) / (x + 1.0);
    let square = y * y;
    2.0 * y * (1.0 + square / 3.0 + square * square / 5.0) + twos * core::f32::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;
    use laika_protocol::tools::TOOLS;

    #[test]
    fn logarithms_are_close() {
        for x in [1.0_f32, 1.1, 1.5, 2.0, 3.0, 7.5, 20.0, 300.0] {
            assert!((ln(x) - x.ln()).abs() < 1e-3, "{x}");
        }
    }

    #[test]
    fn words_alone_find_the_plain_cases() {
        let offered: Vec<(&str, &str)> = TOOLS.iter().map(|tool| (tool.name, tool.line)).collect();
        let lexicon = Lexicon::new(&offered);
        for (request, tool) in [
            ("scroll down a bit", "browser.scroll"),
            ("scrolle bitte nach unten", "browser.scroll"),
            ("résume cette page", "content.summarize"),
            ("take a screenshot", "browser.capture_viewport"),
            ("ページを要約して", "content.summarize"),
            ("reload", "browser.refresh"),
        ] {
            let fits = lexicon.fits(request);
            let best = (0..fits.len()).max_by(|a, b| fits[*a].total_cmp(&fits[*b])).unwrap();
            assert_eq!(offered[best].0, tool, "{request}");
        }
    }
}
