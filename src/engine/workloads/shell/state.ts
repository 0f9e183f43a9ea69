import type { Signal } from '../signals.ts';
import type { Command } from './ast.ts';
import type { Dialect } from './dialect.ts';

export interface Variable {
  readonly value: string | undefined;
  readonly exported: boolean;
  readonly readOnly: boolean;
}

export interface ShellOptions {
  /** -e */ errexit: boolean;
  /** -u */ nounset: boolean;
  /** -x */ xtrace: boolean;
  /** -f */ noglob: boolean;
  /** -n */ noexec: boolean;
  /** -o pipefail */ pipefail: boolean;
  /** -a */ allexport: boolean;
}

export interface BackgroundJob {
  readonly number: number;
  readonly pid: number;
  readonly text: string;
}

/** Variables by name, with how much text they hold. */
export class Variables extends Map<string, Variable> {
  chars = 0;

  constructor(from: Iterable<readonly [string, Variable]> = []) {
    super();
    for (const [name, variable] of from) this.set(name, variable);
  }

  override set(name: string, variable: Variable): this {
    this.chars += (variable.value?.length ?? 0) - (this.get(name)?.value?.length ?? 0);
    return super.set(name, variable);
  }

  override delete(name: string): boolean {
    this.chars -= this.get(name)?.value?.length ?? 0;
    return super.delete(name);
  }
}

/** Everything a shell knows. A subshell works on a copy. */
export class ShellState {
  readonly variables: Variables;
  readonly functions: Map<string, Command>;
  /** bash's arrays. */
  readonly arrays: Map<string, readonly string[]>;
  readonly options: ShellOptions;
  /** An action, or '' to ignore. */
  readonly traps: Map<Signal | 'EXIT', string>;
  /** $0, and $1 … */
  name: string;
  positional: readonly string[];
  /** $? */
  status = 0;
  /** Its lines are typed, or those of the shell it is a part of: messages do not number them. */
  typed = false;
  /** Descriptors that stand for `<( … )` and `>( … )`: closed when the command ends that they were opened for. */
  handed: number[] = [];
  /** What was typed, as far as no job was made of it. */
  source = '';
  /** What was typed of the jobs started so far, by their commands: a loop starts one of them again and again. */
  private readonly jobTexts = new WeakMap<object, string>();
  /** $! */
  lastBackground: number | undefined;
  jobs: BackgroundJob[] = [];
  /** Whether this is a subshell: its traps were reset. */
  readonly subshell: boolean;
  /** $$ is the first shell's pid. */
  readonly mainPid: number;
  readonly startedUs: number;
  readonly dialect: Dialect;

  constructor(
    seed: Pick<
      ShellState,
      'variables' | 'functions' | 'options' | 'name' | 'positional' | 'subshell' | 'mainPid' | 'startedUs'
    > & {
      readonly traps?: ShellState['traps'];
      readonly arrays?: ShellState['arrays'];
      readonly dialect?: Dialect;
    },
  ) {
    this.variables = seed.variables;
    this.functions = seed.functions;
    this.arrays = seed.arrays ?? new Map();
    this.options = seed.options;
    this.traps = seed.traps ?? new Map();
    this.name = seed.name;
    this.positional = seed.positional;
    this.subshell = seed.subshell;
    this.mainPid = seed.mainPid;
    this.startedUs = seed.startedUs;
    this.dialect = seed.dialect ?? 'ash';
  }

  /** A copy for a subshell: variables and functions alike, actions of traps forgotten, ignored signals kept. */
  forSubshell(): ShellState {
    const copy = new ShellState({
      variables: new Variables(this.variables),
      functions: new Map(this.functions),
      arrays: new Map(this.arrays),
      options: { ...this.options },
      traps: new Map([...this.traps].filter(([, action]) => action === '')),
      name: this.name,
      positional: this.positional,
      subshell: true,
      mainPid: this.mainPid,
      startedUs: this.startedUs,
      dialect: this.dialect,
    });
    copy.status = this.status;
    copy.lastBackground = this.lastBackground;
    copy.typed = this.typed;
    // Not its children, but `jobs` tells of them in a pipe and in $( ) too.
    copy.jobs = [...this.jobs];
    return copy;
  }

  /** The text of the next job in what was typed: what stands before a `&` of its own. */
  nextJob(command: object): string {
    const text = this.jobTexts.get(command) ?? this.typedJob();
    this.jobTexts.set(command, text);
    return text;
  }

  private typedJob(): string {
    const found = /^([^]*?[^&><|])&(?![&>])\s*/.exec(this.source);
    if (found === null) return '';
    this.source = this.source.slice(found[0].length);
    return (
      (found[1] ?? '')
        .split(/;|&&|\|\|/)
        .at(-1)
        ?.trim()
        .replace(/^(?:(?:do|then|else|[{(])\s+)+/, '') ?? ''
    );
  }

  /** It reads bash's own syntax. */
  get bash(): boolean {
    return this.dialect === 'bash';
  }

  value(name: string): string | undefined {
    return this.variables.get(name)?.value ?? this.arrays.get(name)?.[0];
  }

  /** False when the variable is read-only. */
  assign(name: string, value: string): boolean {
    const old = this.variables.get(name);
    if (old?.readOnly === true) return false;
    this.variables.set(name, {
      value,
      exported: (old?.exported ?? false) || this.options.allexport,
      readOnly: false,
    });
    return true;
  }

  /** The environment of a child: exported variables, with `extra` over them. */
  environment(extra: ReadonlyMap<string, string> = new Map()): Map<string, string> {
    const environment = new Map<string, string>();
    for (const [name, variable] of this.variables) {
      if (variable.exported && variable.value !== undefined) environment.set(name, variable.value);
    }
    for (const [name, value] of extra) environment.set(name, value);
    return environment;
  }

  hasActions(): boolean {
    for (const action of this.traps.values()) if (action !== '') return true;
    return false;
  }
}

/** Why evaluation leaves the straight path: kept beside the status until the one it is meant for takes it. */
export type Flow =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'return' }
  | { readonly kind: 'break' | 'continue'; levels: number };
