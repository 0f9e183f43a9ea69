import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { pipelineText } from '../../../../i18n/catalogue/pipeline.ts';
import { processText } from '../../../../i18n/catalogue/process.ts';
import type { FileLine } from '../../../projections/process/files.ts';
import { type FileId, processView, type ProcessView } from '../../../projections/process/process-view.ts';
import { playheadOf } from '../../../projections/playhead.ts';
import { useActiveBranch, useSelection, useSession } from '../../../session/use-session.tsx';
import { Tabs } from '../../../widgets/controls/tabs.tsx';
import { Rich } from '../../../widgets/data/rich.tsx';
import { useText } from '../../../widgets/ui-context.tsx';
import type { Actions } from '../stable.ts';
import { Stop } from '../stop.tsx';
import { usePipelineInput } from '../use-pipeline.ts';
import { jsonTokens } from './json-tokens.ts';
import { BackOffCurve, GraceBar, MemoryChart, ProbeRow } from './process-charts.tsx';
import styles from './process.module.css';
import { roomOf } from './room.ts';

/** Between two records time is shown in steps of so much: figures, not motion. */
const TIME_STEP_US = 100_000;

/** Virtual time at the playhead, in steps. */
function useTime(): number {
  const { cursor } = useSession();
  const branch = useActiveBranch();
  const [timeUs, setTimeUs] = useState(0);
  useEffect(() => {
    if (branch === undefined) return undefined;
    const read = (): void => {
      const { timeUs: now } = playheadOf(branch.trace, branch.story, cursor.getState());
      setTimeUs(cursor.getState().fraction === 0 ? now : Math.floor(now / TIME_STEP_US) * TIME_STEP_US);
    };
    read();
    return cursor.subscribe(read);
  }, [branch, cursor]);
  return timeUs;
}

function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.card}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** The Pod's containers as rows; the chosen one is what the level is about. */
function Siblings({ view, actions }: { readonly view: ProcessView; readonly actions: Actions }) {
  const t = useText(processText);
  const words = useText(pipelineText);
  return (
    <div className={styles.siblings} role="group" aria-label={t('siblings')}>
      {view.siblings.map((row) => {
        const name = row.name === '' ? 'pause' : row.name;
        return (
          <Stop
            key={name}
            id={`container:${name}`}
            label={words('say.container', { name, detail: row.words })}
            onOpen={() => actions.pod(view.ref, row.name === '' ? undefined : row.name)}
            selected={row.name === view.name}
            className={styles.sibling ?? ''}
          >
            <span className={styles.siblingBody} data-state={row.state} data-chosen={row.name === view.name}>
              <b>{name}</b>
              <span className={styles.mono}>{row.pid === undefined ? '' : t('pid', { pid: row.pid })}</span>
              <span className={styles.quiet}>{row.words}</span>
            </span>
          </Stop>
        );
      })}
    </div>
  );
}

const FILES: readonly FileId[] = ['config', 'proc', 'cgroup', 'cni'];

function Line({ line, json }: { readonly line: FileLine; readonly json: boolean }) {
  const t = useText(processText);
  return (
    <div className={styles.line} data-mark={line.mark} data-prompt={line.text.startsWith('$ ')}>
      <span className={styles.sign}>{line.mark === undefined ? '' : t(`mark.${line.mark}`)}</span>
      <span className={styles.lineText}>
        {json
          ? jsonTokens(line.text).map((token, index) => (
              <span key={index} className={styles[token.kind]}>
                {token.text}
              </span>
            ))
          : line.text}
      </span>
    </div>
  );
}

/** What the runtime was told and what the kernel keeps, as files. */
function Files({ view }: { readonly view: ProcessView }) {
  const t = useText(processText);
  const [file, setFile] = useState<FileId>('config');
  const lines = view.files[file];
  return (
    <div className={styles.files}>
      <Tabs
        items={FILES.map((id) => ({ id, label: t(`file.${id}`) }))}
        value={file}
        onChange={setFile}
        label={t('files', { name: view.name })}
        controls="process-file"
      />
      <div
        id="process-file"
        className={styles.code}
        data-scrolls
        role="region"
        aria-label={t(`file.${file}`)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
        tabIndex={0}
      >
        {lines.length === 0 ? (
          <p className={styles.quiet}>{t('file.none')}</p>
        ) : (
          lines.map((line, index) => (
            <Line key={index} line={line} json={file === 'config' || file === 'cni'} />
          ))
        )}
      </div>
      <p className={styles.quiet}>{t('modelled')}</p>
    </div>
  );
}

function Origins({ view }: { readonly view: ProcessView }) {
  const t = useText(processText);
  if (view.origins.length === 0) return null;
  return (
    <Card title={t('from')}>
      <dl className={styles.origins}>
        {view.origins.map(({ value, words }) => (
          <div key={value}>
            <dt>{value}</dt>
            <dd>
              <Rich segments={words} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** What is measured of the process and done to it: memory, probes, back-off, grace. */
function Life({ view }: { readonly view: ProcessView }) {
  const t = useText(processText);
  const nowUs = useTime();
  return (
    <div className={styles.life}>
      <Card title={t('memory')}>
        <MemoryChart
          samples={view.memory}
          limitBytes={view.limitBytes}
          startedUs={view.startedUs}
          nowUs={nowUs}
        />
      </Card>
      <Card title={t('probes')}>
        {view.probes.length === 0 ? (
          <p className={styles.quiet}>{t('probes.none')}</p>
        ) : (
          view.probes.map((strip) => <ProbeRow key={strip.kind} strip={strip} />)
        )}
      </Card>
      <Card title={t('backoff')}>
        <BackOffCurve steps={view.backOffs} nowUs={nowUs} />
      </Card>
      <Card title={t('grace')}>
        <GraceBar stop={view.stop} nowUs={nowUs} />
      </Card>
    </div>
  );
}

interface ProcessLevelProps {
  readonly actions: Actions;
  readonly size: { readonly width: number; readonly height: number };
}

/** Level 4: one container as a process: what it was told, what is measured, what it waits for and how it ends. */
export function ProcessLevel({ actions, size }: ProcessLevelProps) {
  const t = useText(processText);
  const words = useText(pipelineText);
  const input = usePipelineInput();
  const chosen = useSelection(({ selection }) =>
    selection.kind === 'object' ? selection.subject.container : undefined,
  );
  const view = useMemo(() => (input === undefined ? undefined : processView(input, chosen)), [input, chosen]);
  if (view === undefined) return <p className={styles.none}>{t('none')}</p>;
  const room = roomOf(size);
  return (
    <div
      className={styles.level}
      style={{ zoom: room.zoom, width: Math.min(room.width - 24, 1180), minHeight: room.height - 8 }}
    >
      <Siblings view={view} actions={actions} />
      <div className={styles.head}>
        <h2>{view.name}</h2>
        <code title={view.argv.join(' ')}>
          {view.argv.length > 0 ? view.argv.join(' ') : view.off ? words('down.power') : t('notRunning')}
        </code>
        {view.pid !== undefined && <span className={styles.mono}>{t('pid', { pid: view.pid })}</span>}
      </div>
      {view.program !== undefined && <p className={styles.program}>{view.program}</p>}
      <div className={styles.columns} aria-label={t('label', { name: view.name })} role="group">
        <Life view={view} />
        <div className={styles.right}>
          <Files view={view} />
          <Origins view={view} />
        </div>
      </div>
    </div>
  );
}
