/** Search in the gallery by words and by verdict, and groups of figures by paper or by topic. */
import type { Card, Catalog, Missing } from './catalog';
import { headingText, paperOf, paperOfId, PAPERS } from './library';
import { GALLERY } from './strings';
import type { ShownVerdict } from './verdict';

/** Filter of the gallery. */
export interface Filter {
  words: string;
  /** Shows only figures with a claim of this verdict; null shows all. */
  verdict: ShownVerdict | null;
  by: 'paper' | 'topic';
}

/** Filter that shows every figure, by paper. */
export const NO_FILTER: Filter = { words: '', verdict: null, by: 'paper' };

/** Cards under one heading of the gallery. */
export interface Group {
  id: string;
  title: string;
  /** Text in small type after the title. */
  subtitle: string;
  cards: Card[];
  missing: Missing[];
}

/** Returns the non-empty groups in the order of papers or of topics. A figure is in the group of each of its topics. */
export function groupsOf({ cards, missing }: Catalog, filter: Filter): Group[] {
  const found = cards.filter((card) => isFound(card, filter));
  // A missing figure has no verdict and no topic.
  const missingFound =
    filter.verdict === null ? missing.filter((one) => containsAll(missingText(one), filter.words)) : [];
  const groups = filter.by === 'paper' ? byPaper(found, missingFound) : byTopic(found, missingFound);
  return groups.filter((group) => group.cards.length + group.missing.length > 0);
}

function byPaper(cards: readonly Card[], missing: readonly Missing[]): Group[] {
  const known = new Set(PAPERS.map(({ id }) => id));
  const others = [...new Set(cards.map(({ paper }) => paper))].filter((paper) => !known.has(paper));
  return [...PAPERS.map(({ id }) => id), ...others].map((id) => ({
    id,
    title: paperOf(id).cited || GALLERY.otherPaper,
    subtitle: paperOf(id).title,
    cards: cards.filter(({ paper }) => paper === id),
    missing: missing.filter((one) => paperOfId(one.id)?.id === id),
  }));
}

function byTopic(cards: readonly Card[], missing: readonly Missing[]): Group[] {
  const topics = [...new Set(cards.flatMap((card) => card.topics))].sort();
  const group = (id: string, title: string, groupCards: Card[]): Group => ({
    id,
    title,
    subtitle: '',
    cards: groupCards,
    missing: [],
  });
  return [
    ...topics.map((topic) =>
      group(
        topic,
        topic,
        cards.filter((card) => card.topics.includes(topic)),
      ),
    ),
    group(
      'none',
      GALLERY.noTopic,
      cards.filter((card) => card.topics.length === 0),
    ),
    { ...group('missing', GALLERY.missingGroup, []), missing: [...missing] },
  ];
}

function isFound(card: Card, { words, verdict }: Filter): boolean {
  if (verdict !== null) {
    const { verdicts } = card;
    if (!verdicts?.paper[verdict] && !verdicts?.ours[verdict]) return false;
  }
  const { id, covers, title, paper, source, topics } = card;
  return containsAll([id, ...covers, title, paper, paperOf(paper).cited, source, ...topics].join(' '), words);
}

function missingText({ id, why }: Missing): string {
  return `${id} ${headingText(id)} ${paperOfId(id)?.cited ?? ''} ${why}`;
}

/** Whether every word occurs in the text. */
function containsAll(text: string, words: string): boolean {
  const all = plain(text);
  return plain(words)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => all.includes(word));
}

/** Converts to lower case without accents. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

/** Groups missing figures by reason, in order of first occurrence. */
export function reasonsOf(missing: readonly Missing[]): { why: string; ids: string[] }[] {
  const reasons = new Map<string, string[]>();
  for (const { id, why } of missing) reasons.set(why, [...(reasons.get(why) ?? []), id]);
  return [...reasons].map(([why, ids]) => ({ why, ids }));
}
