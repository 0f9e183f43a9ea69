import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError, asCommandError, isNotFound, throwAll } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { describerOf } from '../describe/describers.ts';
import type { Info } from '../resource/info.ts';
import { collect } from '../resource/visit.ts';
import { wantedOf } from '../resource/wanted.ts';

/** `kubectl describe`. Models kubectl/pkg/cmd/describe/describe.go (1.36). */
export function* describe(kube: Kube): Task<number> {
  const { args, flags } = kube;
  if (args.length === 0 && flags.list('filename').length === 0) {
    throw new CommandError(
      'You must specify the type of resource to describe. Use "kubectl api-resources" for a complete list of supported resources.',
    );
  }
  const wanted = wantedOf(kube, args, { typeAlone: true });
  // What files name is asked for when it is described: what cannot be read of them is told before.
  const latest = wanted.kind !== 'files';
  const { infos, errors } = yield* collect(kube, wanted, { latest, chunk: flags.number('chunk-size') });
  const [missing] = errors;
  if (missing !== undefined && isNotFound(missing) && args.length === 2)
    return yield* describeByPrefix(kube, missing);
  const problems = [...errors];
  let first = true;
  for (const info of infos) {
    try {
      const text = yield* describeOne(kube, info, showEvents(kube, infos.length));
      kube.out(first ? text : `\n\n${text}`);
      first = false;
    } catch (error) {
      const problem = asCommandError(error);
      if (!problems.some(({ message }) => message === problem.message)) problems.push(problem);
    }
  }
  if (infos.length === 0 && errors.length === 0) {
    kube.err(
      flags.bool('all-namespaces')
        ? 'No resources found\n'
        : `No resources found in ${kube.namespace} namespace.\n`,
    );
  }
  throwAll(problems);
  return 0;
}

/** Unless the line says, events are shown of a single object only. */
function showEvents({ flags }: Kube, count: number): boolean {
  return flags.changed('show-events') ? flags.bool('show-events') : count === 1;
}

function describeOne(kube: Kube, info: Info, events: boolean): Task<string> {
  return describerOf(info.resource.key)({ kube, showEvents: events, nowUs: kube.kernel.unixUs() }, info);
}

/** A name that is not there may be the beginning of some that are. Models DescribeMatchingResources. */
function* describeByPrefix(kube: Kube, missing: CommandError): Task<number> {
  const [type = '', prefix = ''] = kube.args;
  const wanted = wantedOf(kube, [type], { typeAlone: true, singleType: true });
  const { infos, errors } = yield* collect(kube, wanted, {});
  throwAll(errors);
  const matching = infos.filter(({ name }) => name.startsWith(prefix));
  if (matching.length === 0) throw missing;
  for (const info of matching) kube.out(`${yield* describeOne(kube, info, showEvents(kube, 0))}\n`);
  return 0;
}
