/**
 * The reference of the documentation, as Markdown made from the engine's catalog: fields of a scenario, measures, series, warnings,
 * analytic models, presets and limits. Everything that the catalog lists has a row, which `tests/docs-reference.test.ts` counts.
 */
import { slugOf, table } from './docs-markdown.mjs';

/**
 * @typedef {{ type: string; min?: number; max?: number; nullable?: boolean; null_label?: string; options?: Option[];
 *   registry?: string; section?: string; to?: string; many?: boolean; most?: number; max_length?: number }} Kind
 */
/** @typedef {{ id: string; label: string; help: string }} Option */
/**
 * @typedef {{ name: string; label: string; help: string; unit: string; source: string | null; kind: Kind; live: boolean;
 *   advanced: boolean; default?: unknown; excludes?: string[] }} Parameter
 */
/** @typedef {{ field: string; value: unknown; source: string; when?: [string, string]; initial?: boolean }} Setting */
/** @typedef {{ id: string; settings: Setting[]; not_modeled: { what: string; source: string }[] }} Profile */
/**
 * @typedef {{ id: string; label: string; help: string; source: string | null; params: Parameter[]; profiles?: Profile[] }} Section
 */
/** @typedef {Record<string, Section>} Sections by id */
/** @typedef {{ id: string; label: string; help: string; unit: string; of: string; source?: string; asked?: string; shape?: string }} Row */
/** @typedef {{ id: string; label: string; help: string; source: string }} Warning */
/** @typedef {{ id: string; assumes: string[]; fails: string[]; outputs: { id: string; label: string; unit: string; help: string }[] }} Model */
/**
 * @typedef {object} Catalog
 * @property {Sections} sections
 * @property {Record<string, string[]>} registries sections by kind of thing
 * @property {Row[]} measures
 * @property {Row[]} series
 * @property {Warning[]} warnings
 * @property {Model[]} models
 * @property {Record<string, number>} limits
 */
/** @typedef {{ id: string; title: string; description: string; about: string }} Preset */
/** @typedef {{ page: string; data: { title: string; description: string; order: number; group?: string }; text: string }} Generated */

/** Things that a scenario consists of: a registry, the title of its page, and what the page lists. */
const REGISTRIES = [
  [
    'queue',
    'Fields of queues',
    'Which packets may wait, which is sent next, and which are dropped or marked.',
  ],
  [
    'congestion_control',
    'Fields of congestion control',
    'How a TCP sender changes its window and its pacing rate.',
  ],
  ['pacing', 'Fields of pacing', 'When a TCP sender may send the packets of its window.'],
  ['traffic', 'Fields of traffic', 'What the flows of a group send: TCP, UDP sources, calls, video.'],
  [
    'workload',
    'Fields of workloads',
    'How much data a TCP flow has to send, and when: files, web pages, requests, video.',
  ],
  [
    'service',
    'Fields of services',
    'The course of a link’s rate over time: constant, by a schedule, or from a file.',
  ],
  ['line', 'Fields of lines', 'Losses, jitter and reordering between a link and its other end.'],
  ['pacer', 'Fields of pacers', 'Gates between a queue and its link, which smooth bursts.'],
  ['policer', 'Fields of policers', 'Meters before a queue, which drop or mark what exceeds a rate.'],
  ['router', 'Fields of routers', 'How packets cross a router to the queue of their link.'],
];

/** Meaning of the limits. */
const LIMITS = new Map([
  ['scenario_bytes', 'Bytes of the text of a scenario'],
  ['depth', 'Levels of nesting in its JSON'],
  ['bottlenecks', 'Bottlenecks in a row'],
  ['edges', 'Edge routers'],
  ['groups', 'Groups of flows'],
  ['flows', 'Flows that a run creates, with those that its edits add'],
  ['list', 'Entries of a listed distribution'],
  ['turns', 'Changes of the number of active flows of a group'],
  ['edits', 'Edits of a run'],
  ['edited_values', 'Values that the edits of a run look at again: those of the part that each changes'],
  ['packets', 'Packets under way at once in the whole network; a run that exceeds it ends'],
  ['axes', 'Fields that a study varies'],
  ['values', 'Values of one field in a study'],
  ['runs', 'Runs of a study'],
]);

/** Sections of a scenario that are on its page, in this order. */
const SECTIONS = ['scenario', 'bottleneck', 'reverse', 'edge', 'group', 'access', 'egress', 'turn'];

/** Owners of measures and series, in the order of the page. */
const OWNERS = [
  ['run', 'Whole run'],
  ['link', 'Links'],
  ['group', 'Groups'],
  ['link_group', 'Groups at a link'],
  ['flow', 'Flows'],
];

/**
 * Makes the pages of the reference.
 *
 * @param {Catalog} catalog
 * @returns {Generated[]}
 */
export function referencePages(catalog) {
  const { sections } = catalog;
  const place = placesIn(catalog);
  const fields = SECTIONS.map((id) => sections[id]).filter((section) => section !== undefined);
  const pages = [
    page('scenario', 'Fields of a scenario', 'All fields of a scenario: network, groups, and the run.', [
      'A scenario is a JSON document: the network, the groups of flows, and how long they run. The program takes it as a file, and `--set PATH=VALUE` changes a field by its path. `bufferlab schema` prints the same as JSON Schema.',
      'Values may have units where a unit is stated: `"10 Mb/s"`, `"20 ms"`, `"30 kB"`. *During a run* says whether an edit may change the field while the simulation goes on.',
      ...fields.map((section) => sectionText(section, place, sections)),
    ]),
    ...REGISTRIES.map(([registry = '', title = '', description = '']) =>
      page(registry.replace('_', '-'), title, description, [
        ...placeText(place.get(registry) ?? []),
        ...(catalog.registries[registry] ?? []).map((id) => kindText(sections[id], registry, sections)),
      ]),
    ),
    page('measures', 'Measures', 'Every number that a run reports, with unit, meaning and source.', [
      'A measure is one number of a finished run, counted after the warm-up. `bufferlab run --json` prints them, sweeps tabulate them, and targets and claims name them by id. Those marked *on request* are computed only where a study names them in `measure`.',
      ...rowsByOwner(catalog.measures, (row) => (row.asked === 'no' ? '' : ' *On request.*')),
    ]),
    page('series', 'Series', 'Every quantity that is recorded over time, with unit and meaning.', [
      'A series has a value for each interval of a run. `bufferlab run --csv` writes them as columns, and charts draw them. *Increase* is a count within the interval; the sum of its rows is the count of the run.',
      ...rowsByOwner(catalog.series, (row) => (row.shape === 'increase' ? ' *Increase.*' : '')),
    ]),
    page('warnings', 'Warnings', 'What the simulator warns of in a scenario or a result, and why.', [
      'A warning says that a result may not mean what a reader expects. It never changes a run.',
      ...catalog.warnings.map(({ id, label, help, source }) =>
        [`## ${label}`, `\`${id}\`${source ? ` (${source})` : ''}`, help].join('\n\n'),
      ),
    ]),
    page(
      'analytic-models',
      'Analytic models',
      'Closed forms beside the simulator: inputs, outputs, assumptions, limits.',
      [
        '`bufferlab model ID` evaluates a model at a point or over a grid. Studies draw it over simulated curves.',
        ...catalog.models.map((model) => modelText(model, sections)),
      ],
    ),
    page('limits', 'Limits', 'The largest scenarios, studies and documents that are accepted.', [
      'Larger input is refused with a message that names the limit.',
      table(['Limit', 'Meaning', 'Largest'], Object.entries(catalog.limits).map(limitRow)),
    ]),
  ];
  return pages.map((one, i) => ({ ...one, data: { ...one.data, order: i + 1 } }));
}

/**
 * @param {string} name
 * @param {string} title
 * @param {string} description
 * @param {string[]} parts
 * @returns {Generated}
 */
function page(name, title, description, parts) {
  return { page: `reference/${name}.md`, data: { title, description, order: 0 }, text: parts.join('\n\n') };
}

/**
 * Finds the paths at which sections and kinds of things are in a scenario.
 *
 * @param {Catalog} catalog
 * @returns {Map<string, string[]>} paths by id of a section or a registry
 */
function placesIn({ sections, registries }) {
  /** @type {Map<string, string[]>} */
  const places = new Map([['scenario', ['']]]);
  const visit = (/** @type {string} */ id, /** @type {string} */ prefix) => {
    for (const { name, kind } of sections[id]?.params ?? []) {
      const child = kind.section ?? kind.registry;
      if (child === undefined) continue;
      const path = `${prefix}${name}${kind.type === 'list' ? '.ID' : ''}`;
      const known = places.get(child) ?? [];
      if (known.includes(path) || path.split('.').length > 8) continue;
      places.set(child, [...known, path]);
      for (const next of registries[child] ?? [child]) visit(next, `${path}.`);
    }
  };
  visit('scenario', '');
  return places;
}

/** @param {string[]} paths */
function placeText(paths) {
  const named = paths.filter((path) => path !== '').map((path) => `\`${path}\``);
  return named.length === 0 ? [] : [`In a scenario: ${named.join(', ')}.`];
}

/**
 * @param {Section} section
 * @param {Map<string, string[]>} place
 * @param {Sections} sections
 */
function sectionText({ id, label, help, source, params }, place, sections) {
  const about = [help, ...placeText(place.get(id) ?? []), ...sourceText(source)];
  return [`## ${label}`, ...about, parameterTable(params, sections)].join('\n\n');
}

/**
 * @param {Section | undefined} section
 * @param {string} registry
 * @param {Sections} sections
 */
function kindText(section, registry, sections) {
  if (section === undefined) throw new Error(`The catalog has no section for a kind of ${registry}.`);
  const { id, label, help, source, params } = section;
  const kind = id.slice(registry.length + 1);
  const fields = params.length === 0 ? 'It has no fields.' : parameterTable(params, sections);
  return [`## ${label}`, `\`"kind": "${kind}"\``, help, ...sourceText(source), fields].join('\n\n');
}

/**
 * @param {Model} model
 * @param {Sections} sections
 */
function modelText({ id, assumes, fails, outputs }, sections) {
  const section = sections[`model.${id}`];
  if (section === undefined) throw new Error(`The catalog has no section for the model ${id}.`);
  const list = (/** @type {string[]} */ lines) => lines.map((line) => `- ${line}`).join('\n');
  return [
    `## ${section.label}`,
    `\`${id}\``,
    section.help,
    ...sourceText(section.source),
    ...(assumes.length === 0 ? [] : ['It assumes:', list(assumes)]),
    ...(fails.length === 0 ? [] : ['It fails:', list(fails)]),
    ...(section.params.length === 0 ? [] : ['Inputs:', parameterTable(section.params, sections)]),
    'Outputs:',
    table(
      ['Output', 'Meaning', 'Unit'],
      outputs.map((output) => [`\`${output.id}\``, output.help, output.unit]),
    ),
  ].join('\n\n');
}

/** @param {string | null} source */
function sourceText(source) {
  return source ? [`Source: ${source}.`] : [];
}

/**
 * @param {[string, number]} limit
 * @returns {string[]}
 */
function limitRow([id, most]) {
  const meaning = LIMITS.get(id);
  if (meaning === undefined) throw new Error(`The reference does not explain the limit ${id}.`);
  return [`\`${id}\``, meaning, number(most)];
}

/**
 * @param {Parameter[]} params
 * @param {Sections} sections
 */
function parameterTable(params, sections) {
  return table(
    ['Field', 'Meaning', 'Unit', 'Accepted', 'Default', 'During a run'],
    params.map((parameter) => {
      const { name, label, help, unit, source, kind, live, excludes } = parameter;
      const meaning = [`**${label}.** ${help}`];
      if (excludes?.length) meaning.push(`Not with ${excludes.map((other) => `\`${other}\``).join(', ')}.`);
      for (const option of kind.options ?? [])
        if (option.help) meaning.push(`\`${option.id}\`: ${option.help}`);
      if (source) meaning.push(`(${source})`);
      return [
        `\`${name}\``,
        meaning.join(' '),
        unit,
        accepted(kind, sections),
        defaultOf(parameter),
        live ? 'yes' : 'no',
      ];
    }),
  );
}

/**
 * Returns what a field accepts, in words.
 *
 * @param {Kind} kind
 * @param {Sections} sections
 * @returns {string}
 */
function accepted(kind, sections) {
  const range = `${number(kind.min ?? 0)} to ${number(kind.max ?? Infinity)}`;
  const none = kind.nullable ? `, or \`null\`${kind.null_label ? ` (${kind.null_label})` : ''}` : '';
  switch (kind.type) {
    case 'number':
      return range + none;
    case 'integer':
      return `integer, ${range}${none}`;
    case 'flag':
      return '`true` or `false`';
    case 'choice':
      return (kind.options ?? []).map(({ id }) => `\`${id}\``).join(', ');
    case 'distribution':
      return `${range}, or a distribution`;
    case 'numbers':
      return `up to ${number(kind.most ?? Infinity)} numbers, ${range}`;
    case 'points':
      return `up to ${number(kind.most ?? Infinity)} points of time and value`;
    case 'list':
      return `up to ${number(kind.max ?? Infinity)} × ${sectionLink(kind.section ?? '', sections)}`;
    case 'section':
      return sectionLink(kind.section ?? '', sections);
    case 'one_of':
      return `[kinds](${(kind.registry ?? '').replace('_', '-')}.md)`;
    case 'ref':
      return `${kind.many ? 'ids' : 'id'} of ${kind.to ?? 'another part'}${kind.null_label ? `, or \`null\` (${kind.null_label})` : ''}`;
    case 'text':
      return `text, up to ${number(kind.max_length ?? Infinity)} characters`;
    case 'id':
      return 'letters, digits, `-` and `_`';
    case 'edits':
      return 'changes with a time, a path and a value';
    default:
      throw new Error(`The reference has no words for fields of the type ${kind.type}.`);
  }
}

/**
 * @param {string} section
 * @param {Sections} sections
 */
function sectionLink(section, sections) {
  const label = sections[section]?.label ?? section;
  // Contents of files have no fields to list.
  return SECTIONS.includes(section) ? `[${section}](scenario.md#${slugOf(label)})` : label.toLowerCase();
}

/** @param {Parameter} parameter */
function defaultOf(parameter) {
  if (!('default' in parameter)) return 'required';
  const { default: value } = parameter;
  if (value === null) return parameter.kind.null_label ?? 'none';
  if (value === '') return 'empty';
  if (typeof value === 'number') return number(value);
  if (typeof value === 'object' && 'kind' in value && Object.keys(value).length === 1)
    return `\`${String(value.kind)}\``;
  return `\`${JSON.stringify(value)}\``;
}

/**
 * @param {Row[]} rows
 * @param {(row: Row) => string} remark
 */
function rowsByOwner(rows, remark) {
  return OWNERS.flatMap(([owner, title]) => {
    const own = rows.filter((row) => row.of === owner);
    if (own.length === 0) return [];
    const cells = own.map((row) => [
      `\`${row.id}\``,
      `**${row.label}.** ${row.help}${remark(row)}${row.source ? ` (${row.source})` : ''}`,
      row.unit,
    ]);
    return [`## ${title}`, table(['Id', 'Meaning', 'Unit'], cells)];
  });
}

/**
 * Writes a number with powers of ten where it is very small or large.
 *
 * @param {number} value
 */
function number(value) {
  if (value === Infinity) return '∞';
  if (value === Number.MAX_SAFE_INTEGER) return '2⁵³ − 1';
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-3 && size < 1e7))
    return value.toLocaleString('en', { maximumFractionDigits: 9 });
  const [digits = '', power = ''] = value.toExponential().split('e');
  const raised = power.replaceAll(/[-+\d]/g, (sign) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(sign)] ?? '');
  return digits === '1' ? `10${raised}` : `${digits}·10${raised}`;
}
