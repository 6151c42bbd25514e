/** Reasons for which a result is preliminary, with a button that runs long enough. */
import type { Trust } from '../sweep/advice-types';
import { Button } from '../ui/Button';
import { longEnoughText } from './adviceText';
import { ADVICE } from './lazyStrings';

interface Props {
  trust: Trust;
  /** Whether a search is in progress. */
  busy: boolean;
  onLongEnough(): void;
}

/** Shows the reasons; nothing if the result is not preliminary. */
export function Preliminary({ trust, busy, onLongEnough }: Props) {
  const { preliminary } = trust;
  if (preliminary.length === 0) return null;
  return (
    <div className="advice-caution column tight" data-testid="advice-caution">
      <p>
        <strong>{ADVICE.preliminary}.</strong> {preliminary.map(({ message }) => message).join(' ')}
      </p>
      {!busy && (
        <div className="row wrap">
          <Button primary onClick={onLongEnough}>
            {longEnoughText(trust)}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Returns the class of the sentence with the result: a preliminary one is not bold. */
export function answerClass({ preliminary }: Trust): string {
  return preliminary.length > 0 ? 'advice-answer preliminary' : 'advice-answer';
}
