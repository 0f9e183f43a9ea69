import { useMemo, useState } from 'react';
import { inspectorText } from '../../../i18n/catalogue/inspector.ts';
import {
  changesOnly,
  compare,
  type ComparedLine,
  type Fold,
} from '../../projections/inspector/comparison.ts';
import type { FieldWriter } from '../../projections/inspector/field-writers.ts';
import { deliveriesOf, type Revision, revisionsUntil } from '../../projections/inspector/revisions.ts';
import { useSession } from '../../session/use-session.tsx';
import { Button } from '../../widgets/controls/button.tsx';
import { Segmented } from '../../widgets/controls/segmented.tsx';
import { Select } from '../../widgets/controls/select.tsx';
import { Rich } from '../../widgets/data/rich.tsx';
import { RevisionStepper } from '../../widgets/data/revision-stepper.tsx';
import { type YamlLine, YamlView } from '../../widgets/data/yaml-view.tsx';
import { ActorGlyph } from '../../widgets/glyphs/actor-glyph.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { managerRole } from './manager-role.ts';
import type { Subject } from './use-subject.ts';
import styles from './yaml-tab.module.css';

type Text = ReturnType<typeof useText<(typeof inspectorText)['en']>>;

/** With nothing: the whole object, no changes. */
type From = 'before' | 'nothing' | `${number}`;

const byKey = ({ manager, operation, subresource }: FieldWriter): string =>
  `${manager}|${operation}|${subresource}`;

/** The object's text at any revision beside any other, and who wrote each field. */
export function YamlTab({ subject }: { readonly subject: Subject }) {
  const t = useText(inspectorText);
  const { branch, resource, ref, seq } = subject;
  const revisions = useMemo(() => {
    const history = branch.world.history(resource, ref.namespace, ref.name);
    return history === undefined ? [] : revisionsUntil(branch.trace, history, seq);
  }, [branch, resource, ref, seq]);
  const [chosen, setChosen] = useState<number>();
  const [from, setFrom] = useState<From>('before');
  const [view, setView] = useState<'changes' | 'whole'>('changes');
  const [writer, setWriter] = useState<string>();
  const found = revisions.findIndex(({ rev }) => rev === chosen);
  const place = found < 0 ? revisions.length - 1 : found;
  const shown = revisions[place];
  const base = baseOf(revisions, place, from);
  const compared = useMemo(() => compare(base?.object, shown?.object), [base, shown]);
  if (shown === undefined) return <p className={styles.empty}>{t('nothing')}</p>;
  const isWhole = view === 'whole' || base === undefined;
  const lines = isWhole ? compared.lines : changesOnly(compared.lines);
  return (
    <div className={styles.yaml}>
      <div>
        <RevisionStepper
          label={t('yaml.revisions')}
          revisions={revisions.map((revision) => ({
            revision: revision.rev,
            role: managerRole(revision.writer),
            what: whatText(t, revision),
          }))}
          value={shown.rev}
          {...(base === undefined ? {} : { from: base.rev })}
          onChange={setChosen}
        />
        <div className={styles.choose}>
          <Select
            label={t('yaml.from')}
            value={from}
            onChange={setFrom}
            options={[
              { value: 'before', label: t('yaml.from.before') },
              { value: 'nothing', label: t('yaml.from.nothing') },
              ...revisions
                .filter(({ rev }) => rev !== shown.rev)
                .map((revision) => ({
                  value: `${revision.rev}` as const,
                  label: `${revision.rev} ${whatText(t, revision)}`,
                })),
            ]}
          />
          <Segmented
            label={t('yaml.view')}
            value={isWhole ? 'whole' : 'changes'}
            onChange={setView}
            options={[
              { value: 'changes', label: t('yaml.changes') },
              { value: 'whole', label: t('yaml.whole') },
            ]}
          />
        </div>
        <Writers writers={compared.writers} chosen={writer} onChoose={setWriter} />
      </div>
      <YamlView
        label={t('yaml.label', { rev: String(shown.rev) })}
        lines={lines.map((line, at) => yamlLine(t, line, lines[at - 1], writer))}
      />
      <Foot subject={subject} revision={shown} changed={compared.changed} />
    </div>
  );
}

function baseOf(revisions: readonly Revision[], place: number, from: From): Revision | undefined {
  if (from === 'nothing') return undefined;
  return from === 'before'
    ? revisions[place - 1]
    : revisions.find(({ rev }, at) => String(rev) === from && at !== place);
}

function whatText(t: Text, { what, object }: Revision): string {
  if (object === undefined) return t('yaml.gone');
  return what === 'create' ? t('yaml.create') : what;
}

function yamlLine(
  t: Text,
  line: ComparedLine | Fold,
  before: ComparedLine | Fold | undefined,
  chosen: string | undefined,
): YamlLine {
  if ('folded' in line) return { text: t('yaml.folded', { n: line.folded }), mark: 'folded' };
  const { text, mark, no, by } = line;
  const [first] = by;
  const last = before === undefined || 'folded' in before ? undefined : before.by[0];
  const isDim = chosen !== undefined && !by.some((each) => byKey(each) === chosen);
  return {
    text,
    dim: isDim,
    ...(mark === undefined ? {} : { mark }),
    ...(no === undefined ? {} : { no }),
    ...(first === undefined
      ? {}
      : {
          writer: {
            role: managerRole(first.manager),
            name: by.map(({ manager }) => manager).join(', '),
            begins: last === undefined || byKey(last) !== byKey(first),
          },
        }),
  };
}

/** Everybody who has a field in this version; choosing one sets the others' lines back. */
function Writers({
  writers,
  chosen,
  onChoose,
}: {
  readonly writers: readonly FieldWriter[];
  readonly chosen: string | undefined;
  readonly onChoose: (writer: string | undefined) => void;
}) {
  const t = useText(inspectorText);
  const seen = writers.filter(({ lines }) => lines > 0);
  if (seen.length === 0) return null;
  return (
    <ul className={styles.writers} aria-label={t('yaml.writers')}>
      {seen.map((writer) => {
        const key = byKey(writer);
        const { manager, operation, subresource, time, lines } = writer;
        return (
          <li key={key}>
            <button
              type="button"
              aria-pressed={key === chosen}
              title={t('yaml.writer.detail', { operation, time, n: lines })}
              onClick={() => onChoose(key === chosen ? undefined : key)}
            >
              <ActorGlyph role={managerRole(manager)} size={12} />
              {manager}
              {subresource !== '' && <span>{subresource}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Foot({
  subject: { branch, seq },
  revision,
  changed,
}: {
  readonly subject: Subject;
  readonly revision: Revision;
  readonly changed: readonly string[];
}) {
  const t = useText(inspectorText);
  const { player } = useSession();
  const seen = deliveriesOf(branch.trace).until(revision.rev, seq);
  const parts = changed.filter((part) => part !== 'metadata');
  const first = seen[0];
  return (
    <div className={styles.foot}>
      <p>
        <Rich
          segments={
            parts.length === 0
              ? t.rich('yaml.wrote', { who: revision.writer })
              : t.rich('yaml.wrote.parts', { who: revision.writer, parts: parts.join(', ') })
          }
        />
      </p>
      <Button look="link" onClick={() => player.seek(revision.seq)}>
        {t('yaml.record')}
      </Button>
      {first !== undefined && (
        <Button look="link" onClick={() => player.seek(first)}>
          {t('yaml.seen', { n: seen.length })}
        </Button>
      )}
    </div>
  );
}
