//! The words that announce a value, without accents and in lower case.

/// What a word announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cue {
    Password,
    Token,
    Session,
    Bearer,
    Basic,
    Code,
    BareCode,
    Pin,
    Seed,
    Birth,
    IdNumber,
    Phone,
    Street,
}

/// Cues in scripts without spaces.
pub(super) const WIDE_CUES: &[(&str, Cue)] = &[
    ("密码", Cue::Password),
    ("密碼", Cue::Password),
    ("口令", Cue::Password),
    ("パスワード", Cue::Password),
    ("密钥", Cue::Token),
    ("私钥", Cue::Token),
    ("秘密鍵", Cue::Token),
    ("令牌", Cue::Token),
    ("トークン", Cue::Token),
    ("キー", Cue::Token),
    ("验证码", Cue::Code),
    ("驗證碼", Cue::Code),
    ("校验码", Cue::Code),
    ("动态码", Cue::Code),
    ("认证码", Cue::Code),
    ("認証コード", Cue::Code),
    ("確認コード", Cue::Code),
    ("認証番号", Cue::Code),
    ("確認番号", Cue::Code),
    ("ログインコード", Cue::Code),
    ("セキュリティコード", Cue::Code),
    ("ワンタイム", Cue::Code),
    ("暗証番号", Cue::Pin),
    ("助记词", Cue::Seed),
    ("リカバリーフレーズ", Cue::Seed),
    ("出生", Cue::Birth),
    ("生日", Cue::Birth),
    ("生年月日", Cue::Birth),
    ("誕生日", Cue::Birth),
    ("生まれ", Cue::Birth),
    ("护照", Cue::IdNumber),
    ("護照", Cue::IdNumber),
    ("身份证", Cue::IdNumber),
    ("社保", Cue::IdNumber),
    ("医保", Cue::IdNumber),
    ("驾驶证", Cue::IdNumber),
    ("パスポート", Cue::IdNumber),
    ("旅券", Cue::IdNumber),
    ("マイナンバー", Cue::IdNumber),
    ("個人番号", Cue::IdNumber),
    ("免許", Cue::IdNumber),
    ("保険証", Cue::IdNumber),
    ("手机", Cue::Phone),
    ("电话", Cue::Phone),
    ("電話", Cue::Phone),
    ("携帯", Cue::Phone),
];

/// The word that must stand before a cue.
enum Before {
    Any,
    OneOf(&'static [&'static str]),
    NoneOf(&'static [&'static str]),
    /// `de`, after one of these.
    De(&'static [&'static str]),
}

const CODE: &[&str] = &["code", "codigo", "codice"];
#[rustfmt::skip]
const SOCIAL: &[&str] =
    &["security", "sociale", "social", "insurance", "fiscal", "fiscale", "conduire", "conducir"];

/// What words announce after which others; the first row that fits counts.
#[rustfmt::skip]
const CUES: &[(Cue, Before, &[&str])] = &[
    (Cue::Password, Before::Any, &[
        "passwd", "pwd", "passphrase", "contrasena", "mdp", "senha", "wachtwoord", "clave", "parola",
    ]),
    (Cue::Password, Before::De(&["mot"]), &["passe"]),
    (Cue::Token, Before::Any, &[
        "token", "secret", "apikey", "privkey", "privatekey", "secretkey", "accesskey", "credential",
        "credentials", "pass", "sessionid", "jsessionid", "phpsessid", "accountkey", "jeton",
    ]),
    (Cue::Token, Before::OneOf(&[
        "api", "access", "secret", "private", "privater", "account", "auth", "encryption", "signing", "master",
        "ssh", "shared", "storage", "client", "service", "app", "deploy", "recovery",
    ]), &["key", "schlussel", "schluessel", "cle", "chiave"]),
    (Cue::Session, Before::Any, &["session", "sid", "cookie"]),
    (Cue::Bearer, Before::Any, &["bearer"]),
    (Cue::Basic, Before::OneOf(&["authorization"]), &["basic"]),
    (Cue::Code, Before::Any, &[
        "otp", "totp", "passcode", "tan", "mtan", "smstan", "bestatigungscode", "bestaetigungscode",
        "sicherheitscode", "verifizierungscode", "einmalcode", "einmalpasswort", "einmalkennwort",
        "freischaltcode", "zugangscode", "prufcode", "wiederherstellungscode", "notfallcode", "backupcode",
        "transaktionsnummer", "anmeldecode", "logincode", "authentifizierungscode", "aktivierungscode",
    ]),
    (Cue::Code, Before::OneOf(&["backup", "recovery", "scratch", "emergency"]), &["codes"]),
    (Cue::Code, Before::OneOf(&[
        "verification", "login", "security", "access", "confirmation", "authentication", "auth", "time", "sms",
        "signin", "in", "otp", "backup", "recovery", "passwort", "authenticator", "factor", "activation",
        "unlock", "reset",
    ]), CODE),
    (Cue::BareCode, Before::NoneOf(&[
        "promo", "zip", "postal", "post", "status", "error", "source", "country", "area", "bar", "qr", "product",
        "coupon", "discount", "voucher", "exit", "color", "colour", "dress", "morse", "booking", "dialing",
        "building", "tax", "return", "http",
    ]), CODE),
    (Cue::Pin, Before::Any, &["pin", "geheimzahl"]),
    (Cue::Seed, Before::Any, &["mnemonic", "seed"]),
    (Cue::Seed, Before::OneOf(&["seed", "recovery", "mnemonic", "backup", "secret", "wallet", "frase"]), &[
        "phrase", "words", "semilla", "worter",
    ]),
    (Cue::Birth, Before::Any, &[
        "dob", "birth", "birthday", "birthdate", "born", "geburtsdatum", "geburtstag", "geboren", "geb",
        "naissance", "ne", "nee", "nacimiento", "nacido", "nacida", "nato", "nata", "nascita", "nascimento",
    ]),
    (Cue::IdNumber, Before::Any, &[
        "passport", "passeport", "pasaporte", "passaporto", "reisepass", "reisepassnummer", "passnummer",
        "personalausweis", "personalausweisnummer", "ausweis", "ausweisnummer", "dni", "nie", "nif", "curp",
        "cpf", "ssn", "nino", "aadhaar", "medicare", "nhs", "nir", "versichertennummer",
        "krankenversicherungsnummer", "steuernummer", "sozialversicherungsnummer", "rentenversicherungsnummer",
        "fuhrerschein", "fuhrerscheinnummer", "steuerid", "identifikationsnummer", "itin", "pesel", "bsn",
    ]),
    (Cue::IdNumber, Before::OneOf(&[
        "tax", "steuer", "national", "patient", "insurance", "identity", "government",
    ]), &["id"]),
    (Cue::IdNumber, Before::OneOf(&["driver", "drivers", "driving", "s"]), &["license", "licence"]),
    (Cue::IdNumber, Before::OneOf(&[
        "social", "securite", "seguridad", "national", "health", "numero", "codice",
    ]), SOCIAL),
    (Cue::IdNumber, Before::De(&["permis", "carnet", "licencia"]), SOCIAL),
    (Cue::Phone, Before::Any, &[
        "phone", "telephone", "telefon", "tel", "mobile", "mobil", "handy", "handynummer", "telefono", "movil",
        "celular", "portable", "whatsapp", "cell", "tlf", "rufnummer", "telefonnummer", "mobilnummer", "fax",
        "cellulare",
    ]),
    (Cue::Street, Before::Any, &[
        "street", "road", "rd", "avenue", "ave", "lane", "drive", "boulevard", "blvd", "rue", "calle",
        "avenida", "via", "plaza", "str", "st",
    ]),
];

/// What longer words announce by how they end.
const ENDINGS: &[(Cue, &[&str])] = &[
    (Cue::Password, &["password", "passwort", "kennwort"]),
    (Cue::Street, &["strasse", "strase", "weg", "platz", "allee", "gasse", "damm", "straat"]),
];

/// The fewest letters of a word that is told by its ending.
const LONGER: usize = 6;

/// What a word announces, given the two words before it, in any case.
pub(super) fn cue_of(word: &str, last: &str, last_but_one: &str) -> Option<Cue> {
    let among = |words: &[&str], word: &str| words.iter().any(|one| word.eq_ignore_ascii_case(one));
    let follows = |before: &Before| match before {
        Before::Any => true,
        Before::OneOf(words) => among(words, last),
        Before::NoneOf(words) => !among(words, last),
        Before::De(words) => last.eq_ignore_ascii_case("de") && among(words, last_but_one),
    };
    let ends = |ending: &&str| {
        let from = word.len().checked_sub(ending.len()).filter(|_| word.len() >= LONGER);
        from.and_then(|from| word.get(from..)).is_some_and(|end| end.eq_ignore_ascii_case(ending))
    };
    let by_word = || CUES.iter().find(|(_, before, words)| among(words, word) && follows(before));
    let by_word = if WORDS.has(tail_of(word)) { by_word() } else { None };
    let by_ending = || ENDINGS.iter().find(|(_, endings)| endings.iter().any(ends));
    by_word.map(|(cue, ..)| *cue).or_else(|| by_ending().map(|(cue, _)| *cue))
}

/// A set that may take a few others for its members, but never misses one: what it lacks needs no closer look.
struct Sieve([u64; 512]);

impl Sieve {
    /// The word and the bit in it that stand for a key.
    const fn place(key: u64) -> (usize, u64) {
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 49;
        ((hash >> 6) as usize, 1 << (hash & 63))
    }

    const fn with(mut self, key: u64) -> Self {
        let (word, bit) = Self::place(key);
        self.0[word] |= bit;
        self
    }

    fn has(&self, key: u64) -> bool {
        let (word, bit) = Self::place(key);
        self.0.get(word).is_some_and(|bits| bits & bit != 0)
    }
}

/// The last eight letters of a word, in lower case, the last one highest.
const fn tail_of(word: &str) -> u64 {
    let (letters, mut tail, mut at) = (word.as_bytes(), 0, 0);
    let start = letters.len().saturating_sub(8);
    while start + at < letters.len() {
        tail |= (letters[start + at] as u64 | 0x20) << (8 * at);
        at += 1;
    }
    tail
}

/// Whether a word of so many letters can be a cue, given the eight bytes up to its end.
pub(super) fn may_be_cue(bytes: [u8; 8], len: usize) -> bool {
    let tail = u64::from_le_bytes(bytes) | 0x2020_2020_2020_2020;
    WORDS.has(tail >> (8 * 8_usize.saturating_sub(len))) | ((len >= LONGER) & WORD_ENDS.has(tail >> 40))
}

static WORDS: Sieve = {
    let (mut sieve, mut row) = (Sieve([0; 512]), 0);
    while row < CUES.len() {
        let (words, mut at) = (CUES[row].2, 0);
        while at < words.len() {
            sieve = sieve.with(tail_of(words[at]));
            at += 1;
        }
        row += 1;
    }
    sieve
};

const fn last_three(ending: &str) -> u64 {
    tail_of(ending) >> (8 * (if ending.len() < 8 { ending.len() } else { 8 } - 3))
}

static WORD_ENDS: Sieve = {
    let (mut sieve, mut row) = (Sieve([0; 512]), 0);
    while row < ENDINGS.len() {
        let (endings, mut at) = (ENDINGS[row].1, 0);
        while at < endings.len() {
            sieve = sieve.with(last_three(endings[at]));
            at += 1;
        }
        row += 1;
    }
    sieve
};

/// The first byte of a wide cue is at least this.
pub(super) const WIDE_LEAD: u8 = 0xe3;

/// The first two characters of each wide cue, without the first byte.
static WIDE_STARTS: Sieve = {
    let (mut sieve, mut row) = (Sieve([0; 512]), 0);
    while row < WIDE_CUES.len() {
        let bytes = WIDE_CUES[row].0.as_bytes();
        assert!(bytes[0] >= WIDE_LEAD);
        sieve = sieve.with(pair_of([bytes[1], bytes[2], bytes[3], bytes[4], bytes[5]]));
        row += 1;
    }
    sieve
};

const fn pair_of([a, b, c, d, e]: [u8; 5]) -> u64 {
    u64::from_le_bytes([a, b, c, d, e, 0, 0, 0])
}

/// Whether a wide cue can go on with these bytes after its first.
pub(super) fn may_be_in_wide_cue(bytes: [u8; 5]) -> bool {
    WIDE_STARTS.has(pair_of(bytes))
}

/// Whether the words after `code` say that it proves something.
pub(super) fn qualifies_code(following: &str) -> bool {
    let lower = following.to_ascii_lowercase();
    [
        "verif",
        "de secur",
        "de segur",
        "d'acces",
        "de acceso",
        "de confirm",
        "de valid",
        "authent",
        "autent",
        "de connexion",
        "usage unique",
        "un solo uso",
        "de recup",
        "de secours",
        "di sicurezza",
        "di accesso",
        "secret",
        "confidentiel",
        "sms",
    ]
    .iter()
    .any(|word| lower.contains(word))
}

/// Whether the words after `code` make it another kind of code.
pub(super) fn names_another_code(following: &str) -> bool {
    let lower = following.to_ascii_lowercase();
    [
        "postal",
        "promo",
        "de la route",
        "barre",
        "couleur",
        "source",
        "civil",
        "penal",
        "de barras",
        "de area",
        "pays",
    ]
    .iter()
    .any(|word| lower.trim_start().starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cue_passes_the_sieve() {
        let ends = |word: &str| {
            let mut bytes = [b'.'; 8];
            bytes
                .iter_mut()
                .rev()
                .zip(word.bytes().rev())
                .for_each(|(to, from)| *to = from.to_ascii_uppercase());
            bytes
        };
        for word in CUES.iter().flat_map(|(_, _, words)| *words) {
            assert!(may_be_cue(ends(word), word.len()), "{word}");
        }
        for ending in ENDINGS.iter().flat_map(|(_, endings)| *endings) {
            assert!(may_be_cue(ends(ending), ending.len().max(LONGER)), "{ending}");
            assert!(cue_of(&alloc::format!("any{ending}"), "", "").is_some(), "{ending}");
        }
        for (cue, _) in WIDE_CUES {
            let [_, start @ ..] = cue.as_bytes().first_chunk::<6>().unwrap();
            assert!(may_be_in_wide_cue(*start), "{cue}");
        }
    }
}
