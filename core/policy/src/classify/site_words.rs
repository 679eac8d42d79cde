//! The words of the site rules, without accents. Patterns as in [`super::words`].

use super::site::SiteCategory;

/// The words that speak for a category, by where they stand.
pub(super) struct CategoryWords {
    pub(super) category: SiteCategory,
    /// In the host, enough by themselves.
    pub(super) strong_host: &'static str,
    pub(super) host: &'static str,
    /// In the host, words that a magazine or a shop may bear too.
    pub(super) topic: &'static str,
    /// Parts of the public suffix.
    pub(super) suffixes: &'static str,
    pub(super) suffix_weight: u32,
    pub(super) strong_path: &'static str,
    pub(super) path: &'static str,
    pub(super) strong_title: &'static str,
    pub(super) title: &'static str,
}

pub(super) const CATEGORIES: &[CategoryWords] = &[
    CategoryWords {
        category: SiteCategory::Banking,
        strong_host: "
            onlinebanking | online banking | ebanking | e banking | netbanking | netbank | homebanking
            internetbanking | mobilebanking | ibank | perbank | sparkasse* | *sparkasse | volksbank* | *volksbank
            raiffeisen* | kreissparkasse* | landesbank* | creditunion | credit union | savingsbank | onlinebank*
            privatbank* | bancaonline | bancaenlinea | bancoenlinea | banquepopulaire | caissedepargne
            creditmutuel",
        host: "
            bank | *bank | banking | bankof* | banque* | banco* | banca* | caja* | cassa | brokerage | *broker
            *brokers | broker | wertpapier* | depot | insurance | *insurance | versicherung* | *versicherung
            assurance* | *assurances | seguros | assicurazioni | bourse | ginko | *ginko | yinhang | shoken | hoken
            ib",
        topic: "
            credit* | kredit* | invest* | securities | trade | trading | finance* | mortgage* | loan* | pension*
            mutual | money* | banki* | capital",
        suffixes: "bank | insurance",
        suffix_weight: 2,
        strong_path: "
            online banking | banking private | banca online | banca en linea | home banking | e banking
            net banking | internet banking | banque en ligne | bankieren | account summary",
        path: "
            banking | transfer* | transfers | ueberweisung* | virement* | transferencia* | bonifico
            accounts summary | account summary | comptes | mes comptes | acceder a mes comptes | cuentas | konten
            kontostand | portfolio | positions | depot | policies | meine vertraege | contrats | polizas
            statements | balance | payees | loans | iban",
        strong_title: "
            online banking | online banking* | onlinebanking | internet banking | internetbankieren | e banking
            net banking | home banking | banca online | banca en linea | banque en ligne | mobile banking
            网上银行 | 个人网银 | 网银 | 手机银行 | インターネットバンキング | ネットバンキング
            オンラインバンキング",
        title: "
            bank | *bank | banque | banco | banca | caja | credit union | brokers | broker | brokerage | *broker
            portfolio | account summary | transfer funds | mes comptes | mis cuentas | insurance | versicherung
            assurance | seguros | wertpapier* | depot | kontostand
            银行 | 銀行 | 证券 | 証券 | 保险 | 保険 | 信用金庫",
    },
    CategoryWords {
        category: SiteCategory::Healthcare,
        strong_host: "
            mychart | patient | patients | patientportal | patientenportal | telehealth | telemedicine | myhealth
            ehealth | hausarzt* | *hausarztpraxis | klinikum* | *klinikum | krankenkasse* | krankenhaus*
            *krankenhaus | gesundheitsakte | citaprevia | guahao | healthrecords | doctoronline | onlinedoctor",
        host: "
            hospital | hospital* | *hospital | *hospitals | clinic | *clinic | *clinics | clinica* | *clinica
            klinik* | *klinik | clinique* | *medicalcenter | medicalcenter* | healthcare | *healthcare | *doctors
            arztpraxis* | *arztpraxis | zahnarzt* | *zahnarzt | *dental | dental* | dentist* | pharmacy | *pharmacy
            pharmacie* | farmacia* | apotheke* | *apotheke | *rx | yiyuan | byoin | kanja | ospedale* | ameli
            mutuelle | mentalhealth",
        topic: "
            health | *health | medical* | *medical | medic* | doctor* | *doctor | arzt* | *arzt | praxis* | salud*
            sante* | gesundheit* | medecin* | therapy* | psych* | rx | care | kenko | iryo | saude",
        suffixes: "health | healthcare | clinic | hospital | doctor | dentist | pharmacy",
        suffix_weight: 1,
        strong_path: "
            patient portal | patientportal | patientenportal | patientenakte | historia clinica | dossier medical
            mychart | medical records | health records | lab results | test results | kensa kekka | guahao
            prescriptions",
        path: "
            patient* | patients | paciente* | appointments | appointment | termin* | termine | rendez vous | rdv
            cita* | befund* | prescription* | ordonnance* | receta* | refill | pasient | kanja | yuyue | yoyaku
            rezept* | video visit | medication* | vaccin* | impf* | assure | remboursement*",
        strong_title: "
            patient portal | patientenportal | patientenakte | gesundheitsakte | mychart | historia clinica
            portail patient | portal del paciente | medical records | pasientjournal | prescription* | ordonnance*
            video visit | telehealth
            挂号 | 检验报告 | 电子病历 | 患者 | 診療 | 検査結果 | 診察 | 处方",
        title: "
            hospital | clinic | clinica | klinik | klinikum | doctors | doctor | dr | hausarzt* | arzt* | health
            medical | pharmacy | apotheke | pharmacie | farmacia | salud | sante | gesundheit* | soins | medicaux
            rendez vous | patient* | medecin* | appointment* | dental | dentist
            医院 | 病院 | クリニック | 医療 | 健康 | 诊所 | 药房 | 薬局 | 歯科",
    },
    CategoryWords {
        category: SiteCategory::Identity,
        strong_host: "
            etax | e tax | elster | impots | hacienda | chinatax | shibboleth | adfs | idp | eid | mygov | digid
            bundid | loginservice",
        host: "
            irs | ssa | openid | clave | immigration | identite | identidad",
        topic: "
            tax* | identity | visa | passport | steuer* | id",
        suffixes: "gov | gouv | gob | gub | govt | gc | go",
        suffix_weight: 1,
        strong_path: "
            verify identity | identity verification | settings security | security settings | two factor | two step
            saml 2 | idp profile | oauth authorize | oauth 2 authorize | account recovery | change password
            reset password | passwort aendern | account security",
        path: "
            login | signin | sign in | authorize | tax* | personal account | verify | saml | sso | identity
            connexion | anmelden | anmeldung | passport | my account | ola | mfa | steuer* | impots
            espace particulier | password",
        strong_title: "
            verify your identity | tax account | account security | two step verification
            two factor authentication | identity verification
            通行证 | 统一登录 | 税务 | 国税 | 納税 | マイナポータル | 身份认证 | 本人確認 | 确认身份",
        title: "
            sign in | log in | login | anmelden | anmeldung | connexion | iniciar sesion | tax | steuer* | impots
            identity | online account | account | espace particulier | shibboleth | password
            登录 | ログイン | hacienda | tributaria",
    },
    CategoryWords {
        category: SiteCategory::Payments,
        strong_host: "cashier | checkout | paypal* | alipay | payment* | *pay | zahlungsdienst*",
        host: "
            pagos | paiement* | zahlen | zahlung* | bezahl* | *bezahl | payfast* | 3 ds | kessai | zhifu",
        topic: "
            pay | wallet* | *wallet | billing | coin* | *coin | crypto* | bitcoin* | exchange | kasse | caja
            invoice | donate",
        suffixes: "",
        suffix_weight: 0,
        strong_path: "
            ^checkout | checkout$ | cart checkout | checkout payment | checkout step* | payment | payments
            payment methods | paymentmethods | kasse zahlung | commande paiement | pedido pago | rechnung bezahlen
            pay confirm | checkoutnow | add card | 3 ds",
        path: "
            pay | kasse | zahlung* | paiement | pago | pagar | send | withdraw | billing | cashier | unlock | order
            cart | transfer | bezahlen | cart checkout | subscribe | donate | donation | topup | recharge | topay",
        strong_title: "
            crypto wallet | send crypto | payment methods | secure checkout | checkout payment
            收银台 | 支付宝 | 微信支付 | 确认支付 | お支払い | 決済 | paiement securise | pago con tarjeta
            rechnung bezahlen | confirm your payment",
        title: "
            checkout | payment | pay | wallet | billing | kasse | zahlungsart | paiement | pago | pagar | send money
            request money
            支付 | 付款 | 支払 | credit card | kreditkarte",
    },
];

/// First labels of hosts that only sign users in.
pub(super) const IDENTITY_LABELS: &str = "
    login | signin | accounts | account | auth | sso | idp | id | identity | oauth | adfs | saml | appleid
    passport | logon | konto | anmelden | connexion | signon | myid";

pub(super) const PAYMENT_LABELS: &str =
    "pay | checkout | payments | cashier | wallet | billing | secure pay | pagos | paiement | zahlen";

pub(super) const LOGIN_PATH: &str = "
    login | log in | signin | sign in | authorize | anmelden | connexion | two factor | security | verify* | saml*
    sso | oauth
    登录 | ログイン | mfa | password | identifier";

/// Paths and labels of a customer's own pages.
pub(super) const ACCOUNT_PATH: &str = "
    login* | log in | signin | sign in | account* | accounts | my | meine | mijn | mon compte | espace client
    espace personnel | kundenportal | portal | portail | particuliers | particulares | anmeldung | anmelden | entry
    secure | dashboard | overview | connexion | acceso | cliente* | clientes";

/// Telling words that mean something else.
pub(super) const FALSE_FRIENDS: &str = "
    databank* | piggybank* | piggy bank* | seedbank* | seed bank* | sandbank* | foodbank* | food bank* | bloodbank*
    imagebank | image bank* | powerbank* | power bank* | riverbank* | left bank | right bank | south bank
    west bank | bank holiday* | bankruptcy* | bankside | banksy | burbank* | millbank* | fairbank* | eubank*
    southbank* | timebank* | genebank* | eyebank* | milkbank* | toolbank* | bottle bank | memory bank | gene bank
    question bank | test bank | word bank | doctor who | doctorwho* | snowbank | cloudbank | jobbank | wordbank
    spermbank | datenbank* | samenbank | werkbank | parkbank | gartenbank | sitzbank | banque d images
    banque images* | banque de donnees | banco de alimentos | banco de imagenes | bancos de jardin | bancosdejardin
    banco de sangre | bancada | plantclinic* | plant clinic* | petclinic demo | card game* | solitaire
    identity design | brand identity | bold identity | corporate identity | git checkout | checkout docs
    health food | healthy | passport magazine | passportmagazine* | walletsandbelts* | leather wallet* | paysage*
    payroll news | payload* | taxi* | taxidermy* | taxonomy | patience* | credits | accredit* | carecenter auto
    skincare | haircare | carpet care | lawn care | self care | traders joe
    卡牌 | 密码学";

/// Sites and sections that write about things: there a word is a subject, not a service.
pub(super) const PUBLISHING_HOST: &str = "
    news | *news | magazine* | *magazine | museum* | *museum | museo | musee | wiki* | *opedia | wikipedia | blog | *blog | forum
    docs | history | *history | recipe* | recette* | rezepte | guide | guides | game* | *games | developer*
    developers | learn | academy | press | podcast | jobs | careers | agency | times | nytimes | herald | tribune
    post | zeitung | guardian | theguardian | spiegel | lemonde | asahi | bbc | cnn | reuters | elpais | zeit
    github | gitlab | stackoverflow | reddit | youtube | medium | kochblog | journal | university | edu";

pub(super) const PUBLISHING_PATH: &str = "
    news | blog | wiki | forum | article | articles | artikel | thread | threads | docs | recipe* | rezept*
    recette* | recetas | press | podcast* | exhibitions | tenji | wirtschaft | economie | economia | politik | sport
    tag | tags | topics | stories | opinion | jobs | careers | glossary | tutorial* | learn | lesson* | collections
    products | gallery | destinations | museum | nachrichten | ratgeber | noticias | actualites | magazin | magazine
    guide | guides | reference | books | lyrics | movies | lesson";

/// Telling words in the names of other trades: a plant clinic has no patients.
pub(super) const OTHER_TRADES: &str = "
    toy* | furniture | garden* | jardin | garten* | plant* | tree* | lawn | seed* | tomato* | pet | pets | animal*
    vet | car repair | repair* | bike* | bicycle* | doll* | puppen* | teddy | computer* | laptop* | pc | printer*
    tattoo* | brand* | logo* | design* | music | band | lyrics | film* | movie* | tv | comic* | novel* | fan | fans
    fishing | hiking | tourism | hotel* | restaurant* | pub | brewery | cafe* | coffee | kitchen* | cook* | soup
    river* | beach | kayak | collector* | collecting | collectibles | antique* | leather | fashion | shoes | blood
    food | alimentos | gaming | arcade | math* | mathematics | poetry | photo* | font* | icon*";

/// Titles of something to read.
pub(super) const ARTICLE_TITLE: &str = "
    wikipedia | news | magazine | museum | museo | musee | blog | forum | recipe* | recette* | rezept* | recetas
    history | documentation | docs | wiki | game | games | how to | what is | why | best | tips | explained | trends
    tutorial | glossary | lyrics | wie man | was ist | ratgeber | comment | pourquoi | que es | como
    新闻 | 新聞 | 博物館 | 博物馆 | 入门 | 如何 | 什么是 | 笔记 | とは | レシピ | ブログ | なぜ";

/// Well-known names whose host says nothing by its words.
pub(super) const BRANDS: &[(SiteCategory, &str)] = &[
    (
        SiteCategory::Banking,
        "chase.com | wellsfargo.com | citi.com | capitalone.com | usaa.com | schwab.com | fidelity.com | vanguard.com
        robinhood.com | etrade.com | interactivebrokers.com | hsbc.* | barclays.* | lloydsbank.* | natwest.com | monzo.com
        revolut.com | n26.com | ing.* | dkb.de | comdirect.de | consorsbank.de | traderepublic.com | postbank.de | boursorama.com
        boursobank.com | bnpparibas.* | societegenerale.* | creditagricole.* | credit-agricole.fr | labanquepostale.fr | lcl.fr
        bbva.* | santander.* | caixabank.* | unicredit.* | intesasanpaolo.com | itau.com.br | nubank.com.br | icbc.com.cn | ccb.com
        abchina.com | boc.cn | cmbchina.com | smbc.co.jp | mufg.jp | mizuhobank.co.jp | rakuten-bank.co.jp | ubs.com | amex.*
        americanexpress.com | discover.com",
    ),
    (
        SiteCategory::Healthcare,
        "ameli.fr | doctolib.* | jameda.de | nhs.uk | nhsapp.service.nhs.uk | kaiserpermanente.org | kp.org | zocdoc.com | teladoc.com
        healthcare.gov | medicare.gov | mychart.com | tk.de | aok.de | barmer.de | 1mg.com | practo.com",
    ),
    (
        SiteCategory::Identity,
        "accounts.google.com | myaccount.google.com | login.microsoftonline.com | login.live.com | account.microsoft.com
        appleid.apple.com | account.apple.com | okta.com | auth0.com | onelogin.com | id.me | login.gov | irs.gov | ssa.gov
        elster.de | impots.gouv.fr | franceconnect.gouv.fr | agenciatributaria.gob.es | clave.gob.es | myna.go.jp | digid.nl
        bund.de | service.gov.uk | signin.aws.amazon.com | uscis.gov | dmv.ca.gov",
    ),
    (
        SiteCategory::Payments,
        "paypal.* | stripe.com | klarna.* | adyen.com | alipay.com | venmo.com | cash.app | zellepay.com | wise.com | squareup.com
        pay.google.com | pay.amazon.com | pay.weixin.qq.com | coinbase.com | binance.com | kraken.com | metamask.io | mollie.com
        paypay.ne.jp | payoneer.com | westernunion.com | moneygram.com | sumup.com",
    ),
];
