//! Hashes passwords with Argon2id, few at once: a thousand sign-ins never take the machine from those who play.

use crate::config::PasswordConfig;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Why a hash was not computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum HashError {
    /// As many as may wait are waiting.
    #[error("as many sign-ins as may wait are waiting")]
    Busy,
    /// The stored hash is none, or the library failed.
    #[error("a password hash could not be computed: {0}")]
    Broken(String),
}

/// Hashes and checks passwords on a bounded part of the machine.
#[derive(Clone)]
pub(crate) struct Passwords {
    argon2: Argon2<'static>,
    /// How many compute at once.
    slots: Arc<Semaphore>,
    /// How many compute or wait.
    places: Arc<Semaphore>,
    /// A hash that no password has, made with the figures in force: checked when there is no account, so that an unknown
    /// name takes as long as a wrong password.
    nobody: Arc<str>,
}

impl Passwords {
    /// With these figures.
    ///
    /// # Errors
    /// [`HashError::Broken`] when the library does not take the figures.
    pub(crate) fn new(config: &PasswordConfig) -> Result<Self, HashError> {
        let params = Params::new(config.memory_kib, config.passes, 1, None)
            .map_err(|error| HashError::Broken(error.to_string()))?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let nobody = hash(&argon2, &crate::chance::bytes::<32>())?.into();
        Ok(Self {
            argon2,
            slots: Arc::new(Semaphore::new(config.at_once)),
            places: Arc::new(Semaphore::new(config.at_once + config.waiting)),
            nobody,
        })
    }

    /// The hash of a new password, as a PHC string.
    ///
    /// # Errors
    /// [`HashError`].
    pub(crate) async fn hash(&self, password: String) -> Result<String, HashError> {
        let argon2 = self.argon2.clone();
        self.run(move || hash(&argon2, password.as_bytes())).await
    }

    /// Whether the password is the one of that stored hash; without a stored hash it takes as long and says no.
    ///
    /// # Errors
    /// [`HashError`].
    pub(crate) async fn verify(&self, password: String, stored: Option<String>) -> Result<bool, HashError> {
        let argon2 = self.argon2.clone();
        let nobody = Arc::clone(&self.nobody);
        self.run(move || {
            let known = stored.is_some();
            let text = stored.as_deref().unwrap_or(&nobody);
            let stored = PasswordHash::new(text).map_err(|error| HashError::Broken(error.to_string()))?;
            let fits = argon2.verify_password(password.as_bytes(), &stored).is_ok();
            Ok(fits && known)
        })
        .await
    }

    /// Runs `work` on a blocking thread when a slot is free.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, HashError> + Send + 'static,
    ) -> Result<T, HashError> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_full| HashError::Busy)?;
        let slot = Arc::clone(&self.slots).acquire_owned().await.expect("the semaphore is never closed");
        let task = tokio::task::spawn_blocking(move || {
            let answer = work();
            drop((slot, place));
            answer
        });
        task.await.map_err(|error| HashError::Broken(error.to_string()))?
    }
}

fn hash(argon2: &Argon2<'_>, password: &[u8]) -> Result<String, HashError> {
    let salt = crate::chance::bytes::<16>();
    let hash: PasswordHash = argon2
        .hash_password_with_salt(password, &salt)
        .map_err(|error| HashError::Broken(error.to_string()))?;
    Ok(hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quick() -> PasswordConfig {
        PasswordConfig { at_once: 1, waiting: 2, memory_kib: 8_192, passes: 1 }
    }

    #[tokio::test]
    async fn a_password_fits_its_own_hash_only_and_never_that_of_nobody() {
        let passwords = Passwords::new(&quick()).unwrap();
        let stored = passwords.hash("a dog in rain".to_owned()).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=8192,t=1,p=1$"), "{stored}");
        assert!(passwords.verify("a dog in rain".to_owned(), Some(stored.clone())).await.unwrap());
        assert!(!passwords.verify("a cat in rain".to_owned(), Some(stored.clone())).await.unwrap());
        assert!(!passwords.verify("a dog in rain".to_owned(), None).await.unwrap());
        let again = passwords.hash("a dog in rain".to_owned()).await.unwrap();
        assert_ne!(stored, again, "each has its own salt");
    }

    #[tokio::test]
    async fn a_hash_made_with_other_figures_is_still_checked() {
        let old = Passwords::new(&PasswordConfig { passes: 2, ..quick() }).unwrap();
        let stored = old.hash("a dog in rain".to_owned()).await.unwrap();
        let new = Passwords::new(&quick()).unwrap();
        assert!(new.verify("a dog in rain".to_owned(), Some(stored)).await.unwrap());
    }

    #[tokio::test]
    async fn more_sign_ins_than_may_wait_are_refused_at_once() {
        let passwords = Passwords::new(&quick()).unwrap();
        let _held = Arc::clone(&passwords.places).try_acquire_many_owned(3).unwrap();
        assert_eq!(passwords.hash("a dog in rain".to_owned()).await, Err(HashError::Busy));
    }
}
