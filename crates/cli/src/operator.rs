//! Who gives a command that is kept with its maker's name.

/// Who it is.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Operator {
    /// Who does it; without it the name of the system's user
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
}

impl Operator {
    /// The name that is kept.
    pub(crate) fn name(&self) -> anyhow::Result<String> {
        let of_system = || {
            ["SUDO_USER", "USER", "LOGNAME"]
                .into_iter()
                .find_map(|name| std::env::var(name).ok().filter(|name| !name.is_empty()))
        };
        self.by
            .clone()
            .filter(|name| !name.is_empty())
            .or_else(of_system)
            .ok_or_else(|| anyhow::anyhow!("say who does it: --by NAME (the system knows no name of yours)"))
    }
}
