import { memo, useContext } from 'react';
import { useStore } from 'zustand';
import type { PacketAt } from '../../projections/pipeline/moving.ts';
import type { PipelineView } from '../../projections/pipeline/view.ts';
import { breadthPx } from '../../widgets/breadth.ts';
import { EdgeLegend } from '../../widgets/drawing/edge-legend.tsx';
import { ArrowHead } from '../../widgets/drawing/edge-line.tsx';
import { Packet, packetWidth, RefusedBar, TrailNumber } from '../../widgets/drawing/packet.tsx';
import { barAt, type Geometry, type Point } from './geometry/geometry.ts';
import { MovingContext } from './nodes/image.tsx';
import { fitLabel, lineNames } from './labels.ts';
import { clearOf, eased, pointAlong } from './path.ts';
import styles from './pipeline.module.css';

interface LayerProps {
  readonly geometry: Geometry;
  readonly view: PipelineView;
}

/** Numbers and names along the lines: the trail. */
const Trail = memo(function Trail({ geometry, view, busy }: LayerProps & { readonly busy: string }) {
  const taken = new Set(busy.split(' '));
  const named = lineNames(geometry, [...view.edges.values()]);
  return (
    <>
      {[...view.edges.values()].map(({ line, role, n, now, label }) => {
        const shape = geometry.lines[line];
        if (shape?.number === undefined || n === undefined || taken.has(line)) return null;
        const name = named.get(line);
        return (
          <g key={line}>
            <TrailNumber n={n} role={role} now={now} {...shape.number} />
            {shape.label !== undefined && name !== undefined && (
              <text
                x={shape.label.x}
                y={shape.label.y}
                textAnchor={shape.label.end === true ? 'end' : 'start'}
                className={label.includes(' ') && line === 'kubelet.watch' ? styles.second : styles.mono}
                data-cut={name === label ? undefined : shape.from}
              >
                {name === label ? label : <CutName name={name} whole={label} />}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
});

/** A name cut short: all of it under the pointer, and while the keyboard is on whose line it is. */
function CutName({ name, whole }: { readonly name: string; readonly whole: string }) {
  return (
    <>
      <title>{whole}</title>
      <tspan data-part="cut">{name}</tspan>
      <tspan data-part="whole">{whole}</tspan>
    </>
  );
}

/** The centre of a packet: on its line, kept inside the drawing. */
function centreOf(
  { place, along, label, refused }: PacketAt,
  geometry: Geometry,
  numbers: readonly Point[],
): Point | undefined {
  const shape = geometry.lines[place];
  if (shape === undefined) return undefined;
  const band = geometry.boxes.band;
  if (refused !== undefined && band !== undefined) {
    const bar = barAt(geometry.gates, refused.gate, refused.before);
    return {
      x: band.x + bar - geometry.gates.size / 2 - packetWidth(label) / 2 - 6,
      y: band.y + geometry.gates.y + geometry.gates.size / 2,
    };
  }
  const half = packetWidth(label) / 2 + 2;
  const { x, y } = clearOf(onLine(shape.d, along), half, numbers);
  return { x: Math.min(geometry.width - half, Math.max(half, x)), y };
}

const onLine = (d: string, along: number): Point => pointAlong(d, along === 0.5 ? along : eased(along));

/** A packet with as much of its label as fits between the numbers of the lines beside its own. */
function fitted(packet: PacketAt, geometry: Geometry, numbers: readonly Point[]): PacketAt {
  const shape = geometry.lines[packet.place];
  if (shape === undefined || packet.refused !== undefined) return packet;
  const label = fitLabel(packet.label, onLine(shape.d, packet.along), numbers, geometry.width);
  return label === packet.label ? packet : { ...packet, label };
}

/** Where the trail's numbers are, as far as no packet has taken their line. */
function numbersOf({ geometry, view }: LayerProps, taken: ReadonlySet<string>): readonly Point[] {
  return [...view.edges.values()].flatMap(({ line, n }) =>
    n === undefined || taken.has(line) ? [] : (geometry.lines[line]?.number ?? []),
  );
}

/** A commit's diamond has no words. */
const isSilent = ({ place }: PacketAt): boolean => place === 'etcd.write';

/** What moves: at most three labelled packets, placed by the playhead alone. */
function Packets({ geometry, view }: LayerProps) {
  const packets = useStore(useContext(MovingContext), ({ packets: all }) => all);
  const most = geometry.id === 'full' ? 3 : geometry.id === 'narrow' ? 2 : 1;
  const read = packets.filter((packet) => !isSilent(packet)).slice(0, most);
  const shown = packets.filter((packet) => isSilent(packet) || read.includes(packet));
  const numbers = numbersOf({ geometry, view }, new Set(packets.map(({ place }) => place)));
  return (
    <>
      {shown.map((whole) => {
        const packet = fitted(whole, geometry, numbers);
        const centre = centreOf(packet, geometry, numbers);
        if (centre === undefined) return null;
        const band = geometry.boxes.band;
        const { refused } = packet;
        return (
          <g key={packet.place}>
            <Packet
              shape={packet.shape}
              label={isSilent(packet) ? '' : packet.label}
              role={packet.role}
              tone={packet.tone}
              {...centre}
            />
            {refused !== undefined && band !== undefined && (
              <RefusedBar
                x={band.x + barAt(geometry.gates, refused.gate, refused.before)}
                y={centre.y}
                code={refused.code}
              />
            )}
          </g>
        );
      })}
    </>
  );
}

/** The line of the runtime's calls. */
const CALL = 'cri';
const CHIP_GAP = 6;

/** How long the runtime's call has been open, beside its chip; the loop of retries passes there, and tells more. */
function OpenFor({ geometry }: { readonly geometry: Geometry }) {
  const open = useStore(useContext(MovingContext), ({ open: took, backoff }) => (backoff === '' ? took : ''));
  const call = useStore(useContext(MovingContext), ({ packets }) =>
    packets.find(({ place }) => place === CALL),
  );
  const line = geometry.lines[CALL];
  const chipEnd =
    call === undefined || line === undefined
      ? 0
      : pointAlong(line.d, 0.5).x + packetWidth(call.label) / 2 + CHIP_GAP;
  return (
    <text
      x={Math.max(geometry.open.x, chipEnd)}
      y={geometry.open.y}
      className={styles.second}
      style={{ fontWeight: 600 }}
    >
      {open}
    </text>
  );
}

/** The loop of retries: from the container back to its kubelet, and how long it still waits. */
function Loop({ geometry }: { readonly geometry: Geometry }) {
  const words = useStore(useContext(MovingContext), (state) => state.backoff);
  const { loop } = geometry;
  if (loop === undefined || words === '') return null;
  const width = breadthPx(words) + 26;
  const x = Math.min(loop.words.x, loop.words.right - width / 2);
  return (
    <g>
      <path
        d={loop.d}
        fill="none"
        stroke="var(--state-pending)"
        strokeWidth="2"
        strokeDasharray="6 5"
        strokeLinejoin="round"
      />
      <ArrowHead {...loop.arrow} heading="up" hue="var(--state-pending)" />
      <g transform={`translate(${x} ${loop.words.y})`}>
        <rect
          x={-width / 2}
          y="-10"
          width={width}
          height="20"
          rx="10"
          fill="var(--bg-canvas)"
          stroke="var(--state-pending)"
          strokeWidth="1.5"
        />
        <text y="4.2" textAnchor="middle" className={styles.waits}>
          {words}
        </text>
      </g>
    </g>
  );
}

/** A signal, planted on the process it is for. */
function Flag({ geometry }: { readonly geometry: Geometry }) {
  const flag = useStore(useContext(MovingContext), (state) => state.flag);
  const box = geometry.boxes.containers;
  if (flag === '' || box === undefined) return null;
  return <Packet shape="flag" label={flag} role="runtime" x={box.x + 14} y={box.y - 2} />;
}

/** Everything above the boxes: the trail, the packets, the names of the lines. */
export function Overlay({ geometry, view }: LayerProps) {
  const busy = useStore(useContext(MovingContext), ({ packets }) =>
    packets.map(({ place }) => place).join(' '),
  );
  return (
    <svg className={styles.overlay} width={geometry.width} height={geometry.height} aria-hidden="true">
      <Trail geometry={geometry} view={view} busy={busy} />
      {geometry.legend !== undefined && <EdgeLegend {...geometry.legend} />}
      {geometry.id !== 'strip' && <OpenFor geometry={geometry} />}
      <Loop geometry={geometry} />
      <Flag geometry={geometry} />
      <Packets geometry={geometry} view={view} />
    </svg>
  );
}
