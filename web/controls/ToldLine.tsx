/** A line below the picture of the network that says what the last step came to, to eyes and ears alike. */
import { useTold } from './useTold';

export function ToldLine() {
  const { text } = useTold();
  return (
    <p className="told" role="status" data-testid="told">
      {text}
    </p>
  );
}
