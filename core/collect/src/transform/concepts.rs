//! What people compare, and the words for it in English and in German.

/// What a value of a column looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An amount of money.
    Money,
    /// An area.
    Area,
    /// A length or a height.
    Length,
    /// A weight.
    Weight,
    /// How long something takes.
    Time,
    /// Hundredths.
    Percent,
    /// A day, a month or a year.
    Date,
    /// How much can be stored.
    Data,
    /// A temperature.
    Heat,
    /// How many.
    Count,
    /// Anything.
    Text,
}

/// Something that people compare.
pub(crate) struct Concept {
    /// Our word for it, in English.
    pub(crate) name: &'static str,
    /// What it is called, folded: in the name of a column, in a label, in a sentence.
    pub(crate) names: &'static [&'static str],
    /// Words by which a sentence speaks of it without its name.
    pub(crate) cues: &'static [&'static str],
    /// Words of something else that is near.
    pub(crate) not: &'static [&'static str],
    /// What its values look like.
    pub(crate) kind: Kind,
}

const fn concept(
    name: &'static str,
    kind: Kind,
    names: &'static [&'static str],
    cues: &'static [&'static str],
    not: &'static [&'static str],
) -> Concept {
    Concept { name, names, cues, not, kind }
}

/// All of them; the first that fits is meant, so what is more special comes first.
pub(crate) const CONCEPTS: &[Concept] = &[
    concept("Basic rent", Kind::Money, &["kaltmiete", "nettokaltmiete", "basic rent"], &["kalt"], &["warmmiete", "kaution", "nebenkosten", "nachbarwohnung", "heizung"]),
    concept("Rent with heating", Kind::Money, &["warmmiete", "gesamtmiete"], &["warm"], &["kaltmiete", "kaution"]),
    concept("Rent", Kind::Money, &["rent", "miete", "monthly rent"], &["you pay", "a month", "per month", "im monat", "monatlich"], &["deposit", "kaution", "parking", "stellplatz", "heating", "heizung"]),
    concept("Deposit", Kind::Money, &["deposit", "kaution"], &[], &[]),
    concept("Extra costs", Kind::Money, &["nebenkosten", "service charge", "utilities"], &[], &[]),
    concept("Recurring revenue", Kind::Money, &["annual recurring revenue", "arr"], &[], &["total revenue"]),
    concept("Revenue", Kind::Money, &["revenue", "umsatz", "net sales", "sales", "turnover", "umsatzerlöse", "erlöse"], &[], &["recurring", "quarter", "first half", "h1", "half year", "estimates"]),
    concept("Net income", Kind::Money, &["net income", "net profit", "net loss", "jahresüberschuss", "nettogewinn", "gewinn", "profit", "jahresfehlbetrag", "nettoergebnis"], &[], &["operating", "gross"]),
    concept("Capital expenditure", Kind::Money, &["capital expenditure", "capex", "investitionen"], &[], &[]),
    concept("Dividend", Kind::Money, &["dividend", "dividende"], &[], &[]),
    concept("Cash", Kind::Money, &["cash", "cash and cash equivalents", "liquide mittel", "kassenbestand"], &["in the bank"], &[]),
    concept("Premium", Kind::Money, &["beitrag", "premium", "monatsbeitrag", "prämie"], &["monatlich", "pro monat", "im monat", "a month", "per month"], &["zahnreinigung"]),
    concept("Fee", Kind::Money, &["fee", "gebühr", "tuition", "studiengebühr", "semesterbeitrag", "kursgebühr"], &["cost", "costs", "kostet", "kosten", "pay"], &[]),
    concept("Salary", Kind::Money, &["salary", "gehalt", "lohn", "pay", "vergütung", "wage"], &["earn", "verdien"], &[]),
    concept("Deductible", Kind::Money, &["deductible", "excess", "selbstbeteiligung", "selbstbehalt", "selbst behalt"], &["you pay the first", "tragen sie selbst", "zahlen sie selbst"], &[]),
    concept("Sum insured", Kind::Money, &["deckungssumme", "versicherungssumme", "sum insured", "coverage limit", "cover limit", "coverage", "cover", "medical cover", "insured value", "limit", "deckung", "höchstbetrag", "maximum payout"], &["up to", "bis zu", "covers", "covered up to", "insured up to", "versichert bis", "deckt"], &["deductible", "excess", "selbstbeteiligung", "a month", "im jahr"]),
    concept("Cancellation", Kind::Text, &["cancellation", "kündigungsfrist", "kündigung", "notice period", "cancellation policy", "stornierung", "minimum term", "vertragslaufzeit", "mindestlaufzeit"], &["cancel at any time", "can be cancelled", "kündbar", "notice of"], &[]),
    concept("Theft", Kind::Text, &["theft", "theft cover", "diebstahl", "diebstahlschutz"], &["stolen", "gestohlen"], &[]),
    concept("Key loss", Kind::Text, &["schlüsselverlust", "key loss", "schlüssel"], &[], &[]),
    concept("Worldwide", Kind::Text, &["geltungsbereich", "area of validity", "region", "countries", "worldwide", "länder"], &["weltweit", "world wide", "europaweit"], &[]),
    concept("Distance", Kind::Text, &["distance", "entfernung", "distance to campus", "distance to university", "commute", "weg zur uni"], &["minutes by bike", "minutes on foot", "minutes walk", "minute walk", "minuten zu fuß", "walk from", "km from", "minutes from", "minuten mit"], &[]),
    concept("Furnished", Kind::Text, &["furnished", "möbliert", "furniture", "möbel", "möblierung"], &["unfurnished", "desk and", "bed and desk"], &[]),
    concept("Internet", Kind::Text, &["internet", "wifi", "wi fi", "wlan", "broadband"], &[], &[]),
    concept("Bills", Kind::Text, &["bills included", "bills", "utilities included"], &["all inclusive", "all in", "including heating", "bills are", "inkl nebenkosten"], &[]),
    concept("Minimum stay", Kind::Text, &["minimum stay", "mindestmietdauer", "mindestaufenthalt", "lease", "lease length", "contract length", "mietdauer"], &["at least", "months minimum", "semester"], &[]),
    concept("Flatmates", Kind::Count, &["flatmates", "housemates", "mitbewohner", "residents"], &["share with", "shared with", "wg mit"], &[]),
    concept("Processor", Kind::Text, &["processor", "cpu", "prozessor", "chip"], &["ryzen", "core i5", "core i7", "core ultra", "snapdragon", "intel", "amd"], &["graphics"]),
    concept("Graphics", Kind::Text, &["graphics", "graphics card", "gpu", "grafik", "grafikkarte", "video card"], &["rtx", "radeon", "geforce", "vram"], &[]),
    concept("Refresh rate", Kind::Text, &["refresh rate", "bildwiederholrate", "bildwiederholfrequenz"], &["hz", "hertz"], &[]),
    concept("Noise", Kind::Text, &["noise", "lautstärke", "fan noise", "lüfter", "lüftergeräusch", "loudness"], &["db", "decibels", "dezibel", "fan is", "fans are", "quiet"], &[]),
    concept("Keyboard", Kind::Text, &["keyboard", "tastatur"], &[], &[]),
    concept("Screen size", Kind::Length, &["screen size", "bildschirmgröße", "displaygröße", "bildschirmdiagonale", "display size"], &["inch", "zoll"], &[]),
    concept("Operating system", Kind::Text, &["operating system", "betriebssystem", "os"], &["windows", "linux", "chromeos"], &[]),
    concept("Delivery", Kind::Text, &["delivery", "delivery time", "lieferzeit", "lieferung", "shipping", "versand"], &["ships in", "lieferbar", "delivered in"], &[]),
    concept("Operating profit", Kind::Money, &["operating profit", "ebit", "operating income", "betriebsergebnis", "ebitda", "operatives ergebnis"], &[], &[]),
    concept("Equity ratio", Kind::Percent, &["equity ratio", "eigenkapitalquote", "eigenkapital"], &[], &[]),
    concept("Order intake", Kind::Money, &["auftragseingang", "order intake", "orders", "auftragsbestand", "order backlog"], &[], &[]),
    concept("Research", Kind::Text, &["research and development", "forschung und entwicklung", "r d", "f e"], &[], &[]),
    concept("Locations", Kind::Text, &["standorte", "locations", "sites", "stores", "filialen", "werke", "plants"], &[], &[]),
    concept("Managing director", Kind::Text, &["ceo", "chief executive", "geschäftsführer", "geschäftsführung", "vorstand", "managing director", "head"], &["led by", "geleitet von", "leitet"], &[]),
    concept("Founded", Kind::Date, &["founded", "gegründet", "gründung", "gründungsjahr", "established", "founding year"], &["since", "seit"], &[]),
    concept("Headquarters", Kind::Text, &["headquarters", "hauptsitz", "sitz", "firmensitz", "based in"], &["is based in", "sitz in"], &[]),
    concept("Effect size", Kind::Text, &["effect size", "effektstärke", "effect"], &["cohen", "standard deviations", "standardabweichungen", "effect of"], &[]),
    concept("Age", Kind::Text, &["age", "age group", "alter", "altersgruppe", "grade", "klassenstufe", "ages"], &["year olds", "years old", "aged", "grade", "jährige", "mean age"], &[]),
    concept("Country", Kind::Text, &["country", "land", "setting", "location of study"], &["schools in", "carried out in", "conducted in"], &[]),
    concept("Design", Kind::Text, &["design", "study design", "method", "methods", "methode", "studiendesign", "methodik"], &["randomised", "randomized", "controlled trial", "crossover", "cohort", "survey", "questionnaire", "meta analysis", "case study", "quasi experiment", "interviews"], &[]),
    concept("Intervention", Kind::Text, &["intervention", "treatment", "maßnahme", "programme", "program"], &["received", "were taught", "lessons of", "trained"], &[]),
    concept("Limitations", Kind::Text, &["limitations", "einschränkungen", "grenzen"], &["a limitation", "only one school", "small sample"], &[]),
    concept("Processing", Kind::Text, &["subject", "fach", "topic", "thema"], &[], &[]),
    concept("Rating", Kind::Text, &["rating", "bewertung", "score", "sterne", "stars", "note"], &["out of 5", "von 5", "out of 10", "stars"], &[]),
    concept("Parking", Kind::Text, &["parking", "parkplatz", "stellplatz", "garage"], &[], &[]),
    concept("Heating", Kind::Text, &["heating", "heizung", "heizungsart"], &[], &[]),
    concept("Floor", Kind::Text, &["floor", "etage", "stockwerk", "geschoss"], &["ground floor", "erdgeschoss", "obergeschoss"], &[]),
    concept("Breakfast", Kind::Text, &["breakfast", "frühstück"], &[], &[]),
    concept("Consumption", Kind::Text, &["consumption", "verbrauch", "fuel consumption", "stromverbrauch", "power consumption"], &["per 100 km", "je 100 km", "auf 100 km"], &[]),
    concept("Power", Kind::Text, &["power", "leistung", "motorleistung"], &["watt", "kw", "ps"], &[]),
    concept("Qualification", Kind::Text, &["requirements", "anforderungen", "qualification", "voraussetzungen", "admission requirements"], &["you need", "sie bringen", "required"], &[]),
    concept("Working hours", Kind::Text, &["working hours", "arbeitszeit", "wochenstunden", "hours per week"], &["hours a week", "stunden pro woche", "full time", "vollzeit", "teilzeit", "part time"], &[]),
    concept("Holidays", Kind::Text, &["holidays", "urlaub", "urlaubstage", "vacation", "annual leave"], &["days of leave", "tage urlaub"], &[]),
    concept("Remote", Kind::Text, &["remote", "homeoffice", "home office", "remote work"], &["work from home", "von zu hause"], &[]),
    concept("Vegetarian", Kind::Text, &["vegetarian", "vegetarisch", "vegan"], &[], &[]),
    concept("Author", Kind::Text, &["author", "autor", "authors", "written by", "autorin"], &["by"], &[]),
    concept("Pages", Kind::Count, &["pages", "seiten", "seitenzahl"], &[], &[]),
    concept("Contract", Kind::Text, &["contract", "vertrag", "contract type", "befristung"], &["permanent", "unbefristet", "befristet", "fixed term"], &[]),
    concept("Price", Kind::Money, &["price", "preis", "kaufpreis", "cost", "kosten", "asking price", "guide price", "starting price", "listenpreis", "verkaufspreis", "ticket", "eintritt", "admission"], &["from", "ab", "costs", "kostet", "offers over", "you pay", "bezahlt", "zahlen", "half board", "a bed", "for only", "bezahle", "sells for", "verkauft für"], &["deposit", "kaution", "delivery", "shipping", "versand", "warranty", "reservierung", "breakfast", "frühstück", "statt", "trade in", "sold", "duty", "provision", "fee", "stellplatz"]),
    concept("Plot", Kind::Area, &["plot size", "plot", "grundstück", "grundstücksfläche", "land", "lot size"], &["garden and house"], &["living", "wohnfläche", "homes"]),
    concept("Size", Kind::Area, &["size", "living space", "living area", "area", "floor area", "wohnfläche", "fläche", "größe", "interior", "grundfläche", "square footage"], &["measures", "auf rund", "misst"], &["garden", "garten", "keller", "balcony", "plot", "grundstück", "gallery", "scheune"]),
    concept("Year built", Kind::Date, &["year built", "baujahr", "built", "gebaut", "construction year", "year of construction"], &["completion", "fertigstellung", "dates from", "stammt von", "stammt aus", "erbaut", "errichtet"], &["roof", "extended", "kitchen", "sold", "saniert", "gedämmt", "renewed", "dach"]),
    concept("Available from", Kind::Date, &["available from", "available", "move in", "verfügbar ab", "bezugsfrei", "einzug", "frei ab", "bezug", "verfügbar"], &["free immediately", "ab sofort", "is free", "free from", "frei ab"], &[]),
    concept("Deadline", Kind::Date, &["deadline", "application deadline", "bewerbungsfrist", "frist", "einsendeschluss", "apply by", "closing date"], &["apply by", "until", "bis zum", "bewerbungsschluss"], &[]),
    concept("Released", Kind::Date, &["release date", "released", "publication date", "published", "veröffentlicht", "erschienen", "erscheinungsdatum"], &["came out"], &[]),
    concept("Start", Kind::Date, &["start", "start date", "beginn", "startdatum", "begins", "kursbeginn"], &["starts on", "beginnt am"], &[]),
    concept("Year", Kind::Date, &["year", "jahr", "erscheinungsjahr", "publication year", "published in"], &[], &[]),
    concept("Date", Kind::Date, &["date", "datum", "termin", "when", "wann"], &[], &[]),
    concept("Year end", Kind::Text, &["fiscal year end", "year end"], &["year ends", "fiscal year ends"], &[]),
    concept("Pets", Kind::Text, &["pets", "pets allowed", "haustiere", "tierhaltung", "hunde", "dogs", "hund", "dog", "hundehaltung"], &["cats", "katzen", "pet"], &["our dog"]),
    concept("Balcony", Kind::Text, &["balkon", "balcony", "terrasse", "terrace"], &[], &[]),
    concept("Energy", Kind::Text, &["energy rating", "energy class", "energieklasse", "energieeffizienz", "energieausweis", "energy", "epc", "energieeffizienzklasse", "energy assessment", "energiekennwert"], &[], &[]),
    concept("Rooms", Kind::Count, &["rooms", "zimmer", "bedrooms", "schlafzimmer", "room", "bedroom"], &[], &[]),
    concept("Screen", Kind::Text, &["display", "screen", "bildschirm", "panel", "anzeige"], &["inch oled", "zoll", "inch"], &[]),
    concept("Ports", Kind::Text, &["ports", "anschlüsse", "connections", "schnittstellen"], &["thunderbolt", "hdmi", "usb a", "usb c", "ethernet"], &[]),
    concept("Battery", Kind::Text, &["battery life", "battery", "akku", "akkulaufzeit", "laufzeit", "reichweite", "range"], &["on one charge", "per charge"], &[]),
    concept("Memory", Kind::Data, &["memory", "ram", "arbeitsspeicher"], &[], &[]),
    concept("Storage", Kind::Data, &["storage", "ssd", "speicher", "festplatte", "speicherplatz", "max database size", "database size", "size limit"], &["databases up to"], &["memtable", "keys"]),
    concept("Weight", Kind::Weight, &["weight", "gewicht", "wiegt", "weighs"], &[], &["carry", "load", "zuladung"]),
    concept("Warranty", Kind::Text, &["warranty", "garantie", "guarantee", "gewährleistung"], &[], &[]),
    concept("Altitude", Kind::Length, &["altitude", "height", "höhe", "elevation", "höhenlage", "seehöhe"], &["above sea level", "über dem meer", "m above", "meter über"], &["summit", "climbing", "high", "gipfel", "car park"]),
    concept("Season", Kind::Text, &["season", "saison", "open", "öffnungszeit", "geöffnet", "bewirtschaftet"], &["open from", "from june", "warden is there"], &["plan to open"]),
    concept("Travel time", Kind::Time, &["fahrzeit", "dauer", "travel time", "reisezeit", "journey time", "fahrtdauer", "flight time"], &["dauert die fahrt", "stunden im", "stunden und"], &["stau", "fliegt", "verspätung"]),
    concept("Changes", Kind::Text, &["umstiege", "changes", "transfers", "umst", "umsteigen", "stops"], &[], &[]),
    concept("Bicycles", Kind::Text, &["fahrradmitnahme", "fahrrad", "fahrräder", "bicycles", "bike", "rad"], &["ein rad"], &[]),
    concept("Waiting time", Kind::Text, &["wartezeit", "waiting period", "waiting time"], &["vorher warten", "monate warten"], &[]),
    concept("Duration", Kind::Time, &["duration", "dauer", "length", "laufzeit", "kursdauer", "period", "zeitraum"], &["ran for", "weeks each", "follow up", "followed for", "lasted", "over a period", "dauerte"], &["old", "age"]),
    concept("Sample size", Kind::Count, &["sample size", "sample", "stichprobe", "participants", "teilnehmer", "fallzahl"], &["randomised", "randomized", "took part", "answered our", "nahmen teil", "we recruited", "enrolled", "a total of", "befragt", "patients", "adults"], &["screened", "earlier work"]),
    concept("Main result", Kind::Text, &["main result", "result", "results", "ergebnis", "ergebnisse", "findings", "hauptergebnis", "outcome"], &["did not differ", "more than", "less than", "compared with", "recalled", "improved", "reduced", "minutes less", "fewer", "no difference"], &["earlier", "screened"]),
    concept("Funding", Kind::Text, &["funding", "finanzierung", "förderung", "gefördert", "funded"], &["supported by", "funded by", "finanziert", "grant"], &[]),
    concept("Employees", Kind::Count, &["employees", "mitarbeiter", "beschäftigte", "staff", "mitarbeitende", "headcount", "number of employees", "belegschaft", "arbeitsplätze"], &[], &["hire"]),
    concept("Customers", Kind::Count, &["customers", "kunden", "clients"], &["businesses", "serves about"], &["users on the free", "competitor"]),
    concept("Auditor", Kind::Text, &["auditor", "wirtschaftsprüfer", "abschlussprüfer"], &["audited by", "geprüft von"], &[]),
    concept("Emissions", Kind::Text, &["emissions", "emissionen", "co2", "co₂"], &["tonnes of co2"], &["target", "ziel"]),
    concept("Reimbursement", Kind::Percent, &["erstattung", "reimbursement", "erstattung zahnersatz", "leistung"], &["bei zahnersatz", "zahnersatz", "übernommen", "krone"], &["zahnreinigung"]),
    concept("Licence", Kind::Text, &["licence", "license", "lizenz"], &["released under", "lizenziert"], &[]),
    concept("Minimum version", Kind::Text, &["minimum supported version", "minimum supported rust version", "msrv", "requires", "mindestversion", "supported version", "voraussetzung"], &["builds with", "or newer", "and later", "oder neuer", "needs node"], &[]),
    concept("Version", Kind::Text, &["latest version", "version", "aktuelle version", "release", "neueste version", "current version"], &["latest", "is out"], &["needed", "built with", "supported"]),
    concept("Dependencies", Kind::Text, &["dependencies", "abhängigkeiten", "depends on"], &[], &[]),
    concept("Language", Kind::Text, &["language", "sprache", "programmiersprache", "programming language"], &["written in", "geschrieben in", "library"], &[]),
    concept("Transactions", Kind::Text, &["transactions", "transaktionen"], &["acid"], &[]),
    concept("Cycles", Kind::Count, &["cycles", "cycle number", "zyklen", "zyklenzahl"], &[], &["bare"]),
    concept("Capacity retention", Kind::Percent, &["capacity retention", "kapazitätserhalt", "retention"], &["of their capacity", "of its capacity"], &["bare", "reference"]),
    concept("Electrolyte", Kind::Text, &["electrolyte", "elektrolyt", "electrolytes"], &["we used"], &[]),
    concept("Temperature", Kind::Heat, &["temperature", "temperatur"], &["tests were done at", "cycled at"], &[]),
    concept("Share", Kind::Percent, &["share", "rate", "percentage", "anteil", "quote", "zinssatz", "interest rate", "effective interest", "effektivzins", "zins"], &["per cent", "prozent"], &[]),
    concept("Address", Kind::Text, &["address", "adresse", "location", "lage", "ort", "standort", "place"], &[], &[]),
    concept("Opening hours", Kind::Text, &["opening hours", "öffnungszeiten", "hours"], &["open daily", "täglich"], &[]),
];

/// The concept that a name is of: the one with the longest word for it inside the name.
pub(crate) fn concept_of(folded: &str) -> Option<&'static Concept> {
    let mut best: Option<(usize, &'static Concept)> = None;
    for concept in CONCEPTS {
        let longest = concept.names.iter().filter(|name| has_phrase(folded, name)).map(|name| name.len()).max();
        if let Some(length) = longest.filter(|length| best.is_none_or(|(known, _)| *length > known)) {
            best = Some((length, concept));
        }
    }
    best.map(|(_, concept)| concept)
}

/// Whether a folded text has a phrase as whole words.
pub(crate) fn has_phrase(folded: &str, phrase: &str) -> bool {
    phrase_at(folded, phrase).is_some()
}

/// Where a phrase stands in a folded text, as whole words.
pub(crate) fn phrase_at(folded: &str, phrase: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = folded.get(from..)?.find(phrase) {
        let start = from + found;
        let end = start + phrase.len();
        let open = start == 0 || folded[..start].ends_with(' ');
        let closed = end == folded.len() || folded[end..].starts_with(' ');
        if open && closed {
            return Some(start);
        }
        from = start + folded[start..].chars().next().map_or(1, char::len_utf8);
    }
    None
}

/// Words with which a source says that it does not say.
const NOT_SAID: &[&str] = &[
    "on request", "auf anfrage", "not disclosed", "not to publish", "nicht bekannt", "unknown", "unbekannt", "n a", "k a",
    "keine angabe", "keine angaben", "tba", "tbd", "to be announced", "not given", "cannot say", "nicht genannt",
    "müsste ich nachsehen", "steht noch nicht fest", "noch offen", "not yet known", "not published", "contact us",
    "not stated", "nicht angegeben", "wird noch bekannt gegeben", "not known", "is not disclosed",
];

/// Whether a folded text says that something is not said.
pub(crate) fn says_nothing(folded: &str) -> bool {
    NOT_SAID.iter().any(|phrase| has_phrase(folded, phrase))
}
