import { type Resource, resourceByKey } from '../../../api/resources.ts';
import { present } from '../../../base/assert.ts';
import { compareText } from '../../../base/compare.ts';
import { asList } from '../../../base/json.ts';
import { toStructJson } from '../../../api/json-text.ts';
import { toYaml } from '../../../api/yaml/writer.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError } from '../errors.ts';
import { type Kube, misused } from '../kube.ts';
import { at, labelsOf, nameOf, namespaceOf } from '../object.ts';
import { noPrinter } from '../printers/object-printer.ts';
import { TABLE_STYLE, layOut } from '../printers/tabwriter.ts';
import { served } from '../resource/mapper.ts';

/** The kubectl that is modelled. */
export const CLIENT_VERSION = {
  major: '1',
  minor: '36',
  gitVersion: 'v1.36.4',
  gitCommit: '0000000000000000000000000000000000000000',
  gitTreeState: 'clean',
  buildDate: '2026-08-11T00:00:00Z',
  goVersion: 'go1.26.10',
  compiler: 'gc',
  platform: 'linux/amd64',
} as const;
const KUSTOMIZE_VERSION = 'v5.8.1';

/** `kubectl api-resources`. Models kubectl/pkg/cmd/apiresources (1.36). */
// eslint-disable-next-line require-yield
export function* apiResources(kube: Kube): Task<number> {
  const { flags, args } = kube;
  if (args.length > 0) throw misused(kube, `unexpected arguments: [${args.join(' ')}]`);
  const sortBy = flags.text('sort-by');
  if (!['', 'name', 'kind'].includes(sortBy)) throw new CommandError('--sort-by accepts only name or kind');
  const found = served(kube)
    .filter((resource) => wanted(kube, resource))
    .sort(orderBy(sortBy));
  const output = flags.text('output');
  if (output === 'name') kube.out(found.map(({ key }) => `${key}\n`).join(''));
  else if (output === '' || output === 'wide')
    kube.out(resourceTable(found, { headers: !flags.bool('no-headers'), wide: output === 'wide' }));
  else if (output === 'json' || output === 'yaml') kube.out(resourceList(found, output));
  else throw noPrinter(output, ['json', 'kyaml', 'name', 'wide', 'yaml']);
  const stale = kube.api.client.unreachable();
  if (stale.length === 0) return 0;
  const each = stale.map((version) => `${version}: stale GroupVersion discovery: ${version}`).join(', ');
  throw new CommandError(`unable to retrieve the complete list of server APIs: ${each}`);
}

function wanted({ flags }: Kube, { group, namespaced, verbs, categories }: Resource): boolean {
  if (flags.changed('api-group') && flags.text('api-group') !== group) return false;
  if (flags.changed('namespaced') && flags.bool('namespaced') !== namespaced) return false;
  if (!flags.list('verbs').every((verb) => verbs.includes(verb))) return false;
  return flags.list('categories').every((category) => categories.includes(category));
}

function orderBy(sortBy: string): (a: Resource, b: Resource) => number {
  if (sortBy === 'name') return (a, b) => compareText(a.resource, b.resource);
  if (sortBy === 'kind') return (a, b) => compareText(a.kind, b.kind);
  return (a, b) => compareText(a.group, b.group) || compareText(a.resource, b.resource);
}

function resourceTable(
  resources: readonly Resource[],
  { headers, wide }: { readonly headers: boolean; readonly wide: boolean },
): string {
  const rows = headers
    ? [['NAME', 'SHORTNAMES', 'APIVERSION', 'NAMESPACED', 'KIND', ...(wide ? ['VERBS', 'CATEGORIES'] : [])]]
    : [];
  for (const { resource, shortNames, apiVersion, namespaced, kind, verbs, categories } of resources) {
    rows.push([
      resource,
      shortNames.join(','),
      apiVersion,
      String(namespaced),
      kind,
      ...(wide ? [verbs.join(','), categories.join(',')] : []),
    ]);
  }
  return rows.length === 0 ? '' : layOut(rows.map((cells) => `${cells.join('\t')}\n`).join(''), TABLE_STYLE);
}

/** One list of all groups, as kubectl makes it. */
function resourceList(resources: readonly Resource[], format: 'json' | 'yaml'): string {
  const list = {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: '',
    resources: resources.map((each) => ({
      name: each.resource,
      singularName: each.singular,
      namespaced: each.namespaced,
      ...(each.group === '' ? {} : { group: each.group }),
      version: each.version,
      kind: each.kind,
      verbs: each.verbs,
      ...(each.shortNames.length === 0 ? {} : { shortNames: each.shortNames }),
      ...(each.categories.length === 0 ? {} : { categories: each.categories }),
    })),
  };
  return format === 'json' ? toStructJson(list) : toYaml(list);
}

/** `kubectl api-versions`. */
// eslint-disable-next-line require-yield
export function* apiVersions(kube: Kube): Task<number> {
  if (kube.args.length > 0) throw misused(kube, `unexpected arguments: [${kube.args.join(' ')}]`);
  kube.out(
    [...new Set(served(kube).map(({ apiVersion }) => apiVersion))]
      .sort()
      .map((version) => `${version}\n`)
      .join(''),
  );
  return 0;
}

/** `kubectl cluster-info`. Models kubectl/pkg/cmd/clusterinfo. */
export function* clusterInfo(kube: Kube): Task<number> {
  const server = serverOf(kube);
  const services = present(resourceByKey('services'), 'services');
  const { items } = yield* kube.api.list(services, 'kube-system', {
    labelSelector: 'kubernetes.io/cluster-service=true',
  });
  kube.out(`Kubernetes control plane is running at ${server}\n`);
  for (const service of items) {
    const name = labelsOf(service)['kubernetes.io/name'] ?? nameOf(service);
    const ports = asList(at(service, 'spec', 'ports')) as readonly { readonly name?: string }[];
    const port = (ports[0]?.name ?? '') === '' ? '' : `:${ports[0]?.name}`;
    kube.out(
      `${name} is running at ${server}/api/v1/namespaces/${namespaceOf(service)}/services/${nameOf(service)}${port}/proxy\n`,
    );
  }
  kube.out("\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.\n");
  return 0;
}

function serverOf({ config }: Kube): string {
  const context = config.contexts.get(config.currentContext);
  return config.clusters.get(context?.cluster ?? '')?.server ?? '';
}

/** `kubectl version`. Models kubectl/pkg/cmd/version. */
export function* version(kube: Kube): Task<number> {
  const { flags } = kube;
  if (kube.args.length > 0) throw new CommandError(`extra arguments: [${kube.args.join(' ')}]`);
  const output = flags.text('output');
  if (output !== '' && output !== 'yaml' && output !== 'json')
    throw new CommandError("--output must be 'yaml' or 'json'");
  const server = flags.bool('client')
    ? undefined
    : ((yield* kube.api.request({ verb: 'get', resource: '', namespace: '', name: '', path: '/version' }))
        .body as { readonly gitVersion?: string });
  const all = {
    clientVersion: CLIENT_VERSION,
    kustomizeVersion: KUSTOMIZE_VERSION,
    ...(server === undefined ? {} : { serverVersion: server }),
  };
  if (output === 'yaml') kube.out(`${toYaml(all)}\n`);
  else if (output === 'json')
    kube.out(toStructJson(all).replace(/^( +)/gm, (blanks) => blanks.slice(blanks.length / 2)));
  else {
    kube.out(`Client Version: ${CLIENT_VERSION.gitVersion}\nKustomize Version: ${KUSTOMIZE_VERSION}\n`);
    if (server !== undefined) kube.out(`Server Version: ${server.gitVersion ?? ''}\n`);
  }
  return 0;
}
