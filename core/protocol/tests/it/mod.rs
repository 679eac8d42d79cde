//! One binary for all of them: linking several costs more than running them.

mod packets;
mod random;
mod round_trip;
mod schemas;
mod tools;
mod wire;
