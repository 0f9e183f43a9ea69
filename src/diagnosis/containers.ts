import type { ContainerStatus } from '../api/generated/types.ts';
import { allContainers, podCondition } from '../api/pod.ts';
import { type Facts, eventSaying, lastEvent } from './facts.ts';
import { wordsOf } from './program-words.ts';
import type { CauseId, Evidence, Verdict } from './verdict.ts';

const IMAGE_REASONS: ReadonlySet<string> = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'ErrImageNeverPull',
]);
const START_REASONS: ReadonlySet<string> = new Set([
  'RunContainerError',
  'CreateContainerError',
  'PostStartHookError',
]);

/** What the first container that does not get on says; init containers come first, as they run first. */
export function containerVerdict(facts: Facts): Verdict | undefined {
  const { status } = facts.pod;
  if (status?.phase === 'Succeeded') return undefined;
  for (const init of status?.initContainerStatuses ?? []) {
    const verdict = initVerdict(facts, init);
    if (verdict !== undefined) return verdict;
  }
  for (const container of status?.containerStatuses ?? []) {
    const verdict = waiting(facts, container) ?? ended(facts, container);
    if (verdict !== undefined) return verdict;
  }
  return notReady(facts) ?? restarted(facts);
}

function initVerdict(facts: Facts, container: ContainerStatus): Verdict | undefined {
  const isSidecar =
    facts.pod.spec.initContainers?.some(
      (each) => each.name === container.name && each.restartPolicy === 'Always',
    ) ?? false;
  // One that ended well is done, whatever the Pod's restartPolicy.
  if (!isSidecar && container.state?.terminated?.exitCode === 0) return undefined;
  const held = waiting(facts, container) ?? ended(facts, container);
  if (held !== undefined) return { ...held, stage: 'init' };
  const { state, started, name } = container;
  if (state?.running === undefined || (isSidecar && started === true)) return undefined;
  return {
    stage: 'init',
    cause: 'init-running',
    about: name,
    evidence: [{ where: `initContainerStatuses[${name}]`, says: 'running' }],
    unknown: 'program',
    next: [`${facts.next.logs} -c ${name}`],
  };
}

function waiting(facts: Facts, { name, image, state }: ContainerStatus): Verdict | undefined {
  const { reason = '', message = '' } = state?.waiting ?? {};
  const evidence = [
    {
      where: `containerStatuses[${name}].state.waiting`,
      says: message === '' ? reason : `${reason}: ${message}`,
    },
  ];
  if (IMAGE_REASONS.has(reason)) return imageVerdict(facts, { image, reason, message, evidence });
  if (reason === 'CreateContainerConfigError')
    return {
      stage: 'config',
      cause: /non-root|runAsNonRoot/.test(message) ? 'runs-as-root' : 'config-missing',
      about: message,
      evidence,
      next: [facts.next.describe, 'kubectl get configmaps,secrets'],
    };
  if (START_REASONS.has(reason))
    return { stage: 'start', cause: startCause(message), about: name, evidence, next: [facts.next.describe] };
  return undefined;
}

interface Pull {
  readonly image: string;
  readonly reason: string;
  readonly message: string;
  readonly evidence: Verdict['evidence'];
}

function imageVerdict({ events, next }: Facts, { image, reason, message, evidence }: Pull): Verdict {
  const failed = eventSaying(events, 'Failed to pull image');
  const words = `${message} ${failed?.message ?? ''}`;
  const all =
    failed === undefined ? evidence : [...evidence, { where: 'Event Failed', says: failed.message ?? '' }];
  const cause = pullCause(reason, words);
  const unknown = cause === 'registry-unreachable' ? ({ unknown: 'registry' } as const) : {};
  return { stage: 'image', cause, about: image, evidence: all, ...unknown, next: [next.describe] };
}

function pullCause(reason: string, words: string): CauseId {
  if (reason === 'InvalidImageName') return 'name-invalid';
  if (reason === 'ErrImageNeverPull') return 'never-pull';
  if (/\b429\b|too many requests|toomanyrequests/i.test(words)) return 'rate-limited';
  if (words.includes('no match for platform')) return 'platform';
  if (/pull access denied|authorization failed|401|403/i.test(words)) return 'repository-denied';
  if (/no such host|connection refused|timeout|deadline exceeded|50\d|certificate|gave HTTP/i.test(words))
    return 'registry-unreachable';
  return /not found/i.test(words) ? 'tag-missing' : 'pull-failed';
}

/** What the runtime says of a process it could not start. */
const STARTS: readonly (readonly [RegExp, CauseId])[] = [
  [/executable file not found|no such file or directory/, 'command-missing'],
  [/exec format error/, 'platform'],
  [/permission denied|is a directory/, 'not-executable'],
  [/oom-killed/i, 'out-of-memory'],
];

const startCause = (message: string): CauseId =>
  STARTS.find(([words]) => words.test(message))?.[1] ?? 'start-failed';

/** A container that has ended, is between two tries, or was started again after an end. */
function ended(facts: Facts, { name, state, lastState, restartCount }: ContainerStatus): Verdict | undefined {
  const loops = state?.waiting?.reason === 'CrashLoopBackOff';
  const end =
    state?.terminated ??
    (loops || (restartCount > 0 && state?.running === undefined) ? lastState?.terminated : undefined);
  if (end === undefined) return undefined;
  const isDone = end.exitCode === 0 && facts.pod.spec.restartPolicy !== 'Always';
  if (isDone) return undefined;
  return endVerdict(facts, name, end, state?.terminated === undefined ? 'lastState' : 'state');
}

/** How a container that runs again came to be started again; undefined where none was. */
export function lastEnd(facts: Facts): Verdict | undefined {
  const { containerStatuses = [], initContainerStatuses = [] } = facts.pod.status ?? {};
  const again = [...containerStatuses, ...initContainerStatuses].filter(
    ({ state, lastState, restartCount }) =>
      restartCount > 0 && state?.running !== undefined && lastState?.terminated !== undefined,
  );
  const [last] = again.toSorted((a, b) => b.restartCount - a.restartCount);
  const end = last?.lastState?.terminated;
  return last === undefined || end === undefined ? undefined : endVerdict(facts, last.name, end, 'lastState');
}

type End = NonNullable<NonNullable<ContainerStatus['state']>['terminated']>;

function endVerdict(facts: Facts, name: string, end: End, where: 'state' | 'lastState'): Verdict {
  const evidence = [
    {
      where: `containerStatuses[${name}].${where}.terminated`,
      says: `${end.reason ?? ''} (${end.exitCode})`,
    },
  ];
  const probe = probeKill(facts, name);
  if (probe !== undefined) return { ...probe, evidence: [...evidence, ...probe.evidence] };
  const hook = facts.events.findLast(
    ({ reason, involvedObject }) =>
      reason === 'FailedPostStartHook' && involvedObject.fieldPath === `spec.containers{${name}}`,
  );
  if (hook !== undefined)
    return {
      stage: 'start',
      cause: 'start-failed',
      about: name,
      evidence: [...evidence, { where: 'Event FailedPostStartHook', says: hook.message ?? '' }],
      next: [facts.next.describe],
    };
  // What the kernel or the kubelet did is known; only of an error of its own the program says more.
  const plain = endCause(end.reason ?? '', end.exitCode, end.message ?? '');
  const said = plain === 'program-failed' || plain === 'command-missing' ? wordsOf(facts, name) : undefined;
  return {
    stage: 'running',
    cause: (plain === 'program-failed' ? said?.cause : undefined) ?? plain,
    about: name,
    evidence: [
      ...evidence,
      ...(plain === 'out-of-memory' ? limitOf(facts, name) : []),
      ...(said === undefined ? [] : [{ where: `logs ${name}`, says: said.line }]),
    ],
    unknown: 'program',
    next: [facts.next.previous, facts.next.describe],
  };
}

function limitOf({ pod: { spec } }: Facts, name: string): readonly Evidence[] {
  const container = allContainers(spec).find((each) => each.container.name === name)?.container;
  const says = container?.resources?.limits?.['memory'] ?? spec.resources?.limits?.['memory'];
  return says === undefined ? [] : [{ where: `containers[${name}].resources.limits.memory`, says }];
}

function endCause(reason: string, exitCode: number, message: string): CauseId {
  if (reason === 'OOMKilled') return 'out-of-memory';
  if (exitCode === 0) return 'program-ended';
  if (reason === 'StartError') return startCause(message);
  if (exitCode === 126 || exitCode === 127 || exitCode === 128) return 'command-missing';
  return exitCode === 137 || exitCode === 143 ? 'killed' : 'program-failed';
}

/** What a probe asks for, as its spec says: `GET /healthz on port 80`. */
function probeEvidence({ pod }: Facts, name: string, kind: 'liveness' | 'readiness' | 'startup') {
  const container = allContainers(pod.spec).find((each) => each.container.name === name)?.container;
  const probe = container?.[`${kind}Probe`];
  const { httpGet, tcpSocket, grpc, exec } = probe ?? {};
  const says =
    httpGet !== undefined
      ? `GET ${httpGet.path ?? '/'} on port ${httpGet.port}`
      : exec !== undefined
        ? (exec.command ?? []).join(' ')
        : `port ${tcpSocket?.port ?? grpc?.port}`;
  return probe === undefined ? [] : [{ where: `containers[${name}].${kind}Probe`, says }];
}

function probeKill(facts: Facts, container: string): Verdict | undefined {
  const { events, next } = facts;
  for (const [kind, cause] of [
    ['liveness', 'liveness-failed'],
    ['startup', 'startup-failed'],
  ] as const) {
    const killing = eventSaying(events, `Container ${container} failed ${kind} probe`);
    if (killing === undefined) continue;
    const failure = events.findLast(
      ({ reason, message }) =>
        reason === 'Unhealthy' && message?.toLowerCase().startsWith(`${kind} probe failed`),
    );
    const told = [failure, killing]
      .filter((event) => event !== undefined)
      .map((event) => ({ where: `Event ${event.reason ?? ''}`, says: event.message ?? '' }));
    const evidence = [...told, ...probeEvidence(facts, container, kind)];
    return { stage: 'running', cause, about: container, evidence, next: [next.describe, next.previous] };
  }
  return undefined;
}

/** It is well now, and was started again before: what restarts it is still there until something changes. */
function restarted(facts: Facts): Verdict | undefined {
  for (const { name, restartCount } of facts.pod.status?.containerStatuses ?? []) {
    const killed = restartCount > 0 ? probeKill(facts, name) : undefined;
    if (killed !== undefined) return killed;
  }
  return undefined;
}

function notReady(facts: Facts): Verdict | undefined {
  const { pod, events, next } = facts;
  if (pod.status?.phase !== 'Running' || podCondition(pod.status, 'Ready')?.status === 'True')
    return undefined;
  // Between two restarts the container runs: what restarts it is the root, not that it is not ready yet.
  for (const { name, restartCount, ready } of pod.status.containerStatuses ?? []) {
    const killed = restartCount > 0 && !ready ? probeKill(facts, name) : undefined;
    if (killed !== undefined) return killed;
  }
  const waitingFor = (pod.spec.readinessGates ?? []).find(
    ({ conditionType }) => podCondition(pod.status, conditionType)?.status !== 'True',
  );
  const unhealthy = lastEvent(events, ['Unhealthy']);
  if (unhealthy !== undefined) {
    // A sidecar counts, too: an init container that has started and is not ready.
    const started = (pod.status.initContainerStatuses ?? []).filter(
      ({ state }) => state?.running !== undefined,
    );
    const container =
      [...(pod.status.containerStatuses ?? []), ...started].find(({ ready }) => !ready)?.name ?? '';
    return {
      stage: 'ready',
      cause: 'readiness-failed',
      about: container,
      evidence: [
        { where: 'Event Unhealthy', says: unhealthy.message ?? '' },
        ...probeEvidence(facts, container, 'readiness'),
      ],
      unknown: 'program',
      next: [next.describe, next.logs],
    };
  }
  if (waitingFor === undefined) return undefined;
  return {
    stage: 'ready',
    cause: 'readiness-gate',
    about: waitingFor.conditionType,
    evidence: [{ where: 'spec.readinessGates', says: waitingFor.conditionType }],
    next: [next.yaml],
  };
}
