/** Texts of the welcome: what this is, and four ways to begin. */
import { count } from '../ui/language';

/** Number of papers whose figures the Papers view reproduces, as a word; a test compares it with their list. */
export const PAPER_COUNT = { word: 'five', number: 5 } as const;

/** Texts of the panel. */
export const WELCOME = {
  label: 'Welcome to Bufferlab',
  title: 'How large should a router’s buffer be?',
  about:
    'Bufferlab simulates every packet of a network, in your browser. Behind this panel such a run goes on: change the ' +
    'network at any time, and watch queues, losses and congestion windows.',
  learn: 'Learn',
  lesson: (title: string, minutes: number) =>
    `Lesson 1: ${title}. Predict, run and see, in ${count(minutes, { one: 'minute', other: 'minutes' })}.`,
  course: 'Short lessons: predict, run and see.',
  size: 'Size a buffer',
  sizeAbout: 'Describe your link and its users, and search for the smallest buffer that meets your targets.',
  explore: 'Explore',
  exploreAbout: 'Open a ready experiment: bufferbloat at home, incast, anomalous loss and more.',
  reproduce: 'Reproduce',
  reproduceAbout: `Compare the published figures of ${PAPER_COUNT.word} papers with Bufferlab’s results, claim by claim.`,
  close: 'Go to the Lab',
  back: 'The name Bufferlab at the top opens this panel again.',
  backNarrow: '“Keys and help” opens this panel again.',
} as const;
