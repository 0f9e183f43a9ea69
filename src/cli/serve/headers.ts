import type { IncomingMessage } from 'node:http';

/** A request's headers as they were written; of several of one name the last. */
export function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) headers[rawHeaders[at] ?? ''] = rawHeaders[at + 1] ?? '';
  return headers;
}
