//! Every reason the gate can give: a stable code, the decision it stands for, and words that never come from a page.

use laika_protocol::wire::Decision;
use serde::{Serialize, Serializer};

macro_rules! reasons {
    ($($name:ident = $code:literal, $decision:ident, $sentence:literal, $example:literal;)*) => {
        /// Why a call is allowed, asked about or denied.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Reason { $(#[doc = $sentence] $name,)* }

        impl Reason {
            /// Every reason, in the order of the table.
            pub const ALL: &[Reason] = &[$(Reason::$name,)*];

            /// The stable code: for logs, metrics and queries.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// What the gate answers when this reason decides.
            #[must_use]
            pub const fn decision(self) -> Decision {
                match self { $(Self::$name => Decision::$decision,)* }
            }

            /// One sentence for the person.
            #[must_use]
            pub const fn sentence(self) -> &'static str {
                match self { $(Self::$name => $sentence,)* }
            }

            /// A situation in which it is given.
            #[must_use]
            pub const fn example(self) -> &'static str {
                match self { $(Self::$name => $example,)* }
            }
        }
    };
}

impl Reason {
    /// The reason with this code.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|reason| reason.code() == code)
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

reasons! {
    // The matrix: one code for each row and decision that can be reached, also by tightening.
    AllowReadonly = "P_ALLOW_READONLY", Allow, "Reading changes nothing.", "browser.find in Observe";
    AskReadonly = "P_ASK_READONLY", Ask, "A stricter policy asks before the page is read.", "browser.find under a policy pack that asks for reading";
    DenyReadonly = "P_DENY_READONLY", Deny, "A stricter policy forbids reading here.", "browser.find under a policy pack that forbids reading";
    AllowLocal = "P_ALLOW_LOCAL", Allow, "This happens on your machine only.", "content.summarize";
    AskLocal = "P_ASK_LOCAL", Ask, "A stricter policy asks before this local step.", "content.summarize under a stricter pack";
    DenyLocal = "P_DENY_LOCAL", Deny, "A stricter policy forbids this local step.", "content.summarize under a stricter pack";
    AskCapture = "P_ASK_CAPTURE", Ask, "A picture of the page can show more than its text.", "browser.capture_viewport in Assist";
    DenyCapture = "P_DENY_CAPTURE", Deny, "Laika takes no pictures of sensitive sites.", "browser.capture_viewport on a bank's site";
    AllowTypedAddress = "P_ALLOW_TYPED_ADDRESS", Allow, "You named this address yourself.", "browser.navigate to an address in your own words, isolated browser";
    AskTypedAddress = "P_ASK_TYPED_ADDRESS", Ask, "You named this address, but the open site is sensitive.", "leaving a bank's site for an address you typed";
    DenyTypedAddress = "P_DENY_TYPED_ADDRESS", Deny, "A stricter policy forbids leaving this site.", "browser.navigate under a stricter pack";
    AllowSameOrigin = "P_ALLOW_SAME_ORIGIN", Allow, "Moving within a low-risk site is safe in Autopilot.", "a link to another page of the same site, Autopilot";
    AskSameOrigin = "P_ASK_SAME_ORIGIN", Ask, "Laika asks before it opens another page of this site.", "a link to another page of the same site, Assist";
    DenySameOrigin = "P_DENY_SAME_ORIGIN", Deny, "In Observe Laika does not move between pages.", "a link to another page of the same site, Observe";
    AskCrossOrigin = "P_ASK_CROSS_ORIGIN", Ask, "Laika asks before it leaves this site for another.", "a link to another site, Assist";
    DenyCrossOrigin = "P_DENY_CROSS_ORIGIN", Deny, "Laika does not leave this site here.", "a link to another site, Observe";
    AllowClick = "P_ALLOW_CLICK", Allow, "This click only changes what is shown.", "a button that sorts a list, Autopilot";
    AskClick = "P_ASK_CLICK", Ask, "Laika asks before it clicks.", "a button that sorts a list, Assist";
    DenyClick = "P_DENY_CLICK", Deny, "In Observe Laika does not click.", "a button that sorts a list, Observe";
    AskType = "P_ASK_TYPE", Ask, "The site receives what is typed at once, so Laika asks.", "a search field, Assist";
    DenyType = "P_DENY_TYPE", Deny, "Laika does not type here.", "a search field, Observe";
    AskPiiField = "P_ASK_PII_FIELD", Ask, "This field or text is about a person, so Laika asks.", "a postal address field, Assist";
    DenyPiiField = "P_DENY_PII_FIELD", Deny, "Laika does not fill in personal data here.", "a postal address field, Observe";
    AskPaymentField = "P_ASK_PAYMENT_FIELD", Ask, "This is a payment field: only you can say yes, once.", "an IBAN field, Assist";
    DenyPaymentField = "P_DENY_PAYMENT_FIELD", Deny, "Laika does not fill in payment fields here.", "an IBAN field, Observe";
    DenyPaymentFieldAutopilot = "P_DENY_PAYMENT_FIELD_AUTOPILOT", Deny, "In Autopilot Laika never fills in payment fields.", "a card number field, Autopilot";
    AskCredentialField = "P_ASK_CREDENTIAL_FIELD", Ask, "This field takes a password or code: better type it yourself, or say yes once.", "a user name field of a login form, Assist";
    DenyCredentialField = "P_DENY_CREDENTIAL_FIELD", Deny, "Laika does not fill in passwords, codes or logins here.", "a password field, Autopilot";
    AskPaste = "P_ASK_PASTE", Ask, "Pasting gives your clipboard to the site: press the button yourself.", "a paste in Assist";
    DenyPaste = "P_DENY_PASTE", Deny, "Laika does not paste here.", "a paste in Observe";
    AskSubmitForm = "P_ASK_SUBMIT_FORM", Ask, "Sending a form can change something, so Laika asks.", "the submit button of a form, Assist";
    DenySubmitForm = "P_DENY_SUBMIT_FORM", Deny, "Laika does not send forms here.", "the submit button of a form, Observe";
    AskDownload = "P_ASK_DOWNLOAD", Ask, "A download puts a file on your machine: press the button yourself.", "a download link, Assist";
    DenyDownload = "P_DENY_DOWNLOAD", Deny, "Laika does not download here.", "a download link, Observe";
    AskUpload = "P_ASK_UPLOAD", Ask, "An upload gives a file to the site: choose it yourself.", "a file field, Assist";
    DenyUpload = "P_DENY_UPLOAD", Deny, "Laika does not upload here.", "a file field, Autopilot";
    DenyPaymentOrIdentity = "P_DENY_PAYMENT_OR_IDENTITY", Deny, "Payments, transfers and changes of identity on a page are yours alone.", "a button named Pay now, any mode";
    AskPressSend = "P_ASK_PRESS_SEND", Ask, "This reaches other people: see the full text and everyone who gets it.", "a Send button in a webmail, Autopilot";
    DenyPressSend = "P_DENY_PRESS_SEND", Deny, "Laika does not send anything to others here.", "a Send button, Observe";
    AllowSave = "P_ALLOW_SAVE", Allow, "Saving in Laika stays on your machine.", "artifact.save on an ordinary site";
    AskSave = "P_ASK_SAVE", Ask, "What would be saved comes from a sensitive site.", "artifact.save on a bank's site";
    DenySave = "P_DENY_SAVE", Deny, "A stricter policy forbids saving here.", "artifact.save under a stricter pack";
    AskShare = "P_ASK_SHARE", Ask, "This leaves Laika: press the button yourself.", "artifact.share in Assist";
    DenyShare = "P_DENY_SHARE", Deny, "Laika does not share anything here.", "artifact.share in Observe";
    AllowWrite = "P_ALLOW_WRITE", Allow, "This changes only your own things and can be undone.", "a tool that adds a line to your own file, Autopilot";
    AskWrite = "P_ASK_WRITE", Ask, "Laika asks before it changes something of yours.", "a tool that adds a line to your own file, Assist";
    DenyWrite = "P_DENY_WRITE", Deny, "In Observe Laika changes nothing.", "a tool that adds a line to your own file, Observe";
    AskDelete = "P_ASK_DELETE", Ask, "This cannot be undone, so Laika asks.", "a tool that deletes a file, Autopilot";
    DenyDelete = "P_DENY_DELETE", Deny, "Laika deletes nothing here.", "a tool that deletes a file, Observe";
    AllowSend = "P_ALLOW_SEND", Allow, "You named everyone who gets this, and said what they get.", "mail with text and recipient from your own words, Autopilot";
    AskSend = "P_ASK_SEND", Ask, "This reaches other people: see the full text and everyone who gets it.", "mail to an address from a document";
    DenySend = "P_DENY_SEND", Deny, "Laika does not send anything to others here.", "a tool that sends mail, Observe";
    AllowTransfer = "P_ALLOW_TRANSFER", Allow, "You named the payee and the amount, or a payee you trust within what you paid them before.", "send 20.00 to an account in your own words, Autopilot";
    AskTransfer = "P_ASK_TRANSFER", Ask, "Money moves: check the payee and the amount.", "send_money with an amount that you did not name";
    DenyTransfer = "P_DENY_TRANSFER", Deny, "Laika moves no money here.", "send_money in Observe";
    AllowAccountChange = "P_ALLOW_ACCOUNT_CHANGE", Allow, "You gave every new value yourself.", "a tool that sets your address to one in your own words, Autopilot";
    AskAccountChange = "P_ASK_ACCOUNT_CHANGE", Ask, "Your account would change: check every value.", "a tool that sets your address to one from a letter";
    DenyAccountChange = "P_DENY_ACCOUNT_CHANGE", Deny, "Laika does not change your account here.", "a tool that sets your password, Observe";
    AskExecute = "P_ASK_EXECUTE", Ask, "This runs code, so Laika asks.", "a tool that runs a program, Assist";
    DenyExecute = "P_DENY_EXECUTE", Deny, "Laika runs no code here.", "a tool that runs a program, Observe";
    AllowNetwork = "P_ALLOW_NETWORK", Allow, "The question is in your own words.", "a web search for words you gave, Autopilot";
    AskNetwork = "P_ASK_NETWORK", Ask, "This asks a service on the network, which sees the question.", "a web search tool, Assist";
    DenyNetwork = "P_DENY_NETWORK", Deny, "Laika asks nothing on the network here.", "a web search tool, Observe";

    // The site and the person.
    DenySensitiveSite = "P_DENY_SENSITIVE_SITE", Deny, "This is a sensitive site, so Laika only reads unless you change that for this site.", "a click on a bank's site in Assist without an override";
    AskGesture = "P_ASK_GESTURE", Ask, "You said yes, but the button must be pressed by you, now.", "an approved download without a fresh click";
    AllowApproved = "P_ALLOW_APPROVED", Allow, "You approved exactly this.", "a form that you approved, unchanged";
    AllowGrant = "P_ALLOW_GRANT", Allow, "An approval you gave earlier covers this.", "the third click under a five-minute grant";
    AskConfirm = "P_ASK_CONFIRM", Ask, "This tool always asks.", "a tool with the permission user_confirmation";
    AskPrivateSave = "P_ASK_PRIVATE_SAVE", Ask, "This run is private, and saving would leave a trace.", "artifact.save in a private run";

    // Where values come from.
    AskUntrustedRecipient = "P_ASK_UNTRUSTED_RECIPIENT", Ask, "You did not name this recipient; it comes from content Laika read, or from the model.", "mail to an address that only a web page names";
    AskUntrustedAddress = "P_ASK_UNTRUSTED_ADDRESS", Ask, "You did not name this address; it comes from content Laika read, or from the model.", "a navigation to an address that only a mail names";
    AskUntrustedValue = "P_ASK_UNTRUSTED_VALUE", Ask, "You did not give this value; it comes from content Laika read, or from the model.", "a new password that only a mail names";
    AskUnknownObject = "P_ASK_UNKNOWN_OBJECT", Ask, "Laika has not seen this object in any list of this run.", "delete_file with an id from nowhere";
    AskNamedObject = "P_ASK_NAMED_OBJECT", Ask, "Content that Laika read tells it to pick exactly this object.", "a mail says: delete the file with id 13";
    AskLinkInText = "P_ASK_LINK_IN_TEXT", Ask, "The text holds an address or an encoded part that you did not give.", "mail with a link that you did not write";
    AskCarry = "P_ASK_CARRY", Ask, "Text from one site would go to another.", "words of a newspaper typed into a forum";
    AskCarryConfidential = "P_ASK_CARRY_CONFIDENTIAL", Ask, "Laika has read something confidential elsewhere; this step could give it away.", "a click on a forum after reading your mail";
    DenyCarrySensitive = "P_DENY_CARRY_SENSITIVE", Deny, "What was read on a sensitive site never goes to another.", "text typed into a forum after reading a bank account";
    DenySecretText = "P_DENY_SECRET_TEXT", Deny, "The text looks like a password or key, and those stay with you.", "browser.type with an API key";
    AskQuarantine = "P_ASK_QUARANTINE", Ask, "Something Laika read tries to give it orders, so every step asks now.", "any step after a page with hidden instructions";

    // Where calls go.
    AskLookalikeHost = "P_ASK_LOOKALIKE_HOST", Ask, "The name of this site mixes alphabets to look like another.", "a Cyrillic letter in a Latin host name";
    DenyPrivateAddress = "P_DENY_PRIVATE_ADDRESS", Deny, "This address is inside your own network, and you did not name it.", "browser.navigate to http://192.168.0.1/";
    DenyOriginSetting = "P_DENY_ORIGIN_SETTING", Deny, "Your settings keep Laika away from this address.", "browser.navigate to a host of blocked_origins";
    AskReadSet = "P_ASK_READ_SET", Ask, "This site is not among those this run may read.", "observing a page that a redirect led to";
    AskWriteSet = "P_ASK_WRITE_SET", Ask, "This site is not among those this run may act on.", "a click on a site the run was to read only";
    DenyRepost = "P_DENY_REPOST", Deny, "Going there would send a form a second time.", "browser.refresh on the page after a payment form";
    AskRepeated = "P_ASK_REPEATED", Ask, "Exactly this was already done in this run.", "the same mail a second time";
    AskUndeclaredTool = "P_ASK_UNDECLARED_TOOL", Ask, "Nobody has said what this tool does, so every use asks.", "a plugin without a descriptor";

    // Things that are not as they must be.
    RestrictedPage = "E_RESTRICTED_PAGE", Deny, "Laika does not act on this kind of page or address.", "a browser's settings page, or Laika's own window";
    Locked = "E_LOCKED", Deny, "Laika is locked.", "any step after panic";
    Offline = "E_OFFLINE", Deny, "Laika's core is not running.", "any step while the core is away";
    Budget = "E_BUDGET", Deny, "This run has used up what it may use.", "step 51 of a run in Assist";
    DenyResting = "P_DENY_RESTING", Deny, "The machine sleeps, is locked or saves power, so Laika only reads.", "a click while the battery is nearly empty";
    StaleDocument = "E_STALE_DOCUMENT", Deny, "The page is no longer the one this step was planned for.", "a click after the page navigated";
    TargetUnknown = "E_TARGET_UNKNOWN", Deny, "What the element would do is not known.", "a click without target facts";
    ChangeUnknown = "E_CHANGE_UNKNOWN", Deny, "What would change in the files is not known.", "a change of files that nobody has seen";
    FieldUnknown = "E_FIELD_UNKNOWN", Deny, "What the field is for is not known.", "typing without field facts";
    ControlCharacters = "E_CONTROL_CHARACTERS", Deny, "The text holds keys or marks that must not be typed.", "a line break for a single-line field";
    Arguments = "E_ARGUMENTS", Deny, "The call is not in the form its tool requires, or too large.", "an argument of 10 MB";
    NoRow = "E_NO_ROW", Deny, "The policy has no row for this kind of call.", "a policy file without the row for clicks";
    RuleFailed = "E_RULE_FAILED", Deny, "A check could not be carried out, and what cannot be checked is not done.", "a call whose arguments have no canonical form";
}
