/**
 * The page of the documentation about profiles of hosts, as Markdown made from the engine's catalog: the options of each profile
 * with their sources, and what the simulator leaves out.
 */
import { table } from './docs-markdown.mjs';

/** @typedef {import('./docs-reference.mjs').Catalog} Catalog */
/** @typedef {import('./docs-reference.mjs').Section} Section */
/** @typedef {import('./docs-reference.mjs').Setting} Setting */
/** @typedef {import('./docs-reference.mjs').Generated} Generated */

const ABOUT = [
  'A profile is the set of TCP options of some hosts. In a scenario, `"profile": "linux-6"` in `traffic` gives each option that does not stand beside it the value of Linux 6. In the Lab, *Sender like* of a group does the same. New experiments and groups that you add use Linux 6; presets and papers keep their own options.',
  '```json\n{ "kind": "tcp", "profile": "linux-6", "congestion_control": "bbr", "initial_window_packets": 32 }\n```',
  'A profile includes the receiver: its ACKs and their timer. It does not include the sizes of packets, the workload, or the largest window. Time stamps take 12 bytes of each packet: give them in `header_bytes` and `ack_bytes`.',
  'The controller is a default only. A scenario that names none gets that of the system; choosing a profile for a group that exists keeps its controller, so `--set groups.0.traffic.profile=linux-6` compares the same controller under other options. DCTCP turns on its ECN, as in a kernel.',
  'Saved files and links state each value that differs from the usual default of its field, the name of the profile, and `"profile_expanded": true`, which says that the profile gives no more defaults. They keep their meaning when a later version corrects a profile. A profile whose options were changed is shown as “own, from Linux 6”. Changes are made in order: a profile overrides options that were set before it. A profile applies from the start of a run and cannot change during it.',
];

/**
 * Makes the page.
 *
 * @param {Catalog} catalog
 * @returns {Generated}
 */
export function profilesPage(catalog) {
  const section = catalog.sections['traffic.tcp'];
  const profiles = section?.profiles ?? [];
  if (!section || profiles.length === 0) throw new Error('The catalog has no profiles of TCP.');
  const words = section.params.find(({ name }) => name === 'profile')?.kind.options ?? [];
  const labelOf = (/** @type {string} */ id) => words.find((word) => word.id === id)?.label ?? id;
  const fields = [...new Set(profiles.flatMap(({ settings }) => settings.map(({ field }) => field)))];
  const usual = (/** @type {Setting[]} */ settings, /** @type {string} */ field) =>
    settings.find((setting) => setting.field === field && !setting.when);
  const rows = fields.map((field) => [
    `\`${field}\``,
    ...profiles.map(({ settings }) => valueText(usual(settings, field)?.value)),
  ]);
  const details = profiles.flatMap(({ id, settings, not_modeled }) => {
    const help = words.find((word) => word.id === id)?.help ?? '';
    const cells = settings.map((setting) => [
      `\`${setting.field}\`${setting.when ? `, if \`${setting.when[0]}\` is \`${setting.when[1]}\`` : ''}${setting.initial ? ', default only' : ''}`,
      valueText(setting.value),
      setting.source,
    ]);
    const lacks = not_modeled.map(({ what, source }) => `- ${what} (${source})`).join('\n');
    return [
      `## ${labelOf(id)}`,
      `\`"profile": "${id}"\``,
      help,
      table(['Option', 'Value', 'Source'], cells),
      ...(lacks === '' ? [] : ['Not modeled:', lacks]),
    ];
  });
  const data = {
    title: 'Profiles of hosts',
    description: 'TCP options of Linux 6, Windows, FreeBSD 14, the RFCs and ns-2, each with its source.',
    order: 12,
  };
  const head = table(['Option', ...profiles.map(({ id }) => labelOf(id))], rows);
  return { page: 'models/profiles.md', data, text: [...ABOUT, '## Options', head, ...details].join('\n\n') };
}

/** @param {unknown} value */
function valueText(value) {
  const word = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : value;
  return `\`${typeof word === 'string' ? word : JSON.stringify(word ?? null)}\``;
}
