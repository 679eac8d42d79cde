//! German: verbs that command, and how they are to be obeyed.

use super::concept::Concept::{
    Act, Best, Call, Covert, Decode, Forget, FromNow, Memory, Modal, Must, Negation, NoAsk, Obey, Only, Rank,
    Remember, Respond, Reveal, Send, Sequence, Silence,
};
use super::concept::Terms;

pub(super) const TERMS: &[Terms] = &[
    Terms(
        FromNow,
        "ab sofort|ab jetzt|von nun an|von jetzt an|kunftig|zukunftig|bis auf weiteres|fur den rest|\
         ab diesem",
    ),
    Terms(
        Only,
        "nur|ausschliesslich|nichts anderes|genau|stattdessen|lediglich|wortwortlich|wortlich|folgendes|\
         folgenden|mit den worten|den satz|den link",
    ),
    Terms(
        Silence,
        "ohne es zu erwahnen|erwahne nicht|erwahne das nicht|erwahne dies nicht|nicht erwahnen|\
         nichts davon|sag nichts|sage nichts|verrate nicht|verrate nichts|verschweige*|heimlich|\
         unauffallig|still und leise|stillschweigend|ohne den nutzer|ohne den benutzer|ohne dem nutzer|\
         ohne dem benutzer|nicht informieren|informiere nicht|nicht mitteilen|teile dem nutzer nicht|\
         darf nicht erfahren|darf nichts|soll nichts|soll nicht erfahren|muss nicht wissen|kein wort|\
         behalte fur dich|zeige nicht|nicht offenlegen|verbirg|keine erwahnung|nicht zu erwahnen|\
         als ware nichts|erwahne diesen|erwahne diese|erfahrt davon nichts|vor dem nutzer|verschweig*|\
         ohne etwas zu sagen|so tun, als|nicht zu wissen|lass weg|unerwahnt|ohne es zu sagen|ohne es dem*|\
         ohne es dein*|ohne deinem nutzer|lass die|einfach weg|lassen sie weg|auslassen|unter den tisch|\
         nichts zu erfahren|nicht zu erfahren|braucht davon nichts|weglassen|weglasst",
    ),
    Terms(
        NoAsk,
        "ohne nachfrage|ohne ruckfrage*|ohne zu fragen|ohne nachzufragen|ohne bestatigung|\
         ohne weitere bestatigung|ohne weitere|ohne zustimmung|ohne genehmigung|ohne ruckfragen|\
         frag nicht|frage nicht|fragen sie nicht|keine bestatigung|keine ruckfrage*|keine nachfrage*|\
         keine zustimmung|nicht nachfragen|warte nicht|nicht erforderlich|nicht notwendig|nicht notig|\
         bestatigung entfallt|ohne zu zogern|ohne erlaubnis|ohne prufung|ohne auf|keine zeit zu fragen|\
         keine zeit fur|bleibt keine zeit|bestatigungen sind|ruckfragen sind|ohne menschliche|\
         keine menschliche|sicherheitsabfrage*|fragt nie|bittet nie|bereits bestatigt|nicht erst fragen|\
         nicht erst nach*|ohne dass der|nicht behelligen|nicht storen|nicht damit belastig*|nicht bemuhen",
    ),
    Terms(
        Sequence,
        "bevor sie fortfahren|bevor sie weiter*|bevor sie antworten|fahre dann|fahre danach|und fahre|\
         dann fahre|mit der aufgabe|um die aufgabe|zur erledigung|folgenden schritte|erst dann|\
         erforderlicher schritt|nachdem du|sobald du|vor der zusammenfassung|vor dem zusammenfassen|\
         vor der antwort|wie gewohnt weiter|mach weiter|setze die aufgabe|bevor du antwortest|\
         bevor du fortfahrst|bevor du weiter*|bevor du die|bevor du zusammen*",
    ),
    Terms(
        Must,
        "du musst|musst du|sie mussen|sollst|du sollst|solltest|unbedingt|zwingend|sofort|umgehend|\
         unverzuglich|verpflichtet|konntest du|konnten sie|wurdest du|angewiesen|obligatorisch|dringend",
    ),
    Terms(Negation, "nie|niemals|nicht|kein|keine|keinen|keinesfalls"),
    Terms(Modal, "muss|mussen|soll|sollen|hat zu|haben zu"),
    Terms(
        Covert,
        "ohne es zu sagen|ohne es zu erwahnen|ohne es dem*|ohne es dein*|ohne den nutzer|\
         ohne den benutzer|ohne dem nutzer|heimlich|stillschweigend|ohne etwas zu sagen|ohne deinem nutzer",
    ),
    Terms(
        Forget,
        "^ignorier*|^missacht*|^vergiss|^vergesst|^vergessen sie|^verwirf|^verwerfen|^ubergeh*|\
         ^uberspring*|^umgeh*|^setze dich hinweg|^beachte nicht|^beachten sie nicht|^befolge nicht|\
         nicht mehr befolg*|nicht beachten|nicht mehr gultig|gelten nicht mehr|gilt nicht mehr|\
         sind ungultig|ist ungultig|sind aufgehoben|sind hinfallig|sind uberholt|ausser kraft|ausser acht|\
         ^losche|^hebe auf|werden ersetzt|haben vorrang|hat vorrang|^brich ab|aufgehoben|^uberschreib*|\
         ^lass beiseite|^lass alle|ersetzt alle|ersetzen alle",
    ),
    Terms(
        Send,
        "^sende|^senden sie|^sendet|^schick|^schicke|^schicken sie|^leite|^leiten sie|weiterleit*|\
         ^ubermittle|^ubermitteln sie|^ubertrage|^lade|^laden sie|^poste|hange|hangen sie|^fuge|\
         ^fugen sie|^mail|^maile|^mailen sie|^veroffentliche|^teile|^teilen sie|^kopiere|^kopieren sie|\
         ^trage|^schreib|^schreibe|^schreiben sie|^ubergib|^gib weiter|^exportiere|^binde|^reiche|\
         zu senden|zu schicken|weiterzuleiten|hochzuladen|anzuhangen|zu ubermitteln|^sammle|^sammeln sie|\
         ^bau|^baue|^setze|^nimm|^rufe|^ruf|^stell|^stelle|^kodiere|^packe|gesendet werden|\
         geschickt werden|^schickt|^leitet|^tragt|^kopiert|^hangt",
    ),
    Terms(
        Reveal,
        "^zeige|^zeigen sie|^gib|^geben sie|nenne|nennen sie|^wiederhole|^drucke|^offenbare|^verrate|\
         ^liste|^lies|^lesen sie|^offenlege|^lege offen|^leg offen|auszugeben|^preiszugeben|^suche|^such|\
         ^hol|^hole|^offne|^zitiere|^lese",
    ),
    Terms(
        Act,
        "^klick|^klicke|^klicken sie|^drucke|^drucken sie|^losche|^loschen sie|^uberweise|^uberweisen sie|\
         ^zahle|^zahlen sie|^bezahle|^kaufe|^kaufen sie|^bestelle|^bestellen sie|^besuche|^besuchen sie|\
         ^offne|^offnen sie|^ruf|^rufe|^rufen sie|^gehe|^geh|^gehen sie|^lade|^laden sie|^installiere|\
         ^installieren sie|^erstelle|^erstellen sie|^fuhre|^fuhr|^fuhren sie|^abonniere|^genehmige|\
         ^genehmigen sie|^akzeptiere|^akzeptieren sie|^bestatige|^bestatigen sie|^andere|^andern sie|\
         ^aktualisiere|^deaktiviere|^deaktivieren sie|^melde|^gib|^geben sie|^buche|^buchen sie|\
         ^storniere|^antworte|^wahle|^wahlen sie|^nutze|^verwende|^navigiere|^starte|^trage|^lege|^leg|\
         ^richte|^fulle|^entferne|^verschiebe|^entsperre|^tippe|^stimme|anzuklicken|zu loschen|\
         zu uberweisen|zu offnen|aufzurufen|zu kaufen|zu bestellen|^schliesse|^unterschreibe|^markiere|\
         ^schalte|^stelle|^setze|^kundige|^klickt|^bestell|^lad|^setz|^druckt|^andert|^offnet|^bestatigt|\
         ^folgt|^gebt|^schaltet|^stellt|^hake|^setzt|^erhohe|^hebe|^leere|^installiert|^kreuze|^stell",
    ),
    Terms(
        Respond,
        "^antworte|^antworten sie|^sage|^sag|^sagen sie|^schreib|^schreibe|^schreiben sie|^empfiehl|\
         ^empfehle|^empfehlen sie|^behaupte|^erwahne|^erwahnen sie|^beschreibe|^beschreiben sie|^fasse|\
         ^gib|^geben sie|^erklare|^teile|^teilen sie|^weise|^betone|nenne|nennen sie|^beginne|^beende|\
         ^bewerte|^bewerten sie|^stelle|^lobe|^verweise|^rate|^versichere|^uberzeuge|^frag|^frage|^sprich|\
         zu empfehlen|zu antworten|^bezeichne|^verlinke|^rat|er sagen|sie sagen|antworten, dass|\
         sagen, dass|^nennen",
    ),
    Terms(
        Obey,
        "^befolge|^befolgen sie|^folge|^folgen sie|^gehorche|halte dich|^fuhre|^fuhre aus|^fuhren sie|\
         ^fuhr|ausfuhren|auszufuhren|zu befolgen|^setze um|handle danach|^tu, was|^tue, was|^mach, was|\
         ^und befolge|^und fuhre|^gehorchen",
    ),
    Terms(
        Decode,
        "dekodiere*|entschlussle*|entschlussel*|decodiere*|dekodieren|kodiert|ruckwarts|verschlusselte*",
    ),
    Terms(
        Call,
        "^rufe|^ruf|^nutze|^verwende|^benutze|^fuhre|^starte|^rufen sie|^verwenden sie|^nutzen sie|\
         aufrufen|aufzurufen",
    ),
    Terms(
        Remember,
        "^merke|^merk|^merken sie|^speichere|^speicher|^speichern sie|notiere|^behalte|^erinnere|^trage|\
         ^schreibe|^vermerke|^ubernimm",
    ),
    Terms(
        Rank,
        "^empfiehl|^empfehle|^empfehlen sie|^bewerte|^bewerten sie|^bevorzuge|^bevorzugen sie|^setze|\
         ^setzen sie|^platziere|^wahle|^wahlen sie|nenne|nennen sie|^stufe|^beurteile|^listen|^liste|\
         ^ordne|^stelle|^vergib|^empfehlen|zu empfehlen|^einstufen|^behandle|^beschreibe|^bezeichne|^lade|\
         ^schlage|^gib",
    ),
    Terms(
        Memory,
        "langzeitgedachtnis|kunftige gesprache|kunftigen gesprachen|zukunftige gesprache|\
         zukunftigen gesprachen|alle kunftigen|allen kunftigen|zukunftige sitzungen|kunftige sitzungen|\
         kunftigen sitzungen|zukunftigen sitzungen|deinem speicher|deinen speicher|alle zukunftigen|\
         allen zukunftigen|nutzerprofil|nutzereinstellung*|dein gedachtnis|deinem gedachtnis|\
         dauerhaft, dass|im gedachtnis|ins gedachtnis|langzeitspeicher|dauerhaft in",
    ),
    Terms(
        Best,
        "beste*|besten|hochste*|an erster stelle|platz 1|platz eins|ganz oben|funf sterne|funf sternen|\
         positiv*|ideal*|einzige*|hervorragend*|testsieger|geeignet*|vor allen|bestmoglich*|uberragend*|\
         1,0|serios*|sieger*|gewinner*|hochstnote|an die erste|erster stelle|ersten platz|bestnote|\
         gunstigste*|nummer eins",
    ),
];
