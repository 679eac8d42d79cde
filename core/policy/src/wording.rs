//! Words on buttons and in addresses that say what a click does. They come from pages, so they only ever tighten.

use alloc::string::String;
use alloc::vec::Vec;

use url::Url;

use crate::trace::{normal, percent_decoded};

/// Names longer than this describe something; they are not commands.
const MOST_WORDS: usize = 5;
const MOST_WORDS_ON_BUTTONS: usize = 12;
const MOST_UNSPACED: usize = 24;

const PAYS: &str = "pay| buy| purchase| place order| place your order| confirm order| complete order| order now| \
    order and pay| transfer| send money| wire| donate| withdraw| deposit| confirm payment| make payment| \
    checkout now| delete account| close account| delete my account| deactivate account| change password| \
    update password| reset password| change email| update email| change phone| verify identity| sell| trade| \
    invest| bid| place bid| bezahlen| zahlen| kaufen| kaufe| bestellen| kostenpflichtig| zahlungspflichtig| \
    überweisen| überweisung| spenden| abheben| einzahlen| konto löschen| passwort ändern| kennwort ändern| \
    e-mail ändern| bieten| payer| acheter| commander| virement| virer| faire un don| supprimer le compte| \
    supprimer mon compte| changer le mot de passe| modifier le mot de passe| pagar| comprar| transferir| \
    transferencia| realizar pedido| donar| eliminar cuenta| cambiar contraseña| retirar| paga| pagare| \
    acquista| compra| ordina| bonifico| trasferisci| elimina account| cambia password| finalizar compra| \
    excluir conta| alterar senha| transferência| doar| оплатить| купить| заказать| перевести| перевод| \
    пожертвовать| удалить аккаунт| сменить пароль| изменить пароль| 支付| 付款| 购买| 買う| 下单| 提交订单| 转账| 轉帳| 捐款| \
    注销账户| 修改密码| 提现| 支払| 購入| 注文を確定| 振込| 送金| 寄付| アカウントを削除| パスワードを変更";

const SENDS: &str = "send| post| publish| reply| reply all| share| invite| forward| tweet| comment| message| senden| \
    abschicken| veröffentlichen| posten| antworten| allen antworten| teilen| einladen| weiterleiten| \
    kommentieren| envoyer| publier| répondre| partager| inviter| transférer| commenter| enviar| publicar| \
    responder| compartir| invitar| reenviar| comentar| invia| pubblica| rispondi| condividi| invita| inoltra| \
    compartilhar| convidar| encaminhar| отправить| опубликовать| ответить| поделиться| пригласить| переслать| \
    发送| 發送| 发布| 回复| 分享| 邀请| 转发| 送信| 投稿| 返信| 共有| 招待| 転送| 公開";

const ACTS: &str = "delete remove logout signout unsubscribe confirm approve accept transfer pay buy purchase cancel vote \
    like follow unfollow disable enable activate deactivate reset revoke destroy purge send submit checkout \
    subscribe invite grant authorize execute";

const PAYS_AT: &str = "pay payment payments checkout transfer transfers wire purchase";

/// Nouns that on a button mean the deed, and on a link mostly a page about it.
const PAYS_ON_BUTTONS: &str = "payment| checkout| purchase| order| zahlung| kauf| bestellung| paiement| commande| achat| pago| pedido| \
    pagamento| ordine| acquisto| оплата| заказ| покупка| 订单| 注文| 決済| 結賬| 结账";

/// Whether an element's name says that it pays, transfers, or changes who the person is.
pub(crate) fn pays(name: &str, is_link: bool) -> bool {
    if is_link {
        says(name, PAYS, MOST_WORDS)
    } else {
        says(name, PAYS, MOST_WORDS_ON_BUTTONS) || says(name, PAYS_ON_BUTTONS, MOST_WORDS_ON_BUTTONS)
    }
}

/// Whether an element's name says that it reaches other people.
pub(crate) fn sends(name: &str) -> bool {
    says(name, SENDS, MOST_WORDS_ON_BUTTONS)
}

/// Whether a form's address says that it pays.
pub(crate) fn pays_at(action: &Url) -> bool {
    words_of(action).iter().any(|word| PAYS_AT.split_ascii_whitespace().any(|one| one == *word))
}

/// Whether loading an address does something: it says so, or it carries a token that only a command needs (S8).
pub(crate) fn acts(url: &Url) -> bool {
    words_of(url).iter().any(|word| ACTS.split_ascii_whitespace().any(|one| one == *word))
        || url.query_pairs().any(|(key, value)| random_bits(&value).max(random_bits(&key)) >= 64)
        || url.path().split('/').any(|segment| random_bits(segment) >= 80)
}

fn words_of(url: &Url) -> Vec<String> {
    let address = alloc::format!("{} {}", url.path(), url.query().unwrap_or_default());
    let once = percent_decoded(&address).unwrap_or(address);
    let decoded = percent_decoded(&once).unwrap_or(once);
    // deleteItem is two words.
    let mut spaced = String::with_capacity(decoded.len());
    for c in decoded.chars() {
        if c.is_uppercase() {
            spaced.push(' ');
        }
        spaced.push(c);
    }
    let text = normal(&spaced);
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(String::from).collect()
}

/// An upper bound of what a token can hold, zero for what reads like words or plain numbers.
fn random_bits(value: &str) -> usize {
    let letters = value.chars().any(|c| c.is_ascii_alphabetic());
    let digits = value.chars().any(|c| c.is_ascii_digit());
    let token = value.chars().all(|c| c.is_ascii_alphanumeric() || "-_.=+/".contains(c));
    let hex = value.chars().all(|c| c.is_ascii_hexdigit() || c == '-');
    match (letters && digits && token, hex) {
        (false, _) => 0,
        (true, true) => value.len() * 4,
        (true, false) => value.len() * 6,
    }
}

/// A short name with one of the commands as a word, or, where words are not spaced, inside it.
fn says(name: &str, commands: &str, most_words: usize) -> bool {
    let name = normal(&name.replace('\u{ad}', " "));
    let words: Vec<&str> =
        name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let short = words.len() <= most_words;
    commands.split('|').map(str::trim).any(|command| {
        if command.is_ascii() || !command.chars().any(crate::trace::is_unspaced) {
            let wanted: Vec<&str> = command.split([' ', '-']).collect();
            short && words.windows(wanted.len()).any(|run| run == wanted.as_slice())
        } else {
            name.chars().count() <= MOST_UNSPACED && name.contains(command)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_are_read_in_many_languages() {
        for name in [
            "Pay now",
            "BUY",
            "Kostenpflichtig bestellen",
            "Payer 12,50 €",
            "Pagar",
            "立即支付",
            "お支払いへ進む",
            "Оплатить",
            "Change password",
        ] {
            assert!(pays(name, false), "{name}");
        }
        for name in ["Send", "Reply all", "Absenden und teilen", "Envoyer", "发送", "送信する", "Отправить"]
        {
            assert!(sends(name), "{name}");
        }
        for name in [
            "Sort by price",
            "Show more",
            "Paypal support articles and how to read them",
            "Sendung verfolgen",
            "Next",
            "",
        ] {
            assert!(!pays(name, true) && !sends(name), "{name}");
        }
    }

    #[test]
    fn addresses_that_act_are_known() {
        let acts = |text: &str| acts(&Url::parse(text).unwrap());
        for url in [
            "https://a.test/item/delete/4",
            "https://a.test/?do=logout",
            "https://a.test/x?t=9f8a7b6c5d4e3f21",
        ] {
            assert!(acts(url), "{url}");
        }
        for url in [
            "https://a.test/articles/2024/news",
            "https://a.test/?page=1234567890123456789",
            "https://a.test/deleted-scenes",
        ] {
            assert!(!acts(url), "{url}");
        }
    }
}
