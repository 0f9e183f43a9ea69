import type { Container, Pod } from '../api/generated/types.ts';
import { allContainers } from '../api/pod.ts';
import type { Facts } from './facts.ts';
import type { CauseId } from './verdict.ts';

/** A line of a program's own, and what it says about the cause. */
export interface Said {
  readonly cause?: CauseId;
  readonly line: string;
}

interface Words {
  readonly cause: CauseId;
  readonly words: RegExp;
  /** Whether the Pod is such that the words can mean this. */
  holds?(container: Container | undefined, pod: Pod, lines: readonly string[]): boolean;
}

const DENIED = /permission denied|operation not permitted/i;

/** What programs of all kinds write when the kernel refuses them something, most telling first. */
const WORDS: readonly Words[] = [
  { cause: 'platform', words: /exec format error/i },
  { cause: 'port-taken', words: /address (?:already )?in use|EADDRINUSE/i },
  {
    cause: 'host-dns',
    words: /bad address|can't resolve|could not resolve|no such host|name or service not known/i,
    holds: (_, { spec }) =>
      spec.hostNetwork === true && (spec.dnsPolicy ?? 'ClusterFirst') === 'ClusterFirst',
  },
  {
    cause: 'volume-ownership',
    words: DENIED,
    holds: (container, { spec }, lines) =>
      spec.securityContext?.fsGroup === undefined &&
      (container?.volumeMounts ?? []).some(({ mountPath }) => lines.some((line) => line.includes(mountPath))),
  },
  {
    cause: 'read-only-root',
    words: /read-only file system|EROFS/i,
    holds: (container) => container?.securityContext?.readOnlyRootFilesystem === true,
  },
  { cause: 'disk-full', words: /no space left on device|ENOSPC/i },
  { cause: 'not-permitted', words: DENIED, holds: (container, pod) => isConfined(container, pod) },
];

/** What programs write when a call fails. Which of them holds now is what the last line says: a call that was refused once may since be dropped. */
const CALLS: readonly Words[] = [
  {
    cause: 'peer-untrusted',
    words:
      /x509: |certificate (?:verify failed|has expired)|self[- ]signed certificate|local issuer certificate/i,
  },
  {
    cause: 'name-unresolved',
    words:
      /bad address|can't resolve|could not resolve|no such host|name or service not known|temporary failure in name resolution|NXDOMAIN|ENOTFOUND|EAI_AGAIN|host not found/i,
  },
  {
    cause: 'peer-silent',
    words:
      /\b(?:connection|connect|operation|download|request|upstream|read|resolving)\b.*\btimed out\b|i\/o timeout|ETIMEDOUT|context deadline exceeded/i,
  },
  {
    cause: 'peer-refuses',
    words: /connection refused|ECONNREFUSED|can't connect to remote host|no route to host/i,
  },
];

/** What sounds like the reason, where advice follows it. */
const COMPLAINT =
  /\b(?:error|fatal|panic|exception|fail(?:ed|ure)?|cannot|missing|denied|required|not (?:set|found|specified)|is not)\b/i;

const isConfined = (container: Container | undefined, { spec }: Pod): boolean => {
  const { runAsUser, runAsNonRoot, capabilities } = {
    ...spec.securityContext,
    capabilities: undefined,
    ...container?.securityContext,
  };
  return (runAsUser ?? 0) !== 0 || runAsNonRoot === true || capabilities?.drop !== undefined;
};

const linesOf = ({ logs }: Facts, name: string): readonly string[] =>
  (logs?.(name) ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const callIn = (line: string): Words | undefined => CALLS.find(({ words }) => words.test(line));

/** What the program's own last words say about the cause; without words that tell, the line that sounds most like it. */
export function wordsOf(facts: Facts, name: string): Said | undefined {
  const { pod } = facts;
  const lines = linesOf(facts, name);
  const container = allContainers(pod.spec).find((each) => each.container.name === name)?.container;
  for (const { cause, words, holds } of WORDS) {
    const line = lines.findLast((each) => words.test(each));
    if (line !== undefined && holds?.(container, pod, lines) !== false) return { cause, line };
  }
  const failed = lines.findLast((line) => callIn(line) !== undefined);
  const call = failed === undefined ? undefined : callIn(failed);
  if (failed !== undefined && call !== undefined) return { cause: call.cause, line: failed };
  const last = lines.findLast((line) => COMPLAINT.test(line)) ?? lines.at(-1);
  return last === undefined ? undefined : { line: last };
}

/** The call that failed last of a program that runs on, within the last `recent` lines that it wrote. */
export function failedCall(facts: Facts, name: string, recent: number): Required<Said> | undefined {
  const line = linesOf(facts, name)
    .slice(-recent)
    .findLast((each) => callIn(each) !== undefined);
  const call = line === undefined ? undefined : callIn(line);
  return line === undefined || call === undefined ? undefined : { cause: call.cause, line };
}
