interface Props {
  id: string;
  text: string;
  wrong: boolean;
  onText(text: string): void;
}

/** Field for a simulated time in seconds. */
export function TimeInput({ id, text, wrong, onText }: Props) {
  return (
    <input
      id={id}
      className="input"
      inputMode="decimal"
      autoComplete="off"
      value={text}
      aria-invalid={wrong}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

/** Returns a time as text, to the millisecond. */
export const timeText = (time_s: number): string => String(Number(time_s.toFixed(3)));
