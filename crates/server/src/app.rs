//! What every call and socket shares.

use crate::accounts::{KnownTokens, Passwords};
use crate::clock;
use crate::config::{Config, Gateway, LimitConfig};
use crate::live::Live;
use crate::mail::Mailer;
use crate::origin::OriginList;
use crate::rate::{Rate, RateLimit};
use crate::ready::Readiness;
use ids::AccountId;
use metrics_exporter_prometheus::PrometheusHandle;
use rooms::{Bank, EventBook, GameClock, House, PaymentGateway, Placement, StakeGate};
use std::net::IpAddr;
use std::sync::Arc;
use store::{Database, JournalMode};

/// What every call and socket shares.
pub(crate) struct App {
    pub(crate) config: Config,
    /// The hash of the accepted configuration.
    pub(crate) terms: String,
    pub(crate) origins: OriginList,
    pub(crate) passwords: Passwords,
    pub(crate) limits: Limits,
    pub(crate) live: Live,
    pub(crate) database: Database,
    pub(crate) bank: Arc<dyn Bank>,
    pub(crate) events: Arc<dyn EventBook>,
    /// Who takes letters; none where no mail is sent.
    pub(crate) mailer: Option<Arc<dyn Mailer>>,
    /// The page that letters lead to.
    pub(crate) site: String,
    pub(crate) placement: Arc<dyn Placement>,
    pub(crate) gate: Arc<dyn StakeGate>,
    pub(crate) gateway: Option<Arc<dyn PaymentGateway>>,
    pub(crate) journal: JournalMode,
    pub(crate) house: Arc<House>,
    pub(crate) ready: Readiness,
    pub(crate) metrics: PrometheusHandle,
}

impl App {
    /// Whether players may take money out.
    pub(crate) fn can_withdraw(&self) -> bool {
        self.gateway.is_some()
    }

    /// Whether players may pay in.
    pub(crate) fn can_deposit(&self) -> bool {
        self.config.payments.gateway == Gateway::Development
    }
}

/// So many times more sign-ins to a name are taken from all addresses together than from one.
const ANYWHERE: u32 = 10;

/// How often something may be done.
pub(crate) struct Limits {
    /// Calls of those who are not signed in, by address.
    pub(crate) calls_by_address: RateLimit<IpAddr>,
    /// Calls by a token.
    pub(crate) calls_by_token: RateLimit<[u8; 32]>,
    /// Tokens that were in force a moment ago.
    pub(crate) known_tokens: KnownTokens,
    /// Tokens that are in force for nobody, by address.
    pub(crate) wrong_tokens: RateLimit<IpAddr>,
    /// Sign-ins by name and address: who errs elsewhere keeps nobody out.
    pub(crate) sign_ins_by_name: RateLimit<(String, IpAddr)>,
    /// Sign-ins by name from all addresses together.
    pub(crate) sign_ins_by_name_anywhere: RateLimit<String>,
    /// Changes of the password by account.
    pub(crate) password_changes: RateLimit<AccountId>,
    /// Sign-ins by address.
    pub(crate) sign_ins_by_address: RateLimit<IpAddr>,
    /// Letters that ask for an address's verification, by account, by who asks for them, and by where they go.
    pub(crate) letters_by_account: RateLimit<AccountId>,
    pub(crate) letters_by_sender: RateLimit<IpAddr>,
    pub(crate) letters_to_address: RateLimit<String>,
    /// New accounts by address.
    pub(crate) sign_ups_by_address: RateLimit<IpAddr>,
}

impl Limits {
    pub(crate) fn new(config: &LimitConfig, letters_per_hour: u32) -> Self {
        let letters = Rate::per_hour(letters_per_hour);
        let calls = Rate::per_second(config.requests_per_second, config.requests_burst);
        Self {
            calls_by_address: RateLimit::new(calls),
            calls_by_token: RateLimit::new(calls),
            known_tokens: KnownTokens::default(),
            wrong_tokens: RateLimit::new(calls),
            sign_ins_by_name: RateLimit::new(Rate::per_minute(config.sign_ins_per_minute_per_name)),
            sign_ins_by_name_anywhere: RateLimit::new(Rate::per_minute(
                config.sign_ins_per_minute_per_name.saturating_mul(ANYWHERE),
            )),
            password_changes: RateLimit::new(Rate::per_minute(config.sign_ins_per_minute_per_name)),
            sign_ins_by_address: RateLimit::new(Rate::per_minute(config.sign_ins_per_minute_per_address)),
            letters_by_account: RateLimit::new(letters),
            letters_by_sender: RateLimit::new(Rate::per_hour(config.sign_ups_per_hour_per_address)),
            letters_to_address: RateLimit::new(letters),
            sign_ups_by_address: RateLimit::new(Rate::per_hour(config.sign_ups_per_hour_per_address)),
        }
    }
}

/// The clocks that the house asks.
pub(crate) struct SystemClock;

impl GameClock for SystemClock {
    fn now(&self) -> ids::Moment {
        clock::now()
    }

    fn wall(&self) -> ids::WallTime {
        clock::wall()
    }
}
