//! The development implementations of the ports to the world of money, and what production says instead.

use crate::config::Config;
use async_trait::async_trait;
use ids::{AccountId, Amount};
use rooms::{GateAct, GatewayAnswer, PaymentGateway, StakeGate};

/// Confirms every payment at once. For development alone: the configuration refuses it in production.
pub(crate) struct DevelopmentGateway;

#[async_trait]
impl PaymentGateway for DevelopmentGateway {
    async fn deposit(&self, account: AccountId, _amount: Amount, key: &str) -> GatewayAnswer {
        GatewayAnswer::Confirmed { reference: format!("development {account} {key}") }
    }

    async fn withdraw(&self, account: AccountId, _amount: Amount, key: &str) -> GatewayAnswer {
        GatewayAnswer::Confirmed { reference: format!("development withdrawal {account} {key}") }
    }
}

/// Whether an account may play for stakes. Country, identity, limits and exclusion are not built yet: so development lets
/// everybody, and production nobody. Which games are open for stakes the terms say that are offered.
pub(crate) struct ConfiguredGate {
    production: bool,
}

impl ConfiguredGate {
    pub(crate) const fn new(config: &Config) -> Self {
        Self { production: matches!(config.environment, crate::config::Environment::Production) }
    }
}

impl StakeGate for ConfiguredGate {
    fn may(&self, _account: AccountId, _act: GateAct, _amount: Amount) -> Result<(), String> {
        if self.production { Err("play for stakes is not open here yet".to_owned()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    const ACTS: [GateAct; 4] = [GateAct::Deposit, GateAct::Seek, GateAct::Match, GateAct::Rematch];

    fn open(gate: &ConfiguredGate) -> Vec<GateAct> {
        let may = |act: &GateAct| gate.may(AccountId(Uuid::nil()), *act, Amount(100)).is_ok();
        ACTS.into_iter().filter(may).collect()
    }

    #[test]
    fn production_lets_nobody_play_for_stakes_and_development_lets_everybody() {
        assert_eq!(open(&ConfiguredGate { production: true }), []);
        assert_eq!(open(&ConfiguredGate { production: false }), ACTS);
    }
}
