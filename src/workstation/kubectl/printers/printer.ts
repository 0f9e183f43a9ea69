import { CommandError } from '../errors.ts';
import type { Unstructured } from '../object.ts';

/** Prints one object (or List) as text. Made anew for each command: YAML documents after the first begin with `---`. */
export type ObjectPrinter = (object: Unstructured) => string;

/** An error in the midst of printing, with what had been printed by then. */
export class Interrupted extends CommandError {
  readonly printed: string;

  constructor(printed: string, message: string) {
    super(message);
    this.printed = printed;
  }
}
