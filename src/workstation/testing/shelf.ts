import { fieldsMatch, parseFieldSelector } from '../../api/field-selector.ts';
import { parseLabelSelector, selectorMatches } from '../../api/label-selector.ts';
import { resourceByKind } from '../../api/resources.ts';
import type { KubeObject } from '../../api/object.ts';
import { err, ok } from '../../base/result.ts';
import { KINDS } from '../../engine/apiserver/kinds/index.ts';
import { tableOf } from '../../engine/apiserver/table.ts';
import type { Kernel } from '../../engine/kernel/kernel.ts';
import type { ApiRequest, Transport } from '../../engine/machinery/client.ts';

type Fielded = KubeObject & { readonly [part: string]: unknown };

/** A wire with fixed objects at its end, read as the API server would let them be read. For tests. */
export function shelfTransport(kernel: Kernel, objects: readonly KubeObject[]): Transport {
  return {
    // eslint-disable-next-line require-yield
    *request(_identity, request) {
      const found = objects.filter((object) => isWanted(object, request));
      if (request.verb === 'list')
        return ok({ code: 200, body: answer(kernel, request, found), warnings: [] });
      const [object] = found;
      if (object === undefined) {
        const message = `${request.resource} "${request.name}" not found`;
        return err({
          kind: 'Status',
          message,
          reason: 'NotFound',
          code: 404,
          details: { name: request.name },
        });
      }
      return ok({
        code: 200,
        body: request.options?.asTable === true ? answer(kernel, request, found) : object,
        warnings: [],
      });
    },
    watch: () => {
      throw new Error('nothing changes on a shelf');
    },
  };
}

function answer(
  kernel: Kernel,
  { resource, options = {} }: ApiRequest,
  items: readonly KubeObject[],
): unknown {
  const kind = KINDS.get(resource);
  if (options.asTable === true) return tableOf({ kind, options, server: { kernel } } as never, items, '1');
  return {
    apiVersion: kind?.apiVersion,
    kind: `${kind?.kind}List`,
    metadata: { resourceVersion: '1' },
    items,
  };
}

function isWanted(object: KubeObject, { resource, namespace, name, options = {} }: ApiRequest): boolean {
  const { metadata = {} } = object;
  if (resourceByKind(object.apiVersion ?? '', object.kind ?? '')?.key !== resource) return false;
  if (name !== '' && metadata.name !== name) return false;
  if (namespace !== '' && metadata.namespace !== undefined && metadata.namespace !== namespace) return false;
  const fields = parseFieldSelector(options.fieldSelector ?? '');
  if (fields.ok && !fieldsMatch(fields.value, (field) => fieldOf(object as Fielded, field))) return false;
  const labels = parseLabelSelector(options.labelSelector ?? '');
  return labels.ok && selectorMatches(labels.value, metadata.labels ?? {});
}

function fieldOf(object: Fielded, field: string): string {
  let at: unknown = object;
  for (const part of field.split('.')) at = (at as Fielded | undefined)?.[part];
  return typeof at === 'string' ? at : '';
}
