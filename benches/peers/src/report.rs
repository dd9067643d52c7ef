//! What a run found, and the tables of it.

use std::fmt::Write as _;

use crate::{
    contestant::{Contestant, Op},
    measure::{Samples, median, spread},
    peers::Role,
};

/// The results of a run.
pub(crate) struct Report {
    /// Name and role of each contestant, in the order of the samples.
    pub(crate) contestants: Vec<(String, Role)>,
    /// For each operation, the samples of each contestant.
    pub(crate) results: Vec<(Op, Vec<Samples>)>,
}

impl Report {
    pub(crate) fn new(contestants: &[Box<dyn Contestant>], results: Vec<(Op, Vec<Samples>)>) -> Self {
        let contestants = contestants.iter().map(|c| (c.name(), c.role())).collect();
        Self { contestants, results }
    }

    /// The contestant in this role, if it was built.
    pub(crate) fn find(&self, role: Role) -> Option<usize> {
        self.contestants.iter().position(|&(_, r)| r == role)
    }

    /// How many times as fast as `base` the contestant is: the median of the ratios within each round.
    pub(crate) fn ratio(samples: &[Samples], base: usize, contestant: usize) -> Option<f64> {
        let (base, own) = (samples[base].as_ref()?, samples[contestant].as_ref()?);
        let ratios: Vec<f64> = base.iter().zip(own).map(|(base, own)| base / own).collect();
        Some(median(&ratios))
    }

    /// All tables, as text that is also Markdown.
    pub(crate) fn tables(&self) -> String {
        let mut text = String::new();
        for role in [Role::Reference, Role::Yardstick] {
            if let Some(base) = self.find(role) {
                let title = format!("Speed relative to {} (2 is twice as fast)", self.contestants[base].0);
                self.table(&mut text, &title, |samples, contestant| {
                    Self::ratio(samples, base, contestant).map(significant)
                });
            }
        }
        self.table(
            &mut text,
            "Medians in microseconds (spread of the middle half of the rounds)",
            |samples, contestant| {
                let values = samples[contestant].as_ref()?;
                let (time, spread) = (median(values) * 1e6, spread(values) * 100.0);
                Some(format!("{time:.1} ({spread:.0} %)"))
            },
        );
        text.push_str(NOTE);
        text
    }

    fn table(&self, text: &mut String, title: &str, cell: impl Fn(&[Samples], usize) -> Option<String>) {
        let mut rows = vec![vec![String::new()], vec![":--".to_owned()]];
        for (op, _) in &self.results {
            rows[0].push(op.label().to_owned());
            rows[1].push("--:".to_owned());
        }
        for (contestant, (name, _)) in self.contestants.iter().enumerate() {
            let mut row = vec![name.clone()];
            for (_, samples) in &self.results {
                row.push(cell(samples, contestant).unwrap_or_else(|| "–".to_owned()));
            }
            rows.push(row);
        }
        let widths: Vec<usize> = (0..rows[0].len())
            .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
            .collect();
        let _ = writeln!(text, "{title}\n");
        for row in rows {
            let name = format!("| {:<width$} |", row[0], width = widths[0]);
            let cells = row[1..].iter().zip(&widths[1..]).map(|(cell, &width)| format!(" {cell:>width$} |"));
            let _ = writeln!(text, "{name}{}", cells.collect::<String>());
        }
        text.push('\n');
    }
}

/// Three digits, as far as that makes sense.
pub(crate) fn significant(ratio: f64) -> String {
    let decimals = match ratio {
        ..0.1 => 3,
        ..10.0 => 2,
        _ => 1,
    };
    format!("{ratio:.decimals$}")
}

const NOTE: &str = "\
Ratios are what to read: the microseconds are of this machine at this minute.
A message has 32 bytes. SM2 messages take Z and SM3, P-256 messages SHA-256.
A dash: the library has no interface for it. What is comparable and which peers are not constant-time: see the README.
";
