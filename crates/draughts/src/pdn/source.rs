//! A stream as lines of characters. Knows bytes and encodings, no PDN.

use super::bounds;
use super::fault::{PdnFault, Place};
use std::io::{self, BufRead, Read as _};

/// Reads lines. One that is not UTF-8 is taken as Latin-1: old files are, and their moves are ASCII in either.
pub(super) struct Source<R> {
    stream: R,
    bytes: Vec<u8>,
    line: u32,
    first_latin1: Option<u32>,
    failed: bool,
}

impl<R: BufRead> Source<R> {
    pub(super) const fn new(stream: R) -> Self {
        Self { stream, bytes: Vec::new(), line: 0, first_latin1: None, failed: false }
    }

    /// The number of the line that was read last, from 1.
    pub(super) const fn line(&self) -> u32 {
        self.line
    }

    /// The first line that was not UTF-8, told once.
    pub(super) fn take_latin1(&mut self) -> Option<Place> {
        let line = self.first_latin1.filter(|line| *line > 0)?;
        self.first_latin1 = Some(0);
        Some(Place { line, column: 1 })
    }

    /// Puts the next line, without its end, in place of the one before; whether there was one.
    ///
    /// # Errors
    /// A line that is too long: it is skipped, and reading can go on. A stream that fails: there is no more.
    pub(super) fn next(&mut self, line: &mut String) -> Result<bool, PdnFault> {
        line.clear();
        if self.failed {
            return Ok(false);
        }
        let read = self.read_line();
        let long = read.map_err(|error| {
            self.failed = true;
            PdnFault::Source { message: error.to_string() }
        })?;
        if self.bytes.is_empty() {
            return Ok(false);
        }
        self.line = self.line.saturating_add(1);
        if long {
            return Err(PdnFault::TooMuch { what: "the line has too many bytes", most: bounds::LINE });
        }
        let mut bytes = without_end(&self.bytes);
        if self.line == 1 {
            bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
                self.failed = true;
                return Err(PdnFault::Utf16);
            }
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => line.push_str(text),
            Err(_) => {
                self.first_latin1.get_or_insert(self.line);
                line.extend(bytes.iter().map(|byte| char::from(*byte)));
            }
        }
        Ok(true)
    }

    /// Reads to the end of the line; whether it was longer than is kept.
    fn read_line(&mut self) -> io::Result<bool> {
        self.bytes.clear();
        let most = bounds::LINE as u64 + 1;
        (&mut self.stream).take(most).read_until(b'\n', &mut self.bytes)?;
        if self.bytes.len() <= bounds::LINE || self.bytes.ends_with(b"\n") {
            return Ok(false);
        }
        loop {
            let buffer = self.stream.fill_buf()?;
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let (used, done) = end.map_or((buffer.len(), buffer.is_empty()), |end| (end + 1, true));
            self.stream.consume(used);
            if done {
                return Ok(true);
            }
        }
    }
}

fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Result<String, PdnFault>> {
        let mut source = Source::new(bytes);
        let mut line = String::new();
        let mut lines = Vec::new();
        loop {
            match source.next(&mut line) {
                Ok(false) => return lines,
                Ok(true) => lines.push(Ok(line.clone())),
                Err(fault) => lines.push(Err(fault)),
            }
        }
    }

    #[test]
    fn a_byte_order_mark_and_every_end_of_line_are_no_part_of_a_line() {
        let text = "\u{feff}one\r\n\ntwo\u{feff}\nthree";
        let expected = ["one", "", "two\u{feff}", "three"].map(|line| Ok(line.to_owned()));
        assert_eq!(lines(text.as_bytes()), expected);
    }

    #[test]
    fn a_line_that_is_not_utf_8_is_latin_1_and_the_first_one_is_told_once() {
        let mut source = Source::new(&b"caf\xc3\xa9\nJo\xe3o\nJos\xe9"[..]);
        let mut line = String::new();
        let mut seen = Vec::new();
        while source.next(&mut line).unwrap() {
            seen.push((line.clone(), source.take_latin1().map(|place| place.line)));
        }
        let expected = [("café", None), ("João", Some(2)), ("José", None)];
        assert_eq!(seen, expected.map(|(line, told)| (line.to_owned(), told)));
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_and_the_next_one_is_read() {
        let mut text = vec![b'a'; bounds::LINE];
        text.extend(b"\n");
        text.extend(vec![b'b'; 3 * bounds::LINE]);
        text.extend(b"\nlast");
        let read = lines(&text);
        assert_eq!(read[0].as_ref().map(String::len), Ok(bounds::LINE));
        assert!(matches!(read[1], Err(PdnFault::TooMuch { .. })));
        assert_eq!(read[2..], [Ok("last".to_owned())]);
    }

    #[test]
    fn utf_16_is_told_and_nothing_more_is_read() {
        assert_eq!(lines(b"\xff\xfe[\0E\0\n\0"), [Err(PdnFault::Utf16)]);
    }
}
