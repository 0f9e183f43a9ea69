import { fieldPath, forbidden, invalid } from '../../../api/field-error.ts';
import { goQuote } from '../../../api/go-text.ts';
import { type ApiStatus, newBadRequest, newInvalid } from '../../../api/status.ts';
import { parseTime } from '../../../api/time.ts';

// Models the conversion of a log's query (PodLogOptions) and validation.ValidatePodLogOptions (1.36).

type Params = Readonly<Record<string, string | readonly string[]>>;

const NUMBERS = ['sinceSeconds', 'tailLines', 'limitBytes'];
const INT64_MAX = 2n ** 63n - 1n;
const RFC3339 = '2006-01-02T15:04:05Z07:00';

/** Why a log's query cannot be meant. */
export function logOptionsProblem(pod: string, params: Params): ApiStatus | undefined {
  for (const key of NUMBERS) {
    const text = params[key];
    const problem = text === undefined ? undefined : int64Problem(first(text));
    if (problem !== undefined) return newBadRequest(problem);
  }
  const since = params['sinceTime'] === undefined ? '' : first(params['sinceTime']);
  if (since !== '' && since !== 'null' && parseTime(since) === undefined)
    return newBadRequest(
      `parsing time ${goQuote(since)} as ${goQuote(RFC3339)}: cannot parse ${goQuote(since)} as "2006"`,
    );
  const errors = [
    ...least(params, 'tailLines', 0),
    ...least(params, 'limitBytes', 1),
    ...(params['sinceSeconds'] !== undefined && since !== ''
      ? [forbidden(fieldPath('[]'), 'at most one of `sinceTime` or `sinceSeconds` may be specified')]
      : least(params, 'sinceSeconds', 1)),
  ];
  return errors.length === 0 ? undefined : newInvalid('PodLogOptions', pod, errors);
}

function least(params: Params, key: string, bound: 0 | 1): ReturnType<typeof invalid>[] {
  const text = params[key];
  if (text === undefined || Number(first(text)) >= bound) return [];
  const detail = bound === 0 ? 'must be greater than or equal to 0' : 'must be greater than 0';
  return [invalid(fieldPath(key), Number(first(text)), detail)];
}

/** Of several values of one name the first counts. */
const first = (value: string | readonly string[]): string =>
  typeof value === 'string' ? value : (value[0] ?? '');

function int64Problem(text: string): string | undefined {
  const head = `strconv.ParseInt: parsing ${goQuote(text)}: `;
  if (!/^[-+]?\d+$/.test(text)) return `${head}invalid syntax`;
  const value = BigInt(text.replace(/^\+/, ''));
  return value > INT64_MAX || value < -INT64_MAX - 1n ? `${head}value out of range` : undefined;
}
