import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { terminalText } from '../../../i18n/catalogue/terminal.ts';
import { clock } from '../../../i18n/format.ts';
import { type TerminalEntry, terminalIndex } from '../../projections/terminal/terminal.ts';
import { act, actionTime, stepOfLine } from '../../session/actions.ts';
import { useActiveBranch, useCursor, useSession } from '../../session/use-session.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './terminal.module.css';

/** The learner's terminal: what had been typed and printed by the cursor, and a line to type the next command. */
export function TerminalPanel() {
  const entries = useEntries();
  const log = useRef<HTMLDivElement>(null);
  const t = useText(terminalText);
  const shown = entries.reduce((count, entry) => count + 1 + entry.output.length, 0);
  useLayoutEffect(() => {
    const element = log.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, [shown]);
  return (
    <div className={styles.terminal}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard */}
      <div ref={log} className={styles.log} role="log" aria-label={t('log')} tabIndex={0} data-scrolls>
        {entries.length === 0 && <p className={styles.empty}>{t('empty')}</p>}
        {entries.map((entry) => (
          <Entry key={entry.index} entry={entry} />
        ))}
      </div>
      <Prompt history={entries.map(({ line }) => line)} />
    </div>
  );
}

/** The terminal's entries at the cursor; made anew only when one of them changes. */
function useEntries(): readonly TerminalEntry[] {
  const branch = useActiveBranch();
  const count = useCursor(({ seq }) =>
    branch === undefined ? 0 : terminalIndex(branch.trace).countUntil(seqOfMoment(branch, seq)),
  );
  const { cursor } = useSession();
  return useMemo(() => {
    if (branch === undefined || count === 0) return [];
    return terminalIndex(branch.trace).at(seqOfMoment(branch, cursor.getState().seq));
  }, [count, branch, cursor]);
}

/** Output belongs to the step that is shown: everything up to the next step has been printed. */
function seqOfMoment(branch: ReturnType<typeof useActiveBranch>, seq: number): number {
  const next = branch?.story.next(seq, 2);
  return next === undefined ? Number.POSITIVE_INFINITY : Math.max(seq, next - 1);
}

function Entry({ entry }: { readonly entry: TerminalEntry }) {
  const t = useText(terminalText);
  const failed = entry.exit !== undefined && entry.exit !== 0;
  return (
    <div className={styles.entry}>
      <div className={styles.command}>
        <span className={styles.sign} aria-hidden="true">
          $
        </span>
        <span>{entry.line}</span>
        <span className={styles.when}>{clock(entry.at)}</span>
        {failed && (
          <span className={styles.failed}>
            {entry.exit === 'interrupted' ? t('interrupted') : t('exit', { code: String(entry.exit) })}
          </span>
        )}
        {entry.exit === undefined && <span className={styles.when}>{t('running')}</span>}
      </div>
      <pre className={styles.output}>
        {entry.output.map(({ stream, text }, place) => (
          <span key={place} data-stream={stream}>
            {text}
          </span>
        ))}
      </pre>
    </div>
  );
}

function Prompt({ history }: { readonly history: readonly string[] }) {
  const t = useText(terminalText);
  const session = useSession();
  const branch = useActiveBranch();
  const [line, setLine] = useState('');
  const place = useRef(history.length);
  const inPast = useCursor(({ seq, level }) => branch?.story.next(seq, level) !== undefined);
  useLayoutEffect(() => {
    place.current = history.length;
  }, [history.length]);
  const recall = (by: 1 | -1): void => {
    place.current = Math.min(history.length, Math.max(0, place.current + by));
    setLine(history[place.current] ?? '');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      recall(event.key === 'ArrowUp' ? -1 : 1);
    }
  };
  return (
    <form
      className={styles.prompt}
      onSubmit={(event) => {
        event.preventDefault();
        if (line.trim() === '') return;
        act(session, stepOfLine(line));
        setLine('');
      }}
    >
      <label className={styles.line}>
        <span className={styles.sign} aria-hidden="true">
          $
        </span>
        <span className="sr-only">{t('input')}</span>
        <input
          value={line}
          onChange={(event) => setLine(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          placeholder={t('placeholder')}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          data-autofocus
        />
      </label>
      {inPast && <span className={styles.past}>{t('past', { at: clock(actionTime(session)) })}</span>}
    </form>
  );
}
