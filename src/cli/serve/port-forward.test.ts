import { request } from 'node:http';
import type { Duplex } from 'node:stream';
import { constants, createDeflate } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Served } from './serve.ts';
import { DICTIONARY, uint32 } from './spdy/dictionary.ts';
import { FIN, SYN_REPLY, SYN_STREAM, controlFrame, dataFrame, takeFrame } from './spdy/frames.ts';
import { servedPod } from './testing/served-pod.ts';

const PATH = '/api/v1/namespaces/default/pods/web/portforward';

let served: Served;
let url: string;

beforeAll(async () => {
  ({ served, url } = await servedPod("image: 'nginx:1.27'"));
}, 60_000);

afterAll(() => served.close());

const HEADERS = {
  websocket: {
    Upgrade: 'websocket',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol': 'SPDY/3.1+portforward.k8s.io',
  },
  spdy: { Upgrade: 'SPDY/3.1', 'X-Stream-Protocol-Version': 'portforward.k8s.io' },
};

interface Upgraded {
  readonly code: number;
  readonly socket?: Duplex;
  readonly head?: Buffer;
  readonly body: string;
}

function upgrade(path: string, headers: Record<string, string>): Promise<Upgraded> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${path}`, { headers: { Connection: 'Upgrade', ...headers } });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      let body = '';
      answer.on('data', (chunk) => (body += String(chunk)));
      answer.on('end', () => resolve({ code: answer.statusCode ?? 0, body }));
    });
    asked.on('upgrade', (answer, socket, head) =>
      resolve({ code: answer.statusCode ?? 0, socket, head, body: '' }),
    );
    asked.end();
  });
}

/** Blocks of headers, compressed one after the other as a client does. */
async function compressed(blocks: readonly Record<string, string>[]): Promise<readonly Buffer[]> {
  const deflate = createDeflate({ dictionary: DICTIONARY, level: 9 });
  const out: Buffer[] = [];
  for (const block of blocks) {
    const words = Object.entries(block).flat();
    deflate.write(
      Buffer.concat([
        uint32(words.length / 2),
        ...words.flatMap((word) => [uint32(word.length), Buffer.from(word)]),
      ]),
    );
    await new Promise<void>((resolve) => deflate.flush(constants.Z_SYNC_FLUSH, () => resolve()));
    out.push(deflate.read() as Buffer);
  }
  return out;
}

/** A client's WebSocket message, masked with zeros. */
function masked(bytes: Buffer): Buffer {
  const length = bytes.length < 126 ? [0x80 | bytes.length] : [0xfe, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from([0x82, ...length, 0, 0, 0, 0]), bytes]);
}

/** What the server's WebSocket messages carry. */
function unwrapped(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const short = bytes.readUInt8(at + 1);
    const from = at + (short === 126 ? 4 : 2);
    const to = from + (short === 126 ? bytes.readUInt16BE(at + 2) : short);
    if (bytes.readUInt8(at) === 0x82) parts.push(bytes.subarray(from, to));
    at = to;
  }
  return Buffer.concat(parts);
}

interface Heard {
  readonly replies: number;
  readonly data: string;
  readonly error: string;
}

/** Forwards one client to a port: says something, and hears both streams to their ends. */
async function forward(how: keyof typeof HEADERS, port: number, said: string): Promise<Heard> {
  const { socket, head = Buffer.alloc(0) } = await upgrade(PATH, HEADERS[how]);
  if (socket === undefined) throw new Error('not upgraded');
  const blocks = await compressed(
    ['error', 'data'].map((streamtype) => ({ streamtype, port: String(port), requestid: '0' })),
  );
  const send = (bytes: Buffer): void => void socket.write(how === 'spdy' ? bytes : masked(bytes));
  blocks.forEach((block, index) => {
    const id = uint32(index * 2 + 1);
    send(controlFrame(SYN_STREAM, Buffer.concat([id, uint32(0), Buffer.alloc(2), block])));
  });
  send(dataFrame(1, Buffer.alloc(0), true));
  send(dataFrame(3, Buffer.from(said), false));
  let bytes = head;
  const ended = new Set<number>();
  const heard = { replies: 0, data: '', error: '' };
  const listen = (): void => {
    Object.assign(heard, { replies: 0, data: '', error: '' });
    let pending = how === 'spdy' ? bytes : unwrapped(bytes);
    for (let next = takeFrame(pending); next !== undefined; next = takeFrame(pending)) {
      const { type, stream, flags, body } = next.frame;
      pending = next.rest;
      if (type === SYN_REPLY) heard.replies++;
      if (type !== 0) continue;
      if (stream === 1) heard.error += String(body);
      else heard.data += String(body);
      if ((flags & FIN) !== 0) ended.add(stream);
    }
  };
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      listen();
      if (ended.size === 2) resolve();
    });
  });
  socket.destroy();
  return heard;
}

it.each(['websocket', 'spdy'] as const)('a port answers through %s', async (how) => {
  const { replies, data, error } = await forward(
    how,
    80,
    'GET /nosuch HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  );
  expect([replies, error]).toEqual([2, '']);
  expect(data.startsWith('HTTP/1.1 404 Not Found\r\n')).toBe(true);
  expect(data).toContain('<center><h1>404 Not Found</h1></center>');
});

it('who cannot be connected is told down the error stream', async () => {
  const { data, error } = await forward('websocket', 81, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(data).toBe('');
  expect(error).toMatch(/^error forwarding port 81 to pod [0-9a-f]{64}, uid : failed to execute portforward/);
});

it('refuses as the API server does, and protocols that carry no ports', async () => {
  const nosuch = await upgrade(PATH.replace('web', 'nosuch'), HEADERS.websocket);
  expect([nosuch.code, JSON.parse(nosuch.body).message]).toEqual([404, 'pods "nosuch" not found']);
  const other = await upgrade(PATH, {
    ...HEADERS.websocket,
    'Sec-WebSocket-Protocol': 'v4.channel.k8s.io',
  });
  expect([other.code, JSON.parse(other.body).message]).toEqual([
    400,
    'unable to upgrade: no tunneling spdy protocols provided',
  ]);
});
