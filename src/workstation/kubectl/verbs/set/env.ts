import type { ConfigMap, Container, EnvVar, EnvVarSource, Secret } from '../../../../api/generated/types.ts';
import { goQuote } from '../../../../api/go-text.ts';
import type { Task } from '../../../../engine/kernel/task.ts';
import { CommandError } from '../../errors.ts';
import type { Kube } from '../../kube.ts';
import { decodeBase64 } from '../../../../base/base64.ts';
import { parseQuantity, quantityValue } from '../../../../api/quantity.ts';
import { resourceByKey } from '../../../../api/resources.ts';
import { present } from '../../../../base/assert.ts';
import { type Unstructured, at, kindOf } from '../../object.ts';
import { resolveArguments } from '../../resource/arguments.ts';
import type { Info } from '../../resource/info.ts';
import { allInfos, visit } from '../../resource/visit.ts';
import { wantedOf } from '../../resource/wanted.ts';
import { checkVariableName } from '../create/variable-name.ts';
import { applySetting } from './change.ts';
import { containersOf, hasPodSpec, nameFits, withContainers } from './pod-spec.ts';

interface EnvChanges {
  readonly set: readonly EnvVar[];
  readonly remove: readonly string[];
}

/** `kubectl set env`. Models kubectl/pkg/cmd/set/set_env.go and pkg/cmd/set/env (1.36). */
export function* setEnv(kube: Kube): Task<number> {
  const { flags } = kube;
  const { resources, words } = split([...kube.args, ...flags.list('env')]);
  if (resources.length === 0 && flags.list('filename').length === 0)
    throw new CommandError(
      'one or more resources must be specified as <resource> <name> or <resource>/<name>',
    );
  if (flags.bool('list')) return yield* listEnv(kube, resources);
  const parsed = parseEnv(words, kube.stdin);
  const changes: EnvChanges = { ...parsed, set: [...parsed.set, ...(yield* fromResource(kube))] };
  return yield* applySetting(kube, {
    resources,
    operation: 'env updated',
    named: true,
    localDropsNames: true,
    refusal: 'failed to patch env update to pod template: ',
    change: (info) => changed(kube, info, changes),
  });
}

/** Models envutil.SplitEnvironmentFromResources. */
function split(args: readonly string[]): { readonly resources: string[]; readonly words: string[] } {
  const resources: string[] = [];
  const words: string[] = [];
  for (const word of args) {
    const isEnv = word === '-' || word.includes('=') || word.endsWith('-');
    if (words.length === 0 && !isEnv) resources.push(word);
    else if (isEnv) words.push(word);
    else throw new CommandError('all resources must be specified before environment changes: ' + word);
  }
  return { resources, words };
}

/** Models envutil.ParseEnv. */
function parseEnv(words: readonly string[], stdin: string | undefined): EnvChanges {
  const set = new Map<string, EnvVar>();
  const remove: string[] = [];
  const add = (line: string): void => {
    const equals = line.indexOf('=');
    const name = line.slice(0, equals);
    checkVariableName(name);
    set.set(name, { name, value: line.slice(equals + 1) });
  };
  for (const word of words) {
    if (word === '-')
      for (const line of (stdin ?? '').split('\n'))
        if (line.includes('=') && !line.startsWith('#')) add(line);
    if (word === '-') continue;
    if (word.includes('=')) add(word);
    else remove.push(word.slice(0, -1));
  }
  for (const name of remove)
    if (set.has(name))
      throw new CommandError('can not both update and remove an environment variable in the same command');
  return { set: [...set.values()], remove };
}

/** --from: one variable for each key of a ConfigMap or Secret. */
function* fromResource(kube: Kube): Task<EnvVar[]> {
  const { flags } = kube;
  const from = flags.text('from');
  if (from === '') return [];
  const [info] = yield* allInfos(kube, resolveArguments(kube, { args: [from] }), { latest: true });
  if (info === undefined) return [];
  const kind = kindOf(info.object);
  if (kind !== 'ConfigMap' && kind !== 'Secret')
    throw new CommandError(`unsupported resource specified in --from`);
  const keys = Object.keys((info.object as unknown as ConfigMap | Secret).data ?? {}).sort();
  const wanted = flags.list('keys');
  return keys
    .filter((key) => wanted.length === 0 || wanted.includes(key))
    .map((key) => {
      const ref = { name: info.name, key };
      const valueFrom: EnvVarSource = kind === 'ConfigMap' ? { configMapKeyRef: ref } : { secretKeyRef: ref };
      const name = key.toUpperCase().replace(/[^A-Z0-9_]/g, '_');
      if (name !== key) kube.err(`Warning: key ${key} transferred to ${name}\n`);
      return { name: flags.text('prefix') + name, valueFrom };
    });
}

function changed(kube: Kube, info: Info, changes: EnvChanges): Unstructured {
  const pattern = kube.flags.text('containers');
  let object: Unstructured = info.object;
  let touched = 0;
  for (const list of ['initContainers', 'containers'] as const) {
    const containers = containersOf(object, list);
    touched += containers.filter(({ name }) => nameFits(name, pattern)).length;
    object = withContainers(
      object,
      list,
      containers.map((container) =>
        nameFits(container.name, pattern) ? withEnv(kube, container, changes) : container,
      ),
    );
  }
  if (touched === 0)
    kube.err(
      `Warning: ${info.resource.kind}/${info.name} does not have any containers matching ${goQuote(pattern)}\n`,
    );
  return object;
}

/** Values in place, new ones behind. Models updateEnv. */
function withEnv(kube: Kube, container: Container, { set, remove }: EnvChanges): Container {
  const held = container.env ?? [];
  if (!kube.flags.bool('overwrite')) {
    const clash = set.find(({ name }) => held.some((other) => other.name === name));
    if (clash !== undefined)
      throw new CommandError(
        `'${clash.name}' already has a value (${held.find(({ name }) => name === clash.name)?.value ?? ''}), and --overwrite is false`,
      );
  }
  const kept = held
    .filter(({ name }) => !remove.includes(name))
    .map((variable) => set.find(({ name }) => name === variable.name) ?? variable);
  const env = [...kept, ...set.filter(({ name }) => !held.some((other) => other.name === name))];
  if (env.length > 0) return { ...container, env };
  const { env: _, ...rest } = container;
  return rest;
}

function* listEnv(kube: Kube, resources: readonly string[]): Task<number> {
  const pattern = kube.flags.text('containers');
  // eslint-disable-next-line require-yield
  yield* visit(
    kube,
    wantedOf(kube, resources, { typeAlone: kube.flags.bool('all') }),
    { latest: true },
    function* (info): Task {
      if (!hasPodSpec(info.object)) return;
      const containers = [
        ...containersOf(info.object, 'containers'),
        ...containersOf(info.object, 'initContainers'),
      ].filter(({ name }) => nameFits(name, pattern));
      for (const container of containers) {
        kube.out(`# ${kindOf(info.object)} ${info.name}, container ${container.name}\n`);
        for (const { name, value = '', valueFrom } of container.env ?? []) {
          if (valueFrom === undefined) kube.out(`${name}=${value}\n`);
          else if (kube.flags.bool('resolve'))
            kube.out(`${name}=${yield* resolved(kube, info, container, valueFrom)}\n`);
          else kube.out(`# ${name} from ${sourceText(valueFrom)}\n`);
        }
      }
    },
  );
  return 0;
}

/** Models envutil.GetEnvVarRefValue. */
function* resolved(kube: Kube, info: Info, container: Container, source: EnvVarSource): Task<string> {
  const { secretKeyRef, configMapKeyRef, fieldRef, resourceFieldRef } = source;
  const ref = secretKeyRef ?? configMapKeyRef;
  if (ref !== undefined) {
    const resource = present(resourceByKey(secretKeyRef === undefined ? 'configmaps' : 'secrets'), 'a kind');
    const target = { resource, namespace: info.namespace, name: ref.name ?? '' };
    const { data = {} } = (yield* kube.api.get(target)) as unknown as ConfigMap;
    const held = data[ref.key];
    const what = secretKeyRef === undefined ? 'config map' : 'secret';
    if (held === undefined) throw new CommandError(`key ${ref.key} not found in ${what} ${ref.name}`);
    return secretKeyRef === undefined ? held : (decodeBase64(held) ?? '');
  }
  if (fieldRef !== undefined) return String(at(info.object, ...fieldRef.fieldPath.split('.')) ?? '');
  const [kind = '', name = ''] = (resourceFieldRef?.resource ?? '').split('.');
  const amount = at((container.resources ?? {}) as unknown as Unstructured, kind, name);
  const quantity = amount === undefined ? undefined : parseQuantity(String(amount));
  return quantity?.ok === true ? String(Math.ceil(quantityValue(String(amount)))) : '0';
}

/** Models envutil.GetEnvVarRefString. */
function sourceText({ configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef }: EnvVarSource): string {
  if (configMapKeyRef !== undefined) return `configmap ${configMapKeyRef.name}, key ${configMapKeyRef.key}`;
  if (secretKeyRef !== undefined) return `secret ${secretKeyRef.name}, key ${secretKeyRef.key}`;
  if (fieldRef !== undefined) return `field path ${fieldRef.fieldPath}`;
  const container = resourceFieldRef?.containerName ?? '';
  return `resource field ${container === '' ? '' : `${container}/`}${resourceFieldRef?.resource ?? ''}`;
}
