import type { Pod } from '../../../../api/generated/types.ts';
import { goQuote } from '../../../../api/go-text.ts';
import { parseYaml } from '../../../../api/yaml/documents.ts';
import { type Json, type JsonObject, isObject } from '../../../../base/json.ts';
import { SECOND } from '../../../../trace/ids.ts';
import type { Task } from '../../../../engine/kernel/task.ts';
import { CommandError, Exit } from '../../errors.ts';
import { type Kube, misused } from '../../kube.ts';
import { type Unstructured, withAt } from '../../object.ts';
import { mergePatched } from '../../patch/merge.ts';
import { PODS } from '../../pods.ts';
import { structPrinter } from '../../printers/object-printer.ts';
import { dryRunOf, dryRunSuffix, writeOptions } from '../dry-run.ts';
import { attachTo } from '../pods/exec.ts';
import { isImageReference } from '../../image-reference.ts';
import { waitForContainer } from '../pods/debug.ts';
import { resourceByKey } from '../../../../api/resources.ts';
import { present } from '../../../../base/assert.ts';
import { openStream } from '../../streams.ts';

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const RESTARTS = ['Always', 'OnFailure', 'Never'];
/** `kubectl run`. Models kubectl/pkg/cmd/run/run.go (1.36). */
export function* run(kube: Kube): Task<number> {
  const { flags, args, dashAt } = kube;
  if (args.length === 0 || dashAt === 0) throw misused(kube, 'NAME is required for run');
  const name = args[0] ?? '';
  const dryRun = dryRunOf(kube);
  const attach = flags.changed('attach') ? flags.bool('attach') : flags.bool('stdin');
  checkFlags(kube, { attach, dryRun: dryRun !== 'none' });
  const object = overridden(kube, podObject(kube, name, args.slice(1)));
  const print = structPrinter(kube, `created${dryRunSuffix(dryRun)}`);
  const target = { resource: PODS, namespace: kube.namespace, name };
  const made =
    dryRun === 'client'
      ? object
      : yield* kube.api.create(
          target,
          withAt(object, ['metadata', 'namespace'], kube.namespace),
          writeOptions(kube, dryRun, flags.text('field-manager')),
        );
  const printed = print(made);
  if (!attach) kube.out(printed);
  if (flags.bool('expose')) yield* exposeIt(kube, name);
  if (!attach || dryRun !== 'none') return 0;
  return yield* attachAndRemove(kube, made);
}

function checkFlags(
  kube: Kube,
  { attach, dryRun }: { readonly attach: boolean; readonly dryRun: boolean },
): void {
  const { flags } = kube;
  const image = flags.text('image');
  if (image === '') throw new CommandError('--image is required');
  if (!isImageReference(image))
    throw new CommandError(`Invalid image name ${goQuote(image)}: invalid reference format`);
  if (flags.bool('tty') && !flags.bool('stdin'))
    throw misused(kube, '-i/--stdin is required for containers with -t/--tty=true');
  if (flags.bool('expose') && flags.text('port') === '')
    throw misused(kube, '--port must be set when exposing a service');
  if (!RESTARTS.includes(flags.text('restart')))
    throw misused(kube, `invalid restart policy: ${flags.text('restart')}`);
  const pullPolicy = flags.text('image-pull-policy');
  if (pullPolicy !== '' && !PULL_POLICIES.includes(pullPolicy))
    throw misused(kube, `invalid image pull policy: ${pullPolicy}`);
  if (flags.bool('rm') && !attach) throw misused(kube, '--rm should only be used for attached containers');
  if (attach && dryRun)
    throw misused(
      kube,
      "--dry-run=[server|client] can't be used with attached containers options (--attach, --stdin, or --tty)",
    );
}

function podObject(kube: Kube, name: string, words: readonly string[]): JsonObject {
  const { flags } = kube;
  const labels = flags.text('labels') === '' ? { run: name } : pairs(flags.text('labels'));
  const annotations = flags.list('annotations').map(annotation);
  const env = flags
    .list('env')
    .map((pair) => ({ name: pair.split('=')[0] ?? '', value: pair.slice(pair.indexOf('=') + 1) }));
  const port = flags.text('port');
  const policy = flags.text('image-pull-policy');
  const container: JsonObject = {
    name,
    image: flags.text('image'),
    ...(words.length === 0 ? {} : flags.bool('command') ? { command: words } : { args: words }),
    ...(port === '' ? {} : { ports: [{ containerPort: Number(port) }] }),
    ...(env.length === 0 ? {} : { env }),
    resources: {},
    ...(policy === '' ? {} : { imagePullPolicy: policy }),
    ...(flags.bool('privileged') ? { securityContext: { privileged: true } } : {}),
    ...(flags.bool('stdin') ? { stdin: true } : {}),
    ...(flags.bool('stdin') && !flags.bool('leave-stdin-open') ? { stdinOnce: true } : {}),
    ...(flags.bool('tty') ? { tty: true } : {}),
  };
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name,
      ...(kube.namespaceGiven ? { namespace: kube.namespace } : {}),
      labels,
      ...(annotations.length === 0 ? {} : { annotations: Object.fromEntries(annotations) }),
    },
    spec: { containers: [container], restartPolicy: flags.text('restart'), dnsPolicy: 'ClusterFirst' },
    status: {},
  };
}

/** One flag, one annotation: commas belong to its value. */
function annotation(text: string): readonly [name: string, value: string] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new CommandError(`invalid annotations format: ${text}`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}

/** `a=b,c=d`. */
export function pairs(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const equals = pair.indexOf('=');
      if (equals < 0) throw new CommandError(`unexpected label spec: ${pair}`);
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
}

/** --overrides: a patch of the object made. */
export function overridden(kube: Kube, object: JsonObject): JsonObject {
  const text = kube.flags.text('overrides');
  if (text === '') return object;
  const patch = parseYaml(text);
  if (!patch.ok || !isObject(patch.value))
    throw new CommandError(`Invalid JSON Patch: ${patch.ok ? 'not an object' : patch.error}`);
  return mergePatched(object, patch.value);
}

/** --expose: a Service in front of it. */
function* exposeIt(kube: Kube, name: string): Task {
  const { flags } = kube;
  const dryRun = dryRunOf(kube);
  const port = Number(flags.text('port'));
  const object: JsonObject = {
    kind: 'Service',
    apiVersion: 'v1',
    metadata: { name, ...(kube.namespaceGiven ? { namespace: kube.namespace } : {}) },
    spec: { ports: [{ protocol: 'TCP', port, targetPort: port }], selector: { run: name } },
    status: { loadBalancer: {} },
  };
  const services = present(resourceByKey('services'), 'services');
  const made: Json =
    dryRun === 'client'
      ? object
      : yield* kube.api.create(
          { resource: services, namespace: kube.namespace, name },
          withAt(object, ['metadata', 'namespace'], kube.namespace),
          writeOptions(kube, dryRun, flags.text('field-manager')),
        );
  if (flags.text('output') === 'yaml') kube.out('---\n');
  kube.out(structPrinter(kube, `created${dryRunSuffix(dryRun)}`)(made));
}

/** -i or --attach: waits for the container, attaches to it, and with --rm deletes the Pod. */
function* attachAndRemove(kube: Kube, made: Unstructured): Task<number> {
  const { flags } = kube;
  const { name, namespace = '' } = (made as unknown as Pod).metadata;
  const target = { resource: PODS, namespace, name };
  const live = yield* waitForContainer(
    kube,
    made,
    name,
    flags.durationUs('pod-running-timeout') || 60 * SECOND,
  );
  let exit = 0;
  try {
    const phase = live.status?.phase ?? '';
    if (phase === 'Succeeded' || phase === 'Failed') yield* logOf(kube, live);
    else yield* attachTo(kube, live, name, flags.bool('stdin'));
    const ended = (yield* kube.api.get(target)) as unknown as Pod;
    exit = ended.status?.containerStatuses?.[0]?.state?.terminated?.exitCode ?? 0;
  } finally {
    if (flags.bool('rm')) {
      yield* kube.api.delete(target);
      kube.out(`pod ${goQuote(name)} deleted from ${namespace} namespace\n`);
    }
  }
  if (exit !== 0 && flags.text('restart') === 'Never')
    throw new Exit(
      exit,
      `pod ${namespace}/${name} terminated (${live.status?.containerStatuses?.[0]?.state?.terminated?.reason ?? 'Error'})`,
    );
  return 0;
}

function* logOf(kube: Kube, { metadata }: Pod): Task {
  const { name, namespace = '' } = metadata;
  yield* openStream(
    kube,
    {
      verb: 'get',
      resource: 'pods',
      subresource: 'log',
      namespace,
      name,
      options: { params: { container: name } },
    },
    kube,
  );
}
