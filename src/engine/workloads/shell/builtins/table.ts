import { dashEcho, echo } from '../../toolbox/echo.ts';
import { type Applet, over } from '../../toolbox/io.ts';
import { printf } from '../../toolbox/printf.ts';
import { testApplet } from '../../toolbox/test.ts';
import type { Builtin } from '../port.ts';
import { breakLoop, evalText, exitShell, returnFrom, shift, source } from './control.ts';
import { doubleBracket } from './double-bracket.ts';
import {
  changeDirectory,
  commandBuiltin,
  getopts,
  hash,
  letBuiltin,
  printDirectory,
  times,
  typeBuiltin,
  ulimit,
  umask,
} from './misc.ts';
import { jobs, killBuiltin, trap, waitBuiltin } from './processes.ts';
import { mapfile, readBuiltin } from './read.ts';
import { exportVariables, local, setOptions, unset } from './variables.ts';

type Run = Builtin['run'];

function applet(run: Applet): Run {
  return (shell, fields) => run(shell.sys, fields);
}

const succeed: Run = () => over(0);

const refuse: Run = () => over(1);

const SPECIAL: Readonly<Record<string, Run>> = {
  ':': succeed,
  '.': source,
  source,
  break: (shell, fields) => breakLoop(shell, fields, 'break'),
  continue: (shell, fields) => breakLoop(shell, fields, 'continue'),
  eval: evalText,
  exec: succeed,
  exit: exitShell,
  export: (shell, fields) => exportVariables(shell, fields, 'export'),
  readonly: (shell, fields) => exportVariables(shell, fields, 'readonly'),
  return: returnFrom,
  set: setOptions,
  shift,
  times,
  trap,
  unset,
};

const REGULAR: Readonly<Record<string, Run>> = {
  '[': applet(testApplet),
  '[[': doubleBracket,
  alias: succeed,
  unalias: succeed,
  bg: succeed,
  cd: changeDirectory,
  chdir: changeDirectory,
  command: commandBuiltin,
  // The terminal completes by itself, and what bash may be set to is set.
  complete: succeed,
  shopt: succeed,
  echo: (shell, fields) => (shell.state.dialect === 'dash' ? dashEcho : echo)(shell.sys, fields),
  false: refuse,
  fg: succeed,
  getopts,
  hash,
  jobs,
  kill: killBuiltin,
  let: letBuiltin,
  mapfile,
  readarray: mapfile,
  local,
  printf: applet(printf),
  pwd: printDirectory,
  read: readBuiltin,
  test: applet(testApplet),
  true: succeed,
  type: typeBuiltin,
  ulimit,
  umask,
  wait: waitBuiltin,
};

const TABLE: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ...Object.entries(SPECIAL).map(([name, run]) => [name, { special: true, run }] as const),
  ...Object.entries(REGULAR).map(([name, run]) => [name, { special: false, run }] as const),
]);

export function builtinFor(name: string): Builtin | undefined {
  return TABLE.get(name);
}
