import { type KeyboardEvent, type RefObject, useMemo, useState } from 'react';
import { timelineText } from '../../../i18n/catalogue/timeline.ts';
import { barsOf, momentFrom, rowMoments } from '../../projections/timeline/row-moments.ts';
import type { Row } from '../../projections/timeline/rows.ts';
import { useCommands } from '../../session/commands.ts';
import { foldRow, togglePinned } from '../../session/lanes.ts';
import type { Selection } from '../../session/selection-store.ts';
import { useCursor, useSelection, useSession } from '../../session/use-session.tsx';
import { ActorGlyph } from '../../widgets/glyphs/actor-glyph.tsx';
import { roleOf } from '../../widgets/glyphs/actors.ts';
import { Icon } from '../../widgets/glyphs/icon.tsx';
import { StateGlyph } from '../../widgets/glyphs/state-glyph.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { GROUP_GAP, type Placed, RIBBON_HEIGHT } from './layout.ts';
import { useRowName } from './row-name.ts';
import { allRows, type Scene } from './scene.ts';
import styles from './timeline.module.css';

interface LaneListProps {
  readonly scene: Scene;
  readonly list: RefObject<HTMLDivElement | null>;
}

/** The row that has the keyboard, if the list has it. */
function focusedRow(list: HTMLElement | null): string | undefined {
  const active = document.activeElement;
  return active instanceof HTMLElement && list?.contains(active) === true ? active.dataset['row'] : undefined;
}

/** The names of the rows, as a tree: each can be pinned, folded, selected, and walked along by its records. */
export function LaneList({ scene, list }: LaneListProps) {
  const t = useText(timelineText);
  const { player, cursor, selection } = useSession();
  const rows = useMemo(() => allRows(scene), [scene]);
  const [wanted, setWanted] = useState<string>();
  // One row takes Tab: the one that had the keyboard last, else the first.
  const stop = rows.some(({ id }) => id === wanted) ? wanted : rows[0]?.id;
  const focus = (id: string | undefined): void => {
    if (id === undefined) return;
    setWanted(id);
    list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus();
  };
  const select = (row: Row): void => {
    const picked = selectionOf(row);
    if (picked !== undefined) selection.setState({ selection: picked });
  };
  const withFocused = (act: (row: Row) => void) => (): boolean => {
    const row = rows.find(({ id }) => id === focusedRow(list.current));
    if (row !== undefined) act(row);
    return row !== undefined;
  };
  const fold = (row: Row): void => {
    if (row.folded !== undefined) foldRow(row.id, !row.folded);
  };
  const pin = (row: Row): void => {
    togglePinned(row.id);
    // It is drawn elsewhere now: the keyboard goes with it.
    requestAnimationFrame(() => focus(row.id));
  };
  useCommands({ 'lane.pin': withFocused(pin), 'lane.fold': withFocused(fold) });
  const press = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const place = rows.findIndex(({ id }) => id === focusedRow(list.current));
    const row = rows[place];
    if (row === undefined) return;
    const walk = (direction: 1 | -1): void => {
      const seq = momentFrom(rowMoments(scene.timeline.view, row), cursor.getState().seq, direction);
      if (seq !== undefined) player.seek(seq);
    };
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focus(rows[Math.min(rows.length - 1, place + 1)]?.id),
      ArrowUp: () => focus(rows[Math.max(0, place - 1)]?.id),
      Home: () => focus(rows[0]?.id),
      End: () => focus(rows.at(-1)?.id),
      ArrowRight: () => walk(1),
      ArrowLeft: () => walk(-1),
      Enter: () => select(row),
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const line = (placed: Placed, place: number, pinned: boolean) => (
    <Line
      key={placed.row.id}
      scene={scene}
      placed={placed}
      place={place}
      stop={placed.row.id === stop}
      pinned={pinned}
      act={{ focus, fold, pin, select }}
    />
  );
  return (
    <div ref={list} className={styles.labels} role="tree" aria-label={t('lanes')} onKeyDown={press}>
      {scene.pinned.placed.length > 0 && (
        <div className={styles.pinned} role="presentation" style={{ paddingBottom: GROUP_GAP }}>
          {scene.pinned.placed.map((placed, place) => line(placed, place, true))}
        </div>
      )}
      {scene.rows.placed.map((placed, place) => line(placed, place, false))}
    </div>
  );
}

interface RowActs {
  readonly focus: (id: string) => void;
  readonly fold: (row: Row) => void;
  readonly pin: (row: Row) => void;
  readonly select: (row: Row) => void;
}

function Line({
  scene,
  placed: { row, height },
  place,
  stop,
  pinned,
  act,
}: {
  readonly scene: Scene;
  readonly placed: Placed;
  readonly place: number;
  readonly stop: boolean;
  readonly pinned: boolean;
  readonly act: RowActs;
}) {
  const t = useText(timelineText);
  const name = useRowName(row);
  const selected = useSelection(({ selection }) => isSelected(selection, row));
  return (
    <div
      className={styles.label}
      role="treeitem"
      aria-level={row.depth}
      aria-expanded={row.folded === undefined ? undefined : !row.folded}
      aria-selected={selected}
      aria-label={pinned ? t('lane.pinned', { name }) : name}
      aria-keyshortcuts={row.folded === undefined ? 'P' : 'P H'}
      data-row={row.id}
      data-kind={row.kind}
      data-depth={row.depth}
      data-autofocus={stop ? '' : undefined}
      tabIndex={stop ? 0 : -1}
      style={{ height, marginTop: row.begins && place > 0 ? GROUP_GAP : 0, scrollMarginTop: RIBBON_HEIGHT }}
      onClick={() => {
        act.focus(row.id);
        act.select(row);
      }}
    >
      {row.folded !== undefined && (
        <span
          className={styles.chevron}
          title={t(row.folded ? 'lane.unfold' : 'lane.fold')}
          onClick={(event) => {
            event.stopPropagation();
            act.fold(row);
          }}
        >
          <Icon name={row.folded ? 'chevron-right' : 'chevron-down'} size={10} />
        </span>
      )}
      {(row.kind === 'phase' || row.kind === 'container') && <StateNow row={row} scene={scene} />}
      {row.kind === 'component' && <ActorGlyph role={roleOfRow(row)} size={13} />}
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span
        className={styles.pin}
        data-on={pinned}
        title={t(pinned ? 'lane.unpin' : 'lane.pin')}
        onClick={(event) => {
          event.stopPropagation();
          act.pin(row);
        }}
      >
        <Icon name="pin" size={11} />
      </span>
    </div>
  );
}

/** How the Pod or the container stands at the cursor. */
function StateNow({ row, scene }: { readonly row: Row; readonly scene: Scene }) {
  const bars = barsOf(scene.timeline.view, row);
  const state = useCursor(({ seq }) => bars.findLast((bar) => bar.seq <= seq)?.state);
  return <StateGlyph kind={state ?? 'gone'} size={13} quiet />;
}

function roleOfRow(row: Row) {
  const name = row.name.split('/')[0] ?? '';
  return name === 'controllers' ? 'controller' : roleOf(name);
}

/** What is selected with a row: its Pod or its component. */
function selectionOf(row: Row): Selection | undefined {
  if (row.pod !== undefined) return { kind: 'object', subject: { resource: 'pods', ...row.pod } };
  if (row.kind === 'node')
    return { kind: 'object', subject: { resource: 'nodes', namespace: '', name: row.name } };
  const [name = '', node] = row.name.split('/');
  if (name === 'traffic') return undefined;
  const actor = name === 'controllers' ? 'kube-controller-manager' : name === 'runtime' ? 'containerd' : name;
  return { kind: 'component', actor: node === undefined ? actor : `${actor}/${node}` };
}

function isSelected(selection: Selection, row: Row): boolean {
  const own = selectionOf(row);
  if (own?.kind === 'component') return selection.kind === 'component' && selection.actor === own.actor;
  return (
    row.depth === 1 &&
    own?.kind === 'object' &&
    selection.kind === 'object' &&
    selection.subject.resource === own.subject.resource &&
    selection.subject.namespace === own.subject.namespace &&
    selection.subject.name === own.subject.name
  );
}
