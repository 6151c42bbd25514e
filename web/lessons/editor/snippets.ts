/** Blocks that the editor inserts, complete and valid, for the author to rewrite. They name the first link of the Lab's experiment. */
import type { Scenario } from '../../scenario/types';

/** Kind of a snippet. */
export type SnippetKind = 'step' | 'predict' | 'number' | 'run' | 'task' | 'reveal' | 'explain' | 'data';

/** Facts of an experiment that blocks name. */
export interface Facts {
  /** Id of the first link. */
  link: string;
  /** Limit of its queue: field and value. */
  limit: readonly [field: 'limit_packets' | 'limit_bytes', value: number];
  /** Length of the run, seconds. */
  duration_s: number;
}

/** Returns the facts of an experiment; those of a common one without it. */
export function factsOf(scenario: Scenario | null): Facts {
  const [first] = scenario?.bottlenecks ?? [];
  const { limit_packets = null, limit_bytes = null } = first?.queue ?? {};
  return {
    link: first?.id ?? 'r0',
    limit:
      limit_packets === null && limit_bytes !== null
        ? ['limit_bytes', limit_bytes]
        : ['limit_packets', limit_packets ?? 50],
    duration_s: scenario?.duration_s ?? 60,
  };
}

/** Time that a run of the experiment takes in a new lesson, seconds. */
const PLAYED_S = 12;

/** Writes the facts of an experiment into a text with `LINK`, `LIMIT`, `TWICE`, `DURATION` and `SPEED`. */
export function withFacts(text: string, { link, limit: [field, value], duration_s }: Facts): string {
  const speed = Math.max(1, Math.round(duration_s / PLAYED_S));
  const words = { LINK: link, LIMIT: field, TWICE: 2 * value, DURATION: duration_s, SPEED: speed };
  return text.replace(/\b(?:LINK|LIMIT|TWICE|DURATION|SPEED)\b/g, (word) =>
    String(words[word as keyof typeof words]),
  );
}

/** Ids of questions, tasks and tables in a text: `{#first}`. */
const IDS = /\{#([\w-]+)\}/g;

/** Kinds in the order of the buttons. */
export const SNIPPETS: readonly SnippetKind[] = [
  'step',
  'predict',
  'number',
  'run',
  'task',
  'reveal',
  'explain',
  'data',
];

const TEXTS: Readonly<Record<SnippetKind, string>> = {
  step: `## One idea

Say in two or three sentences what this step is about.
`,
  predict: `:::predict{#ID}
What will happen?
\`\`\`answer
kind: choice
options:
  - The delay grows
  - The delay stays the same
correct: The delay grows
\`\`\`
:::
`,
  number: `:::check{#ID}
How long do packets wait in your run, on average?
\`\`\`answer
kind: number
unit: ms
measure: bottlenecks.LINK.queue_delay_s.mean
within: 10 %
\`\`\`
:::
`,
  run: `:::run{until="end" show="queue"}
Say what to watch.
:::
`,
  task: `:::task{#ID}
Find a small buffer that keeps the link busy.
\`\`\`goal
all:
  - at_least: [bottlenecks.LINK.utilization, 95 %]
  - at_most: [bottlenecks.LINK.queue.LIMIT, TWICE]
\`\`\`
\`\`\`hints
- Say where to look first.
\`\`\`
\`\`\`solution
set: { bottlenecks.LINK.queue.LIMIT: TWICE }
until: DURATION s
\`\`\`
Say why this works.
:::
`,
  reveal: `:::reveal{after=LAST}
Explain what the run has shown.
:::
`,
  explain: `:::explain
The queue delays a packet by its length over the rate of the link: $d = q / C$.
:::
`,
  data: `:::data{#ID}
Add a row for each of your runs.
\`\`\`columns
- measure: bottlenecks.LINK.queue.LIMIT
- measure: bottlenecks.LINK.utilization
\`\`\`
:::
`,
};

/** A text after an insertion, with the inserted part. */
export interface Inserted {
  text: string;
  /** Range of the inserted text. */
  from: number;
  to: number;
}

/**
 * Inserts a snippet behind the block or paragraph at `position`, with an empty line before and after it. Its id is new in the
 * text; a `reveal` follows the last question before it, or is a plain explanation if there is none.
 */
export function inserted(text: string, position: number, kind: SnippetKind, facts: Facts): Inserted {
  const at = endOfBlock(text, position);
  const before = text.slice(0, at).replace(/\n*$/, '');
  const after = text.slice(at).replace(/^\n*/, '');
  const start = before === '' ? '' : `${before}\n\n`;
  const snippet = withFacts(filled(kind, text, before), facts);
  return {
    text: `${start}${snippet}${after === '' ? '' : `\n${after}`}`,
    from: start.length,
    to: start.length + snippet.length,
  };
}

function filled(kind: SnippetKind, text: string, before: string): string {
  const ids = new Set(Array.from(text.matchAll(IDS), ([, id]) => id));
  let number = ids.size + 1;
  while (ids.has(`item-${number}`)) number++;
  const last = Array.from(before.matchAll(/^:::(?:predict|check)\{#([\w-]+)\}/gm)).at(-1)?.[1];
  if (kind === 'reveal' && last === undefined) return TEXTS.explain;
  return TEXTS[kind].replace('ID', `item-${number}`).replace('LAST', () => last ?? '');
}

/** Returns the end of the block that contains a position, or of its line outside of a block. */
function endOfBlock(text: string, position: number): number {
  const lineEnd = (from: number): number => {
    const end = text.indexOf('\n', from);
    return end < 0 ? text.length : end;
  };
  const end = lineEnd(position);
  const marks = Array.from(text.slice(0, end).matchAll(/^:::(\w*)/gm));
  const open = marks.at(-1)?.[1];
  if (open === undefined || open === '') return end;
  const close = /^:::[ \t]*$/gm;
  close.lastIndex = end;
  const closing = close.exec(text);
  return closing ? lineEnd(closing.index) : end;
}
