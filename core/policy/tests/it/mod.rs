mod classify;
mod exhaustive;
mod expected;
mod world;
