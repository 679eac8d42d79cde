//! The expected decisions: every case there is, and the rules of `data/expected.rules` that judge them.

use std::fmt;

/// Rules the table may have at most: it must stay readable.
pub(crate) const MOST_RULES: usize = 200;

const DECISIONS: &[&str] = &["allow", "ask", "ask_gesture", "deny"];

const READ_AND_LOCAL: &[&str] = &[
    "browser.observe_dom",
    "browser.get_selection_links",
    "browser.find",
    "browser.wait_for",
    "browser.extract_table",
    "browser.capture_viewport",
    "browser.scroll",
    "browser.switch_tab",
    "content.summarize",
    "content.find",
];
const ADDRESSES: &[&str] = &["browser.navigate", "browser.open_tab", "search"];
const HISTORY: &[&str] = &["browser.back", "browser.forward", "browser.refresh"];
const FIELDS: &[&str] = &["browser.type", "browser.select"];
const CLICK: &str = "browser.click";
const FOREIGN: &str = "foreign";

/// Foreign actions that ask whose words the arguments are.
const WORDED: &[&str] = &["send", "transfer", "account", "network"];

/// Every key but `tool`, with its values.
const KEYS: &[(&str, &[&str])] = &[
    (
        "action",
        &[
            "read",
            "local",
            "write",
            "delete",
            "send",
            "transfer",
            "account",
            "execute",
            "network",
            "paste",
            "upload",
            "download",
            "save",
            "share",
            "undeclared",
        ],
    ),
    ("yours", &["yes", "no"]),
    ("target", &["plain", "link_same", "link_cross", "submit", "send", "download", "upload", "pay"]),
    ("to", &["typed", "same", "invented", "cross", "repost"]),
    ("field", &["generic", "pii", "payment", "sso", "credential"]),
    ("mode", &["observe", "assist", "autopilot"]),
    ("site", &["low", "elevated", "sensitive", "sensitive_override"]),
    ("surface", &["isolated", "my_browser", "tools"]),
    ("gesture", &["yes", "no"]),
];

/// One situation to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Case {
    /// A tool of ours by its name, or `foreign`.
    pub(crate) tool: &'static str,
    /// What a foreign tool does.
    pub(crate) action: Option<&'static str>,
    /// Whether all that a foreign tool sends is whole in the user's own words.
    pub(crate) yours: Option<&'static str>,
    /// What is clicked.
    pub(crate) target: Option<&'static str>,
    /// Where a navigation leads.
    pub(crate) to: Option<&'static str>,
    /// The class of a field: of the one typed into, else of one that the call does not touch.
    pub(crate) field: Option<&'static str>,
    /// The mode the user chose.
    pub(crate) mode: &'static str,
    /// What the current document's site is.
    pub(crate) site: &'static str,
    /// Where the call runs.
    pub(crate) surface: &'static str,
    /// Whether a trusted gesture was just made.
    pub(crate) gesture: &'static str,
}

impl Case {
    fn get(&self, key: &str) -> Option<&'static str> {
        match key {
            "tool" => Some(self.tool),
            "action" => self.action,
            "yours" => self.yours,
            "target" => self.target,
            "to" => self.to,
            "field" => self.field,
            "mode" => Some(self.mode),
            "site" => Some(self.site),
            "surface" => Some(self.surface),
            "gesture" => Some(self.gesture),
            _ => None,
        }
    }
}

/// As the left side of a rule.
impl fmt::Display for Case {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "tool={}", self.tool)?;
        for (key, _) in KEYS {
            if let Some(value) = self.get(key) {
                write!(out, " {key}={value}")?;
            }
        }
        Ok(())
    }
}

/// Every case: each tool in each of its situations, with every field class, mode, site, surface and gesture.
pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for situation in situations() {
        let surfaces: &[&str] =
            if situation.tool == FOREIGN { &["tools"] } else { &["isolated", "my_browser"] };
        for &field in values("field") {
            for &mode in values("mode") {
                for &site in values("site") {
                    for &surface in surfaces {
                        for &gesture in values("gesture") {
                            let field = Some(field);
                            cases.push(Case { field, mode, site, surface, gesture, ..situation });
                        }
                    }
                }
            }
        }
    }
    cases
}

/// Each tool with what only it depends on; the rest is empty.
fn situations() -> Vec<Case> {
    let of = |tool| Case {
        tool,
        action: None,
        yours: None,
        target: None,
        to: None,
        field: None,
        mode: "",
        site: "",
        surface: "",
        gesture: "",
    };
    let mut all: Vec<Case> = READ_AND_LOCAL.iter().chain(FIELDS).map(|tool| of(tool)).collect();
    all.extend(values("target").iter().map(|target| Case { target: Some(target), ..of(CLICK) }));
    // A search has no address that could be made up.
    let (named, search) = ADDRESSES.split_at(ADDRESSES.len() - 1);
    let places: [(&[&'static str], &[&'static str]); 3] = [
        (named, &["typed", "same", "invented", "cross"]),
        (search, &["typed", "same", "cross"]),
        (HISTORY, &["same", "cross", "repost"]),
    ];
    for (tools, places) in places {
        for &tool in tools {
            all.extend(places.iter().map(|&to| Case { to: Some(to), ..of(tool) }));
        }
    }
    for action in values("action") {
        let foreign = Case { action: Some(action), ..of(FOREIGN) };
        if WORDED.contains(action) {
            all.extend(values("yours").iter().map(|yours| Case { yours: Some(yours), ..foreign }));
        } else {
            all.push(foreign);
        }
    }
    all
}

/// The values of a key; none for a key that does not exist.
fn values(key: &str) -> &'static [&'static str] {
    KEYS.iter().find(|(name, _)| *name == key).map_or(&[], |(_, values)| values)
}

fn is_tool(name: &str) -> bool {
    name == CLICK
        || name == FOREIGN
        || [READ_AND_LOCAL, ADDRESSES, HISTORY, FIELDS].iter().any(|tools| tools.contains(&name))
}

struct Rule {
    line: usize,
    /// Each key with the values it may have.
    conditions: Vec<(String, Vec<String>)>,
    decision: String,
}

impl Rule {
    fn parse(line: usize, text: &str) -> Result<Self, String> {
        let (left, decision) = text.split_once("->").ok_or("no `->`")?;
        let decision = decision.trim();
        if !DECISIONS.contains(&decision) {
            return Err(format!("unknown decision `{decision}`"));
        }
        let mut conditions: Vec<(String, Vec<String>)> = Vec::new();
        for condition in left.split_whitespace() {
            let (key, list) = condition.split_once('=').ok_or_else(|| format!("no `=` in `{condition}`"))?;
            if key != "tool" && values(key).is_empty() {
                return Err(format!("unknown key `{key}`"));
            }
            if conditions.iter().any(|(other, _)| other == key) {
                return Err(format!("`{key}` twice"));
            }
            let mut allowed: Vec<String> = Vec::new();
            for value in list.split(',') {
                if !(if key == "tool" { is_tool(value) } else { values(key).contains(&value) }) {
                    return Err(format!("unknown value `{value}` of `{key}`"));
                }
                if allowed.iter().any(|other| other == value) {
                    return Err(format!("`{key}={value}` twice"));
                }
                allowed.push(value.to_owned());
            }
            conditions.push((key.to_owned(), allowed));
        }
        if conditions.first().is_none_or(|(key, _)| key != "tool") {
            return Err("a rule starts with `tool=`".to_owned());
        }
        Ok(Self { line, conditions, decision: decision.to_owned() })
    }

    fn matches(&self, case: &Case) -> bool {
        self.conditions.iter().all(|(key, allowed)| {
            case.get(key).is_some_and(|value| allowed.iter().any(|allowed| allowed == value))
        })
    }
}

/// The rules, in order.
pub(crate) struct Table {
    rules: Vec<Rule>,
}

impl Table {
    /// Reads the rules; refuses an unknown key, value or decision, and a table that is too long.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut rules = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let rule = line.split('#').next().unwrap_or_default().trim();
            if !rule.is_empty() {
                let number = index + 1;
                rules.push(Rule::parse(number, rule).map_err(|error| format!("line {number}: {error}"))?);
            }
        }
        if rules.len() > MOST_RULES {
            return Err(format!("{} rules, more than {MOST_RULES}", rules.len()));
        }
        Ok(Self { rules })
    }

    /// How many rules there are.
    pub(crate) fn len(&self) -> usize {
        self.rules.len()
    }

    /// What the first matching rule says.
    pub(crate) fn expected(&self, case: &Case) -> Result<&str, String> {
        let rule = self.first(case).ok_or_else(|| format!("no rule for {case}"))?;
        Ok(&rule.decision)
    }

    /// The line of the rule that decides a case.
    pub(crate) fn line(&self, case: &Case) -> Option<usize> {
        self.first(case).map(|rule| rule.line)
    }

    /// What no case needs: each value of a rule for which that rule is never the first match.
    pub(crate) fn unused(&self, cases: &[Case]) -> Vec<String> {
        let decisive: Vec<Option<usize>> = cases.iter().map(|case| self.line(case)).collect();
        let mut unused = Vec::new();
        for rule in &self.rules {
            let lines = cases.iter().zip(&decisive);
            let decided: Vec<&Case> =
                lines.filter(|(_, line)| **line == Some(rule.line)).map(|(case, _)| case).collect();
            for (key, allowed) in &rule.conditions {
                let idle = allowed
                    .iter()
                    .filter(|value| !decided.iter().any(|case| case.get(key) == Some(value.as_str())));
                unused.extend(idle.map(|value| format!("line {}: {key}={value}", rule.line)));
            }
        }
        unused
    }

    fn first(&self, case: &Case) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.matches(case))
    }
}

#[test]
fn every_case_has_a_rule_and_every_rule_a_case() {
    let table = Table::parse(include_str!("../data/expected.rules")).unwrap();
    let cases = cases();
    let missing: Vec<String> = cases.iter().filter_map(|case| table.expected(case).err()).collect();
    assert!(missing.is_empty(), "{missing:#?}");
    let unused = table.unused(&cases);
    assert!(unused.is_empty(), "{unused:#?}");
    assert!(cases.len() > 10_000 && table.len() > 50, "{} cases, {} rules", cases.len(), table.len());
}

#[test]
fn what_is_not_a_rule_is_refused() {
    for (text, error) in [
        ("tool=foreign", "line 1: no `->`"),
        ("\ntool=foreign -> maybe", "line 2: unknown decision `maybe`"),
        ("tool=foreign modus=assist -> ask", "line 1: unknown key `modus`"),
        ("tool=browser.clikc -> ask", "line 1: unknown value `browser.clikc` of `tool`"),
        ("tool=foreign mode=assist, -> ask", "line 1: unknown value `` of `mode`"),
        ("tool=foreign mode=assist,assist -> ask", "line 1: `mode=assist` twice"),
        ("tool=foreign mode=assist mode=observe -> ask", "line 1: `mode` twice"),
        ("tool=foreign mode -> ask", "line 1: no `=` in `mode`"),
        ("mode=assist -> ask # every tool", "line 1: a rule starts with `tool=`"),
    ] {
        assert_eq!(Table::parse(text).err().as_deref(), Some(error));
    }
    let long = "tool=foreign -> ask\n".repeat(MOST_RULES + 1);
    assert_eq!(Table::parse(&long).err().as_deref(), Some("201 rules, more than 200"));
}

#[test]
fn the_first_match_wins_and_the_rest_is_told() {
    let table =
        Table::parse("tool=foreign mode=assist -> ask\ntool=foreign mode=assist,observe -> deny").unwrap();
    let cases: Vec<Case> = cases().into_iter().filter(|case| case.tool == FOREIGN).collect();
    let of = |mode| cases.iter().find(|case| case.mode == mode).map(|case| table.expected(case)).unwrap();
    assert_eq!((of("assist"), of("observe")), (Ok("ask"), Ok("deny")));
    assert!(of("autopilot").is_err_and(|error| error.starts_with("no rule for tool=foreign action=read")));
    assert_eq!(table.unused(&cases), ["line 2: mode=assist"]);
}
