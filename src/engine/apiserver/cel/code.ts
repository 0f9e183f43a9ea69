import { evaluateCel } from './cel.ts';
import { celProblem, celType } from './check.ts';
import { CEL } from './port.ts';
import { installDefinitionChecks } from '../custom/checks/definition.ts';
import { compilePattern } from './re2.ts';

/** Puts the language in place, and what checks rules by it, for every run from now on. */
export function installCel(): void {
  CEL.install({ evaluate: evaluateCel, problem: celProblem, typeOf: celType, pattern: compilePattern });
  installDefinitionChecks();
}
