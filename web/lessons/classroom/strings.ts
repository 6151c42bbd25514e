/** Texts of lessons in a class: presentation, countdown, codes, notes for lecturers and sheets of paper. */

/** The presentation of a lesson. */
export const PRESENT = {
  button: 'Present',
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
