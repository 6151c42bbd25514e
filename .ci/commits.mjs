/** Checks the subjects of commits: at most 72 characters, as tools that show them on one line expect. */
import { output } from './shell.mjs';

/** The last commit before the rule was checked. */
const BASE = 'bd12308';

const MOST_CHARACTERS = 72;

/**
 * Lists the commits since the rule whose subject is too long.
 *
 * A clone without that history, or a folder without git, has only its newest commit checked, or none.
 *
 * @returns {string[]} a message for each
 */
export function longSubjects() {
  const since = output('git', ['log', '--format=%h %s', `${BASE}..HEAD`]);
  const subjects = since ?? output('git', ['log', '-1', '--format=%h %s']) ?? '';
  return subjects.split('\n').flatMap((line) => {
    const subject = line.slice(line.indexOf(' ') + 1);
    return subject.length > MOST_CHARACTERS
      ? [`${line}: ${subject.length} characters; write at most ${MOST_CHARACTERS}`]
      : [];
  });
}
