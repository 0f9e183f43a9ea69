import type { JsonObject } from '../../../../base/json.ts';
import { resourceByKey } from '../../../../api/resources.ts';
import { present } from '../../../../base/assert.ts';
import type { Task } from '../../../../engine/kernel/task.ts';
import { parseQuantity } from '../../../../api/quantity.ts';
import { ApiFailure, CommandError } from '../../errors.ts';
import type { Kube } from '../../kube.ts';
import { withAt } from '../../object.ts';
import { structPrinter } from '../../printers/object-printer.ts';
import type { Info } from '../../resource/info.ts';
import { visit } from '../../resource/visit.ts';
import { wantedOf } from '../../resource/wanted.ts';
import { recorded } from '../record.ts';
import { dryRunOf, dryRunSuffix, writeOptions } from '../dry-run.ts';

const AUTOSCALERS = present(
  resourceByKey('horizontalpodautoscalers.autoscaling'),
  'horizontalpodautoscalers',
);
const SCALABLE: ReadonlySet<string> = new Set([
  'replicationcontrollers',
  'deployments.apps',
  'replicasets.apps',
  'statefulsets.apps',
]);

/** `kubectl autoscale`: the autoscaler is stored; nothing here scales by it. Models kubectl/pkg/cmd/autoscale (1.36). */
export function* autoscale(kube: Kube): Task<number> {
  const { flags } = kube;
  const [min, max] = [flags.number('min'), flags.number('max')];
  if (max < 1) throw new CommandError(`--max=MAXPODS is required and must be at least 1, max: ${max}`);
  if (max < min)
    throw new CommandError(
      `--max=MAXPODS must be larger or equal to --min=MINPODS, max: ${max}, min: ${min}`,
    );
  const dryRun = dryRunOf(kube);
  const wanted = wantedOf(kube, kube.args);
  yield* visit(kube, wanted, { latest: true }, function* (info): Task {
    if (!SCALABLE.has(info.resource.key)) throw notScalable(info);
    const object = recorded(kube, autoscalerOf(kube, info));
    const print = structPrinter(kube, `autoscaled${dryRunSuffix(dryRun)}`);
    if (dryRun === 'client') {
      kube.out(print(object));
      return;
    }
    const name = flags.text('name') === '' ? info.name : flags.text('name');
    const body = withAt(object, ['metadata', 'namespace'], info.namespace);
    try {
      kube.out(
        print(
          yield* kube.api.create(
            { resource: AUTOSCALERS, namespace: info.namespace, name },
            body,
            writeOptions(kube, dryRun, flags.text('field-manager')),
          ),
        ),
      );
    } catch (error) {
      throw failure(error, object);
    }
  });
  return 0;
}

/** After a refusal upstream tries autoscaling/v1, which knows a CPU percentage only. */
function failure(error: unknown, object: JsonObject): unknown {
  if (!(error instanceof ApiFailure) || error.error.kind !== 'Status') return error;
  const metrics = (object['spec'] as JsonObject)['metrics'];
  if (metrics === undefined)
    return new CommandError(
      'failed to create autoscaling/v2 HPA and the configuration is incompatible with autoscaling/v1: empty input',
    );
  return error;
}

function autoscalerOf(kube: Kube, info: Info): JsonObject {
  const { flags } = kube;
  const name = flags.text('name') === '' ? info.name : flags.text('name');
  const metrics = metricsOf(kube);
  const min = flags.number('min');
  return {
    kind: 'HorizontalPodAutoscaler',
    apiVersion: 'autoscaling/v2',
    metadata: { name },
    spec: {
      scaleTargetRef: { kind: info.resource.kind, name: info.name, apiVersion: info.resource.apiVersion },
      ...(min > 0 ? { minReplicas: min } : {}),
      maxReplicas: flags.number('max'),
      ...(metrics.length === 0 ? {} : { metrics }),
    },
    status: { desiredReplicas: 0, currentMetrics: null },
  };
}

function metricsOf({ flags }: Kube): JsonObject[] {
  const out: JsonObject[] = [];
  const percent = flags.number('cpu-percent');
  if (percent >= 0) out.push(resourceMetric('cpu', { type: 'Utilization', averageUtilization: percent }));
  for (const name of ['cpu', 'memory'] as const) {
    const text = flags.text(name);
    if (text === '') continue;
    out.push(resourceMetric(name, targetOf(name, text, name === 'cpu' ? 'm' : 'Mi')));
  }
  return out;
}

const resourceMetric = (name: string, target: JsonObject): JsonObject => ({
  type: 'Resource',
  resource: { name, target },
});

/** `70%` is a share of the request, `500m` an average value; a bare number has the unit. */
function targetOf(name: string, text: string, unit: string): JsonObject {
  if (text.endsWith('%')) return { type: 'Utilization', averageUtilization: Number(text.slice(0, -1)) };
  const value = /^\d+$/.test(text) ? text + unit : text;
  const parsed = parseQuantity(value);
  if (!parsed.ok) throw new CommandError(`invalid resource ${name} value: ${text}`);
  return { type: 'AverageValue', averageValue: value };
}

function notScalable({ resource }: Info): CommandError {
  const version = resource.group === '' ? `/${resource.version}` : resource.apiVersion;
  return new CommandError(
    `cannot autoscale a ${resource.kind}: could not find scale subresource for ${version}, Resource=${resource.resource} in discovery information`,
  );
}
