//! Italian: who is spoken to, by whom, about what.

use super::concept::Concept::{
    Address, Agent, AgentOutput, AgentSecret, AgentWord, Agreed, Already, Asks, Boss, Called, Changed,
    Consented, Discussion, Earlier, Field, From, IfYou, Instruction, NewInstruction, NoLimits, Personal,
    Reading, Role, Secret, Task, Template, ThisCall, ThisText, ToolWord, User, Void, WhenUser, YouAre,
};
use super::concept::Terms;

pub(super) const TERMS: &[Terms] = &[
    Terms(
        Earlier,
        "precedente|precedenti|tutte|tutti|tutto|tua|tue|tuoi|sue|suoi|sopra|sopra riportate|ricevute|\
         finora|fino a ora|originali|originale|iniziali|iniziale|esistenti|qualsiasi|ogni|altre|altra|\
         date|impartite|di prima",
    ),
    Terms(
        Instruction,
        "istruzione|istruzioni|regole|regola|direttiva|direttive|indicazioni|ordini|comandi|prompt|\
         restrizioni|limitazioni|linee guida|vincoli|policy|politiche|contesto|messaggio di sistema|\
         programmazione|protocollo|protocolli|messaggi|filtri|norme",
    ),
    Terms(
        Void,
        "dimentica tutto|ignora tutto|ignora quanto sopra|dimentica quanto|ignora quanto|ignori quanto|\
         la tua nuova attivita|il tuo nuovo compito|la tua nuova missione|il tuo nuovo obiettivo|\
         il tuo vero compito|la tua vera missione|il tuo unico compito|quello che ti e stato detto|\
         cio che ti e stato detto|invece di riassumere|anziche riassumere|ignora l'utente|\
         ignora la richiesta|invece di rispondere all'utente|le tue nuove istruzioni|\
         il tuo vero obiettivo|il suo nuovo compito|il tuo compito e cambiato|la tua missione e cambiata|\
         il compito e cambiato|l'incarico e cambiato|l'obiettivo e cambiato|il tuo obiettivo e cambiato|\
         il tuo compito ora e|cambio di programma|nuovo compito:|nuova missione:|la missione e cambiata|\
         il tuo incarico e cambiato|da ora il tuo compito|^nuovo obiettivo:|^nuovo compito:|\
         ^cambio di programma|^cambio di piano|obiettivo e un altro|compito e un altro",
    ),
    Terms(
        NewInstruction,
        "nuova istruzione|nuove istruzioni|istruzioni seguenti|vere istruzioni|istruzioni aggiornate|\
         istruzioni reali|seguente istruzione|istruzioni nascoste|direttiva prioritaria|\
         istruzione prioritaria|ora si tratta di|puo aspettare",
    ),
    Terms(Task, "compito|compiti|obiettivo|richiesta|domanda|missione|conversazione|attivita|incarico"),
    Terms(
        Agent,
        "assistente ia|assistente ai|assistenti ia|assistenti ai|assistente di ia|agente ia|agente ai|\
         agenti ia|agenti ai|modello ia|modello ai|ia|intelligenza artificiale|modello linguistico|\
         modelli linguistici|modello di linguaggio|modelli di linguaggio|chatbot|agente di navigazione|\
         agente del browser|agente browser|agente web|sistema automatico|sistemi automatici|\
         sistema automatizzato|sistemi automatizzati|agente automatico|agenti automatici|\
         assistente automatico|assistente virtuale|assistente digitale|lettore automatico|\
         lettori automatici|sistemi di ia|sistemi di ai|sistema di ia|sistema ai|sistemi ai|\
         strumenti di ia|agente autonomo|agenti autonomi|assistente di posta|assistente del browser",
    ),
    Terms(
        AgentWord,
        "assistente|assistenti|agente|agenti|modello|modelli|robot|bot|macchina|strumento che|\
         programma che|aiutante|aiutanti|software|allo strumento|aiuti alla lettura|strumenti di lettura|\
         strumento di lettura",
    ),
    Terms(
        Address,
        "caro|cara|gentile|attenzione|nota per|avviso per|avviso a|messaggio per|messaggio a|\
         messaggio all'|a qualsiasi|a ogni|per qualsiasi|istruzione per|istruzioni per|istruzioni all'|\
         rivolto a|destinato a|destinato agli|lei e un|tu che|tu, |ehi|ascolta|informazione per|\
         promemoria per|spettabile|gentile se|cortese da|grati se",
    ),
    Terms(
        Reading,
        "leggi questo|legge questo|leggendo questo|stai leggendo|sta leggendo|legga questo|leggi questa|\
         legge questa|leggendo questa|elabora questa|elabori questo|elabora questo|elabori questa|\
         elaborando|riassumi questa|riassume questa|riassumendo|analizzi questa|analizza questa|\
         analizzando|che legge|che leggono|che elabora|che elaborano|che riassume|che legga|che leggera|\
         che riassumi|che confronta|che riassuma|che prepara|che analizza|che elabori|leggete|\
         riassumi queste|che vede|che visitano",
    ),
    Terms(
        IfYou,
        "se sei|se lei e|poiche sei|dato che sei|siccome sei|come assistente|come modello|come agente|\
         come ia|nel tuo ruolo|qualora tu sia|nel caso tu sia|in quanto assistente|in quanto ia|\
         in quanto ai|letto da un software|non un umano|se un chatbot",
    ),
    Terms(
        User,
        "l'utente|all'utente|dell'utente|dall'utente|utente|tuo utente|titolare del conto|\
         la persona che stai|la persona che assisti|il tuo proprietario|persona che ti usa|\
         persona che aiuti|persona per cui|persona per la quale|chi ti usa|tuo padrone|\
         il suo proprietario|persona che servi|per cui lavori|del proprietario|chi ti utilizza|\
         vostro utente|che assisti|suo proprietario|tuo umano",
    ),
    Terms(
        WhenUser,
        "se l'utente|quando l'utente|ogni volta che l'utente|non appena l'utente|se ti chiedono|\
         se ti viene chiesto|quando ti viene chiesto|se qualcuno chiede|qualora l'utente|\
         quando ti chiedono|quando la persona che|se la persona che|se il tuo utente|quando il tuo utente",
    ),
    Terms(
        Agreed,
        "approvato|approvata|accettato|autorizzato|autorizzata|autorizzazione|acconsentito|consenso|\
         confermato|dato il|permesso|accordo|validato|consentito|approvazione|e al corrente|d'accordo|\
         preapprovat*|e stato informato|e informato",
    ),
    Terms(
        Asks,
        "vuole|desidera|ha chiesto|ha richiesto|chiede|richiede|vorrebbe|ha bisogno|si aspetta|ti chiede|\
         preferisce|ha cambiato|esige|attende|ha deciso",
    ),
    Terms(
        Boss,
        "amministratore*|amministratrice|amministratori|sviluppatore*|sviluppatori|team di sicurezza|\
         reparto it|reparto informatico|ufficio it|openai|anthropic|operatore|il tuo creatore|\
         i tuoi creatori|ufficio conformita|ufficio legale|team tecnico|ufficio sicurezza|il produttore|\
         ufficio compliance|team compliance|ufficio antifrode|reparto antifrode|servizio antifrode",
    ),
    Terms(
        From,
        "messaggio da|messaggio dal|messaggio del|messaggio dell'|messaggio ufficiale|avviso da|\
         avviso del|avviso dell'|da parte di|da parte del|da parte dell'|per conto di|per conto del|\
         per conto dell'|a nome di|a nome del|parla il|parla l'|sono il|sono l'|sono lo|sono il tuo|\
         per ordine|istruzione del|istruzione dell'|istruzioni del|autorizzato da|autorizzato dal|\
         approvato da|approvato dal|comunicazione del|comunicazione dell'|questo e un|nota del|nota dell'|\
         emesso da|dal team|qui il|qui l'|qui lo",
    ),
    Terms(
        YouAre,
        "ora sei|adesso sei|da ora sei|d'ora in poi sei|d'ora in avanti sei|agisci come|agisca come|\
         comportati come|si comporti come|fingi|finga|fai finta|faccia finta|simula|assumi il ruolo|\
         assuma il ruolo|interpreta il ruolo|recita la parte|immagina di essere|ti chiami|il tuo nome e|\
         non sei piu|il tuo nuovo ruolo|la tua nuova identita|rispondi come|entra in modalita|\
         passa alla modalita|passa in modalita|attiva la modalita|diventa|impersona|il tuo nuovo nome",
    ),
    Terms(
        NoLimits,
        "senza restrizioni|senza limiti|senza limitazioni|senza filtri|senza filtro|senza censura|\
         senza regole|nessuna restrizione|nessun limite|nessuna regola|nessun filtro|\
         modalita sviluppatore|modalita debug|modalita amministratore|modalita manutenzione|\
         modalita di manutenzione|non censurat*|illimitat*|regole di sicurezza|filtri di sicurezza|\
         misure di sicurezza|non rifiuta mai|non rifiuti mai|libero da|senza vincoli|nessun vincolo|\
         modalita test|senza etica",
    ),
    Terms(
        Secret,
        "password|credenziali|chiave api|chiavi api|chiave privata|chiavi private|chiavi|token|cookie|\
         segreto|segreti|carta di credito|numero di carta|codice di verifica|codice di conferma|\
         codice di sicurezza|pin|variabili d'ambiente|frase di recupero|frase seed|sessione|codice otp",
    ),
    Terms(
        AgentSecret,
        "prompt di sistema|messaggio di sistema|il tuo prompt|le tue istruzioni|\
         cronologia della conversazione|cronologia della chat|cronologia chat|la conversazione|\
         questa conversazione|nostra conversazione|intera conversazione|l'intera conversazione|\
         il tuo contesto|la tua memoria|le tue regole|la tua configurazione|quello che l'utente|\
         cio che l'utente|dati dell'utente|istruzioni di sistema|istruzioni interne|istruzioni iniziali|\
         i tuoi strumenti|contesto completo|la chat|configurazione iniziale|propria configurazione|\
         proprie istruzioni|tua configurazione|password salvata|password salvate|credenziali salvate|\
         password memorizzata|carta salvata|carta memorizzata|account salvato|password memorizzate|\
         account memorizzato",
    ),
    Terms(
        AgentOutput,
        "la tua risposta|tua risposta|tue risposte|sua risposta|il tuo riassunto|tuo riassunto|\
         tuo riepilogo|tuo output|tuo rapporto|tuo resoconto|tua raccomandazione|tua analisi|\
         tua valutazione|tua prossima|tuo prossimo|risposta finale|tua sintesi|tuo risultato|\
         al tuo risultato|nel fare il riassunto|nel riassumere|quando riassumi",
    ),
    Terms(ToolWord, "strumento|strumenti|funzione|comando|terminale|script|api|tool"),
    Terms(
        Discussion,
        "prompt injection|injection di prompt|iniezione di prompt|attaccante|attaccanti|aggressore|\
         ricercator*|ad esempio|per esempio|truffator*|frasi come|attacco|attacchi|cybercriminal*|\
         criminali|vulnerabilita|del tipo",
    ),
    Terms(
        Template,
        "messaggio di sistema:|istruzione di sistema|istruzioni di sistema|[sistema]|\
         [messaggio di sistema]|[istruzion*|<sistema>|</sistema>|### istruzion*|<istruzion*|\
         nota di sistema|istruzioni per l'ia|istruzione per l'ia|istruzioni per l'ai|istruzione per l'ai|\
         nota per l'ia|nota per l'ai|direttiva di sistema|avviso di sistema",
    ),
    Terms(
        Role,
        "^sistema:|^utente:|^assistente:|amministratore:|sviluppatore:|fine del documento|\
         fine della pagina|fine del contenuto|fine del messaggio|fine dell'articolo|fine dell'email|\
         fine documento",
    ),
    Terms(
        Called,
        "^assistente,|^assistente!|^assistenti,|^assistenti:|^assistenti!|^agente,|^agente!|^agenti,|\
         ^agenti:|^agenti!|^ia,|^ia:|^ia!|^bot,|^bot:|^bot!|per l'ia|per l'ai|per l'assistente|\
         per gli assistenti|per gli agenti|agli assistenti|agli agenti|all'assistente|all'agente|all'ia|\
         all'ai|ogni assistente|ogni ia|qualsiasi ia|qualsiasi assistente|ciao assistente|allo strumento|\
         alle ia|letto da un software|letto da un programma|letta da un software|letto da una macchina|\
         agenti ia:|agenti ai:|assistenti ia:|gentile assistente|^assistente:|^agente:|\
         chi controlla questo|chi guida questo|i bot che|i robot che",
    ),
    Terms(
        ThisText,
        "questa pagina|questo documento|questo testo|questo messaggio|questa e-mail|questa email|\
         questo articolo|questa mail|questo contenuto|questo browser|questa casella|questo negozio",
    ),
    Terms(
        Consented,
        "cliente e gia|cliente e stato|cliente e informato|titolare e gia|ha gia dato|ha gia accettato|\
         ha gia approvato|a suo nome|autorizzazione e gia|a nome dell'utente|per conto dell'utente",
    ),
    Terms(
        Changed,
        "e cambiato|e cambiata|sono cambiate|ora e|adesso e|e stato modificato|e stata modificata",
    ),
    Terms(Field, "modulo|campo|commenti|casella|barra di ricerca"),
    Terms(ThisCall, "questa chiamata|tale e quale|cosi com'e|questo blocco"),
    Terms(
        Personal,
        "numero della carta|dati della carta|dati bancari|numero di conto|saldo|iban|dati personali|\
         informazioni personali|rubrica|contatti|elenco dei contatti|posta in arrivo|documenti|\
         codice sorgente|riservat*|privat*|cronologia di navigazione|cronologia|appunti|calendario|\
         fatture|estratto conto|indirizzo e-mail|indirizzo email|numero di telefono|file|schede aperte|\
         lista clienti|elenco clienti|passaporto|telefono|indirizzo|tutte le e-mail|ultime e-mail|\
         tutti i messaggi",
    ),
    Terms(Already, "gia"),
];
