//! docs/policy.md says what the program says.

use laika_policy::Reason;

#[test]
fn every_reason_code_is_explained_with_its_words() {
    let docs = include_str!("../../../../docs/policy.md");
    for reason in Reason::ALL {
        let row = docs.lines().find(|line| line.starts_with(&format!("| `{}` |", reason.code())));
        let row = row.unwrap_or_else(|| panic!("{} is not in docs/policy.md", reason.code()));
        assert!(row.contains(reason.sentence()), "{row}\nsays something else than\n{}", reason.sentence());
        assert!(row.contains(reason.example()), "{row}\nhas another example than\n{}", reason.example());
    }
    let rows = docs.lines().filter(|line| line.starts_with("| `P_") || line.starts_with("| `E_")).count();
    assert_eq!(rows, Reason::ALL.len(), "no code but these");
}
