import type { Json, JsonObject } from '../../base/json.ts';
import { asList, asObject, holds, textOf } from '../../base/json.ts';

const STATUS_LISTS = [
  ['initContainerStatuses', 'init.'],
  ['containerStatuses', 'container.'],
  ['ephemeralContainerStatuses', 'ephemeral.'],
] as const;

/** `status` or `status:reason`. */
export function conditionValue(condition: JsonObject): string {
  const reason = textOf(condition['reason']);
  return `${String(condition['status'])}${reason === undefined ? '' : `:${reason}`}`;
}

/** `running`, `waiting:REASON`, `terminated:REASON:EXITCODE[:SIGNAL]` or `none`. */
export function containerState(status: JsonObject): string {
  const state = asObject(status['state']);
  if ('waiting' in state) return `waiting:${textOf(asObject(state['waiting'])['reason']) ?? ''}`;
  if ('terminated' in state) {
    const done = asObject(state['terminated']);
    const signal = holds(done['signal']) ? `:${String(done['signal'])}` : '';
    return `terminated:${textOf(done['reason']) ?? ''}:${String(done['exitCode'] ?? 'None')}${signal}`;
  }
  return 'running' in state ? 'running' : 'none';
}

/** What the `fields` facet follows of a Pod; null where the object says nothing. */
export function podFields(pod: JsonObject): ReadonlyMap<string, Json> {
  const meta = asObject(pod['metadata']);
  const status = asObject(pod['status']);
  const fields = new Map<string, Json>([
    ['phase', status['phase'] ?? null],
    ['reason', status['reason'] ?? null],
    ['qosClass', status['qosClass'] ?? null],
    ['bound', holds(asObject(pod['spec'])['nodeName'])],
    ['deleting', holds(meta['deletionTimestamp'])],
    ['podIP', holds(status['podIP'])],
  ]);
  for (const item of asList(status['conditions'])) {
    const condition = asObject(item);
    fields.set(`condition.${String(condition['type'])}`, conditionValue(condition));
  }
  for (const [list, prefix] of STATUS_LISTS) {
    for (const item of asList(status[list])) {
      const container = asObject(item);
      const path = `${prefix}${String(container['name'])}`;
      fields.set(`${path}.state`, containerState(container));
      fields.set(`${path}.restartCount`, container['restartCount'] ?? null);
      fields.set(`${path}.ready`, container['ready'] ?? null);
      fields.set(`${path}.started`, container['started'] ?? null);
    }
  }
  return fields;
}
