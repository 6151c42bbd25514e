/** The text with which a new lesson begins: one scene with a prediction, a run and a reveal, for the author to rewrite. */

/** Returns a lesson about the experiment of a link. */
export function lessonFrom(fragment: string): string {
  return TEMPLATE.replace('FRAGMENT', () => fragment.replace(/^#/, ''));
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
change: []
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
