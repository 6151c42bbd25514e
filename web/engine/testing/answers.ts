/** Calls of a session in tests, with their answers. Changes are reported after each call, as the worker does. */
import type { Problem } from '../../scenario/types';
import type { Edited, Opened, Result } from '../protocol';
import type { EngineSession } from '../session';

/** A call of a session. */
export type Call = (it: EngineSession) => unknown;

export class Answers {
  private readonly all: Result<unknown>[] = [];

  constructor(private readonly it: EngineSession) {}

  /** Makes calls one after another. */
  readonly send = (...calls: Call[]): void => {
    for (const call of calls) {
      const answer = call(this.it);
      if (answer !== undefined) this.all.push(answer as Result<unknown>);
      this.it.report();
    }
  };

  /** The last answer. */
  readonly last = (): Result<unknown> | undefined => this.all.at(-1);
  /** Problems of the last answer; none if it is no refusal. */
  readonly problems = (): Problem[] => {
    const answer = this.all.at(-1);
    return answer && !answer.ok ? answer.problems : [];
  };
  /** The run that was last opened. */
  readonly opened = (): Opened | undefined => this.found<Opened>('warnings');
  /** The last edit. */
  readonly edited = (): Edited | undefined => this.found<Edited>('edit');

  private found<T>(field: keyof T & string): T | undefined {
    const has = (value: unknown): boolean => typeof value === 'object' && value !== null && field in value;
    const answer = this.all.findLast((one) => one.ok && has(one.value));
    return answer?.ok ? (answer.value as T) : undefined;
  }
}
