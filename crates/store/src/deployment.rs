//! What the database is for, written once; and every configuration that was in force.

use crate::Database;
use crate::error::StoreError;
use sqlx::Row;

/// What a deployment is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deployment {
    /// `development` or `production`.
    pub environment: String,
    /// The currency's ISO 4217 code.
    pub currency: String,
    /// How many decimals an amount in minor units has.
    pub exponent: u8,
}

impl std::fmt::Display for Deployment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} in {} with {} decimals", self.environment, self.currency, self.exponent)
    }
}

/// The server may not start with this database.
#[derive(Debug, thiserror::Error)]
pub enum DeploymentError {
    /// It is for something else.
    #[error("this database is for {recorded}; the configuration says {configured}")]
    Differs {
        /// What its row says.
        recorded: Deployment,
        /// What was to be started.
        configured: Deployment,
    },
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Database {
    /// Writes down what the database is for at the first start; refuses a later one that differs.
    ///
    /// # Errors
    /// [`DeploymentError`].
    pub async fn check_deployment(&self, configured: &Deployment) -> Result<(), DeploymentError> {
        sqlx::query(
            "insert into deployment (environment, currency, exponent) values ($1, $2, $3)
            on conflict (deployment_id) do nothing",
        )
        .bind(&configured.environment)
        .bind(&configured.currency)
        .bind(i16::from(configured.exponent))
        .execute(&self.pool)
        .await
        .map_err(StoreError::from)?;
        let recorded = self.load_deployment().await?;
        if recorded == *configured {
            return Ok(());
        }
        Err(DeploymentError::Differs { recorded, configured: configured.clone() })
    }

    /// What the database is for.
    ///
    /// # Errors
    /// [`StoreError`], also when it was never said.
    pub async fn load_deployment(&self) -> Result<Deployment, StoreError> {
        let row = sqlx::query("select environment, currency, exponent from deployment")
            .fetch_one(&self.pool)
            .await?;
        let exponent: i16 = row.try_get("exponent")?;
        Ok(Deployment {
            environment: row.try_get("environment")?,
            currency: row.try_get("currency")?,
            exponent: u8::try_from(exponent).map_err(StoreError::rows)?,
        })
    }

    /// Keeps an accepted configuration, once.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn record_config_version(&self, hash: &str, text: &str) -> Result<(), StoreError> {
        sqlx::query(
            "insert into config_version (config_hash, config_text) values ($1, $2)
            on conflict (config_hash) do nothing",
        )
        .bind(hash)
        .bind(text)
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}
