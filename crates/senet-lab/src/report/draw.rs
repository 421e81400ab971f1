//! The pictures of a report, as SVG without letters.
//!
//! They are written out by hand: three shapes are all there is, and a library of plots would fix colours
//! and letters in them. So they follow the page's theme, on screen and on paper, stretch to any width,
//! and leave the words to the page, where they can be read at any size. Behind each stands its table.

use std::fmt::Write as _;

use crate::spread::Spread;
use crate::stats::Estimate;

/// Text as it may stand in a page.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A number with its thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A strip from 0 to 100 per cent with an interval and its middle; a dashed line where even is.
pub fn strip(share: Estimate, even: f64) -> String {
    let x = |share: f64| (share * 1000.0).round() / 10.0;
    format!(
        "<svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <line class=\"even\" x1=\"{even}\" x2=\"{even}\" y1=\"0\" y2=\"10\"/>\
         <rect class=\"band\" x=\"{low}\" width=\"{width}\" y=\"2\" height=\"6\"/>\
         <line class=\"reach\" x1=\"{value}\" x2=\"{value}\" y1=\"1\" y2=\"9\"/></svg>",
        even = x(even),
        low = x(share.low),
        width = (x(share.high) - x(share.low)).max(0.4),
        value = x(share.value),
    )
}

/// How many bars a distribution has at most.
const BARS: i64 = 40;

/// The bars of a distribution: the least number of each, and how many it holds; and their width.
fn bars(spread: &Spread) -> (Vec<(i64, u64)>, i64) {
    let (buckets, fine) = spread.buckets();
    let span = spread.most() - spread.least() + 1;
    let mut width = fine;
    while span / width >= BARS {
        width *= 2;
    }
    let first = spread.least().div_euclid(width);
    let last = spread.most().div_euclid(width);
    let mut bars: Vec<(i64, u64)> = (first..=last).map(|bar| (bar * width, 0)).collect();
    for (number, count) in buckets {
        let bar = (number.div_euclid(width) - first).clamp(0, last - first);
        bars[bar as usize].1 += count;
    }
    (bars, width)
}

/// A distribution, with its table.
pub fn distribution(name: &str, spread: &Spread) -> String {
    let (bars, width) = bars(spread);
    let highest = bars.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
    let mut shapes = String::new();
    for (i, (_, count)) in bars.iter().enumerate() {
        let height = (*count as f64 / highest as f64 * 1000.0).round() / 10.0;
        let _ = write!(
            shapes,
            "<rect class=\"bar\" x=\"{}\" y=\"{:.1}\" width=\"0.9\" height=\"{height:.1}\"/>",
            i as f64 + 0.05,
            100.0 - height
        );
    }
    let label = format!(
        "{name}: from {} to {}, median {}, mean {:.2}",
        spread.least(),
        spread.most(),
        spread.percentile(50),
        spread.mean()
    );
    let head = ["value", "games", "share"];
    let rows = bars.iter().filter(|(_, count)| *count > 0).map(|(from, count)| {
        let value =
            if width == 1 { from.to_string() } else { format!("{from} to {}", from + width - 1) };
        let share = *count as f64 / spread.count().max(1) as f64 * 100.0;
        vec![value, grouped(*count), format!("{share:.1} %")]
    });
    let rows: Vec<_> = rows.collect();
    format!(
        "<figure><figcaption>{}</figcaption>\
         <svg viewBox=\"0 0 {} 100\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{}\">{shapes}</svg>\
         <div class=\"ends\"><span>{}</span><span>median {} · mean {:.2} ± {:.2}</span><span>{}</span></div>{}</figure>\n",
        escaped(name),
        bars.len(),
        escaped(&label),
        spread.least(),
        spread.percentile(50),
        spread.mean(),
        spread.deviation(),
        spread.most(),
        behind(&format!("{name}, as a table"), &table(&head, &rows)),
    )
}

/// A curve of shares over a row of places, with its band and its table.
pub fn curve(name: &str, places: &[String], points: &[Estimate], head: [&str; 2]) -> String {
    let last = points.len().saturating_sub(1).max(1) as f64;
    let at = |i: usize| i as f64 / last * 100.0;
    let y = |share: f64| 100.0 - share.clamp(0.0, 1.0) * 100.0;
    let line = |value: &dyn Fn(&Estimate) -> f64| -> Vec<String> {
        let each = points.iter().enumerate();
        each.map(|(i, point)| format!("{:.1},{:.1}", at(i), y(value(point)))).collect()
    };
    let mut band = line(&|point| point.high);
    band.extend(line(&|point| point.low).into_iter().rev());
    let (first, end) = (places.first(), places.last());
    let rows: Vec<Vec<String>> = places
        .iter()
        .zip(points)
        .map(|(place, point)| vec![place.clone(), figure(*point)])
        .collect();
    let told = points.first().zip(points.last()).map_or_else(String::new, |(from, to)| {
        format!("{name}: from {:.1} % to {:.1} %", from.value * 100.0, to.value * 100.0)
    });
    format!(
        "<figure><figcaption>{}</figcaption>\
         <svg viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{}\">\
         <line class=\"even\" x1=\"0\" x2=\"100\" y1=\"50\" y2=\"50\"/>\
         <polygon class=\"band\" points=\"{}\"/><polyline class=\"curve\" points=\"{}\"/></svg>\
         <div class=\"ends\"><span>{}</span><span>bottom 0 %, dashes 50 %, top 100 %</span><span>{}</span></div>{}</figure>\n",
        escaped(name),
        escaped(&told),
        band.join(" "),
        line(&|point| point.value).join(" "),
        escaped(first.map_or("", String::as_str)),
        escaped(end.map_or("", String::as_str)),
        behind(&format!("{name}, as a table"), &table(&head, &rows)),
    )
}

/// A share with its interval: "50.0 % (45.1 to 54.9)".
pub fn figure(share: Estimate) -> String {
    let at = |share: f64| share * 100.0;
    format!("{:.1} % ({:.1} to {:.1})", at(share.value), at(share.low), at(share.high))
}

/// A table behind a picture.
pub fn behind(name: &str, table: &str) -> String {
    format!("<details><summary>{}</summary>{table}</details>", escaped(name))
}

/// A table: the first cell of a row is its name.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let mut text =
        String::from("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"");
    let _ = write!(text, "{}\"><table><thead><tr>", escaped(&head.join(", ")));
    for name in head {
        let _ = write!(text, "<th scope=\"col\">{}</th>", escaped(name));
    }
    text.push_str("</tr></thead><tbody>");
    for row in rows {
        text.push_str("<tr>");
        for (i, cell) in row.iter().enumerate() {
            let _ = match i {
                0 => write!(text, "<th scope=\"row\">{}</th>", escaped(cell)),
                _ => write!(text, "<td>{}</td>", escaped(cell)),
            };
        }
        text.push_str("</tr>");
    }
    text.push_str("</tbody></table></div>");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let told: Vec<String> = [7, 999, 1000, 1_234_567].map(grouped).into();
        assert_eq!(told, ["7", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn a_wide_distribution_has_few_bars_and_loses_nothing() {
        let mut spread = Spread::default();
        (0..5000).for_each(|number| spread.add(number));
        let (bars, width) = bars(&spread);
        assert!(bars.len() <= BARS as usize + 1, "{}", bars.len());
        assert_eq!(bars.iter().map(|(_, count)| count).sum::<u64>(), 5000);
        assert!(width >= 128);
    }
}
