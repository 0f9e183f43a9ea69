import { lazy, Suspense, useMemo } from 'react';
import { inspectorText } from '../../../i18n/catalogue/inspector.ts';
import { briefOf, factsOf } from '../../projections/inspector/brief.ts';
import { Tabs } from '../../widgets/controls/tabs.tsx';
import { Section } from '../../widgets/data/section.tsx';
import { StateGlyph } from '../../widgets/glyphs/state-glyph.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { ConditionsSection } from './conditions-section.tsx';
import { EventsTab, useEvents } from './events-tab.tsx';
import styles from './inspector.module.css';
import { Head } from './object-head.tsx';
import parts from './parts.module.css';
import { RelatedSection } from './related-section.tsx';
import type { PanelProps } from './tab-state.ts';
import { type Subject, useSubjectObject } from './use-subject.ts';
import { WhySection } from './why-section.tsx';

const WhyTab = lazy(() => import('./why-tab.tsx').then((module) => ({ default: module.WhyTab })));
const YamlTab = lazy(() => import('./yaml-tab.tsx').then((module) => ({ default: module.YamlTab })));

const TABS = ['now', 'events', 'yaml', 'why'] as const;
type TabId = (typeof TABS)[number];

/** An object of any kind but Pod, at the cursor. */
export function ObjectPanel({ trail, tab: chosen, onTab }: PanelProps) {
  const t = useText(inspectorText);
  const subject = useSubjectObject();
  const events = useEvents(subject);
  if (subject === undefined || subject.last === undefined)
    return <p className={styles.empty}>{t('absent')}</p>;
  const tab: TabId = TABS.find((each) => each === chosen) ?? 'now';
  const { text, standing } = briefOf(subject.resource, subject.last);
  const gone = subject.object === undefined;
  return (
    <div className={styles.inspector}>
      <Head
        subject={subject}
        trail={trail}
        glyph={<StateGlyph kind={gone ? 'gone' : (standing ?? 'unknown')} size={16} />}
      >
        {gone ? (
          t('gone.object')
        ) : (
          <code className={styles.status} data-state={standing ?? 'none'}>
            {text}
          </code>
        )}
      </Head>
      <Tabs
        look="line"
        label={t('title')}
        value={tab}
        onChange={onTab}
        items={TABS.map((id) => ({
          id,
          label: t(`tab.${id}`),
          ...(id === 'events' ? { count: events.length } : {}),
        }))}
      />
      <div className={styles.body} data-scrolls>
        {tab === 'now' && <Now subject={subject} />}
        {tab === 'events' && (
          <EventsTab rows={events} name={subject.ref.name} timeOf={(at) => subject.branch.trace.at(at).at} />
        )}
        <Suspense>
          {tab === 'yaml' && <YamlTab key={subject.ref.name} subject={subject} />}
          {tab === 'why' && <WhyTab subject={subject} />}
        </Suspense>
      </div>
    </div>
  );
}

function Now({ subject }: { readonly subject: Subject }) {
  const t = useText(inspectorText);
  const facts = useMemo(() => (subject.last === undefined ? [] : factsOf(subject.last)), [subject.last]);
  return (
    <>
      <WhySection subject={subject} />
      {facts.length > 0 && (
        <Section title={t('fields')}>
          <dl className={parts.facts}>
            {facts.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Section>
      )}
      <ConditionsSection subject={subject} />
      <RelatedSection subject={subject} />
    </>
  );
}
