import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Headers, HttpAnswer } from '../../engine/cluster/gateway/exchange.ts';
import { bytesOf } from './bytes.ts';
import { isHeader } from './headers.ts';

/** From how many bytes on an answer is compressed for those who ask. Models defaultGzipThresholdBytes. */
const GZIP_FROM = 128 * 1024;
/** gzip's fastest, as the API server has it. */
const GZIP_LEVEL = 1;
/** What Node counts and frames by itself. */
const FRAMING = /^(?:content-length|transfer-encoding|connection|keep-alive)$/i;

/** A response of Node's as the gateway writes it. */
export function answerOf(request: IncomingMessage, response: ServerResponse): HttpAnswer {
  return {
    whole(code, headers, text) {
      const bytes = bytesOf(text);
      const zipped = bytes.length > GZIP_FROM && takesGzip(request);
      response.writeHead(code, {
        ...written(headers),
        ...(zipped ? { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' } : {}),
      });
      response.end(zipped ? gzipSync(bytes, { level: GZIP_LEVEL }) : bytes);
    },
    head(code, headers) {
      response.writeHead(code, written(headers));
      response.flushHeaders();
    },
    write: (text) => void response.write(bytesOf(text)),
    end: () => void response.end(),
  };
}

function takesGzip({ headers }: IncomingMessage): boolean {
  const encodings = headers['accept-encoding'] ?? '';
  return encodings.split(',').some((each) => each.trim() === 'gzip' || each.trim().startsWith('gzip;'));
}

function written(headers: Headers): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(
    ([name, value]) => !FRAMING.test(name) && isHeader(name, value),
  );
  return {
    'Cache-Control': 'no-cache, private',
    ...Object.fromEntries(
      kept.map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
    ),
  };
}
