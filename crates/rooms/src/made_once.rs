//! A place for what is made of a value once for all its readers. Knows nothing of what that is.

use std::any::Any;
use std::sync::{Arc, OnceLock};

/// Holds what the first reader made; the others take it.
#[derive(Clone, Debug, Default)]
pub struct MadeOnce(OnceLock<Arc<dyn Any + Send + Sync>>);

impl MadeOnce {
    /// What the first reader made. Readers that want another type make their own.
    pub fn get_or_make<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        if let Some(made) = self.0.get() {
            return Arc::clone(made).downcast().unwrap_or_else(|_| Arc::new(make()));
        }
        let made = Arc::new(make());
        // two that were first at once both have theirs
        let _kept = self.0.set(Arc::clone(&made) as Arc<dyn Any + Send + Sync>);
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_made_once_for_all_who_want_the_same() {
        let place = MadeOnce::default();
        let first = place.get_or_make(|| 1_u8);
        let second = place.get_or_make(|| -> u8 { panic!("it is there") });
        assert!(Arc::ptr_eq(&first, &second));
        assert_eq!(*place.get_or_make(|| "another type"), "another type");
    }
}
