//! Where one's notices go by mail: an address, a language, topics. Nothing but the letter that asks goes to an address before its owner
//! has opened that letter's link.

use super::Caller;
use super::body::Body;
use crate::accounts::{Token, token_hash};
use crate::address::household;
use crate::app::App;
use crate::error::ApiError;
use crate::mail::{Language, MailAddressText, VERIFIED_WITHIN, verification_letter};
use crate::{chance, clock};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use competition::NoticeTopic as Topic;
use protocol::{MailChange, MailSettings, NoticeTopic, VerifyMail};
use std::sync::Arc;
use store::MailAddress;
use tracing::{info, warn};

/// `GET /api/mail`: where one's notices go.
///
/// # Errors
/// [`ApiError::NotSignedIn`].
pub(super) async fn show(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<MailSettings>, ApiError> {
    Ok(Json(settings(&app, caller.signed()?.account).await?))
}

/// `PUT /api/mail`: another address, language or choice of topics. A new address gets a letter that asks for its verification; so does
/// the same one again while it is not verified.
///
/// # Errors
/// [`ApiError::NotHere`] where no mail is sent, [`ApiError::BadAddress`], [`ApiError::RateLimited`], [`ApiError::Unavailable`] when the
/// letter did not go.
pub(super) async fn change(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(change): Body<MailChange>,
) -> Result<Json<MailSettings>, ApiError> {
    let signed = caller.signed()?;
    let Some(mailer) = &app.mailer else {
        return Err(ApiError::NotHere("no mail is sent here".to_owned()));
    };
    let address: MailAddressText =
        change.address.parse().map_err(|bad| ApiError::BadAddress(format!("{bad}")))?;
    let address = address.as_str().to_owned();
    let known = app.database.find_account_mail(signed.account).await.map_err(ApiError::of_store)?;
    let verified = known.is_some_and(|known| known.verified && known.address == address);
    if !verified {
        let limited = |wait| ApiError::RateLimited { wait };
        let now = clock::now();
        app.limits.letters_by_account.take(signed.account, now).map_err(limited)?;
        app.limits.letters_by_sender.take(household(caller.address), now).map_err(limited)?;
        app.limits.letters_to_address.take(address.to_lowercase(), now).map_err(limited)?;
    }
    let language = own_language(change.language);
    let mut off: Vec<String> = change.off.iter().map(|topic| own_topic(*topic).word().to_owned()).collect();
    off.sort_unstable();
    off.dedup();
    let mail = MailAddress { address: address.clone(), language: language.word().to_owned(), off };
    let set = app.database.set_account_mail(signed.account, &mail, clock::wall()).await;
    if !set.map_err(ApiError::of_store)? {
        let code = Token::new();
        let noted = app.database.note_mail_code(signed.account, &address, code.hash(), clock::wall()).await;
        noted.map_err(ApiError::of_store)?;
        let letter =
            verification_letter(chance::uuid(), language, &address, &signed.name, &app.site, code.text());
        if let Err(refused) = mailer.send(&letter).await {
            warn!(account.id = %signed.account, "an address was not asked for its verification: {refused}");
            return Err(ApiError::Unavailable);
        }
        info!(account.id = %signed.account, "an address of account {} is asked for its verification", signed.account);
    }
    Ok(Json(settings(&app, signed.account).await?))
}

/// `POST /api/mail/verify`: the code of the letter's link. Who shows it has read the letter; nobody has to be signed in.
///
/// # Errors
/// [`ApiError::LinkOver`].
pub(super) async fn verify(
    State(app): State<Arc<App>>,
    Body(VerifyMail { code }): Body<VerifyMail>,
) -> Result<StatusCode, ApiError> {
    let hash = token_hash(&code).ok_or(ApiError::LinkOver)?;
    let verified = app.database.verify_mail(hash, VERIFIED_WITHIN, clock::wall()).await;
    let account = verified.map_err(ApiError::of_store)?.ok_or(ApiError::LinkOver)?;
    info!(account.id = %account, "the address of account {account} is verified");
    Ok(StatusCode::NO_CONTENT)
}

/// `DELETE /api/mail`: forgets the address.
///
/// # Errors
/// [`ApiError::NotSignedIn`].
pub(super) async fn forget(State(app): State<Arc<App>>, caller: Caller) -> Result<StatusCode, ApiError> {
    let account = caller.signed()?.account;
    app.database.forget_account_mail(account).await.map_err(ApiError::of_store)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn settings(app: &App, account: ids::AccountId) -> Result<MailSettings, ApiError> {
    let known = app.database.find_account_mail(account).await.map_err(ApiError::of_store)?;
    let available = app.mailer.is_some();
    let Some(known) = known else {
        return Ok(MailSettings {
            available,
            address: None,
            verified: false,
            language: protocol::Language::Es,
            off: Vec::new(),
        });
    };
    let off = Topic::ALL.into_iter().filter(|topic| known.off.iter().any(|word| word == topic.word()));
    Ok(MailSettings {
        available,
        address: Some(known.address),
        verified: known.verified,
        language: match Language::of(&known.language) {
            Language::Es => protocol::Language::Es,
            Language::Pt => protocol::Language::Pt,
            Language::En => protocol::Language::En,
        },
        off: off.map(said_topic).collect(),
    })
}

const fn own_language(language: protocol::Language) -> Language {
    match language {
        protocol::Language::Es => Language::Es,
        protocol::Language::Pt => Language::Pt,
        protocol::Language::En => Language::En,
    }
}

const fn own_topic(topic: NoticeTopic) -> Topic {
    match topic {
        NoticeTopic::Challenges => Topic::Challenges,
        NoticeTopic::Starts => Topic::Starts,
        NoticeTopic::Results => Topic::Results,
    }
}

const fn said_topic(topic: Topic) -> NoticeTopic {
    match topic {
        Topic::Challenges => NoticeTopic::Challenges,
        Topic::Starts => NoticeTopic::Starts,
        Topic::Results => NoticeTopic::Results,
    }
}
