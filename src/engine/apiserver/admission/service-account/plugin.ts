import type { ServiceAccount } from '../../../../api/generated/types.ts';
import { randomSuffix } from '../../../../api/random-name.ts';
import type { ApiStatus } from '../../../../api/status.ts';
import { type Task, sleep } from '../../../kernel/task.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import type { RequestContext } from '../../request/context.ts';
import { forbid } from '../common/forbid.ts';
import type { AdmissionPlugin, Verdict } from '../common/plugin.ts';
import {
  type ContainerDraft,
  type PodSpecDraft,
  containersOf,
  createsPod,
  isMirrorPod,
  podOf,
  replaceContainers,
} from '../common/pods.ts';

// Models plugin/pkg/admission/serviceaccount/admission.go (1.36).

const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
const VOLUME_PREFIX = 'kube-api-access-';
/** One hour and seven seconds: upstream's mark for tokens it injected itself. */
const TOKEN_SECONDS = 3607;
const FILE_MODE = 0o644;
const DEFAULT_TRIES = 10;

export const serviceAccount: AdmissionPlugin = {
  name: 'ServiceAccount',
  handles: createsPod,
  admit: (attributes, rc): Verdict => {
    const pod = podOf(attributes);
    if (isMirrorPod(pod)) return refuseMirror(pod.spec, attributes, rc);
    const { spec } = pod;
    const name = spec.serviceAccountName || spec.serviceAccount || 'default';
    spec.serviceAccountName = name;
    spec.serviceAccount = name;
    const account = find(attributes, rc, name);
    if (account !== undefined) return settle(spec, account, rc);
    return name === 'default' ? waitForDefault(attributes, rc, spec) : missing(attributes, rc, name);
  },
};

function find(
  { namespace }: AdmissionAttributes,
  rc: RequestContext,
  name: string,
): ServiceAccount | undefined {
  return rc.server.etcd.get<ServiceAccount>('serviceaccounts', { namespace, name });
}

function missing(attributes: AdmissionAttributes, rc: RequestContext, name: string): ApiStatus {
  return forbid(
    attributes,
    rc,
    `error looking up service account ${attributes.namespace}/${name}: serviceaccount "${name}" not found`,
  );
}

/** A new namespace's default account may take a moment to be made. */
function* waitForDefault(
  attributes: AdmissionAttributes,
  rc: RequestContext,
  spec: PodSpecDraft,
): Task<ApiStatus | undefined> {
  for (let tries = 1; tries < DEFAULT_TRIES; tries++) {
    yield* sleep(rc.random('admission').between(100_000, 200_000));
    const account = find(attributes, rc, 'default');
    if (account !== undefined) return settle(spec, account, rc);
  }
  return missing(attributes, rc, 'default');
}

function refuseMirror(
  spec: PodSpecDraft,
  attributes: AdmissionAttributes,
  rc: RequestContext,
): ApiStatus | undefined {
  if ((spec.serviceAccountName ?? '') !== '')
    return forbid(attributes, rc, 'a mirror pod may not reference service accounts');
  return undefined;
}

function settle(spec: PodSpecDraft, account: ServiceAccount, rc: RequestContext): undefined {
  const automount = spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
  if (automount) mountToken(spec, rc);
  if ((spec.imagePullSecrets ?? []).length === 0 && (account.imagePullSecrets ?? []).length > 0) {
    spec.imagePullSecrets = (account.imagePullSecrets ?? []).map((secret) => ({ ...secret }));
  }
  return undefined;
}

function mountToken(spec: PodSpecDraft, rc: RequestContext): void {
  const standing = spec.volumes?.find(({ name }) => name.startsWith(VOLUME_PREFIX))?.name;
  if (containersOf(spec).every(mountsToken)) return;
  const name = standing ?? `${VOLUME_PREFIX}${randomSuffix(rc.random('volume-names'))}`;
  replaceContainers(spec, (container) =>
    mountsToken(container) ? container : { ...container, volumeMounts: withToken(container, name) },
  );
  if (standing === undefined) spec.volumes = [...(spec.volumes ?? []), tokenVolume(name)];
}

function withToken({ volumeMounts }: ContainerDraft, name: string): ContainerDraft['volumeMounts'] {
  return [...(volumeMounts ?? []), { name, readOnly: true, mountPath: MOUNT_PATH }];
}

function mountsToken({ volumeMounts }: ContainerDraft): boolean {
  return (volumeMounts ?? []).some(({ mountPath }) => mountPath === MOUNT_PATH);
}

function tokenVolume(name: string): NonNullable<PodSpecDraft['volumes']>[number] {
  return {
    name,
    projected: {
      defaultMode: FILE_MODE,
      sources: [
        { serviceAccountToken: { path: 'token', expirationSeconds: TOKEN_SECONDS } },
        { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        {
          downwardAPI: {
            items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
          },
        },
      ],
    },
  };
}
