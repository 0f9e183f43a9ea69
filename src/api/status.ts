import { type FieldError, aggregateText, errorBody, errorText } from './field-error.ts';
import type { Status, StatusCause, StatusDetails } from './generated/types.ts';
import { goQuote } from './go-text.ts';
import type { ResourceName } from './object.ts';

// Models k8s.io/apimachinery/pkg/api/errors (errors.go) of 1.36. Resources are named by their key
// (`pods`, `deployments.apps`), kinds the same way (`Pod`, `Deployment.apps`).

export type StatusReason =
  | ''
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'AlreadyExists'
  | 'Conflict'
  | 'Gone'
  | 'Invalid'
  | 'ServerTimeout'
  | 'Timeout'
  | 'TooManyRequests'
  | 'BadRequest'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'RequestEntityTooLarge'
  | 'UnsupportedMediaType'
  | 'InternalError'
  | 'Expired'
  | 'ServiceUnavailable';

/** A refusal of the API server: what Result carries as error. */
export interface ApiStatus extends Status {
  readonly status: 'Failure';
  readonly message: string;
  readonly reason: StatusReason;
  readonly code: number;
}

/** What the server says when a write is based on an old revision. */
export const OPTIMISTIC_LOCK_MESSAGE =
  'the object has been modified; please apply your changes to the latest version and try again';

/** Group and plain name of a key: `deployments.apps` -> `deployments` of `apps`. */
function split(key: string): { readonly group: string; readonly name: string } {
  const dot = key.indexOf('.');
  return dot < 0 ? { group: '', name: key } : { group: key.slice(dot + 1), name: key.slice(0, dot) };
}

function detailsOf(key: string, name: string, more: Partial<StatusDetails> = {}): StatusDetails {
  const { group, name: kind } = split(key);
  return {
    ...(name === '' ? {} : { name }),
    ...(group === '' ? {} : { group }),
    ...(kind === '' ? {} : { kind }),
    ...more,
  };
}

/** A refusal from its parts; the constructors below name the usual ones. */
export function failure(
  code: number,
  reason: StatusReason,
  message: string,
  details?: StatusDetails,
): ApiStatus {
  const head = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
  } as const;
  return details === undefined ? { ...head, code } : { ...head, details, code };
}

/** What a delete, eviction or binding answers when it has no object to return. */
export function successStatus(details?: StatusDetails): Status {
  const head = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' } as const;
  return details === undefined ? head : { ...head, details };
}

export function newNotFound(resource: ResourceName, name: string): ApiStatus {
  return failure(404, 'NotFound', `${resource} ${goQuote(name)} not found`, detailsOf(resource, name));
}

export function newAlreadyExists(resource: ResourceName, name: string): ApiStatus {
  return failure(
    409,
    'AlreadyExists',
    `${resource} ${goQuote(name)} already exists`,
    detailsOf(resource, name),
  );
}

export function newGenerateNameConflict(
  resource: ResourceName,
  name: string,
  retryAfterSeconds = 1,
): ApiStatus {
  const message = `${resource} ${goQuote(name)} already exists, the server was not able to generate a unique name for the object`;
  return failure(409, 'AlreadyExists', message, detailsOf(resource, name, { retryAfterSeconds }));
}

export function newUnauthorized(message = 'Unauthorized'): ApiStatus {
  return failure(401, 'Unauthorized', message);
}

/** `pods "x" is forbidden: REASON`; without a name `pods is forbidden: REASON`; without a resource `forbidden: REASON`. */
export function newForbidden(resource: ResourceName, name: string, reason: string): ApiStatus {
  const named = name === '' ? resource : `${resource} ${goQuote(name)}`;
  const message = resource === '' ? `forbidden: ${reason}` : `${named} is forbidden: ${reason}`;
  return failure(403, 'Forbidden', message, detailsOf(resource, name));
}

export function newConflict(
  resource: ResourceName,
  name: string,
  reason = OPTIMISTIC_LOCK_MESSAGE,
): ApiStatus {
  const message = `Operation cannot be fulfilled on ${resource} ${goQuote(name)}: ${reason}`;
  return failure(409, 'Conflict', message, detailsOf(resource, name));
}

export function newApplyConflict(causes: readonly StatusCause[], message: string): ApiStatus {
  return failure(409, 'Conflict', message, { causes });
}

/** 410 Expired: a resourceVersion or continue token that is too old. */
export function newResourceExpired(message: string): ApiStatus {
  return failure(410, 'Expired', message);
}

/** `Pod "x" is invalid: …` with one cause an error; the message drops repeats, the causes keep them. */
export function newInvalid(kind: string, name: string, errors: readonly FieldError[]): ApiStatus {
  const causes = errors.map((error) => ({
    reason: error.type,
    message: errorBody(error),
    field: error.field,
  }));
  const head = `${kind} ${goQuote(name)} is invalid`;
  const message = errors.length === 0 ? head : `${head}: ${aggregateText(errors.map(errorText))}`;
  return failure(422, 'Invalid', message, detailsOf(kind, name, causes.length === 0 ? {} : { causes }));
}

export function newBadRequest(message: string): ApiStatus {
  return failure(400, 'BadRequest', message);
}

export function newTooManyRequests(message: string, retryAfterSeconds: number): ApiStatus {
  return failure(429, 'TooManyRequests', message, retryAfterSeconds === 0 ? {} : { retryAfterSeconds });
}

export function newMethodNotSupported(resource: ResourceName, action: string): ApiStatus {
  const message = `${action} is not supported on resources of kind ${goQuote(resource)}`;
  return failure(405, 'MethodNotAllowed', message, detailsOf(resource, ''));
}

export function newInternalError(message: string): ApiStatus {
  return failure(500, 'InternalError', `Internal error occurred: ${message}`, { causes: [{ message }] });
}

/** An error the server has no reason for: it answers the text as it is. Models responsewriters.ErrorToAPIStatus. */
export function newUnknownError(message: string): ApiStatus {
  return failure(500, '', message);
}

export function newTimeout(message: string, retryAfterSeconds: number): ApiStatus {
  const details = retryAfterSeconds === 0 ? {} : { retryAfterSeconds };
  return failure(504, 'Timeout', `Timeout: ${message}`, details);
}
