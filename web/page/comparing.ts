/** The page's comparison of runs, made when somebody first asks for it. */
import type { CompareDesk } from '../compare/desk';
import { notify } from '../ui/notices';
import type { KeptInLink } from '../url/codec';
import { compare } from './laterParts';

type Part = NonNullable<ReturnType<typeof compare.here>>;

export class Comparing {
  private desk: CompareDesk | null = null;

  constructor(private readonly make: (part: Part) => CompareDesk) {}

  /** The desk, of a part that is here. */
  of(part: Part): CompareDesk {
    return (this.desk ??= this.make(part));
  }

  /** Does something with it, as soon as it is here. */
  readonly ask = (work: (desk: CompareDesk) => unknown): void => {
    void compare.need().then((part) => part && work(this.of(part)));
  };

  /** A link was opened that compares its experiment with another. */
  readonly openLinked = (kept: KeptInLink): void =>
    this.ask(async (desk) => {
      const why = await desk.openLinked(kept);
      if (why !== null) notify(`The run that this link compares with cannot be opened. ${why}`, 'refused');
    });
}
