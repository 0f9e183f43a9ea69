import type { Container, EphemeralContainer, Pod } from '../../../../api/generated/types.ts';
import { goQuote } from '../../../../api/go-text.ts';
import { randomSuffix } from '../../../../api/random-name.ts';
import type { Json } from '../../../../base/json.ts';
import { SECOND } from '../../../../trace/ids.ts';
import { TIMED_OUT, type Task } from '../../../../engine/kernel/task.ts';
import { CommandError, asCommandError } from '../../errors.ts';
import type { Kube } from '../../kube.ts';
import { type Unstructured, nameOf, withAt } from '../../object.ts';
import { shapeOfKind } from '../../patch/shape.ts';
import { twoWayMergePatch } from '../../patch/three-way.ts';
import { PODS } from '../../pods.ts';
import type { Info } from '../../resource/info.ts';
import { openWatch } from '../../watch.ts';
import { isImageReference } from '../../image-reference.ts';
import { type CustomProfile, containerName, containerOf, customProfile, pairsOf } from './debug-container.ts';
import { copied } from './debug-copy.ts';
import { PROFILES, allowed, ofTheNode, warnOfProfile, warnOfUser } from './debug-profiles.ts';
import { attachTo, logOf, theOne } from './exec.ts';

/** `kubectl debug`. Models kubectl/pkg/cmd/debug/debug.go (1.36). */
export function* debug(kube: Kube): Task<number> {
  const { args, dashAt, flags } = kube;
  const names = dashAt === undefined ? args : args.slice(0, dashAt);
  const command = dashAt === undefined ? [] : args.slice(dashAt);
  // A profile that is none is refused before all else.
  const profile = flags.text('profile');
  if (!PROFILES.has(profile)) throw new CommandError(`unknown profile: ${profile}`);
  warnOfProfile(kube);
  const custom = customProfile(kube);
  checkFlags(kube, names, command);
  for (const word of names.length === 0 ? [undefined] : names) {
    const info = yield* theOne(kube, word, word === undefined ? flags.list('filename') : []);
    const { key, group, version, kind } = info.resource;
    if (key === 'nodes') yield* debugNode(kube, info.name, command, custom);
    else if (key !== 'pods')
      throw new CommandError(`${goQuote(`${group}/${version}, Kind=${kind}`)} not supported by debug`);
    else if (flags.text('copy-to') === '') yield* addContainer(kube, info, command, custom);
    else yield* copyPod(kube, info, command, custom);
  }
  return 0;
}

/** Models DebugOptions.Validate. */
function checkFlags(kube: Kube, names: readonly string[], command: readonly string[]): void {
  const { flags } = kube;
  const refuse = (message: string): never => {
    throw new CommandError(message);
  };
  const copy = flags.text('copy-to') !== '';
  const [image, container, target] = [flags.text('image'), flags.text('container'), flags.text('target')];
  if (flags.changed('attach') && flags.bool('attach') && image === '' && container === '')
    refuse('you must specify --container or create a new container using --image in order to attach.');
  if (copy) checkCopy(kube, command);
  else {
    for (const flag of ['replace', 'same-node'] as const)
      if (flags.bool(flag)) refuse(`--${flag} may only be used with --copy-to.`);
    if (flags.list('set-image').length > 0) refuse('--set-image may only be used with --copy-to.');
    if (image === '') refuse('you must specify --image when not using --copy-to.');
  }
  if (image !== '' && !isImageReference(image))
    refuse(`invalid image name ${goQuote(image)}: invalid reference format`);
  if (names.length === 0 && flags.list('filename').length === 0)
    refuse('NAME or filename is required for debug');
  if (!PULL_POLICIES.has(flags.text('image-pull-policy')))
    refuse(`invalid image pull policy: ${flags.text('image-pull-policy')}`);
  for (const [name, wanted] of pairsOf(flags, 'set-image'))
    if (!isImageReference(wanted))
      refuse(
        `invalid image name ${goQuote(wanted)} for container ${goQuote(name)}: invalid reference format`,
      );
  if (target !== '' && copy)
    refuse('--target is incompatible with --copy-to. Use --share-processes instead.');
  if (target !== '' && !flags.bool('quiet'))
    kube.out(
      `Targeting container ${goQuote(target)}. If you don't see processes from this container it may be because the container runtime doesn't support this feature.\n`,
    );
  if (flags.bool('tty') && !flags.bool('stdin'))
    refuse('-i/--stdin is required for containers with -t/--tty=true');
}

const PULL_POLICIES: ReadonlySet<string> = new Set(['', 'Always', 'IfNotPresent', 'Never']);

function checkCopy({ flags }: Kube, command: readonly string[]): void {
  const image = flags.text('image');
  if (image === '' && flags.list('set-image').length === 0 && command.length === 0)
    throw new CommandError('you must specify --image, --set-image or command arguments.');
  if (command.length > 0 && flags.text('container') === '' && image === '')
    throw new CommandError('you must specify an existing container or a new image when specifying args.');
}

function* addContainer(kube: Kube, info: Info, command: readonly string[], custom: CustomProfile): Task {
  const { flags } = kube;
  const target = flags.text('target');
  const name = containerName(kube);
  const container: EphemeralContainer = {
    ...containerOf(kube, name, command),
    ...(target === '' ? {} : { targetContainerName: target }),
  };
  const pod = info.object as unknown as Pod;
  const profile = flags.text('profile');
  // The profile looks for the name: one that is there already gets the same.
  const containers = [...(pod.spec.ephemeralContainers ?? []), container].map((each) =>
    each.name === name ? allowed(profile, 'ephemeral', each) : each,
  );
  const last = custom(containers.pop() as EphemeralContainer);
  warnOfUser(kube, last, pod);
  const wanted = withAt(info.object, ['spec', 'ephemeralContainers'], [
    ...containers,
    last,
  ] as unknown as Json);
  const patch = twoWayMergePatch(info.object, wanted, shapeOfKind('v1', 'Pod'));
  const made = yield* kube.api.patch(info, 'strategic', patch, {
    fieldManager: 'kubectl-debug',
    subresource: 'ephemeralcontainers',
  });
  yield* maybeAttach(kube, made, name);
}

function* copyPod(kube: Kube, info: Info, command: readonly string[], custom: CustomProfile): Task {
  const { flags } = kube;
  const copy = flags.text('copy-to');
  const pod = info.object as unknown as Pod;
  const { name, object } = copied(kube, pod, command, custom);
  if (flags.bool('replace')) yield* kube.api.delete(info, { gracePeriodSeconds: 0 });
  const target = { resource: PODS, namespace: info.namespace, name: copy };
  const made = yield* kube.api.create(target, object, { fieldManager: 'kubectl-debug' });
  if (name !== undefined) yield* maybeAttach(kube, made, name);
}

/** A Pod on the node, with what the profile has it share. Models generateNodeDebugPod. */
function* debugNode(kube: Kube, node: string, command: readonly string[], custom: CustomProfile): Task {
  const name = `node-debugger-${node}-${randomSuffix(kube.kernel.random('kubectl'))}`;
  const asked = kube.flags.text('container');
  const container = asked === '' ? 'debugger' : asked;
  const profile = kube.flags.text('profile');
  const shared = ofTheNode(profile);
  const base: Container = { ...containerOf(kube, container, command), ...shared.container };
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: kube.namespace,
      labels: { 'app.kubernetes.io/managed-by': 'kubectl-debug' },
    },
    spec: {
      containers: [custom(allowed(profile, 'node', base))],
      nodeName: node,
      restartPolicy: 'Never',
      tolerations: [{ operator: 'Exists' }],
      ...shared.spec,
    },
  };
  if (!kube.flags.bool('quiet'))
    kube.out(`Creating debugging pod ${name} with container ${container} on node ${node}.\n`);
  const made = yield* kube.api.create(
    { resource: PODS, namespace: kube.namespace, name },
    object as unknown as Unstructured,
    { fieldManager: 'kubectl-debug' },
  );
  yield* maybeAttach(kube, made, container);
}

function* maybeAttach(kube: Kube, pod: Unstructured, container: string): Task {
  const { flags } = kube;
  const attach = flags.changed('attach') ? flags.bool('attach') : flags.bool('stdin');
  if (!attach) return;
  const running = yield* waitForContainer(kube, pod, container, 24 * 3600 * SECOND);
  const ended = [
    ...(running.status?.containerStatuses ?? []),
    ...(running.status?.ephemeralContainerStatuses ?? []),
  ].some(({ name, state }) => name === container && state?.terminated !== undefined);
  // Models handleAttachPod: what cannot be attached to is read from the log.
  if (ended) return yield* logOf(kube, running, container);
  try {
    yield* attachTo(kube, running, container, flags.bool('stdin'));
  } catch (error) {
    const { message } = asCommandError(error);
    const { name } = running.metadata;
    kube.err(`warning: couldn't attach to pod/${name}, falling back to streaming logs: ${message}\n`);
    yield* logOf(kube, running, container);
  }
}

/** Waits until a container runs or has ended. Models waitForContainer. */
export function* waitForContainer(
  kube: Kube,
  pod: Unstructured,
  container: string,
  timeoutUs: number,
): Task<Pod> {
  const { namespace = '', name } = (pod as unknown as Pod).metadata;
  const end = kube.kernel.now() + timeoutUs;
  const watch = yield* openWatch(kube, PODS, namespace, { fieldSelector: `metadata.name=${name}` });
  try {
    for (;;) {
      const next = yield* watch.events.receiveUpTo(Math.max(0, end - kube.kernel.now()));
      if (next === TIMED_OUT || 'closed' in next)
        throw new CommandError('timed out waiting for the condition');
      if (next.event.type === 'DELETED') throw new CommandError(`pods ${goQuote(nameOf(pod))} not found`);
      const live = next.event.object as unknown as Pod;
      const status = [
        ...(live.status?.containerStatuses ?? []),
        ...(live.status?.initContainerStatuses ?? []),
        ...(live.status?.ephemeralContainerStatuses ?? []),
      ].find((each) => each.name === container);
      if (status?.state?.running !== undefined || status?.state?.terminated !== undefined) return live;
      if ((live.status?.phase === 'Succeeded' || live.status?.phase === 'Failed') && status === undefined)
        return live;
    }
  } finally {
    watch.stop();
  }
}
