import type { Task } from '../../../engine/kernel/task.ts';
import { humanDuration } from '../../../api/duration.ts';
import { parseTime } from '../../../api/time.ts';
import { rareTools } from '../../rare/rare.ts';
import { CommandError, ErrorList, asCommandError, throwAll } from '../errors.ts';
import { type Kube, misused } from '../kube.ts';
import { type Unstructured, metaOf, nameOf } from '../object.ts';
import { rawRequest } from './raw.ts';
import { outputOf } from '../printers/object-printer.ts';
import type { Sorter } from '../printers/sort.ts';
import type { Table, TablePrinter } from '../printers/table-printer.ts';
import { type Wanted, resolveArguments } from '../resource/arguments.ts';
import type { Info } from '../resource/info.ts';
import { collect } from '../resource/visit.ts';
import { getPrinter, tablePrinter } from './get-printers.ts';
import { watchObjects } from './get-watch.ts';

/** `kubectl get`. Models kubectl/pkg/cmd/get/get.go GetOptions.Run (1.36). */
export function* get(kube: Kube): Task<number> {
  const { flags } = kube;
  if (flags.text('raw') !== '') return yield* rawRequest(kube, 'get');
  checkFlags(kube);
  const wanted = wantedOf(kube);
  if (flags.bool('watch') || flags.bool('watch-only')) return yield* watchObjects(kube, wanted);
  const sort = flags.changed('sort-by') ? rareTools().sorterOf(flags.text('sort-by')) : undefined;
  const { output, format } = outputOf(kube);
  if (format === '' || output.toLowerCase() === 'wide') yield* printTables(kube, wanted, sort);
  else yield* printObjects(kube, wanted, sort);
  return 0;
}

function checkFlags(kube: Kube): void {
  const { flags, args } = kube;
  if (args.length === 0 && flags.list('filename').length === 0) {
    kube.err(
      'You must specify the type of resource to get. Use "kubectl api-resources" for a complete list of supported resources.\n\n',
    );
    throw misused(
      kube,
      'Required resource not specified.\nUse "kubectl explain <resource>" for a detailed description of that resource (e.g. kubectl explain pods).',
    );
  }
  const { format } = outputOf(kube);
  if (flags.bool('show-labels') && format !== '' && format !== 'wide')
    throw new CommandError(`--show-labels option cannot be used with ${flags.text('output')} printer`);
  if (flags.bool('output-watch-events') && !flags.bool('watch') && !flags.bool('watch-only')) {
    throw new CommandError('--output-watch-events option can only be used with --watch or --watch-only');
  }
}

function wantedOf(kube: Kube): Wanted {
  const { flags } = kube;
  return resolveArguments(kube, {
    args: kube.args,
    allNamespaces: flags.bool('all-namespaces'),
    labelSelector: flags.text('selector'),
    fieldSelector: flags.text('field-selector'),
    typeAlone: true,
    filenames: flags.list('filename'),
    recursive: flags.bool('recursive'),
    singleType: flags.bool('watch') || flags.bool('watch-only'),
    subresource: flags.text('subresource'),
  });
}

function* printObjects(kube: Kube, wanted: Wanted, sort: Sorter | undefined): Task {
  const { infos, errors } = yield* collect(kube, wanted, { latest: true, ...fetching(kube) });
  const single =
    wanted.kind === 'names' ? wanted.single : wanted.kind === 'files' && wanted.entries.length === 1;
  if (single && errors.length > 0) throwAll(errors);
  const ignored = kube.flags.bool('ignore-not-found');
  if (infos.length > 0 || !ignored) {
    // Only now the output's format is looked at.
    const printer = getPrinter(kube);
    const one = single && infos.length === 1 ? infos[0]?.object : undefined;
    try {
      kube.out(printer(one ?? listOf(infos, sort)));
    } catch (error) {
      errors.push(asCommandError(error));
    }
  }
  throwAll(errors);
}

function fetching(kube: Kube): {
  readonly subresource?: string;
  readonly chunk: number;
  readonly ignoreNotFound: boolean;
} {
  const { flags } = kube;
  const subresource = flags.text('subresource');
  return {
    ...(subresource === '' ? {} : { subresource }),
    chunk: flags.number('chunk-size'),
    ignoreNotFound: flags.bool('ignore-not-found'),
  };
}

/** Objects as the List kubectl makes of them. */
export function listOf(infos: readonly Info[], sort?: Sorter): Unstructured {
  const objects = infos.map(({ object }) => object);
  const items = sort === undefined ? objects : sort.objects(objects);
  return { apiVersion: 'v1', items: items, kind: 'List', metadata: { resourceVersion: '' } };
}

/** Tables of several types or names are themselves what is sorted, before their rows are. */
function* printTables(kube: Kube, wanted: Wanted, sort: Sorter | undefined): Task {
  const params = sort === undefined ? {} : { params: { includeObject: 'Object' } };
  const { infos, errors } = kube.flags.bool('server-print')
    ? yield* collect(kube, wanted, { asTable: true, latest: true, ...params, ...fetching(kube) })
    : yield* collectPlain(kube, wanted);
  if (sort !== undefined && infos.length > 1) listOf(infos, sort);
  const text = tablesText(kube, infos, sort);
  kube.out(text);
  if (text === '' && !kube.flags.bool('ignore-not-found') && errors.length === 0) {
    const namespaced =
      !kube.flags.bool('all-namespaces') && infos.every(({ resource }) => resource.namespaced);
    kube.err(namespaced ? `No resources found in ${kube.namespace} namespace.\n` : 'No resources found\n');
  }
  if (errors.length > 0) throw errors.length === 1 ? (errors[0] as CommandError) : new ErrorList(errors);
}

/** --server-print=false: name and age, which is what kubectl alone knows of an object. */
function* collectPlain(
  kube: Kube,
  wanted: Wanted,
): Task<{ readonly infos: Info[]; readonly errors: CommandError[] }> {
  const { infos, errors } = yield* collect(kube, wanted, { latest: true, ...fetching(kube) });
  const nowUs = kube.kernel.unixUs();
  return { infos: infos.map((info) => ({ ...info, object: plainTable(info.object, nowUs) })), errors };
}

function plainTable(object: Unstructured, nowUs: number): Unstructured {
  const made = parseTime(String(metaOf(object)['creationTimestamp'] ?? ''));
  const age = made === undefined ? '<unknown>' : humanDuration(nowUs - made);
  return {
    columnDefinitions: [
      { name: 'Name', type: 'string' },
      { name: 'Age', type: 'string' },
    ],
    rows: [{ cells: [nameOf(object), age], object }],
  };
}

/** Some answers of the server have no table: theirs is made here. Models tablegenerator's default handler. */
export function tableIn(object: Unstructured, nowUs: number): Table {
  return (object['columnDefinitions'] === undefined ? plainTable(object, nowUs) : object) as unknown as Table;
}

/** The tables of all types, apart by blank lines. */
function tablesText(kube: Kube, infos: readonly Info[], sort: Sorter | undefined): string {
  const headers = !kube.flags.bool('no-headers');
  const withKind =
    new Set(infos.map(({ resource }) => resource.key)).size > 1 || kube.flags.bool('show-kind');
  let text = '';
  let printer: TablePrinter | undefined;
  let last: string | undefined;
  const flush = (): void => {
    const more = printer?.flush() ?? '';
    if (more !== '') text += (text !== '' && headers ? '\n' : '') + more;
  };
  for (const info of infos) {
    if (info.resource.key !== last) {
      flush();
      printer = tablePrinter(kube, info, withKind);
      last = info.resource.key;
    }
    const table = tableIn(info.object, kube.kernel.unixUs());
    const sorted = sort === undefined ? table : sort.table(table);
    if (sorted !== undefined) printer?.add(sorted);
  }
  flush();
  return text;
}
