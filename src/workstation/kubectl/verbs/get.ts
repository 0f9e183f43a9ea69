import type { Task } from '../../../engine/kernel/task.ts';
import type { Json } from '../../../base/json.ts';
import type { Kube } from '../kube.ts';
import { TABLE_STYLE, layOut } from '../printers/tabwriter.ts';
import { objectPrinter } from '../printers/object-printer.ts';
import { mappingFor, splitTypes } from '../resource/mapper.ts';
import { getInfo } from '../resource/get-info.ts';

interface Table {
  readonly columnDefinitions: readonly { readonly name: string; readonly priority: number }[];
  readonly rows: readonly { readonly cells: readonly Json[] }[];
}

/** `kubectl get`. */
export function* get(kube: Kube): Task<number> {
  const [types = '', ...names] = kube.args;
  for (const word of splitTypes(types)) {
    const resource = mappingFor(word);
    const output = kube.flags.text('output');
    const asTable = output === '' || output === 'wide';
    const namespace = resource.namespaced && !kube.flags.bool('all-namespaces') ? kube.namespace : '';
    if (names.length === 0) {
      const list = yield* kube.api.list(resource, namespace, { asTable, labelSelector: kube.flags.text('selector') });
      if (asTable) kube.out(tableText(list as unknown as Table, output === 'wide'));
      else kube.out(objectPrinter(kube, '')({ apiVersion: 'v1', items: list.items, kind: 'List', metadata: { resourceVersion: '' } }));
    }
    for (const name of names) {
      const object = yield* getInfo(kube, { resource, namespace, name }, { asTable });
      if (asTable) kube.out(tableText(object as unknown as Table, output === 'wide'));
      else kube.out(objectPrinter(kube, '')(object));
    }
  }
  return 0;
}

function tableText({ columnDefinitions, rows }: Table, wide: boolean): string {
  const shown = columnDefinitions.flatMap(({ priority }, at) => (wide || priority === 0 ? [at] : []));
  const lines = [shown.map((at) => columnDefinitions[at]?.name.toUpperCase() ?? ''), ...rows.map(({ cells }) => shown.map((at) => String(cells[at] ?? '')))];
  return rows.length === 0 ? '' : layOut(`${lines.map((cells) => cells.join('\t')).join('\n')}\n`, TABLE_STYLE);
}
