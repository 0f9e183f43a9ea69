import { header } from '../http.ts';
import type { HttpRequest, HttpResponse } from '../program.ts';
import { formatTime } from '../toolbox/time.ts';
import { utf8Length } from '../vfs/file-text.ts';

/** A line of nginx's combined access log with the forwarded-for field. */
export function accessLine(
  request: HttpRequest,
  answer: HttpResponse,
  client: { readonly remote: string; readonly unixUs: number },
): string {
  const when = formatTime(client.unixUs, '%d/%b/%Y:%H:%M:%S +0000');
  const agent = header(request, 'User-Agent') ?? '-';
  const referer = header(request, 'Referer') ?? '-';
  const forwarded = header(request, 'X-Forwarded-For') ?? '-';
  return `${client.remote} - - [${when}] "${request.method} ${request.path} HTTP/1.1" ${answer.status} ${utf8Length(answer.body)} "${referer}" "${agent}" "${forwarded}"\n`;
}
