import { DEFAULT_BINDER } from '../../framework/names.ts';
import type { SchedulerHandle } from '../../framework/handle.ts';
import type { Plugin } from '../../framework/plugin.ts';
import { failure } from '../../framework/status.ts';

/** Binds by POST pods/NAME/binding. Models plugins/defaultbinder (1.36). */
export function defaultBinder(handle: SchedulerHandle | undefined): Plugin {
  if (handle === undefined) return { name: DEFAULT_BINDER };
  return {
    name: DEFAULT_BINDER,
    *bind(pod, node) {
      const { namespace = '', name, uid } = pod.metadata;
      const answer = yield* handle.client.request({
        verb: 'create',
        resource: 'pods',
        subresource: 'binding',
        namespace,
        name,
        body: {
          apiVersion: 'v1',
          kind: 'Binding',
          metadata: { name, namespace, uid },
          target: { kind: 'Node', name: node },
        },
      });
      return answer.ok ? undefined : failure(DEFAULT_BINDER, answer.error.message);
    },
  };
}
