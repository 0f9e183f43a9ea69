import { rareTools } from '../../rare/rare.ts';
import type { Kube } from '../kube.ts';
import { formatPrinter, noPrinter, outputOf } from '../printers/object-printer.ts';
import type { ObjectPrinter } from '../printers/printer.ts';
import { TablePrinter } from '../printers/table-printer.ts';
import type { Info } from '../resource/info.ts';

const FORMATS = [
  'custom-columns',
  'custom-columns-file',
  'go-template',
  'go-template-file',
  'json',
  'jsonpath',
  'jsonpath-as-json',
  'jsonpath-file',
  'kyaml',
  'name',
  'template',
  'templatefile',
  'wide',
  'yaml',
];

const isColumns = (kube: Kube): boolean => outputOf(kube).format.startsWith('custom-columns');

/** The printer of -o, for everything but tables. */
export function getPrinter(kube: Kube): ObjectPrinter {
  const printer = formatPrinter(kube) ?? (isColumns(kube) ? rareTools().columnsPrinter(kube) : undefined);
  if (printer === undefined) throw noPrinter(kube.flags.text('output'), FORMATS);
  return printer;
}

/** How a type's tables are printed. */
export function tablePrinter(
  kube: Kube,
  { resource }: Pick<Info, 'resource'>,
  withKind: boolean,
): TablePrinter {
  const { flags } = kube;
  return new TablePrinter({
    headers: !flags.bool('no-headers'),
    wide: outputOf(kube).format === 'wide',
    ...(withKind ? { kind: resource } : {}),
    withNamespace: flags.bool('all-namespaces') && resource.namespaced,
    labelColumns: flags.list('label-columns'),
    showLabels: flags.bool('show-labels'),
  });
}
