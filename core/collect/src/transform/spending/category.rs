//! What a payment was for, by the words of its payee, in English and German.

use crate::transform::concepts::has_phrase;

/// The categories with their words; the first with one of them is meant, so what is more special comes first.
const CATEGORIES: &[(&str, &[&str])] = &[
    ("fees", &["fee", "fees", "gebühr", "gebühren", "kontoführungsgebühr", "kontoführung", "interest charge", "overdraft", "zinsen", "late payment", "entgelt", "sollzinsen", "kontoentgelt", "mahngebühr", "jahresgebühr", "auslandseinsatz", "auslandseinsatzentgelt", "service charge", "provision", "kartengebühr", "dispozinsen", "rücklastschrift"]),
    ("cash", &["atm", "cash", "cash machine", "geldautomat", "barauszahlung", "bargeldauszahlung", "bargeld", "withdrawal", "cashpoint", "auszahlung", "geldausgabeautomat", "abhebung"]),
    ("income", &["payroll", "salary", "gehalt", "lohn", "paycheck", "wages", "freelance", "invoice", "rechnung nr", "honorar", "interest earned", "zinsertrag", "tax refund", "steuererstattung", "finanzamt", "kindergeld", "rente", "pension", "dividend", "dividende", "bezüge", "bafög", "stipendium", "scholarship", "direct deposit", "einzahlung", "elterngeld", "arbeitslosengeld", "verkauf", "sold", "benefit", "unterhalt", "bonus"]),
    ("subscriptions", &["netflix", "spotify", "hulu", "disney", "disney plus", "prime video", "amazon prime", "apple music", "icloud", "apple com bill", "youtube premium", "adobe", "notion", "dropbox", "membership", "gym", "fitness", "fitnessstudio", "abo", "abonnement", "subscription", "streaming", "zeitung", "tageszeitung", "zeitschrift", "magazine", "newspaper", "patreon", "audible", "mcfit", "dazn", "sky", "wow", "microsoft 365", "office 365", "google one", "github", "chatgpt", "openai", "playstation plus", "xbox", "nintendo online", "deezer", "premium", "mitgliedschaft", "club", "verein", "vereinsbeitrag", "hosting", "domain", "sportverein", "news", "times", "cloud"]),
    ("housing", &["rent", "miete", "mortgage", "hausverwaltung", "property", "council tax", "landlord", "wohnung", "grundsteuer", "hausgeld", "kaltmiete", "warmmiete", "vermieter", "baufinanzierung", "home loan", "letting", "hoa", "wohnungsbau", "immobilien", "realty", "apartments", "property tax"]),
    ("utilities", &["electric", "electricity", "power", "water", "gas bill", "gas works", "british gas", "energy", "strom", "stadtwerke", "internet", "telekom", "vodafone", "mobile", "phone", "mobilfunk", "wasserwerk", "wasser", "abwasser", "müll", "müllabfuhr", "broadband", "comcast", "verizon", "at t", "t mobile", "o2", "congstar", "1 1", "telefon", "handy", "energie", "eon", "e on", "enbw", "vattenfall", "rundfunk", "rundfunkbeitrag", "gez", "fernwärme", "heizung", "utility", "utilities", "bt group", "sewer", "trash", "glasfaser", "kabel", "aldi talk", "edf", "octopus", "thames water"]),
    ("health", &["pharmacy", "apotheke", "clinic", "dentist", "dental", "doctor", "hospital", "urgent care", "vision", "optician", "arzt", "zahnarzt", "praxis", "klinik", "krankenhaus", "optiker", "physio", "physiotherapie", "therapy", "medical", "krankenkasse", "farmacia", "health", "boots", "drogerie apotheke", "sanitätshaus", "brillen", "fielmann", "cvs", "walgreens", "praxisgebühr", "labor", "massage"]),
    ("groceries", &["supermarket", "grocery", "groceries", "supermarkt", "rewe", "aldi", "lidl", "edeka", "penny", "kaufland", "netto", "tesco", "sainsbury", "sainsburys", "asda", "morrisons", "waitrose", "kroger", "trader", "whole foods", "safeway", "walmart", "markt", "bakery", "bäckerei", "bäcker", "metzgerei", "biomarkt", "lebensmittel", "food market", "co op", "coop", "migros", "denns", "wochenmarkt", "fleischerei", "getränke", "getränkemarkt", "mercado", "publix", "costco", "konditorei", "greengrocer", "butcher", "deli", "foods", "spar", "tegut", "norma", "alnatura"]),
    ("restaurants", &["restaurant", "cafe", "café", "coffee", "pizzeria", "pizza", "burger", "sushi", "taco", "bar", "pub", "bistro", "gasthof", "gasthaus", "imbiss", "sandwich", "mcdonalds", "mcdonald", "starbucks", "kebab", "döner", "diner", "grill", "kitchen", "lieferando", "deliveroo", "doordash", "uber eats", "brasserie", "trattoria", "osteria", "wirtshaus", "biergarten", "mensa", "kantine", "canteen", "eiscafé", "eisdiele", "noodle", "ramen", "tasca", "taverna", "bakehouse", "tearoom", "brauhaus", "ristorante", "subway sandwiches", "kfc", "pret", "just eat", "steakhouse", "thai", "curry", "inn"]),
    ("travel", &["hotel", "airline", "airlines", "hostel", "airbnb", "booking com", "booking", "flug", "flight", "lufthansa", "ryanair", "easyjet", "easyfly", "reise", "reisebüro", "travel agency", "expedia", "delta", "united", "camping", "pension garni", "ferienwohnung", "resort", "motel", "eurowings", "airways", "cruise", "tui", "jugendherberge", "b b", "airport", "condor", "ferry", "fähre", "lodge", "guesthouse"]),
    ("transport", &["uber", "lyft", "taxi", "metro", "bus", "train", "rail", "railway", "ticket", "tickets", "tfl", "fahrkarte", "bahn", "deutsche bahn", "db", "db vertrieb", "bvg", "mvg", "hvv", "vrs", "vbb", "gas station", "petrol", "fuel", "tankstelle", "shell", "aral", "esso", "jet", "bp", "total energies", "parking", "parkhaus", "parken", "car wash", "tram", "transit", "travel charge", "trainline", "flixbus", "flixtrain", "bolt", "scooter", "tier", "werkstatt", "garage", "autobahn", "maut", "toll", "carsharing", "miles", "share now", "deutschlandticket", "rmv", "kvb", "s bahn", "chevron", "exxon", "mobil", "verkehrsbetriebe", "fahrschein", "monatskarte", "kfz", "tüv", "adac", "fuel stop", "bike", "fahrrad", "cycle", "cab"]),
    ("shopping", &["amazon", "zalando", "shop", "store", "shoes", "bookshop", "books", "electronics", "mediamarkt", "saturn", "ikea", "h m", "zara", "target", "outlet", "mall", "ebay", "etsy", "marketplace", "kaufhaus", "otto", "dm", "rossmann", "drogerie", "buchhandlung", "bauhaus", "obi", "hornbach", "baumarkt", "decathlon", "apple store", "best buy", "home depot", "argos", "john lewis", "primark", "galeria", "thalia", "müller", "boutique", "fashion", "mode", "schuhe", "toys", "toy", "spielwaren", "möbel", "furniture", "elektronik", "conrad", "alternate", "cyberport", "next retail", "clothing", "kleidung", "juwelier", "jeweler", "florist", "blumen", "gift", "gifts", "hardware", "garden centre", "gartencenter", "tk maxx", "c a", "deichmann", "nike", "adidas", "karstadt", "buch", "stationery", "sports", "sport", "macys", "tchibo", "manufactum", "notebooksbilliger", "paypal ebay", "bike shop", "surf shop", "markt media"]),
];

/// The category of a payee, in folded words.
pub(crate) fn category(folded: &str) -> &'static str {
    // A shop for something is a shop; a bus line's fee is a fee.
    let found = CATEGORIES.iter().find(|(_, words)| words.iter().any(|word| fits(folded, word)));
    found.map_or("other", |(name, _)| *name)
}

/// Whole words; a long one also where German joins it to another.
fn fits(folded: &str, word: &str) -> bool {
    let joined = word.chars().count() >= 6 && !word.contains(' ') && folded.split(' ').any(|one| one.len() > word.len() && (one.ends_with(word) || one.starts_with(word)));
    has_phrase(folded, word) || joined
}

/// Whether money comes back: a return, a refund.
pub(crate) fn comes_back(folded: &str) -> bool {
    const WORDS: &[&str] = &[
        "refund", "return", "returned", "gutschrift", "erstattung", "retoure", "rückerstattung", "rückzahlung", "reversal", "chargeback", "credit", "storno", "steuererstattung", "rückbuchung", "cashback",
    ];
    WORDS.iter().any(|word| has_phrase(folded, word))
}

/// Whether a row only sums others up or moves money between own accounts.
pub(crate) fn is_total(folded: &str) -> bool {
    const WORDS: &[&str] = &[
        "total", "summe", "saldo", "balance", "opening balance", "closing balance", "kontostand", "anfangssaldo", "endsaldo", "subtotal", "zwischensumme", "beginning balance", "ending balance", "gesamt", "alter kontostand", "neuer kontostand", "balance brought forward", "saldovortrag", "übertrag",
    ];
    WORDS.iter().any(|word| folded == *word || folded.starts_with(&alloc::format!("{word} ")) && word.len() > 5)
}
