//! One private PostgreSQL for the whole test binary, and a fresh database for each test.

use ids::Millis;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use store::embedded::{Cluster, EmbeddedOptions};
use store::{Address, Database, DatabaseOptions};
use tokio::sync::OnceCell;

struct Shared {
    cluster: Cluster,
    /// Stops the cluster and removes its folder when this process ends, however it ends: its input closes then.
    _sweeper: Child,
}

/// Bytes that no other run has.
pub(crate) fn secret() -> [u8; 32] {
    let mut secret = [0; 32];
    let mut source = std::fs::File::open("/dev/urandom").unwrap();
    std::io::Read::read_exact(&mut source, &mut secret).unwrap();
    secret
}

/// A folder for a cluster among the temporary files, which PostgreSQL's user can reach.
pub(crate) fn folder(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("damas-store-{}-{name}", std::process::id()))
}

/// Options for a cluster in that folder.
pub(crate) fn options(folder: PathBuf) -> EmbeddedOptions {
    EmbeddedOptions::new(folder, std::env::var_os("PATH"), secret())
}

fn shared() -> &'static Shared {
    static SHARED: OnceLock<Shared> = OnceLock::new();
    SHARED.get_or_init(|| {
        let cluster = Cluster::start(&options(folder("shared"))).unwrap();
        let postmaster = cluster.postmaster().unwrap().to_string();
        let script =
            "read _; kill -INT \"$1\"; while kill -0 \"$1\" 2>/dev/null; do sleep 0.1; done; rm -rf \"$2\"";
        let sweeper = Command::new("/bin/sh")
            .args(["-c", script, "sweeper", &postmaster])
            .arg(cluster.folder())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Shared { cluster, _sweeper: sweeper }
    })
}

pub(crate) async fn open(address: Address) -> Database {
    let mut options = DatabaseOptions::new(address);
    options.connections = 20;
    options.acquire_timeout = Millis(20_000);
    Database::open(&options).await.unwrap()
}

/// The template with the schema, made once.
async fn template() {
    static TEMPLATE: OnceCell<()> = OnceCell::const_new();
    TEMPLATE
        .get_or_init(|| async {
            let address = tokio::task::spawn_blocking(|| shared().cluster.address()).await.unwrap();
            sql(&address, "create database template_damas").await;
            let database = open(address.with_database("template_damas")).await;
            database.migrate().await.unwrap();
            database.close().await;
        })
        .await;
}

/// The address of a fresh database with the schema.
pub(crate) async fn fresh_address() -> Address {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    template().await;
    let name = format!("test_{}", NUMBER.fetch_add(1, Ordering::Relaxed));
    let address = shared().cluster.address();
    // one at a time: the template may have no other user while it is copied
    static COPYING: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    let _turn = COPYING.lock().await;
    sql(&address, &format!("create database {name} template template_damas")).await;
    address.with_database(&name)
}

/// A fresh database with the schema.
pub(crate) async fn fresh() -> Database {
    open(fresh_address().await).await
}

/// Runs statements as the superuser, past everything that the store would refuse.
pub(crate) async fn sql(address: &Address, text: &str) {
    try_sql(address, text).await.unwrap();
}

/// Runs statements; the error is the database's.
pub(crate) async fn try_sql(address: &Address, text: &str) -> Result<(), sqlx::Error> {
    let mut connection = sqlx::ConnectOptions::connect(address.options()).await?;
    sqlx::raw_sql(sqlx::AssertSqlSafe(text)).execute(&mut connection).await?;
    sqlx::Connection::close(connection).await
}

/// The texts that a query gives.
pub(crate) async fn texts(address: &Address, text: &'static str) -> Vec<String> {
    let mut connection = sqlx::ConnectOptions::connect(address.options()).await.unwrap();
    sqlx::query_scalar(text).fetch_all(&mut connection).await.unwrap()
}
