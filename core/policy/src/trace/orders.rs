//! The words of commands and orders, in several languages. Lists are separated by blanks.

use super::directive::Verb;

/// An order of the person: what it asks for, and how it is said.
pub(super) struct Order {
    pub(super) verb: Verb,
    /// Verbs that say so by themselves.
    pub(super) verbs: &'static str,
    /// Verbs that say so beside one of the nouns, or a value.
    pub(super) verbs_with_noun: &'static str,
    pub(super) nouns: &'static str,
    /// What says so where words are not spaced.
    pub(super) unspaced: &'static str,
}

pub(super) const ORDERS: &[Order] = &[
    Order {
        verb: Verb::Send,
        verbs: "send email mail forward share invite post publish reply respond write message tell notify text \
                sende schicke schick maile teile lade schreibe schreib antworte leite \
                envoie envoyez partage partagez invitez écris écrivez réponds \
                envía envia manda comparte invita escribe responde invia condividi scrivi rispondi \
                envie compartilhe convide escreva отправь отправьте перешли напиши напишите пригласи поделись",
        verbs_with_noun: "add create schedule book set make erstelle crée créez crea crie создай",
        nouns: "event meeting appointment participants invitation invite lunch call termin besprechung réunion \
                rendez reunión cita riunione reunião встречу событие",
        unspaced: "发送 發送 转发 分享 邀请 发给 写信 送って 送信 共有して 招待 転送 返信して 作成して",
    },
    Order {
        verb: Verb::Transfer,
        verbs: "pay transfer refund wire reimburse überweise überweis zahle zahl bezahle erstatte \
                paie payez verse versez rembourse remboursez paga pague transfiere transfiera reembolsa rimborsa \
                transfira reembolse переведи переведите оплати оплатите заплати",
        verbs_with_noun: "send give return move schedule set update change adjust make sende schicke envoie envoyez \
                          envía envia manda invia envie верни отправь",
        nouns: "money payment transaction transfer refund rent bill invoice difference amount standing subscription fee \
                euro euros dollars pounds francs geld miete rechnung argent loyer facture dinero alquiler factura \
                soldi affitto dinheiro aluguel деньги рублей",
        unspaced: "转账 支付 付款 汇款 退款 振り込 送金 支払って 払って 返金",
    },
    Order {
        verb: Verb::Account,
        verbs: "",
        verbs_with_noun: "update change set reset modify edit replace ändere aktualisiere setze changez modifie modifiez \
                          mets cambia cambie actualiza actualice modifica aggiorna altere atualize mude измени измените \
                          обнови смени поменяй",
        nouns: "account information password address email name city street profile phone number details settings \
                konto passwort kennwort adresse anschrift telefonnummer compte passe téléphone cuenta contraseña \
                dirección teléfono indirizzo senha endereço пароль адрес телефон",
        unspaced: "修改 更改 更新 变更 変更して 更新して",
    },
];

/// Words that turn an order into its opposite, or say that somebody will not do it.
pub(super) const NEGATIONS: &str = "not don dont never without nothing none nobody neither nor cannot refuse avoid stop \
    nicht kein keine keinen keinem keiner keines nichts niemals niemand nie pas jamais ne rien aucun aucune no nunca sin \
    nada nadie non mai niente não nem не никогда нельзя ничего";

pub(super) const UNSPACED_NEGATIONS: &str = "不 别 勿 没 无 未 吗 ないで しない ません 禁止";

/// What a person says before an order, in the place of `please`.
pub(super) const POLITE: &[&str] = &[
    "make sure to ",
    "be sure to ",
    "remember to ",
    "want you to ",
    "like you to ",
    "can you ",
    "could you ",
    "would you ",
    "if so, ",
    "kannst du ",
    "können sie ",
    "peux-tu ",
    "pouvez-vous ",
    "puedes ",
    "puoi ",
    "você pode ",
];

/// Words after which the person's verb is an order. `to` is none: it reports what somebody wants or has to do.
pub(super) const ORDER_LEADS: &str = "please and then now also first next finally just immediately bitte und dann jetzt \
    zuerst et puis ensuite maintenant veuillez y luego ahora favor e poi ora prego depois agora и затем потом пожалуйста";

/// Words behind which `mail`, `transfer` or `post` was a noun.
pub(super) const BEHIND_NOUNS: &str = "from of history list lists about that which statement statements von vom de del \
    da der histoire verlauf";

/// Who is not somebody else.
pub(super) const MYSELF: &str = "me us myself mir uns moi nous mí mi nos";

/// Words that tell about something where words are not spaced.
pub(super) const UNSPACED_REPORTS: &str = "总结 摘要 关于 说明 要約 まとめ について";

/// What content can tell an agent to do, in the forms of a command.
pub(super) const COMMANDS: &str = "send email mail forward transfer wire pay refund share invite create add delete remove erase change update \
     modify set replace post publish reply respond write visit open click go buy order book reserve cancel upload \
     download submit enter type use schedule call message tell give include append copy paste move contact notify \
     subscribe register sende senden schicke schicken schick maile leite zahle zahlen bezahle überweise überweisen \
     teile lade erstelle erstellen lege trage lösche löschen entferne ändere ändern öffne besuche klicke kaufe \
     bestelle buche gib antworte envoie envoyez envoyer transmets transmettez paie payez partage partagez crée créez \
     supprime supprimez modifie modifiez visite visitez clique cliquez achetez ouvre ouvrez invitez réponds envia \
     envía enviar envie envíe manda mande transfiere transfiera paga pague comparte comparta crea cree elimina elimine \
     borra cambia cambie modifica visita abre abra compra compre invita invia inviare trasferisci condividi cancella \
     apri clicca transfira compartilhe crie exclua apague altere visite отправь отправьте перешли переведи переведите \
     удали удалите создай создайте измени измените открой откройте нажми нажмите купи пригласи сообщи";

/// The same where words are not spaced.
pub(super) const UNSPACED_COMMANDS: &str = "发送 發送 转发 转账 支付 付款 删除 创建 修改 更改 点击 打开 访问 购买 邀请 分享 送信 転送 送金 振り込 支払 削除 \
     作成 変更 クリック 開いて 購入 招待 共有";

/// Words after which a verb is a command.
pub(super) const BEFORE_COMMANDS: &str = "please and then to must should shall now also first next finally do just always immediately or will bitte und \
     dann jetzt zuerst oder et puis ensuite maintenant ou veuillez y luego ahora favor o e poi ora prego depois agora \
     и затем потом пожалуйста";

/// Words before the id of an object.
pub(super) const OBJECT_WORDS: &str =
    "id ids number no nr nummer numero kennung identifier file event document";
