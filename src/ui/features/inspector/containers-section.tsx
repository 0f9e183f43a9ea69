import { useMemo } from 'react';
import type { Container, Pod } from '../../../api/generated/types.ts';
import { inspectorText } from '../../../i18n/catalogue/inspector.ts';
import { clock, duration } from '../../../i18n/format.ts';
import { shortImage } from '../../projections/names.ts';
import { podVersions } from '../../projections/pod-story/subject.ts';
import { podLanes, type StateBar } from '../../projections/timeline/pod-lanes.ts';
import type { Branch } from '../../session/branch.ts';
import { useSession } from '../../session/use-session.tsx';
import { Section } from '../../widgets/data/section.tsx';
import { StateGlyph } from '../../widgets/glyphs/state-glyph.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import styles from './parts.module.css';
import { useAge } from './use-age.ts';
import type { SubjectPod } from './use-subject.ts';

/** Earlier states than these are unfolded when asked for. */
const LATEST = 4;

/** The Pod's containers: what each is now, and every state it has been in. */
export function ContainersSection({ subject }: { readonly subject: SubjectPod }) {
  const t = useText(inspectorText);
  const { branch, ref, seq, lastPod } = subject;
  const containers = useMemo(() => {
    const versions = podVersions(branch.world, ref).filter((version) => version.seq <= seq);
    return podLanes(versions, (at) => branch.trace.at(at).at).containers;
  }, [branch, ref, seq]);
  if (lastPod === undefined || containers.length === 0) return null;
  return (
    <Section title={t('containers')}>
      <ul className={styles.containers}>
        {containers.map(({ name, bars }) => (
          <li key={name}>
            <Head pod={lastPod} name={name} last={bars.at(-1)} />
            <States bars={bars} branch={branch} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Role = 'init' | 'sidecar' | 'ephemeral' | undefined;

function specOf({ spec }: Pod, name: string): { readonly spec?: Partial<Container>; readonly role: Role } {
  const init = spec.initContainers?.find((each) => each.name === name);
  if (init !== undefined) return { spec: init, role: init.restartPolicy === 'Always' ? 'sidecar' : 'init' };
  const debug = spec.ephemeralContainers?.find((each) => each.name === name);
  if (debug !== undefined) return { spec: debug, role: 'ephemeral' };
  const own = spec.containers.find((each) => each.name === name);
  return own === undefined ? { role: undefined } : { spec: own, role: undefined };
}

const amounts = (all: object | undefined): string =>
  Object.entries(all ?? {})
    .map(([name, amount]) => `${name} ${String(amount)}`)
    .join(', ');

function Head({
  pod,
  name,
  last,
}: {
  readonly pod: Pod;
  readonly name: string;
  readonly last: StateBar | undefined;
}) {
  const t = useText(inspectorText);
  const { spec, role } = specOf(pod, name);
  const requests = amounts(spec?.resources?.requests);
  const limits = amounts(spec?.resources?.limits);
  return (
    <>
      <h3 className={styles.container}>
        <StateGlyph kind={last?.state ?? 'waiting'} />
        {name}
        {role !== undefined && <span className={styles.role}>{t(`container.${role}`)}</span>}
      </h3>
      <p className={styles.about}>
        <code>{shortImage(spec?.image ?? '')}</code>
        {requests !== '' && <span>{t('container.requests', { what: requests })}</span>}
        {limits !== '' && <span>{t('container.limits', { what: limits })}</span>}
      </p>
    </>
  );
}

interface StatesProps {
  readonly bars: readonly StateBar[];
  readonly branch: Branch;
}

function States({ bars, branch }: StatesProps) {
  const t = useText(inspectorText);
  const earlier = bars.slice(0, -LATEST);
  return (
    <>
      {earlier.length > 0 && (
        <details className={styles.earlier}>
          <summary>{t('container.earlier', { n: earlier.length })}</summary>
          <StateRows bars={earlier} branch={branch} />
        </details>
      )}
      <StateRows bars={bars.slice(-LATEST)} branch={branch} />
    </>
  );
}

function StateRows({ bars, branch }: StatesProps) {
  const { player } = useSession();
  return (
    <ol className={styles.states}>
      {bars.map(({ fromSeq, from, to, state, label }) => (
        <li key={fromSeq}>
          <button type="button" onClick={() => player.seek(fromSeq)}>
            <span className={styles.at}>{clock(from)}</span>
            <span className={styles.state} data-state={state}>
              {label}
            </span>
            <Lasted branch={branch} from={from} to={to} />
          </button>
        </li>
      ))}
    </ol>
  );
}

/** How long a state lasted, or has lasted so far. */
function Lasted({
  branch,
  from,
  to,
}: {
  readonly branch: Branch;
  readonly from: number;
  readonly to: number | undefined;
}) {
  const { lang } = useUi();
  const age = useAge(branch, to === undefined ? from : undefined);
  const us = to === undefined ? age : to - from;
  return us > 0 && <span className={styles.at}>{duration(us, lang)}</span>;
}
