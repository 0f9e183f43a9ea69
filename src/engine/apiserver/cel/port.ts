import type { Result } from '../../../base/result.ts';
import { LateCode } from '../../kernel/late-code.ts';
import type { CelRules } from './check.ts';
import type { Scope } from './evaluate.ts';
import type { Pattern } from './re2.ts';

/** The Common Expression Language and Go's regular expressions, for runs in which something has an expression. */
export interface Cel {
  /** The value of an expression over names, or why it has none. */
  readonly evaluate: (text: string, scope: Scope) => Result<unknown, string>;
  /** Why an expression cannot be stored, in upstream's words; undefined when it can. */
  readonly problem: (text: string, rules: CelRules) => string | undefined;
  /** The type of an expression's value. */
  readonly typeOf: (text: string, rules: CelRules) => string;
  /** A pattern that can be searched for, or why it is none. */
  readonly pattern: (source: string) => Result<Pattern, string>;
}

export const CEL = new LateCode<Cel>('cel', 'the Common Expression Language');
