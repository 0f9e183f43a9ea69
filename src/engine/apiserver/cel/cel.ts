import { type Result, err, ok } from '../../../base/result.ts';
import type { Expr } from './ast.ts';
import { Evaluation, type Scope } from './evaluate.ts';
import { parse } from './parser.ts';
import { CelError } from './error.ts';

// The Common Expression Language as admission policies use it: the standard operators and macros, optionals, the
// extended string and list functions, Kubernetes' quantity, URLs and addresses; check.ts looks at names and at what an
// expression comes to. Not here: whether operands fit their operators before use, protobuf messages, bytes.

const CACHE_LIMIT = 500;
const parsed = new Map<string, Result<Expr, string>>();

/** Parses an expression; the error is one of syntax. */
function compileCel(text: string): Result<Expr, string> {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (parsed.size >= CACHE_LIMIT) parsed.clear();
  const result = attempt(() => parse(text));
  parsed.set(text, result);
  return result;
}

/** The value of an expression over names, or why it has none. */
export function evaluateCel(text: string, scope: Scope): Result<unknown, string> {
  const expr = compileCel(text);
  return expr.ok ? attempt(() => new Evaluation().run(expr.value, scope)) : expr;
}

function attempt<T>(work: () => T): Result<T, string> {
  try {
    return ok(work());
  } catch (error) {
    if (error instanceof CelError) return err(error.message);
    throw error;
  }
}
