import type { Pod } from '../../../api/generated/types.ts';
import { toStructJson } from '../../../api/json-text.ts';
import { type Resource, resourceByKey } from '../../../api/resources.ts';
import { toYaml } from '../../../api/yaml/writer.ts';
import { present } from '../../../base/assert.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { UnstructuredList } from '../api.ts';
import { asCommandError } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { nameOf } from '../object.ts';
import { withoutManagedFields } from '../printers/object-printer.ts';
import { asStruct } from '../printers/structs/as-struct.ts';
import { openStream } from '../streams.ts';

/** What is dumped of a namespace, in this order, and the file it goes to. */
const TYPES: readonly (readonly [key: string, file: string])[] = [
  ['events', 'events'],
  ['replicationcontrollers', 'replication-controllers'],
  ['services', 'services'],
  ['daemonsets.apps', 'daemonsets'],
  ['deployments.apps', 'deployments'],
  ['replicasets.apps', 'replicasets'],
  ['pods', 'pods'],
];

const of = (key: string): Resource => present(resourceByKey(key), key);

/** `kubectl cluster-info dump`. Models kubectl/pkg/cmd/clusterinfo/clusterinfo_dump.go (1.36). */
export function* clusterDump(kube: Kube): Task<number> {
  const { flags } = kube;
  const directory = flags.text('output-directory');
  const toFiles = directory !== '' && directory !== '-';
  const ending = flags.text('output') === 'yaml' ? 'yaml' : 'json';
  const put = (file: string, text: string): void => {
    if (toFiles) kube.files.write(`${directory}/${file}`, text);
    else kube.out(text);
  };
  let printed = 0;
  const dump = function* (resource: Resource, namespace: string, file: string): Task<readonly JsonObject[]> {
    const list = yield* kube.api.list(resource, namespace);
    // One printer writes all files: what it prints after the first document it sets apart.
    const apart = ending === 'yaml' && printed++ > 0 ? '---\n' : '';
    put(`${file}.${ending}`, apart + listText(resource, list, ending));
    return list.items;
  };
  yield* dump(of('nodes'), '', 'nodes');
  for (const namespace of yield* namespacesOf(kube)) {
    let pods: readonly JsonObject[] = [];
    for (const [key, file] of TYPES) pods = yield* dump(of(key), namespace, `${namespace}/${file}`);
    for (const pod of pods)
      put(`${namespace}/${nameOf(pod)}/logs.txt`, yield* logsOf(kube, pod as unknown as Pod));
  }
  if (toFiles) kube.out(`Cluster info dumped to ${directory}\n`);
  return 0;
}

function* namespacesOf(kube: Kube): Task<readonly string[]> {
  const { flags } = kube;
  if (flags.bool('all-namespaces')) return (yield* kube.api.list(of('namespaces'), '')).items.map(nameOf);
  const asked = flags.list('namespaces');
  return asked.length > 0 ? asked : ['kube-system', kube.namespace];
}

/** A list of objects of Go's types: kind first, then the fields of the struct. */
function listText(
  resource: Resource,
  { items, metadata }: UnstructuredList,
  ending: 'json' | 'yaml',
): string {
  const ordered = items
    .map(withoutManagedFields)
    .map((object) => asStruct({ ...object, kind: resource.kind, apiVersion: resource.apiVersion }));
  const { resourceVersion } = metadata ?? {};
  const list = {
    kind: `${resource.kind}List`,
    apiVersion: resource.apiVersion,
    metadata: resourceVersion === undefined ? {} : { resourceVersion },
    items: ordered,
  };
  return ending === 'yaml' ? toYaml(list) : toStructJson(list);
}

function* logsOf(kube: Kube, { metadata, spec }: Pod): Task<string> {
  const { namespace = '', name } = metadata;
  let text = '';
  for (const { name: container } of [...(spec.initContainers ?? []), ...spec.containers]) {
    text += `==== START logs for container ${container} of pod ${namespace}/${name} ====\n`;
    const take = (more: string): void => {
      text += more;
    };
    try {
      const options = { params: { container } };
      const request = {
        verb: 'get',
        resource: 'pods',
        subresource: 'log',
        namespace,
        name,
        options,
      } as const;
      yield* openStream(kube, request, { out: take, err: take });
    } catch (error) {
      text += `Request log error: ${asCommandError(error).message}\n`;
    }
    text += `==== END logs for container ${container} of pod ${namespace}/${name} ====\n`;
  }
  return text;
}
