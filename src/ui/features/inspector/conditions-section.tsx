import { useMemo } from 'react';
import { humanDuration } from '../../../api/duration.ts';
import { inspectorText } from '../../../i18n/catalogue/inspector.ts';
import { duration } from '../../../i18n/format.ts';
import type { Lang } from '../../../i18n/lang.ts';
import { type ConditionRow as Condition, conditionRows } from '../../projections/inspector/conditions.ts';
import type { Branch } from '../../session/branch.ts';
import { ConditionList, ConditionRow } from '../../widgets/data/condition-row.tsx';
import { Section } from '../../widgets/data/section.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { useAge } from './use-age.ts';
import type { Subject } from './use-subject.ts';

type Status = 'True' | 'False' | 'Unknown' | undefined;

const SECOND_US = 1_000_000;

/** As kubectl writes ages, which leaves the type its room; what is younger than a second has its own. */
const ageWords = (us: number, lang: Lang): string =>
  us < SECOND_US ? duration(us, lang) : humanDuration(us);

/** The object's conditions, each with its reason and for how long it has been so. */
export function ConditionsSection({
  subject: { branch, resource, ref, seq },
}: {
  readonly subject: Subject;
}) {
  const t = useText(inspectorText);
  const rows = useMemo(() => {
    const history = branch.world.history(resource, ref.namespace, ref.name);
    return conditionRows(resource, history?.versions.filter((version) => version.seq <= seq) ?? []);
  }, [branch, resource, ref, seq]);
  if (rows.length === 0) return null;
  return (
    <Section title={t('conditions')}>
      <ConditionList label={t('conditions')}>
        {rows.map((row) => (
          <Row key={row.type} row={row} branch={branch} />
        ))}
      </ConditionList>
    </Section>
  );
}

function Row({ row, branch }: { readonly row: Condition; readonly branch: Branch }) {
  const { type, status, reason, message, sinceSeq } = row;
  const { lang } = useUi();
  const age = useAge(branch, branch.trace.find(sinceSeq)?.at);
  return (
    <ConditionRow
      type={type}
      status={status as Status}
      {...(reason === '' ? {} : { reason })}
      {...(message === '' ? {} : { message })}
      // What has only just become so has no age.
      {...(age === 0 ? {} : { age: ageWords(age, lang) })}
    />
  );
}
