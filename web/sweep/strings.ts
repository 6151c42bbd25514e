/** Messages of workers and files that studies and the Lab show. */

/** Failures of the engine and its threads. */
export const FAILURE = {
  closed: 'The analysis was closed.',
  engine: (message: string) => `The engine stopped: ${message}`,
  engineUnknown: 'The engine stopped unexpectedly.',
  simulator: (message: string) => `The simulator stopped: ${message}`,
  simulatorUnknown: 'The simulator stopped unexpectedly.',
  silent: (seconds: number) => `The simulator did not respond for ${seconds} s.`,
  notLoaded: 'The simulator could not be loaded.',
  noReader: 'The file reader could not be loaded.',
} as const;

/** Problems of a file. */
export const FILE = {
  at: (place: string, message: string) => `${place}: ${message}`,
  atPlace: (name: string, problem: string) => `${name}, ${problem}`,
  whole: (name: string, problem: string) => `${name} ${problem}`,
  tooLargeUnpacked: (limit_MB: number) => `it has more than ${limit_MB} MB when it is unpacked`,
} as const;
