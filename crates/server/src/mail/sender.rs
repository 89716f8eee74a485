//! Sends what is due: claims a few notices, hands their letters over, and writes down what became of each. A letter goes at least once:
//! one whose sender died goes again, under the same name.

use super::port::{Letter, MailError, Mailer};
use super::texts::{Facts, Language, notice_text};
use crate::app::App;
use crate::config::MailConfig;
use ids::Millis;
use std::sync::Arc;
use std::time::Duration;
use store::{DueMail, MailEnd};
use tracing::{error, warn};

/// Letters of one round.
const ROUND: u32 = 20;
/// How long a claim lasts: longer than a round takes.
const CLAIM: Millis = Millis(15 * 60_000);

/// Sends what is due, for as long as the server runs.
pub(crate) async fn keep_sending(app: Arc<App>) {
    let Some(mailer) = app.mailer.clone() else { return };
    let config = &app.config.mail;
    let mut rounds = tokio::time::interval(Duration::from_millis(config.look_every_ms));
    rounds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    // the first tick comes at once; a round is due after a wait
    rounds.tick().await;
    loop {
        rounds.tick().await;
        while send_some(&app, mailer.as_ref()).await == ROUND as usize {}
    }
}

/// One round: how many letters it had.
async fn send_some(app: &App, mailer: &dyn Mailer) -> usize {
    let oldest = Millis(app.config.mail.oldest_s.saturating_mul(1_000));
    let due = match app.database.claim_mail(ROUND, CLAIM, oldest).await {
        Ok(due) => due,
        Err(refused) => {
            warn!("the letters that are due were not read: {refused}");
            return 0;
        }
    };
    for one in &due {
        let end = send(app, mailer, one).await;
        if let Err(refused) = app.database.end_mail(one.notice.id, end).await {
            warn!("what became of letter {} was not noted, it may go again: {refused}", one.notice.id);
        }
    }
    due.len()
}

async fn send(app: &App, mailer: &dyn Mailer, due: &DueMail) -> MailEnd {
    let outcome = mailer.send(&letter(app, due)).await;
    let (end, as_what) = match &outcome {
        Ok(()) => (MailEnd::Sent, "sent"),
        Err(MailError::Later(why)) if due.tries < app.config.mail.tries => {
            warn!("letter {} did not go, try {}: {why}", due.notice.id, due.tries);
            (MailEnd::Again(back_off(&app.config.mail, due.tries)), "again")
        }
        Err(given_up) => {
            error!(account.id = %due.notice.account, "letter {} is given up: {given_up}", due.notice.id);
            (MailEnd::Failed, "failed")
        }
    };
    metrics::counter!("damas_letters_total", "as" => as_what).increment(1);
    end
}

/// How long a letter waits after so many tries: each time four times longer.
fn back_off(config: &MailConfig, tries: u32) -> Millis {
    let factor = 4_u64.saturating_pow(tries.saturating_sub(1).min(16));
    Millis(config.again_after_s.saturating_mul(1_000).saturating_mul(factor).min(6 * 3_600_000))
}

/// The letter of a notice, in its reader's language.
fn letter(app: &App, due: &DueMail) -> Letter {
    let language = Language::of(&due.language);
    let facts = Facts {
        notice: &due.notice,
        currency: &app.config.currency.code,
        exponent: app.config.currency.exponent,
        site: &app.site,
    };
    let (subject, text) = notice_text(language, &facts);
    Letter {
        id: format!("notice-{}", due.notice.id),
        to: due.address.clone(),
        subject,
        text,
        at: due.notice.at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_try_waits_longer_than_the_one_before_and_never_for_ever() {
        let config = MailConfig { again_after_s: 30, ..MailConfig::default() };
        let waits: Vec<u64> = (1..=8).map(|tries| back_off(&config, tries).0 / 1_000).collect();
        assert_eq!(waits, [30, 120, 480, 1_920, 7_680, 21_600, 21_600, 21_600]);
    }
}
