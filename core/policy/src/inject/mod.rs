//! TEMP
#![allow(missing_docs)]
use alloc::vec::Vec;
#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    pub text: &'a str,
    pub hidden: bool,
}
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    Override,
}
#[derive(Debug, Clone)]
pub struct Span {
    pub start: usize,
    pub end: usize,
    pub sign: Sign,
}
#[derive(Debug, Clone, Default)]
pub struct Suspicion {
    pub score: u32,
    pub spans: Vec<Span>,
}
impl Suspicion {
    pub fn is_suspicious(&self) -> bool {
        self.score >= 50
    }
}
pub fn inspect(seen: &Seen<'_>) -> Suspicion {
    Suspicion {
        score: if seen.hidden || seen.text.contains("<INFORMATION>") { 60 } else { 0 },
        spans: Vec::new(),
    }
}
