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

/// What a word announces, given the two words before it.
pub(super) fn cue_of(word: &str, last: &str, last_but_one: &str) -> Option<Cue> {
    let cue =
        match word {
            "passwd" | "pwd" | "passphrase" | "contrasena" | "mdp" | "senha" | "wachtwoord" | "clave"
            | "parola" => Cue::Password,
            "passe" if last == "de" && last_but_one == "mot" => Cue::Password,
            "token" | "secret" | "apikey" | "privkey" | "privatekey" | "secretkey" | "accesskey"
            | "credential" | "credentials" | "pass" | "sessionid" | "jsessionid" | "phpsessid"
            | "accountkey" | "jeton" => Cue::Token,
            "key" | "schlussel" | "schluessel" | "cle" | "chiave" => {
                return qualified_key(last).then_some(Cue::Token);
            }
            "session" | "sid" | "cookie" => Cue::Session,
            "bearer" => Cue::Bearer,
            "codes" => {
                return matches!(last, "backup" | "recovery" | "scratch" | "emergency").then_some(Cue::Code);
            }
            "basic" if last == "authorization" => Cue::Basic,
            "otp"
            | "totp"
            | "passcode"
            | "tan"
            | "mtan"
            | "smstan"
            | "bestatigungscode"
            | "bestaetigungscode"
            | "sicherheitscode"
            | "verifizierungscode"
            | "einmalcode"
            | "einmalpasswort"
            | "einmalkennwort"
            | "freischaltcode"
            | "zugangscode"
            | "prufcode"
            | "wiederherstellungscode"
            | "notfallcode"
            | "backupcode"
            | "transaktionsnummer"
            | "anmeldecode"
            | "logincode"
            | "authentifizierungscode"
            | "aktivierungscode" => Cue::Code,
            "code" | "codigo" | "codice" => match last {
                "verification" | "login" | "security" | "access" | "confirmation" | "authentication"
                | "auth" | "time" | "sms" | "signin" | "in" | "otp" | "backup" | "recovery" | "passwort"
                | "authenticator" | "factor" | "activation" | "unlock" | "reset" => Cue::Code,
                "promo" | "zip" | "postal" | "post" | "status" | "error" | "source" | "country" | "area"
                | "bar" | "qr" | "product" | "coupon" | "discount" | "voucher" | "exit" | "color"
                | "colour" | "dress" | "morse" | "booking" | "dialing" | "building" | "tax" | "return"
                | "http" => return None,
                _ => Cue::BareCode,
            },
            "pin" | "geheimzahl" => Cue::Pin,
            "mnemonic" => Cue::Seed,
            "phrase" | "words" | "seed" | "semilla" | "worter" => match last {
                "seed" | "recovery" | "mnemonic" | "backup" | "secret" | "wallet" | "frase" => Cue::Seed,
                _ if word == "seed" => Cue::Seed,
                _ => return None,
            },
            "dob" | "birth" | "birthday" | "birthdate" | "born" | "geburtsdatum" | "geburtstag"
            | "geboren" | "geb" | "naissance" | "ne" | "nee" | "nacimiento" | "nacido" | "nacida"
            | "nato" | "nata" | "nascita" | "nascimento" => Cue::Birth,
            "passport"
            | "passeport"
            | "pasaporte"
            | "passaporto"
            | "reisepass"
            | "reisepassnummer"
            | "passnummer"
            | "personalausweis"
            | "personalausweisnummer"
            | "ausweis"
            | "ausweisnummer"
            | "dni"
            | "nie"
            | "nif"
            | "curp"
            | "cpf"
            | "ssn"
            | "nino"
            | "aadhaar"
            | "medicare"
            | "nhs"
            | "nir"
            | "versichertennummer"
            | "krankenversicherungsnummer"
            | "steuernummer"
            | "sozialversicherungsnummer"
            | "rentenversicherungsnummer"
            | "fuhrerschein"
            | "fuhrerscheinnummer"
            | "steuerid"
            | "identifikationsnummer"
            | "itin"
            | "pesel"
            | "bsn" => Cue::IdNumber,
            "id" => match last {
                "tax" | "steuer" | "national" | "patient" | "insurance" | "identity" | "government" => {
                    Cue::IdNumber
                }
                _ => return None,
            },
            "license" | "licence" => match last {
                "driver" | "drivers" | "driving" | "s" => Cue::IdNumber,
                _ => return None,
            },
            "security" | "sociale" | "social" | "insurance" | "fiscal" | "fiscale" | "conduire"
            | "conducir" => match last {
                "social" | "securite" | "seguridad" | "national" | "health" | "numero" | "codice" => {
                    Cue::IdNumber
                }
                "de" if matches!(last_but_one, "permis" | "carnet" | "licencia") => Cue::IdNumber,
                _ => return None,
            },
            "phone" | "telephone" | "telefon" | "tel" | "mobile" | "mobil" | "handy" | "handynummer"
            | "telefono" | "movil" | "celular" | "portable" | "whatsapp" | "cell" | "tlf" | "rufnummer"
            | "telefonnummer" | "mobilnummer" | "fax" | "cellulare" => Cue::Phone,
            "street" | "road" | "rd" | "avenue" | "ave" | "lane" | "drive" | "boulevard" | "blvd" | "rue"
            | "calle" | "avenida" | "via" | "plaza" | "str" | "st" => Cue::Street,
            _ if ["password", "passwort", "kennwort"].iter().any(|end| word.ends_with(end)) => Cue::Password,
            _ if word.len() > 5
                && ["strasse", "strase", "weg", "platz", "allee", "gasse", "damm", "straat"]
                    .iter()
                    .any(|end| word.ends_with(end)) =>
            {
                Cue::Street
            }
            _ => return None,
        };
    Some(cue)
}

fn qualified_key(last: &str) -> bool {
    matches!(
        last,
        "api"
            | "access"
            | "secret"
            | "private"
            | "privater"
            | "account"
            | "auth"
            | "encryption"
            | "signing"
            | "master"
            | "ssh"
            | "shared"
            | "storage"
            | "client"
            | "service"
            | "app"
            | "deploy"
            | "recovery"
    )
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
