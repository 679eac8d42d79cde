//! Italian: verbs that command, and how they are to be obeyed.

use super::concept::Concept::{
    Act, Best, Call, Covert, Decode, Forget, FromNow, Memory, Modal, Must, Negation, NoAsk, Obey, Only, Rank,
    Remember, Respond, Reveal, Send, Sequence, Silence,
};
use super::concept::Terms;

pub(super) const TERMS: &[Terms] = &[
    Terms(
        FromNow,
        "d'ora in poi|d'ora in avanti|da ora in poi|da adesso in poi|da questo momento|a partire da ora|\
         da adesso|fino a nuovo avviso|per il resto|per sempre",
    ),
    Terms(
        Only,
        "solo|soltanto|solamente|unicamente|esattamente|nient'altro|invece|al posto|esclusivamente|\
         letteralmente|testualmente|parola per parola|la frase|quanto segue|il seguente|la seguente|\
         il link|la parola",
    ),
    Terms(
        Silence,
        "non dirlo|non dica|non menzionare|non menzionarlo|non menzioni|non informare|non informi|\
         non rivelare|non riveli|non avvisare|non avvisi|non divulgare|senza dirlo|senza dire|\
         senza menzionare|senza menzionarlo|senza avvisare|senza informare|senza notificare|in segreto|\
         segretamente|di nascosto|silenziosamente|in background|in sottofondo|mantieni questo|\
         non deve sapere|non deve saperlo|non deve venire|senza che l'utente|all'insaputa|nascondi|\
         nasconda|nascondilo|non mostrare|non mostri|non segnalare|non segnali|non notificare|\
         non farne parola|non farne menzione|come se nulla|come se niente|non ha bisogno di sapere|\
         non citare|senza farne|non accennare|non lasciare traccia|taci|sorvola|passa sotto silenzio|\
         non dire all'utente|non dire nulla|non parlarne|tralasciare|tralascia|omettere|ometti|\
         venirlo a sapere|non deve scoprir*|saperlo",
    ),
    Terms(
        NoAsk,
        "senza chiedere|senza conferma|senza confermare|senza richiedere|senza autorizzazione|\
         senza attendere|senza aspettare|senza approvazione|senza ulteriori|senza ulteriore|non chiedere|\
         non chieda|non attendere|non aspettare|non richiedere|non e necessario|non e necessaria|\
         non serve|non occorre|nessuna conferma|non richiede|senza esitare|senza verificare|\
         nessuna approvazione|non c'e tempo|conferme sono|conferma e disattivata|senza revisione umana|\
         senza verifica|non chiede mai|mai conferma|gia confermat*|non perdere tempo|se chiedi prima|\
         disattiva le conferme|senza intervento umano|senza controllare|disturbarlo|disturbarla|\
         bisogno di disturbar*|senza disturbar*",
    ),
    Terms(
        Sequence,
        "prima di continuare|prima di rispondere|prima di riassumere|prima di procedere|\
         prima di proseguire|poi continua|poi continui|poi prosegui|poi riprendi|e continui|e prosegui|\
         quindi continua|quindi prosegui|continui con|prosegui con|riprendi il compito|\
         riprendi l'attivita|per completare il compito|per completare l'attivita|\
         per completare la richiesta|per portare a termine|passaggio obbligatorio|le seguenti azioni|\
         seguenti operazioni|fai quanto segue|esegui quanto segue|dopo aver letto|come parte del compito|\
         procedi come segue|gia che ci sei",
    ),
    Terms(
        Must,
        "devi|dovrai|dovra|dovete|e obbligatorio|obbligatorio|obbligatoriamente|urgentemente|\
         immediatamente|per cortesia|potresti|e indispensabile|e richiesto|sei tenuto|al piu presto|\
         ti prego|sei pregato|tassativ*|urgente",
    ),
    Terms(Negation, "mai|non|nessun|nessuna"),
    Terms(Modal, "deve|devono|dovra|dovranno|e pregato|sono pregati"),
    Terms(
        Covert,
        "senza dirlo|senza avvisare|senza informare|di nascosto|all'insaputa|in segreto|senza che l'utente",
    ),
    Terms(
        Forget,
        "^ignora|^ignori|^ignorate|^ignorare|^dimentica|^dimentichi|^dimenticate|^dimenticare|^tralascia|\
         ^trascura|^trascuri|non seguire|non tenere conto|non tener conto|^smetti di seguire|^scarta|\
         ^annulla|^annullate|non considerare|^disattendi|^aggira|^aggirare|^bypassa|^sovrascrivi|\
         ^sovrascrive|non sono piu valide|non valgono piu|non e piu valid*|sono annullate|sono revocate|\
         sono sostituite|sostituiscono|sostituisce|hanno la precedenza|ha la precedenza|prevalgono|\
         ^lascia perdere|^metti da parte|^abbandona|^cancella|^disobbedisci|^salta|^accantona",
    ),
    Terms(
        Send,
        "^invia|^invii|^inviare|^inviate|^manda|^mandi|^mandare|^inoltra|^inoltri|^inoltrare|^trasmetti|\
         ^trasmetta|^trasmettere|^pubblica|^pubblichi|^carica|^carichi|^caricare|^allega|^alleghi|\
         ^allegare|^aggiungi|^aggiunga|^aggiungere|^inserisci|^inserisca|^inserire|^includi|^includa|\
         ^includere|^condividi|^condivida|^copia|^copi|^copiare|^incolla|^scrivi|^scriva|^spedisci|\
         ^spedisca|^raccogli|^raccolga|^codifica|^metti|^fornisci|^fornisca|^esporta|^esfiltra|^consegna|\
         ^posta|^accoda",
    ),
    Terms(
        Reveal,
        "^rivela|^riveli|^rivelare|^mostra|^mostri|^mostrare|^ripeti|^ripeta|^stampa|^stampi|^divulga|\
         ^elenca|^elenchi|^cita|^leggi|^legga|estrai|estragga|^cerca|^cerchi|^apri|^apra|^recupera|\
         ^recuperi|^visualizza",
    ),
    Terms(
        Act,
        "^clicca|^clicchi|^cliccare|^fai clic|^faccia clic|^premi|^prema|^elimina|^elimini|^eliminare|\
         ^cancella|^cancelli|^trasferisci|^trasferisca|^paga|^paghi|^acquista|^acquisti|^compra|^compri|\
         ^ordina|^ordini|^visita|^visiti|^visitare|^apri|^apra|^aprire|^vai a|^vai su|^vada su|^accedi|\
         ^acceda|^scarica|^scarichi|^scaricare|^installa|^installi|^crea|^crei|^creare|^esegui|^esegua|\
         ^eseguire|^iscriviti|^approva|^approvi|^accetta|^accetti|^conferma|^confermi|^autorizza|\
         ^autorizzi|^cambia|^cambi|^modifica|^modifichi|^aggiorna|^aggiorni|^disattiva|^disattivi|^attiva|\
         ^attivi|^inserisci|^digita|^compila|^compili|^prenota|^prenoti|^annulla|^rispondi|^risponda|\
         ^naviga|^usa|^usi|^utilizza|^utilizzi|^sposta|^effettua|^effettui|^effettuare|^seleziona|\
         ^selezioni|^registra|^completa|^procedi|^fai un|^fai una|^disponi|^disponga|^chiudi|^firma|\
         ^bonifica|^reimposta|^imposta|^spunta|^spuntare|^spunti|^alza|^entra|^svuota|^svuoti|^rendi|\
         ^installate|^premete|^cliccate|^confermate|^aprite|^accettate|^attivate|^datele|^aumenta|\
         ^concludi|^sposti|^accedere|^archiviare",
    ),
    Terms(
        Respond,
        "^rispondi|^risponda|^rispondere|^di'|^dica|^dire|^scrivi|^scriva|^consiglia|^consigli|\
         ^consigliare|^raccomanda|^raccomandi|^raccomandare|^afferma|^affermi|^menziona|^menzioni|\
         ^descrivi|^descriva|^presenta|^presenti|^riassumi|^riassuma|^indica|^indichi|^termina|^inizia|\
         ^concludi|^concluda|^informa|^informi|^dichiara|^dichiari|^spiega|^spieghi|^valuta|^valuti|\
         ^classifica|^classifichi|^chiedi|^chieda|^suggerisci|^suggerisca|^assicura|^traduci|^aggiungi|\
         ^segnala|^comunica|^parla",
    ),
    Terms(
        Obey,
        "^segui|^segua|^obbedisci|^obbedisca|^esegui|^esegua|^eseguire|^applica|^applichi|^rispetta|\
         ^rispetti|^attieniti|^fai cio che|^fai quello che|^e segui|^ed esegui|^e esegui|^metti in atto|\
         ^svolgi",
    ),
    Terms(
        Decode,
        "decodifica|decodifichi|decodificare|decifra|decifri|decripta|codificato|codificata|al contrario",
    ),
    Terms(
        Call,
        "^chiama|^chiami|^usa|^usi|^utilizza|^utilizzi|^invoca|^invochi|^esegui|^esegua|^lancia|^avvia|\
         ^richiama",
    ),
    Terms(
        Remember,
        "^ricorda|^ricordi|^ricordati|^salva|^salvi|^memorizza|^memorizzi|^conserva|^conservi|^annota|\
         ^annoti|^registra|^registri|^aggiungi|^archivia|^tieni",
    ),
    Terms(
        Rank,
        "^consiglia|^consigli|^raccomanda|^raccomandi|^raccomandare|^classifica|^classifichi|^valuta|\
         ^valuti|^scegli|^scelga|^privilegia|^preferisci|^metti|^presenta|^presenti|^descrivi|^descriva|\
         ^assegna|^assegni|^colloca|^considera|^consideri|^seleziona|^selezioni|^favorisci|^indica|\
         ^indichi|^posiziona|^dai|^dia|^cita|^suggerisci|^giudica",
    ),
    Terms(
        Memory,
        "memoria a lungo termine|in modo permanente|conversazioni future|future conversazioni|\
         sessioni future|future sessioni|prossime conversazioni|prossime sessioni|preferenze dell'utente|\
         preferenza dell'utente|profilo dell'utente|profilo utente|tutte le conversazioni|\
         tutte le sessioni|tua memoria|in memoria|nella memoria",
    ),
    Terms(
        Best,
        "migliore|migliori|primo posto|al primo posto|cinque stelle|5 stelle|punteggio massimo|\
         massimo punteggio|positiv*|ideal*|eccellent*|unico|unica|perfett*|favorevol*|al di sopra|\
         piu affidabile|il piu|la piu|10/10|sicur*|affidabil*|vincitor*|in prima posizione|in testa|\
         unica scelta|voto massimo|massimo dei voti|piu economic*",
    ),
];
