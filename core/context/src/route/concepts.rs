//! Words that go together, for tools of which only a name and a line are known.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::text::{stem, words};

/// What a tool may be about, and other words by which people ask for it. English, German, French, Spanish, Japanese.
const CONCEPTS: &[(&str, &str)] = &[
    (
        "translate translation translator",
        "say mean language english french german spanish italian japanese chinese übersetze übersetzen übersetzung englisch \
         englische französisch deutsch traduis traduire anglais allemand traduce traducir inglés 翻訳 英語",
    ),
    (
        "weather forecast",
        "rain raining snow sunny sunshine temperature umbrella wind wetter regen regnet schnee météo pluie pleut temps \
         tiempo lluvia llueve 天気 雨",
    ),
    (
        "calculate calculator calculation calc math maths arithmetic",
        "compute sum plus minus percentage square times multiply multiplied divide divided percent squared root rechne berechne ausrechnen wie viel \
         calcule combien calcula cuánto 計算",
    ),
    (
        "convert unit units measure",
        "miles kilometres kilometers km metres meters feet inches pounds kilos kilograms grams ounces litres liters gallons \
         celsius fahrenheit umrechnen convertis convierte 変換",
    ),
    (
        "currency currencies money exchange rate rates",
        "euro euros dollar dollars yen franc francs pound pounds sterling usd eur gbp jpy chf währung umrechnen devise \
         moneda 円",
    ),
    (
        "date dates weekday calendar duration time clock",
        "day days week weeks month months until ago birthday easter monday tuesday wednesday thursday friday saturday \
         sunday datum wochentag tage uhr jour jours fecha días hora 曜日 日付",
    ),
    (
        "note notes reminder memo remember",
        "notice jot remind forget notiz merke merken erinnere erinnern souviens rappelle recuerda recuérdame メモ",
    ),
    (
        "git repository repo commit commits",
        "wrote rebase branch diff changed changes changelog blame merge history author log verlauf geändert historique historial",
    ),
    (
        "project code codebase source files file",
        "function class method module parse defined definition implemented grep folder directory repository datei dateien \
         funktion fichier fichiers archivo archivos función",
    ),
    (
        "encyclopedia wikipedia wiki encyclopaedia",
        "wikipedia biography born invented article lexikon enzyklopädie encyclopédie enciclopedia 百科",
    ),
    ("mail email message inbox", "send sende reply nachricht envoie courriel correo mensaje メール"),
    ("news headlines", "happened today nachrichten actualités noticias ニュース"),
    (
        "shipping postage parcel",
        "letter delivery courier package kg gram versand porto paket livraison colis envío paquete 送料",
    ),
    ("tax taxes", "vat duty sales customs mwst steuer zoll tva impôt iva impuesto 税"),
    (
        "definition define dictionary synonym word",
        "meaning opposite antonym thesaurus spell wort bedeutung bedeutet wörterbuch sens signifie dictionnaire palabra significa \
         diccionario 意味 辞書 味を",
    ),
    (
        "image images picture pictures photo photos",
        "photograph drawing icon illustration wallpaper bild bilder foto imagen 画像 写真",
    ),
    ("web internet", "online google bing duckduckgo ddg netz recherche 検索"),
    ("replace edit rename", "change swap substitute instead everywhere ersetze remplace reemplaza 置換"),
    ("run execute script program", "start ausführen exécute ejecuta 実行"),
];

/// More words for a tool with these words of its own, stemmed.
pub(super) fn related(own: &[String]) -> Vec<String> {
    let stems = |text: &str| words(text).iter().map(|word| stem(word).to_string()).collect::<Vec<_>>();
    let meant = CONCEPTS.iter().filter(|(heads, _)| stems(heads).iter().any(|head| own.contains(head)));
    meant.flat_map(|(heads, more)| stems(heads).into_iter().chain(stems(more))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_brings_its_words_along() {
        let of =
            |line: &str| related(&words(line).iter().map(|word| stem(word).to_string()).collect::<Vec<_>>());
        assert!(of("the weather at a place").iter().any(|word| word == "rain"));
        assert!(of("scroll the page down or up").is_empty());
    }
}
