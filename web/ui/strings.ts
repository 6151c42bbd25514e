/** Texts of controls that all views share. */
import { count, integer } from './language';

/** Buttons of dialogs, notices and fields. */
export const BUTTON = {
  close: 'Close',
  dismiss: 'Dismiss',
  copy: 'Copy',
  copied: 'Copied',
} as const;

/** Texts of the notice of a missing file. */
export const MISSING_FILE = {
  hash: (sha256: string) => `SHA-256 ${sha256} …`,
  choose: 'Choose the file …',
} as const;

/** Pages of a table. */
export const PAGER = {
  previous: 'Previous',
  next: 'Next',
  /** Position of the page, counted from 1. */
  page: (page: number, pages: number) => `Page ${integer(page)} of ${integer(pages)}`,
  rows: (rows: number) => `, ${count(rows, { one: 'row', other: 'rows' })}`,
} as const;

/** Texts of the button that changes the colors. */
export const THEME = {
  names: { system: 'as the system', light: 'light', dark: 'dark' },
  hint: (name: string) => `Colors: ${name}`,
  change: (name: string, next: string) => `Colors: ${name}. Change to ${next}`,
} as const;

/** Codes that a camera reads. */
export const QR = {
  label: 'QR code of the link',
  show: 'Show QR code',
  hide: 'Hide QR code',
  tooLong: (characters: number) =>
    `The link has ${integer(characters)} characters, and a QR code holds at most 2,953. Send the link, or give out the file.`,
} as const;

/** Texts in place of a part that cannot be drawn. */
export const BOUNDARY = {
  failed: (part: string) => `${part} cannot be drawn because of an error in the page. The other parts go on.`,
  failedPage:
    'The page cannot be drawn because of an error in it. Experiments and drafts are kept in this browser.',
  page: 'The page',
  parts: {
    network: 'The network',
    run: 'The run bar',
    charts: 'The charts',
    packets: 'The packets',
    chart: (title: string) => `The chart “${title}”`,
    parameters: 'The parameters',
    comparison: 'The comparison',
    summary: 'The summary',
    notices: 'A notice',
    dialog: 'A dialog',
    dialogOf: (title: string) => `The dialog “${title}”`,
    popover: 'The panel',
    header: 'The header',
    tabs: 'The list of views',
    tools: 'The tools of this view',
    welcome: 'The first screen',
    state: 'The state of the simulator',
    twoRuns: 'The names of the runs',
    timeAxis: 'The time axis',
    printed: 'A part of the printed page',
    learn: 'The lessons',
    lesson: 'The lesson',
    lessonPart: 'A part of the lesson',
    preview: 'The preview',
    slide: 'The slide',
    card: 'A card',
    grades: 'The grades',
    studies: 'The studies',
    papers: 'The papers',
    gallery: 'The gallery of figures',
    figure: 'The figure',
    claims: 'The claims',
    form: 'The form',
    advice: 'The advice',
    remedies: 'The comparison of remedies',
    result: 'The result',
    table: 'The table',
  },
  dialogTitle: 'Not shown',
  again: 'Try again',
  report: 'Report',
  reportHelp: 'Text for a report; nothing is sent',
} as const;

/** Notice about a part of the page. */
export const LAZY = {
  failed: 'This part of the page could not be loaded. Check the connection, or reload the page.',
  replaced:
    'A new version of Bufferlab is there, and this part of the old one is not. Your work is kept in this browser.',
  reload: 'Load the new version',
} as const;
