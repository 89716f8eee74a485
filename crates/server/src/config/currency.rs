//! The one currency of a deployment, checked against ISO 4217. It is written once into the database; another is refused.

use super::error::Problem;
use iso_currency::Currency;
use serde::{Deserialize, Serialize};

/// The one currency of this deployment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurrencyConfig {
    /// Its ISO 4217 code: `BRL`.
    pub code: String,
    /// How many decimals an amount has, by ISO 4217. Said so that a mistake is seen: 2 for BRL, 0 for CLP.
    pub exponent: u8,
}

impl CurrencyConfig {
    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        let Some(currency) = Currency::from_code(&self.code) else {
            problems.push(Problem::new(
                "currency.code",
                format!("is \"{}\", which is no currency", self.code),
                "an ISO 4217 code in capitals, such as BRL, COP, EUR",
            ));
            return;
        };
        match currency.exponent().and_then(|exponent| u8::try_from(exponent).ok()) {
            None => problems.push(Problem::new(
                "currency.code",
                format!("is \"{}\", which has no minor unit", self.code),
                "a currency that people pay in",
            )),
            Some(exponent) if exponent != self.exponent => problems.push(Problem::new(
                "currency.exponent",
                format!("is {}", self.exponent),
                format!("{exponent}, as ISO 4217 says of {}", self.code),
            )),
            Some(_) => {}
        }
    }
}
