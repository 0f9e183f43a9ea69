/** Which shell it is. ash is busybox's and Alpine's, dash is Debian's /bin/sh. */
export type Dialect = 'ash' | 'dash' | 'bash';

type Wording = readonly [RegExp, string];

/** What dash and bash say where ash says it otherwise. The first that fits. */
const WORDINGS: Readonly<Record<Dialect, readonly Wording[]>> = {
  ash: [[/^(syntax error: unterminated quoted string) \(.\)$/, '$1']],
  dash: [
    [/^syntax error: bad (function name|for loop variable)$/, 'Syntax error: Bad $1'],
    [/^syntax error: unexpected (.+?)( \(expecting .*\))?$/, 'Syntax error: $1 unexpected$2'],
    [/^syntax error: unterminated quoted string \(.\)$/, 'Syntax error: Unterminated quoted string'],
    [/^syntax error: u/, 'Syntax error: U'],
    [/^syntax error: m/, 'Syntax error: M'],
    [/^syntax error: /, 'Syntax error: '],
    [/^bad substitution$/, 'Bad substitution'],
    [/^divide by zero$/, 'arithmetic expression: division by zero'],
    [/^arithmetic syntax error$/, 'arithmetic expression: expecting primary'],
    [/^cd: can't cd to (.*): [^:]*$/, "cd: can't cd to $1"],
    [/^(\.|source): can't open '(.*)': .*$/, '$1: cannot open $2: No such file'],
    [/^can't create (.*): nonexistent directory$/, 'cannot create $1: Directory nonexistent'],
    [/^can't create (.*)$/, 'cannot create $1'],
    [/^can't open (.*): no such file$/, 'cannot open $1: No such file'],
    [/^can't open (.*)$/, 'cannot open $1'],
    [/^(\w+): illegal option/, '$1: Illegal option'],
    [/^can't fork: .*$/, 'Cannot fork'],
    [/^trap: (.*): invalid signal specification$/, 'trap: $1: bad trap'],
  ],
  bash: [
    [/^(exec: .*): not found$/, '$1: not found'],
    [/^([^:]*\/[^:]*): not found$/, '$1: No such file or directory'],
    [/^([^:]*): not found$/, '$1: command not found'],
    [/^cd: can't cd to (.*)$/, 'cd: $1'],
    [/^(?:\.|source): can't open '(.*)': (.*)$/, '$1: $2'],
    [/^can't (?:create|open) (.*): (?:nonexistent directory|no such file)$/, '$1: No such file or directory'],
    [/^can't (?:create|open) (.*)$/, '$1'],
    [/^(.*): parameter not set$/, '$1: unbound variable'],
    [/^(.*): parameter not set or null$/, '$1: parameter null or not set'],
    [/^(.*): is read only$/, '$1: readonly variable'],
    [/^divide by zero$/, 'division by 0'],
    [/^(\w+): Illegal number: (.*)$/, '$1: $2: numeric argument required'],
    [/^(\w+): illegal option (.*)$/, '$1: $2: invalid option'],
    [/^local: not in a function$/, 'local: can only be used in a function'],
    [/^(?:export|readonly): (.*): bad variable name$/, "export: `$1': not a valid identifier"],
    [/^can't fork: (.*)$/, 'fork: retry: $1'],
    [/^syntax error: unexpected end of file.*$/, 'syntax error: unexpected end of file'],
    [/^syntax error: unexpected newline.*$/, "syntax error near unexpected token `newline'"],
    [/^syntax error: unexpected "(.*)"( \(.*)?$/, "syntax error near unexpected token `$1'"],
    [/^syntax error: unterminated quoted string \((.)\)$/, "unexpected EOF while looking for matching `$1'"],
  ],
};

/** A message as the shell prints it, after its own name; without a line where none is told. */
export function complaint(dialect: Dialect, line: number | undefined, message: string): string {
  const said = WORDINGS[dialect].find(([pattern]) => pattern.test(message));
  const text = said === undefined ? message : message.replace(said[0], said[1]);
  if (line === undefined) return text;
  return dialect === 'dash' ? `${line}: ${text}` : `line ${line}: ${text}`;
}

/** What a shell does not have of ash's own commands. */
const LACKS: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  ash: new Set(['complete', 'mapfile', 'readarray', 'shopt']),
  dash: new Set(['source', 'let', '[[', 'complete', 'mapfile', 'readarray', 'shopt']),
  bash: new Set(['chdir']),
};

export function lacks(dialect: Dialect, builtin: string): boolean {
  return LACKS[dialect].has(builtin);
}
