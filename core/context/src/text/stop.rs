//! Words that carry no content by themselves, and words that turn a sentence around.

/// English, German, French, Spanish, Italian, Portuguese and Dutch, in lower case and in order.
const STOP: &[&str] = &[
    "a", "aan", "aber", "about", "again", "al", "all", "als", "also", "am", "an", "and", "any", "ao", "are",
    "as", "at", "au", "auch", "auf", "aus", "aux", "avec", "avoir", "be", "been", "bei", "being", "bij",
    "bitte", "but", "by", "c", "can", "ce", "ces", "cet", "cette", "che", "chi", "com", "come", "con",
    "could", "cuándo", "cómo", "d", "da", "dans", "das", "dass", "dat", "de", "dei", "del", "della", "delle",
    "dem", "den", "der", "des", "di", "dich", "did", "die", "diese", "diesen", "dieser", "dieses", "dir",
    "dit", "do", "doch", "does", "dos", "dove", "down", "du", "dónde", "e", "each", "een", "ein", "eine",
    "einem", "einen", "einer", "el", "ela", "ele", "ella", "elle", "elles", "ellos", "em", "en", "er", "es",
    "essa", "esse", "est", "esta", "estar", "estas", "este", "estos", "et", "eu", "favor", "foi", "for",
    "from", "fue", "für", "gli", "haben", "had", "has", "hat", "have", "having", "he", "her", "here", "het",
    "hey", "hi", "hier", "hij", "him", "his", "how", "i", "ich", "id", "if", "ihr", "ik", "il", "ill", "ils",
    "im", "in", "into", "io", "is", "ist", "isto", "it", "its", "ive", "j", "je", "jij", "just", "kannst",
    "l", "la", "las", "le", "lei", "les", "let", "lets", "like", "lo", "loro", "los", "lui", "m", "ma",
    "mais", "mal", "man", "may", "me", "mes", "met", "mi", "mich", "might", "mir", "mit", "moi", "mon",
    "more", "most", "must", "my", "n", "na", "naar", "nach", "need", "nel", "nella", "no", "noch", "noi",
    "nosotros", "nous", "nur", "não", "o", "oder", "of", "off", "on", "once", "one", "only", "op", "or",
    "os", "other", "ou", "our", "out", "over", "own", "où", "par", "para", "per", "pero", "peux", "please",
    "plus", "por", "pour", "qu", "quando", "que", "questa", "questo", "qui", "quién", "quoi", "qué", "s",
    "sa", "same", "se", "sein", "ser", "ses", "shall", "she", "should", "sie", "sind", "so", "some", "son",
    "sono", "sont", "su", "such", "sur", "sus", "svp", "são", "t", "te", "than", "thanks", "that", "the",
    "their", "them", "then", "there", "these", "they", "this", "those", "to", "too", "tu", "um", "uma", "un",
    "una", "unas", "und", "under", "une", "uno", "unos", "up", "us", "van", "very", "voi", "vom", "von",
    "voor", "vous", "wann", "want", "war", "waren", "warum", "was", "we", "wer", "werden", "were", "what",
    "whats", "when", "where", "which", "who", "whom", "whose", "why", "wie", "wij", "will", "wir", "wird",
    "with", "wo", "would", "y", "yo", "you", "your", "zij", "zijn", "zu", "zum", "zur", "è", "él", "été",
    "être", "über",
];

/// Whether a word in lower case carries no content.
pub fn is_stop(word: &str) -> bool {
    STOP.binary_search(&word).is_ok()
}

const NEGATIONS: &[&str] = &[
    "aint", "arent", "aucun", "aucune", "cannot", "cant", "couldnt", "denied", "denies", "deny", "didnt",
    "doesnt", "dont", "fail", "failed", "fails", "geen", "hadnt", "hasnt", "havent", "isnt", "jamais",
    "jamás", "kein", "keine", "keinem", "keinen", "keiner", "mai", "nada", "nadie", "neither", "nenhum",
    "nenhuma", "nessuna", "nessuno", "never", "nicht", "nichts", "nie", "niemals", "niemand", "niente",
    "niet", "ninguna", "ninguno", "ningún", "no", "nobody", "non", "none", "nooit", "nor", "not", "nothing",
    "nunca", "não", "ohne", "pas", "personne", "refuse", "refused", "refuses", "rien", "sans", "sem",
    "senza", "shouldnt", "sin", "unable", "wasnt", "weder", "werent", "without", "wont", "wouldnt", "zonder",
];

/// Whether a word in lower case turns a sentence around.
pub fn is_negation(word: &str) -> bool {
    NEGATIONS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_in_order() {
        assert!(STOP.is_sorted() && NEGATIONS.is_sorted());
        assert!(is_stop("the") && is_stop("über") && !is_stop("bridge"));
        assert!(is_negation("not") && is_negation("kein") && !is_negation("note"));
    }
}
