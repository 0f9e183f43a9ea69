import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { ObjectRef } from '../../../api/object.ts';
import { timelineText } from '../../../i18n/catalogue/timeline.ts';
import type { Branch } from '../../session/branch.ts';
import { choosePods, lanes } from '../../session/lanes.ts';
import { Icon } from '../../widgets/glyphs/icon.tsx';
import { Popover } from '../../widgets/overlay/popover.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './pod-menu.module.css';
import type { Timeline } from './use-timeline.ts';

/** So many are listed at once; words find the others. */
const MOST_LISTED = 100;
/** So many have rows at once. */
const MOST_SHOWN = 30;

const keyOf = ({ namespace, name }: ObjectRef): string => `${namespace}/${name}`;

/** Every Pod of the run, in order of appearance. */
function podsOf({ world }: Branch): readonly ObjectRef[] {
  return world.histories('pods').map(({ namespace, name }) => ({ namespace, name }));
}

/** Which Pods have rows of their own. */
export function PodMenu({ timeline }: { readonly timeline: Timeline }) {
  const t = useText(timelineText);
  return (
    <Popover
      label={t('pods.title')}
      trigger={
        <button type="button" className={styles.trigger} title={t('pods.title')}>
          {t('pods', { n: timeline.view.pods.length })}
          <Icon name="chevron-down" size={10} />
        </button>
      }
    >
      <Choice timeline={timeline} />
    </Popover>
  );
}

function Choice({ timeline: { branch, view } }: { readonly timeline: Timeline }) {
  const t = useText(timelineText);
  const chosen = useStore(lanes, ({ pods }) => pods);
  const [words, setWords] = useState('');
  const all = useMemo(() => podsOf(branch), [branch]);
  const found = all.filter((pod) => keyOf(pod).includes(words.trim().toLowerCase()));
  const shown = new Set(view.pods.map(({ ref }) => keyOf(ref)));
  const toggle = (pod: ObjectRef): void => {
    // What is shown without having been chosen counts as chosen from the first choice on.
    const now = chosen.length > 0 ? chosen : view.pods.map(({ ref }) => ref);
    const without = now.filter((each) => keyOf(each) !== keyOf(pod));
    choosePods(without.length < now.length ? without : [...now, pod]);
  };
  const full = shown.size >= MOST_SHOWN;
  return (
    <div className={styles.choice}>
      <input
        type="search"
        className={styles.find}
        placeholder={t('pods.find')}
        aria-label={t('pods.find')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <div className={styles.list} role="group" aria-label={t('pods.title')}>
        {found.slice(0, MOST_LISTED).map((pod) => {
          const key = keyOf(pod);
          return (
            <label key={key} className={styles.pod}>
              <input
                type="checkbox"
                checked={shown.has(key)}
                disabled={full && !shown.has(key)}
                onChange={() => toggle(pod)}
              />
              <span>{pod.name}</span>
              <i>{pod.namespace}</i>
            </label>
          );
        })}
        {found.length === 0 && <p className={styles.note}>{t('pods.none')}</p>}
        {found.length > MOST_LISTED && (
          <p className={styles.note}>{t('pods.more', { n: found.length - MOST_LISTED })}</p>
        )}
        {full && <p className={styles.note}>{t('pods.full', { n: MOST_SHOWN })}</p>}
      </div>
      <div className={styles.actions}>
        <button
          type="button"
          className={styles.action}
          disabled={found.length === 0}
          onClick={() => choosePods(found.slice(0, MOST_SHOWN))}
        >
          {t('pods.found', { n: Math.min(found.length, MOST_SHOWN) })}
        </button>
        <button
          type="button"
          className={styles.action}
          disabled={chosen.length === 0}
          onClick={() => choosePods([])}
        >
          {t('pods.follow')}
        </button>
      </div>
    </div>
  );
}
