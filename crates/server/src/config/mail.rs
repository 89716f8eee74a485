//! How mail is sent. The mail server's password is a secret and stands in the environment variable `MAIL_PASSWORD`.

use super::error::{Problem, within};
use crate::origin::Origin;
use serde::{Deserialize, Serialize};

/// How letters leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MailTransport {
    /// They don't.
    #[default]
    None,
    /// As files in the data folder, for development. Refused in production.
    File,
    /// By a mail server.
    Smtp,
}

/// How the way to the mail server is secured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MailSecurity {
    /// TLS from the first byte.
    #[default]
    Tls,
    /// TLS after STARTTLS, or nothing is sent.
    Starttls,
    /// Not at all: for a mail server on this machine.
    None,
}

/// Mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MailConfig {
    /// How letters leave: `none`, `file` or `smtp`.
    pub transport: MailTransport,
    /// Whom they are from.
    pub from: String,
    /// The page that their links lead to; empty: the first of `server.origins`, or where the server listens.
    pub site: String,
    /// The mail server.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the way there is secured: `tls`, `starttls` or `none`.
    pub security: MailSecurity,
    /// Who signs in there; empty: nobody. The password is the environment variable `MAIL_PASSWORD`.
    pub user: String,
    /// How often it is looked for letters that are due, in milliseconds.
    pub look_every_ms: u64,
    /// How often a letter is tried before it is given up.
    pub tries: u32,
    /// How long it waits after the first try, in seconds; after each further one four times longer.
    pub again_after_s: u64,
    /// What is older than this is not sent any more, in seconds.
    pub oldest_s: u64,
    /// Letters to one address that asks for its verification, an hour; and of one account.
    pub verifications_per_hour: u32,
}

impl Default for MailConfig {
    fn default() -> Self {
        Self {
            transport: MailTransport::None,
            from: "Damas <damas@localhost>".to_owned(),
            site: String::new(),
            host: String::new(),
            port: 465,
            security: MailSecurity::Tls,
            user: String::new(),
            look_every_ms: 1_000,
            tries: 5,
            again_after_s: 30,
            oldest_s: 86_400,
            verifications_per_hour: 5,
        }
    }
}

impl MailConfig {
    pub(super) fn check(&self, production: bool, problems: &mut Vec<Problem>) {
        if production && self.transport == MailTransport::File {
            let what = "is \"file\", which sends nothing, and this is production";
            problems.push(Problem::new("mail.transport", what, "\"none\" or \"smtp\" in production"));
        }
        if self.from.parse::<lettre::message::Mailbox>().is_err() {
            let what = format!("is \"{}\", which is no sender", self.from);
            problems.push(Problem::new("mail.from", what, "name@domain or Name <name@domain>"));
        }
        if self.transport == MailTransport::Smtp && self.host.is_empty() {
            problems.push(Problem::new(
                "mail.host",
                "is empty, and mail.transport is \"smtp\"",
                "a host's name",
            ));
        }
        if !self.site.is_empty() && self.site.parse::<Origin>().is_err() {
            let what = format!("is \"{}\"", self.site);
            problems.push(Problem::new("mail.site", what, "scheme://host or scheme://host:port"));
        }
        within(problems, "mail.port", self.port, 1..=u16::MAX);
        within(problems, "mail.look_every_ms", self.look_every_ms, 50..=3_600_000);
        within(problems, "mail.tries", self.tries, 1..=20);
        within(problems, "mail.again_after_s", self.again_after_s, 1..=3_600);
        within(problems, "mail.oldest_s", self.oldest_s, 60..=30 * 86_400);
        within(problems, "mail.verifications_per_hour", self.verifications_per_hour, 1..=1_000);
    }
}
