import { DESCRIBE_STYLE, layOut } from '../printers/tabwriter.ts';

/**
 * Lines of a description, cells ended by tabs, laid out at the end.
 * Models describe.PrefixWriter over a tabwriter: a level is two blanks.
 */
export class DescribeWriter {
  private done = '';
  private held = '';

  /** Writes text at a level: its blanks stand before the text, once. */
  write(level: number, text: string): void {
    this.held += '  '.repeat(level) + text;
  }

  /** A line without indentation. */
  line(text = ''): void {
    this.held += `${text}\n`;
  }

  /** `Key:` and its value. */
  field(key: string, value: string | number | boolean, level = 0): void {
    this.write(level, `${key}:\t${value}\n`);
  }

  /** What was written so far is laid out apart from what follows. */
  flush(): void {
    this.done += layOut(this.held, DESCRIBE_STYLE);
    this.held = '';
  }

  /** The text, laid out. */
  text(): string {
    this.flush();
    return this.done;
  }

  /** The text with its tabs as they are. Models printing through a bare PrefixWriter. */
  raw(): string {
    return this.held;
  }
}
