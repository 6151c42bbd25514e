/** The papers, the subjects by which their artefacts are found, and how ids of figures read. */

export interface Paper {
  /** Short name, as files have it. */
  id: string;
  /** What ids of its artefacts begin with. */
  prefix: string;
  /** `Vishwanath et al. 2011` */
  cited: string;
  title: string;
}

export const PAPERS: readonly Paper[] = [
  {
    id: 'vishwanath-2011',
    prefix: 'vishwanath',
    cited: 'Vishwanath et al. 2011',
    title:
      'Anomalous Loss Performance for Mixed Real-Time and TCP Traffic in Routers With Very Small Buffers',
  },
  {
    id: 'hasegawa-2008',
    prefix: 'hasegawa',
    cited: 'Hasegawa et al. 2008',
    title: 'Simulation studies on router buffer sizing for short-lived and pacing TCP flows',
  },
  {
    id: 'ganjali-2007',
    prefix: 'ganjali',
    cited: 'Ganjali 2007',
    title: 'Buffer Sizing in Internet Routers',
  },
  {
    id: 'vu-brugier-2007',
    prefix: 'vu-brugier',
    cited: 'Vu-Brugier et al. 2007',
    title: 'A Critique of Recently Proposed Buffer-Sizing Strategies',
  },
  {
    id: 'cai-2010',
    prefix: 'cai',
    cited: 'Cai et al. 2010',
    title: 'A Practical On-line Pacing Scheme at Edges of Small Buffer Networks',
  },
];

/** The paper of this short name; one that is not known is named as it is. */
export function paperOf(id: string): Paper {
  return PAPERS.find((paper) => paper.id === id) ?? { id, prefix: id, cited: id, title: '' };
}

/** The paper that an artefact's or a heading's id is of. */
export function paperOfId(id: string): Paper | null {
  return PAPERS.find(({ prefix }) => id.startsWith(`${prefix}-`)) ?? null;
}

/** `Figure 2.3` of `ganjali-f2-3`. */
export function headingText(id: string): string {
  const short = id.slice((paperOfId(id)?.prefix.length ?? -1) + 1);
  const [, kind, number] = /^(f|t|th|e)(\d+[a-z]?(?:-\d+)?)$/.exec(short) ?? [];
  const word = kind === undefined ? undefined : KINDS[kind];
  if (word !== undefined && number !== undefined) return `${word} ${number.replace('-', '.')}`;
  return OTHERS[short] ?? short;
}

const KINDS: Record<string, string> = { f: 'Figure', t: 'Table', th: 'Theorem', e: 'Equation' };

const OTHERS: Record<string, string> = {
  md1b: 'M/D/1/B, Section IV-A',
  adt: 'Algorithm 1, adaptive drop-tail',
  'optical-fifo': 'Algorithms A and B, Theorems 4 to 6: FIFO of optical delay lines',
};

/** Topics in words, by their ids. */
export function topicText(topic: string): string {
  return TOPICS[topic] ?? topic;
}

const TOPICS: Record<string, string> = {
  anomaly: 'Anomaly',
  aqm: 'Active queue management',
  backbone: 'Backbone',
  bursts: 'Bursts',
  model: 'Models',
  optical: 'Optical',
  pacing: 'Pacing',
  'packet-size': 'Packet sizes',
  'short-flows': 'Short flows',
  'single-flow': 'One flow',
  'small-buffers': 'Small buffers',
  'square-root': 'Square root',
  switch: 'Switches',
  testbed: 'Test-bed',
  'two-way': 'Two-way traffic',
};
