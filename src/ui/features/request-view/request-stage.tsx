import { useMemo, useState } from 'react';
import { requestViewText } from '../../../i18n/catalogue/request-view.ts';
import { duration } from '../../../i18n/format.ts';
import type { StageName } from '../../../trace/kinds/request.ts';
import { toldRequests } from '../../projections/pipeline/gates.ts';
import { type RequestView, requestView, type Stage } from '../../projections/request-view/request-view.ts';
import { requestUnderCursor } from '../../projections/request-view/under-cursor.ts';
import type { Branch } from '../../session/branch.ts';
import { useActiveBranch, useCursor } from '../../session/use-session.tsx';
import { Pill } from '../../widgets/data/pill.tsx';
import { ActorGlyph } from '../../widgets/glyphs/actor-glyph.tsx';
import { Icon } from '../../widgets/glyphs/icon.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { GATE_ICONS, Refused, Step } from './gate-parts.tsx';
import styles from './request-stage.module.css';

/** The request the record at the cursor belongs to, else the last one that was told of. */
function requestAt({ trace, story }: Branch, seq: number): RequestView | undefined {
  const under = requestUnderCursor(trace, seq);
  if (under !== undefined) return requestView(trace, seq);
  const sent = trace.find(toldRequests(trace, story).last(seq) ?? -1);
  return sent?.kind === 'request.send' ? requestView(trace, seq, sent.data.request) : undefined;
}

/** The gate worth a look: where it was refused, else where the cursor stands, else where something was changed. */
function tellingGate({ stages }: RequestView, seq: number): StageName | undefined {
  const at = (holds: (stage: Stage) => boolean): StageName | undefined => stages.find(holds)?.stage;
  return (
    at(({ verdict }) => verdict === 'refused') ??
    at(({ steps }) => steps.some((step) => step.seq === seq)) ??
    at(({ verdict }) => verdict === 'mutated') ??
    stages[0]?.stage
  );
}

/** kube-apiserver from within: the gates a request passes, what each asked, and what it changed, field by field. */
export function RequestStage() {
  const t = useText(requestViewText);
  const branch = useActiveBranch();
  const seq = useCursor((cursor) => cursor.seq);
  const view = useMemo(() => (branch === undefined ? undefined : requestAt(branch, seq)), [branch, seq]);
  // What was picked is picked for one request.
  const [picked, setPicked] = useState<{ readonly request: number; readonly stage: StageName }>();
  if (view === undefined)
    return (
      <div className={styles.server}>
        <Title />
        <p className={styles.rest}>{t('rest')}</p>
      </div>
    );
  const open = picked?.request === view.request ? picked.stage : tellingGate(view, seq);
  const stage = view.stages.find((each) => each.stage === open) ?? view.stages[0];
  return (
    <section className={styles.server} aria-label={t('stages')}>
      <Title view={view} />
      <ol className={styles.gates}>
        {view.stages.map((each) => (
          <Gate
            key={each.stage}
            stage={each}
            open={each === stage}
            onOpen={() => setPicked({ request: view.request, stage: each.stage })}
          />
        ))}
      </ol>
      {stage !== undefined && <Opened stage={stage} view={view} />}
    </section>
  );
}

function Title({ view }: { readonly view?: RequestView }) {
  const t = useText(requestViewText);
  const { lang } = useUi();
  const name = (
    <h2 className={styles.name}>
      <ActorGlyph role="apiserver" size={18} /> kube-apiserver
    </h2>
  );
  if (view === undefined) return <header className={styles.title}>{name}</header>;
  const { line, client, user, namespace, code, dryRun, sentAt, doneAt } = view;
  return (
    <header className={styles.title}>
      {name}
      <code className={styles.line}>{line}</code>
      {code !== undefined && <Pill tone={code >= 400 ? 'failed' : 'ok'}>{code === 0 ? '–' : code}</Pill>}
      <span className={styles.from}>
        {namespace === '' ? t('from', { client, user }) : t('from.namespace', { client, user, namespace })}
        {' · '}
        {doneAt === undefined ? t('waiting') : t('answered', { time: duration(doneAt - sentAt, lang) })}
        {dryRun && ` · ${t('dryRun')}`}
      </span>
    </header>
  );
}

interface GateProps {
  readonly stage: Stage;
  readonly open: boolean;
  readonly onOpen: () => void;
}

function Gate({ stage: { stage, verdict, steps }, open, onOpen }: GateProps) {
  const t = useText(requestViewText);
  const changed = steps.reduce((sum, { changes }) => sum + changes.length, 0);
  return (
    <li className={styles.gate} data-verdict={verdict}>
      <button type="button" aria-pressed={open} onClick={onOpen}>
        <span className={styles.mark}>
          <Icon name={GATE_ICONS[verdict]} size={13} strong />
        </span>
        <b>{t(`stage.${stage}`)}</b>
        <span className={styles.verdict}>
          {verdict === 'mutated' ? t('verdict.mutated', { n: changed }) : t(`verdict.${verdict}`)}
        </span>
      </button>
    </li>
  );
}

/** The gate one looks into. */
function Opened({
  stage: { stage, steps, verdict },
  view,
}: {
  readonly stage: Stage;
  readonly view: RequestView;
}) {
  const t = useText(requestViewText);
  const telling = steps.filter((step) => step.verdict !== 'passed' || step.note !== '');
  const silent = steps.flatMap(({ plugin, verdict: said, note }) =>
    said === 'passed' && note === '' && plugin !== undefined ? [plugin] : [],
  );
  return (
    <div className={styles.opened} data-verdict={verdict}>
      <div className={styles.asks}>
        <h3>{t(`stage.${stage}`)}</h3>
        <p>{t(`asks.${stage}`)}</p>
        {silent.length > 0 && (
          <>
            <h4>{t('plugins.silent')}</h4>
            <ul className={styles.plugins}>
              {silent.map((plugin, place) => (
                <li key={`${place} ${plugin}`}>
                  <Icon name="check" size={10} strong /> {plugin}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className={styles.found}>
        {verdict === 'refused' && view.refusal !== undefined && <Refused refusal={view.refusal} />}
        {verdict !== 'refused' &&
          telling.map((step) => <Step key={step.seq} step={step} who={step.plugin ?? t(`stage.${stage}`)} />)}
        {verdict !== 'refused' && telling.length === 0 && (
          <p className={styles.quiet}>{steps.length === 0 ? t(`none.${verdict}`) : t('none.passed')}</p>
        )}
      </div>
    </div>
  );
}
