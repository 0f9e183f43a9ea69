import type { Subject } from '../../../../api/generated/types.ts';
import { type Requirement, parseLabelSelector } from '../../../../api/label-selector.ts';
import { parseQuantity } from '../../../../api/quantity.ts';
import { type Json, asList } from '../../../../base/json.ts';
import type { Task } from '../../../../engine/kernel/task.ts';
import { CommandError } from '../../errors.ts';
import type { Kube } from '../../kube.ts';
import { at, kindOf, withAt } from '../../object.ts';
import { NO_RESOURCES } from '../../resource/arguments.ts';
import { applySetting } from './change.ts';
import { containersOf, nameFits, podSpecPath, withContainers } from './pod-spec.ts';

/** `kubectl set resources`. Models set_resources.go (1.36). */
export function* setResources(kube: Kube): Task<number> {
  const { flags, args } = kube;
  if (args.length === 0 && flags.list('filename').length === 0) throw new CommandError(NO_RESOURCES);
  let limits: Record<string, string> | undefined;
  let requests: Record<string, string> | undefined;
  const pattern = flags.text('containers');
  return yield* applySetting(kube, {
    resources: args,
    operation: 'resource requirements updated',
    named: true,
    refusal: 'failed to patch resources update to pod template ',
    check: () => {
      limits = quantities(flags.text('limits'));
      requests = quantities(flags.text('requests'));
      if (limits === undefined && requests === undefined)
        throw new CommandError(
          'you must specify an update to requests or limits (in the form of --requests/--limits)',
        );
    },
    change: ({ object }) => {
      const containers = containersOf(object, 'containers');
      if (!containers.some(({ name }) => nameFits(name, pattern)))
        throw new CommandError(`error: unable to find container named ${pattern}`);
      return withContainers(
        object,
        'containers',
        containers.map((container) => {
          if (!nameFits(container.name, pattern)) return container;
          const held = container.resources ?? {};
          return {
            ...container,
            resources: {
              ...held,
              ...(limits === undefined ? {} : { limits: { ...held.limits, ...limits } }),
              ...(requests === undefined ? {} : { requests: { ...held.requests, ...requests } }),
            },
          };
        }),
      );
    },
  });
}

/** `cpu=1,memory=64Mi`. Models generate.populateResourceListV1. */
export function quantities(text: string): Record<string, string> | undefined {
  if (text === '') return undefined;
  const out: Record<string, string> = {};
  for (const part of text.split(',')) {
    const [name = '', value, ...rest] = part.split('=');
    if (value === undefined || rest.length > 0)
      throw new CommandError(`Invalid argument syntax ${part}, expected <resource>=<value>`);
    const parsed = parseQuantity(value);
    if (!parsed.ok) throw new CommandError(parsed.error);
    out[name] = value;
  }
  return out;
}

/** `kubectl set serviceaccount`. Models set_serviceaccount.go. */
export function* setServiceAccount(kube: Kube): Task<number> {
  const resources = kube.args.slice(0, -1);
  if (kube.args.length === 1 && kube.flags.list('filename').length === 0)
    throw new CommandError(NO_RESOURCES);
  const account = kube.args.at(-1);
  if (account === undefined) throw new CommandError('serviceaccount is required');
  return yield* applySetting(kube, {
    resources,
    operation: 'serviceaccount updated',
    named: true,
    always: true,
    localDropsNames: true,
    refusal: 'failed to patch ServiceAccountName ',
    change: ({ object }) => withAt(object, [...podSpecPath(object), 'serviceAccountName'], account),
  });
}

/** `kubectl set selector`. Models set_selector.go: only Services have one that may change. */
export function* setSelector(kube: Kube): Task<number> {
  const expression = kube.args.at(-1);
  const resources = kube.args.slice(0, -1);
  if (expression === undefined) throw new CommandError('one selector is required');
  const parsed = parseLabelSelector(expression);
  if (!parsed.ok) throw new CommandError(parsed.error);
  const { requirements } = parsed.value;
  const selector = Object.fromEntries(requirements.map(({ key, values }) => [key, values[0] ?? '']));
  return yield* applySetting(kube, {
    resources,
    operation: 'selector updated',
    always: true,
    check: () => {
      const others = requirements.filter(({ operator }) => operator !== '=' && operator !== '==');
      if (others.length > 0)
        throw new CommandError(
          `match expression [${others.map(expressionText).join(' ')}] not supported on this object`,
        );
    },
    refusal: '',
    change: ({ object }) => {
      if (kindOf(object) !== 'Service')
        throw new CommandError('setting a selector is only supported for Services');
      return withAt(object, ['spec', 'selector'], selector);
    },
  });
}

const EXPRESSIONS: Readonly<Record<string, string>> = {
  in: 'In',
  notin: 'NotIn',
  '!=': 'NotIn',
  exists: 'Exists',
  '!': 'DoesNotExist',
};

/** A LabelSelectorRequirement as Go prints it. */
function expressionText({ key, operator, values }: Requirement): string {
  return `{${key} ${EXPRESSIONS[operator] ?? operator} [${values.join(' ')}]}`;
}

const BINDINGS: ReadonlySet<string> = new Set(['RoleBinding', 'ClusterRoleBinding']);

/** `kubectl set subject`. Models set_subject.go. */
export function* setSubject(kube: Kube): Task<number> {
  const { flags, args } = kube;
  if (args.length === 0 && flags.list('filename').length === 0) throw new CommandError(NO_RESOURCES);
  const added = [
    ...flags.list('user').map((name) => subject('User', name)),
    ...flags.list('group').map((name) => subject('Group', name)),
    ...flags.list('serviceaccount').map(accountSubject),
  ];
  if (added.length === 0)
    throw new CommandError('you must specify at least one value of user, group or serviceaccount');
  return yield* applySetting(kube, {
    resources: args,
    operation: 'subjects updated',
    refusal: 'failed to patch subjects to rolebinding: ',
    named: true,
    change: ({ object }) => {
      if (!BINDINGS.has(kindOf(object)))
        throw new CommandError('setting subjects is only supported for RoleBinding/ClusterRoleBinding');
      const held = asList(at(object, 'subjects')) as unknown as readonly Subject[];
      const fresh = added.filter(
        (one) =>
          !held.some(
            (other) =>
              other.kind === one.kind && other.name === one.name && other.namespace === one.namespace,
          ),
      );
      return withAt(object, ['subjects'], [...held, ...fresh] as unknown as Json);
    },
  });
}

export function subject(kind: 'User' | 'Group', name: string): Subject {
  return { kind, apiGroup: 'rbac.authorization.k8s.io', name };
}

/** `namespace:name`. */
export function accountSubject(word: string): Subject {
  const [namespace = '', name = '', ...rest] = word.split(':');
  if (namespace === '' || name === '' || rest.length > 0)
    throw new CommandError('serviceaccount must be <namespace>:<name>');
  return { kind: 'ServiceAccount', namespace, name };
}
