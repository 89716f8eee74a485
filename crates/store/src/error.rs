//! What a database says when it says no, by SQLSTATE and by the constraint's name.

use rooms::BankError;

/// The database did not do it.
#[derive(Debug, thiserror::Error)]
#[error("the database does not answer as it should")]
pub struct StoreError(#[from] sqlx::Error);

impl StoreError {
    /// Something in the rows is not as it must be.
    pub(crate) fn rows(what: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self(sqlx::Error::Decode(what.into()))
    }

    /// What the database said.
    pub(crate) const fn inner(&self) -> &sqlx::Error {
        &self.0
    }
}

impl From<StoreError> for BankError {
    fn from(error: StoreError) -> Self {
        Self(error.0.to_string())
    }
}

/// What to do about an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Remedy {
    /// The transaction lost to another one: do it again, whole.
    Repeat,
    /// The row itself is wrong: it will never be taken.
    Never,
    /// It took too long, had no room (the disk is full), or may only be read: nothing was written, later it may be.
    Later,
    /// The database is away, or in the middle of a restart.
    Wait,
}

/// What to do about an error that came before a commit was sent: nothing has been written.
pub(crate) fn remedy(error: &sqlx::Error) -> Remedy {
    let Some(code) = sqlstate(error) else {
        let of_ours = matches!(
            error,
            sqlx::Error::Decode(_)
                | sqlx::Error::Encode(_)
                | sqlx::Error::ColumnDecode { .. }
                | sqlx::Error::RowNotFound
        );
        return if of_ours { Remedy::Never } else { Remedy::Wait };
    };
    match code.as_str() {
        "40P01" | "40001" => Remedy::Repeat,
        code if ["22", "23", "42", "0A", "P0"].contains(&&code[..2]) => Remedy::Never,
        code if ["53", "55"].contains(&&code[..2]) || ["57014", "25006"].contains(&code) => Remedy::Later,
        _ => Remedy::Wait,
    }
}

fn sqlstate(error: &sqlx::Error) -> Option<String> {
    error.as_database_error()?.code().map(|code| code.into_owned()).filter(|code| code.len() == 5)
}

/// Whether the error is that constraint's refusal.
pub(crate) fn is_constraint(error: &sqlx::Error, name: &str) -> bool {
    error.as_database_error().and_then(|refusal| refusal.constraint()) == Some(name)
}
