/** Names of the papers, of their figures and of the topics. */
import { LIBRARY } from './strings';

/** A paper, by its names. */
export interface Paper {
  /** Short name, as in the files. */
  id: string;
  /** Prefix of the ids of its figures. */
  prefix: string;
  /** Citation, such as `Vishwanath et al. 2011`. */
  cited: string;
  title: string;
}

/** The five papers, in the order of the gallery. */
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

/** Returns the paper with this short name; an unknown paper gets its short name as citation. */
export function paperOf(id: string): Paper {
  return PAPERS.find((paper) => paper.id === id) ?? { id, prefix: id, cited: id, title: '' };
}

/** Returns the paper of a figure's id; null if no paper has this prefix. */
export function paperOfId(id: string): Paper | null {
  return PAPERS.find(({ prefix }) => id.startsWith(`${prefix}-`)) ?? null;
}

/** Returns the name of a figure in its paper: `Figure 2.3` for `ganjali-f2-3`. */
export function headingText(id: string): string {
  const short = id.slice((paperOfId(id)?.prefix.length ?? -1) + 1);
  const [, kind, number] = /^(f|t|th|e)(\d+[a-z]?(?:-\d+)?)$/.exec(short) ?? [];
  const word = kind === undefined ? undefined : LIBRARY.kinds[kind];
  if (word !== undefined && number !== undefined) return `${word} ${number.replace('-', '.')}`;
  return LIBRARY.others[short] ?? short;
}

/** Returns the name of a topic; an unknown topic is shown by its id. */
export function topicText(topic: string): string {
  return LIBRARY.topics[topic] ?? topic;
}
