/** The page's comparison of runs, made when somebody first asks for it. */
import type { CompareController } from '../compare/controller';
import type { KeptInLink } from '../url/codec';
import { compare } from './laterParts';

type Part = NonNullable<ReturnType<typeof compare.here>>;

export class Comparing {
  private controller: CompareController | null = null;

  constructor(private readonly make: (part: Part) => CompareController) {}

  /** The controller, of a part that is here. */
  of(part: Part): CompareController {
    return (this.controller ??= this.make(part));
  }

  /** Does something with it, as soon as it is here. */
  readonly ask = (work: (controller: CompareController) => unknown): void => {
    void compare.need().then((part) => part && work(this.of(part)));
  };

  /** A link was opened that compares its experiment with another. */
  readonly openLinked = (kept: KeptInLink): void =>
    this.ask((controller) => controller.openLinkedBaseline(kept));
}
