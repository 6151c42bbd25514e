/** The comparison of runs, created when it is first needed. */
import type { CompareController } from '../compare/controller';
import type { LinkedBaseline } from '../url/codec';
import { compare } from './lazyParts';

type Part = NonNullable<ReturnType<typeof compare.current>>;

/** Owner of the comparison's controller. */
export class Comparing {
  private controller: CompareController | null = null;

  constructor(private readonly make: (part: Part) => CompareController) {}

  /** Returns the controller; `part` is the loaded module. */
  of(part: Part): CompareController {
    return (this.controller ??= this.make(part));
  }

  /** Calls `work` with the controller as soon as the module is loaded. */
  readonly run = (work: (controller: CompareController) => unknown): void => {
    void compare.load().then((part) => part && work(this.of(part)));
  };

  /** Opens the baseline of a link. */
  readonly openLinked = (kept: LinkedBaseline): void =>
    this.run((controller) => controller.openLinkedBaseline(kept));
}
