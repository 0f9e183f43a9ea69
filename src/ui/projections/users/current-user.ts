import type { RecordOf, TraceRecord } from '../../../trace/record.ts';
import { followed } from '../follow.ts';
import { lastBySeq } from '../sorted.ts';

/** A change of the kubeconfig's context, once it had succeeded. */
interface Switched {
  readonly seq: number;
  readonly context: string;
}

/** The contexts kubectl worked in, as they followed each other. */
class Contexts {
  private readonly asked = new Map<number, string>();
  private readonly switched: Switched[] = [];

  add(record: TraceRecord): void {
    if (record.kind === 'input.command') {
      const context = contextIn(record.data);
      if (context !== undefined) this.asked.set(record.data.index, context);
      return;
    }
    if (record.kind !== 'command.exit' || record.data.exit !== 0) return;
    const context = this.asked.get(record.data.command);
    if (context !== undefined) this.switched.push({ seq: record.seq, context });
  }

  /** The context that is in use after record `seq`; undefined: still the kubeconfig's first. */
  at(seq: number): string | undefined {
    return lastBySeq(this.switched, seq)?.context;
  }
}

/** The context a command switches to: `kubectl config use-context NAME`, however it was given. */
function contextIn({ argv, line }: RecordOf<'input.command'>['data']): string | undefined {
  const words = line === undefined ? argv : line.trim().split(/\s+/);
  const [first, ...rest] = words;
  const own = first === 'kubectl' ? rest : words;
  if (own[0] !== 'config' || own[1] !== 'use-context' || own.length !== 3) return undefined;
  return own[2];
}

/** The contexts of a trace. */
export const contextIndex = followed(() => new Contexts());
