import type { Task } from '../../../kernel/task.ts';
import type { Syscalls } from '../../program.ts';
import type { Expression } from './ast.ts';
import { Patterns } from './records.ts';
import { Streams } from './streams.ts';
import { type Value, fromInput, num, str } from './values.ts';

export const MAX_FIELDS = 10_000;

/** A variable: a value or an array. A parameter that has neither yet is what it was given. */
export interface Cell {
  value?: Value;
  array?: Map<string, Value>;
  readonly given?: Cell;
}

/** Variables, arrays and the record with its fields. */
export abstract class AwkState {
  readonly sys: Syscalls;
  readonly streams: Streams;
  readonly patterns = new Patterns();
  readonly globals = new Map<string, Cell>();
  fields: string[] = [''];
  /** Parameters of the function that runs. */
  protected frame: Map<string, Cell> | undefined;

  constructor(sys: Syscalls) {
    this.sys = sys;
    this.streams = new Streams(sys);
    for (const [name, value] of [
      ['FS', ' '],
      ['OFS', ' '],
      ['ORS', '\n'],
      ['RS', '\n'],
      ['NR', 0],
      ['FNR', 0],
      ['NF', 0],
      ['SUBSEP', '\x1c'],
      ['CONVFMT', '%.6g'],
      ['OFMT', '%.6g'],
      ['RSTART', 0],
      ['RLENGTH', -1],
    ] as const)
      this.globals.set(name, { value });
    const environment = new Map([...sys.env].map(([name, value]) => [name, fromInput(value)]));
    this.globals.set('ENVIRON', { array: environment });
  }

  setRecord(line: string): void {
    this.fields = [line, ...this.patterns.split(line, str(this.get('FS')))];
    this.cell('NF').value = this.fields.length - 1;
  }

  abstract value(expression: Expression): Task<Value>;
  abstract store(target: Expression, value: Value): Task;
  /** A pattern as it is written, or as a text comes to. */
  abstract pattern(expression: Expression): Task<string>;

  text(value: Value): string {
    return typeof value === 'string' ? value : str(value, str(this.globals.get('CONVFMT')?.value));
  }

  get(name: string): Value {
    const cell = this.cell(name);
    return cell.array === undefined ? cell.value : undefined;
  }

  set(name: string, value: Value): void {
    this.cell(name).value = value;
    if (name !== 'NF' || this.frame?.has(name) === true) return;
    const count = Math.max(0, Math.min(MAX_FIELDS, Math.trunc(num(value))));
    this.fields.length = Math.min(this.fields.length, count + 1);
    while (this.fields.length <= count) this.fields.push('');
    this.joinFields();
  }

  protected joinFields(): void {
    this.fields[0] = this.fields.slice(1).join(str(this.get('OFS')));
  }

  cell(name: string): Cell {
    const map = this.frame?.has(name) === true ? this.frame : this.globals;
    let cell = map.get(name);
    if (cell === undefined) map.set(name, (cell = {}));
    return cell;
  }

  array(name: string): Map<string, Value> {
    return arrayOf(this.cell(name));
  }
}

function arrayOf(cell: Cell): Map<string, Value> {
  cell.array ??= cell.given === undefined ? new Map<string, Value>() : arrayOf(cell.given);
  return cell.array;
}
