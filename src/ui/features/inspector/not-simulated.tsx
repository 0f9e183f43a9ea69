import { useMemo } from 'react';
import type { Pod } from '../../../api/generated/types.ts';
import { notSimulated } from '../../../api/not-simulated.ts';
import type { Json } from '../../../base/json.ts';
import { inspectorText } from '../../../i18n/catalogue/inspector.ts';
import { Section } from '../../widgets/data/section.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import styles from './inspector.module.css';

/** The fields of the Pod that are stored and that nothing here acts on. */
export function NotSimulated({ pod }: { readonly pod: Pod }) {
  const t = useText(inspectorText);
  const { lang } = useUi();
  const fields = useMemo(() => notSimulated(pod as unknown as Json), [pod]);
  if (fields.length === 0) return null;
  return (
    <Section title={t('ignored')} note={t('ignored.note')}>
      <dl className={styles.ignored}>
        {fields.map(({ path, why }) => (
          <div key={path}>
            <dt>
              <code>{path}</code>
            </dt>
            <dd>{why[lang]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
