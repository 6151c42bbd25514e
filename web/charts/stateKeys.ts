/**
 * The legend of the lane of states: what was met so far, each with its look and its name, beside the plot
 * where there is room and below the lane where there is not.
 */
import type { Box } from './axis';
import type { StateEvent, StateKey } from './chart';
import { KEY_LINE } from './geometry';
import { roughWidth, type Renderer } from './renderer';
import type { Picture } from './picture';
import { boxShape } from './shapes';
import { EVENT_MARKERS, met, stateStyle, TIMEOUT_STATE } from './states';

/** Where each entry begins, x and y, as many as fit: line by line, from left to right. */
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

export function paintStateKeys(pen: Renderer, picture: Picture): void {
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
      pen.fill(boxShape({ x, y: middle - 4, width: SWATCH, height: 8 }), {
        color: colors[color],
        hatch,
        alpha,
      });
    }
    const marker =
      key === TIMEOUT_STATE ? EVENT_MARKERS.timeout : typeof key === 'number' ? null : EVENT_MARKERS[key];
    if (marker) pen.symbols(marker, [x + SWATCH / 2, middle], 7, colors.ink, colors.surface);
    const more = i === places.length - 1 && labels.length > places.length;
    const text = more ? `+${labels.length - i} more` : (labels[i] ?? '');
    pen.text(x + SWATCH + GAP, middle, text, { color: colors['ink-3'] });
  });
}

/** What was met; where there is no room for all of it, what is out of sight goes first. */
function keysWithin(box: Box, names: readonly string[], picture: Picture): readonly StateKey[] {
  const { chart, frame } = picture;
  const labels = picture.met.map((key) => keyName(key, names));
  if (!chart.states || !frame || keyPlaces(labels, box).length === labels.length) return picture.met;
  const seen = new Set(met([], chart.states, frame));
  return picture.met.filter((key) => seen.has(key));
}

/** Where there are too many marks to show, the key says how to see them. */
function keyName(key: StateKey, names: readonly string[], crowded = false): string {
  if (typeof key === 'number') return names[key] ?? '';
  // Timeouts are counted, also where there are too many marks.
  return crowded && key !== 'timeout' ? `${EVENT_NAMES[key]}: zoom in` : EVENT_NAMES[key];
}

const EVENT_NAMES: Record<StateEvent, string> = {
  timeout: 'timeout',
  ecnCut: 'ECN cut',
  idleCut: 'idle cut',
};

const SWATCH = 10;
const GAP = 5;
const APART = 10;
