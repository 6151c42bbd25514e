/** Line below the run bar that describes the last step, also for screen readers. */
import { useStepText } from './useStepText';

/** Description of the last step. */
export function StepText() {
  const { text } = useStepText();
  return (
    <p className="step-text" role="status" data-testid="step-text">
      {text}
    </p>
  );
}
