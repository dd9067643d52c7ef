//! The ratios as a bar chart, in hand-written SVG.

use std::fmt::Write as _;

use crate::{
    measure::Samples,
    peers::Role,
    report::{Report, significant},
};

const WIDTH: f64 = 880.0;
const MARGIN: f64 = 24.0;
/// Where the bars begin.
const AXIS: f64 = 220.0;
/// Room for the values to the right of the longest bar.
const VALUES: f64 = 190.0;
const HEADER: f64 = 76.0;
const BAR: f64 = 22.0;
const GROUP_TITLE: f64 = 34.0;

/// The panel has a background of its own, so the text is legible on a page of any colour; where the viewer
/// prefers dark, the panel is dark too. A rim in its colour keeps the dashed line out of the text.
const STYLE: &str = "\
text { font: 13px system-ui, sans-serif; fill: #1f2328; stroke: #ffffff; stroke-width: 3px; paint-order: stroke }
.panel { fill: #ffffff; stroke: #d0d7de }
.title { font-size: 17px; font-weight: 600 }
.group { font-weight: 600 }
.muted { fill: #59636e }
.bar { fill: #8c959f }
.subject { fill: #0969da }
.base { stroke: #59636e; stroke-dasharray: 4 3 }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc; stroke: #0d1117 }
.panel { fill: #0d1117; stroke: #3d444d }
.muted { fill: #9198a1 }
.bar { fill: #656c76 }
.subject { fill: #4493f8 }
.base { stroke: #9198a1 }
}
";

/// Bars of the speed relative to P-256, or to the reference where P-256 was left out; `None` without either.
/// Each value is followed by the ratio to the reference.
pub(crate) fn svg(report: &Report) -> Option<String> {
    let reference = report.find(Role::Reference);
    let base = report.find(Role::Yardstick).or(reference)?;
    let longest = report
        .results
        .iter()
        .flat_map(|(_, samples)| {
            (0..samples.len()).filter_map(|contestant| Report::ratio(samples, base, contestant))
        })
        .fold(1.0, f64::max);
    let chart = Chart {
        report,
        base,
        reference: reference.filter(|&reference| reference != base),
        scale: (WIDTH - AXIS - VALUES) / longest,
    };

    let mut body = String::new();
    let mut y = HEADER;
    for (op, samples) in &report.results {
        text(&mut body, "group", "start", MARGIN, y + 22.0, op.label());
        y = chart.group(&mut body, y + GROUP_TITLE, samples);
    }
    Some(chart.panel(&body, y + MARGIN))
}

struct Chart<'a> {
    report: &'a Report,
    /// Whose speed is 1.
    base: usize,
    /// The reference, unless it is the base.
    reference: Option<usize>,
    /// Length of the bar of the base.
    scale: f64,
}

impl Chart<'_> {
    /// Draws the bars of one operation from `y` down and returns where they end.
    fn group(&self, svg: &mut String, y: f64, samples: &[Samples]) -> f64 {
        let mut bars = String::new();
        let mut end = y;
        for contestant in 0..samples.len() {
            self.bar(&mut bars, end, samples, contestant);
            end += BAR;
        }
        // The line lies behind the bars.
        let x = AXIS + self.scale;
        let _ = writeln!(svg, r#"<line class="base" x1="{x:.1}" x2="{x:.1}" y1="{y}" y2="{end}"/>"#);
        svg.push_str(&bars);
        end
    }

    fn bar(&self, svg: &mut String, y: f64, samples: &[Samples], contestant: usize) {
        let (name, role) = &self.report.contestants[contestant];
        let baseline = y + 15.0;
        text(svg, "", "end", AXIS - 10.0, baseline, name);
        let Some(ratio) = Report::ratio(samples, self.base, contestant) else {
            text(svg, "muted", "start", AXIS + 8.0, baseline, "not offered");
            return;
        };
        let class = if *role == Role::Subject { "subject" } else { "bar" };
        let length = ratio * self.scale;
        let _ = writeln!(
            svg,
            r#"<rect class="{class}" x="{AXIS}" y="{}" width="{length:.1}" height="{}" rx="2"/>"#,
            y + 3.0,
            BAR - 6.0
        );
        let x = AXIS + length + 8.0;
        text(svg, "", "start", x, baseline, &significant(ratio));
        let against = self.reference.and_then(|reference| Report::ratio(samples, reference, contestant));
        if let Some(ratio) = against {
            let label = format!("{}× RustCrypto", significant(ratio));
            text(svg, "muted", "start", x + 42.0, baseline, &label);
        }
    }

    fn panel(&self, body: &str, height: f64) -> String {
        let base = &self.report.contestants[self.base].0;
        let title = format!("SM2: speed relative to {base}");
        let subtitle = format!("longer is faster; dashed line: {base} = 1; one thread, messages of 32 bytes");
        let mut head = String::new();
        text(&mut head, "title", "start", MARGIN, 36.0, &title);
        text(&mut head, "muted", "start", MARGIN, 58.0, &subtitle);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">
<title>{}</title>
<style>
{STYLE}</style>
<rect class="panel" x="0.5" y="0.5" width="{}" height="{}" rx="8"/>
{head}{body}</svg>
"#,
            escape(&title),
            WIDTH - 1.0,
            height - 1.0
        )
    }
}

fn text(svg: &mut String, class: &str, anchor: &str, x: f64, y: f64, content: &str) {
    let content = escape(content);
    let _ = writeln!(
        svg,
        r#"<text class="{class}" text-anchor="{anchor}" x="{x:.1}" y="{y:.1}">{content}</text>"#
    );
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
