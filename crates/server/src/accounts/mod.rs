//! What an account is made of: a name, a password, tokens. Knows no HTTP.

mod known;
mod name;
mod password;
mod signed;
mod token;

pub(crate) use known::KnownTokens;
pub(crate) use name::{check_name, check_password};
pub(crate) use password::{HashError, Passwords};
pub(crate) use signed::Signed;
pub(crate) use token::{Token, token_hash};
