import type { Event, Node } from '../api/generated/types.ts';
import { podCondition } from '../api/pod.ts';
import { containerVerdict, lastEnd } from './containers.ts';
import { type Facts, type Known, commands, lastEvent } from './facts.ts';
import { failedCall } from './program-words.ts';
import type { Verdict } from './verdict.ts';

/** What holds a Pod up; undefined when nothing does. Root before symptom. */
export function diagnose(known: Known): Verdict | undefined {
  const facts: Facts = { ...known, next: commands(known.pod) };
  const { pod } = known;
  if (pod.metadata.deletionTimestamp !== undefined) return terminating(facts);
  return (
    phaseVerdict(facts) ??
    nodeVerdict(facts) ??
    schedulingVerdict(facts) ??
    containerVerdict(facts) ??
    keptVerdict(facts) ??
    waitingVerdict(facts)
  );
}

/** Why a Pod that runs has been started again; undefined when it never was. */
export function diagnoseRestart(known: Known): Verdict | undefined {
  return lastEnd({ ...known, next: commands(known.pod) });
}

/** A call of a running container that came to nothing in the last `recent` lines that it wrote; undefined when none did. */
export function diagnoseCalls(known: Known, recent = 1): Verdict | undefined {
  const facts: Facts = { ...known, next: commands(known.pod) };
  for (const { name, state } of known.pod.status?.containerStatuses ?? []) {
    const said = state?.running === undefined ? undefined : failedCall(facts, name, recent);
    if (said === undefined) continue;
    return {
      stage: 'running',
      cause: said.cause,
      about: name,
      evidence: [{ where: `logs ${name}`, says: said.line }],
      unknown: 'program',
      next: [facts.next.logs, facts.next.describe],
    };
  }
  return undefined;
}

function terminating({ pod, next, node }: Facts): Verdict {
  const finalizers = pod.metadata.finalizers ?? [];
  if (isSilent(node)) {
    const evidence = [{ where: `Node ${node?.metadata.name ?? ''}`, says: 'Ready Unknown' }];
    return {
      stage: 'terminating',
      cause: 'node-silent',
      about: node?.metadata.name ?? '',
      evidence,
      unknown: 'node',
      next: [`kubectl describe node ${node?.metadata.name ?? ''}`],
    };
  }
  const ended = pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
  if (finalizers.length > 0 && (ended || pod.metadata.deletionGracePeriodSeconds === 0)) {
    const evidence = [{ where: 'metadata.finalizers', says: finalizers.join(', ') }];
    return {
      stage: 'terminating',
      cause: 'finalizer',
      about: finalizers.join(', '),
      evidence,
      next: [next.yaml],
    };
  }
  const grace = String(pod.metadata.deletionGracePeriodSeconds ?? '');
  return {
    stage: 'terminating',
    cause: 'grace',
    about: grace,
    evidence: [{ where: 'metadata.deletionGracePeriodSeconds', says: grace }],
    next: [next.describe],
  };
}

function isSilent(node: Node | undefined): boolean {
  return (
    node?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'Unknown') ?? false
  );
}

function phaseVerdict({ pod, events, next }: Facts): Verdict | undefined {
  const { phase, reason = '', message = '' } = pod.status ?? {};
  const eviction = lastEvent(events, ['Evicted']);
  if (eviction !== undefined && (phase === 'Failed' || phase === 'Succeeded')) return evicted(eviction, next);
  if (phase !== 'Failed' || reason === '') return undefined;
  const evidence = [
    { where: 'status.reason', says: reason },
    ...(message === '' ? [] : [{ where: 'status.message', says: message }]),
  ];
  if (reason === 'DeadlineExceeded')
    return {
      stage: 'running',
      cause: 'deadline',
      about: String(pod.spec.activeDeadlineSeconds ?? ''),
      evidence,
      next: [next.describe, next.previous],
    };
  return {
    stage: 'node',
    cause: 'rejected',
    about: message === '' ? reason : `${reason}: ${message}`,
    evidence,
    next: [next.describe, next.node],
  };
}

/** For more than its own limit, or because the node was short of something. */
function evicted({ message = '' }: Event, next: Facts['next']): Verdict {
  return {
    stage: 'node',
    cause:
      message.includes('exceeds the total limit') || message.includes('exceeds the limit')
        ? 'over-local-limit'
        : 'evicted',
    about: message.trim(),
    evidence: [{ where: 'Event Evicted', says: message.trim() }],
    next: [next.describe, next.node],
  };
}

/** A Pod whose work is done and that does not end: another of its containers runs on. */
function keptVerdict({ pod, next }: Facts): Verdict | undefined {
  const statuses = pod.status?.containerStatuses ?? [];
  const done = statuses.find(({ state }) => state?.terminated?.exitCode === 0);
  const keeper = statuses.find(({ state }) => state?.running !== undefined);
  if (pod.spec.restartPolicy === 'Always' || done === undefined || keeper === undefined) return undefined;
  return {
    stage: 'running',
    cause: 'container-keeps-pod',
    about: keeper.name,
    evidence: [
      { where: `containerStatuses[${done.name}].state.terminated`, says: 'Completed (0)' },
      { where: `containerStatuses[${keeper.name}].state`, says: 'running' },
    ],
    next: [next.describe, `${next.logs} -c ${keeper.name}`],
  };
}

function nodeVerdict({ node }: Facts): Verdict | undefined {
  if (node === undefined || !isSilent(node)) return undefined;
  const { name } = node.metadata;
  return {
    stage: 'node',
    cause: 'node-silent',
    about: name,
    evidence: [{ where: `Node ${name}`, says: 'Ready Unknown' }],
    unknown: 'node',
    next: [`kubectl describe node ${name}`],
  };
}

function schedulingVerdict({ pod, next }: Facts): Verdict | undefined {
  const condition = podCondition(pod.status, 'PodScheduled');
  if (condition?.status !== 'False') return undefined;
  const message = condition.message ?? '';
  const evidence = [{ where: 'status.conditions[PodScheduled]', says: message }];
  if (condition.reason === 'SchedulingGated') {
    const gates = (pod.spec.schedulingGates ?? []).map(({ name }) => name).join(', ');
    return { stage: 'scheduling', cause: 'gated', about: gates, evidence, next: [next.yaml] };
  }
  return {
    stage: 'scheduling',
    cause: 'unschedulable',
    about: message,
    evidence,
    next: [next.describe, 'kubectl get nodes', 'kubectl describe nodes'],
  };
}

/** Nothing about containers yet: what the kubelet's Events say of the time before them. */
function waitingVerdict(facts: Facts): Verdict | undefined {
  const { pod, events, next } = facts;
  if (pod.status?.phase !== 'Pending' || pod.spec.nodeName === undefined) return undefined;
  const mount = lastEvent(events, ['FailedMount', 'FailedAttachVolume']);
  if (mount !== undefined)
    return {
      stage: 'volumes',
      cause: 'volume-missing',
      about: mount.message ?? '',
      evidence: [{ where: `Event ${mount.reason ?? ''}`, says: mount.message ?? '' }],
      next: [next.describe, 'kubectl get configmaps,secrets,pvc'],
    };
  const sandbox = lastEvent(events, ['FailedCreatePodSandBox', 'NetworkNotReady']);
  if (sandbox === undefined) return undefined;
  return {
    stage: 'sandbox',
    cause: 'sandbox-failed',
    about: sandbox.message ?? '',
    evidence: [{ where: `Event ${sandbox.reason ?? ''}`, says: sandbox.message ?? '' }],
    unknown: 'node',
    next: [next.describe, next.node],
  };
}
