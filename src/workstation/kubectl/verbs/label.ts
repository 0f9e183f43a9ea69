import { goQuote } from '../../../api/go-text.ts';
import type { Labels } from '../../../api/label-selector.ts';
import { isLabelValue } from '../../../api/names.ts';
import { deepEqual } from '../../../base/deep.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError, ErrorList } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { type Unstructured, annotationsOf, labelsOf, withAt } from '../object.ts';
import { mergePatch } from '../patch/merge.ts';
import { objectPrinter } from '../printers/object-printer.ts';
import type { Info } from '../resource/info.ts';
import { visit } from '../resource/visit.ts';
import { wantedOf } from '../resource/wanted.ts';
import { type DryRun, dryRunOf, dryRunSuffix, writeOptions } from './dry-run.ts';
import { recorded } from './record.ts';
import { type Pairs, parsePairs, resourcesAndPairs } from './pairs.ts';

/** `kubectl label`. Models kubectl/pkg/cmd/label/label.go (1.36). */
export function* label(kube: Kube): Task<number> {
  const { resources, pairs } = resourcesAndPairs(kube.args, 'label');
  const changes = parseLabels(pairs);
  return yield* changeMany(kube, resources, changes, {
    noun: 'label',
    field: 'labels',
    files: 'pod',
    held: labelsOf,
    conflict: (object, { set }) => {
      const errors = conflicts(labelsOf(object), set).map(
        (text) => new CommandError(`${text}, and --overwrite is false`),
      );
      return errors.length === 0 ? undefined : errors.length === 1 ? errors[0] : new ErrorList(errors);
    },
    operation: labelOperation,
  });
}

/** `kubectl annotate`. Models kubectl/pkg/cmd/annotate/annotate.go (1.36). */
export function* annotate(kube: Kube): Task<number> {
  const { resources, pairs } = resourcesAndPairs(kube.args, 'annotation');
  const changes = parsePairs(pairs, 'annotation');
  const both = [...changes.set.keys()].filter((key) => changes.remove.includes(key));
  if (both.length > 0)
    throw new CommandError(
      `can not both modify and remove the following annotation(s) in the same command: ${both.join(', ')}`,
    );
  return yield* changeMany(kube, resources, changes, {
    noun: 'annotation',
    field: 'annotations',
    files: 'rsrc',
    held: annotationsOf,
    conflict: (object, { set }) => {
      const found = conflicts(annotationsOf(object), set);
      return found.length === 0
        ? undefined
        : new CommandError(
            `--overwrite is false but found the following declared annotation(s): ${found.join('; ')}`,
          );
    },
    operation: () => 'annotated',
  });
}

function parseLabels(words: readonly string[]): Pairs {
  const set = new Map<string, string>();
  const remove: string[] = [];
  for (const word of words) {
    const parts = word.split('=');
    if (parts.length > 2) throw new CommandError(`invalid label spec: ${word}`);
    const [key = '', value] = parts;
    if (value !== undefined) {
      const errors = isLabelValue(value);
      if (errors.length > 0)
        throw new CommandError(`invalid label value: ${goQuote(word)}: ${errors.join(';')}`);
      set.set(key, value);
    } else if (word.endsWith('-')) remove.push(word.slice(0, -1));
    else throw new CommandError(`unknown label spec: ${word}`);
  }
  for (const key of remove)
    if (set.has(key)) throw new CommandError('can not both modify and remove a label in the same command');
  return { set, remove };
}

function conflicts(held: Readonly<Record<string, string>>, set: ReadonlyMap<string, string>): string[] {
  return [...set].flatMap(([key, value]) => {
    const present = held[key];
    return present === undefined || present === value ? [] : [`'${key}' already has a value (${present})`];
  });
}

/** Models updateDataChangeMsg. */
function labelOperation(held: Labels, wanted: Labels): string {
  const set = Object.entries(wanted).some(([key, value]) => held[key] !== value);
  const removed = Object.keys(held).some((key) => wanted[key] === undefined);
  if (set) return removed ? 'modified' : 'labeled';
  return removed ? 'unlabeled' : 'not labeled';
}

interface Kind {
  readonly noun: 'label' | 'annotation';
  readonly field: 'labels' | 'annotations';
  /** What its words call a file. */
  readonly files: string;
  readonly held: (object: Unstructured) => Readonly<Record<string, string>>;
  readonly conflict: (object: Unstructured, pairs: Pairs) => CommandError | undefined;
  readonly operation: (held: Labels, wanted: Labels) => string;
}

function* changeMany(kube: Kube, resources: readonly string[], pairs: Pairs, kind: Kind): Task<number> {
  const { flags } = kube;
  const list = flags.bool('list');
  if (resources.length === 0 && flags.list('filename').length === 0)
    throw new CommandError(
      'one or more resources must be specified as <resource> <name> or <resource>/<name>',
    );
  if (flags.bool('all') && flags.text('selector') !== '')
    throw new CommandError('cannot set --all and --selector at the same time');
  if (flags.bool('all') && flags.text('field-selector') !== '')
    throw new CommandError('cannot set --all and --field-selector at the same time');
  if (flags.bool('local') && flags.list('filename').length === 0)
    throw new CommandError(
      `can only use local files by -f ${kind.files}.yaml or --filename=${kind.files}.json when --local=true is set`,
    );
  if (pairs.set.size === 0 && pairs.remove.length === 0 && !list)
    throw new CommandError(`at least one ${kind.noun} update is required`);
  if (list && flags.text('output') !== '')
    throw new CommandError('--list and --output may not be specified together');
  const dryRun = dryRunOf(kube);
  const wanted = wantedOf(kube, resources, { typeAlone: flags.bool('all') });
  const single = wanted.kind === 'names' && wanted.single;
  if (!single && flags.text('resource-version') !== '')
    throw new CommandError('--resource-version may only be used with a single resource');
  yield* visit(kube, wanted, { latest: !flags.bool('local') }, function* (info): Task {
    const changed = yield* changeOne(kube, info, { pairs, kind, dryRun });
    if (list) kube.out(listText(info, kind.held(changed.object), single));
    else kube.out(objectPrinter(kube, changed.operation + dryRunSuffix(dryRun))(changed.object));
  });
  return 0;
}

function listText({ resource, name }: Info, held: Readonly<Record<string, string>>, single: boolean): string {
  const indent = single ? '' : ' ';
  const head = single ? '' : `Listing labels for ${resource.kind}.${resource.group}/${name}:\n`;
  return (
    head +
    Object.keys(held)
      .sort()
      .map((key) => `${indent}${key}=${held[key]}\n`)
      .join('')
  );
}

interface Changed {
  readonly object: Unstructured;
  readonly operation: string;
}

interface Change {
  readonly pairs: Pairs;
  readonly kind: Kind;
  readonly dryRun: DryRun;
}

function* changeOne(kube: Kube, info: Info, { pairs, kind, dryRun }: Change): Task<Changed> {
  const { flags } = kube;
  const held = kind.held(info.object);
  const onServer = dryRun !== 'client' && !flags.bool('local') && !flags.bool('list');
  if (onServer && kind.noun === 'label') {
    for (const key of pairs.remove)
      if (held[key] === undefined) kube.out(`label ${goQuote(key)} not found.\n`);
  }
  const refused = flags.bool('overwrite') ? undefined : kind.conflict(info.object, pairs);
  if (refused !== undefined) throw refused;
  const wanted = changedMap(held, pairs);
  const version = flags.text('resource-version');
  const local = withAt(info.object, ['metadata', kind.field], wanted);
  const settled = version === '' ? local : withAt(local, ['metadata', 'resourceVersion'], version);
  const object = onServer ? recorded(kube, settled) : settled;
  const operation = kind.operation(held, wanted);
  if (!onServer || (kind.noun === 'label' && deepEqual(info.object, object))) return { object, operation };
  const body = mergePatch(info.object, object);
  return {
    object: yield* kube.api.patch(
      info,
      'merge',
      body,
      writeOptions(kube, dryRun, flags.text('field-manager')),
    ),
    operation,
  };
}

function changedMap(held: Readonly<Record<string, string>>, { set, remove }: Pairs): Record<string, string> {
  const wanted = { ...held };
  for (const [key, value] of set) wanted[key] = value;
  for (const key of remove) delete wanted[key];
  return wanted;
}
