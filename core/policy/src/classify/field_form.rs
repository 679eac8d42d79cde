//! What the form around a field is for.

use super::field::{FieldClass, FormContext, InputKind};
use super::field_wording::Wording;
use super::field_words::{
    CODE, CODE_FORM, CONTACT, LOGIN, MONEY_FORM, PAYMENT_IN_CONTEXT, REGISTER, SSO_ON_LOGIN,
};
use super::words::Words;

/// What the form is for.
pub(super) struct Form {
    has_password_field: bool,
    signs_in: bool,
    registers: bool,
    pub(super) about_money: bool,
    asks_for_code: bool,
}

impl Form {
    pub(super) fn of(context: &FormContext) -> Self {
        let words = [&context.url_path, &context.submit_label].map(|text| Words::of(text));
        let says = |patterns: &str| words.iter().any(|words| words.has_any(patterns));
        Self {
            has_password_field: context.has_password_field,
            signs_in: says(LOGIN),
            registers: says(REGISTER),
            about_money: context.has_payment_field || says(MONEY_FORM),
            asks_for_code: says(CODE_FORM),
        }
    }

    /// What a field with these words asks for in this form.
    pub(super) fn class(&self, wording: &Wording, kind: InputKind, about_money: bool) -> Option<FieldClass> {
        if wording.off_topic || kind == InputKind::Lines {
            return None;
        }
        let login = self.signs_in || (self.has_password_field && !self.registers);
        if self.asks_for_code && wording.has_any(CODE) {
            Some(FieldClass::Credential)
        } else if login
            && (kind == InputKind::Contact || wording.has_any(CONTACT) || wording.has_any(SSO_ON_LOGIN))
        {
            Some(FieldClass::Sso)
        } else if about_money && wording.has_any(PAYMENT_IN_CONTEXT) {
            Some(FieldClass::Payment)
        } else if self.signs_in && self.has_password_field && !self.registers && kind == InputKind::Text {
            // Beside a password on a login page hardly anything but a user name is typed.
            Some(FieldClass::Sso)
        } else {
            None
        }
    }
}
