import type { KubeObject } from '../../api/object.ts';
import type { Kind, TableCell, TableColumn } from './kinds/kind.ts';
import type { RequestContext } from './request/context.ts';

/** metav1.Table: what kubectl get prints. */
export interface Table {
  readonly apiVersion: 'meta.k8s.io/v1';
  readonly kind: 'Table';
  readonly metadata: { readonly resourceVersion?: string };
  readonly columnDefinitions: readonly (TableColumn & {
    readonly format: string;
    readonly description: string;
  })[];
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  readonly cells: readonly TableCell[];
  /** PartialObjectMetadata of the object, or all of it (`includeObject=Object`). */
  readonly object: KubeObject;
}

const FALLBACK: readonly TableColumn[] = [
  { name: 'Name', type: 'string', format: 'name', priority: 0 },
  { name: 'Created At', type: 'date', priority: 0 },
];

/** How objects become rows. */
export interface Rows {
  readonly columns: readonly TableColumn[];
  cells(object: KubeObject, nowUs: number): readonly TableCell[];
}

/** The objects as the kind's rows. Models pkg/printers/internalversion and handlers/response.go asTable (1.36). */
export function tableOf(rc: RequestContext, objects: readonly KubeObject[], resourceVersion?: string): Table {
  const { kind } = rc;
  const rows = {
    columns: kind.tableColumns ?? FALLBACK,
    cells: (object: KubeObject, nowUs: number) => cellsOf(kind, object, nowUs),
  };
  return tableWith(rc, rows, objects, resourceVersion);
}

/** The objects as rows of another shape than the kind's: what a subresource answers. */
export function tableWith(
  rc: RequestContext,
  { columns, cells }: Rows,
  objects: readonly KubeObject[],
  resourceVersion?: string,
): Table {
  const nowUs = rc.server.kernel.unixUs();
  const whole = rc.options.params?.['includeObject'] === 'Object';
  return {
    apiVersion: 'meta.k8s.io/v1',
    kind: 'Table',
    metadata: resourceVersion === undefined ? {} : { resourceVersion },
    columnDefinitions: columns.map((column) => ({ format: '', description: '', ...column })),
    rows: objects.map((object) => ({
      cells: cells(object, nowUs),
      object: whole ? object : partial(object),
    })),
  };
}

function cellsOf(kind: Kind, object: KubeObject, nowUs: number): readonly TableCell[] {
  if (kind.row !== undefined) return kind.row(object, { nowUs, wide: true });
  return [object.metadata?.name ?? '', object.metadata?.creationTimestamp ?? ''];
}

function partial({ metadata }: KubeObject): KubeObject {
  return {
    apiVersion: 'meta.k8s.io/v1',
    kind: 'PartialObjectMetadata',
    ...(metadata === undefined ? {} : { metadata }),
  };
}
