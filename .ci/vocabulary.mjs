/**
 * Words that this project does not use, each with its replacement, and the checks of strings, comments, identifiers
 * and documents. `web/learn/glossary.md` has the words that it uses. `tests/vocabulary.test.ts` demands that nothing is
 * found; `node .ci/vocabulary.mjs [PATH...]` lists what is found below some paths.
 */
import { basename } from 'node:path';
import { nameWords, sentences, textsOf, trackedFiles, undocumentedExports } from './texts.mjs';

/** @typedef {import('./texts.mjs').Text} Text */

/** @typedef {{ pattern: RegExp; instead: string }} Rule a phrase and its replacement */

/**
 * @param {RegExp} pattern
 * @param {string} instead
 * @returns {Rule}
 */
const rule = (pattern, instead) => ({ pattern, instead });

/**
 * Words in no identifier and no name of a file.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const NAME_WORDS = {
  agenda: 'service schedule',
  artefact: 'figure',
  artefacts: 'figures',
  befall: 'inject',
  behaviour: 'behavior',
  census: 'conservation check',
  centre: 'center',
  colour: 'color',
  colours: 'colors',
  comers: 'arrivals',
  crew: 'workers',
  desk: 'controller, session or store, by what it is',
  furniture: 'axes',
  grey: 'gray',
  happening: 'trace event',
  ink: 'style',
  inks: 'styles',
  mishap: 'scripted fault',
  neighbour: 'neighbor',
  obey: 'run',
  shelf: 'store',
  told: 'event text, described',
  wish: 'form state',
  wishes: 'form state',
};

/**
 * Names that contain such a word for a good reason: it is the name of something outside of this project, or kept for
 * compatibility.
 *
 * @type {ReadonlySet<string>}
 */
const ALLOWED_NAMES = new Set([
  // Color token of the theme (`--ink` in `web/ui/theme.css`), together with `ink-2` and `ink-3`.
  'ink',
  // Key of the report of `bufferlab reproduce --json`.
  'artefacts',
]);

/** Code in texts: it is not prose, and its names are checked where they are declared. */
const CODE = /`[^`\n]*`|@type \{.*\}/g;

/** Strings that contain such a phrase and must not change: presets are also found by their titles of earlier releases. */
const FORMER_TITLES = new Set(['A film among downloads']);

/**
 * Words in no name of a type, a component or a file. They have other senses, in which a variable may have them.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const TYPE_WORDS = {
  asked: 'request',
  behind: 'baseline',
  cut: 'decimate',
  door: 'tab',
  film: 'video',
  given: 'inputs',
  hand: 'worker',
  kept: 'baseline, saved or stored',
  lane: 'computed reverse path',
  later: 'lazy',
  look: 'style, view settings or sampling',
  looks: 'style, view settings or sampling',
  lot: 'replayed connection',
  pen: 'renderer',
  room: 'view',
  rooms: 'views',
  announce: 'format',
  strip: 'series buffer',
  tell: 'trace event, describe',
  track: 'recording',
  wall: 'gallery',
  wanted: 'request',
  way: 'branch',
  ways: 'branches',
  what: 'the noun for it',
  words: 'format, text',
};

/**
 * Phrases in no text that a person reads, and in no comment.
 *
 * @type {readonly Rule[]}
 */
export const PHRASES = [
  rule(
    /\b\w*(?:utili|normali|initiali|quanti|synchroni|organi|reali|minimi|maximi|optimi|recogni|summari|serial|visuali|generali)s(?:e|es|ed|ing|ation|ations)\b/i,
    'the spelling with z',
  ),
  rule(/\b(?:colour|behaviour|neighbour|favour|honour|labour)\w*/i, 'the spelling with or'),
  rule(/\b(?:centre|metre|litre|fibre|theatre)s?\b/i, 'the spelling with er'),
  rule(
    /\b(?:grey|catalogue|acknowledgement|judgement|licence|defence|artefact|ageing|modelled|modelling|labelled|labelling|travelled|cancelled|cancelling|levelled|signalled|signalling)\w*/i,
    'the American spelling',
  ),
  rule(/\bprogrammes?\b/i, 'program'),
  rule(/\bby equal ratios?\b|\bof equal ratio\b/i, 'log-spaced'),
  rule(/\bway back\b/i, 'reverse path'),
  rule(/\bfilms?\b/i, 'video'),
  rule(/\bwaiting places?\b|\b\d+ places\b/i, 'packets of buffer'),
  rule(/\b(?:agenda|census|comers|crew|desk|furniture|mishap|shelf)\b/i, "the field's term (STYLE: Words)"),
  rule(/\b(?:whoever|nobody|whose word)\b/i, 'a noun'),
  rule(/\bnothing is like\b/i, 'no … match'),
  rule(/\bseed of all chance\b/i, 'random seed'),
  rule(/\bknown well\b/i, 'narrow enough'),
  rule(/\bturn round\b/i, 'reverse'),
  rule(/\bdeaf to\b/i, 'does not react to'),
  rule(/\bsojourn\b/i, 'queueing delay'),
  rule(/\b(?:stays|is|lies|lie|drawn) pale\b/i, 'lighter'),
  rule(/\btold apart\b/i, 'distinguished'),
  rule(/\bwall of figures\b/i, 'gallery'),
  rule(/\brooms? (?:Lab|Curves|Papers|Studies)\b|\bthe Lab['’]s room\b/, 'view'),
];

/** Lists of other terms in the entries of the glossary: literature uses these terms, this project does not. */
const OTHER_TERMS = /^(?:Symbol: \S+ )?Also: [^.]*\./;

/** First words of no doc comment. */
export const WEAK_STARTS = /^(?:what|who|whom|whose|whoever|those|that)\b/i;

/** Words in a sentence that users read, at most. */
export const MOST_WORDS = 35;

/**
 * Files whose words are data: generated types and pages, whose sources are checked, licenses of others, links of earlier releases,
 * these lists.
 */
const DATA =
  /web\/types\/engine\.ts|docs\/reference\/\w+\.md|\.ci\/vocabulary\.mjs|engine\/papers\/results|tests\/links/;

/** Patterns of the files that are checked. */
const CHECKED = [
  '*.ts',
  '*.tsx',
  '*.mjs',
  '*.rs',
  '*.py',
  '*.pyi',
  '*.css',
  '*.md',
  'engine/papers/figures/*.json',
  'engine/core/src/presets/*.json',
];

/** @param {string} file */
const isTest = (file) => /\.(test|spec)\.tsx?$|^tests\/|\/tests?\/|tests\.rs$|testing/.test(file);

/**
 * Returns whether users read a text: a string of the page or the program, a document, the text of a figure.
 *
 * @param {Text} text
 */
export function isRead({ kind, file, text }) {
  if (isTest(file) && !file.endsWith('.md')) return false;
  return kind === 'prose' || kind === 'jsx' || (kind === 'string' && /\p{Letter} \p{Letter}/u.test(text));
}

/** @param {string} text */
const shortened = (text) => (text.length > 100 ? `${text.slice(0, 99)}…` : text).replaceAll('\n', ' ');

/**
 * Lists what breaks a rule, by rule, as lines `file:line: found: replacement`.
 *
 * @param {string[]} paths of files or folders; without any, the whole repository
 * @returns {{ read: number; findings: Record<string, string[]> }}
 */
export function checkVocabulary(paths = []) {
  const files = trackedFiles(...CHECKED).filter(
    (file) => !DATA.test(file) && (paths.length === 0 || paths.some((path) => file.startsWith(path))),
  );
  const texts = files.flatMap(textsOf);
  return {
    read: texts.length,
    findings: {
      'names by the field’s terms': [...wordsOfNames(texts), ...wordsOfFiles(files)],
      'no old phrase and no British spelling': phrases(texts),
      [`no sentence above ${MOST_WORDS} words`]: longSentences(texts),
      'no slips of typing': typingSlips(texts),
      'doc comments that begin with a noun or a verb and have more than three words': weakDocs(texts),
      'a doc comment at each export of the page': files
        .filter((file) => /^web\/.*\.tsx?$/.test(file) && !isTest(file))
        .flatMap(undocumentedExports)
        .map((text) => at(text, shortened(text.text))),
      'texts of the page in files of strings': texts
        .filter(({ kind, file }) => kind === 'jsx' && file.startsWith('web/') && !isTest(file))
        .map((text) => at(text, shortened(text.text))),
    },
  };
}

/**
 * @param {Text} text
 * @param {string} found
 */
const at = ({ file, line }, found) => `${file}:${line}: ${found}`;

/** @param {Text[]} texts */
function wordsOfNames(texts) {
  /** @type {Map<string, string>} by file and name, so that a name is listed once per file */
  const found = new Map();
  for (const text of texts.filter(({ kind, text }) => kind === 'name' && !ALLOWED_NAMES.has(text))) {
    const isType = /^[A-Z][A-Za-z\d]*[a-z]/.test(text.text);
    for (const word of nameWords(text.text)) {
      const instead = insteadOf(word, isType);
      const key = `${text.file} ${text.text}`;
      if (instead !== undefined && !found.has(key))
        found.set(key, at(text, `${text.text}: write ${instead}`));
    }
  }
  return [...found.values()];
}

/** @param {string[]} files */
function wordsOfFiles(files) {
  return files.flatMap((file) =>
    nameWords(basename(file).replace(/\..*/, '')).flatMap((word) => {
      const instead = file.endsWith('.json') ? undefined : insteadOf(word, true);
      return instead === undefined ? [] : [`${file}: write ${instead}`];
    }),
  );
}

/**
 * @param {string} word
 * @param {boolean} isType whether it names a type, a component or a file
 * @returns {string | undefined}
 */
function insteadOf(word, isType) {
  if (Object.hasOwn(NAME_WORDS, word)) return NAME_WORDS[word];
  return isType && Object.hasOwn(TYPE_WORDS, word) ? TYPE_WORDS[word] : undefined;
}

/**
 * Returns a text without code, because names and paths are checked where they are declared, and without the other terms of
 * a glossary entry.
 *
 * @param {Text} text
 */
function checkedPart({ file, kind, text }) {
  if (kind === 'prose') return file.endsWith('glossary.md') ? text.replace(OTHER_TERMS, '') : text;
  return FORMER_TITLES.has(text) ? '' : text.replaceAll(CODE, 'X');
}

/** @param {Text[]} texts */
function phrases(texts) {
  return texts
    .filter((text) => isRead(text) || text.kind === 'doc' || text.kind === 'comment')
    .flatMap((text) =>
      PHRASES.flatMap(({ pattern, instead }) => {
        const phrase = pattern.exec(checkedPart(text))?.[0];
        return phrase === undefined ? [] : [at(text, `“${phrase}”: write ${instead}`)];
      }),
    );
}

/** @param {Text[]} texts */
function longSentences(texts) {
  return texts.filter(isRead).flatMap((text) =>
    sentences(text.text)
      .map((sentence) => ({ sentence, length: sentence.split(/\s+/).length }))
      .filter(({ length }) => length > MOST_WORDS)
      .map(({ sentence, length }) => at(text, `${length} words: ${shortened(sentence)}`)),
  );
}

/**
 * Slips of typing, each with its pattern. A backslash and `n` instead of a line feed; two spaces between words; a quote that is
 * not closed; signs of Markdown in a text that is shown as it is.
 *
 * @type {readonly { name: string; is: (text: Text) => boolean }[]}
 */
const SLIPS = [
  {
    name: 'a backslash and n',
    is: ({ kind, file, text }) =>
      kind === 'doc'
        ? /(?<!["'])\\n(?!["'])/.test(withoutCode(text))
        : !file.endsWith('.rs') && text.includes('\\n'),
  },
  {
    name: 'two spaces',
    is: ({ kind, text }) =>
      // Lines that begin with a space, and strings of several lines, are tables.
      (kind === 'string' && /\n|\\n/.test(text) ? [] : text.split('\n')).some((line) =>
        /^\S.*\p{Letter}[,.;:]? {2,}\p{Letter}/u.test(line),
      ),
  },
  {
    name: 'a quote that is not closed',
    is: ({ text }) =>
      count(text, /“/g) !== count(text, /”/g) || (!/^[{<]/.test(text) && count(text, /"/g) % 2 === 1),
  },
  {
    name: 'a backquote in a text without Markdown',
    is: ({ kind, file, text }) =>
      kind === 'string' && file.startsWith('engine/papers/figures/') && text.includes('`'),
  },
];

/** @param {string} text @param {RegExp} pattern */
const count = (text, pattern) => (text.match(pattern) ?? []).length;

/** @param {string} text */
const withoutCode = (text) => text.replaceAll(CODE, '');

/**
 * Lists slips of typing in texts of users and in doc comments.
 *
 * @param {Text[]} texts
 */
export function typingSlips(texts) {
  const prose = texts.filter(
    (text) => (text.kind === 'doc' && !isTest(text.file)) || (text.kind !== 'prose' && isRead(text)),
  );
  return prose.flatMap((text) =>
    SLIPS.filter(({ is }) => is(text)).map(({ name }) => at(text, `${name}: ${shortened(text.text)}`)),
  );
}

/** @param {Text[]} texts */
function weakDocs(texts) {
  return texts
    .filter(({ kind, file }) => kind === 'doc' && !isTest(file) && !file.endsWith('.py'))
    .filter(({ text }) => WEAK_STARTS.test(text) || (!text.startsWith('@') && text.split(/\s+/).length <= 3))
    .map((text) => at(text, shortened(text.text)));
}

if (process.argv[1] === import.meta.filename) {
  for (const [name, found] of Object.entries(checkVocabulary(process.argv.slice(2)).findings)) {
    console.log(`${name}: ${found.length === 0 ? 'held' : `${found.length} found`}`);
    for (const line of found) console.log(`  ${line}`);
  }
}
