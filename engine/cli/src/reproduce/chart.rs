//! Charts as SVG files, in which text stays text.

use std::error::Error;

use bufferlab_core::study::Interval;
use bufferlab_papers::figure::{Chart, Scale};
use bufferlab_papers::format::number;
use bufferlab_papers::{Curve, Curves};
use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;

/// Width and height in pixels.
const SIZE: (u32, u32) = (760, 480);

/// Colors that are distinct for all kinds of color vision (Okabe and Ito), with black last.
const COLORS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(120, 94, 50),
    RGBColor(0, 0, 0),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Points of a curve: x, mean, and the lower and upper end of the confidence interval.
type Points = Vec<(f64, f64, f64, f64)>;

/// Draws a chart and returns the SVG text.
///
/// # Errors
/// The drawing library fails; no input is known for which it does.
pub fn svg(chart: &Chart, curves: &Curves) -> Result<String, Box<dyn Error>> {
    let drawn = chart.series.iter().filter(|series| series.drawn);
    let drawn: Vec<(&str, Points)> = drawn
        .filter_map(|series| Some((&series.label[..], points(chart, curves.0.get(&series.id)?))))
        .collect();
    let mut text = String::new();
    let all = || drawn.iter().flat_map(|(_, points)| points);
    let x = extent(all().map(|point| point.0), chart.x.scale, 0.0);
    let y = extent(
        all().flat_map(|point| [point.1, point.2, point.3]),
        chart.y.scale,
        0.06,
    );
    {
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let (sx, sy) = (chart.x.scale, chart.y.scale);
        match (sx, sy) {
            (Scale::Linear, Scale::Linear) => draw(&area, chart, &drawn, x.0..x.1, y.0..y.1)?,
            (Scale::Linear, Scale::Log) => {
                draw(&area, chart, &drawn, x.0..x.1, (y.0..y.1).log_scale())?
            }
            (Scale::Log, Scale::Linear) => {
                draw(&area, chart, &drawn, (x.0..x.1).log_scale(), y.0..y.1)?
            }
            (Scale::Log, Scale::Log) => draw(
                &area,
                chart,
                &drawn,
                (x.0..x.1).log_scale(),
                (y.0..y.1).log_scale(),
            )?,
        }
        area.present()?;
    }
    Ok(text)
}

fn draw<X, Y>(
    area: &Area<'_>,
    chart: &Chart,
    drawn: &[(&str, Points)],
    x: X,
    y: Y,
) -> Result<(), Box<dyn Error>>
where
    X: AsRangedCoord<Value = f64>,
    X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: AsRangedCoord<Value = f64>,
    Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let mut context = ChartBuilder::on(area)
        .caption(&chart.title, ("sans-serif", 17))
        .margin(14)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d(x, y)?;
    let category = |x: &f64| category(chart, *x);
    context
        .configure_mesh()
        .light_line_style(RGBColor(240, 240, 240))
        .bold_line_style(RGBColor(215, 215, 215))
        .label_style(("sans-serif", 13))
        .x_desc(with_unit(&chart.x.label, &chart.x.unit))
        .y_desc(with_unit(&chart.y.label, &chart.y.unit))
        .x_label_formatter(&category)
        .y_label_formatter(&|y| number(*y))
        .draw()?;
    for (which, (label, points)) in drawn.iter().enumerate() {
        let color = COLORS[which % COLORS.len()];
        let line = points.iter().map(|point| (point.0, point.1));
        context
            .draw_series(LineSeries::new(line, color.stroke_width(2)))?
            .label(*label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
        let intervals = points.iter().filter(|point| point.2 < point.3);
        context.draw_series(intervals.map(|&(x, _, low, high)| {
            PathElement::new([(x, low), (x, high)], color.stroke_width(1))
        }))?;
        if points.len() < 60 {
            context.draw_series(
                points
                    .iter()
                    .map(|point| Circle::new((point.0, point.1), 2, color.filled())),
            )?;
        }
    }
    if drawn.len() > 1 {
        context
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE.mix(0.85))
            .label_font(("sans-serif", 13))
            .draw()?;
    }
    Ok(())
}

/// Returns the title of an axis.
fn with_unit(label: &str, unit: &str) -> String {
    if unit.is_empty() {
        label.to_owned()
    } else {
        format!("{label} ({unit})")
    }
}

/// Returns the text of a tick: the name of a category, or the number where the axis has none.
fn category(chart: &Chart, x: f64) -> String {
    let place = (x - 1.0).round();
    let name = (place >= 0.0)
        .then(|| chart.x.categories.get(place as usize))
        .flatten();
    match name {
        Some(name) if (x - 1.0 - place).abs() < 1e-9 => name.clone(),
        _ if chart.x.categories.is_empty() => number(x),
        _ => String::new(),
    }
}

/// Returns the points that the scales can show: a logarithmic scale leaves out values of 0 and below.
fn points(chart: &Chart, curve: &Curve) -> Points {
    let shown = |value: f64, scale: Scale| scale == Scale::Linear || value > 0.0;
    let point = |point: &bufferlab_papers::curve::Point| {
        let of = Interval::of(&point.values)?;
        if !shown(point.x, chart.x.scale) || !shown(of.mean, chart.y.scale) {
            return None;
        }
        let half = of.half_width.unwrap_or(0.0);
        let low = if shown(of.mean - half, chart.y.scale) {
            of.mean - half
        } else {
            of.mean
        };
        Some((point.x, of.mean, low, of.mean + half))
    };
    curve.points.iter().filter_map(point).collect()
}

/// Returns the range from the smallest to the largest value with a margin; never empty.
fn extent(values: impl Iterator<Item = f64>, scale: Scale, more: f64) -> (f64, f64) {
    let ends = values.fold(None, |ends: Option<(f64, f64)>, value| {
        let (low, high) = ends.unwrap_or((value, value));
        Some((
            if value < low { value } else { low },
            if value > high { value } else { high },
        ))
    });
    let (low, high) = ends.unwrap_or((0.0, 1.0));
    match scale {
        Scale::Log if low > 0.0 => {
            let room = if more > 0.0 { 1.2 } else { 1.0 };
            let high = if high > low { high } else { 2.0 * low };
            (low / room, high * room)
        }
        Scale::Log => (0.1, 1.0),
        Scale::Linear => {
            // Start at 0 only if the curve would not look flat then.
            let low = if low >= 0.0 && low < 0.5 * high {
                0.0
            } else {
                low - more * (high - low)
            };
            let room = if high > low { more * (high - low) } else { 1.0 };
            (if high > low { low } else { low - 1.0 }, high + room)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(scales: (&str, &str)) -> Chart {
        serde_json::from_value(serde_json::json!({
            "id": "c", "title": "Loss & more", "x": { "label": "Buffer", "unit": "kB", "scale": scales.0 },
            "y": { "label": "Loss", "scale": scales.1 },
            "series": [{ "id": "a", "label": "first" }, { "id": "b", "label": "second" }]
        }))
        .expect("a chart")
    }

    #[test]
    fn a_chart_is_drawn_on_all_scales_with_escaped_text() {
        let mut curve = Curve::default();
        for (x, y) in [(1.0, 0.1), (1.0, 0.2), (10.0, 0.0), (100.0, 3.0)] {
            curve.add(x, y);
        }
        let curves = Curves([("a".to_owned(), curve)].into());
        for scales in [
            ("linear", "linear"),
            ("linear", "log"),
            ("log", "linear"),
            ("log", "log"),
        ] {
            let svg = svg(&chart(scales), &curves).expect("it is drawn");
            assert!(
                svg.contains("Loss &amp; more") && svg.contains("Buffer (kB)"),
                "{svg}"
            );
            assert!(
                svg.contains("<polyline") && !svg.contains("NaN"),
                "{scales:?}"
            );
        }
        let nothing = svg(&chart(("log", "log")), &Curves::default());
        assert!(nothing.expect("an empty chart").contains("Buffer"));
    }
}
