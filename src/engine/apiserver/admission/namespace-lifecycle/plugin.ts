import type { Namespace } from '../../../../api/generated/types.ts';
import { type ApiStatus, newNotFound } from '../../../../api/status.ts';
import { type Task, sleep } from '../../../kernel/task.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import type { RequestContext } from '../../request/context.ts';
import { forbid } from '../common/forbid.ts';
import type { AdmissionPlugin, Verdict } from '../common/plugin.ts';

// Models apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go (1.36).

const IMMORTAL = ['default', 'kube-system', 'kube-public'];
/** How long a create waits for a namespace its cache has not seen. */
const MISSING_WAIT_US = 50_000;

export const namespaceLifecycle: AdmissionPlugin = {
  name: 'NamespaceLifecycle',
  mayWrite: () => false,
  handles: ({ operation, namespace }, rc) => {
    if (rc.resourceName === 'namespaces') return operation === 'DELETE';
    return namespace !== '' && operation !== 'DELETE' && operation !== 'CONNECT';
  },
  admit: (attributes, rc): Verdict => {
    if (rc.resourceName === 'namespaces') {
      return IMMORTAL.includes(attributes.name)
        ? forbid(attributes, rc, 'this namespace may not be deleted')
        : undefined;
    }
    const namespace = find(attributes, rc);
    return namespace === undefined
      ? waitForNamespace(attributes, rc)
      : contentAllowed(namespace, attributes, rc);
  },
};

function find({ namespace }: AdmissionAttributes, rc: RequestContext): Namespace | undefined {
  return rc.server.etcd.get<Namespace>('namespaces', { namespace: '', name: namespace });
}

function* waitForNamespace(attributes: AdmissionAttributes, rc: RequestContext): Task<ApiStatus | undefined> {
  if (attributes.operation === 'CREATE') yield* sleep(MISSING_WAIT_US);
  const namespace = find(attributes, rc);
  return namespace === undefined
    ? newNotFound('namespaces', attributes.namespace)
    : contentAllowed(namespace, attributes, rc);
}

function contentAllowed(
  { status }: Namespace,
  attributes: AdmissionAttributes,
  rc: RequestContext,
): ApiStatus | undefined {
  if (attributes.operation !== 'CREATE' || status?.phase !== 'Terminating') return undefined;
  const { namespace } = attributes;
  const refusal = forbid(
    attributes,
    rc,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
  );
  const cause = {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  };
  return { ...refusal, details: { ...refusal.details, causes: [cause] } };
}
