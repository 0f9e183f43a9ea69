import type { Task } from '../../../../engine/kernel/task.ts';
import { CommandError, asCommandError, throwAll } from '../../errors.ts';
import type { Kube } from '../../kube.ts';
import { type Unstructured, apiVersionOf, kindOf } from '../../object.ts';
import { shapeOfKind } from '../../patch/shape.ts';
import { twoWayMergePatch } from '../../patch/three-way.ts';
import { readPrinter } from '../../printers/object-printer.ts';
import type { Info } from '../../resource/info.ts';
import { allInfos } from '../../resource/visit.ts';
import { wantedOf } from '../../resource/wanted.ts';
import { dryRunOf, dryRunSuffix, writeOptions } from '../dry-run.ts';
import { recorded } from '../record.ts';

export interface Setting {
  readonly resources: readonly string[];
  /** `image updated`. */
  readonly operation: string;
  /** What stands before the server's refusal: `failed to patch image update to pod template: `. */
  readonly refusal: string;
  /** What is refused once the objects are had. */
  readonly check?: () => void;
  /** Whether objects that do not change are sent and told of too. */
  readonly always?: boolean;
  /** Whether --local passes over the names on the line; the others refuse them. */
  readonly localDropsNames?: boolean;
  /** Whether refusals of `change` name the object: `deployments/web …`. */
  readonly named?: boolean;
  /** The changed object; errors that keep the others from being changed are thrown. */
  readonly change: (info: Info, problem: (error: CommandError) => void) => Unstructured;
}

/** Models resource.LocalResourceError. */
const LOCAL_NEEDS_FILES =
  "you must specify resources by --filename when --local is set.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'";

/** Changes objects one after the other, each by a patch of what differs. Models set.CalculatePatches and its users (1.36). */
export function* applySetting(kube: Kube, setting: Setting): Task<number> {
  const { flags } = kube;
  const { resources, operation, refusal } = setting;
  const dryRun = dryRunOf(kube);
  const local = flags.bool('local');
  if (local && resources.length > 0 && setting.localDropsNames !== true)
    throw new CommandError(LOCAL_NEEDS_FILES);
  const infos = yield* allInfos(
    kube,
    wantedOf(kube, local ? [] : resources, { typeAlone: flags.bool('all') }),
    {
      latest: !local,
    },
  );
  setting.check?.();
  const errors: CommandError[] = [];
  const print = readPrinter(kube, operation + dryRunSuffix(dryRun));
  for (const info of infos) {
    try {
      const wanted = recorded(
        kube,
        changed(info, setting, local, (error) => errors.push(error)),
      );
      const patch = twoWayMergePatch(
        info.object,
        wanted,
        shapeOfKind(apiVersionOf(info.object), kindOf(info.object)),
      );
      if (Object.keys(patch).length === 0 && setting.always !== true) continue;
      if (local || dryRun === 'client') {
        kube.out(print(wanted));
        continue;
      }
      const options = writeOptions(kube, dryRun, flags.text('field-manager'));
      kube.out(print(yield* sent(kube, { info, patch, refusal }, options)));
    } catch (error) {
      errors.push(asCommandError(error));
    }
  }
  throwAll(errors);
  return 0;
}

function changed(
  info: Info,
  setting: Setting,
  local: boolean,
  problem: (error: CommandError) => void,
): Unstructured {
  try {
    return setting.change(info, problem);
  } catch (error) {
    const own = asCommandError(error);
    if (setting.named !== true || own.message.startsWith('error: ')) throw own;
    throw new CommandError(`error: ${objectName(info, local)} ${own.message}\n`);
  }
}

/** An object as it is named in errors: without the server by its kind, where upstream ends the line behind a group. Models resource.Info.ObjectName. */
function objectName({ name, resource: { resource, group, kind } }: Info, local: boolean): string {
  if (!local) return `${resource}/${name}`;
  return group === '' ? `${kind.toLowerCase()}/${name}` : `${kind.toLowerCase()}.${group}/${name}\n`;
}

interface Sending {
  readonly info: Info;
  readonly patch: ReturnType<typeof twoWayMergePatch>;
  readonly refusal: string;
}

function* sent(
  kube: Kube,
  { info, patch, refusal }: Sending,
  options: ReturnType<typeof writeOptions>,
): Task<Unstructured> {
  try {
    return yield* kube.api.patch(info, 'strategic', patch, options);
  } catch (error) {
    if (refusal === '') throw error;
    throw new CommandError(refusal + asCommandError(error).message);
  }
}
