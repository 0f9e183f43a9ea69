import { goQuote } from '../../api/go-text.ts';
import type { Result } from '../../base/result.ts';
import type { ApiError } from '../../engine/machinery/client.ts';

/** What ends a verb before its end; kubectl prints it as `error: MESSAGE`. Thrown inside this room, caught where a command is run. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** An answer of the API server (or of the wire) that is no success. Its text may be wrapped on the way up. */
export class ApiFailure extends CommandError {
  override readonly name = 'ApiFailure';
  readonly error: ApiError;

  constructor(error: ApiError, message: string = error.message) {
    super(message);
    this.error = error;
  }
}

/** Several errors at once. Models utilerrors.Aggregate. */
export class ErrorList extends CommandError {
  override readonly name = 'ErrorList';
  readonly errors: readonly CommandError[];

  constructor(errors: readonly CommandError[]) {
    super(
      errors.length === 1
        ? (errors[0]?.message ?? '')
        : `[${[...new Set(errors.map((e) => e.message))].join(', ')}]`,
    );
    this.errors = errors;
  }
}

/** Ends with this exit code and prints the message as it stands (nothing when empty). Models utilexec.ExitError and ErrExit. */
export class Exit extends CommandError {
  override readonly name = 'Exit';
  readonly code: number;

  constructor(code: number, message = '') {
    super(message);
    this.code = code;
  }
}

/** Wrong use of a command. Models cmdutil.UsageErrorf. */
export function usageError(path: string, message: string): CommandError {
  return new CommandError(`${message}\nSee '${path} -h' for help and examples`);
}

/** The value, or the refusal thrown. */
export function unwrap<T>(result: Result<T, ApiError>): T {
  if (result.ok) return result.value;
  throw new ApiFailure(result.error);
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiFailure && error.error.reason === 'NotFound';
}

export function hasReason(error: unknown, reason: string): boolean {
  return error instanceof ApiFailure && error.error.reason === reason;
}

/** Whether the refusal names this cause. Models apierrors.HasStatusCause. */
export function hasCause(error: unknown, cause: string): boolean {
  return (
    error instanceof ApiFailure &&
    error.error.kind === 'Status' &&
    (error.error.details?.causes ?? []).some(({ reason }) => reason === cause)
  );
}

/** Puts `prefix` before the message and keeps what kind of error it is; throws on what is none of ours. */
export function wrapped(error: unknown, wrap: (message: string) => string): CommandError {
  if (error instanceof ApiFailure) {
    const inner = error.error;
    if (inner.kind === 'TransportError')
      return new ApiFailure({ ...inner, message: inner.message }, inner.message);
    return new ApiFailure({ ...inner, message: wrap(error.message) });
  }
  if (error instanceof CommandError) return new CommandError(wrap(error.message));
  throw error;
}

/** `error when creating "p.yaml": …`. Models cmdutil.AddSourceToErr, which only touches errors of the server. */
export function withSource(verb: string, source: string, error: unknown): CommandError {
  if (source === '' || (error instanceof ApiFailure && error.error.kind === 'TransportError'))
    return asCommandError(error);
  return wrapped(error, (message) => `error when ${verb} ${goQuote(source)}: ${message}`);
}

/** One of ours, or thrown on. */
export function asCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  throw error;
}

/** Throws the errors, if there are any. */
export function throwAll(errors: readonly CommandError[]): void {
  const [first] = errors;
  if (first === undefined) return;
  throw errors.length === 1 ? first : new ErrorList(errors);
}

/** What a failed command prints on stderr and its exit code. Models cmdutil.checkErr (1.36). */
export function renderError(thrown: CommandError): { readonly text: string; readonly exit: number } {
  const error =
    thrown instanceof ErrorList && thrown.errors.length === 1 ? (thrown.errors[0] as CommandError) : thrown;
  if (error instanceof Exit)
    return { text: error.message === '' ? '' : lineOf(error.message), exit: error.code };
  if (error instanceof ErrorList)
    return { text: error.errors.map((one) => `${standardMessage(one) ?? one.message}\n`).join(''), exit: 1 };
  if (error instanceof ApiFailure && error.error.reason === 'Invalid')
    return { text: lineOf(invalidText(error)), exit: 1 };
  const standard = standardMessage(error);
  if (standard !== undefined) return { text: lineOf(standard), exit: 1 };
  const { message } = error;
  return { text: lineOf(message.startsWith('error: ') ? message : `error: ${message}`), exit: 1 };
}

const lineOf = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

/** Models cmdutil.StandardErrorMessage. */
export function standardMessage(failure: CommandError): string | undefined {
  if (!(failure instanceof ApiFailure)) return undefined;
  const { error, message } = failure;
  if (error.kind === 'TransportError') return transportMessage(error.message);
  if (error.reason === 'Unauthorized') return `error: You must be logged in to the server (${message})`;
  if (error.reason !== undefined && error.reason !== '')
    return `Error from server (${error.reason}): ${message}`;
  return `Error from server: ${message}`;
}

function transportMessage(message: string): string {
  if (!message.includes('connection refused')) return `Unable to connect to the server: ${message}`;
  const host = /dial tcp ([^ ]+): /.exec(message)?.[1] ?? '';
  return `The connection to the server ${host} was refused - did you specify the right host or port?`;
}

function invalidText({ error }: ApiFailure): string {
  const { details } = error.kind === 'Status' ? error : { details: undefined };
  let head = 'The request is invalid';
  if (details === undefined) return error.message === '' ? head : `${head}: ${error.message}`;
  const { kind = '', name = '', causes = [] } = details;
  if (kind !== '' || name !== '') head = `The ${kind} ${goQuote(name)} is invalid`;
  else if (error.message !== '' && causes.length === 0) head += `: ${error.message}`;
  const texts = [...new Set(causes.map((cause) => `${cause.field ?? ''}: ${cause.message ?? ''}`))];
  if (texts.length === 0) return head;
  // Models cmdutil.MultilineError: a line end of its own, whatever the cause ends in.
  if (texts.length === 1) return `${head}: ${texts[0]}\n`;
  return `${head}: \n${texts.map((text) => `* ${text}\n`).join('')}`;
}
