/** Why the last change was not accepted, over the picture that stays as it was. */
import { actions, useLab } from '../scenario/lab';

export function Problems() {
  const problems = useLab((state) => state.problems);
  return (
    <div className="topo-problems" role="alert">
      <ul>
        {problems.map(({ path, message }) => (
          <li key={path + message}>
            <b>{path}</b> {message}
          </li>
        ))}
      </ul>
      <button type="button" className="button quiet" onClick={() => actions.dismissProblems()}>
        Dismiss
      </button>
    </div>
  );
}
