//! Where a database is, with its secret. Never printed.

use sqlx::postgres::{PgConnectOptions, PgSslMode};
use std::path::Path;

/// The address of a database and the password to it.
#[derive(Clone)]
pub struct Address(pub(crate) PgConnectOptions);

impl Address {
    /// A database behind a Unix socket.
    #[must_use]
    pub fn socket(folder: &Path, port: u16, role: &str, password: &str, database: &str) -> Self {
        let options =
            PgConnectOptions::new_without_pgpass().socket(folder).port(port).ssl_mode(PgSslMode::Disable);
        Self(options.username(role).password(password).database(database))
    }

    /// As the driver has it, for tests that speak SQL themselves.
    #[doc(hidden)]
    #[must_use]
    pub const fn options(&self) -> &PgConnectOptions {
        &self.0
    }

    /// The same server behind a socket in another folder, for tests that stand in between.
    #[doc(hidden)]
    #[must_use]
    pub fn with_folder(&self, folder: &Path) -> Self {
        Self(self.0.clone().socket(folder))
    }

    /// The same server, another database in it.
    #[must_use]
    pub fn with_database(&self, database: &str) -> Self {
        Self(self.0.clone().database(database))
    }
}

/// The text is no address of a PostgreSQL database. It is not repeated: it may hold a password.
#[derive(Debug, thiserror::Error)]
#[error("DATABASE_URL is no address of a PostgreSQL database: postgres://USER:PASSWORD@HOST:PORT/NAME is")]
pub struct AddressError;

impl std::str::FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Err(AddressError);
        }
        text.parse().map(Self).map_err(|_| AddressError)
    }
}

impl std::fmt::Debug for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Address(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_and_its_password_is_never_printed() {
        let address: Address = "postgres://ana:hidden@db.example:5433/damas".parse().unwrap();
        assert_eq!(format!("{address:?}"), "Address(…)");
        let error = "mysql://ana:hidden@db".parse::<Address>().unwrap_err();
        assert!(!error.to_string().contains("hidden"));
    }
}
