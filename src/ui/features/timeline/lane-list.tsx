import { type KeyboardEvent, type MouseEvent, type RefObject, useMemo, useState } from 'react';
import { timelineText } from '../../../i18n/catalogue/timeline.ts';
import { LOOPS_LANE } from '../../projections/timeline/control-loops.ts';
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

/** Ids of rows in the page. */
const idOf = (row: Row): string => `lane ${row.id}`.replaceAll(' ', ':');

function fold(row: Row): void {
  if (row.folded !== undefined) foldRow(row.id, !row.folded);
}

/** What of a row was pressed: its chevron, its pin, or the row. */
function pressedAt(target: EventTarget): { readonly row?: string; readonly part?: string } {
  if (!(target instanceof Element)) return {};
  const part = target.closest<HTMLElement>('[data-part]')?.dataset['part'];
  const row = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
  return { ...(row === undefined ? {} : { row }), ...(part === undefined ? {} : { part }) };
}

/** What pointer and keyboard do to the rows. The list has the keyboard itself; `active` is the row it is on. */
function useRowKeys(scene: Scene, rows: readonly Row[]) {
  const { player, cursor, selection } = useSession();
  const [wanted, setWanted] = useState<string>();
  const active = rows.find(({ id }) => id === wanted) ?? rows[0];
  const select = (row: Row): void => {
    const picked = selectionOf(row);
    if (picked !== undefined) selection.setState({ selection: picked });
  };
  const go = (place: number): void => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, place))];
    if (row === undefined) return;
    setWanted(row.id);
    document.getElementById(idOf(row))?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent): void => {
    if (active === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const place = rows.indexOf(active);
    const walk = (direction: 1 | -1) => (): void => {
      const moments = rowMoments(scene.timeline.view, active);
      const seq = momentFrom(moments, cursor.getState().seq, direction);
      if (seq !== undefined) player.seek(seq);
    };
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(place + 1),
      ArrowUp: () => go(place - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: walk(1),
      ArrowLeft: walk(-1),
      Enter: () => select(active),
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const click = (event: MouseEvent): void => {
    const pressed = pressedAt(event.target);
    const row = rows.find(({ id }) => id === pressed.row);
    if (row === undefined) return;
    setWanted(row.id);
    if (pressed.part === 'fold') fold(row);
    else if (pressed.part === 'pin') togglePinned(row.id);
    else select(row);
  };
  /** For commands: only while the list has the keyboard. */
  const withActive = (act: (row: Row) => void) => (): boolean => {
    const here = document.activeElement?.matches('[data-lanes]') === true && active !== undefined;
    if (here) act(active);
    return here;
  };
  return { active, press, click, withActive };
}

/** The names of the rows, as a tree: each can be pinned, folded, selected, and walked along by its records. */
export function LaneList({
  scene,
  list,
}: {
  readonly scene: Scene;
  readonly list: RefObject<HTMLDivElement | null>;
}) {
  const t = useText(timelineText);
  const rows = useMemo(() => allRows(scene), [scene]);
  const { active, press, click, withActive } = useRowKeys(scene, rows);
  useCommands({ 'lane.pin': withActive((row) => togglePinned(row.id)), 'lane.fold': withActive(fold) });
  const line = (placed: Placed, place: number, pinned: boolean) => (
    <Line
      key={placed.row.id}
      scene={scene}
      placed={placed}
      place={place}
      active={placed.row === active}
      pinned={pinned}
    />
  );
  return (
    <div
      ref={list}
      className={styles.labels}
      role="tree"
      aria-label={t('lanes')}
      aria-activedescendant={active === undefined ? undefined : idOf(active)}
      tabIndex={0}
      data-lanes=""
      data-autofocus=""
      onKeyDown={press}
      onClick={click}
    >
      {scene.pinned.placed.length > 0 && (
        <div className={styles.pinned} role="presentation" style={{ paddingBottom: GROUP_GAP }}>
          {scene.pinned.placed.map((placed, place) => line(placed, place, true))}
        </div>
      )}
      {scene.rows.placed.map((placed, place) => line(placed, place, false))}
    </div>
  );
}

/** The end of a name stays: Pods of one owner differ there. */
const TAIL = 6;

function Line({
  scene,
  placed: { row, height },
  place,
  active,
  pinned,
}: {
  readonly scene: Scene;
  readonly placed: Placed;
  readonly place: number;
  readonly active: boolean;
  readonly pinned: boolean;
}) {
  const t = useText(timelineText);
  const name = useRowName(row);
  const tail = name === row.pod?.name ? TAIL : 0;
  const selected = useSelection(({ selection }) => isSelected(selection, row));
  return (
    <div
      id={idOf(row)}
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
      data-active={active}
      style={{ height, marginTop: row.begins && place > 0 ? GROUP_GAP : 0, scrollMarginTop: RIBBON_HEIGHT }}
    >
      {row.folded !== undefined && (
        <span className={styles.chevron} data-part="fold" title={t(row.folded ? 'lane.unfold' : 'lane.fold')}>
          <Icon name={row.folded ? 'chevron-right' : 'chevron-down'} size={10} />
        </span>
      )}
      {(row.kind === 'phase' || row.kind === 'container') && <StateNow row={row} scene={scene} />}
      {row.kind === 'component' && <ActorGlyph role={roleOfRow(row)} size={13} />}
      <span className={styles.name} title={name}>
        <span>{name.slice(0, name.length - tail)}</span>
        {tail > 0 && <span>{name.slice(-tail)}</span>}
      </span>
      <span
        className={styles.pin}
        data-part="pin"
        data-on={pinned}
        title={t(pinned ? 'lane.unpin' : 'lane.pin')}
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
  return name === LOOPS_LANE ? 'controller' : roleOf(name);
}

/** What is selected with a row: its Pod or its component. */
function selectionOf(row: Row): Selection | undefined {
  if (row.pod !== undefined) return { kind: 'object', subject: { resource: 'pods', ...row.pod } };
  if (row.kind === 'node')
    return { kind: 'object', subject: { resource: 'nodes', namespace: '', name: row.name } };
  const [name = '', node] = row.name.split('/');
  if (name === 'traffic') return undefined;
  if (name === LOOPS_LANE) return { kind: 'component', actor: 'kube-controller-manager' };
  const actor = name === 'runtime' ? 'containerd' : name;
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
