import { expect, it } from 'vitest';
import type { Recording } from '../format.ts';
import { namer } from './naming.ts';
import { squeezeOutput } from './text.ts';

const TEXTS: readonly (readonly [string, string])[] = [
  ['pod 01234567-89ab-cdef-0123-456789abcdef in lab', 'pod <uid> in default'],
  [
    'sha256:a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1 and b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2',
    'sha256:<digest> and <id>',
  ],
  [
    'kube-api-access-x7k2p /var/lib/containerd/tmpmounts/containerd-mount3521',
    'kube-api-access-<rand> /var/lib/containerd/tmpmounts/containerd-mount<rand>',
  ],
  ['read tcp 10.244.1.5:43210->10.96.0.1:443', 'read tcp <ip>:<port>-><ip>:443'],
  ['"resourceVersion": "812"', '"resourceVersion": "<rv>"'],
  ['2026-11-30T09:00:12Z 2026-11-30T09:00:12.123456Z 2026-11-30 09:00:12 +0000 UTC', '<time> <time> <time>'],
  ['event/web.18a1f0c2b3d4e5f6 deleted', 'event/web.<rand> deleted'],
  ['Mon, 30 Nov 2026 09:00:12 +0000', '<time>'],
  [
    '2026/11/30 09:00:12 [notice] 1#1 - 10.244.1.1 [30/Nov/2026:09:00:12 +0000]',
    '<time> [notice] 1#1 - <ip> [<time>]',
  ],
  [
    'Successfully pulled image "nginx:1.25" in 1.2s (3.45s including waiting). Image size: 71005258 bytes.',
    'Successfully pulled image "nginx:1.25" in <dur> (<dur> including waiting). Image size: <n> bytes.',
  ],
  ['2 (3m4s ago)', '2 (<age> ago)'],
  ['(x12 over 4m)', '(x<n> over <age>)'],
  ['Terminating (lasts 5s)', 'Terminating (lasts <age>)'],
  ['v10.96.0.1 110.96.0.1', 'v10.96.0.1 110.96.0.1'],
];

const OUTPUTS: readonly (readonly [string, readonly string[]])[] = [
  [
    'NAME    READY   AGE\nweb     1/1     5m3s\n\n  indented   cell  10s  ',
    ['NAME READY AGE', 'web 1/1 <age>', '  indented cell <age>'],
  ],
  ['age5s 5s\t3h2m', ['age5s <age> <age>']],
  ['Restart Count:   0\r\n \t\n', ['Restart Count: 0']],
];

const EMPTY: Recording = {
  name: 'x',
  namespace: 'lab',
  scenario: { title: 'x', steps: [] },
  commands: [],
  watch: [],
  rows: [],
  requests: [],
  cri: [],
  final: {},
};

it.each(TEXTS)('%s', (text, folded) => {
  expect(namer(EMPTY)(text)).toBe(folded);
});

it.each(OUTPUTS)('the output %j', (text, lines) => {
  expect(squeezeOutput(text)).toEqual(lines);
});
