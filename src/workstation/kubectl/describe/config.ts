import type {
  ConfigMap,
  LimitRange,
  LimitRangeSpec,
  Namespace,
  ResourceQuota,
  Secret,
  ServiceAccount,
} from '../../../api/generated/types.ts';
import { byKey } from '../../../base/compare.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import type { Target } from '../api.ts';
import { base64Bytes, decodeBase64 } from '../../../base/base64.ts';
import { CommandError } from '../errors.ts';
import { amountOf, canonicalText } from './amounts.ts';
import { goTime } from './times.ts';
import { printAnnotations, printEvents, printLabels } from './common.ts';
import { type DescribeContext, eventsOf, listAll } from './context.ts';
import { DescribeWriter } from './writer.ts';

interface Named {
  readonly metadata: {
    readonly name?: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

function head(w: DescribeWriter, { metadata }: Named): void {
  w.field('Name', metadata.name ?? '');
  w.field('Namespace', metadata.namespace ?? '');
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
}

/** Models ConfigMapDescriber. */
export function* describeConfigMap(context: DescribeContext, target: Target): Task<string> {
  const raw = yield* context.kube.api.get(target);
  const events = yield* eventsOf(context, raw);
  const map = raw as unknown as ConfigMap;
  const w = new DescribeWriter();
  head(w, map);
  w.write(0, '\nData\n====\n');
  for (const key of Object.keys(map.data ?? {}).sort())
    w.write(0, `${key}:\n----\n${map.data?.[key] ?? ''}\n\n`);
  w.write(0, '\nBinaryData\n====\n');
  for (const key of Object.keys(map.binaryData ?? {}).sort())
    w.write(0, `${key}: ${base64Bytes(map.binaryData?.[key] ?? '')?.length ?? 0} bytes\n`);
  w.write(0, '\n');
  printEvents(w, events, context.nowUs);
  return w.text();
}

/** Models SecretDescriber: sizes, never contents (but a service account's token). */
export function* describeSecret(context: DescribeContext, target: Target): Task<string> {
  const secret = (yield* context.kube.api.get(target)) as unknown as Secret;
  const w = new DescribeWriter();
  head(w, secret);
  w.write(0, `\nType:\t${secret.type ?? ''}\n`);
  w.write(0, '\nData\n====\n');
  for (const key of Object.keys(secret.data ?? {}).sort()) {
    const value = secret.data?.[key] ?? '';
    const token = key === 'token' && secret.type === 'kubernetes.io/service-account-token';
    w.field(key, token ? (decodeBase64(value) ?? '') : `${base64Bytes(value)?.length ?? 0} bytes`);
  }
  return w.text();
}

/** Models ServiceAccountDescriber. */
export function* describeServiceAccount(context: DescribeContext, target: Target): Task<string> {
  const raw = yield* context.kube.api.get(target);
  const account = raw as unknown as ServiceAccount;
  const events = yield* eventsOf(context, raw);
  const w = new DescribeWriter();
  head(w, account);
  const pull = (account.imagePullSecrets ?? []).map(({ name }) => name ?? '');
  w.write(0, `Image pull secrets:\t${pull[0] ?? '<none>'}\n`);
  for (const name of pull.slice(1)) w.write(0, `                   \t${name}\n`);
  printEvents(w, events, context.nowUs);
  return w.text();
}

/** Models ResourceQuotaDescriber. */
export function* describeQuota(context: DescribeContext, target: Target): Task<string> {
  const { metadata, spec, status } = (yield* context.kube.api.get(target)) as unknown as ResourceQuota;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  w.field('Namespace', metadata.namespace ?? '');
  scopes(w, spec?.scopes, 0);
  w.write(0, 'Resource\tUsed\tHard\n');
  w.write(0, '--------\t----\t----\n');
  for (const name of Object.keys(status?.hard ?? {}).sort())
    w.write(0, `${name}\t${quantity(status?.used?.[name])}\t${quantity(status?.hard?.[name])}\n`);
  return w.text();
}

const quantity = (text: string | undefined): string => canonicalText(amountOf(text ?? '0'));

const SCOPE_HELP: Readonly<Record<string, string>> = {
  Terminating:
    'Matches all pods that have an active deadline. These pods have a limited lifespan on a node before being actively terminated by the system.',
  NotTerminating:
    'Matches all pods that do not have an active deadline. These pods usually include long running pods whose container command is not expected to terminate.',
  BestEffort:
    'Matches all pods that do not have resource requirements set. These pods have a best effort quality of service.',
  NotBestEffort:
    'Matches all pods that have at least one resource requirement set. These pods have a burstable or guaranteed quality of service.',
};

function scopes(w: DescribeWriter, names: readonly string[] | undefined, level: number): void {
  if (names === undefined || names.length === 0) return;
  const sorted = [...names].sort();
  w.field('Scopes', sorted.join(', '), level);
  for (const name of sorted)
    if (SCOPE_HELP[name] !== undefined) w.write(level, `${level === 0 ? ' ' : ''}* ${SCOPE_HELP[name]}\n`);
}

/** Models LimitRangeDescriber. */
export function* describeLimitRange(context: DescribeContext, target: Target): Task<string> {
  const { metadata, spec } = (yield* context.kube.api.get(target)) as unknown as LimitRange;
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  w.field('Namespace', metadata.namespace ?? '');
  w.write(0, 'Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio\n');
  w.write(0, '----\t--------\t---\t---\t---------------\t-------------\t-----------------------\n');
  limits(w, spec, '');
  return w.text();
}

/** Upstream walks a Go map here, so any order of resources is one of its. */
function limits(w: DescribeWriter, spec: LimitRangeSpec | undefined, prefix: string): void {
  for (const item of spec?.limits ?? []) {
    const lists = [item.min, item.max, item.defaultRequest, item.default, item.maxLimitRequestRatio];
    const names = [...new Set(lists.flatMap((list) => Object.keys(list ?? {})))].sort();
    for (const name of names)
      w.write(
        0,
        `${prefix}${item.type}\t${name}\t${lists.map((list) => (list?.[name] === undefined ? '-' : quantity(list[name]))).join('\t')}\n`,
      );
  }
}

/** Models NamespaceDescriber. */
export function* describeNamespace(context: DescribeContext, target: Target): Task<string> {
  const { metadata, status } = (yield* context.kube.api.get(target)) as unknown as Namespace;
  const quotas = yield* listed<ResourceQuota>(context, 'resourcequotas', target.name);
  const ranges = yield* listed<LimitRange>(context, 'limitranges', target.name);
  const w = new DescribeWriter();
  w.field('Name', metadata.name ?? '');
  printLabels(w, 'Labels', metadata.labels);
  printAnnotations(w, 'Annotations', metadata.annotations);
  w.field('Status', status?.phase ?? '');
  const conditions = status?.conditions ?? [];
  if (conditions.length > 0) {
    w.write(0, 'Conditions:\n');
    w.write(1, 'Type\tStatus\tLastTransitionTime\tReason\tMessage\n');
    w.write(1, '----\t------\t------------------\t------\t-------\n');
    for (const { type, status: value, lastTransitionTime, reason = '', message = '' } of conditions)
      w.write(1, `${type}\t${value}\t${goTime(lastTransitionTime)}\t${reason}\t${message}\n`);
  }
  if (quotas !== undefined) quotasOf(w, quotas);
  if (ranges !== undefined) rangesOf(w, ranges);
  return w.text();
}

/** Undefined when the server does not say. */
function* listed<T>(
  context: DescribeContext,
  key: string,
  namespace: string,
): Task<readonly T[] | undefined> {
  try {
    return yield* listAll<T>(context, key, namespace);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

function quotasOf(w: DescribeWriter, quotas: readonly ResourceQuota[]): void {
  w.write(0, '\n');
  if (quotas.length === 0) {
    w.write(0, 'No resource quota.\n');
    return;
  }
  w.write(0, 'Resource Quotas\n');
  for (const { metadata, spec, status } of [...quotas].sort(byKey(({ metadata: { name } }) => name))) {
    w.field('Name', metadata.name ?? '', 1);
    scopes(w, spec?.scopes, 1);
    w.write(1, 'Resource\tUsed\tHard\n');
    w.write(1, '--------\t---\t---\n');
    for (const name of Object.keys(status?.hard ?? {}).sort())
      w.write(1, `${name}\t${quantity(status?.used?.[name])}\t${quantity(status?.hard?.[name])}\n`);
  }
}

function rangesOf(w: DescribeWriter, ranges: readonly LimitRange[]): void {
  w.write(0, '\n');
  if (ranges.length === 0) {
    w.write(0, 'No LimitRange resource.\n');
    return;
  }
  w.write(
    0,
    'Resource Limits\n Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio\n',
  );
  w.write(0, ' ----\t--------\t---\t---\t---------------\t-------------\t-----------------------\n');
  for (const { spec } of ranges) limits(w, spec, ' ');
}
