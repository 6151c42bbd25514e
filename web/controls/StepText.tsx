/** A line below the picture of the network that says what the last step came to, to eyes and ears alike. */
import { useStepText } from './useStepText';

export function StepText() {
  const { text } = useStepText();
  return (
    <p className="told" role="status" data-testid="told">
      {text}
    </p>
  );
}
