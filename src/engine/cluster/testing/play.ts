import { present } from '../../../base/assert.ts';
import type { Json } from '../../../base/json.ts';
import type { Pod } from '../../../api/generated/types.ts';
import { checkScenario } from '../../../scenario/check-scenario.ts';
import { SECOND } from '../../../trace/ids.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import { Session } from '../session.ts';

/** A cluster in which steps were played, and questions about it. Times are seconds from the first step. */
export interface Played {
  readonly records: readonly TraceRecord[];
  /** What all commands printed. */
  readonly output: string;
  /** Every Event written with this reason, also counts of one that was there. */
  events(
    reason: string,
  ): readonly { readonly at: number; readonly about: string; readonly message: string }[];
  /** The Pod as the API had it at each of its changes. */
  pods(name: string): readonly { readonly at: number; readonly pod: Pod }[];
  /** When something first held of the Pod. */
  when(name: string, holds: (pod: Pod) => boolean): number;
  /** CRI calls about the Pod. */
  calls(
    name: string,
    method: string,
  ): readonly { readonly at: number; readonly timeout: number | undefined }[];
  /** When processes of the Pod's containers were signalled, or their first ones ended. */
  processes(
    name: string,
    kind: 'signal' | 'process.exit',
  ): readonly { readonly at: number; readonly what: string }[];
}

/** Plays steps in a scenario's document, more of which can be given. */
export function play(
  steps: readonly Json[],
  until: string,
  more: Readonly<Record<string, Json>> = {},
): Played {
  const scenario = checkScenario({ title: 'played', steps, until, ...more });
  const records: TraceRecord[] = [];
  const session = new Session({
    scenario: present(scenario.ok ? scenario.value : undefined, 'a scenario'),
    sink: (record) => records.push(record),
  });
  session.advance({ until: session.end() ?? 0 });
  return new PlayedRecords(records);
}

class PlayedRecords implements Played {
  readonly records: readonly TraceRecord[];

  constructor(records: readonly TraceRecord[]) {
    this.records = records;
  }

  get output(): string {
    return this.records.map((record) => (record.kind === 'command.output' ? record.data.text : '')).join('');
  }

  events(reason: string): ReturnType<Played['events']> {
    return this.records.flatMap(({ kind, at, data }) => {
      if (kind !== 'object.put' || data.resource !== 'events') return [];
      const event = data.object as unknown as {
        readonly reason: string;
        readonly message: string;
        readonly involvedObject: { readonly name: string };
      };
      if (event.reason !== reason) return [];
      return [{ at: at / SECOND, about: event.involvedObject.name, message: event.message }];
    });
  }

  pods(name: string): ReturnType<Played['pods']> {
    return this.records.flatMap(({ kind, at, data }) =>
      kind === 'object.put' && data.resource === 'pods' && data.name === name
        ? [{ at: at / SECOND, pod: data.object as unknown as Pod }]
        : [],
    );
  }

  when(name: string, holds: (pod: Pod) => boolean): number {
    return present(
      this.pods(name).find(({ pod }) => holds(pod)),
      'it never held',
    ).at;
  }

  calls(name: string, method: string): ReturnType<Played['calls']> {
    return this.records.flatMap(({ kind, at, data }) =>
      kind === 'cri.call' && data.method === method && data.pod?.name === name
        ? [{ at: at / SECOND, timeout: data.timeoutSeconds }]
        : [],
    );
  }

  processes(name: string, kind: 'signal' | 'process.exit'): ReturnType<Played['processes']> {
    return this.records.flatMap((record) => {
      if (record.kind !== kind || record.data.pod.name !== name || record.data.container === '') return [];
      if (record.kind === 'process.exit' && record.data.child === true) return [];
      const what = record.kind === 'signal' ? record.data.signal : String(record.data.code);
      return [{ at: record.at / SECOND, what }];
    });
  }
}
