//! The moment and the zone that a phrase starts from. They are given, never looked up on the way.

use std::time::SystemTime;

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use laika_protocol::ToolError;

use crate::refusal::invalid;

/// What time it is, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Here {
    now: Zoned,
}

impl Here {
    /// A moment in the zone with this name, such as `Europe/Berlin`.
    ///
    /// # Errors
    ///
    /// `E_DATE_ZONE` if there is no such zone, `E_DATE_NOW` if the moment is beyond all calendars.
    pub fn at(now: SystemTime, zone: &str) -> Result<Self, ToolError> {
        Ok(Self { now: timestamp(now)?.to_zoned(named(zone)?) })
    }

    /// A moment in the zone of this machine.
    ///
    /// # Errors
    ///
    /// `E_DATE_NOW` if the moment is beyond all calendars.
    pub fn in_zone_of_machine(now: SystemTime) -> Result<Self, ToolError> {
        Ok(Self { now: timestamp(now)?.to_zoned(TimeZone::system()) })
    }

    /// With what the arguments say instead.
    pub(super) fn with(self, zone: Option<&str>, now: Option<&str>) -> Result<Zoned, ToolError> {
        let zone = zone.map(|name| named(name.trim())).transpose()?;
        let now = now.map(|text| moment(text.trim())).transpose()?;
        let time_zone = zone.unwrap_or_else(|| self.now.time_zone().clone());
        Ok(now.unwrap_or_else(|| self.now.timestamp()).to_zoned(time_zone))
    }
}

/// The zone with this name.
pub(super) fn named(name: &str) -> Result<TimeZone, ToolError> {
    TimeZone::get(name).map_err(|_| {
        let message =
            format!("there is no zone `{name}`\nhint: give a name such as `Europe/Berlin` or `UTC`");
        invalid("E_DATE_ZONE", &message)
    })
}

/// A moment with an offset or a zone: without one it would be many moments.
fn moment(text: &str) -> Result<Timestamp, ToolError> {
    let zoned = || text.parse::<Zoned>().map(|zoned| zoned.timestamp());
    text.parse::<Timestamp>().or_else(|_| zoned()).map_err(|_| {
        let message = format!("`{text}` is no moment\nhint: write it as 2026-11-18T10:30:00-05:00");
        invalid("E_DATE_NOW", &message)
    })
}

fn timestamp(now: SystemTime) -> Result<Timestamp, ToolError> {
    Timestamp::try_from(now)
        .map_err(|_| invalid("E_DATE_NOW", "the clock of this machine is beyond all calendars"))
}
