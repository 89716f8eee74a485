//! The database of a command: the one of DATABASE_URL, or the private one in the data folder, running or started for it.

use anyhow::Context as _;
use std::path::{Path, PathBuf};
use store::embedded::{Cluster, EmbeddedOptions, running};
use store::{Database, DatabaseOptions};

/// Where the configuration is.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ConfigArgs {
    /// The configuration
    #[arg(long, value_name = "FILE", default_value = "config/damas.toml")]
    config: PathBuf,
}

impl ConfigArgs {
    /// The accepted configuration.
    pub(crate) fn load(&self) -> anyhow::Result<server::Config> {
        server::Config::load(&self.config).with_context(|| format!("configuration {}", self.config.display()))
    }
}

/// Where the database is.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// The folder of the private PostgreSQL, used when DATABASE_URL is not set
    #[arg(long, value_name = "DIR", default_value = "data")]
    pub(crate) data: PathBuf,
}

/// The database's address, a secret: only ever from the environment.
pub(crate) fn url_from_environment() -> Option<String> {
    std::env::var("DATABASE_URL").ok().filter(|url| !url.is_empty())
}

/// An open database, and the cluster that was started for it.
pub(crate) struct Open {
    pub(crate) database: Database,
    _cluster: Option<Cluster>,
}

/// The database as it is: a folder without one is an error, nothing is made. See [`open`].
pub(crate) async fn open_existing(args: &Args) -> anyhow::Result<Open> {
    if url_from_environment().is_none() && !store::embedded::exists(&embedded(&args.data)?)? {
        anyhow::bail!(
            "there is no database in {}: give its folder with --data, or its address in DATABASE_URL",
            args.data.display()
        );
    }
    open(args).await
}

/// Opens the database: joins a private PostgreSQL that a server runs, never taking its lock, else starts it for this
/// command and stops it when the answer is dropped.
pub(crate) async fn open(args: &Args) -> anyhow::Result<Open> {
    let (address, cluster) = match url_from_environment() {
        Some(url) => (url.parse().context("DATABASE_URL")?, None),
        None => {
            let options = embedded(&args.data)?;
            match running(&options)? {
                Some(address) => (address, None),
                None => {
                    let cluster = Cluster::start(&options).context("the private PostgreSQL")?;
                    (cluster.address(), Some(cluster))
                }
            }
        }
    };
    let database = Database::open(&DatabaseOptions::new(address)).await?;
    Ok(Open { database, _cluster: cluster })
}

#[expect(clippy::disallowed_methods, reason = "the command line may draw entropy")]
fn embedded(data: &Path) -> anyhow::Result<EmbeddedOptions> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret)
        .map_err(|error| anyhow::anyhow!("the system gives no random bytes: {error}"))?;
    Ok(EmbeddedOptions::new(data.join("pg"), std::env::var_os("PATH"), secret))
}

/// The runtime of a command. Its threads have the command's name, so that a profile tells them apart.
pub(crate) fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    let name = std::env::args().nth(1).filter(|name| !name.starts_with('-'));
    let name = format!("damas-{}", name.as_deref().unwrap_or("serve"));
    tokio::runtime::Builder::new_multi_thread()
        .thread_name(name)
        .enable_all()
        .build()
        .context("the system gives no threads")
}
