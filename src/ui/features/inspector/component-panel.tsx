import { type ReactNode, useMemo } from 'react';
import { componentText } from '../../../i18n/catalogue/component.ts';
import { decisionsText } from '../../../i18n/catalogue/decisions.ts';
import { loopNote } from '../../../i18n/loop-notes.ts';
import { clock } from '../../../i18n/format.ts';
import { type ComponentView, componentView, type LoopTurn } from '../../projections/component/component.ts';
import { methodOf, pathOf, plural } from '../../projections/names.ts';
import { useActiveBranch, useCalmSeq, useSession } from '../../session/use-session.tsx';
import { Button } from '../../widgets/controls/button.tsx';
import { ObjectHead, Section } from '../../widgets/data/section.tsx';
import { ActorGlyph } from '../../widgets/glyphs/actor-glyph.tsx';
import { roleOf } from '../../widgets/glyphs/actors.ts';
import { useText } from '../../widgets/ui-context.tsx';
import styles from './component.module.css';

/** A component of the drawing: its loops once round, what it wrote and was told, and what can be broken about it. */
export function ComponentPanel({ actor, faults }: { readonly actor: string; readonly faults: ReactNode }) {
  const t = useText(componentText);
  const branch = useActiveBranch();
  const seq = useCalmSeq(branch);
  const { breakpoints, player, selection } = useSession();
  const view = useMemo(
    () => (branch === undefined ? undefined : componentView(branch.trace, actor, seq)),
    [branch, actor, seq],
  );
  const [name = actor, node] = actor.split('/');
  const writes = { kind: 'writes', actor } as const;
  return (
    <div className={styles.panel} data-scrolls>
      <ObjectHead
        glyph={<ActorGlyph role={roleOf(actor)} size={16} />}
        name={name}
        kind={node === undefined ? t('kind') : t('kind.node', { node })}
      />
      <div className={styles.moves}>
        <Button look="quiet" onClick={() => player.toMark(writes, -1)}>
          {t('write.previous')}
        </Button>
        <Button look="quiet" onClick={() => player.toMark(writes, 1)}>
          {t('write.next')}
        </Button>
        <Button look="quiet" onClick={() => breakpoints.add({ kind: 'acts', actor })}>
          {t('break')}
        </Button>
        <Button look="quiet" onClick={() => selection.setState({ selection: { kind: 'none' } })}>
          {t('pod')}
        </Button>
      </div>
      {view !== undefined && roleOf(actor) === 'controller' && <Loops view={view} />}
      {view !== undefined && <Traffic view={view} />}
      <Section title={t('faults')}>{faults}</Section>
    </div>
  );
}

function Loops({ view: { loops, unanswered } }: { readonly view: ComponentView }) {
  const t = useText(componentText);
  return (
    <Section title={t('loops')} {...(unanswered === 0 ? {} : { note: t('waiting', { n: unanswered }) })}>
      {loops.length === 0 && <p className={styles.none}>{t('loops.none')}</p>}
      <ul className={styles.loops}>
        {loops.map((turn) => (
          <li key={turn.loop}>
            <Turn turn={turn} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What a loop decided in a word, and its own reckoning. */
function Decision({ name, note }: { readonly name: string; readonly note: string | undefined }) {
  const t = useText(decisionsText);
  return (
    <>
      {t.has(name) ? t(name) : name}
      {note !== undefined && <code>{loopNote(note, t.lang)}</code>}
    </>
  );
}

function Turn({ turn: { loop, watched, decided, acted } }: { readonly turn: LoopTurn }) {
  const t = useText(componentText);
  const { player } = useSession();
  return (
    <>
      <h3>
        {loop} <span>{decided.data.subject?.name}</span>
      </h3>
      <dl>
        <dt>{t('watch')}</dt>
        <dd>
          {watched === undefined ? (
            t('watch.timer')
          ) : (
            <button type="button" onClick={() => player.seek(watched.seq)}>
              {watched.data.type} {plural(watched.data.resource)}/{watched.data.name}
            </button>
          )}
        </dd>
        <dt>{t('decide')}</dt>
        <dd>
          <button type="button" onClick={() => player.seek(decided.seq)}>
            <Decision name={decided.data.name} note={decided.data.note} />
          </button>
        </dd>
        <dt>{t('act')}</dt>
        <dd>
          {acted.length === 0
            ? t('act.nothing')
            : acted.map((request) => (
                <button key={request.seq} type="button" onClick={() => player.seek(request.seq)}>
                  {methodOf(request.data.verb)} {pathOf(request.data)}
                </button>
              ))}
        </dd>
      </dl>
    </>
  );
}

function Traffic({ view: { writes, deliveries } }: { readonly view: ComponentView }) {
  const t = useText(componentText);
  const { player } = useSession();
  return (
    <>
      <Section title={t('writes')}>
        {writes.length === 0 && <p className={styles.none}>{t('writes.none')}</p>}
        <ul className={styles.rows}>
          {writes.map(({ seq, at, data }) => (
            <li key={seq}>
              <button type="button" onClick={() => player.seek(seq)}>
                <code>
                  {methodOf(data.verb)} {pathOf(data)}
                </code>
                <span>{clock(at)}</span>
              </button>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('deliveries')}>
        {deliveries.length === 0 && <p className={styles.none}>{t('deliveries.none')}</p>}
        <ul className={styles.rows}>
          {deliveries.map(({ seq, at, data }) => (
            <li key={seq}>
              <button type="button" onClick={() => player.seek(seq)}>
                <code>
                  {data.type} {plural(data.resource)}/{data.name}
                </code>
                <span>{clock(at)}</span>
              </button>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
