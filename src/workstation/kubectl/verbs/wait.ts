import { goQuote } from '../../../api/go-text.ts';
import { type Json, asList, isObject } from '../../../base/json.ts';
import { SECOND } from '../../../trace/ids.ts';
import { TIMED_OUT, type Task, sleep } from '../../../engine/kernel/task.ts';
import { CommandError, asCommandError, isNotFound, throwAll } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { type Unstructured, at, uidOf } from '../object.ts';
import { goValueText } from '../printers/go-value.ts';
import { JsonPath, relaxedPath } from '../printers/jsonpath/evaluate.ts';
import { objectPrinter } from '../printers/object-printer.ts';
import type { Wanted } from '../resource/arguments.ts';
import type { Info } from '../resource/info.ts';
import { tryVisit } from '../resource/visit.ts';
import { WEEK_US, timedOut, waitDeleted } from '../resource/wait-deleted.ts';
import { wantedOf } from '../resource/wanted.ts';
import { openWatch } from '../watch.ts';

/** What is waited for. */
type Condition =
  | { readonly kind: 'delete' }
  | { readonly kind: 'create' }
  | { readonly kind: 'met'; readonly met: (object: Unstructured) => boolean };

/** `kubectl wait`. Models kubectl/pkg/cmd/wait/wait.go (1.36). */
export function* waitFor(kube: Kube): Task<number> {
  const { flags } = kube;
  const words = flags.list('for');
  if (words.length === 0) throw new CommandError('unrecognized condition: []');
  const conditions = words.map(conditionOf);
  const asked = flags.durationUs('timeout');
  const until: Until = {
    end: kube.kernel.now() + (asked < 0 ? WEEK_US : asked),
    once: asked === 0,
  };
  const wanted = wantedOf(kube, kube.args, { typeAlone: flags.bool('all') });
  if (conditions.some(({ kind }) => kind === 'create')) yield* untilCreated(kube, wanted, until.end);
  for (const condition of conditions) yield* waitAll(kube, wanted, condition, until);
  return 0;
}

/** When to give up: all that is waited for has the same time; `once` looks and does not wait. */
interface Until {
  readonly end: number;
  readonly once: boolean;
}

function* waitAll(kube: Kube, wanted: Wanted, condition: Condition, until: Until): Task {
  let count = 0;
  const print = objectPrinter(kube, 'condition met');
  const errors = yield* tryVisit(
    kube,
    wanted,
    { latest: true, ignoreNotFound: condition.kind === 'delete' },
    function* (info): Task {
      count++;
      yield* waitOne(kube, info, condition, until);
      kube.out(print(info.object));
    },
  );
  throwAll(errors);
  if (count === 0 && condition.kind !== 'delete') throw new CommandError('no matching resources found');
}

function conditionOf(word: string): Condition {
  const lower = word.toLowerCase();
  if (lower === 'delete') return { kind: 'delete' };
  if (lower === 'create') return { kind: 'create' };
  if (word.startsWith('condition=')) {
    const [name = '', status = 'true'] = word.slice('condition='.length).split('=');
    return { kind: 'met', met: (object) => conditionMet(object, name, status) };
  }
  if (word.startsWith('jsonpath=')) return jsonPathCondition(word.slice('jsonpath='.length));
  throw new CommandError(`unrecognized condition: ${goQuote(word)}`);
}

function conditionMet(object: Unstructured, name: string, wanted: string): boolean {
  const conditions = asList(at(object, 'status', 'conditions')).filter(isObject);
  const found = conditions.find(({ type }) => String(type).toLowerCase() === name.toLowerCase());
  if (found === undefined) return false;
  const generation = at(object, 'metadata', 'generation');
  const observed = found['observedGeneration'] ?? at(object, 'status', 'observedGeneration');
  if (typeof generation === 'number' && typeof observed === 'number' && observed < generation) return false;
  return String(found['status']).toLowerCase() === wanted.toLowerCase();
}

/** `{.status.phase}=Running`, or a path whose being there is enough. Models newJSONPathParser and processJSONPathInput. */
function jsonPathCondition(text: string): Condition {
  const end = text.startsWith('{') || text.startsWith("'{") ? text.lastIndexOf('}') + 1 : text.indexOf('=');
  const split = end <= 0 ? text.length : end;
  const expression = text.slice(0, split).replace(/^'|'$/g, '');
  const rest = text.slice(split).replace(/^'/, '');
  if (rest !== '' && !rest.startsWith('='))
    throw new CommandError(
      "jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or --for=jsonpath='{.status.readyReplicas}'",
    );
  if (rest === '=')
    throw new CommandError(
      "jsonpath wait has to have a value after equal sign, like --for=jsonpath='{.status.readyReplicas}'=3",
    );
  if (expression === '') throw new CommandError('jsonpath expression cannot be empty');
  const path = new JsonPath(relaxedPath(expression), { allowMissing: true });
  const wanted = rest === '' ? undefined : rest.slice(1).replace(/^(["'])(.*)\1$/s, '$2');
  return {
    kind: 'met',
    met: (object) => {
      const found = path.find(object as Json).flat();
      if (found.length === 0) return false;
      if (found.length > 1) throw new CommandError('given jsonpath expression matches more than one list');
      const [value] = found;
      if (wanted === undefined) return true;
      if (typeof value === 'object' && value !== null)
        throw new CommandError('jsonpath leads to a nested object or list which is not supported');
      return goValueText(value).trim() === wanted.trim();
    },
  };
}

function* waitOne(kube: Kube, info: Info, condition: Condition, { end, once }: Until): Task {
  switch (condition.kind) {
    case 'create':
      return;
    case 'delete':
      yield* waitDeleted(kube, info, uidOf(info.object), end - kube.kernel.now());
      return;
    case 'met':
      if (once && !condition.met(info.object))
        throw new CommandError(`condition not met for ${info.resource.resource}/${info.name}`);
      if (!once) yield* untilMet(kube, info, condition.met, end);
  }
}

function* untilMet(kube: Kube, info: Info, met: (object: Unstructured) => boolean, end: number): Task {
  if (kube.kernel.now() >= end) throw timedOut(info);
  if (met(info.object)) return;
  const watch = yield* openWatch(kube, info.resource, info.namespace, {
    fieldSelector: `metadata.name=${info.name}`,
  });
  try {
    for (;;) {
      const next = yield* watch.events.receiveUpTo(Math.max(0, end - kube.kernel.now()));
      if (next === TIMED_OUT) throw timedOut(info);
      if ('closed' in next) throw new CommandError('watch closed before UntilWithSync timeout');
      if (
        next.event.type !== 'DELETED' &&
        next.event.type !== 'BOOKMARK' &&
        met(next.event.object as unknown as Unstructured)
      )
        return;
    }
  } finally {
    watch.stop();
  }
}

/** Looks twice a second until everything is there. Models the create condition. */
function* untilCreated(kube: Kube, wanted: Wanted, end: number): Task {
  for (;;) {
    let found = 0;
    // eslint-disable-next-line require-yield
    const errors = yield* tryVisit(kube, wanted, { latest: true }, function* (): Task {
      found++;
    });
    const other = errors.find((error) => !isNotFound(error));
    if (other !== undefined) throw asCommandError(other);
    if (errors.length === 0 && found > 0) return;
    if (kube.kernel.now() >= end) throw new CommandError('timed out waiting for the condition');
    yield* sleep(SECOND / 2);
  }
}
