import { useMemo } from 'react';
import { isTrouble, whyCluster } from '../../../diagnosis/why.ts';
import type { ObjectRef } from '../../../api/object.ts';
import { narrationText } from '../../../i18n/catalogue/narration.ts';
import { clusterFacts } from '../../projections/inspector/cluster-facts.ts';
import { subjectAt } from '../../projections/pipeline/subject.ts';
import { successorOf } from '../../projections/pipeline/workload.ts';
import { act } from '../../session/actions.ts';
import type { Branch } from '../../session/branch.ts';
import { handlerOf } from '../../session/commands.ts';
import { showPage } from '../../session/page.ts';
import { reveal } from '../../session/shell.ts';
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

interface NextStepsProps {
  readonly branch: Branch;
  /** The present record. */
  readonly seq: number;
  /** The Pod that was chosen, if one was. */
  readonly picked: ObjectRef | undefined;
  /** Whether a first run is over. */
  readonly isEnd: boolean;
}

/** Where the Pod that is drawn is gone: another one of its workload, one press away. The drawing never changes over by itself. */
function Gone({ branch: { trace, world }, seq, picked }: NextStepsProps) {
  const t = useText(narrationText);
  const { selection } = useSession();
  const { ref, pod } = subjectAt(trace, world, seq, picked);
  const next = ref === undefined || pod !== undefined ? undefined : successorOf(world, seq, ref);
  if (next === undefined) return null;
  const { metadata, spec } = next;
  const { namespace = '', name } = metadata;
  const go = (): void => {
    selection.setState(({ focusNode }) => ({
      selection: { kind: 'object', subject: { resource: 'pods', namespace, name } },
      // A machine that fills the stage gives way to the one that has this Pod.
      ...(focusNode === undefined || spec.nodeName === undefined ? {} : { focusNode: spec.nodeName }),
    }));
    reveal('stage');
  };
  return (
    <Button look="link" className={styles.gone ?? ''} onClick={go}>
      {t('next.gone', { name })}
    </Button>
  );
}

/** What may be done after a first run, or where the Pod that is drawn is gone: one quiet line. */
export function NextSteps(props: NextStepsProps) {
  const t = useText(narrationText);
  return (
    <span className={styles.next} role="group" aria-label={t('next')}>
      <Gone {...props} />
      {props.isEnd && <AfterEnd branch={props.branch} />}
    </span>
  );
}

/** What may be done after a first run. */
function AfterEnd({ branch }: { readonly branch: Branch }) {
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
    <>
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
    </>
  );
}
