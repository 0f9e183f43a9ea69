import { type FocusEvent, Fragment, lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { editorText } from '../../../i18n/catalogue/editor.ts';
import { clock } from '../../../i18n/format.ts';
import { requestViewText } from '../../../i18n/catalogue/request-view.ts';
import { type IgnoredField, ignoredFields } from '../../projections/editor/not-simulated.ts';
import { type LineProblem, syntaxProblem } from '../../projections/editor/refusal.ts';
import { act, EMPTY_ENTER } from '../../session/actions.ts';
import { awaitedFile } from '../../session/awaited.ts';
import { useCommands } from '../../session/commands.ts';
import { hold } from '../../session/hold.ts';
import { isOpening } from '../../session/opening.ts';
import { closeOverlay, reveal } from '../../session/shell.ts';
import { useCursor, useIsOpening, useSession } from '../../session/use-session.tsx';
import { Button } from '../../widgets/controls/button.tsx';
import { Rich } from '../../widgets/data/rich.tsx';
import { YamlView } from '../../widgets/data/yaml-view.tsx';
import { Icon } from '../../widgets/glyphs/icon.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { appliedLines } from './applied-lines.ts';
import styles from './editor.module.css';
import { FileTabs } from './file-tabs.tsx';
import { type ManifestFate, useManifestFate, useSent } from './use-manifest.ts';

const MonacoPane = lazy(() => import('./monaco-pane.tsx').then((module) => ({ default: module.MonacoPane })));

/** The learner's manifests: read with what the cluster filled in, edited, applied. `user` says as whom. */
export function EditorPanel({ user }: { readonly user: ReactNode }) {
  const t = useText(editorText);
  const session = useSession();
  const { files, open } = useStore(session.files.store);
  const [editing, setEditing] = useState(false);
  const [unread, setUnread] = useState<LineProblem>();
  const text = files[open];
  const { sent, isApplied } = useSent(open, text);
  const fate = useManifestFate(isApplied ? text : undefined, sent);
  const { lang } = useUi();
  const ignored = useMemo(() => ignoredFields(text ?? '', lang), [text, lang]);

  const apply = (): void => {
    const { files: now, open: name } = session.files.store.getState();
    const source = now[name];
    if (source === undefined || isOpening(session.runs.active(), session.cursor.getState())) return;
    const isAwaited = awaitedFile(session) === name;
    // Of what a program waits for, the program says what is wrong.
    const problem = isAwaited ? undefined : syntaxProblem(source);
    setUnread(problem);
    if (problem !== undefined) return;
    act(session, isAwaited ? { run: EMPTY_ENTER } : { kubectl: `apply -f ${name}` });
    setEditing(false);
    // Where the editor lay over the stage, what happens now is to be seen.
    closeOverlay();
  };
  const edit = (): void => {
    reveal('left');
    if (text === undefined) session.files.create();
    setEditing(true);
  };
  useCommands({ editor: edit, apply });
  if (text === undefined) {
    return (
      <div className={styles.editor}>
        <FileTabs user={user} />
        <p className={styles.empty}>{t('empty')}</p>
      </div>
    );
  }
  // Of an empty file there is nothing to read.
  const writing = editing || text === '';
  const problems = unread === undefined ? fate.problems : [unread];
  const left = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void => {
    if (!currentTarget.contains(relatedTarget)) hold(session.cursor, 'editor', false);
  };
  return (
    <div className={styles.editor} onBlur={left}>
      <FileTabs user={user} />
      <div className={styles.body}>
        {writing ? (
          <Suspense fallback={<p className={styles.empty}>{t('loading')}</p>}>
            <MonacoPane
              name={open}
              text={text}
              label={t('manifest', { name: open })}
              problems={problems}
              ignored={ignored}
              onChange={(changed) => {
                session.files.write(open, changed);
                // Commands write files, too: those nobody waits for.
                if (document.activeElement?.closest('[data-typing]') != null)
                  hold(session.cursor, 'editor', true);
                setEditing(true);
                setUnread(undefined);
              }}
              onApply={apply}
            />
          </Suspense>
        ) : (
          <YamlView
            label={t('manifest', { name: open })}
            lines={appliedLines(text, fate.filled, { problems, ignored })}
          />
        )}
      </div>
      <Notes problems={problems} fate={fate} ignored={ignored} sent={unread === undefined} />
      <Held />
      <Commands isApplied={isApplied} fate={fate} editing={writing} onEdit={edit} onApply={apply} />
    </div>
  );
}

/** Says that playing waits for what is being written. */
function Held() {
  const t = useText(editorText);
  const held = useCursor((cursor) => cursor.held === 'editor');
  return held ? <p className={styles.held}>{t('held')}</p> : null;
}

interface CommandsProps {
  readonly isApplied: boolean;
  readonly fate: ManifestFate;
  readonly editing: boolean;
  readonly onEdit: () => void;
  readonly onApply: () => void;
}

/** What can be done with the file. */
function Commands({ isApplied, fate, editing, onEdit, onApply }: CommandsProps) {
  const t = useText(editorText);
  const opening = useIsOpening();
  const { refusal, toCome } = fate;
  return (
    <div className={styles.actions}>
      {isApplied && !editing ? (
        <>
          <span className={styles.applied}>
            {toCome === undefined && <Icon name={refusal === undefined ? 'check' : 'close'} size={14} />}
            {toCome !== undefined
              ? t('toCome', { at: clock(toCome) })
              : t(refusal === undefined ? 'applied' : 'turnedDown')}
          </span>
          <Button keys="E" onClick={onEdit}>
            {t('editAgain')}
          </Button>
        </>
      ) : (
        <>
          {!editing && (
            <Button look="outline" keys="E" onClick={onEdit}>
              {t('edit')}
            </Button>
          )}
          <Button look="primary" keys="Ctrl+Enter" disabled={opening} onClick={onApply}>
            {t('apply')}
          </Button>
        </>
      )}
    </div>
  );
}

interface NotesProps {
  readonly problems: readonly LineProblem[];
  readonly fate: ManifestFate;
  readonly ignored: readonly IgnoredField[];
  readonly sent: boolean;
}

/** Below the text: what was refused and what that means, or who filled what in. */
function Notes({ problems, fate, ignored, sent }: NotesProps) {
  const t = useText(editorText);
  const words = useText(requestViewText);
  const { refusal, explanation, filled } = fate;
  const message = refusal ?? problems[0]?.message;
  if (message !== undefined) {
    return (
      <div className={styles.refusal} role="alert">
        <code>{message}</code>
        <p>{sent ? t('refused') : t('notSent')}</p>
        {sent && explanation !== undefined && (
          <>
            <p>
              <Rich segments={words.rich(`what.${explanation}`)} />
            </p>
            <p>
              <Rich segments={words.rich(`fix.${explanation}`)} />
            </p>
          </>
        )}
      </div>
    );
  }
  if (filled.length === 0 && ignored.length === 0) return null;
  const writers = (['apiserver', 'scheduler'] as const).filter((by) => filled.some((line) => line.by === by));
  return (
    <ul className={styles.legend}>
      {writers.map((by) => (
        <li key={by} data-by={by}>
          {t(`filled.${by}`)}
        </li>
      ))}
      {ignored.length > 0 && (
        <li data-by="ignored">
          <details>
            <summary>{t('ignored', { n: ignored.length })}</summary>
            <dl>
              {ignored.map(({ path, line, message }) => (
                <Fragment key={`${line} ${path}`}>
                  <dt>
                    <code>{path === '' ? t('ignored.whole') : path}</code>
                  </dt>
                  <dd>{message}</dd>
                </Fragment>
              ))}
            </dl>
          </details>
        </li>
      )}
    </ul>
  );
}
