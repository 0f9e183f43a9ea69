import { lazy, type ReactNode, Suspense } from 'react';
import { podSummary } from '../../../api/pod-summary.ts';
import { inspectorText } from '../../../i18n/catalogue/inspector.ts';
import { podStanding } from '../../projections/pod-state.ts';
import { podRecords } from '../../projections/pod-story/pod-records.ts';
import { requestUnderCursor } from '../../projections/request-view/under-cursor.ts';
import { useActiveBranch, useCalmSeq } from '../../session/use-session.tsx';
import { Tabs } from '../../widgets/controls/tabs.tsx';
import { StateGlyph } from '../../widgets/glyphs/state-glyph.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { EventsTab, useEvents } from './events-tab.tsx';
import styles from './inspector.module.css';
import { NowTab } from './now-tab.tsx';
import { Head } from './object-head.tsx';
import type { PanelProps } from './tab-state.ts';
import type { Trail } from './trail.ts';
import { type SubjectPod, useSubjectPod } from './use-subject.ts';

const WhyTab = lazy(() => import('./why-tab.tsx').then((module) => ({ default: module.WhyTab })));
const YamlTab = lazy(() => import('./yaml-tab.tsx').then((module) => ({ default: module.YamlTab })));

interface PodPanelProps extends PanelProps {
  readonly request: ReactNode;
  readonly scheduler: ReactNode;
}

/** One Pod at the cursor: the picked one, or the story's. */
export function PodPanel({ trail, tab: chosen, onTab, request, scheduler }: PodPanelProps) {
  const t = useText(inspectorText);
  const subject = useSubjectPod();
  const events = useEvents(subject);
  if (subject === undefined || subject.last === undefined) return <WithoutPod request={request} />;
  const scheduled = wasTried(subject);
  const tab = chosen === 'scheduler' && !scheduled ? 'now' : chosen;
  return (
    <div className={styles.inspector}>
      <PodHead subject={subject} trail={trail} />
      <Tabs
        look="line"
        label={t('title')}
        value={tab}
        onChange={onTab}
        items={[
          { id: 'now', label: t('tab.now') },
          { id: 'events', label: t('tab.events'), count: events.length },
          { id: 'yaml', label: t('tab.yaml') },
          { id: 'why', label: t('tab.why') },
          { id: 'request', label: t('tab.request') },
          ...(scheduled ? [{ id: 'scheduler', label: t('tab.scheduler') } as const] : []),
        ]}
      />
      <div className={styles.body} data-scrolls>
        {tab === 'now' && <NowTab subject={subject} />}
        {tab === 'events' && (
          <EventsTab rows={events} name={subject.ref.name} timeOf={(at) => subject.branch.trace.at(at).at} />
        )}
        <Suspense>
          {tab === 'yaml' && <YamlTab key={subject.ref.name} subject={subject} />}
          {tab === 'why' && <WhyTab subject={subject} />}
          {tab === 'request' && request}
          {tab === 'scheduler' && scheduler}
        </Suspense>
      </div>
    </div>
  );
}

function wasTried({ branch: { trace }, ref, seq }: SubjectPod): boolean {
  return podRecords(trace)
    .of(ref)
    .some((own) => own <= seq && trace.at(own).kind === 'sched.filter');
}

/** A refused request makes no Pod, and is worth a look all the more. */
function WithoutPod({ request }: { readonly request: ReactNode }) {
  const t = useText(inspectorText);
  const branch = useActiveBranch();
  const seq = useCalmSeq(branch);
  if (branch === undefined || requestUnderCursor(branch.trace, seq) === undefined)
    return <p className={styles.empty}>{t('nothing')}</p>;
  return (
    <div className={styles.body} data-scrolls>
      <Suspense>{request}</Suspense>
    </div>
  );
}

function PodHead({ subject, trail }: { readonly subject: SubjectPod; readonly trail: Trail | undefined }) {
  const t = useText(inspectorText);
  const pod = subject.lastPod;
  if (pod === undefined) return null;
  const { status } = podSummary(pod);
  const phase = pod.status?.phase ?? 'Pending';
  const gone = subject.pod === undefined;
  const standing = gone ? 'gone' : podStanding(pod);
  return (
    <Head subject={subject} trail={trail} glyph={<StateGlyph kind={standing} size={16} />}>
      {gone ? (
        t('gone')
      ) : (
        <>
          <code className={styles.status} data-state={standing}>
            {status}
          </code>
          <span>{status === phase ? t('status.same') : t('status.differs', { phase })}</span>
        </>
      )}
    </Head>
  );
}
