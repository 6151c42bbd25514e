/** Canvas context for tests that records its calls. */
import { roughWidth } from './renderer';

/** Results of the methods whose result the code uses. */
const ANSWERS: Record<string, (...args: unknown[]) => unknown> = {
  measureText: (text) => ({ width: roughWidth(String(text)) }),
};

/** Returns a 2D context that records its calls, such as `fillText 100 50 20`. */
export function recordingContext(): { context: CanvasRenderingContext2D; calls: string[] } {
  const calls: string[] = [];
  const target: Record<string, unknown> = {};
  const context = new Proxy(target, {
    get(held, name: string) {
      if (name in held) return held[name];
      return (...args: unknown[]) => {
        calls.push(
          [name, ...args.map((arg) => (typeof arg === 'number' ? round(arg) : String(arg)))].join(' '),
        );
        return ANSWERS[name]?.(...args) ?? null;
      };
    },
  });
  return { context: context as unknown as CanvasRenderingContext2D, calls };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
