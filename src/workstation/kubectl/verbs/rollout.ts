import type { DaemonSet, Deployment, StatefulSet } from '../../../api/generated/types.ts';
import { formatTime } from '../../../api/time.ts';
import type { Json } from '../../../base/json.ts';
import { TIMED_OUT, type Task } from '../../../engine/kernel/task.ts';
import { CommandError, asCommandError, throwAll } from '../errors.ts';
import { describePodTemplate } from '../describe/pod.ts';
import { DescribeWriter } from '../describe/writer.ts';
import type { Kube } from '../kube.ts';
import { type Unstructured, at, kindOf, withAt } from '../object.ts';
import { shapeOfKind } from '../patch/shape.ts';
import { twoWayMergePatch } from '../patch/three-way.ts';
import { objectPrinter, readPrinter } from '../printers/object-printer.ts';
import { DESCRIBE_STYLE, layOut } from '../printers/tabwriter.ts';
import type { Info } from '../resource/info.ts';
import { collect, visit } from '../resource/visit.ts';
import { wantedOf } from '../resource/wanted.ts';
import {
  type RolloutStatus,
  daemonSetStatus,
  deploymentStatus,
  statefulSetStatus,
} from '../rollout/status.ts';
import { historyOf, groupKind } from '../rollout/history.ts';
import { openWatch } from '../watch.ts';

function wanted(kube: Kube): ReturnType<typeof wantedOf> {
  if (kube.args.length === 0 && kube.flags.list('filename').length === 0)
    throw new CommandError('required resource not specified');
  return wantedOf(kube, kube.args, { typeAlone: true });
}

/** `kubectl rollout status`. Models kubectl/pkg/cmd/rollout/rollout_status.go (1.36). */
export function* rolloutStatus(kube: Kube): Task<number> {
  if (kube.flags.number('revision') < 0)
    throw new CommandError(`revision must be a positive integer: ${kube.flags.text('revision')}`);
  const what = wanted(kube);
  let found = false;
  yield* visit(kube, what, { latest: true }, function* (info): Task {
    found = true;
    yield* follow(kube, info);
  });
  if (!found) kube.err(`No resources found in ${kube.namespace} namespace.\n`);
  return 0;
}

function* follow(kube: Kube, info: Info): Task {
  const { flags } = kube;
  const status = statusOf(info);
  const timeout = flags.durationUs('timeout');
  const end = timeout > 0 ? kube.kernel.now() + timeout : Number.POSITIVE_INFINITY;
  const watch = yield* openWatch(kube, info.resource, info.namespace, {
    fieldSelector: `metadata.name=${info.name}`,
  });
  try {
    for (;;) {
      const next = Number.isFinite(end)
        ? yield* watch.events.receiveUpTo(Math.max(0, end - kube.kernel.now()))
        : yield* watch.events.receive();
      if (next === TIMED_OUT) throw new CommandError('timed out waiting for the condition');
      if ('closed' in next) throw new CommandError('watch closed before UntilWithSync timeout');
      const { type, object } = next.event;
      if (type === 'BOOKMARK') continue;
      if (type === 'DELETED') throw new CommandError('object has been deleted');
      const { text, done } = status(object as unknown as Unstructured, flags.number('revision'));
      kube.out(text);
      if (done || !flags.bool('watch')) return;
    }
  } finally {
    watch.stop();
  }
}

function statusOf({ resource }: Info): (object: Unstructured, revision: number) => RolloutStatus {
  switch (resource.key) {
    case 'deployments.apps':
      return (object, revision) => deploymentStatus(object as unknown as Deployment, revision);
    case 'daemonsets.apps':
      return (object) => daemonSetStatus(object as unknown as DaemonSet);
    case 'statefulsets.apps':
      return (object) => statefulSetStatus(object as unknown as StatefulSet);
    default:
      throw new CommandError(`no status viewer has been implemented for ${groupKind(resource)}`);
  }
}

/** `kubectl rollout history`. Models rollout_history.go and polymorphichelpers/history.go. */
export function* rolloutHistory(kube: Kube): Task<number> {
  const revision = kube.flags.number('revision');
  if (revision < 0) throw new CommandError(`revision must be a positive integer: ${revision}`);
  yield* visit(kube, wanted(kube), { latest: true }, function* (info): Task {
    if (kube.flags.text('output') !== '') return yield* printHistory(kube, info, revision);
    const text = yield* historyText(kube, info, revision);
    kube.out(
      objectPrinter(kube, `${revision > 0 ? `with revision #${revision}` : ''}\n${text}`)(info.object),
    );
  });
  return 0;
}

/** What -o says, of one revision or of each. */
function* printHistory(kube: Kube, info: Info, revision: number): Task {
  const print = readPrinter(kube, '');
  const history = yield* historyOf(kube, info);
  const wanted = revision > 0 ? history.filter(({ number }) => number === revision) : history;
  if (revision > 0 && wanted.length === 0) throw new CommandError('unable to find the specified revision');
  for (const { object } of wanted) kube.out(print({ apiVersion: 'apps/v1', ...object }));
}

function* historyText(kube: Kube, info: Info, revision: number): Task<string> {
  const history = yield* historyOf(kube, info);
  if (revision > 0) {
    const found = history.find(({ number }) => number === revision);
    if (found === undefined) throw new CommandError('unable to find the specified revision');
    const w = new DescribeWriter();
    describePodTemplate(w, found.template);
    return w.raw();
  }
  if (history.length === 0) return 'No rollout history found.';
  const rows = history.map(({ number, cause }) => `${number}\t${cause === '' ? '<none>' : cause}\n`);
  return layOut(`REVISION\tCHANGE-CAUSE\n${rows.join('')}`, DESCRIBE_STYLE);
}

/** A change of one workload: the new object, or why it cannot be. */
type Change = (info: Info) => Unstructured;

interface Changing {
  readonly change: Change;
  readonly operation: string;
  /** What an unchanged object means: this error. */
  readonly unchanged: (info: Info) => string;
}

/** Changes each workload by a patch. Models set.CalculatePatches and what rollout pause, resume and restart do with it. */
function* changeAll(kube: Kube, { change, operation, unchanged }: Changing): Task<number> {
  const { infos, errors } = yield* collect(kube, wanted(kube), { latest: true });
  const problems: CommandError[] = [...errors];
  if (infos.length === 0 && errors.length === 0)
    kube.err(`No resources found in ${kube.namespace} namespace.\n`);
  for (const info of infos) {
    try {
      const object = change(info);
      const patch = twoWayMergePatch(
        info.object,
        object,
        shapeOfKind(info.resource.apiVersion, kindOf(info.object)),
      );
      if (Object.keys(patch).length === 0) throw new CommandError(unchanged(info));
      const options = { fieldManager: kube.flags.text('field-manager') };
      kube.out(objectPrinter(kube, operation)(yield* patched(kube, info, patch, options)));
    } catch (error) {
      problems.push(asCommandError(error));
    }
  }
  throwAll(problems);
  return 0;
}

function* patched(
  kube: Kube,
  info: Info,
  patch: Json,
  options: { readonly fieldManager: string },
): Task<Unstructured> {
  try {
    return yield* kube.api.patch(info, 'strategic', patch, options);
  } catch (error) {
    throw new CommandError(`failed to patch: ${asCommandError(error).message}`);
  }
}

const refused = ({ resource, name }: Info, why: string): CommandError =>
  new CommandError(`error: ${resource.key} ${JSON.stringify(name)} ${why}`);

/** `kubectl rollout pause`. */
export function* rolloutPause(kube: Kube): Task<number> {
  return yield* changeAll(kube, {
    operation: 'paused',
    unchanged: () => 'already paused',
    change: (info) => {
      if (info.resource.key !== 'deployments.apps') throw refused(info, 'pausing is not supported');
      if (at(info.object, 'spec', 'paused') === true) throw refused(info, 'is already paused');
      return withAt(info.object, ['spec', 'paused'], true);
    },
  });
}

/** `kubectl rollout resume`. */
export function* rolloutResume(kube: Kube): Task<number> {
  return yield* changeAll(kube, {
    operation: 'resumed',
    unchanged: () => 'already resumed',
    change: (info) => {
      if (info.resource.key !== 'deployments.apps') throw refused(info, 'resuming is not supported');
      if (at(info.object, 'spec', 'paused') !== true) throw refused(info, 'is not paused');
      return withAt(info.object, ['spec', 'paused'], undefined);
    },
  });
}

const RESTARTABLE: ReadonlySet<string> = new Set([
  'deployments.apps',
  'daemonsets.apps',
  'statefulsets.apps',
]);

/** `kubectl rollout restart`: a new annotation on the template. Models objectrestarter.go. */
export function* rolloutRestart(kube: Kube): Task<number> {
  const now = formatTime(kube.kernel.unixUs());
  return yield* changeAll(kube, {
    operation: 'restarted',
    unchanged: ({ name }) =>
      `failed to create patch for ${name}: if restart has already been triggered within the past second, please wait before attempting to trigger another`,
    change: (info) => {
      if (!RESTARTABLE.has(info.resource.key)) throw refused(info, 'restarting is not supported');
      if (at(info.object, 'spec', 'paused') === true)
        throw refused(info, "can't restart paused deployment (run rollout resume first)");
      return withAt(
        info.object,
        ['spec', 'template', 'metadata', 'annotations', 'kubectl.kubernetes.io/restartedAt'],
        now,
      );
    },
  });
}
