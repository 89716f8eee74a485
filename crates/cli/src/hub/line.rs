//! A line of the protocol: a command and its arguments. Knows no command.

/// `command key=value key="a value" flag`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) command: String,
    arguments: Vec<(String, String)>,
}

impl Line {
    /// Reads a line; what is between double quotes is one value. A blank line has an empty command.
    pub(crate) fn read(text: &str) -> Self {
        let mut words: Vec<String> = Vec::new();
        let (mut word, mut quoted, mut begun) = (String::new(), false, false);
        for letter in text.trim().chars() {
            match letter {
                '"' => (quoted, begun) = (!quoted, true),
                ' ' | '\t' if !quoted => {
                    if begun {
                        words.push(std::mem::take(&mut word));
                    }
                    begun = false;
                }
                letter => {
                    word.push(letter);
                    begun = true;
                }
            }
        }
        if begun {
            words.push(word);
        }
        let mut words = words.into_iter();
        let command = words.next().unwrap_or_default();
        let argument = |word: String| match word.split_once('=') {
            Some((key, value)) => (key.to_owned(), value.to_owned()),
            None => (word, String::new()),
        };
        Self { command, arguments: words.map(argument).collect() }
    }

    /// An argument's value; empty where it is a bare word.
    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.arguments.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_a_value_together_and_blanks_part_words() {
        let line = Line::read("  pos pos=We  moves=\"32-28 19-23\" quiet name=\"\"\r\n");
        assert_eq!(line.command, "pos");
        assert_eq!(line.get("moves"), Some("32-28 19-23"));
        assert_eq!((line.get("quiet"), line.get("name"), line.get("x")), (Some(""), Some(""), None));
        assert_eq!(Line::read("   "), Line::default());
    }
}
