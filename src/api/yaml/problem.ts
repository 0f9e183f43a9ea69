/** A place in a text; line and column from 0, index in UTF-16 units. */
export interface Mark {
  readonly index: number;
  readonly line: number;
  readonly column: number;
}

/** Why a text is no YAML, in go-yaml's words. Caught at this folder's border. */
export class YamlProblem extends Error {
  override readonly name = 'YamlProblem';
  /** Where it really is; the text's line follows go-yaml's counting. */
  readonly mark: Mark | undefined;

  constructor(message: string, mark?: Mark) {
    super(message);
    this.mark = mark;
  }
}

function located(line: number, problem: string, mark: Mark): YamlProblem {
  return new YamlProblem(line === 0 ? `yaml: ${problem}` : `yaml: line ${line}: ${problem}`, mark);
}

/** A problem the scanner meets: counted from 1, but none is named on the first line (a quirk of go-yaml). */
export function scannerProblem(at: Mark, problem: string, context?: Mark): YamlProblem {
  return located(at.line !== 0 ? at.line + 1 : (context?.line ?? 0), problem, at);
}

/** A problem with the order of tokens: go-yaml names the line before. */
export function parserProblem(at: Mark, problem: string, context?: Mark): YamlProblem {
  return located(at.line !== 0 ? at.line : (context?.line ?? 0), problem, at);
}

/** A problem without a place. */
export function plainProblem(problem: string): YamlProblem {
  return new YamlProblem(`yaml: ${problem}`);
}
