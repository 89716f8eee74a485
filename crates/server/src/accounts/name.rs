//! What names and passwords look like.

/// The words that a name may not be, in any case: they would pass for the house.
const RESERVED: [&str; 8] =
    ["admin", "administrator", "damas", "house", "moderator", "operator", "support", "system"];

/// The passwords that everybody tries first, of the length that is allowed.
const COMMON: [&str; 20] = [
    "password",
    "password1",
    "12345678",
    "123456789",
    "1234567890",
    "11111111",
    "00000000",
    "qwertyui",
    "qwerty123",
    "qwertyuiop",
    "iloveyou",
    "abcd1234",
    "1q2w3e4r",
    "1qaz2wsx",
    "asdfghjk",
    "sunshine",
    "princess",
    "football",
    "contrasena",
    "brasil123",
];

/// A name as it was given, if it has the form that names have: 3 to 20 letters, digits, `_` or `-` of ASCII.
///
/// # Errors
/// What is wrong and what is allowed, in English.
pub(crate) fn check_name(name: &str) -> Result<(), String> {
    let allowed = "a name has 3 to 20 letters (a-z, A-Z), digits, _ or -";
    if !(3..=20).contains(&name.len())
        || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
    {
        return Err(allowed.to_owned());
    }
    if RESERVED.contains(&name.to_ascii_lowercase().as_str()) {
        return Err("that name is kept for the house".to_owned());
    }
    Ok(())
}

/// Whether a new password is long enough, short enough and not the first that anybody would try.
///
/// # Errors
/// What is wrong and what is allowed, in English.
pub(crate) fn check_password(password: &str, name: &str) -> Result<(), String> {
    if !(8..=128).contains(&password.len()) {
        return Err("a password has 8 to 128 bytes".to_owned());
    }
    let lower = password.to_lowercase();
    if COMMON.contains(&lower.as_str()) || lower == name.to_lowercase() {
        return Err("that password is among the first that anybody would try".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_3_to_20_plain_letters_digits_underscores_or_dashes() {
        for name in ["ana", "Ana_Silva-99", "a-b", "12345678901234567890"] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in [
            "",
            "an",
            "123456789012345678901",
            "ana silva",
            "aña",
            "ana\n",
            "ana.",
            "<b>ana</b>",
            "Admin",
            "HOUSE",
        ] {
            assert!(check_name(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn a_password_has_8_to_128_bytes_and_is_not_the_first_that_anybody_would_try() {
        for password in ["a dog in rain", "ñandúñ!", &"x".repeat(128)] {
            assert!(check_password(password, "ana").is_ok(), "{password}");
        }
        for password in ["", "short12", &"x".repeat(129), "Password1", "12345678", "ana_silva"] {
            assert!(check_password(password, "Ana_Silva").is_err(), "{password}");
        }
    }
}
