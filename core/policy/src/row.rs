//! The rows of the matrix: what kind of thing a call would do.

use laika_protocol::run::Surface;
use laika_protocol::tools::Effect;
use laika_protocol::wire::Decision;
use serde::{Deserialize, Serialize};

use crate::Reason;
use crate::classify::CombinedClass;

/// What a tool does. Tools of this build map from their effect, others declare it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Reads, and nothing changes.
    Read,
    /// Takes a picture of the page.
    Capture,
    /// Moves the viewport.
    Scroll,
    /// Brings another tab to the front.
    SwitchTab,
    /// Clicks an element.
    Click,
    /// Types into a field, or chooses an option of one.
    Type,
    /// Loads an address.
    Navigate,
    /// Moves in the tab's own history.
    History,
    /// Computes on this machine.
    Local,
    /// Changes the person's own things, reversibly.
    Write,
    /// Changes the person's own things for good.
    Delete,
    /// Reaches other people.
    Send,
    /// Moves money.
    Transfer,
    /// Changes an account: identity, address, credentials.
    Account,
    /// Runs code.
    Execute,
    /// Asks a service on the network.
    Network,
    /// Gives the clipboard to a page.
    Paste,
    /// Gives a file to a page.
    Upload,
    /// Puts a file on this machine.
    Download,
    /// Keeps something in Laika.
    Save,
    /// Gives something out of Laika.
    Share,
    /// Nobody said.
    Undeclared,
}

impl From<Effect> for Action {
    fn from(effect: Effect) -> Self {
        match effect {
            Effect::Read => Self::Read,
            Effect::Capture => Self::Capture,
            Effect::Scroll => Self::Scroll,
            Effect::Click => Self::Click,
            Effect::Type | Effect::Choose => Self::Type,
            Effect::Navigate => Self::Navigate,
            Effect::History => Self::History,
            Effect::SwitchTab => Self::SwitchTab,
            // Files of a project that the person opened for it, and what they collected: untrusted, and it stays on this machine.
            Effect::Local | Effect::ReadFiles | Effect::ReadKept => Self::Local,
            Effect::WriteFiles => Self::Write,
            Effect::RunCommand | Effect::RunCode => Self::Execute,
            Effect::Fetch => Self::Network,
            Effect::Download => Self::Download,
            Effect::Keep => Self::Save,
            Effect::Share => Self::Share,
            // Until its own descriptor is read, nobody said.
            Effect::Invoke => Self::Undeclared,
        }
    }
}

impl Action {
    /// Whether it changes something, so that it runs at most once and stops under suspicion.
    #[must_use]
    pub const fn is_mutating(self) -> bool {
        !matches!(self, Self::Read | Self::Capture | Self::Local | Self::Network)
    }

    /// Whether it acts on the page in front.
    #[must_use]
    pub const fn is_on_page(self) -> bool {
        matches!(
            self,
            Self::Read
                | Self::Capture
                | Self::Scroll
                | Self::Click
                | Self::Type
                | Self::History
                | Self::Paste
                | Self::Upload
                | Self::Download
        )
    }
}

/// What an element does when it is clicked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetKind {
    /// Expands, sorts, selects.
    #[default]
    Plain,
    /// Leads to an address.
    Link,
    /// Sends a form.
    Submit,
    /// Sends something to other people (S5).
    Send,
    /// Saves a file.
    Download,
    /// Asks for a file.
    Upload,
    /// Pays, transfers, or changes who the person is.
    Pay,
}

/// Where a navigation leads, seen from the open document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// To the same origin.
    Same,
    /// To another one, or nobody knows.
    #[default]
    Cross,
    /// To an address the person named.
    Typed,
}

/// Everything the choice of a row depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// What the tool does.
    pub action: Action,
    /// Where.
    pub surface: Surface,
    /// What the element does, for a click.
    pub target: TargetKind,
    /// Where it leads, for a navigation.
    pub reach: Reach,
    /// How sensitive field and text are, for typing.
    pub class: CombinedClass,
}

macro_rules! rows {
    ($($name:ident = $text:literal { $($decision:ident: $reason:ident),* };)*) => {
        /// A row of the matrix.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Row { $(#[doc = $text] #[serde(rename = $text)] $name,)* }

        impl Row {
            /// Every row.
            pub const ALL: &[Row] = &[$(Row::$name,)*];

            /// Its name in the policy file.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// The reason of a decision by this row; a row that is never that loose has none.
            #[must_use]
            pub const fn reason(self, decision: Decision) -> Option<Reason> {
                match (self, decision) {
                    $($((Self::$name, Decision::$decision) => Some(Reason::$reason),)*)*
                    #[allow(unreachable_patterns, reason = "some rows have all three")]
                    _ => None,
                }
            }
        }
    };
}

rows! {
    Read = "read" { Allow: AllowReadonly, Ask: AskReadonly, Deny: DenyReadonly };
    Local = "local" { Allow: AllowLocal, Ask: AskLocal, Deny: DenyLocal };
    Capture = "capture" { Ask: AskCapture, Deny: DenyCapture };
    NavigateTyped = "navigate_typed" { Allow: AllowTypedAddress, Ask: AskTypedAddress, Deny: DenyTypedAddress };
    NavigateSame = "navigate_same" { Allow: AllowSameOrigin, Ask: AskSameOrigin, Deny: DenySameOrigin };
    NavigateCross = "navigate_cross" { Ask: AskCrossOrigin, Deny: DenyCrossOrigin };
    Click = "click" { Allow: AllowClick, Ask: AskClick, Deny: DenyClick };
    Type = "type" { Ask: AskType, Deny: DenyType };
    TypePii = "type_pii" { Ask: AskPiiField, Deny: DenyPiiField };
    TypePayment = "type_payment" { Ask: AskPaymentField, Deny: DenyPaymentField };
    TypeCredential = "type_credential" { Ask: AskCredentialField, Deny: DenyCredentialField };
    Paste = "paste" { Ask: AskPaste, Deny: DenyPaste };
    Submit = "submit" { Ask: AskSubmitForm, Deny: DenySubmitForm };
    Download = "download" { Ask: AskDownload, Deny: DenyDownload };
    Upload = "upload" { Ask: AskUpload, Deny: DenyUpload };
    PaymentOrIdentity = "payment_or_identity" { Deny: DenyPaymentOrIdentity };
    PressSend = "press_send" { Ask: AskPressSend, Deny: DenyPressSend };
    Save = "save" { Allow: AllowSave, Ask: AskSave, Deny: DenySave };
    Share = "share" { Ask: AskShare, Deny: DenyShare };
    Write = "write" { Allow: AllowWrite, Ask: AskWrite, Deny: DenyWrite };
    Delete = "delete" { Ask: AskDelete, Deny: DenyDelete };
    Send = "send" { Allow: AllowSend, Ask: AskSend, Deny: DenySend };
    Transfer = "transfer" { Allow: AllowTransfer, Ask: AskTransfer, Deny: DenyTransfer };
    Account = "account" { Allow: AllowAccountChange, Ask: AskAccountChange, Deny: DenyAccountChange };
    Execute = "execute" { Ask: AskExecute, Deny: DenyExecute };
    Network = "network" { Allow: AllowNetwork, Ask: AskNetwork, Deny: DenyNetwork };
}

impl Row {
    /// The row a situation falls into. Every situation falls into one (S4).
    #[must_use]
    pub const fn of(situation: &Situation) -> Self {
        match situation.action {
            Action::Read => Self::Read,
            Action::Local => Self::Local,
            Action::Capture => Self::Capture,
            // Nobody but the isolated page sees it; in the person's own tab it moves what they look at (C-39).
            Action::Scroll | Action::SwitchTab => match situation.surface {
                Surface::Isolated => Self::Read,
                Surface::MyBrowser | Surface::Tools => Self::Click,
            },
            Action::Click => match situation.target {
                TargetKind::Plain => Self::Click,
                TargetKind::Link => Self::navigation(situation),
                TargetKind::Submit => Self::Submit,
                TargetKind::Send => Self::PressSend,
                TargetKind::Download => Self::Download,
                TargetKind::Upload => Self::Upload,
                TargetKind::Pay => Self::PaymentOrIdentity,
            },
            Action::Type => match situation.class {
                CombinedClass::NonSensitive => Self::Type,
                CombinedClass::Pii => Self::TypePii,
                CombinedClass::Payment => Self::TypePayment,
                CombinedClass::Credential | CombinedClass::Secret => Self::TypeCredential,
            },
            Action::Navigate | Action::History => Self::navigation(situation),
            Action::Write => Self::Write,
            Action::Delete => Self::Delete,
            Action::Send | Action::Undeclared => Self::Send,
            Action::Transfer => Self::Transfer,
            Action::Account => Self::Account,
            Action::Execute => Self::Execute,
            Action::Network => Self::Network,
            Action::Paste => Self::Paste,
            Action::Upload => Self::Upload,
            Action::Download => Self::Download,
            Action::Save => Self::Save,
            Action::Share => Self::Share,
        }
    }

    const fn navigation(situation: &Situation) -> Self {
        match (situation.reach, situation.surface) {
            (Reach::Typed, Surface::Isolated) => Self::NavigateTyped,
            (Reach::Same, _) => Self::NavigateSame,
            (Reach::Typed | Reach::Cross, _) => Self::NavigateCross,
        }
    }

    /// Whether an approval of this row covers one use only, whatever the person grants.
    #[must_use]
    pub const fn is_once(self) -> bool {
        matches!(
            self,
            Self::TypePayment
                | Self::TypeCredential
                | Self::Transfer
                | Self::Account
                | Self::Send
                | Self::PressSend
                | Self::Delete
                | Self::Execute
                | Self::Share
                | Self::Paste
                | Self::Upload
                | Self::Download
        )
    }

    /// The loosest a file may make it, where giving a reason would not stop it: money, people and accounts move only
    /// with the person's own words (POL-047, S5).
    #[must_use]
    pub(crate) const fn needs_your_words(self) -> bool {
        matches!(self, Self::Send | Self::Transfer | Self::Account | Self::Network)
    }
}

impl core::fmt::Display for Row {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.as_str())
    }
}
