/** Map of a measure over two parameters. A click or Enter opens the first run of a cell. */
import { useId, useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { svgOnPage, type Drawing } from '../plot/drawing';
import { unitFor } from '../plot/format';
import type { Theme } from '../plot/theme';
import { figure } from '../controls/quantity';
import type { CaseLine } from '../types/engine';
import { useWidth } from '../ui/useWidth';
import { wordLabel, type Field } from './fields';
import { mapOf, mapPlotOf, paintMap, type Cell, type MapText } from './map';
import type { Measure } from './measures';
import { titled } from './panel';
import { CHART } from './strings';
import { bareLabel, intervalText } from './studyText';

interface Props {
  lines: readonly CaseLine[];
  x: Field;
  y: Field;
  measure: Measure;
  theme: Theme;
  height: number;
  onOpen(line: CaseLine): void;
}

/** Shows the map, and the values of the selected cell below it. */
export function MapPanel({ lines, x, y, measure, theme, height, onOpen }: Props) {
  const id = useId();
  const [frame, width] = useWidth();
  const [marked, setMarked] = useState<Cell | null>(null);
  const map = useMemo(
    () => mapOf(lines, x.path, y.path, measure.path),
    [lines, x.path, y.path, measure.path],
  );
  const plot = mapPlotOf(width, height);
  const texts = useMemo(() => mapTexts(x, y, measure), [x, y, measure]);
  const unit = unitFor(measure.quantity, Math.max(Math.abs(map.most), Math.abs(map.least)));
  const title = titled(measure.label, unit.name);
  const paint: Drawing['paint'] = (renderer) => paintMap(renderer, map, texts, plot, theme, marked);
  const drawing = svgOnPage({ width, height, title, paint }, theme, id);

  const cellAt = ({ currentTarget, clientX, clientY }: MouseEvent): Cell | null => {
    const box = currentTarget.getBoundingClientRect();
    const column = Math.floor(((clientX - box.left - plot.x) / plot.width) * map.columns.length);
    const row = Math.floor(((plot.y + plot.height - (clientY - box.top)) / plot.height) * map.rows.length);
    return map.cells.find((cell) => cell.column === column && cell.row === row) ?? null;
  };
  const open = (cell: Cell | null): void => {
    const line = cell?.runs[0]?.line;
    if (line) onOpen(line);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (event.key === 'Enter') open(marked);
    else if (step) {
      const from = marked ?? { column: -1, row: 0 };
      const at = { column: from.column + (marked ? step[0] : 1), row: from.row + (marked ? step[1] : 0) };
      const next = map.cells.find(({ column, row }) => column === at.column && row === at.row);
      if (next) setMarked(next);
    } else return;
    event.preventDefault();
  };
  return (
    <figure className="curve" ref={frame}>
      <figcaption>
        <span className="curve-title">{title}</span> <span className="note">{measure.owner}</span>
      </figcaption>
      <div
        className="curve-plot"
        role="application"
        aria-roledescription={CHART.mapRole}
        aria-label={CHART.mapLabel(title, texts.xTitle, texts.yTitle)}
        aria-describedby={`${id}-text`}
        tabIndex={0}
        data-curve={measure.path}
        onKeyDown={onKeyDown}
        onBlur={() => setMarked(null)}
        onMouseMove={(event) => setMarked(cellAt(event))}
        onMouseLeave={() => setMarked(null)}
        onClick={(event) => open(cellAt(event))}
        // The SVG renderer escapes every text.
        dangerouslySetInnerHTML={{ __html: drawing }}
      />
      <p className="curve-text" id={`${id}-text`} aria-live="polite">
        {marked &&
          CHART.cell(
            texts.column(map.columns[marked.column]),
            texts.row(map.rows[marked.row]),
            intervalText(marked, measure),
            marked.runs[0]?.line.seed,
          )}
      </p>
    </figure>
  );
}

/** Returns the texts of a map's axes. */
export function mapTexts(x: Field, y: Field, measure: Measure): MapText {
  const text =
    (field: Field) =>
    (value: unknown): string =>
      typeof value === 'number' ? figure(value, field.unit, 3) : wordLabel(String(value), field);
  return { measure, xTitle: bareLabel(x.label), yTitle: bareLabel(y.label), column: text(x), row: text(y) };
}

/** Columns and rows by which the arrow keys move the selection. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
