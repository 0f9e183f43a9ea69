import type { Task } from '../../../engine/kernel/task.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { Kube } from '../kube.ts';
import { type Unstructured, annotationsOf, withAt } from '../object.ts';
import type { Info } from '../resource/info.ts';
import type { writeOptions } from './dry-run.ts';

// Models cli-runtime/pkg/genericclioptions/record_flags.go (1.36): hidden and deprecated, and still at work.

const CHANGE_CAUSE = 'kubernetes.io/change-cause';

/** `kubectl set image deploy/web web=x --record=true`: words first, then flags by their long names. */
function changeCause({ path, args, flags }: Kube): string {
  const words = [...path.map(({ name }) => name), ...args];
  return [...words, ...flags.given().map(([name, value]) => `--${name}=${value}`)].join(' ');
}

/** The object with the line that changes it as its change-cause, where --record asks for it. */
export function recorded(kube: Kube, object: Unstructured): Unstructured {
  if (!kube.flags.bool('record')) return object;
  return withAt(object, ['metadata', 'annotations', CHANGE_CAUSE], changeCause(kube));
}

/** The same as a change of its own, after another one. Models MakeRecordMergePatch. */
export function* recordAfter(
  kube: Kube,
  info: Info,
  changed: Unstructured,
  options: ReturnType<typeof writeOptions>,
): Task<Unstructured> {
  if (!kube.flags.bool('record')) return changed;
  const cause = changeCause(kube);
  if (annotationsOf(changed)[CHANGE_CAUSE] === cause) return changed;
  const body: JsonObject = { metadata: { annotations: { [CHANGE_CAUSE]: cause } } };
  return yield* kube.api.patch(info, 'merge', body, options);
}
