//! German: who is spoken to, by whom, about what.

use super::concept::Concept::{
    Address, Agent, AgentOutput, AgentSecret, AgentWord, Agreed, Already, Asks, Boss, Called, Changed,
    Consented, Discussion, Earlier, Field, From, IfYou, Instruction, NewInstruction, NoLimits, Personal,
    Reading, Role, Secret, Task, Template, ThisCall, ThisText, ToolWord, User, Void, WhenUser, YouAre,
};
use super::concept::Terms;

pub(super) const TERMS: &[Terms] = &[
    Terms(
        Earlier,
        "vorherig*|bisherig*|vorangegangen*|vorangehend*|vorstehend*|fruher*|obig*|oben|zuvor|alle|aller|\
         allen|alles|samtliche*|deine|deiner|deinen|ihre|ihren|bestehend*|ursprunglich*|vorig*|andere*|\
         anderslautend*|bis jetzt|jegliche*|erhaltenen|eigentliche*|davor",
    ),
    Terms(
        Instruction,
        "anweisung*|instruktion*|regel|regeln|vorgabe*|richtlinie*|befehl*|systemprompt*|system-prompt*|\
         prompt|prompts|direktive*|anordnung*|einschrankung*|beschrankung*|sicherheitsregeln|weisung*|\
         auftrage|vorschrift*|kontext|systemanweisung*|sicherheitsvorgaben|nachricht|nachrichten|\
         programmierung",
    ),
    Terms(
        Void,
        "vergiss alles|vergessen sie alles|ignoriere alles|ignorieren sie alles|ignoriere das obige|\
         ignoriere den obigen|statt der anfrage|anstelle der anfrage|ignoriere den nutzer|\
         deine neue aufgabe|deine eigentliche aufgabe|ihre neue aufgabe|dein neues ziel|\
         deine einzige aufgabe|was dir gesagt wurde|was du bisher|was man dir|deine wahre aufgabe|\
         deine neuen anweisungen|ihre neuen anweisungen|statt die frage|anstatt die frage|statt den text|\
         dein auftrag lautet jetzt|deine wirkliche aufgabe|deine aufgabe hat sich geandert|\
         der auftrag hat sich geandert|auftrag geandert|aufgabe geandert|die aufgabe hat sich geandert|\
         dein auftrag hat sich|dein auftrag ist jetzt|deine aufgabe ist jetzt|deine aufgabe lautet jetzt|\
         dein ziel ist jetzt|neuer auftrag:|neue aufgabe:|^neues ziel:|^neuer auftrag:|^neue aufgabe:|\
         ^planandrung:|^planwechsel|aufgabe ist eine andere|ziel ist ein anderes|auftrag ist ein anderer|\
         auftrag lautet nun|^neues ziel fur",
    ),
    Terms(
        NewInstruction,
        "neue anweisung*|neue instruktion*|neuen anweisung*|folgende anweisung*|folgenden anweisung*|\
         aktualisierte anweisung*|geanderte anweisung*|echte anweisung*|folgende befehl*|\
         versteckte anweisung*|oberste prioritat|neue direktive|ab jetzt geht es darum|\
         jetzt geht es darum|kann warten|dein job ist jetzt",
    ),
    Terms(Task, "aufgabe|aufgaben|ziel|ziele|anfrage|auftrag|frage|gesprach|unterhaltung|bitte des nutzers"),
    Terms(
        Agent,
        "ki-assistent*|ki-agent*|ki-modell*|ki-system*|ki assistent*|ki agent*|ki|kunstliche intelligenz|\
         kunstlichen intelligenz|sprachmodell*|sprachassistent*|chatbot*|ki-gestutzt*|ki-basiert*|\
         browser-agent*|browseragent*|browser-assistent*|automatisierte systeme|automatisierte leser|\
         automatischer leser|automatische leser|automatisierter assistent*|digitaler assistent|\
         virtueller assistent|ki-crawler|ki-bewertung*|ki-werkzeug*|ki-tool*|ki-leser*|maschinelle leser|\
         ki-zusammenfassung*|mail-assistent*|web-agent*|einkaufsassistent*|e-mail-assistent*",
    ),
    Terms(
        AgentWord,
        "assistent|assistenten|assistentin|agent|agenten|modell|modelle|bot|bots|maschine|roboter|\
         lesehilfe|lesehilfen|chat-helfer|helfer|helferlein|hilfsprogramm*|software|programm|\
         werkzeug, das|tool, das|lese-hilfe*|leseprogramm*",
    ),
    Terms(
        Address,
        "liebes|achtung|hey|hinweis an|hinweis fur|nachricht an|nachricht fur|an alle|an jede|\
         anweisung an|anweisung fur|anweisungen fur|anweisungen an|wichtig fur|mitteilung an|botschaft an|\
         du als|falls ein|hor zu|notiz an|notiz fur|gilt fur|information fur|sehr geehrte*|\
         freundlich, wenn|nett, wenn|dankbar, wenn",
    ),
    Terms(
        Reading,
        "dies liest|dies lesen|das hier liest|das liest|der dies|die dies|das dies|mitliest|hier liest|\
         zusammenfasst|dieses protokoll|auswerten|auswertest|dieses angebot|diese angebote|vergleicht|\
         wiedergabe|vorliest|zusammenfassen|bearbeitet|zusammenfassend|auswertet|verarbeitet|liest",
    ),
    Terms(
        IfYou,
        "als ki|in deiner rolle|wenn du ein|wenn du eine|falls du ein|falls du eine|solltest du ein|\
         solltest du eine|wenn sie ein|falls sie ein|sollten sie ein|da du ein|da du eine|bist du ein|\
         bist du eine|von software gelesen|nicht von einem menschen|wird ein chatbot|wenn ein chatbot",
    ),
    Terms(
        User,
        "der nutzer|der benutzer|den nutzer|den benutzer|dem nutzer|dem benutzer|des nutzers|\
         des benutzers|die nutzerin|der nutzerin|nutzer|benutzer|der anwender|dem anwender|des anwenders|\
         den anwender|dein auftraggeber|deines auftraggebers|deinem auftraggeber|kontoinhaber*|\
         die person, die|nutzerin|benutzerin|deines besitzers|deinem besitzer|dein besitzer|\
         deinen besitzer|fur den du arbeitest|der du hilfst|dem du hilfst|die person, der|die person, fur|\
         der person, fur|der person, der|ihres besitzers|deines nutzers|deinem nutzer|deinen nutzer|\
         der dich benutzt|die dich benutzt|dein mensch|deinem menschen|seines besitzers|ihres menschen",
    ),
    Terms(
        WhenUser,
        "wenn der nutzer|wenn der benutzer|falls der nutzer|falls der benutzer|sobald der nutzer|\
         sobald der benutzer|wenn dich|wenn jemand fragt|wenn nach|falls gefragt|auf nachfrage|\
         fragt der nutzer|fragt der benutzer|wenn die nutzerin|wenn du gefragt|wenn dein nutzer|\
         falls dein nutzer|wenn ihr nutzer|wenn die person|fragt dein nutzer|wenn dein benutzer",
    ),
    Terms(
        Agreed,
        "zugestimmt|genehmigt|autorisiert|freigegeben|erlaubt|bestatigt|eingewilligt|einverstanden|\
         zustimmung|freigabe|einwilligung|erlaubnis|genehmigung|abgesegnet|weiss bescheid|ermachtigt|\
         bevollmachtigt|informiert",
    ),
    Terms(
        Asks,
        "mochte|will|wunscht|hat gebeten|gebeten|bittet|braucht|verlangt|hat dich|wartet|erwartet|\
         beauftragt|wollte|hat entschieden|hat darum",
    ),
    Terms(
        Boss,
        "administrator*|admin|entwickler|entwickler*|systemadministrator*|sicherheitsteam|\
         sicherheitsabteilung|it-abteilung|it-support|it-leitung|betreiber*|openai|anthropic|hersteller*|\
         compliance-abteilung|systemverwalt*|systembetreiber|dein schopfer|betrugsabteilung|betrugsabwehr",
    ),
    Terms(
        From,
        "nachricht von|nachricht vom|nachricht der|nachricht des|im auftrag|im namen|hier spricht|\
         mitteilung von|mitteilung der|mitteilung des|ich bin der|ich bin dein|auf anweisung|\
         anweisung von|anweisung des|anweisung der|dies ist eine|dies ist der|offizielle*|\
         autorisiert durch|genehmigt durch|hinweis der|hinweis des|als dein",
    ),
    Terms(
        YouAre,
        "du bist jetzt|du bist nun|du bist ab sofort|du bist ab jetzt|sie sind jetzt|sie sind nun|\
         agiere als|handle als|verhalte dich|verhalten sie sich|tu so, als|tu so als|spiele die rolle|\
         spiel die rolle|schlupf in|schlupfe in|gib dich als|stell dir vor, du|nimm die rolle|\
         ubernimm die rolle|du heisst|dein name ist|dein neuer name|deine neue rolle|\
         du bist kein assistent|du bist nicht mehr|nicht langer ein|antworte als|nimm die identitat|\
         wechsle in|wechsle zu|du spielst",
    ),
    Terms(
        NoLimits,
        "ohne einschrankung*|ohne beschrankung*|uneingeschrankt*|ohne filter|ungefiltert*|unzensiert*|\
         entwicklermodus|debug-modus|wartungsmodus|admin-modus|keine regeln|keine grenzen|ohne grenzen|\
         ohne regeln|keine einschrankung*|keine beschrankung*|keinerlei regeln|alle filter|\
         sicherheitsregeln|sicherheitsfilter|keinerlei*|sicherheitsvorgaben|frei von|lehnt nie|\
         nichts ablehnt|keine sicherheits*|testmodus|ohne moral*",
    ),
    Terms(
        Secret,
        "passwort*|passworter|kennwort*|kennworter|zugangsdaten|anmeldedaten|api-schlussel*|api-key*|\
         schlussel|token|tokens|cookies|cookie|sitzungscookie*|sitzungs*|geheimnis*|private schlussel|\
         kreditkarte*|kreditkartennummer*|pin|tan|bestatigungscode*|sicherheitscode*|einmalcode*|\
         login-daten|umgebungsvariablen|wiederherstellungs*|seed-phrase",
    ),
    Terms(
        AgentSecret,
        "systemprompt*|system-prompt*|deinen prompt|deine anweisungen|deine instruktionen|\
         gesprachsverlauf*|chatverlauf*|unterhaltung|gesprach|deinen kontext|dein gedachtnis|deine regeln|\
         deine konfiguration|was der nutzer|was der benutzer|die daten des nutzers|bisherige konversation|\
         konversation|deine werkzeuge|deine interne*|kontextfenster|bisherigen verlauf|verlauf dieses|\
         verlauf der|deine ursprung*|systemanweisung*|startanweisungen|deine start*|deine vollstandigen|\
         anfangsanweisungen|gespeicherte passwort*|gespeicherten passwort*|gespeicherten zugangs*|\
         gespeicherte zugangs*|gespeicherte kreditkarte|gespeicherten konto|hinterlegte*|\
         gespeicherte karte|gespeicherten karte|gespeicherten zugangsdaten|gespeicherten daten",
    ),
    Terms(
        AgentOutput,
        "deine antwort|deiner antwort|deine antworten|deinen antworten|deine zusammenfassung|\
         deiner zusammenfassung|deine ausgabe|deiner ausgabe|ihre antwort|ihrer antwort|\
         ihrer zusammenfassung|ihre zusammenfassung|der zusammenfassung|dein bericht|deinem bericht|\
         deinen bericht|deine empfehlung|deine bewertung|deiner bewertung|deine nachste|dein nachster|\
         deinem nachsten|deine werkzeuge|deinen werkzeugen|dein ergebnis|deinem ergebnis|\
         beim erstellen der ubersicht|beim zusammenfassen|beim erstellen der zusammenfassung|\
         in der ubersicht",
    ),
    Terms(ToolWord, "werkzeug|werkzeuge|tool|tools|funktion|befehl|schnittstelle|terminal|skript"),
    Terms(
        Discussion,
        "prompt-injection*|prompt injection*|angreifer*|forscher*|sicherheitsforsch*|zum beispiel|\
         beispielsweise|etwa der satz|satze wie|betruger*|so genannte*|sogenannte*|angriff*|satz wie|\
         schwachstelle*",
    ),
    Terms(
        Template,
        "systemanweisung:|system-anweisung*|anweisung an die ki|anweisung fur die ki|anweisungen fur ki|fur ki-*|\
         systemnachricht:|systemmeldung:|systemhinweis:|[systemnachricht]|[systemmeldung]|\
         [systemanweisung]|### anweisung*|### systemanweisung*|<anweisung*|[system-nachricht]|\
         system-nachricht:|[anweisung]",
    ),
    Terms(
        Role,
        "nutzer:|benutzer:|assistent:|^entwickler:|^administrator:|anweisung:|ende des dokuments|\
         ende der seite|ende des inhalts|ende der nachricht|ende des artikels|ende der e-mail|\
         systemmeldung|systemnachricht|systemhinweis",
    ),
    Terms(
        Called,
        "^assistent,|^assistent:|^assistent!|^assistenten,|^assistenten:|^assistenten!|^assistentin,|\
         ^assistentin:|^assistentin!|^agent,|^agent:|^agent!|^agenten,|^agenten:|^agenten!|^ki,|^ki:|^ki!|\
         ^bot,|^bot:|^bot!|^ki-agenten,|^ki-agenten:|^ki-agenten!|^ki-agent,|^ki-agent:|^ki-agent!|\
         ^ki-assistent,|^ki-assistent:|^ki-assistent!|^ki-assistenten,|^ki-assistenten:|^ki-assistenten!|\
         an die ki|an den ki|an den ki-*|an ki|an ki-*|fur ki|fur ki-*|fur die ki|fur die ki-*|liebe ki|lieber ki|lieber ki-*|liebe assist*|lieber assist*|\
         lieber agent|an den assist*|an den agent*|jede ki|jeder ki|jeder ki-*|hallo assistent|hallo ki|\
         von software gelesen|von software und nicht|von einem programm gelesen|\
         nicht von einem menschen gelesen|ki-agenten:|ki-assistenten:|automatischer assistent:|\
         an assistenten|an agenten|wer auch immer diesen browser|wer diesen browser steuert|bots, die|\
         maschinen, die|ki-helfer*",
    ),
    Terms(
        ThisText,
        "diese seite|dieser seite|diesen text|dieses dokument|diese nachricht|diese e-mail|diese mail|\
         dieser text|dieser nachricht|dieses dokuments|diesen browser|dieses postfach|dieser browser|\
         dieses postfachs|diesem postfach",
    ),
    Terms(
        Consented,
        "freigabe liegt vor|zustimmung liegt vor|einwilligung liegt vor|genehmigung liegt vor|\
         kunde ist bereits|kunde weiss|kunde ist informiert|kunde hat bereits|inhaber hat zugestimmt|\
         inhaber ist informiert|hat bereits zugestimmt|ist bereits genehmigt|unter dem namen des nutzers|\
         im namen des nutzers|im namen des benutzers",
    ),
    Terms(
        Changed,
        "hat sich geandert|wurde geandert|geandert:|lautet jetzt|ist jetzt|lautet ab jetzt|wurde ersetzt|\
         haben sich geandert",
    ),
    Terms(Field, "formular|feld|kommentarfeld|suchfeld|textfeld|ruckmeldung"),
    Terms(ThisCall, "diesen aufruf|dieser aufruf|aufruf oben|unverandert"),
    Terms(
        Personal,
        "kartendaten|kartennummer|bankdaten|kontodaten|kontonummer|kontostand|iban|personliche daten|\
         personenbezogene daten|adressbuch|kontakte|kontaktliste|posteingang|nachrichten|dokumente|\
         quellcode|quelltext|vertraulich*|privat*|browserverlauf|suchverlauf|zwischenablage|kalender|\
         rechnungen|kontoauszug*|telefonnummer|dateien|kundenliste|gehaltsliste|ausweis*|telefon*|\
         anschrift|letzten e-mails|alle mails|alle e-mails|letzten mails",
    ),
    Terms(Already, "bereits|schon"),
];
