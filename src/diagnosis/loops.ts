import type {
  CronJob,
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerCondition,
  Job,
  Pod,
  Service,
} from '../api/generated/types.ts';
import type { KubeObject } from '../api/object.ts';
import { type ClusterFacts, eventsAbout, listOf, ownedBy, refOf } from './cluster.ts';
import type { Link } from './link.ts';

/** Why a Job came to nothing, or makes no Pods: suspended, or given up after the failures of its Pods. */
export function jobLinks(
  cluster: ClusterFacts,
  job: Job,
  ofPod: (pod: Pod) => readonly Link[],
): readonly Link[] {
  const subject = refOf('jobs.batch', job);
  const { name } = job.metadata;
  const next = [`kubectl describe job ${name}`, `kubectl logs job/${name}`];
  if (job.spec?.suspend === true)
    return [
      {
        stage: 'workload',
        cause: 'suspended',
        about: name,
        subject,
        evidence: [{ where: 'spec.suspend', says: 'true' }],
        next: [`kubectl patch job ${name} -p '{"spec":{"suspend":false}}'`],
      },
    ];
  const failed = job.status?.conditions?.find(({ type, status }) => type === 'Failed' && status === 'True');
  if (failed === undefined) return [];
  const { reason = '', message = '' } = failed;
  const behind = ownedBy<Pod & KubeObject>(cluster, 'pods', job as never)
    .map(ofPod)
    .findLast((links) => links.length > 0);
  const symptom: Link = {
    stage: 'workload',
    cause: 'job-failed',
    about: `${reason}: ${message}`,
    subject,
    evidence: [{ where: 'status.conditions[Failed]', says: `${reason}: ${message}` }],
    next,
  };
  return [symptom, ...(behind ?? [])];
}

/** Why a CronJob starts no Job: suspended, or its last Job has not ended and no second may run beside it. */
export function cronLinks(cluster: ClusterFacts, cron: CronJob): readonly Link[] {
  const subject = refOf('cronjobs.batch', cron);
  const { name } = cron.metadata;
  const { suspend, concurrencyPolicy } = cron.spec ?? {};
  const base = { stage: 'workload', subject } as const;
  if (suspend === true)
    return [
      {
        ...base,
        cause: 'suspended',
        about: name,
        evidence: [{ where: 'spec.suspend', says: 'true' }],
        next: [`kubectl patch cronjob ${name} -p '{"spec":{"suspend":false}}'`],
      },
    ];
  const [running] = cron.status?.active ?? [];
  const skipped = eventsAbout(cluster, 'CronJob', subject).find(
    ({ reason }) => reason === 'JobAlreadyActive',
  );
  if (concurrencyPolicy !== 'Forbid' || running?.name === undefined || skipped === undefined) return [];
  return [
    {
      ...base,
      cause: 'cron-busy',
      about: running.name,
      evidence: [
        { where: 'Event JobAlreadyActive', says: skipped.message ?? '' },
        { where: 'spec.concurrencyPolicy', says: concurrencyPolicy },
      ],
      next: [`kubectl describe cronjob ${name}`, `kubectl logs job/${running.name}`],
    },
  ];
}

/** Why an autoscaler does not scale: what it is to scale is not there, or nobody tells it how busy that is. */
export function autoscalerLinks(
  cluster: ClusterFacts,
  scaler: HorizontalPodAutoscaler,
  ofService: (service: Service) => readonly Link[],
): readonly Link[] {
  const condition = (type: string) =>
    scaler.status?.conditions?.find((each) => each.type === type && each.status === 'False');
  const { scaleTargetRef } = scaler.spec ?? {};
  const base = {
    stage: 'workload',
    subject: refOf('horizontalpodautoscalers.autoscaling', scaler),
    next: [`kubectl describe hpa ${scaler.metadata.name}`],
  } as const;
  const target = condition('AbleToScale');
  if (target?.reason === 'FailedGetScale')
    return [
      {
        ...base,
        cause: 'scale-target-missing',
        about: `${scaleTargetRef?.kind ?? ''} ${scaleTargetRef?.name ?? ''}`,
        evidence: [{ where: 'status.conditions[AbleToScale]', says: target.message ?? '' }],
      },
    ];
  const active = condition('ScalingActive');
  if (active === undefined || !/Metric/.test(active.reason ?? '')) return [];
  return metricLinks(cluster, scaler, active, ofService);
}

const REQUEST = /missing request for (\S+) in container (\S+) of Pod (\S+)/;
const OF_API = /from (custom|external) metrics API/;
const TARGETS: Readonly<Record<string, string>> = {
  Deployment: 'deployments.apps',
  StatefulSet: 'statefulsets.apps',
  ReplicaSet: 'replicasets.apps',
};

/** Which of the two is missing: somebody who measures, or what the measure is a percentage of. */
function metricLinks(
  cluster: ClusterFacts,
  scaler: HorizontalPodAutoscaler,
  { reason = '', message = '' }: HorizontalPodAutoscalerCondition,
  ofService: (service: Service) => readonly Link[],
): readonly Link[] {
  const { name, namespace = '' } = scaler.metadata;
  const symptom: Link = {
    stage: 'workload',
    cause: 'scaling-inactive',
    about: name,
    subject: refOf('horizontalpodautoscalers.autoscaling', scaler),
    evidence: [{ where: 'status.conditions[ScalingActive]', says: `${reason}: ${message}` }],
    next: [`kubectl describe hpa ${name}`, 'kubectl top pods', 'kubectl get apiservices'],
  };
  const [, resource, container = '', pod = ''] = REQUEST.exec(message) ?? [];
  if (resource !== undefined) {
    const { kind, name: target } = scaler.spec?.scaleTargetRef ?? { kind: '', name: '' };
    const known = TARGETS[kind];
    const where = { where: `Pod ${pod} containers[${container}].resources.requests.${resource}`, says: '∅' };
    const subject =
      known === undefined
        ? refOf('pods', { metadata: { name: pod, namespace } })
        : { resource: known, namespace, name: target };
    const about = `${resource} (${container})`;
    return [symptom, { ...symptom, cause: 'request-missing', about, subject, evidence: [where] }];
  }
  const [, special] = OF_API.exec(message) ?? [];
  const group = `${special === undefined ? '' : `${special}.`}metrics.k8s.io`;
  const served = listOf<ApiService>(cluster, 'apiservices.apiregistration.k8s.io').find(
    ({ metadata }) => metadata.name.replace(/^[^.]+\./, '') === group,
  );
  if (served === undefined) {
    const evidence = [...symptom.evidence, { where: `apiservices ${group}`, says: '∅' }];
    return [{ ...symptom, cause: 'metrics-missing', about: group, evidence }];
  }
  const wanted = served.spec?.service;
  const service = listOf<Service>(cluster, 'services').find(
    ({ metadata }) => metadata.name === wanted?.name && metadata.namespace === wanted.namespace,
  );
  const unread: Link = { ...symptom, cause: 'metrics-unread', about: message };
  return [unread, ...(service === undefined ? [] : ofService(service))];
}

/** Of what an APIService says, who answers for it. */
interface ApiService {
  readonly metadata: { readonly name: string };
  readonly spec?: { readonly service?: { readonly namespace?: string; readonly name?: string } };
}
