import { goQuote } from './go-text.ts';
import { type ApiStatus, failure } from './status.ts';

type Words = readonly [reason: ApiStatus['reason'], message: string];

const WORDS: Readonly<Record<number, Words>> = {
  400: ['BadRequest', 'the server rejected our request for an unknown reason'],
  401: ['Unauthorized', 'the server has asked for the client to provide credentials'],
  404: ['NotFound', 'the server could not find the requested resource'],
  405: ['MethodNotAllowed', 'the server does not allow this method on the requested resource'],
  409: ['Conflict', 'the server reported a conflict'],
  422: ['Invalid', 'the server rejected our request due to an error in our request'],
  429: ['TooManyRequests', 'the server has received too many requests and has asked us to try again later'],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
  504: [
    'Timeout',
    'the server was unable to return a response in the time allotted, but may still be processing the request',
  ],
};

/**
 * What a client makes of a refusal that is no Status; `asked` is what it asked for, such as `get pods.metrics.k8s.io web`.
 * Models errors.NewGenericServerResponse (1.36).
 */
export function genericFailure(code: number, body: string, asked = ''): ApiStatus {
  const told = body.trim();
  const [reason, message] = WORDS[code] ?? otherwise(code, told);
  const causes = [{ reason: 'UnexpectedServerResponse', message: told }];
  return failure(code, reason, asked === '' ? message : `${message} (${asked})`, { causes });
}

function otherwise(code: number, told: string): Words {
  if (code === 403) return ['Forbidden', told];
  return code >= 500
    ? ['InternalError', `an error on the server (${goQuote(told)}) has prevented the request from succeeding`]
    : ['', `the server responded with the status code ${code} but did not return more information`];
}
