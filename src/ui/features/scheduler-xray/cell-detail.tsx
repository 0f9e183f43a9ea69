import { schedulerXrayText } from '../../../i18n/catalogue/scheduler-xray.ts';
import {
  amountText,
  filterSums,
  type LedgerLine,
  ledgerOf,
  scoreSums,
  type SumLine,
} from '../../projections/scheduler-xray/arithmetic.ts';
import type { XrayRow, XrayTable } from '../../projections/scheduler-xray/table.ts';
import { Section } from '../../widgets/data/section.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import type { CellPlace } from './xray-place.ts';
import styles from './scheduler-xray.module.css';

/** The arithmetic of the cell one points at, with the Pod's and the node's own numbers, and the node's ledger. */
export function CellDetail({
  table,
  place,
  waiting,
}: {
  readonly table: XrayTable;
  readonly place: CellPlace | undefined;
  readonly waiting: boolean;
}) {
  const t = useText(schedulerXrayText);
  const row = table.rows.find(({ node }) => node === place?.node);
  if (place === undefined || row === undefined) return null;
  const lines = linesOf(row, place);
  const otherwise = contradicts(row, place);
  return (
    <div className={styles.detail}>
      <Section title={t('detail.at', { plugin: place.plugin, node: place.node })}>
        {row.rejection?.plugin === place.plugin && place.part === 'filter' && (
          <p className={styles.reason}>{row.rejection.reasons.join(', ')}</p>
        )}
        {lines.length === 0 ? (
          <p className={styles.quiet}>{waiting ? t('detail.waiting') : t('detail.none')}</p>
        ) : (
          <Sums lines={lines} />
        )}
        {place.part === 'score' && place.plugin === 'NodeResourcesFit' && (
          <p className={styles.quiet}>{t('detail.nonzero')}</p>
        )}
        {otherwise !== undefined && (
          <p className={styles.quiet}>{t('detail.otherwise', { raw: otherwise })}</p>
        )}
      </Section>
      <NodeLedger row={row} />
    </div>
  );
}

function linesOf(row: XrayRow, { plugin, part }: CellPlace): readonly SumLine[] {
  if (part === 'filter')
    return filterSums(plugin, row.filters.find((cell) => cell.plugin === plugin)?.inputs ?? {});
  const cell = row.scores.find((each) => each.plugin === plugin);
  return cell === undefined ? [] : scoreSums(cell);
}

/** The raw score of running it again, where the scheduler's own was another. */
function contradicts(row: XrayRow, { plugin, part }: CellPlace): number | undefined {
  if (part !== 'score') return undefined;
  const again = row.answer?.points.find((points) => points.plugin === plugin)?.raw;
  const told = row.scores.find((cell) => cell.plugin === plugin)?.raw;
  return again === undefined || again === told ? undefined : again;
}

function Sums({ lines }: { readonly lines: readonly SumLine[] }) {
  return (
    <table className={styles.sums}>
      <tbody>
        {lines.map(({ name, sum, result }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{sum}</td>
            <td>{result === '' ? '' : /^[><≤]/.test(result) ? result : `= ${result}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What is promised to others, what this Pod asks, and what is left: requests, not use. */
export function NodeLedger({ row }: { readonly row: XrayRow }) {
  const t = useText(schedulerXrayText);
  const lines = ledgerOf(row.answer?.filters.find(({ plugin }) => plugin === 'NodeResourcesFit')?.inputs);
  if (lines.length === 0) return null;
  return (
    <Section title={t('ledger')} note={row.node}>
      <ul className={styles.ledger}>
        {lines.map((line) => (
          <Ledger key={line.resource} line={line} />
        ))}
      </ul>
    </Section>
  );
}

function Ledger({ line: { resource, pod, requested, allocatable, fits } }: { readonly line: LedgerLine }) {
  const t = useText(schedulerXrayText);
  const whole = Math.max(allocatable, requested + pod, 1);
  const percent = (value: number): string => `${(value / whole) * 100}%`;
  const amount = (value: number): string => amountText(resource, value);
  return (
    <li data-fits={fits}>
      <span>
        {t('ledger.line', {
          resource,
          requested: amount(requested),
          pod: amount(pod),
          allocatable: amount(allocatable),
        })}
      </span>
      <span className={styles.ledgerBar} aria-hidden="true">
        <span className={styles.taken} style={{ inlineSize: percent(requested) }} />
        <span className={styles.asked} style={{ inlineSize: percent(pod) }} />
        <span className={styles.full} style={{ insetInlineStart: percent(allocatable) }} />
      </span>
    </li>
  );
}
