/** Failures of the command. */

/** Reason why a command has no result, with its exit code. */
export class Failure extends Error {
  /** Exit code: 1 for a failed run, 2 for invalid input. */
  readonly exit: number;

  constructor(exit: number, message: string) {
    super(message);
    this.exit = exit;
  }
}
