import { isLabelValue, isQualifiedName } from '../../../api/names.ts';
import type { Json } from '../../../base/json.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError, throwAll } from '../errors.ts';
import { type Kube, misused } from '../kube.ts';
import { type Unstructured, at, nameOf, withAt } from '../object.ts';
import { shapeOfKind } from '../patch/shape.ts';
import { twoWayMergePatch } from '../patch/three-way.ts';
import { objectPrinter } from '../printers/object-printer.ts';
import { visit } from '../resource/visit.ts';
import { wantedOf } from '../resource/wanted.ts';
import { dryRunOf, writeOptions } from './dry-run.ts';

interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect?: string;
  readonly timeAdded?: string;
}

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** `kubectl taint`. Models kubectl/pkg/cmd/taint/taint.go and utils.go (1.36). */
export function* taint(kube: Kube): Task<number> {
  const { flags } = kube;
  if (kube.args.length === 0)
    throw new CommandError('one or more resources must be specified as <resource> <name>');
  const { resources, words } = split(kube.args);
  const { add, remove } = parseTaints(kube, words);
  checkArguments(kube, resources, { add, remove });
  const dryRun = dryRunOf(kube);
  const wanted = wantedOf(kube, resources, { typeAlone: flags.bool('all') });
  yield* visit(kube, wanted, { latest: true }, function* (info): Task {
    const { taints, operation } = changed(info.object, { add, remove }, flags.bool('overwrite'));
    const object = withAt(
      info.object,
      ['spec', 'taints'],
      taints.length === 0 ? undefined : (taints as unknown as Json),
    );
    // The operation is told last, over the dry run's words.
    const print = objectPrinter(kube, operation);
    if (dryRun === 'client') {
      kube.out(print(object));
      return;
    }
    const body = twoWayMergePatch(info.object, object, shapeOfKind('v1', 'Node'));
    kube.out(
      print(
        yield* kube.api.patch(
          info,
          'strategic',
          body,
          writeOptions(kube, dryRun, flags.text('field-manager')),
        ),
      ),
    );
  });
  return 0;
}

function split(args: readonly string[]): {
  readonly resources: readonly string[];
  readonly words: readonly string[];
} {
  const resources: string[] = [];
  const words: string[] = [];
  for (const word of args) {
    if (/[=:]|-$/.test(word) && (words.length > 0 || resources.length > 0 || /[=:]/.test(word)))
      words.push(word);
    else if (words.length === 0) resources.push(word);
    else throw new CommandError(`all resources must be specified before taint changes: ${word}`);
  }
  return { resources, words };
}

interface Changes {
  readonly add: readonly Taint[];
  readonly remove: readonly Taint[];
}

function parseTaints(kube: Kube, words: readonly string[]): Changes {
  const add: Taint[] = [];
  const remove: Taint[] = [];
  for (const word of words) {
    if (word.endsWith('-')) remove.push(withoutValue(parseTaint(kube, word.slice(0, -1))));
    else {
      const taint = parseTaint(kube, word);
      if (taint.effect === undefined) throw misused(kube, `invalid taint spec: ${word}`);
      if (add.some((other) => other.key === taint.key && other.effect === taint.effect)) {
        throw misused(
          kube,
          `duplicated taints with the same key and effect: {${taint.key} ${taint.value ?? ''} ${taint.effect} <nil>}`,
        );
      }
      add.push(taint);
    }
  }
  return { add, remove };
}

const withoutValue = ({ key, effect }: Taint): Taint => ({
  key,
  ...(effect === undefined ? {} : { effect }),
});

function parseTaint(kube: Kube, word: string): Taint {
  const [left = '', effect, ...rest] = word.split(':');
  if (rest.length > 0) throw misused(kube, `invalid taint spec: ${word}`);
  if (effect === undefined) return { key: checkedKey(kube, left, word) };
  if (!EFFECTS.includes(effect))
    throw misused(kube, `invalid taint effect: ${effect}, unsupported taint effect`);
  const [key = '', value, ...more] = left.split('=');
  if (more.length > 0) throw misused(kube, `invalid taint spec: ${word}`);
  const errors = value === undefined ? [] : isLabelValue(value);
  if (errors.length > 0) throw misused(kube, `invalid taint spec: ${word}, ${errors.join('; ')}`);
  return {
    key: checkedKey(kube, key, word),
    ...(value === undefined || value === '' ? {} : { value }),
    effect,
  };
}

function checkedKey(kube: Kube, key: string, word: string): string {
  const errors = isQualifiedName(key);
  if (errors.length > 0) throw misused(kube, `invalid taint spec: ${word}, ${errors.join('; ')}`);
  return key;
}

function checkArguments(kube: Kube, resources: readonly string[], { add, remove }: Changes): void {
  const { flags } = kube;
  const type = (resources[0] ?? '').toLowerCase();
  if (add.length === 0 && remove.length === 0)
    throw new CommandError('at least one taint update is required');
  if (type !== 'node' && type !== 'nodes' && type !== 'no' && !type.startsWith('node')) {
    throw new CommandError(`invalid resource type ${resources[0] ?? ''}, only node types are supported`);
  }
  const clash = add.flatMap((taint) =>
    remove
      .filter(
        (other) => other.key === taint.key && (other.effect === undefined || other.effect === taint.effect),
      )
      .map((other) => `${other.key}=${other.effect ?? ''}`),
  );
  if (clash.length > 0)
    throw new CommandError(
      `can not both modify and remove the following taint(s) in the same command: ${clash.join(', ')}`,
    );
  const selector = flags.text('selector');
  if (flags.bool('all') && selector !== '')
    throw new CommandError("setting 'all' parameter with a non empty selector is prohibited");
  if (!flags.bool('all') && selector === '' && resources.length < 2 && !type.includes('/')) {
    throw new CommandError("at least one resource name must be specified since 'all' parameter is not set");
  }
}

function changed(
  node: Unstructured,
  { add, remove }: Changes,
  overwrite: boolean,
): { readonly taints: readonly Taint[]; readonly operation: string } {
  const old = (at(node, 'spec', 'taints') ?? []) as unknown as readonly Taint[];
  const matches = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect;
  if (!overwrite) {
    const there = add.filter((taint) => old.some((other) => matches(other, taint)));
    if (there.length > 0) {
      throw new CommandError(
        `node ${nameOf(node)} already has ${there.map(({ key }) => key).join(',')} taint(s) with same effect(s) and --overwrite is false`,
      );
    }
  }
  let taints = [...add, ...old.filter((taint) => !add.some((other) => matches(other, taint)))];
  const added = old.length !== taints.length;
  const errors: CommandError[] = [];
  let deleted = false;
  for (const gone of remove) {
    const kept = taints.filter(
      (taint) => taint.key !== gone.key || (gone.effect !== undefined && taint.effect !== gone.effect),
    );
    if (kept.length === taints.length) errors.push(new CommandError(`taint "${taintText(gone)}" not found`));
    else deleted = true;
    taints = kept;
  }
  throwAll(errors);
  return {
    taints,
    operation: (added && deleted) || overwrite ? 'modified' : added ? 'tainted' : 'untainted',
  };
}

/** Models Taint.ToString. */
function taintText({ key, value = '', effect = '' }: Taint): string {
  if (effect === '') return value === '' ? key : `${key}=${value}:`;
  return value === '' ? `${key}:${effect}` : `${key}=${value}:${effect}`;
}
