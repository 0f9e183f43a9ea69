import { textOfBytes, utf8Bytes } from '../base/base64.ts';
import { type ApiStatus, newBadRequest } from './status.ts';

/** Of a body that cannot be read so many bytes are told. */
const SUMMARY_BYTES = 30;

/** Why JSON does not even say what it is. */
export function unreadJson(problem: string): string {
  return `couldn't get version/kind; json parse error: ${problem}`;
}

/** A request's body cannot be told what it is. Models transformDecodeError and summarizeData (1.36). */
export function unrecognizedBody(body: string, kind: string, problem: string): ApiStatus {
  const bytes = utf8Bytes(body);
  const shown = bytes.slice(0, SUMMARY_BYTES);
  const summary = body.startsWith('{')
    ? textOfBytes(shown)
    : shown.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const more = bytes.length > SUMMARY_BYTES ? ' ...' : '';
  return newBadRequest(
    `the object provided is unrecognized (must be of type ${kind}): ${problem} (${summary === '' ? '<empty>' : summary}${more})`,
  );
}
