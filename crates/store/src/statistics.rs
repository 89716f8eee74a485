//! PostgreSQL's statistics of tables that are new: without any it plans the question for one player's running games as a walk
//! through everybody's. Its own collector comes once a minute; a house may fill within seconds.

use crate::Database;
use crate::error::StoreError;

/// How large a table is before statistics of it tell anything, in bytes.
const LARGE_ENOUGH: i64 = 65_536;

impl Database {
    /// Collects statistics of the tables that have grown and have none yet; gives their names. From then on PostgreSQL sees to
    /// it itself.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn analyse_new_tables(&self) -> Result<Vec<String>, StoreError> {
        // -1: never analysed
        let tables: Vec<String> = sqlx::query_scalar(
            "select quote_ident(relname) from pg_class
            where relnamespace = current_schema()::regnamespace and relkind = 'r' and reltuples = -1
                and pg_relation_size(oid) >= $1",
        )
        .bind(LARGE_ENOUGH)
        .fetch_all(&self.pool)
        .await?;
        for table in &tables {
            // a statement that no two servers run at once: the second waits for the first
            sqlx::query(sqlx::AssertSqlSafe(format!("analyze {table}"))).execute(&self.pool).await?;
        }
        Ok(tables)
    }
}
