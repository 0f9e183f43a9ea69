import { RESOURCES } from '../../../../api/resources.ts';
import { offered } from '../../../../workstation/kubectl/grammar/completion/offer.ts';
import {
  FILE_ENDINGS,
  NO_FILES,
  NO_SPACE,
  type Source,
} from '../../../../workstation/kubectl/grammar/completion/pieces.ts';
import { planOf } from '../../../../workstation/kubectl/grammar/completion/plan.ts';
import { type Offer, fileOffer } from './files.ts';
import type { Machine } from './machine.ts';

/** What the kubeconfig has of itself; whom the page adds has a context of the same name. */
const ENTRIES = {
  clusters: 'kubernetes',
  contexts: 'kubernetes-admin@kubernetes',
  users: 'kubernetes-admin',
};

/** What bash offers with kubectl's own completion: its words, or files where it has none and does not say that none is meant. */
export function completeKubectl(words: readonly string[], word: string, machine: Machine): Offer {
  const resources = [...RESOURCES, ...machine.custom];
  const plan = planOf(words, word, { resources, namespace: machine.namespace });
  const { skip = 0 } = plan;
  const listed = plan.pieces.map(({ source }) => wordsOf(source, machine));
  const { words: found, directive } = offered(plan, word, listed);
  if ((directive & FILE_ENDINGS) !== 0) {
    const files = fileOffer(word, machine, skip);
    const fitting = files.words.filter((name) => found.length === 0 || isManifest(name));
    return { ...files, words: fitting };
  }
  if (found.length === 0 && (directive & NO_FILES) === 0) return fileOffer(word, machine, skip);
  return { words: found, skip, finished: (directive & NO_SPACE) === 0 };
}

const isManifest = (name: string): boolean => /(?:\/|\.(?:json|ya?ml))$/.test(name);

function wordsOf(source: Source, machine: Machine): readonly string[] {
  if ('words' in source) return source.words;
  if ('names' in source) return machine.names(source.names.key, source.namespace);
  if ('containers' in source) return machine.containers(source.namespace, source.containers);
  return [ENTRIES[source.entries]];
}
