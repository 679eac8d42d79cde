//! What is collected: offers, articles, threads and sheets, invented and always the same, about 25,000 bytes each.

use std::fmt::Write as _;

use crate::random::Random;

/// Bytes of one text: 200 of them are 5 MB, and each is a little more than a capture holds.
pub(super) const BYTES: usize = 25_000;

const STREETS: &[&str] = &[
    "Ash Street",
    "Birch Lane",
    "Cedar Road",
    "Dock Row",
    "Elm Terrace",
    "Ferry Quay",
    "Garden Walk",
    "Harbour Road",
    "Iron Yard",
    "Juniper Close",
    "Kiln Lane",
    "Linden Allee",
    "Mill Bank",
    "North Parade",
    "Orchard Way",
];
const PLACES: &[&str] = &[
    "the old market",
    "the river bridge",
    "the tram depot",
    "the north station",
    "the library",
    "the weir",
    "the botanical garden",
    "the town hall",
    "the ferry landing",
    "the brick works",
    "the hospital",
    "the school",
];
const THINGS: &[&str] = &[
    "line",
    "bridge",
    "park",
    "heating plant",
    "cycle path",
    "market hall",
    "tram",
    "clinic",
    "reservoir",
    "harbour wall",
    "housing block",
    "theatre",
    "footbridge",
    "water tower",
    "swimming bath",
];
const WHO: &[&str] = &[
    "The council",
    "The owner",
    "The residents",
    "An engineer",
    "The planning office",
    "The tenants' union",
    "The operator",
    "A neighbour",
    "The architect",
    "The committee",
    "The district",
    "The manager",
];
const DID: &[&str] = &[
    "opened",
    "repaired",
    "measured",
    "closed",
    "extended",
    "described",
    "inspected",
    "paid for",
    "renovated",
    "sold",
    "surveyed",
    "painted",
];
const HOW: &[&str] = &[
    "after a long debate",
    "without any delay",
    "as the plan had said",
    "for the second time",
    "in spite of the weather",
    "with money of the state",
    "on the advice of a surveyor",
    "before the winter came",
    "at the request of the school",
    "with the help of volunteers",
    "because the old one leaked",
    "when the lease ended",
];
const MONTHS: &[&str] = &[
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const SHOPS: &[&str] = &[
    "Grocer",
    "Tram pass",
    "Power company",
    "Bookshop",
    "Pharmacy",
    "Bakery",
    "Phone",
    "Rent",
    "Insurance",
    "Cinema",
];

/// A piece of a text.
pub(super) enum Block {
    Heading(u8, String),
    Text(String),
    List(Vec<String>),
    Table(Vec<Vec<String>>),
}

/// One source to be.
pub(super) struct Paper {
    pub(super) title: String,
    pub(super) blocks: Vec<Block>,
}

/// The paper of a number: every fourth is an offer, an article, a thread, a sheet.
pub(super) fn paper(number: usize) -> Paper {
    let mut random = Random::of("collections", number);
    let (title, mut blocks) = match number % 4 {
        0 => offer(number, &mut random),
        1 => article(number, &mut random),
        2 => thread(number, &mut random),
        _ => sheet(number, &mut random),
    };
    let mut bytes: usize = blocks.iter().map(Block::bytes).sum();
    let mut section = 0;
    while bytes < BYTES {
        let more = if section % 8 == 0 {
            Block::Heading(2, format!("Part {}: {}", 1 + section / 8, pick(&mut random, PLACES)))
        } else {
            Block::Text(paragraph(&mut random))
        };
        section += 1;
        bytes += more.bytes();
        blocks.push(more);
    }
    Paper { title, blocks }
}

fn offer(number: usize, random: &mut Random) -> (String, Vec<Block>) {
    let title = format!("{} {}", pick(random, STREETS), 1 + number);
    let rent = random.between(600, 1_900);
    let pets = if random.one_in(2) { "Pets are allowed." } else { "Pets are not allowed." };
    let facts = vec![
        format!("Rent: €{} per month", grouped(rent)),
        format!("Size: {} m²", random.between(28, 140)),
        format!("Rooms: {}", random.between(1, 6)),
        format!("Deposit: €{}", grouped(3 * rent)),
        format!("Free from: {}", date(random)),
    ];
    let lead =
        format!("A bright flat near {}, on floor {}. {pets}", pick(random, PLACES), random.between(1, 9));
    (title, vec![Block::Text(lead), Block::List(facts)])
}

fn article(number: usize, random: &mut Random) -> (String, Vec<Block>) {
    let thing = pick(random, THINGS);
    let title = format!("How the {thing} near {} came about ({number})", pick(random, PLACES));
    let rents = match random.below(3) {
        0 => "The new line raised rents near its stations.",
        1 => "The new line did not raise rents near its stations.",
        _ => "Nobody has counted what became of rents.",
    };
    let blocks = vec![
        Block::Text(format!("By A. Writer, {}", date(random))),
        Block::Text(format!("{} {rents} {}", paragraph(random), event(random))),
        Block::Heading(2, "Words".to_owned()),
        Block::List(vec![
            format!("A **{thing} levy** is a charge that owners pay once for a new {thing}."),
            "*Right of way* means that others may walk over a piece of land.".to_owned(),
        ]),
        Block::Heading(2, format!("Who paid for the {thing}?")),
        Block::Text(format!("The state paid {} percent of it. {}", random.between(10, 90), event(random))),
    ];
    (title, blocks)
}

fn thread(number: usize, random: &mut Random) -> (String, Vec<Block>) {
    let title = format!("Has anybody lived near {}? (thread {number})", pick(random, PLACES));
    let mut blocks = vec![Block::Text("I am looking for a flat there. How loud is it at night?".to_owned())];
    for post in 1..=12 {
        let said = match random.below(4) {
            0 => format!(
                "We paid €{} of rent for {} m².",
                grouped(random.between(500, 1_600)),
                random.between(30, 120)
            ),
            1 => "The landlord does not allow pets, ask before you sign.".to_owned(),
            2 => event(random),
            _ => paragraph(random),
        };
        blocks.push(Block::Text(format!(
            "user_{}_{post} wrote on {}: {said}",
            random.below(900),
            date(random)
        )));
    }
    (title, blocks)
}

fn sheet(number: usize, random: &mut Random) -> (String, Vec<Block>) {
    let title = format!("Household book {number}");
    let mut rows = vec![vec!["Date".to_owned(), "Where".to_owned(), "Amount".to_owned()]];
    for day in 1..=28 {
        let (shop, cents) = (pick(random, SHOPS), random.between(150, 90_000));
        let month = 1 + number % 12;
        rows.push(vec![
            format!("2026-{month:02}-{day:02}"),
            shop.to_owned(),
            format!("-{}.{:02} EUR", cents / 100, cents % 100),
        ]);
    }
    let lead =
        format!("What was spent in {} 2026, by day.", MONTHS.get(number % 12).copied().unwrap_or("January"));
    (title, vec![Block::Text(lead), Block::Table(rows)])
}

fn paragraph(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.between(3, 6) {
        if !text.is_empty() {
            text.push(' ');
        }
        let (who, did, thing) = (pick(random, WHO), pick(random, DID), pick(random, THINGS));
        let (place, how, number) = (pick(random, PLACES), pick(random, HOW), random.between(2, 4_000));
        // Writing to a string cannot fail.
        let _ = match random.below(4) {
            0 => {
                write!(text, "{who} {did} the {thing} near {place} {how}, and {number} people signed for it.")
            }
            1 => write!(text, "{who} {did} {number} metres of the {thing} behind {place} {how}."),
            2 => write!(text, "Near {place}, {} {did} the {thing} {how}.", lower(who)),
            _ => write!(
                text,
                "Most of the {thing} near {place} is {number} days older than what {} {did} {how}.",
                lower(who)
            ),
        };
    }
    text
}

fn event(random: &mut Random) -> String {
    let (when, who, did) = (date(random), pick(random, WHO), pick(random, DID));
    format!("On {when} {} {did} the {} near {}.", lower(who), pick(random, THINGS), pick(random, PLACES))
}

fn date(random: &mut Random) -> String {
    format!("{} {} {}", random.between(1, 28), pick(random, MONTHS), random.between(1995, 2026))
}

fn pick(random: &mut Random, list: &[&'static str]) -> &'static str {
    random.pick(list).copied().unwrap_or_default()
}

fn lower(who: &str) -> String {
    let mut chars = who.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

/// With a comma before the thousands.
fn grouped(number: usize) -> String {
    if number < 1_000 { number.to_string() } else { format!("{},{:03}", number / 1_000, number % 1_000) }
}

impl Block {
    fn bytes(&self) -> usize {
        match self {
            Self::Heading(_, words) | Self::Text(words) => words.len() + 2,
            Self::List(entries) => entries.iter().map(|entry| entry.len() + 3).sum(),
            Self::Table(rows) => rows.iter().flatten().map(|cell| cell.len() + 3).sum(),
        }
    }
}

impl Paper {
    /// As words that a person keeps.
    pub(super) fn text(&self) -> String {
        let mut text = format!("# {}\n\n", self.title);
        for block in &self.blocks {
            // Writing to a string cannot fail.
            let _ = match block {
                Block::Heading(level, words) => {
                    write!(text, "{} {words}\n\n", "#".repeat(usize::from(*level)))
                }
                Block::Text(words) => write!(text, "{words}\n\n"),
                Block::List(entries) => entries.iter().try_for_each(|entry| writeln!(text, "- {entry}")),
                Block::Table(rows) => rows.iter().try_for_each(|row| writeln!(text, "{}", row.join(" | "))),
            };
            text.push('\n');
        }
        text
    }

    /// As a page, between what every page has.
    pub(super) fn html(&self) -> String {
        let mut body = String::new();
        for block in &self.blocks {
            // Writing to a string cannot fail.
            let _ = match block {
                Block::Heading(level, words) => write!(body, "<h{level}>{}</h{level}>", escaped(words)),
                Block::Text(words) => write!(body, "<p>{}</p>", escaped(words)),
                Block::List(entries) => {
                    let entries: String =
                        entries.iter().map(|one| format!("<li>{}</li>", escaped(one))).collect();
                    write!(body, "<ul>{entries}</ul>")
                }
                Block::Table(rows) => {
                    let row = |row: &Vec<String>| -> String {
                        let cells: String =
                            row.iter().map(|cell| format!("<td>{}</td>", escaped(cell))).collect();
                        format!("<tr>{cells}</tr>")
                    };
                    write!(body, "<table>{}</table>", rows.iter().map(row).collect::<String>())
                }
            };
        }
        let title = escaped(&self.title);
        format!(
            "<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><nav><a href='/login'>Log in</a> \
             <a href='/'>Home</a></nav><main><h1>{title}</h1>{body}</main><footer><a href='/imprint'>Imprint</a></footer></html>"
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_are_the_same_every_time_and_of_every_kind() {
        let texts: Vec<String> = (0..8).map(|number| paper(number).text()).collect();
        assert_eq!(texts[5], paper(5).text());
        assert!(
            texts.iter().all(|text| (BYTES..BYTES + 2_000).contains(&text.len())),
            "one is short or long"
        );
        for (number, words) in [(0, "- Rent: €"), (1, "levy"), (2, "wrote on"), (3, " | Amount")] {
            assert!(texts[number].contains(words) && texts[number + 4].contains(words), "{words}");
        }
        assert!(paper(4).html().contains("<li>Rent: €"));
    }
}
