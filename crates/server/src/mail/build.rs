//! A letter as a message of RFC 5322.

use super::port::{Letter, MailError};
use ids::WallTime;
use lettre::Message;
use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The message, from that sender.
///
/// # Errors
/// [`MailError::Refused`] for an address that none can be sent to.
pub(super) fn message(letter: &Letter, from: &str) -> Result<Message, MailError> {
    let mailbox =
        |text: &str| text.parse::<Mailbox>().map_err(|_| MailError::Refused("an address is none".to_owned()));
    let from = mailbox(from)?;
    let id = format!("<{}@{}>", letter.id, from.email.domain());
    Message::builder()
        .from(from)
        .to(mailbox(&letter.to)?)
        .subject(&letter.subject)
        .message_id(Some(id))
        .date(date(letter.at))
        .header(ContentType::TEXT_PLAIN)
        .body(letter.text.clone())
        .map_err(|refused| MailError::Refused(refused.to_string()))
}

fn date(at: WallTime) -> SystemTime {
    UNIX_EPOCH + Duration::from_micros(u64::try_from(at.0).unwrap_or(0))
}
