import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { matchScore } from '../../base/match-score.ts';
import { shellText } from '../../i18n/catalogue/shell.ts';
import { COMMANDS, commandStore, handlerOf, type PaletteItem } from '../session/commands.ts';
import { Keys } from '../widgets/controls/key-cap.tsx';
import { Icon } from '../widgets/glyphs/icon.tsx';
import { Dialog } from '../widgets/overlay/dialog.tsx';
import { useText } from '../widgets/ui-context.tsx';
import styles from './palette.module.css';

interface Entry extends PaletteItem {
  readonly keys?: string;
}

interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

const MOST_PER_SOURCE = 8;
/** Commands that make no sense from here. */
const LEFT_OUT = new Set(['palette', 'back', 'selection.open']);

function useGroups(query: string): readonly Group[] {
  const t = useText(shellText);
  const { sources, handlers } = useStore(commandStore);
  return useMemo(() => {
    const found: Group[] = sources.map((source) => ({
      title: source.title,
      entries: source.find(query).slice(0, MOST_PER_SOURCE),
    }));
    const commands = COMMANDS.flatMap((command) => {
      const run = handlerOf(command.id, handlers);
      const label = t(`cmd.${command.id}`);
      const score = matchScore(query, label);
      return run === undefined || LEFT_OUT.has(command.id) || score === 0
        ? []
        : [{ id: command.id, label, detail: '', run, keys: command.keys[0], score }];
    });
    commands.sort((a, b) => b.score - a.score);
    found.push({
      title: t('palette.commands'),
      entries: query === '' ? commands : commands.slice(0, MOST_PER_SOURCE),
    });
    return found.filter((group) => group.entries.length > 0);
  }, [query, sources, handlers, t]);
}

interface FoundProps {
  readonly group: Group;
  readonly chosen: Entry | undefined;
  readonly optionId: (entry: Entry) => string;
  readonly onRun: (entry: Entry) => void;
  readonly onPoint: (entry: Entry) => void;
}

function Found({ group, chosen, optionId, onRun, onPoint }: FoundProps) {
  return (
    <div role="group" aria-label={group.title}>
      <div className={styles.title} aria-hidden="true">
        {group.title}
      </div>
      {group.entries.map((entry) => (
        <button
          type="button"
          tabIndex={-1}
          key={entry.id}
          id={optionId(entry)}
          className={styles.option}
          role="option"
          aria-selected={entry === chosen}
          onPointerMove={() => onPoint(entry)}
          onClick={() => onRun(entry)}
        >
          <span className={styles.label}>{entry.label}</span>
          <span className={styles.detail}>{entry.detail}</span>
          {entry.keys !== undefined && <Keys combo={entry.keys} />}
        </button>
      ))}
    </div>
  );
}

/** Finds objects, records and commands. ↑ ↓ choose, Enter runs. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const t = useText(shellText);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const groups = useGroups(query);
  const flat = groups.flatMap((group) => group.entries);
  const chosen = flat[Math.min(at, flat.length - 1)];
  const list = useRef<HTMLDivElement>(null);
  const base = useId();

  const run = (entry: Entry): void => {
    onClose();
    entry.run();
  };
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && flat.length > 0) {
      event.preventDefault();
      const next = (Math.min(at, flat.length - 1) + step + flat.length) % flat.length;
      setAt(next);
      list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && chosen !== undefined && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(chosen);
    }
  };
  const optionId = (entry: Entry): string => `${base}-${flat.indexOf(entry)}`;
  const point = (entry: Entry): void => setAt(flat.indexOf(entry));

  return (
    <Dialog open onClose={onClose} title={t('palette')} hideTitle width={600} bare>
      <div className={styles.field}>
        <Icon name="search" size={15} />
        <input
          className={styles.input}
          data-autofocus
          role="combobox"
          aria-expanded="true"
          aria-controls={`${base}-list`}
          aria-activedescendant={chosen === undefined ? undefined : optionId(chosen)}
          aria-label={t('palette')}
          placeholder={t('palette')}
          value={query}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
      </div>
      <div ref={list} id={`${base}-list`} className={styles.list} role="listbox" aria-label={t('palette')}>
        {groups.map((group) => (
          <Found
            key={group.title}
            group={group}
            chosen={chosen}
            optionId={optionId}
            onRun={run}
            onPoint={point}
          />
        ))}
        {flat.length === 0 && <p className={styles.none}>{t('palette.none', { query })}</p>}
      </div>
    </Dialog>
  );
}
