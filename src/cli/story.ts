import type { JsonObject } from '../base/json.ts';
import { asObject } from '../base/json.ts';
import { podFields } from '../recording/comparable/pod-fields.ts';
import type { RecordOf, TraceRecord } from '../trace/record.ts';

/** A moment as people read it: `+3.412s`. */
export function momentText(us: number): string {
  return `${us < 0 ? '-' : '+'}${(Math.abs(us) / 1e6).toFixed(3)}s`;
}

/** What stands before a line of a story: when, and who. */
export const storyHead = (us: number, actor: string): string =>
  `${momentText(us).padStart(11)}  ${actor.padEnd(24)}  `;

/** Tells a run record by record; remembers the objects to say what changed. */
export class Story {
  private readonly before = new Map<string, JsonObject>();

  /** Lines for the record, none when it is no part of the story. */
  tell(record: TraceRecord): readonly string[] {
    const head = storyHead(record.at, record.actor);
    return this.words(record).map((text) => head + text);
  }

  private words(record: TraceRecord): readonly string[] {
    switch (record.kind) {
      case 'input.command':
        return [`$ ${record.data.line ?? commandLine(record.data.argv)}`];
      case 'input.fault':
        return [`fault ${JSON.stringify(record.data.fault)}`];
      case 'command.output':
        return record.data.text.replace(/\n$/, '').split('\n');
      case 'command.exit':
        return record.data.exit === 0 ? [] : [`exit ${record.data.exit}`];
      case 'object.put':
      case 'object.delete':
        return this.change(record);
      default:
        return detail(record);
    }
  }

  private change(record: RecordOf<'object.put'> | RecordOf<'object.delete'>): readonly string[] {
    const { resource, name, namespace } = record.data;
    const object = record.data.object as unknown as JsonObject;
    const key = `${resource}/${namespace}/${name}`;
    const before = this.before.get(key);
    if (record.kind === 'object.delete') {
      this.before.delete(key);
      return [`${resource}/${name} deleted`];
    }
    this.before.set(key, object);
    if (resource.startsWith('events')) return record.data.prevSeq === undefined ? [eventText(object)] : [];
    if (record.data.prevSeq === undefined) return [`${resource}/${name} created`];
    return resource === 'pods' && before !== undefined
      ? podChanges(before, object).map((text) => `pods/${name} ${text}`)
      : [];
  }
}

const commandLine = (argv: readonly string[]): string =>
  (argv[0] === 'kubectl' ? argv : ['kubectl', ...argv]).join(' ');

function eventText(event: JsonObject): string {
  const about = asObject(event['involvedObject']);
  return `event ${String(event['type'])} ${String(event['reason'])} ${String(about['kind'])}/${String(about['name'])}: ${String(event['message'])}`;
}

function podChanges(before: JsonObject, after: JsonObject): string[] {
  const old = podFields(before);
  return [...podFields(after)]
    .filter(([path, value]) => value !== null && old.get(path) !== value)
    .map(([path, value]) => `${path} ${String(value)}`);
}

/** The rest of the vocabulary in one line each; what has no line is told by others. */
function detail(record: TraceRecord): readonly string[] {
  switch (record.kind) {
    case 'sched.pick':
      return [`pods/${record.data.pod.name} goes to ${record.data.node}`];
    case 'process.start':
      return [
        `${record.data.pod.name}/${record.data.container || 'pause'} starts ${record.data.argv.join(' ')}`,
      ];
    case 'process.exit':
      return [
        `${record.data.pod.name}/${record.data.container || 'pause'} ends with ${record.data.signal ?? record.data.code}${record.data.oom === true ? ', out of memory' : ''}`,
      ];
    case 'signal':
      return [
        `${record.data.signal} to ${record.data.pod.name}/${record.data.container || 'pause'}, ${record.data.effect}`,
      ];
    case 'log.container':
      return [`log of ${record.data.pod.name}/${record.data.container}: ${record.data.text.trimEnd()}`];
    case 'limit':
      return [`limit reached: ${record.data.what} (${record.data.limit})`];
    case 'step':
      return [`${record.data.name}${record.data.note === undefined ? '' : `: ${record.data.note}`}`];
    case 'span.begin':
      return [`${record.data.name} begins${record.data.note === undefined ? '' : `: ${record.data.note}`}`];
    case 'request.send':
      return [
        `${record.data.verb} ${record.data.resource}${record.data.subresource === undefined ? '' : `/${record.data.subresource}`} ${record.data.name}`,
      ];
    case 'request.done':
      return [
        `answers ${record.data.code}${record.data.message === undefined ? '' : `: ${record.data.message}`}`,
      ];
    case 'cri.call':
      return [
        `${record.data.method} ${record.data.pod?.name ?? ''} ${record.data.container ?? record.data.image ?? ''}`.trimEnd(),
      ];
    case 'traffic':
      return [
        `${record.data.from} asks ${record.data.to}${record.data.path ?? ''}: ${record.data.status ?? record.data.result}${record.data.backend === undefined ? '' : ` from ${record.data.backend.name}`}`,
      ];
    case 'watch.deliver':
      return [
        `${record.data.type} ${record.data.resource}/${record.data.name} reaches ${record.data.client}`,
      ];
    default:
      return [];
  }
}
