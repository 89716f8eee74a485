//! How much of anything one game may hold. Far beyond every real file, so that a hostile one costs little. Whatever is read
//! within these bounds is written within them.

/// Bytes of a line, as they stand in the file.
pub(super) const LINE: usize = 4 << 20;
/// Bytes of a tag's name.
pub(super) const TAG_NAME: usize = 64;
/// Bytes of a tag's value.
pub(super) const TAG_VALUE: usize = 4 << 10;
/// Tags of a game, beyond the standard's seven, GameType and FEN.
pub(super) const TAGS: usize = 256;
/// Bytes of a word: a move, a result.
pub(super) const WORD: usize = 256;
/// Bytes of one comment.
pub(super) const COMMENT: usize = 64 << 10;
/// Bytes of all comments of a game.
pub(super) const COMMENTS: usize = 1 << 20;
/// Moves of a game with all its variations.
pub(super) const MOVES: usize = 10_000;
/// Moves, comments, NAGs and parentheses of a game.
pub(super) const ITEMS: usize = 50_000;
/// Variations in variations.
pub(super) const DEPTH: usize = 64;
/// Squares of a capture: no move lands more often.
pub(super) const SQUARES: usize = 21;
/// Ways of a move that an error names.
pub(super) const PATHS: usize = 16;
