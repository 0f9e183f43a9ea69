import type { Draft } from '../../../../../base/brand.ts';
import type {
  Container,
  EphemeralContainer,
  LifecycleHandler,
  PodSpec,
  PodTemplateSpec,
  Probe,
} from '../../../../../api/generated/types.ts';
import { defaultPullPolicy } from '../image-name.ts';
import { defaultRequirements, defaultResourceList } from '../resource-list.ts';
import { defaultFieldRef, defaultResourceFieldRef } from './refs.ts';
import { defaultVolume } from './volume-defaults.ts';

// Models pkg/apis/core/v1/defaults.go (1.36): what a Pod spec gets wherever it stands, in a Pod or in a template.

const TERMINATION_GRACE_SECONDS = 30;

function defaultHttpGet(handler: Draft<LifecycleHandler> | undefined): void {
  const http = handler?.httpGet;
  if (!http) return;
  http.path ||= '/';
  http.scheme ||= 'HTTP';
}

function defaultProbe(probe: Draft<Probe> | undefined): void {
  if (!probe) return;
  defaultHttpGet(probe);
  if (probe.grpc) probe.grpc.service ??= '';
  probe.timeoutSeconds ||= 1;
  probe.periodSeconds ||= 10;
  probe.successThreshold ||= 1;
  probe.failureThreshold ||= 3;
}

function defaultEnv(env: Draft<Container>['env']): void {
  if (env === undefined) return;
  for (const { valueFrom } of env) {
    if (!valueFrom) continue;
    defaultFieldRef(valueFrom.fieldRef);
    defaultResourceFieldRef(valueFrom.resourceFieldRef);
    if (valueFrom.fileKeyRef) valueFrom.fileKeyRef.optional ??= false;
  }
}

/** Any kind of container. Models SetDefaults_Container. */
export function defaultContainer(container: Draft<Container> | Draft<EphemeralContainer>): void {
  container.imagePullPolicy ||= defaultPullPolicy(container.image);
  container.terminationMessagePath ||= '/dev/termination-log';
  container.terminationMessagePolicy ||= 'File';
  for (const port of container.ports ?? []) port.protocol ||= 'TCP';
  defaultEnv(container.env);
  defaultRequirements(container.resources);
  defaultProbe(container.livenessProbe);
  defaultProbe(container.readinessProbe);
  defaultProbe(container.startupProbe);
  defaultHttpGet(container.lifecycle?.postStart);
  defaultHttpGet(container.lifecycle?.preStop);
}

/** `serviceAccount` is the old name of `serviceAccountName`; both are written. Models Convert_v1_PodSpec_To_core_PodSpec. */
export function mirrorServiceAccount(spec: Draft<PodSpec>): void {
  const name = spec.serviceAccountName || spec.serviceAccount;
  if (!name) return;
  spec.serviceAccountName = name;
  spec.serviceAccount = name;
}

/** Models SetObjectDefaults of a PodSpec: SetDefaults_PodSpec and everything below it. */
export function defaultPodSpec(spec: Draft<PodSpec>): void {
  spec.containers ??= [];
  spec.dnsPolicy ||= 'ClusterFirst';
  spec.restartPolicy ||= 'Always';
  spec.securityContext ??= {};
  spec.terminationGracePeriodSeconds ??= TERMINATION_GRACE_SECONDS;
  spec.schedulerName ||= 'default-scheduler';
  mirrorServiceAccount(spec);
  for (const volume of spec.volumes ?? []) defaultVolume(volume);
  for (const container of spec.initContainers ?? []) defaultContainer(container);
  for (const container of spec.containers ?? []) defaultContainer(container);
  for (const container of spec.ephemeralContainers ?? []) defaultContainer(container);
  defaultResourceList(spec.overhead);
  defaultRequirements(spec.resources);
}

/** The template of a workload; `owner` is the spec it stands in. */
export function defaultPodTemplate(owner: { template?: Draft<PodTemplateSpec> }): void {
  owner.template ??= { spec: { containers: [] } };
  owner.template.spec ??= { containers: [] };
  defaultPodSpec(owner.template.spec);
}
