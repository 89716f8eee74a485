//! Letters by SMTP, over TLS unless the operator says otherwise.

use super::build::message;
use super::port::{Letter, MailError, Mailer};
use crate::config::{MailConfig, MailSecurity};
use async_trait::async_trait;
use lettre::message::Mailbox;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};
use std::time::Duration;

/// How long the other side may take to answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// Hands letters to a mail server.
pub(crate) struct SmtpMailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: String,
}

impl SmtpMailer {
    /// The mailer of the configuration.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn new(config: &MailConfig, password: Option<String>) -> Result<Self, String> {
        let builder = match config.security {
            MailSecurity::Tls => AsyncSmtpTransport::<Tokio1Executor>::relay(&config.host),
            MailSecurity::Starttls => AsyncSmtpTransport::<Tokio1Executor>::starttls_relay(&config.host),
            MailSecurity::None => Ok(AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&config.host)),
        };
        let from: Mailbox = config.from.parse().map_err(|_| "mail.from is no address".to_owned())?;
        let mut builder = builder
            .map_err(|refused| refused.to_string())?
            .port(config.port)
            .timeout(Some(PATIENCE))
            .hello_name(ClientId::Domain(from.email.domain().to_owned()));
        if !config.user.is_empty() {
            let password = password.ok_or("mail.user is set, but the variable MAIL_PASSWORD is not")?;
            builder = builder.credentials(Credentials::new(config.user.clone(), password));
        }
        Ok(Self { transport: builder.build(), from: config.from.clone() })
    }
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, letter: &Letter) -> Result<(), MailError> {
        let message = message(letter, &self.from)?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            // what the other side says may name the address: only its code is told
            Err(refused) if refused.is_permanent() => Err(MailError::Refused(said(&refused))),
            Err(refused) => Err(MailError::Later(said(&refused))),
        }
    }
}

fn said(refused: &lettre::transport::smtp::Error) -> String {
    match refused.status() {
        Some(code) => format!("the mail server answers {code}"),
        None if refused.is_timeout() => "the mail server does not answer".to_owned(),
        None if refused.is_tls() => "no TLS with the mail server".to_owned(),
        None => "the mail server is not reached".to_owned(),
    }
}
