/** Texts of advice: targets, sizes, the answer, and the lines in its charts. */
import { quantityText } from '../plot/format';
import { figure, percent } from '../controls/quantity';
import type {
  Advice,
  Estimate,
  VerifiedSize,
  MeasuredSize,
  Size,
  TargetBound,
  TargetStatistic,
  Trust,
} from '../sweep/advice-types';
import { intervalText, meanText } from './studyText';
import { integer } from '../ui/language';
import { ADVICE } from './lazyStrings';
import { measureAt, type Choices } from './choices';
import type { Measure } from './measures';
import type { ModelLine } from './paint';

/** Writes a target: `utilization ≥ 98 %`. */
export function targetText(target: TargetBound, choices: Choices): string {
  const measure = measureAt(choices, target.measure);
  return ADVICE.target(inSentence(measure), boundText(target, measure));
}

/** Returns the label of a measure as it stands within a sentence: `loss of UDP` for `Loss, UDP`. */
function inSentence({ label }: Measure): string {
  const plain = label.replace(/^Loss, /, 'Loss of ');
  return plain.charAt(0).toLowerCase() + plain.slice(1);
}

/** Writes the bound of a target: `≥ 98 %`. */
export function boundText(target: TargetBound, measure: Measure): string {
  const sign = target.at_least === undefined ? '≤' : '≥';
  return `${sign} ${boundValueText(target, measure)}`;
}

/** Returns the value of a bound, in the unit of the measure. */
export function boundOf({ at_least, at_most }: TargetBound): number {
  return at_least ?? at_most ?? NaN;
}

function boundValueText(target: TargetBound, measure: Measure): string {
  const { quantity } = measure;
  if (quantity === 'ratio') return percent(boundOf(target), 6);
  return quantityText(boundOf(target), quantity);
}

/** Writes a size in the unit of the limit only. */
export function limitText(size: Size, path: string): string {
  return path.endsWith('bytes') ? figure(size.bytes, 'B', 4) : figure(size.packets, 'packets', 4);
}

/** Writes a size in the unit of the limit, with its other units: `105 packets (158 kB, drains in 12.6 ms)`. */
export function sizeText(size: Size, path: string): string {
  const other = path.endsWith('bytes') ? figure(size.packets, 'packets', 4) : figure(size.bytes, 'B', 4);
  return ADVICE.size(limitText(size, path), other, drainText(size));
}

/** Writes the drain time in milliseconds, so that sizes can be compared. */
export function drainText({ drain_s }: Size): string {
  const ms = drain_s * 1000;
  return ADVICE.milliseconds(ms >= 100 ? integer(ms) : String(Number(ms.toPrecision(3))));
}

/** Writes the mean of a target's measure with its interval; a dash if no run has the measure. */
export function statisticText({ mean, half_width, n }: TargetStatistic, measure: Measure): string {
  if (mean === null) return '–';
  return intervalText({ mean, half: half_width ?? null, n }, measure);
}

/** Writes the same without the number of runs. */
export function statisticMeanText({ mean, half_width, n }: TargetStatistic, measure: Measure): string {
  if (mean === null) return '–';
  return meanText({ mean, half: half_width ?? null, n }, measure);
}

/** Returns the answer of a search, or what it is searching for. */
export function answerText(advice: Advice, choices: Choices, isOver: boolean): string {
  const targets = advice.targets.map((target) => targetText(target, choices));
  const { answer, closest, path } = advice;
  if (answer && advice.preliminary.length > 0) {
    return ADVICE.preliminaryAnswer(sizeText(answer, path), targets, valuesText(answer, choices));
  }
  if (answer) return ADVICE.answer(sizeText(answer, path), targets);
  if (!isOver) return ADVICE.searching(targets);
  const near = closest ? ADVICE.closest(sizeText(closest, path), valuesText(closest, choices)) : '';
  return ADVICE.none(targets) + near;
}

/** Returns the results of the verification and their confidence; nothing for a preliminary answer. */
export function confidenceText(answer: VerifiedSize, advice: Advice, choices: Choices): string {
  const n = answer.figures[0]?.n ?? 0;
  if (advice.confidence === null) return '';
  return ADVICE.verified(n, valuesText(answer, choices), percent(advice.confidence));
}

/** Returns the duration of each run and its warm-up. */
export function lengthText({ length }: Trust): string {
  return ADVICE.length(figure(length.duration_s, 's'), figure(length.warmup_s, 's'));
}

/** Returns the text of the button that repeats the search with runs that are long enough. */
export function longEnoughText({ long_enough }: Trust): string {
  return ADVICE.longEnough(figure(long_enough.warmup_s, 's'), figure(long_enough.duration_s, 's'));
}

/** Writes the range in which the answer is expected, and what it follows from. */
export function estimateText({ low, high, basis }: Estimate, { path, scale }: Advice): string {
  if (low === null) return ADVICE.estimate.atMost(limitText(high, path));
  const ends = [low, high].map((size) => limitText(size, path)) as [string, string];
  return basis === 'scaled'
    ? ADVICE.estimate.scaled(...ends, integer(scale ?? 1))
    : ADVICE.estimate[basis](...ends);
}

/** Writes measures with their intervals: `utilization 98.1 ± 0.2 %, …`. */
export function valuesText({ figures }: Pick<MeasuredSize, 'figures'>, choices: Choices): string {
  return figures
    .map((one) => {
      const measure = measureAt(choices, one.measure);
      return ADVICE.value(inSentence(measure), statisticText(one, measure));
    })
    .join(', ');
}

/** Returns a horizontal line at each target of a measure, and a vertical line at the answer. */
export function targetLines(advice: Advice, measure: Measure, xs: readonly number[]): ModelLine[] {
  const lo = Math.min(...xs);
  const hi = Math.max(...xs);
  const across = advice.targets
    .filter((target) => target.measure === measure.path)
    .map((target): ModelLine => {
      const y = boundOf(target);
      return {
        name: ADVICE.targetLine(boundText(target, measure)),
        points: [
          [lo, y],
          [hi, y],
        ],
        at: null,
        isBound: true,
      };
    });
  const scaled = scaledLine(advice, measure);
  const lines = scaled ? [...across, scaled] : across;
  return advice.answer ? [...lines, { name: ADVICE.answerLine, points: [], at: advice.answer.limit }] : lines;
}

/** Returns the results of the smaller network as a line; null if there are none for this measure. */
function scaledLine({ scaled, scale }: Advice, { path }: Measure): ModelLine | null {
  const points = scaled.flatMap(({ limit, figures }): [number, number][] => {
    const mean = figures.find(({ measure }) => measure === path)?.mean;
    return mean == null ? [] : [[limit, mean]];
  });
  return points.length > 0 ? { name: ADVICE.scaledLine(integer(scale ?? 1)), points, at: null } : null;
}
