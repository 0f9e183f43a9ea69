import { useMemo, useState } from 'react';
import { inspectorText } from '../../../i18n/catalogue/inspector.ts';
import { briefOf } from '../../projections/inspector/brief.ts';
import { type Related, RELATIONS, relatedTo } from '../../projections/inspector/related.ts';
import { kindOf } from '../../projections/names.ts';
import { Button } from '../../widgets/controls/button.tsx';
import { Section } from '../../widgets/data/section.tsx';
import { StateGlyph } from '../../widgets/glyphs/state-glyph.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './parts.module.css';
import { useOpen } from './use-open.ts';
import type { Subject } from './use-subject.ts';

/** More of one relation are shown when asked for. */
const MOST = 6;

/** What the object owns, uses and is chosen by, each a way there; what it names and is not there, too. */
export function RelatedSection({ subject: { branch, resource, last, seq } }: { readonly subject: Subject }) {
  const t = useText(inspectorText);
  const related = useMemo(() => {
    const { world } = branch;
    const lists = new Map<string, ReturnType<typeof world.list>>();
    const list = (of: string) => {
      const known = lists.get(of) ?? world.list(of, seq);
      lists.set(of, known);
      return known;
    };
    return last === undefined ? [] : relatedTo({ resources: world.resources(), list }, resource, last);
  }, [branch, resource, last, seq]);
  if (related.length === 0) return null;
  return (
    <Section title={t('related')}>
      {RELATIONS.map((relation) => {
        const all = related.filter((each) => each.relation === relation);
        return all.length === 0 ? null : <Group key={relation} title={t(`related.${relation}`)} all={all} />;
      })}
    </Section>
  );
}

function Group({ title, all }: { readonly title: string; readonly all: readonly Related[] }) {
  const t = useText(inspectorText);
  const [open, setOpen] = useState(false);
  const shown = open ? all : all.slice(0, MOST);
  return (
    <div className={styles.group}>
      <h3>{title}</h3>
      <ul className={styles.rows}>
        {shown.map((each) => (
          <li key={`${each.resource}/${each.namespace}/${each.name}`}>
            <Row related={each} />
          </li>
        ))}
      </ul>
      {all.length > shown.length && (
        <Button look="link" onClick={() => setOpen(true)}>
          {t('related.more', { n: all.length - shown.length })}
        </Button>
      )}
    </div>
  );
}

function Row({ related }: { readonly related: Related }) {
  const t = useText(inspectorText);
  const open = useOpen();
  const { resource, name, fields, object, optional } = related;
  const what = (
    <>
      <span className={styles.name}>
        <span className={styles.kind}>{kindOf(resource)}</span> {name}
      </span>
      <span className={styles.field}>{fields.join(', ')}</span>
    </>
  );
  if (object === undefined)
    return (
      <div className={styles.row} data-missing={!optional}>
        <StateGlyph kind={optional ? 'gone' : 'failed'} />
        {what}
        <span className={styles.brief}>{t(optional ? 'related.optional' : 'related.missing')}</span>
      </div>
    );
  const { text, standing } = briefOf(resource, object);
  return (
    <button type="button" className={styles.row} onClick={() => open(related)}>
      {standing === undefined ? <span /> : <StateGlyph kind={standing} />}
      {what}
      <span className={styles.brief}>{text}</span>
    </button>
  );
}
