/** Text that follows the frames of the run without rendering. It changes at most ten times per second. */
import { useEffect, useRef } from 'react';
import type { Frame } from '../engine/protocol';
import { useFrames } from '../lab/context';
import { readablePace } from '../samples/readable';
import { writeText } from '../ui/text';

interface Props {
  /** Returns the text for a frame. */
  text(frame: Frame): string;
  /** Text until the first frame. */
  initial?: string;
  className?: string;
  testId?: string;
  /** Returns the exact time of a frame, which is written to `data-seconds` for tests and scripts. */
  seconds?(frame: Frame): number;
}

/** Text that is written with the frames of the run. */
export function LiveText({ text, initial = '–', className, testId, seconds }: Props) {
  const frames = useFrames();
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const readable = readablePace();
    const write = (frame: Frame): void => {
      const element = ref.current;
      if (!element) return;
      if (seconds) element.dataset.seconds = String(seconds(frame));
      if (!readable(frame)) return;
      writeText(element, text(frame));
    };
    if (frames.latest) write(frames.latest);
    return frames.subscribe(write);
  }, [frames, text, seconds]);
  return (
    <span ref={ref} className={className} data-testid={testId}>
      {initial}
    </span>
  );
}
