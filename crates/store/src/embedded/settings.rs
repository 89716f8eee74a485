//! The settings file of the private cluster. Written anew at each start, so that paths never pass through a shell.

use std::path::Path;

/// Part of the socket's name only: no TCP port is opened.
pub(super) const PORT: u16 = 5432;

/// What `postgresql.conf` includes.
pub(super) const FILE: &str = "damas.conf";

/// The settings, for a socket in that folder. Durability is left as PostgreSQL has it: on. Errors are logged without their
/// detail, which would name players.
pub(super) fn text(socket_folder: &Path) -> String {
    let folder = quoted_list_item(&socket_folder.to_string_lossy());
    format!(
        "# written by the server at each start\n\
         listen_addresses = ''\n\
         unix_socket_directories = '{folder}'\n\
         unix_socket_permissions = 0700\n\
         port = {PORT}\n\
         max_connections = 100\n\
         log_min_messages = warning\n\
         log_error_verbosity = terse\n\
         log_line_prefix = '%m [%p] '\n"
    )
}

/// One item of a list in a quoted setting: in double quotes for the list, with the single ones doubled for the setting.
fn quoted_list_item(item: &str) -> String {
    format!("\"{}\"", item.replace('"', "\"\"")).replace('\\', "\\\\").replace('\'', "''")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_quotes_and_commas_stays_one_item() {
        assert_eq!(quoted_list_item("/plain/path"), "\"/plain/path\"");
        assert_eq!(quoted_list_item("/it's, \"odd\""), "\"/it''s, \"\"odd\"\"\"");
    }
}
