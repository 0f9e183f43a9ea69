import { readManifests } from '../api/yaml/documents.ts';
import { asObject, textOf } from '../base/json.ts';
import type { Scenario, Step } from './scenario.ts';

type Files = Readonly<Record<string, string>>;

const READS_INPUT = /^(?:apply|create|replace)\b.*\s(?:-f|--filename)[= ]?-(?:\s|$)/;

/** The manifests a step brings along itself; undefined where it brings none. */
function broughtBy(step: Step): string | undefined {
  if (step.kind === 'apply' || step.kind === 'create') return step.text;
  return step.kind === 'kubectl' && READS_INPUT.test(step.line) ? step.stdin : undefined;
}

/** What one would call a file of these manifests: as its first object. */
function nameOf(text: string): string {
  const first = asObject(readManifests(text).documents[0]?.value);
  const { name, generateName } = asObject(first['metadata']);
  const told = textOf(name) ?? textOf(generateName) ?? textOf(first['kind']) ?? '';
  const plain = told
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60);
  return plain === '' ? 'manifest' : plain;
}

/**
 * The manifests that a scenario's steps carry in themselves, each as a file of its own in order of the steps: on the
 * learner's machine beside the scenario's files, and so tabs of the editor. What is a file already is not one again.
 */
export function submittedFiles({ files, steps }: Pick<Scenario, 'files' | 'steps'>): Files {
  const made: Record<string, string> = {};
  const known = new Set(Object.values(files));
  for (const step of steps) {
    const text = broughtBy(step);
    if (text === undefined || text.trim() === '' || known.has(text)) continue;
    known.add(text);
    const [name, ending] = [nameOf(text), /^\s*[{[]/.test(text) ? 'json' : 'yaml'];
    let free = `${name}.${ending}`;
    for (let n = 2; Object.hasOwn(files, free) || Object.hasOwn(made, free); n++)
      free = `${name}-${n}.${ending}`;
    made[free] = text;
  }
  return made;
}
