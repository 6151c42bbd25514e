/**
 * A receipt as one HTML file that a browser shows and prints: no script, no request, and the JSON in an element that `read.ts`
 * finds. Every text is escaped, and the file forbids scripts by a policy of its own.
 */
import { significantText } from '../../plot/format';
import { svgOnPage, type Drawing } from '../../plot/drawing';
import { escaped } from '../../plot/svg';
import { PAPER } from '../../plot/theme';
import { correctCurve } from '../session/answers';
import type { Lesson, QuestionBlock } from '../format/lesson';
import { ownIn } from '../session/measures';
import { CORRECT, curveDrawing, DRAWN, seriesDrawing } from './curves';
import { correctText, givenText, partsOf, wordsOf, type Part } from './outline';
import { DATA_ID } from './read';
import type { Receipt, ReceiptAnswer, ReceiptRow } from './receipt';
import type { RunRecord } from './runRecord';
import { CURVE, PAGE } from './strings';
import style from './receipt.css?raw';

/** Returns the file. `page` is the address of this page, to which links of runs lead. */
export function receiptHtml(receipt: Receipt, lesson: Lesson, page: string): string {
  const { student, saved } = receipt;
  const title = PAGE.title(lesson.title);
  const body = [
    `<h1>${escaped(title)}</h1>`,
    paragraph(PAGE.by(student, saved)),
    paragraph(PAGE.version(receipt.lesson.checksum, receipt.finished)),
    ...partsOf(lesson).map((part) => partHtml(part, receipt)),
    receipt.runs.length > 0 ? `<h2>${escaped(PAGE.runs)}</h2>` : '',
    ...receipt.runs.map((run, i) => runHtml(run, i, page.replace(/#.*$/s, ''))),
    `<p class="note">${escaped(PAGE.foot)}</p>`,
    `<pre id="${DATA_ID}" hidden>${escaped(JSON.stringify(receipt))}</pre>`,
  ];
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(student === '' ? title : `${title}: ${student}`)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    `<body>${body.filter((line) => line !== '').join('\n')}</body>`,
    '</html>',
    '',
  ].join('\n');
}

function partHtml(part: Part, receipt: Receipt): string {
  const head = `<h2>${escaped(PAGE.kinds[part.kind])}</h2>${paragraph(wordsOf(part.text))}`;
  if (part.kind === 'task') {
    const task = receipt.tasks.find(({ id }) => id === part.id);
    return section(head + (task ? verdict(task.met, PAGE.task(task)) + runReference(task.run) : nothing()));
  }
  if (part.kind === 'data') {
    const rows = receipt.tables.find(({ id }) => id === part.id)?.rows ?? [];
    return section(head + (rows.length > 0 ? tableHtml(part.columns, rows) : nothing()));
  }
  const answer = receipt.answers.find(({ id }) => id === part.id);
  return section(head + (answer ? answerHtml(part, answer, receipt) : nothing()));
}

function answerHtml(part: QuestionBlock, answer: ReceiptAnswer, { runs }: Receipt): string {
  const { given, correct } = answer;
  const drawing = answerDrawing(part, answer, runs);
  const right = correct === false ? correctText(part.answer) : null;
  return (
    paragraph(PAGE.answer(givenText(part.answer, given))) +
    (drawing ? svg(drawing, `answer-${part.id}`) : '') +
    verdict(correct, PAGE.judged(correct)) +
    (right === null ? '' : paragraph(PAGE.correct(right))) +
    runReference(answer.run)
  );
}

/** Returns the drawing of a curve that was given as an answer, with the correct one; null for other answers. */
export function answerDrawing(
  { answer }: QuestionBlock,
  { given, run }: Pick<ReceiptAnswer, 'given' | 'run'>,
  runs: readonly Pick<RunRecord, 'measures' | 'series'>[],
  theme = PAPER,
): Drawing | null {
  if (answer.kind !== 'curve' || given.kind !== 'curve') return null;
  const own = run === null ? undefined : runs[run];
  const correct = correctCurve(answer, own ? ownIn(own, answer) : { measured: null, curve: null }) ?? [];
  const lines = [
    { label: CURVE.correct, points: correct, style: CORRECT },
    { label: CURVE.drawn, points: given.points, style: DRAWN },
  ];
  return curveDrawing(answer.y.label, answer.x, answer.y, lines, theme);
}

function tableHtml(
  columns: readonly { measure: string; label: string }[],
  rows: readonly ReceiptRow[],
): string {
  const heads = [...columns.map(({ label, measure }) => label || measure), PAGE.run];
  const cells = (tag: 'td' | 'th', texts: readonly string[]): string =>
    `<tr>${texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join('')}</tr>`;
  const lines = rows.map(({ cells: texts, run }) =>
    cells('td', [...texts, run === null ? '' : PAGE.number(run)]),
  );
  return `<table><thead>${cells('th', heads)}</thead><tbody>${lines.join('')}</tbody></table>`;
}

function runHtml(run: RunRecord, index: number, page: string): string {
  const { link, seed, t_s, events, digest, engine, measures, series } = run;
  const drawings = series.flatMap((one) => seriesDrawing(one) ?? []);
  const facts = PAGE.facts({ seed, t_s, events, digest, engine });
  const values = measures.map(
    ([path, value]) => `${path}: ${value === null ? PAGE.none : significantText(value, 6)}`,
  );
  return section(
    `<h3>${escaped(PAGE.number(index))}</h3>` +
      paragraph(facts) +
      (values.length > 0 ? paragraph(values.join(' · ')) : '') +
      `<p><a href="${escaped(`${page}#${link}`)}">${escaped(PAGE.open)}</a></p>` +
      drawings.map((drawing, i) => svg(drawing, `run-${index}-${i}`)).join(''),
  );
}

function svg(drawing: Drawing, id: string): string {
  return `<div class="chart">${svgOnPage(drawing, PAPER, id)}</div>`;
}

function verdict(correct: boolean | null, text: string): string {
  const kind = correct === null ? 'open' : correct ? 'right' : 'wrong';
  return `<p class="${kind}">${escaped(text)}</p>`;
}

function runReference(run: number | null): string {
  return run === null ? '' : `<p class="note">${escaped(PAGE.judgedWith(run))}</p>`;
}

const nothing = (): string => `<p class="note">${escaped(PAGE.unanswered)}</p>`;
const section = (content: string): string => `<section>${content}</section>`;
const paragraph = (text: string): string => `<p>${escaped(text)}</p>`;
