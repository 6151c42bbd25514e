/**
 * The chapter *Validation* of the documentation, as Markdown made from stored results: comparisons with other simulators, kernels
 * and closed forms (`tests/validation`), and the claims of the papers (`engine/papers`), with their deviations.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { group } from 'd3-array';
import { table } from './docs-markdown.mjs';
import { root } from './shell.mjs';

/** @typedef {import('./docs-reference.mjs').Generated} Generated */
/** @typedef {{ what: string; engine: number; reference: number; tolerance: number }} Row */
/** @typedef {{ id: string; title: string; reference: string; setup: string; tolerance: string; rows: Row[] }} Comparison */
/** @typedef {{ id: string; cited: string; title: string; not_yet?: Record<string, string> }} Paper */
/** @typedef {{ id: string; text: string; tolerance: string; own?: string; contradictory?: boolean; remark?: string; reason?: string }} Claim */
/** @typedef {{ id: string; title: string; paper: string; source: string; place: number; claims: Claim[] }} Figure */
/** @typedef {{ id: string; verdict: string; found: string }} Verdict */
/** @typedef {{ engine: string; date: string; runs: number; claims: Verdict[] }} Result */

/** Simulators and theories, in the order of the page: the beginning of a reference, and the heading. */
const REFERENCES = [
  ['ns-2', 'ns-2'],
  ['ns-3', 'ns-3'],
  ['Linux', 'Linux'],
  ['LINE', 'Analytic models beside other libraries'],
  ['', 'Closed forms and models'],
];

/** Number of rows from which on a table begins with its deviations. */
const LONG_TABLE = 100;

const VERDICTS = new Map([
  ['holds', 'reproduced'],
  ['remark', 'reproduced with a remark'],
  ['undecided', 'undecided'],
  ['differs', 'not reproduced'],
]);

/** Makes the pages of the chapter. @returns {Generated[]} */
export function validationPages() {
  const comparisons = /** @type {Comparison[]} */ (stored(join('tests', 'validation')));
  const figures = /** @type {Figure[]} */ (stored(join('engine', 'papers', 'figures')));
  /** @type {Paper[]} */
  const papers = JSON.parse(readFileSync(join(root, 'engine', 'papers', 'papers.json'), 'utf8'));
  const pages = [comparisonPage(comparisons), ...papers.map((paper) => paperPage(paper, figures))];
  return pages.map((page, i) => ({ ...page, data: { ...page.data, order: i + 1 } }));
}

/** @param {Comparison[]} comparisons @returns {Generated} */
function comparisonPage(comparisons) {
  const rest = new Set(comparisons);
  const parts = REFERENCES.flatMap(([start = '', heading = '']) => {
    const own = [...rest].filter(({ reference }) => reference.startsWith(start));
    for (const one of own) rest.delete(one);
    return own.length === 0 ? [] : [`## ${heading}`, ...own.map(comparisonText)];
  });
  const rows = comparisons.flatMap((one) => one.rows);
  return {
    page: 'validation/simulators.md',
    data: {
      title: 'Other simulators, Linux, and theory',
      description: `${rows.length} values of ${comparisons.length} set-ups beside those of ns-2, ns-3, Linux and closed forms, with the deviations.`,
      order: 0,
    },
    text: [
      'Each table is made by a test of the engine, which fails if a value leaves its tolerance. *Used* is the deviation as a share of the tolerance. The references are in `tests/reference` of the sources.',
      ...parts,
    ].join('\n\n'),
  };
}

/** @param {Comparison} comparison */
function comparisonText({ title, reference, setup, tolerance, rows }) {
  const cells = rows.map((row) => {
    const deviation = row.engine - row.reference;
    const used = row.tolerance === 0 ? 0 : Math.abs(deviation) / row.tolerance;
    return [
      row.what,
      digits(row.engine),
      digits(row.reference),
      signed(row.reference === 0 ? deviation : deviation / Math.abs(row.reference), row.reference !== 0),
      `${Math.round(100 * used)} %`,
    ];
  });
  return [
    `### ${title}`,
    `Reference: ${reference}. ${setup}`,
    `Tolerance: ${tolerance}`,
    ...deviations(rows),
    table(['Value', 'Bufferlab', 'Reference', 'Deviation', 'Used'], cells),
  ].join('\n\n');
}

/**
 * Returns the median and the largest deviation by measure, for long tables whose rows are named `case: measure`.
 *
 * @param {Row[]} rows
 */
function deviations(rows) {
  if (rows.length < LONG_TABLE) return [];
  const measures = group(rows, ({ what }) => what.split(': ').at(-1) ?? what);
  const cells = [...measures].map(([measure, rows]) => {
    const sorted = rows
      .filter(({ reference }) => reference !== 0)
      .map(({ what, engine, reference }) => ({ what, relative: Math.abs(engine / reference - 1) }))
      .toSorted((a, b) => a.relative - b.relative);
    const largest = sorted.at(-1);
    const median = sorted[Math.floor(sorted.length / 2)];
    if (largest === undefined || median === undefined) return [measure, '–', '–', '–'];
    return [measure, percent(median.relative), percent(largest.relative), largest.what.split(': ')[0] ?? ''];
  });
  return [table(['Measure', 'Median deviation', 'Largest', 'Where'], cells)];
}

/** @param {number} ratio */
function percent(ratio) {
  return `${(100 * ratio).toPrecision(2)} %`;
}

/** @param {Paper} paper @param {Figure[]} figures @returns {Generated} */
function paperPage({ id, cited, title, not_yet: notYet = {} }, figures) {
  const own = figures.filter(({ paper }) => paper === id).toSorted((a, b) => a.place - b.place);
  const texts = own.map((figure) => {
    const path = join(root, 'engine', 'papers', 'results', `${figure.id}.json`);
    /** @type {Result} */
    const result = JSON.parse(readFileSync(path, 'utf8'));
    return figureText(figure, result);
  });
  const claims = own.flatMap((figure) => figure.claims).length;
  const missing = Object.entries(notYet).map(([figure, reason]) => `- ${figure}: ${reason}`);
  return {
    page: `validation/${id}.md`,
    data: {
      title: cited,
      description: `${claims} claims of “${title}”, each judged by running it.`,
      order: 0,
      group: 'Papers',
    },
    text: [
      `*${title}.* ${own.length} figures, tables and theorems. A verdict uses the 95 % confidence interval over seeds. [Papers](../../#papers) shows the curves, and \`bufferlab reproduce ID\` runs a figure again.`,
      ...texts,
      ...(missing.length === 0 ? [] : ['## Not reproduced yet', missing.join('\n')]),
    ].join('\n\n'),
  };
}

/** @param {Figure} figure @param {Result} result */
function figureText({ id, title, source, claims }, { date, runs, engine, claims: verdicts }) {
  const cells = claims.map((claim) => {
    const verdict = verdicts.find((one) => one.id === claim.id);
    if (verdict === undefined) throw new Error(`The stored result of ${id} has no verdict of ${claim.id}.`);
    const remark = claim.remark ?? claim.reason;
    return [
      `${claim.text}${claim.own === undefined ? '' : ` *(${claim.own === 'model' ? 'from a model' : 'derived'})*`}`,
      claim.tolerance,
      `${verdict.found}${remark === undefined ? '' : `. ${remark}`}`,
      verdictText(claim, verdict),
    ];
  });
  return [
    `## ${title}`,
    `${source}, \`${id}\`; ${runs} runs with version ${engine} on ${date}.`,
    table(['Claim', 'Tolerance', 'Found', 'Verdict'], cells),
  ].join('\n\n');
}

/** @param {Claim} claim @param {Verdict} verdict */
function verdictText({ contradictory }, { verdict }) {
  if (verdict === 'differs' && contradictory) return 'contradicted by the paper itself';
  const text = VERDICTS.get(verdict);
  if (text === undefined) throw new Error(`There are no words for the verdict ${verdict}.`);
  return text;
}

/**
 * Reads all documents of a folder.
 *
 * @param {string} folder
 * @returns {unknown[]}
 */
function stored(folder) {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.json'));
  const parse = (/** @type {string} */ name) =>
    /** @type {unknown} */ (JSON.parse(readFileSync(join(root, folder, name), 'utf8')));
  return names.sort().map(parse);
}

/** @param {number} value */
function digits(value) {
  return String(Number(value.toPrecision(4)));
}

/** @param {number} value @param {boolean} relative */
function signed(value, relative) {
  const isExact = relative && value !== 0 && Math.abs(value) < 1e-8;
  const text = isExact ? powerOfTen(value) : relative ? `${(100 * value).toFixed(1)} %` : digits(value);
  return value < 0 ? text.replace('-', '−') : `+${text}`;
}

/**
 * Formats a tiny number with a power of ten: `2·10⁻¹⁵`.
 *
 * @param {number} value
 */
function powerOfTen(value) {
  const [digit = '', exponent = ''] = value.toExponential(0).split('e-');
  return `${digit}·10⁻${exponent.replaceAll(/\d/g, (one) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(one)))}`;
}
