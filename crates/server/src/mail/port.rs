//! The port through which letters leave, and what stands behind it. Knows no text.

use super::file::FileMailer;
use super::smtp::SmtpMailer;
use crate::config::{MailConfig, MailTransport};
use async_trait::async_trait;
use ids::WallTime;
use std::path::Path;
use std::sync::Arc;

/// A letter in plain text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Letter {
    /// Names it for ever: a repeat has the same.
    pub(crate) id: String,
    /// Where it goes.
    pub(crate) to: String,
    /// What it is about.
    pub(crate) subject: String,
    /// What it says.
    pub(crate) text: String,
    /// When what it tells happened.
    pub(crate) at: WallTime,
}

/// A letter did not go. What it says names no address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum MailError {
    /// It never will.
    #[error("the letter is refused for good: {0}")]
    Refused(String),
    /// It may later.
    #[error("the letter did not go: {0}")]
    Later(String),
}

/// Takes letters.
#[async_trait]
pub(crate) trait Mailer: Send + Sync + 'static {
    /// Hands a letter over. It may arrive twice when it is handed over again after a lost answer.
    ///
    /// # Errors
    /// [`MailError`].
    async fn send(&self, letter: &Letter) -> Result<(), MailError>;
}

/// The mailer of the configuration; `None` where no mail is sent.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn mailer(
    config: &MailConfig,
    data: &Path,
    password: Option<String>,
) -> Result<Option<Arc<dyn Mailer>>, String> {
    Ok(match config.transport {
        MailTransport::None => None,
        MailTransport::File => Some(Arc::new(FileMailer::new(data.join("mail"), config.from.clone()))),
        MailTransport::Smtp => Some(Arc::new(SmtpMailer::new(config, password)?)),
    })
}
