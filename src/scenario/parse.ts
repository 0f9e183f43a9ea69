import { LineCounter, isAlias, parseAllDocuments, visit } from 'yaml';
import type { Document } from 'yaml';
import type { Json } from '../base/json.ts';
import type { Result } from '../base/result.ts';
import { err } from '../base/result.ts';
import { checked } from './check-scenario.ts';
import type { ScenarioProblem } from './problem.ts';
import type { Scenario } from './scenario.ts';

/** Longest text that is looked at, in characters. */
export const MAX_SCENARIO_LENGTH = 4_000_000;
const MAX_ALIASES = 1_000;
/** One mistake of syntax often makes many. */
const MAX_SYNTAX_PROBLEMS = 10;
const TOO_DEEP = 'the text is nested too deeply';
const WHOLE: readonly (string | number)[] = [];

/** Reads a scenario from YAML or JSON text; refuses with every problem found, each with its line. Never throws. */
export function parseScenario(text: string): Result<Scenario, readonly ScenarioProblem[]> {
  if (text.length > MAX_SCENARIO_LENGTH) {
    return err([
      { path: WHOLE, message: `the text has ${text.length} characters; the limit is ${MAX_SCENARIO_LENGTH}` },
    ]);
  }
  try {
    return parseText(text);
  } catch (problem) {
    // The YAML package throws on what it will not expand; its recursion ends where the stack does.
    const message =
      problem instanceof RangeError ? TOO_DEEP : problem instanceof Error ? problem.message : String(problem);
    return err([{ path: WHOLE, message }]);
  }
}

function parseText(text: string): Result<Scenario, readonly ScenarioProblem[]> {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
  const [document] = Array.isArray(documents) ? documents : [];
  if (document === undefined || document.contents === null)
    return err([{ path: WHOLE, message: 'the text is empty' }]);
  const unreadable = syntaxProblems(document, lines);
  if (unreadable.length > 0) return err(unreadable);
  if (Array.isArray(documents) && documents.length > 1) {
    return err([
      {
        path: WHOLE,
        line: lines.linePos(documents[1]?.range[0] ?? 0).line,
        message: 'a scenario is one document; a second one begins here',
      },
    ]);
  }
  return checked(plainJson(document), (problem) => located(problem, document, lines));
}

function syntaxProblems(document: Document.Parsed, lines: LineCounter): ScenarioProblem[] {
  // Where the parser ran out of stack, what else it found depends on how much it had.
  const deep = document.errors.find((error) => error.message.startsWith('Maximum call stack'));
  const errors = deep === undefined ? document.errors.slice(0, MAX_SYNTAX_PROBLEMS) : [deep];
  const problems = errors.map((error): ScenarioProblem => {
    const { line, col } = lines.linePos(error.pos[0]);
    return { path: WHOLE, line, column: col, message: error === deep ? TOO_DEEP : error.message };
  });
  let aliases = 0;
  visit(document, (_, node) => {
    if (isAlias(node)) aliases++;
  });
  if (aliases > MAX_ALIASES)
    problems.push({ path: WHOLE, message: `the text has ${aliases} aliases; the limit is ${MAX_ALIASES}` });
  return problems;
}

function plainJson(document: Document.Parsed): Json {
  return document.toJS({ maxAliasCount: MAX_ALIASES }) as Json;
}

/** The problem with the line of the nearest node above it that the text has. */
function located(problem: ScenarioProblem, document: Document.Parsed, lines: LineCounter): ScenarioProblem {
  for (let length = problem.path.length; length >= 0; length--) {
    const range = rangeAt(document, problem.path.slice(0, length));
    if (range !== undefined) {
      const { line, col } = lines.linePos(range);
      return { ...problem, line, column: col };
    }
  }
  return problem;
}

function rangeAt(document: Document.Parsed, path: readonly (string | number)[]): number | undefined {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  const range =
    typeof node === 'object' && node !== null && 'range' in node
      ? (node.range as readonly number[] | null)
      : undefined;
  return range?.[0];
}
