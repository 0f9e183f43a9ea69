import type { HorizontalPodAutoscaler } from '../../../api/generated/types.ts';
import type { KubeObject, ObjectRef } from '../../../api/object.ts';
import { resourceByKind } from '../../../api/resources.ts';
import { formatTime } from '../../../api/time.ts';
import { deepEqual } from '../../../base/deep.ts';
import type { TaskHandle } from '../../kernel/kernel.ts';
import { type Task, sleep } from '../../kernel/task.ts';
import type { Informer } from '../../machinery/informer.ts';
import type { Controller, ControllerContext } from '../common/controller.ts';
import { keyOf, refOf } from '../common/objects.ts';
import { recordDecision } from '../common/step.ts';
import { decide, metricFailure, withCondition } from './decide.ts';

const AUTOSCALERS = 'horizontalpodautoscalers.autoscaling';
/** --horizontal-pod-autoscaler-sync-period: also before the first look. */
const PERIOD_US = 15_000_000;

type Status = NonNullable<HorizontalPodAutoscaler['status']>;
type Scale = KubeObject & { readonly spec?: { readonly replicas?: number } };

/** Keeps targets between their bounds. There are no metrics here, and it says so. Models pkg/controller/podautoscaler (1.36). */
export function createPodAutoscalerController(context: ControllerContext): Controller {
  return new PodAutoscaler(context);
}

class PodAutoscaler implements Controller {
  readonly name = 'horizontal-pod-autoscaler';
  private readonly context: ControllerContext;
  private readonly autoscalers: Informer<HorizontalPodAutoscaler>;
  private readonly running = new Map<string, TaskHandle<void>>();
  private started = false;

  constructor(context: ControllerContext) {
    this.context = context;
    this.autoscalers = context.informers.of<HorizontalPodAutoscaler>(AUTOSCALERS);
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
    const { client, recorder, kernel } = this.context;
    const tell = (type: 'Normal' | 'Warning', reason: string, message: string): void =>
      recorder.event(autoscaler, type, reason, message);
    const { apiVersion = '', kind, name } = autoscaler.spec.scaleTargetRef;
    const resource = resourceByKind(apiVersion, kind)?.key;
    const failed = (why: string): void => {
      tell('Warning', 'FailedGetScale', why);
      const message = `the HPA controller was unable to get the target's current scale: ${why}`;
      next.set('AbleToScale', 'False', 'FailedGetScale', message);
    };
    if (resource === undefined)
      return failed(`no matches for kind "${kind}" in group "${groupOf(apiVersion)}"`);
    const target: ObjectRef & { readonly resource: string } = {
      resource,
      namespace: refOf(autoscaler).namespace,
      name,
    };
    const got = yield* client.request({ verb: 'get', subresource: 'scale', ...target });
    if (!got.ok) return failed(got.error.message);
    const found = got.value.body as Scale;
    const current = found.spec?.replicas ?? 0;
    const SCALE = "the HPA controller was able to get the target's current scale";
    next.set('AbleToScale', 'True', 'SucceededGetScale', SCALE);
    next.put({ currentReplicas: current });
    const decision = decide(autoscaler, current);
    const note = (what: string, text: string): void =>
      recordDecision(this.context, autoscaler, {
        controller: 'horizontalpodautoscaler',
        name: what,
        resource: AUTOSCALERS,
        note: text,
      });
    switch (decision.kind) {
      case 'disabled': {
        const message = 'scaling is disabled since the replica count of the target is zero';
        next.set('ScalingActive', 'False', 'ScalingDisabled', message);
        next.put({ desiredReplicas: 0 });
        return note('nothing', 'the target has no replicas: leave it');
      }
      case 'no-metrics':
        note('nothing', `${current} replicas are within the bounds, and there are no metrics`);
        return this.withoutMetrics(autoscaler, next);
      case 'rescale': {
        const { replicas, reason } = decision;
        note('scale', `${reason}: ${current} to ${replicas}`);
        const body = { ...found, spec: { ...found.spec, replicas } };
        const set = yield* client.request({ verb: 'update', subresource: 'scale', ...target, body });
        if (!set.ok) {
          const why = set.error.message;
          tell('Warning', 'FailedRescale', `New size: ${replicas}; reason: ${reason}; error: ${why}`);
          const message = `the HPA controller was unable to update the target scale: ${why}`;
          return next.set('AbleToScale', 'False', 'FailedUpdateScale', message);
        }
        kernel.escalate();
        const message = `the HPA controller was able to update the target scale to ${replicas}`;
        next.set('AbleToScale', 'True', 'SucceededRescale', message);
        next.put({ desiredReplicas: replicas, lastScaleTime: next.now });
        return tell('Normal', 'SuccessfulRescale', `New size: ${replicas}; reason: ${reason}`);
      }
    }
  }

  /** Every metric fails; the first is what the condition and the sum of them tell of. Models computeReplicasForMetrics. */
  private withoutMetrics(autoscaler: HorizontalPodAutoscaler, next: Outcome): void {
    const { recorder } = this.context;
    const failures = (autoscaler.spec.metrics ?? []).map((metric) =>
      metricFailure(metric, refOf(autoscaler).namespace),
    );
    for (const { reason, message } of failures) recorder.event(autoscaler, 'Warning', reason, message);
    const [first] = failures;
    if (first === undefined) return;
    const why = `the HPA was unable to compute the replica count: ${first.message}`;
    next.set('ScalingActive', 'False', first.reason, why);
    next.put({ currentMetrics: failures.map(() => ({ type: '' })) });
    const count = failures.length;
    recorder.event(
      autoscaler,
      'Warning',
      'FailedComputeMetricsReplicas',
      `invalid metrics (${count} invalid out of ${count}), first error is: ${first.inList}`,
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
