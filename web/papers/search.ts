/** Finding artefacts: by words, by verdict, and in groups by paper or topic. */
import type { Verdict } from './artefact';
import type { Card, Catalogue, Missing } from './catalogue';
import { headingText, paperOf, paperOfId, PAPERS, topicText } from './library';

export interface Filter {
  words: string;
  /** Only those with a claim of this verdict; null: all. */
  verdict: Verdict | null;
  by: 'paper' | 'topic';
}

export const NO_FILTER: Filter = { words: '', verdict: null, by: 'paper' };

export interface Group {
  id: string;
  title: string;
  /** Smaller, behind it. */
  subtitle: string;
  cards: Card[];
  missing: Missing[];
}

/** Groups that are not empty, in the order of papers or of topics. An artefact stands with each of its topics. */
export function groupsOf({ cards, missing }: Catalogue, filter: Filter): Group[] {
  const found = cards.filter((card) => isFound(card, filter));
  // What is not there has no verdict and no topic.
  const lacking =
    filter.verdict === null ? missing.filter((one) => says(missingText(one), filter.words)) : [];
  const groups = filter.by === 'paper' ? byPaper(found, lacking) : byTopic(found, lacking);
  return groups.filter((group) => group.cards.length + group.missing.length > 0);
}

function byPaper(cards: readonly Card[], missing: readonly Missing[]): Group[] {
  const known = new Set(PAPERS.map(({ id }) => id));
  const others = [...new Set(cards.map(({ paper }) => paper))].filter((paper) => !known.has(paper));
  return [...PAPERS.map(({ id }) => id), ...others].map((id) => ({
    id,
    title: paperOf(id).cited || 'Other',
    subtitle: paperOf(id).title,
    cards: cards.filter(({ paper }) => paper === id),
    missing: missing.filter((one) => paperOfId(one.id)?.id === id),
  }));
}

function byTopic(cards: readonly Card[], missing: readonly Missing[]): Group[] {
  const topics = [...new Set(cards.flatMap((card) => card.topics))].sort();
  const group = (id: string, title: string, those: Card[]): Group => ({
    id,
    title,
    subtitle: '',
    cards: those,
    missing: [],
  });
  return [
    ...topics.map((topic) =>
      group(
        topic,
        topicText(topic),
        cards.filter((card) => card.topics.includes(topic)),
      ),
    ),
    group(
      'none',
      'Without a topic',
      cards.filter((card) => card.topics.length === 0),
    ),
    { ...group('missing', 'Not there yet', []), missing: [...missing] },
  ];
}

function isFound(card: Card, { words, verdict }: Filter): boolean {
  if (verdict !== null) {
    const { verdicts } = card;
    if (!verdicts?.paper[verdict] && !verdicts?.ours[verdict]) return false;
  }
  const { id, covers, title, paper, source, topics } = card;
  return says(
    [id, ...covers, title, paper, paperOf(paper).cited, source, ...topics.map(topicText)].join(' '),
    words,
  );
}

function missingText({ id, why }: Missing): string {
  return `${id} ${headingText(id)} ${paperOfId(id)?.cited ?? ''} ${why}`;
}

/** Every word occurs. */
function says(text: string, words: string): boolean {
  const all = plain(text);
  return plain(words)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => all.includes(word));
}

/** Small letters without accents. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

/** Reasons with the headings that have them, in the order in which they come. */
export function reasonsOf(missing: readonly Missing[]): { why: string; ids: string[] }[] {
  const reasons = new Map<string, string[]>();
  for (const { id, why } of missing) reasons.set(why, [...(reasons.get(why) ?? []), id]);
  return [...reasons].map(([why, ids]) => ({ why, ids }));
}
