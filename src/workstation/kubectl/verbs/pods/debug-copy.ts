import type { Container, Pod } from '../../../../api/generated/types.ts';
import { CommandError } from '../../errors.ts';
import type { Kube } from '../../kube.ts';
import type { Unstructured } from '../../object.ts';
import { type CustomProfile, type PullPolicy, containerName, envOf, pairsOf } from './debug-container.ts';
import { allowed, warnOfUser } from './debug-profiles.ts';

type PodSpec = Pod['spec'];
/** A Pod that the server has not made yet. */
type PodToMake = Omit<Pod, 'metadata'> & { readonly metadata: Omit<Pod['metadata'], 'uid'> };

/** The Pod's copy, and the container in it that is debugged; without one only images change. Models generatePodCopyWithDebugContainer. */
export function copied(
  kube: Kube,
  pod: Pod,
  command: readonly string[],
  custom: CustomProfile,
): { readonly name: string | undefined; readonly object: Unstructured } {
  const { flags } = kube;
  const images = new Map(pairsOf(flags, 'set-image'));
  const { nodeName, ephemeralContainers: _, ...spec } = pod.spec;
  const base: PodSpec = {
    ...spec,
    ...(flags.changed('share-processes') ? { shareProcessNamespace: flags.bool('share-processes') } : {}),
    ...(flags.bool('same-node') && nodeName !== undefined ? { nodeName } : {}),
    containers: spec.containers.map((container) => {
      const image = images.get(container.name) ?? images.get('*');
      return image === undefined ? container : { ...container, image };
    }),
  };
  const whole: PodToMake = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: flags.text('copy-to'),
      namespace: pod.metadata.namespace ?? '',
      ...(pod.metadata.labels === undefined ? {} : { labels: pod.metadata.labels }),
      ...(pod.metadata.annotations === undefined ? {} : { annotations: pod.metadata.annotations }),
    },
    spec: base,
  };
  const asked = flags.text('container');
  const there = base.containers.some(({ name }) => name === asked);
  if (!there && flags.text('image') === '') {
    if (images.size === 0) throw new CommandError('you must specify image when creating new container');
    return { name: undefined, object: whole as unknown as Unstructured };
  }
  const name = there ? asked : containerName(kube);
  const containers = there ? base.containers : [...base.containers, newContainer(name)];
  const profile = flags.text('profile');
  const changed = containers.map((container) =>
    container.name === name ? custom(allowed(profile, 'copy', over(kube, container, command))) : container,
  );
  for (const container of changed) if (container.name === name) warnOfUser(kube, container, whole);
  const object = keepingWhatIsAsked(kube, { ...whole, spec: { ...base, containers: changed } });
  return { name, object: object as unknown as Unstructured };
}

const newContainer = (name: string): Container => ({ name, terminationMessagePolicy: 'File', resources: {} });

/** The container with what the flags say of it. */
function over(kube: Kube, container: Container, command: readonly string[]): Container {
  const { flags } = kube;
  const { stdin: _, tty: __, ...rest } = container;
  const env = envOf(flags);
  const image = flags.text('image');
  const policy = flags.text('image-pull-policy') as PullPolicy | '';
  const out: Container = {
    ...rest,
    ...(env.length === 0 ? {} : { env }),
    ...(image === '' ? {} : { image }),
    ...(policy === '' ? {} : { imagePullPolicy: policy }),
    ...(flags.bool('stdin') ? { stdin: true } : {}),
    ...(flags.bool('tty') ? { tty: true } : {}),
  };
  if (command.length === 0) return out;
  if (flags.bool('arguments-only')) return { ...out, args: command };
  const { args: ___, ...withoutArgs } = out;
  return { ...withoutArgs, command };
}

/** Without what would make the copy part of what the Pod is part of, unless it is to be kept. Models KeepConfig and the profiles' part of a copy. */
function keepingWhatIsAsked(kube: Kube, pod: PodToMake): PodToMake {
  const { flags } = kube;
  const { labels, annotations, ...metadata } = pod.metadata;
  // The oldest profile knows of labels alone, and leaves processes apart.
  const legacy = flags.text('profile') === 'legacy';
  const keeps = (flag: string): boolean => legacy || flags.bool(flag);
  const { initContainers, shareProcessNamespace, ...spec } = pod.spec;
  const shared = shareProcessNamespace ?? (legacy ? undefined : true);
  return {
    ...pod,
    metadata: {
      ...metadata,
      ...(flags.bool('keep-labels') && labels !== undefined ? { labels } : {}),
      ...(keeps('keep-annotations') && annotations !== undefined ? { annotations } : {}),
    },
    spec: {
      ...spec,
      ...(keeps('keep-init-containers') && initContainers !== undefined ? { initContainers } : {}),
      ...(shared === undefined ? {} : { shareProcessNamespace: shared }),
      containers: spec.containers.map(({ livenessProbe, readinessProbe, startupProbe, ...container }) => ({
        ...container,
        ...(keeps('keep-liveness') && livenessProbe !== undefined ? { livenessProbe } : {}),
        ...(keeps('keep-readiness') && readinessProbe !== undefined ? { readinessProbe } : {}),
        ...(keeps('keep-startup') && startupProbe !== undefined ? { startupProbe } : {}),
      })),
    },
  };
}
