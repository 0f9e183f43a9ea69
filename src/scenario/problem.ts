/** Something wrong with a scenario's text. */
export interface ScenarioProblem {
  /** Keys and places from the top: `['steps', 2, 'fault']`. Empty for the file as a whole. */
  readonly path: readonly (string | number)[];
  /** From 1; absent when the scenario did not come from text. */
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** `steps[2].fault`. */
export function pathText(path: readonly (string | number)[]): string {
  return path
    .map((key, place) => (typeof key === 'number' ? `[${key}]` : place === 0 ? key : `.${key}`))
    .join('');
}

/** `line 12, steps[2].fault: message`. */
export function problemText(problem: ScenarioProblem): string {
  const place = [
    ...(problem.line === undefined ? [] : [`line ${problem.line}`]),
    ...(problem.path.length === 0 ? [] : [pathText(problem.path)]),
  ];
  return place.length === 0 ? problem.message : `${place.join(', ')}: ${problem.message}`;
}
