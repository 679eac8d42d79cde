//! Laika for other agents: a relay that decides nothing.
