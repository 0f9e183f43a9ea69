import type { KubeObject, ResourceName } from '../../../../api/object.ts';
import { type Resource, joinApiVersion, resourceByWord, resourceKey } from '../../../../api/resources.ts';
import { containerNames } from '../../../../workstation/kubectl/grammar/completion/offer.ts';
import { terminalIndex } from '../../../projections/terminal/terminal.ts';
import type { Branch } from '../../../session/branch.ts';

/** What completion may know: the machine's files, and the cluster's objects at a moment. */
export interface Machine {
  /** Files and folders of the home directory. */
  readonly files: readonly string[];
  /** The namespace that kubectl works in when none is named. */
  readonly namespace: string;
  /** Resources that CustomResourceDefinitions have added. */
  readonly custom: readonly Resource[];
  /** Names of a resource's objects, sorted; '' for all namespaces or none. */
  names(resource: ResourceName, namespace: string): readonly string[];
  /** Containers of a Pod, or of what TYPE/NAME has Pods; init containers first. */
  containers(namespace: string, target: string): readonly string[];
}

const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';

interface Definition extends KubeObject {
  readonly spec?: {
    readonly group: string;
    readonly scope: string;
    readonly names: {
      readonly plural: string;
      readonly kind: string;
      readonly singular?: string;
      readonly shortNames?: readonly string[];
    };
    readonly versions: readonly { readonly name: string; readonly storage?: boolean }[];
  };
}

function resourceOf({ spec }: Definition): readonly Resource[] {
  if (spec === undefined) return [];
  const { group, names, scope, versions } = spec;
  const version = versions.find(({ storage }) => storage === true)?.name ?? '';
  return [
    {
      key: resourceKey(group, names.plural),
      group,
      version,
      apiVersion: joinApiVersion(group, version),
      resource: names.plural,
      singular: names.singular ?? names.kind.toLowerCase(),
      kind: names.kind,
      shortNames: names.shortNames ?? [],
      namespaced: scope === 'Namespaced',
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      categories: [],
      subresources: [],
    },
  ];
}

/** The machine as it is after record `seq`. */
export function machineAt(branch: Branch, seq: number, files: Readonly<Record<string, string>>): Machine {
  const { world } = branch;
  return {
    files: Object.keys(files).sort(),
    namespace: namespaceIn(terminalIndex(branch.trace).history(terminalIndex(branch.trace).countUntil(seq))),
    custom: world.list(DEFINITIONS, seq).flatMap((definition) => resourceOf(definition as Definition)),
    names: (resource, namespace) =>
      world
        .list(resource, seq)
        .filter(({ metadata }) => namespace === '' || metadata?.namespace === namespace)
        .map(({ metadata }) => metadata?.name ?? '')
        .sort(),
    containers(namespace, target) {
      const [type, name] = target.includes('/') ? target.split('/') : ['pods', target];
      const resource = resourceByWord(type ?? '');
      const object = resource && world.get(resource.key, namespace, name ?? '', seq);
      return containerNames(object as { readonly spec?: unknown } | undefined);
    },
  };
}

/** The namespace that `kubectl config set-context` chose last. */
export function namespaceIn(lines: readonly string[]): string {
  for (const line of [...lines].reverse()) {
    const chosen = /\bset-context\b.*--namespace[= ]([\w-]+)/.exec(line)?.[1];
    if (chosen !== undefined) return chosen;
  }
  return 'default';
}
