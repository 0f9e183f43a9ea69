import type { Container } from '../../../../api/generated/types.ts';
import { goQuote } from '../../../../api/go-text.ts';
import type { Task } from '../../../../engine/kernel/task.ts';
import { CommandError } from '../../errors.ts';
import type { Kube } from '../../kube.ts';
import type { Unstructured } from '../../object.ts';
import { NO_RESOURCES } from '../../resource/arguments.ts';
import { parsePairs, resourcesAndPairs } from '../pairs.ts';
import { applySetting } from './change.ts';
import { containersOf, withContainers } from './pod-spec.ts';

/** `kubectl set image`. Models kubectl/pkg/cmd/set/set_image.go (1.36). */
export function* setImage(kube: Kube): Task<number> {
  const { resources, pairs } = resourcesAndPairs(kube.args, 'container');
  const images = parsePairs(pairs, 'image').set;
  const files = kube.flags.list('filename').length > 0;
  if (resources.length === 0 && pairs.length === 0 && !files) throw new CommandError(NO_RESOURCES);
  const check = (): void => {
    const problems: string[] = [];
    if (resources.length === 0 && !files)
      problems.push('one or more resources must be specified as <resource> <name> or <resource>/<name>');
    if (images.size === 0) problems.push('at least one image update is required');
    if (images.size > 1 && images.has('*'))
      problems.push(
        'all containers are already specified by *, but saw more than one container_name=container_image pairs',
      );
    if (problems.length > 0)
      throw new CommandError(problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`);
  };
  if (resources.length === 0 && !files) throw new CommandError(NO_RESOURCES);
  return yield* applySetting(kube, {
    resources,
    operation: 'image updated',
    named: true,
    refusal: 'failed to patch image update to pod template: ',
    check,
    change: (info, problem) => {
      let object: Unstructured = info.object;
      for (const [name, image] of images) {
        const init = replaced(containersOf(object, 'initContainers'), name, image);
        const app = replaced(containersOf(object, 'containers'), name, image);
        if (!init.found && !app.found)
          problem(new CommandError(`error: unable to find container named ${goQuote(name)}`));
        object = withContainers(
          withContainers(object, 'initContainers', init.containers),
          'containers',
          app.containers,
        );
      }
      return object;
    },
  });
}

function replaced(
  containers: readonly Container[],
  name: string,
  image: string,
): { readonly containers: readonly Container[]; readonly found: boolean } {
  const fits = (container: Container): boolean => name === '*' || container.name === name;
  return {
    containers: containers.map((container) => (fits(container) ? { ...container, image } : container)),
    found: containers.some(fits),
  };
}
