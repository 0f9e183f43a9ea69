import type { Kernel } from '../engine/kernel/kernel.ts';
import { LIMITS } from '../engine/kernel/limits.ts';

/** Records what a command prints, up to the limit. */
export class CommandOutput {
  private readonly kernel: Kernel;
  private readonly command: number;
  private left: number = LIMITS.commandOutputBytes;

  constructor(kernel: Kernel, command: number) {
    this.kernel = kernel;
    this.command = command;
  }

  /** False once nothing more is taken. */
  write(stream: 'stdout' | 'stderr', text: string): boolean {
    if (text === '' || this.left <= 0) return this.left > 0;
    const kept = text.length > this.left ? text.slice(0, this.left) : text;
    this.left -= kept.length;
    this.kernel.record('workstation', 'command.output', { command: this.command, stream, text: kept });
    return this.left > 0;
  }
}
