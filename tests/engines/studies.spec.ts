/** A study in a link, in every engine: whatever it is, the page stays, and a value of a wrong type is named with its path. */
import type { JsonObject } from '../../web/url/json';
import { encodeStudy } from '../../web/url/codec';
import { expect, test } from './visitor';

const origin = `http://127.0.0.1:${process.env.BUFFERLAB_TEST_PORT ?? '4199'}`;

const SCENARIO = {
  bottlenecks: [{ id: 'r0', rate_bps: 1e7, delay_s: 0.01, queue: { kind: 'drop_tail', limit_packets: 40 } }],
  groups: [
    {
      id: 'tcp',
      count: 1,
      access: { rate_bps: 1e9, delay_s: 0.001 },
      traffic: { kind: 'tcp' },
    },
  ],
};

const STUDY = { scenario: SCENARIO, over: ['bottlenecks.r0.queue.limit_packets=10,20'], replications: 1 };

/** Changes of the study, with the place that the page names. */
const BROKEN: readonly (readonly [change: JsonObject, place: string])[] = [
  [{ over: [null] }, 'over.0:'],
  [{ set: [{ path: 5 }] }, 'set:'],
  [{ scenario: [] }, 'scenario:'],
  [{ scenario: { ...SCENARIO, bottlenecks: 7 } }, 'bottlenecks:'],
  [{ scenario: { ...SCENARIO, groups: [null] } }, 'groups.0:'],
  [{ over: [{ path: 'seed', values: 4 }] }, 'over.0:'],
  [{ measure: [{}] }, 'measure.0:'],
  [{ stop: [] }, 'stop:'],
  [{ where: [[]] }, 'where.0:'],
  [{ over: [{ together: [null] }] }, 'over.0'],
];

for (const [change, place] of BROKEN) {
  test(`a study with ${JSON.stringify(change).slice(0, 40)} is refused at ${place}`, async ({ visit }) => {
    const link = encodeStudy({ ...STUDY, ...change });
    const page = await visit(`${origin}/#${link.ok ? link.fragment : ''}`);
    const alert = () => page.words('main:not([hidden]) [role=alert]');
    await expect.poll(alert, { timeout: 120_000 }).toContain('This study cannot be opened.');
    expect(await alert()).toContain(place);
    // The form beside the sentence works: it has the experiment of the Lab.
    expect(await page.count('main:not([hidden]) form[aria-label=Study] select')).toBeGreaterThan(0);
  });
}
