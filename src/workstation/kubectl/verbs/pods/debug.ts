import type { EphemeralContainer, Pod } from '../../../../api/generated/types.ts';
import { goQuote } from '../../../../api/go-text.ts';
import { randomSuffix } from '../../../../api/random-name.ts';
import type { Json, JsonObject } from '../../../../base/json.ts';
import { SECOND } from '../../../../trace/ids.ts';
import { TIMED_OUT, type Task } from '../../../../engine/kernel/task.ts';
import { CommandError, asCommandError } from '../../errors.ts';
import { type Kube, misused } from '../../kube.ts';
import { type Unstructured, nameOf, withAt } from '../../object.ts';
import { shapeOfKind } from '../../patch/shape.ts';
import { twoWayMergePatch } from '../../patch/three-way.ts';
import { PODS } from '../../pods.ts';
import type { Info } from '../../resource/info.ts';
import { openWatch } from '../../watch.ts';
import { isImageReference } from '../../image-reference.ts';
import { attachTo, logOf, theOne } from './exec.ts';

/** `kubectl debug`. Models kubectl/pkg/cmd/debug/debug.go (1.36). */
export function* debug(kube: Kube): Task<number> {
  const { args, dashAt } = kube;
  const names = dashAt === undefined ? args : args.slice(0, dashAt);
  const command = dashAt === undefined ? [] : args.slice(dashAt);
  // A profile that is none is refused before all else.
  securityOf(kube, true);
  checkFlags(kube, names);
  for (const word of names) {
    const info = yield* theOne(kube, word);
    if (info.resource.key === 'nodes') yield* debugNode(kube, info.name, command);
    else if (info.resource.key !== 'pods')
      throw new CommandError(
        `${goQuote(`${info.resource.apiVersion}, Kind=${info.resource.kind}`)} not supported by debug`,
      );
    else if (kube.flags.text('copy-to') === '') yield* addContainer(kube, info, command);
    else yield* copyPod(kube, info, command);
  }
  return 0;
}

function checkFlags(kube: Kube, names: readonly string[]): void {
  const { flags } = kube;
  const copy = flags.text('copy-to') !== '';
  checkImage(kube, copy);
  if (names.length === 0 && flags.list('filename').length === 0)
    throw misused(kube, 'NAME or filename is required for debug');
  if (names.length > 1 && copy)
    throw new CommandError('you may not specify more than one target with --copy-to');
  if (flags.text('target') !== '' && copy)
    throw new CommandError('--target is incompatible with --copy-to. Use --share-processes instead.');
  for (const flag of ['replace', 'same-node'] as const)
    if (!copy && flags.bool(flag)) throw new CommandError(`--${flag} may only be used with --copy-to`);
  if (flags.bool('tty') && !flags.bool('stdin'))
    throw new CommandError('-i/--stdin is required for containers with -t/--tty=true');
}

function checkImage({ flags }: Kube, copy: boolean): void {
  const image = flags.text('image');
  if (!copy && flags.list('set-image').length > 0)
    throw new CommandError('--set-image may only be used with --copy-to.');
  if (!copy && image === '') throw new CommandError('you must specify --image when not using --copy-to.');
  if (image !== '' && !isImageReference(image))
    throw new CommandError(`invalid image name ${goQuote(image)}: invalid reference format`);
}

function containerName(kube: Kube): string {
  const asked = kube.flags.text('container');
  if (asked !== '') return asked;
  const name = `debugger-${randomSuffix(kube.kernel.random('kubectl'))}`;
  if (!kube.flags.bool('quiet')) kube.out(`Defaulting debug container name to ${name}.\n`);
  return name;
}

function containerFields(kube: Kube, command: readonly string[]): JsonObject {
  const { flags } = kube;
  const env = flags.list('env').map((pair) => ({
    name: pair.split('=')[0] ?? '',
    value: pair.slice(pair.indexOf('=') + 1),
  }));
  const policy = flags.text('image-pull-policy');
  return {
    ...(command.length === 0 ? {} : flags.bool('arguments-only') ? { args: command } : { command }),
    ...(env.length === 0 ? {} : { env }),
    image: flags.text('image'),
    ...(policy === '' ? {} : { imagePullPolicy: policy }),
    ...(flags.bool('stdin') ? { stdin: true } : {}),
    terminationMessagePolicy: 'File',
    ...(flags.bool('tty') ? { tty: true } : {}),
    resources: {},
  };
}

/** What a profile allows the debugging container. Models kubectl/pkg/cmd/debug/profiles.go. */
function securityOf(kube: Kube, inPod: boolean): JsonObject {
  switch (kube.flags.text('profile')) {
    case 'general':
      return inPod ? { securityContext: { capabilities: { add: ['SYS_PTRACE'] } } } : {};
    case 'restricted':
      return {
        securityContext: {
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      };
    case 'netadmin':
      return { securityContext: { capabilities: { add: ['NET_ADMIN', 'NET_RAW'] } } };
    case 'sysadmin':
      return { securityContext: { privileged: true } };
    case 'baseline':
    case 'legacy':
      return {};
    default:
      throw new CommandError(`unknown profile: ${kube.flags.text('profile')}`);
  }
}

function* addContainer(kube: Kube, info: Info, command: readonly string[]): Task {
  const { flags } = kube;
  const target = flags.text('target');
  if (target !== '' && !flags.bool('quiet')) {
    kube.out(
      `Targeting container ${goQuote(target)}. If you don't see processes from this container it may be because the container runtime doesn't support this feature.\n`,
    );
  }
  const fields = { ...containerFields(kube, command), ...securityOf(kube, true) };
  const name = containerName(kube);
  const container = {
    ...fields,
    name,
    ...(target === '' ? {} : { targetContainerName: target }),
  } as unknown as EphemeralContainer;
  const pod = info.object as unknown as Pod;
  const wanted = withAt(info.object, ['spec', 'ephemeralContainers'], [
    ...(pod.spec.ephemeralContainers ?? []),
    container,
  ] as unknown as Json);
  const patch = twoWayMergePatch(info.object, wanted, shapeOfKind('v1', 'Pod'));
  const made = yield* kube.api.patch(info, 'strategic', patch, {
    fieldManager: 'kubectl-debug',
    subresource: 'ephemeralcontainers',
  });
  yield* maybeAttach(kube, made, name);
}

function* copyPod(kube: Kube, info: Info, command: readonly string[]): Task {
  const { flags } = kube;
  const copy = flags.text('copy-to');
  const pod = info.object as unknown as Pod;
  const { name, object } = copied(kube, pod, command);
  if (flags.bool('replace')) yield* kube.api.delete(info);
  const target = { resource: PODS, namespace: info.namespace, name: copy };
  const made = yield* kube.api.create(target, object, { fieldManager: 'kubectl-debug' });
  yield* maybeAttach(kube, made, name);
}

/** The Pod's copy: without what ties it to its node, its owner and its probes. Models generatePodCopyWithDebugContainer. */
function copied(
  kube: Kube,
  pod: Pod,
  command: readonly string[],
): { readonly name: string; readonly object: Unstructured } {
  const { flags } = kube;
  const images = new Map(
    flags
      .list('set-image')
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const),
  );
  const { nodeName, ephemeralContainers: _, ...spec } = pod.spec;
  const asked = flags.text('container');
  const replaced = asked !== '' && spec.containers.some(({ name }) => name === asked);
  const kept = spec.containers.map(({ livenessProbe, readinessProbe, startupProbe, ...container }) => ({
    ...container,
    ...(flags.bool('keep-liveness') && livenessProbe !== undefined ? { livenessProbe } : {}),
    ...(flags.bool('keep-readiness') && readinessProbe !== undefined ? { readinessProbe } : {}),
    ...(flags.bool('keep-startup') && startupProbe !== undefined ? { startupProbe } : {}),
    image: images.get(container.name) ?? images.get('*') ?? container.image,
    ...(container.name === asked ? containerFieldsOver(kube, command) : {}),
  }));
  const name =
    replaced || flags.text('image') === ''
      ? replaced
        ? asked
        : (spec.containers[0]?.name ?? '')
      : containerName(kube);
  const added =
    replaced || flags.text('image') === ''
      ? []
      : [{ ...containerFields(kube, command), ...securityOf(kube, true), name }];
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: flags.text('copy-to'),
      namespace: pod.metadata.namespace,
      ...(flags.bool('keep-labels') && pod.metadata.labels !== undefined
        ? { labels: pod.metadata.labels }
        : {}),
      ...(flags.bool('keep-annotations') && pod.metadata.annotations !== undefined
        ? { annotations: pod.metadata.annotations }
        : {}),
    },
    spec: {
      ...spec,
      ...(flags.bool('same-node') && nodeName !== undefined ? { nodeName } : {}),
      ...(flags.bool('keep-init-containers') ? {} : { initContainers: [] }),
      ...(flags.bool('share-processes') ? { shareProcessNamespace: true } : {}),
      containers: [...kept, ...added],
    },
  };
  return { name, object: object as unknown as Unstructured };
}

function containerFieldsOver(kube: Kube, command: readonly string[]): JsonObject {
  const { image, ...fields } = containerFields(kube, command);
  return { ...fields, ...(image === '' ? {} : { image }) };
}

/** A Pod on the node with its file system and namespaces. Models generateNodeDebugPod. */
function* debugNode(kube: Kube, node: string, command: readonly string[]): Task {
  const name = `node-debugger-${node}-${randomSuffix(kube.kernel.random('kubectl'))}`;
  const container = kube.flags.text('container') === '' ? 'debugger' : kube.flags.text('container');
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: kube.namespace,
      labels: { 'app.kubernetes.io/managed-by': 'kubectl-debug' },
    },
    spec: {
      containers: [
        {
          ...containerFields(kube, command),
          ...securityOf(kube, false),
          name: container,
          volumeMounts: [{ name: 'host-root', mountPath: '/host' }],
        },
      ],
      hostIPC: true,
      hostNetwork: true,
      hostPID: true,
      nodeName: node,
      restartPolicy: 'Never',
      tolerations: [{ operator: 'Exists' }],
      volumes: [{ name: 'host-root', hostPath: { path: '/' } }],
    },
  };
  if (!kube.flags.bool('quiet'))
    kube.out(`Creating debugging pod ${name} with container ${container} on node ${node}.\n`);
  const made = yield* kube.api.create({ resource: PODS, namespace: kube.namespace, name }, object, {
    fieldManager: 'kubectl-debug',
  });
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
