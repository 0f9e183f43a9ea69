import { list } from '../../../i18n/format.ts';
import type { Card, Machine, NodeSummary, PipelineView } from '../../projections/pipeline/view.ts';
import type { PipelineWords } from '../../projections/pipeline/words.ts';
import { roleOf } from '../../projections/actors.ts';
import type { Selection } from '../../session/selection-store.ts';
import type { Geometry, LineShape, PartId, QuietLine } from './geometry/geometry.ts';
import type { LineData, LineEdge } from './lines.tsx';
import type { ComponentNode, PartNode } from './nodes/types.ts';
import { actorOf, INSIDE, isSelected } from './parts.ts';
import { type Actions, bound } from './stable.ts';

export interface BuildInput {
  readonly view: PipelineView;
  readonly geometry: Geometry;
  readonly selection: Selection;
  readonly actions: Actions;
  readonly t: PipelineWords;
  /** `component.idle` and the like, in the page's language. */
  readonly stateWord: (state: Card['state']) => string;
}

const Z = { machine: 1, sandbox: 3, inside: 4, door: 5, band: 2 } as const;

const NOBODY: Machine['others'] = [];

/** A node of React Flow without what the drawing never changes. */
function placed<T extends PartNode>(
  part: PartId,
  { boxes }: Geometry,
  node: Pick<T, 'type' | 'data'> & { readonly z: number },
): PartNode | undefined {
  const box = boxes[part];
  if (box === undefined) return undefined;
  const { x, y, w, h } = box;
  return {
    id: part,
    type: node.type,
    data: node.data,
    position: { x, y },
    width: w,
    height: h,
    zIndex: node.z,
    draggable: false,
    selectable: false,
    focusable: false,
    connectable: false,
  } as PartNode;
}

interface Described {
  readonly part: PartId;
  readonly name: string;
  readonly card: Card;
  readonly detail?: boolean;
  readonly kind?: 'outside' | 'component';
  readonly z: number;
  readonly watches?: string;
}

function component(
  input: BuildInput,
  { part, name, card, detail = true, kind = 'component', z, watches }: Described,
): PartNode | undefined {
  const { geometry, view, selection, actions, t, stateWord } = input;
  const actor = actorOf(part, view.shown) ?? part;
  const state = stateWord(card.state);
  const label =
    watches === undefined
      ? t('say.detail', { name, state, detail: card.detail })
      : t('say.watching', { name, state, detail: card.detail, node: watches });
  // Why it does nothing is worth the room that what it does has not.
  const shown =
    card.state === 'stopped' ||
    (detail && (geometry.details || (geometry.id === 'narrow' && part === 'kubelet')));
  return placed<ComponentNode>(part, geometry, {
    type: 'component',
    z,
    data: {
      part,
      geometry,
      label,
      selected: isSelected(selection, actor),
      open: bound(actions, actor, () => actions.component(actor)),
      role: kind === 'outside' ? 'outside' : roleOf(actor),
      name,
      detail: shown ? card.detail : undefined,
      state: card.state,
      kind,
    },
  });
}

/** The parts above the machines: clients, loops, the band, etcd. */
function upper(input: BuildInput): readonly (PartNode | undefined)[] {
  const { view, geometry, selection, actions, t } = input;
  const short = geometry.shortNames;
  const gates = list(
    view.band.gates.flatMap(({ id, verdict, before }) => [
      ...(before === undefined
        ? []
        : [t('say.gate', { gate: t(`gate.${before}`), verdict: t('verdict.refused') })]),
      t('say.gate', { gate: t(`gate.${id}`), verdict: t(`verdict.${verdict}`) }),
    ]),
    t.lang,
  );
  const common = (part: PartId, label: string) => ({
    part,
    geometry,
    label,
    selected: isSelected(selection, actorOf(part, view.shown)),
    open: bound(actions, part, () => actions.component(actorOf(part, view.shown) ?? part)),
  });
  return [
    component(input, { part: 'kubectl', name: 'kubectl', card: view.kubectl, z: Z.door }),
    component(input, {
      part: 'scheduler',
      name: short ? t('name.scheduler.short') : 'kube-scheduler',
      card: view.scheduler,
      z: Z.door,
    }),
    component(input, {
      part: 'controllers',
      name: short ? t('name.controllers.short') : 'kube-controller-manager',
      card: view.controllers,
      z: Z.door,
    }),
    placed('band', geometry, {
      type: 'band',
      z: Z.band,
      data: {
        ...common('band', t('say.band', { detail: view.band.words, gates })),
        enter: actions.enterServer,
        band: view.band,
      },
    }),
    placed('etcd', geometry, {
      type: 'etcd',
      z: Z.band,
      data: { ...common('etcd', t('say.etcd', { detail: view.etcd.detail })), etcd: view.etcd },
    }),
  ];
}

/** What the API says of a machine, and that it has no power. */
function nodeWords({ state, off }: NodeSummary, t: PipelineWords): string {
  const said = t(`node.${state}`);
  return off ? list([t('down.power'), said], t.lang) : said;
}

function tile(input: BuildInput, side: 'left' | 'right'): PartNode | undefined {
  const { view, geometry, selection, actions, t } = input;
  const node = view[side];
  if (node === undefined) return undefined;
  const selected =
    selection.kind === 'object' &&
    selection.subject.resource === 'nodes' &&
    selection.subject.name === node.name;
  return placed(side, geometry, {
    type: 'tile',
    z: Z.machine,
    data: {
      part: side,
      geometry,
      label: t('say.node', { node: node.name, state: nodeWords(node, t), n: node.pods.length }),
      selected,
      open: bound(actions, `node ${node.name}`, () => actions.node(node.name)),
      enter: bound(actions, `into ${node.name}`, () => actions.enterNode(node.name)),
      tile: node,
      more: side === 'right' ? view.moreNodes : 0,
    },
  });
}

/** The machine's components, and the registry it pulls from. */
function doors(input: BuildInput, machine: Machine): readonly (PartNode | undefined)[] {
  const { geometry, t } = input;
  return [
    component(input, {
      part: 'kubelet',
      name: 'kubelet',
      card: machine.kubelet,
      z: Z.door,
      watches: machine.name,
    }),
    component(input, { part: 'proxy', name: 'kube-proxy', card: machine.proxy, z: Z.door }),
    component(input, {
      part: 'containerd',
      name: 'containerd',
      card: machine.containerd,
      detail: false,
      z: Z.door,
    }),
    component(input, {
      part: 'registry',
      name: geometry.id === 'full' ? t('registry') : machine.registry.host,
      card: { state: machine.registry.state, detail: machine.registry.host },
      kind: 'outside',
      z: Z.door,
    }),
  ];
}

/** The opened machine and what stands in it. */
function machineParts(input: BuildInput): readonly (PartNode | undefined)[] {
  const { view, geometry, selection, actions, t } = input;
  const { machine, shown } = view;
  if (machine === undefined) return [];
  const subject = selection.kind === 'object' ? selection.subject : undefined;
  const onComponent = (part: PartId, label: string) => {
    const actor = actorOf(part, shown) ?? part;
    return {
      part,
      geometry,
      label,
      selected: isSelected(selection, actor),
      open: bound(actions, actor, () => actions.component(actor)),
    };
  };
  const { image, bridge, sandbox } = machine;
  return [
    placed('machine', geometry, {
      type: 'machine',
      z: Z.machine,
      data: {
        part: 'machine',
        geometry,
        label: t('say.node', {
          node: machine.name,
          state: nodeWords(machine, t),
          n: machine.pods.length,
        }),
        selected: subject?.resource === 'nodes' && subject.name === machine.name,
        open: bound(actions, `node ${machine.name}`, () => actions.node(machine.name)),
        enter: bound(actions, `into ${machine.name}`, () => actions.enterNode(machine.name)),
        machine: {
          name: machine.name,
          state: machine.state,
          cordoned: machine.cordoned,
          off: machine.off,
        },
        residents: sandbox === undefined ? machine.others : NOBODY,
      },
    }),
    ...doors(input, machine),
    placed('image', geometry, {
      type: 'image',
      z: Z.inside,
      data: {
        ...onComponent(
          'image',
          image === undefined
            ? t('image.store')
            : t('say.image', { image: image.image, share: `${Math.floor(image.share * 100)} %` }),
        ),
        image,
      },
    }),
    placed('bridge', geometry, {
      type: 'bridge',
      z: Z.inside,
      data: {
        ...onComponent(
          'bridge',
          t('say.bridge', { detail: bridge.cidr ?? t(bridge.off ? 'down.power' : 'cni.none') }),
        ),
        bridge,
        ip: sandbox?.ip,
      },
    }),
    ...sandboxParts(input),
  ];
}

function sandboxParts({
  view,
  geometry,
  selection,
  actions,
  t,
}: BuildInput): readonly (PartNode | undefined)[] {
  const sandbox = view.machine?.sandbox;
  if (sandbox === undefined) return [];
  const { pod } = sandbox;
  const subject = selection.kind === 'object' ? selection.subject : undefined;
  const own =
    subject?.resource === 'pods' && subject.name === pod.name && subject.namespace === pod.namespace
      ? subject
      : undefined;
  const key = `${pod.namespace}/${pod.name}`;
  const open = bound(actions, `pod ${key}`, () => actions.pod(pod));
  const common = { geometry, open, enter: bound(actions, `into ${key}`, () => actions.enterPod(pod)) };
  const small = (part: 'shim' | 'runc', ghost: boolean) =>
    placed(part, geometry, {
      type: 'small',
      z: part === 'shim' ? Z.door : Z.inside,
      data: { ...common, part, label: part, selected: false, ghost, words: part },
    });
  return [
    placed('sandbox', geometry, {
      type: 'sandbox',
      z: Z.sandbox,
      data: {
        ...common,
        part: 'sandbox',
        label: t('say.sandbox', { pod: pod.name }),
        selected: own !== undefined && own.container === undefined,
        sandbox,
      },
    }),
    small('shim', !sandbox.shim),
    small('runc', !sandbox.runc),
    placed('pause', geometry, {
      type: 'pause',
      z: Z.inside,
      data: {
        ...common,
        part: 'pause',
        label: t('say.component', { name: 'pause', state: sandbox.pause.words }),
        selected: false,
        pause: sandbox.pause,
      },
    }),
    placed('containers', geometry, {
      type: 'containers',
      z: Z.inside,
      data: {
        ...common,
        part: 'containers',
        label: '',
        selected: false,
        containers: sandbox.containers,
        more: sandbox.more,
        chosen: own?.container,
        openContainer: bound(actions, `containers ${key}`, (name: string) => actions.pod(pod, name)),
      },
    }),
  ];
}

/** Every box of the drawing. */
export function buildNodes(input: BuildInput): PartNode[] {
  return [...upper(input), tile(input, 'left'), ...machineParts(input), tile(input, 'right')].filter(
    (node) => node !== undefined,
  );
}

/** Every line of the drawing whose ends are there. */
export function buildEdges({ view, geometry }: BuildInput, nodes: readonly PartNode[]): LineEdge[] {
  const there = new Set(nodes.map(({ id }) => id));
  const sandbox = view.machine?.sandbox;
  const quiet: Readonly<
    Record<QuietLine, { readonly lit: boolean; readonly ghost: boolean; readonly hue?: string }>
  > = {
    'etcd.watch': { lit: view.etcd.state === 'acted', ghost: false },
    pause: { lit: sandbox?.pause.state === 'running', ghost: sandbox?.pause.state !== 'running' },
    runc: { lit: sandbox?.runc === true, ghost: sandbox?.runc !== true },
    eth0: { lit: sandbox?.ip !== undefined, ghost: sandbox?.ip === undefined, hue: 'var(--actor-cni)' },
  };
  const edges: LineEdge[] = [];
  const add = (
    id: string,
    shape: LineShape | undefined,
    data: Pick<LineData, 'view' | 'ghost' | 'hue'>,
  ): void => {
    if (shape === undefined || !there.has(shape.from) || !there.has(shape.to)) return;
    const inside = INSIDE.has(id);
    edges.push({
      id,
      type: 'line',
      source: shape.from,
      target: shape.to,
      zIndex: inside ? Z.inside : 0,
      focusable: false,
      selectable: false,
      data: { ...data, shape, ground: inside ? 'var(--bg-panel)' : 'var(--bg-canvas)' },
    });
  };
  for (const [line, edge] of view.edges)
    add(line, geometry.lines[edge.line], { view: edge, ghost: line === 'shim' && sandbox?.shim !== true });
  for (const [line, { lit, ghost, hue }] of Object.entries(quiet)) {
    const role = line === 'etcd.watch' ? 'etcd' : 'runtime';
    add(line, geometry.lines[line as QuietLine], {
      view: { role, tone: lit ? 'trail' : 'idle' },
      ghost,
      ...(hue === undefined || ghost ? {} : { hue }),
    });
  }
  return edges;
}
