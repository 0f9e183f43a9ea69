import { useMemo } from 'react';
import { isTrouble, whyCluster } from '../../../diagnosis/why.ts';
import { narrationText } from '../../../i18n/catalogue/narration.ts';
import { clusterFacts } from '../../projections/inspector/cluster-facts.ts';
import { subjectAt } from '../../projections/pipeline/subject.ts';
import { act } from '../../session/actions.ts';
import type { Branch } from '../../session/branch.ts';
import { handlerOf } from '../../session/commands.ts';
import { showPage } from '../../session/page.ts';
import { useSession } from '../../session/use-session.tsx';
import { Button } from '../../widgets/controls/button.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './narrator.module.css';

/** What does not get on at the end of the run, which need not be what is shown. */
function useTrouble({ trace, world }: Branch) {
  return useMemo(() => {
    const links = whyCluster(clusterFacts(trace, world, trace.length - 1));
    return isTrouble(links) ? links[0]?.subject : undefined;
  }, [trace, world]);
}

/** What may be done after a first run: one quiet line. */
export function NextSteps({ branch }: { readonly branch: Branch }) {
  const t = useText(narrationText);
  const session = useSession();
  const trouble = useTrouble(branch);
  const ask = (subject: NonNullable<typeof trouble>): void => {
    session.selection.setState({ selection: { kind: 'object', subject } });
    handlerOf('why')?.();
  };
  const { ref, pod } = subjectAt(branch.trace, branch.world, branch.trace.length - 1, undefined);
  const alive = ref !== undefined && pod !== undefined && pod.metadata.deletionTimestamp === undefined;
  return (
    <span className={styles.next} role="group" aria-label={t('next')}>
      {trouble !== undefined && (
        <Button look="link" onClick={() => ask(trouble)}>
          {t('next.why', { name: trouble.name })}
        </Button>
      )}
      {alive && trouble === undefined && (
        <Button
          look="link"
          onClick={() => void act(session, { kubectl: `delete pod ${ref.name} -n ${ref.namespace}` })}
        >
          {t('next.delete')}
        </Button>
      )}
      <Button look="link" onClick={() => handlerOf('faults')?.()}>
        {t('next.fault')}
      </Button>
      <Button look="link" onClick={() => showPage('gallery')}>
        {t('next.scenario')}
      </Button>
    </span>
  );
}
