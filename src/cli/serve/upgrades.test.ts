import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Served } from './serve.ts';
import { servedPod } from './testing/served-pod.ts';

const EXEC = '/api/v1/namespaces/default/pods/web/exec?container=main&stdout=true&stderr=true';

let served: Served;
let url: string;

beforeAll(async () => {
  ({ served, url } = await servedPod("image: 'busybox:1.36', command: [sleep, '3600']"));
}, 60_000);

afterAll(() => served.close());

/** A client's frame: short, whole, masked with zeros. */
const frame = (...bytes: number[]): Buffer => Buffer.from([0x82, 0x80 | bytes.length, 0, 0, 0, 0, ...bytes]);

interface Heard {
  readonly code: number;
  /** What came down each channel. */
  readonly channels: Readonly<Record<number, string>>;
  readonly body: string;
}

/** Asks for an upgrade, sends frames once it stands, and hears the connection out. */
function upgrade(path: string, protocol: string, sent: readonly Buffer[] = []): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${path}`, {
      headers: {
        Connection: 'Upgrade',
        Upgrade: protocol === '' ? 'SPDY/3.1' : 'websocket',
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...(protocol === '' ? {} : { 'Sec-WebSocket-Protocol': protocol }),
      },
    });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      let body = '';
      answer.on('data', (chunk) => (body += String(chunk)));
      answer.on('end', () => resolve({ code: answer.statusCode ?? 0, channels: {}, body }));
    });
    asked.on('upgrade', (answer, socket, head) => {
      let bytes = head;
      for (const each of sent) socket.write(each);
      socket.on('data', (chunk: Buffer) => (bytes = Buffer.concat([bytes, chunk])));
      socket.on('close', () => {
        const channels: Record<number, string> = {};
        for (let at = 0; at < bytes.length; ) {
          const short = bytes[at + 1] ?? 0;
          const length = short === 126 ? bytes.readUInt16BE(at + 2) : short;
          const from = at + (short === 126 ? 4 : 2);
          const channel = bytes[from] ?? 0;
          if ((bytes[at] ?? 0) === 0x82)
            channels[channel] = (channels[channel] ?? '') + bytes.toString('utf8', from + 1, from + length);
          at = from + length;
        }
        resolve({ code: answer.statusCode ?? 0, channels, body: '' });
      });
    });
    asked.end();
  });
}

it('runs a command, its streams apart, and tells its exit code', async () => {
  const heard = await upgrade(
    `${EXEC}&command=sh&command=-c&command=echo+out;+echo+err+>%262;+exit+4`.replace('>', '%3E'),
    'v5.channel.k8s.io',
  );
  expect(heard.code).toBe(101);
  expect([heard.channels[1], heard.channels[2]]).toEqual(['out\n', 'err\n']);
  expect(JSON.parse(heard.channels[3] ?? '')).toMatchObject({
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: '4' }] },
  });
});

it('hands on what is typed until it is closed', async () => {
  const heard = await upgrade(`${EXEC}&stdin=true&command=cat`, 'v5.channel.k8s.io', [
    frame(0, 104, 105, 10),
    frame(255, 0),
  ]);
  expect(heard.channels[1]).toBe('hi\n');
  expect(JSON.parse(heard.channels[3] ?? '')).toEqual({ metadata: {}, status: 'Success' });
});

it('refuses as the API server does, whatever the protocol, and other protocols by name', async () => {
  const nosuch = EXEC.replace('main', 'nosuch');
  for (const protocol of ['v5.channel.k8s.io', '']) {
    const heard = await upgrade(`${nosuch}&command=ls`, protocol);
    expect([heard.code, JSON.parse(heard.body).message]).toEqual([
      400,
      'container nosuch is not valid for pod web',
    ]);
  }
  const old = await upgrade(`${EXEC}&command=ls`, 'v4.channel.k8s.io');
  expect([old.code, JSON.parse(old.body).message]).toEqual([
    403,
    'unable to upgrade: this simulation serves v5.channel.k8s.io over WebSockets alone',
  ]);
});
