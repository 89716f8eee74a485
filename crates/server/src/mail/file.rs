//! Letters as files in a folder, for development and tests: one a letter, written whole or not at all.

use super::build::message;
use super::port::{Letter, MailError, Mailer};
use async_trait::async_trait;
use std::path::PathBuf;

/// Writes letters into a folder.
pub(crate) struct FileMailer {
    folder: PathBuf,
    from: String,
}

impl FileMailer {
    pub(crate) const fn new(folder: PathBuf, from: String) -> Self {
        Self { folder, from }
    }
}

#[async_trait]
impl Mailer for FileMailer {
    async fn send(&self, letter: &Letter) -> Result<(), MailError> {
        let message = message(letter, &self.from)?;
        let later = |refused: std::io::Error| MailError::Later(refused.to_string());
        tokio::fs::create_dir_all(&self.folder).await.map_err(later)?;
        let path = self.folder.join(format!("{}.eml", letter.id));
        let written = path.with_extension("part");
        tokio::fs::write(&written, message.formatted()).await.map_err(later)?;
        tokio::fs::rename(&written, &path).await.map_err(later)
    }
}
