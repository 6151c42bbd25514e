/** Texts of the static pages of presets, lessons and figures, and of their pictures. */
import { count, integer } from '../ui/language';

/** Name of the site, and texts of its own page. */
export const SITE = {
  name: 'Bufferlab',
  title: 'Bufferlab: how large should a router’s buffer be?',
  question: 'How large should a router’s buffer be?',
  description:
    'A packet-level laboratory for router buffers that runs in your browser. Draw a network, set buffers and traffic, and watch queue, losses and windows.',
  license: 'Bufferlab is free software under the MIT license or the Apache License 2.0, at your option.',
  licenseLink: 'License',
  version: (version: string) => `Version ${version}`,
} as const;

/** The three lists of pages. */
export const LISTS = {
  presets: {
    title: 'Presets',
    description: (pages: number) =>
      `${count(pages, { one: 'experiment', other: 'experiments' })} on router buffers to start from: buffer sizes, TCP, active queue management, traffic, and networks of today.`,
    open: 'Open the lab',
  },
  learn: {
    title: 'Lessons',
    description: (pages: number) =>
      `${count(pages, { one: 'lesson', other: 'lessons' })} on queues, TCP, bufferbloat, active queue management, ECN and buffer sizing. Predict, run, and see what a queue does.`,
    open: 'Open the course map',
  },
  papers: {
    title: 'Figures of papers',
    description: (pages: number) =>
      `${count(pages, { one: 'figure', other: 'figures' })} of five papers on router buffers, each with the published claims and Bufferlab’s results beside them.`,
    open: 'Open the gallery of figures',
  },
} as const;

/** Texts of the page for addresses without a page. */
export const MISSING = {
  title: 'There is no such page',
  text: 'The address may be mistyped, or the page may have moved.',
  docs: 'Documentation',
} as const;

/** Kinds of pages, above their titles. */
export const KIND = {
  preset: (topic: string) => `Preset · ${topic}`,
  lesson: (minutes: number) => `Lesson · ${count(minutes, { one: 'minute', other: 'minutes' })}`,
  figure: (cited: string, source: string) => `${cited} · ${source}`,
} as const;

/** Links to the lab. */
export const OPEN = {
  preset: 'Open the experiment in the lab',
  lesson: 'Open the lesson',
  figure: 'Open the figure with its experiment',
} as const;

/** Headings of the sections of a page. */
export const SECTION = {
  notice: 'What to watch',
  answer: 'Result',
  parameters: 'Parameters',
  source: 'Source',
  command: 'On the command line',
  goals: 'After this lesson you can',
  steps: 'Steps',
  leavesOut: 'What the lesson leaves out',
  sources: 'Sources',
  presets: 'Presets of this lesson',
  figures: 'Figures of this lesson',
  lessons: 'Lessons about it',
  about: 'What it shows',
  claims: 'Claims',
  choices: 'Assumptions',
  checked: 'Last check',
  covers: 'Further figures with this setup',
} as const;

/** Title of a page, as browsers and previews show it. */
export const titleText = (title: string): string => `${title} · ${SITE.name}`;

/** Title of a figure of a paper, which several papers may have under the same name. */
export const figureTitle = (title: string, cited: string, heading: string): string =>
  `${title} (${cited}, ${heading})`;

/** Descriptions of pages and pictures. */
export const DESCRIBE = {
  lesson: (minutes: number, first: string) =>
    `A lesson of ${count(minutes, { one: 'minute', other: 'minutes' })} with a live experiment. ${first}`,
  claim: (text: string, verdict: string) => `${text} (${verdict})`,
  run: (chart: string, from: string, to: string) => `Chart: ${chart}, from ${from} to ${to} s of the run.`,
  curves: (chart: string, series: readonly string[]) => `Chart: ${chart}. Series: ${series.join('; ')}.`,
  text: (title: string) => `Title of the figure: ${title}.`,
} as const;

/** Commands of the program. */
export const COMMAND = {
  preset: (id: string) => `bufferlab run ${id}`,
  figure: (id: string) => `bufferlab reproduce ${id} --quick`,
} as const;

/** Texts of a picture. */
export const PICTURE = {
  more: (series: number) => `and ${integer(series)} more`,
  chart: (title: string, unit: string) => (unit === '' ? title : `${title}, ${unit}`),
} as const;

/** Texts of the pictures of the documentation. */
export const DOCS = {
  kind: (chapter: string) => (chapter === '' ? 'Documentation' : `Documentation · ${chapter}`),
  alt: (title: string) => `Title of the page: ${title}.`,
} as const;
