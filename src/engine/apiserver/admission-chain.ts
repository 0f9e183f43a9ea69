import type { ApiStatus } from '../../api/status.ts';
import type { Task } from '../kernel/task.ts';
import type { AdmissionPlugin, Verdict } from './admission/common/plugin.ts';
import { defaultIngressClass } from './admission/default-ingress-class/plugin.ts';
import { defaultStorageClass } from './admission/default-storage-class/plugin.ts';
import { defaultTolerationSeconds } from './admission/default-toleration-seconds/plugin.ts';
import { limitRanger } from './admission/limit-ranger/plugin.ts';
import { namespaceLifecycle } from './admission/namespace-lifecycle/plugin.ts';
import { persistentVolumeClaimResize } from './admission/persistent-volume-claim-resize/plugin.ts';
import { podResizeValidator } from './admission/pod-resize-validator/plugin.ts';
import { podSecurity } from './admission/pod-security/plugin.ts';
import { nodeRestriction } from './admission/node-restriction/plugin.ts';
import { podTopologyLabels } from './admission/pod-topology-labels/plugin.ts';
import { priority } from './admission/priority/plugin.ts';
import { resourceQuota } from './admission/resource-quota/plugin.ts';
import { runtimeClass } from './admission/runtime-class/plugin.ts';
import { serviceAccount } from './admission/service-account/plugin.ts';
import { storageObjectInUseProtection } from './admission/storage-object-in-use-protection/plugin.ts';
import { taintNodesByCondition } from './admission/taint-nodes-by-condition/plugin.ts';
import { validatingAdmissionPolicy } from './admission/validating-admission-policy/plugin.ts';
import { mutatingAdmissionWebhook, validatingAdmissionWebhook } from './admission/webhooks/plugin.ts';
import type { ObjectDraft } from './registry/draft.ts';
import { Reinvocation } from './registry/reinvocation.ts';
import { fieldChanges } from './registry/field-changes.ts';
import type { Admission, AdmissionAttributes } from './registry/admit.ts';
import type { RequestContext } from './request/context.ts';

/** The plugins a default cluster runs, in upstream's order. Models pkg/kubeapiserver/options/plugins.go (1.36). */
const PLUGINS: readonly AdmissionPlugin[] = [
  namespaceLifecycle,
  limitRanger,
  serviceAccount,
  nodeRestriction,
  taintNodesByCondition,
  podSecurity,
  priority,
  defaultTolerationSeconds,
  defaultStorageClass,
  storageObjectInUseProtection,
  persistentVolumeClaimResize,
  runtimeClass,
  defaultIngressClass,
  podTopologyLabels,
  podResizeValidator,
  mutatingAdmissionWebhook,
  validatingAdmissionPolicy,
  validatingAdmissionWebhook,
  resourceQuota,
];

/** Runs the plugins phase by phase; the first refusal of the mutating phase ends it. */
export function admissionChain(chain: readonly AdmissionPlugin[] = PLUGINS): Admission {
  return {
    admit: (rc, attributes) => admit(chain, rc, attributes),
    validate: (rc, attributes) => validate(chain, rc, attributes),
  };
}

/** Runs the mutating phase, and once more when a webhook changed the object. Models NewReinvocationHandler. */
function* admit(
  chain: readonly AdmissionPlugin[],
  rc: RequestContext,
  attributes: AdmissionAttributes,
): Task<ApiStatus | undefined> {
  const reinvocation = new Reinvocation();
  const round = { ...attributes, reinvocation };
  const refused = yield* admitOnce(chain, rc, round);
  if (refused !== undefined || !reinvocation.wanted) return refused;
  reinvocation.again = true;
  return yield* admitOnce(chain, rc, round);
}

function* admitOnce(
  chain: readonly AdmissionPlugin[],
  rc: RequestContext,
  attributes: AdmissionAttributes,
): Task<ApiStatus | undefined> {
  // A second round is worth a record only where it changes something.
  const first = attributes.reinvocation?.again !== true;
  let before: object | undefined;
  // Counted: an iterator over a pause costs an object a step.
  for (let place = 0; place < chain.length; place++) {
    const plugin = chain[place] as AdmissionPlugin;
    if (plugin.admit === undefined || !plugin.handles(attributes, rc)) continue;
    const compares = rc.observed && plugin.mayWrite?.(attributes, rc) !== false;
    if (compares) before ??= asItStands(attributes.object);
    const verdict = plugin.admit(attributes, rc);
    const refused = isTask(verdict) ? yield* verdict : verdict;
    if (refused !== undefined) {
      rc.stage('mutating', 'refused', { plugin: plugin.name, note: refused.message });
      return refused;
    }
    const changes = compares ? fieldChanges(before, attributes.object) : [];
    if (changes.length > 0) {
      before = undefined;
      rc.stage('mutating', 'mutated', { plugin: plugin.name, changes });
    } else if (first) rc.stage('mutating', 'passed', { plugin: plugin.name });
  }
  return undefined;
}

function* validate(
  chain: readonly AdmissionPlugin[],
  rc: RequestContext,
  attributes: AdmissionAttributes,
): Task<ApiStatus | undefined> {
  for (let place = 0; place < chain.length; place++) {
    const plugin = chain[place] as AdmissionPlugin;
    if (plugin.validate === undefined || !plugin.handles(attributes, rc)) continue;
    const verdict = plugin.validate(attributes, rc);
    const refused = isTask(verdict) ? yield* verdict : verdict;
    if (refused !== undefined) {
      rc.stage('validating', 'refused', { plugin: plugin.name, note: refused.message });
      return refused;
    }
    rc.stage('validating', 'passed', { plugin: plugin.name });
  }
  return undefined;
}

/** The object to compare with what a plugin makes of it, which writes nowhere deeper. */
function asItStands(object: ObjectDraft | undefined): object {
  if (object === undefined) return {};
  const copy: ObjectDraft = { ...object, metadata: { ...object.metadata } };
  const spec = copy['spec'];
  if (typeof spec === 'object' && spec !== null && !Array.isArray(spec)) copy['spec'] = { ...spec };
  return copy;
}

/** A verdict that takes time; most are there at once. */
function isTask(verdict: Verdict): verdict is Exclude<Verdict, ApiStatus | undefined> {
  return verdict !== undefined && 'next' in verdict;
}
