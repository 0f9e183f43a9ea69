import type { KeyboardEvent } from 'react';
import { schedulerXrayText } from '../../../i18n/catalogue/scheduler-xray.ts';
import type { FilterCell, ScoreCell, XrayRow, XrayTable } from '../../projections/scheduler-xray/table.ts';
import type { Because } from '../../projections/scheduler-xray/because.ts';
import { cx } from '../../widgets/cx.ts';
import { Icon } from '../../widgets/glyphs/icon.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import type { CellPlace } from './xray-place.ts';
import { becauseText } from './because-text.ts';
import styles from './scheduler-xray.module.css';

export interface MatrixProps {
  readonly table: XrayTable;
  readonly number: number;
  readonly place: CellPlace | undefined;
  readonly onPlace: (place: CellPlace) => void;
  /** Nodes that a clause of the sentence counts. */
  readonly lit: readonly string[];
  /** By node, what kept the Pod off it. */
  readonly because: ReadonlyMap<string, readonly Because[]>;
}

/** Column heads drop what all names share; the full name is their title. */
const shortName = (plugin: string): string => plugin.replace(/^NodeResources(?=Balanced)/, '');

const same = (a: CellPlace | undefined, b: CellPlace): boolean =>
  a?.node === b.node && a.plugin === b.plugin && a.part === b.part;

/** Nodes × plugins: one cell is a tab stop, arrow keys move it. */
export function Matrix({ table, number, place, onPlace, lit, because }: MatrixProps) {
  const t = useText(schedulerXrayText);
  const { filters, scores, rows, idle } = table;
  const first = firstPlace(rows);
  const stop = place !== undefined && rows.some(({ node }) => node === place.node) ? place : first;
  return (
    <div className={styles.scroller}>
      <table className={styles.matrix} aria-label={t('table', { n: number })} aria-describedby="xray-keys">
        <thead>
          <tr>
            <th scope="col" rowSpan={2} className={styles.corner}>
              {t('node', { n: rows.length })}
            </th>
            <th scope="colgroup" colSpan={filters.length} className={styles.part}>
              {t('filter')} <span>{t('filter.asks')}</span>
            </th>
            {scores.length > 0 && (
              <th scope="colgroup" colSpan={scores.length} className={styles.part}>
                {t('score')} <span>{t('score.asks')}</span>
              </th>
            )}
            {scores.length > 0 && (
              <th scope="col" rowSpan={2} className={styles.totalHead}>
                {t('total')}
              </th>
            )}
          </tr>
          <tr>
            {filters.map((plugin) => (
              <th
                key={plugin}
                scope="col"
                className={styles.plugin}
                title={plugin}
                data-idle={idle.includes(plugin) ? true : undefined}
              >
                <span>{shortName(plugin)}</span>
              </th>
            ))}
            {scores.map(({ plugin, weight }) => (
              <th key={plugin} scope="col" className={cx(styles.plugin, styles.scoreHead)} title={plugin}>
                <span>{shortName(plugin)}</span>
                <b>× {weight}</b>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.node}
              row={row}
              table={table}
              stop={stop}
              onPlace={onPlace}
              lit={lit.includes(row.node)}
              because={because.get(row.node)}
            />
          ))}
        </tbody>
      </table>
      <p id="xray-keys" className="sr-only">
        {t('table.keys')}
      </p>
    </div>
  );
}

function firstPlace(rows: readonly XrayRow[]): CellPlace | undefined {
  const [row] = rows;
  const plugin = row?.rejection?.plugin ?? row?.filters[0]?.plugin;
  return row === undefined || plugin === undefined ? undefined : { node: row.node, plugin, part: 'filter' };
}

interface RowProps {
  readonly row: XrayRow;
  readonly table: XrayTable;
  readonly stop: CellPlace | undefined;
  readonly onPlace: (place: CellPlace) => void;
  readonly lit: boolean;
  readonly because: readonly Because[] | undefined;
}

function Row({ row, table, stop, onPlace, lit, because }: RowProps) {
  const t = useText(schedulerXrayText);
  const { node, standing, rejection, filters, scores, total } = row;
  const at = (plugin: string, part: CellPlace['part']) => cellProps({ node, plugin, part }, stop, onPlace);
  const fell = filters.findIndex(({ outcome }) => outcome === 'rejected');
  const shown = fell === -1 ? filters : filters.slice(0, fell + 1);
  // One column more than the filters, for the reason of a node that fell at the last of them.
  const behind = table.scores.length === 0 ? 1 : table.scores.length + 1;
  const rest = filters.length - shown.length + behind;
  return (
    <tr data-standing={standing} data-lit={lit ? true : undefined}>
      <th scope="row">
        {node}
        {standing === 'picked' && <span className={styles.pickedTag}>{t('picked')}</span>}
      </th>
      {shown.map((cell) => (
        <Filter key={cell.plugin} cell={cell} {...at(cell.plugin, 'filter')} />
      ))}
      {rejection !== undefined && (
        <td colSpan={rest} className={styles.reasons}>
          <b>{rejection.reasons.join(', ')}</b>
          {because !== undefined && because.length > 0 && (
            <span>{because.map((each) => becauseText(t, each)).join(' · ')}</span>
          )}
        </td>
      )}
      {rejection === undefined && table.scores.length === 0 && (
        <td className={styles.reasons}>{t('cell.passed')}</td>
      )}
      {rejection === undefined &&
        scores.map((cell) => <Score key={cell.plugin} cell={cell} {...at(cell.plugin, 'score')} />)}
      {rejection === undefined && scores.length < table.scores.length && (
        <td colSpan={table.scores.length - scores.length}>–</td>
      )}
      {rejection === undefined && table.scores.length > 0 && (
        <td className={styles.total}>
          {total ?? ''}
          <Bar share={table.most === 0 ? 0 : (total ?? 0) / table.most} />
        </td>
      )}
    </tr>
  );
}

interface CellProps {
  readonly tabIndex: 0 | -1;
  readonly onFocus: () => void;
  readonly onPointerEnter: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly 'data-cell': true;
  readonly 'data-on'?: true;
}

function cellProps(
  place: CellPlace,
  stop: CellPlace | undefined,
  onPlace: (place: CellPlace) => void,
): CellProps {
  const on = same(stop, place);
  const go = (): void => onPlace(place);
  return {
    tabIndex: on ? 0 : -1,
    onFocus: go,
    onPointerEnter: go,
    onKeyDown: move,
    'data-cell': true,
    ...(on ? { 'data-on': true } : {}),
  };
}

function Filter({ cell: { plugin, outcome }, ...props }: { readonly cell: FilterCell } & CellProps) {
  const t = useText(schedulerXrayText);
  return (
    <td className={styles.filterCell} data-outcome={outcome}>
      <button type="button" {...props} aria-label={`${plugin}: ${t(`cell.${outcome}`)}`}>
        <span className={styles.mark}>
          {outcome === 'passed' ? (
            <Icon name="check" size={9} strong />
          ) : outcome === 'rejected' ? (
            <Icon name="cross" size={11} strong />
          ) : null}
        </span>
      </button>
    </td>
  );
}

function Score({
  cell: { plugin, normalized, weight, weighted },
  ...props
}: { readonly cell: ScoreCell } & CellProps) {
  const t = useText(schedulerXrayText);
  return (
    <td className={styles.scoreCell}>
      <button
        type="button"
        {...props}
        aria-label={`${plugin}: ${t('cell.score', { normalized, weight, weighted })}`}
      >
        <span className={styles.points}>
          <b>{normalized}</b>
          {weight !== 1 && <i>{weighted}</i>}
        </span>
        <Bar share={normalized / 100} />
      </button>
    </td>
  );
}

function Bar({ share }: { readonly share: number }) {
  return (
    <span className={styles.bar} aria-hidden="true">
      <span style={{ inlineSize: `${Math.round(share * 100)}%` }} />
    </span>
  );
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
};

/** Moves the focus to the neighbouring cell, or to the row's last where it is shorter. */
function move(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const cell = event.currentTarget;
  const row = cell.closest('tr');
  if (step === undefined || row?.parentElement == null) return;
  const [down, right] = step;
  const cellsOf = (of: Element): readonly HTMLElement[] => [
    ...of.querySelectorAll<HTMLElement>('[data-cell]'),
  ];
  const rows = [...row.parentElement.children];
  const target = rows[rows.indexOf(row) + down];
  if (target === undefined) return;
  const cells = cellsOf(target);
  const column = Math.min(Math.max(cellsOf(row).indexOf(cell) + right, 0), cells.length - 1);
  cells[column]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
