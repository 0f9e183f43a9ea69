/** Frozen parts of a stored object that what is decoded brings along untouched. */
export interface Kept {
  readonly spec: object | undefined;
  readonly managedFields: object | undefined;
}

/** What one decoding run collects. Models encoding/json's decodeState as sigs.k8s.io/json and the apimachinery serializer use it. */
export class DecodeContext {
  /** Whether to keep track of where it stands, for the texts of errors; a first reading does not. */
  readonly traced: boolean;
  /** Parts of a stored object that are read already: they are shared as they are. */
  readonly kept: Kept | undefined;
  /** Names of the struct fields above the value (embedded structs included, no indexes). */
  readonly fields: string[] = [];
  /** As `fields`, with indexes and map keys, for strict errors. */
  readonly path: (string | number)[] = [];
  /** Go name of the struct the innermost field stands in. */
  struct = '';
  /** The first error that does not stop decoding. */
  saved: string | undefined;
  /** The error that stopped it: a type's own UnmarshalJSON refused. */
  aborted: string | undefined;
  /** `unknown field "spec.x"`, in the order of the walk. */
  readonly strict: string[] = [];

  constructor(traced: boolean, kept: Kept | undefined) {
    this.traced = traced;
    this.kept = kept;
  }

  /** The error to report: what stopped decoding, else what was saved first. */
  get error(): string | undefined {
    return this.aborted ?? this.saved;
  }

  wrongType(word: string, goType: string): undefined {
    if (this.saved !== undefined) return undefined;
    const where = this.fields.length === 0 ? 'value' : `struct field ${this.struct}.${this.fields.join('.')}`;
    this.saved = `json: cannot unmarshal ${word} into Go ${where} of type ${goType}`;
    return undefined;
  }

  fail(message: string): undefined {
    this.saved ??= message;
    return undefined;
  }

  abort(message: string): undefined {
    this.aborted ??= message;
    return undefined;
  }

  unknownField(name: string): void {
    this.strict.push(`unknown field "${pathText([...this.path, name])}"`);
  }
}

/** `spec.containers[0].image` */
function pathText(path: readonly (string | number)[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? part : `.${part}`;
  }
  return text;
}
