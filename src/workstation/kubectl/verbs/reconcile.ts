import type { PolicyRule, Subject } from '../../../api/generated/types.ts';
import { resourceByKey } from '../../../api/resources.ts';
import { present } from '../../../base/assert.ts';
import { deepEqual } from '../../../base/deep.ts';
import { type Json, asList, asObject } from '../../../base/json.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError, isNotFound, throwAll } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { type Unstructured, annotationsOf, labelsOf, withAt } from '../object.ts';
import { objectPrinter } from '../printers/object-printer.ts';
import type { Info } from '../resource/info.ts';
import { collect } from '../resource/visit.ts';
import { wantedOf } from '../resource/wanted.ts';
import { dryRunOf, dryRunSuffix } from './dry-run.ts';

const RBAC = 'rbac.authorization.k8s.io';
const PROTECTED = 'rbac.authorization.kubernetes.io/autoupdate';

/** What becomes of an object. Models component-helpers/auth/rbac/reconciliation ReconcileOperation. */
type Operation = 'none' | 'create' | 'update' | 'recreate';

interface Reconciled {
  readonly object: Unstructured;
  readonly operation: Operation;
  /** Lines about what was missing, and what was too much. */
  readonly lines: readonly string[];
}

/** `kubectl auth reconcile`. Models kubectl/pkg/cmd/auth/reconcile.go (1.36). */
export function* reconcile(kube: Kube): Task<number> {
  if (kube.args.length > 0) throw new CommandError('no arguments are allowed');
  if (kube.flags.list('filename').length === 0) throw new CommandError('must specify one of -f and -k');
  const dryRun = dryRunOf(kube);
  if (dryRun === 'server')
    throw new CommandError('--dry-run=server for command reconcile is not supported yet');
  const { infos, errors } = yield* collect(kube, wantedOf(kube, []), {});
  throwAll(errors);
  const print = objectPrinter(kube, `reconciled${dryRunSuffix(dryRun)}`);
  for (const info of infos) {
    if (info.resource.group !== RBAC) continue;
    const live = yield* liveOf(kube, info);
    const result = info.resource.kind.endsWith('Binding')
      ? ofBinding(kube, info, live)
      : ofRole(kube, info, live);
    const optedOut = live !== undefined && annotationsOf(live)[PROTECTED] === 'false';
    const object = dryRun === 'client' || optedOut ? result.object : yield* sent(kube, info, result);
    kube.out(print(object));
    if (result.operation === 'none') continue;
    const caveat = optedOut ? `, but object opted out (${PROTECTED}: false)` : '';
    kube.err(`\treconciliation required ${result.operation}${caveat}\n${result.lines.join('')}`);
  }
  return 0;
}

function* liveOf(kube: Kube, info: Info): Task<Unstructured | undefined> {
  try {
    return yield* kube.api.get(info);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function* sent(kube: Kube, info: Info, { object, operation }: Reconciled): Task<Unstructured> {
  if (operation === 'none') return object;
  if (operation === 'update') return yield* kube.api.update(info, object);
  if (operation === 'recreate') yield* kube.api.delete(info);
  else if (info.resource.namespaced) yield* madeSure(kube, info.namespace);
  return yield* kube.api.create(info, object);
}

/** A role's namespace is made where it is missing. Models tryEnsureNamespace. */
function* madeSure(kube: Kube, name: string): Task {
  const resource = present(resourceByKey('namespaces'), 'namespaces');
  try {
    yield* kube.api.get({ resource, namespace: '', name });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    yield* kube.api.create(
      { resource, namespace: '', name },
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
    );
  }
}

/** Labels and annotations that the file has and the live object lacks count as a change. */
function decorated(live: Unstructured, wanted: Unstructured): Unstructured {
  const labels = { ...labelsOf(live), ...labelsOf(wanted) };
  const annotations = { ...annotationsOf(live), ...annotationsOf(wanted) };
  let object = live;
  if (Object.keys(labels).length > 0) object = withAt(object, ['metadata', 'labels'], labels);
  if (Object.keys(annotations).length > 0) object = withAt(object, ['metadata', 'annotations'], annotations);
  return object;
}

function ofRole({ flags }: Kube, { object: wanted }: Info, live: Unstructured | undefined): Reconciled {
  const expected = rulesOf(wanted);
  if (live === undefined)
    return {
      object: wanted,
      operation: 'create',
      lines: section('missing rules added', expected.map(ruleText)),
    };
  const stomp = flags.bool('remove-extra-permissions');
  const held = rulesOf(live);
  const missing = uncovered(expected, held);
  const extra = stomp ? uncovered(held, expected) : [];
  const rules = stomp && missing.length + extra.length > 0 ? expected : [...held, ...(stomp ? [] : missing)];
  const object = withAt(decorated(live, wanted), ['rules'], rules as unknown as Json);
  return {
    object,
    operation: deepEqual(object, live) ? 'none' : 'update',
    lines: [
      ...section('missing rules added', missing.map(ruleText)),
      ...section('extra rules removed', extra.map(ruleText)),
    ],
  };
}

function ofBinding({ flags }: Kube, { object: wanted }: Info, live: Unstructured | undefined): Reconciled {
  const expected = subjectsOf(wanted);
  const stomp = flags.bool('remove-extra-subjects');
  const without = (some: readonly Subject[], others: readonly Subject[]): readonly Subject[] =>
    some.filter((one) => !others.some((other) => sameSubject(one, other)));
  if (live === undefined || !deepEqual(live['roleRef'], wanted['roleRef'])) {
    const missing = live === undefined ? expected : without(expected, subjectsOf(live));
    return {
      object: wanted,
      operation: live === undefined ? 'create' : 'recreate',
      lines: section('missing subjects added', missing.map(subjectText)),
    };
  }
  const held = subjectsOf(live);
  const missing = without(expected, held);
  const extra = stomp ? without(held, expected) : [];
  const subjects =
    stomp && missing.length + extra.length > 0 ? expected : [...held, ...(stomp ? [] : missing)];
  const object = withAt(decorated(live, wanted), ['subjects'], subjects as unknown as Json);
  return {
    object,
    operation: deepEqual(object, live) ? 'none' : 'update',
    lines: [
      ...section('missing subjects added', missing.map(subjectText)),
      ...section('extra subjects removed', extra.map(subjectText)),
    ],
  };
}

const section = (title: string, texts: readonly string[]): string[] =>
  texts.length === 0 ? [] : [`\t${title}:\n`, ...texts.map((text) => `\t\t${text}\n`)];

const rulesOf = (object: Unstructured): readonly PolicyRule[] =>
  asList(object['rules']) as unknown as readonly PolicyRule[];

/** Subjects as the server fills them in: users and groups belong to RBAC's own group. */
function subjectsOf(object: Unstructured): readonly Subject[] {
  return asList(object['subjects']).map((each) => {
    const subject = asObject(each) as unknown as Subject;
    return subject.kind === 'ServiceAccount' ? subject : { ...subject, apiGroup: subject.apiGroup ?? RBAC };
  });
}

const sameSubject = (a: Subject, b: Subject): boolean =>
  a.kind === b.kind && a.name === b.name && (a.namespace ?? '') === (b.namespace ?? '');

/** One verb of one resource, or of one URL. Models validation.BreakdownRule. */
function brokenDown(rule: PolicyRule): PolicyRule[] {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  return verbs.flatMap((verb) => [
    ...apiGroups.flatMap((group) =>
      resources.flatMap((resource) => {
        const one = { verbs: [verb], apiGroups: [group], resources: [resource] };
        return resourceNames.length === 0
          ? [one]
          : resourceNames.map((name) => ({ ...one, resourceNames: [name] }));
      }),
    ),
    ...nonResourceURLs.map((url) => ({ verbs: [verb], nonResourceURLs: [url] })),
  ]);
}

/** What of the rules the others do not allow. Models validation.Covers. */
function uncovered(rules: readonly PolicyRule[], others: readonly PolicyRule[]): PolicyRule[] {
  return rules.flatMap(brokenDown).filter((one) => !others.some((other) => covers(other, one)));
}

function covers(owner: PolicyRule, one: PolicyRule): boolean {
  const has = (list: readonly string[] | undefined, value: string | undefined): boolean =>
    value === undefined || (list ?? []).includes('*') || (list ?? []).includes(value);
  if (!has(owner.verbs, one.verbs[0])) return false;
  const url = one.nonResourceURLs?.[0];
  if (url !== undefined)
    return (owner.nonResourceURLs ?? []).some(
      (held) => held === url || (held.endsWith('*') && url.startsWith(held.slice(0, -1))),
    );
  const [resource = ''] = one.resources ?? [];
  const sub = resource.split('/')[1];
  const named =
    has(owner.resources, resource) || (sub !== undefined && (owner.resources ?? []).includes(`*/${sub}`));
  const names = owner.resourceNames ?? [];
  return (
    has(owner.apiGroups, one.apiGroups?.[0]) &&
    named &&
    (names.length === 0 || names.includes(one.resourceNames?.[0] ?? ''))
  );
}

const list = (values: readonly string[] | undefined): string => `[${(values ?? []).join(' ')}]`;

/** A rule as Go prints the struct. */
const ruleText = ({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): string =>
  `{Verbs:${list(verbs)} APIGroups:${list(apiGroups)} Resources:${list(resources)} ResourceNames:${list(resourceNames)} NonResourceURLs:${list(nonResourceURLs)}}`;

const subjectText = ({ kind, apiGroup, name, namespace }: Subject): string =>
  `{Kind:${kind} APIGroup:${apiGroup ?? ''} Name:${name} Namespace:${namespace ?? ''}}`;
