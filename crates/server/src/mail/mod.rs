//! Mail: letters, the port through which they go, and who sends those that are due. Knows no page.

mod address;
mod build;
mod file;
mod port;
mod sender;
mod smtp;
mod texts;
mod verification;

pub(crate) use address::MailAddressText;
pub(crate) use port::{Mailer, mailer};
pub(crate) use sender::keep_sending;
pub(crate) use texts::Language;
pub(crate) use verification::VERIFIED_WITHIN;
pub(crate) use verification::letter as verification_letter;
