import { isTrouble } from '../../../diagnosis/why.ts';
import { diagnosisText } from '../../../i18n/catalogue/diagnosis.ts';
import { inspectorText } from '../../../i18n/catalogue/inspector.ts';
import { kindOf } from '../../projections/names.ts';
import { Section } from '../../widgets/data/section.tsx';
import { WhyChain } from '../../widgets/data/why-chain.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { useOwnLinks } from './use-links.ts';
import { useOpen } from './use-open.ts';
import type { Subject } from './use-subject.ts';

/** The chain of what holds the object up, where something does: the whole of it is in Why?. */
export function WhySection({ subject }: { readonly subject: Subject }) {
  const t = useText(inspectorText);
  const d = useText(diagnosisText);
  const open = useOpen();
  const links = useOwnLinks(subject);
  if (links.length === 0) return null;
  return (
    <Section title={t('why.short')}>
      <WhyChain
        bad={isTrouble(links)}
        onOpen={(id) => {
          const link = links[Number(id)];
          if (link !== undefined) open(link.subject);
        }}
        links={links.map((link, place) => ({
          id: String(place),
          what: d(`cause.${link.cause}`, { about: link.about }),
          source: `${kindOf(link.subject.resource)} ${link.subject.name}`,
        }))}
      />
    </Section>
  );
}
