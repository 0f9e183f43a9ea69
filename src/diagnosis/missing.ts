import type { Pod } from '../api/generated/types.ts';
import type { KubeObject } from '../api/object.ts';
import { asObject, type Json } from '../base/json.ts';
import { type ClusterFacts, refOf } from './cluster.ts';
import type { Link } from './link.ts';

const RESOURCES = { secret: 'secrets', configmap: 'configmaps' } as const;
const KINDS = { secret: 'Secret', configmap: 'ConfigMap' } as const;
type Word = keyof typeof RESOURCES;

const isWord = (word: string): word is Word => Object.hasOwn(RESOURCES, word);

/** The Secret or ConfigMap, or the key in it, that the kubelet says is not there. */
export function missingLink(cluster: ClusterFacts, pod: Pod, message: string): Link | undefined {
  const key = /couldn't find key (\S+) in (Secret|ConfigMap) ([^/\s]+)\/(\S+)/.exec(message);
  if (key !== null) {
    const [, wanted = '', kind = '', namespace = '', name = ''] = key;
    return keyMissing(cluster, { wanted, word: kind.toLowerCase(), namespace, name });
  }
  const object = /(?<!\w)(secret|configmap) "([^"]+)" not found/i.exec(message);
  const [, kind = '', name = ''] = object ?? [];
  const word = kind.toLowerCase();
  return isWord(word) ? objectMissing(cluster, pod, word, name) : undefined;
}

/** The login that a pull needs and that is not in the Pod's namespace. */
export function loginMissing(cluster: ClusterFacts, pod: Pod): Link | undefined {
  const { namespace = '' } = pod.metadata;
  const absent = (pod.spec.imagePullSecrets ?? []).find(
    ({ name }) =>
      !cluster
        .list('secrets')
        .some(({ metadata }) => metadata?.name === name && metadata?.namespace === namespace),
  );
  return absent === undefined ? undefined : objectMissing(cluster, pod, 'secret', absent.name ?? '');
}

function objectMissing(cluster: ClusterFacts, pod: Pod, word: Word, name: string): Link {
  const { namespace = '' } = pod.metadata;
  const elsewhere = cluster
    .list(RESOURCES[word])
    .filter(({ metadata }) => metadata?.name === name && metadata.namespace !== namespace)
    .map(({ metadata }) => metadata?.namespace ?? '');
  return {
    stage: 'volumes',
    cause: elsewhere.length > 0 ? 'object-elsewhere' : 'object-missing',
    about:
      elsewhere.length > 0
        ? `${KINDS[word]} ${name} (${elsewhere.join(', ')})`
        : `${KINDS[word]} ${namespace}/${name}`,
    subject: refOf('pods', pod),
    evidence: [
      { where: `${RESOURCES[word]} -n ${namespace}`, says: namesOf(cluster, RESOURCES[word], namespace) },
      ...elsewhere.map((other) => ({ where: `${RESOURCES[word]} -n ${other}`, says: name })),
    ],
    next: [`kubectl get ${RESOURCES[word]} -A --field-selector metadata.name=${name}`],
  };
}

function namesOf(cluster: ClusterFacts, resource: string, namespace: string): string {
  const names = cluster
    .list(resource)
    .filter(({ metadata }) => metadata?.namespace === namespace)
    .map(({ metadata }) => metadata?.name ?? '');
  return names.length === 0 ? '∅' : names.join(', ');
}

interface MissingKey {
  readonly wanted: string;
  readonly word: string;
  readonly namespace: string;
  readonly name: string;
}

function keyMissing(cluster: ClusterFacts, { wanted, word, namespace, name }: MissingKey): Link | undefined {
  if (!isWord(word)) return undefined;
  const object = cluster
    .list(RESOURCES[word])
    .find(({ metadata }) => metadata?.namespace === namespace && metadata.name === name);
  if (object === undefined) return undefined;
  return {
    stage: 'config',
    cause: 'key-missing',
    about: `${KINDS[word]} ${namespace}/${name}: ${wanted}`,
    subject: refOf(RESOURCES[word], object),
    evidence: [{ where: `${KINDS[word]} ${name} data`, says: keysOf(object) }],
    next: [`kubectl describe ${word} ${name}${namespace === 'default' ? '' : ` -n ${namespace}`}`],
  };
}

function keysOf(object: KubeObject): string {
  const { data, binaryData } = object as { readonly data?: Json; readonly binaryData?: Json };
  const keys = Object.keys({ ...asObject(data), ...asObject(binaryData) });
  return keys.length === 0 ? '∅' : keys.join(', ');
}
