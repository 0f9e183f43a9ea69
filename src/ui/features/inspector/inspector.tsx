import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { podSummary } from '../../../api/pod-summary.ts';
import { inspectorText } from '../../../i18n/catalogue/inspector.ts';
import { podStanding } from '../../projections/pod-state.ts';
import { podRecords } from '../../projections/pod-story/pod-records.ts';
import { requestUnderCursor } from '../../projections/request-view/under-cursor.ts';
import { useCommands } from '../../session/commands.ts';
import { reveal } from '../../session/shell.ts';
import { stageView } from '../../session/stage-view.ts';
import { useActiveBranch, useCursor, useSelection } from '../../session/use-session.tsx';
import { Tabs } from '../../widgets/controls/tabs.tsx';
import { ObjectHead } from '../../widgets/data/section.tsx';
import { StateGlyph } from '../../widgets/glyphs/state-glyph.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { EventsTab, useEvents } from './events-tab.tsx';
import styles from './inspector.module.css';
import { Milestones, NowTab } from './now-tab.tsx';
import { type SubjectPod, useSubjectPod } from './use-subject.ts';

const ComponentPanel = lazy(() =>
  import('./component-panel.tsx').then((module) => ({ default: module.ComponentPanel })),
);
const WhyTab = lazy(() => import('./why-tab.tsx').then((module) => ({ default: module.WhyTab })));
const YamlTab = lazy(() => import('./yaml-tab.tsx').then((module) => ({ default: module.YamlTab })));

type TabId = 'now' | 'events' | 'yaml' | 'why' | 'request' | 'scheduler';

/** Tabs that are features of their own. */
export interface InspectorPanelProps {
  readonly request: ReactNode;
  /** Only there once the scheduler has tried the Pod. */
  readonly scheduler: ReactNode;
  /** The faults of a picked component. */
  readonly faults: ReactNode;
}

/** What is known at the cursor of the picked component, or of one Pod. */
export function InspectorPanel(props: InspectorPanelProps) {
  const actor = useSelection(({ selection }) =>
    selection.kind === 'component' ? selection.actor : undefined,
  );
  if (actor === undefined) return <PodPanel {...props} />;
  return (
    <Suspense>
      <ComponentPanel actor={actor} faults={<Suspense>{props.faults}</Suspense>} />
    </Suspense>
  );
}

function PodPanel({ request, scheduler }: InspectorPanelProps) {
  const t = useText(inspectorText);
  const subject = useSubjectPod();
  const events = useEvents(subject);
  const [chosen, setTab] = useState<TabId>('now');
  // The X-ray on the stage keeps its numbers here.
  useEffect(
    () =>
      stageView.subscribe(({ view }) => {
        if (view === 'scheduler') setTab('scheduler');
      }),
    [],
  );
  useCommands({
    why: () => {
      setTab('why');
      reveal('inspector');
    },
  });
  if (subject === undefined || subject.last === undefined) return <WithoutPod request={request} />;
  const scheduled = wasTried(subject);
  const tab = chosen === 'scheduler' && !scheduled ? 'now' : chosen;
  return (
    <div className={styles.inspector}>
      <Head subject={subject} />
      <Tabs
        look="line"
        label={t('title')}
        value={tab}
        onChange={setTab}
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
        {tab === 'events' && <EventsTab rows={events} name={subject.ref.name} />}
        <Suspense>
          {tab === 'yaml' && <YamlTab subject={subject} />}
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
  const seq = useCursor((cursor) => cursor.seq);
  if (branch === undefined || requestUnderCursor(branch.trace, seq) === undefined)
    return <p className={styles.empty}>{t('nothing')}</p>;
  return (
    <div className={styles.body} data-scrolls>
      <Suspense>{request}</Suspense>
    </div>
  );
}

function Head({ subject }: { readonly subject: SubjectPod }) {
  const t = useText(inspectorText);
  const pod = subject.last;
  if (pod === undefined) return null;
  const { status } = podSummary(pod);
  const phase = pod.status?.phase ?? 'Pending';
  const gone = subject.pod === undefined;
  const standing = gone ? 'gone' : podStanding(pod);
  return (
    <ObjectHead
      glyph={<StateGlyph kind={standing} size={16} />}
      name={subject.ref.name}
      kind={t('kindIn', { kind: 'Pod', namespace: subject.ref.namespace })}
    >
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
    </ObjectHead>
  );
}

/** The seven points for phones; nothing before there is a Pod. */
export function MilestonesSlot() {
  const subject = useSubjectPod();
  return subject?.last === undefined ? null : <Milestones subject={subject} />;
}
