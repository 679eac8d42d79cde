//! `commerce.estimate_tax` and `commerce.estimate_shipping`: rough numbers from tables of this build (APP-009, APP-010).
//!
//! The tables are data files with the day for which they stand. They know nothing of a street, a shop or a parcel, and
//! every estimate says so.

mod place;
mod shipping;
mod tax;

pub use shipping::estimate_shipping;
pub use tax::estimate_tax;
