import type { IncomingMessage } from 'node:http';

/** A request's headers as they were written; of several of one name the last. */
export function headersOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) headers[rawHeaders[at] ?? ''] = rawHeaders[at + 1] ?? '';
  return headers;
}

/** What HTTP has as a header: the simulation keeps marks of its own among them, and a Pod may answer anything. */
export function isHeader(name: string, value: string | readonly string[]): boolean {
  return (
    /^[\w!#$%&'*+.^`|~-]+$/.test(name) &&
    [value].flat().every((text) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text))
  );
}
