import type { Pod } from '../../../../api/generated/types.ts';
import { goQuote } from '../../../../api/go-text.ts';
import { applyJsonPatch, notJsonPatch } from '../../../../api/patch/json-patch.ts';
import { applyMergePatch } from '../../../../api/patch/merge-patch.ts';
import { parseYaml } from '../../../../api/yaml/documents.ts';
import { type Json, type JsonObject, asList, isObject } from '../../../../base/json.ts';
import { SECOND } from '../../../../trace/ids.ts';
import type { Task } from '../../../../engine/kernel/task.ts';
import { CommandError, Exit, asCommandError } from '../../errors.ts';
import { type Kube, misused } from '../../kube.ts';
import { type Unstructured, withAt } from '../../object.ts';
import { PODS } from '../../pods.ts';
import { structPrinter } from '../../printers/object-printer.ts';
import { dryRunOf, dryRunSuffix, writeOptions } from '../dry-run.ts';
import { recorded } from '../record.ts';
import { withStructApplied } from './file.ts';
import { attachTo, logOf } from '../pods/exec.ts';
import { isImageReference } from '../../image-reference.ts';
import { waitForContainer } from '../pods/debug.ts';
import { resourceByKey } from '../../../../api/resources.ts';
import { present } from '../../../../base/assert.ts';
import { openWatch } from '../../watch.ts';

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const RESTARTS = ['Always', 'OnFailure', 'Never'];
/** `kubectl run`. Models kubectl/pkg/cmd/run/run.go (1.36). */
export function* run(kube: Kube): Task<number> {
  const { flags, args, dashAt } = kube;
  if (args.length === 0 || dashAt === 0) throw misused(kube, 'NAME is required for run');
  const name = args[0] ?? '';
  const dryRun = dryRunOf(kube);
  const attach = flags.changed('attach') ? flags.bool('attach') : flags.bool('stdin');
  checkFlags(kube, { attach, dryRun: dryRun !== 'none' });
  const bare = overridden(kube, podObject(kube, name, args.slice(1)));
  const object = recorded(kube, flags.bool('save-config') ? withStructApplied(bare) : bare);
  const print = structPrinter(kube, `created${dryRunSuffix(dryRun)}`);
  const target = { resource: PODS, namespace: kube.namespace, name };
  const made =
    dryRun === 'client'
      ? object
      : yield* kube.api.create(
          target,
          withAt(object, ['metadata', 'namespace'], kube.namespace),
          writeOptions(kube, dryRun, flags.text('field-manager')),
        );
  if (flags.bool('expose')) yield* exposeIt(kube, name);
  if (!attach) kube.out(print(made));
  if (!attach || dryRun !== 'none') return 0;
  return yield* attachAndRemove(kube, made);
}

function checkFlags(
  kube: Kube,
  { attach, dryRun }: { readonly attach: boolean; readonly dryRun: boolean },
): void {
  const { flags } = kube;
  const image = flags.text('image');
  if (image === '') throw new CommandError('--image is required');
  if (!isImageReference(image))
    throw new CommandError(`Invalid image name ${goQuote(image)}: invalid reference format`);
  if (flags.changed('pod-running-timeout') && flags.durationUs('pod-running-timeout') <= 0)
    throw misused(kube, '--pod-running-timeout must be higher than zero');
  if (flags.bool('tty') && !flags.bool('stdin'))
    throw misused(kube, '-i/--stdin is required for containers with -t/--tty=true');
  if (flags.bool('expose') && flags.text('port') === '')
    throw misused(kube, '--port must be set when exposing a service');
  if (!RESTARTS.includes(flags.text('restart')))
    throw misused(kube, `invalid restart policy: ${flags.text('restart')}`);
  const pullPolicy = flags.text('image-pull-policy');
  if (pullPolicy !== '' && !PULL_POLICIES.includes(pullPolicy))
    throw misused(kube, `invalid image pull policy: ${pullPolicy}`);
  if (flags.bool('rm') && !attach) throw misused(kube, '--rm should only be used for attached containers');
  if (attach && dryRun)
    throw misused(
      kube,
      "--dry-run=[server|client] can't be used with attached containers options (--attach, --stdin, or --tty)",
    );
}

function podObject(kube: Kube, name: string, words: readonly string[]): JsonObject {
  const { flags } = kube;
  const labels = flags.text('labels') === '' ? { run: name } : pairs(flags.text('labels'));
  const annotations = flags.list('annotations').map(annotation);
  const env = flags.list('env').map(variable);
  const port = flags.text('port');
  const policy = flags.text('image-pull-policy');
  const container: JsonObject = {
    name,
    image: flags.text('image'),
    ...(words.length === 0 ? {} : flags.bool('command') ? { command: words } : { args: words }),
    ...(port === '' ? {} : { ports: [{ containerPort: portNumber(port) }] }),
    ...(env.length === 0 ? {} : { env }),
    resources: {},
    ...(policy === '' ? {} : { imagePullPolicy: policy }),
    ...(flags.bool('privileged') ? { securityContext: { privileged: true } } : {}),
    ...(flags.bool('stdin') ? { stdin: true } : {}),
    ...(flags.bool('stdin') && !flags.bool('leave-stdin-open') ? { stdinOnce: true } : {}),
    ...(flags.bool('tty') ? { tty: true } : {}),
  };
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name,
      ...(kube.namespaceGiven ? { namespace: kube.namespace } : {}),
      labels,
      ...(annotations.length === 0 ? {} : { annotations: Object.fromEntries(annotations) }),
    },
    spec: { containers: [container], restartPolicy: flags.text('restart'), dnsPolicy: 'ClusterFirst' },
    status: {},
  };
}

/** Models parseEnvs. */
function variable(pair: string): JsonObject {
  const equals = pair.indexOf('=');
  const name = pair.slice(0, Math.max(equals, 0));
  if (!/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name)) throw new CommandError(`invalid env: ${pair}`);
  return { name, value: pair.slice(equals + 1) };
}

/** One flag, one annotation: commas belong to its value. */
function annotation(text: string): readonly [name: string, value: string] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new CommandError(`invalid annotations format: ${text}`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}

/** `a=b,c=d`. */
export function pairs(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const equals = pair.indexOf('=');
      if (equals < 0) throw new CommandError(`unexpected label spec: ${pair}`);
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
}

/** --overrides: a patch of the object made. */
export function overridden(kube: Kube, object: JsonObject): JsonObject {
  const text = kube.flags.text('overrides');
  if (text === '') return object;
  const patch = parseYaml(text);
  if (!patch.ok) throw new CommandError('Invalid JSON Patch');
  const type = kube.flags.has('override-type') ? kube.flags.text('override-type') : 'merge';
  if (type === 'json') {
    const wrong = notJsonPatch(patch.value);
    if (wrong !== undefined) throw new CommandError(wrong);
    const patched = applyJsonPatch(object, asList(patch.value));
    if (!patched.ok) throw new CommandError(patched.error);
    return patched.value as JsonObject;
  }
  if (!isObject(patch.value)) throw new CommandError('Invalid JSON Patch');
  return applyMergePatch(object, patch.value) as JsonObject;
}

/** Models strconv.Atoi. */
function portNumber(text: string): number {
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  throw new CommandError(`strconv.Atoi: parsing ${goQuote(text)}: invalid syntax`);
}

/** --expose: a Service in front of it. */
function* exposeIt(kube: Kube, name: string): Task {
  const { flags } = kube;
  const dryRun = dryRunOf(kube);
  const port = Number(flags.text('port'));
  const labels = flags.text('labels') === '' ? undefined : pairs(flags.text('labels'));
  const object: JsonObject = {
    kind: 'Service',
    apiVersion: 'v1',
    metadata: {
      ...(labels === undefined ? {} : { labels }),
      name,
      ...(kube.namespaceGiven ? { namespace: kube.namespace } : {}),
    },
    spec: { ports: [{ protocol: 'TCP', port, targetPort: port }], selector: labels ?? { run: name } },
    status: { loadBalancer: {} },
  };
  const services = present(resourceByKey('services'), 'services');
  const made: Json =
    dryRun === 'client'
      ? object
      : yield* kube.api.create(
          { resource: services, namespace: kube.namespace, name },
          withAt(object, ['metadata', 'namespace'], kube.namespace),
          writeOptions(kube, dryRun, flags.text('field-manager')),
        );
  kube.out(structPrinter(kube, `created${dryRunSuffix(dryRun)}`)(made));
  // The Pod's own document begins with the other line of the two.
  if (flags.text('output') === 'yaml') kube.out('---\n---\n');
}

/** -i or --attach: waits for the container, attaches to it, and with --rm deletes the Pod. */
function* attachAndRemove(kube: Kube, made: Unstructured): Task<number> {
  const { flags } = kube;
  const { name, namespace = '' } = (made as unknown as Pod).metadata;
  const target = { resource: PODS, namespace, name };
  try {
    const live = yield* waitForContainer(
      kube,
      made,
      name,
      flags.durationUs('pod-running-timeout') || 60 * SECOND,
    );
    const running = live.status?.containerStatuses?.[0]?.state?.running !== undefined;
    if (running) yield* attachOrLog(kube, live);
    else yield* logOf(kube, live);
    const restart = flags.text('restart');
    if (flags.bool('leave-stdin-open') || restart === 'Always') return 0;
    return endedWith(yield* untilEnded(kube, live, restart === 'OnFailure'));
  } finally {
    if (flags.bool('rm')) {
      yield* kube.api.delete(target);
      if (!flags.bool('quiet')) kube.out(`pod ${goQuote(name)} deleted from ${namespace} namespace\n`);
    }
  }
}

/** Models handleAttachPod: what cannot be attached to is read from the log. */
function* attachOrLog(kube: Kube, pod: Pod): Task {
  try {
    yield* attachTo(kube, pod, pod.metadata.name, kube.flags.bool('stdin'));
  } catch (error) {
    const { message } = asCommandError(error);
    if (!kube.flags.bool('quiet'))
      kube.err(
        `warning: couldn't attach to pod/${pod.metadata.name}, falling back to streaming logs: ${message}\n`,
      );
    yield* logOf(kube, pod);
  }
}

/** Waits until the Pod has ended; one that may be restarted must succeed. */
function* untilEnded(kube: Kube, { metadata }: Pod, success: boolean): Task<Pod> {
  const { name, namespace = '' } = metadata;
  const watch = yield* openWatch(kube, PODS, namespace, { fieldSelector: `metadata.name=${name}` });
  try {
    for (;;) {
      const next = yield* watch.events.receive();
      if ('closed' in next) throw new CommandError('watch closed before UntilWithSync timeout');
      if (next.event.type === 'DELETED') throw new CommandError(`pods ${goQuote(name)} not found`);
      const live = next.event.object as unknown as Pod;
      const phase = live.status?.phase;
      if (phase === 'Succeeded' || (phase === 'Failed' && !success)) return live;
    }
  } finally {
    watch.stop();
  }
}

function endedWith({ metadata, status }: Pod): number {
  if (status?.phase === 'Succeeded') return 0;
  const { name, namespace = '' } = metadata;
  const ended = status?.containerStatuses?.[0]?.state?.terminated;
  if (ended === undefined || ended.exitCode === 0)
    throw new CommandError(`pod ${namespace}/${name} failed with unknown exit code`);
  throw new Exit(
    ended.exitCode,
    `pod ${namespace}/${name} terminated (${ended.reason ?? ''})\n${ended.message ?? ''}`,
  );
}
