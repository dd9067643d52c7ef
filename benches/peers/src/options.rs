//! The command line.

use std::{path::PathBuf, time::Duration};

use crate::{Result, measure::Plan};

pub(crate) const USAGE: &str = "\
usage: sm2p256-peers [--rounds N] [--svg FILE] [--quick]

  --rounds N   rounds each operation is timed for (default 31)
  --svg FILE   where the picture goes (default ratios.svg)
  --quick      5 short rounds: to see that it works, not to quote
";

/// What the command line asks for.
pub(crate) struct Options {
    pub(crate) plan: Plan,
    pub(crate) svg: PathBuf,
    pub(crate) help: bool,
}

impl Options {
    pub(crate) fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self> {
        let mut rounds = None;
        let mut quick = false;
        let mut svg = PathBuf::from("ratios.svg");
        let mut help = false;
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
            match argument.as_str() {
                "--rounds" => rounds = Some(value()?.parse()?),
                "--svg" => svg = value()?.into(),
                "--quick" => quick = true,
                "--help" | "-h" => help = true,
                _ => return Err(format!("unknown argument {argument}\n\n{USAGE}").into()),
            }
        }
        if rounds == Some(0) {
            return Err("--rounds must be at least 1".into());
        }
        let (default_rounds, milliseconds) = if quick { (5, 4) } else { (31, 20) };
        Ok(Self {
            plan: Plan {
                rounds: rounds.unwrap_or(default_rounds),
                round: Duration::from_millis(milliseconds),
            },
            svg,
            help,
        })
    }
}
