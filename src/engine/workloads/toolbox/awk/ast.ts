export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'regex'; readonly source: string }
  | { readonly kind: 'group'; readonly inner: Expression }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'field'; readonly index: Expression }
  | { readonly kind: 'element'; readonly name: string; readonly keys: readonly Expression[] }
  | { readonly kind: 'in'; readonly name: string; readonly keys: readonly Expression[] }
  | { readonly kind: 'assign'; readonly op: string; readonly target: Expression; readonly value: Expression }
  | { readonly kind: 'step'; readonly target: Expression; readonly by: 1 | -1; readonly prefix: boolean }
  | { readonly kind: 'unary'; readonly op: string; readonly operand: Expression }
  | { readonly kind: 'binary'; readonly op: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'choice'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  /** From a command, a file, or (without `source`) the input. */
  | {
      readonly kind: 'getline';
      readonly from?: 'command' | 'file';
      readonly source?: Expression;
      readonly target?: Expression;
    };

export type Statement =
  | { readonly kind: 'block'; readonly body: readonly Statement[] }
  | { readonly kind: 'expression'; readonly value: Expression }
  | {
      readonly kind: 'print';
      readonly format: boolean;
      readonly args: readonly Expression[];
      readonly to?: { readonly how: '>' | '>>' | '|'; readonly name: Expression };
    }
  | { readonly kind: 'if'; readonly test: Expression; readonly yes: Statement; readonly no?: Statement }
  | {
      readonly kind: 'loop';
      readonly before?: Statement;
      readonly test?: Expression;
      readonly after?: Statement;
      readonly body: Statement;
      /** The body comes first. */
      readonly atEnd: boolean;
    }
  | { readonly kind: 'each'; readonly variable: string; readonly array: string; readonly body: Statement }
  | { readonly kind: 'delete'; readonly name: string; readonly keys?: readonly Expression[] }
  | {
      readonly kind: 'jump';
      readonly to: 'next' | 'nextfile' | 'break' | 'continue' | 'exit' | 'return';
      readonly value?: Expression;
    };

export interface Rule {
  readonly when: 'BEGIN' | 'END' | 'always' | Expression;
  readonly until?: Expression;
  readonly body?: Statement;
}

export interface AwkFunction {
  readonly parameters: readonly string[];
  readonly body: Statement;
}

export interface AwkProgram {
  readonly rules: readonly Rule[];
  readonly functions: ReadonlyMap<string, AwkFunction>;
}
