//! Proofs that need several crates, and the hostile inputs they share.

pub mod hostile;
pub mod subjects;
pub mod sys;
pub mod xss;
