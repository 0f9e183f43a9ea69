import type { HorizontalPodAutoscaler, Pod } from '../../../api/generated/types.ts';
import type { KubeObject, ObjectRef } from '../../../api/object.ts';
import { resourceByKind } from '../../../api/resources.ts';
import { formatTime } from '../../../api/time.ts';
import { deepEqual } from '../../../base/deep.ts';
import { err, ok } from '../../../base/result.ts';
import type { TaskHandle } from '../../kernel/kernel.ts';
import { type Task, sleep } from '../../kernel/task.ts';
import type { Informer } from '../../machinery/informer.ts';
import type { Controller, ControllerContext } from '../common/controller.ts';
import { keyOf, refOf } from '../common/objects.ts';
import { recordDecision } from '../common/step.ts';
import { type MetricFailure, decide, metricFailure, withCondition } from './decide.ts';
import { type History, type Measurement, type PodMetrics, SCALING } from './scaling.ts';
import { TargetSelectors } from './selectors.ts';

const AUTOSCALERS = 'horizontalpodautoscalers.autoscaling';
/** --horizontal-pod-autoscaler-sync-period: also before the first look. */
const PERIOD_US = 15_000_000;

type Status = NonNullable<HorizontalPodAutoscaler['status']>;
type Scale = KubeObject & {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly selector?: string };
};

/** What an autoscaler acts on. */
interface Target {
  readonly ref: ObjectRef & { readonly resource: string };
  readonly found: Scale;
  readonly current: number;
}

const METRICS = 'pods.metrics.k8s.io';
const METRICS_GROUP = 'metrics.k8s.io/';

/** Keeps targets between their bounds, and there as large as metrics ask for. Models pkg/controller/podautoscaler (1.36). */
export function createPodAutoscalerController(context: ControllerContext): Controller {
  return new PodAutoscaler(context);
}

class PodAutoscaler implements Controller {
  readonly name = 'horizontal-pod-autoscaler';
  private readonly context: ControllerContext;
  private readonly autoscalers: Informer<HorizontalPodAutoscaler>;
  private readonly pods: Informer<Pod>;
  private readonly running = new Map<string, TaskHandle<void>>();
  private readonly histories = new Map<string, History>();
  private readonly selectors = new TargetSelectors();
  private started = false;

  constructor(context: ControllerContext) {
    this.context = context;
    this.autoscalers = context.informers.of<HorizontalPodAutoscaler>(AUTOSCALERS);
    this.pods = context.informers.of<Pod>('pods');
    this.autoscalers.on({
      added: (autoscaler) => this.begin(keyOf(autoscaler)),
      deleted: (autoscaler) => this.end(keyOf(autoscaler)),
    });
  }

  start(): void {
    this.started = true;
    for (const autoscaler of this.autoscalers.values()) this.begin(keyOf(autoscaler));
  }

  stop(): void {
    this.started = false;
    for (const key of this.running.keys()) this.end(key);
  }

  /** The first look is a consequence of its creation; later ones go on for ever and matter only when they change something. */
  private begin(key: string): void {
    if (!this.started || this.running.has(key)) return;
    const first = this.context.kernel.spawn(this.firstLook(key), { background: false });
    this.running.set(key, first);
  }

  private end(key: string): void {
    this.running.get(key)?.cancel();
    this.running.delete(key);
    this.histories.delete(key);
    this.selectors.forget(key);
  }

  private *firstLook(key: string): Task {
    yield* sleep(PERIOD_US);
    yield* this.look(key);
    this.running.set(key, this.context.kernel.spawn(this.lookAgain(key), { background: true }));
  }

  private *lookAgain(key: string): Task {
    for (;;) {
      yield* sleep(PERIOD_US);
      yield* this.look(key);
    }
  }

  /** Models reconcileAutoscaler. */
  private *look(key: string): Task {
    const autoscaler = this.autoscalers.getByKey(key);
    if (autoscaler === undefined) return;
    const next = new Outcome(autoscaler, formatTime(this.context.kernel.unixUs()));
    yield* this.scale(autoscaler, next);
    if (deepEqual(next.status, autoscaler.status)) return;
    yield* this.context.client.updateStatus<HorizontalPodAutoscaler>(AUTOSCALERS, {
      ...autoscaler,
      status: next.status,
    });
  }

  private *scale(autoscaler: HorizontalPodAutoscaler, next: Outcome): Task {
    const { client, recorder } = this.context;
    const { apiVersion = '', kind, name } = autoscaler.spec.scaleTargetRef;
    const resource = resourceByKind(apiVersion, kind)?.key;
    const failed = (why: string): void => {
      recorder.event(autoscaler, 'Warning', 'FailedGetScale', why);
      const message = `the HPA controller was unable to get the target's current scale: ${why}`;
      next.set('AbleToScale', 'False', 'FailedGetScale', message);
    };
    if (resource === undefined)
      return failed(`no matches for kind "${kind}" in group "${groupOf(apiVersion)}"`);
    const ref = { resource, namespace: refOf(autoscaler).namespace, name };
    const got = yield* client.request({ verb: 'get', subresource: 'scale', ...ref });
    if (!got.ok) return failed(got.error.message);
    const found = got.value.body as Scale;
    const current = found.spec?.replicas ?? 0;
    const SCALE = "the HPA controller was able to get the target's current scale";
    next.set('AbleToScale', 'True', 'SucceededGetScale', SCALE);
    next.put({ currentReplicas: current });
    const decision = decide(autoscaler, current);
    const target = { ref, found, current };
    switch (decision.kind) {
      case 'disabled': {
        const message = 'scaling is disabled since the replica count of the target is zero';
        next.set('ScalingActive', 'False', 'ScalingDisabled', message);
        next.put({ desiredReplicas: 0 });
        return this.note(autoscaler, 'nothing', 'the target has no replicas: leave it');
      }
      case 'measure':
        return yield* this.measure(autoscaler, next, target);
      case 'rescale':
        return yield* this.rescale(autoscaler, next, target, decision);
    }
  }

  /** Within its bounds the target is as large as the metrics ask for, where there are any. */
  private *measure(autoscaler: HorizontalPodAutoscaler, next: Outcome, target: Target): Task {
    const { client, recorder, kernel } = this.context;
    const { current, found } = target;
    const selector = found.status?.selector ?? '';
    const pods = this.selectors.select(keyOf(autoscaler), selector, this.pods.values());
    const rivals = this.selectors.of(pods);
    if (rivals.length > 1) return this.ambiguous(autoscaler, next, selector, rivals);
    const served = [...client.served().map(({ key }) => key), ...client.unreachable()];
    if (!served.some((each) => each === METRICS || each.startsWith(METRICS_GROUP))) {
      this.note(autoscaler, 'nothing', `${current} replicas are within the bounds, and there are no metrics`);
      const { namespace } = target.ref;
      const failures = (autoscaler.spec.metrics ?? []).map((metric) => metricFailure(metric, namespace));
      return this.withoutMetrics(autoscaler, next, failures);
    }
    const scaling = SCALING.get();
    const metrics = yield* this.metricsOf(target);
    const proposal = scaling.propose(autoscaler, {
      replicas: current,
      pods,
      metrics,
      nowUnixUs: kernel.unixUs(),
    });
    if (proposal.replicas === undefined) {
      this.note(autoscaler, 'nothing', `${current} replicas are within the bounds, and metrics are missing`);
      return this.withoutMetrics(autoscaler, next, proposal.failures, proposal.statuses);
    }
    for (const { reason, message } of proposal.failures)
      recorder.event(autoscaler, 'Warning', reason, message);
    const success = `the HPA was able to successfully calculate a replica count from ${proposal.metric}`;
    next.set('ScalingActive', 'True', 'ValidMetricFound', success);
    const history = this.historyOf(keyOf(autoscaler));
    const asked = { current, desired: proposal.replicas, nowUs: kernel.now() };
    const { replicas, able, limited } = scaling.normalize(autoscaler, history, asked);
    next.set('AbleToScale', 'True', able.reason, able.message);
    next.set('ScalingLimited', limited.status, limited.reason, limited.message);
    next.put({ currentMetrics: proposal.statuses, desiredReplicas: replicas });
    if (replicas === current)
      return this.note(autoscaler, 'nothing', `${proposal.metric}: ${current} replicas are right`);
    const reason =
      proposal.replicas > current ? `${proposal.metric} above target` : 'All metrics below target';
    yield* this.rescale(autoscaler, next, target, { replicas, reason });
    const change = { atUs: kernel.now(), replicas: Math.abs(replicas - current) };
    if (replicas > current) history.ups = [...history.ups, change];
    else history.downs = [...history.downs, change];
  }

  /** Of several that lay hands on the same Pods none does anything. Models validateAndParseSelector. */
  private ambiguous(
    autoscaler: HorizontalPodAutoscaler,
    next: Outcome,
    selector: string,
    rivals: readonly string[],
  ): void {
    const { recorder } = this.context;
    const why = `pods by selector ${selector} are controlled by multiple HPAs: [${rivals.join(' ')}]`;
    this.note(autoscaler, 'nothing', why);
    recorder.event(autoscaler, 'Warning', 'AmbiguousSelector', why);
    next.set('ScalingActive', 'False', 'AmbiguousSelector', why);
    next.put({ currentMetrics: null as never });
    recorder.event(autoscaler, 'Warning', 'FailedComputeMetricsReplicas', why);
  }

  private historyOf(key: string): History {
    const history = this.histories.get(key) ?? { recommendations: [], ups: [], downs: [] };
    this.histories.set(key, history);
    return history;
  }

  private *metricsOf({ ref, found }: Target): Task<Measurement['metrics']> {
    const options = { labelSelector: found.status?.selector ?? '' };
    const { namespace } = ref;
    const got = yield* this.context.client.request({
      verb: 'list',
      resource: METRICS,
      namespace,
      name: '',
      options,
    });
    if (!got.ok) return err(got.error.message);
    return ok((got.value.body as { readonly items?: readonly PodMetrics[] }).items ?? []);
  }

  private *rescale(
    autoscaler: HorizontalPodAutoscaler,
    next: Outcome,
    { ref, found, current }: Target,
    { replicas, reason }: { readonly replicas: number; readonly reason: string },
  ): Task {
    const { client, recorder, kernel } = this.context;
    this.note(autoscaler, 'scale', `${reason}: ${current} to ${replicas}`);
    const body = { ...found, spec: { ...found.spec, replicas } };
    const set = yield* client.request({ verb: 'update', subresource: 'scale', ...ref, body });
    if (!set.ok) {
      const why = set.error.message;
      const message = `New size: ${replicas}; reason: ${reason}; error: ${why}`;
      recorder.event(autoscaler, 'Warning', 'FailedRescale', message);
      const condition = `the HPA controller was unable to update the target scale: ${why}`;
      return next.set('AbleToScale', 'False', 'FailedUpdateScale', condition);
    }
    kernel.escalate();
    const message = `the HPA controller was able to update the target scale to ${replicas}`;
    next.set('AbleToScale', 'True', 'SucceededRescale', message);
    next.put({ desiredReplicas: replicas, lastScaleTime: next.now });
    recorder.event(autoscaler, 'Normal', 'SuccessfulRescale', `New size: ${replicas}; reason: ${reason}`);
  }

  private note(autoscaler: HorizontalPodAutoscaler, name: string, note: string): void {
    const controller = 'horizontalpodautoscaler';
    recordDecision(this.context, autoscaler, { controller, name, resource: AUTOSCALERS, note });
  }

  /** So many metrics fail that nothing can be said; the first is what the condition and the sum of them tell of. Models computeReplicasForMetrics. */
  private withoutMetrics(
    autoscaler: HorizontalPodAutoscaler,
    next: Outcome,
    failures: readonly MetricFailure[],
    statuses: Status['currentMetrics'] = failures.map(() => ({ type: '' })),
  ): void {
    const { recorder } = this.context;
    for (const { reason, message } of failures) recorder.event(autoscaler, 'Warning', reason, message);
    const [first] = failures;
    if (first === undefined) return;
    const why = `the HPA was unable to compute the replica count: ${first.message}`;
    next.set('ScalingActive', 'False', first.reason, why);
    next.put({ currentMetrics: statuses });
    const count = failures.length;
    const all = autoscaler.spec.metrics?.length ?? 0;
    recorder.event(
      autoscaler,
      'Warning',
      'FailedComputeMetricsReplicas',
      `invalid metrics (${count} invalid out of ${all}), first error is: ${first.inList}`,
    );
  }
}

/** The status as it grows during a look. */
class Outcome {
  status: Status;
  readonly now: string;

  constructor({ status }: HorizontalPodAutoscaler, now: string) {
    this.status = { desiredReplicas: 0, ...status };
    this.now = now;
  }

  set(type: string, status: 'True' | 'False', reason: string, message: string): void {
    const condition = { type, status, reason, message };
    this.put({ conditions: withCondition(this.status.conditions ?? [], condition, this.now) });
  }

  put(part: Partial<Status>): void {
    this.status = { ...this.status, ...part };
  }
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
}
