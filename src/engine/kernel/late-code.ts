/**
 * What comes only with a run that uses it: programs of containers, tools of the learner's machine, and what speaks HTTP
 * for the API server and the kubelets, with the servers that are aggregated; parts of controllers that few objects ask
 * for; the language of expressions.
 */
export type LatePart = 'programs' | 'tools' | 'http' | 'controllers' | 'cel';

/** Thrown out of a run that uses what has not come: load that part, then play the run again. */
export class MissingCode extends Error {
  readonly part: LatePart;

  constructor(part: LatePart, message: string) {
    super(message);
    this.part = part;
  }
}

/** A place for code that comes with a later part, for every run from then on. */
export class LateCode<T> {
  private readonly part: LatePart;
  private readonly what: string;
  private installed: T | undefined;

  /** `what` is how a message names it. */
  constructor(part: LatePart, what: string) {
    this.part = part;
    this.what = what;
  }

  install(code: T | undefined): void {
    this.installed = code;
  }

  /** Throws what makes the host load the code and play the run again where it has not come. */
  get(): T {
    if (this.installed === undefined) throw new MissingCode(this.part, `${this.what} is not loaded`);
    return this.installed;
  }
}
