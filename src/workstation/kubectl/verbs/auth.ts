import type { PolicyRule } from '../../../api/generated/types.ts';
import { goList } from '../describe/common.ts';
import { resourceByKey, resourceByWord } from '../../../api/resources.ts';
import { present } from '../../../base/assert.ts';
import type { Json, JsonObject } from '../../../base/json.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { ruleRows } from '../describe/rules.ts';
import { CommandError } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { at } from '../object.ts';
import { outputOf, structPrinter } from '../printers/object-printer.ts';
import { TABLE_STYLE, layOut } from '../printers/tabwriter.ts';

const KNOWN_VERBS: ReadonlySet<string> = new Set([
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
  'use',
  'bind',
  'impersonate',
  '*',
  'approve',
  'sign',
  'escalate',
  'attest',
]);
const KNOWN_URL_VERBS: ReadonlySet<string> = new Set([
  'get',
  'put',
  'post',
  'head',
  'options',
  'delete',
  'patch',
  '*',
]);

interface Question {
  readonly verb: string;
  readonly url: string;
  readonly group: string;
  readonly resource: string;
  readonly name: string;
}

/** `kubectl auth can-i`. Models kubectl/pkg/cmd/auth/cani.go (1.36). */
export function* canI(kube: Kube): Task<number> {
  const { flags, args } = kube;
  if (flags.bool('list')) {
    if (args.length > 0) throw new CommandError('list option must be specified with no arguments');
    return yield* listAccess(kube);
  }
  if (args.length !== 2) {
    throw new CommandError(
      "you must specify two arguments: verb resource or verb resource/resourceName.\nSee 'kubectl auth can-i -h' for help and examples.",
    );
  }
  if (flags.bool('no-headers')) throw new CommandError('--no-headers cannot be set without --list specified');
  const question = questionOf(kube);
  const namespace = flags.bool('all-namespaces') ? '' : kube.namespace;
  const { verb, url, group, resource, name } = question;
  const subresource = flags.text('subresource');
  const spec: JsonObject =
    url === ''
      ? {
          resourceAttributes: {
            ...(namespace === '' ? {} : { namespace }),
            verb,
            group,
            resource,
            ...(subresource === '' ? {} : { subresource }),
            ...(name === '' ? {} : { name }),
          },
        }
      : { nonResourceAttributes: { verb, path: url } };
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    metadata: {},
    spec,
  };
  const answer = yield* kube.api.create(
    { resource: known('selfsubjectaccessreviews.authorization.k8s.io'), namespace: '', name: '' },
    review,
  );
  const allowed = at(answer, 'status', 'allowed') === true;
  const reasons = ['reason', 'evaluationError']
    .map((key) => String(at(answer, 'status', key) ?? ''))
    .filter((text) => text !== '');
  if (!flags.bool('quiet'))
    kube.out(allowed ? 'yes\n' : `no${reasons.map((text) => ` - ${text}`).join('')}\n`);
  return allowed ? 0 : 1;
}

const known = (key: string): ReturnType<typeof present<NonNullable<ReturnType<typeof resourceByKey>>>> =>
  present(resourceByKey(key), key);

function questionOf(kube: Kube): Question {
  const [verb = '', what = ''] = kube.args;
  if (what.startsWith('/')) {
    if (kube.flags.text('subresource') !== '')
      throw new CommandError('--subresource can not be used with NonResourceURL');
    if (!KNOWN_URL_VERBS.has(verb)) kube.err(`Warning: verb '${verb}' is not a known verb\n\n`);
    return { verb, url: what, group: '', resource: '', name: '' };
  }
  const slash = what.indexOf('/');
  const type = slash < 0 ? what : what.slice(0, slash);
  const name = slash < 0 ? '' : what.slice(slash + 1);
  const found = type === '*' ? undefined : resourceByWord(type.toLowerCase());
  if (found === undefined && type !== '*') unknownType(kube, type);
  if (found?.namespaced === false && !kube.flags.bool('all-namespaces')) {
    kube.err(
      `Warning: resource '${found.resource}' is not namespace scoped${found.group === '' ? '' : ` in group '${found.group}'`}\n\n`,
    );
  }
  if (!KNOWN_VERBS.has(verb)) kube.err(`Warning: verb '${verb}' is not a known verb\n\n`);
  return {
    verb,
    url: '',
    group: found?.group ?? (type === '*' ? '*' : ''),
    resource: found?.resource ?? type,
    name,
  };
}

function unknownType(kube: Kube, type: string): void {
  const [resource = '', ...group] = type.toLowerCase().split('.');
  kube.err(
    `Warning: the server doesn't have a resource type '${resource}'${group.length === 0 ? '' : ` in group '${group.join('.')}'`}\n\n`,
  );
}

function* listAccess(kube: Kube): Task<number> {
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectRulesReview',
    metadata: {},
    spec: { namespace: kube.namespace },
  };
  const answer = yield* kube.api.create(
    { resource: known('selfsubjectrulesreviews.authorization.k8s.io'), namespace: '', name: '' },
    review,
  );
  const rules = ['resourceRules', 'nonResourceRules'].flatMap(
    (key) => (at(answer, 'status', key) ?? []) as unknown as readonly PolicyRule[],
  );
  if (at(answer, 'status', 'incomplete') === true) {
    const why = at(answer, 'status', 'evaluationError');
    kube.err(
      why === undefined || why === ''
        ? 'Warning: the list may be incomplete\n'
        : `Warning: the list may be incomplete: ${String(why)}\n`,
    );
  }
  const head = kube.flags.bool('no-headers') ? '' : 'Resources\tNon-Resource URLs\tResource Names\tVerbs\n';
  kube.out(layOut(head + ruleRows(rules).join(''), TABLE_STYLE));
  return 0;
}

/** `kubectl auth whoami`. Models kubectl/pkg/cmd/auth/whoami.go. */
export function* whoAmI(kube: Kube): Task<number> {
  const review = { kind: 'SelfSubjectReview', apiVersion: 'authentication.k8s.io/v1', metadata: {} };
  const answer = yield* kube.api.create(
    { resource: known('selfsubjectreviews.authentication.k8s.io'), namespace: '', name: '' },
    review,
  );
  const info = (at(answer, 'status', 'userInfo') ?? {}) as {
    readonly username?: string;
    readonly uid?: string;
    readonly groups?: readonly string[];
    readonly extra?: Readonly<Record<string, readonly string[]>>;
  };
  if (outputOf(kube).output !== '') {
    kube.out(structPrinter(kube, '')(inStructOrder(answer, info)));
    return 0;
  }
  const rows: string[][] = [['ATTRIBUTE', 'VALUE']];
  if ((info.username ?? '') !== '') rows.push(['Username', info.username ?? '']);
  if ((info.uid ?? '') !== '') rows.push(['UID', info.uid ?? '']);
  if ((info.groups ?? []).length > 0) rows.push(['Groups', goList(info.groups)]);
  for (const key of Object.keys(info.extra ?? {}).sort())
    rows.push([`Extra: ${key}`, goList(info.extra?.[key])]);
  kube.out(layOut(rows.map((cells) => `${cells.join('\t')}\n`).join(''), TABLE_STYLE));
  return 0;
}

function inStructOrder(
  answer: JsonObject,
  info: {
    readonly username?: string;
    readonly uid?: string;
    readonly groups?: readonly string[];
    readonly extra?: unknown;
  },
): JsonObject {
  const { username, uid, groups, extra } = info;
  return {
    kind: 'SelfSubjectReview',
    apiVersion: 'authentication.k8s.io/v1',
    metadata: answer['metadata'] ?? {},
    status: { userInfo: { username, uid, groups, extra } as unknown as Json },
  };
}
