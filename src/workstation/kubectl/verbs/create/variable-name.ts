import { goQuote } from '../../../../api/go-text.ts';
import { CommandError } from '../../errors.ts';

/** Throws unless a word may name an environment variable. Models validation.IsEnvVarName as kubectl tells it. */
export function checkVariableName(name: string): void {
  if (/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name)) return;
  throw new CommandError(
    `${goQuote(name)} is not a valid key name: a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')`,
  );
}
