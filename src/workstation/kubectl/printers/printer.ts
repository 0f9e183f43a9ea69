import type { Unstructured } from '../object.ts';

/** Prints one object (or List) as text. Made anew for each command: YAML documents after the first begin with `---`. */
export type ObjectPrinter = (object: Unstructured) => string;
