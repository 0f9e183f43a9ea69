import { goJson, goQuote } from './go-text.ts';

// Models k8s.io/apimachinery/pkg/util/validation/field (path.go, errors.go) of 1.36.

/** A path to a field: `spec.containers[0].ports`, `metadata.labels[app]`. Immutable. Only errors write it out. */
export class FieldPath {
  private readonly parent: FieldPath | undefined;
  /** A field's name, a list's index, or a map's key. */
  private readonly step: string | number | readonly [key: string];

  constructor(step: string | number | readonly [key: string], parent?: FieldPath) {
    this.step = step;
    this.parent = parent;
  }

  child(name: string, second?: string, third?: string): FieldPath {
    const path = new FieldPath(name, this);
    return second === undefined ? path : path.child(second, third);
  }

  index(index: number): FieldPath {
    return new FieldPath(index, this);
  }

  key(key: string): FieldPath {
    return new FieldPath([key], this);
  }

  toString(): string {
    const text = this.render();
    return text === '' ? '<nil>' : text;
  }

  private render(): string {
    const before = this.parent?.render() ?? '';
    const { step } = this;
    if (typeof step === 'string') return before === '' ? step : `${before}.${step}`;
    return `${before}[${typeof step === 'number' ? step : step[0]}]`;
  }
}

/** `fieldPath('spec', 'template')` is spec.template. */
export function fieldPath(...names: readonly string[]): FieldPath {
  return new FieldPath(names.join('.'));
}

export type FieldErrorType =
  | 'FieldValueNotFound'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'InternalError'
  | 'FieldValueTypeInvalid';

const TYPE_TEXT: Readonly<Record<FieldErrorType, string>> = {
  FieldValueNotFound: 'Not found',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  InternalError: 'Internal error',
  FieldValueTypeInvalid: 'Invalid value',
};

const WITHOUT_VALUE: ReadonlySet<FieldErrorType> = new Set([
  'FieldValueRequired',
  'FieldValueForbidden',
  'FieldValueTooLong',
  'InternalError',
]);

/** One validation error. `value` is any JSON value; a struct prints with its keys in the order given. */
export interface FieldError {
  readonly type: FieldErrorType;
  readonly field: string;
  readonly value: unknown;
  readonly detail: string;
}

function fieldError(type: FieldErrorType, path: FieldPath, value: unknown, detail: string): FieldError {
  return { type, field: path.toString(), value, detail };
}

export function required(path: FieldPath, detail = ''): FieldError {
  return fieldError('FieldValueRequired', path, '', detail);
}

/** In the place of a value that does not print. Models field.OmitValueType. */
export const OMIT_VALUE: unknown = Object.freeze({});

export function invalid(path: FieldPath, value: unknown, detail: string): FieldError {
  return fieldError('FieldValueInvalid', path, value, detail);
}

export function duplicate(path: FieldPath, value: unknown): FieldError {
  return fieldError('FieldValueDuplicate', path, value, '');
}

export function notFound(path: FieldPath, value: unknown): FieldError {
  return fieldError('FieldValueNotFound', path, value, '');
}

export function forbidden(path: FieldPath, detail: string): FieldError {
  return fieldError('FieldValueForbidden', path, '', detail);
}

/** `supported` prints in the order given: sorted where upstream keeps a set, as listed where it keeps a slice. */
export function notSupported(path: FieldPath, value: unknown, supported: readonly string[]): FieldError {
  const detail = supported.length === 0 ? '' : `supported values: ${supported.map(goQuote).join(', ')}`;
  return fieldError('FieldValueNotSupported', path, value, detail);
}

/** Negative = no limit named. */
export function tooLong(path: FieldPath, maxBytes: number): FieldError {
  const detail = maxBytes < 0 ? 'value is too long' : `may not be more than ${maxBytes} bytes`;
  return fieldError('FieldValueTooLong', path, '', detail);
}

export function tooMany(path: FieldPath, actual: number, max: number): FieldError {
  const detail = max < 0 ? 'has too many items' : `must have at most ${max} items`;
  return fieldError('FieldValueTooMany', path, actual, detail);
}

export function internalFieldError(path: FieldPath, message: string): FieldError {
  return fieldError('InternalError', path, null, message);
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return goQuote(value);
  if (value === null || value === undefined) return 'null';
  return typeof value === 'object' ? goJson(value) : String(value);
}

/** `Invalid value: "x": must be …`, without the field. */
export function errorBody(error: FieldError): string {
  const type = TYPE_TEXT[error.type];
  const bare = WITHOUT_VALUE.has(error.type) || error.value === OMIT_VALUE;
  const head = bare ? type : `${type}: ${valueText(error.value)}`;
  return error.detail === '' ? head : `${head}: ${error.detail}`;
}

/** `spec.x: Invalid value: "x": must be …` */
export function errorText(error: FieldError): string {
  return `${error.field}: ${errorBody(error)}`;
}

/** Messages joined as utilerrors.Aggregate prints them: one bare, several as `[a, b]`, repeats dropped. */
export function aggregateText(messages: readonly string[]): string {
  const unique = [...new Set(messages)];
  return unique.length === 1 ? (unique[0] ?? '') : `[${unique.join(', ')}]`;
}
