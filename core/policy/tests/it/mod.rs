mod expected;
mod exhaustive;
mod world;
