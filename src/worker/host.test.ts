import { afterEach, expect, it } from 'vitest';
import { RARE_PROGRAMS } from '../engine/workloads/rare/programs.ts';
import { MissingCode } from '../engine/kernel/late-code.ts';
import { installRarePrograms } from '../engine/workloads/rare/rare.ts';
import { installRareTools } from '../workstation/rare/rare.ts';
import { RARE_TOOLS } from '../workstation/rare/tools.ts';
import type { TraceRecord } from '../trace/record.ts';
import { Host } from './host.ts';
import type { HostReply, HostRequest, RunDocument } from './protocol.ts';

afterEach(() => {
  installRarePrograms(RARE_PROGRAMS);
  installRareTools(RARE_TOOLS);
});

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a' },
  spec: {
    restartPolicy: 'Never',
    containers: [{ name: 'c', image: 'busybox', command: ['sh', '-c', 'sleep 1; a=aw; echo hi | ${a}k 1'] }],
  },
};
const DESCRIBING: RunDocument = {
  scenario: JSON.stringify({
    title: { en: 'a', ko: 'a' },
    cluster: { preset: 'kind-3' },
    steps: [
      { at: '0s', apply: JSON.stringify(POD) },
      { at: '2s', kubectl: 'describe pod a' },
    ],
    until: '20s',
  }),
  seed: 1,
  inputs: [],
};
const DOCUMENT: RunDocument = {
  scenario: JSON.stringify({
    title: { en: 'a', ko: 'a' },
    cluster: { preset: 'kind-3' },
    steps: [{ at: '0s', apply: JSON.stringify(POD) }],
    until: '20s',
  }),
  seed: 1,
  inputs: [],
};
const ADVANCE: HostRequest = { type: 'advance', run: 1, records: 100, until: undefined };

/** All records of the run, pulled batch by batch; `missing` is what to do when code is not there. */
function played(
  missing: (host: Host, request: HostRequest) => void,
  document = DOCUMENT,
): readonly TraceRecord[] {
  const records: TraceRecord[] = [];
  let ended = false;
  const host = new Host((reply: HostReply) => {
    if (reply.type === 'crashed') throw new Error(reply.message);
    if (reply.type !== 'batch') return;
    records.push(...reply.records);
    ended = reply.end !== undefined;
  });
  host.handle({ type: 'open', run: 1, document, from: 0 });
  while (!ended) {
    try {
      host.handle(ADVANCE);
    } catch (error) {
      if (!(error instanceof MissingCode)) throw error;
      missing(host, ADVANCE);
    }
  }
  return records;
}

it('plays a run again up to where code was missing, and sends nothing twice', () => {
  const straight = played(() => expect.unreachable());
  installRarePrograms({});
  let loads = 0;
  const interrupted = played((host, request) => {
    loads++;
    installRarePrograms(RARE_PROGRAMS);
    host.again(request);
  });
  expect(loads).toBe(1);
  expect(interrupted).toEqual(straight);
  expect(straight.some(({ kind, data }) => kind === 'log.container' && data.text === 'hi\n')).toBe(true);
});

it('does the same for a tool of the machine', () => {
  const straight = played(() => expect.unreachable(), DESCRIBING);
  installRareTools(undefined);
  const interrupted = played((host, request) => {
    installRareTools(RARE_TOOLS);
    host.again(request);
  }, DESCRIBING);
  expect(interrupted).toEqual(straight);
});

it('gives a run up when the code cannot be loaded', () => {
  installRarePrograms({});
  expect(() =>
    played((host, request) => {
      host.tried.add('programs');
      host.again(request);
    }),
  ).toThrow('the code of awk is not loaded');
});
