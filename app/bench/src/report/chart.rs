//! Small charts: the rates of a suite as bars with their intervals.

use std::fmt::Write as _;

use crate::metric::{Better, Found, Metric};
use crate::record::Record;
use crate::stats::{real, wilson};

const WIDTH: f64 = 640.0;
/// Where the bars begin, after their names.
const LEFT: f64 = 250.0;
const ROW: f64 = 24.0;
const MOST: usize = 14;

/// The rates of a suite; nothing where there are fewer than two, which a sentence says better.
pub(super) fn svg(record: &Record) -> Option<String> {
    let bars: Vec<Bar> = record.metrics.iter().filter_map(Bar::of).take(MOST).collect();
    if bars.len() < 2 {
        return None;
    }
    let height = ROW * real(bars.len() as u64) + 28.0;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\" aria-label=\"{} in percent\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        escaped(&record.suite)
    );
    for (number, bar) in bars.iter().enumerate() {
        bar.draw(&mut text, 4.0 + ROW * real(number as u64));
    }
    for percent in [0, 25, 50, 75, 100] {
        let x = place(f64::from(percent) / 100.0);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "<line x1=\"{x:.1}\" y1=\"0\" x2=\"{x:.1}\" y2=\"{:.0}\" stroke=\"#0002\"/><text x=\"{x:.1}\" y=\"{:.0}\" \
             text-anchor=\"middle\" fill=\"#555\">{percent}%</text>",
            height - 22.0,
            height - 8.0
        );
    }
    text.push_str("</svg>\n");
    Some(text)
}

struct Bar {
    name: String,
    share: f64,
    low: f64,
    high: f64,
    bound: Option<f64>,
    beside: Option<f64>,
    better: Better,
}

impl Bar {
    fn of(metric: &Metric) -> Option<Self> {
        let Found::Share { hits, n, .. } = &metric.found else { return None };
        let (low, high) = wilson(*hits, *n);
        let name = [metric.what.as_str(), metric.of.as_str()].join(" ").trim().to_owned();
        let beside = metric.beside.as_ref().map(|beside| beside.value);
        Some(Self {
            name,
            share: metric.value()?,
            low,
            high,
            bound: metric.bound,
            beside,
            better: metric.better,
        })
    }

    fn draw(&self, text: &mut String, top: f64) {
        let (start, end, middle) = (place(0.0), place(self.share), top + 9.0);
        let colour = match self.better {
            Better::More => "#2f6f9f",
            Better::Less => "#a8563a",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "<text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#222\">{}</text>\
             <rect x=\"{start:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"18\" fill=\"{colour}\"/>\
             <line x1=\"{:.1}\" y1=\"{middle:.1}\" x2=\"{:.1}\" y2=\"{middle:.1}\" stroke=\"#111\" stroke-width=\"1.5\"/>",
            LEFT - 8.0,
            top + 13.0,
            escaped(&cut(&self.name)),
            end - start,
            place(self.low),
            place(self.high),
        );
        for (value, colour) in [(self.bound, "#0a7f3f"), (self.beside, "#888")] {
            if let Some(value) = value.filter(|value| (0.0..=1.0).contains(value)) {
                let x = place(value);
                let _ = writeln!(
                    text,
                    "<line x1=\"{x:.1}\" y1=\"{:.1}\" x2=\"{x:.1}\" y2=\"{:.1}\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                    top - 2.0,
                    top + 20.0
                );
            }
        }
    }
}

fn place(share: f64) -> f64 {
    LEFT + share * (WIDTH - LEFT - 24.0)
}

fn cut(name: &str) -> String {
    const LONGEST: usize = 36;
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    name.chars().take(LONGEST - 1).chain(['…']).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::record;
    use crate::stats::Share;

    #[test]
    fn names_of_models_cannot_leave_their_place() {
        let share = |of| Metric::share("right", Share::new(3, 4)).of(of).at(0.5);
        let svg = svg(&record("routing", vec![share("<script>"), share("b\"")])).unwrap();
        assert!(svg.contains("right &lt;script&gt;") && !svg.contains("<script"));
        assert!(super::svg(&record("routing", vec![share("one")])).is_none(), "one bar is a sentence");
    }
}
