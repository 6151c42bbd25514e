import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Summary } from '../engine/summary';
import { engineFromModule } from '../engine/wasm';
import * as bindings from '../generated/bufferlab_wasm.js';
import { svgOfDrawing } from '../plot/drawing';
import { stylesById } from '../engine/groupStyles';
import { originOfCsv, originOfObject, originOfSvg } from '../url/carried';
import { summaryCsv, summaryFile } from './summaryFiles';
import { namesOf } from './statistics';
import { summaryDrawing } from './summaryPicture';

const wasm = readFileSync(new URL('../generated/bufferlab_wasm_bg.wasm', import.meta.url));
bindings.initSync({ module: wasm });
const engine = engineFromModule(bindings);
const catalog = engine.catalog();
/** Names of experiments without labels. */
const IDS = namesOf(null);
const origin = { title: 'Two, "queues"', seed: 1, engine: '0.1.0', link: 'https://lab.test/#1.d' };

function summaryOf(id: string): Summary {
  const preset = engine.presets().find((one) => one.id === id);
  const run = engine.open(preset?.scenario);
  run.advance(1, 1e9);
  return run.summary();
}

it('the summary as JSON is what the program prints, with the experiment before it', () => {
  const summary = summaryOf('one-flow');
  const { bufferlab, ...rest } = JSON.parse(summaryFile('json', summary, catalog, origin)) as Record<
    string,
    unknown
  >;
  expect(rest).toEqual(JSON.parse(JSON.stringify(summary)));
  expect(originOfObject({ bufferlab })).toEqual(origin);
});

it('the summary as CSV has a row for each statistic, with its unit and definition', () => {
  const text = summaryFile('csv', summaryOf('one-flow'), catalog, origin);
  expect(originOfCsv(text)).toEqual({ ok: true, origin });
  const rows = text.split('\r\n').filter((line) => !line.startsWith('#'));
  expect(rows[0]).toBe('figure,value,unit,definition');
  expect(rows).toContainEqual(expect.stringMatching(/^bottlenecks\.r0\.utilization,0\.\d+,ratio,\S/));
  expect(rows).toContainEqual(expect.stringMatching(/^bottlenecks\.r0\.queue_delay_s\.p99,[\d.]+,s,\S/));
  expect(rows).toContainEqual(expect.stringMatching(/^groups\.tcp\.mean_cwnd_packets,[\d.]+,packets,\S/));
  expect(rows).toContainEqual(expect.stringMatching(/^bottlenecks\.r0\.loss\.udp,,ratio,\S/));
  expect(rows).toContainEqual(expect.stringMatching(/^digest,[0-9a-f]{16},,/));
});

it('every statistic of every preset is in the table, with its unit if the catalog has it', () => {
  for (const { id } of engine.presets()) {
    const rows = summaryCsv(summaryOf(id), catalog).trimEnd().split('\r\n').slice(1);
    expect(new Set(rows.map((row) => row.split(',')[0])).size, id).toBe(rows.length);
    // A nest of which nothing applies is one empty row, and no figure.
    const figures = rows.filter(
      (row) => !/^[^,]+\.(flow_cwnd_packets|transfers|rtt_s|delay_s|delivery_s),,,/.test(row),
    );
    for (const row of figures.filter((one) => /(_s|_bps|_packets|_bytes|loss\.\w+),/.test(one))) {
      expect(row, id).toMatch(/^[^,]+,[^,]*,(s|b\/s|packets|B|ratio),/);
    }
  }
});

it('the summary as a picture has every statistic of every preset as text, and the link to its experiment', () => {
  for (const { id } of engine.presets()) {
    const summary = summaryOf(id);
    const drawing = summaryDrawing(summary, catalog, 'Measured over 1 s.', new Map(), IDS, origin);
    const svg = svgOfDrawing(drawing, '', origin, 'summary');
    const words = [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(words, id).toEqual(expect.arrayContaining(['Links', 'Groups', 'Utilization', summary.digest]));
    for (const { id: name } of [...summary.bottlenecks, ...summary.groups]) expect(words, id).toContain(name);
    expect(svg, id).not.toMatch(/NaN|undefined/);
    expect(originOfSvg(svg)).toEqual({ ok: true, origin });
  }
});

it('files of the summary have a sentence about the call', () => {
  const summary = summaryOf('home-upload');
  const call = summary.groups.find(({ kind }) => kind === 'call');
  expect(call?.sentence).toMatch(/^A call here would be \w+ \(\d\.\d of 4\.5\)\.$/);
  const rows = summaryCsv(summary, catalog).split('\r\n');
  expect(rows).toContain(`groups.${call?.id ?? ''}.sentence,${call?.sentence ?? ''},,`);
  const drawing = summaryDrawing(summary, catalog, '', new Map(), IDS, origin);
  expect(svgOfDrawing(drawing, '', origin, 'summary')).toContain(
    `${call?.id ?? ''}: ${call?.sentence ?? ''}`,
  );
});

it('the picture names links and groups as the scenario does', () => {
  const summary = summaryOf('two-way');
  const labels = ['Uplink', 'Uplink, reverse', 'Calls'] as const;
  const names = namesOf({
    links: [
      { id: 'r0', label: labels[0] },
      { id: 'r0:reverse', label: labels[1] },
    ],
    groups: [{ id: summary.groups[0]!.id, label: labels[2] }],
  });
  const drawing = summaryDrawing(summary, catalog, '', new Map(), names, origin);
  const svg = svgOfDrawing(drawing, '', origin, 'summary');
  for (const label of labels) expect(svg).toContain(`>${label}</text>`);
  expect(svg).toContain(`>${summary.groups[1]!.id}</text>`);
});

it('many groups are drawn in several blocks, each group with its style', () => {
  const summary = summaryOf('anomaly');
  const groups = Array.from({ length: 14 }, (_, i) => ({ ...summary.groups[0]!, id: `tcp${i}` }));
  const looks = stylesById(groups.map(({ id }) => ({ id, kind: 'tcp' as const })));
  const [one, many] = [1, 14].map((n) =>
    summaryDrawing({ ...summary, groups: groups.slice(0, n) }, catalog, '', looks, IDS, origin),
  );
  expect(many!.width).toBeLessThan(900);
  expect(many!.height).toBeGreaterThan(one!.height);
  const svg = svgOfDrawing(many!, '', origin, 'summary');
  for (const { id } of groups) expect(svg).toContain(`>${id}</text>`);
});
