import type { CronJob } from '../../../../api/generated/types.ts';
import type { Json, JsonObject } from '../../../../base/json.ts';
import type { Task } from '../../../../engine/kernel/task.ts';
import { CommandError } from '../../errors.ts';
import type { Kube } from '../../kube.ts';
import { kindOf } from '../../object.ts';
import { resolveArguments } from '../../resource/arguments.ts';
import { allInfos } from '../../resource/visit.ts';
import { randomSuffix } from '../../../../api/random-name.ts';
import { commandWords, createMade, nameArgument } from './generator.ts';

/** `kubectl create deployment`. Models create_deployment.go (1.36). */
export function* createDeployment(kube: Kube): Task<number> {
  const { flags } = kube;
  const name = nameArgument(kube);
  const images = flags.list('image');
  const command = commandWords(kube);
  if (images.length > 1 && command.length > 0)
    throw new CommandError('cannot specify multiple --image options and command');
  const labels = { app: name };
  const port = flags.number('port');
  const containers = images.map((image, at) => ({
    name: containerName(kube, image),
    image,
    ...(command.length === 0 ? {} : { command }),
    ...(at === 0 && port >= 0 ? { ports: [{ containerPort: port }] } : {}),
    resources: {},
  }));
  return yield* createMade(kube, {
    refusal: 'failed to create deployment: ',
    object: {
      kind: 'Deployment',
      apiVersion: 'apps/v1',
      metadata: { name, labels },
      spec: {
        replicas: flags.number('replicas'),
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
        strategy: {},
      },
      status: {},
    },
  });
}

/** The last part of an image's name, without tag and digest; made unique when it had to be mended. */
function containerName(kube: Kube, image: string): string {
  const last = image.split('/').at(-1) ?? '';
  const base = last.includes(':') ? (last.split(':')[0] ?? '') : (last.split('@')[0] ?? '');
  if (!/[_.]/.test(base)) return base;
  return `${base.replace(/[_.]/g, '-')}-${randomSuffix(kube.kernel.random('kubectl'))}`;
}

/** `kubectl create job`. Models create_job.go. */
export function* createJob(kube: Kube): Task<number> {
  const { flags } = kube;
  const name = nameArgument(kube);
  const image = flags.text('image');
  const from = flags.text('from');
  const command = commandWords(kube);
  if ((image === '') === (from === '')) throw new CommandError('either --image or --from must be specified');
  if (command.length > 0 && from !== '') throw new CommandError('cannot specify --from and command');
  const object = from === '' ? jobObject(name, image, command) : yield* jobFrom(kube, name, from);
  return yield* createMade(kube, { object, refusal: 'failed to create job: ' });
}

function jobObject(name: string, image: string, command: readonly string[]): JsonObject {
  const container = { name, image, ...(command.length === 0 ? {} : { command }), resources: {} };
  return {
    kind: 'Job',
    apiVersion: 'batch/v1',
    metadata: { name },
    spec: { template: { metadata: {}, spec: { containers: [container], restartPolicy: 'Never' } } },
    status: {},
  };
}

function* jobFrom(kube: Kube, name: string, from: string): Task<JsonObject> {
  const [info, ...more] = yield* allInfos(kube, resolveArguments(kube, { args: [from] }), { latest: true });
  if (info === undefined || more.length > 0) throw new CommandError('from must be an existing cronjob');
  if (kindOf(info.object) !== 'CronJob')
    throw new CommandError(`unknown object type *v1.${kindOf(info.object)}`);
  const { metadata, spec } = info.object as unknown as CronJob;
  const template = spec?.jobTemplate;
  const labels = template?.metadata?.labels;
  return {
    kind: 'Job',
    apiVersion: 'batch/v1',
    metadata: {
      name,
      ...(labels === undefined ? {} : { labels }),
      annotations: { 'cronjob.kubernetes.io/instantiate': 'manual', ...template?.metadata?.annotations },
      ownerReferences: [
        {
          apiVersion: 'batch/v1',
          kind: 'CronJob',
          name: metadata.name ?? '',
          uid: metadata.uid ?? '',
          controller: true,
        },
      ],
    },
    spec: (template?.spec ?? {}) as unknown as Json,
    status: {},
  };
}

/** `kubectl create cronjob`. Models create_cronjob.go. */
export function* createCronJob(kube: Kube): Task<number> {
  const { flags } = kube;
  const name = nameArgument(kube);
  const command = commandWords(kube);
  const restartPolicy = flags.text('restart') === '' ? 'OnFailure' : flags.text('restart');
  const container = {
    name,
    image: flags.text('image'),
    ...(command.length === 0 ? {} : { command }),
    resources: {},
  };
  return yield* createMade(kube, {
    refusal: 'failed to create cronjob: ',
    object: {
      kind: 'CronJob',
      apiVersion: 'batch/v1',
      metadata: { name },
      spec: {
        schedule: flags.text('schedule'),
        jobTemplate: {
          metadata: { name },
          spec: { template: { metadata: {}, spec: { containers: [container], restartPolicy } } },
        },
      },
      status: {},
    },
  });
}
