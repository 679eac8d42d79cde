//! Why nothing leaves.

use serde::{Deserialize, Serialize};

macro_rules! refusals {
    ($($name:ident = $code:literal, $sentence:literal;)*) => {
        /// Why nothing leaves. Each has a code that stays, and one sentence.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, thiserror::Error)]
        #[serde(rename_all = "snake_case")]
        pub enum CloudRefusal { $(#[doc = $sentence] #[error($sentence)] $name,)* }

        impl CloudRefusal {
            /// Every refusal.
            pub const ALL: &[CloudRefusal] = &[$(CloudRefusal::$name,)*];

            /// The code that stays.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }
        }
    };
}

refusals! {
    Off = "P_DENY_CLOUD_OFF", "Models on other machines are switched off.";
    PrivateRun = "P_DENY_CLOUD_PRIVATE_RUN", "This run is private, so nothing of it leaves this machine.";
    Destination = "P_DENY_CLOUD_DESTINATION", "This is not the place that you set up for models on other machines.";
    Unencrypted = "P_DENY_CLOUD_UNENCRYPTED", "Everybody on the way could read it, because the address does not begin with https.";
    SensitiveSite = "P_DENY_CLOUD_SENSITIVE_SITE", "What was read on a sensitive site never leaves this machine.";
    Site = "P_DENY_CLOUD_SITE", "Models on other machines are not switched on for a site that was read here.";
    Confidential = "P_DENY_CLOUD_CONFIDENTIAL", "Something here is not public, and you did not switch on models on other machines for exactly its place.";
    Suspicious = "P_DENY_CLOUD_SUSPICIOUS", "Something that was read tries to give orders, so it stays on this machine.";
    Unreadable = "E_CLOUD_UNREADABLE", "What would leave cannot be read, so it cannot be checked.";
    NotClean = "E_CLOUD_NOT_CLEAN", "What would leave still holds something that must stay here.";
}
