import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useEffect, useId, useMemo, useRef } from 'react';
import { commonText } from '../../../i18n/catalogue/common.ts';
import { recordsText } from '../../../i18n/catalogue/records.ts';
import { clock } from '../../../i18n/format.ts';
import { narrate } from '../../projections/narration/narrate.ts';
import { roleOfRecord } from '../../projections/records/listing.ts';
import type { Branch } from '../../session/branch.ts';
import { useIsComing, useSession } from '../../session/use-session.tsx';
import { Segmented } from '../../widgets/controls/segmented.tsx';
import { Rich } from '../../widgets/data/rich.tsx';
import { ActorGlyph } from '../../widgets/glyphs/actor-glyph.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import styles from './records.module.css';
import { type Listing, useListing } from './use-listing.ts';

const ROW_HEIGHT = 26;
/** The heading that stays above the rows. */
const HEAD_HEIGHT = 24;

/** The run as a table: what the timeline draws, in words. Choosing a row moves the playhead there. */
export function RecordsPanel() {
  const list = useListing();
  const t = useText(recordsText);
  const common = useText(commonText);
  const isComing = useIsComing();
  const none = list.words.trim() === '' ? 'empty' : 'none';
  return (
    <div className={styles.records}>
      <div className={styles.bar}>
        <input
          className={styles.find}
          type="search"
          placeholder={t('find')}
          aria-label={t('find')}
          value={list.words}
          onChange={(event) => list.setWords(event.target.value)}
        />
        <Segmented
          label={t('scope.label')}
          value={list.scope}
          onChange={list.setScope}
          options={(['story', 'cluster'] as const).map((value) => ({ value, label: t(`scope.${value}`) }))}
        />
        <span className={styles.found} role="status">
          {t('found', { n: list.seqs.length })}
        </span>
      </div>
      {list.branch === undefined || list.seqs.length === 0 ? (
        <p className={styles.empty}>{isComing ? common('opening') : t(none)}</p>
      ) : (
        <Table list={list} branch={list.branch} />
      )}
    </div>
  );
}

/** Where a key leads from a row; undefined for keys that are not the table's. */
function target(key: string, place: number, last: number, page: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, place + 1);
    case 'ArrowUp':
      return Math.max(0, place - 1);
    case 'PageDown':
      return Math.min(last, place + page);
    case 'PageUp':
      return Math.max(0, place - page);
    default:
      return undefined;
  }
}

function Table({ list: { seqs, place }, branch }: { readonly list: Listing; readonly branch: Branch }) {
  const t = useText(recordsText);
  const { player } = useSession();
  const box = useRef<HTMLDivElement>(null);
  const hint = useId();
  // oxlint-disable-next-line react/incompatible-library -- no React Compiler here, and nothing below memoizes the virtualizer
  const rows = useVirtualizer({
    count: seqs.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT + ROW_HEIGHT,
    scrollPaddingEnd: ROW_HEIGHT,
  });
  useEffect(() => {
    if (place >= 0) rows.scrollToIndex(place, { align: 'auto' });
  }, [place, rows]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const to = target(event.key, place, seqs.length - 1, page);
    const seq = to === undefined ? undefined : seqs[to];
    if (seq === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    player.seek(seq);
  };
  const present = seqs[place];
  return (
    <>
      <span id={hint} className="sr-only">
        {t('hint')}
      </span>
      <div
        ref={box}
        className={styles.scroll}
        role="grid"
        aria-label={t('table')}
        aria-describedby={hint}
        aria-rowcount={seqs.length + 1}
        aria-activedescendant={present === undefined ? undefined : rowId(present)}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div role="row" aria-rowindex={1} className={styles.head}>
          {(['time', 'actor', 'what', 'kind'] as const).map((column) => (
            <span key={column} role="columnheader">
              {t(column)}
            </span>
          ))}
        </div>
        <div role="presentation" className={styles.rows} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const seq = seqs[index];
            if (seq === undefined) return null;
            const time = index === place ? 'present' : index < place ? 'past' : 'future';
            return (
              <Row
                key={seq}
                branch={branch}
                seq={seq}
                row={index + 2}
                top={start - HEAD_HEIGHT}
                time={time}
                onPick={player.seek}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

const rowId = (seq: number): string => `record-${seq}`;

interface RowProps {
  readonly branch: Branch;
  readonly seq: number;
  readonly row: number;
  readonly top: number;
  readonly time: 'past' | 'present' | 'future';
  readonly onPick: (seq: number) => void;
}

/** One record: the narrator's sentence for it, as it was told when it happened. */
const Row = memo(function Row({ branch, seq, row, top, time, onPick }: RowProps) {
  const { lang } = useUi();
  const record = branch.trace.at(seq);
  const { trace, world, story } = branch;
  const said = useMemo(
    () => narrate({ trace, world, story, seq, timeUs: record.at, lang }, undefined),
    [trace, world, story, seq, record, lang],
  );
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid has the keys: arrows move from row to row
    <div
      id={rowId(seq)}
      role="row"
      aria-rowindex={row}
      aria-selected={time === 'present'}
      tabIndex={-1}
      className={styles.row}
      data-time={time}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onPick(seq)}
    >
      <span role="gridcell" className={styles.time}>
        {clock(record.at)}
      </span>
      <span role="gridcell" className={styles.actor}>
        <ActorGlyph role={roleOfRecord(record)} size={13} muted={time === 'future'} />
        <span>{record.actor}</span>
      </span>
      <span role="gridcell" className={styles.what}>
        <Rich segments={said.sentence} />
      </span>
      <span role="gridcell" className={styles.kind}>
        {record.kind}
      </span>
    </div>
  );
});
