/** Messages about links and files, for the part that reads and writes them. */
import { integer, list } from '../ui/language';

/** Messages about links that cannot be opened or created. */
export const LINK = {
  name: 'The link',
  empty: 'There is no experiment in this address.',
  tooManyCharacters: (limit: number) => `The link is longer than ${integer(limit)} characters.`,
  notOurs: 'This is not a Bufferlab link: the part after # must begin with "1." and a letter.',
  noVersion0: 'This is not a Bufferlab link: there is no version 0.',
  altered: 'The link was altered: its checksum does not match. Copy it again in full.',
  cutShort: (characters: number) =>
    `The link is cut short: it ends after ${integer(characters)} characters, before its checksum. Copy it again in full.`,
  strange: (character: string) =>
    `This is not a complete Bufferlab link: it contains "${character}". Copy it again from its source.`,
  incomplete: 'This is not a complete Bufferlab link. Copy it again from its source.',
  unknownCodec: (codec: string) => `The link has an encoding ("${codec}") that this page cannot read.`,
  newer: (version: number, supported: number) =>
    `The link has version ${version}, from a newer Bufferlab; this page reads version ${supported}. ` +
    'Reload the page to get the newest version.',
  notText: 'The link contains no readable text.',
  broken: 'The link is intact, but its contents cannot be unpacked. It was not created by Bufferlab.',
  tooBig: (limit_kB: number, advice: string) =>
    `The experiment is larger than ${limit_kB} kB, the limit of a link. ${advice}`,
  notOpened: 'It was not opened.',
  saveFile: 'Save it as a file instead.',
  tooLong: (characters: number) =>
    `The link would have ${integer(characters)} characters, and many programs would cut it. ` +
    'Save the experiment as a file instead.',
  baselineStrange: 'It contains characters that no link has.',
  baselineIsStudy: 'It contains a study. A link to an experiment is needed.',
} as const;

/** Messages about files that cannot be opened. */
export const FILE = {
  name: (file: string) => `The file ${file}`,
  unreadable: (file: string, reason: string) => `${file} could not be read: ${reason}`,
  noExperiment: (file: string, reason: string) => `${file} contains no experiment. ${reason}`,
  noLink: (file: string) => `${file} contains no link.`,
  problem: (file: string, message: string) => `${file}: ${message}`,
  tooLarge: (file: string, size_MB: string, limit_MB: number) =>
    `${file} has ${size_MB} MB; the limit is ${limit_MB} MB.`,
  csvWithoutLink: 'The lines that begin with # contain no link.',
  svgWithoutLink: 'Its metadata contain no link. Drawing programs may remove it.',
  pngBroken: 'The picture is cut short or damaged: a chunk extends beyond its end.',
  pngAltered: 'The text about its experiment was altered.',
  pngText: 'The text chunk',
  pngWithoutLink: 'Its text chunk contains no link.',
  pngWithoutText: 'The picture has no text chunk of Bufferlab. Programs that change pictures may remove it.',
} as const;

/** Messages about the JSON of links and files; `source` names the link or the file. */
export const JSON_TEXT = {
  tooDeep: (source: string, levels: number) => `${source} has more than ${levels} levels of nesting.`,
  notJson: (source: string, reason: string) => `${source} is not JSON: ${reason}`,
  noObject: (source: string, found: string) =>
    `${source} contains no scenario: expected a JSON object, got ${found}.`,
  null: 'null',
  list: 'a list',
  other: (type: string) => `a ${type}`,
} as const;

/** Messages about versions of experiments and studies. */
export const VERSION = {
  scenario: (newest: number, found: string) =>
    `version: expected a whole number from 1 to ${newest}, got ${found}.`,
  newerScenario: (version: number, newest: number) =>
    `This experiment has version ${version}; this page reads up to version ${newest}. ` +
    'Reload the page to get the newest version.',
  study: (supported: number, found: string) => `version: expected ${supported}, got ${found}.`,
  newerStudy: (version: number, supported: number) =>
    `This study has version ${version}; this page reads version ${supported}. ` +
    'Reload the page to get the newest version.',
} as const;

/** Values that are accepted in a document from outside, after “expected” or “Accepted: ”. */
export const ACCEPTED = {
  text: (most: number) => `a text of at most ${integer(most)} characters`,
  number: (from: number, to: number) => {
    if (to < Number.MAX_VALUE) return `a number from ${from} to ${to}`;
    return from === -Number.MAX_VALUE ? 'a finite number' : `a finite number of at least ${from}`;
  },
  integer: (from: number, to: number) =>
    to === Number.MAX_SAFE_INTEGER
      ? `a whole number of at least ${from}`
      : `a whole number from ${from} to ${to}`,
  flag: 'true or false',
  list: (most: number) => `a list of at most ${integer(most)} entries`,
  entries: (most: number) => `an object with at most ${integer(most)} fields`,
  pair: 'a list of two values',
  object: 'an object with fields',
  oneOf: (names: readonly string[]) => `one of ${list(names)}`,
} as const;
