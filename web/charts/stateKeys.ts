/**
 * Legend of the lane of states: the style and name of each state and event so far. It is beside the plot, or below the lane
 * in a narrow chart.
 */
import type { StateKey } from './chart';
import { KEY_LINE } from './geometry';
import { roughWidth, type Renderer, type Box } from '../plot/renderer';
import type { Picture } from './picture';
import { boxShape } from '../plot/shapes';
import { DRAWING, STATE_EVENTS } from './strings';
import { EVENT_MARKERS, met, stateStyle, TIMEOUT_STATE } from './states';

/** Returns the positions of the entries that fit, line by line from left to right. */
export function keyPlaces(names: readonly string[], box: Box): { x: number; y: number }[] {
  const places: { x: number; y: number }[] = [];
  let x = box.x;
  let y = box.y;
  for (const name of names) {
    const width = SWATCH + GAP + roughWidth(name);
    if (x > box.x && x + width > box.x + box.width) {
      x = box.x;
      y += KEY_LINE;
    }
    if (y + KEY_LINE > box.y + box.height + 1) break;
    places.push({ x, y });
    x += width + APART;
  }
  return places;
}

/** Paints the legend of the lane of states, if the chart has a lane. */
export function paintStateKeys(renderer: Renderer, picture: Picture): void {
  const { geometry, chart, theme } = picture;
  const box = geometry.keys;
  if (!box || !chart.states) return;
  const { names } = chart.states;
  const keys = keysWithin(box, names, picture);
  const labels = keys.map((key) => keyName(key, names, picture.frame?.crowded));
  const places = keyPlaces(labels, box);
  const { colors } = theme;
  places.forEach(({ x, y }, i) => {
    const key = keys[i] as StateKey;
    const middle = y + KEY_LINE / 2;
    if (typeof key === 'number') {
      const { color, hatch, alpha } = stateStyle(key);
      renderer.fill(boxShape({ x, y: middle - 4, width: SWATCH, height: 8 }), {
        color: colors[color],
        hatch,
        alpha,
      });
    }
    const marker =
      key === TIMEOUT_STATE ? EVENT_MARKERS.timeout : typeof key === 'number' ? null : EVENT_MARKERS[key];
    if (marker) renderer.symbols(marker, [x + SWATCH / 2, middle], 7, colors.ink, colors.surface);
    const more = i === places.length - 1 && labels.length > places.length;
    const text = more ? DRAWING.moreStates(labels.length - i) : (labels[i] ?? '');
    renderer.text(x + SWATCH + GAP, middle, text, { color: colors['ink-3'] });
  });
}

/** Returns the entries of the legend: all so far, or only the visible ones if not all fit. */
function keysWithin(box: Box, names: readonly string[], picture: Picture): readonly StateKey[] {
  const { chart, frame } = picture;
  const labels = picture.met.map((key) => keyName(key, names));
  if (!chart.states || !frame || keyPlaces(labels, box).length === labels.length) return picture.met;
  const seen = new Set(met([], chart.states, frame));
  return picture.met.filter((key) => seen.has(key));
}

/** Returns the name of an entry, with a hint if a frame has too many events to show. */
function keyName(key: StateKey, names: readonly string[], crowded = false): string {
  if (typeof key === 'number') return names[key] ?? '';
  // Timeouts are counted even if there are too many events.
  return crowded && key !== 'timeout' ? DRAWING.zoomIn(STATE_EVENTS[key]) : STATE_EVENTS[key];
}

const SWATCH = 10;
const GAP = 5;
const APART = 10;
