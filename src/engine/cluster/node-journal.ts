import { goQuote } from '../../api/go-text.ts';
import type { ObjectRef } from '../../api/object.ts';
import { formatMicroTime } from '../../api/time.ts';
import type { RecordOf, TraceRecord } from '../../trace/record.ts';
import type { JournalLine } from '../../workstation/nodes/port.ts';
import { Future } from '../kernel/task.ts';

export type JournalUnit = 'kubelet' | 'containerd';

/** What lines need to know beyond their record. */
export interface JournalFacts {
  /** Unix µs of a record's time. */
  unixUs(at: number): number;
  pid(node: string, unit: JournalUnit): number;
  podUid(pod: ObjectRef): string;
  sandboxId(node: string, pod: ObjectRef, attempt: number): string;
  containerId(node: string, pod: ObjectRef, name: string, attempt: number): string;
  imageId(node: string, image: string): string;
  deleting(pod: ObjectRef): boolean;
}

/** What a CRI call is about. */
interface Subject {
  readonly node: string;
  readonly pod: ObjectRef;
  readonly container: string;
  readonly attempt: number;
}

const MOST_LINES = 4_000;

/**
 * What the kubelets and containerds of a cluster log, told from their records as they come: the lines of kubelet at --v=2 and of
 * containerd at level info that say what a record says. Models klog's and logrus' text; source lines are not upstream's.
 */
export class NodeJournals {
  private readonly logs = new Map<string, { lines: JournalLine[]; grown: Future }>();
  private readonly calls = new Map<number, RecordOf<'cri.call'>>();
  private readonly leaving = new Set<string>();
  private readonly facts: JournalFacts;

  constructor(facts: JournalFacts) {
    this.facts = facts;
  }

  lines(node: string, unit: JournalUnit): readonly JournalLine[] {
    return this.log(node, unit).lines;
  }

  grows(node: string, unit: JournalUnit): Future {
    return this.log(node, unit).grown;
  }

  /** What systemd says of a unit. */
  systemd(node: string, unit: JournalUnit, at: number, text: string): void {
    this.add(node, unit, { atUnixUs: this.facts.unixUs(at), pid: 1, by: 'systemd', text });
  }

  take(record: TraceRecord): void {
    switch (record.kind) {
      case 'watch.deliver':
        if (record.data.resource === 'pods' && record.data.client === 'kubelet') this.synced(record);
        return;
      case 'cri.call':
        this.calls.set(record.seq, record);
        return this.called(record);
      case 'cri.return': {
        const call = this.calls.get(record.data.call);
        this.calls.delete(record.data.call);
        if (call !== undefined) this.returned(record, call);
        return;
      }
      case 'probe.result':
        if (record.data.result === 'failure') this.probeFailed(record);
        return;
      case 'backoff':
        if (record.data.why === 'crash') this.backedOff(record);
        return;
      default:
    }
  }

  private synced({ actor, at, data }: RecordOf<'watch.deliver'>): void {
    const ref = { namespace: data.namespace, name: data.name };
    const key = `${data.namespace}/${data.name}`;
    const word = this.syncWord(data.type, ref, key);
    if (word === undefined) return;
    this.kubelet(
      nodeOf(actor),
      at,
      'I',
      'kubelet.go:2537',
      `"SyncLoop ${word}" source="api" pods=["${key}"]`,
    );
  }

  private syncWord(type: string, ref: ObjectRef, key: string): string | undefined {
    if (type === 'ADDED') return 'ADD';
    if (type === 'DELETED') {
      this.leaving.delete(key);
      return 'REMOVE';
    }
    if (this.leaving.has(key) || !this.facts.deleting(ref)) return undefined;
    this.leaving.add(key);
    return 'DELETE';
  }

  private called({ at, data }: RecordOf<'cri.call'>): void {
    const { node, method, pod, container = '', attempt = 0, image = '' } = data;
    if (method === 'PullImage') return this.containerd(node, at, 'info', `PullImage ${goQuote(image)}`);
    if (pod === undefined) return;
    const info = (text: string): void => this.containerd(node, at, 'info', text);
    const id = (): string => this.facts.containerId(node, pod, container, attempt);
    const sandbox = (): string => this.facts.sandboxId(node, pod, attempt);
    if (method === 'StartContainer') return info(`StartContainer for "${id()}"`);
    if (method === 'StopPodSandbox') return info(`StopPodSandbox for "${sandbox()}"`);
    if (method === 'RemovePodSandbox') return info(`RemovePodSandbox "${sandbox()}"`);
    if (method === 'StopContainer') {
      const seconds = data.timeoutSeconds ?? 0;
      const { who } = this.who(pod);
      const fields = `${who} containerName="${container}" containerID="containerd://${id()}" gracePeriod=${seconds}`;
      const text = `"Killing container with a grace period" ${fields}`;
      this.kubelet(node, at, 'I', 'kuberuntime_container.go:871', text);
      return info(`StopContainer for "${id()}" with timeout ${seconds} (s)`);
    }
    if (method === 'RemoveContainer') {
      this.kubelet(node, at, 'I', 'scope.go:122', `"RemoveContainer" containerID="${id()}"`);
      info(`RemoveContainer for "${id()}"`);
    }
  }

  private returned({ at, data }: RecordOf<'cri.return'>, call: RecordOf<'cri.call'>): void {
    const { node, method, pod, container = '', attempt = 0, image = '' } = call.data;
    if (data.error !== undefined) return this.failed(call, at, data.error);
    if (method === 'PullImage')
      return this.containerd(
        node,
        at,
        'info',
        `PullImage ${goQuote(image)} returns image reference "${this.facts.imageId(node, image)}"`,
      );
    if (pod === undefined) return;
    const text = this.returnedText(method, { node, pod, container, attempt });
    if (text !== undefined) this.containerd(node, at, 'info', text);
  }

  private returnedText(method: string, { node, pod, container, attempt }: Subject): string | undefined {
    const { facts } = this;
    const id = (): string => facts.containerId(node, pod, container, attempt);
    const sandbox = (): string => facts.sandboxId(node, pod, attempt);
    switch (method) {
      case 'RunPodSandbox': {
        const metadata = `&PodSandboxMetadata{Name:${pod.name},Uid:${facts.podUid(pod)},Namespace:${pod.namespace},Attempt:${attempt},}`;
        return `RunPodSandbox for ${metadata} returns sandbox id "${sandbox()}"`;
      }
      case 'CreateContainer':
        return `CreateContainer for container &ContainerMetadata{Name:${container},Attempt:${attempt},} returns container id "${id()}"`;
      case 'StartContainer':
      case 'StopContainer':
        return `${method} for "${id()}" returns successfully`;
      case 'StopPodSandbox':
        return `StopPodSandbox for "${sandbox()}" returns successfully`;
      default:
        return undefined;
    }
  }

  private failed({ data }: RecordOf<'cri.call'>, at: number, error: string): void {
    const { node, method, pod, container = '', attempt = 0, image = '' } = data;
    const service = method.includes('Image') ? 'image' : 'runtime';
    const rpc = error.startsWith('rpc error') ? error : `rpc error: code = Unknown desc = ${error}`;
    const what = method === 'PullImage' ? ` image=${goQuote(image)}` : '';
    const text = `"${method} from ${service} service failed" err=${goQuote(rpc)}${what}`;
    this.kubelet(node, at, 'E', 'log.go:32', text);
    const of =
      method === 'PullImage'
        ? goQuote(image)
        : pod === undefined
          ? ''
          : `for "${container === '' ? pod.name : this.facts.containerId(node, pod, container, attempt)}"`;
    this.containerd(node, at, 'error', `${method} ${of} failed`, error);
  }

  private probeFailed({ actor, at, data }: RecordOf<'probe.result'>): void {
    const { who } = this.who(data.pod);
    const probe = data.probe.charAt(0).toUpperCase() + data.probe.slice(1);
    const text = `"Probe failed" probeType="${probe}" ${who} containerName="${data.container}" probeResult="failure" output=${goQuote(data.output)}`;
    this.kubelet(nodeOf(actor), at, 'I', 'prober.go:120', text);
  }

  private backedOff({ actor, at, data }: RecordOf<'backoff'>): void {
    const { pod, container, delayUs } = data;
    const { who, uid } = this.who(pod);
    const seconds = Math.round(delayUs / 1e6);
    const wait = seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
    const why = `back-off ${wait} restarting failed container=${container} pod=${pod.name}_${pod.namespace}(${uid})`;
    const err = `failed to "StartContainer" for "${container}" with CrashLoopBackOff: ${goQuote(why)}`;
    const text = `"Error syncing pod, skipping" err=${goQuote(err)} ${who}`;
    this.kubelet(nodeOf(actor), at, 'E', 'pod_workers.go:1324', text);
  }

  private who(pod: ObjectRef): { readonly who: string; readonly uid: string } {
    const uid = this.facts.podUid(pod);
    return { who: `pod="${pod.namespace}/${pod.name}" podUID="${uid}"`, uid };
  }

  // oxlint-disable-next-line max-params -- the columns of klog's header
  private kubelet(node: string, at: number, level: 'I' | 'E', source: string, text: string): void {
    const atUnixUs = this.facts.unixUs(at);
    const pid = this.facts.pid(node, 'kubelet');
    const time = formatMicroTime(atUnixUs);
    const header = `${level}${time.slice(5, 7)}${time.slice(8, 10)} ${time.slice(11, 26)} ${String(pid).padStart(7)} ${source}]`;
    this.add(node, 'kubelet', { atUnixUs, pid, text: `${header} ${text}` });
  }

  // oxlint-disable-next-line max-params -- the fields of a log entry
  private containerd(
    node: string,
    at: number,
    level: 'info' | 'error',
    message: string,
    error?: string,
  ): void {
    const atUnixUs = this.facts.unixUs(at);
    const time = formatMicroTime(atUnixUs).replace(/Z$/, '000Z');
    const cause = error === undefined ? '' : ` error=${goQuote(error)}`;
    const text = `time="${time}" level=${level} msg=${goQuote(message)}${cause}`;
    this.add(node, 'containerd', { atUnixUs, pid: this.facts.pid(node, 'containerd'), text });
  }

  private add(node: string, unit: JournalUnit, line: JournalLine): void {
    const log = this.log(node, unit);
    log.lines.push(line);
    if (log.lines.length > MOST_LINES) log.lines.splice(0, MOST_LINES / 2);
    const { grown } = log;
    log.grown = new Future();
    grown.resolve();
  }

  private log(node: string, unit: JournalUnit): { lines: JournalLine[]; grown: Future } {
    const key = `${unit}/${node}`;
    let log = this.logs.get(key);
    if (log === undefined) {
      log = { lines: [], grown: new Future() };
      this.logs.set(key, log);
    }
    return log;
  }
}

const nodeOf = (actor: string): string => actor.slice(actor.indexOf('/') + 1);
