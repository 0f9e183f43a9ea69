import { resourceByKind } from '../../../../api/resources.ts';
import { present } from '../../../../base/assert.ts';
import type { Json, JsonObject } from '../../../../base/json.ts';
import type { Task } from '../../../../engine/kernel/task.ts';
import { ApiFailure, CommandError } from '../../errors.ts';
import { type Kube, misused } from '../../kube.ts';
import { type Unstructured, apiVersionOf, kindOf, nameOf, withAt } from '../../object.ts';
import { structPrinter } from '../../printers/object-printer.ts';
import { dryRunOf, dryRunSuffix, writeOptions } from '../dry-run.ts';
import { withStructApplied } from './file.ts';

export interface Made {
  /** In the order of its Go struct. */
  readonly object: JsonObject;
  /** What stands before the server's refusal; with none, the refusal reads as the server gave it. */
  readonly refusal?: string;
}

/** Creates an object made from flags, or prints it. Models what every `kubectl create KIND` ends with (1.36). */
export function* createMade(kube: Kube, { object, refusal }: Made): Task<number> {
  const dryRun = dryRunOf(kube);
  const resource = present(resourceByKind(apiVersionOf(object), kindOf(object)), kindOf(object));
  const placed = resource.namespaced && kube.namespaceGiven ? withNamespace(object, kube.namespace) : object;
  const wanted: Unstructured =
    kube.flags.has('save-config') && kube.flags.bool('save-config') ? withStructApplied(placed) : placed;
  const print = structPrinter(kube, `created${dryRunSuffix(dryRun)}`);
  if (dryRun === 'client') {
    kube.out(print(wanted));
    return 0;
  }
  const target = { resource, namespace: kube.namespace, name: nameOf(wanted) };
  const body = resource.namespaced ? withAt(wanted, ['metadata', 'namespace'], kube.namespace) : wanted;
  try {
    kube.out(
      print(
        yield* kube.api.create(target, body, writeOptions(kube, dryRun, kube.flags.text('field-manager'))),
      ),
    );
  } catch (error) {
    if (refusal !== undefined && error instanceof ApiFailure && error.error.kind === 'Status')
      throw new CommandError(refusal + error.message);
    throw error;
  }
  return 0;
}

function withNamespace(object: JsonObject, namespace: string): JsonObject {
  const { name, ...rest } = object['metadata'] as {
    readonly name?: string;
    readonly [key: string]: Json | undefined;
  };
  return { ...object, metadata: { name: name ?? '', namespace, ...rest } };
}

/** The one NAME argument. Models NameFromCommandArgs: what stands behind `--` does not count. */
export function nameArgument(kube: Kube): string {
  const before = kube.dashAt ?? kube.args.length;
  if (before !== 1 || kube.args[0] === undefined)
    throw misused(kube, `exactly one NAME is required, got ${before}`);
  return kube.args[0];
}

/** What stands behind the name: a container's command. */
export function commandWords(kube: Kube): readonly string[] {
  return kube.args.slice(1);
}
