/** Texts of lessons in a class: presentation, countdown, codes, notes for lecturers and sheets of paper. */

/** The presentation of a lesson. */
export const PRESENT = {
  hint: 'Present this lesson to a class (Shift+P)',
  region: 'Presentation',
  loading: 'Opening the presentation …',
  next: 'Next',
  back: 'Back',
  leave: 'Leave',
  fullScreen: 'Full screen',
  showAnswer: 'Show answer',
  showSolution: 'Show solution',
  show: 'Show explanation',
  end: 'End of the lesson',
  place: (step: number, steps: number, part: number, parts: number) =>
    `Step ${step} of ${steps}, part ${part} of ${parts}`,
  answer: 'Answer',
  solution: 'Solution',
  question: 'Question',
  measured: 'The answer comes from the run. Run the scene first.',
  letters: (index: number) => String.fromCharCode(65 + (index % 26)),
  dark: 'The screen is dark. Press a key to go on.',
} as const;

/** Keys of the presentation, in the dialog that lists all keys. */
export const PRESENT_KEY = {
  title: 'Presentation of a lesson',
  labels: {
    next: 'Next part, answer or run',
    back: 'Previous part',
    answer: 'Show the answer',
    code: 'Show the QR code',
    countdown: 'Start, pause or resume the countdown',
    fullScreen: 'Full screen',
    dark: 'Darken the screen',
    leave: 'Leave the presentation',
  },
} as const;

/** The link that students open, as text, QR code and short code. */
export const LINK = {
  button: 'Show link and QR code',
  tool: 'QR code',
  title: 'Link for students',
  label: 'Link to this step',
  code: (code: string) => `Short code: ${code}`,
  codeHelp: 'Students type it into “Open code” on the course map.',
  local: 'This page is served by this computer. The link opens only here.',
  corner: 'Keep the QR code in the corner',
  cornerRegion: 'QR code in the corner',
} as const;

/** The field of the course map that opens a code. */
export const CODE = {
  label: 'Open code',
  placeholder: 'sawtooth/3',
  open: 'Open',
  empty: 'Type a code such as sawtooth/3, or paste a link.',
  notAccepted:
    'This is no code. Accepted: a lesson (sawtooth), a lesson with a step (sawtooth/3), or a whole link.',
  unknown: (id: string) =>
    `This course has no lesson “${id}”. Check the spelling, or search the lessons above.`,
  noLesson: 'This link names no lesson. Copy it again in full.',
  otherLink: 'This link opens no lesson. Paste it into the address bar of the browser.',
  step: 'The step after the slash is no number from 1 to 99. Accepted: sawtooth/3.',
} as const;

/** Tools for a lecturer, above a lesson. */
export const TOOLS = {
  button: 'For a class',
  present: 'Present',
} as const;
