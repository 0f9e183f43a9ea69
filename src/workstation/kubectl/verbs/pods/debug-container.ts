import type { Container, EnvVar } from '../../../../api/generated/types.ts';
import { mergeMapping } from '../../../../api/patch/strategic.ts';
import { structSchema } from '../../../../api/schema.ts';
import { randomSuffix } from '../../../../api/random-name.ts';
import { parseYaml } from '../../../../api/yaml/documents.ts';
import { type JsonObject, isObject } from '../../../../base/json.ts';
import { CommandError } from '../../errors.ts';
import type { Flags } from '../../grammar/parse.ts';
import type { Kube } from '../../kube.ts';

/** A container with what the file that --custom names puts over it. */
export type CustomProfile = (container: Container) => Container;

/** The name that was asked for, or one of kubectl's making. */
export function containerName(kube: Kube): string {
  const asked = kube.flags.text('container');
  if (asked !== '') return asked;
  const name = `debugger-${randomSuffix(kube.kernel.random('kubectl'))}`;
  if (!kube.flags.bool('quiet')) kube.out(`Defaulting debug container name to ${name}.\n`);
  return name;
}

/** A flag's `key=value`s. */
export function pairsOf(flags: Flags, name: string): readonly (readonly [key: string, value: string])[] {
  return flags.list(name).map((pair) => {
    const equals = pair.indexOf('=');
    return [pair.slice(0, equals), pair.slice(equals + 1)] as const;
  });
}

/** What --env sets. */
export function envOf(flags: Flags): readonly EnvVar[] {
  return pairsOf(flags, 'env').map(([name, value]) => ({ name, value }));
}

export type PullPolicy = NonNullable<Container['imagePullPolicy']>;

/** A debugging container as the flags describe it. */
export function containerOf(kube: Kube, name: string, command: readonly string[]): Container {
  const { flags } = kube;
  const env = envOf(flags);
  const policy = flags.text('image-pull-policy') as PullPolicy | '';
  return {
    name,
    ...(command.length === 0 ? {} : flags.bool('arguments-only') ? { args: command } : { command }),
    ...(env.length === 0 ? {} : { env }),
    image: flags.text('image'),
    ...(policy === '' ? {} : { imagePullPolicy: policy }),
    ...(flags.bool('stdin') ? { stdin: true } : {}),
    terminationMessagePolicy: 'File',
    ...(flags.bool('tty') ? { tty: true } : {}),
    resources: {},
  };
}

/** What a profile of one's own may not say. */
const NOT_MODIFIABLE = ['name', 'command', 'image', 'lifecycle', 'volumeDevices'];

/** Reads --custom. Models DebugOptions.Complete, Validate and applyCustomProfile. */
export function customProfile(kube: Kube): CustomProfile {
  const file = kube.flags.text('custom');
  if (file === '') return (container) => container;
  const read = kube.files.read(file);
  if (!read.ok)
    throw new CommandError(
      `must pass a container spec json file for custom profile: ${read.error === 'missing' ? `open ${file}: no such file or directory` : `read ${file}: is a directory`}`,
    );
  const parsed = parseYaml(read.value);
  const invalid = (why: string): CommandError =>
    new CommandError(`${file} does not contain a valid container spec: ${why}`);
  if (!parsed.ok) throw invalid(parsed.error);
  const over = parsed.value;
  if (!isObject(over))
    throw invalid(
      `error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${Array.isArray(over) ? 'array' : typeof over} into Go value of type v1.Container`,
    );
  if (NOT_MODIFIABLE.some((field) => over[field] !== undefined && over[field] !== ''))
    throw new CommandError(
      'name, command, image, lifecycle and volume devices are not modifiable via custom profile',
    );
  return (container) => merged(container, over);
}

function merged(container: Container, over: JsonObject): Container {
  const found = mergeMapping(container as unknown as JsonObject, over, structSchema('Container'));
  if (!found.ok) throw new CommandError(found.error.message);
  return found.value as unknown as Container;
}
