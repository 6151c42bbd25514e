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
  presentThis: 'Present this lesson',
  lecturer: 'I am a lecturer: show notes, solutions and grading',
} as const;

/** Sheets of paper: a worksheet without answers, and a solution sheet. */
export const SHEET = {
  worksheet: 'Worksheet',
  solutions: 'Solution sheet',
  openWorksheet: 'Print worksheet',
  openSolutions: 'Print solution sheet',
  back: 'Back to the lesson',
  print: 'Print',
  loading: 'Opening the sheet …',
  drawing: (percent: number) => `Running the scenes: ${percent} %. The sheet can be printed after that.`,
  ready: 'All pictures are drawn.',
  name: 'Name',
  date: 'Date',
  step: (step: number, heading: string) => `${step}. ${heading}`,
  run: (until: string) => `Run the scene to ${until}.`,
  figure: (number: number) => `Figure ${number}`,
  seeFigure: (number: number) => `Figure ${number} at the end of the sheet shows this run.`,
  figures: 'Figures: look at them after you have answered',
  noFigure: 'There is no picture of this run.',
  boxes: 'Mark one.',
  order: 'Write 1, 2, … into the boxes, in the right order.',
  draw: 'Draw the curve.',
  answer: 'Answer',
  within: (text: string) => `Accepted within ${text}.`,
  measured: (text: string) =>
    `In the scene as the lesson gives it, run to its end: ${text}. Students who have changed the scene have another number.`,
  unmeasured: 'The number of the student’s own run.',
  hints: 'Hints',
  solution: 'Solution',
  set: (path: string, value: string) => `${path} = ${value}`,
  goals: 'Goals',
} as const;

/** The countdown of a presentation. */
export const COUNTDOWN = {
  button: 'Countdown',
  minutes: (minutes: number) => `${minutes} min`,
  other: 'Minutes',
  start: 'Start',
  pause: 'Pause countdown',
  resume: 'Resume countdown',
  stop: 'Stop countdown',
  left: 'Time left',
  over: 'Time is up.',
  refused: 'Accepted: minutes above 0 and at most 90, such as 4, 1.5 or 1:30.',
} as const;
