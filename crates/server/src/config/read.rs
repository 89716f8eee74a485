//! Reads the configuration: the file, then the environment over it. Says of every refusal where the value stood.

use super::{Config, ConfigError, Problem};
use figment::Figment;
use figment::error::{Error, Kind};
use figment::providers::{Env, Format, Toml};
use std::path::Path;

/// Environment variables that begin with the prefix but belong to the command line, not to the configuration.
const NOT_CONFIGURATION: [&str; 3] = ["config", "data", "listen"];

impl Config {
    /// The configuration in the file at `path`, overridden by `DAMAS_…` variables (`DAMAS_SERVER__LISTEN` is
    /// `server.listen`), checked.
    ///
    /// # Errors
    /// [`ConfigError`].
    pub fn load(path: &Path) -> Result<Self, ConfigError> {
        if !path.is_file() {
            return Err(ConfigError::NoFile(path.to_owned()));
        }
        Self::accept(Figment::from(Toml::file_exact(path)).merge(overrides()))
    }

    /// The configuration in `text`, without the environment, checked.
    ///
    /// # Errors
    /// [`ConfigError`].
    pub fn from_toml(text: &str) -> Result<Self, ConfigError> {
        Self::accept(Figment::from(Toml::string(text)))
    }

    /// The configuration in `text` with pairs of key and value over it, as environment variables would be.
    ///
    /// # Errors
    /// [`ConfigError`].
    pub fn from_toml_with(text: &str, pairs: &[(&str, &str)]) -> Result<Self, ConfigError> {
        let mut figment = Figment::from(Toml::string(text));
        for (key, value) in pairs {
            let value: figment::value::Value = value.parse().expect("any text is a value");
            figment = figment.merge((key.replace("__", ".").to_lowercase(), value));
        }
        Self::accept(figment)
    }

    /// What the repository's own `config/damas.toml` says: the development default.
    #[must_use]
    pub fn development() -> Self {
        Self::from_toml(include_str!("../../../../config/damas.toml"))
            .expect("a test reads config/damas.toml and finds it right")
    }

    fn accept(figment: Figment) -> Result<Self, ConfigError> {
        let config: Self = figment.extract().map_err(shape_error)?;
        config.check()?;
        Ok(config)
    }
}

fn overrides() -> Env {
    Env::prefixed("DAMAS_").ignore(&NOT_CONFIGURATION).split("__")
}

/// A refusal of figment's in our words: which key, in which file or variable, why, and what is allowed.
fn shape_error(error: Error) -> ConfigError {
    let origin = error.metadata.as_ref().map_or_else(
        || "the configuration".to_owned(),
        |metadata| metadata.source.as_ref().map_or_else(|| metadata.name.to_string(), ToString::to_string),
    );
    let at = error.path.join(".");
    let under = |name: &str| match error.path.last() {
        Some(last) if last == name => at.clone(),
        Some(_) => format!("{at}.{name}"),
        None => name.to_owned(),
    };
    let problem = match &error.kind {
        Kind::UnknownField(name, known) => {
            Problem::new(under(name), "is unknown", format!("here: {}", known.join(", ")))
        }
        Kind::UnknownVariant(name, known) => Problem::new(at, format!("is \"{name}\""), known.join(", ")),
        Kind::MissingField(name) => {
            Problem::new(under(name), "is missing", "it has no default, it must be there")
        }
        Kind::InvalidType(found, expected) => Problem::new(at, format!("is {found}"), expected.clone()),
        Kind::InvalidValue(found, expected) => Problem::new(at, format!("is {found}"), expected.clone()),
        Kind::InvalidLength(found, expected) => {
            Problem::new(at, format!("has {found} items"), expected.clone())
        }
        Kind::ISizeOutOfRange(number) => Problem::new(at, format!("is {number}"), "a number that fits"),
        Kind::USizeOutOfRange(number) => Problem::new(at, format!("is {number}"), "a number that fits"),
        Kind::Message(reason) if at.is_empty() => {
            return ConfigError::Syntax { origin, reason: reason.clone() };
        }
        Kind::Message(_) | Kind::DuplicateField(_) | Kind::Unsupported(_) | Kind::UnsupportedKey(..) => {
            Problem::new(at, error.kind.to_string(), "what config/damas.toml shows")
        }
    };
    ConfigError::Shape { origin, problem }
}
