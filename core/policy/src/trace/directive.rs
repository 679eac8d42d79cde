//! Sentences that tell the reader to do something. A value that content tells us to use is doubted more than one that
//! it states: an account on an invoice is data, "send it to this account" is somebody's wish.

use alloc::string::String;
use alloc::vec::Vec;

use super::index::word_hash;

macro_rules! words {
    ($($word:literal)*) => { [$(word_hash($word)),*] };
}

/// What an agent can be told to do, in the forms of a command; words of one meaning in several languages.
const COMMANDS: &[u64] = &words![
    "send" "email" "mail" "forward" "transfer" "wire" "pay" "share" "invite" "create" "add" "delete" "remove" "erase"
    "change" "update" "modify" "set" "replace" "post" "publish" "reply" "respond" "write" "visit" "open" "click" "go"
    "buy" "order" "book" "reserve" "cancel" "upload" "download" "submit" "enter" "type" "use" "schedule" "call"
    "message" "tell" "give" "include" "append" "copy" "paste" "move" "contact" "notify" "subscribe" "register"
    "sende" "senden" "schicke" "schicken" "schick" "maile" "leite" "zahle" "zahlen" "bezahle" "teile" "lade" "erstelle"
    "erstellen" "lege" "trage" "loesche" "entferne" "besuche" "klicke" "kaufe" "bestelle" "buche" "gib" "antworte"
    "envoie" "envoyez" "envoyer" "transmets" "transmettez" "paie" "payez" "partage" "partagez" "cree" "supprime"
    "supprimez" "modifie" "modifiez" "visite" "visitez" "clique" "cliquez" "achetez" "ouvre" "ouvrez" "invite" "invitez"
    "envia" "enviar" "envie" "manda" "mande" "transfiere" "transfiera" "paga" "pague" "comparte" "comparta" "crea"
    "cree" "elimina" "elimine" "borra" "cambia" "cambie" "modifica" "visita" "abre" "abra" "compra" "compre" "invita"
    "invia" "inviare" "trasferisci" "condividi" "cancella" "visita" "apri" "clicca" "compra"
    "envie" "enviar" "transfira" "pague" "compartilhe" "crie" "exclua" "apague" "altere" "visite" "abra" "clique"
];

/// Commands that are not written in ASCII.
const OTHER_COMMANDS: &[&str] = &[
    "\u{fc}berweise",
    "\u{fc}berweisen",
    "l\u{f6}sche",
    "l\u{f6}schen",
    "\u{e4}ndere",
    "\u{e4}ndern",
    "\u{f6}ffne",
    "cr\u{e9}e",
    "cr\u{e9}ez",
    "r\u{e9}ponds",
    "env\u{ed}a",
    "env\u{ed}e",
    "отправь",
    "отправьте",
    "перешли",
    "переведи",
    "переведите",
    "удали",
    "удалите",
    "создай",
    "создайте",
    "измени",
    "измените",
    "открой",
    "откройте",
    "нажми",
    "нажмите",
    "купи",
    "пригласи",
    "сообщи",
];

/// Commands in scripts without blanks, where every character is a token: a verb is known by its characters.
const UNSPACED: &[&str] = &[
    "发送",
    "發送",
    "转发",
    "转账",
    "支付",
    "付款",
    "删除",
    "创建",
    "修改",
    "更改",
    "点击",
    "打开",
    "访问",
    "购买",
    "邀请",
    "分享",
    "送信",
    "転送",
    "送金",
    "振り込",
    "支払",
    "削除",
    "作成",
    "変更",
    "クリック",
    "開いて",
    "購入",
    "招待",
    "共有",
];

/// Words before the id of an object.
const OBJECT_WORDS: &[u64] =
    &words!["id" "ids" "number" "no" "nr" "nummer" "numero" "kennung" "identifier" "file" "event" "document"];

/// Words after which a verb is a command.
const BEFORE_COMMANDS: &[u64] = &words![
    "please" "and" "then" "to" "must" "should" "shall" "now" "also" "first" "next" "finally" "do" "just" "always"
    "immediately" "or" "will" "bitte" "und" "dann" "jetzt" "zuerst" "oder" "et" "puis" "ensuite" "maintenant"
    "ou" "veuillez" "y" "luego" "ahora" "favor" "o" "e" "poi" "ora" "prego" "depois" "agora"
];

/// What a person can order that needs their word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    /// Reach other people.
    Send,
    /// Move money.
    Transfer,
    /// Change an account.
    Account,
}

/// Orders of the person: what they ask for, the verbs that say so, those that say so only beside one of the nouns, and
/// the nouns.
struct Order {
    verb: Verb,
    verbs: &'static [&'static str],
    beside: &'static [&'static str],
    nouns: &'static [&'static str],
}

const ORDERS: &[Order] = &[
    Order {
        verb: Verb::Send,
        verbs: &[
            "send",
            "email",
            "mail",
            "forward",
            "share",
            "invite",
            "post",
            "publish",
            "reply",
            "respond",
            "write",
            "message",
            "tell",
            "notify",
            "text",
            "sende",
            "schicke",
            "schick",
            "maile",
            "teile",
            "lade",
            "schreibe",
            "schreib",
            "antworte",
            "leite",
            "envoie",
            "envoyez",
            "partage",
            "partagez",
            "invitez",
            "écris",
            "écrivez",
            "réponds",
            "envía",
            "envia",
            "manda",
            "comparte",
            "invita",
            "escribe",
            "responde",
            "invia",
            "condividi",
            "scrivi",
            "rispondi",
            "envie",
            "compartilhe",
            "convide",
            "escreva",
            "отправь",
            "отправьте",
            "перешли",
            "напиши",
            "напишите",
            "пригласи",
            "поделись",
        ],
        beside: &[
            "add",
            "create",
            "schedule",
            "book",
            "set",
            "make",
            "erstelle",
            "crée",
            "créez",
            "crea",
            "crie",
            "создай",
        ],
        nouns: &[
            "event",
            "meeting",
            "appointment",
            "participants",
            "invitation",
            "invite",
            "lunch",
            "call",
            "termin",
            "besprechung",
            "réunion",
            "rendez",
            "reunión",
            "cita",
            "riunione",
            "reunião",
            "встречу",
            "событие",
        ],
    },
    Order {
        verb: Verb::Transfer,
        verbs: &[
            "pay",
            "transfer",
            "refund",
            "wire",
            "reimburse",
            "überweise",
            "überweis",
            "zahle",
            "zahl",
            "bezahle",
            "erstatte",
            "paie",
            "payez",
            "verse",
            "versez",
            "rembourse",
            "remboursez",
            "paga",
            "pague",
            "transfiere",
            "transfiera",
            "reembolsa",
            "rimborsa",
            "transfira",
            "reembolse",
            "переведи",
            "переведите",
            "оплати",
            "оплатите",
            "заплати",
        ],
        beside: &[
            "send",
            "give",
            "return",
            "move",
            "schedule",
            "set",
            "update",
            "change",
            "adjust",
            "make",
            "sende",
            "schicke",
            "envoie",
            "envoyez",
            "envía",
            "envia",
            "manda",
            "invia",
            "envie",
            "верни",
            "отправь",
        ],
        nouns: &[
            "money",
            "payment",
            "transaction",
            "transfer",
            "refund",
            "rent",
            "bill",
            "invoice",
            "difference",
            "amount",
            "standing",
            "subscription",
            "fee",
            "euro",
            "euros",
            "dollars",
            "pounds",
            "francs",
            "geld",
            "miete",
            "rechnung",
            "argent",
            "loyer",
            "facture",
            "dinero",
            "alquiler",
            "factura",
            "soldi",
            "affitto",
            "dinheiro",
            "aluguel",
            "деньги",
            "рублей",
        ],
    },
    Order {
        verb: Verb::Account,
        verbs: &[],
        beside: &[
            "update",
            "change",
            "set",
            "reset",
            "modify",
            "edit",
            "replace",
            "ändere",
            "aktualisiere",
            "setze",
            "changez",
            "modifie",
            "modifiez",
            "mets",
            "cambia",
            "cambie",
            "actualiza",
            "actualice",
            "modifica",
            "aggiorna",
            "altere",
            "atualize",
            "mude",
            "измени",
            "измените",
            "обнови",
            "смени",
            "поменяй",
        ],
        nouns: &[
            "account",
            "information",
            "password",
            "address",
            "email",
            "name",
            "city",
            "street",
            "profile",
            "phone",
            "number",
            "details",
            "settings",
            "konto",
            "passwort",
            "kennwort",
            "adresse",
            "anschrift",
            "telefonnummer",
            "compte",
            "passe",
            "téléphone",
            "cuenta",
            "contraseña",
            "dirección",
            "teléfono",
            "indirizzo",
            "senha",
            "endereço",
            "пароль",
            "адрес",
            "телефон",
        ],
    },
];

/// Words that turn an order into its opposite, or a sentence into a question about it.
const NEGATIONS: &[&str] = &[
    "not",
    "don",
    "dont",
    "never",
    "without",
    "nicht",
    "kein",
    "keine",
    "nie",
    "pas",
    "jamais",
    "ne",
    "no",
    "nunca",
    "sin",
    "non",
    "mai",
    "não",
    "nem",
    "не",
    "никогда",
    "нельзя",
];

/// Orders in scripts without blanks.
const UNSPACED_ORDERS: &[(Verb, &[&str])] = &[
    (
        Verb::Send,
        &[
            "发送",
            "發送",
            "转发",
            "分享",
            "邀请",
            "发给",
            "写信",
            "送って",
            "送信",
            "共有して",
            "招待",
            "転送",
            "返信して",
            "作成して",
        ],
    ),
    (
        Verb::Transfer,
        &["转账", "支付", "付款", "汇款", "退款", "振り込", "送金", "支払って", "払って", "返金"],
    ),
    (Verb::Account, &["修改", "更改", "更新", "变更", "変更して", "更新して"]),
];

/// What a text orders: verbs that stand where commands stand, in sentences that do not forbid it.
pub(super) fn verbs(text: &str) -> Vec<Verb> {
    let mut found = Vec::new();
    for sentence in sentences(text) {
        let lower: String = sentence.chars().flat_map(char::to_lowercase).collect();
        let words = || lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        if words().any(|word| NEGATIONS.contains(&word)) {
            continue;
        }
        let concrete = |order: &Order| {
            let noun = words().any(|word| order.nouns.contains(&word));
            let value = match order.verb {
                Verb::Transfer => !super::amount::stated(&lower).is_empty(),
                Verb::Send => lower.contains('@'),
                Verb::Account => false,
            };
            noun || value
        };
        commands(&lower, |word| {
            let orders = ORDERS.iter().filter(|order| {
                order.verbs.contains(&word) || (order.beside.contains(&word) && concrete(order))
            });
            found.extend(orders.map(|order| order.verb));
            false
        });
        let unspaced =
            UNSPACED_ORDERS.iter().filter(|(_, words)| words.iter().any(|word| sentence.contains(word)));
        found.extend(
            unspaced.filter(|_| !sentence.contains(['不', '别', '勿', '吗', '？'])).map(|(verb, _)| *verb),
        );
    }
    found
}

pub(super) fn is_object_word(token: u64) -> bool {
    OBJECT_WORDS.contains(&token)
}

/// Whether a sentence tells its reader to do something: a verb that stands where commands stand.
pub(super) fn tells(sentence: &str) -> bool {
    if !sentence.is_ascii() && UNSPACED.iter().any(|command| sentence.contains(command)) {
        return true;
    }
    commands(sentence, |word| COMMANDS.contains(&lower_hash(word)) || is_other_command(word))
}

/// Hands over every word that stands where a command stands, until one is taken: at the beginning, behind punctuation,
/// or behind a word that leads to one.
fn commands(sentence: &str, mut take: impl FnMut(&str) -> bool) -> bool {
    let mut commanding = true;
    let mut open: Option<usize> = None;
    for (at, c) in sentence.char_indices().chain([(sentence.len(), ' ')]) {
        if c.is_alphanumeric() {
            open.get_or_insert(at);
            continue;
        }
        if let Some(start) = open.take() {
            let word = sentence.get(start..at).unwrap_or_default();
            if commanding && take(word) {
                return true;
            }
            commanding = BEFORE_COMMANDS.contains(&lower_hash(word));
        }
        commanding |= !c.is_whitespace() && !matches!(c, '.' | '@' | '-' | '_' | '/' | '\'');
    }
    false
}

fn lower_hash(word: &str) -> u64 {
    let mut hash = word_hash("");
    for c in word.chars() {
        hash = super::index::step(hash, u32::from(c.to_ascii_lowercase()));
    }
    hash
}

fn is_other_command(word: &str) -> bool {
    !word.is_ascii()
        && OTHER_COMMANDS.iter().any(|command| word.chars().flat_map(char::to_lowercase).eq(command.chars()))
}

/// Splits a text into sentences: at full stops with a blank behind, at empty lines, and at lines that begin a list item
/// or name a field. A line that merely goes on belongs to the sentence before; `\\n` of a quoted dump is a line break.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut rest = text.char_indices().peekable();
    let mut cut = |start: &mut usize, end: usize| {
        let sentence = text.get(*start..end).unwrap_or_default();
        if sentence.contains(char::is_alphanumeric) {
            sentences.push(sentence);
        }
        *start = end;
    };
    while let Some((at, c)) = rest.next() {
        let after = at + c.len_utf8();
        match c {
            '.' | '!' | '?' if rest.peek().is_none_or(|(_, next)| next.is_whitespace() || *next == '\\') => {
                cut(&mut start, after);
            }
            '。' | '！' | '？' | '；' => cut(&mut start, after),
            '\\' if rest.peek().is_some_and(|(_, next)| *next == 'n')
                && begins_anew(text.get(after + 1..)) =>
            {
                cut(&mut start, at);
                start = after + 1;
            }
            '\n' if begins_anew(text.get(after..)) => cut(&mut start, after),
            _ => {}
        }
    }
    cut(&mut start, text.len());
    sentences
}

/// Whether a line begins something new: nothing, a list item, or a short name and a colon.
fn begins_anew(line: Option<&str>) -> bool {
    const LONGEST_NAME: usize = 40;
    let line = line.unwrap_or_default();
    let line = line.trim_start_matches([' ', '\t', '\\']);
    if line.is_empty() || line.starts_with(['\n', '\r', '-', '*', '•', '#', '|', '>']) {
        return true;
    }
    let name = line.char_indices().take(LONGEST_NAME).find(|(_, c)| matches!(c, ':' | '\n'));
    name.is_some_and(|(_, c)| c == ':')
}
