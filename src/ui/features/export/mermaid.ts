import type { TraceRecord } from '../../../trace/record.ts';

/** Renderers refuse more than this, and nobody reads it. */
const MOST = 200;
const API = 'kube-apiserver';

interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Mermaid's arrow: a request, an answer or event, something lost. */
  readonly line: '->>' | '-->>' | '-x';
  readonly text: string;
}

/** What a record is between two participants; nothing when it stays within one. */
function arrowOf(record: TraceRecord): Arrow | undefined {
  switch (record.kind) {
    case 'request.send': {
      const { verb, resource, subresource, name } = record.data;
      const path = [resource, name, subresource].filter((part) => part !== undefined && part !== '');
      return { from: record.actor, to: API, line: '->>', text: `${verb} ${path.join('/')}` };
    }
    case 'request.done':
      return record.data.code < 400
        ? undefined
        : { from: API, to: API, line: '-x', text: `${record.data.code} ${record.data.reason ?? ''}` };
    case 'object.put':
      return {
        from: API,
        to: 'etcd',
        line: '->>',
        text: `${record.data.resource}/${record.data.name} rev ${record.data.rev}`,
      };
    case 'object.delete':
      return {
        from: API,
        to: 'etcd',
        line: '->>',
        text: `delete ${record.data.resource}/${record.data.name}`,
      };
    case 'watch.deliver':
      return {
        from: API,
        to: record.data.client,
        line: '-->>',
        text: `${record.data.type} ${record.data.resource}/${record.data.name}`,
      };
    case 'cri.call':
      return {
        from: record.actor,
        to: `containerd/${record.data.node}`,
        line: '->>',
        text: record.data.method,
      };
    case 'process.start':
      return {
        from: record.actor,
        to: record.data.pod.name,
        line: '->>',
        text: `start ${record.data.container || 'pause'}`,
      };
    case 'signal':
      return { from: record.actor, to: record.data.pod.name, line: '->>', text: record.data.signal };
    default:
      return undefined;
  }
}

/** Mermaid ends a message at a semicolon or a line's end, and reads # as the start of an entity. */
const safe = (text: string): string => text.replaceAll(/[;#\n\r]/g, ' ').trim();
const id = (name: string): string => name.replaceAll(/\W/g, '_');

/** The records as a Mermaid sequence diagram, in order; the first two hundred that pass between two participants. */
export function mermaidOf(records: readonly TraceRecord[]): string {
  const arrows = records.flatMap((record) => {
    const arrow = arrowOf(record);
    return arrow === undefined ? [] : [{ ...arrow, at: record.at }];
  });
  const shown = arrows.slice(0, MOST);
  const names = new Set(shown.flatMap(({ from, to }) => [from, to]));
  return [
    'sequenceDiagram',
    ...[...names].map((name) => `  participant ${id(name)} as ${safe(name)}`),
    ...shown.map(
      ({ from, to, line, text, at }) =>
        `  ${id(from)}${line}${id(to)}: +${(at / 1e6).toFixed(3)}s ${safe(text)}`,
    ),
    ...(arrows.length > MOST ? [`  %% ${arrows.length - MOST} more are left out`] : []),
    '',
  ].join('\n');
}
