import { shellText } from '../../../i18n/catalogue/shell.ts';
import { useText } from '../ui-context.tsx';
import { ArrowHead, EdgeLine, type EdgeKind, WatchRing } from './edge-line.tsx';

const HUE = 'var(--text-2)';
const KINDS: readonly EdgeKind[] = ['request', 'watch', 'grpc', 'exec', 'data'];

/** Five lines and their names: who knows these can read every screen. */
export function EdgeLegend({ x, y }: { readonly x: number; readonly y: number }) {
  const t = useText(shellText);
  return (
    <g transform={`translate(${x} ${y})`}>
      {KINDS.map((kind, row) => (
        <g key={kind} transform={`translate(0 ${row * 20})`}>
          <EdgeLine kind={kind} d={kind === 'grpc' ? 'M0 0H38' : 'M0 0H34'} hue={HUE} fine />
          {(kind === 'request' || kind === 'exec') && (
            <ArrowHead x={39} y={0} heading="right" hue={HUE} fine />
          )}
          {kind === 'watch' && <WatchRing x={37} y={0} hue={HUE} />}
          <text x="46" y="4" fontSize="12" style={{ fill: HUE }}>
            {t(`legend.${kind}`)}
          </text>
        </g>
      ))}
    </g>
  );
}
