import type { Role } from '../actors.ts';
import type { Drawing } from './drawing.ts';
import type { Hop } from './hops.ts';
import { isOff } from './outages.ts';
import type { Place } from './places.ts';
import type { EdgeView } from './view.ts';

const LINES: readonly { readonly line: Place; readonly role: Role }[] = [
  { line: 'kubectl.request', role: 'kubectl' },
  { line: 'scheduler.watch', role: 'scheduler' },
  { line: 'scheduler.request', role: 'scheduler' },
  { line: 'controllers.watch', role: 'controller' },
  { line: 'controllers.request', role: 'controller' },
  { line: 'kubelet.request', role: 'kubelet' },
  { line: 'kubelet.watch', role: 'kubelet' },
  { line: 'proxy.watch', role: 'proxy' },
  { line: 'left.watch', role: 'kubelet' },
  { line: 'right.watch', role: 'kubelet' },
  { line: 'etcd.write', role: 'etcd' },
  { line: 'cri', role: 'runtime' },
  { line: 'shim', role: 'runtime' },
  { line: 'cni', role: 'cni' },
  { line: 'data', role: 'outside' },
];

/** Every line of the drawing with its tone: in the trail, open now, or at rest. */
export function edgesOf(drawing: Drawing, write: Hop | undefined): ReadonlyMap<string, EdgeView> {
  const { trail, facts, machine, until, trace } = drawing;
  // A call is open while there is power to answer it.
  const open =
    machine !== undefined && !isOff(trace, machine, until) && facts.openCalls(machine, until).length > 0;
  const edges = new Map<string, EdgeView>();
  for (const { line, role } of LINES) {
    const mark = trail.get(line);
    const lit = mark !== undefined || (line === 'etcd.write' && write !== undefined);
    const active = line === 'cri' && open;
    edges.set(line, {
      line,
      role,
      tone: active ? 'active' : lit ? 'trail' : 'idle',
      n: mark?.n,
      now: mark?.now ?? false,
      label: labelOf(drawing, line, mark?.hop),
    });
  }
  return edges;
}

/** What went over the line last; the kubelet's watch also says why. */
function labelOf({ machine, t }: Drawing, line: Place, hop: Hop | undefined): string {
  if (hop === undefined) return '';
  const because = line === 'kubelet.watch' && hop.label === 'ADDED' && machine !== undefined;
  return because ? t('edge.because', { node: machine }) : hop.label;
}
