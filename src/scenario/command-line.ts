import type { Step } from './scenario.ts';
import { contextOf } from './user.ts';
import { webhookManifest } from './webhook.ts';

/** A step as the command it is: kubectl's arguments and standard input. Undefined for steps that are not kubectl. */
export function commandOf(
  step: Step,
): { readonly argv: readonly string[]; readonly stdin?: string } | undefined {
  switch (step.kind) {
    case 'apply':
    case 'create':
      return { argv: [step.kind, '-f', '-', ...asUser(step.as)], stdin: step.text };
    case 'kubectl':
      return {
        argv: [...splitWords(step.line), ...asUser(step.as)],
        ...(step.stdin === undefined ? {} : { stdin: step.stdin }),
      };
    case 'user':
      return { argv: ['config', 'use-context', contextOf(step.name)] };
    case 'webhook':
      return { argv: ['apply', '-f', '-'], stdin: JSON.stringify(webhookManifest(step.webhook)) };
    case 'run':
    case 'traffic':
    case 'fault':
    case 'add-node':
      return undefined;
  }
}

const asUser = (as: string | undefined): readonly string[] => (as === undefined ? [] : ['--as', as]);

/** Splits a command line into words as a POSIX shell does: quotes and backslashes, no expansion of any kind. */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const letter = line[at] as string;
    if (quote === "'") {
      if (letter === "'") quote = '';
      else word = (word ?? '') + letter;
    } else if (letter === '\\' && !(quote === '"' && !'"\\'.includes(line[at + 1] ?? ''))) {
      word = (word ?? '') + (line[++at] ?? '');
    } else if (letter === '"') {
      quote = quote === '"' ? '' : '"';
      word ??= '';
    } else if (quote === '"') word = (word ?? '') + letter;
    else if (letter === "'") {
      quote = "'";
      word ??= '';
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + letter;
  }
  if (word !== undefined) words.push(word);
  return words;
}
