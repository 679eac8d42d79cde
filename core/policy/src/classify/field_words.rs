//! The words of the field rules, without accents, in the languages the classifier knows. Patterns as in [`super::words`].

use super::field::FieldClass;

/// Every autofill field name of HTML that says what is asked for.
pub(super) const AUTOCOMPLETE: &[(FieldClass, &str)] = &[
    (FieldClass::Credential, "current-password | new-password | one-time-code"),
    (
        FieldClass::Payment,
        "cc-name | cc-given-name | cc-additional-name | cc-family-name | cc-number | cc-exp | cc-exp-month | cc-exp-year
        cc-csc | cc-type | transaction-amount | transaction-currency",
    ),
    (FieldClass::Sso, "username | webauthn"),
    (
        FieldClass::Pii,
        "name | honorific-prefix | given-name | additional-name | family-name | honorific-suffix | nickname
        street-address | address-line1 | address-line2 | address-line3 | address-level1 | address-level2
        address-level3 | address-level4 | country | country-name | postal-code
        bday | bday-day | bday-month | bday-year | sex | photo | email | impp | tel | tel-country-code | tel-national
        tel-area-code | tel-local | tel-local-prefix | tel-local-suffix | tel-extension",
    ),
];

/// Phrases that hold a telling word and mean something else.
pub(super) const FALSE_FRIENDS: &str = "
    address bar | email template | e mail template | email subject | e mail subject | ip address | mac address
    web address | card game* | graphics card | video card | sound card | memory card | business card
    gift card message | greeting card | post card | sim card | report card | score card | card deck | key signature
    key word* | secret santa | pin board | bank holiday | contrast code | dress code | source code | promo code
    coupon code | country code | bar code | qr code | color code | colour code | error code | status code
    product code | discount code | voucher code | language code | time zone
    password manager* | passwort manager* | password generator | pw manager | passport photo* | passport office*
    passport center* | passport centre* | phone case* | phone model* | phone cover | name day | passamt* | passform*
    passfoto* | steuerkette* | steuergerat* | grafikkarte* | speicherkarte* | landkarte* | karten legen
    kartenlegen | kartenspiel* | postkarte* | kontrast* | schlusselanhanger*
    schluesselanhaenger* | schlusselwort* | adressleiste* | telefonmodell* | handyhulle* | handymodell* | pinnwand*
    barre d adresse* | barre adresse* | carte mere* | carte graphique | carte postale* | carte memoire
    compte rendu* | compte a rebours | code promo* | code de la route | code route | code couleur | mots cles
    mot cle* | cle musicale | cle de sol | banque d images | banque images | secret de cuisine | secret cuisine
    secret de fabrication | mot de passe oublie | barra de direcciones | barra direcciones | palabras clave
    palabra clave | clave de sol | codigo promo* | cuenta atras | cuenta regresiva | amigo secreto | banco de jardin
    tarjeta grafica | tarjeta de felicitacion | tarjeta de memoria | oficina de pasaportes | oficina pasaportes
    pin metalico | codigo de colores | tarjeta postal | placa base
    密码学 | 密码子 | 密码本 | 密码管理 | 地址栏 | 卡牌 | 卡片 | 显卡 | 贺卡 | 护照照片 | 护照夹 | 电话会议 | 手机壳
    手机型号 | 图形验证码 | 钥匙扣 | 秘密花园 | 优惠码 | 邮箱模板 | パスタ
    パスポートセンター | パスポートケース | アドレスバー | 電話機 | 住所録 | メッセージカード | カードゲーム
    グラフィックカード | グリーティングカード | クーポンコード | ギターコード | バーコード | 秘密基地 | 秘密の花園
    口コミ | 画像認証 | キーワード | メールテンプレート | メール件名 | 暗号";

/// A field about one of these things asks for no personal value, whatever other words it holds.
pub(super) const TOPICS: &str = "
    weather* | wetter* | meteo | clima | forecast | color | colour | farbe | couleur | theme | template | vorlage | modele | plantilla | museum
    board game* | game | spiel | jeu | juego | quantity | qty | anzahl | number of | how many | nombre de personnes | nombre de passagers
    nombre de places | nombre d enfants | nombre d articles | cantidad
    numero de pasajeros | algorithm | signature style | strength | hint | captcha | chord
    天气 | 天気 | 颜色 | 尺寸 | 游戏 | 桌游 | 数量 | 几张 | 课程 | 主题 | ゲーム | 色 | 枚数 | 機種 | 比較";

/// A search box holds a question, not an answer.
pub(super) const SEARCH: &str = "
    search* | find | finder | filter | suche | suchen | finden | filtern | recherche* | chercher | trouver | buscar
    busca | buscador | encontrar | cerca | procurar | pesquisar
    搜索 | 搜寻 | 查找 | 検索 | 探す | さがす";

pub(super) const CREDENTIAL: &str = "
    password* | passwd* | passphrase* | passcode* | pass word | pwd | pw | ^pass$ | user pass | login pass | db pass | pswd | psw | pin$ | ^pin code$
    pin number | otp* | totp* | 2 fa | mfa | mfa code | two factor | two step | one time | verification code
    verify code | authentication code | auth code | authenticator* | login code | sign in code | sms code
    confirmation code | access code | security answer | secret answer | answer to security question | answer to your
    security question* | secret question | maiden name | api key* | apikey* | api secret* | api token*
    access token* | access key* | auth token* | bearer token | refresh token | personal token | session token
    security token | secret key* | client secret* | app secret | shared secret | webhook secret | signing secret
    signing key | encryption key | private key* | ssh key* | master key | recovery code* | recovery key
    recovery phrase | recovery token | seed phrase | secret phrase | mnemonic | backup code* | unlock code
    ^secret$ | activation code | digit code | code we sent | code we texted | code we emailed | code from your
    code sent to | keystore | passwort* | *passwort | kennwort* | *kennwort | geheimzahl* | zugangscode*
    zugangsdaten | bestatigungscode* | bestaetigungscode* | sicherheitsantwort* | sicherheitsfrage*
    geheime antwort | einmalcode* | einmalpasswort | einmalkennwort | freischaltcode* | verifizierungscode*
    prufcode | sms tan | tan$ | ^tan | mtan | push tan | photo tan | chip tan | tan nummer | wiederherstellungscode*
    wiederherstellungsschlussel* | notfallcode | api schlussel* | privater schlussel | zugriffstoken
    zugriffsschlussel | losungswort | codewort | authentifizierungscode* | anmeldecode | backup codes
    mot de passe* | motdepasse* | mdp | code secret* | code confidentiel | code pin | code de verification
    code verification | code de securite recu | code recu | code sms | code de confirmation | code d acces
    code a usage unique | code de recuperation | code recuperation | code de secours | code d authentification
    code de validation | code a 6 chiffres | code envoye | reponse secrete | question secrete | question de securite
    cle api | cle d api | cle secrete | cle privee | cle d acces | jeton d acces | jeton api | jeton
    phrase secrete | phrase de recuperation | contrasena* | contrasenya | contrasenia | ^clave$ | clave de acceso
    clave acceso | clave secreta | clave de firma | clave firma | clave privada | clave api | clave de api
    clave dinamica | clave de seguridad | clave de un solo uso | codigo de verificacion | cod verificacion
    codigo verificacion | codigo de acceso | codigo de confirmacion | codigo de recuperacion | codigo recuperacion
    codigo de un solo uso | codigo sms | codigo de autenticacion | codigo pin | codigo enviado | codigo recibido
    respuesta secreta | respuesta de seguridad | pregunta secreta | pregunta de seguridad | token de acceso
    token de api | token api | frase semilla | frase de recuperacion | coordenadas | firma electronica
    parola d ordine | codice di verifica | codice segreto | codice di accesso | codice otp | domanda di sicurezza
    chiave api | chiave privata | senha* | codigo de verificacao | codigo de seguranca recebido | palavra passe
    chave de api | wachtwoord*
    密码 | 口令 | 密钥 | 私钥 | 验证码 | 校验码 | 动态码 | 认证码 | 安全问题 | 密保 | 助记词 | 恢复码 | 备用码
    备份码 | 访问令牌 | 安全令牌 | ^令牌$ | 密令 | 授权码 | 密碼 | 驗證碼 | 金鑰 | 支付密 | パスワード | パスコード
    パスフレーズ | 暗証番号 | 認証コード | 確認コード | 認証番号 | ワンタイム | 秘密の質問 | 秘密の答え | 質問の答え
    合言葉 | 合い言葉 | リカバリー | 復旧コード | バックアップコード | 回復コード | api キー | シークレット
    アクセストークン | ^トークン$ | api トークン | 秘密鍵 | アクセスキー | シードフレーズ | ニーモニック | 二段階認証 | 暗証";

/// Card checks on a payment page, one-time codes elsewhere.
pub(super) const SECURITY_CODE: &str = "
    security code* | sicherheitscode* | code de securite | codigo de seguridad | cod de seguridad | cod seg*
    codice di sicurezza | codigo de seguranca
    安全码 | セキュリティコード";

/// Cards and numbers that are a person's papers, not money.
pub(super) const IDENTITY_CARD: &str = "
    id card* | identity card* | insurance card* | health card* | membership card* | gesundheitskarte*
    versichertenkarte* | carte vitale | carte d identite | tarjeta sanitaria | tarjeta de identidad
    tarjeta de residencia | tessera sanitaria
    身份证 | 医保卡 | 社保卡 | 就诊卡 | 在留カード | 保険証 | 診察券";

pub(super) const PAYMENT: &str = "
    card number | card no | card num | card nr | cardno | credit card* | debit card* | cc number | cc num | ccnum*
    cc no | cc name | ccname | cc exp* | cc csc | cc cvv | name on card | name on the card | card holder*
    cardholder* | card owner | card name | card exp* | card valid* | card code | card verification* | card security
    cvv* | cvc* | csc | cvn | iban | ibannr | iban nummer | bic | swift* | bic swift | routing number | routing no
    routing num | routing transit | aba | sort code | bank account* | account number | account no | account num
    acct no | acct number | account holder* | bank name | beneficiary* | payee* | wallet address* | crypto wallet
    wallet id | btc address | bitcoin address | eth address | withdrawal address | withdraw address
    transfer amount | amount to transfer | amount to send | amount to pay | payment amount | donation amount
    withdrawal amount | upi | upi id | ifsc* | bsb | pan number | clabe* | cbu | cvu | pix key | chave pix | paypal
    venmo | kreditkart* | kartennummer* | kartennr* | karten nr | karten nummer | karteninhaber* | kartenprufnummer*
    kartenpruefnummer* | kartenprufziffer | prufnummer | prufziffer | pruefziffer | kontonummer* | kontonr*
    konto nr | konto nummer | kontoinhaber* | bankleitzahl* | blz | bankverbindung* | uberweisungsbetrag*
    ueberweisungsbetrag* | ueberweisungs betrag | zahlungsbetrag | empfanger iban | zahlungsempfanger | bankkonto*
    girokonto* | spendenbetrag | lastschrift* | girocard* | ec karte* | carte bancaire* | carte de credit
    carte de paiement | carte bleue | numero de carte | numero carte | num carte | n de carte | no de carte
    titulaire* | cryptogramme* | nom sur la carte | porteur de la carte | rib | numero de compte | numero compte
    n de compte | compte bancaire | montant du virement | montant virement | montant a transferer | montant a payer
    montant du paiement | montant du don | code banque | code guichet | cle rib | beneficiaire*
    date d expiration de la carte | numero de tarjeta | numero tarjeta | num tarjeta | n o de tarjeta
    no de tarjeta | tarjeta de credito | tarjeta de debito | titular* | nombre en la tarjeta | caducidad tarjeta
    numero de cuenta | numero cuenta | num cuenta | no de cuenta | cuenta bancaria | cuenta de cargo
    importe a transferir | importe transf* | importe de la transferencia | monto a transferir
    monto de la transferencia | cantidad a transferir | cuenta clabe | cuenta destino | cuenta de destino
    numero di carta | numero carta | intestatario* | conto corrente | importo del bonifico | numero do cartao
    cartao de credito | titular do cartao | agencia e conta | valor da transferencia
    银行卡 | 信用卡 | 储蓄卡 | 持卡人 | 卡号 | 开户行 | 开户银行 | 支付账号 | 收款账号 | 收款人 | 收款账户
    转账金额 | 汇款金额 | 付款金额 | 支付金额 | 提现金额 | 钱包地址 | 提币地址 | 提现地址 | 支付宝账 | 银行账
    カード番号 | クレジットカード | カード名義 | 名義人 | 口座番号 | 口座名義 | 口座 | 支店番号 | 支店名 | 銀行名
    振込金額 | 送金額 | 送金金額 | 振込先 | 引き落とし | ウォレット | 支払金額 | お支払い金額 | カード有効期限
    送金先";

/// Payment only where the form is one about money.
pub(super) const PAYMENT_IN_CONTEXT: &str = "
    exp* | expir* | valid thru | valid until | valid to | mm yy | mm yyyy | mm jj | mm aa | amount | sum
    recipient* | account | card | wallet | currency | address to send | ablauf* | gultig* | gueltig* | betrag*
    *betrag | empfanger* | empfaenger* | verwendungszweck | konto | karte | expiration* | validite | montant*
    compte | carte | caducidad* | vencimiento* | valido hasta | validez | importe* | monto* | cuenta* | tarjeta*
    destinatario* | concepto | scadenza | importo | validade | valor
    有效期 | 金额 | 账号 | 账户 | 收款 | 有効期限 | 金額 | 送付先アドレス";

pub(super) const SSO: &str = "
    username* | user name* | userid | user id | login id | login name | loginname | sign in name | ^login$ | logon
    uname | account id | sso | single sign on | saml | work domain | okta domain | identity provider | benutzername*
    benutzerkennung* | benutzer id | benutzer | anmeldename* | nutzername* | nutzerkennung* | zugangsnummer
    zugangskennung | loginname* | anmelde id | nom d utilisateur | nom utilisateur | identifiant*
    nombre de usuario | nombre usuario | ^usuario$ | usuario o correo | id de usuario | nome utente
    nome de usuario | nome do usuario | utilisateur
    用户名 | 登录名 | 登录账号 | 用户账号 | 使用者名稱 | 单点登录 | ユーザー名 | ユーザーid | ユーザー id
    ユーザ id | ユーザ名 | ログインid | ログイン id | シングルサインオン | ログイン名";

/// What names the user on a login form and may name anything elsewhere.
pub(super) const SSO_ON_LOGIN: &str = "
    user | login | account* | identifier | member* | customer* | client* | id$ | domain | organization*
    organisation* | workspace* | company* | tenant | team url | subdomain | card number | kundennummer* | kunden nr
    mitgliedsnummer* | kennung* | konto | kontonummer* | unternehmen* | firma* | firmen* | legitimations id
    teilnehmernummer | numero client | numero de client | numero d abonne | domaine | entreprise* | compte
    usuario* | cuenta | cliente* | dominio* | organizacion* | empresa* | utente
    账号 | 帐号 | 账户 | 工号 | 学号 | 域名 | 企业 | 会員 | お客様番号 | 契約者番号 | アカウント | ドメイン | 会社
    社員番号 | 組織 | ログイン";

pub(super) const CONTACT: &str = "
    email* | e mail* | mail$ | mail address | *mail$ | phone* | *phone | telephone* | tel$ | ^tel | mobile* | cell
    cellphone | fax | whatsapp | mailadresse* | emailadresse* | telefon* | handy | handynummer* | handynr
    mobilnummer* | mobil | mobiltelefon* | rufnummer* | festnetz* | courriel* | telephone | portable | adresse mail
    adresse electronique | adel | correo* | telefono* | tlf | tfno | movil | celular | posta elettronica | cellulare
    telefone* | telemovel
    邮箱 | 电子邮件 | 手机 | 电话 | 联系方式 | 電子郵件 | 手機 | メール | 電話 | 携帯 | ファックス";

pub(super) const PII: &str = "
    first name | last name | full name | given name | family name | middle name | surname* | forename | fname
    lname | your name | real name | legal name | name as | birth name | ^name$ | patient name | passenger name
    guest name | applicant name | contact name | recipient name | nickname | legal first | preferred name | address
    address line* | street* | addr | postal* | post code | postcode* | zip* | house number | apt | apartment | town
    ^city$ | ^state$ | ^county$ | ^country$ | county of residence | birth* | dob | date of birth | bday | age$
    gender | ^sex$ | nationality | citizenship | marital* | ethnicity | religion | ssn | social security*
    social insurance | sin number | national insurance | nino | national id* | id number | identity number
    identification number | identity card | id card | id document | government id | tax id* | taxpayer* | tin | itin
    tax number | tax file | tfn | passport* | visa number | driver s license* | driver s licence* | drivers license*
    drivers licence* | driver license* | driving licence* | license plate | licence number | license number
    health insurance* | health ins* | insurance number | insurance id | insurance policy | member id | policy number
    medicare* | medicaid* | nhs* | medical record | mrn | patient id | patient number | aadhaar* | pesel | bsn
    vorname* | nachname* | familienname* | geburt* | geb | gebdatum* | ^geb datum | anschrift* | adresse* | strasse*
    hausnummer* | hausnr | plz | postleitzahl* | ^ort$ | wohnort* | ^stadt$ | ^land$ | geschlecht
    staatsangehorigkeit* | personalausweis* | perso ausweis* | ausweis* | reisepass* | passnummer* | pass nr
    steuer id* | steuernummer* | steueridentifikation* | steuernr | sozialversicherung* | sv nummer
    rentenversicherung* | krankenversicher* | krankenkasse* | versichertennummer* | versicherungsnummer*
    fuhrerschein* | fuehrerschein* | kennzeichen | vollstandiger name | vor und nachname | ihr name | anrede
    titel und name | gesundheitskarte* | ahv* | prenom* | ^nom$ | nom de famille | nom complet | nom et prenom
    nom naissance | nom de naissance | nom d usage | naissance | date naiss* | naiss | rue | code postal
    codepostal | cp | ^ville$ | ^pays$ | sexe | nationalite | securite sociale | secu | num secu | nir | passeport*
    numero fiscal | numero d impot* | spi | carte d identite | piece d identite | permis de conduire | carte vitale
    mutuelle* | civilite | lieu de naissance | ^nombre$ | apellido* | nombre completo | nombre y apellidos
    nombre de pila | nacimiento | fecha nac* | fecha de nac* | direccion* | domicilio* | calle | codigo postal
    cod postal | cp$ | c p$ | ^ciudad$ | ^provincia$ | ^pais$ | localidad | genero | nacionalidad | dni* | nie | nif
    curp | rfc | seguridad social | nss | pasaporte* | tarjeta sanitaria | tarjeta de identidad | cedula*
    numero de identificacion | carnet de conducir | licencia de conducir | numero de afiliacion | poliza
    nome e cognome | ^nome$ | cognome* | indirizzo* | data di nascita | codice fiscale | carta d identita
    tessera sanitaria | passaporto* | ^cap$ | nome completo | sobrenome | endereco* | data de nascimento | cpf
    cnpj | nif numero | morada | cep$ | passaporte*
    姓名 | 真实姓名 | 您的名字 | 联系人 | 收货人 | 收件人 | 名字 | 昵称 | 地址 | 住址 | 街道 | 邮编 | 邮政编码
    郵遞區號 | 省市 | 出生 | 生日 | 性别 | 国籍 | 民族 | 身份证 | 证件号 | 护照 | 社保 | 医保 | 税号 | 纳税人
    驾驶证 | 驾照 | 车牌 | 就诊卡 | 病历号 | 籍贯 | 氏名 | お名前 | 名前 | フリガナ | ふりがな | カナ | せい | 住所
    郵便番号 | 番地 | 建物名 | 都道府県 | 市区町村 | 生年月日 | 誕生日 | 性別 | マイナンバー | 個人番号 | 保険証
    被保険者 | 保険者番号 | 年金番号 | パスポート | 旅券 | 免許証 | 免許番号 | 診察券 | 在留カード | ニックネーム";

/// `(path or button words)`: the form signs a user in.
pub(super) const LOGIN: &str = "
    login* | log in | logon | signin* | sign in | sso | saml | auth | authenticate | session | sessions | anmelden
    anmeldung | einloggen | connexion* | se connecter | s identifier | identification | iniciar sesion
    inicio de sesion | inicia sesion | acceder | acceso* | entrar | ingresar | accedi
    登录 | 登入 | 登 录 | 登陆 | ログイン | サインイン | acces comptes | acces client";

pub(super) const REGISTER: &str = "
    register* | registration | sign up | signup | join | create account | registrieren | registrierung
    konto erstellen | inscription | s inscrire | creer un compte | creer mon compte | registro | registrarse
    crear cuenta | registrati | cadastro
    注册 | 註冊 | 新規登録 | 会員登録 | 登録 | regist | newsletter* | checkout";

pub(super) const MONEY_FORM: &str = "
    checkout* | pay* | payment* | billing | bank* | transfer* | withdraw* | wallet* | deposit* | donat* | cashier
    place order | send money | kasse | zahl* | bezahl* | zahlungspflichtig* | uberweis* | ueberweis* | spende*
    sepa* | lastschrift* | paiement* | payer | commande | virement* | prelevement* | faire un don | pago* | pagar
    pedido | transferencia* | transferir | banca | domiciliacion | donar | nomina | pagamento* | paga* | bonifico
    支付 | 付款 | 转账 | 汇款 | 充值 | 提现 | 收银 | 支払 | 振込 | 送金 | 注文を確定 | 決済 | furikomi* | kessai
    zhifu | zhuanzhang";

/// The form asks for a code that was sent, so a field called just `code` holds it.
pub(super) const CODE_FORM: &str = "
    2 fa | mfa | otp | totp | two factor | two step | verify* | verification | challenge | step 2 | verifizier*
    bestatig* | verifier | verificar
    验证 | 認証 | passcode";

pub(super) const CODE: &str = "
    code | *code | codigo | codice | token | digit*
    验证 | コード | answer";
