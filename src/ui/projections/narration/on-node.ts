import { binaryBytes, durationWords } from '../../../i18n/format.ts';
import type { RecordOf } from '../../../trace/record.ts';
import { imageAt } from '../image-progress.ts';
import { shortImage } from '../names.ts';
import { type Said, type Telling, verbatim } from './moment.ts';

type Call = RecordOf<'cri.call'>;

const SAID_CALLS = ['RunPodSandbox', 'CreateContainer', 'StartContainer', 'StopPodSandbox'] as const;
type SaidCall = (typeof SAID_CALLS)[number];
const isSaid = (method: string): method is SaidCall => (SAID_CALLS as readonly string[]).includes(method);

/** The kubelet calls the runtime; the call stays open, so the line below it may change with time. */
export function called(telling: Telling, record: Call): Said {
  const { t, lang } = telling;
  const { method, container = '', node, timeoutSeconds } = record.data;
  if (method === 'PullImage') return pulling(telling, record);
  if (method === 'StopContainer') {
    const grace = durationWords((timeoutSeconds ?? 0) * 1e6, lang);
    const took = telling.timeUs - record.at;
    const detail =
      took < 150_000
        ? t.rich('cri.StopContainer.more')
        : t.rich('cri.StopContainer.open.more', { container, took: durationWords(took, lang), grace });
    return { sentence: t.rich('cri.StopContainer', { container, grace }), detail };
  }
  if (method === 'RemovePodSandbox')
    return { sentence: t.rich('cri.RemovePodSandbox'), detail: t.rich('cri.any.more', { node }) };
  if (isSaid(method))
    return { sentence: t.rich(`cri.${method}`, { container }), detail: t.rich(`cri.${method}.more`) };
  return { sentence: t.rich('cri.any', { method }), detail: t.rich('cri.any.more', { node }) };
}

/** The same sentence for the call and for each of its layers: bytes come, nothing else happens. */
function pulling({ t, facts, timeUs, lang }: Telling, call: Call): Said {
  const { node, image = '' } = call.data;
  const sentence = t.rich('cri.PullImage', { image: shortImage(image) });
  const layers = facts.layers(node, image);
  if (layers.length === 0 || timeUs <= call.at)
    return { sentence, detail: t.rich('cri.PullImage.first.more') };
  const { done } = imageAt(layers, timeUs);
  const took = durationWords(Math.max(0, timeUs - call.at), lang);
  return { sentence, detail: t.rich('cri.PullImage.more', { took, n: done, all: layers.length, node }) };
}

/** A layer grew: the pull it belongs to is what there is to tell. */
export function layered(telling: Telling, record: RecordOf<'image.layer'>): Said {
  const { node, image } = record.data;
  const open = telling.facts
    .openCalls(node, record.seq)
    .find(({ call }) => call.kind === 'cri.call' && call.data.image === image);
  if (open?.call.kind === 'cri.call') return pulling(telling, open.call);
  return { sentence: telling.t.rich('cri.PullImage', { image: shortImage(image) }) };
}

/** A call has returned. */
export function criReturned(telling: Telling, record: RecordOf<'cri.return'>): Said {
  const { t, facts, lang } = telling;
  const call = facts.call(record.data.call)?.call;
  const method = call?.kind === 'cri.call' ? call.data.method : 'CRI';
  if (record.data.error !== undefined)
    return { sentence: t.rich('ret.failed', { method }), detail: verbatim(record.data.error) };
  const took = durationWords(record.at - (call?.at ?? record.at), lang);
  const detail = t.rich('ret.took.more', { method, took });
  if (call?.kind !== 'cri.call') return { sentence: t.rich('ret.any', { method }), detail };
  const { container = '', image = '', node } = call.data;
  switch (method) {
    case 'RunPodSandbox':
      return { sentence: t.rich('ret.RunPodSandbox'), detail: t.rich('ret.RunPodSandbox.more', { took }) };
    case 'PullImage':
      return { sentence: t.rich('ret.PullImage', { image: shortImage(image), node }), detail };
    case 'CreateContainer':
    case 'StartContainer':
      return { sentence: t.rich(`ret.${method}`, { container }), detail };
    default:
      return { sentence: t.rich('ret.any', { method }), detail };
  }
}

/** The parts of a CNI result that are told. */
interface CniResult {
  readonly interfaces?: readonly { readonly name?: string; readonly sandbox?: string }[];
  readonly ips?: readonly { readonly address?: string }[];
}

/** Address and bridge of a CNI result, as far as it says. */
export function cniFacts(result: unknown): {
  readonly ip: string | undefined;
  readonly cidr: string | undefined;
  readonly bridge: string | undefined;
  readonly veth: string | undefined;
} {
  const { interfaces = [], ips = [] } = (
    typeof result === 'object' && result !== null ? result : {}
  ) as CniResult;
  const cidr = ips[0]?.address;
  const host = interfaces.filter(({ sandbox }) => sandbox === undefined || sandbox === '');
  return {
    ip: cidr?.split('/')[0],
    cidr,
    bridge: host.find(({ name }) => name !== undefined && !name.startsWith('veth'))?.name,
    veth: host.find(({ name }) => name?.startsWith('veth') === true)?.name,
  };
}

/** containerd has run a CNI plugin, or begins to. */
export function networked(telling: Telling, record: RecordOf<'cni.call'> | RecordOf<'cni.return'>): Said {
  const { t, facts } = telling;
  if (record.kind === 'cni.call') {
    if (record.data.command === 'DEL')
      return { sentence: t.rich('cni.DEL'), detail: t.rich('cri.any.more', { node: record.data.node }) };
    return { sentence: t.rich('cni.ADD'), detail: t.rich('cni.ADD.more') };
  }
  if (record.data.error !== undefined)
    return { sentence: t.rich('cni.failed'), detail: verbatim(record.data.error) };
  const call = facts.call(record.data.call)?.call;
  if (call?.kind !== 'cni.call' || call.data.command === 'DEL')
    return { sentence: t.rich('cni.deleted', { pod: call?.kind === 'cni.call' ? call.data.pod.name : '' }) };
  const { ip, bridge } = cniFacts(record.data.result);
  const sentence = t.rich('cni.added', { ip: ip ?? '' });
  return bridge === undefined
    ? { sentence }
    : { sentence, detail: t.rich('cni.added.more', { bridge, node: call.data.node }) };
}

type ProcessRecord = RecordOf<'process.start'> | RecordOf<'process.exit'> | RecordOf<'signal'>;

/** A process starts, gets a signal, or ends. */
export function processed({ t }: Telling, record: ProcessRecord): Said {
  const { container, pid, nsPid, node } = record.data;
  switch (record.kind) {
    case 'process.start':
      if (container === '')
        return { sentence: t.rich('start.pause'), detail: t.rich('start.pause.more', { pid }) };
      return {
        sentence:
          record.data.child !== true
            ? t.rich('start.main', { container, pid, node })
            : t.rich('start.child', { container, pid }),
        detail: t.rich('start.main.more', { argv: record.data.argv.join(' '), nsPid }),
      };
    case 'process.exit': {
      const { code, signal, oom } = record.data;
      if (container === '') return { sentence: t.rich('exit.pause') };
      const detail = t.rich('exit.more', { pid, node });
      if (oom === true) return { sentence: t.rich('exit.oom', { container }), detail };
      if (signal !== undefined) return { sentence: t.rich('exit.signal', { container, signal }), detail };
      return { sentence: t.rich('exit.code', { container, code }), detail };
    }
    case 'signal': {
      const { signal, effect } = record.data;
      const detail = t.rich('signal.more', { nsPid, pid, node });
      const who = container === '' ? 'pause' : container;
      if (signal === 'SIGKILL') return { sentence: t.rich('signal.kill', { container: who }), detail };
      return { sentence: t.rich(`signal.${effect}`, { container: who, signal }), detail };
    }
  }
}

/** What containerd gave runc, and what the kernel counts: the memory of a container's cgroup. */
export function inCgroup(
  { t }: Telling,
  record: RecordOf<'container.config'> | RecordOf<'cgroup.memory'>,
): Said {
  const { container, node } = record.data;
  if (record.kind === 'container.config') {
    const detail = t.rich(`config.${record.data.program}`);
    return { sentence: t.rich('config', { container, node }), detail };
  }
  const { bytes, limitBytes } = record.data;
  const sentence = t.rich('memory', { container, bytes: binaryBytes(bytes) });
  return limitBytes === undefined
    ? { sentence, detail: t.rich('memory.free') }
    : { sentence, detail: t.rich('memory.limit', { limit: binaryBytes(limitBytes) }) };
}

/** The kubelet has probed a container. */
export function probed({ t }: Telling, record: RecordOf<'probe.result'>): Said {
  const { probe, container, result, run, threshold, output } = record.data;
  const sentence =
    result === 'failure'
      ? t.rich('probe.failure', { probe, container, run, threshold })
      : t.rich(`probe.${result}`, { probe, container });
  // Of a page that the probe fetched one line says nothing; of a message the first says it.
  const line = output.split('\n')[0] ?? '';
  return line === '' || line.startsWith('<') ? { sentence } : { sentence, detail: verbatim(line) };
}
