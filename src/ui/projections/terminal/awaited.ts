import type { RecordOf, TraceRecord } from '../../../trace/record.ts';
import { followed } from '../follow.ts';

/** The files that commands wait to have edited, gathered as the trace grows. */
class AwaitedFiles {
  private readonly asked: RecordOf<'command.files'>[] = [];
  private readonly began = new Map<number, number>();
  private readonly ended = new Map<number, number>();

  add(record: TraceRecord): void {
    if (record.kind === 'input.command') this.began.set(record.data.index, record.at);
    else if (record.kind === 'command.exit') this.ended.set(record.data.command, record.at);
    else if (record.kind === 'command.files') this.asked.push(record);
  }

  /**
   * The file that what is entered in the terminal at a moment says is edited; undefined where no command that runs then
   * waits for one. A command that is about to ask counts: it reads what was entered before. Virtual µs.
   */
  at(us: number): string | undefined {
    const open = this.asked.filter(({ data: { command } }) => {
      const [from, to] = [this.began.get(command) ?? 0, this.ended.get(command)];
      return from <= us && (to === undefined || to > us);
    });
    return (open.findLast(({ at }) => at <= us) ?? open[0])?.data.open;
  }
}

/** The files that the commands of a trace wait to have edited. */
export const awaitedFiles = followed(() => new AwaitedFiles());
