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

#[cfg(test)]
mod tests {
    use super::*;
    use ids::WallTime;
    use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
    use tokio::net::TcpListener;

    /// A mail server that takes one letter, but answers its recipient so; what it was told comes back.
    async fn speak(listener: TcpListener, to_recipient: &'static str) -> String {
        let (mut stream, _) = listener.accept().await.unwrap();
        let (read, mut write) = stream.split();
        let (mut lines, mut told, mut in_letter) = (BufReader::new(read).lines(), String::new(), false);
        write.write_all(b"220 here\r\n").await.unwrap();
        while let Ok(Some(line)) = lines.next_line().await {
            told.push_str(&line);
            told.push('\n');
            let answer = match line.split([' ', ':']).next().unwrap_or_default() {
                "." => {
                    in_letter = false;
                    "250 taken"
                }
                _ if in_letter => continue,
                "RCPT" => to_recipient,
                "DATA" => {
                    in_letter = true;
                    "354 go on"
                }
                "QUIT" => "221 bye",
                _ => "250 fine",
            };
            write.write_all(format!("{answer}\r\n").as_bytes()).await.unwrap();
            if answer == "250 taken" {
                return told;
            }
        }
        told
    }

    async fn sent(to_recipient: &'static str) -> (Result<(), MailError>, String) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let config = MailConfig {
            host: "127.0.0.1".to_owned(),
            port: listener.local_addr().unwrap().port(),
            security: MailSecurity::None,
            ..MailConfig::default()
        };
        let mailer = SmtpMailer::new(&config, None).unwrap();
        let letter = Letter {
            id: "notice-7".to_owned(),
            to: "ana@example.org".to_owned(),
            subject: "Duelo".to_owned(),
            text: "Empieza pronto.".to_owned(),
            at: WallTime(1_796_169_600_000_000),
        };
        let server = tokio::spawn(speak(listener, to_recipient));
        let outcome = mailer.send(&letter).await;
        drop(mailer);
        (outcome, server.await.unwrap())
    }

    #[tokio::test]
    async fn a_letter_goes_to_the_mail_server_with_its_name_and_its_date() {
        let (outcome, told) = sent("250 fine").await;
        assert_eq!(outcome, Ok(()));
        for expected in [
            "EHLO localhost",
            "MAIL FROM:<damas@localhost>",
            "RCPT TO:<ana@example.org>",
            "Message-ID: <notice-7@localhost>",
            "Date: Wed, 02 Dec 2026 00:00:00 +0000",
            "Empieza pronto.",
        ] {
            assert!(told.contains(expected), "{expected}: {told}");
        }
    }

    #[tokio::test]
    async fn a_refusal_for_good_is_told_from_one_for_now_and_neither_names_the_address() {
        let (refused, _) = sent("550 ana@example.org is unknown").await;
        assert_eq!(refused, Err(MailError::Refused("the mail server answers 550".to_owned())));
        let (later, _) = sent("451 ana@example.org later").await;
        assert_eq!(later, Err(MailError::Later("the mail server answers 451".to_owned())));
    }
}
