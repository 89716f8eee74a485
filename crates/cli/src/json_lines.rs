//! Questions a line in, answers a line out, both JSON, in the same order. Knows no question.

use serde::Serialize;
use std::io::{BufRead, Write};

/// Answers every line; each answer is out before the next line is read.
///
/// # Errors
/// When the lines cannot be read or the answers not be written.
pub(crate) fn answer_all<A: Serialize>(
    mut questions: impl BufRead,
    mut answers: impl Write,
    answer: impl Fn(&[u8]) -> A,
) -> anyhow::Result<()> {
    let mut line = Vec::new();
    while questions.read_until(b'\n', &mut line)? > 0 {
        serde_json::to_writer(&mut answers, &answer(line.trim_ascii()))?;
        writeln!(answers)?;
        answers.flush()?;
        line.clear();
    }
    Ok(())
}
