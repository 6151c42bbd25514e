/** Advice in words: the question, the answer, and what stands in its tables. */
import { quantityText } from '../charts/format';
import { figure, percent } from '../controls/quantity';
import type { Scenario } from '../scenario/types';
import type { AdviceQuestion } from '../study/advice';
import type {
  Advice,
  VerifiedSize,
  MeasuredSize,
  Size,
  TargetBound,
  TargetStatistic,
} from '../study/advice-types';
import { intervalText } from './studyText';
import { measureAt, type Choices } from './choices';
import type { Measure } from './measures';
import type { ModelLine } from './paint';

/** `98 % utilization or more` and so on, from `{measure, at_least}`. */
export function targetText(target: TargetBound, choices: Choices): string {
  const measure = measureAt(choices, target.measure);
  return `${inSentence(measure)} ${signed(target, measure)}`;
}

/** `loss of UDP`, where the catalog has `Loss, UDP`. */
function inSentence({ label }: Measure): string {
  const plain = label.replace(/^Loss, /, 'Loss of ');
  return plain.charAt(0).toLowerCase() + plain.slice(1);
}

/** `≥ 98 %` */
export function signed(target: TargetBound, measure: Measure): string {
  const sign = target.at_least === undefined ? '≤' : '≥';
  return `${sign} ${boundText(target, measure)}`;
}

export function boundOf({ at_least, at_most }: TargetBound): number {
  return at_least ?? at_most ?? NaN;
}

function boundText(target: TargetBound, measure: Measure): string {
  const { quantity } = measure;
  if (quantity === 'ratio') return percent(boundOf(target), 6);
  return quantityText(boundOf(target), quantity);
}

/** `105 packets (158 kB, drains in 126 µs)` */
export function sizeText(size: Size, path: string): string {
  const inBytes = path.endsWith('bytes');
  const packets = figure(size.packets, 'packets', 4);
  const bytes = figure(size.bytes, 'B', 4);
  const [one, other] = inBytes ? [bytes, packets] : [packets, bytes];
  return `${one} (${other}, drains in ${drainText(size)})`;
}

/** In milliseconds, since operators compare those. */
export function drainText({ drain_s }: Size): string {
  const ms = drain_s * 1000;
  return `${ms >= 100 ? Math.round(ms).toLocaleString('en') : Number(ms.toPrecision(3))} ms`;
}

/** A figure with its interval; what no run has is a dash. */
export function figureText({ mean, half_width, n }: TargetStatistic, measure: Measure): string {
  if (mean === null) return '–';
  return intervalText({ mean, half: half_width ?? null, n }, measure);
}

/** What was found, in a sentence or two. */
export function answerText(advice: Advice, choices: Choices, isOver: boolean): string {
  const wanted = advice.targets.map((target) => targetText(target, choices)).join(' and ');
  const { answer, closest, path } = advice;
  if (answer) {
    return `${sizeText(answer, path)} is the smallest buffer with ${wanted}.`;
  }
  if (!isOver) return `Looking for the smallest buffer with ${wanted} …`;
  const near = closest ? ` The closest is ${sizeText(closest, path)}: ${listed(closest, choices)}.` : '';
  return `No buffer that was tried is sure to have ${wanted}.${near}`;
}

/** How sure it is. */
export function confidenceText(answer: VerifiedSize, advice: Advice, choices: Choices): string {
  const n = answer.figures[0]?.n ?? 0;
  return `${listed(answer, choices)}, by ${n} runs with seeds of their own, at ${percent(advice.confidence)} confidence that all targets are met together.`;
}

/** How long each run is, and how much of it is left out. */
export function lengthText({ scenario, set = [] }: AdviceQuestion): string {
  const at = (path: 'duration_s' | 'warmup_s'): number => {
    const changed = set.find((patch) => patch.path === path)?.value;
    return Number(changed ?? (scenario as Scenario)[path]);
  };
  return `Every run is ${figure(at('duration_s'), 's')} long, of which the first ${figure(at('warmup_s'), 's')} are not measured.`;
}

function listed({ figures }: MeasuredSize, choices: Choices): string {
  return figures
    .map((one) => {
      const measure = measureAt(choices, one.measure);
      return `${inSentence(measure)} ${figureText(one, measure)}`;
    })
    .join(', ');
}

/** The target across a measure's picture, and an vertical at the answer. */
export function targetLines(advice: Advice, measure: Measure, xs: readonly number[]): ModelLine[] {
  const lo = Math.min(...xs);
  const hi = Math.max(...xs);
  const across = advice.targets
    .filter((target) => target.measure === measure.path)
    .map((target): ModelLine => {
      const y = boundOf(target);
      return {
        name: `wanted ${signed(target, measure)}`,
        points: [
          [lo, y],
          [hi, y],
        ],
        at: null,
      };
    });
  return advice.answer ? [...across, { name: 'answer', points: [], at: advice.answer.limit }] : across;
}
