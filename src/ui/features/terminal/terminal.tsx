import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { terminalText } from '../../../i18n/catalogue/terminal.ts';
import { clock } from '../../../i18n/format.ts';
import { terminalIndex } from '../../projections/terminal/terminal.ts';
import { isOver, pastTime } from '../../session/action-place.ts';
import { reveal, takeTypedEarly } from '../../session/shell.ts';
import { useActiveBranch, useCursor, useSession } from '../../session/use-session.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { Button } from '../../widgets/controls/button.tsx';
import { Controller, INTERRUPT, lastSeqOfMoment } from './controller.ts';
import { Screen } from './screen/screen.ts';
import styles from './terminal.module.css';

/** The learner's terminal: what had been typed and printed by the cursor, and a prompt to type the next command at. `user` says as whom. */
export function TerminalPanel({ user }: { readonly user: ReactNode }) {
  const t = useText(terminalText);
  const [top, setTop] = useState<string>();
  const help = useId();
  const { host, stop } = useTerminal(setTop, help);
  return (
    <div className={styles.terminal}>
      {top !== undefined && (
        <div className={styles.top} aria-hidden="true">
          <span className={styles.sign}>$</span> {top}
        </div>
      )}
      <div className={styles.screen}>
        <div ref={host} className={styles.host} />
      </div>
      <p id={help} className="sr-only">
        {t('help')}
      </p>
      <Foot onStop={stop} user={user} />
    </div>
  );
}

/** Puts a screen into an element and keeps it at the cursor. */
function useTerminal(setTop: (line: string | undefined) => void, help: string) {
  const session = useSession();
  const host = useRef<HTMLDivElement>(null);
  const parts = useRef<{ readonly screen: Screen; readonly controller: Controller }>(undefined);
  const t = useText(terminalText);
  const texts = useRef({ label: '', tooLong: '' });
  useEffect(() => {
    texts.current = { label: t('input'), tooLong: t('tooLong') };
    if (parts.current === undefined) return;
    parts.current.screen.name(t('input'), help);
    parts.current.controller.texts = texts.current;
  }, [t, help]);
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const command = (index: number) => {
      const branch = session.runs.active();
      return branch === undefined ? undefined : terminalIndex(branch.trace).command(index);
    };
    const screen: Screen = new Screen(element, {
      onData: (data) => controller.take(data),
      note: (index) => {
        const found = command(index);
        return found === undefined ? '' : clock(found.at);
      },
      onTop: (index) => setTop(index === undefined ? undefined : command(index)?.line),
    });
    screen.name(texts.current.label, help);
    const controller = new Controller(session, screen, texts.current, () => reveal('stage'));
    parts.current = { screen, controller };
    // The keyboard was sent here before there was anything to type into.
    if (document.activeElement?.contains(element) === true && document.activeElement !== document.body) {
      screen.focus();
      controller.take(takeTypedEarly());
    }
    const left = (): void => controller.left();
    element.addEventListener('focusout', left);
    return () => {
      parts.current = undefined;
      element.removeEventListener('focusout', left);
      left();
      controller.dispose();
      screen.dispose();
    };
  }, [session, setTop, help]);
  const stop = useCallback(() => parts.current?.controller.take(INTERRUPT), []);
  return { host, stop };
}

/** Below the screen: as whom, what runs and how to end it, or when a command would run where that is in the past. */
function Foot({ onStop, user }: { readonly onStop: () => void; readonly user: ReactNode }) {
  const t = useText(terminalText);
  const branch = useActiveBranch();
  const over = useCursor((cursor) => branch !== undefined && isOver(branch, cursor));
  const past = useCursor((cursor) => (branch === undefined ? undefined : pastTime(branch, cursor)));
  const held = useCursor((cursor) => cursor.held === 'terminal');
  const running = useCursor(({ seq }) => {
    if (branch === undefined) return undefined;
    const index = terminalIndex(branch.trace);
    const command = index.moment(index.countUntil(lastSeqOfMoment(branch, seq))).running.at(-1);
    return command === undefined ? undefined : index.command(command)?.line;
  });
  return (
    <div className={styles.foot}>
      {running !== undefined && (
        <>
          <span className={styles.running}>{t('running', { line: running.split('\n')[0] ?? '' })}</span>
          <Button onClick={onStop}>{t('stop')}</Button>
        </>
      )}
      {held && <p>{t('held')}</p>}
      {over && <p>{t('over', { at: clock(branch?.now ?? 0) })}</p>}
      {running === undefined && past !== undefined && <p>{t('past', { at: clock(past) })}</p>}
      <span className={styles.user}>{user}</span>
    </div>
  );
}
