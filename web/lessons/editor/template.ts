/** The text with which a new lesson begins: a prediction, a run and a reveal, and a task, for the author to rewrite. */

import { inserted, withFacts, type Facts } from './snippets';

/** Returns a lesson about the experiment of a link. */
export function lessonFrom(fragment: string, facts: Facts): string {
  const first = withFacts(TEMPLATE, facts).replace('FRAGMENT', () => fragment.replace(/^#/, ''));
  const step = inserted(first, first.length, 'step', facts).text;
  return inserted(step, step.length, 'task', facts).text;
}

const TEMPLATE = `---
title: My lesson
level: 1
minutes: 10
goals:
  - Say what the student can do after this lesson.
sources:
  - Name a paper, an RFC or a chapter.
---

## Predict

Describe the network in two or three sentences.

:::scene
\`\`\`yaml
link: "#FRAGMENT"
show: [queue, loss]
change: [bottlenecks.LINK.queue.LIMIT]
speed: SPEED
\`\`\`
One sentence that says what the picture shows.
:::

:::predict{#first}
What will happen to the queue?
\`\`\`answer
kind: choice
options:
  - It stays empty
  - It grows until the buffer is full
correct: It grows until the buffer is full
\`\`\`
:::

:::run{until="end" show="queue"}
Say what to watch.
:::

:::reveal{after=first}
Explain what the run has shown.
:::
`;
